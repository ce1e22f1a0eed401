//! The cells of a chart, made of positions with a value or an outcome, and the places and names of moves.

use grundy_picture::{CellKind, ChartCell, MoveName};
use grundy_record::{Move, Outcome, Taken};

/// Makes a position of numbers.
pub(super) fn numbers(numbers: Vec<u64>) -> grundy_record::Position {
    grundy_record::Position {
        numbers,
        ..grundy_record::Position::default()
    }
}

/// Lists the cells, vertices or elements that a move takes.
pub(super) fn taken(mv: &Move) -> Vec<Vec<u64>> {
    let Move::Take { index, what } = mv else {
        return Vec::new();
    };
    match what {
        Taken::Places(places) => places.iter().map(|&place| vec![place]).collect(),
        Taken::Cells(cells) => cells
            .iter()
            .map(|cell| match (index, cell.as_slice()) {
                (Some(board), &[row, col]) => on_board(*board, row, col).to_vec(),
                (_, cell) => cell.to_vec(),
            })
            .collect(),
        Taken::Edge(edge) => edge.ends().map(|end| vec![end]).to_vec(),
        Taken::Set(set) => set.needs.iter().map(|&place| vec![place]).collect(),
        _ => Vec::new(),
    }
}

/// Returns the cell of the chart for a cell of one of several boards, which stand side by side.
pub(super) fn on_board(board: usize, row: u64, col: u64) -> [u64; 2] {
    [row, 4 * board as u64 + col]
}

/// Makes the cell of a position with a value.
pub(super) fn of_value(value: u64) -> ChartCell {
    let kind = if value == 0 {
        CellKind::Lose
    } else {
        CellKind::Win
    };
    ChartCell {
        kind,
        value: Some(u32::try_from(value).unwrap_or(u32::MAX)),
        ..ChartCell::default()
    }
}

/// Makes the cell of a position with an outcome.
pub(super) fn of_outcome(outcome: Outcome) -> ChartCell {
    let kind = match outcome {
        Outcome::Win => CellKind::Win,
        Outcome::Lose => CellKind::Lose,
        Outcome::Draw => CellKind::Draw,
    };
    ChartCell::of_kind(kind)
}

/// Makes the name of a move that is a direction of its own.
pub(super) fn named(text: String) -> MoveName {
    MoveName {
        direction: text.clone(),
        text,
        hue: None,
    }
}
