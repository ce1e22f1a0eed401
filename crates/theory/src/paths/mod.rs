//! In how many ways a heap can be played down, by the parity of the number of moves.
//!
//! With S(x) = Σ xˢ over the amounts, the ways to take n exactly, in order, are the coefficient
//! of xⁿ in 1 / (1 − S); counted with sign −1 for an odd number of moves, in 1 / (1 + S). Exact
//! counts double a window of terms at a time (`exact`); counts modulo M follow Bostan and Mori
//! ([`modulo`]).

mod exact;
mod modular;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;

use super::subtraction::Amounts;
use grundy_machine::budget::{Budget, Limit};

/// The largest heap whose paths are counted exactly.
pub const MAX_EXACT: u64 = 1_000_000;

/// Returns the ways to take `n` exactly in an odd and in an even number of moves.
///
/// # Complexity
///
/// With M the largest amount and b bits in the result: about (M·b)^1.5 word operations, or n·|S|
/// additions of numbers of up to b bits, whichever is less.
///
/// # Errors
///
/// `n` above [`MAX_EXACT`]; amounts so large, for such a heap, that the budget is passed.
pub fn exact(amounts: &Amounts, n: u64, budget: Budget) -> Result<(BigUint, BigUint), Limit> {
    if n > MAX_EXACT {
        return Err(Limit::fixed(format!(
            "exact paths are counted for heaps up to {MAX_EXACT}, {n} is more; `paths%M` counts modulo M"
        )));
    }
    let amounts: Vec<usize> = amounts.up_to(n).map(|s| s as usize).collect();
    exact::count(&amounts, n as usize, budget)
}

/// [`exact`] modulo `modulus`, 2 ≤ `modulus` ≤ 2⁶², for any `n`.
///
/// # Complexity
///
/// With M the largest amount up to n: O(M² log n) multiplications, or n·|S| additions if that
/// is less.
///
/// # Errors
///
/// Amounts above [`super::subtraction::MAX_AMOUNT`] within reach of the heap, or a set so large
/// that the budget is passed.
pub fn modulo(
    amounts: &Amounts,
    n: u64,
    modulus: u64,
    budget: Budget,
) -> Result<(u64, u64), Limit> {
    modular::count(&amounts.cut(n).expanded()?, n, modulus, budget)
}
