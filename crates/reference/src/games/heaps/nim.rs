//! Nim: any number from one heap (Bouton 1902).

use itertools::Itertools;

use crate::games::entry::CatalogueGame;
use crate::games::heaps::code_heaps::{self, read_code};
use crate::position::ListedMove;
use crate::theorem::Theorem;

pub(crate) static NIM: CatalogueGame = code_heaps::of_heaps("nim", "nim: 3 5 7", |given| {
    let heaps = read_code(given, CODE)?.with_theorem(theorem);
    heaps.play(given, &given.record.numbers()?)
})
.asks("grundy values losing sequence genus positions")
.published(&[
    ("nim: 1 1 1", "WIN 3"),
    ("nim: 5 7 3", "WIN 3"),
    // Winning Ways, chapter 13.
    ("nim: 0 ? genus", "0^1,2,0"),
    ("nim: 1 ? genus", "1^0,3,1"),
    ("nim: 2 ? genus", "2^2,0"),
])
.held(&["nim: 6 5 9", "nim misere: 6 5 9 1"]);

/// The code of moves that take any number and leave one heap or none.
pub(super) const CODE: &str = "0.[3]";

/// Returns the theorem that a heap of nim has its size for value. Misère nim is played as nim until no heap is larger
/// than 1; from there on the player to move loses if the number of heaps is odd.
pub(super) fn theorem(misere: bool) -> Theorem<'static> {
    Theorem {
        candidates: Some(Box::new(|heap: &[u64], rest: u64, _: bool| {
            Ok(candidates(heap[0], rest))
        })),
        ..Theorem::as_nim("Bouton 1902", |heap| Ok(size(heap)), misere)
    }
}

/// Returns the moves of a nim-heap that may win: to the nim-sum of the others, and to 0 and 1, which win under misère
/// play. The first move, which takes one, is there as well.
fn candidates(heap: u64, rest: u64) -> Vec<ListedMove> {
    let targets = [heap.saturating_sub(1), rest, 1, 0];
    let descending = targets.into_iter().sorted().rev().dedup();
    descending
        .filter(|&to| to < heap)
        .map(|to| ListedMove::to_heaps(&[to]))
        .collect()
}

/// Returns the size of a heap; one that was taken whole may have no number.
pub(super) fn size(heap: &[u64]) -> u64 {
    heap.first().copied().unwrap_or(0)
}
