//! Chomp: a bite takes a cell and all below and right of it; the first cell cannot be taken.
//!
//! A state is the lengths of the rows from the top, without those of 0.

use std::ops::ControlFlow;

use grundy_record::{Move, Record, Taken, Tuple};

use super::{Play, Rules, State, Visit};
use crate::{Checked, rejected, unproved};

/// More rows are not explored.
const MOST: u64 = 1 << 10;

/// The bar of a record.
pub(super) struct Bar {
    rows: State,
    misere: bool,
}

impl Bar {
    pub(super) fn new(record: &Record<'_>) -> Checked<Bar> {
        let rows = match (&record.rules.lengths, record.rules.bar) {
            (Some(rows), _) => State::from_slice(rows),
            (None, Some(size)) if size.rows <= MOST => State::from_elem(size.cols, size.rows as usize),
            (None, Some(_)) => return unproved("the rows are too many to explore"),
            (None, None) => return rejected("there is no bar"),
        };
        if rows.windows(2).any(|pair| pair[0] < pair[1]) {
            return rejected("a row is longer than the one above");
        }
        Ok(Bar { rows, misere: record.modifiers.misere })
    }
}

impl Rules for Bar {
    fn components(&self) -> Vec<State> {
        vec![self.rows.iter().copied().filter(|&length| length > 0).collect()]
    }

    fn play(&self) -> Play {
        Play::of(self.misere)
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        for (row, &length) in state.iter().enumerate() {
            for column in u64::from(row == 0)..length {
                let bitten =
                    |(at, &length): (usize, &u64)| if at < row { length } else { length.min(column) };
                let left = state.iter().enumerate().map(bitten).filter(|&length| length > 0).collect();
                let cell = Tuple::new(&[row as u64 + 1, column + 1]);
                visit(&|_| Move::Take { index: Some(0), what: Taken::Cells([cell].into()) }, &[left])?;
            }
        }
        ControlFlow::Continue(())
    }
}
