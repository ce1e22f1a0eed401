//! Amounts too large for a table. Some of them change nothing; for the others there are [`Pieces`].

use std::sync::{Mutex, MutexGuard};

use super::pieces::{Pieces, Worth};
use super::{Amounts, MAX_AMOUNT};
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::lock;

/// The largest number of large amounts that are checked.
pub const MAX_LARGE_AMOUNTS: u128 = 1 << 20;
/// The largest number of steps that the check may take.
pub const MAX_LARGE_STEPS: u128 = 1 << 28;

/// The largest number of amounts of a set that is solved in pieces.
const MAX_AMOUNTS_IN_PIECES: u128 = 4096;

/// A game of the amounts up to `cut`, whose heaps 0, 1, …, at most `last`, repeat after the first `terms`.
#[derive(Clone, Copy, Debug)]
pub struct Near<V> {
    /// The largest amount.
    pub cut: u64,
    /// The number of heaps before they repeat.
    pub terms: u64,
    /// The number of heaps that are imagined below heap 0.
    pub heaps_below: u64,
    /// The worth of each of these heaps.
    pub worth_below: V,
    /// The largest heap that is asked for.
    pub last: u64,
}

impl<V: Copy> Near<V> {
    /// Returns whether the amounts above `cut` change nothing: for every heap from which one may be taken, what it
    /// leaves `suits` what the heap is worth. It is enough to ask about the heaps left that are below the end of the
    /// first period, and those below heap 0. (So {1, 2, 10⁹} has the values of {1, 2}, and the powers of an even
    /// number k those of {1, k}.)
    ///
    /// # Complexity
    ///
    /// O(terms + heaps below) for each large amount. If that is too much, the function returns false.
    pub fn decides(
        self,
        amounts: &Amounts,
        worth: impl Fn(u64) -> V,
        suits: impl Fn(V, V) -> bool,
    ) -> bool {
        let Near {
            cut,
            terms,
            heaps_below,
            worth_below,
            last,
        } = self;
        let far = amounts.len() - amounts.cut(cut).len();
        if far > MAX_LARGE_AMOUNTS
            || far * (u128::from(terms) + u128::from(heaps_below)) > MAX_LARGE_STEPS
        {
            return false;
        }
        let changes_nothing = |amount: u64| {
            // Heaps beyond 64 bits are not asked for.
            let exists = |heap: &u64| amount.checked_add(*heap).is_some_and(|heap| heap <= last);
            let mut from_zero = (0..terms).take_while(exists);
            let mut from_below = 1..=heaps_below.min(amount - 1);
            from_zero.all(|heap| suits(worth(heap + amount), worth(heap)))
                && from_below.all(|distance| suits(worth(amount - distance), worth_below))
        };
        amounts
            .runs()
            .iter()
            .filter(|run| run.high > cut)
            .flat_map(|run| run.low.max(cut + 1)..=run.high)
            .all(changes_nothing)
    }
}

/// The values or outcomes of heaps in pieces, found as far as heaps ask for.
#[derive(Debug)]
pub struct Far<W>(Mutex<Pieces<W>>);

impl<W: Worth> Far<W> {
    /// Begins without heaps but those that `begin` adds. Returns `None` if there are no amounts, or too many.
    pub fn new(
        amounts: &Amounts,
        budget: Budget,
        begin: impl FnOnce(Pieces<W>) -> Pieces<W>,
    ) -> Option<Self> {
        if amounts.is_empty() || amounts.len() > MAX_AMOUNTS_IN_PIECES {
            return None;
        }
        let pieces = Pieces::new(amounts.up_to(u64::MAX), MAX_AMOUNT, budget);
        Some(Far(Mutex::new(begin(pieces))))
    }

    /// Returns the pieces, which are whole between two heaps.
    pub fn pieces(&self) -> MutexGuard<'_, Pieces<W>> {
        lock(&self.0)
    }

    /// Returns the value or outcome of heap `n`.
    ///
    /// # Errors
    ///
    /// Fails where [`Pieces::value`] fails.
    pub fn value(&self, n: u64) -> Result<u32, Limit> {
        self.pieces().value(n)
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.try_lock().map_or(1 << 16, |pieces| pieces.bytes())
    }
}
