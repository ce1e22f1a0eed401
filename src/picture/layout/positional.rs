//! Positional games: which cells, vertices or elements the winning first moves take.

use super::MAX_CELLS;
use super::plane::{Axis, Plane};
use crate::picture::chart::{Chart, Kind};
use crate::record::{Move, PositionKind, Taken};
use crate::{Error, Position};

pub(super) fn chart(position: &Position<'_>) -> Result<Chart, Error> {
    let (plane, mut chart) = lay_out(position)?;
    chart.note = Some("L: some winning first move takes it; W: only other moves do".into());
    let legal = position.legal_moves(MAX_CELLS as usize)?;
    for (moves, kind, target) in
        [(legal, Kind::Win, false), (position.winning_moves().unwrap_or_default(), Kind::Lose, true)]
    {
        for at in moves.iter().flat_map(taken).filter_map(|spot| plane.index(&spot)) {
            chart.cells[at].kind = kind;
            chart.cells[at].target = target;
        }
    }
    Ok(chart)
}

/// The cells, vertices or elements that a move takes.
fn taken(mv: &Move) -> Vec<Vec<u64>> {
    let Move::Take { index, what } = mv else { return Vec::new() };
    match what {
        Taken::Places(places) => places.iter().map(|&place| vec![place]).collect(),
        Taken::Cells(cells) => cells
            .iter()
            .map(|cell| match (index, cell.as_slice()) {
                (Some(board), &[row, col]) => on_board(*board, row, col).to_vec(),
                (_, cell) => cell.to_vec(),
            })
            .collect(),
        Taken::Edge(a, b) => vec![vec![*a], vec![*b]],
        Taken::Set(set) => set.needs.iter().map(|&place| vec![place]).collect(),
        _ => Vec::new(),
    }
}

/// The cell of the chart for a cell of one of several boards, which stand side by side.
fn on_board(board: usize, row: u64, col: u64) -> [u64; 2] {
    [row, 4 * board as u64 + col]
}

/// The chart before any move is drawn.
fn lay_out(position: &Position<'_>) -> Result<(Plane, Chart), Error> {
    let record = position.record();
    let rules = &record.rules;
    let boards = position.signature().slots.is_empty().then_some(record.position.boards.len() as u64);
    let lengths = rules.lengths.as_ref().filter(|_| rules.board.size.is_none());
    let rectangle = |rows, cols| vec![Axis::within(1, rows), Axis::within(1, cols)];
    let axes = match (boards, lengths, rules.board.size.or(rules.bar)) {
        (Some(boards), ..) => rectangle(3, (4 * boards).max(2) - 1),
        (_, Some(rows), _) => rectangle(rows.len() as u64, rows.iter().copied().max().unwrap_or(1).max(1)),
        (_, _, Some(size)) => rectangle(size.rows, size.cols),
        (None, None, None) => vec![Axis::within(1, rules.graph.vertices)],
    };
    let plane = Plane::new(position, None, &axes)?;
    let mut chart = plane.chart(if axes.len() == 1 { ["vertex"; 2] } else { ["row", "column"] }, Kind::Idle);
    let outside = plane.free(|at| match (boards, lengths) {
        (Some(boards), _) => at[1] % 4 == 0 || at[1] > 4 * boards,
        (None, Some(rows)) => at[1] > rows[at[0] as usize - 1],
        (None, None) => false,
    });
    outside.into_iter().for_each(|at| chart.cells[at].kind = Kind::Outside);
    for (board, crosses) in record.position.boards.iter().enumerate() {
        for place in (0..9).filter(|place| crosses >> place & 1 == 1) {
            let crossed = on_board(board, place / 3 + 1, place % 3 + 1);
            plane.index(&crossed).into_iter().for_each(|at| chart.cells[at].kind = Kind::Used);
        }
    }
    for at in record.modifiers.damaged.iter().filter_map(|cell| plane.index(cell)) {
        chart.cells[at].kind = Kind::Damaged;
    }
    for at in record.position.tuples.iter().filter_map(|piece| plane.index(piece)) {
        match position.signature().position {
            PositionKind::Taken => chart.cells[at].kind = Kind::Used,
            _ => chart.cells[at].pieces = 1,
        }
    }
    Ok((plane, chart))
}
