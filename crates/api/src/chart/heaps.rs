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
use grundy_record::{Keyword, Move, Outcome, Value};

/// The largest heap that is drawn for records without heaps.
const WITHOUT_HEAPS: u64 = 20;

/// Draws heaps: two as a map, the first down and the second along; any other number as a line.
pub(super) fn heaps(
    position: &Position<'_>,
    asked: ChartRequest,
    show: Show,
) -> Result<Chart, Error> {
    let is_misere = position.record().modifiers.has(Keyword::Misere);
    if is_misere && !position.signature().values_decide_misere {
        return by_outcomes(position, asked, show);
    }
    let heaps = &position.record().position.numbers;
    let is_ring = position.record().modifiers.has(Keyword::Ring);
    let pair = pair_of(heaps, show);
    let mut plane = plane_of(position, asked, pair)?;
    let last = plane.window.rows.high.max(plane.window.cols.high);
    let mut each = single_values(position, last, false)?;
    plane.chart.has_values = !is_misere;
    plane.fill_each(|heaps| Ok(outcome(&each, heaps, is_misere)))?;
    if show == Show::Moves {
        if is_ring {
            // A move opens a ring and leaves a row.
            each = single_values(position, last, true)?;
        }
        show_moves(&mut plane, |left| {
            outcome(&each, left, is_misere).kind == CellKind::Lose
        })?;
    }
    Ok(marked(plane, position, pair))
}

/// Draws heaps under misère play that values do not decide, such as those of Kayles: each position is solved alone.
fn by_outcomes(position: &Position<'_>, asked: ChartRequest, show: Show) -> Result<Chart, Error> {
    let asked = ChartRequest {
        most: MAX_SOLVED,
        ..asked
    };
    let pair = pair_of(&position.record().position.numbers, show);
    let mut plane = plane_of(position, asked, pair)?;
    plane.fill_outcomes(&plane.free(|_| true))?;
    if show == Show::Moves {
        show_moves(&mut plane, |left| {
            let outcome = position.at(numbers(left.to_vec())).outcome();
            outcome.is_ok_and(|outcome| outcome == Outcome::Lose)
        })?;
    }
    Ok(marked(plane, position, pair))
}

/// Returns the two heaps that are drawn as a map.
fn pair_of(heaps: &[u64], show: Show) -> Option<[u64; 2]> {
    match *heaps {
        [down, along] if show != Show::Moves => Some([down, along]),
        _ => None,
    }
}

/// Makes the plane of two heaps, or the line of heaps to the largest.
fn plane_of<'p, 't>(
    position: &'p Position<'t>,
    asked: ChartRequest,
    pair: Option<[u64; 2]>,
) -> Result<Plane<'p, 't>, Error> {
    let names = if position.record().modifiers.has(Keyword::Ring) {
        ["ring 1", "ring 2", "ring"]
    } else {
        ["heap 1", "heap 2", "heap"]
    };
    let axes = if let Some(pair) = pair {
        let axis = |i: usize| Axis::from(names[i], 0, pair[i]).at_most(asked.side);
        vec![axis(0), axis(1)]
    } else {
        let heaps = &position.record().position.numbers;
        let most = heaps.iter().copied().max().unwrap_or(WITHOUT_HEAPS);
        vec![Axis::from(names[2], 0, most)]
    };
    let mut plane = Plane::new(position, asked, &axes)?;
    plane.chart.note = pair.and_then(|pair| plane.note_of_pair(pair));
    Ok(plane)
}

/// Shows the winning moves: those that leave heaps that are lost.
fn show_moves(plane: &mut Plane<'_, '_>, is_lost: impl Fn(&[u64]) -> bool) -> Result<(), Error> {
    let wins = |_: &Plane<'_, '_>, mv: &Move| match mv {
        Move::Heap { to, .. } => is_lost(slice::from_ref(to)),
        Move::Split { parts, .. } => is_lost(parts),
        _ => false,
    };
    let free = plane.free(|_| true);
    plane.show_winning_moves(&free, wins, |mv| named(taken(mv)))
}

/// Returns the chart with the heaps of the record, and where its best moves lead.
fn marked(mut plane: Plane<'_, '_>, position: &Position<'_>, pair: Option<[u64; 2]>) -> Chart {
    let record = position.record();
    let heaps = &record.position.numbers;
    match pair {
        Some(pair) => plane.mark_pieces([&pair[..]]),
        None => plane.mark_pieces(heaps.iter().map(slice::from_ref)),
    }
    // A best move in a ring does not lead to a ring.
    if !record.modifiers.has(Keyword::Ring) {
        plane.mark_targets();
    }
    plane.chart
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

/// Makes the cell of a sum of heaps with these values. Under misère play, of games that values decide: if all values are at
/// most 1, it is won exactly where normal play is lost (Bouton 1901 for nim).
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
    let legal = position.legal();
    let asked = ChartRequest {
        most: MAX_SOLVED,
        ..asked
    };
    let mut plane = Plane::new(position, asked, &[Axis::from("heap", 0, heap)])?;
    plane.fill_each(|heap| {
        if !legal.admits(heap) {
            return Ok(ChartCell::default());
        }
        let outcome = position.at(numbers(heap.to_vec())).outcome()?;
        Ok(of_outcome(outcome))
    })?;
    Ok(plane.marked([slice::from_ref(&heap)]))
}
