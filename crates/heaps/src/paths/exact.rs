//! Counts paths exactly, by doubling a window of terms.
//!
//! Let f(n) be the number of ways to take n. Every way to take m + n has a first point at or beyond m. If
//! that is m + t, there are
//!
//! ```text
//!     p(t) = Σ f(m + t − s) over amounts s > t
//! ```
//!
//! ways so far, and f(m + n) = Σ p(t) f(n − t) over 0 ≤ t < M, where M is the largest amount. So the 2M
//! terms up to m give the M + 1 terms up to 2m, and the recurrence f(n) = Σ f(n − s) gives the M − 1 terms
//! after those: 2M terms again. The sum is one product of big numbers that hold a term in each slot.

#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers in memory have no more words than memory has"
)]

use num_bigint::BigUint;

use super::ways::WaysByParity;
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt::Checked;

/// A term f(n).
type Ways = WaysByParity<BigUint>;

/// The terms f(first), …, f(first + terms.len() − 1).
#[derive(Debug)]
struct Window {
    /// The number of the first term.
    first: usize,
    /// The terms.
    terms: Vec<Ways>,
}

/// Counts the ways to take `n`. `amounts` ascend, and none is above `n`.
pub fn count(amounts: &[usize], n: usize, budget: Budget) -> Result<Ways, Limit> {
    let Some(&max) = amounts.last() else {
        return Ok(Ways {
            odd: BigUint::ZERO,
            even: BigUint::from(u32::from(n == 0)),
        });
    };
    let words = bits(amounts, n) / 64 + 1;
    let by_terms = 4 * n as u128 * amounts.len() as u128 * (words + 8);
    let memory_by_terms = (max as u128 + 1) * (2 * words * 8 + 64);
    // Doubling makes three products of 2M slots of about half the result's length.
    let doubling_words = 3 * (max as u128 + 2) * (words + 2);
    let by_doubling = 8 * doubling_words * doubling_words.isqrt() + 64 * max as u128 * max as u128;
    let memory_by_doubling = 4 * 8 * doubling_words;
    let work = u128::from(budget.work);
    let memory = u128::from(budget.memory);
    let refuse = || {
        format!(
            "exact paths from heap {n} with amounts up to {max} take more than the work or memory allowed; \
             `paths%M` counts modulo M"
        )
    };
    let doubling_fits = by_doubling <= work && memory_by_doubling <= memory;
    let terms_fit = by_terms <= work && memory_by_terms <= memory;
    if terms_fit && (by_terms <= by_doubling || !doubling_fits) {
        return Ok(last_by_recurrence(amounts, n, max));
    }
    if doubling_fits {
        return Ok(double_up_to(amounts, max, n));
    }
    let least = by_terms.min(by_doubling);
    if least > work {
        return Err(Limit::steps(least, refuse()));
    }
    let bytes = memory_by_terms.min(memory_by_doubling);
    Err(Limit::bytes(bytes, refuse()))
}

/// Counts the ways to take `n` term by term.
fn last_by_recurrence(amounts: &[usize], n: usize, max: usize) -> Ways {
    let mut window = Window::by_recurrence(amounts, n, max);
    window.terms.pop().unwrap_or_default()
}

/// The binary digits after the point of a rate, in bits of f(n) for each point of n.
const RATE_DIGITS: u32 = 48;

/// One, as a fraction in units of 2⁻⁶².
const ONE: u128 = 1 << 62;

/// Finds an upper bound for the bits of the number of ways to take `n`, which is f(n).
///
/// If Σ xˢ ≤ 1 for some 0 < x < 1, then f(n) ≤ x⁻ⁿ, by induction over the recurrence. With x = 2⁻ʳ these are r n bits;
/// the least such rate r is looked for, up to 1: f(n) ≤ 2ⁿ⁻¹, the compositions of n.
pub fn bits(amounts: &[usize], n: usize) -> u128 {
    if amounts.len() > 5000 {
        return n as u128;
    }
    let roots = roots_of_half();
    let mut too_low: u128 = 0;
    let mut enough: u128 = 1 << RATE_DIGITS;
    while enough - too_low > 1 {
        let middle = u128::midpoint(too_low, enough);
        if sum_is_at_most_one(amounts, middle, &roots) {
            enough = middle;
        } else {
            too_low = middle;
        }
    }
    (enough.saturating_mul(n as u128) >> RATE_DIGITS) + 2
}

/// Tells whether the sum of 2⁻ʳˢ over all amounts s is at most 1, where r is a rate in units of 2 to the minus
/// [`RATE_DIGITS`]. All terms are rounded up, so that the answer `true` is never wrong.
fn sum_is_at_most_one(amounts: &[usize], rate: u128, roots: &[u128]) -> bool {
    let mut sum = 0;
    for &amount in amounts {
        sum += half_to_the(rate * amount as u128, roots);
        if sum > ONE {
            return false;
        }
    }
    true
}

/// Lists the roots of one half, 2 to the minus 1/2, 1/4, 1/8, … up to 2 to the minus [`RATE_DIGITS`], all rounded up.
fn roots_of_half() -> Vec<u128> {
    let mut root = ONE / 2;
    let mut roots = Vec::new();
    for _ in 0..RATE_DIGITS {
        root = (root * ONE).isqrt() + 1;
        roots.push(root);
    }
    roots
}

/// Computes one half to the power of an exponent that has [`RATE_DIGITS`] digits after the point, rounded up: a digit
/// after the point multiplies by one of the roots, and the whole part shifts.
fn half_to_the(exponent: u128, roots: &[u128]) -> u128 {
    let whole = exponent >> RATE_DIGITS;
    if whole >= 62 {
        return 1;
    }
    let mut power = ONE;
    for (root, digit) in roots.iter().zip((0..RATE_DIGITS).rev()) {
        if exponent >> digit & 1 == 1 {
            power = (power * root).div_ceil(ONE);
        }
    }
    power.div_ceil(1 << whole)
}

/// Counts the ways to take `n` by halving it down to a window that the recurrence reaches. `amounts` ascend up to `max`.
pub fn double_up_to(amounts: &[usize], max: usize, n: usize) -> Ways {
    let m = n.div_ceil(2);
    if m < 4 * max + 64 {
        return last_by_recurrence(amounts, n, max);
    }
    let window = window_up_to(amounts, max, m);
    let first = window.first_points(amounts, max, m);
    // One term is wanted only, so there is no need for slots.
    let mut ways = Ways::default();
    for (t, p) in first.iter().enumerate() {
        let f = &window.terms[n - m - t - window.first];
        ways.even += &p.even * &f.even + &p.odd * &f.odd;
        ways.odd += &p.even * &f.odd + &p.odd * &f.even;
    }
    ways
}

/// Returns the 2M terms up to m.
fn window_up_to(amounts: &[usize], max: usize, m: usize) -> Window {
    if m < 4 * max + 64 {
        return Window::by_recurrence(amounts, m, 2 * max);
    }
    let half = (m - (max - 1)) / 2;
    let below = window_up_to(amounts, max, half);
    let first = below.first_points(amounts, max, half);
    let terms = convolve(&first, &below.terms);
    let mut window = Window {
        first: 2 * half + 1 - terms.len(),
        terms,
    };
    window.extend(amounts, m);
    window.keep_last(2 * max);
    window
}

impl Window {
    /// Returns the last `keep` + 1 terms up to `n`, from f(0) = 1.
    fn by_recurrence(amounts: &[usize], n: usize, keep: usize) -> Window {
        let start = Ways {
            odd: BigUint::ZERO,
            even: BigUint::from(1u32),
        };
        let mut window = Window {
            first: 0,
            terms: vec![start],
        };
        // Terms further back than `keep` are dropped a stretch at a time.
        let stretch = keep.max(64) + 1;
        while window.end() <= n {
            window.extend(amounts, n.min(window.end() + stretch - 1));
            window.keep_last(keep + 1);
        }
        window.keep_last(keep + 1);
        window
    }

    /// Drops all but the last terms.
    fn keep_last(&mut self, terms: usize) {
        let surplus = self.terms.len().saturating_sub(terms);
        self.terms.drain(..surplus);
        self.first += surplus;
    }

    /// Returns the number of the term after the window.
    fn end(&self) -> usize {
        self.first + self.terms.len()
    }

    /// Goes on to term `last` by the recurrence. The window must have the M terms before its end, but those below 0.
    fn extend(&mut self, amounts: &[usize], last: usize) {
        let mut steps = Checked::every(64);
        for n in self.end()..=last {
            steps.step();
            let mut ways = Ways::default();
            for &s in amounts.iter().take_while(|s| **s <= n) {
                let before = &self.terms[n - s - self.first];
                ways.odd += &before.even;
                ways.even += &before.odd;
            }
            self.terms.push(ways);
        }
    }

    /// Returns p(0), …, p(M − 1) for the point m, which is at most one past the window.
    fn first_points(&self, amounts: &[usize], max: usize, m: usize) -> Vec<Ways> {
        (0..max)
            .map(|t| {
                let mut ways = Ways::default();
                for &s in amounts.iter().rev().take_while(|s| **s > t) {
                    let before = &self.terms[m + t - s - self.first];
                    ways.odd += &before.even;
                    ways.even += &before.odd;
                }
                ways
            })
            .collect()
    }
}

/// Returns the last terms.len() − p.len() + 1 sums Σ p(t) f(n − t).
fn convolve(p: &[Ways], terms: &[Ways]) -> Vec<Ways> {
    let longest = |ways: &[Ways]| {
        ways.iter()
            .map(|w| w.odd.bits().max(w.even.bits()))
            .max()
            .unwrap_or(0)
    };
    // A slot has some bits more, since odd and even numbers are added, and then the terms over t.
    let slot = (longest(p) + longest(terms)).div_ceil(32) as usize + 2;
    let pack = |ways: &[Ways], part: fn(&Ways) -> &BigUint| {
        let mut digits = vec![0u32; ways.len() * slot];
        for (to, from) in digits.chunks_exact_mut(slot).zip(ways) {
            for (to, from) in to.iter_mut().zip(part(from).iter_u32_digits()) {
                *to = from;
            }
        }
        BigUint::new(digits)
    };
    let p_odd = pack(p, |ways| &ways.odd);
    let p_even = pack(p, |ways| &ways.even);
    let f_odd = pack(terms, |ways| &ways.odd);
    let f_even = pack(terms, |ways| &ways.even);
    let odds = &p_odd * &f_odd;
    let evens = &p_even * &f_even;
    let odd = ((p_odd + p_even) * (f_odd + f_even) - &odds - &evens).to_u32_digits();
    let even = (odds + evens).to_u32_digits();
    let term = |digits: &[u32], i: usize| {
        let from = (i * slot).min(digits.len());
        BigUint::from_slice(&digits[from..(from + slot).min(digits.len())])
    };
    (p.len() - 1..terms.len())
        .map(|i| Ways {
            odd: term(&odd, i),
            even: term(&even, i),
        })
        .collect()
}
