//! Nimble: a coin on a square goes to any square to the left; each is a heap of nim.

use crate::games::entry::CatalogueGame;
use crate::games::heaps::code_heaps::read_code;
use crate::games::heaps::nim;

pub(crate) static NIMBLE: CatalogueGame =
    CatalogueGame::of_numbers("nimble", "nimble: 2 5 5", |given| {
        let heaps = read_code(given, nim::CODE)?.with_theorem(nim::theorem);
        heaps.play(given, &given.record.numbers()?)
    })
    .held(&["nimble: 6 5 9"]);
