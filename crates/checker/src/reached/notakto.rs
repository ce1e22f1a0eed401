//! Notakto: a cross is put on a free cell of a live board; three crosses in a line kill a board.
//!
//! A state is a board, cell row · 3 + column as a bit; under misère play all boards that live, ascending.

use std::ops::ControlFlow;

use grundy_record::{Move, Record, Taken, Tuple};

use super::{Play, Rules, State, Visit};
use crate::{Checked, rejected};

/// Rows, columns and diagonals.
const LINES: [[u64; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn lives(board: u64) -> bool {
    LINES.iter().all(|line| line.iter().any(|cell| board >> cell & 1 == 0))
}

/// The boards of a record.
pub(super) struct Boards {
    boards: Vec<u64>,
    misere: bool,
}

impl Boards {
    pub(super) fn new(record: &Record<'_>) -> Checked<Boards> {
        let mut boards = Vec::new();
        for word in &record.position.rows {
            let rows: Vec<&[u8]> = word.split(|&byte| byte == b'/').collect();
            let cells = rows.concat();
            let right = rows.len() == 3 && rows.iter().all(|row| row.len() == 3);
            if !right || cells.iter().any(|cell| !matches!(cell, b'.' | b'X')) {
                return rejected("this is no board");
            }
            boards.push((0..9).filter(|&cell| cells[cell] == b'X').map(|cell| 1 << cell).sum());
        }
        Ok(Boards { boards, misere: !record.modifiers.normal })
    }
}

impl Rules for Boards {
    fn components(&self) -> Vec<State> {
        match self.misere {
            true => vec![State::from_slice(&self.boards)],
            false => self.boards.iter().map(|&board| State::from_slice(&[board])).collect(),
        }
    }

    fn play(&self) -> Play {
        Play::of(self.misere)
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        for (at, &board) in state.iter().enumerate().filter(|&(_, &board)| lives(board)) {
            for cell in (0..9).filter(|cell| board >> cell & 1 == 0) {
                let mut left = State::from_slice(state);
                left[at] |= 1 << cell;
                if self.misere {
                    left.retain(|board| lives(*board));
                    left.sort_unstable();
                }
                let what = || Taken::Cells([Tuple::new(&[cell / 3 + 1, cell % 3 + 1])].into());
                let number = |index| if self.misere { at } else { index };
                visit(&|index| Move::Take { index: Some(number(index)), what: what() }, &[left])?;
            }
        }
        ControlFlow::Continue(())
    }
}
