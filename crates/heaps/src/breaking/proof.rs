//! Proofs of how a sequence goes on for ever, from what shows in its first values.
//!
//! *Periods.* Let a move leave at most m heaps, and let the takes be at most k. If g(x + q) = g(x) for
//! n₀ ≤ x ≤ m·n₀ + (m − 1)·q + k, this holds for all x ≥ n₀ (Guy and Smith 1956 for m = 2): an option of
//! N + q has a heap above n₀ + q, which may be shortened by q, and an option of N has a heap that may be
//! lengthened. If the digits repeat from `from` on with modulus M and M divides q, a take of `from + q`
//! or more may be shortened instead, so k = from + q − 1.
//!
//! *Arithmetic periods*, g(n + p) = g(n) + s: see [`arithmetic`](super::arithmetic).
//!
//! *Unequal heaps.* Let c be the largest heap of an option. If it is lengthened by q, all heaps stay unequal. It
//! cannot be shortened by q if c − q is another heap, a. Then a − q and c, with the third heap b if there is one, add
//! up to the shortened sum; and if b is a − q, so do a − 2q, a and c. The nim-sum stays the same, since heaps are
//! exchanged for others of their class; these are at least n₀ if c ≥ n₀ + 3q (n₀ + 2q for two heaps), with n₀ ≥ 1. So
//! if some heaps must differ, it is enough that g(x + q) = g(x) for n₀ ≤ x < m·n₀ + (m² − 1)·q + k. For two heaps
//! 2·n₀ + 2q + k is enough: let a heap N + q be split into a and b > a. Then b cannot be shortened by q only if both
//! parts become equal to a; but a − q and a + q, which have nim-sum 0 also, are both at least n₀. Arithmetic periods are
//! not proved for unequal heaps.

use num_integer::lcm;

use super::arithmetic;
use super::code::Code;
use crate::sequence::{Pattern, Shifts, Verdict, find_period};

/// The number of candidates for an arithmetic period that are tried. A guess.
const MAX_CANDIDATES: usize = 6;

/// Returns the last heap that must be known for a period of the heaps from `preperiod` on to be proved; `None` if it
/// has more than 64 bits.
pub fn window(code: &Code, preperiod: u64, period: u64) -> Option<u64> {
    Window::of(code).last(preperiod, period)
}

/// The facts of a code on which the windows of its periods depend.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// The most heaps that a move leaves, at least 1.
    heaps: u64,
    /// The number of digits that repeat.
    repeated: u64,
    /// The first digit that repeats, or the number of digits.
    from: u64,
    /// Whether some heaps must differ.
    unequal: bool,
}

impl Window {
    fn of(code: &Code) -> Window {
        Window {
            heaps: u64::from(code.most_heaps().max(1)),
            repeated: code.repeat().len() as u64,
            from: code.first_repeated() as u64,
            unequal: code.has_unequal(),
        }
    }

    /// Returns the last heap that must be known for a period of the heaps from `preperiod` on to be proved.
    fn last(self, preperiod: u64, period: u64) -> Option<u64> {
        let q = lcm(period, self.repeated.max(1));
        let k = self.from - 1 + if self.repeated > 0 { q } else { 0 };
        let mut start = preperiod;
        let mut longer = q;
        if self.unequal {
            start = preperiod.max(1);
            longer = self.heaps.checked_mul(q)?;
        }
        self.heaps
            .checked_mul(start.checked_add(longer)?)?
            .checked_add(k)
    }
}

/// Looks for a period of the Grundy values of heaps 0, 1, … of a code.
pub fn find_period_of<T: PartialEq>(code: &Code, values: &[T]) -> Verdict {
    // Reads all digits, of which there may be thousands: once, not for each candidate.
    let window = Window::of(code);
    let unequal_pairs = window.unequal && window.heaps == 2 && window.repeated == 0;
    find_period(values, |e, p| {
        // If two heaps must differ, one period more must be known than for two heaps that may be equal.
        if unequal_pairs {
            return 2 * e.max(1) + 3 * p + code.first_repeated();
        }
        window
            .last(e as u64, p as u64)
            .and_then(|last| usize::try_from(last).ok()?.checked_add(1))
            .unwrap_or(usize::MAX)
    })
}

/// Looks for a pattern that is proved for the sequence that begins with `values` (heaps 0, 1, …), and returns it with
/// the work of looking.
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
    for shift in Shifts::new(&rises) {
        let p = shift.period;
        let e = shift.preperiod;
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
