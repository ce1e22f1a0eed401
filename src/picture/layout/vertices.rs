//! Charts of a line of vertices or numbers: tokens on a graph, the factor game, geography.

use std::slice;

use super::plane::{Axis, Plane, fill};
use super::{Part, links};
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Move, Value, View};
use crate::{Error, Position};

/// Tokens on a directed graph: the value of each vertex.
pub(super) fn tokens(position: &Position<'_>, part: Option<Part>) -> Result<Chart, Error> {
    let limit = position.record().rules.order().unwrap_or(0);
    let plane = Plane::new(position, part, &[Axis::within(1, limit)])?;
    let mut chart = plane.chart(["vertex"; 2], Kind::Outside);
    chart.links = links(position, true).filter(|_| part.is_none());
    let all = plane.free(|_| true);
    let each = position.values_at(plane.all(position, &all))?;
    for (cell, value) in chart.cells.iter_mut().zip(&each) {
        let Value::Infinite(members) = value else { continue };
        // A player who can move to value 0 wins there; a player who cannot plays on without end.
        let kind = if members.first() == Some(&0) { Kind::Win } else { Kind::Draw };
        let name = format!("∞{}", itertools::join(members, ","));
        let known = chart.infinite.iter().position(|known| *known == name);
        let index = known.unwrap_or_else(|| {
            chart.infinite.push(name);
            chart.infinite.len() - 1
        });
        *cell = Cell { kind, infinite: u16::try_from(index).ok(), ..Cell::default() };
    }
    fill(&mut chart, &all, each);
    plane.mark_pieces(&mut chart, position.record().position.numbers.iter().map(slice::from_ref));
    plane.mark_targets(position, &mut chart);
    Ok(chart)
}

/// The factor game and geography: which numbers can be drawn now, and who wins then.
///
/// A cell shows the outcome for the player who moves from there: a number that wins
/// for the player who draws it loses for the one who moves next.
pub(super) fn walk(position: &Position<'_>, part: Option<Part>) -> Result<Chart, Error> {
    let record = position.record();
    let limit = record.rules.order().unwrap_or(0);
    let factor = position.signature().view == View::Drawn;
    let plane = Plane::new(position, part, &[Axis::within(1, limit)])?;
    let mut chart = plane.chart([if factor { "number" } else { "vertex" }; 2], Kind::Idle);
    chart.note = Some(match factor {
        true => "W and L: the player to move wins or loses once that number is drawn".into(),
        false => "W and L: the player to move wins or loses once the token is there".into(),
    });
    let mut set = |numbers: &mut dyn Iterator<Item = u64>, kind: Kind| {
        for at in numbers.filter_map(|number| plane.index(&[number])) {
            chart.cells[at].kind = kind;
        }
    };
    let damaged = record.modifiers.damaged_numbers.iter();
    set(&mut damaged.flat_map(|range| range.low.max(1)..=range.high.min(limit)), Kind::Damaged);
    set(&mut record.position.numbers.iter().copied(), Kind::Used);
    let legal = position.legal_moves(super::MAX_CELLS as usize)?;
    let number = |mv| if let Move::Number(number) = mv { Some(number) } else { None };
    set(&mut legal.into_iter().filter_map(number), Kind::Win);
    plane.mark_targets(position, &mut chart);
    chart.cells.iter_mut().filter(|cell| cell.target).for_each(|cell| cell.kind = Kind::Lose);
    plane.mark_pieces(&mut chart, record.position.numbers.last().map(slice::from_ref));
    if !factor && part.is_none() {
        chart.links = links(position, false);
        if let Some(links) = &mut chart.links {
            links.path = record.position.numbers.iter().map(|&vertex| vertex as usize - 1).collect();
        }
    }
    Ok(chart)
}
