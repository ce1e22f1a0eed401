//! Positional games: which cells, vertices or elements the winning first moves take.

#![expect(
    clippy::cast_possible_truncation,
    reason = "charts have at most 2²⁴ cells, and a row is a place in the list of rows"
)]

use super::cells::{on_board, taken};
use super::limits::MAX_CHART_CELLS;
use super::plane::{Axis, ChartRequest, Plane};
use crate::{Error, Position};
use grundy_picture::{CellKind, Chart, ChartCell};
use grundy_record::{PositionKind, Rules};

/// Draws a positional game: a cell that some winning move takes is `L`, one that only other moves take is `W`.
pub(super) fn chart(position: &Position<'_>, asked: ChartRequest) -> Result<Chart, Error> {
    // No part is drawn alone.
    let whole = ChartRequest {
        part: None,
        ..asked
    };
    let mut plane = lay_out(position, whole)?;
    plane.chart.note = Some("L: some winning first move takes it; W: only other moves do".into());
    for place in position
        .legal_moves(MAX_CHART_CELLS as usize)?
        .iter()
        .flat_map(taken)
    {
        plane.set(&place, CellKind::Win);
    }
    for place in position
        .winning_moves()
        .unwrap_or_default()
        .iter()
        .flat_map(taken)
    {
        if let Some(at) = plane.index(&place) {
            plane.chart.cells[at].kind = CellKind::Lose;
            plane.chart.cells[at].target = true;
        }
    }
    Ok(plane.chart)
}

/// Draws the chart before any move.
fn lay_out<'p, 't>(
    position: &'p Position<'t>,
    asked: ChartRequest,
) -> Result<Plane<'p, 't>, Error> {
    let record = position.record();
    let rules = &record.rules;
    let mut boards = None;
    if position.signature().slots.is_empty() {
        boards = Some(record.position.boards.len() as u64);
    }
    let rectangle = |rows, cols| {
        vec![
            Axis::within("row", 1, rows),
            Axis::within("column", 1, cols),
        ]
    };
    let axes = match (boards, rules, record.size) {
        (Some(boards), ..) => rectangle(3, (4 * boards).max(2) - 1),
        (None, _, Some(size)) => rectangle(size.rows, size.cols),
        (None, Rules::Bar(size), None) => rectangle(size.rows, size.cols),
        (None, Rules::Rows(rows), None) => rectangle(
            rows.len() as u64,
            rows.iter().copied().max().unwrap_or(1).max(1),
        ),
        (None, rules, None) => {
            vec![Axis::within("vertex", 1, rules.vertices().unwrap_or(0))]
        }
    };
    let mut plane = Plane::new(position, asked, &axes)?;
    plane.chart.cells.fill(ChartCell::of_kind(CellKind::Idle));
    let outside = plane.free(|at| match (boards, rules) {
        (Some(boards), _) => at[1] % 4 == 0 || at[1] > 4 * boards,
        (None, Rules::Rows(rows)) => at[1] > rows[at[0] as usize - 1],
        _ => false,
    });
    for at in outside {
        plane.chart.cells[at].kind = CellKind::Outside;
    }
    for (board, crosses) in record.position.boards.iter().enumerate() {
        for place in (0..9).filter(|place| crosses >> place & 1 == 1) {
            plane.set(
                &on_board(board, place / 3 + 1, place % 3 + 1),
                CellKind::Used,
            );
        }
    }
    for cell in record.modifiers.damaged.iter() {
        plane.set(cell, CellKind::Damaged);
    }
    if position.signature().position == PositionKind::Taken {
        for cell in record.position.tuples.iter() {
            plane.set(cell, CellKind::Used);
        }
    } else {
        plane.mark_pieces(record.position.tuples.iter());
    }
    Ok(plane)
}
