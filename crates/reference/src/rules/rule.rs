//! The syntax of user-defined rulesets: the part of a record before its colon.

use std::collections::HashMap;

use crate::rules::evaluate::Evaluator;
use crate::rules::lists::{self, Order};
use crate::rules::term::{Term, op};
use crate::text::{holds, lists};
use crate::{Fail, Res};

/// A kind of moves. Each choice of numbers that its qualifiers allow is a move.
#[derive(Clone, Debug)]
pub struct RuleMoves {
    /// The positions that such a move leaves, each by the terms for its numbers; none if some rule of the kind leaves any
    /// number of positions, or lists.
    pub parts: Vec<Vec<Term>>,
    /// The terms of what such a move leaves otherwise: a position (the word `[]`, with its items), `k*PART` (`times`),
    /// `{PART for …}` (`each`, with the qualifiers and the parts), `split(p, c)` (`split`).
    pub wide: Vec<Term>,
    /// The sets from which names take their numbers and the conditions, in the order of the text.
    pub qualifiers: Vec<Term>,
}

/// The most brackets that may stand in one another. The parser calls itself for each, at 2.5 kilobytes of stack.
const MAX_NESTED: usize = 250;

/// The most signs of an option or a clause, which is as deep as its terms may be.
const MAX_SIGNS: usize = 1_000;

/// The most names that may be bound at one place: a name is looked for among all others.
const MAX_NAMES_OF_RULE: usize = 256;

/// The largest number of numbers of lists that may stand in a rule once each name of a list is replaced by its numbers.
const MAX_COPIED_NUMBERS: usize = 1_000_000;

/// A rule with its clauses.
#[derive(Clone, Default)]
pub struct Rule {
    /// The number of numbers of a position; 0 if positions are lists.
    pub arity: usize,
    /// The rule that says which lists are one position, if positions are lists.
    pub order: Option<Order>,
    /// Whether lists of letters are written as words.
    pub words: bool,
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
    /// The names of the numbers of a position.
    names: Vec<String>,
    /// The name of the position, if it is a list.
    list: Option<String>,
    /// The kinds of moves.
    kinds: Vec<RuleMoves>,
    /// The clauses, in their order.
    clauses: Vec<Clause>,
}

/// A clause of a rule.
enum Clause {
    /// `let`: the name of a list with its numbers.
    List(String, Vec<Term>),
    /// `let`: the name of lists with the numbers of each.
    Lists(String, Vec<Vec<Term>>),
    /// `lose if`, `win if`, `draw if` or `legal if`: the first word with the condition.
    Condition(String, Term),
    /// `misere`, `loopy`, `bag`, `partition` or `set`.
    Word(String),
}

/// The text in brackets after a list.
enum Stretch {
    /// The number at a place: `p[i]`.
    At(Term),
    /// The numbers from a place to another, or to the end: `p[i..j]`, `p[i..]`.
    From(Term, Option<Term>),
    /// The numbers from the beginning to a place, or to the end: `p[..j]`, `p[..]`.
    To(Option<Term>),
}

impl Stretch {
    /// Returns the number, or the stretch, of a list.
    fn of(self, list: Term) -> Term {
        match self {
            Stretch::At(index) => op("[", [list, index]),
            Stretch::From(low, Some(high)) => op("slice", [list, low, high]),
            Stretch::From(low, None) => op("slice from", [list, low]),
            Stretch::To(Some(high)) => op("slice", [list, Term::Number(0), high]),
            Stretch::To(None) => op("slice from", [list, Term::Number(0)]),
        }
    }
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
    "divisors primes squares cubes triangular fibonacci factorials bits digits subsets",
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
            = _ "[" list:name() _ "..." _ "]" _ "->" kinds:(kind() ++ (_ "|")) clauses:clause()* _ {
                RuleText { names: Vec::new(), list: Some(list), kinds, clauses }
            }
            / _ "[" names:(name() ++ (_ ",")) _ "]" _ "->" kinds:(kind() ++ (_ "|")) clauses:clause()* _ {
                RuleText { names, list: None, kinds, clauses }
            }
        rule kind() -> RuleMoves
            = wide:(part() ++ (_ "+")) qualifiers:qualifier()* {
                RuleMoves { parts: Vec::new(), wide, qualifiers: qualifiers.concat() }
            }
        rule part() -> Term
            = _ "[" items:(term(true) ** (_ ",")) _ "]" { op("[]", items) }
            / _ "{" parts:(part() ++ (_ "+")) qualifiers:qualifier_in_braces()* _ "}" {
                op("each", [op("the qualifiers", qualifiers.concat()), op("parts", parts)])
            }
            / key("split") _ "(" list:term(true) _ "," by:term(true) _ ")" { op("split", [list, by]) }
            / times:unary() _ "*" part:part() { op("times", [times, part]) }
        rule qualifier_in_braces() -> Vec<Term>
            = key("if") cond:cond(true) { vec![op("if", [cond])] }
            / key("for") all:(binding() ++ (_ ",")) { all }
        rule qualifier() -> Vec<Term>
            = key("if") cond:cond(false) { vec![op("if", [cond])] }
            / key("for") all:(binding() ++ (_ ",")) { all }
        rule binding() -> Term = name:name() key("in") set:set(false) { op("for", [op(&name, []), set]) }
        rule clause() -> Clause
            = _ ";" key("let") name:name() _ "=" numbers:number()+ { Clause::List(name, numbers) }
            / _ ";" key("let") name:name() _ "=" lists:(_ "(" numbers:number()* _ ")" { numbers })+ {
                Clause::Lists(name, lists)
            }
            / _ ";" word:word() key("if") cond:cond(false) {?
                let is_condition = ["lose", "win", "draw", "legal"].contains(&word);
                holds(is_condition).map(|()| Clause::Condition(word.to_owned(), cond))
            }
            / _ ";" word:word() {?
                holds(["misere", "loopy", "bag", "partition", "set"].contains(&word)).map(|()| Clause::Word(word.to_owned()))
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
            / list:term(nested) { op("numbers", [list]) }
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
        rule comprehension() -> Vec<Term>
            = element:term(true) qualifiers:(key("for") all:(binding() ++ (_ ",")) { all }) more:qualifier()* {
                [qualifiers, more.concat(), vec![element]].concat()
            }
        rule folded() -> Vec<Term>
            = comprehension()
            / set:set(true) { vec![op("for", [op(" ", []), set]), op(" ", [])] }
        #[cache]
        rule unary() -> Term
            = _ sign:$(['-' | '~']) term:unary() { op(sign, [term]) }
            / _ digits:$(['0'..='9']+) {? digits.parse::<i64>().map(|n| Term::Number(n.into())).or(Err("a number")) }
            / _ "(" term:term(true) _ ")" { term }
            / key("sorted") _ "(" list:term(true) _ ")" stretches:stretch()* {
                stretches.into_iter().fold(op("sorted", [list]), |list, stretch| stretch.of(list))
            }
            / key("list") _ "(" terms:comprehension() _ ")" stretches:stretch()* {
                stretches.into_iter().fold(op("list of", terms), |list, stretch| stretch.of(list))
            }
            / key("len") _ "(" list:term(true) _ ")" { op("len", [list]) }
            / word:word() all:arguments() {? holds(takes(FUNCTIONS, word, all.len())).map(|()| op(word, all)) }
            / word:fold() _ "(" terms:folded() _ ")" { op(&format!("{word} of"), terms) }
            / name:name() stretches:stretch()* {
                stretches.into_iter().fold(op(&name, []), |list, stretch| stretch.of(list))
            }
        rule stretch() -> Stretch
            = _ "[" _ ".." high:term(true)? _ "]" { Stretch::To(high) }
            / _ "[" low:term(true) _ ".." high:term(true)? _ "]" { Stretch::From(low, high) }
            / _ "[" index:term(true) _ "]" { Stretch::At(index) }
    }
}

/// The meanings of names at a place of a rule.
struct Scope {
    /// The names of the position's numbers, then those bound so far.
    names: Vec<String>,
    /// The name of the position, if it is a list.
    position: Option<String>,
    /// The lists that `let` names.
    lists: HashMap<String, NamedList>,
    /// The number of numbers of lists that stand in the rule so far.
    copied: usize,
}

/// A list that `let` names, or lists.
struct NamedList {
    /// The list, with the word `the list`, or the lists, with the word `the lists`.
    term: Term,
    /// The number of its numbers.
    size: usize,
    /// Whether the rule uses the name.
    is_used: bool,
}

impl Scope {
    /// Binds a name, which must not be bound already.
    fn bind_name(&mut self, name: String) -> Res<()> {
        Fail::Wrong.when(self.names.contains(&name))?;
        Fail::TooLarge.when(self.names.len() == MAX_NAMES_OF_RULE)?;
        self.names.push(name);
        Ok(())
    }

    /// Names a list, by a name that no number and no other list has.
    fn name_list(&mut self, name: String, term: Term, size: usize) -> Res<()> {
        Fail::Wrong.when(self.names.contains(&name) || self.is_list(&name))?;
        let list = NamedList {
            term,
            size,
            is_used: false,
        };
        self.lists.insert(name, list);
        Ok(())
    }

    fn is_list(&self, name: &str) -> bool {
        self.lists.contains_key(name) || self.position.as_deref() == Some(name)
    }

    /// Returns the list of a name, which is used from now on.
    fn list(&mut self, name: &str) -> Res<Term> {
        if self.position.as_deref() == Some(name) {
            return Ok(lists::position());
        }
        let list = self.lists.get_mut(name).ok_or(Fail::Wrong)?;
        list.is_used = true;
        self.copied += list.size;
        Fail::TooLarge.when(self.copied > MAX_COPIED_NUMBERS)?;
        Ok(list.term.clone())
    }

    /// Replaces the names in a term by their places, and puts the numbers of lists where their names stand. Names that the
    /// term binds are unknown after it, but those of a qualifier.
    fn bind(&mut self, term: &mut Term) -> Res<()> {
        let Term::Op(word, terms) = term else {
            return Ok(());
        };
        if terms.is_empty() && lists::may_be_empty(word) {
            return Ok(());
        }
        if terms.is_empty() {
            let place = self.names.iter().position(|name| name == word);
            *term = match place {
                Some(place) => Term::Name(place),
                None => self.list(&word.clone())?,
            };
        } else if word == "for" {
            // The set does not see the name that runs through it.
            let name = terms.remove(0).op().0.to_owned();
            self.bind(&mut terms[0])?;
            Fail::Wrong.when(self.is_list(&name))?;
            self.bind_name(name)?;
        } else if word == "the qualifiers" {
            // The names are known to the parts that stand after the qualifiers.
            for term in terms {
                self.bind(term)?;
            }
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
        for term in kind.qualifiers.iter_mut().chain(&mut kind.wide) {
            self.bind(term)?;
        }
        self.names.truncate(arity);
        for term in &kind.qualifiers {
            lists::must_be_no_list(term)?;
        }
        let arity = if self.position.is_some() {
            None
        } else {
            Some(arity)
        };
        for part in &kind.wide {
            lists::must_be_part(part, arity)?;
        }
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
    // Lists of numbers are as flat as can be.
    let has_many_signs =
        |part: &str| !part.starts_with("let") && part.matches(is_sign).count() > MAX_SIGNS;
    Fail::TooLarge.when(separated.split(';').any(has_many_signs))
}

impl Rule {
    /// Says whether positions are lists, or a move may leave any number of parts.
    pub fn is_wide(&self) -> bool {
        self.order.is_some() || self.kinds.iter().any(|kind| !kind.wide.is_empty())
    }

    /// Keeps what all moves leave as tuples, if that is what it is.
    fn keep_tuples(&mut self) {
        let is_tuple = |part: &Term| part.op().0 == "[]";
        let are_tuples = self.kinds.iter().flat_map(|kind| &kind.wide).all(is_tuple);
        if self.order.is_some() || !are_tuples {
            return;
        }
        for kind in &mut self.kinds {
            let wide = std::mem::take(&mut kind.wide);
            kind.parts = wide.iter().map(|part| part.op().1.to_vec()).collect();
        }
    }

    /// Reads a whole rule.
    pub fn read(text: &str) -> Res<Rule> {
        must_be_shallow(text)?;
        let RuleText {
            names,
            list,
            kinds,
            clauses,
        } = grammar::whole(text).map_err(|_| Fail::Wrong)?;
        let mut rule = Rule {
            arity: names.len(),
            order: list.as_ref().map(|_| Order::Word),
            kinds,
            ..Rule::default()
        };
        let mut scope = Scope {
            names: Vec::new(),
            position: list,
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
                Clause::List(name, numbers) => {
                    let size = numbers.len();
                    scope.name_list(name, op("the list", numbers), size)?;
                }
                Clause::Lists(name, lists) => {
                    let size = lists.iter().map(Vec::len).sum::<usize>() + lists.len();
                    let lists = lists.into_iter().map(|numbers| op("the list", numbers));
                    scope.name_list(name, op("the lists", lists), size)?;
                }
                Clause::Condition(word, condition) => conditions.push((word, condition)),
                Clause::Word(word) if word == "misere" => rule.misere = true,
                Clause::Word(word) if word == "loopy" => rule.loopy = true,
                Clause::Word(word) => {
                    // One clause orders lists, and tuples have none.
                    Fail::Wrong.when(rule.order != Some(Order::Word))?;
                    rule.order = Some(Order::of(&word));
                }
            }
        }
        for kind in &mut rule.kinds {
            scope.bind_kind(kind, rule.arity)?;
        }
        rule.keep_tuples();
        for (word, mut condition) in conditions {
            scope.bind(&mut condition)?;
            lists::must_be_no_list(&condition)?;
            rule.clauses.entry(word).or_default().push(condition);
        }
        let are_used = scope.lists.values().all(|list| list.is_used);
        if are_used { Ok(rule) } else { Err(Fail::Wrong) }
    }
}
