//! Positions of several numbers that belong together, piles in a row or coins on a strip: a map of the first
//! two numbers, or a row of the only one, with the others as in the record.

use super::heaps::clip;
use super::{Part, Window, empty, of_value, targets, values, wrong};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Fault, Position, PositionKind, Value};
use crate::subject::Subject;

/// The chart of a record without numbers.
const WITHOUT_NUMBERS: u64 = 20;
/// The most positions that are solved one by one.
const MAX_SOLVED: u64 = 1_000_000;

/// Numbers that belong together, with Grundy values.
pub(super) fn chart(
    subject: &mut Subject<'_>,
    context: &Context,
    (part, side): (Option<Part>, u64),
) -> Result<Chart, Fault> {
    let record = subject.record.position.numbers.clone();
    let first = match subject.signature().position {
        PositionKind::Squares { first } => first,
        _ => 0,
    };
    let rest = record.get(2..).unwrap_or_default().to_vec();
    let (window, note) = match record[..] {
        [] | [_] => {
            let most = record.first().copied().unwrap_or(WITHOUT_NUMBERS);
            let stretch = part.map(|part| part.stretch(0, u64::MAX - 1)).transpose()?;
            (Window { rows: (0, 0), cols: stretch.unwrap_or((first, most.max(first))) }, None)
        }
        [a, b, ..] => clip(part.map(Part::window).transpose()?, side, [a, b])?,
    };
    let is_map = record.len() > 1;
    let length = |(low, high): (u64, u64)| u128::from(high.saturating_sub(low)) + 1;
    if length(window.rows) * length(window.cols) > u128::from(MAX_SOLVED) {
        return Err(wrong("more than 1000000 positions would be drawn", "draw a smaller window"));
    }
    let mut chart = empty("number 1", if is_map { "number 2" } else { "number 1" });
    chart.cols = length(window.cols) as usize;
    chart.first_col = window.cols.0;
    if is_map {
        chart.first_row = Some(window.rows.0);
    }
    (chart.has_values, chart.note) = (true, note);
    if !rest.is_empty() {
        chart.note = Some(format!("the other numbers: {}", itertools::join(&rest, " ")));
    }
    let stands = |numbers: &[u64]| match subject.signature().position {
        PositionKind::Squares { first } => {
            let mut sorted = numbers.to_vec();
            sorted.sort_unstable();
            sorted.iter().all(|&square| square >= first) && sorted.windows(2).all(|pair| pair[0] < pair[1])
        }
        _ => true,
    };
    let mut all = Vec::new();
    for a in window.rows.0..=window.rows.1 {
        for b in window.cols.0..=window.cols.1 {
            let mut numbers = if is_map { vec![a, b] } else { vec![b] };
            numbers.extend_from_slice(&rest);
            all.push(Some(numbers).filter(|numbers| stands(numbers)));
        }
    }
    for numbers in &all {
        chart.cells.push(match numbers {
            // Two coins on one square, or one off the strip.
            None => Cell { kind: Kind::Outside, ..Cell::default() },
            Some(numbers) => {
                let position = Position { numbers: numbers.clone(), ..Position::default() };
                let sum = values(subject, context, position)?.into_iter().fold(0, |sum, value| match value {
                    Value::Finite(value) => sum ^ value,
                    Value::Infinite(_) => sum,
                });
                of_value(sum)
            }
        });
    }
    let at = |numbers: &[u64]| all.iter().position(|cell| cell.as_deref() == Some(numbers));
    if let Some(index) = at(&record) {
        chart.cells[index].pieces = 1;
    }
    for mv in targets(subject, context) {
        if let Some(after) = subject.record.position.after(&mv)
            && let Some(index) = at(&after.numbers)
        {
            chart.cells[index].target = true;
        }
    }
    Ok(chart)
}
