//! Boards: a cell for each cell.

use fxhash::FxHashSet;
use smallvec::smallvec;

use super::{MAX_CELLS, Window, empty, named, of_value, targets, values, winning_moves, wrong};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart, Kind, Name, Show};
use crate::record::{Ask, Board, Fault, Move, Position, Record, Size, Tuples, Value};
use crate::subject::Subject;

/// The largest board that is asked about as text: rows are read faster than lists.
const MAX_TEXT_CELLS: u64 = 1 << 26;

pub(super) fn chart(
    subject: &mut Subject<'_>,
    context: &Context,
    (window, side): (Option<Window>, u64),
    show: Show,
) -> Result<Chart, Fault> {
    let Some(size) = subject.record.rules.size() else {
        return Err(wrong("the board is missing", "give one"));
    };
    let (window, note) = clip(window, side, size)?;
    let cols = (window.cols.1 - window.cols.0 + 1) as usize;
    let rows = (window.rows.1 - window.rows.0 + 1) as usize;
    let mut chart = empty("row", "column");
    chart.cols = cols;
    (chart.first_row, chart.first_col) = (Some(window.rows.0), window.cols.0);
    (chart.has_values, chart.note) = (true, note);
    chart.cells = vec![Cell { kind: Kind::Idle, ..Cell::default() }; rows * cols];

    let at = |cell: &[u64]| -> Option<usize> {
        let &[row, col] = cell else { return None };
        let inside =
            (window.rows.0..=window.rows.1).contains(&row) && (window.cols.0..=window.cols.1).contains(&col);
        inside.then(|| (row - window.rows.0) as usize * cols + (col - window.cols.0) as usize)
    };
    for damaged in subject.record.modifiers.damaged.iter() {
        if let Some(index) = at(damaged) {
            chart.cells[index].kind = Kind::Damaged;
        }
    }
    let free: Vec<usize> = (0..chart.cells.len()).filter(|&i| chart.cells[i].kind == Kind::Idle).collect();
    let cell_of =
        |index: usize| [window.rows.0 + (index / cols) as u64, window.cols.0 + (index % cols) as u64];
    let every: Vec<Value> = if size.rows * size.cols <= MAX_TEXT_CELLS {
        values_by_text(subject, context, size, window)?
    } else {
        values(subject, context, listed(free.iter().map(|&index| cell_of(index))))?
    };
    for (&index, value) in free.iter().zip(every) {
        if let Value::Finite(value) = value {
            chart.cells[index] = of_value(value);
        }
    }
    if show == Show::Moves {
        let here = subject.go_to(listed(free.iter().map(|&index| cell_of(index))));
        let is_zero = |mv: &Move| match mv {
            Move::Tuple { to, .. } => at(to.as_slice()).is_some_and(|i| chart.cells[i].kind == Kind::Lose),
            _ => false,
        };
        let found = winning_moves(subject, context, is_zero, way);
        subject.go_to(here);
        let found = found?;
        for (piece, name) in found.of {
            chart.cells[free[piece]].winning = Some(name);
        }
        chart.moves = Some(found.names);
    }
    for piece in subject.record.position.tuples.iter() {
        if let Some(index) = at(piece) {
            chart.cells[index].pieces = chart.cells[index].pieces.saturating_add(1);
        }
    }
    for mv in targets(subject, context) {
        if let Move::Tuple { to, .. } = mv
            && let Some(index) = at(to.as_slice())
        {
            chart.cells[index].target = true;
        }
    }
    Ok(chart)
}

/// The part that is drawn, and a note when it is not all.
fn clip(window: Option<Window>, side: u64, size: Size) -> Result<(Window, Option<String>), Fault> {
    let whole = Window { rows: (1, size.rows), cols: (1, size.cols) };
    let chosen = window.unwrap_or(Window { rows: (1, size.rows.min(side)), cols: (1, size.cols.min(side)) });
    let Window { rows, cols } = chosen;
    let within = 1 <= rows.0
        && rows.0 <= rows.1
        && rows.1 <= size.rows
        && 1 <= cols.0
        && cols.0 <= cols.1
        && cols.1 <= size.cols;
    if !within {
        return Err(wrong(
            format!("the window is not within the board of {} rows and {} columns", size.rows, size.cols),
            "a window is `ROW,COL-ROW,COL`, its upper left and lower right cells",
        ));
    }
    if (rows.1 - rows.0 + 1).saturating_mul(cols.1 - cols.0 + 1) > MAX_CELLS {
        return Err(wrong(
            format!("the window has more than {MAX_CELLS} cells"),
            "choose a smaller --window",
        ));
    }
    let note = (chosen != whole).then(|| {
        format!("rows {}-{} and columns {}-{} of {}x{}", rows.0, rows.1, cols.0, cols.1, size.rows, size.cols)
    });
    Ok((chosen, note))
}

fn listed(cells: impl Iterator<Item = [u64; 2]>) -> Position {
    let mut tuples = Tuples::default();
    cells.for_each(|cell| _ = tuples.push(&cell));
    Position { tuples, ..Position::default() }
}

/// The values of the undamaged cells of a window, by a board in text with a piece on each.
fn values_by_text(
    subject: &Subject<'_>,
    context: &Context,
    size: Size,
    window: Window,
) -> Result<Vec<Value>, Fault> {
    let width = size.cols as usize + 1;
    let mut text = vec![b'.'; size.rows as usize * width];
    for (row, line) in (1..).zip(text.chunks_mut(width)) {
        line[width - 1] = b'\n';
        if (window.rows.0..=window.rows.1).contains(&row) {
            line[window.cols.0 as usize - 1..window.cols.1 as usize].fill(b'K');
        }
    }
    let damaged: FxHashSet<&[u64]> = subject.record.modifiers.damaged.iter().collect();
    for cell in damaged {
        if let &[row, col] = cell {
            text[(row - 1) as usize * width + (col - 1) as usize] = b'X';
        }
    }
    let mut record = Record { asks: smallvec![Ask::Values], ..Record::default() };
    record.rules = subject.record.rules.clone();
    record.rules.board.text = Some(Board::Block(&text));
    subject.game.open(&record, context)?.values()
}

/// A move as an arrow and its length, or as its step.
fn way(mv: &Move) -> Name {
    let Move::Tuple { from, to, .. } = mv else { return named(String::new()) };
    let (&[row, col], &[to_row, to_col]) = (from.as_slice(), to.as_slice()) else {
        return named(String::new());
    };
    let (drow, dcol) = (to_row as i64 - row as i64, to_col as i64 - col as i64);
    let (arrow, length) = match (-drow, -dcol) {
        (up, 0) if up > 0 => ("↑", up),
        (0, left) if left > 0 => ("←", left),
        (up, left) if up == left && up > 0 => ("↖", up),
        _ => return named(format!("{drow},{dcol}")),
    };
    let text = if length == 1 { arrow.to_owned() } else { format!("{arrow}{length}") };
    Name { text, direction: arrow.to_owned(), hue: None }
}
