//! Positional games: which cells, vertices or elements the winning first moves take.

use super::plane::{Asked, Axis, Plane};
use super::{MAX_CELLS, on_board, taken};
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::PositionKind;
use crate::{Error, Position};

pub(super) fn chart(position: &Position<'_>, asked: Asked) -> Result<Chart, Error> {
    // All of it is drawn.
    let mut plane = lay_out(
        position,
        Asked {
            part: None,
            ..asked
        },
    )?;
    plane.chart.note = Some("L: some winning first move takes it; W: only other moves do".into());
    let legal = position.legal_moves(MAX_CELLS as usize)?;
    for (moves, kind) in [
        (legal, Kind::Win),
        (position.winning_moves().unwrap_or_default(), Kind::Lose),
    ] {
        for at in moves
            .iter()
            .flat_map(taken)
            .filter_map(|spot| plane.index(&spot))
            .collect::<Vec<_>>()
        {
            plane.chart.cells[at].kind = kind;
            plane.chart.cells[at].target = kind == Kind::Lose;
        }
    }
    Ok(plane.chart)
}

/// The chart before any move is drawn.
fn lay_out<'p, 't>(position: &'p Position<'t>, asked: Asked) -> Result<Plane<'p, 't>, Error> {
    let record = position.record();
    let rules = &record.rules;
    let boards = position
        .signature()
        .slots
        .is_empty()
        .then_some(record.position.boards.len() as u64);
    let lengths = rules.lengths.as_ref().filter(|_| rules.size.is_none());
    let rectangle = |rows, cols| {
        vec![
            Axis::within("row", 1, rows),
            Axis::within("column", 1, cols),
        ]
    };
    let axes = match (boards, lengths, rules.size.or(rules.bar)) {
        (Some(boards), ..) => rectangle(3, (4 * boards).max(2) - 1),
        (_, Some(rows), _) => rectangle(
            rows.len() as u64,
            rows.iter().copied().max().unwrap_or(1).max(1),
        ),
        (_, _, Some(size)) => rectangle(size.rows, size.cols),
        (None, None, None) => vec![Axis::within("vertex", 1, rules.graph.vertices)],
    };
    let mut plane = Plane::new(position, asked, &axes)?;
    plane.chart.cells.fill(Cell {
        kind: Kind::Idle,
        ..Cell::default()
    });
    let outside = plane.free(|at| match (boards, lengths) {
        (Some(boards), _) => at[1] % 4 == 0 || at[1] > 4 * boards,
        (None, Some(rows)) => at[1] > rows[at[0] as usize - 1],
        (None, None) => false,
    });
    outside
        .into_iter()
        .for_each(|at| plane.chart.cells[at].kind = Kind::Outside);
    for (board, crosses) in record.position.boards.iter().enumerate() {
        for place in (0..9).filter(|place| crosses >> place & 1 == 1) {
            plane.set(&on_board(board, place / 3 + 1, place % 3 + 1), Kind::Used);
        }
    }
    record
        .modifiers
        .damaged
        .iter()
        .for_each(|cell| plane.set(cell, Kind::Damaged));
    match position.signature().position {
        PositionKind::Taken => record
            .position
            .tuples
            .iter()
            .for_each(|cell| plane.set(cell, Kind::Used)),
        _ => plane.mark_pieces(record.position.tuples.iter()),
    }
    Ok(plane)
}
