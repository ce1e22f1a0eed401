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
    let pair = <[u64; 2]>::try_from(&heaps[..]).ok().filter(|_| show != Show::Moves);
    let most = heaps.iter().copied().max().unwrap_or(WITHOUT_HEAPS);
    let names = if ring { ["ring 1", "ring 2", "ring"] } else { ["heap 1", "heap 2", "heap"] };
    let axes = match pair {
        Some(pair) => [0, 1].map(|i| Axis::from(names[i], 0, pair[i]).at_most(asked.side)).to_vec(),
        None => vec![Axis::from(names[2], 0, most)],
    };
    let mut plane = Plane::new(position, asked, &axes)?;
    let (rows, cols) = (plane.window.rows, plane.window.cols);
    let each = single_values(position, rows.1.max(cols.1), false)?;
    plane.chart.has_values = !misere;
    plane.chart.note = pair.and_then(|pair| plane.note_of_pair(pair));
    let along = &each[cols.0 as usize..=cols.1 as usize];
    plane.chart.cells = match pair {
        None => along.iter().map(|&value| outcome(&[value], misere)).collect(),
        Some(_) => (rows.0..=rows.1)
            .flat_map(|row| along.iter().map(move |&value| (row, value)))
            .map(|(row, value)| outcome(&[each[row as usize], value], misere))
            .collect(),
    };
    if show == Show::Moves {
        // A move opens a ring: a row is left.
        let each = if ring { single_values(position, cols.1, true)? } else { each };
        let loses = |parts: &[u64]| {
            let values: Vec<u64> = parts.iter().map(|&part| each[part as usize]).collect();
            outcome(&values, misere).kind == Kind::Lose
        };
        let wins = |mv: &Move| match mv {
            Move::Heap { to, .. } => loses(slice::from_ref(to)),
            Move::Split { parts, .. } => loses(parts),
            _ => false,
        };
        let all = plane.free(|_| true);
        let moves = plane.winning_moves(&all, wins, |mv| named(taken(mv)))?;
        plane.show(moves);
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
        return Err(position.wrong(format!("a row of {most} heaps is too long"), "draw heaps below 16777216"));
    }
    let opened = opened.then(|| vec![true; most as usize + 1]);
    let all = record::Position { opened, ..numbers((0..=most).collect()) };
    let values =
        position.changed(|_, modifiers| modifiers.keywords.remove(Keyword::Misere)).values_at(all)?;
    Ok(values.into_iter().map(|value| if let Value::Finite(value) = value { value } else { 0 }).collect())
}

/// The cell of a sum of these values. Misère play is that of tame games, the only ones that have it.
fn outcome(values: &[u64], misere: bool) -> Cell {
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    let mut cell = of_value(nim_sum);
    if misere && values.iter().all(|&value| value <= 1) {
        cell.kind = if nim_sum == 0 { Kind::Win } else { Kind::Lose };
    }
    if misere {
        cell.value = None;
    }
    cell
}

/// Flags: a line of outcomes from `left` up.
pub(super) fn flags(position: &Position<'_>, asked: Asked) -> Result<Chart, Error> {
    let heap = position.record().position.numbers.first().copied().unwrap_or(WITHOUT_HEAPS);
    let left = position.record().modifiers.left.unwrap_or(0);
    let asked = Asked { most: MAX_SOLVED, ..asked };
    let mut plane = Plane::new(position, asked, &[Axis::from("heap", 0, heap)])?;
    plane.fill_each(|heap| match heap[0] < left {
        true => Ok(Cell::default()),
        false => position.at(numbers(heap)).outcome().map(of_outcome),
    })?;
    Ok(plane.marked([slice::from_ref(&heap)]))
}
