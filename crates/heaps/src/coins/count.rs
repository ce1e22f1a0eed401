//! Counts the sets of coins that have a given nim-sum.

#![expect(
    clippy::cast_possible_truncation,
    reason = "values have at most as many bits as the table has, and a weight counts values"
)]

use num_bigint::BigInt;
use num_integer::gcd;

use crate::convolution::walsh_hadamard;
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

/// Returns the binomial coefficient n over k, or `None` if it has more than 128 bits.
pub fn binomial(n: u64, k: u64) -> Option<u128> {
    let Some(rest) = n.checked_sub(k) else {
        return Some(0);
    };
    let k = k.min(rest);
    let mut result = 1u128;
    for i in 1..=u128::from(k) {
        // result · (n − k + i) / i is whole. Both factors are divided first, so that the product stays small.
        let factor = u128::from(n - k) + i;
        let common = gcd(result, i);
        result = (result / common).checked_mul(factor / (i / common))?;
    }
    Some(result)
}

/// Counts the pairs i < j < n that have i ⊕ j = t, for t ≠ 0.
///
/// # Complexity
///
/// At most 64² steps. The numbers below n are one block of 2ᵇ numbers for each bit b of n. If all numbers of one
/// block are changed by t, the result holds all of another block, lies inside it, or has no number of it; so
/// two blocks have as many pairs as the smaller has numbers, or none.
pub fn pairs(n: u64, t: u64) -> u64 {
    // The numbers of the block of bit b are those that have these digits from bit b on.
    let digits_from = |b: u32| n >> b ^ 1;
    let bits = || (0..64).filter(|b| n >> b & 1 != 0);
    let mut ordered = 0u64;
    for b in bits() {
        for c in bits().filter(|&c| c <= b) {
            if (digits_from(c) ^ t >> c) >> (b - c) == digits_from(b) {
                let orders = if b == c { 1 } else { 2 };
                ordered += orders << c;
            }
        }
    }
    ordered / 2
}

/// The coins of a set that are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// This number of coins at most.
    AtMost(u64),
    /// This number of coins.
    Exactly(u64),
}

/// Counts the sets of this many coins that have nim-sum `target`, from coins of these values and `zeros` further
/// coins of value 0.
///
/// Each character χ of the group of nimbers below 2ᵇ turns the generating function of the sets by
/// size into (1 + x)^(n − w) (1 − x)^w, where n is the number of coins and w the number of those with χ = −1.
/// The generating function of the sets with nim-sum `target` is the mean of these functions, weighted by
/// χ(target). All w are found by one Walsh–Hadamard transform.
///
/// # Complexity
///
/// O(b·2ᵇ + n·size), 8·2ᵇ bytes.
///
/// # Errors
///
/// Fails if the count takes more memory or steps than its share of the budget, or has more than 128 bits.
pub fn by_characters(
    values: &[u64],
    zeros: u64,
    chosen: Chosen,
    target: u64,
    budget: Budget,
) -> Result<u128, Limit> {
    let bits = 64 - values.iter().fold(0, |all, v| all | v).leading_zeros();
    if bits < 64 && target >> bits != 0 {
        return Ok(0);
    }
    let n = values.len() as u64 + zeros;
    let (Chosen::AtMost(size) | Chosen::Exactly(size)) = chosen;
    if 4u128 << bits > u128::from(shares::heaps::coin_counts(budget.memory)) {
        let message = format!("counting the moves needs a table of 2^{bits} numbers");
        return Err(Limit::bytes(4u128 << bits, message));
    }
    let steps = shares::heaps::coin_coefficients(budget.work);
    let needed = u128::from(n) * u128::from(size);
    if needed > u128::from(steps) {
        let message = "counting the moves takes too many steps";
        return Err(Limit::steps(needed, message));
    }
    let mut sums = vec![0i32; 1 << bits];
    for &value in values {
        sums[value as usize] += 1;
    }
    walsh_hadamard(&mut sums, |a, b| (a + b, a - b));
    // weights[w]: how many characters with this w have χ(target) = 1, less those with χ(target) = −1.
    let mut weights = vec![0i64; values.len() + 1];
    for (character, &sum) in sums.iter().enumerate() {
        let w = (values.len() as i64 - i64::from(sum)) / 2;
        let sign = 1 - 2 * i64::from((character as u64 & target).count_ones() % 2);
        weights[w as usize] += sign;
    }
    let mut total = BigInt::from(0);
    for (w, &weight) in weights.iter().enumerate() {
        if weight != 0 {
            total += coefficient(n, w as u64, chosen) * weight;
        }
    }
    u128::try_from(total >> bits)
        .map_err(|_| Limit::fixed("the number of moves has more than 128 bits"))
}

/// Computes the coefficient of x^size in (1 + x)^(n − w) (1 − x)^w, or the sum of all coefficients up to it.
fn coefficient(n: u64, w: u64, chosen: Chosen) -> BigInt {
    let (Chosen::AtMost(size) | Chosen::Exactly(size)) = chosen;
    // (j + 1) k[j + 1] = (n − 2w) k[j] − (n − j + 1) k[j − 1], the recurrence of Krawtchouk's polynomials.
    let mut before = BigInt::from(0);
    let mut here = BigInt::from(1);
    let mut sum = here.clone();
    let slope = BigInt::from(n) - 2 * BigInt::from(w);
    for j in 0..size {
        let next = (&slope * &here - (BigInt::from(n) - j + 1) * &before) / (j + 1);
        before = std::mem::replace(&mut here, next);
        sum += &here;
    }
    match chosen {
        Chosen::AtMost(_) => sum,
        Chosen::Exactly(_) => here,
    }
}
