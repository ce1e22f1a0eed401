//! Rules of one number whose options are consecutive: all up to a bound, or a window that ends below the number.
//!
//! - Let the options of n be 0, 1, …, m(n), and let m never fall. Values never fall then, and none is left out, by
//!   induction: g(n) = g(m(n)) + 1, and 0 without an option.
//! - Let the options of n be n − f(n), …, n − 1, and let f rise by 0 or 1 from each number to the next, from f(0) = 0 on. The
//!   values of n − f(n), …, n are 0, …, f(n) then, each once: g(n) = f(n) if f rises at n, else g(n − f(n) − 1)
//!   (Levine 2006).
#![expect(
    clippy::cast_possible_truncation,
    reason = "a value is at most its number, which has 64 bits"
)]

use crate::rules::evaluate::Evaluator;
use crate::rules::rule::{Rule, RuleMoves};
use crate::rules::term::{Term, op};
use crate::theorem::Theorem;
use crate::{Fail, Res};

/// The largest number of numbers that are looked at for one value.
const MAX_STEPS: u64 = 1 << 18;

/// The largest factor of a term that is looked at.
const MAX_FACTOR: i128 = 0x1_0000;

/// A rule of this form.
pub struct Windows {
    /// The evaluator of the term.
    evaluator: Evaluator,
    /// The term for f or m.
    bound: Term,
    /// Whether it is f.
    is_below: bool,
    /// The least number that has an option.
    from: i128,
}

/// The change of a term if the number, its one name, becomes one larger. Where the term is undefined, it is so
/// for all smaller numbers.
#[derive(Clone, Copy)]
struct Change {
    /// The least change.
    least: i128,
    /// The largest change.
    most: i128,
}

impl Change {
    /// Returns the change of a term, if it can be seen.
    fn of(term: &Term) -> Option<Change> {
        match term {
            Term::Number(_) => return Some(Change { least: 0, most: 0 }),
            Term::Name(0) => return Some(Change { least: 1, most: 1 }),
            _ => {}
        }
        match term.op() {
            ("+", [a, b]) => Change::of(a)?.plus(Change::of(b)?),
            ("-", [a, b]) => Change::of(a)?.plus(Change::of(b)?.negative()),
            ("*", [a, Term::Number(by)] | [Term::Number(by), a]) => Change::of(a)?.times(*by),
            ("/", [a, Term::Number(by @ 1..)]) => {
                let Change { least, most } = Change::of(a)?;
                Some(Change {
                    least: least.div_euclid(*by),
                    most: -(-most).div_euclid(*by),
                })
            }
            ("min" | "max", all) => {
                let all = all.iter().map(Change::of).collect::<Option<Vec<_>>>()?;
                Some(Change {
                    least: all.iter().map(|each| each.least).min()?,
                    most: all.iter().map(|each| each.most).max()?,
                })
            }
            // A root or a logarithm rises by no more than its argument.
            ("sqrt" | "log2", [a]) => {
                let Change { least, most } = Change::of(a)?;
                (least >= 0).then_some(Change { least: 0, most })
            }
            _ => None,
        }
    }

    fn plus(self, other: Change) -> Option<Change> {
        Some(Change {
            least: self.least.checked_add(other.least)?,
            most: self.most.checked_add(other.most)?,
        })
    }

    fn negative(self) -> Change {
        Change {
            least: -self.most,
            most: -self.least,
        }
    }

    /// Returns a small multiple.
    fn times(self, by: i128) -> Option<Change> {
        if !(0..=MAX_FACTOR).contains(&by) {
            return None;
        }
        Some(Change {
            least: self.least.checked_mul(by)?,
            most: self.most.checked_mul(by)?,
        })
    }
}

/// The meaning of the conditions of the moves.
struct Guards {
    /// The least number that has an option: of n.
    number: i128,
    /// The least amount or option: of the name that is bound. It is i128::MIN if nothing is said of it.
    bound: i128,
}

impl Guards {
    /// Reads conditions, each of which says that n, or the name that is bound, is at least some number.
    fn of(qualifiers: &[Term]) -> Option<Guards> {
        let mut guards = Guards {
            number: 0,
            bound: i128::MIN,
        };
        for qualifier in qualifiers {
            let ("if", [cond]) = qualifier.op() else {
                return None;
            };
            guards.read(cond)?;
        }
        Some(guards)
    }

    fn read(&mut self, cond: &Term) -> Option<()> {
        match cond.op() {
            ("and", all) => {
                for cond in all {
                    self.read(cond)?;
                }
                Some(())
            }
            ("or", [cond]) => self.read(cond),
            (">", [Term::Name(name), Term::Number(n)]) => self.raise(*name, n + 1),
            (">=", [Term::Name(name), Term::Number(n)]) => self.raise(*name, *n),
            _ => None,
        }
    }

    fn raise(&mut self, name: usize, least: i128) -> Option<()> {
        match name {
            0 => self.number = self.number.max(least),
            1 => self.bound = self.bound.max(least),
            _ => return None,
        }
        Some(())
    }

    fn bound(&self) -> Option<i128> {
        (self.bound > i128::MIN).then_some(self.bound)
    }
}

/// The ends of a range of neighbours.
struct RangeEnds<'t> {
    /// The first number.
    low: &'t Term,
    /// The last number.
    high: &'t Term,
}

/// Returns the ends of a set that is one range with step 1.
fn range(set: &Term) -> Option<RangeEnds<'_>> {
    let ("{", [range]) = set.op() else {
        return None;
    };
    let ("..", [low, high, Term::Number(1)]) = range.op() else {
        return None;
    };
    Some(RangeEnds { low, high })
}

impl Windows {
    /// Returns the form of a rule, if it is this one.
    pub fn of(rule: &Rule) -> Option<Windows> {
        let [
            RuleMoves {
                parts, qualifiers, ..
            },
        ] = &rule.kinds[..]
        else {
            return None;
        };
        let ([part], [bound, guards @ ..]) = (&parts[..], &qualifiers[..]) else {
            return None;
        };
        let ("for", [set]) = bound.op() else {
            return None;
        };
        if rule.arity != 1 || !rule.clauses.is_empty() {
            return None;
        }
        let RangeEnds { low, high } = range(set)?;
        let guards = Guards::of(guards)?;
        let takes = matches!(part[0].op(), ("-", [Term::Name(0), Term::Name(1)]));
        let (bound, is_below) = match (&part[0], low, high) {
            // The options are 0 to m.
            (Term::Name(1), Term::Number(0), most) if guards.bound().is_none() => {
                (most.clone(), false)
            }
            // What may be taken is 1 to f.
            (_, Term::Number(1), most)
                if takes && guards.bound().is_none() && guards.number <= 1 =>
            {
                (most.clone(), true)
            }
            // What may be taken is some number to n, so that the options are 0 to n less that number.
            (_, low, Term::Name(0)) if takes => {
                let least = match guards.bound() {
                    Some(least) => op("max", [low.clone(), Term::Number(least)]),
                    None => low.clone(),
                };
                (op("-", [Term::Name(0), least]), false)
            }
            _ => return None,
        };
        let change = Change::of(&bound)?;
        let windows = Windows {
            evaluator: Evaluator::default(),
            bound,
            is_below,
            from: guards.number,
        };
        let fits = if is_below {
            change.least >= 0 && change.most <= 1 && windows.begins_small()?
        } else {
            change.least >= 0
        };
        fits.then_some(windows)
    }

    /// Says whether f(0) is at most 0, or undefined, and f(1) at most 1.
    fn begins_small(&self) -> Option<bool> {
        let at_0 = self.at(0).ok()?;
        if at_0 > Some(0) {
            return Some(false);
        }
        let at_1 = self.at(1).ok()??;
        Some(at_1 <= 1)
    }

    /// Returns the number m or f at n; none if it is undefined.
    fn at(&self, n: i128) -> Res<Option<i128>> {
        let bound = Fail::Undefined.or_none(self.evaluator.value(&self.bound, &[n]))?;
        Ok(if n >= self.from { bound } else { None })
    }

    /// Returns the values of all numbers.
    pub fn theorem<'g>(self) -> Theorem<'g> {
        if self.is_below {
            Theorem::value("Levine 2006", move |position| {
                self.value_below(position[0].into())
            })
        } else {
            let source = "the largest option has the largest value";
            Theorem::value(source, move |position| self.value_up_to(position[0].into()))
        }
    }

    /// Returns the value of a number by f: f(n) if f rises at n, else the value of n − f(n) − 1.
    fn value_below(&self, mut n: i128) -> Res<u64> {
        for _ in 0..MAX_STEPS {
            let bound = self.at(n)?.unwrap_or(-1);
            if n == 0 || self.at(n - 1)?.unwrap_or(0) < bound {
                // A value is at most its number, which has 64 bits.
                return Ok(bound.max(0) as u64);
            }
            n -= bound.max(0) + 1;
        }
        Err(Fail::TooLarge)
    }

    /// Returns the value of a number by m: how often the largest option has a largest option.
    fn value_up_to(&self, mut n: i128) -> Res<u64> {
        for steps in 0..MAX_STEPS {
            let bound = self.at(n)?.unwrap_or(-1);
            if bound < 0 {
                return Ok(steps);
            }
            Fail::TooLarge.when(bound >= n)?;
            n = bound;
        }
        Err(Fail::TooLarge)
    }
}
