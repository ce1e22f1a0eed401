//! The free cells of a board, and the vertices of a graph as cells of a row 0.

use std::collections::BTreeSet;

use crate::games::boards::board::{BoardCell, DamagedBoard};
use crate::games::given::Given;
use crate::{Fail, Res, text};

/// The most cells of a board.
const MAX_POSITIONAL_CELLS: u64 = 10_000;

/// The free cells of a board, or the vertices of a graph as cells of the row 0.
pub(super) type Vertices = BTreeSet<BoardCell>;

/// Returns the free cells of a board.
pub(super) fn free(given: &Given<'_>, words: &[String]) -> Res<Vertices> {
    let [word] = words else {
        return Err(Fail::Wrong);
    };
    let rows = given.record.rows.as_ref();
    let has_size = text::size(word).is_ok();
    Fail::Wrong.when(has_size && rows.is_none() && given.record.position.is_none())?;
    let board = DamagedBoard::read(word, rows, false, given.of("damaged"))?;
    Fail::TooLarge.when(board.rows * board.cols > MAX_POSITIONAL_CELLS)?;
    Fail::Wrong.when(!board.damaged.iter().all(|&cell| board.has(cell)))?;
    let mut free = Vertices::new();
    for row in 1..=board.rows {
        for col in 1..=board.cols {
            let cell = BoardCell { row, col };
            if !board.damaged.contains(&cell) {
                free.insert(cell);
            }
        }
    }
    Ok(free)
}

/// Returns the vertex of a graph.
pub(super) fn vertex(number: u64) -> BoardCell {
    BoardCell {
        row: 0,
        col: number,
    }
}

/// Returns a vertex or a cell as moves write it.
pub(super) fn name(cell: &BoardCell) -> String {
    if cell.row == 0 {
        cell.col.to_string()
    } else {
        format!("{},{}", cell.row, cell.col)
    }
}
