//! Rules of one's own as text: what stands in a record before its colon, read by recursive descent.

use std::collections::HashMap;

use crate::{Fail, Res};

type Words = Vec<String>;

/// An expression; names by their place among those bound so far.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "they are the forms of the grammar")]
pub enum Term {
    Number(i128),
    Name(usize),
    Unary(String, Box<Term>),
    Binary(String, Box<Term>, Box<Term>),
    Call(String, Vec<Term>),
}

/// A condition.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "they are the forms of the grammar")]
pub enum Cond {
    Any(Vec<Cond>),
    All(Vec<Cond>),
    Not(Box<Cond>),
    Chain(Vec<Term>, Words),
    Member(Term, Set),
}

/// A set of numbers.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "they are the forms of the grammar")]
pub enum Set {
    Items(Vec<Vec<Term>>),
    Named(String, Vec<Term>),
}

/// The qualifier behind a target.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "they are the forms of the grammar")]
pub enum Qualifier {
    For(Set),
    If(Cond),
}

/// A kind of moves: the parts that one leaves, and its qualifiers.
pub type Kind = (Vec<Vec<Term>>, Vec<Qualifier>);

/// A rule with its clauses.
#[derive(Default)]
#[allow(missing_docs, reason = "they are the forms of the grammar")]
pub struct Rule {
    pub arity: usize,
    pub kinds: Vec<Kind>,
    pub clauses: HashMap<String, Vec<Cond>>,
    pub misere: bool,
    pub falls: bool,
    pub loopy: bool,
}

const KEYWORDS: [&str; 13] =
    ["for", "in", "if", "and", "or", "not", "by", "lose", "win", "draw", "legal", "misere", "loopy"];
const SETS: [(&str, usize); 10] = [
    ("divisors", 1),
    ("primes", 1),
    ("squares", 1),
    ("cubes", 1),
    ("triangular", 1),
    ("fibonacci", 1),
    ("factorials", 1),
    ("powers", 2),
    ("bits", 1),
    ("digits", 1),
];
const ONE: [&str; 8] = ["abs", "sqrt", "log2", "popcount", "lowbit", "digitsum", "isprime", "issquare"];
const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// Reads words one after another.
pub struct Reader {
    words: Words,
    at: usize,
    nest: usize,
    scope: Words,
}

fn cut(text: &str) -> Res<Words> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let two = rest.get(..2).unwrap_or("");
        let length = if first.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
        } else if first.is_ascii_alphabetic() {
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if ["->", "..", "<<", ">>", "<=", ">=", "==", "!="].contains(&two) {
            2
        } else if "+-*/%^&|~()[]{},;<>".contains(first) {
            1
        } else {
            return Err(Fail::Wrong);
        };
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

impl Reader {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn eat(&mut self, word: &str) -> bool {
        let here = self.peek() == word;
        self.at += usize::from(here);
        here
    }

    fn need(&mut self, word: &str) -> Res<()> {
        if self.eat(word) { Ok(()) } else { Err(Fail::Wrong) }
    }

    fn name(&mut self) -> Res<String> {
        let word = self.peek().to_owned();
        let good = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !KEYWORDS.contains(&word.as_str());
        if !good || self.scope.contains(&word) {
            return Err(Fail::Wrong);
        }
        self.at += 1;
        self.scope.push(word.clone());
        Ok(word)
    }

    /// Reads a whole rule.
    pub fn rule(text: &str) -> Res<Rule> {
        Reader { words: cut(text)?, at: 0, nest: 0, scope: Vec::new() }.whole()
    }

    fn whole(&mut self) -> Res<Rule> {
        let mut rule = Rule::default();
        self.need("[")?;
        loop {
            self.name()?;
            if !self.eat(",") {
                break;
            }
        }
        self.need("]")?;
        self.need("->")?;
        rule.arity = self.scope.len();
        if rule.arity > 8 {
            return Err(Fail::Wrong);
        }
        loop {
            rule.kinds.push(self.kind(rule.arity)?);
            if !self.eat("|") {
                break;
            }
        }
        while self.eat(";") {
            self.scope.truncate(rule.arity);
            let word = self.peek().to_owned();
            self.at += 1;
            match word.as_str() {
                "misere" => rule.misere = true,
                "loopy" => rule.loopy = true,
                "lose" | "win" | "draw" | "legal" => {
                    self.need("if")?;
                    let cond = self.any()?;
                    rule.clauses.entry(word).or_default().push(cond);
                }
                _ => return Err(Fail::Wrong),
            }
        }
        if self.at == self.words.len() { Ok(rule) } else { Err(Fail::Wrong) }
    }

    fn kind(&mut self, arity: usize) -> Res<Kind> {
        self.scope.truncate(arity);
        let start = self.at;
        loop {
            self.need("[")?;
            while !self.eat("]") {
                if self.peek().is_empty() {
                    return Err(Fail::Wrong);
                }
                self.at += 1;
            }
            if !self.eat("+") {
                break;
            }
        }
        let mut qualifiers = Vec::new();
        loop {
            if self.eat("if") {
                qualifiers.push(Qualifier::If(self.any()?));
            } else if self.eat("for") {
                loop {
                    // The set does not see the name.
                    let name = self.name()?;
                    self.scope.pop();
                    self.need("in")?;
                    let set = self.set()?;
                    self.scope.push(name);
                    qualifiers.push(Qualifier::For(set));
                    if !self.eat(",") {
                        break;
                    }
                }
            } else {
                break;
            }
        }
        let end = std::mem::replace(&mut self.at, start);
        let mut parts = Vec::new();
        loop {
            self.need("[")?;
            self.nest += 1;
            let mut numbers = vec![self.term(0)?];
            while self.eat(",") {
                numbers.push(self.term(0)?);
            }
            self.nest -= 1;
            self.need("]")?;
            if numbers.len() != arity {
                return Err(Fail::Wrong);
            }
            parts.push(numbers);
            if !self.eat("+") {
                break;
            }
        }
        self.at = end;
        Ok((parts, qualifiers))
    }

    fn set(&mut self) -> Res<Set> {
        if self.eat("{") {
            let mut items = vec![self.item()?];
            while self.eat(",") {
                items.push(self.item()?);
            }
            self.need("}")?;
            return Ok(Set::Items(items));
        }
        let word = self.peek().to_owned();
        let opens = self.words.get(self.at + 1).is_some_and(|next| next == "(");
        if let Some((_, count)) = SETS.iter().find(|(name, _)| *name == word && opens) {
            self.at += 1;
            let arguments = self.arguments()?;
            if arguments.len() != *count {
                return Err(Fail::Wrong);
            }
            return Ok(Set::Named(word, arguments));
        }
        let item = self.item()?;
        if item.len() == 3 { Ok(Set::Items(vec![item])) } else { Err(Fail::Wrong) }
    }

    fn item(&mut self) -> Res<Vec<Term>> {
        let low = self.term(0)?;
        if !self.eat("..") {
            return Ok(vec![low]);
        }
        let high = self.term(0)?;
        let step = if self.eat("by") { self.term(0)? } else { Term::Number(1) };
        Ok(vec![low, high, step])
    }

    fn any(&mut self) -> Res<Cond> {
        let mut list = vec![self.all()?];
        while self.eat("or") {
            list.push(self.all()?);
        }
        Ok(Cond::Any(list))
    }

    fn all(&mut self) -> Res<Cond> {
        let mut list = vec![self.not()?];
        while self.eat("and") {
            list.push(self.not()?);
        }
        Ok(Cond::All(list))
    }

    fn not(&mut self) -> Res<Cond> {
        if self.eat("not") {
            return Ok(Cond::Not(Box::new(self.not()?)));
        }
        if self.peek() == "(" {
            // A condition in parentheses, if one can be read there and no operator follows.
            let (at, nest) = (self.at, self.nest);
            self.at += 1;
            self.nest += 1;
            let inner = self.any();
            self.nest = nest;
            if let Ok(inner) = inner
                && self.eat(")")
            {
                return Ok(inner);
            }
            self.at = at;
        }
        let mut terms = vec![self.term(0)?];
        if self.eat("in") {
            return Ok(Cond::Member(terms.remove(0), self.set()?));
        }
        let mut relations = Vec::new();
        while RELATIONS.contains(&self.peek()) {
            relations.push(self.peek().to_owned());
            self.at += 1;
            terms.push(self.term(0)?);
        }
        if relations.is_empty() { Err(Fail::Wrong) } else { Ok(Cond::Chain(terms, relations)) }
    }

    fn term(&mut self, level: usize) -> Res<Term> {
        const LEVELS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.term(level + 1)?;
        while operators.contains(&self.peek()) && (level > 0 || self.nest > 0) {
            let operator = self.peek().to_owned();
            self.at += 1;
            left = Term::Binary(operator, Box::new(left), Box::new(self.term(level + 1)?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Res<Term> {
        let word = self.peek().to_owned();
        self.at += 1;
        if word == "-" || word == "~" {
            return Ok(Term::Unary(word, Box::new(self.unary()?)));
        }
        if word == "(" {
            self.nest += 1;
            let inner = self.term(0)?;
            self.nest -= 1;
            self.need(")")?;
            return Ok(inner);
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let n = word.parse::<i64>().map_err(|_| Fail::Wrong)?;
            return Ok(Term::Number(n.into()));
        }
        if self.peek() == "(" {
            let arguments = self.arguments()?;
            let right = match word.as_str() {
                "min" | "max" | "gcd" => arguments.len() >= 2,
                "pow" => arguments.len() == 2,
                _ => ONE.contains(&word.as_str()) && arguments.len() == 1,
            };
            return if right { Ok(Term::Call(word, arguments)) } else { Err(Fail::Wrong) };
        }
        self.scope.iter().position(|name| *name == word).map(Term::Name).ok_or(Fail::Wrong)
    }

    fn arguments(&mut self) -> Res<Vec<Term>> {
        self.need("(")?;
        self.nest += 1;
        let mut arguments = vec![self.term(0)?];
        while self.eat(",") {
            arguments.push(self.term(0)?);
        }
        self.nest -= 1;
        self.need(")")?;
        Ok(arguments)
    }
}
