//! Counts paths modulo M, from heaps of any size.
//!
//! Bostan and Mori (A simple and fast algorithm for computing the N-th term of a linearly
//! recurrent sequence, 2021): [xᴺ] P(x)/Q(x) = [xᴺ] P(x)Q(−x) / Q(x)Q(−x), whose denominator is
//! even, so only the terms of the numerator with N's parity matter, and N halves.
//!
//! Let F be the coefficient of 1/(1 − S), and D that of 1/(1 + S). Then the even count is (F + D)/2, and the odd one is
//! (F − D)/2, because a path of k moves counts (−1)ᵏ in D. Both are found modulo 2M, where halving is exact; no other
//! division is needed, since Q(0) = 1 throughout.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a table of as many terms fits the memory allowed, and a remainder is below a modulus of 64 bits"
)]

use super::ways::WaysByParity;
use crate::convolution::modular::{minus, plus};
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt::Checked;

/// Counts the ways to take `n`, modulo `modulus` ≤ 2⁶². `amounts` ascend, and none is above `n`.
pub fn count(
    amounts: &[u32],
    n: u64,
    modulus: u64,
    budget: Budget,
) -> Result<WaysByParity<u64>, Limit> {
    let max = amounts.last().copied().unwrap_or(0);
    let by_terms = 2 * u128::from(n) * (amounts.len() as u128 + 1);
    let halvings = u128::from(64 - n.leading_zeros());
    let halving_work = 8 * u128::from(max) * u128::from(max) * halvings;
    let least = by_terms.min(halving_work);
    budget.check_steps(least, || {
        format!("paths from heap {n} with amounts up to {max} take")
    })?;
    if by_terms <= halving_work && u128::from(n) * 16 <= u128::from(budget.memory) {
        return Ok(by_recurrence(amounts, n as usize, ResidueRing { modulus }));
    }
    if halving_work > u128::from(budget.work) {
        return Err(Limit::memory(format!(
            "paths from heap {n} take more than the memory allowed"
        )));
    }
    Ok(by_halving(amounts, n, modulus))
}

/// Counts the ways to take `n`, modulo `modulus` ≤ 2⁶², by halving n. `amounts` ascend, and none is above `n`.
pub fn by_halving(amounts: &[u32], n: u64, modulus: u64) -> WaysByParity<u64> {
    let ring = ResidueRing {
        modulus: 2 * modulus,
    };
    let all = ring.coefficient(ring.denominator(amounts, ring.modulus - 1), n);
    let signed = ring.coefficient(ring.denominator(amounts, 1), n);
    let even = ring.add(all, signed) / 2;
    let odd = ring.add(all, ring.modulus - signed) / 2;
    WaysByParity {
        odd: odd % modulus,
        even: even % modulus,
    }
}

/// Counts heap by heap.
fn by_recurrence(amounts: &[u32], n: usize, ring: ResidueRing) -> WaysByParity<u64> {
    let mut odd = vec![0; n + 1];
    let mut even = vec![0; n + 1];
    even[0] = 1;
    let mut steps = Checked::every(256);
    for heap in 1..=n {
        steps.step();
        for &s in amounts.iter().take_while(|s| **s as usize <= heap) {
            odd[heap] = ring.add(odd[heap], even[heap - s as usize]);
            even[heap] = ring.add(even[heap], odd[heap - s as usize]);
        }
    }
    WaysByParity {
        odd: odd[n],
        even: even[n],
    }
}

/// The integers modulo a number up to 2⁶³.
#[derive(Clone, Copy, Debug)]
struct ResidueRing {
    /// The number.
    modulus: u64,
}

impl ResidueRing {
    /// Returns a + b for a, b ≤ modulus that are not both equal to it.
    fn add(self, a: u64, b: u64) -> u64 {
        plus(a, b, self.modulus)
    }

    /// Returns the coefficients of 1 + sign · S.
    fn denominator(self, amounts: &[u32], sign: u64) -> Vec<u64> {
        let mut q = vec![0; amounts.last().map_or(0, |&s| s as usize) + 1];
        q[0] = 1 % self.modulus;
        for &s in amounts {
            q[s as usize] = sign;
        }
        q
    }

    /// Returns the coefficient of xⁿ in 1 / q.
    fn coefficient(self, mut q: Vec<u64>, mut n: u64) -> u64 {
        let mut p = vec![1];
        while n > 0 {
            // The coefficients of q(−x).
            let mut mirrored = q.clone();
            for coefficient in mirrored.iter_mut().skip(1).step_by(2) {
                *coefficient = minus(0, *coefficient, self.modulus);
            }
            p = self.product(&p, &mirrored, (n % 2) as usize);
            q = self.product(&q, &mirrored, 0);
            n /= 2;
        }
        // The coefficient is p(0) / q(0), and q(0) = 1.
        p.first().copied().unwrap_or(0)
    }

    /// Returns every second coefficient of a·b, from coefficient `parity` on.
    fn product(self, a: &[u64], b: &[u64], parity: usize) -> Vec<u64> {
        // Sums stay below modulus·2⁶⁴, since a product is below modulus², which is half of that at most.
        let cap = u128::from(self.modulus) << 64;
        let mut steps = Checked::every(16);
        (parity..a.len() + b.len() - 1)
            .step_by(2)
            .map(|i| {
                steps.step();
                let low = (i + 1).saturating_sub(b.len());
                let high = i.min(a.len() - 1);
                let mut sum = 0u128;
                for (x, y) in a[low..=high].iter().zip(b[i - high..=i - low].iter().rev()) {
                    sum += u128::from(*x) * u128::from(*y);
                    if sum >= cap {
                        sum -= cap;
                    }
                }
                (sum % u128::from(self.modulus)) as u64
            })
            .collect()
    }
}
