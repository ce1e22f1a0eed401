//! Cram: dominoes on the free cells of a board, lying either way.

use crate::games::boards::board::BoardWord;
use crate::games::entry::CatalogueGame;
use crate::games::positional::cells::free;
use crate::games::positional::place::{lying, must_be_untouched, place};

pub(crate) static CRAM: CatalogueGame = CatalogueGame::of_values("cram", "cram 3x4:", |given| {
    must_be_untouched(given)?;
    let dominoes = lying("domino", true)?;
    Ok(place(free(given, &given.words)?, &[dominoes]))
})
.keywords("misere damaged")
.board(BoardWord::Cells)
.published(&[("cram 3x5: ? grundy", "1")]);
