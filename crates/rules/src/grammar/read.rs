//! Reads the rule: pattern, options, clauses.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a rule has at most 32 names"
)]

use super::fault::RuleFault;
use super::insides::Insides;
use super::limits::refuse_more;
use super::named_lists::Lists;
use super::token::{KEYWORDS, Token, TokenKind, Tokens, is_in_name, meant_by};
use std::ops::Range;

use crate::tree::{
    self, Expr, Fold, Function, ListForm, ListOrder, MAX_CLAUSES, MAX_KINDS, MAX_LIST, MAX_NAMES,
    MAX_NUMBERS, MAX_PARTS, MAX_QUALIFIERS, Op, Part, Qualifier, Rule, SetName,
};

/// The words with which clauses begin.
pub(super) const CLAUSE_WORDS: [&str; 10] = [
    "lose",
    "win",
    "draw",
    "legal",
    "misere",
    "loopy",
    "let",
    "bag",
    "partition",
    "set",
];

/// A reader of one rule.
pub struct RuleReader<'t, 'a> {
    /// The tokens of the text, read one ahead.
    pub(super) tokens: &'t mut Tokens<'a>,
    /// The names bound so far, by their numbers.
    pub(super) scope: Vec<&'a str>,
    /// The name of the position, if it is a list.
    pub(super) list: Option<&'a str>,
    /// The lists of numbers that clauses give.
    pub(super) lists: Lists<'a>,
    /// The number of numbers of a position; their names come first in the scope.
    pub(super) arity: usize,
    /// The bytes of the pattern.
    pub(super) pattern: Range<usize>,
    /// The number of parentheses and brackets that are open.
    pub(super) nest: usize,
    /// The depth at which the terms being read stand in one another.
    pub(super) depth: usize,
    /// The number of folds that stand in one another.
    pub(super) folds: usize,
    /// The things that each parenthesis of the rule holds.
    pub(super) insides: Insides,
}

impl<'t, 'a> RuleReader<'t, 'a> {
    /// Begins at the start of these tokens.
    pub fn new(tokens: &'t mut Tokens<'a>) -> Self {
        RuleReader {
            tokens,
            scope: Vec::new(),
            list: None,
            lists: Lists::default(),
            arity: 0,
            pattern: 0..0,
            nest: 0,
            depth: 0,
            folds: 0,
            insides: Insides::default(),
        }
    }

    /// Returns whether the next token is this one.
    pub(super) fn is(&self, sign: &str) -> bool {
        self.tokens.peek_text() == sign
    }

    /// Takes the next token if it is this one.
    pub(super) fn eat(&mut self, sign: &str) -> Result<bool, RuleFault> {
        if self.is(sign) {
            self.tokens.take()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Takes the next token, which must be this one.
    pub(super) fn expect(&mut self, sign: &str, help: &str) -> Result<Token, RuleFault> {
        if self.is(sign) {
            self.tokens.take()
        } else {
            Err(self.unexpected(&format!("`{sign}`"), help))
        }
    }

    /// Reports that something else stands here than what is needed.
    pub(super) fn unexpected(&self, needed: &str, help: &str) -> RuleFault {
        match self.tokens.peek() {
            Err(fault) => fault,
            Ok(token) if token.kind == TokenKind::End => self.ends(token, needed, help),
            Ok(token) => self.foreign(token).unwrap_or_else(|| {
                let text = self.tokens.text_of(token);
                RuleFault::new(
                    token.at(),
                    format!("expected {needed}, found `{text}`"),
                    help,
                )
            }),
        }
    }

    /// Reports a word of other languages, if a token is one.
    pub(super) fn foreign(&self, token: Token) -> Option<RuleFault> {
        let word = self.tokens.text_of(token);
        if self.scope.contains(&word) {
            return None;
        }
        let mut meant = meant_by(word)?;
        let mut after = self.tokens.text()[token.end..].split_whitespace();
        let next = after.next().unwrap_or_default();
        if word == "where" && after.next() == Some("in") {
            meant = "for";
        }
        if word == "is" && matches!(next, "even" | "odd") {
            return Some(self.parity(token.start, next));
        }
        let message = format!("`{word}` is not in the language");
        Some(RuleFault::new(
            token.at(),
            message,
            format!("write `{meant}`"),
        ))
    }

    /// Reports `n is even` and `n odd`: the number ends before this byte, and this word follows.
    #[cold]
    pub(super) fn parity(&self, end: usize, word: &str) -> RuleFault {
        let before = self.tokens.slice(0..end).trim_end();
        let start = before.len() - before.bytes().rev().take_while(is_in_name).count();
        let name = &before[start..];
        let after = &self.tokens.text()[before.len()..];
        let end = before.len() + after.find(word).map_or(0, |at| at + word.len());
        let rest = u8::from(word == "odd");
        RuleFault::new(
            start..end,
            format!("`{word}` is no condition"),
            format!("write `{name} % 2 == {rest}`"),
        )
    }

    /// Reports that the rule ends where something is needed.
    fn ends(&self, token: Token, needed: &str, help: &str) -> RuleFault {
        if token.end > token.start {
            return RuleFault::new(token.at(), format!("expected {needed}, found `:`"), help);
        }
        let text = self.tokens.slice(0..token.start);
        let end = token.start..token.start;
        let open = text.rfind('[');
        let is_open = self.nest > 0 || open > text.rfind(']');
        if let Some(open) = open
            && is_open
        {
            let inside = text[open..].trim_end();
            let message = format!("the record ends within `{inside}`");
            return RuleFault::new(end, message, "`//` begins a comment; division is `/`");
        }
        RuleFault::new(end, format!("expected {needed}, found the end"), help)
    }

    /// Reads the rule, `[n] -> … | … ; …`, to its end.
    pub fn rule(mut self) -> Result<Rule, RuleFault> {
        if let Some(fault) = self.no_pattern() {
            return Err(fault);
        }
        let mut rule = Rule {
            names: self.pattern()?,
            list: self.list.map(|name| ListForm {
                name: name.to_owned(),
                order: ListOrder::Word,
            }),
            ..Rule::default()
        };
        self.find_lists()?;
        let lists = &self.lists;
        let list = self.list;
        let is_list = |name: &str| list == Some(name) || lists.contains(name);
        let ends = self.lists.all.iter().map(|list| list.end);
        self.insides = Insides::of(self.tokens, &is_list, ends);
        if let Some(fault) = self.other_arrow().or_else(|| self.clause_before_arrow()) {
            return Err(fault);
        }
        self.expect(
            "->",
            "a rule is `[n] -> [n-1] | [n-2]`: a position, an arrow, and its options",
        )?;
        loop {
            let place = self.tokens.peek()?.at();
            refuse_more(rule.kinds.len(), MAX_KINDS, "options", "a rule", place)?;
            rule.kinds.push(self.option()?);
            self.scope.truncate(rule.names.len());
            if !self.eat("|")? {
                break;
            }
        }
        let clauses = self.is(";");
        let mut read = 0;
        while self.is(";") {
            let place = self.tokens.take()?.at();
            if !self.is("let") {
                refuse_more(read, MAX_CLAUSES, "clauses", "a rule", place)?;
                read += 1;
            }
            self.clause(&mut rule)?;
        }
        let token = self.tokens.peek()?;
        if token.kind == TokenKind::End {
            widen(&mut rule);
            return self.all_used().map(|()| rule);
        }
        Err(self.after_option(token, clauses))
    }

    /// Reads the pattern `[a,b]`: the names of a position's numbers.
    fn pattern(&mut self) -> Result<Vec<String>, RuleFault> {
        if !self.is("[")
            && let Some(fault) = self.without_brackets("a rule begins with a position in brackets")
        {
            return Err(fault);
        }
        let open = self.expect(
            "[",
            "a rule is `[n] -> [n-1] | [n-2]`: a position, an arrow, and its options",
        )?;
        self.nest += 1;
        let start = self.tokens.place();
        loop {
            let token = self.tokens.peek()?;
            if token.kind == TokenKind::Number {
                return Err(RuleFault::new(
                    token.at(),
                    format!(
                        "`{}` is a number, where a name is needed",
                        self.tokens.text_of(token)
                    ),
                    "the pattern is names only; a special case is a guard: `[a,b] -> [a-1,b] if b == 0`",
                ));
            }
            let (name, at) = self.name()?;
            if self.tokens.take_dots() {
                return self.end_of_list(name, at);
            }
            if self.is("..") {
                let dots = self.tokens.peek()?;
                return Err(RuleFault::new(
                    at.start..dots.end,
                    "`..` stands in the pattern",
                    format!("a position that is a list is `{name}...`"),
                ));
            }
            self.check_name_in_pattern(name, at)?;
            self.scope.push(name);
            if !self.eat(",")? {
                break;
            }
        }
        if !self.is("]")
            && let Some(fault) = self.names_without_commas(start)
        {
            return Err(fault);
        }
        let close = self.expect(
            "]",
            "the names of a position's numbers are joined by commas: `[a,b]`",
        )?;
        self.nest -= 1;
        self.pattern = open.start..close.end;
        self.arity = self.scope.len();
        Ok(self.scope.iter().map(|name| name.to_string()).collect())
    }

    /// Checks that a name may be one more in the pattern.
    fn check_name_in_pattern(&self, name: &str, at: Range<usize>) -> Result<(), RuleFault> {
        if self.scope.contains(&name) {
            return Err(RuleFault::new(
                at,
                format!("`{name}` stands twice in the pattern"),
                "each number of a position has a name of its own; equal numbers are a guard: `if a == b`",
            ));
        }
        if self.scope.len() == MAX_NUMBERS {
            return Err(RuleFault::new(
                at,
                format!("a position has at most {MAX_NUMBERS} numbers"),
                "a list has any number of them: `[p...]`; several small numbers may be digits or bits of one",
            ));
        }
        Ok(())
    }

    /// Reads the end of a pattern whose position is a list, after its `...`.
    fn end_of_list(&mut self, name: &'a str, at: Range<usize>) -> Result<Vec<String>, RuleFault> {
        if !self.scope.is_empty() || !self.is("]") {
            let end = self.tokens.place().max(at.end);
            return Err(RuleFault::new(
                at.start..end,
                "a list stands alone in the pattern",
                format!(
                    "write `[{name}...]`; other numbers can stand in front in the list: `{name}[0]`"
                ),
            ));
        }
        self.tokens.take()?;
        self.nest -= 1;
        self.list = Some(name);
        Ok(Vec::new())
    }

    /// Reads a name, and its place.
    pub(super) fn name(&mut self) -> Result<(&'a str, Range<usize>), RuleFault> {
        let token = self.tokens.peek()?;
        let text = self.tokens.text_of(token);
        if token.kind != TokenKind::Name {
            let before = self.tokens.slice(0..token.start).trim_end();
            if before.ends_with("for")
                && let Some(fault) = self.name_between()
            {
                return Err(fault);
            }
            let after = self.tokens.text()[token.end..].trim_start_matches('.');
            let name = after.split(']').next().unwrap_or_default();
            if self.arity == 0 && matches!(text, "*" | "..") && is_name(name) {
                let end = self.tokens.text().len() - after.len() + name.len();
                return Err(RuleFault::new(
                    token.start..end,
                    format!("`{text}` stands before the name of a list"),
                    format!("the dots follow it: `{name}...`"),
                ));
            }
            let help = if before.ends_with("for") {
                "a `for` binds a name to a set: `k in 1..3`"
            } else {
                "a name is a letter followed by letters, digits and `_`"
            };
            return Err(self.unexpected("a name", help));
        }
        if KEYWORDS.contains(&text) {
            return Err(RuleFault::new(
                token.at(),
                format!("`{text}` is a word of the language, not a name"),
                "take another name",
            ));
        }
        self.tokens.take()?;
        Ok((text, token.at()))
    }

    /// Reads an option. Its qualifiers bind names that the target in front of them uses, so they are read first.
    fn option(&mut self) -> Result<tree::MoveKind, RuleFault> {
        let start = self.tokens.place();
        self.skip_target()?;
        let (qualifiers, _) = self.qualifiers()?;
        // What is wrong after the qualifiers may be why names in front of them are not bound.
        let after = self.tokens.peek()?;
        if after.kind != TokenKind::End && !self.is("|") && !self.is(";") {
            return Err(self.after_option(after, false));
        }
        let end = self.tokens.place();
        self.tokens.go_to(start);
        let wide = self.parts()?;
        self.tokens.go_to(end);
        Ok(tree::MoveKind {
            parts: Vec::new(),
            wide,
            qualifiers,
        })
    }

    /// Reads what an option leaves: parts joined by `+`.
    fn parts(&mut self) -> Result<Vec<Part>, RuleFault> {
        let mut parts = vec![self.part()?];
        while self.is("+") {
            let place = self.tokens.take()?.at();
            refuse_more(parts.len(), MAX_PARTS, "parts", "an option", place)?;
            parts.push(self.part()?);
        }
        Ok(parts)
    }

    /// Reads a part: `[n-1]`, `k*[n]`, `{[d] for d in divisors(n)}`, `split(p, c)`.
    fn part(&mut self) -> Result<Part, RuleFault> {
        if self.is("[") {
            return self.tuple().map(Part::Position);
        }
        if self.is("{") {
            return self.parts_in_braces();
        }
        if self.splits() {
            return self.split();
        }
        let factor = self.prefix()?;
        let (mut times, mut height) = self.as_number(factor)?;
        self.expect("*", "equal parts are `k*[n]`")?;
        while !self.begins_part() {
            let factor = self.prefix()?;
            let at = factor.at.clone();
            let (other, its_height) = self.as_number(factor)?;
            height = self.deeper(at, height.max(its_height) + 1)?;
            times = Expr::Binary(Op::Mul, Box::new(times), Box::new(other));
            self.expect("*", "equal parts are `k*[n]`")?;
        }
        let part = self.part()?;
        Ok(Part::Times(times, Box::new(part)))
    }

    /// Reads parts in braces: the qualifiers after them bind names that they use, so these are read first.
    fn parts_in_braces(&mut self) -> Result<Part, RuleFault> {
        let open = self.expect("{", "parts in braces are `{[d] for d in divisors(n)}`")?;
        self.deeper_fold(&open.at(), "{")?;
        self.nest += 1;
        let start = self.tokens.place();
        self.skip_target()?;
        let outer = self.scope.len();
        let (qualifiers, _) = self.qualifiers()?;
        let end = self.tokens.place();
        self.tokens.go_to(start);
        let parts = self.parts()?;
        self.tokens.go_to(end);
        self.scope.truncate(outer);
        self.expect(
            "}",
            "parts in braces are `{[d] for d in divisors(n) if d < n}`; parts are joined by `+`",
        )?;
        self.nest -= 1;
        self.folds -= 1;
        Ok(Part::Each(parts, qualifiers))
    }

    /// Reads `split(p, c)`.
    fn split(&mut self) -> Result<Part, RuleFault> {
        let form = "`split(p, c)` is the stretches of a list between the numbers that equal c";
        let word = self.tokens.take()?;
        if self.list.is_none() {
            let pattern = self.scope[..self.arity].join(",");
            return Err(RuleFault::new(
                word.at(),
                "`split` leaves lists, and positions are tuples here",
                format!("the pattern is `[{pattern}]`; positions are lists if it is `[p...]`"),
            ));
        }
        self.expect("(", form)?;
        self.nest += 1;
        let list = self.whole_term()?;
        let (list, _) = self.as_list(list)?;
        self.expect(",", form)?;
        let (by, _) = self.argument()?;
        self.expect(")", form)?;
        self.nest -= 1;
        Ok(Part::Split(list, by))
    }

    /// Returns whether `split(` comes next.
    fn splits(&mut self) -> bool {
        let place = self.tokens.place();
        let splits = self.is("split") && self.tokens.take().is_ok() && self.is("(");
        self.tokens.go_to(place);
        splits
    }

    /// Returns whether a part comes next that has no factor in front.
    fn begins_part(&mut self) -> bool {
        self.is("[") || self.is("{") || self.splits()
    }

    /// Reads all `for` and `if` that follow; also returns the height of the tallest term in them.
    pub(super) fn qualifiers(&mut self) -> Result<(Vec<Qualifier>, usize), RuleFault> {
        let mut qualifiers = Vec::new();
        let mut tallest = 0;
        loop {
            if self.is("if") || self.is("for") {
                let place = self.tokens.peek()?.at();
                let what = "qualifiers (`for` and `if`)";
                refuse_more(qualifiers.len(), MAX_QUALIFIERS, what, "an option", place)?;
            }
            if self.eat("if")? {
                let (cond, height) = self.condition()?;
                tallest = tallest.max(height);
                qualifiers.push(Qualifier::If(cond));
            } else if self.eat("for")? {
                loop {
                    let (name, at) = self.name()?;
                    let is_relation = ["<", ">", "<=", ">=", "==", "!=", "%"]
                        .iter()
                        .any(|sign| self.is(sign));
                    let before = self.tokens.slice(0..at.start).trim_end();
                    if is_relation && before.ends_with(',') {
                        let comma = before.len() - 1;
                        let message = "`,` stands before a condition";
                        return Err(RuleFault::new(comma..comma + 1, message, "write ` if`"));
                    }
                    if self.scope.contains(&name) || self.is_list(name) {
                        return Err(RuleFault::new(
                            at,
                            format!("`{name}` is bound already"),
                            "take another name; one name cannot be bound twice in one option",
                        ));
                    }
                    if self.scope.len() == MAX_NAMES {
                        let message = format!("one option has at most {MAX_NAMES} names");
                        return Err(RuleFault::new(
                            at,
                            message,
                            "those of the position among them",
                        ));
                    }
                    if self.tokens.take_equals() {
                        let at = self.tokens.place();
                        let sign = self.tokens.slice(0..at).rfind('=').unwrap_or(at);
                        let message = "`=` stands where `in` is needed";
                        return Err(RuleFault::new(sign..sign + 1, message, "write ` in `"));
                    }
                    self.expect("in", "a `for` is `for k in 1..n`")?;
                    let (set, height) = self.set()?;
                    tallest = tallest.max(height);
                    qualifiers.push(Qualifier::For(self.scope.len() as u8, set));
                    self.scope.push(name);
                    if !self.eat(",")? {
                        break;
                    }
                }
            } else {
                break;
            }
        }
        Ok((qualifiers, tallest))
    }

    /// Passes over the parts that an option leaves.
    fn skip_target(&mut self) -> Result<(), RuleFault> {
        loop {
            self.skip_factors()?;
            if self.splits() {
                self.tokens.take()?;
            } else if !self.is("[") && !self.is("{") {
                return Err(self.no_part());
            }
            self.skip_brackets()?;
            if !self.eat("+")? {
                return Ok(());
            }
        }
    }

    /// Passes over the factors in front of a part, `2*k*`, if there are any.
    fn skip_factors(&mut self) -> Result<(), RuleFault> {
        let start = self.tokens.place();
        while !self.begins_part() {
            self.eat("-")?;
            let first = self.tokens.peek()?;
            let is_operand =
                self.is("(") || matches!(first.kind, TokenKind::Number | TokenKind::Name);
            let is_factor = is_operand && !KEYWORDS.contains(&self.tokens.text_of(first));
            if is_factor && !self.is("(") {
                self.tokens.take()?;
            }
            while is_factor && (self.is("(") || self.is("[")) {
                self.skip_brackets()?;
            }
            if !is_factor || !self.eat("*")? {
                self.tokens.go_to(start);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Reports that something else stands here than a part.
    fn no_part(&self) -> RuleFault {
        let about = "an option is a position in brackets";
        if let Some(fault) = self
            .without_brackets(about)
            .or_else(|| self.parts_otherwise())
        {
            return fault;
        }
        let fault = self.unexpected("`[`", "an option is a position in brackets: `[n-1]`");
        let before = self.tokens.slice(0..self.tokens.place());
        if !before.trim_end().ends_with('|') || !fault.message.starts_with("expected") {
            return fault;
        }
        let bar = before.rfind('|').unwrap_or(0);
        RuleFault::new(
            bar..bar + 1,
            "`|` begins the next option here, and an option begins with `[`",
            "write `(a | b)` for the bitwise or",
        )
    }

    /// Passes over an open bracket and all that stands in it.
    fn skip_brackets(&mut self) -> Result<(), RuleFault> {
        let open = self.tokens.peek()?;
        let mut depth = 0;
        let mut before = open;
        loop {
            let token = self.tokens.peek()?;
            match self.tokens.text_of(token) {
                "[" => {
                    if before.kind == TokenKind::Name {
                        self.named_list(before)?;
                    }
                    depth += 1;
                }
                "{" | "(" => depth += 1,
                "]" | "}" | ")" => depth -= 1,
                ";" => return Err(self.not_closed(open, token.start)),
                "" if self.is("") && self.tokens.text_of(open) != "[" => {
                    return Err(self.not_closed(open, token.start));
                }
                "" if token.end > token.start && depth > 1 => {
                    let message = "`:` in a stretch of a list";
                    return Err(RuleFault::new(token.at(), message, "write `..`"));
                }
                "" => {
                    self.nest = 1;
                    let is_in_list = self.list.is_some() && depth > 1;
                    let help = if is_in_list {
                        "a stretch of a list is `p[i..j]`, `p[..j]` or `p[i..]`, and both ends belong to it"
                    } else {
                        "a position is `[a,b]`"
                    };
                    return Err(self.unexpected("`]`", help));
                }
                _ => {}
            }
            before = self.tokens.take()?;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads one of the positions that an option leaves.
    fn tuple(&mut self) -> Result<Vec<Expr>, RuleFault> {
        let open = self.expect("[", "an option is a position in brackets: `[n-1]`")?;
        if self.list.is_some() && self.eat("]")? {
            return Ok(Vec::new());
        }
        self.nest += 1;
        let mut numbers = vec![self.position_term()?];
        while self.eat(",")? {
            refuse_more(numbers.len(), MAX_LIST, "terms", "a position", open.at())?;
            numbers.push(self.position_term()?);
        }
        let close = self.expect("]", "the numbers of a position are joined by commas")?;
        self.nest -= 1;
        let arity = self.arity;
        if self.list.is_none() && numbers.len() != arity {
            return Err(RuleFault::new(
                open.start..close.end,
                format!("a position has {}, not {}", count(arity), numbers.len()),
                format!("the pattern is `[{}]`", self.scope[..arity].join(",")),
            ));
        }
        Ok(numbers)
    }

    /// Reads the clause that says which lists are one position.
    fn order_of_list(&mut self, rule: &mut Rule) -> Result<(), RuleFault> {
        let token = self.tokens.take()?;
        let word = self.tokens.text_of(token);
        let order = ListOrder::ALL.iter().find(|order| order.text() == word);
        match (&mut rule.list, order) {
            (Some(form), Some(order)) if form.order == ListOrder::Word => {
                form.order = *order;
                Ok(())
            }
            (Some(form), Some(_)) => Err(RuleFault::new(
                token.at(),
                format!("`{word}` stands beside `{}`", form.order.text()),
                "one clause says which lists are one position",
            )),
            _ => Err(RuleFault::new(
                token.at(),
                format!("`{word}` is about lists, and positions are tuples here"),
                "positions are lists if the pattern is `[p...]`",
            )),
        }
    }

    /// Reads a clause after its `;`.
    fn clause(&mut self, rule: &mut Rule) -> Result<(), RuleFault> {
        self.scope.truncate(rule.names.len());
        let token = self.tokens.peek()?;
        let word = self.tokens.text_of(token);
        match word {
            "misere" | "loopy" => {
                self.tokens.take()?;
                if word == "misere" {
                    rule.misere = true;
                } else {
                    rule.loopy = true;
                }
                return Ok(());
            }
            "let" => {
                self.pass_list();
                return Ok(());
            }
            "bag" | "partition" | "set" => return self.order_of_list(rule),
            "lose" | "win" | "draw" | "legal" => {}
            _ => return Err(self.no_clause(word)),
        }
        self.tokens.take()?;
        let next = self.tokens.peek()?;
        let begins_term = matches!(next.kind, TokenKind::Name | TokenKind::Number);
        if !self.is("if") && begins_term && meant_by(self.tokens.text_of(next)).is_none() {
            let message = format!("`if` is missing after `{word}`");
            return Err(RuleFault::new(
                token.at(),
                message,
                format!("write `{word} if`"),
            ));
        }
        self.expect("if", "write `lose if n == 0`")?;
        let (cond, _) = self.condition()?;
        if self.is("|") {
            let token = self.tokens.peek()?;
            return Err(RuleFault::new(
                token.at(),
                "`|` would begin the next option here, and options stand before the clauses",
                "write `(a | b)` for the bitwise or, `or` between conditions",
            ));
        }
        let list = match word {
            "lose" => &mut rule.lose,
            "win" => &mut rule.win,
            "draw" => &mut rule.draw,
            _ => &mut rule.legal,
        };
        list.push(cond);
        Ok(())
    }

    /// Reports a word that begins no clause.
    fn no_clause(&self, word: &str) -> RuleFault {
        const CLAUSES: &str = "a clause is `lose if …`, `win if …`, `draw if …`, `legal if …`, `let a = …`, `misere` or `loopy`";
        let order = matches!(word, "multiset" | "unordered" | "sorted").then_some("bag");
        if let Some(near) = order.or_else(|| nearest(word, CLAUSE_WORDS.into_iter())) {
            let help = format!("did you mean `{near}`?");
            return RuleFault {
                help,
                ..self.unexpected("a clause", CLAUSES)
            };
        }
        let mut help = CLAUSES.to_owned();
        if self.list.is_some() {
            help += "; `bag`, `partition` and `set` say which lists are one position";
        }
        self.unexpected("a clause", &help)
    }
}

/// Keeps the parts of all moves as parts of one size, if that is what they are.
fn widen(rule: &mut Rule) {
    let is_plain = |part: &Part| matches!(part, Part::Position(_));
    let mut parts = rule.kinds.iter().flat_map(|kind| &kind.wide);
    if rule.list.is_some() || !parts.all(is_plain) {
        return;
    }
    for kind in &mut rule.kinds {
        for part in std::mem::take(&mut kind.wide) {
            if let Part::Position(numbers) = part {
                kind.parts.push(numbers);
            }
        }
    }
}

/// Says whether a text is a name.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.as_bytes().iter().all(is_in_name)
}

/// Writes a count of numbers: `1 number`, `2 numbers`.
fn count(n: usize) -> String {
    if n == 1 {
        "1 number".into()
    } else {
        format!("{n} numbers")
    }
}

/// Finds the word among these that is likely meant.
pub(crate) fn nearest<'w>(word: &str, among: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    among
        .map(|other| (strsim::damerau_levenshtein(word, other), other))
        .filter(|&(distance, other)| distance > 0 && 3 * distance <= other.len().max(word.len()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, other)| other)
}

/// Returns whether a word names a function or a set.
pub(super) fn callable(word: &str) -> bool {
    let fold = matches!(word, "len" | "sorted" | "list")
        || Fold::ALL.iter().any(|fold| fold.text() == word);
    fold || Function::ALL.iter().any(|f| f.text() == word)
        || SetName::ALL.iter().any(|s| s.text() == word)
}
