//! Reads numbers and conditions, by one table of precedences; a term is checked after it was read whether it is the
//! one or the other.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a rule has at most 32 names"
)]

use std::ops::Range;

use super::fault::RuleFault;
use super::read::{CLAUSE_WORDS, RuleReader, callable, nearest};
use super::term::{Arguments, Term, What, wrong_count};
use super::token::{KEYWORDS, Token, TokenKind};
use crate::tree::{Cond, Expr, Fold, Function, Op, Relation, SetName};

/// The greatest depth of terms in one another.
const MAX_TERM_DEPTH: usize = 200;

/// An operator between two terms.
enum Operator {
    /// The `or` of two conditions.
    Or,
    /// The `and` of two conditions.
    And,
    /// A relation between two numbers or lists: `<`, `==`.
    Relation(Relation),
    /// The `in` between a number and a set.
    In,
    /// An operator that makes a number of two: `+`, `<<`.
    Arithmetic(Op),
}

// The strengths with which operators bind; a larger number binds tighter.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
const BIT_OR: u8 = 5;

/// Returns the strength with which an operator binds.
fn strength(op: Op) -> u8 {
    match op {
        Op::Or => BIT_OR,
        Op::Xor => 6,
        Op::And => 7,
        Op::Shl | Op::Shr => 8,
        Op::Add | Op::Sub => 9,
        Op::Mul | Op::Div | Op::Rem => 10,
    }
}

impl RuleReader<'_, '_> {
    /// Reads a number that ends before any comparison, `and` or `or`; also returns its height.
    pub(super) fn plain_number(&mut self) -> Result<(Expr, usize), RuleFault> {
        let term = self.term(BIT_OR)?;
        self.as_number(term)
    }

    /// Reads a condition; also returns its height.
    pub(super) fn condition(&mut self) -> Result<(Cond, usize), RuleFault> {
        let term = self.term(OR)?;
        self.as_condition(term)
    }

    /// Reads a number in parentheses or brackets; also returns its height.
    pub(super) fn argument(&mut self) -> Result<(Expr, usize), RuleFault> {
        let term = self.term(OR)?;
        self.as_number(term)
    }

    /// Reads a term of a position: a number, or a list where positions are lists.
    pub(super) fn position_term(&mut self) -> Result<Expr, RuleFault> {
        let term = self.term(OR)?;
        match term.what {
            What::List(list) if self.list.is_some() => Ok(list),
            _ => self.as_number(term).map(|(number, _)| number),
        }
    }

    /// Reads a term that ends before any comparison, `and` or `or`.
    pub(super) fn plain_term(&mut self) -> Result<Term, RuleFault> {
        self.term(BIT_OR)
    }

    /// Reads a term in parentheses or brackets.
    pub(super) fn whole_term(&mut self) -> Result<Term, RuleFault> {
        self.term(OR)
    }

    /// Takes the number out of a term, and its height; reports anything else.
    pub(super) fn as_number(&self, term: Term) -> Result<(Expr, usize), RuleFault> {
        match term.what {
            What::Number(e) => Ok((e, term.height)),
            What::Condition(_) => Err(no_number(term.at)),
            What::List(_) | What::Rows(_) => Err(self.no_number_but_a_list(&term)),
        }
    }

    /// Takes the list out of a term, and its height; reports anything else.
    pub(super) fn as_list(&self, term: Term) -> Result<(Expr, usize), RuleFault> {
        match term.what {
            What::List(list) => Ok((list, term.height)),
            What::Rows(_) => Err(self.no_number_but_a_list(&term)),
            What::Number(_) => {
                let text = self.tokens.slice(term.at.clone());
                if let Some(fault) = self.list_is_meant(text, text) {
                    return Err(fault);
                }
                Err(RuleFault::new(
                    term.at,
                    "a number, where a list is needed",
                    "a list is `p`, `p[1..]`, `sorted(p)`, `list(x-1 for x in p)` and the like",
                ))
            }
            What::Condition(_) => Err(RuleFault::new(
                term.at,
                "a condition, where a list is needed",
                "a condition follows `if`, and between `and`, `or`, `not`",
            )),
        }
    }

    /// Reports a list where a number is needed, or lists where one list is needed.
    #[cold]
    #[inline(never)] // Its texts would take stack in every level of nested terms.
    fn no_number_but_a_list(&self, term: &Term) -> RuleFault {
        if matches!(term.what, What::List(_))
            && let Some(fault) = self.sum_with_list(&term.at)
        {
            return fault;
        }
        let text = self.tokens.slice(term.at.clone()).trim();
        let text = if text.len() <= 40 { text } else { "a" };
        let (message, help) = match term.what {
            What::Rows(_) => (
                format!("`{text}` is many lists, where one is needed"),
                format!(
                    "`{text}[{}]` is one of them, `len({text})` how many there are",
                    self.scope.first().copied().unwrap_or("0")
                ),
            ),
            _ => (
                format!("`{text}` is a list, where a number is needed"),
                format!("`{text}[0]` is its first number, `len({text})` how many it has"),
            ),
        };
        RuleFault::new(term.at.clone(), message, help)
    }

    /// Takes the condition out of a term, and its height; reports a number.
    #[inline(never)] // Its texts would take stack in every level of nested terms.
    fn as_condition(&self, term: Term) -> Result<(Cond, usize), RuleFault> {
        match term.what {
            What::Condition(cond) => Ok((cond, term.height)),
            // A wrong token after it may be the reason.
            What::List(_) | What::Rows(_) => self.tokens.peek().and(Err(RuleFault::new(
                term.at,
                "a list, where a condition is needed",
                "two lists are compared by `==`; `len(p) > 0` says that a list is not empty",
            ))),
            What::Number(_) => {
                // The next token may be the reason.
                let next = self.tokens.peek()?;
                if self.nest == 0 && self.is("|") {
                    return Err(self.bitwise_or(&term.at, next));
                }
                let text = self.tokens.slice(term.at.clone()).trim();
                if self.is("not") && text.len() <= 40 {
                    let help = format!("write `not {text} in …`");
                    return Err(RuleFault::new(
                        next.at(),
                        "`not` stands in front of a condition",
                        help,
                    ));
                }
                if let Some(fault) = self.foreign(next) {
                    return Err(fault);
                }
                if let word @ ("even" | "odd") = self.tokens.text_of(next) {
                    return Err(self.parity(next.start, word));
                }
                let help = match text {
                    _ if text.len() <= 40 => format!("write `{text} != 0`"),
                    _ => "compare it: `… != 0`".into(),
                };
                Err(RuleFault::new(
                    term.at,
                    "a number, where a condition is needed",
                    help,
                ))
            }
        }
    }

    /// Returns which operator comes next, and how strongly it binds.
    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.tokens.peek_text() {
            "" => return None,
            "or" => (Operator::Or, OR),
            "and" => (Operator::And, AND),
            "in" => (Operator::In, COMPARE),
            "|" if self.nest == 0 => return None,
            text => {
                if let Some(&op) = Op::ALL.iter().find(|op| op.text() == text) {
                    (Operator::Arithmetic(op), strength(op))
                } else {
                    let relation = Relation::ALL
                        .iter()
                        .find(|relation| relation.text() == text)?;
                    (Operator::Relation(*relation), COMPARE)
                }
            }
        })
    }

    /// Checks a depth against the limit.
    pub(super) fn deeper(&self, at: Range<usize>, depth: usize) -> Result<usize, RuleFault> {
        if depth <= MAX_TERM_DEPTH {
            return Ok(depth);
        }
        Err(too_deep(at))
    }

    /// Reads a term whose operators bind at least so strongly.
    fn term(&mut self, least: u8) -> Result<Term, RuleFault> {
        let start = self.tokens.peek()?;
        self.depth = self.deeper(start.at(), self.depth + 1)?;
        let mut left = self.prefix()?;
        while let Some((operator, strength)) = self.operator() {
            if strength < least {
                break;
            }
            left = self.joined(left, operator, strength)?;
            self.deeper(left.at.clone(), left.height)?;
        }
        self.deeper(left.at.clone(), left.height)?;
        self.depth -= 1;
        Ok(left)
    }

    /// Reads the operator that comes next and the term after it, and joins the term before to them.
    #[inline(never)] // Its parts would take stack in every level of terms that nothing is joined to.
    fn joined(&mut self, left: Term, operator: Operator, strength: u8) -> Result<Term, RuleFault> {
        let from = left.at.start;
        let (what, to, height) = match operator {
            Operator::Or | Operator::And => {
                let (a, one) = self.as_condition(left)?;
                self.tokens.take()?;
                let right = self.term(strength + 1)?;
                let to = right.at.end;
                let (b, other) = self.as_condition(right)?;
                let a = Box::new(a);
                let b = Box::new(b);
                let cond = if strength == OR {
                    Cond::Or(a, b)
                } else {
                    Cond::And(a, b)
                };
                (What::Condition(cond), to, one.max(other))
            }
            Operator::In => {
                let (e, height) = self.as_number(left)?;
                self.tokens.take()?;
                let (set, other) = self.set()?;
                (
                    What::Condition(Cond::Member(Box::new(e), Box::new(set))),
                    self.tokens.place(),
                    height.max(other),
                )
            }
            Operator::Relation(_) if matches!(left.what, What::List(_) | What::Rows(_)) => {
                return self.lists_compared(left);
            }
            Operator::Relation(_) => {
                let (first, mut height) = self.as_number(left)?;
                let mut links = Vec::new();
                let mut to = from;
                while let Some((Operator::Relation(relation), _)) = self.operator() {
                    self.tokens.take()?;
                    let right = self.term(BIT_OR)?;
                    to = right.at.end;
                    let (e, other) = self.as_number(right)?;
                    height = height.max(other);
                    links.push((relation, e));
                }
                (
                    What::Condition(Cond::Chain(Box::new(first), links)),
                    to,
                    height,
                )
            }
            Operator::Arithmetic(op) => {
                let (a, one) = self.as_number(left)?;
                self.tokens.take()?;
                let right = self.term(strength + 1)?;
                let to = right.at.end;
                let (b, other) = self.as_number(right)?;
                (
                    What::Number(Expr::Binary(op, Box::new(a), Box::new(b))),
                    to,
                    one.max(other),
                )
            }
        };
        Ok(Term {
            what,
            at: from..to,
            height: height + 1,
        })
    }

    /// Reads the relations that follow a list, and the lists after them.
    #[inline(never)] // Its parts would take stack in every level of terms that are no lists.
    fn lists_compared(&mut self, left: Term) -> Result<Term, RuleFault> {
        let from = left.at.start;
        let (mut first, mut height) = self.as_list(left)?;
        let mut all: Option<Cond> = None;
        let mut to = from;
        while let Some((Operator::Relation(relation), _)) = self.operator() {
            let sign = self.tokens.take()?;
            if !matches!(relation, Relation::Eq | Relation::Ne) {
                return Err(RuleFault::new(
                    sign.at(),
                    format!("`{}` between two lists", relation.text()),
                    "lists are compared by `==` and `!=`; numbers of theirs by `<`: `p[0] < p[1]`",
                ));
            }
            let right = self.term(BIT_OR)?;
            to = right.at.end;
            let (second, other) = self.as_list(right)?;
            height = height.max(other) + 1;
            let same = Cond::Same(Box::new(first), Box::new(second.clone()));
            let cond = if relation == Relation::Eq {
                same
            } else {
                Cond::Not(Box::new(same))
            };
            all = Some(match all {
                None => cond,
                Some(before) => Cond::And(Box::new(before), Box::new(cond)),
            });
            first = second;
        }
        let Some(cond) = all else {
            return Err(self.unexpected("`==`", "lists are compared by `==` and `!=`"));
        };
        Ok(Term {
            what: What::Condition(cond),
            at: from..to,
            height: height + 1,
        })
    }

    /// Reads `not`, `-` or `~` and the term after it, or an atom.
    pub(super) fn prefix(&mut self) -> Result<Term, RuleFault> {
        let token = self.tokens.peek()?;
        match self.tokens.text_of(token) {
            "not" => self.denied(token),
            "-" | "~" => self.signed(token),
            _ => self.atom(),
        }
    }

    /// Reads `not` and the condition after it.
    #[inline(never)] // Its parts would take stack in every level of terms without a sign; so would those of the next.
    fn denied(&mut self, not: Token) -> Result<Term, RuleFault> {
        self.tokens.take()?;
        let inner = self.term(NOT)?;
        let at = not.start..inner.at.end;
        let (cond, height) = self.as_condition(inner)?;
        Ok(Term {
            what: What::Condition(Cond::Not(Box::new(cond))),
            at,
            height: height + 1,
        })
    }

    /// Reads `-` or `~` and the number after it.
    #[inline(never)]
    fn signed(&mut self, sign: Token) -> Result<Term, RuleFault> {
        self.tokens.take()?;
        self.depth = self.deeper(sign.at(), self.depth + 1)?;
        let inner = self.prefix()?;
        self.depth -= 1;
        let at = sign.start..inner.at.end;
        let (number, height) = self.as_number(inner)?;
        let number = Box::new(number);
        let number = if self.tokens.text_of(sign) == "-" {
            Expr::Negate(number)
        } else {
            Expr::Complement(number)
        };
        Ok(Term {
            what: What::Number(number),
            at,
            height: height + 1,
        })
    }

    /// Reads a number, a name, a call, or a term in parentheses.
    fn atom(&mut self) -> Result<Term, RuleFault> {
        let token = self.tokens.peek()?;
        let text = self.tokens.text_of(token);
        match token.kind {
            TokenKind::Number => self.literal(token),
            TokenKind::Sign if text == "(" => {
                self.tokens.take()?;
                self.nest += 1;
                let inner = self.term(OR)?;
                let close = self.expect(")", "this parenthesis is not closed")?;
                self.nest -= 1;
                Ok(Term {
                    at: token.start..close.end,
                    ..inner
                })
            }
            TokenKind::Name if !KEYWORDS.contains(&text) => {
                self.tokens.take()?;
                if self.is("(") {
                    let called = self.call(token.at(), text)?;
                    return self.stretch_of(called);
                }
                let touches = self.is("[") && self.tokens.place() == token.end;
                if touches || self.is_list(text) {
                    let list = self.named_list(token)?;
                    return self.stretch_of(list);
                }
                match self.scope.iter().rposition(|name| *name == text) {
                    Some(i) => Ok(Term {
                        what: What::Number(Expr::Name(i as u8)),
                        at: token.at(),
                        height: 1,
                    }),
                    None => Err(self.unknown(token.at(), text)),
                }
            }
            _ => {
                if let Some(fault) = self.number_otherwise() {
                    return Err(fault);
                }
                let before = self.tokens.slice(0..token.start).trim_end();
                let before = before.strip_suffix('(').unwrap_or(before).trim_end();
                let is_compared = before.ends_with("==") || before.ends_with("!=");
                let help = match text {
                    "[" | ")" if is_compared => "a list is not empty if `len(p) > 0`",
                    "+" => "a `+` stands between two numbers",
                    "[" => "brackets hold positions; `(` and `)` hold terms",
                    ">" | "<" => "relations are `<`, `<=`, `>`, `>=`, `==` and `!=`",
                    "{" => "a set follows `in`: `for k in {1, 3}`",
                    _ => "a number is `3`, `n`, `n-1`, `min(a,b)` and the like",
                };
                Err(self.unexpected("a number", help))
            }
        }
    }

    /// Reads a number in digits.
    #[inline(never)] // Its texts would take stack in every level of nested terms.
    fn literal(&mut self, token: Token) -> Result<Term, RuleFault> {
        let text = self.tokens.text_of(token);
        self.tokens.take()?;
        let n = text.parse::<i64>().map_err(|_| {
            RuleFault::new(
                token.at(),
                format!("{text} is too large"),
                format!("numbers are at most {}", i64::MAX),
            )
        })?;
        let next = self.tokens.peek()?;
        let word = self.tokens.peek_text();
        let begins_clause = CLAUSE_WORDS.contains(&word) && !self.scope.contains(&word);
        if next.kind == TokenKind::Name && !KEYWORDS.contains(&word) && !begins_clause {
            if let Some(fault) = self.foreign(next) {
                return Err(fault);
            }
            let name = self.tokens.text_of(next);
            let help = format!("a product is `{text}*{name}`");
            return Err(RuleFault::new(
                token.start..next.end,
                format!("unexpected `{name}` after a number"),
                help,
            ));
        }
        Ok(Term {
            what: What::Number(Expr::Number(n)),
            at: token.at(),
            height: 1,
        })
    }

    /// Reports a name that nothing binds.
    #[cold]
    #[inline(never)] // Its texts would take stack in every level of nested terms.
    fn unknown(&self, at: Range<usize>, name: &str) -> RuleFault {
        if callable(name) {
            let set = SetName::ALL.iter().any(|set| set.text() == name);
            let help = if set {
                format!("`k in {name}(n)`")
            } else {
                format!("`{name}(…)`")
            };
            return RuleFault::new(
                at,
                format!("`{name}` needs its arguments in parentheses"),
                help,
            );
        }
        self.not_bound(at, name)
    }

    /// Reads the arguments of a function; the next token is the parenthesis.
    fn call(&mut self, at: Range<usize>, name: &str) -> Result<Term, RuleFault> {
        if (name == "len" || Fold::ALL.iter().any(|fold| fold.text() == name))
            && let Some((number, height)) = self.fold(at.clone(), name)?
        {
            self.deeper(at.clone(), height)?;
            return Ok(Term {
                what: What::Number(number),
                at: at.start..self.tokens.place(),
                height,
            });
        }
        if matches!(name, "sorted" | "list") {
            return self.made_list(at, name);
        }
        let Some(&function) = Function::ALL
            .iter()
            .find(|function| function.text() == name)
        else {
            return Err(self.no_function(at, name));
        };
        let Arguments {
            numbers: arguments,
            end,
            height,
        } = self.arguments()?;
        let admitted = function.arguments();
        if !admitted.contains(&arguments.len()) {
            return Err(wrong_count(at.start..end, function, arguments.len()));
        }
        self.deeper(at.clone(), height + 1)?;
        Ok(Term {
            what: What::Number(Expr::Call(function, arguments)),
            at: at.start..end,
            height: height + 1,
        })
    }

    /// Reports a call of what is no function.
    #[cold]
    #[inline(never)] // Its texts would take stack in every level of nested calls.
    fn no_function(&self, at: Range<usize>, name: &str) -> RuleFault {
        if SetName::ALL.iter().any(|set| set.text() == name) {
            let message = format!("`{name}` is a set, where a number is needed");
            return RuleFault::new(at, message, format!("a set follows `in`: `k in {name}(n)`"));
        }
        if name == "split" {
            return self.split_in_brackets(at);
        }
        if let Some(fault) = self.call_otherwise(&at, name) {
            return fault;
        }
        let help = match nearest(name, Function::ALL.iter().map(|function| function.text())) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.scope.contains(&name) => format!("a product is `{name}*(…)`"),
            None => "the functions are min, max, gcd, abs, pow, sqrt, log2, popcount, lowbit, digitsum, isprime, issquare, \
                     sum, count and len"
                .into(),
        };
        RuleFault::new(at, format!("there is no function `{name}`"), help)
    }

    /// Reads arguments: `( a, b, … )`.
    pub(super) fn arguments(&mut self) -> Result<Arguments, RuleFault> {
        self.expect("(", "arguments stand in parentheses")?;
        self.nest += 1;
        let mut numbers = Vec::new();
        let mut tallest = 0;
        loop {
            let (e, height) = self.argument()?;
            tallest = tallest.max(height);
            numbers.push(e);
            if !self.eat(",")? {
                break;
            }
        }
        let close = self.expect(")", "this parenthesis is not closed")?;
        self.nest -= 1;
        Ok(Arguments {
            numbers,
            end: close.end,
            height: tallest,
        })
    }
}

/// Reports a condition where a number is needed.
#[cold]
#[inline(never)] // Its texts would take stack in every level of nested terms.
fn no_number(at: Range<usize>) -> RuleFault {
    RuleFault::new(
        at,
        "a condition, where a number is needed",
        "a condition follows `if`, and between `and`, `or`, `not`",
    )
}

/// Reports terms that stand too deep in one another.
#[cold]
#[inline(never)] // Its texts would take stack in every level of nested terms.
fn too_deep(at: Range<usize>) -> RuleFault {
    RuleFault::new(
        at,
        format!("terms stand more than {MAX_TERM_DEPTH} deep in one another here"),
        "numbers joined by operators count, too: the rule should be shorter",
    )
}
