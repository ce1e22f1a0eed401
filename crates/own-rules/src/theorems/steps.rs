//! Restricted nim: `[n] -> [n-k] for k in 1..f(n)`, where f rises by 0 or 1 from each number to the next.
//!
//! Levine (2006): g(n) = f(n) if f rises at n, else g(n − f(n) − 1); and the values of n − f(n), …, n are 0, …, f(n),
//! each once. (By induction: if f rises, the window grows by a new value; if not, what it loses comes
//! again.) So every other value up to f(n) is that of exactly one option. Take at most half of 12: f is 6, and
//! rises there: g(12) = 6; g(11) = g(11 − 5 − 1) = g(5) = g(2) = 1. Numbers between two rises of f are passed at once.
//!
//! The square root rises too often for that. The numbers f² + r with 0 ≤ r ≤ f are those with root f, up to what
//! comes again; and g(f² + r) = g((f−1)² + r − 2) for r ≥ 2. So such steps are passed at once as well, until r is 1
//! or 2; g(f² + 1) = g((f−1)² + f − 1), and f is halved the next time.
//!
//! If the options are 0, 1, …, m(n) instead, and m never falls, values never fall and none is left out: g(n) =
//! g(m(n)) + 1, by induction. So the options with a value are consecutive numbers. In `for k in (n+1)/2..n` it is the
//! number of digits of n in base 2.

use std::ops::Range;

use grundy_rules::shape::amounts::{SlowAmounts, first};
use grundy_rules::tree::Rule;

/// A rule of the form that this module is about.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The amounts that may be taken.
    taken: SlowAmounts,
}

/// The most rises of f that are passed in one search.
const MAX_RISES: usize = 1 << 18;

impl Steps {
    /// Returns the rule, if it is of this form and its f is seen to rise so.
    pub fn of(rule: &Rule) -> Option<Steps> {
        let [kind] = &rule.kinds[..] else { return None };
        let plain =
            rule.arity() == 1 && rule.has_values() && rule.legal.is_empty() && rule.lose.is_empty();
        let suits = |taken: &SlowAmounts| plain && (taken.is_from_one() || taken.takes_all());
        let taken = SlowAmounts::of(kind).filter(suits)?;
        Some(Steps { taken })
    }

    /// Returns the least number up to n whose f is at least `most`.
    fn rise(&self, most: u64, n: u64) -> u64 {
        first(0, n, |m| {
            self.taken.most(m).is_none_or(|other| other >= most)
        })
    }

    /// Returns the Grundy value of n, or `None` if it is not found.
    pub fn value(&self, mut n: u64) -> Option<u64> {
        if !self.taken.is_from_one() {
            return self.longest(n);
        }
        for _ in 0..MAX_RISES {
            let most = self.taken.most(n)?;
            let rise = self.rise(most, n);
            match (n - rise) % (most + 1) {
                0 => return Some(most),
                rest if rest > 2 && self.taken.is_root() => {
                    let passed = (rest - 1) / 2;
                    n = (most - passed).pow(2) + rest - 2 * passed;
                }
                rest => n = rise + rest - (most + 1),
            }
        }
        None
    }

    /// Returns how many moves from n, each to the largest option, end play.
    fn longest(&self, mut n: u64) -> Option<u64> {
        for moves in 0..MAX_RISES as u64 {
            if n < self.taken.from {
                return Some(moves);
            }
            n = *self.taken.options(n)?.end();
        }
        None
    }

    /// Returns the options with this value, which are consecutive numbers.
    pub fn options(&self, n: u64, value: u64) -> Option<Range<u64>> {
        if n < self.taken.from || value == self.value(n)? {
            return Some(0..0);
        }
        if !self.taken.is_from_one() {
            let end = self.taken.options(n)?.end() + 1;
            let from = |value| first(0, end, |m| self.value(m).is_none_or(|other| other >= value));
            return Some(from(value)..from(value.saturating_add(1)));
        }
        if value > self.taken.most(n)? {
            return Some(0..0);
        }
        self.option(n, value).map(|option| option..option + 1)
    }

    /// Returns whether options are listed from the largest on.
    pub fn falls(&self) -> bool {
        self.taken.by_amount
    }

    /// Returns the only option with a value, which is at most f(n) and not that of n.
    fn option(&self, n: u64, value: u64) -> Option<u64> {
        let mut at = self.rise(value, n);
        let highest = self.taken.most(n)?;
        for _ in 0..MAX_RISES {
            let most = self.taken.most(at)?;
            if self.taken.is_root() && at > 0 {
                let rest = (at - most * most) % (most + 1);
                let passed = (most - rest).min(highest.saturating_sub(most + 2));
                at = if passed > 0 {
                    (most + passed).pow(2) + rest + 2 * passed
                } else {
                    at
                };
            }
            // The next one with this value is the least q for which q − f(q) is more.
            let next = first(at, n, |q| {
                self.taken.most(q).is_none_or(|most| q - most > at)
            });
            if next == n {
                return Some(at);
            }
            let most = self.taken.most(next)?;
            let end = self.rise(most + 1, n) - 1;
            at = next + (end - next) / (most + 1) * (most + 1);
        }
        None
    }
}
