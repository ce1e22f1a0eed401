//! Charts of a line of vertices or numbers: tokens on a graph, the factor game, geography.

#![expect(
    clippy::cast_possible_truncation,
    reason = "charts have at most 2²⁴ cells, and a vertex is one of them"
)]

use std::slice;

use indexmap::IndexSet;

use super::limits::MAX_CHART_CELLS;
use super::links::links_of;
use super::plane::{Axis, ChartRequest, Plane};
use crate::{Error, Position};
use grundy_picture::{CellKind, Chart, ChartCell};
use grundy_record::{Look, Move, Value};

/// Draws tokens on a directed graph: the value of each vertex.
pub(super) fn tokens(position: &Position<'_>, asked: ChartRequest) -> Result<Chart, Error> {
    let limit = position.order().unwrap_or(0);
    let mut plane = Plane::new(position, asked, &[Axis::within("vertex", 1, limit)])?;
    let each = plane.fill(&plane.free(|_| true))?;
    let chart = &mut plane.chart;
    let mut names = IndexSet::new();
    if asked.part.is_none() {
        chart.links = links_of(position, true);
    }
    for (cell, value) in chart.cells.iter_mut().zip(&each) {
        let Value::Infinite(members) = value else {
            continue;
        };
        // A player who can move to value 0 wins there; a player who cannot plays on without end.
        let kind = if members.first() == Some(&0) {
            CellKind::Win
        } else {
            CellKind::Draw
        };
        let (index, _) = names.insert_full(format!("∞{}", itertools::join(members, ",")));
        *cell = ChartCell {
            kind,
            infinite: u16::try_from(index).ok(),
            ..ChartCell::default()
        };
    }
    chart.infinite = names.into_iter().collect();
    Ok(plane.marked(
        position
            .record()
            .position
            .numbers
            .iter()
            .map(slice::from_ref),
    ))
}

/// Draws the factor game and geography: which numbers can be drawn now, and who wins then.
///
/// A cell shows the outcome for the player who moves from there: a number that wins
/// for the player who draws it loses for the one who moves next.
pub(super) fn walk(position: &Position<'_>, asked: ChartRequest) -> Result<Chart, Error> {
    let record = position.record();
    let limit = position.order().unwrap_or(0);
    let is_factor = position.signature().look == Look::Drawn;
    let name = if is_factor { "number" } else { "vertex" };
    let mut plane = Plane::new(position, asked, &[Axis::within(name, 1, limit)])?;
    plane.chart.cells.fill(ChartCell::of_kind(CellKind::Idle));
    let note = if is_factor {
        "W and L: the player to move wins or loses once that number is drawn"
    } else {
        "W and L: the player to move wins or loses once the token is there"
    };
    plane.chart.note = Some(note.into());
    for range in &record.modifiers.damaged_numbers {
        for number in range.low.max(1)..=range.high.min(limit) {
            plane.set(&[number], CellKind::Damaged);
        }
    }
    for &number in &record.position.numbers {
        plane.set(&[number], CellKind::Used);
    }
    for mv in position.legal_moves(MAX_CHART_CELLS as usize)? {
        if let Move::Number(number) = mv {
            plane.set(&[number], CellKind::Win);
        }
    }
    let mut chart = plane.marked(record.position.numbers.last().map(slice::from_ref));
    for cell in &mut chart.cells {
        // The next player loses where a winning move of the record ends.
        if cell.target {
            cell.kind = CellKind::Lose;
        }
    }
    if !is_factor && asked.part.is_none() {
        chart.links = links_of(position, false);
        if let Some(links) = &mut chart.links {
            let path = record.position.numbers.iter();
            links.path = path.map(|&vertex| vertex as usize - 1).collect();
        }
    }
    Ok(chart)
}
