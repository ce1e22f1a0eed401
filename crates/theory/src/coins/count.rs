//! Counting sets of coins with a given nim-sum.

use num_bigint::BigInt;
use num_integer::gcd;

use crate::convolution::walsh_hadamard;
use grundy_machine::budget::{Budget, Limit};

/// n over k; `None` beyond 128 bits.
pub fn binomial(n: u64, k: u64) -> Option<u128> {
    let Some(rest) = n.checked_sub(k) else {
        return Some(0);
    };
    let k = k.min(rest);
    let mut result = 1u128;
    for i in 1..=u128::from(k) {
        // result · (n − k + i) / i is whole; divided first as far as it can be.
        let factor = u128::from(n - k) + i;
        let common = gcd(result, i);
        result = (result / common).checked_mul(factor / (i / common))?;
    }
    Some(result)
}

/// How many pairs i < j < n have i ⊕ j = t, for t ≠ 0.
///
/// # Complexity
///
/// At most 64² steps: the numbers below n are one block of 2ᵇ numbers for each bit b of n, and two
/// blocks meet in the smaller of them or not at all.
pub fn pairs(n: u64, t: u64) -> u64 {
    // The numbers of the block of bit b are those with this prefix above bit b.
    let prefix = |b: u32| n >> b ^ 1;
    let bits = || (0..64).filter(|b| n >> b & 1 != 0);
    let mut ordered = 0u64;
    for b in bits() {
        for c in bits().filter(|&c| c <= b) {
            if (prefix(c) ^ t >> c) >> (b - c) == prefix(b) {
                ordered += (1 << c) * (1 + u64::from(b != c));
            }
        }
    }
    ordered / 2
}

/// How many sets of at most (`exactly`: of exactly) `size` of these coins, and `zeros` coins of value
/// 0 beside them, have nim-sum `target`.
///
/// Each character χ of the group of nimbers below 2ᵇ turns the generating function of the sets by
/// size into (1 + x)^(n − w) (1 − x)^w, w the number of coins with χ = −1; the sets with nim-sum
/// `target` are their mean, weighted by χ(target). All w are found by one Walsh–Hadamard transform.
///
/// # Complexity
///
/// O(b·2ᵇ + n·size), 8·2ᵇ bytes.
///
/// # Errors
///
/// More memory than the budget has, or a number beyond 128 bits.
pub fn by_characters(
    values: &[u64],
    zeros: u64,
    size: u64,
    exactly: bool,
    target: u64,
    budget: Budget,
) -> Result<u128, Limit> {
    let bits = 64 - values.iter().fold(0, |all, v| all | v).leading_zeros();
    if bits < 64 && target >> bits != 0 {
        return Ok(0);
    }
    let n = values.len() as u64 + zeros;
    if bits > 40 || 4u64 << bits > budget.memory / 4 {
        return Err(Limit::memory(format!(
            "counting the moves needs a table of 2^{bits} numbers"
        )));
    }
    if u128::from(n) * u128::from(size) > u128::from(budget.work / 256) {
        return Err(Limit::work("counting the moves takes too many steps"));
    }
    let mut sums = vec![0i32; 1 << bits];
    values.iter().for_each(|&v| sums[v as usize] += 1);
    walsh_hadamard(&mut sums, |a, b| (a + b, a - b));
    // How many more characters with this w have χ(target) = 1 than −1.
    let mut weights = vec![0i64; values.len() + 1];
    for (character, &sum) in sums.iter().enumerate() {
        let w = (values.len() as i64 - i64::from(sum)) / 2;
        let sign = 1 - 2 * i64::from((character as u64 & target).count_ones() % 2);
        weights[w as usize] += sign;
    }
    let mut total = BigInt::from(0);
    for (w, weight) in weights
        .iter()
        .enumerate()
        .filter(|(_, weight)| **weight != 0)
    {
        total += coefficient(n, w as u64, size, exactly) * *weight;
    }
    u128::try_from(total >> bits)
        .map_err(|_| Limit::fixed("the number of moves has more than 128 bits"))
}

/// The coefficient of x^size in (1 + x)^(n − w) (1 − x)^w, or the sum of all up to it.
fn coefficient(n: u64, w: u64, size: u64, exactly: bool) -> BigInt {
    // (j + 1) k[j + 1] = (n − 2w) k[j] − (n − j + 1) k[j − 1], the recurrence of Krawtchouk's polynomials.
    let (mut before, mut here) = (BigInt::from(0), BigInt::from(1));
    let mut sum = here.clone();
    let slope = BigInt::from(n) - 2 * BigInt::from(w);
    for j in 0..size {
        let next = (&slope * &here - (BigInt::from(n) - j + 1) * &before) / (j + 1);
        before = std::mem::replace(&mut here, next);
        sum += &here;
    }
    if exactly { here } else { sum }
}
