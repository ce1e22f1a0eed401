//! Positional games: which cells, vertices or elements the winning first moves take.

use fxhash::FxHashMap;

use super::{MAX_CELLS, empty};
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Move, PositionKind, Taken};
use crate::{Error, Position};

/// The place of a taken thing: the component, and a cell, or a vertex as the first number.
type Spot = (usize, u64, u64);

pub(super) fn chart(position: &Position<'_>) -> Result<Chart, Error> {
    let mut chart = empty("row", "column");
    chart.note = Some("L: some winning first move takes it; W: only other moves do".into());
    (chart.first_row, chart.first_col) = (Some(1), 1);
    let places = lay_out(position, &mut chart)?;
    let legal = position.legal_moves(MAX_CELLS as usize)?;
    for (moves, kind, target) in
        [(legal, Kind::Win, false), (position.winning_moves().unwrap_or_default(), Kind::Lose, true)]
    {
        for spot in moves.iter().flat_map(spots) {
            if let Some(&at) = places.get(&spot) {
                chart.cells[at].kind = kind;
                chart.cells[at].target = target;
            }
        }
    }
    Ok(chart)
}

/// The things that a move takes.
fn spots(mv: &Move) -> Vec<Spot> {
    let Move::Take { index, what } = mv else { return Vec::new() };
    let index = index.unwrap_or(0);
    match what {
        Taken::Places(places) => places.iter().map(|&place| (0, place, 0)).collect(),
        Taken::Cells(cells) => cells
            .iter()
            .map(|cell| (index, cell.as_slice()[0], cell.as_slice().get(1).copied().unwrap_or(0)))
            .collect(),
        Taken::Edge(a, b) => vec![(0, *a, 0), (0, *b, 0)],
        Taken::Set(set) => set.needs.iter().map(|&place| (0, place, 0)).collect(),
        _ => Vec::new(),
    }
}

/// Makes the cells of the chart; gives the cell of each thing.
fn lay_out(position: &Position<'_>, chart: &mut Chart) -> Result<FxHashMap<Spot, usize>, Error> {
    let record = position.record();
    let mut places = FxHashMap::default();
    let too_many =
        |count: u64| position.wrong(format!("{count} cells are too many to draw"), "draw at most 16777216");
    let idle = Cell { kind: Kind::Idle, ..Cell::default() };
    let rules = &record.rules;
    if position.signature().slots.is_empty() {
        // Boards of Notakto, side by side.
        let boards = record.position.boards.len().min(MAX_CELLS as usize / 12);
        chart.cols = (4 * boards).max(2) - 1;
        chart.cells = vec![Cell::default(); 3 * chart.cols];
        for (board, crosses) in record.position.boards.iter().take(boards).enumerate() {
            for place in 0..9 {
                let (row, col) = (place / 3, place % 3);
                let at = row * chart.cols + 4 * board + col;
                chart.cells[at] =
                    if crosses >> place & 1 == 1 { Cell { kind: Kind::Used, ..idle } } else { idle };
                places.insert((board, row as u64 + 1, col as u64 + 1), at);
            }
        }
        return Ok(places);
    }
    let rows: Vec<u64> = match (rules.board.size, &rules.lengths, rules.bar) {
        (Some(size), ..) | (None, None, Some(size)) => {
            if size.rows.saturating_mul(size.cols) > MAX_CELLS {
                return Err(too_many(size.rows.saturating_mul(size.cols)));
            }
            vec![size.cols; size.rows as usize]
        }
        (None, Some(rows), _) => rows.clone(),
        (None, None, None) => {
            (chart.row_name, chart.col_name, chart.first_row) = ("vertex", "vertex", None);
            let vertices = rules.graph.vertices;
            if vertices > MAX_CELLS {
                return Err(too_many(vertices));
            }
            chart.cells = vec![idle; vertices as usize];
            places.extend((1..=vertices).map(|vertex| ((0, vertex, 0), vertex as usize - 1)));
            return Ok(places);
        }
    };
    let cols = rows.iter().copied().max().unwrap_or(1).max(1);
    if cols.saturating_mul(rows.len() as u64) > MAX_CELLS {
        return Err(too_many(cols.saturating_mul(rows.len() as u64)));
    }
    chart.cols = cols as usize;
    chart.cells = vec![Cell::default(); chart.cols * rows.len()];
    for (row, &length) in rows.iter().enumerate() {
        for col in 0..length as usize {
            let at = row * chart.cols + col;
            chart.cells[at] = idle;
            places.insert((0, row as u64 + 1, col as u64 + 1), at);
        }
    }
    for cell in record.modifiers.damaged.iter() {
        if let Some(&at) = cell.get(1).and_then(|&col| places.get(&(0, cell[0], col))) {
            chart.cells[at].kind = Kind::Damaged;
        }
    }
    for piece in record.position.tuples.iter() {
        if let Some(&at) = piece.get(1).and_then(|&col| places.get(&(0, piece[0], col))) {
            match position.signature().position {
                PositionKind::Taken => chart.cells[at].kind = Kind::Used,
                _ => chart.cells[at].pieces = 1,
            }
        }
    }
    Ok(places)
}
