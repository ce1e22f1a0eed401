//! Heaps as a line, two heaps as a map, flags.

use std::slice;

use super::plane::{Asked, Axis, Plane};
use super::{MAX_CELLS, MAX_SOLVED, named, numbers, of_outcome, of_value};
use crate::picture::chart::{Cell, Chart, Kind, Show};
use crate::record::{self, Keyword, Move, Value};
use crate::{Error, Position};

/// The largest heap drawn for records without heaps.
const WITHOUT_HEAPS: u64 = 20;

/// Heaps with Grundy values: two as a map, the first down and the second along; any other number as a line.
pub(super) fn heaps(position: &Position<'_>, asked: Asked, show: Show) -> Result<Chart, Error> {
    let heaps = &position.record().position.numbers;
    let modifiers = &position.record().modifiers;
    let (misere, ring) = (modifiers.has(Keyword::Misere), modifiers.has(Keyword::Ring));
    let pair = <[u64; 2]>::try_from(&heaps[..])
        .ok()
        .filter(|_| show != Show::Moves);
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
    let last = plane.window.rows.1.max(plane.window.cols.1);
    let mut each = single_values(position, last, false)?;
    plane.chart.has_values = !misere;
    plane.chart.note = pair.and_then(|pair| plane.note_of_pair(pair));
    plane.fill_each(|heaps| Ok(outcome(&each, heaps, misere)))?;
    if show == Show::Moves {
        if ring {
            // A move opens a ring: a row is left.
            each = single_values(position, last, true)?;
        }
        let wins = |_: &Plane<'_, '_>, mv: &Move| match mv {
            Move::Heap { to, .. } => outcome(&each, slice::from_ref(to), misere).kind == Kind::Lose,
            Move::Split { parts, .. } => outcome(&each, parts, misere).kind == Kind::Lose,
            _ => false,
        };
        plane.show_winning_moves(&plane.free(|_| true), wins, |mv| named(taken(mv)))?;
    }
    match pair {
        Some(pair) => plane.mark_pieces([&pair[..]]),
        None => plane.mark_pieces(heaps.iter().map(slice::from_ref)),
    }
    // A best move in a ring ends on no ring.
    if !ring {
        plane.mark_targets();
    }
    Ok(plane.chart)
}

/// The amount that a move takes, or the parts it leaves.
fn taken(mv: &Move) -> String {
    match mv {
        Move::Heap { from, to, .. } => (from - to).to_string(),
        Move::Split { parts: [a, b], .. } => format!("{a}+{b}"),
        _ => String::new(),
    }
}

/// The values of the heaps 0, 1, …, n under normal play; of rings that were opened, those of rows.
fn single_values(position: &Position<'_>, most: u64, opened: bool) -> Result<Vec<u64>, Error> {
    if most >= MAX_CELLS {
        return Err(position.wrong(
            format!("a row of {most} heaps is too long"),
            "draw heaps below 16777216",
        ));
    }
    let opened = opened.then(|| vec![true; most as usize + 1]);
    let all = record::Position {
        opened,
        ..numbers((0..=most).collect())
    };
    let values = position
        .changed(|_, modifiers| modifiers.keywords.remove(Keyword::Misere))
        .values_at(all)?;
    Ok(values
        .into_iter()
        .map(|value| {
            if let Value::Finite(value) = value {
                value
            } else {
                0
            }
        })
        .collect())
}

/// The cell of a sum of heaps with these values. Misère play is that of tame games, the only ones that have it.
fn outcome(each: &[u64], heaps: &[u64], misere: bool) -> Cell {
    let values = || heaps.iter().map(|&heap| each[heap as usize]);
    let nim_sum = values().fold(0, |sum, value| sum ^ value);
    let ends = misere && values().all(|value| value <= 1);
    let Cell { value, .. } = of_value(nim_sum);
    let kind = if (nim_sum == 0) == ends {
        Kind::Win
    } else {
        Kind::Lose
    };
    Cell {
        kind,
        value: value.filter(|_| !misere),
        ..Cell::default()
    }
}

/// Flags: a line of outcomes from `left` up.
pub(super) fn flags(position: &Position<'_>, asked: Asked) -> Result<Chart, Error> {
    let heap = position
        .record()
        .position
        .numbers
        .first()
        .copied()
        .unwrap_or(WITHOUT_HEAPS);
    let left = position.record().modifiers.left.unwrap_or(0);
    let asked = Asked {
        most: MAX_SOLVED,
        ..asked
    };
    let mut plane = Plane::new(position, asked, &[Axis::from("heap", 0, heap)])?;
    plane.fill_each(|heap| match heap[0] < left {
        true => Ok(Cell::default()),
        false => position
            .at(numbers(heap.to_vec()))
            .outcome()
            .map(of_outcome),
    })?;
    Ok(plane.marked([slice::from_ref(&heap)]))
}
