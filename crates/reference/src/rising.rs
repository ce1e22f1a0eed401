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
//!
//! *Several heaps*, none of which must differ (after Austin 1976, and Howse and Nowakowski 2004). Let σ be a power of 2, m the
//! most heaps left, and let all heaps below e have values below σ. A value is *height*·σ + *low*, and nim-sums work on both
//! apart; q more in a heap from e on raises its height by 1. Let S be the sum of the heights that a move leaves. Of every
//! heap n of the last q, which are above m·(e + q) + k + q, with height H > 0, this is checked:
//!
//! 1. A move that leaves the low of n, and a heap from e on, has S < H; or its take is below k, and it leaves one heap from e
//!    on and S ≠ H, or more and S − H is odd.
//! 2. Every v < g(n) is left by a move that leaves a heap from e on, and besides it heaps of height 0 alone. If v < σ, the
//!    take of this move is from k on; or v is left by some take from k on, and v + σ by such a move.
//!
//! So it holds of n + q. A take of k + q or more may be q less, with S unchanged below H + 1. By another take some heap
//! of e + q or more is left; q less in it is a move of n, with S and H both less by 1. Values from σ on are left by
//! q more in the one heap, those below σ, and those σ above them, by q more in the take. And 1 says that n does not reach
//! g(n): a nim-sum of heights is at most S, and has its parity.

use crate::moves::heaps::HeapCode;
use crate::period::{self, Periodic};
use crate::{Fail, Res};

/// The values of a code that are claimed to rise.
pub fn proved(code: &HeapCode, (preperiod, period, saltus): (u64, u64, u64)) -> Res<Periodic> {
    let (edge, k, heaps) = (preperiod.max(1), code.length, code.most_heaps());
    Fail::TooLarge.when(code.again.is_empty() || code.all().any(|digit| digit.unequal))?;
    Fail::TooLarge.when(
        [edge, period, k]
            .iter()
            .any(|&heap| heap > period::MAX_HEAP),
    )?;
    for times in [1, 2, 4, 8, 16, 32] {
        let (periods, more) = if heaps > 1 {
            (period * times, 2)
        } else {
            (period, times)
        };
        let q = period::common(periods, code.again.len() as u64).ok_or(Fail::TooLarge)?;
        let last = (edge + q) * heaps.max(3) + q * more + k;
        let rise = saltus.checked_mul(q / period).ok_or(Fail::TooLarge)?;
        let terms = period::table(code, last, period::MAX_MOVES_PROVED)?;
        let low = terms[..(edge + q) as usize]
            .iter()
            .copied()
            .max()
            .unwrap_or(0);
        let high = terms.len() - (q + k) as usize;
        let rises = match heaps > 1 {
            true => {
                let classes = Classes {
                    code,
                    terms: &terms,
                    edge,
                    rise,
                };
                classes.are_apart() && (last + 1 - q..=last).all(|heap| classes.rise_at(heap))
            }
            false => terms[high..]
                .iter()
                .all(|&value| value > low.saturating_add(rise)),
        };
        if rises {
            return Periodic::of(terms, (preperiod, period, saltus));
        }
    }
    Err(Fail::TooLarge)
}

/// Heaps from `edge` on whose heights rise by 1 while their values rise by `rise`, and smaller ones.
struct Classes<'t> {
    code: &'t HeapCode,
    terms: &'t [u64],
    edge: u64,
    rise: u64,
}

impl Classes<'_> {
    fn are_apart(&self) -> bool {
        self.rise.is_power_of_two()
            && self.terms[..self.edge as usize]
                .iter()
                .all(|&value| value < self.rise)
    }

    /// Whether 1 and 2 hold of a heap.
    fn rise_at(&self, n: u64) -> bool {
        let (own, rise) = (self.terms[n as usize], self.rise);
        let (height, mut never_left) = (own / rise, own >= rise);
        // Values left by moves as 2 says, those of them with a take that repeats, and all left by such a take.
        let [mut left, mut steady, mut ever] =
            [(); 3].map(|()| vec![false; (own + 2 * rise) as usize]);
        self.code.each(n, |heaps| {
            let values = || heaps.iter().map(|&heap| self.terms[heap as usize]);
            let repeats = n - heaps.iter().sum::<u64>() >= self.code.length;
            let classes = heaps.iter().filter(|&&heap| heap >= self.edge).count();
            let value = values().fold(0, |sum, value| sum ^ value);
            let sum = values().map(|value| value / rise).sum::<u64>();
            if classes > 0 && value % rise == own % rise {
                let is_other = if classes == 1 {
                    sum != height
                } else {
                    (sum + height) % 2 == 1
                };
                never_left &= sum < height || !repeats && is_other;
            }
            if value < own + 2 * rise {
                let is_flat = classes > 0 && values().filter(|&value| value >= rise).count() <= 1;
                left[value as usize] |= is_flat;
                steady[value as usize] |= is_flat && repeats;
                ever[value as usize] |= repeats;
            }
        });
        let is_left = |v: usize| match (v as u64) < rise {
            true => steady[v] || ever[v] && steady[v + rise as usize],
            false => left[v],
        };
        never_left && (0..own as usize).all(is_left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_proved_to_rise_do() {
        let mut state = 11u64;
        let mut dice = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let (mut proved_ones, mut refused) = (0, 0);
        let full = std::env::var_os("GRUNDY_TESTS").is_some_and(|tests| tests == "full");
        for _ in 0..if full { 150 } else { 50 } {
            let mut digits = |count: u64| -> String {
                (0..count)
                    .map(|_| format!("{:X}", (dice(16) & dice(16)) | 1))
                    .collect()
            };
            let word = format!(
                "{}.{}[{}]",
                ["0", "4", "8", "C"][(proved_ones + refused) % 4],
                digits(1),
                digits(2)
            );
            let code = HeapCode::read(&word).expect("a code");
            let all = period::table(&code, 240, u64::MAX).expect("a table");
            for period in 1..24u64 {
                let saltus = all[120].saturating_sub(all[120 - period as usize]);
                let rises = |i: usize| all[i + period as usize] == all[i] + saltus;
                let preperiod = (0..120)
                    .rev()
                    .find(|&i| !rises(i))
                    .map_or(0, |i| i as u64 + 1);
                if saltus == 0 || preperiod > 40 {
                    continue;
                }
                match proved(&code, (preperiod, period, saltus)) {
                    Ok(_) => {
                        let is_true = (preperiod as usize..240 - period as usize).all(rises);
                        assert!(is_true, "{word}: {preperiod} {period} +{saltus}");
                        proved_ones += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(proved_ones > 20 && refused > 0, "{proved_ones} {refused}");
    }
}
