//! Lasker's Nim: any number from one heap, or a heap is cut in two.

use crate::games::entry::CatalogueGame;
use crate::games::heaps::code_heaps::{self, read_code};
use crate::games::heaps::nim::size;
use crate::theorem::Theorem;
use crate::{Fail, Res, text};

pub(crate) static LASKER: CatalogueGame = code_heaps::of_rows("lasker", "lasker: 3 5 7", |given| {
    let heaps = read_code(given, "4.[3]")?.with_theorem(theorem);
    // The values rise (Winning Ways, chapter 4).
    heaps
        .without_period()
        .play(given, &text::heaps_or_rows(given.record)?)
})
.held(&["lasker: 90", "lasker misere: 9 4 1"]);

/// Returns the theorem that 4k + 3 and 4k + 4 change places.
fn theorem(misere: bool) -> Theorem<'static> {
    Theorem::as_nim("Winning Ways, chapter 4", |heap| lasker(size(heap)), misere)
}

fn lasker(heap: u64) -> Res<u64> {
    match heap % 4 {
        0 if heap > 0 => Ok(heap - 1),
        3 => heap.checked_add(1).ok_or(Fail::TooLarge),
        _ => Ok(heap),
    }
}
