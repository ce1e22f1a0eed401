//! Rules of one's own: what a rule text means, as its options.

use std::collections::BTreeSet;

use crate::answers::Play;
use crate::certificate::Certificate;
use crate::explore::{Reached, Value};
use crate::game::{self, Game, Parts, Position};
use crate::moves::rule::{Cond, Qualifier, Reader, Rule, Set, Term};
use crate::period::{self, Periodic};
use crate::repeats::Repeats;
use crate::text::{self, Record};
use crate::theorems::{Says, Theorem};
use crate::{Ask, By, Fail, Outcome, Res, automaton};

/// The most members of a set, and the most options.
const MOST: i128 = 200_000;

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

fn defined(n: Option<i128>) -> Val<i128> {
    n.ok_or(No::Undefined).and_then(fits)
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

fn value(term: &Term, names: &[i128]) -> Val<i128> {
    match term {
        Term::Number(n) => Ok(*n),
        Term::Name(name) => Ok(names[*name]),
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
                "isprime" => Some(text::is_prime(a).into()),
                _ => Some((a >= 0 && root(a) * root(a) == a).into()),
            })
        }
    }
}

fn members(set: &Set, names: &[i128]) -> Val<BTreeSet<i128>> {
    let too_big = || No::Fail(Fail::TooLarge);
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
                        if (high - low) / step > MOST {
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
            match name.as_str() {
                "divisors" => out.extend((1..=n).filter(|d| n % d == 0)),
                "powers" if arguments[0] < 2 => return Err(No::Undefined),
                "bits" | "digits" if n < 0 => return Err(No::Undefined),
                "bits" => out.extend((0..63).filter(|i| n >> i & 1 == 1)),
                "digits" => out.extend(n.to_string().bytes().map(|b| i128::from(b) - 48)),
                name => out.extend(text::named_set(name, arguments[0], n).unwrap_or_default()),
            }
        }
    }
    Ok(out)
}

fn holds(cond: &Cond, names: &[i128]) -> Val<bool> {
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
fn surely(cond: &Cond, names: &[i128]) -> Res<bool> {
    match holds(cond, names) {
        Ok(holds) => Ok(holds),
        Err(No::Undefined) => Ok(false),
        Err(No::Fail(fail)) => Err(fail),
    }
}

impl Rule {
    /// Whether a condition of this clause holds.
    fn says(&self, clause: &str, position: &[i128]) -> Res<bool> {
        for cond in self.clauses.get(clause).into_iter().flatten() {
            if surely(cond, position)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn legal(&self, position: &[i128]) -> Res<bool> {
        if position.iter().any(|&n| n < 0) {
            return Ok(false);
        }
        for cond in self.clauses.get("legal").into_iter().flatten() {
            if !surely(cond, position)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the options of a kind, given values for the names bound so far.
    fn expand(
        &self,
        parts: &[Vec<Term>],
        rest: &[Qualifier],
        names: &mut Vec<i128>,
        found: &mut Vec<Parts>,
    ) -> Res<()> {
        let Some((qualifier, rest)) = rest.split_first() else {
            let each =
                |part: &Vec<Term>| part.iter().map(|term| value(term, names)).collect::<Val<Vec<i128>>>();
            let mut option = match parts.iter().map(each).collect::<Val<Vec<_>>>() {
                Ok(option) => option,
                Err(No::Undefined) => return Ok(()),
                Err(No::Fail(fail)) => return Err(fail),
            };
            option.sort();
            for part in &option {
                if !self.legal(part)? {
                    return Ok(());
                }
            }
            found.push(option.iter().map(|part| part.iter().map(|&n| n as u64).collect()).collect());
            return if found.len() as i128 > MOST { Err(Fail::TooLarge) } else { Ok(()) };
        };
        let undefined_is_none = |no| if let No::Fail(fail) = no { Err(fail) } else { Ok(()) };
        match qualifier {
            Qualifier::If(cond) => match holds(cond, names) {
                Ok(true) => self.expand(parts, rest, names, found),
                Ok(false) => Ok(()),
                Err(no) => undefined_is_none(no),
            },
            Qualifier::For(set) => match members(set, names) {
                Ok(members) => members.into_iter().try_for_each(|n| {
                    names.push(n);
                    let expanded = self.expand(parts, rest, names, found);
                    names.pop();
                    expanded
                }),
                Err(no) => undefined_is_none(no),
            },
        }
    }

    /// Whether positions have values.
    fn valued(&self) -> bool {
        let ends = |clause| self.clauses.contains_key(clause);
        !(self.misere || self.loopy || ends("win") || ends("draw"))
    }
}

/// Reads a record of the game `rules`.
pub fn read(record: &Record) -> Res<Play> {
    let mut rule = Reader::rule(&record.rules.join(" "))?;
    let mut components = Vec::new();
    for word in record.position.as_ref().ok_or(Fail::Wrong)? {
        let position = text::tuple(word)?;
        let wide: Vec<i128> = position.iter().map(|&n| n.into()).collect();
        let fits = position.iter().all(|&n| i64::try_from(n).is_ok());
        if position.len() != rule.arity || !fits || !rule.legal(&wide)? {
            return Err(Fail::Wrong);
        }
        components.push(game::component(&position));
    }
    let (valued, misere) = (rule.valued(), rule.misere);
    let splits = rule.kinds.iter().any(|(parts, _)| parts.len() > 1);
    // Heaps under misere play: moves may split, and several may be given.
    let ends = rule.clauses.keys().any(|clause| clause == "win" || clause == "draw");
    let heaps = misere && rule.arity == 1 && !rule.loopy && !ends;
    let one = rule.arity == 1 && components.len() == 1;
    record.must_ask(match (valued, one) {
        (true, true) => &["grundy", "values", "losing", "sequence", "period", "pattern", "genus", "quotient"],
        (true, false) => &["grundy", "values", "pattern", "genus"],
        (false, true) => &["losing", "pattern", "genus", "quotient"],
        (false, false) => &["pattern", "genus"],
    })?;
    if !valued && (components.len() != 1 || splits) && !heaps {
        return Err(Fail::Wrong);
    }
    // Several heaps, or parts, are a sum only if numbers fall with every move.
    rule.falls = !valued && (components.len() != 1 || splits);
    Ok(Play { misere, valued, ..Play::new(rule, components) })
}

fn wide(position: &[u64]) -> Vec<i128> {
    position.iter().map(|&n| n.into()).collect()
}

impl Game for Rule {
    fn is_shared(&self) -> bool {
        true
    }

    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        let mut found = Vec::new();
        if self.ending(position)?.is_none() {
            for (parts, qualifiers) in &self.kinds {
                self.expand(parts, qualifiers, &mut wide(position), &mut found)?;
            }
        }
        if self.falls && found.iter().flatten().any(|part| part[0] >= position[0]) {
            return Err(Fail::Wrong);
        }
        // An option that is reached in two ways is one move.
        let mut seen = fxhash::FxHashSet::default();
        found.retain(|option| seen.insert(option.clone()));
        Ok(found)
    }

    fn ending(&self, position: &[u64]) -> Res<Option<Outcome>> {
        let position = wide(position);
        for (clause, outcome) in [("lose", Outcome::Lose), ("win", Outcome::Win), ("draw", Outcome::Draw)] {
            if self.says(clause, &position)? {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    fn must_end(&self) -> bool {
        !self.loopy
    }

    fn heap(&self, size: u64) -> Res<Option<Position>> {
        Ok(self.legal(&[size.into()])?.then(|| Position::from_slice(&[size])))
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        self.periodic(None).ok().map(repeated)
    }

    fn certified(&self, _start: &[Position], certificate: &Certificate) -> Res<Theorem<'_>> {
        match certificate {
            Certificate::Period(..) => self.periodic(Some(certificate)).map(repeated),
            Certificate::Automaton(text) => {
                let automaton = automaton::prove(self, text).map_err(|_| Fail::Forged)?;
                let says = if automaton.has_values() {
                    Says::Value(Box::new(move |part| automaton.output(part).ok_or(Fail::TooLarge)))
                } else {
                    Says::Outcome(Box::new(move |parts| match parts {
                        [part] => match automaton.output(part).ok_or(Fail::TooLarge)? {
                            1 => Ok(Outcome::Lose),
                            _ => Ok(Outcome::Win),
                        },
                        _ => Err(Fail::TooLarge),
                    }))
                };
                Ok(Theorem { source: "an automaton", says })
            }
            _ => Err(Fail::TooLarge),
        }
    }

    fn about(&self, ask: Ask, _heap: Option<u64>, certificate: Option<&Certificate>) -> Res<(String, By)> {
        let by = if certificate.is_some() { By::Certificate } else { By::Theorem };
        match (ask, certificate) {
            (Ask::Pattern, Some(Certificate::Automaton(text))) => {
                Ok((automaton::prove(self, text).map_err(|_| Fail::Forged)?.text(), by))
            }
            (Ask::Period, _) => Ok((self.periodic(certificate)?.text(), by)),
            (Ask::Pattern, _) => {
                let (preperiod, period) = self.periodic(certificate)?.cycle();
                Ok((format!("period {period} after {preperiod}"), by))
            }
            _ => Err(Fail::TooLarge),
        }
    }
}

/// A sequence of values for ever.
fn repeated<'g>(periodic: Periodic) -> Theorem<'g> {
    let says = Says::Value(Box::new(move |heap| periodic.term(heap[0])));
    Theorem { source: "Guy and Smith 1956", says }
}

/// The largest number of a rule whose value is looked for without a certificate, and with one.
const TABLES: [u64; 2] = [500, 20_000];

impl Rule {
    /// The values of all numbers: by the certificate of their period, else by one that the first values show.
    fn periodic(&self, certificate: Option<&Certificate>) -> Res<Periodic> {
        let repeats = Repeats::of(self).ok_or(Fail::TooLarge)?;
        let table = |last: u64| {
            let numbers: Vec<Position> = (0..=last).map(|n| Position::from_slice(&[n])).collect();
            let reached = Reached::from(self, &numbers)?;
            let values = reached.values()?;
            let value = |n: &Position| match &values[reached.find(self, n)? as usize] {
                Value::Finite(value) => Ok(*value),
                Value::Infinite(_) => Err(Fail::TooLarge),
            };
            numbers.iter().map(value).collect()
        };
        match certificate {
            None => period::found(TABLES[0], |e, p| repeats.window(e, p), table),
            Some(&Certificate::Period(preperiod, period, 0)) => {
                let last = repeats.window(preperiod, period).filter(|&last| last <= TABLES[1]);
                Periodic::of(table(last.ok_or(Fail::TooLarge)?)?, (preperiod, period, 0))
            }
            Some(_) => Err(Fail::TooLarge),
        }
    }
}
