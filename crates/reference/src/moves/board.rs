//! Boards of free and damaged cells, as positional games read them.

use std::collections::BTreeSet;

use crate::text::{self, Record};
use crate::{Fail, Res};

/// Whether a record is one of a game on a board that may be drawn below it.
pub fn is_board(record: &Record) -> bool {
    match record.game.as_str() {
        "cram" | "place" | "placement" => true,
        "node-kayles" => record.rules.iter().any(|word| text::size(word).is_ok() || has_rows(word)),
        _ => false,
    }
}

/// Whether a word is a board in a line.
pub fn has_rows(word: &str) -> bool {
    word.contains('/') || (!word.is_empty() && word.chars().all(|c| matches!(c, '.' | 'X' | '#')))
}

/// Rows, columns and free cells.
pub struct Board {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub cols: usize,
    /// The cells that are not damaged, row by row.
    pub free: BTreeSet<usize>,
}

impl Board {
    /// The cell at a place from 0,0, if there is one.
    pub fn at(&self, row: i64, col: i64) -> Option<usize> {
        let inside = row >= 0 && col >= 0 && row < self.rows as i64 && col < self.cols as i64;
        inside.then(|| row as usize * self.cols + col as usize)
    }

    /// Row and column of a cell, from 0.
    pub fn place(&self, cell: usize) -> (i64, i64) {
        ((cell / self.cols) as i64, (cell % self.cols) as i64)
    }

    /// A cell as moves name it.
    pub fn name(&self, cell: usize) -> String {
        format!("{},{}", cell / self.cols + 1, cell % self.cols + 1)
    }

    /// A cell as it is listed.
    pub fn cell(&self, word: &str) -> Res<usize> {
        let numbers = text::tuple(word)?;
        let [row, col] = numbers[..] else { return Err(Fail::Wrong) };
        if row == 0 || col == 0 || row > self.rows as u64 || col > self.cols as u64 {
            return Err(Fail::Wrong);
        }
        Ok((row as usize - 1) * self.cols + col as usize - 1)
    }

    /// From the words that are left of the rules, the damaged cells, and the rows below the record.
    pub fn read(record: &Record, words: &[String], damaged: &[String]) -> Res<Board> {
        let [word] = words else { return Err(Fail::Wrong) };
        let mut rows: Option<Vec<String>> = record.rows.clone();
        let (height, width) = match text::size(word) {
            Ok((height, width)) => {
                if rows.is_none() && record.position.is_none() {
                    return Err(Fail::Wrong);
                }
                (height, width)
            }
            Err(_) => {
                if text::looks_like_size(word) || !word.contains(['.', 'X', '#']) {
                    return Err(Fail::Wrong);
                }
                let drawn: Vec<String> = word.split('/').map(str::to_owned).collect();
                let size = (drawn.len() as u64, drawn[0].len() as u64);
                rows = Some(drawn);
                size
            }
        };
        if height * width > 10_000 {
            return Err(Fail::TooLarge);
        }
        let mut board = Board { rows: height as usize, cols: width as usize, free: BTreeSet::new() };
        board.free = (0..board.rows * board.cols).collect();
        if let Some(rows) = rows {
            if rows.len() != board.rows || board.cols == 0 {
                return Err(Fail::Wrong);
            }
            for (row, line) in rows.iter().enumerate() {
                if line.len() != board.cols || !line.chars().all(|c| matches!(c, '.' | 'X' | '#')) {
                    return Err(Fail::Wrong);
                }
                for (col, c) in line.chars().enumerate() {
                    if c != '.' {
                        board.free.remove(&(row * board.cols + col));
                    }
                }
            }
        }
        for word in damaged {
            let cell = board.cell(word)?;
            board.free.remove(&cell);
        }
        Ok(board)
    }

    /// Pairs of free cells that share a side.
    pub fn neighbours(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for &cell in &self.free {
            let (row, col) = self.place(cell);
            for next in [self.at(row, col + 1), self.at(row + 1, col)].into_iter().flatten() {
                if self.free.contains(&next) {
                    pairs.push((cell, next));
                }
            }
        }
        pairs
    }
}
