//! Boards with damaged cells, by their size or in rows.

use fxhash::FxHashSet;

use crate::text;
use crate::{Fail, Res};

/// A cell of a board, by its row and column from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardCell {
    /// The row.
    pub row: u64,
    /// The column.
    pub col: u64,
}

impl BoardCell {
    /// Returns the cell that lies `down` rows below this one and `right` columns to the right of it. A cell before the
    /// first row or column becomes one that no board has.
    pub fn moved(self, down: i64, right: i64) -> BoardCell {
        BoardCell {
            row: self.row.wrapping_add_signed(down),
            col: self.col.wrapping_add_signed(right),
        }
    }
}

/// The moves of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Movement {
    /// It goes one of these steps.
    Steps(&'static str),
    /// It goes one of these steps as often as it likes, until something is in the way.
    Slides(&'static str),
    /// It goes one of the steps that the record lists.
    Given,
}

/// The word among the rules of a game that is a board, by its size or drawn in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardWord {
    /// The board of pieces that move so.
    Pieces(Movement),
    /// A board of free cells.
    Cells,
    /// A board of free cells, or the vertices of a graph.
    CellsOrVertices,
}

impl BoardWord {
    /// Says whether it stands among the rules of a record.
    pub(crate) fn is_in(self, rules: &[String]) -> bool {
        let is_size = |word: &String| text::size(word).is_ok() || is_drawn(word);
        self != BoardWord::CellsOrVertices || rules.iter().any(is_size)
    }
}

/// Says whether a word is a board in a line.
pub fn is_drawn(word: &str) -> bool {
    let is_row = !word.is_empty() && word.chars().all(|c| matches!(c, '.' | 'X' | '#'));
    word.contains('/') || is_row
}

/// A board and what stands on it.
pub struct DamagedBoard {
    /// The number of rows.
    pub rows: u64,
    /// The number of columns.
    pub cols: u64,
    /// The cells that cannot be used.
    pub damaged: FxHashSet<BoardCell>,
    /// The cells of pieces.
    pub pieces: Vec<BoardCell>,
}

impl DamagedBoard {
    /// Returns a board by its size, whose rows may follow, or by rows in a line, with further damaged cells. `K` is a
    /// piece, a digit several.
    pub fn read<'w>(
        word: &str,
        below: Option<&Vec<String>>,
        with_pieces: bool,
        damaged: impl IntoIterator<Item = &'w String>,
    ) -> Res<DamagedBoard> {
        let mut board = DamagedBoard {
            rows: 0,
            cols: 0,
            damaged: FxHashSet::default(),
            pieces: Vec::new(),
        };
        if let Ok(size) = text::size(word) {
            board.rows = size.rows;
            board.cols = size.columns;
            if let Some(rows) = below {
                board.draw(rows.iter().map(String::as_str), with_pieces)?;
            }
        } else {
            Fail::Wrong.when(below.is_some() || text::looks_like_size(word))?;
            let rows: Vec<&str> = word.split('/').collect();
            board.rows = rows.len() as u64;
            board.cols = rows[0].chars().count() as u64;
            board.draw(rows.into_iter(), with_pieces)?;
        }
        for word in damaged {
            board.damaged.insert(cell(word)?);
        }
        Ok(board)
    }

    /// Draws rows on the board.
    fn draw<'r>(&mut self, rows: impl Iterator<Item = &'r str>, with_pieces: bool) -> Res<()> {
        for (row, line) in (1..).zip(rows) {
            let length = line.chars().count() as u64;
            Fail::Wrong.when(length != self.cols || length == 0 || row > self.rows)?;
            for (col, mark) in (1..).zip(line.chars()) {
                let cell = BoardCell { row, col };
                match mark {
                    '.' => {}
                    'X' | '#' => _ = self.damaged.insert(cell),
                    'K' if with_pieces => self.pieces.push(cell),
                    '2'..='9' if with_pieces => {
                        let count = mark as usize - '0' as usize;
                        self.pieces.extend(std::iter::repeat_n(cell, count));
                    }
                    _ => return Err(Fail::Wrong),
                }
            }
        }
        Ok(())
    }

    /// Says whether it has this cell.
    pub fn has(&self, cell: BoardCell) -> bool {
        (1..=self.rows).contains(&cell.row) && (1..=self.cols).contains(&cell.col)
    }
}

/// Reads a cell of a list: `row,col`.
pub fn cell(word: &str) -> Res<BoardCell> {
    match text::tuple(word)?[..] {
        [row, col] if row >= 1 && col >= 1 => Ok(BoardCell { row, col }),
        _ => Err(Fail::Wrong),
    }
}
