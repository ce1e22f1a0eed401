//! Sums under misère play that normal play decides.
//!
//! Some games are played as nim is. **Theorem.** Let every heap have a move to nothing, and every heap above 1 a move to
//! a heap of 1, as in Lasker's nim. A sum with a heap above 1 is lost for the player to move exactly if its Grundy value
//! is 0.
//!
//! *Proof,* by induction over options. Heaps of 0 and 1 have the values 0 and 1, so those above have values above 1. If
//! two heaps are above 1, one is in every option, and the sum is lost exactly if no option has the value 0. If one heap
//! is, the value is not 0; one of the moves that leave it as nothing and as 1 leaves an odd number of ones, which is lost. ∎

#![expect(
    clippy::cast_possible_truncation,
    reason = "a move leaves at most three heaps"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_base::budget::Limit;
use grundy_heaps::breaking::Breaking;
use grundy_record::{Ask, Fault};

use super::growing::GrowingQuotient;
use super::heaps::RecordHeaps;
use crate::shared::heap_sums::{self, HeapGame as _};
use crate::shared::sum::Sum;
use crate::{CacheRef, Visit, Visited};

/// A sum that is decided by normal play.
pub(super) struct NormalSum {
    /// The quotient of the games, which knows their normal play.
    pub(super) known: CacheRef<GrowingQuotient>,
    /// The heaps.
    pub(super) heaps: Arc<RecordHeaps>,
    /// The only heap above 1 of games that are played as nim is: what moves leave of it decides by their number of heaps, if
    /// all of them are heaps of 1.
    pub(super) alone: Option<usize>,
}

impl NormalSum {
    /// Reads the game of a heap.
    fn read<T>(
        &self,
        index: usize,
        read: impl FnOnce(&Breaking, u64) -> Result<T, Limit>,
    ) -> Result<T, Fault> {
        let heap = self.heaps.heaps[index];
        let game = self.known.normal[heap.game]
            .as_ref()
            .ok_or_else(|| Fault::unsupported(Ask::Verdict))?;
        read(game, heap.size).map_err(|limit| self.heaps.fault_at(index, limit))
    }

    /// Lists how many heaps of 1 are left by the moves of a heap that leave nothing else and have this value, 0 or 1.
    fn to_ones(&self, index: usize, value: u64) -> Result<Vec<u64>, Fault> {
        self.read(index, |game, heap| {
            let fits = |&left: &u64| {
                let digit = game.code().digit(heap - left);
                left % 2 == value && digit.leaves(left as u32) && (left < 2 || !digit.unequal)
            };
            Ok((0..=heap.min(3)).filter(fits).collect())
        })
    }
}

impl Sum for NormalSum {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.read(index, Breaking::grundy)
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let count = self.read(index, |game, heap| game.count_moves_to(heap, target))?;
        if self.alone != Some(index) {
            return Ok(count);
        }
        let [gone, come] = [target, target ^ 1].map(|value| self.to_ones(index, value));
        Ok(count + come?.len() as u128 - gone?.len() as u128)
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let (Some(value), true) = (target, self.alone == Some(index)) else {
            return self.read(index, |game, heap| {
                game.visit_moves(index, heap, target, visit)
            });
        };
        let large = self.read(index, |game, heap| {
            game.moves_to(heap, target, &mut |to| {
                if to.left.iter().all(|&left| left == 1) {
                    return ControlFlow::Continue(());
                }
                visit(heap_sums::broken(index, heap, &to.left))
            })
        })?;
        if large.is_break() {
            return Ok(large);
        }
        // The moves that take most come after all others to the value.
        let mut ones = self.to_ones(index, value ^ 1)?.into_iter().rev();
        Ok(ones.try_for_each(|count| visit(self.heaps.write(index, &[1; 3][..count as usize]))))
    }
}
