//! The syntax of user-defined rulesets: the part of a record before its colon.

use std::collections::HashMap;

use crate::text::{holds, lists};
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

/// The lists that `let` names, each with whether it is used.
type Lists = HashMap<String, (Vec<Term>, bool)>;

/// A kind of moves: the parts that one leaves, and its qualifiers.
pub type Kind = (Vec<Vec<Term>>, Vec<Term>);

/// The most signs of an option or a clause.
const MAX_SIGNS: usize = 1_000;

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

/// The functions, and the sets, of one argument, of two, and of more.
const FUNCTIONS: [&str; 3] = [
    "abs sqrt log2 popcount lowbit digitsum isprime issquare",
    "min max gcd pow",
    "min max gcd",
];
const SETS: [&str; 3] = [
    "divisors primes squares cubes triangular fibonacci factorials bits digits",
    "powers",
    "",
];

/// Whether one of these words is this one and has this many arguments.
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
                holds(["lose", "win", "draw", "legal"].contains(&word)).map(|()| (word.to_owned(), Some(cond)))
            }
            / _ ";" word:word() {? holds(["misere", "loopy"].contains(&word)).map(|()| (word.to_owned(), None)) }

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
                let terms = terms
                    .iter()
                    .map(|term| term.named(name))
                    .collect::<Option<_>>()?;
                Term::Op(word.clone(), terms)
            }
        })
    }

    /// Gives names their places in a scope, and puts lists where their names stand. A set does not see the name that
    /// runs through it.
    fn bind(&mut self, scope: &mut Vec<String>, lists: &mut Lists) -> Res<()> {
        let Term::Op(word, terms) = self else {
            return Ok(());
        };
        if terms.is_empty() {
            *self = Term::Name(
                scope
                    .iter()
                    .position(|name| name == word)
                    .ok_or(Fail::Wrong)?,
            );
        } else if word == "for" {
            let name = terms.remove(0).op().0.to_owned();
            terms[0].bind(scope, lists)?;
            Fail::Wrong.when(lists.contains_key(&name))?;
            bound_once(scope, name)?;
        } else if word == "[" || word.ends_with(" of all") {
            let (numbers, is_used) = lists.get_mut(terms[0].op().0).ok_or(Fail::Wrong)?;
            *is_used = true;
            match word.strip_suffix(" of all") {
                None => {
                    terms[0] = op("list", numbers.clone());
                    terms[1].bind(scope, lists)?;
                }
                Some("len") => *self = Term::Number(numbers.len() as i128),
                Some(fold) => *self = op(fold, numbers.clone()),
            }
        } else {
            let outer = scope.len();
            terms
                .iter_mut()
                .try_for_each(|term| term.bind(scope, lists))?;
            scope.truncate(outer);
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
        // No term is deeper than what stands between two parts or clauses has signs.
        let dense = text
            .split_whitespace()
            .collect::<String>()
            .replace("not", "~")
            .replace("|[", ";");
        let signs = |part: &str| part.matches(|c: char| "([<>=+-*/%&|^~".contains(c)).count();
        Fail::TooLarge.when(
            dense
                .replace("+[", ";")
                .split(';')
                .any(|part| signs(part) > MAX_SIGNS),
        )?;
        let (names, kinds, clauses) = grammar::whole(text).map_err(|_| Fail::Wrong)?;
        let (mut scope, mut lists) = (Vec::new(), Lists::new());
        names
            .into_iter()
            .try_for_each(|name| bound_once(&mut scope, name))?;
        let mut rule = Rule {
            arity: scope.len(),
            kinds,
            ..Rule::default()
        };
        let (given, clauses): (Vec<_>, Vec<_>) =
            clauses.into_iter().partition(|(word, _)| word == "let");
        for (name, numbers) in given
            .iter()
            .filter_map(|(_, list)| list.as_ref().map(Term::op))
        {
            let is_new = lists
                .insert(name.to_owned(), (numbers.to_vec(), false))
                .is_none();
            Fail::Wrong.when(scope.iter().any(|bound| bound == name) || !is_new)?;
        }
        for (parts, qualifiers) in &mut rule.kinds {
            let mut scope = scope.clone();
            Fail::Wrong.when(parts.iter().any(|part| part.len() != rule.arity))?;
            let mut terms = qualifiers.iter_mut().chain(parts.iter_mut().flatten());
            terms.try_for_each(|term| term.bind(&mut scope, &mut lists))?;
        }
        for (word, cond) in clauses {
            match cond {
                None if word == "misere" => rule.misere = true,
                None => rule.loopy = true,
                Some(mut cond) => {
                    cond.bind(&mut scope, &mut lists)?;
                    rule.clauses.entry(word).or_default().push(cond);
                }
            }
        }
        if lists.values().all(|(_, is_used)| *is_used) {
            Ok(rule)
        } else {
            Err(Fail::Wrong)
        }
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
            assert_eq!(deep(before, after, 400), Ok(()), "{before}");
            assert_eq!(deep(before, after, 50_000), Err(Fail::TooLarge), "{before}");
        }
        let cond = format!("[n] -> [n-1] if {}n > 0", "not ".repeat(50_000));
        assert_eq!(Rule::read(&cond).err(), Some(Fail::TooLarge));
        // A function of one number, which the grammar tries in several ways.
        assert_eq!(deep("max(", ")", 60), Err(Fail::Wrong));
    }
}
