//! Boards with damaged cells, by their size or in rows.

use fxhash::FxHashSet;

use crate::text::{self, RecordWords};
use crate::{Fail, Res};

/// Row and column, from 1.
pub type BoardCell = (u64, u64);

/// Whether a record is one of a positional game on a board that may be drawn below it.
pub fn is_board(record: &RecordWords) -> bool {
    match record.game.as_str() {
        "cram" | "place" | "placement" => true,
        "node-kayles" => record
            .rules
            .iter()
            .any(|word| text::size(word).is_ok() || is_drawn(word)),
        _ => false,
    }
}

/// Whether a word is a board in a line.
pub fn is_drawn(word: &str) -> bool {
    word.contains('/') || (!word.is_empty() && word.chars().all(|c| matches!(c, '.' | 'X' | '#')))
}

/// A board and what stands on it.
pub struct DamagedBoard {
    /// How many rows.
    pub rows: u64,
    /// How many columns.
    pub cols: u64,
    /// Cells that cannot be used.
    pub damaged: FxHashSet<BoardCell>,
    /// The cells of pieces.
    pub pieces: Vec<BoardCell>,
}

impl DamagedBoard {
    /// A board by its size, whose rows may follow, or by rows in a line, with further damaged cells. `K` is a piece, a digit
    /// several.
    pub fn read<'w>(
        word: &str,
        below: Option<&Vec<String>>,
        with_pieces: bool,
        damaged: impl IntoIterator<Item = &'w String>,
    ) -> Res<DamagedBoard> {
        let drawn: Vec<String> = word.split('/').map(str::to_owned).collect();
        let ((rows, cols), drawn) = match (text::size(word), below) {
            (Ok(size), below) => (size, below),
            (Err(_), None) if !text::looks_like_size(word) => (
                (drawn.len() as u64, drawn[0].chars().count() as u64),
                Some(&drawn),
            ),
            _ => return Err(Fail::Wrong),
        };
        let mut board = DamagedBoard {
            rows,
            cols,
            damaged: FxHashSet::default(),
            pieces: Vec::new(),
        };
        for (row, line) in (1..).zip(drawn.into_iter().flatten()) {
            Fail::Wrong.when(line.chars().count() as u64 != cols || cols == 0 || row > rows)?;
            for (col, mark) in (1..).zip(line.chars()) {
                let count = match mark {
                    '.' => 0,
                    'X' | '#' => usize::from(!board.damaged.insert((row, col))),
                    'K' if with_pieces => 1,
                    '2'..='9' if with_pieces => mark as usize - '0' as usize,
                    _ => return Err(Fail::Wrong),
                };
                board.pieces.extend(std::iter::repeat_n((row, col), count));
            }
        }
        for word in damaged {
            board.damaged.insert(cell(word)?);
        }
        Ok(board)
    }

    /// Whether it has this cell.
    pub fn has(&self, (row, col): BoardCell) -> bool {
        (1..=self.rows).contains(&row) && (1..=self.cols).contains(&col)
    }
}

/// A cell as it is listed.
pub fn cell(word: &str) -> Res<BoardCell> {
    match text::tuple(word)?[..] {
        [row, col] if row >= 1 && col >= 1 => Ok((row, col)),
        _ => Err(Fail::Wrong),
    }
}
