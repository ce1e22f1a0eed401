//! Directed graphs: the value of each vertex.

use super::{MAX_CELLS, empty, fill_up, line_length, of_value, targets, values, wrong};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Fault, Move, Position, Value};
use crate::subject::Subject;

pub(super) fn chart(subject: &mut Subject<'_>, context: &Context) -> Result<Chart, Fault> {
    let limit = subject.record.rules.limit.unwrap_or(0);
    if limit > MAX_CELLS {
        return Err(wrong(format!("{limit} vertices are too many to draw"), "draw at most 16777216"));
    }
    let all = Position { numbers: (1..=limit).collect(), ..Position::default() };
    let mut chart = empty("vertex", "vertex", line_length(limit));
    (chart.first_col, chart.has_values) = (1, true);
    chart.cells = values(subject, context, all)?
        .into_iter()
        .map(|value| match value {
            Value::Finite(value) => of_value(value),
            // Who can reach value 0 wins there; who cannot goes on for ever.
            Value::Infinite(members) if members.first() == Some(&0) => {
                Cell { kind: Kind::Win, ..Cell::default() }
            }
            Value::Infinite(_) => Cell { kind: Kind::Draw, ..Cell::default() },
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
    fill_up(&mut chart);
    Ok(chart)
}
