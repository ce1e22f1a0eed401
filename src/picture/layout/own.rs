//! User-defined rules: one number as a row, two as a map, more as the map of the first two with the
//! others as in the record. Every position is asked about alone: some may be none.

use super::heaps::{WITHOUT_HEAPS, check_row, clip};
use super::{Part, Window, empty, of_value, of_verdict, targets};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart, Kind};
use crate::record::{Fault, Move, Place, Position, Tuples, Value};
use crate::subject::Subject;

/// The chart of a record of such a game.
pub(super) fn chart(
    subject: &mut Subject<'_>,
    context: &Context,
    (part, side): (Option<Part>, u64),
    numbers: usize,
    has_values: bool,
) -> Result<Chart, Fault> {
    let starts = subject.record.position.tuples.clone();
    let most =
        |i: usize| starts.iter().filter_map(|start| start.get(i)).copied().max().unwrap_or(WITHOUT_HEAPS);
    let rest: Vec<u64> = (2..numbers).map(|i| starts.get(0).map_or(0, |start| start[i])).collect();
    let (window, note) = match numbers {
        1 => {
            let stretch = part.map(|part| part.stretch(0, u64::MAX - 1)).transpose()?;
            (Window { rows: (0, 0), cols: stretch.unwrap_or((0, most(0))) }, None)
        }
        _ => clip(part.map(Part::window).transpose()?, side, [most(0), most(1)])?,
    };
    check_row(window.cols.1 - window.cols.0)?;
    let cols = (window.cols.1 - window.cols.0 + 1) as usize;
    let mut chart = empty("number 1", if numbers == 1 { "number 1" } else { "number 2" });
    (chart.cols, chart.has_values, chart.note) = (cols, has_values, note);
    if numbers > 2 {
        chart.note = Some(format!("the other numbers: {}", itertools::join(&rest, ",")));
    }
    chart.first_col = window.cols.0;
    chart.first_row = (numbers > 1).then_some(window.rows.0);
    let best = targets(subject, context);
    let here = subject.record.position.clone();
    for row in window.rows.0..=window.rows.1 {
        for col in window.cols.0..=window.cols.1 {
            let mut position = if numbers == 1 { vec![col] } else { vec![row, col] };
            position.extend_from_slice(&rest);
            let cell = cell(subject, context, &position, has_values);
            if cell.is_err() {
                subject.go_to(here.clone());
            }
            chart.cells.push(cell?);
        }
    }
    subject.go_to(here);
    let mut mark = |position: &[u64], change: fn(&mut Cell)| {
        let (row, col) = if numbers == 1 { (0, position[0]) } else { (position[0], position[1]) };
        let inside = (window.rows.0..=window.rows.1).contains(&row)
            && (window.cols.0..=window.cols.1).contains(&col)
            && position.get(2..).unwrap_or_default() == rest;
        if inside {
            change(&mut chart.cells[(row - window.rows.0) as usize * cols + (col - window.cols.0) as usize]);
        }
    };
    for start in starts.iter() {
        mark(start, |cell| cell.pieces = cell.pieces.saturating_add(1));
    }
    for mv in best {
        if let Move::Tuple { to, .. } = mv {
            mark(to.as_slice(), |cell| cell.target = true);
        }
    }
    Ok(chart)
}

/// The answers for one position; out of play if the numbers are not a position.
fn cell(
    subject: &mut Subject<'_>,
    context: &Context,
    position: &[u64],
    has_values: bool,
) -> Result<Cell, Fault> {
    let mut tuples = Tuples::default();
    tuples.push(position);
    subject.go_to(Position { tuples, ..Position::default() });
    let found = if has_values {
        subject.grundy(context).map(|value| match value {
            Value::Finite(value) => of_value(value),
            Value::Infinite(_) => Cell::default(),
        })
    } else {
        subject.verdict(context).map(of_verdict)
    };
    match found {
        Err(fault) if matches!(fault.place, Place::Position(_)) => {
            Ok(Cell { kind: Kind::Damaged, ..Cell::default() })
        }
        found => found,
    }
}
