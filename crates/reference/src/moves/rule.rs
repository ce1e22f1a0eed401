//! The syntax of user-defined rulesets: the part of a record before its colon.

use std::collections::{HashMap, HashSet};

use crate::{Fail, Res};

/// A number, a condition, a set or a qualifier.
#[derive(Clone, Debug)]
pub enum Term {
    /// A number as it is written.
    Number(i128),
    /// A name by its place among those bound so far.
    Name(usize),
    /// An operator, a function or a set with the terms that it is about: `a < b`, `min(a,b)`, `{1, 3..n by 2}` (the word
    /// `{` with a number and the word `..`), `if a < b`, `for k in squares(n)` (the set alone), `a[i]` (the word `[`, a
    /// list and a number), `sum(a[j] for j in l..r)` (the word `sum of`, the qualifiers and the number).
    Op(String, Vec<Term>),
}

/// A kind of moves: the parts that one leaves, and its qualifiers.
pub type Kind = (Vec<Vec<Term>>, Vec<Term>);

/// A rule with its clauses.
#[derive(Clone, Default)]
#[allow(missing_docs, reason = "they are the forms of the grammar")]
pub struct Rule {
    pub arity: usize,
    pub kinds: Vec<Kind>,
    pub clauses: HashMap<String, Vec<Term>>,
    pub misere: bool,
    pub falls: bool,
    pub loopy: bool,
}

const KEYWORDS: &str = " for in if and or not by lose win draw legal misere loopy let ";

/// Whether there is a function of this name with this number of arguments.
fn is_function(word: &str, arguments: usize) -> bool {
    match word {
        "min" | "max" | "gcd" => arguments >= 2,
        "pow" => arguments == 2,
        "abs" | "sqrt" | "log2" | "popcount" | "lowbit" | "digitsum" | "isprime" | "issquare" => {
            arguments == 1
        }
        _ => false,
    }
}

/// Whether there is a set of this name with this number of arguments.
fn is_set(word: &str, arguments: usize) -> bool {
    match word {
        "powers" => arguments == 2,
        "divisors" | "primes" | "squares" | "cubes" | "triangular" => arguments == 1,
        "fibonacci" | "factorials" | "bits" | "digits" => arguments == 1,
        _ => false,
    }
}

fn check(holds: bool) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err("something else") }
}

// A term is `nested` within ( ) and [ ], where `|` is an operator; elsewhere it begins the next kind of moves. Names are
// operators without terms until they are bound.
peg::parser! {
    grammar grammar() for str {
        rule _ = quiet!{[' ' | '\t']*}
        rule word() -> &'input str
            = _ word:$(['a'..='z' | 'A'..='Z'] ['a'..='z' | 'A'..='Z' | '0'..='9' | '_']*) { word }
        rule key(key: &str) = word:word() {? check(word == key) }
        rule name() -> String
            = word:word() {? check(!KEYWORDS.contains(&format!(" {word} "))).map(|()| word.to_owned()) }

        pub rule whole() -> (Vec<String>, Vec<Kind>, Vec<(String, Option<Term>)>)
            = _ "[" names:(name() ++ (_ ",")) _ "]" _ "->" kinds:(kind() ++ (_ "|")) clauses:clause()* _ {
                (names, kinds, clauses)
            }
        rule kind() -> Kind
            = parts:(tuple() ++ (_ "+")) qualifiers:qualifier()* { (parts, qualifiers.concat()) }
        rule tuple() -> Vec<Term> = _ "[" numbers:(term(true) ++ (_ ",")) _ "]" { numbers }
        rule qualifier() -> Vec<Term>
            = key("if") cond:cond(false) { vec![op("if", [cond])] }
            / key("for") all:(binding() ++ (_ ",")) { all }
        rule binding() -> Term = name:name() key("in") set:set(false) { op("for", [op(&name, []), set]) }
        rule clause() -> (String, Option<Term>)
            = _ ";" key("let") name:name() _ "=" numbers:number()+ { ("let".to_owned(), Some(op(&name, numbers))) }
            / _ ";" word:word() key("if") cond:cond(false) {?
                check(["lose", "win", "draw", "legal"].contains(&word)).map(|()| (word.to_owned(), Some(cond)))
            }
            / _ ";" word:word() {? check(["misere", "loopy"].contains(&word)).map(|()| (word.to_owned(), None)) }

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
            / word:word() all:arguments() {? check(is_set(word, all.len())).map(|()| op(word, all)) }
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
        rule bar(nested: bool) = _ "|" {? check(nested) }
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
            = word:word() {? check(["min", "max", "sum", "count"].contains(&word)).map(|()| word) }
        rule folded() -> Vec<Term>
            = element:term(true) qualifiers:(key("for") all:(binding() ++ (_ ",")) { all }) more:qualifier()* {
                [qualifiers, more.concat(), vec![element]].concat()
            }
            / set:set(true) { vec![op("for", [op(" ", []), set]), op(" ", [])] }
        rule unary() -> Term
            = _ sign:$(['-' | '~']) term:unary() { op(sign, [term]) }
            / _ digits:$(['0'..='9']+) {? digits.parse::<i64>().map(|n| Term::Number(n.into())).or(Err("a number")) }
            / _ "(" term:term(true) _ ")" { term }
            / word:word() all:arguments() {? check(is_function(word, all.len())).map(|()| op(word, all)) }
            / word:fold() _ "(" terms:folded() _ ")" { op(&format!("{word} of"), terms) }
            / word:(fold() / word:word() {? check(word == "len").map(|()| word) }) _ "(" name:name() _ ")" {
                op(&format!("{word} of all"), [op(&name, [])])
            }
            / name:name() _ "[" index:term(true) _ "]" { op("[", [op(&name, []), index]) }
            / name:name() { op(&name, []) }
    }
}

/// An operator with its terms.
pub fn op(word: &str, terms: impl IntoIterator<Item = Term>) -> Term {
    Term::Op(word.to_owned(), terms.into_iter().collect())
}

impl Term {
    /// The word of an operator with its terms.
    pub fn op(&self) -> (&str, &[Term]) {
        match self {
            Term::Op(word, terms) => (word, terms),
            _ => ("", &[]),
        }
    }

    /// The term with other names; none if one of its names has none.
    pub fn named(&self, name: &dyn Fn(usize) -> Option<usize>) -> Option<Term> {
        Some(match self {
            Term::Number(n) => Term::Number(*n),
            Term::Name(of) => Term::Name(name(*of)?),
            Term::Op(word, terms) => {
                let terms = terms.iter().map(|term| term.named(name)).collect::<Option<_>>()?;
                Term::Op(word.clone(), terms)
            }
        })
    }

    /// Puts lists where their names stand, and notes which of them do.
    fn give(&mut self, lists: &HashMap<String, Vec<Term>>, used: &mut HashSet<String>) {
        let Term::Op(word, terms) = self else { return };
        match lists.get(word).filter(|_| terms.is_empty()) {
            Some(numbers) => {
                used.insert(std::mem::replace(word, "list".to_owned()));
                terms.clone_from(numbers);
            }
            None => terms.iter_mut().for_each(|term| term.give(lists, used)),
        }
    }

    /// Gives names their places in this scope. A set does not see the name that runs through it.
    fn bind(&mut self, scope: &mut Vec<String>) -> Res<()> {
        let Term::Op(word, terms) = self else { return Ok(()) };
        if terms.is_empty() {
            *self = Term::Name(scope.iter().position(|name| name == word).ok_or(Fail::Wrong)?);
        } else if word == "for" {
            let bound = terms.remove(0);
            let (name, []) = bound.op() else { return Err(Fail::Wrong) };
            let name = name.to_owned();
            terms[0].bind(scope)?;
            bound_once(scope, name)?;
        } else if word == "[" {
            if terms[0].op().0 != "list" {
                return Err(Fail::Wrong);
            }
            terms[1].bind(scope)?;
        } else if let Some(fold) = word.strip_suffix(" of all") {
            let ("list", numbers) = terms[0].op() else { return Err(Fail::Wrong) };
            *self =
                if fold == "len" { Term::Number(numbers.len() as i128) } else { op(fold, numbers.to_vec()) };
        } else if word.ends_with(" of") {
            let outer = scope.len();
            terms.iter_mut().try_for_each(|term| term.bind(scope))?;
            scope.truncate(outer);
        } else if word == "list" {
            return Err(Fail::Wrong);
        } else {
            terms.iter_mut().try_for_each(|term| term.bind(scope))?;
        }
        Ok(())
    }
}

fn bound_once(scope: &mut Vec<String>, name: String) -> Res<()> {
    let is_new = !scope.contains(&name);
    scope.push(name);
    if is_new { Ok(()) } else { Err(Fail::Wrong) }
}

impl Rule {
    /// Reads a whole rule.
    pub fn read(text: &str) -> Res<Rule> {
        let (names, kinds, clauses) = grammar::whole(text).map_err(|_| Fail::Wrong)?;
        let (mut scope, mut lists) = (Vec::new(), HashMap::new());
        names.into_iter().try_for_each(|name| bound_once(&mut scope, name))?;
        let mut rule = Rule { arity: scope.len(), kinds, ..Rule::default() };
        for (_, list) in clauses.iter().filter(|(word, _)| word == "let") {
            let (name, numbers) = list.as_ref().map_or(("", &[][..]), Term::op);
            if scope.iter().any(|bound| bound == name)
                || lists.insert(name.to_owned(), numbers.to_vec()).is_some()
            {
                return Err(Fail::Wrong);
            }
        }
        let mut used = HashSet::new();
        let wrong = |part: &Vec<Term>| part.len() != rule.arity;
        if rule.kinds.iter().any(|(parts, _)| parts.iter().any(wrong)) {
            return Err(Fail::Wrong);
        }
        for (parts, qualifiers) in &mut rule.kinds {
            let mut scope = scope.clone();
            for term in qualifiers.iter_mut().chain(parts.iter_mut().flatten()) {
                term.give(&lists, &mut used);
                term.bind(&mut scope)?;
            }
        }
        for (word, cond) in clauses {
            match cond {
                _ if word == "let" => {}
                None if word == "misere" => rule.misere = true,
                None => rule.loopy = true,
                Some(mut cond) => {
                    cond.give(&lists, &mut used);
                    cond.bind(&mut scope)?;
                    rule.clauses.entry(word).or_default().push(cond);
                }
            }
        }
        if used.len() == lists.len() { Ok(rule) } else { Err(Fail::Wrong) }
    }
}
