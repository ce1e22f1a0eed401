//! Walsh–Hadamard transforms modulo primes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a remainder is below a prime of 64 bits; a list of primes as long as their number was counted as work"
)]

use grundy_rules::number::is_prime;
use num_bigint::BigUint;

use super::transform::walsh_hadamard;
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt;

/// A histogram, and the number of components that have it.
#[derive(Clone, Copy)]
pub struct Factor<'a> {
    /// The number of times that each value occurs.
    pub counts: &'a [u128],
    /// The number of components.
    pub power: u64,
}

/// Returns the number of ways to draw a value from each histogram, as often as its power says, such that their
/// nim-sum is `target`.
///
/// # Errors
/// Fails if it takes more work or memory than allowed.
pub fn count(factors: &[Factor<'_>], target: u64, budget: &Budget) -> Result<BigUint, Limit> {
    let longest = factors
        .iter()
        .map(|factor| factor.counts.len())
        .max()
        .unwrap_or(1);
    let size = longest.next_power_of_two().max(1);
    if target >= size as u64 {
        return Ok(BigUint::ZERO);
    }
    let positions: BigUint = factors
        .iter()
        .map(|factor| {
            let all: u128 = factor.counts.iter().sum();
            BigUint::from(all).pow(u32::try_from(factor.power).unwrap_or(u32::MAX))
        })
        .product();
    // Each prime is above 2^61.
    let rounds = positions.bits() / 61 + 1;
    let powers: u64 = factors
        .iter()
        .map(|factor| 2 * u64::from(64 - factor.power.leading_zeros()))
        .sum();
    let steps = u64::from(size.ilog2() + 1) * factors.len() as u64 + 8 * powers;
    let work = u128::from(rounds) * u128::from(steps) * size as u128;
    budget.check_steps(work, || {
        format!("counting with values up to {longest} takes")
    })?;
    budget.check_bytes(16 * size as u128, || {
        format!("counting with values up to {longest} takes")
    })?;
    let mut found = Residue::default();
    for prime in primes().take(rounds as usize) {
        found.join(count_modulo(prime, factors, target, size), prime);
    }
    Ok(found.number)
}

/// Returns the number of ways modulo a prime: the entry for `target` of the inverse transform of the product of the
/// transforms of all histograms.
fn count_modulo(prime: u64, factors: &[Factor<'_>], target: u64, size: usize) -> u64 {
    let mut product = vec![1; size];
    let mut transformed = Vec::with_capacity(size);
    for factor in factors {
        interrupt::check();
        transformed.clear();
        let remainder = |&count: &u128| (count % u128::from(prime)) as u64;
        transformed.extend(factor.counts.iter().map(remainder));
        transformed.resize(size, 0);
        walsh_hadamard(&mut transformed, |a, b| {
            (plus(a, b, prime), minus(a, b, prime))
        });
        for (product, &entry) in product.iter_mut().zip(&transformed) {
            *product = times(*product, raised(entry, factor.power, prime), prime);
        }
    }
    let mut sum = 0;
    for (&term, place) in product.iter().zip(0u64..) {
        let is_even = (place & target).count_ones().is_multiple_of(2);
        sum = if is_even {
            plus(sum, term, prime)
        } else {
            minus(sum, term, prime)
        };
    }
    // By Fermat this power is the inverse of the size.
    times(sum, raised(size as u64, prime - 2, prime), prime)
}

/// Returns a + b modulo a number, for a and b at most that number and not both equal to it.
pub fn plus(a: u64, b: u64, modulus: u64) -> u64 {
    let sum = a + b;
    if sum >= modulus { sum - modulus } else { sum }
}

/// Returns a − b modulo a number above b.
pub fn minus(a: u64, b: u64, prime: u64) -> u64 {
    if a >= b { a - b } else { a + prime - b }
}

/// Returns a · b modulo a prime.
fn times(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

/// Returns a power modulo a prime.
fn raised(mut base: u64, mut power: u64, prime: u64) -> u64 {
    let mut product = 1;
    while power > 0 {
        if power & 1 == 1 {
            product = times(product, base, prime);
        }
        power >>= 1;
        if power > 0 {
            base = times(base, base, prime);
        }
    }
    product
}

/// Returns the primes below 2^62, the largest first.
pub fn primes() -> impl Iterator<Item = u64> {
    (1u64 << 61..1 << 62).rev().filter(|&n| is_prime(n as i64))
}

/// The remainder of a number modulo a product of primes.
#[derive(Clone, Debug)]
pub struct Residue {
    /// The remainder.
    pub number: BigUint,
    /// The product of the primes.
    modulus: BigUint,
}

impl Default for Residue {
    fn default() -> Self {
        Residue {
            number: BigUint::ZERO,
            modulus: BigUint::from(1u32),
        }
    }
}

impl Residue {
    /// Adds the remainder modulo another prime, by the Chinese remainder theorem.
    pub fn join(&mut self, remainder: u64, prime: u64) {
        let modulo = |number: &BigUint| (number % prime).iter_u64_digits().next().unwrap_or(0);
        // Finds x with number + modulus · x ≡ remainder.
        let missing = minus(remainder, modulo(&self.number), prime);
        let x = times(
            missing,
            raised(modulo(&self.modulus), prime - 2, prime),
            prime,
        );
        self.number += &self.modulus * x;
        self.modulus *= prime;
    }
}
