//! The syntax of user-defined rulesets: the part of a record before its colon.

use std::collections::HashMap;

use crate::rules::evaluate::Evaluator;
use crate::rules::term::{Term, op};
use crate::text::{holds, lists};
use crate::{Fail, Res};

/// A kind of moves. Each choice of numbers that its qualifiers allow is a move.
#[derive(Clone, Debug)]
pub struct RuleMoves {
    /// The positions that such a move leaves, each by the terms for its numbers.
    pub parts: Vec<Vec<Term>>,
    /// The sets from which names take their numbers and the conditions, in the order of the text.
    pub qualifiers: Vec<Term>,
}

/// The most brackets that may stand in one another. The parser calls itself for each, at 2.5 kilobytes of stack.
const MAX_NESTED: usize = 250;

/// The most signs of an option or a clause, which is as deep as its terms may be.
const MAX_SIGNS: usize = 1_000;

/// The most names that may be bound at one place: a name is looked for among all others.
const MAX_NAMES: usize = 256;

/// How many numbers of lists may stand in a rule once each name of a list is replaced by its numbers.
const MAX_COPIED_NUMBERS: usize = 1_000_000;

/// A rule with its clauses.
#[derive(Clone, Default)]
pub struct Rule {
    /// How many numbers a position has.
    pub arity: usize,
    /// The kinds of moves, in the order of the text.
    pub kinds: Vec<RuleMoves>,
    /// The conditions of `lose if`, `win if`, `draw if` and `legal if`, by the first word.
    pub clauses: HashMap<String, Vec<Term>>,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Whether the record is right only if each part that a move leaves is below the number that it left.
    pub falls: bool,
    /// Whether play may come back to a position.
    pub loopy: bool,
    /// The evaluator of the rule's terms.
    pub evaluator: Evaluator,
}

/// A rule as its grammar reads it, before its names are bound.
struct RuleText {
    names: Vec<String>,
    kinds: Vec<RuleMoves>,
    clauses: Vec<Clause>,
}

/// A clause of a rule.
enum Clause {
    /// `let`: the name of a list with its numbers.
    List(String, Vec<Term>),
    /// `lose if`, `win if`, `draw if` or `legal if`: the first word with the condition.
    Condition(String, Term),
    /// `misere` or `loopy`.
    Word(String),
}

const KEYWORDS: &str = " for in if and or not by lose win draw legal misere loopy let ";

/// The functions of one argument, of two, and of more.
const FUNCTIONS: [&str; 3] = [
    "abs sqrt log2 popcount lowbit digitsum isprime issquare",
    "min max gcd pow",
    "min max gcd",
];

/// The sets of one argument, of two, and of more.
const SETS: [&str; 3] = [
    "divisors primes squares cubes triangular fibonacci factorials bits digits",
    "powers",
    "",
];

/// Says whether a word is among those that take this many arguments.
fn takes(words: [&str; 3], word: &str, arguments: usize) -> bool {
    lists(words[arguments.clamp(1, 3) - 1], word)
}

// A term is `nested` within ( ) and [ ], where `|` is an operator; elsewhere it begins the next kind of moves. Names are
// operators without terms until they are bound.
peg::parser! {
    grammar grammar() for str {
        rule _ = quiet!{[' ' | '\t']*}
        rule word() -> &'input str
            = _ word:$(['a'..='z' | 'A'..='Z'] ['a'..='z' | 'A'..='Z' | '0'..='9' | '_']*) { word }
        rule key(key: &str) = word:word() {? holds(word == key) }
        rule name() -> String
            = word:word() {? holds(!KEYWORDS.contains(&format!(" {word} "))).map(|()| word.to_owned()) }

        pub rule whole() -> RuleText
            = _ "[" names:(name() ++ (_ ",")) _ "]" _ "->" kinds:(kind() ++ (_ "|")) clauses:clause()* _ {
                RuleText { names, kinds, clauses }
            }
        rule kind() -> RuleMoves
            = parts:(tuple() ++ (_ "+")) qualifiers:qualifier()* {
                RuleMoves { parts, qualifiers: qualifiers.concat() }
            }
        rule tuple() -> Vec<Term> = _ "[" numbers:(term(true) ++ (_ ",")) _ "]" { numbers }
        rule qualifier() -> Vec<Term>
            = key("if") cond:cond(false) { vec![op("if", [cond])] }
            / key("for") all:(binding() ++ (_ ",")) { all }
        rule binding() -> Term = name:name() key("in") set:set(false) { op("for", [op(&name, []), set]) }
        rule clause() -> Clause
            = _ ";" key("let") name:name() _ "=" numbers:number()+ { Clause::List(name, numbers) }
            / _ ";" word:word() key("if") cond:cond(false) {?
                let is_condition = ["lose", "win", "draw", "legal"].contains(&word);
                holds(is_condition).map(|()| Clause::Condition(word.to_owned(), cond))
            }
            / _ ";" word:word() {?
                holds(["misere", "loopy"].contains(&word)).map(|()| Clause::Word(word.to_owned()))
            }

        rule cond(nested: bool) -> Term = all:(conj(nested) ++ key("or")) { op("or", all) }
        rule conj(nested: bool) -> Term = all:(neg(nested) ++ key("and")) { op("and", all) }
        rule neg(nested: bool) -> Term
            = key("not") cond:neg(nested) { op("not", [cond]) }
            / _ "(" cond:cond(true) _ ")" { cond }
            / first:term(nested) links:link(nested)+ {
                let terms = std::iter::once(&first).chain(links.iter().map(|(_, term)| term));
                op("and", terms.zip(&links).map(|(a, (relation, b))| op(relation, [a.clone(), b.clone()])))
            }
            / term:term(nested) key("in") set:set(nested) { op("in", [term, set]) }
        rule link(nested: bool) -> (&'input str, Term)
            = _ relation:$("<=" / ">=" / "==" / "!=" / "<" / ">") term:term(nested) { (relation, term) }

        rule set(nested: bool) -> Term
            = _ "{" items:((range(nested) / term(nested)) ++ (_ ",")) _ "}" { op("{", items) }
            / word:word() all:arguments() {? holds(takes(SETS, word, all.len())).map(|()| op(word, all)) }
            / range:range(nested) { op("{", [range]) }
        rule range(nested: bool) -> Term
            = low:term(nested) _ ".." high:term(nested) step:(key("by") step:term(nested) { step })? {
                op("..", [low, high, step.unwrap_or(Term::Number(1))])
            }
        rule arguments() -> Vec<Term> = _ "(" all:(term(true) ++ (_ ",")) _ ")" { all }

        rule term(nested: bool) -> Term
            = first:xor() more:(bar(nested) term:xor() { term })* {
                more.into_iter().fold(first, |a, b| op("|", [a, b]))
            }
        rule bar(nested: bool) = _ "|" {? holds(nested) }
        rule xor() -> Term = precedence! {
            a:(@) _ "^" b:@ { op("^", [a, b]) }
            --
            a:(@) _ "&" b:@ { op("&", [a, b]) }
            --
            a:(@) _ sign:$("<<" / ">>") b:@ { op(sign, [a, b]) }
            --
            a:(@) _ sign:$(['+' | '-']) b:@ { op(sign, [a, b]) }
            --
            a:(@) _ sign:$(['*' | '/' | '%']) b:@ { op(sign, [a, b]) }
            --
            term:unary() { term }
        }
        rule number() -> Term
            = _ sign:$("-"?) _ digits:$(['0'..='9']+) {?
                format!("{sign}{digits}").parse::<i64>().map(|n| Term::Number(n.into())).or(Err("a number"))
            }
        rule fold() -> &'input str
            = word:word() {? holds(["min", "max", "sum", "count"].contains(&word)).map(|()| word) }
        rule folded() -> Vec<Term>
            = element:term(true) qualifiers:(key("for") all:(binding() ++ (_ ",")) { all }) more:qualifier()* {
                [qualifiers, more.concat(), vec![element]].concat()
            }
            / set:set(true) { vec![op("for", [op(" ", []), set]), op(" ", [])] }
        #[cache]
        rule unary() -> Term
            = _ sign:$(['-' | '~']) term:unary() { op(sign, [term]) }
            / _ digits:$(['0'..='9']+) {? digits.parse::<i64>().map(|n| Term::Number(n.into())).or(Err("a number")) }
            / _ "(" term:term(true) _ ")" { term }
            / word:word() all:arguments() {? holds(takes(FUNCTIONS, word, all.len())).map(|()| op(word, all)) }
            / word:fold() _ "(" terms:folded() _ ")" { op(&format!("{word} of"), terms) }
            / word:(fold() / word:word() {? holds(word == "len").map(|()| word) }) _ "(" name:name() _ ")" {
                op(&format!("{word} of all"), [op(&name, [])])
            }
            / name:name() _ "[" index:term(true) _ "]" { op("[", [op(&name, []), index]) }
            / name:name() { op(&name, []) }
    }
}

/// What names stand for at a place of a rule.
struct Scope {
    /// The names of the position's numbers, then those bound so far.
    names: Vec<String>,
    /// The lists that `let` names.
    lists: HashMap<String, NamedList>,
    /// How many numbers of lists stand in the rule so far.
    copied: usize,
}

/// A list that `let` names.
struct NamedList {
    numbers: Vec<Term>,
    is_used: bool,
}

impl Scope {
    /// Binds a name, which must not be bound already.
    fn bind_name(&mut self, name: String) -> Res<()> {
        Fail::Wrong.when(self.names.contains(&name))?;
        Fail::TooLarge.when(self.names.len() == MAX_NAMES)?;
        self.names.push(name);
        Ok(())
    }

    /// Names a list, by a name that no number and no other list has.
    fn name_list(&mut self, name: String, numbers: Vec<Term>) -> Res<()> {
        Fail::Wrong.when(self.names.contains(&name) || self.lists.contains_key(&name))?;
        let list = NamedList {
            numbers,
            is_used: false,
        };
        self.lists.insert(name, list);
        Ok(())
    }

    /// Returns the numbers of a list, which is used from now on.
    fn numbers(&mut self, name: &str) -> Res<Vec<Term>> {
        let list = self.lists.get_mut(name).ok_or(Fail::Wrong)?;
        list.is_used = true;
        self.copied += list.numbers.len();
        Fail::TooLarge.when(self.copied > MAX_COPIED_NUMBERS)?;
        Ok(list.numbers.clone())
    }

    /// Replaces the names in a term by their places, and puts the numbers of lists where their names stand. Names that the
    /// term binds are unknown after it, but those of a qualifier.
    fn bind(&mut self, term: &mut Term) -> Res<()> {
        let Term::Op(word, terms) = term else {
            return Ok(());
        };
        if terms.is_empty() {
            let place = self.names.iter().position(|name| name == word);
            *term = Term::Name(place.ok_or(Fail::Wrong)?);
        } else if word == "for" {
            // The set does not see the name that runs through it.
            let name = terms.remove(0).op().0.to_owned();
            self.bind(&mut terms[0])?;
            Fail::Wrong.when(self.lists.contains_key(&name))?;
            self.bind_name(name)?;
        } else if word == "[" {
            let numbers = self.numbers(terms[0].op().0)?;
            terms[0] = op("list", numbers);
            self.bind(&mut terms[1])?;
        } else if let Some(fold) = word.strip_suffix(" of all") {
            let numbers = self.numbers(terms[0].op().0)?;
            *term = match fold {
                "len" => Term::Number(numbers.len() as i128),
                fold => op(fold, numbers),
            };
        } else {
            let outer = self.names.len();
            for term in terms {
                self.bind(term)?;
            }
            self.names.truncate(outer);
        }
        Ok(())
    }

    /// Binds the names of a kind of moves: those of its qualifiers are known to the parts, which the text has first.
    fn bind_kind(&mut self, kind: &mut RuleMoves, arity: usize) -> Res<()> {
        Fail::Wrong.when(kind.parts.iter().any(|part| part.len() != arity))?;
        for term in &mut kind.qualifiers {
            self.bind(term)?;
        }
        for term in kind.parts.iter_mut().flatten() {
            self.bind(term)?;
        }
        self.names.truncate(arity);
        Ok(())
    }
}

/// Refuses a text in which something is so deep that reading it would take a large stack.
fn must_be_shallow(text: &str) -> Res<()> {
    let mut nested = 0usize;
    for sign in text.chars() {
        match sign {
            '(' | '[' | '{' => nested += 1,
            ')' | ']' | '}' => nested = nested.saturating_sub(1),
            _ => {}
        }
        Fail::TooLarge.when(nested > MAX_NESTED)?;
    }
    // No term is deeper than what stands between two parts or clauses has signs.
    let dense: String = text.split_whitespace().collect();
    let separated = dense
        .replace("not", "~")
        .replace("|[", ";")
        .replace("+[", ";");
    let is_sign = |c: char| "([<>=+-*/%&|^~".contains(c);
    let has_many_signs = |part: &str| part.matches(is_sign).count() > MAX_SIGNS;
    Fail::TooLarge.when(separated.split(';').any(has_many_signs))
}

impl Rule {
    /// Reads a whole rule.
    pub fn read(text: &str) -> Res<Rule> {
        must_be_shallow(text)?;
        let RuleText {
            names,
            kinds,
            clauses,
        } = grammar::whole(text).map_err(|_| Fail::Wrong)?;
        let mut rule = Rule {
            arity: names.len(),
            kinds,
            ..Rule::default()
        };
        let mut scope = Scope {
            names: Vec::new(),
            lists: HashMap::new(),
            copied: 0,
        };
        for name in names {
            scope.bind_name(name)?;
        }
        // Lists are known to the whole rule, wherever they are named.
        let mut conditions = Vec::new();
        for clause in clauses {
            match clause {
                Clause::List(name, numbers) => scope.name_list(name, numbers)?,
                Clause::Condition(word, condition) => conditions.push((word, condition)),
                Clause::Word(word) if word == "misere" => rule.misere = true,
                Clause::Word(_) => rule.loopy = true,
            }
        }
        for kind in &mut rule.kinds {
            scope.bind_kind(kind, rule.arity)?;
        }
        for (word, mut condition) in conditions {
            scope.bind(&mut condition)?;
            rule.clauses.entry(word).or_default().push(condition);
        }
        let are_used = scope.lists.values().all(|list| list.is_used);
        if are_used { Ok(rule) } else { Err(Fail::Wrong) }
    }
}

#[cfg(test)]
mod tests {
    use super::Rule;
    use crate::Fail;

    #[test]
    fn terms_are_not_read_beyond_a_depth() {
        let deep = |before: &str, after: &str, times: usize| {
            Rule::read(&format!(
                "[n] -> [{}n{}-1]",
                before.repeat(times),
                after.repeat(times)
            ))
            .map(|_| ())
        };
        for (before, after) in [
            ("(", ")"),
            ("-", ""),
            ("~", ""),
            ("min(", ",n)"),
            ("1+", ""),
            ("", "+1"),
        ] {
            assert_eq!(deep(before, after, 200), Ok(()), "{before}");
            assert_eq!(deep(before, after, 50_000), Err(Fail::TooLarge), "{before}");
        }
        let cond = format!("[n] -> [n-1] if {}n > 0", "not ".repeat(50_000));
        assert_eq!(Rule::read(&cond).err(), Some(Fail::TooLarge));
        // A function of one number, which the grammar tries in several ways.
        assert_eq!(deep("max(", ")", 60), Err(Fail::Wrong));
    }
}
