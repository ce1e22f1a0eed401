//! Directed graphs: the value of each vertex.

use super::{MAX_CELLS, Part, cut, empty, links, of_value, targets, values, wrong};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Fault, Move, Position, Value};
use crate::subject::Subject;

pub(super) fn chart(
    subject: &mut Subject<'_>,
    context: &Context,
    part: Option<Part>,
) -> Result<Chart, Fault> {
    let limit = subject.record.rules.order().unwrap_or(0);
    if limit > MAX_CELLS {
        return Err(wrong(format!("{limit} vertices are too many to draw"), "draw at most 16777216"));
    }
    let all = Position { numbers: (1..=limit).collect(), ..Position::default() };
    let stretch = part.map(|part| part.stretch(1, limit)).transpose()?;
    let mut chart = empty("vertex", "vertex");
    (chart.first_col, chart.has_values) = (1, true);
    chart.links = links(subject, true);
    let each = values(subject, context, all)?;
    let infinite = &mut chart.infinite;
    chart.cells = each
        .into_iter()
        .map(|value| match value {
            Value::Finite(value) => of_value(value),
            Value::Infinite(members) => {
                // A player who can move to value 0 wins there; a player who cannot plays on without end.
                let kind = if members.first() == Some(&0) { Kind::Win } else { Kind::Draw };
                let name = format!("∞{}", itertools::join(members, ","));
                let index = infinite.iter().position(|known| *known == name).unwrap_or(infinite.len());
                if index == infinite.len() {
                    infinite.push(name);
                }
                Cell { kind, infinite: u16::try_from(index).ok(), ..Cell::default() }
            }
        })
        .collect();
    for &token in &subject.record.position.numbers {
        let cell = &mut chart.cells[token as usize - 1];
        cell.pieces = cell.pieces.saturating_add(1);
    }
    for mv in targets(subject, context) {
        if let Move::Heap { to, .. } = mv {
            chart.cells[to as usize - 1].target = true;
        }
    }
    if let Some(stretch) = stretch {
        cut(&mut chart, stretch);
    }
    Ok(chart)
}
