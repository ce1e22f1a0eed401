//! Rows, boards and graphs of letters: which cells the winning first moves change.

#![expect(
    clippy::cast_possible_truncation,
    reason = "charts have at most 2²⁴ cells"
)]

use super::limits::MAX_CHART_CELLS;
use super::links::{if_small, links};
use super::plane::{Axis, ChartRequest, Plane};
use crate::{Error, Position};
use grundy_base::edge::Edge;
use grundy_picture::{CellKind, Chart, ChartCell, Link, Links};
use grundy_record::Move;
use grundy_rules::rewrite::{LetterBoard, LetterGraph, WALL};

/// Draws the positions of a record one below the other: a cell that some winning move changes is marked, and so are, less
/// strongly, cells that only other moves change.
pub(super) fn chart(position: &Position<'_>, asked: ChartRequest) -> Result<Chart, Error> {
    let letters = &position.record().position.letters;
    let boards: Vec<LetterBoard> = letters
        .iter()
        .filter_map(|written| written.board(None).ok())
        .collect();
    let layout = Layout::of(&boards);
    let graph = position
        .record()
        .rules
        .rewriting()
        .and_then(|rules| rules.graph.as_ref());
    let axes = layout.axes(graph.is_some());
    // No part is drawn alone.
    let whole = ChartRequest {
        part: None,
        ..asked
    };
    let mut plane = Plane::new(position, whole, &axes)?;
    let chart = &mut plane.chart;
    chart.cells.fill(ChartCell::default());
    if boards.len() > 1 {
        chart.row_numbers = layout.row_numbers(&boards);
    }
    for (number, board) in boards.iter().enumerate() {
        for (cell, letter) in board.letters().into_iter().enumerate() {
            if let Some(at) = layout.place(number, cell) {
                let kind = if letter == WALL {
                    CellKind::Damaged
                } else {
                    CellKind::Idle
                };
                chart.cells[at] = ChartCell {
                    letter: Some(letter),
                    ..ChartCell::of_kind(kind)
                };
            }
        }
    }
    let legal = position.legal_moves(MAX_CHART_CELLS as usize)?;
    for at in layout.changed(&legal) {
        chart.cells[at].kind = CellKind::Win;
    }
    match position.winning_moves() {
        Ok(winning) if winning.is_empty() => {
            chart.note = Some("no cell is marked: no first move wins".into());
        }
        Ok(winning) => {
            for at in layout.changed(&winning) {
                chart.cells[at].kind = CellKind::Lose;
                chart.cells[at].target = true;
            }
        }
        Err(error) => chart.note = Some(format!("no cell is marked: {error}")),
    }
    if let Some(graph) = graph
        && boards.len() == 1
    {
        chart.links = drawn(graph);
    }
    Ok(plane.chart)
}

/// The place of each position in the chart.
struct Layout {
    /// The first row of each position, from 0.
    first_rows: Vec<u64>,
    /// The number of columns of each position.
    widths: Vec<u64>,
    /// The number of rows of the chart.
    rows: u64,
    /// The number of columns of the chart.
    columns: u64,
}

impl Layout {
    /// Returns the axes of the chart, whose cells may be the vertices of a graph.
    fn axes(&self, is_graph: bool) -> Vec<Axis> {
        let columns = self.columns.max(1);
        if self.rows == 1 {
            let name = if is_graph { "vertex" } else { "cell" };
            return vec![Axis::within(name, 1, columns)];
        }
        vec![
            Axis::within("row", 1, self.rows),
            Axis::within("column", 1, columns),
        ]
    }

    /// Puts positions below each other; an empty row stands between two.
    fn of(boards: &[LetterBoard]) -> Layout {
        let mut layout = Layout {
            first_rows: Vec::new(),
            widths: Vec::new(),
            rows: 0,
            columns: 0,
        };
        for board in boards {
            if layout.rows > 0 {
                layout.rows += 1;
            }
            layout.first_rows.push(layout.rows);
            layout.widths.push(board.columns());
            layout.rows += board.rows();
            layout.columns = layout.columns.max(board.columns());
        }
        layout.rows = layout.rows.max(1);
        layout
    }

    /// Lists the number of each row in its own board; rows between boards, and positions of one row, have none.
    fn row_numbers(&self, boards: &[LetterBoard]) -> Vec<Option<u64>> {
        let mut numbers = vec![None; self.rows as usize];
        for (board, &first) in boards.iter().zip(&self.first_rows) {
            if board.rows() > 1 {
                for row in 0..board.rows() {
                    numbers[(first + row) as usize] = Some(row + 1);
                }
            }
        }
        numbers
    }

    /// Finds the place of a cell of the position of this number.
    fn place(&self, number: usize, cell: usize) -> Option<usize> {
        let width = *self.widths.get(number)?;
        let row = (cell as u64).checked_div(width)?;
        let at = (self.first_rows[number] + row) * self.columns + cell as u64 % width;
        Some(at as usize)
    }

    /// Lists the places of the cells that some moves change.
    fn changed(&self, moves: &[Move]) -> Vec<usize> {
        let mut places = Vec::new();
        for mv in moves {
            if let Move::Letters { index, change } = mv {
                let cells = change.cells.iter().map(|&cell| cell as usize);
                places.extend(cells.filter_map(|cell| self.place(*index, cell)));
            }
        }
        places
    }
}

/// Returns the edges of a graph, if it is small enough to be drawn as circles and lines.
fn drawn(graph: &LetterGraph) -> Option<Links> {
    let link = |edge: &Edge<u16>| Link {
        from: edge.from.into(),
        to: edge.to.into(),
    };
    let all = graph.edges.iter().chain(&graph.arcs).map(link);
    let links = links(graph.edges.is_empty() && !graph.arcs.is_empty(), all);
    if_small(graph.vertices.into(), links)
}
