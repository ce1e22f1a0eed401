//! The twin: a board as a table, and what its definition says.

use grundy_base::cell::Cell;
use grundy_base::random::Random;
use grundy_grids::dense::rows::BoardShape;

/// A board as a table: damage, pieces, and Grundy values by the definition.
pub struct Naive {
    pub rows: usize,
    pub columns: usize,
    pub text: Vec<Vec<u8>>,
    pub values: Vec<Vec<Option<u8>>>,
}

impl Naive {
    pub fn random(
        rng: &mut Random,
        rows: usize,
        columns: usize,
        damage: u32,
        pieces: u32,
        digits: bool,
    ) -> Naive {
        let text = (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| match rng.below_u32(1000) {
                        dice if dice < damage => b"X#"[dice as usize % 2],
                        _ if rng.below_u32(1000) >= pieces => b'.',
                        _ if digits => b"K23456789"[rng.index(9)],
                        _ => b'K',
                    })
                    .collect()
            })
            .collect();
        let mut board = Naive {
            rows,
            columns,
            text,
            values: Vec::new(),
        };
        board.solve(&[]);
        board
    }

    pub fn solve(&mut self, damaged: &[Cell]) {
        self.values = vec![vec![None; self.columns]; self.rows];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let listed = damaged.contains(&Cell {
                    row: row as u32,
                    column: column as u32,
                });
                if !listed && !matches!(self.text[row][column], b'X' | b'#') {
                    let seen = self.options(row, column);
                    self.values[row][column] = (0..4).find(|&value| !seen.contains(&Some(value)));
                }
            }
        }
    }

    pub fn options(&self, row: usize, column: usize) -> [Option<u8>; 3] {
        [(1, 0), (0, 1), (1, 1)]
            .map(|(up, left)| self.values[row.checked_sub(up)?][column.checked_sub(left)?])
    }

    pub fn pieces(&self) -> Vec<(Cell, u8)> {
        let mut pieces = Vec::new();
        for (row, text) in self.text.iter().enumerate() {
            for (column, &byte) in text.iter().enumerate() {
                let count = match byte {
                    b'K' => 1,
                    b'2'..=b'9' => byte - b'0',
                    _ => continue,
                };
                pieces.push((
                    Cell {
                        row: row as u32,
                        column: column as u32,
                    },
                    count,
                ));
            }
        }
        pieces
    }

    /// Nim-sum and number of winning moves.
    pub fn answer(&self, listed: &[Cell]) -> (u8, u64) {
        let mut pieces = self.pieces();
        pieces.extend(listed.iter().map(|&cell| (cell, 1)));
        let value = |cell: Cell| self.values[cell.row as usize][cell.column as usize].unwrap();
        let sum = pieces
            .iter()
            .filter(|piece| piece.1 % 2 == 1)
            .fold(0, |sum, piece| sum ^ value(piece.0));
        let wins = |&(cell, count): &(Cell, u8)| {
            let options = self.options(cell.row as usize, cell.column as usize);
            let target = Some(sum ^ value(cell));
            u64::from(count) * options.iter().filter(|&&option| option == target).count() as u64
        };
        (
            sum,
            if sum == 0 {
                0
            } else {
                pieces.iter().map(wins).sum()
            },
        )
    }

    pub fn joined(&self, mut end: impl FnMut(usize) -> &'static str) -> Vec<u8> {
        let mut text = Vec::new();
        for (row, line) in self.text.iter().enumerate() {
            text.extend_from_slice(line);
            text.extend_from_slice(end(row).as_bytes());
        }
        text
    }

    pub fn shape(&self) -> BoardShape {
        BoardShape {
            rows: self.rows as u32,
            columns: self.columns as u32,
        }
    }
}
