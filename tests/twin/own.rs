//! Rules of one's own: the language read once more, and positions solved by brute force over all
//! that can be reached, listed move by move.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::text::{self, Parts};
use super::{Component, Fail, Game, Outcome, Play, Res, Valued, mex, play_sum, sum_values};

/// The most positions looked at, and the most options of one.
const MOST: usize = 200_000;

type Position = Vec<i128>;
type Names = HashMap<String, i128>;

/// What a word, a number or a sign is.
type Words = Vec<String>;

/// Why an expression has no value.
enum No {
    /// It is undefined: there is no such option.
    Undefined,
    /// The record fails.
    Fail(Fail),
}

type Val<T> = Result<T, No>;

fn fits(n: i128) -> Val<i128> {
    if i64::try_from(n).is_ok() { Ok(n) } else { Err(No::Fail(Fail::Wrong)) }
}

#[derive(Clone, Debug)]
enum Term {
    Number(i128),
    Name(String),
    Unary(String, Box<Term>),
    Binary(String, Box<Term>, Box<Term>),
    Call(String, Vec<Term>),
}

#[derive(Clone, Debug)]
enum Cond {
    Any(Vec<Cond>),
    All(Vec<Cond>),
    Not(Box<Cond>),
    Chain(Vec<Term>, Words),
    Member(Term, Set),
}

#[derive(Clone, Debug)]
enum Set {
    Items(Vec<Vec<Term>>),
    Named(String, Vec<Term>),
}

#[derive(Clone, Debug)]
enum Qualifier {
    For(String, Set),
    If(Cond),
}

type Kind = (Vec<Vec<Term>>, Vec<Qualifier>);

/// A rule with its clauses.
#[derive(Default)]
struct Rule {
    names: Words,
    kinds: Vec<Kind>,
    clauses: HashMap<String, Vec<Cond>>,
    misere: bool,
    loopy: bool,
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

struct Reader {
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

    fn rule(&mut self) -> Res<Rule> {
        let mut rule = Rule::default();
        self.need("[")?;
        loop {
            rule.names.push(self.name()?);
            if !self.eat(",") {
                break;
            }
        }
        self.need("]")?;
        self.need("->")?;
        if rule.names.len() > 8 {
            return Err(Fail::Wrong);
        }
        loop {
            rule.kinds.push(self.kind(rule.names.len())?);
            if !self.eat("|") {
                break;
            }
        }
        while self.eat(";") {
            self.scope.truncate(rule.names.len());
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
                    self.scope.push(name.clone());
                    qualifiers.push(Qualifier::For(name, set));
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
        if self.scope.contains(&word) { Ok(Term::Name(word)) } else { Err(Fail::Wrong) }
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

fn defined(n: Option<i128>) -> Val<i128> {
    n.ok_or(No::Undefined).and_then(fits)
}

fn is_prime(n: i128) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

fn root(n: i128) -> i128 {
    let mut root = (n as f64).sqrt() as i128;
    while root * root > n {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= n {
        root += 1;
    }
    root
}

fn value(term: &Term, names: &Names) -> Val<i128> {
    match term {
        Term::Number(n) => Ok(*n),
        Term::Name(name) => Ok(names[name]),
        Term::Unary(sign, a) => {
            let a = value(a, names)?;
            fits(if sign == "-" { -a } else { -1 - a })
        }
        Term::Binary(operator, a, b) => {
            let (a, b) = (value(a, names)?, value(b, names)?);
            let bits = |f: fn(i64, i64) -> i64| Some(f(a as i64, b as i64).into());
            let shift = |n: i128| (0..=63).contains(&b).then_some(n);
            let two = 1i128 << b.clamp(0, 63);
            defined(match operator.as_str() {
                "+" => Some(a + b),
                "-" => Some(a - b),
                "*" => Some(a * b),
                "/" if b != 0 => {
                    Some((a - a.rem_euclid(b.abs())) / b - i128::from(b < 0 && a.rem_euclid(-b.min(-1)) != 0))
                }
                "%" if b != 0 => {
                    let rest = a.rem_euclid(b.abs());
                    Some(if b < 0 && rest != 0 { rest + b } else { rest })
                }
                "/" | "%" => None,
                "&" => bits(|a, b| a & b),
                "|" => bits(|a, b| a | b),
                "^" => bits(|a, b| a ^ b),
                "<<" => shift(a * two),
                _ => shift(a.div_euclid(two)),
            })
        }
        Term::Call(name, arguments) => {
            let each = arguments.iter().map(|a| value(a, names)).collect::<Val<Vec<i128>>>()?;
            let a = each[0];
            let natural = |n: i128| (a >= 0).then_some(n);
            defined(match name.as_str() {
                "min" => each.iter().min().copied(),
                "max" => each.iter().max().copied(),
                "gcd" => Some(each.iter().fold(0, |x, &y| {
                    let (mut x, mut y) = (x, y.abs());
                    while y != 0 {
                        (x, y) = (y, x % y);
                    }
                    x
                })),
                "abs" => Some(a.abs()),
                "pow" => match (a, each[1]) {
                    (_, ..0) => None,
                    (-1..=1, b) => Some(if b == 0 {
                        1
                    } else if b % 2 == 0 {
                        a * a
                    } else {
                        a
                    }),
                    (_, b @ 0..=63) => Some(a.checked_pow(b as u32).unwrap_or(i128::MAX)),
                    _ => Some(i128::MAX),
                },
                "sqrt" => (a >= 0).then(|| root(a)),
                "log2" => (a >= 1).then(|| i128::from(a.ilog2())),
                "popcount" => natural(i128::from((a as i64).count_ones())),
                "lowbit" => natural(a & -a),
                "digitsum" => natural(a.to_string().bytes().map(|b| i128::from(b) - 48).sum()),
                "isprime" => Some(is_prime(a).into()),
                _ => Some((a >= 0 && root(a) * root(a) == a).into()),
            })
        }
    }
}

fn members(set: &Set, names: &Names) -> Val<BTreeSet<i128>> {
    let too_big = || No::Fail(Fail::TooBig);
    let mut out = BTreeSet::new();
    match set {
        Set::Items(items) => {
            let items: Vec<Vec<i128>> = items
                .iter()
                .map(|item| item.iter().map(|t| value(t, names)).collect())
                .collect::<Val<_>>()?;
            for item in items {
                match item[..] {
                    [low, high, step] => {
                        if step <= 0 {
                            return Err(No::Undefined);
                        }
                        if (high - low) / step > MOST as i128 {
                            return Err(too_big());
                        }
                        out.extend((0..).map(|i| low + i * step).take_while(|&n| n <= high));
                    }
                    _ => {
                        out.insert(item[0]);
                    }
                }
            }
        }
        Set::Named(name, arguments) => {
            let arguments = arguments.iter().map(|t| value(t, names)).collect::<Val<Vec<i128>>>()?;
            let n = arguments[arguments.len() - 1];
            if n > 10_000_000 && matches!(name.as_str(), "divisors" | "primes" | "squares" | "triangular") {
                return Err(too_big());
            }
            let grow =
                |f: &dyn Fn(i128) -> i128| (1..).map(f).take_while(|&m| m <= n).collect::<BTreeSet<_>>();
            match name.as_str() {
                "divisors" => out.extend((1..=n).filter(|d| n % d == 0)),
                "primes" => out.extend((2..=n).filter(|&p| is_prime(p))),
                "squares" => out = grow(&|i| i * i),
                "cubes" => out = grow(&|i| i * i * i),
                "triangular" => out = grow(&|i| i * (i + 1) / 2),
                "factorials" => out = grow(&|i| (1..=i).product()),
                "fibonacci" => out = grow(&|i| (1..i).fold((1, 2), |(a, b), _| (b, a + b)).0),
                "powers" if arguments[0] < 2 => return Err(No::Undefined),
                "powers" => out = grow(&|i| arguments[0].pow(i as u32 - 1)),
                _ if n < 0 => return Err(No::Undefined),
                "bits" => out.extend((0..63).filter(|i| n >> i & 1 == 1)),
                _ => out.extend(n.to_string().bytes().map(|b| i128::from(b) - 48)),
            }
        }
    }
    Ok(out)
}

fn holds(cond: &Cond, names: &Names) -> Val<bool> {
    match cond {
        Cond::Any(list) => {
            for cond in list {
                if holds(cond, names)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Cond::All(list) => {
            for cond in list {
                if !holds(cond, names)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Cond::Not(cond) => Ok(!holds(cond, names)?),
        Cond::Member(term, set) => {
            let n = value(term, names)?;
            Ok(members(set, names)?.contains(&n))
        }
        Cond::Chain(terms, relations) => {
            for (pair, relation) in terms.windows(2).zip(relations) {
                let (a, b) = (value(&pair[0], names)?, value(&pair[1], names)?);
                let good = match relation.as_str() {
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    ">=" => a >= b,
                    "==" => a == b,
                    _ => a != b,
                };
                if !good {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

/// Whether a condition holds; where it is undefined, it does not.
fn surely(cond: &Cond, names: &Names) -> Res<bool> {
    match holds(cond, names) {
        Ok(holds) => Ok(holds),
        Err(No::Undefined) => Ok(false),
        Err(No::Fail(fail)) => Err(fail),
    }
}

type Moves = Vec<Vec<Position>>;

impl Rule {
    fn names(&self, position: &Position) -> Names {
        self.names.iter().cloned().zip(position.iter().copied()).collect()
    }

    fn says(&self, clause: &str, position: &Position) -> Res<bool> {
        let names = self.names(position);
        for cond in self.clauses.get(clause).into_iter().flatten() {
            if surely(cond, &names)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn legal(&self, position: &Position) -> Res<bool> {
        if position.iter().any(|&n| n < 0) {
            return Ok(false);
        }
        let names = self.names(position);
        for cond in self.clauses.get("legal").into_iter().flatten() {
            if !surely(cond, &names)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How play ends here by a clause, if it does.
    fn ending(&self, position: &Position) -> Res<Option<Outcome>> {
        for (clause, outcome) in [("lose", Outcome::Lose), ("win", Outcome::Win), ("draw", Outcome::Draw)] {
            if self.says(clause, position)? {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    fn moves(&self, position: &Position) -> Res<Moves> {
        let mut found = Vec::new();
        if self.ending(position)?.is_none() {
            for (parts, qualifiers) in &self.kinds {
                self.expand(parts, qualifiers, &self.names(position), &mut found)?;
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|option| seen.insert(option.clone()));
        Ok(found)
    }

    fn expand(
        &self,
        parts: &[Vec<Term>],
        qualifiers: &[Qualifier],
        names: &Names,
        found: &mut Moves,
    ) -> Res<()> {
        let undefined_is_none = |result: Val<()>| match result {
            Err(No::Fail(fail)) => Err(fail),
            _ => Ok(()),
        };
        undefined_is_none(match qualifiers.split_first() {
            None => {
                let option: Val<Vec<Position>> =
                    parts.iter().map(|part| part.iter().map(|t| value(t, names)).collect()).collect();
                option.and_then(|mut option| {
                    option.sort();
                    for part in &option {
                        if !self.legal(part).map_err(No::Fail)? {
                            return Ok(());
                        }
                    }
                    found.push(option);
                    if found.len() > MOST { Err(No::Fail(Fail::TooBig)) } else { Ok(()) }
                })
            }
            Some((Qualifier::If(cond), rest)) => match holds(cond, names) {
                Ok(true) => self.expand(parts, rest, names, found).map_err(No::Fail),
                Ok(false) => Ok(()),
                Err(no) => Err(no),
            },
            Some((Qualifier::For(name, set), rest)) => members(set, names).and_then(|members| {
                for n in members {
                    let mut inner = names.clone();
                    inner.insert(name.clone(), n);
                    self.expand(parts, rest, &inner, found).map_err(No::Fail)?;
                }
                Ok(())
            }),
        })
    }

    /// All that can be reached from some positions, with the moves.
    fn reach(&self, roots: &[Position]) -> Res<BTreeMap<Position, Moves>> {
        let mut reached = BTreeMap::new();
        let mut left = roots.to_vec();
        while let Some(position) = left.pop() {
            if reached.contains_key(&position) {
                continue;
            }
            let moves = self.moves(&position)?;
            left.extend(moves.iter().flatten().cloned());
            reached.insert(position, moves);
            if reached.len() > MOST || left.len() > 20 * MOST {
                return Err(Fail::TooBig);
            }
        }
        Ok(reached)
    }

    /// The positions in an order in which options come first; wrong where there is none.
    fn order(reached: &BTreeMap<Position, Moves>) -> Res<Vec<&Position>> {
        let mut before: BTreeMap<&Position, Vec<&Position>> = BTreeMap::new();
        let mut open: BTreeMap<&Position, usize> = BTreeMap::new();
        for (position, moves) in reached {
            let parts: BTreeSet<&Position> = moves.iter().flatten().collect();
            open.insert(position, parts.len());
            for part in parts {
                before.entry(part).or_default().push(position);
            }
        }
        let mut order: Vec<&Position> = open.iter().filter(|(_, n)| **n == 0).map(|(p, _)| *p).collect();
        let mut next = 0;
        while let Some(&position) = order.get(next) {
            next += 1;
            for &earlier in before.get(position).into_iter().flatten() {
                let left = open.get_mut(earlier).expect("it was reached");
                *left -= 1;
                if *left == 0 {
                    order.push(earlier);
                }
            }
        }
        if order.len() == reached.len() { Ok(order) } else { Err(Fail::Wrong) }
    }

    fn outcomes(&self, reached: &BTreeMap<Position, Moves>) -> Res<BTreeMap<Position, Outcome>> {
        if !self.loopy {
            Rule::order(reached)?;
        }
        let mut known = BTreeMap::new();
        for (position, moves) in reached {
            if let Some(outcome) = self.ending(position)? {
                known.insert(position.clone(), outcome);
            } else if moves.is_empty() {
                known.insert(position.clone(), if self.misere { Outcome::Win } else { Outcome::Lose });
            }
        }
        loop {
            let before = known.len();
            for (position, moves) in reached {
                if known.contains_key(position) {
                    continue;
                }
                let after: Vec<Option<Outcome>> =
                    moves.iter().map(|option| known.get(&option[0]).copied()).collect();
                if after.contains(&Some(Outcome::Lose)) {
                    known.insert(position.clone(), Outcome::Win);
                } else if after.iter().all(|&outcome| outcome == Some(Outcome::Win)) {
                    known.insert(position.clone(), Outcome::Lose);
                }
            }
            if known.len() == before {
                break;
            }
        }
        for position in reached.keys() {
            known.entry(position.clone()).or_insert(Outcome::Draw);
        }
        Ok(known)
    }
}

/// A record of the game `rules`.
pub struct Own {
    rule: Rule,
    positions: Vec<Position>,
}

fn show(position: &Position) -> String {
    position.iter().map(i128::to_string).collect::<Vec<_>>().join(",")
}

impl Own {
    pub fn read(parts: &Parts) -> Res<Own> {
        let words = cut(&parts.rules.join(" "))?;
        let rule = Reader { words, at: 0, nest: 0, scope: Vec::new() }.rule()?;
        let mut positions = Vec::new();
        for word in parts.position.as_ref().ok_or(Fail::Wrong)? {
            let position: Position = text::tuple(word)?.into_iter().map(i128::from).collect();
            let fits = position.iter().all(|&n| n <= i64::MAX.into());
            if position.len() != rule.names.len() || !fits || !rule.legal(&position)? {
                return Err(Fail::Wrong);
            }
            positions.push(position);
        }
        let own = Own { rule, positions };
        let one = own.rule.names.len() == 1 && own.positions.len() == 1;
        let allowed: &[&str] = match (own.plain(), one) {
            (true, true) => &["grundy", "values", "losing", "sequence", "period"],
            (true, false) => &["grundy", "values"],
            (false, true) => &["losing"],
            (false, false) => &[],
        };
        let splits = own.rule.kinds.iter().any(|(parts, _)| parts.len() > 1);
        if !parts.asks_within(allowed) || !own.plain() && (own.positions.len() != 1 || splits) {
            return Err(Fail::Wrong);
        }
        Ok(own)
    }

    /// Whether positions have values.
    fn plain(&self) -> bool {
        let ends = |clause| self.rule.clauses.contains_key(clause);
        !(self.rule.misere || self.rule.loopy || ends("win") || ends("draw"))
    }

    fn text(position: &Position, option: &[Position]) -> String {
        format!("{}>{}", show(position), option.iter().map(show).collect::<Vec<_>>().join("+"))
    }

    /// The values of all positions that can be reached from these.
    fn table(&self, roots: &[Position]) -> Res<(BTreeMap<Position, Moves>, BTreeMap<Position, u64>)> {
        let reached = self.rule.reach(roots)?;
        let mut values: BTreeMap<Position, u64> = BTreeMap::new();
        for position in Rule::order(&reached)? {
            let options = reached[position].iter();
            let value = mex(options.map(|option| option.iter().fold(0, |sum, part| sum ^ values[part])));
            values.insert(position.clone(), value);
        }
        Ok((reached, values))
    }

    fn each(&self) -> Res<Vec<Component>> {
        let (reached, values) = self.table(&self.positions)?;
        let component = |position: &Position| Component {
            value: values[position],
            moves: reached[position]
                .iter()
                .map(|option| {
                    (Own::text(position, option), option.iter().fold(0, |sum, part| sum ^ values[part]))
                })
                .collect(),
        };
        Ok(self.positions.iter().map(component).collect())
    }

    /// The legal positions of one number up to that of the record.
    fn line(&self) -> Res<Vec<Position>> {
        let [position] = &self.positions[..] else { return Err(Fail::Wrong) };
        let most = position[0];
        if most > MOST as i128 {
            return Err(Fail::TooBig);
        }
        let mut line = Vec::new();
        for n in 0..=most {
            if self.rule.legal(&vec![n])? {
                line.push(vec![n]);
            }
        }
        Ok(line)
    }
}

impl Game for Own {
    fn play(&self) -> Res<Play> {
        if self.plain() {
            return Ok(play_sum(&self.each()?));
        }
        let reached = self.rule.reach(&self.positions)?;
        let known = self.rule.outcomes(&reached)?;
        let position = &self.positions[0];
        let moves = reached[position].iter();
        let moves = moves.map(|option| (format!("1:{}", Own::text(position, option)), known[&option[0]]));
        Ok(Play::new(known[position], moves.collect()))
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        Ok(sum_values(self.each()?.iter().map(|component| component.value)))
    }

    fn losing(&self) -> Res<Vec<u64>> {
        let line = self.line()?;
        let lost: Vec<Position> = if self.plain() {
            let values = self.table(&line)?.1;
            line.into_iter().filter(|position| values[position] == 0).collect()
        } else {
            let known = self.rule.outcomes(&self.rule.reach(&line)?)?;
            line.into_iter().filter(|position| known[position] == Outcome::Lose).collect()
        };
        Ok(lost.iter().map(|position| position[0] as u64).collect())
    }

    fn sequence(&self) -> Res<Vec<u64>> {
        let line = self.line()?;
        let values = self.table(&line)?.1;
        Ok(line.iter().map(|position| values[position]).collect())
    }

    fn period(&self) -> Res<String> {
        Err(Fail::TooBig)
    }

    fn components(&self) -> Res<Vec<Valued>> {
        if !self.plain() {
            return Err(Fail::Wrong);
        }
        Ok(self.each()?.into_iter().map(Valued::from).collect())
    }
}
