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
#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps and values are at most 2²²·2, the length of a table"
)]

use grundy_reference::heap_code::HeapCode;
use grundy_reference::period;
use grundy_reference::periodic::{Cycle, Periodic};
use grundy_reference::{Fail, Res};

/// The multiples of the period with which the range is tried.
const TIMES: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// Returns the values of a code that are claimed to rise, by a larger and larger range.
pub fn proved(code: &HeapCode, claim: Cycle) -> Res<Periodic> {
    let edge = claim.preperiod.max(1);
    let heaps = code.most_heaps();
    Fail::TooLarge.when(code.again.is_empty() || code.all().any(|digit| digit.unequal))?;
    let is_large = |heap: u64| heap > period::MAX_HEAP;
    Fail::TooLarge.when(is_large(edge) || is_large(claim.period) || is_large(code.length))?;
    for times in TIMES {
        // Where several heaps may be left, q itself is longer; else the range is.
        let (periods, more) = if heaps > 1 {
            (claim.period * times, 2)
        } else {
            (claim.period, times)
        };
        let q = period::common(periods, code.again.len() as u64).ok_or(Fail::TooLarge)?;
        let last = (edge + q) * heaps.max(3) + q * more + code.length;
        let rise = claim.saltus.checked_mul(q / claim.period);
        let terms = period::table(code, last, period::MAX_MOVES_PROVED)?;
        let range = Range {
            code,
            terms: &terms,
            edge,
            q,
            rise: rise.ok_or(Fail::TooLarge)?,
        };
        let rises = if heaps > 1 {
            range.is_apart() && (last + 1 - q..=last).all(|heap| range.rises_at(heap))
        } else {
            range.is_above()
        };
        if rises {
            return Periodic::of(terms, claim);
        }
    }
    Err(Fail::TooLarge)
}

/// A range of heaps whose values are known.
struct Range<'t> {
    /// The code of the game.
    code: &'t HeapCode,
    /// The values of heaps 0, 1, 2, ….
    terms: &'t [u64],
    /// The heap from which on values rise: e.
    edge: u64,
    /// The period: q.
    q: u64,
    /// The amount by which values rise with q: σ.
    rise: u64,
}

impl Range<'_> {
    /// Says whether the last values are above L + σ.
    fn is_above(&self) -> bool {
        let low = self.terms[..(self.edge + self.q) as usize].iter().max();
        let bound = low.map_or(0, |low| low.saturating_add(self.rise));
        let high = self.terms.len() - (self.q + self.code.length) as usize;
        self.terms[high..].iter().all(|&value| value > bound)
    }

    /// Says whether heights and lows are apart, and heaps before the edge have the height 0.
    fn is_apart(&self) -> bool {
        let small = &self.terms[..self.edge as usize];
        self.rise.is_power_of_two() && small.iter().all(|&value| value < self.rise)
    }

    /// Says whether 1 and 2 hold of a heap.
    fn rises_at(&self, n: u64) -> bool {
        let own = self.terms[n as usize];
        let height = own / self.rise;
        let mut is_never_left = height > 0;
        let mut left = Left::up_to((own + 2 * self.rise) as usize);
        self.code.each(n, |heaps| {
            let option = self.option(n, heaps);
            is_never_left &= self.leaves_other(&option, own);
            left.add(&option);
        });
        let is_left = |value: usize| {
            if (value as u64) < self.rise {
                let above = value + self.rise as usize;
                left.steadily[value] || left.by_any_repeated[value] && left.steadily[above]
            } else {
                left.flatly[value]
            }
        };
        is_never_left && (0..own as usize).all(is_left)
    }

    /// Returns the option of a heap n that leaves these heaps.
    fn option(&self, n: u64, heaps: &[u64]) -> HeapOption {
        let mut option = HeapOption {
            value: 0,
            heights: 0,
            rising: 0,
            is_flat: false,
            is_repeated: n - heaps.iter().sum::<u64>() >= self.code.length,
        };
        let mut high = 0;
        for &heap in heaps {
            let value = self.terms[heap as usize];
            option.value ^= value;
            option.heights += value / self.rise;
            option.rising += usize::from(heap >= self.edge);
            high += usize::from(value >= self.rise);
        }
        option.is_flat = option.rising > 0 && high <= 1;
        option
    }

    /// Says whether 1 holds of an option of a heap of the value `own`.
    fn leaves_other(&self, option: &HeapOption, own: u64) -> bool {
        let height = own / self.rise;
        if option.rising == 0 || option.value % self.rise != own % self.rise {
            return true;
        }
        let is_other = if option.rising == 1 {
            option.heights != height
        } else {
            (option.heights + height) % 2 == 1
        };
        option.heights < height || !option.is_repeated && is_other
    }
}

/// An option of a heap.
struct HeapOption {
    /// The nim-sum of the values of the heaps that it leaves.
    value: u64,
    /// The sum of the heights that it leaves: S.
    heights: u64,
    /// The number of heaps from the edge on that it leaves.
    rising: usize,
    /// Whether it leaves a heap from the edge on, and with it heaps of height 0 alone.
    is_flat: bool,
    /// Whether its take is from k on.
    is_repeated: bool,
}

/// The values that the moves of a heap leave.
struct Left {
    /// Whether a flat option leaves the value.
    flatly: Vec<bool>,
    /// Whether a flat option leaves it by a take from k on.
    steadily: Vec<bool>,
    /// Whether any option leaves it by a take from k on.
    by_any_repeated: Vec<bool>,
}

impl Left {
    fn up_to(length: usize) -> Left {
        Left {
            flatly: vec![false; length],
            steadily: vec![false; length],
            by_any_repeated: vec![false; length],
        }
    }

    fn add(&mut self, option: &HeapOption) {
        let value = option.value as usize;
        if value < self.flatly.len() {
            self.flatly[value] |= option.is_flat;
            self.steadily[value] |= option.is_flat && option.is_repeated;
            self.by_any_repeated[value] |= option.is_repeated;
        }
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
        let mut proved_ones = 0;
        let mut refused = 0;
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
                let claim = Cycle {
                    preperiod,
                    period,
                    saltus,
                };
                match proved(&code, claim) {
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
