//! Counts the ways in which a heap can be played down, by the parity of the number of moves.
//!
//! Let S(x) = Σ xˢ over the amounts. The number of ways to take n exactly, in order, is the coefficient
//! of xⁿ in 1 / (1 − S). If ways of an odd number of moves are counted with sign −1, it is that in 1 / (1 + S). Exact
//! counts double a window of terms at a time (`exact`); counts modulo M follow Bostan and Mori
//! ([`modulo`]).

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps and amounts are at most a million here"
)]

mod exact;
mod modular;
mod ways;

pub use exact::{bits, double_up_to};
pub use modular::by_halving;
use num_bigint::BigUint;
pub use ways::WaysByParity;

use super::subtraction::Amounts;
use grundy_base::budget::{Budget, Limit};

/// The largest heap whose paths are counted exactly.
pub const MAX_EXACT: u64 = 1_000_000;

/// Counts the ways to take `n` exactly.
///
/// # Complexity
///
/// About (M·b)^1.5 word operations for the largest amount M and b bits in the result, or n·|S|
/// additions of numbers of up to b bits, whichever is less.
///
/// # Errors
///
/// Fails if `n` is above [`MAX_EXACT`], and if amounts are so large, for such a heap, that the budget is passed.
pub fn exact(amounts: &Amounts, n: u64, budget: Budget) -> Result<WaysByParity<BigUint>, Limit> {
    if n > MAX_EXACT {
        return Err(Limit::fixed(format!(
            "exact paths are counted for heaps up to {MAX_EXACT}, {n} is more; `paths%M` counts modulo M"
        )));
    }
    let amounts: Vec<usize> = amounts.up_to(n).map(|s| s as usize).collect();
    exact::count(&amounts, n as usize, budget)
}

/// Counts the ways to take `n` exactly, modulo `modulus`, 2 ≤ `modulus` ≤ 2⁶², for any `n`.
///
/// # Complexity
///
/// O(M² log n) multiplications for the largest amount M up to n, or n·|S| additions if that
/// is less.
///
/// # Errors
///
/// Fails if amounts above [`super::subtraction::MAX_AMOUNT`] are within reach of the heap, and if the set is so large
/// that the budget is passed.
pub fn modulo(
    amounts: &Amounts,
    n: u64,
    modulus: u64,
    budget: Budget,
) -> Result<WaysByParity<u64>, Limit> {
    modular::count(&amounts.cut(n).expanded()?, n, modulus, budget)
}
