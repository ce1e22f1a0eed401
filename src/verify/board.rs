//! Pieces on boards: values in a table over the whole board, or over its corner up to the pieces
//! where nothing moves right or down.

use std::ops::ControlFlow;

use super::sums::{Sum, Visitor};
use super::table::{Cells, Table};
use super::{CELLS, Checked, rejected, unproved};
use crate::language::layout::without_end;
use crate::record::{Board, Move, Record, Tuple};

/// The pieces of one record.
pub(crate) struct Pieces {
    rows: u64,
    cols: u64,
    steps: Vec<(i64, i64)>,
    slides: bool,
    damaged: Vec<bool>,
    /// (row, column), from 0.
    pieces: Vec<(u64, u64)>,
    pub(crate) table: Table,
}

impl Pieces {
    /// Reads the record and computes the table.
    pub(crate) fn new(record: &Record<'_>, name: &str) -> Checked<Pieces> {
        let (up, left, up_left) = ((-1, 0), (0, -1), (-1, -1));
        let mut steps = match name {
            "rook" => vec![up, left],
            "bishop" => vec![up_left],
            "knight" => vec![(-2, -1), (-1, -2), (-2, 1), (1, -2)],
            "leaper" => {
                record.rules.steps.iter().map(|step| (i64::from(step.drow), i64::from(step.dcol))).collect()
            }
            _ => vec![up, left, up_left],
        };
        let mut known = Vec::new();
        steps.retain(|step| {
            !known.contains(step) && {
                known.push(*step);
                true
            }
        });
        let rows = text_rows(record);
        let (all_rows, all_cols) = match (record.rules.size, rows.first()) {
            (Some(size), _) => (size.rows, size.cols),
            (None, Some(row)) => (rows.len() as u64, row.len() as u64),
            (None, None) => return rejected("there is no board"),
        };
        let mut pieces = Vec::new();
        let mut damage = Vec::new();
        for (r, row) in (0..).zip(&rows) {
            if row.len() as u64 != all_cols {
                return rejected("the rows of the board have different widths");
            }
            for (c, cell) in (0..).zip(row.iter()) {
                match cell {
                    b'X' | b'#' => damage.push((r, c)),
                    b'K' => pieces.push((r, c)),
                    b'2'..=b'9' => (b'0'..*cell).for_each(|_| pieces.push((r, c))),
                    _ => {}
                }
            }
        }
        let cell = |cell: &[u64]| (cell[0].wrapping_sub(1), cell[1].wrapping_sub(1));
        pieces.extend(record.position.tuples.iter().map(cell));
        damage.extend(record.rules.damaged.iter().map(cell));
        if pieces.iter().chain(&damage).any(|&(r, c)| r >= all_rows || c >= all_cols) {
            return rejected("a piece or a damaged cell is outside the board");
        }
        // Where every step goes up or left, what is beyond the pieces does not matter to them.
        let corner = steps.iter().all(|&(r, c)| r <= 0 && c <= 0);
        let most = |all: u64, of: fn(&(u64, u64)) -> u64| match corner {
            true => pieces.iter().map(of).max().map_or(0, |most| most + 1),
            false => all,
        };
        let (rows, cols) = (most(all_rows, |p| p.0), most(all_cols, |p| p.1));
        if rows.checked_mul(cols).is_none_or(|cells| cells > CELLS) {
            return unproved(format!("a table of {rows}x{cols} cells is too large to compute"));
        }
        let mut damaged = vec![false; (rows * cols) as usize];
        for (r, c) in damage.into_iter().filter(|&(r, c)| r < rows && c < cols) {
            damaged[(r * cols + c) as usize] = true;
        }
        let slides = matches!(name, "rook" | "bishop" | "queen");
        let mut all = Pieces { rows, cols, steps, slides, damaged, pieces, table: Table::default() };
        all.table = Table::new(&all)?;
        Ok(all)
    }

    fn index(&self, (row, col): (u64, u64)) -> usize {
        (row * self.cols + col) as usize
    }

    /// Visits where a piece goes, in order, until the visitor says stop.
    fn go(&self, from: (u64, u64), visit: &mut dyn FnMut((u64, u64)) -> ControlFlow<()>) {
        for &(drow, dcol) in &self.steps {
            let mut at = from;
            loop {
                let (row, col) = (at.0.checked_add_signed(drow), at.1.checked_add_signed(dcol));
                let (Some(row), Some(col)) = (row, col) else { break };
                at = (row, col);
                if row >= self.rows || col >= self.cols || self.damaged[self.index(at)] {
                    break;
                }
                if visit(at).is_break() {
                    return;
                }
                if !self.slides {
                    break;
                }
            }
        }
    }
}

/// The rows of a board in text.
fn text_rows<'t>(record: &Record<'t>) -> Vec<&'t [u8]> {
    match record.rules.board {
        Some(Board::Inline(text)) => text.split(|&byte| byte == b'/').collect(),
        Some(Board::Block(text)) => text.split_inclusive(|&byte| byte == b'\n').map(without_end).collect(),
        _ => Vec::new(),
    }
}

impl Cells for Pieces {
    fn cells(&self) -> u64 {
        self.rows * self.cols
    }

    fn order(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        // Every step lowers row + column.
        let diagonals = 0..(self.rows + self.cols).saturating_sub(1);
        let on = move |d: u64| {
            let first = (d + 1).saturating_sub(self.cols);
            (first..self.rows.min(d + 1)).map(move |row| (row * self.cols + (d - row)) as usize)
        };
        Box::new(diagonals.flat_map(on))
    }

    fn is_gone(&self, cell: usize) -> bool {
        self.damaged[cell]
    }

    fn lead(&self, cell: usize, visit: &mut dyn FnMut(usize)) {
        let cell = cell as u64;
        self.go((cell / self.cols, cell % self.cols), &mut |to| {
            visit(self.index(to));
            ControlFlow::Continue(())
        });
    }

    fn components(&self) -> Vec<usize> {
        self.pieces.iter().map(|&piece| self.index(piece)).collect()
    }
}

impl Sum for Pieces {
    fn components(&self) -> usize {
        self.pieces.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        match self.table.values[self.index(self.pieces[index])] {
            u32::MAX => rejected("a piece stands on a damaged cell"),
            value => Ok(u64::from(value)),
        }
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let from = self.pieces[index];
        self.go(from, &mut |to| {
            let value = u64::from(self.table.values[self.index(to)]);
            if target.is_some_and(|target| target != value) {
                return ControlFlow::Continue(());
            }
            let tuple = |(row, col): (u64, u64)| Tuple::new(&[row + 1, col + 1]);
            visitor(Move::Tuple { index, from: tuple(from), to: tuple(to) })
        });
        Ok(())
    }
}
