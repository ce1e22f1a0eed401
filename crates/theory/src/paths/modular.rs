//! Counts modulo M, for heaps of any size.
//!
//! Bostan and Mori (A simple and fast algorithm for computing the N-th term of a linearly
//! recurrent sequence, 2021): [xᴺ] P(x)/Q(x) = [xᴺ] P(x)Q(−x) / Q(x)Q(−x), whose denominator is
//! even, so only the terms of the numerator with N's parity matter, and N halves.
//!
//! From the coefficients F of 1/(1 − S) and D of 1/(1 + S), the even count is (F + D)/2 and the
//! odd one (F − D)/2. Both are found modulo 2M, where halving is exact; no division else is
//! needed, since Q(0) = 1 throughout.

use crate::convolution::modular::{minus, plus};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt::Checked;

/// Returns the ways to take `n`, odd and even, modulo `modulus` ≤ 2⁶². `amounts` ascending, none above `n`.
pub fn count(amounts: &[u32], n: u64, modulus: u64, budget: Budget) -> Result<(u64, u64), Limit> {
    let max = amounts.last().copied().unwrap_or(0);
    let by_terms = 2 * u128::from(n) * (amounts.len() as u128 + 1);
    let halvings = u128::from(64 - n.leading_zeros());
    let halving_work = 8 * u128::from(max) * u128::from(max) * halvings;
    let least = by_terms.min(halving_work);
    budget.check_steps(least, || {
        format!("paths from heap {n} with amounts up to {max} take")
    })?;
    if by_terms <= halving_work && u128::from(n) * 16 <= u128::from(budget.memory) {
        let (odd, even) = by_recurrence(amounts, n as usize, Ring { modulus });
        return Ok((odd, even));
    }
    if halving_work > u128::from(budget.work) {
        return Err(Limit::memory(format!(
            "paths from heap {n} take more than the memory allowed"
        )));
    }
    Ok(by_halving(amounts, n, modulus))
}

/// [`count`] by halving n.
pub(super) fn by_halving(amounts: &[u32], n: u64, modulus: u64) -> (u64, u64) {
    let ring = Ring {
        modulus: 2 * modulus,
    };
    let all = ring.coefficient(ring.denominator(amounts, ring.modulus - 1), n);
    let signed = ring.coefficient(ring.denominator(amounts, 1), n);
    let even = ring.add(all, signed) / 2;
    let odd = ring.add(all, ring.modulus - signed) / 2;
    (odd % modulus, even % modulus)
}

fn by_recurrence(amounts: &[u32], n: usize, ring: Ring) -> (u64, u64) {
    let (mut odd, mut even) = (vec![0; n + 1], vec![0; n + 1]);
    even[0] = 1;
    let mut steps = Checked::every(256);
    for heap in 1..=n {
        steps.step();
        for &s in amounts.iter().take_while(|s| **s as usize <= heap) {
            odd[heap] = ring.add(odd[heap], even[heap - s as usize]);
            even[heap] = ring.add(even[heap], odd[heap - s as usize]);
        }
    }
    (odd[n], even[n])
}

/// Integers modulo a number up to 2⁶³.
#[derive(Clone, Copy, Debug)]
struct Ring {
    modulus: u64,
}

impl Ring {
    /// a + b for a, b ≤ modulus, not both equal to it.
    fn add(self, a: u64, b: u64) -> u64 {
        plus(a, b, self.modulus)
    }

    /// 1 + sign · S.
    fn denominator(self, amounts: &[u32], sign: u64) -> Vec<u64> {
        let mut q = vec![0; amounts.last().map_or(0, |&s| s as usize) + 1];
        q[0] = 1 % self.modulus;
        for &s in amounts {
            q[s as usize] = sign;
        }
        q
    }

    /// [xⁿ] 1 / q.
    fn coefficient(self, mut q: Vec<u64>, mut n: u64) -> u64 {
        let mut p = vec![1];
        while n > 0 {
            let mirrored: Vec<u64> = q
                .iter()
                .enumerate()
                .map(|(i, &c)| {
                    if i % 2 == 1 {
                        minus(0, c, self.modulus)
                    } else {
                        c
                    }
                })
                .collect();
            p = self.product(&p, &mirrored, (n % 2) as usize);
            q = self.product(&q, &mirrored, 0);
            n /= 2;
        }
        // q(0) = 1.
        p.first().copied().unwrap_or(0)
    }

    /// Returns every second coefficient of a·b, from coefficient `parity` on.
    fn product(self, a: &[u64], b: &[u64], parity: usize) -> Vec<u64> {
        // Sums stay below modulus·2⁶⁴: a product is below modulus², at most half of that.
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
