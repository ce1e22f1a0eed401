//! Pictures of heaps: a line of heaps, a map of two heaps, and flags.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps are at most the largest one, whose value ends the list"
)]

use std::slice;

use super::cells::{named, numbers, of_outcome, of_value};
use super::limits::{MAX_CHART_CELLS, MAX_SOLVED};
use super::plane::{Axis, ChartRequest, Plane};
use crate::{Error, Position};
use grundy_picture::{CellKind, Chart, ChartCell, Show};
use grundy_record::{Keyword, Move, Value};

/// The largest heap that is drawn for records without heaps.
const WITHOUT_HEAPS: u64 = 20;

/// Draws heaps with Grundy values: two as a map, the first down and the second along; any other number as a line.
pub(super) fn heaps(
    position: &Position<'_>,
    asked: ChartRequest,
    show: Show,
) -> Result<Chart, Error> {
    let heaps = &position.record().position.numbers;
    let modifiers = &position.record().modifiers;
    let misere = modifiers.has(Keyword::Misere);
    let ring = modifiers.has(Keyword::Ring);
    let pair = match heaps[..] {
        [down, along] if show != Show::Moves => Some([down, along]),
        _ => None,
    };
    let most = heaps.iter().copied().max().unwrap_or(WITHOUT_HEAPS);
    let names = if ring {
        ["ring 1", "ring 2", "ring"]
    } else {
        ["heap 1", "heap 2", "heap"]
    };
    let axes = match pair {
        Some(pair) => [0, 1]
            .map(|i| Axis::from(names[i], 0, pair[i]).at_most(asked.side))
            .to_vec(),
        None => vec![Axis::from(names[2], 0, most)],
    };
    let mut plane = Plane::new(position, asked, &axes)?;
    let last = plane.window.rows.high.max(plane.window.cols.high);
    let mut each = single_values(position, last, false)?;
    plane.chart.has_values = !misere;
    plane.chart.note = pair.and_then(|pair| plane.note_of_pair(pair));
    plane.fill_each(|heaps| Ok(outcome(&each, heaps, misere)))?;
    if show == Show::Moves {
        if ring {
            // A move opens a ring and leaves a row.
            each = single_values(position, last, true)?;
        }
        let wins = |_: &Plane<'_, '_>, mv: &Move| match mv {
            Move::Heap { to, .. } => {
                outcome(&each, slice::from_ref(to), misere).kind == CellKind::Lose
            }
            Move::Split { parts, .. } => outcome(&each, parts, misere).kind == CellKind::Lose,
            _ => false,
        };
        plane.show_winning_moves(&plane.free(|_| true), wins, |mv| named(taken(mv)))?;
    }
    match pair {
        Some(pair) => plane.mark_pieces([&pair[..]]),
        None => plane.mark_pieces(heaps.iter().map(slice::from_ref)),
    }
    // A best move in a ring does not lead to a ring.
    if !ring {
        plane.mark_targets();
    }
    Ok(plane.chart)
}

/// Writes the amount that a move takes, or the parts that it leaves.
fn taken(mv: &Move) -> String {
    match mv {
        Move::Heap { from, to, .. } => (from - to).to_string(),
        Move::Split { parts: [a, b], .. } => format!("{a}+{b}"),
        _ => String::new(),
    }
}

/// Returns the values of the heaps 0, 1, …, `most` under normal play. With `opened`, heaps of a game of rings are rows.
fn single_values(position: &Position<'_>, most: u64, opened: bool) -> Result<Vec<u64>, Error> {
    if most >= MAX_CHART_CELLS {
        return Err(position.wrong(
            format!("a row of {most} heaps is too long"),
            "draw heaps below 16777216",
        ));
    }
    let mut all = numbers((0..=most).collect());
    if opened {
        all.opened = Some(vec![true; all.numbers.len()]);
    }
    let values = position
        .changed(|_, modifiers| modifiers.keywords.remove(Keyword::Misere))
        .values_at(all)?;
    let finite = |value: &Value| match value {
        Value::Finite(value) => *value,
        Value::Infinite(_) => 0,
    };
    Ok(values.iter().map(finite).collect())
}

/// Makes the cell of a sum of heaps with these values. Misère play is that of tame games, the only games here that have it:
/// if all values are at most 1, it is won exactly where normal play is lost (Conway).
fn outcome(each: &[u64], heaps: &[u64], misere: bool) -> ChartCell {
    let values = || heaps.iter().map(|&heap| each[heap as usize]);
    let nim_sum = values().fold(0, |sum, value| sum ^ value);
    let is_reversed = misere && values().all(|value| value <= 1);
    let mut cell = of_value(nim_sum);
    cell.kind = if (nim_sum == 0) == is_reversed {
        CellKind::Win
    } else {
        CellKind::Lose
    };
    if misere {
        cell.value = None;
    }
    cell
}

/// Draws flags: a line of outcomes from `left` up.
pub(super) fn flags(position: &Position<'_>, asked: ChartRequest) -> Result<Chart, Error> {
    let heaps = &position.record().position.numbers;
    let heap = heaps.first().copied().unwrap_or(WITHOUT_HEAPS);
    let left = position.record().modifiers.left.unwrap_or(0);
    let asked = ChartRequest {
        most: MAX_SOLVED,
        ..asked
    };
    let mut plane = Plane::new(position, asked, &[Axis::from("heap", 0, heap)])?;
    plane.fill_each(|heap| {
        if heap[0] < left {
            return Ok(ChartCell::default());
        }
        let outcome = position.at(numbers(heap.to_vec())).outcome()?;
        Ok(of_outcome(outcome))
    })?;
    Ok(plane.marked([slice::from_ref(&heap)]))
}
