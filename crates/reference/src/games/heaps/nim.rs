//! Nim: any number from one heap (Bouton 1902).

use itertools::Itertools;

use crate::games::entry::CatalogueGame;
use crate::games::heaps::code_heaps::{self, read_code};
use crate::position::{ListedMove, PositionNumbers};
use crate::theorem::Theorem;
use crate::{PlayOutcome, Res};

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
        ..as_nim("Bouton 1902", Ok, misere)
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

/// States that heaps of these values that can be taken whole, and be left as a heap of 1, are played as nim is under
/// misère play as well: of several heaps above 1 one stays, so that a value of 0 is lost; one alone has a value above
/// 1, and is left as nothing or as 1 so that the number of ones is odd.
pub(super) fn as_nim(
    source: &'static str,
    value: fn(u64) -> Res<u64>,
    misere: bool,
) -> Theorem<'static> {
    if !misere {
        return Theorem::value(source, move |heap| value(heap[0]));
    }
    Theorem::outcome(source, move |heaps: &[PositionNumbers]| {
        let is_small = |heap: &PositionNumbers| heap.first().is_none_or(|&size| size <= 1);
        let are_ones = heaps.iter().all(is_small);
        let mut sum = 0;
        for &heap in heaps.iter().flatten() {
            sum ^= value(heap)?;
        }
        Ok(if (sum == 0) == are_ones {
            PlayOutcome::Win
        } else {
            PlayOutcome::Lose
        })
    })
}
