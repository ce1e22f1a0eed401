//! How a sequence goes on for ever: what shows in the first values, and what proves it.
//!
//! *Periods.* Let a move leave at most m heaps, and let the takes be at most k. If g(x + q) = g(x) for
//! n₀ ≤ x ≤ m·n₀ + (m − 1)·q + k, then for all x ≥ n₀ (Guy and Smith 1956 for m = 2): an option of
//! N + q has a heap above n₀ + q, which may be shortened by q, and one of N has a heap that may be
//! lengthened. If the digits repeat from `from` on with modulus M and M divides q, a take of `from + q`
//! or more may be shortened instead, so k = from + q − 1.
//!
//! *Arithmetic periods*, g(n + p) = g(n) + s: see [`arithmetic`](super::arithmetic).
//!
//! *Unequal heaps.* Let c be the largest heap of an option. Lengthening it by q keeps all unequal. Shortening it
//! fails if c − q is another heap, a. Then a − q and c, with the third heap b if there is one, add up to
//! the shortened sum; and if b is a − q, so do a − 2q, a and c. The nim-sum stays, since heaps are exchanged
//! for others of their class, at least n₀ if c ≥ n₀ + 3q (n₀ + 2q for two heaps), with n₀ ≥ 1. So if some heaps must
//! differ, it is enough that g(x + q) = g(x) for n₀ ≤ x < m·n₀ + (m² − 1)·q + k. For two heaps 2·n₀ + 2q + k is enough:
//! a heap N + q is split into a and b > a, and shortening b by q fails only if it makes both equal to a; then a − q and
//! a + q, of nim-sum 0 as well, are both at least n₀. Arithmetic periods are not proved for them.

use num_integer::lcm;

use super::arithmetic;
use super::code::Code;
use crate::sequence::{Pattern, Shifts, Verdict, find_period};

/// Candidates for an arithmetic period that are tried.
const MAX_CANDIDATES: usize = 6;

/// The last heap that must be known, so that a period q of all heaps from n₀ on is one for ever.
pub fn window(code: &Code, preperiod: u64, period: u64) -> Option<u64> {
    let heaps = u64::from(code.most_heaps().max(1));
    let repeated = code.repeat().len() as u64;
    let q = lcm(period, repeated.max(1));
    let k = code.from() as u64 - 1 + if repeated > 0 { q } else { 0 };
    let (edge, longer) = match code.has_unequal() {
        true => (preperiod.max(1), heaps.checked_mul(q)?),
        false => (preperiod, q),
    };
    heaps.checked_mul(edge.checked_add(longer)?)?.checked_add(k)
}

/// Looks for a period of the Grundy values of heaps 0, 1, … of a code.
pub fn find_period_of<T: PartialEq>(code: &Code, values: &[T]) -> Verdict {
    find_period(values, |e, p| {
        // If two heaps must differ, nim-sums need no more than one period beyond those of equal heaps.
        if code.has_unequal() && code.most_heaps() == 2 && code.repeat().is_empty() {
            return 2 * e.max(1) + 3 * p + code.from();
        }
        window(code, e as u64, p as u64).map_or(usize::MAX, |last| last as usize + 1)
    })
}

/// The pattern proved for the sequence that begins with `values` (heaps 0, 1, …), and the work of looking.
pub fn find(code: &Code, values: &[u32]) -> (Option<Pattern>, u64) {
    if let Verdict::Proved(pattern) = find_period_of(code, values) {
        return (Some(pattern), 0);
    }
    if code.has_unequal() {
        return (None, 0);
    }
    let len = values.len();
    let rises: Vec<i64> = values
        .windows(2)
        .map(|pair| i64::from(pair[1]) - i64::from(pair[0]))
        .collect();
    let mut work = 0;
    let mut tries = 0;
    for (p, e) in Shifts::new(&rises) {
        let saltus = i64::from(values[len - 1]) - i64::from(values[len - 1 - p]);
        if saltus <= 0 || e + 4 * p >= len || 2 * e >= len {
            continue;
        }
        let (proved, took) = arithmetic::holds(code, values, e, p, saltus as u64);
        work += took;
        if proved {
            let pattern = Pattern {
                preperiod: e as u64,
                period: p as u64,
                saltus: saltus as u64,
            };
            return (Some(pattern), work);
        }
        tries += 1;
        if tries == MAX_CANDIDATES {
            break;
        }
    }
    (None, work)
}
