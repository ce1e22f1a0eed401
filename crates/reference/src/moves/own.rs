//! User-defined rulesets: the options that a rule text defines.

use std::collections::BTreeMap;

use num_integer::Integer;

use crate::automaton;
use crate::game::Parts;
use crate::moves::rule::{Rule, Term};
use crate::moves::vocabulary::*;
use crate::repeats::Repeats;
use crate::text::Record;
use crate::windows::Windows;

/// The most members of a set, and the most options.
const MAX_MEMBERS: i128 = 200_000;

/// How often names are bound for one position.
const MAX_BOUND: u64 = 4_000_000;

/// Numbers are of 64 bits; undefined is no number.
fn defined(n: Option<i128>) -> Res<i128> {
    let n = n.ok_or(Fail::Undefined)?;
    if i64::try_from(n).is_ok() {
        Ok(n)
    } else {
        Err(Fail::Wrong)
    }
}

/// The value of an expression; of a condition 1 if it holds, else 0. Divisions round down.
pub fn value(term: &Term, names: &[i128]) -> Res<i128> {
    let (word, terms) = match term {
        Term::Number(n) => return Ok(*n),
        Term::Name(name) => return Ok(names[*name]),
        Term::Op(word, terms) => (word.as_str(), terms),
    };
    match (word, &terms[..]) {
        ("[", [list, index]) => {
            let index = usize::try_from(value(index, names)?).unwrap_or(usize::MAX);
            return value(list.op().1.get(index).ok_or(Fail::Undefined)?, names);
        }
        // The conditions behind the one that decides may be undefined.
        ("or" | "and", all) => {
            let neutral = Ok((word == "and").into());
            let decides = all
                .iter()
                .map(|cond| value(cond, names))
                .find(|holds| *holds != neutral);
            return decides.unwrap_or(neutral);
        }
        ("in", [term, set]) => {
            let n = value(term, names)?;
            return Ok(members(set, names)?.contains(&n).into());
        }
        _ => {}
    }
    let (word, each) = match word.strip_suffix(" of") {
        Some(word) => {
            let (element, mut found) = (&terms[terms.len() - 1], Vec::new());
            walk(
                &terms[..terms.len() - 1],
                &mut names.to_vec(),
                false,
                &mut { MAX_BOUND },
                &mut |names| {
                    found.push(value(element, names)?);
                    must_be_few(found.len())
                },
            )?;
            (word, found)
        }
        None => (
            word,
            terms
                .iter()
                .map(|term| value(term, names))
                .collect::<Res<Vec<i128>>>()?,
        ),
    };
    Fail::TooLarge.when(word == "isprime" && each[0] > 1 << 40)?;
    let natural = |n: i128| (each[0] >= 0).then_some(n);
    let shift = |by: i128| (0..=63).contains(&by).then(|| 1i128 << by);
    defined(match (word, &each[..]) {
        ("not", &[a]) => Some(1 - a),
        ("<", &[a, b]) => Some((a < b).into()),
        ("<=", &[a, b]) => Some((a <= b).into()),
        (">", &[a, b]) => Some((a > b).into()),
        (">=", &[a, b]) => Some((a >= b).into()),
        ("==", &[a, b]) => Some((a == b).into()),
        ("!=", &[a, b]) => Some((a != b).into()),
        ("-", &[a]) => Some(-a),
        ("~", &[a]) => Some(-1 - a),
        ("+", &[a, b]) => Some(a + b),
        ("-", &[a, b]) => Some(a - b),
        ("*", &[a, b]) => Some(a * b),
        ("/" | "%", &[_, 0]) => None,
        ("/", &[a, b]) => Some(Integer::div_floor(&a, &b)),
        ("%", &[a, b]) => Some(a.mod_floor(&b)),
        ("&", &[a, b]) => Some(a & b),
        ("|", &[a, b]) => Some(a | b),
        ("^", &[a, b]) => Some(a ^ b),
        ("<<", &[a, b]) => shift(b).map(|power| a * power),
        (">>", &[a, b]) => shift(b).map(|power| a.div_euclid(power)),
        ("min", each) => each.iter().min().copied(),
        ("max", each) => each.iter().max().copied(),
        ("sum", each) => Some(each.iter().sum()),
        ("count", each) => Some(each.len() as i128),
        ("gcd", each) => Some(each.iter().fold(0, |a, b| a.gcd(b))),
        ("abs", &[a]) => Some(a.abs()),
        ("pow", &[_, ..0]) => None,
        ("pow", &[a @ -1..=1, b]) => Some(a.pow(if b == 0 { 0 } else { 2 - (b % 2) as u32 })),
        ("pow", &[a, b]) => Some(a.checked_pow(b.min(64) as u32).unwrap_or(i128::MAX)),
        ("sqrt", &[a]) => natural(0).map(|_| a.isqrt()),
        ("log2", &[a]) => (a >= 1).then(|| a.ilog2().into()),
        ("popcount", &[a]) => natural(a.count_ones().into()),
        ("lowbit", &[a]) => natural(a & -a),
        ("digitsum", &[a]) => natural(digits(a).sum()),
        ("isprime", &[a]) => Some(text::is_prime(a).into()),
        ("issquare", &[a]) => Some((a >= 0 && a.isqrt().pow(2) == a).into()),
        _ => None,
    })
}

/// Goes through the values of the names that qualifiers bind, `left` of them at most. Something undefined ends the walk,
/// or is skipped.
fn walk(
    qualifiers: &[Term],
    names: &mut Vec<i128>,
    skips: bool,
    left: &mut u64,
    each: &mut dyn FnMut(&[i128]) -> Res<()>,
) -> Res<()> {
    let walked = match qualifiers
        .split_first()
        .map(|(qualifier, rest)| (qualifier.op(), rest))
    {
        None => each(names),
        Some((("if", [cond]), rest)) => value(cond, names).and_then(|holds| {
            if holds == 1 {
                walk(rest, names, skips, left, each)
            } else {
                Ok(())
            }
        }),
        Some(((_, set), rest)) => members(&set[0], names).and_then(|members| {
            members.into_iter().try_for_each(|n| {
                *left = left.checked_sub(1).ok_or(Fail::TooLarge)?;
                names.push(n);
                let walked = walk(rest, names, skips, left, each);
                names.pop();
                walked
            })
        }),
    };
    if skips {
        Fail::Undefined.or_none(walked).map(|_| ())
    } else {
        walked
    }
}

fn must_be_few(count: usize) -> Res<()> {
    if count as i128 > MAX_MEMBERS {
        Err(Fail::TooLarge)
    } else {
        Ok(())
    }
}

fn digits(n: i128) -> impl Iterator<Item = i128> {
    n.to_string()
        .into_bytes()
        .into_iter()
        .map(|byte| i128::from(byte) - 48)
}

/// The members of a set, each once, ascending.
fn members(set: &Term, names: &[i128]) -> Res<Vec<i128>> {
    let (word, terms) = set.op();
    if word == "{" {
        let ranges = terms.iter().map(|item| match item.op() {
            ("..", [low, high, step]) => {
                Ok((value(low, names)?, value(high, names)?, value(step, names)?))
            }
            _ => value(item, names).map(|n| (n, n, 1)),
        });
        let mut all = Vec::new();
        for (low, high, step) in ranges.collect::<Res<Vec<_>>>()? {
            Fail::Undefined.when(step <= 0)?;
            must_be_few(((high - low) / step).max(0) as usize)?;
            all.extend((0..).map(|i| low + i * step).take_while(|&n| n <= high));
        }
        all.sort_unstable();
        all.dedup();
        return Ok(all);
    }
    let arguments = terms
        .iter()
        .map(|term| value(term, names))
        .collect::<Res<Vec<i128>>>()?;
    let n = arguments[arguments.len() - 1];
    Fail::TooLarge
        .when(n > 10_000_000 && text::lists("divisors primes squares triangular", word))?;
    match word {
        "divisors" => Ok((1..=n).filter(|d| n % d == 0).collect()),
        "powers" if arguments[0] < 2 => Err(Fail::Undefined),
        "bits" | "digits" if n < 0 => Err(Fail::Undefined),
        "bits" => Ok((0..63).filter(|i| n >> i & 1 == 1).collect()),
        "digits" => Ok(digits(n).sorted().dedup().collect()),
        _ => Ok(text::named_set(word, arguments[0], n).unwrap_or_default()),
    }
}

impl Rule {
    /// Whether some condition of this clause holds, or whether some does not; one that is undefined does not.
    fn some(&self, clause: &str, held: bool, position: &[i128]) -> Res<bool> {
        let conds = self.clauses.get(clause).into_iter().flatten();
        let hold = conds.map(|cond| Ok(Fail::Undefined.or_none(value(cond, position))? == Some(1)));
        hold.process_results(|mut hold| hold.contains(&held))
    }

    fn legal(&self, position: &[i128]) -> Res<bool> {
        Ok(position.iter().all(|&n| n >= 0) && !self.some("legal", false, position)?)
    }

    /// Whether play ends, and who ends it by a clause has lost.
    fn is_normal(&self) -> bool {
        !self.loopy
            && !self
                .clauses
                .keys()
                .any(|clause| clause == "win" || clause == "draw")
    }

    /// Whether positions have values.
    fn valued(&self) -> bool {
        !self.misere && self.is_normal()
    }
}

/// Reads a record of the game `rules`.
pub fn read(record: &Record) -> Res<Play> {
    let mut rule = Rule::read(&record.rules.join(" "))?;
    Fail::Wrong.when(rule.arity > 8)?;
    let words = record
        .position
        .iter()
        .flatten()
        .map(|word| text::tuple(word));
    let positions = words.collect::<Res<Vec<Vec<u64>>>>()?;
    Fail::Wrong.when(record.position.is_none())?;
    for position in &positions {
        let fits =
            position.len() == rule.arity && position.iter().all(|&n| i64::try_from(n).is_ok());
        Fail::Wrong.when(!fits || !rule.legal(&wide(position))?)?;
    }
    let (valued, misere, is_single) = (rule.valued(), rule.misere, positions.len() < 2);
    record.must_ask(match (valued, rule.arity == 1 && is_single) {
        (true, true) => "grundy values losing sequence period pattern genus quotient positions",
        (true, false) => "grundy values pattern genus positions",
        (false, true) => "losing pattern genus quotient positions",
        (false, false) => "pattern genus positions",
    })?;
    // Several heaps, or parts, are a sum without values only under misere play, and if numbers fall with every move.
    rule.falls = !valued && (!is_single || rule.kinds.iter().any(|(parts, _)| parts.len() > 1));
    Fail::Wrong.when(rule.falls && !(misere && rule.arity == 1 && rule.is_normal()))?;
    Ok(Play {
        misere,
        valued,
        ..Play::new(rule, positions)
    })
}

fn wide(position: &[u64]) -> Vec<i128> {
    position.iter().map(|&n| n.into()).collect()
}

impl Game for Rule {
    fn moves(&self, position: &[u64]) -> Res<Vec<Move>> {
        let (ended, mut found) = (self.ending(position)?.is_some(), Vec::<Parts>::new());
        for (parts, qualifiers) in self.kinds.iter().filter(|_| !ended) {
            let mut add = |names: &[i128]| {
                let each = |part: &Vec<Term>| part.iter().map(|term| value(term, names)).collect();
                let mut option = parts.iter().map(each).collect::<Res<Vec<Vec<i128>>>>()?;
                option.sort();
                let each = option.iter().map(|part| self.legal(part));
                if !each.process_results(|mut each| each.all(|is_legal| is_legal))? {
                    return Ok(());
                }
                found.push(
                    option
                        .iter()
                        .map(|part| part.iter().map(|&n| n as u64).collect())
                        .collect(),
                );
                must_be_few(found.len())
            };
            walk(
                qualifiers,
                &mut wide(position),
                true,
                &mut { MAX_BOUND },
                &mut add,
            )?;
        }
        Fail::Wrong
            .when(self.falls && found.iter().flatten().any(|part| part[0] >= position[0]))?;
        // An option that is reached in two ways is one move.
        let mut seen = fxhash::FxHashSet::default();
        found.retain(|option| seen.insert(option.clone()));
        Ok(found.into_iter().map(Move::leaving).collect())
    }

    fn ending(&self, position: &[u64]) -> Res<Option<Outcome>> {
        let position = wide(position);
        for (clause, outcome) in [
            ("lose", Outcome::Lose),
            ("win", Outcome::Win),
            ("draw", Outcome::Draw),
        ] {
            if self.some(clause, true, &position)? {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    fn must_end(&self) -> bool {
        !self.loopy
    }

    fn heap(&self, size: u64) -> Res<Option<Position>> {
        Ok(self
            .legal(&[size.into()])?
            .then(|| Position::from_slice(&[size])))
    }

    /// The values of all numbers.
    fn periodic(&self, certificate: Option<&Certificate>) -> Res<Periodic> {
        let repeats = Repeats::of(self)
            .filter(|_| !self.misere)
            .ok_or(Fail::TooLarge)?;
        let mut values = Table::of(Rc::new(self.clone()), false);
        let table = |last: u64| (0..=last).map(|n| values.value(&[n])?.finite()).collect();
        let window = |e, p| repeats.window(e, p).filter(|&last| last <= MAX_TERMS[1]);
        period::by_window(certificate, MAX_TERMS[0], window, table)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        match self.periodic(None) {
            Ok(periodic) => self.repeated(periodic),
            Err(_) => Ok(Windows::of(self)
                .filter(|_| self.valued())
                .ok_or(Fail::TooLarge)?
                .theorem()),
        }
    }

    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        self.proved(certificate)
    }

    fn quotient(&self, text: &str) -> Res<(Quotient, misere::Values<'_>)> {
        let each = |heap: u64, each: &mut dyn FnMut(&[u64])| {
            // Play from a heap that the position does not reach may come back.
            let moves = Fail::Wrong
                .or_none(self.moves(&[heap]))?
                .ok_or(Fail::TooLarge)?;
            moves.iter().for_each(|mv| each(&mv.parts.concat()));
            Ok(())
        };
        let repeats = Repeats::of(self);
        let window = |e, p| repeats.as_ref()?.window(e, p);
        Ok((
            Quotient::prove(text, each, window, |_| None)?,
            misere::no_values(),
        ))
    }

    fn about(&self, ask: Ask, heap: Option<u64>, certificate: Option<&Certificate>) -> Res<String> {
        match (ask.word, certificate) {
            ("period", _) => Ok(self.periodic(certificate)?.text()),
            ("pattern", Some(Certificate::Automaton(text))) => automaton::prove(self, text)?.text(),
            ("pattern", _) => {
                let (preperiod, period) = self.periodic(certificate)?.cycle();
                Ok(format!("period {period} after {preperiod}"))
            }
            _ => {
                // Heaps from which play comes back have no quotient, which exploring sees.
                let heap = vec![Position::from_slice(&[heap.ok_or(Fail::TooLarge)?])];
                Table::of(Rc::new(self.clone()), true).outcomes(&[heap])?;
                Err(Fail::TooLarge)
            }
        }
    }
}

/// The largest number of a rule whose value is looked for without a certificate, and with one.
const MAX_TERMS: [u64; 2] = [500, 20_000];

impl Rule {
    /// The rules of one number of which positions are sums: each move reads and changes one number alone.
    fn summands(&self) -> Option<BTreeMap<usize, Rule>> {
        let mut parts: BTreeMap<usize, Rule> = BTreeMap::new();
        for (targets, qualifiers) in &self.kinds {
            let [target] = &targets[..] else { return None };
            let changes = |&i: &usize| !matches!(target[i], Term::Name(name) if name == i);
            let number = (0..self.arity).filter(changes).exactly_one().ok()?;
            let alone = |name: usize| match name {
                name if name == number => Some(0),
                bound => bound.checked_sub(self.arity).map(|bound| bound + 1),
            };
            let qualifiers = qualifiers
                .iter()
                .map(|term| term.named(&alone))
                .collect::<Option<_>>()?;
            let kind = (vec![vec![target[number].named(&alone)?]], qualifiers);
            let part = || Rule {
                arity: 1,
                falls: self.falls,
                ..Rule::default()
            };
            parts.entry(number).or_insert_with(part).kinds.push(kind);
        }
        Some(parts).filter(|_| !self.misere && !self.loopy && self.clauses.is_empty())
    }

    /// The result that a certificate proves.
    fn proved(&self, certificate: &Certificate) -> Res<Theorem<'static>> {
        match certificate {
            Certificate::Period(..) => {
                let periodic = self.periodic(Some(certificate))?;
                Ok(Theorem::value("its period", move |part| {
                    periodic.term(part[0])
                }))
            }
            Certificate::Automaton(text) => {
                let (automaton, source) = (automaton::prove(self, text)?, "its automaton");
                let has_values = automaton.has_values();
                let output = move |part: &[u64]| automaton.output(part).ok_or(Fail::TooLarge);
                Ok(match has_values {
                    true => Theorem::value(source, output),
                    false => Theorem::lost(source, move |part| Ok(output(part)? == 0)),
                })
            }
            Certificate::Numbers(each) => {
                // Positions that are sums, with a certificate for each number.
                let parts = self
                    .summands()
                    .filter(|parts| parts.len() == each.len())
                    .ok_or(Fail::Forged)?;
                let values = parts
                    .into_iter()
                    .zip(each)
                    .map(|((number, rule), certificate)| {
                        Ok((number, rule.proved(certificate)?.value.ok_or(Fail::Forged)?))
                    });
                let values = values.collect::<Res<Vec<_>>>()?;
                Ok(Theorem::values("its numbers", move |part| {
                    let mut each = values.iter().map(|(number, value)| value(&[part[*number]]));
                    each.try_fold(Value::Finite(0), |sum, value| Ok(sum.plus(&value?)))
                }))
            }
            _ => Err(Fail::TooLarge),
        }
    }
}
