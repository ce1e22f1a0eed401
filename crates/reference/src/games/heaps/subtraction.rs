//! Subtraction: some amounts may be taken from one heap.

use crate::games::entry::CatalogueGame;
use crate::games::heaps::code_heaps::{self, Heaps};
use crate::heap_code::HeapCode;
use crate::text;

pub(crate) static SUBTRACTION: CatalogueGame =
    code_heaps::of_heaps("subtraction", "subtraction 1 3 4: 5 9", |given| {
        let sizes = given.record.numbers()?;
        // The set of amounts may depend on the largest heap.
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let code = HeapCode::taking(&text::amounts(&given.words, largest)?);
        Heaps::new(given, code).play(given, &sizes)
    })
    .asks("grundy values losing paths sequence period genus positions")
    .under_misere("losing paths sequence period genus quotient positions")
    .published(&[
        ("subtraction 2 3 ? period", "0 5"),
        ("subtraction 1 3 4 ? period", "0 7"),
        ("subtraction 2 4 7: 1 ? period", "8 3"),
    ])
    .held(&["subtraction 2 5 7: 60"]);
