//! Charts of positions of numbers: groups of piles, user-defined rules, piles in a row, boards, coins.

use fxhash::FxHashSet;
use num_integer::gcd;

use super::cells::{named, numbers, of_outcome, of_value, taken};
use super::limits::{MAX_CHART_CELLS, MAX_SOLVED};
use super::part::MapWindow;
use super::plane::{Axis, ChartRequest, Plane, WITHOUT_NUMBERS};
use crate::{Error, Position};
use grundy_base::range::Range;
use grundy_picture::{CellKind, Chart, ChartCell, MoveName, Show};
use grundy_record::{Ask, Move, PositionKind, Rules, Value};

/// The names of the two axes of positions that are numbers, and of the numbers in all.
const NUMBERS: [&str; 3] = ["number 1", "number 2", "numbers"];

/// Draws groups of piles: one pile as a line, two as a map, more as the map of the first two. Numbers that are no position
/// stay damaged.
pub(super) fn piles(
    position: &Position<'_>,
    asked: ChartRequest,
    show: Show,
) -> Result<Chart, Error> {
    let record = position.record();
    let starts = record.position.tuples.iter();
    let arity = match (record.position.tuples.arity(), &record.rules) {
        (0, Rules::Vectors(vectors)) => vectors.arity(),
        (0, _) => 2, // a named game of two piles
        (arity, _) => arity,
    };
    let plane = Plane::of_numbers(
        position,
        asked,
        arity,
        starts.clone(),
        ["pile 1", "pile 2", "piles"],
    )?;
    let damaged: FxHashSet<&[u64]> = record.modifiers.damaged.iter().collect();
    let numbers = &record.modifiers.damaged_numbers;
    let legal = position.legal();
    let is_free = |at: &[u64]| {
        let is_number = arity == 1 && numbers.iter().any(|range| range.contains(at[0]));
        !damaged.contains(at) && !is_number && legal.admits(at)
    };
    // A heap that does not say its limit is no cell.
    valued(plane, is_free, show, vector, starts)
}

/// Completes the chart of a plane: with the values of the cells that are free, or under misère play with who wins there, with
/// their winning moves if these are shown, and with the pieces of the record.
fn valued<'n>(
    mut plane: Plane<'_, '_>,
    is_free: impl Fn(&[u64]) -> bool,
    show: Show,
    name: fn(&Move) -> MoveName,
    pieces: impl Iterator<Item = &'n [u64]>,
) -> Result<Chart, Error> {
    let free = plane.free(is_free);
    if plane.is_misere() {
        plane.fill_outcomes(&free)?;
    } else {
        plane.fill(&free)?;
    }
    if show == Show::Moves {
        plane.show_winning_moves(&free, Plane::leads_to_loss, name)?;
    }
    Ok(plane.marked(pieces))
}

/// Names a move by the vector that it takes; multiples of one vector have one direction.
fn vector(mv: &Move) -> MoveName {
    let Move::Tuple { from, to, .. } = mv else {
        return named(String::new());
    };
    let numbers = from.as_slice().iter().zip(to.as_slice());
    let taken: Vec<u64> = numbers.map(|(from, to)| from.saturating_sub(*to)).collect();
    let common = taken.iter().copied().fold(0, gcd).max(1);
    let direction = itertools::join(taken.iter().map(|part| part / common), ",");
    MoveName {
        text: itertools::join(taken, ","),
        direction,
        hue: None,
    }
}

/// Makes a position of one group of piles.
fn of_piles(piles: &[u64]) -> grundy_record::Position {
    let mut position = grundy_record::Position::default();
    position.tuples.push(piles);
    position
}

/// Draws a game of user-defined rules. Every position is asked about alone, since some numbers may be no position.
pub fn own(
    position: &Position<'_>,
    asked: ChartRequest,
    arity: usize,
    has_values: bool,
) -> Result<Chart, Error> {
    let starts = position.record().position.tuples.iter();
    let mut plane = Plane::of_numbers(position, asked, arity, starts.clone(), NUMBERS)?;
    plane.chart.has_values = has_values;
    fill_alone(&mut plane, position, of_piles, CellKind::Damaged)?;
    Ok(plane.marked(starts))
}

/// Fills each cell with the answer for its position alone; a cell whose numbers are no position gets the kind `none`.
fn fill_alone(
    plane: &mut Plane<'_, '_>,
    position: &Position<'_>,
    at: fn(&[u64]) -> grundy_record::Position,
    none: CellKind,
) -> Result<(), Error> {
    let has_values = plane.chart.has_values;
    let ask = if has_values { Ask::Grundy } else { Ask::Winner };
    plane.fill_each(|numbers| {
        let found = position.try_at(at(numbers), ask, |instance| {
            if !has_values {
                return instance.outcome().map(of_outcome);
            }
            instance.grundy().map(|value| match value {
                Value::Finite(value) => of_value(value),
                Value::Infinite(_) => ChartCell::default(),
            })
        })?;
        Ok(found.unwrap_or(ChartCell::of_kind(none)))
    })
}

/// Draws piles in a row or coins on a strip, which are one position.
pub(super) fn row(position: &Position<'_>, asked: ChartRequest) -> Result<Chart, Error> {
    let here = &position.record().position.numbers;
    let first = match position.signature().position {
        PositionKind::Squares { first } => Some(first),
        _ => None,
    };
    let asked = ChartRequest {
        most: MAX_SOLVED,
        ..asked
    };
    let mut plane = match (first, &here[..]) {
        (Some(first), [] | [_]) => {
            let last = here.first().copied().unwrap_or(WITHOUT_NUMBERS).max(first);
            Plane::new(position, asked, &[Axis::from(NUMBERS[0], first, last)])?
        }
        _ => Plane::of_numbers(
            position,
            asked,
            here.len(),
            [&here[..]].into_iter(),
            NUMBERS,
        )?,
    };
    plane.chart.has_values = !position.is_misere();
    // Numbers that are no position, such as two coins on one square, stay empty.
    fill_alone(
        &mut plane,
        position,
        |squares| numbers(squares.to_vec()),
        CellKind::Outside,
    )?;
    Ok(plane.marked([&here[..]]))
}

/// Draws pieces on a board: a cell of the chart for each cell of the board.
pub(super) fn board(
    position: &Position<'_>,
    asked: ChartRequest,
    show: Show,
) -> Result<Chart, Error> {
    let record = position.record();
    let size = record
        .size
        .ok_or_else(|| position.wrong("the board is missing", "give one"))?;
    let axes = [("row", size.rows), ("column", size.cols)];
    let axes = axes.map(|(name, last)| Axis::within(name, 1, last).at_most(asked.side));
    let mut plane = Plane::new(position, asked, &axes)?;
    let MapWindow { rows, cols } = plane.window;
    let is_whole = rows == Range::new(1, size.rows) && cols == Range::new(1, size.cols);
    if !is_whole {
        plane.chart.note = Some(format!(
            "rows {}-{} and columns {}-{} of {}x{}",
            rows.low, rows.high, cols.low, cols.high, size.rows, size.cols
        ));
    }
    let damaged: FxHashSet<&[u64]> = record.modifiers.damaged.iter().collect();
    valued(
        plane,
        |cell| !damaged.contains(cell),
        show,
        way,
        record.position.tuples.iter(),
    )
}

/// Names a move by an arrow and its length, or by its step.
fn way(mv: &Move) -> MoveName {
    let Move::Tuple { from, to, .. } = mv else {
        return named(String::new());
    };
    let step = |axis: usize| to.as_slice()[axis] as i64 - from.as_slice()[axis] as i64;
    let up = -step(0);
    let left = -step(1);
    let (arrow, length) = if up > 0 && left == 0 {
        ("↑", up)
    } else if up == 0 && left > 0 {
        ("←", left)
    } else if up == left && up > 0 {
        ("↖", up)
    } else {
        return named(format!("{},{}", step(0), step(1)));
    };
    let text = if length == 1 {
        arrow.to_owned()
    } else {
        format!("{arrow}{length}")
    };
    MoveName {
        text,
        direction: arrow.to_owned(),
        hue: None,
    }
}

/// Draws the coins of a record among others, all of which could be heads. The coins that the best move turns are marked.
pub(super) fn coins(position: &Position<'_>, asked: ChartRequest) -> Result<Chart, Error> {
    let heads = &position.record().position.tuples;
    let axis = |name, i: usize, least: u64| {
        let most = heads.iter().filter_map(|head| head.get(i)).copied().max();
        Axis::from(name, 1, most.unwrap_or(0).max(least))
    };
    let is_product =
        matches!(&position.record().rules, Rules::Coins(coins) if coins.columns.is_some());
    let axes = if is_product {
        vec![
            axis("row", 0, 8).at_most(asked.side),
            axis("column", 1, 8).at_most(asked.side),
        ]
    } else {
        vec![axis("place", 0, 16).at_most(MAX_CHART_CELLS)]
    };
    let mut plane = Plane::new(position, asked, &axes)?;
    plane.fill(&plane.free(|_| true))?;
    plane.mark_pieces(heads.iter());
    if heads.iter().any(|head| plane.index(head).is_none()) {
        plane.chart.note = Some("not all heads are drawn".into());
    }
    if let Some(mv) = position.winning_moves().unwrap_or_default().first() {
        plane.mark_ends(&taken(mv));
    }
    Ok(plane.chart)
}

#[cfg(test)]
mod tests {
    use crate::chart::drawn;

    #[test]
    fn mock_turtles_have_odious_values() {
        // Winning Ways, chapter 14.
        let chart = drawn("coins up-to 3: 3 5 9");
        let values: Vec<u32> = chart.line().map(|(_, cell)| cell.value.unwrap()).collect();
        assert_eq!(
            values,
            [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31]
        );
        let heads: Vec<u64> = chart
            .line()
            .filter(|(_, cell)| cell.pieces > 0)
            .map(|(place, _)| place)
            .collect();
        assert_eq!(heads, [3, 5, 9]);
        assert!(chart.cells.iter().any(|cell| cell.target));
    }

    #[test]
    fn turning_corners_is_nim_multiplication() {
        let chart = drawn("coins exactly 2 x exactly 2: 3,5 2,2");
        assert_eq!((chart.rows(), chart.cols), (8, 8));
        let value = |row: usize, col: usize| chart.cells[(row - 1) * 8 + col - 1].value.unwrap();
        // (r − 1) ⊗ (c − 1).
        assert_eq!(
            [
                value(1, 8),
                value(2, 6),
                value(3, 3),
                value(3, 4),
                value(3, 5)
            ],
            [0, 5, 3, 1, 8]
        );
        assert_eq!(chart.cells[2 * 8 + 4].pieces, 1);
    }
}
