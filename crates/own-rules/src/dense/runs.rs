//! The options of one kind of move at a position, marked in the table: by strips if every part
//! moves by a constant step, by lists if one number moves by members of a set, else one by one.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places of cells are those of a list in memory, and a rule has at most 8 numbers"
)]

use super::interval::{Bounds, bounds_of, narrow, of_expr, of_set};
use super::kinds::{KindSet, Limits, MoveRun, MoveStrip, moved};
use super::order::Order;
use super::program::{BoxCode, Holds, LANES, Lanes, MemberBatch, Test, UNDEFINED, code, test};
use super::sets::{BoxSets, Members};
use super::table::{Table, TableCell};
use super::{listed, price, strips};
use crate::choice::Way;
use grundy_rules::shape::straight::changed;
use grundy_rules::tree::{Expr, MoveKind, Names, Qualifier, RangeEnds};

/// The highest last number of a box from which on its rows are worth a batch: Nim with a pass, whose rows have two
/// positions, takes three times as long by batches (`bench/compare-rules.sh`).
const MIN_ROW_TOP: i64 = 32;

/// The kinds of moves of a box. If rows are long, single options and the ends of ranges are found for all positions
/// of a segment of a row at once, which differ in their last number.
pub struct Moves<T> {
    /// The kinds that are looked at position by position.
    runs: Vec<MoveRun<T>>,
    /// The kinds without a set: those whose options have one part, then the others.
    points: Vec<Point>,
    /// The number of points whose options have one part.
    singles: usize,
    /// The steps of all points, and of the guards of ranges, at a position.
    price: u64,
    /// The kinds whose only set is a range.
    ranges: Vec<Range<T>>,
    /// The place of the first position of the segment.
    first: usize,
}

/// A kind of move without a set, and its options at the positions of a segment.
struct Point {
    /// The conditions.
    guards: Vec<Test>,
    /// The numbers of each part.
    parts: Vec<Vec<Number>>,
    /// The places of each part, [`NOWHERE`] at positions without an option.
    places: Vec<Lanes>,
}

/// A number of an option, for a batch of members.
struct Number {
    /// The number.
    code: BoxCode,
    /// Whether it is known to lie in the box if the guards hold.
    is_inside: bool,
}

/// A kind of move whose only set is the range of a strip.
struct Range<T> {
    /// The conditions.
    guards: Vec<Test>,
    /// The first and the last member.
    ends: [BoxCode; 2],
    /// The ends at the positions of a segment, the first above the last at positions without options.
    at: Box<[Lanes; 2]>,
    /// The function that marks the options between two members.
    strip: MoveStrip<T>,
}

/// The place of an option that does not exist.
const NOWHERE: i64 = -1;

/// Sorts points by their number of parts, and counts those of one.
fn singles_first(points: &mut [Point]) -> usize {
    points.sort_by_key(|point| point.parts.len());
    points.partition_point(|point| point.parts.len() == 1)
}

impl<T: TableCell> Moves<T> {
    /// Compiles these kinds, for positions that are looked at in this order.
    pub fn new(kinds: &[&MoveKind], order: &Order, shared: &mut BoxSets) -> Self {
        let by_batches =
            order.is_natural() && shared.tops.last().is_some_and(|&top| top >= MIN_ROW_TOP);
        let mut moves = Moves {
            runs: Vec::new(),
            points: Vec::new(),
            singles: 0,
            price: 0,
            ranges: Vec::new(),
            first: 0,
        };
        for kind in kinds {
            if !by_batches || moves.look_ahead_of(kind, shared).is_none() {
                moves
                    .runs
                    .extend(run_from(kind, 0, bounds_of(&shared.tops), shared));
            }
        }
        moves.singles = singles_first(&mut moves.points);
        moves
    }

    /// Adds a kind to those looked at ahead, unless it never yields an option in the box. Returns `None` if it has other
    /// sets than the range of a strip.
    fn look_ahead_of(&mut self, kind: &MoveKind, shared: &mut BoxSets) -> Option<()> {
        let mut bounds = bounds_of(&shared.tops);
        let last = Some(shared.tops.len() as u8 - 1);
        let mut guards = Vec::new();
        let mut price = 1;
        for (level, qualifier) in kind.qualifiers.iter().enumerate() {
            match qualifier {
                Qualifier::If(cond) => {
                    guards.push(test(cond, &bounds, last));
                    price += price::of_cond(cond, &bounds);
                    if narrow(cond, &mut bounds) != Some(true) {
                        return Some(());
                    }
                }
                Qualifier::For(name, set) => {
                    let RangeEnds { low, high } = set.range()?;
                    if !strips::fits(kind, *name) {
                        return None;
                    }
                    let ends = [code(low, &bounds, last), code(high, &bounds, last)];
                    let Ok(Some(between)) = of_set(set, &bounds) else {
                        return Some(());
                    };
                    bounds[usize::from(*name)] = between;
                    let limits = Limits::new(&kind.qualifiers[level + 1..], *name, &bounds)?;
                    let strip = strips::run(kind, *name, &bounds, limits);
                    shared.went(Way::Strips);
                    let of_run = price::of_set(set, &bounds)
                        + price::of_kind(kind, level + 1, &bounds)
                        + RUN_STEPS;
                    self.price += price + of_run;
                    self.ranges.push(Range {
                        guards,
                        ends,
                        at: Box::new([[0; LANES]; 2]),
                        strip,
                    });
                    return Some(());
                }
            }
        }
        self.price += price + price::of_kind(kind, kind.qualifiers.len(), &bounds);
        let part = |part: &Vec<Expr>| numbers(part, &bounds, last, &shared.tops);
        let parts = kind.parts.iter().map(part).collect();
        shared.went(Way::SingleOptions);
        self.points.push(Point {
            guards,
            parts,
            places: vec![[0; LANES]; kind.parts.len()],
        });
        Some(())
    }

    /// Returns whether there are no kinds of moves.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.points.is_empty() && self.ranges.is_empty()
    }

    /// Marks the options of the position that the names give.
    #[inline]
    pub fn mark(&mut self, table: &mut Table<T>, names: &mut Names) {
        let k = table.at - self.first;
        table.work += self.price;
        if !self.points.is_empty() {
            let (singles, sums) = self.points.split_at(self.singles);
            table.mark_places(singles.iter().map(|point| point.places[0][k % LANES]));
            for point in sums {
                mark_sum_of(table, &point.places, k);
            }
        }
        for Range { at, strip, .. } in &mut self.ranges {
            let from = at[0][k % LANES];
            let to = at[1][k % LANES];
            if from <= to {
                strip(table, names, from, to);
            }
        }
        for run in &mut self.runs {
            run(table, names);
        }
    }

    /// Looks ahead at positions from a place on, which follow each other in their last number.
    pub fn look_ahead(&mut self, table: &Table<T>, names: &Names, at: usize, count: usize) {
        self.first = at;
        if self.points.is_empty() && self.ranges.is_empty() {
            return;
        }
        let last = table.dims.len() - 1;
        let members = MemberBatch::run(names[last], count);
        let batch = MemberBatch {
            names,
            slot: last as u8,
            members: &members,
            count,
        };
        for Point {
            guards,
            parts,
            places,
        } in &mut self.points
        {
            batch_places(
                table,
                &batch,
                parts,
                &mut batch_holds(&batch, guards),
                places,
            );
        }
        for Range {
            guards, ends, at, ..
        } in &mut self.ranges
        {
            let alive = batch_holds(&batch, guards);
            let [low, high] = &mut **at;
            batch.value(&ends[0], low);
            batch.value(&ends[1], high);
            for ((low, high), alive) in low.iter_mut().zip(high).zip(alive).take(count) {
                if *low == UNDEFINED || alive == 0 {
                    *low = 0;
                    *high = UNDEFINED;
                }
            }
        }
    }
}

/// Compiles the numbers of a part, for batches of members of a name.
fn numbers(part: &[Expr], bounds: &Bounds, member: Option<u8>, tops: &[i64]) -> Vec<Number> {
    let is_inside = |e: &Expr, top: i64| {
        of_expr(e, bounds).is_some_and(|n| !n.partial && 0 <= n.low && n.high <= top)
    };
    part.iter()
        .zip(tops)
        .map(|(e, &top)| Number {
            code: code(e, bounds, member),
            is_inside: is_inside(e, top),
        })
        .collect()
}

/// Marks the option of this number in a batch, whose parts have these places.
#[inline]
fn mark_sum_of<T: TableCell>(table: &mut Table<T>, places: &[Lanes], k: usize) {
    if places[0][k] != NOWHERE {
        table.mark_sum(places.iter().map(|places| places[k] as usize));
    }
}

/// Finds the members of a batch for which all guards hold.
pub fn batch_holds(batch: &MemberBatch<'_>, guards: &[Test]) -> Holds {
    let mut alive: Holds = [1; LANES];
    let mut holds: Holds = [0; LANES];
    for guard in guards {
        batch.holds(guard, &mut holds);
        for (alive, holds) in alive[..batch.count].iter_mut().zip(&holds[..batch.count]) {
            *alive &= u8::from(*holds == 1);
        }
    }
    alive
}

/// Finds the places of the parts for each member of a batch that is alive; a part outside of the box leaves no option.
fn batch_places<T: TableCell>(
    table: &Table<T>,
    batch: &MemberBatch<'_>,
    parts: &[Vec<Number>],
    alive: &mut Holds,
    places: &mut [Lanes],
) {
    let count = batch.count;
    let mut lanes: Lanes = [0; LANES];
    for (part, places) in parts.iter().zip(&mut *places) {
        let places = &mut places[..count];
        for (i, Number { code, is_inside }) in part.iter().enumerate() {
            let dim = table.dims[i];
            let stride = table.strides[i];
            batch.value(code, &mut lanes);
            let numbers = &mut lanes[..count];
            if !is_inside {
                for (alive, n) in alive[..count].iter_mut().zip(&mut *numbers) {
                    let inside = (*n as u64) < dim as u64;
                    *alive &= u8::from(inside);
                    *n = if inside { *n } else { 0 };
                }
            }
            if stride != 1 {
                for n in &mut *numbers {
                    *n *= stride;
                }
            }
            if i == 0 {
                places.copy_from_slice(numbers);
            } else {
                for (place, n) in places.iter_mut().zip(numbers) {
                    *place += *n;
                }
            }
        }
    }
    if alive[..count] != [1; LANES][..count] {
        for places in places {
            bury(&mut places[..count], &alive[..count]);
        }
    }
}

/// Moves the options of members that are not alive out of the box.
fn bury(places: &mut [i64], alive: &[u8]) {
    for (place, &alive) in places.iter_mut().zip(alive) {
        *place = if alive == 1 { *place } else { NOWHERE };
    }
}

/// The steps a member of an outer set costs, without its options.
const MEMBER_STEPS: u64 = 16;

/// The steps of a member of a batch, without those of its expressions: some 4 ns where places lie far
/// apart (`rules [a,b,c] -> [a-d,b-d,c] for d in 1..min(a,b) if d % 7 != 3 | [a,b,c-d] for d in 1..c : 250,250,250`).
const BATCH_STEPS: u64 = 10;

/// The steps of a run along a strip or a list, without those of its options: some 15 ns (`bench/compare-rules.sh`).
const RUN_STEPS: u64 = 16;

/// Compiles the run of a kind of move from this level on; `None` if it never yields an option in the box.
fn run_from<T: TableCell>(
    kind: &MoveKind,
    level: usize,
    mut bounds: Bounds,
    shared: &mut BoxSets,
) -> Option<MoveRun<T>> {
    match kind.qualifiers.get(level) {
        None => {
            shared.went(Way::SingleOptions);
            Some(point(kind, &bounds))
        }
        Some(Qualifier::If(cond)) => {
            let holds = test(cond, &bounds, None);
            let price = price::of_cond(cond, &bounds);
            if !narrow(cond, &mut bounds)? {
                return None;
            }
            let mut next = run_from(kind, level + 1, bounds, shared)?;
            Some(Box::new(move |table, names| {
                table.work += price;
                if holds.at(names) == Some(true) {
                    next(table, names);
                }
            }))
        }
        Some(Qualifier::For(name, set)) => {
            let between = of_set(set, &bounds).ok()??;
            let outer = bounds;
            bounds[usize::from(*name)] = between;
            let of = KindSet {
                kind,
                level,
                name: *name,
                set,
                outer: &outer,
                bounds: &bounds,
            };
            run_over_set(&of, shared)
        }
    }
}

/// Compiles the run over the members of a set and of all sets after it, in the first way that fits: along a strip, from
/// lists, by batches of members, or member by member.
fn run_over_set<T: TableCell>(of: &KindSet<'_>, shared: &mut BoxSets) -> Option<MoveRun<T>> {
    let kind = of.kind;
    let inner = &kind.qualifiers[of.level + 1..];
    let is_innermost = inner
        .iter()
        .all(|qualifier| matches!(qualifier, Qualifier::If(_)));
    let mut limits = Limits::new(inner, of.name, of.bounds);
    if let Some(RangeEnds { low, high }) = of.set.range()
        && strips::fits(kind, of.name)
        && let Some(limits) = limits.take()
    {
        shared.went(Way::Strips);
        return Some(along_strip(of, low, high, limits));
    }
    // A strip over the last set reads the table faster than lists.
    if (is_innermost || !ends_in_strip(kind))
        && let Some(list) = listed::run(of, limits, shared)
    {
        return Some(list);
    }
    if is_innermost {
        return Some(by_batches(of, shared));
    }
    member_by_member(of, shared)
}

/// Compiles the run over a range along which every part is straight.
fn along_strip<T: TableCell>(
    of: &KindSet<'_>,
    low: &Expr,
    high: &Expr,
    limits: Limits,
) -> MoveRun<T> {
    let low = code(low, of.outer, None);
    let high = code(high, of.outer, None);
    let price = price::of_set(of.set, of.outer)
        + price::of_kind(of.kind, of.level + 1, of.bounds)
        + RUN_STEPS;
    let mut strip = strips::run(of.kind, of.name, of.bounds, limits);
    Box::new(move |table, names| {
        table.work += price;
        let from = low.at(names);
        let to = high.at(names);
        if from != UNDEFINED && from <= to {
            strip(table, names, from, to);
        }
    })
}

/// Compiles the run over a set after which others follow; `None` if they never yield an option in the box.
fn member_by_member<T: TableCell>(of: &KindSet<'_>, shared: &mut BoxSets) -> Option<MoveRun<T>> {
    let mut next = run_from(of.kind, of.level + 1, *of.bounds, shared)?;
    let members = Members::of(of.set, of.outer, shared);
    let slot = usize::from(of.name);
    let price = price::of_set(of.set, of.outer);
    Some(Box::new(move |table, names| {
        table.work += price;
        let visited = members.each(names, &mut |names, n| {
            names[slot] = n;
            next(table, names);
            // A member that leaves no options costs its steps as well.
            table.work += MEMBER_STEPS;
            !table.is_over()
        });
        table.work += visited;
    }))
}

/// Returns whether the last set of a kind is a range along which every part is straight.
fn ends_in_strip(kind: &MoveKind) -> bool {
    let last = kind
        .qualifiers
        .iter()
        .rev()
        .find_map(|qualifier| match qualifier {
            Qualifier::For(name, set) => Some((*name, set)),
            Qualifier::If(_) => None,
        });
    last.is_some_and(|(name, set)| set.range().is_some() && strips::fits(kind, name))
}

/// Compiles the run of an option without a set, at one position.
fn point<T: TableCell>(kind: &MoveKind, bounds: &Bounds) -> MoveRun<T> {
    let changed = |part: &Vec<Expr>| {
        changed(part)
            .map(|(i, e)| (i, code(e, bounds, None)))
            .collect()
    };
    let parts: Vec<Vec<(usize, BoxCode)>> = kind.parts.iter().map(changed).collect();
    let price = 1 + price::of_kind(kind, kind.qualifiers.len(), bounds);
    Box::new(move |table, names| {
        table.work += price;
        let mut places = smallvec::SmallVec::<[usize; 8]>::new();
        for part in &parts {
            let Some(at) = moved(table, names, part) else {
                return;
            };
            places.push(at as usize);
        }
        table.mark_sum(places.into_iter());
    })
}

/// Compiles the run over the members of the set at this level, which is the innermost `for`, a batch at a time.
fn by_batches<T: TableCell>(of: &KindSet<'_>, shared: &mut BoxSets) -> MoveRun<T> {
    let &KindSet {
        kind,
        level,
        name: slot,
        set,
        outer,
        bounds,
    } = of;
    let members = Members::of(set, outer, shared);
    let guards = kind.qualifiers[level + 1..]
        .iter()
        .filter_map(|qualifier| match qualifier {
            Qualifier::If(cond) => Some(test(cond, bounds, Some(slot))),
            Qualifier::For(..) => None,
        });
    let guards: Vec<Test> = guards.collect();
    let parts: Vec<Vec<Number>> = kind
        .parts
        .iter()
        .map(|part| numbers(part, bounds, Some(slot), &shared.tops))
        .collect();
    let mut places = vec![[0; LANES]; parts.len()];
    let price = BATCH_STEPS + price::of_kind(kind, level + 1, bounds);
    let set_price = price::of_set(set, outer);
    shared.went(Way::Batches);
    Box::new(move |table, names| {
        let mut mark = |table: &mut Table<T>, names: &Names, members: &Lanes, count: usize| {
            table.work += count as u64 * price + 8;
            let batch = MemberBatch {
                names,
                slot,
                members,
                count,
            };
            batch_places(
                table,
                &batch,
                &parts,
                &mut batch_holds(&batch, &guards),
                &mut places,
            );
            match &places[..] {
                [places] => table.mark_places(places[..count].iter().copied()),
                places => {
                    for k in 0..count {
                        mark_sum_of(table, places, k);
                    }
                }
            }
        };
        if let Members::Range(low, high) = &members {
            let mut next = low.at(names);
            let high = high.at(names);
            while next != UNDEFINED && next <= high && !table.is_over() {
                let count = (high - next + 1).min(LANES as i64);
                mark(
                    table,
                    names,
                    &MemberBatch::run(next, count as usize),
                    count as usize,
                );
                next += count;
            }
            return;
        }
        let mut batch = [0; LANES];
        let mut count = 0;
        let visited = members.each(names, &mut |names, n| {
            batch[count] = n;
            count += 1;
            if count == LANES {
                mark(table, names, &batch, count);
                count = 0;
            }
            count > 0 || !table.is_over()
        });
        table.work += visited + set_price;
        if count > 0 {
            mark(table, names, &batch, count);
        }
    })
}
