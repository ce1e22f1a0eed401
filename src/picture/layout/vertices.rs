//! Charts of a line of vertices or numbers: tokens on a graph, the factor game, geography.

use std::slice;

use indexmap::IndexSet;

use super::links_of;
use super::plane::{Asked, Axis, Plane};
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Move, Value, View};
use crate::{Error, Position};

/// Tokens on a directed graph: the value of each vertex.
pub(super) fn tokens(position: &Position<'_>, asked: Asked) -> Result<Chart, Error> {
    let limit = position.record().rules.order().unwrap_or(0);
    let mut plane = Plane::new(position, asked, &[Axis::within("vertex", 1, limit)])?;
    let each = plane.fill(&plane.free(|_| true))?;
    let (chart, mut names) = (&mut plane.chart, IndexSet::new());
    chart.links = links_of(position, true).filter(|_| asked.part.is_none());
    for (cell, value) in chart.cells.iter_mut().zip(&each) {
        let Value::Infinite(members) = value else {
            continue;
        };
        // A player who can move to value 0 wins there; a player who cannot plays on without end.
        let kind = if members.first() == Some(&0) {
            Kind::Win
        } else {
            Kind::Draw
        };
        let (index, _) = names.insert_full(format!("∞{}", itertools::join(members, ",")));
        *cell = Cell {
            kind,
            infinite: u16::try_from(index).ok(),
            ..Cell::default()
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

/// The factor game and geography: which numbers can be drawn now, and who wins then.
///
/// A cell shows the outcome for the player who moves from there: a number that wins
/// for the player who draws it loses for the one who moves next.
pub(super) fn walk(position: &Position<'_>, asked: Asked) -> Result<Chart, Error> {
    let record = position.record();
    let limit = record.rules.order().unwrap_or(0);
    let factor = position.signature().view == View::Drawn;
    let name = if factor { "number" } else { "vertex" };
    let mut plane = Plane::new(position, asked, &[Axis::within(name, 1, limit)])?;
    plane.chart.cells.fill(Cell {
        kind: Kind::Idle,
        ..Cell::default()
    });
    plane.chart.note = Some(match factor {
        true => "W and L: the player to move wins or loses once that number is drawn".into(),
        false => "W and L: the player to move wins or loses once the token is there".into(),
    });
    let mut set = |numbers: &mut dyn Iterator<Item = u64>, kind: Kind| {
        numbers.for_each(|number| plane.set(&[number], kind));
    };
    let damaged = record.modifiers.damaged_numbers.iter();
    set(
        &mut damaged.flat_map(|range| range.low.max(1)..=range.high.min(limit)),
        Kind::Damaged,
    );
    set(&mut record.position.numbers.iter().copied(), Kind::Used);
    let legal = position.legal_moves(super::MAX_CELLS as usize)?;
    let number = |mv| {
        if let Move::Number(number) = mv {
            Some(number)
        } else {
            None
        }
    };
    set(&mut legal.into_iter().filter_map(number), Kind::Win);
    let mut chart = plane.marked(record.position.numbers.last().map(slice::from_ref));
    chart
        .cells
        .iter_mut()
        .filter(|cell| cell.target)
        .for_each(|cell| cell.kind = Kind::Lose);
    if !factor && asked.part.is_none() {
        chart.links = links_of(position, false);
        if let Some(links) = &mut chart.links {
            links.path = record
                .position
                .numbers
                .iter()
                .map(|&vertex| vertex as usize - 1)
                .collect();
        }
    }
    Ok(chart)
}
