//! Arithmetic periods of take-and-break codes: g(n + p) = g(n) + s for all n ≥ e.
//!
//! Known are the values of heaps 0 to some range, by definition; they rise so within it. q is a multiple of p that the number
//! of repeated digits divides, σ its rise, and the range is at least e + 2q − 1. That it is true of every larger heap is
//! proved by induction: it is true of all before heap n. Then no move of n leads to the value claimed, and moves lead to all
//! below.
//!
//! *One heap left at most.* Let L be the largest value below e + q, and let every heap of the last q and of k more before
//! them, k the take from which on digits repeat, have a value above L + σ. Let N = n − q.
//!
//! - n does not reach g(N) + σ: that value belongs to a heap y ≥ e + q, and N would reach y − q by the same take.
//! - It reaches each v < g(N) + σ. If N reaches v by a take that repeats, n does by q more. Otherwise v ≥ g(N), or v
//!   is left by a take below k; either way v > L + σ. So v − σ, which N reaches, belongs to a heap z ≥ e, and n
//!   reaches z + q by the same take.

use crate::moves::heaps::{Code, Rules, most_heaps};
use crate::period::{self, Periodic};
use crate::{Fail, Res};

/// The values of a code that are claimed to rise.
pub fn proved(code: &Code, (preperiod, period, saltus): (u64, u64, u64)) -> Res<Periodic> {
    let (edge, k) = (preperiod.max(1), code.first.len() as u64);
    let q = period::common(period, code.again.len() as u64).ok_or(Fail::TooLarge)?;
    if most_heaps(code) > 1 || code.again.is_empty() || code.all().any(|digit| digit.unequal) {
        return Err(Fail::TooLarge);
    }
    let rise = saltus.checked_mul(q / period).ok_or(Fail::TooLarge)?;
    for more in [1, 2, 4, 8, 16, 32] {
        let last = (edge + q)
            .checked_mul(3)
            .and_then(|start| start.checked_add(q.checked_mul(more)?)?.checked_add(k));
        let terms = period::table(&Rules::Code(code.clone()), last.ok_or(Fail::TooLarge)?, period::PROVED)?;
        let low = terms[..(edge + q) as usize].iter().copied().max().unwrap_or(0);
        let high = terms.len() - (q + k) as usize;
        if terms[high..].iter().all(|&value| value > low.saturating_add(rise)) {
            return Periodic::of(terms, (preperiod, period, saltus));
        }
    }
    Err(Fail::TooLarge)
}
