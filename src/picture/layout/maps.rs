//! Charts of positions of numbers: groups of piles, user-defined rules, piles in a row, boards, coins.

use fxhash::FxHashSet;
use num_integer::gcd;

use super::plane::{Plane, fill};
use super::{MAX_CELLS, Part, Window, check_row, named, of_outcome, of_value};
use crate::picture::chart::{Cell, Chart, Name, Show};
use crate::record::{Ask, Move, PositionKind, Size, Taken, Tuples, Value};
use crate::{Error, Position};

/// The most positions that are solved one by one.
const MAX_SOLVED: u64 = 1_000_000;
/// The largest board that is asked about as text: rows are read faster than lists.
const MAX_TEXT_CELLS: u64 = 1 << 26;
/// The least that is drawn of a strip of coins, and of each side of a plane.
const MIN_COINS: [u64; 2] = [16, 8];

/// The part that is drawn, and the longest side of a picture without one.
type Asked = (Option<Part>, u64);

fn starts(position: &Position<'_>) -> Vec<Vec<u64>> {
    position.record().position.tuples.iter().map(<[u64]>::to_vec).collect()
}

/// Groups of piles: one pile as a line, two as a map, more as the map of the first two.
pub(super) fn piles(position: &Position<'_>, asked: Asked, show: Show) -> Result<Chart, Error> {
    let record = position.record();
    let starts = starts(position);
    let arity = match (record.position.tuples.arity(), record.rules.vectors.arity()) {
        (0, 0) if record.rules.amounts().is_empty() => 2, // a named game of two piles
        (0, 0) => 1,
        (0, arity) | (arity, _) => arity,
    };
    let (plane, note) = Plane::of_numbers(position, asked, arity, &starts, "piles")?;
    check_row(position, plane.count() - 1)?;
    let mut chart = plane.chart(["pile 1", "pile 2"]);
    chart.note = note;
    let damaged: FxHashSet<&[u64]> = record.modifiers.damaged.iter().collect();
    let numbers = &record.modifiers.damaged_numbers;
    let free = plane.free(|at| {
        let is_number = arity == 1 && numbers.iter().any(|range| (range.low..=range.high).contains(&at[0]));
        !damaged.contains(at) && !is_number
    });
    fill(&mut chart, &free, position.values_at(plane.all(&free))?);
    if show == Show::Moves {
        plane.find_moves(position, &mut chart, &free, vector)?;
    }
    // A heap that does not say its limit is no cell.
    let whole = starts.iter().filter(|start| start.len() == arity);
    plane.mark(position, &mut chart, whole.map(Vec::as_slice));
    Ok(chart)
}

/// The vector that a move takes; multiples of one vector have one direction.
fn vector(mv: &Move) -> Name {
    let Move::Tuple { from, to, .. } = mv else { return named(String::new()) };
    let taken: Vec<u64> =
        from.as_slice().iter().zip(to.as_slice()).map(|(from, to)| from.saturating_sub(*to)).collect();
    let common = taken.iter().copied().fold(0, gcd).max(1);
    let direction = itertools::join(taken.iter().map(|part| part / common), ",");
    Name { text: itertools::join(taken, ","), direction, hue: None }
}

/// User-defined rules. Every position is asked about alone: some numbers may be no position.
pub(super) fn own(
    position: &Position<'_>,
    asked: Asked,
    arity: usize,
    has_values: bool,
) -> Result<Chart, Error> {
    let starts = starts(position);
    let (plane, note) = Plane::of_numbers(position, asked, arity, &starts, "numbers")?;
    check_row(position, plane.count() - 1)?;
    let mut chart = plane.chart(["number 1", "number 2"]);
    (chart.has_values, chart.note) = (has_values, note);
    for index in 0..chart.cells.len() {
        let ask = if has_values { Ask::Grundy } else { Ask::Winner };
        let found = position.try_at(plane.all(&[index]), ask, |instance| match has_values {
            true => instance.grundy().map(|value| match value {
                Value::Finite(value) => of_value(value),
                Value::Infinite(_) => Cell::default(),
            }),
            false => instance.outcome().map(of_outcome),
        })?;
        chart.cells[index] = found.unwrap_or(chart.cells[index]);
    }
    plane.mark(position, &mut chart, starts.iter().map(Vec::as_slice));
    Ok(chart)
}

/// Piles in a row or coins on a strip, which are one position.
pub(super) fn row(position: &Position<'_>, asked: Asked) -> Result<Chart, Error> {
    let here = position.record().position.numbers.clone();
    let first = match position.signature().position {
        PositionKind::Squares { first } => Some(first),
        _ => None,
    };
    let starts = if here.is_empty() { Vec::new() } else { vec![here.clone()] };
    let (mut plane, note) = Plane::of_numbers(position, asked, here.len(), &starts, "numbers")?;
    if let (None, [] | [_], Some(first)) = (asked.0, &here[..], first) {
        plane = Plane::line((first, plane.numbers(plane.count() as usize - 1)[0].max(first)));
    }
    if plane.count() > MAX_SOLVED {
        return Err(position.wrong("more than 1000000 positions would be drawn", "draw a smaller window"));
    }
    let mut chart = plane.chart(["number 1", "number 2"]);
    chart.note = note;
    // Coins have different squares of the strip.
    let stands = |numbers: &[u64]| {
        first.is_none_or(|first| {
            let mut sorted = numbers.to_vec();
            sorted.sort_unstable();
            sorted.iter().all(|&square| square >= first) && sorted.windows(2).all(|pair| pair[0] < pair[1])
        })
    };
    for index in 0..chart.cells.len() {
        let numbers = plane.numbers(index);
        chart.cells[index] = if stands(&numbers) {
            let values = position.values_at(super::numbers(numbers))?;
            let finite = |value: &Value| if let Value::Finite(value) = value { *value } else { 0 };
            of_value(values.iter().fold(0, |sum, value| sum ^ finite(value)))
        } else {
            Cell::default()
        };
    }
    plane.mark(position, &mut chart, std::iter::once(&here[..]));
    Ok(chart)
}

/// Pieces on a board: a cell for each cell.
pub(super) fn board(position: &Position<'_>, (part, side): Asked, show: Show) -> Result<Chart, Error> {
    let record = position.record();
    let Some(size) = record.rules.size() else {
        return Err(position.wrong("the board is missing", "give one"));
    };
    let window = part.map(|part| part.window(position)).transpose()?;
    let (window, note) = clip_board(position, window, side, size)?;
    let plane = Plane::map(window);
    let mut chart = plane.chart(["row", "column"]);
    chart.note = note;
    let damaged: FxHashSet<&[u64]> = record.modifiers.damaged.iter().collect();
    let free = plane.free(|cell| !damaged.contains(cell));
    let values = match size.rows * size.cols <= MAX_TEXT_CELLS {
        true => values_by_text(position, size, window)?,
        false => position.values_at(plane.all(&free))?,
    };
    fill(&mut chart, &free, values);
    if show == Show::Moves {
        plane.find_moves(position, &mut chart, &free, way)?;
    }
    plane.mark(position, &mut chart, record.position.tuples.iter());
    Ok(chart)
}

/// The part of a board that is drawn, and a note when it is not all.
fn clip_board(
    position: &Position<'_>,
    window: Option<Window>,
    side: u64,
    size: Size,
) -> Result<(Window, Option<String>), Error> {
    let whole = Window { rows: (1, size.rows), cols: (1, size.cols) };
    let chosen = window.unwrap_or(Window { rows: (1, size.rows.min(side)), cols: (1, size.cols.min(side)) });
    let within = |(low, high): (u64, u64), most| 1 <= low && low <= high && high <= most;
    let Window { rows, cols } = chosen;
    if !within(rows, size.rows) || !within(cols, size.cols) {
        return Err(position.wrong(
            format!("the window is not within the board of {} rows and {} columns", size.rows, size.cols),
            "a window is `ROW,COL-ROW,COL`, its upper left and lower right cells",
        ));
    }
    if Plane::map(chosen).count() > MAX_CELLS {
        let message = format!("the window has more than {MAX_CELLS} cells");
        return Err(position.wrong(message, "choose a smaller --window"));
    }
    let note = (chosen != whole).then(|| {
        format!("rows {}-{} and columns {}-{} of {}x{}", rows.0, rows.1, cols.0, cols.1, size.rows, size.cols)
    });
    Ok((chosen, note))
}

/// The values of the undamaged cells of a window, by a board in text with a piece on each.
fn values_by_text(position: &Position<'_>, size: Size, window: Window) -> Result<Vec<Value>, Error> {
    let width = size.cols as usize + 1;
    let mut text = vec![b'.'; size.rows as usize * width];
    for (row, line) in (1..).zip(text.chunks_mut(width)) {
        line[width - 1] = b'\n';
        if (window.rows.0..=window.rows.1).contains(&row) {
            line[window.cols.0 as usize - 1..window.cols.1 as usize].fill(b'K');
        }
    }
    for cell in position.record().modifiers.damaged.iter() {
        if let &[row, col] = cell {
            text[(row - 1) as usize * width + (col - 1) as usize] = b'X';
        }
    }
    position.values_of_rows(&text)
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

/// The coins of a record among others, all of which could be heads. The coins that the best move turns are marked.
pub(super) fn coins(position: &Position<'_>, (part, side): Asked) -> Result<Chart, Error> {
    let heads: &Tuples = &position.record().position.tuples;
    let is_plane = position.record().rules.columns.is_some();
    let most = |i: usize, least: u64| {
        heads.iter().filter_map(|head| head.get(i)).copied().max().unwrap_or(0).max(least)
    };
    let plane = match (is_plane, part) {
        (true, part) => {
            let to = |i: usize| (1, most(i, MIN_COINS[1]).min(side.min(1 << 12)));
            let window = part.map(|part| part.window(position)).transpose()?;
            Plane::map(window.unwrap_or_else(|| Window { rows: to(0), cols: to(1) }))
        }
        (false, None) => Plane::line((1, most(0, MIN_COINS[0]).min(MAX_CELLS))),
        (false, Some(part)) => Plane::line(part.stretch(position, 1, u64::MAX - 1)?),
    };
    if plane.count() > MAX_CELLS {
        return Err(position.wrong("more than 16777216 places would be drawn", "draw a smaller window"));
    }
    if plane.numbers(0).contains(&0) {
        return Err(position.wrong("there is no place 0", "places count from 1"));
    }
    let mut chart = plane.chart(if is_plane { ["row", "column"] } else { ["place", "place"] });
    let free = plane.free(|_| true);
    fill(&mut chart, &free, position.values_at(plane.all(&free))?);
    for head in heads.iter() {
        match plane.index(head) {
            Some(at) => chart.cells[at].pieces = 1,
            None => chart.note = Some("not all heads are drawn".into()),
        }
    }
    if let Some(Move::Take { what, .. }) = position.winning_moves().unwrap_or_default().first() {
        let turned: Vec<Vec<u64>> = match what {
            Taken::Places(places) => places.iter().map(|&place| vec![place]).collect(),
            Taken::Cells(cells) => cells.iter().map(|cell| cell.as_slice().to_vec()).collect(),
            _ => Vec::new(),
        };
        for at in turned.iter().filter_map(|coin| plane.index(coin)) {
            chart.cells[at].target = true;
        }
    }
    Ok(chart)
}

#[cfg(test)]
mod tests {
    use crate::picture::layout::drawn;

    #[test]
    fn mock_turtles_have_odious_values() {
        // Winning Ways, chapter 14.
        let chart = drawn("coins up-to 3: 3 5 9");
        let values: Vec<u32> = chart.line().map(|(_, cell)| cell.value.unwrap()).collect();
        assert_eq!(values, [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31]);
        let heads: Vec<u64> =
            chart.line().filter(|(_, cell)| cell.pieces > 0).map(|(place, _)| place).collect();
        assert_eq!(heads, [3, 5, 9]);
        assert!(chart.cells.iter().any(|cell| cell.target));
    }

    #[test]
    fn turning_corners_is_nim_multiplication() {
        let chart = drawn("coins exactly 2 x exactly 2: 3,5 2,2");
        assert_eq!((chart.rows(), chart.cols), (8, 8));
        let value = |row: usize, col: usize| chart.cells[(row - 1) * 8 + col - 1].value.unwrap();
        // (r − 1) ⊗ (c − 1).
        assert_eq!([value(1, 8), value(2, 6), value(3, 3), value(3, 4), value(3, 5)], [0, 5, 3, 1, 8]);
        assert_eq!(chart.cells[2 * 8 + 4].pieces, 1);
    }
}
