//! Placing pieces that do not attack each other on the free cells of a board.

use crate::games::boards::board::{self, BoardCell, BoardWord};
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::positional::cells::free;
use crate::games::positional::taking::each_takes;
use crate::play::Play;
use crate::{Fail, Res};

pub(crate) static PLACEMENT: CatalogueGame =
    CatalogueGame::of_values("placement", "placement queen 5x5: 1,1", |given| {
        let mut words = given.words.clone();
        let is_piece = |word: &String| attacks(word).is_some();
        let piece = words.iter().position(is_piece).ok_or(Fail::Wrong)?;
        let attacks = attacks(&words.remove(piece)).ok_or(Fail::Wrong)?;
        on_cells(given, &words, attacks)
    })
    .keywords("misere damaged")
    .board(BoardWord::Cells);

/// Whether a piece attacks over some distances in rows and columns.
type Attacks = fn(u64, u64) -> bool;

/// Reads a record in which every free cell is a move that takes it and those that are attacked from it.
pub(super) fn on_cells(given: &Given<'_>, words: &[String], attacks: Attacks) -> Res<Play> {
    let cells = free(given, words)?;
    let taken = given.record.position.iter().flatten();
    let taken = taken.map(|word| board::cell(word));
    let near = |a: BoardCell, b: BoardCell| attacks(a.row.abs_diff(b.row), a.col.abs_diff(b.col));
    each_takes(cells, near, taken.collect::<Res<_>>()?)
}

/// Returns the attacks of a piece, by its name.
fn attacks(piece: &str) -> Option<Attacks> {
    match piece {
        "king" => Some(|rows, cols| rows.max(cols) == 1),
        "rook" => Some(|rows, cols| rows == 0 || cols == 0),
        "bishop" => Some(|rows, cols| rows == cols),
        "queen" => Some(|rows, cols| rows == cols || rows == 0 || cols == 0),
        "knight" => Some(|rows, cols| rows * cols == 2),
        _ => None,
    }
}
