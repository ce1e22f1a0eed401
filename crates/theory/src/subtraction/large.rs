//! Amounts too large for a table: those that change nothing, and [`Pieces`] for the others.

use std::sync::{Mutex, MutexGuard};

use super::pieces::{Pieces, Worth};
use super::{Amounts, MAX_AMOUNT};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::lock;

/// The most large amounts that are checked, and the steps that may take.
pub const MAX_LARGE_AMOUNTS: u128 = 1 << 20;
pub const MAX_LARGE_STEPS: u128 = 1 << 28;

/// Sets of more amounts than this have no pieces.
const MAX_AMOUNTS_IN_PIECES: u128 = 4096;

/// A game of the amounts up to `cut`, whose heaps 0, 1, …, at most `last`, repeat after the first `terms`. Some heaps lie
/// below heap 0: `below` says how many, and what all of them are worth.
#[derive(Clone, Copy, Debug)]
pub struct Near<V> {
    pub cut: u64,
    pub terms: u64,
    pub below: (u64, V),
    pub last: u64,
}

impl<V: Copy> Near<V> {
    /// Returns whether the amounts above `cut` change nothing: for every heap from which one may be taken, what it
    /// leaves `suits` what the heap is worth. That is a question about the heaps left that are below the end of the
    /// first period, and those below heap 0. (So {1, 2, 10⁹} has the values of {1, 2}, and the powers of an even
    /// number k those of {1, k}.)
    ///
    /// # Complexity
    ///
    /// O(terms + heaps below) for each large amount; `false` if that is too much.
    pub fn decides(
        self,
        amounts: &Amounts,
        worth: impl Fn(u64) -> V,
        suits: impl Fn(V, V) -> bool,
    ) -> bool {
        let Near {
            cut,
            terms,
            below: (below, worth_below),
            last,
        } = self;
        let far = amounts.len() - amounts.cut(cut).len();
        if far > MAX_LARGE_AMOUNTS
            || far * (u128::from(terms) + u128::from(below)) > MAX_LARGE_STEPS
        {
            return false;
        }
        let runs = amounts.runs().iter().filter(|run| run.1 > cut);
        runs.flat_map(|&(low, high)| low.max(cut + 1)..=high)
            .all(|amount| {
                // Heaps beyond 64 bits are nobody's.
                let fits = |heap: &u64| amount.checked_add(*heap).is_some_and(|heap| heap <= last);
                (0..terms)
                    .take_while(fits)
                    .all(|heap| suits(worth(heap + amount), worth(heap)))
                    && (1..=below.min(amount - 1))
                        .all(|heap| suits(worth(amount - heap), worth_below))
            })
    }
}

/// The values or outcomes of heaps in pieces, found as far as heaps ask for.
#[derive(Debug)]
pub struct Far<W>(Mutex<Pieces<W>>);

impl<W: Worth> Far<W> {
    /// Returns no heaps yet but those that `begin` gives; `None` if there are none or too many amounts.
    pub fn new(
        amounts: &Amounts,
        budget: Budget,
        begin: impl FnOnce(Pieces<W>) -> Pieces<W>,
    ) -> Option<Self> {
        let pieces = || Pieces::new(amounts.up_to(u64::MAX), MAX_AMOUNT, budget);
        (!amounts.is_empty() && amounts.len() <= MAX_AMOUNTS_IN_PIECES)
            .then(|| Far(Mutex::new(begin(pieces()))))
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

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        self.0.try_lock().map_or(1 << 16, |pieces| pieces.bytes())
    }
}
