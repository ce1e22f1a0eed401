//! Directed graphs: the value of each vertex.

use super::{MAX_CELLS, Part, cut, empty, links, numbers, of_value};
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Move, Value};
use crate::{Error, Position};

pub(super) fn chart(position: &Position<'_>, part: Option<Part>) -> Result<Chart, Error> {
    let limit = position.record().rules.order().unwrap_or(0);
    if limit > MAX_CELLS {
        let message = format!("{limit} vertices are too many to draw");
        return Err(position.wrong(message, "draw at most 16777216"));
    }
    let stretch = part.map(|part| part.stretch(position, 1, limit)).transpose()?;
    let mut chart = empty("vertex", "vertex");
    (chart.first_col, chart.has_values) = (1, true);
    chart.links = links(position, true);
    let each = position.values_at(numbers((1..=limit).collect()))?;
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
    for &token in &position.record().position.numbers {
        let cell = &mut chart.cells[token as usize - 1];
        cell.pieces = cell.pieces.saturating_add(1);
    }
    for mv in position.winning_moves().unwrap_or_default() {
        if let Move::Heap { to, .. } = mv {
            chart.cells[to as usize - 1].target = true;
        }
    }
    if let Some(stretch) = stretch {
        cut(&mut chart, stretch);
    }
    Ok(chart)
}
