//! Knights and other leapers on huge sparse boards.
//!
//! A leaper is a game of two piles in coordinates that no step raises ([`skew`]). There its board is a
//! parallelogram, and memoised squares ([`hashlife`]) solve it: undamaged boards cost the logarithm
//! of their size, because the values repeat. A damaged cell sends out lines, along which other
//! repeating values begin. The squares in which something happens take the work, those with damage
//! and those where lines meet. So the work grows with the pairs of lines that cross, about the
//! square of the damage, times the logarithm of the distances between them.
//!
//! Nothing of this is assumed: squares of equal margins are equal, and others are computed.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a value is at most the number of steps, of which there are fewer than 129² / 2"
)]

pub mod skew;

use crate::dense::leaper::{LeaperStep, NO_MOVE, Neighbourhoods};
use crate::dense::rows::BoardShape;
use crate::vectors::hashlife::{self, Asked};
use crate::vectors::{LabelKind, PileSizes, Problem};
use fxhash::FxHashSet;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::shares;
use skew::Skew;

/// Finds the values of the cells asked for and of those to which their steps lead, as the dense engine returns
/// them. `steps` are distinct, each with a negative sum; `damaged` and `cells` lie on the board, in any order,
/// repeated or not, and no cell asked about is damaged.
///
/// # Errors
/// Fails if steps are too long for the squares, or if the solve takes more memory or work than allowed; a look-up is 512 units
/// of work.
pub fn solve(
    shape: BoardShape,
    steps: &[LeaperStep],
    damaged: &FxHashSet<Cell>,
    cells: &[Cell],
    budget: &Budget,
) -> Result<Neighbourhoods, Limit> {
    solve_with_memo(
        shape,
        steps,
        damaged,
        cells,
        budget,
        shares::boards::squares(budget.memory),
    )
}

/// Does what [`solve`] does, with this many bytes for the squares that are remembered.
///
/// # Errors
/// Fails where [`solve`] fails.
pub fn solve_with_memo(
    shape: BoardShape,
    steps: &[LeaperStep],
    damaged: &FxHashSet<Cell>,
    cells: &[Cell],
    budget: &Budget,
    memo: u64,
) -> Result<Neighbourhoods, Limit> {
    let BoardShape { rows, columns } = shape;
    let skew = Skew::of(steps);
    let position = |[u, v]: [u64; 2]| -> PileSizes { [u, v, 0, 0] };
    let needed = (damaged.len() + cells.len() * (steps.len() + 3)) * size_of::<PileSizes>();
    let Some(memory) = budget.memory.checked_sub(needed as u64) else {
        return Err(Limit::memory(format!(
            "the damaged cells and pieces of this board take {needed} bytes"
        )));
    };
    let budget = Budget { memory, ..*budget };
    let problem = Problem {
        piles: 2,
        vectors: skew.vectors(steps).map(position).collect(),
        damaged: damaged
            .iter()
            .map(|&cell| position(skew.place(cell)))
            .collect(),
        asked: cells
            .iter()
            .map(|&cell| position(skew.place(cell)))
            .collect(),
        label: LabelKind::Value,
    };
    let flat = if steps.is_empty() || cells.is_empty() {
        vec![0; cells.len()]
    } else if hashlife::fits(&problem) {
        let borders = skew.borders(shape);
        hashlife::solve_within(&problem, &borders, Asked::Around, &budget, memo)?
    } else {
        let bytes = u128::from(rows) * u128::from(columns) / 8;
        return Err(Limit::bytes(
            bytes,
            format!(
                "these steps go too steeply to and fro for a board of {rows}x{columns} cells to be solved without \
             visiting them all, one bit of memory each"
            ),
        ));
    };
    let mut flat: Vec<u16> = flat.into_iter().map(|value| value as u16).collect();
    let is_free = |cell: Cell| cell.row < rows && cell.column < columns && !damaged.contains(&cell);
    for (&cell, around) in cells.iter().zip(flat.chunks_exact_mut(steps.len() + 1)) {
        for (value, &step) in around[1..].iter_mut().zip(steps) {
            if !after(cell, step).is_some_and(is_free) {
                *value = NO_MOVE;
            }
        }
    }
    Ok(Neighbourhoods::new(steps.len(), flat))
}

/// Takes a step, unless it leads above the first row or left of the first column.
fn after(cell: Cell, step: LeaperStep) -> Option<Cell> {
    Some(Cell {
        row: cell.row.checked_add_signed(step.drow)?,
        column: cell.column.checked_add_signed(step.dcol)?,
    })
}
