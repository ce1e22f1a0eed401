//! Coins: the value of a head at each place of a strip, or at each cell of a plane.

use super::{MAX_CELLS, Part, Window, empty, of_value, targets, values, wrong};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart};
use crate::record::{Fault, Move, Position, Taken, Tuples, Value};
use crate::subject::Subject;

/// The least that is drawn of a strip, and of each side of a plane.
const LEAST: [u64; 2] = [16, 8];

/// The coins of a record among others, all of which could be heads. What a move of the best turns is marked.
pub(super) fn chart(
    subject: &mut Subject<'_>,
    context: &Context,
    (part, side): (Option<Part>, u64),
) -> Result<Chart, Fault> {
    let heads: Vec<(u64, u64)> = subject
        .record
        .position
        .tuples
        .iter()
        .map(|head| (head[0], head.get(1).copied().unwrap_or(0)))
        .collect();
    let is_plane = subject.record.rules.columns.is_some();
    let best: Vec<(u64, u64)> = targets(subject, context).iter().take(1).flat_map(turned).collect();
    let most = |of: fn(&(u64, u64)) -> u64, least: u64| heads.iter().map(of).max().unwrap_or(0).max(least);
    let limit = if is_plane { side.min(1 << 12) } else { MAX_CELLS };
    let window = match (is_plane, part) {
        (true, None) => {
            let [rows, cols] = [most(|head| head.0, LEAST[1]), most(|head| head.1, LEAST[1])];
            Window { rows: (1, rows.min(limit)), cols: (1, cols.min(limit)) }
        }
        (true, Some(part)) => part.window()?,
        (false, None) => Window { rows: (0, 0), cols: (1, most(|head| head.0, LEAST[0]).min(limit)) },
        (false, Some(part)) => Window { rows: (0, 0), cols: part.stretch(1, u64::MAX - 1)? },
    };
    let length = |(low, high): (u64, u64)| u128::from(high.saturating_sub(low)) + 1;
    if window.cols.0 == 0 || is_plane && window.rows.0 == 0 {
        return Err(wrong("there is no place 0", "places count from 1"));
    }
    if length(window.rows) * length(window.cols) > u128::from(MAX_CELLS) {
        return Err(wrong("more than 16777216 places would be drawn", "draw a smaller window"));
    }
    let mut chart = empty("row", if is_plane { "column" } else { "place" });
    if is_plane {
        (chart.first_row, chart.cols) = (Some(window.rows.0), length(window.cols) as usize);
    }
    (chart.first_col, chart.has_values) = (window.cols.0, true);
    let mut all = Tuples::default();
    for row in window.rows.0..=window.rows.1 {
        for col in window.cols.0..=window.cols.1 {
            _ = if is_plane { all.push(&[row, col]) } else { all.push(&[col]) };
        }
    }
    let each = values(subject, context, Position { tuples: all, ..Position::default() })?;
    let cell = |value| if let Value::Finite(value) = value { of_value(value) } else { Cell::default() };
    chart.cells = each.into_iter().map(cell).collect();
    let at = |(first, second): (u64, u64)| {
        let (row, col) = if is_plane { (first, second) } else { (0, first) };
        let inside =
            (window.rows.0..=window.rows.1).contains(&row) && (window.cols.0..=window.cols.1).contains(&col);
        inside.then(|| {
            (row - window.rows.0) as usize * length(window.cols) as usize + (col - window.cols.0) as usize
        })
    };
    heads.iter().filter_map(|&head| at(head)).for_each(|at| chart.cells[at].pieces = 1);
    best.into_iter().filter_map(at).for_each(|at| chart.cells[at].target = true);
    if heads.iter().any(|&head| at(head).is_none()) {
        chart.note = Some("not all heads are drawn".into());
    }
    Ok(chart)
}

/// The coins that a move turns.
fn turned(mv: &Move) -> Vec<(u64, u64)> {
    let Move::Take { what, .. } = mv else { return Vec::new() };
    match what {
        Taken::Places(places) => places.iter().map(|&place| (place, 0)).collect(),
        Taken::Cells(cells) => cells
            .iter()
            .filter_map(|cell| Some((*cell.as_slice().first()?, *cell.as_slice().get(1)?)))
            .collect(),
        _ => Vec::new(),
    }
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
