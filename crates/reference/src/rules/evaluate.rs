//! The value of the terms of user-defined rulesets.
#![expect(
    clippy::cast_possible_truncation,
    reason = "exponents are at most 64, and sets and trials at most 2²⁴ long"
)]

use std::cell::Cell;
use std::rc::Rc;

use itertools::Itertools;
use num_integer::Integer;
use smallvec::SmallVec;

use crate::rules::lists::{MAX_NUMBERS_OF_LIST, is_list};
use crate::rules::term::Term;
use crate::{Fail, Res, text};

/// The most members of a set, and the most options.
pub const MAX_MEMBERS: usize = 200_000;

/// The largest number of times that names are bound for one position.
pub const MAX_BINDINGS: u64 = 4_000_000;

/// The largest number of terms that are evaluated, members of sets that are listed and divisors that are tried for one
/// record. A guess: nearly twice what any golden takes.
const MAX_EVALUATED: u64 = 200_000_000;

/// The largest number that is tried for being prime.
const MAX_TRIED: i128 = 1 << 40;

/// The most ones of a number whose submasks are listed.
const MAX_ONES: usize = 17;

/// The largest number up to which a set is listed.
const MAX_LISTED_TO: i128 = 10_000_000;

/// Evaluates terms, and counts them, so that none of the texts that take hours is evaluated to its end.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    /// The number of terms that all copies of the rule have evaluated.
    evaluated: Rc<Cell<u64>>,
    /// The numbers of the position, if it is a list.
    position: Rc<[i128]>,
}

/// The values of the terms of an operator, which has seldom more than two.
type Numbers = SmallVec<[i128; 2]>;

/// The numbers from the first to the last, with this step.
struct Range {
    /// The first number.
    low: i128,
    /// The number that none of them passes.
    high: i128,
    /// The step, at least 1.
    step: i128,
}

/// Refuses more members or options than are listed.
pub fn must_be_few(count: usize) -> Res<()> {
    Fail::TooLarge.when(count > MAX_MEMBERS)
}

/// Returns a result as a number of 64 bits, which all others are too large for. Nothing is no number.
fn defined(n: Option<i128>) -> Res<i128> {
    let n = n.ok_or(Fail::Undefined)?;
    if i64::try_from(n).is_ok() {
        Ok(n)
    } else {
        Err(Fail::Wrong)
    }
}

fn digits(n: i128) -> impl Iterator<Item = i128> {
    let bytes = n.to_string().into_bytes();
    bytes.into_iter().map(|byte| i128::from(byte) - 48)
}

/// Returns the result of an operator or a function of these numbers, none if it is undefined. Divisions round down.
fn applied(word: &str, numbers: &[i128]) -> Option<i128> {
    match (word, numbers) {
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
        ("<<", &[a, b @ 0..=63]) => Some(a * (1 << b)),
        ("<<", &[a, (64..)]) => Some(if a == 0 { 0 } else { i128::MAX }),
        (">>", &[a, b @ 0..=63]) => Some(a.div_euclid(1 << b)),
        (">>", &[a, (64..)]) => Some(if a < 0 { -1 } else { 0 }),
        ("min", each) => each.iter().min().copied(),
        ("max", each) => each.iter().max().copied(),
        ("sum", each) => Some(each.iter().sum()),
        ("count", each) => Some(each.len() as i128),
        ("gcd", each) => Some(each.iter().fold(0, |a, b| a.gcd(b))),
        ("abs", &[a]) => Some(a.abs()),
        ("pow", &[_, ..0]) => None,
        ("pow", &[a, b]) => Some(power(a, b)),
        ("sqrt", &[a @ (0..)]) => Some(a.isqrt()),
        ("log2", &[a @ (1..)]) => Some(a.ilog2().into()),
        ("popcount", &[a @ (0..)]) => Some(a.count_ones().into()),
        ("lowbit", &[a @ (0..)]) => Some(a & -a),
        ("digitsum", &[a @ (0..)]) => Some(digits(a).sum()),
        ("isprime", &[a]) => Some(text::is_prime(a).into()),
        ("issquare", &[a]) => Some((a >= 0 && a.isqrt().pow(2) == a).into()),
        _ => None,
    }
}

/// Returns a power with an exponent from 0 on. Beyond 128 bits it is the largest number, which is beyond 64 bits as
/// well.
fn power(a: i128, exponent: i128) -> i128 {
    if (-1..=1).contains(&a) {
        // Two exponents of one parity have the same power, but for 0 and others.
        let small = if exponent == 0 { 0 } else { 2 - exponent % 2 };
        a.pow(small as u32)
    } else {
        // Every other number to the 64th power is beyond 64 bits.
        a.checked_pow(exponent.min(64) as u32).unwrap_or(i128::MAX)
    }
}

impl Evaluator {
    /// Counts work, up to the most that is done.
    fn spend(&self, terms: u64) -> Res<()> {
        let evaluated = self.evaluated.get().saturating_add(terms);
        self.evaluated.set(evaluated);
        Fail::TooLarge.when(evaluated > MAX_EVALUATED)
    }

    /// Returns the value of a term; of a condition 1 if it holds, else 0.
    pub fn value(&self, term: &Term, names: &[i128]) -> Res<i128> {
        self.spend(1)?;
        let (word, terms) = match term {
            Term::Number(n) => return Ok(*n),
            Term::Name(name) => return Ok(names[*name]),
            Term::Op(word, terms) => (word.as_str(), &terms[..]),
        };
        match (word, terms) {
            ("[", [list, index]) => {
                let numbers = self.list(list, names)?;
                let index = usize::try_from(self.value(index, names)?).unwrap_or(usize::MAX);
                return numbers.get(index).copied().ok_or(Fail::Undefined);
            }
            ("len", [list]) => {
                let (word, lists) = list.op();
                return Ok(match word {
                    "the lists" => lists.len() as i128,
                    _ => self.list(list, names)?.len() as i128,
                });
            }
            ("==" | "!=", [a, b]) if is_list(a) => {
                let are_equal = self.list(a, names)? == self.list(b, names)?;
                return Ok((are_equal == (word == "==")).into());
            }
            ("or", conditions) => return self.decided(1, conditions, names),
            ("and", conditions) => return self.decided(0, conditions, names),
            ("in", [term, set]) => {
                let n = self.value(term, names)?;
                return Ok(self.members(set, names)?.contains(&n).into());
            }
            _ => {}
        }
        let (word, numbers) = match word.strip_suffix(" of") {
            Some(fold) => (fold, self.folded(terms, names)?),
            None => (word, self.values(terms, names)?),
        };
        if word == "isprime" {
            Fail::TooLarge.when(numbers[0] > MAX_TRIED)?;
            self.spend(numbers[0].max(0).isqrt() as u64)?;
        }
        defined(applied(word, &numbers))
    }

    /// Returns the evaluator of terms at a position that is a list.
    pub fn at(&self, position: &[i128]) -> Evaluator {
        Evaluator {
            evaluated: self.evaluated.clone(),
            position: position.into(),
        }
    }

    /// Returns the numbers of a list.
    pub fn list(&self, term: &Term, names: &[i128]) -> Res<Rc<[i128]>> {
        let (word, terms) = term.op();
        let numbers: Rc<[i128]> = match (word, terms) {
            ("the position", _) => self.position.clone(),
            ("the list", numbers) => numbers
                .iter()
                .map(|number| self.value(number, names))
                .collect::<Res<_>>()?,
            ("[", [lists, index]) => {
                let index = usize::try_from(self.value(index, names)?).unwrap_or(usize::MAX);
                let list = lists.op().1.get(index).ok_or(Fail::Undefined)?;
                self.list(list, names)?
            }
            ("sorted", [list]) => self.list(list, names)?.iter().copied().sorted().collect(),
            ("list of", terms) => self.folded(terms, names)?.to_vec().into(),
            ("slice" | "slice from", [list, low, high @ ..]) => {
                let numbers = self.list(list, names)?;
                let low = self.value(low, names)?;
                let end = match high {
                    [high] => self.value(high, names)? + 1,
                    _ => numbers.len() as i128,
                };
                let is_within = 0 <= low && low <= end && end <= numbers.len() as i128;
                Fail::Undefined.when(!is_within)?;
                numbers[low as usize..end as usize].into()
            }
            _ => return Err(Fail::Wrong),
        };
        self.spend(1 + numbers.len() as u64)?;
        Fail::Wrong.when(numbers.len() > MAX_NUMBERS_OF_LIST && word == "list of")?;
        Ok(numbers)
    }

    fn values(&self, terms: &[Term], names: &[i128]) -> Res<Numbers> {
        terms.iter().map(|term| self.value(term, names)).collect()
    }

    /// Returns the value of conditions joined by `or`, which 1 decides, or by `and`, which 0 decides. The conditions
    /// after the first one that decides may be undefined.
    fn decided(&self, decides: i128, conditions: &[Term], names: &[i128]) -> Res<i128> {
        for condition in conditions {
            if self.value(condition, names)? == decides {
                return Ok(decides);
            }
        }
        Ok(1 - decides)
    }

    /// Returns the numbers of a fold such as `sum(k*k for k in 1..n)`: its last term, for each choice that the
    /// qualifiers before it allow.
    fn folded(&self, terms: &[Term], names: &[i128]) -> Res<Numbers> {
        let (element, qualifiers) = terms.split_last().ok_or(Fail::Wrong)?;
        let mut found = Numbers::new();
        Walk::from(self, names).through(qualifiers, &mut |names| {
            found.push(self.value(element, names)?);
            must_be_few(found.len())
        })?;
        Ok(found)
    }

    /// Returns the members of a set, each once, ascending; or the numbers of a list.
    pub fn members(&self, set: &Term, names: &[i128]) -> Res<Vec<i128>> {
        let (word, terms) = set.op();
        let members = if word == "numbers" {
            self.list(&terms[0], names)?.to_vec()
        } else if word == "{" {
            self.listed(terms, names)?
        } else {
            self.named(word, &self.values(terms, names)?)?
        };
        self.spend(members.len() as u64)?;
        Ok(members)
    }

    /// Returns the members of a set whose numbers and ranges are listed.
    fn listed(&self, items: &[Term], names: &[i128]) -> Res<Vec<i128>> {
        let ranges = items.iter().map(|item| self.range(item, names));
        let mut all = Vec::new();
        for Range { low, high, step } in ranges.collect::<Res<Vec<_>>>()? {
            Fail::Undefined.when(step <= 0)?;
            // Numbers of 64 bits differ by less than 2^64.
            must_be_few(all.len() + ((high - low) / step).max(0) as usize)?;
            all.extend((0..).map(|i| low + i * step).take_while(|&n| n <= high));
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// Returns an item of a set as a range, of one number if it is a number.
    fn range(&self, item: &Term, names: &[i128]) -> Res<Range> {
        if let ("..", [low, high, step]) = item.op() {
            Ok(Range {
                low: self.value(low, names)?,
                high: self.value(high, names)?,
                step: self.value(step, names)?,
            })
        } else {
            let number = self.value(item, names)?;
            Ok(Range {
                low: number,
                high: number,
                step: 1,
            })
        }
    }

    /// Returns the members of a set with a name, of these arguments, the last of which the set is about.
    fn named(&self, word: &str, arguments: &[i128]) -> Res<Vec<i128>> {
        let n = arguments[arguments.len() - 1];
        let is_long = text::lists("divisors primes squares triangular", word);
        Fail::TooLarge.when(is_long && n > MAX_LISTED_TO)?;
        match word {
            "divisors" => {
                self.spend(n.max(0) as u64)?;
                Ok((1..=n).filter(|d| n % d == 0).collect())
            }
            "primes" => {
                self.spend(n.max(0) as u64)?;
                Ok(text::primes(n))
            }
            "powers" if arguments[0] < 2 => Err(Fail::Undefined),
            "bits" | "digits" | "subsets" if n < 0 => Err(Fail::Undefined),
            "subsets" => {
                let ones: Vec<i128> = (0..63).map(|i| 1 << i).filter(|bit| n & bit != 0).collect();
                Fail::TooLarge.when(ones.len() > MAX_ONES)?;
                let sums = ones.into_iter().powerset().skip(1);
                Ok(sums.map(|bits| bits.iter().sum()).sorted().collect())
            }
            "bits" => Ok((0..63).filter(|i| n >> i & 1 == 1).collect()),
            "digits" => Ok(digits(n).sorted().dedup().collect()),
            _ => Ok(text::named_set(word, arguments[0], n).unwrap_or_default()),
        }
    }
}

/// A visitor of each choice of values that qualifiers allow, by the values of all names.
pub type Visit<'v> = dyn FnMut(&[i128]) -> Res<()> + 'v;

/// A walk through the values that qualifiers let names have.
pub struct Walk<'e> {
    /// The evaluator of the terms.
    evaluator: &'e Evaluator,
    /// The values of the names that are bound.
    names: Vec<i128>,
    /// Whether a choice for which something is undefined is skipped. Else it ends the walk.
    skips_undefined: bool,
    /// The number of times that names may still be bound.
    left: u64,
}

impl<'e> Walk<'e> {
    /// Returns a walk that begins with these values of names, and that ends where something is undefined.
    pub fn from(evaluator: &'e Evaluator, names: &[i128]) -> Walk<'e> {
        Walk {
            evaluator,
            names: names.to_vec(),
            skips_undefined: false,
            left: MAX_BINDINGS,
        }
    }

    /// Returns the walk that skips what is undefined.
    pub fn skipping_undefined(self) -> Walk<'e> {
        Walk {
            skips_undefined: true,
            ..self
        }
    }

    /// Visits each choice that these qualifiers allow.
    pub fn through(&mut self, qualifiers: &[Term], visit: &mut Visit<'_>) -> Res<()> {
        let walked = self.choices(qualifiers, visit);
        if self.skips_undefined {
            Fail::Undefined.or_none(walked)?;
            Ok(())
        } else {
            walked
        }
    }

    /// Checks the conditions up to the first name that is bound, and goes on with each of its values. It calls itself
    /// for names alone, of which there are few, and not for conditions.
    fn choices(&mut self, qualifiers: &[Term], visit: &mut Visit<'_>) -> Res<()> {
        for (at, qualifier) in qualifiers.iter().enumerate() {
            match qualifier.op() {
                ("if", [condition]) => {
                    if self.evaluator.value(condition, &self.names)? != 1 {
                        return Ok(());
                    }
                }
                (_, set) => return self.bind_each(&set[0], &qualifiers[at + 1..], visit),
            }
        }
        visit(&self.names)
    }

    /// Binds a name to each member of a set, and goes on with the qualifiers after it.
    fn bind_each(&mut self, set: &Term, after: &[Term], visit: &mut Visit<'_>) -> Res<()> {
        for member in self.evaluator.members(set, &self.names)? {
            self.left = self.left.checked_sub(1).ok_or(Fail::TooLarge)?;
            self.names.push(member);
            let walked = self.through(after, visit);
            self.names.pop();
            walked?;
        }
        Ok(())
    }
}
