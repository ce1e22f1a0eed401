//! Heaps as a line, two heaps as a map, flags.

use super::plane::{Plane, clip, winning_moves};
use super::{MAX_CELLS, Part, check_row, cut, empty, named, numbers, of_outcome, of_value};
use crate::picture::chart::{Cell, Chart, Kind, Show};
use crate::record::{self, Keyword, Move, Value};
use crate::{Error, Position};

/// The largest heap drawn for records without heaps.
const WITHOUT_HEAPS: u64 = 20;
/// The longest row of heaps whose outcomes are asked for one by one.
const MAX_ASKED: u64 = 1_000_000;

/// Heaps with Grundy values: two as a map, any other number as a line.
pub(super) fn heaps(
    position: &Position<'_>,
    (part, side): (Option<Part>, u64),
    show: Show,
) -> Result<Chart, Error> {
    let heaps = &position.record().position.numbers;
    let modifiers = &position.record().modifiers;
    if let (&[a, b], false) = (&heaps[..], show == Show::Moves) {
        return map(position, (part, side), [a, b]);
    }
    let stretch = part.map(|part| part.stretch(position, 0, MAX_CELLS - 1)).transpose()?;
    let most = stretch.map_or(heaps.iter().copied().max().unwrap_or(WITHOUT_HEAPS), |(_, last)| last);
    check_row(position, most)?;
    let (misere, ring) = (modifiers.has(Keyword::Misere), modifiers.has(Keyword::Ring));
    let each = single_values(position, most, false)?;
    let name = if ring { "ring" } else { "heap" };
    let mut chart = empty(name, name);
    chart.has_values = !misere;
    chart.cells = each.iter().map(|&value| outcome(&[value], misere)).collect();
    if show == Show::Moves {
        // A move opens a ring: a row is left.
        let each = if ring { single_values(position, most, true)? } else { each };
        let loses = |parts: &[u64]| {
            let values: Vec<u64> = parts.iter().map(|&part| each[part as usize]).collect();
            outcome(&values, misere).kind == Kind::Lose
        };
        let leaves = |mv: &Move| match mv {
            Move::Heap { to, .. } => loses(&[*to]),
            Move::Split { parts, .. } => loses(parts),
            _ => false,
        };
        let found =
            winning_moves(&position.at(numbers((0..=most).collect())), leaves, |mv| named(taken(mv)))?;
        found.of.iter().for_each(|&(heap, name)| chart.cells[heap].winning = Some(name));
        chart.moves = Some(found.names);
    }
    for &heap in heaps {
        if let Some(cell) = chart.cells.get_mut(heap as usize) {
            cell.pieces = cell.pieces.saturating_add(1);
        }
    }
    // A best move in a ring ends on no ring.
    let best = if ring { Vec::new() } else { position.winning_moves().unwrap_or_default() };
    for mv in best {
        let left: &[u64] = match &mv {
            Move::Heap { to, .. } => &[*to],
            Move::Split { parts, .. } => parts,
            _ => &[],
        };
        for &heap in left {
            if let Some(cell) = chart.cells.get_mut(heap as usize) {
                cell.target = true;
            }
        }
    }
    if let Some(stretch) = stretch {
        cut(&mut chart, stretch);
    }
    Ok(chart)
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

/// Two heaps: the first down, the second along.
fn map(position: &Position<'_>, (part, side): (Option<Part>, u64), heaps: [u64; 2]) -> Result<Chart, Error> {
    let modifiers = &position.record().modifiers;
    let window = part.map(|part| part.window(position)).transpose()?;
    let (window, note) = clip(position, window, side, heaps)?;
    let most = window.rows.1.max(window.cols.1);
    check_row(position, most)?;
    let each = single_values(position, most, false)?;
    let plane = Plane::map(window);
    let mut chart =
        plane.chart(if modifiers.has(Keyword::Ring) { ["ring 1", "ring 2"] } else { ["heap 1", "heap 2"] });
    (chart.has_values, chart.note) = (!modifiers.has(Keyword::Misere), note);
    let rows = (window.rows.0..=window.rows.1).map(|row| each[row as usize]);
    let cols = &each[window.cols.0 as usize..=window.cols.1 as usize];
    let cells = rows
        .flat_map(|row| cols.iter().map(move |&col| outcome(&[row, col], modifiers.has(Keyword::Misere))));
    chart.cells = cells.collect();
    if modifiers.has(Keyword::Ring) {
        // A best move in a ring ends on no ring.
        plane.index(&heaps).into_iter().for_each(|at| chart.cells[at].pieces = 1);
    } else {
        plane.mark(position, &mut chart, std::iter::once(&heaps[..]));
    }
    Ok(chart)
}

/// Flags: a line of outcomes from `left` up.
pub(super) fn flags(position: &Position<'_>, part: Option<Part>) -> Result<Chart, Error> {
    let heap = position.record().position.numbers.first().copied().unwrap_or(WITHOUT_HEAPS);
    let left = position.record().modifiers.left.unwrap_or(0);
    let (first, last) = match part {
        Some(part) => part.stretch(position, 0, u64::MAX)?,
        None => (0, heap),
    };
    if last - first >= MAX_ASKED {
        let message = format!("a row of {} heaps is too long", last - first);
        return Err(position.wrong(message, "draw fewer than 1000000 heaps"));
    }
    let mut chart = empty("heap", "heap");
    chart.first_col = first;
    for number in first..=last {
        chart.cells.push(match number < left {
            true => Cell::default(),
            false => of_outcome(position.at(numbers(vec![number])).outcome()?),
        });
    }
    let best = position.winning_moves().unwrap_or_default();
    let left_by = best.iter().filter_map(|mv| if let Move::Heap { to, .. } = mv { Some(*to) } else { None });
    for (number, is_record) in left_by.map(|to| (to, false)).chain([(heap, true)]) {
        let cell = number.checked_sub(first).and_then(|index| chart.cells.get_mut(index as usize));
        if let Some(cell) = cell {
            (cell.pieces, cell.target) = (cell.pieces + u8::from(is_record), cell.target || !is_record);
        }
    }
    Ok(chart)
}
