//! Heaps as a row, two heaps or two piles as a map.

use fxhash::FxHashSet;
use num_integer::gcd;

use super::{
    MAX_CELLS, Part, Window, cut, empty, named, of_value, of_verdict, targets, values, winning_moves, wrong,
};
use crate::games::Context;
use crate::picture::chart::{Cell, Chart, Kind, Name, Show};
use crate::record::{Fault, Move, Position, Tuples, Value};
use crate::subject::Subject;

/// The largest heap drawn for records without heaps.
pub(super) const WITHOUT_HEAPS: u64 = 20;
/// The longest row of heaps whose outcomes are asked for one by one.
const MAX_ASKED: u64 = 1_000_000;

/// Heaps with Grundy values: two as a map, any other number as a row.
pub(super) fn heaps(
    subject: &mut Subject<'_>,
    context: &Context,
    (part, side): (Option<Part>, u64),
    show: Show,
) -> Result<Chart, Fault> {
    let heaps = subject.record.position.numbers.clone();
    if let (&[a, b], false) = (&heaps[..], show == Show::Moves) {
        let window = part.map(Part::window).transpose()?;
        return map(subject, context, (window, side), [a, b]);
    }
    let stretch = part.map(|part| part.stretch(0, MAX_CELLS - 1)).transpose()?;
    let most = stretch.map_or(heaps.iter().copied().max().unwrap_or(WITHOUT_HEAPS), |(_, last)| last);
    check_row(most)?;
    let misere = subject.record.modifiers.misere;
    let each = single_values(subject, context, most, false)?;
    let ring = subject.record.modifiers.ring;
    let name = if ring { "ring" } else { "heap" };
    let mut chart = empty(name, name);
    chart.has_values = !misere;
    chart.cells = each.iter().map(|&value| outcome(&[value], misere)).collect();
    if show == Show::Moves {
        // A move opens a ring: a row is left.
        let each = if ring { single_values(subject, context, most, true)? } else { each };
        let here = subject.go_to(Position { numbers: (0..=most).collect(), ..Position::default() });
        let leaves = |mv: &Move| match mv {
            Move::Heap { to, .. } => outcome(&[each[*to as usize]], misere).kind == Kind::Lose,
            Move::Split { parts: [a, b], .. } => {
                outcome(&[each[*a as usize], each[*b as usize]], misere).kind == Kind::Lose
            }
            _ => false,
        };
        let found = winning_moves(subject, context, leaves, |mv| named(taken(mv)));
        subject.go_to(here);
        let found = found?;
        found.of.iter().for_each(|&(heap, name)| chart.cells[heap].winning = Some(name));
        chart.moves = Some(found.names);
    }
    // A best move in a ring ends on no ring.
    let best = if ring { Vec::new() } else { targets(subject, context) };
    mark_line(&mut chart, &heaps, &best);
    if let Some(stretch) = stretch {
        cut(&mut chart, stretch);
    }
    Ok(chart)
}

/// Marks the heaps of the record and those its best moves leave, as far as the line goes.
fn mark_line(chart: &mut Chart, heaps: &[u64], best: &[Move]) {
    for &heap in heaps {
        if let Some(cell) = chart.cells.get_mut(heap as usize) {
            cell.pieces = cell.pieces.saturating_add(1);
        }
    }
    for mv in best {
        if let Move::Heap { to, .. } = mv
            && let Some(cell) = chart.cells.get_mut(*to as usize)
        {
            cell.target = true;
        }
    }
}

/// The amount that a move takes, or the parts it leaves.
fn taken(mv: &Move) -> String {
    match mv {
        Move::Heap { from, to, .. } => (from - to).to_string(),
        Move::Split { parts: [a, b], .. } => format!("{a}+{b}"),
        _ => String::new(),
    }
}

pub(super) fn check_row(most: u64) -> Result<(), Fault> {
    if most >= MAX_CELLS {
        return Err(wrong(format!("a row of {most} heaps is too long"), "draw heaps below 16777216"));
    }
    Ok(())
}

/// The values of the heaps 0, 1, …, n under normal play; of rings, those of the rows that they become if so said.
fn single_values(
    subject: &mut Subject<'_>,
    context: &Context,
    most: u64,
    opened: bool,
) -> Result<Vec<u64>, Fault> {
    let misere = std::mem::take(&mut subject.record.modifiers.misere);
    let opened = opened.then(|| vec![true; most as usize + 1]);
    let all = Position { numbers: (0..=most).collect(), opened, ..Position::default() };
    let answer = values(subject, context, all);
    subject.record.modifiers.misere = misere;
    Ok(answer?.into_iter().map(|value| if let Value::Finite(value) = value { value } else { 0 }).collect())
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

/// The rectangle drawn of a plane of two piles, and a note when it is not all.
pub(super) fn clip(
    window: Option<Window>,
    side: u64,
    most: [u64; 2],
) -> Result<(Window, Option<String>), Fault> {
    let chosen =
        window.unwrap_or(Window { rows: (0, most[0].min(side - 1)), cols: (0, most[1].min(side - 1)) });
    let Window { rows, cols } = chosen;
    let side = |(low, high): (u64, u64)| high.checked_sub(low).and_then(|length| length.checked_add(1));
    let cells = side(rows).zip(side(cols)).and_then(|(rows, cols)| rows.checked_mul(cols));
    if cells.is_none_or(|cells| cells > MAX_CELLS) {
        return Err(wrong(
            format!("the window is empty or has more than {MAX_CELLS} cells"),
            "a window is `LOW,LOW-HIGH,HIGH`, its upper left and lower right positions",
        ));
    }
    let clipped = rows.1 < most[0] || cols.1 < most[1];
    let note = clipped.then(|| {
        format!(
            "piles {}-{} and {}-{}; the record's go to {} and {}",
            rows.0, rows.1, cols.0, cols.1, most[0], most[1]
        )
    });
    Ok((chosen, note))
}

/// Two heaps: the first down, the second along.
fn map(
    subject: &mut Subject<'_>,
    context: &Context,
    (window, side): (Option<Window>, u64),
    heaps: [u64; 2],
) -> Result<Chart, Fault> {
    let (window, note) = clip(window, side, heaps)?;
    let misere = subject.record.modifiers.misere;
    let most = window.rows.1.max(window.cols.1);
    check_row(most)?;
    let each = single_values(subject, context, most, false)?;
    let names = if subject.record.modifiers.ring { ["ring 1", "ring 2"] } else { ["heap 1", "heap 2"] };
    let cols = (window.cols.1 - window.cols.0 + 1) as usize;
    let mut chart = empty(names[0], names[1]);
    chart.cols = cols;
    (chart.first_row, chart.first_col) = (Some(window.rows.0), window.cols.0);
    (chart.has_values, chart.note) = (!misere, note);
    for a in window.rows.0..=window.rows.1 {
        let along = window.cols.0..=window.cols.1;
        chart.cells.extend(along.map(|b| outcome(&[each[a as usize], each[b as usize]], misere)));
    }
    let at = |a: u64, b: u64| -> Option<usize> {
        let inside =
            (window.rows.0..=window.rows.1).contains(&a) && (window.cols.0..=window.cols.1).contains(&b);
        inside.then(|| (a - window.rows.0) as usize * cols + (b - window.cols.0) as usize)
    };
    if let Some(index) = at(heaps[0], heaps[1]) {
        chart.cells[index].pieces = 1;
    }
    // A best move in a ring ends on no ring.
    let best = if subject.record.modifiers.ring { Vec::new() } else { targets(subject, context) };
    for mv in best {
        let Move::Heap { index, to, .. } = mv else { continue };
        let [mut a, mut b] = heaps;
        *(if index == 0 { &mut a } else { &mut b }) = to;
        if let Some(index) = at(a, b) {
            chart.cells[index].target = true;
        }
    }
    Ok(chart)
}

/// Piles: one as a row, two as a map, more as the map of the first two with the others as in the
/// record.
pub(super) fn piles(
    subject: &mut Subject<'_>,
    context: &Context,
    (part, side): (Option<Part>, u64),
    show: Show,
) -> Result<Chart, Fault> {
    let (rules, modifiers) = (&subject.record.rules, subject.record.modifiers.clone());
    let starts = subject.record.position.tuples.clone();
    let vectors = rules.vectors.arity();
    let arity = match (starts.arity(), vectors, rules.amounts().is_empty()) {
        (0, 0, true) => 2, // a named game of two piles
        (0, 0, false) => 1,
        (0, arity, _) | (arity, ..) => arity,
    };
    let most = |pile: usize| {
        starts.iter().filter_map(|start| start.get(pile)).max().copied().unwrap_or(WITHOUT_HEAPS)
    };
    let rest: Vec<u64> = starts.get(0).map_or_else(|| vec![0; arity], <[u64]>::to_vec);
    let rest = rest.get(2..).unwrap_or_default();
    let (window, note) = match arity {
        1 => {
            let stretch = part.map(|part| part.stretch(0, u64::MAX - 1)).transpose()?;
            (Window { rows: (0, 0), cols: stretch.unwrap_or((0, most(0))) }, None)
        }
        _ => clip(part.map(Part::window).transpose()?, side, [most(0), most(1)])?,
    };
    check_row(window.cols.1 - window.cols.0)?;
    let cols = (window.cols.1 - window.cols.0 + 1) as usize;
    let mut chart = empty("pile 1", if arity == 1 { "pile 1" } else { "pile 2" });
    chart.cols = cols;
    (chart.has_values, chart.note) = (true, note);
    if arity > 2 {
        chart.note = Some(format!("the other piles: {}", itertools::join(rest, ",")));
    }
    chart.first_col = window.cols.0;
    if arity > 1 {
        chart.first_row = Some(window.rows.0);
    }
    let position = |index: usize| {
        let (a, b) = (window.rows.0 + (index / cols) as u64, window.cols.0 + (index % cols) as u64);
        let mut position = if arity == 1 { vec![b] } else { vec![a, b] };
        position.extend_from_slice(rest);
        position
    };
    let at = |position: &[u64]| -> Option<usize> {
        let (a, b) = if arity == 1 { (0, position[0]) } else { (position[0], position[1]) };
        let inside = (window.rows.0..=window.rows.1).contains(&a)
            && (window.cols.0..=window.cols.1).contains(&b)
            && position.get(2..).unwrap_or_default() == rest;
        inside.then(|| (a - window.rows.0) as usize * cols + (b - window.cols.0) as usize)
    };
    let damaged: FxHashSet<&[u64]> = modifiers.damaged.iter().collect();
    let is_damaged = |position: &[u64]| {
        damaged.contains(position)
            || arity == 1 && modifiers.damaged_numbers.iter().any(|r| (r.low..=r.high).contains(&position[0]))
    };
    let rows = (window.rows.1 - window.rows.0 + 1) as usize;
    chart.cells = vec![Cell { kind: Kind::Damaged, ..Cell::default() }; rows * cols];
    let mut free = Vec::new();
    let mut all = Tuples::default();
    for index in 0..rows * cols {
        let position = position(index);
        if !is_damaged(&position) {
            free.push(index);
            all.push(&position);
        }
    }
    let all = Position { tuples: all, ..Position::default() };
    for (&index, value) in free.iter().zip(values(subject, context, all.clone())?) {
        if let Value::Finite(value) = value {
            chart.cells[index] = of_value(value);
        }
    }
    if show == Show::Moves {
        let here = subject.go_to(all);
        let is_zero = |mv: &Move| match mv {
            Move::Tuple { to, .. } => at(to.as_slice()).is_some_and(|i| chart.cells[i].kind == Kind::Lose),
            _ => false,
        };
        let found = winning_moves(subject, context, is_zero, vector);
        subject.go_to(here);
        let found = found?;
        found.of.iter().for_each(|&(piece, name)| chart.cells[free[piece]].winning = Some(name));
        chart.moves = Some(found.names);
    }
    // A heap that does not say its limit is no cell.
    for start in starts.iter().filter(|start| start.len() == arity) {
        if let Some(index) = at(start) {
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

/// The vector that a move takes; multiples of one vector have one direction.
fn vector(mv: &Move) -> Name {
    let Move::Tuple { from, to, .. } = mv else { return named(String::new()) };
    let taken: Vec<u64> =
        from.as_slice().iter().zip(to.as_slice()).map(|(from, to)| from.saturating_sub(*to)).collect();
    let common = taken.iter().copied().fold(0, gcd).max(1);
    let direction = itertools::join(taken.iter().map(|part| part / common), ",");
    Name { text: itertools::join(taken, ","), direction, hue: None }
}

/// Flags: a row of outcomes from `left` up.
pub(super) fn flags(
    subject: &mut Subject<'_>,
    context: &Context,
    part: Option<Part>,
) -> Result<Chart, Fault> {
    let heap = subject.record.position.numbers.first().copied().unwrap_or(WITHOUT_HEAPS);
    let left = subject.record.modifiers.left.unwrap_or(0);
    let (first, last) = match part {
        Some(part) => part.stretch(0, u64::MAX)?,
        None => (0, heap),
    };
    if last - first >= MAX_ASKED {
        let count = last - first;
        return Err(wrong(format!("a row of {count} heaps is too long"), "draw fewer than 1000000 heaps"));
    }
    let mut chart = empty("heap", "heap");
    chart.first_col = first;
    let here = subject.record.position.clone();
    for number in first..=last {
        if number < left {
            chart.cells.push(Cell::default());
            continue;
        }
        subject.go_to(Position { numbers: vec![number], ..Position::default() });
        let verdict = subject.verdict(context);
        match verdict {
            Ok(verdict) => chart.cells.push(of_verdict(verdict)),
            Err(fault) => {
                subject.go_to(here);
                return Err(fault);
            }
        }
    }
    subject.go_to(here);
    let best = targets(subject, context);
    let left_by = best.iter().filter_map(|mv| if let Move::Heap { to, .. } = mv { Some(*to) } else { None });
    for (number, is_record) in left_by.map(|to| (to, false)).chain([(heap, true)]) {
        let cell = number.checked_sub(first).and_then(|index| chart.cells.get_mut(index as usize));
        if let Some(cell) = cell {
            (cell.pieces, cell.target) = (cell.pieces + u8::from(is_record), cell.target || !is_record);
        }
    }
    Ok(chart)
}
