//! The options of one kind of move at a position, marked in the table: by strips where every part
//! moves by a constant step, by lists where one number moves by members of a set, else one by one.

use super::super::tree::{Cond, Expr, Function, Item, Kind, Names, Op, Qualifier, Relation, Set};
use super::interval::{Bounds, Members as Between, bounds_of, narrow, of_set};
use super::program::{Batch, Code, Holds, LANES, Lanes, Test, UNDEFINED, code, test};
use super::sets::{Members, Shared};
use super::table::{Cell, Table};
use super::{listed, price, strips};

/// The highest last number of a box from which on its rows are worth a batch: Nim with a pass, whose rows have two
/// positions, takes three times as long by batches (`bench/compare-rules.sh`).
const LEAST_ROW: i64 = 32;

/// Marks the options of one kind of move at the position that the names give.
pub type Run<T> = Box<dyn Fn(&mut Table<T>, &mut Names)>;

/// The kinds of moves of a box. Those without a set have at most one option at each position: where rows are
/// long, these are found for a batch of positions at once, which differ in their last number.
pub struct Moves<T> {
    runs: Vec<Run<T>>,
    /// Those whose options have one part, then the others.
    points: Vec<Point>,
    /// The number of points whose options have one part.
    singles: usize,
    /// The steps of all points at a position.
    price: u64,
    /// The positions of the batch: the place of the first, and their number.
    first: usize,
    count: usize,
    /// The options of the single points, position after position.
    places: Vec<i64>,
}

/// A kind of move without a set, and its options at the positions of a batch.
struct Point {
    guards: Vec<Test>,
    parts: Vec<Vec<Code>>,
    /// By part: the places, [`NOWHERE`] at positions without an option.
    places: Vec<Lanes>,
}

/// The place of an option that does not exist.
const NOWHERE: i64 = -1;

impl<T: Cell> Moves<T> {
    /// Of these kinds, at positions that are looked at in the order of the table or in another one.
    pub fn new<'a>(kinds: impl Iterator<Item = &'a Kind>, in_order: bool, shared: &mut Shared) -> Self {
        let by_batches = in_order && shared.tops.last().is_some_and(|&top| top >= LEAST_ROW);
        let (mut runs, mut points, mut price) = (Vec::new(), Vec::new(), 0);
        for kind in kinds {
            let has_set = kind.qualifiers.iter().any(|qualifier| matches!(qualifier, Qualifier::For(..)));
            if has_set || !by_batches {
                runs.extend(run_from(kind, 0, bounds_of(&shared.tops), shared));
            } else {
                price += 1 + price::of_kind(kind, 0, &bounds_of(&shared.tops));
                points.extend(Point::new(kind, &shared.tops));
            }
        }
        points.sort_by_key(|point| point.parts.len());
        let singles = points.partition_point(|point| point.parts.len() == 1);
        Moves { runs, singles, price, first: 0, count: 0, places: vec![NOWHERE; singles * LANES], points }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.points.is_empty()
    }

    /// Marks the options of the position at a place, which the names give.
    #[inline]
    pub fn mark(&mut self, table: &mut Table<T>, names: &mut Names, at: usize) {
        if !self.points.is_empty() {
            if at.wrapping_sub(self.first) >= self.count {
                self.begin(table, names, at);
            }
            table.work += self.price;
            let k = at - self.first;
            table.mark_places(&self.places[k * self.singles..][..self.singles]);
            for point in &self.points[self.singles..] {
                mark_sum_of(table, &point.places, k);
            }
        }
        for run in &self.runs {
            run(table, names);
        }
    }

    /// Finds the options at the positions from a place on, to the end of the row.
    #[cold]
    fn begin(&mut self, table: &Table<T>, names: &Names, at: usize) {
        let last = table.dims.len() - 1;
        self.first = at;
        self.count = ((table.dims[last] - names[last]) as usize).min(LANES);
        let mut members = [0; LANES];
        members[..self.count].iter_mut().zip(names[last]..).for_each(|(member, n)| *member = n);
        let batch = Batch { names, slot: last as u8, members: &members, count: self.count };
        for Point { guards, parts, places } in &mut self.points {
            batch_places(table, &batch, parts, &mut batch_holds(&batch, guards), places);
        }
        for (i, point) in self.points[..self.singles].iter().enumerate() {
            let to = self.places[i..].iter_mut().step_by(self.singles);
            to.zip(&point.places[0]).for_each(|(to, &place)| *to = place);
        }
    }
}

/// Marks the option of this number in a batch, whose parts have these places.
#[inline]
fn mark_sum_of<T: Cell>(table: &mut Table<T>, places: &[Lanes], k: usize) {
    if places[0][k] != NOWHERE {
        let parts = places.iter().map(|places| places[k] as usize);
        table.mark_sum(&parts.collect::<smallvec::SmallVec<[usize; 8]>>());
    }
}

impl Point {
    /// None if the kind never yields an option in the box.
    fn new(kind: &Kind, tops: &[i64]) -> Option<Point> {
        let (mut bounds, last) = (bounds_of(tops), Some(tops.len() as u8 - 1));
        let mut guards = Vec::new();
        for qualifier in &kind.qualifiers {
            if let Qualifier::If(cond) = qualifier {
                guards.push(test(cond, &bounds, last));
                if !narrow(cond, &mut bounds)? {
                    return None;
                }
            }
        }
        let parts = kind.parts.iter().map(|part| part.iter().map(|e| code(e, &bounds, last)).collect());
        let places = vec![[0; LANES]; kind.parts.len()];
        Some(Point { guards, parts: parts.collect(), places })
    }
}

/// The members of a batch for which all guards hold.
fn batch_holds(batch: &Batch<'_>, guards: &[Test]) -> Holds {
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

/// The places of the parts for each member of a batch that is alive; a part outside of the box leaves no option.
fn batch_places<T: Cell>(
    table: &Table<T>,
    batch: &Batch<'_>,
    parts: &[Vec<Code>],
    alive: &mut Holds,
    places: &mut [Lanes],
) {
    let count = batch.count;
    let mut numbers: Lanes = [0; LANES];
    for (part, places) in parts.iter().zip(&mut *places) {
        places[..count].fill(0);
        for (i, e) in part.iter().enumerate() {
            let (dim, stride) = (table.dims[i], table.strides[i]);
            batch.value(e, &mut numbers);
            for ((place, alive), &n) in
                places[..count].iter_mut().zip(&mut alive[..count]).zip(&numbers[..count])
            {
                let inside = (n as u64) < dim as u64;
                *alive &= u8::from(inside);
                *place += if inside { n * stride } else { 0 };
            }
        }
    }
    for places in places {
        bury(&mut places[..count], &alive[..count]);
    }
}

/// Moves the options of members that are not alive out of the box.
fn bury(places: &mut [i64], alive: &[u8]) {
    places
        .iter_mut()
        .zip(alive)
        .for_each(|(place, &alive)| *place = if alive == 1 { *place } else { NOWHERE });
}

/// The steps a member of an outer set costs, beside its options.
const MEMBER: u64 = 16;

/// The run of a kind of move from this level on; none if it never yields an option in the box.
fn run_from<T: Cell>(kind: &Kind, level: usize, mut bounds: Bounds, shared: &mut Shared) -> Option<Run<T>> {
    match kind.qualifiers.get(level) {
        None => Some(point(kind, &bounds)),
        Some(Qualifier::If(cond)) => {
            let (holds, price) = (test(cond, &bounds, None), price::of_cond(cond, &bounds));
            if !narrow(cond, &mut bounds)? {
                return None;
            }
            let next = run_from(kind, level + 1, bounds, shared)?;
            Some(Box::new(move |table, names| {
                table.work += price;
                if holds.at(names) == Some(true) {
                    next(table, names);
                }
            }))
        }
        Some(Qualifier::For(name, set)) => {
            let Between::Between(between) = of_set(set, &bounds)? else { return None };
            let outer = bounds;
            bounds[usize::from(*name)] = between;
            let innermost = kind.qualifiers[level + 1..].iter().all(|q| matches!(q, Qualifier::If(_)));
            if innermost {
                let guards: Vec<&Cond> = kind.qualifiers[level + 1..]
                    .iter()
                    .filter_map(|q| if let Qualifier::If(cond) = q { Some(cond) } else { None })
                    .collect();
                if let Some(limits) = Limits::new(&guards, *name, &bounds) {
                    let innermost = Innermost { kind, name: *name, set, outer: &outer, bounds: &bounds };
                    if let Some(run) = strip(&innermost, limits, shared) {
                        return Some(run);
                    }
                }
                return Some(by_batches(kind, level, *name, set, &outer, shared));
            }
            let next = run_from(kind, level + 1, bounds, shared)?;
            let members = Members::of(set, &outer, shared);
            let slot = usize::from(*name);
            Some(Box::new(move |table, names| {
                let outer = *names;
                members.each(&outer, &mut |n| {
                    names[slot] = n;
                    next(table, names);
                    // Also where it leaves no options.
                    table.work += MEMBER;
                    !table.is_over()
                });
            }))
        }
    }
}

/// The run of an option without a set, at one position.
fn point<T: Cell>(kind: &Kind, bounds: &Bounds) -> Run<T> {
    let parts: Vec<Vec<Code>> =
        kind.parts.iter().map(|part| part.iter().map(|e| code(e, bounds, None)).collect()).collect();
    let price = 1 + price::of_kind(kind, kind.qualifiers.len(), bounds);
    Box::new(move |table, names| {
        table.work += price;
        let mut places = smallvec::SmallVec::<[usize; 8]>::new();
        for part in &parts {
            let mut at = 0;
            for ((e, &dim), &stride) in part.iter().zip(&table.dims).zip(&table.strides) {
                let n = e.at(names);
                // An undefined number is negative, too.
                if n < 0 || n >= dim {
                    return;
                }
                at += n * stride;
            }
            places.push(at as usize);
        }
        table.mark_sum(&places);
    })
}

/// The run over the members of the set at this level, which is the innermost `for`, a batch at a time.
fn by_batches<T: Cell>(
    kind: &Kind,
    level: usize,
    slot: u8,
    set: &Set,
    outer: &Bounds,
    shared: &mut Shared,
) -> Run<T> {
    let members = Members::of(set, outer, shared);
    let mut bounds = *outer;
    if let Some(Between::Between(between)) = of_set(set, outer) {
        bounds[usize::from(slot)] = between;
    }
    let guards = kind.qualifiers[level + 1..].iter().filter_map(|qualifier| match qualifier {
        Qualifier::If(cond) => Some(test(cond, &bounds, Some(slot))),
        Qualifier::For(..) => None,
    });
    let guards: Vec<Test> = guards.collect();
    let parts: Vec<Vec<Code>> =
        kind.parts.iter().map(|part| part.iter().map(|e| code(e, &bounds, Some(slot))).collect()).collect();
    let price = 4 + price::of_kind(kind, level + 1, &bounds);
    Box::new(move |table, names| {
        let names: &Names = names;
        let mut batch = [0; LANES];
        if let Members::Range(low, high) = &members {
            let (mut next, high) = (low.at(names), high.at(names));
            if next == UNDEFINED || high == UNDEFINED {
                return;
            }
            while next <= high && !table.is_over() {
                let count = (high - next + 1).min(LANES as i64) as usize;
                batch[..count].iter_mut().zip(next..).for_each(|(member, n)| *member = n);
                table.work += count as u64 * price;
                mark_batch(table, &parts, &guards, &Batch { names, slot, members: &batch, count });
                next += count as i64;
            }
            return;
        }
        let mut count = 0;
        members.each(names, &mut |n| {
            batch[count] = n;
            count += 1;
            if count == LANES {
                table.work += count as u64 * price;
                mark_batch(table, &parts, &guards, &Batch { names, slot, members: &batch, count });
                count = 0;
            }
            count > 0 || !table.is_over()
        });
        if count > 0 {
            table.work += count as u64 * price;
            mark_batch(table, &parts, &guards, &Batch { names, slot, members: &batch, count });
        }
    })
}

/// Marks the options of a batch.
fn mark_batch<T: Cell>(table: &mut Table<T>, parts: &[Vec<Code>], guards: &[Test], batch: &Batch<'_>) {
    let count = batch.count;
    table.work += 8;
    let mut alive = batch_holds(batch, guards);
    if let [part] = parts
        && let [e] = &part[..]
    {
        // One number, which is its place.
        let mut numbers: Lanes = [0; LANES];
        batch.value(e, &mut numbers);
        bury(&mut numbers[..count], &alive[..count]);
        table.mark_places(&numbers[..count]);
        return;
    }
    let mut places: smallvec::SmallVec<[Lanes; 2]> = smallvec::smallvec![[0; LANES]; parts.len()];
    batch_places(table, batch, parts, &mut alive, &mut places);
    match &places[..] {
        [places] => table.mark_places(&places[..count]),
        places => (0..count).for_each(|k| mark_sum_of(table, places, k)),
    }
}

/// Bounds that guards put on the innermost name.
pub struct Limits {
    low: Vec<Code>,
    high: Vec<Code>,
    excluded: Vec<Code>,
    /// Guards free of the name.
    preconditions: Vec<Test>,
}

impl Limits {
    /// The limits that say the same as these guards, if there are such.
    fn new(guards: &[&Cond], name: u8, bounds: &Bounds) -> Option<Limits> {
        let mut limits =
            Limits { low: Vec::new(), high: Vec::new(), excluded: Vec::new(), preconditions: Vec::new() };
        for guard in guards {
            limits.add(guard, name, bounds)?;
        }
        (limits.excluded.len() <= 1).then_some(limits)
    }

    fn add(&mut self, guard: &Cond, name: u8, bounds: &Bounds) -> Option<()> {
        if !guard.uses(name) {
            self.preconditions.push(test(guard, bounds, None));
            return Some(());
        }
        match guard {
            Cond::And(a, b) => {
                self.add(a, name, bounds)?;
                self.add(b, name, bounds)
            }
            Cond::Chain(first, links) => {
                let mut left = &**first;
                for (relation, right) in links {
                    self.add_link(left, *relation, right, name, bounds)?;
                    left = right;
                }
                Some(())
            }
            _ => None,
        }
    }

    fn add_link(&mut self, a: &Expr, relation: Relation, b: &Expr, name: u8, bounds: &Bounds) -> Option<()> {
        let (relation, other) = match (a, b) {
            (Expr::Name(n), other) if *n == name => (relation, other),
            (other, Expr::Name(n)) if *n == name => (relation.turned(), other),
            _ => return None,
        };
        if other.uses(name) {
            return None;
        }
        let plus = |e: &Expr, by: i64| Expr::Binary(Op::Add, Box::new(e.clone()), Box::new(Expr::Number(by)));
        match relation {
            Relation::Lt => self.high.push(code(&plus(other, -1), bounds, None)),
            Relation::Le => self.high.push(code(other, bounds, None)),
            Relation::Gt => self.low.push(code(&plus(other, 1), bounds, None)),
            Relation::Ge => self.low.push(code(other, bounds, None)),
            Relation::Eq => {
                self.low.push(code(other, bounds, None));
                self.high.push(code(other, bounds, None));
            }
            Relation::Ne => self.excluded.push(code(other, bounds, None)),
        }
        Some(())
    }

    /// The least and the greatest member allowed, and one between that is not; none if there are
    /// no options.
    #[inline]
    pub fn at(&self, names: &Names) -> Option<(i64, i64, Option<i64>)> {
        let (mut low, mut high, mut excluded) = (i64::MIN + 1, i64::MAX - 1, None);
        for e in &self.low {
            match e.at(names) {
                UNDEFINED => return None,
                n => low = low.max(n),
            }
        }
        for e in &self.high {
            match e.at(names) {
                UNDEFINED => return None,
                n => high = high.min(n),
            }
        }
        for e in &self.excluded {
            match e.at(names) {
                UNDEFINED => return None,
                n => excluded = Some(n),
            }
        }
        for cond in &self.preconditions {
            if cond.at(names) != Some(true) {
                return None;
            }
        }
        Some((low, high, excluded))
    }

    pub fn is_none(&self) -> bool {
        self.low.is_empty()
            && self.high.is_empty()
            && self.excluded.is_empty()
            && self.preconditions.is_empty()
    }
}

/// The innermost set of a kind of moves: its name, and the bounds of names outside of it and within.
pub struct Innermost<'a> {
    pub kind: &'a Kind,
    pub name: u8,
    pub set: &'a Set,
    pub outer: &'a Bounds,
    pub bounds: &'a Bounds,
}

/// The run over the members of the innermost set, if its parts move regularly.
fn strip<T: Cell>(innermost: &Innermost<'_>, limits: Limits, shared: &mut Shared) -> Option<Run<T>> {
    let range = match innermost.set {
        Set::Items(items) => match &items[..] {
            [Item::Range(low, high, None)] => Some((low, high)),
            _ => None,
        },
        Set::Named(..) => None,
    };
    match range {
        Some((low, high)) if strips::fits(innermost.kind, innermost.name) => {
            Some(strips::run(innermost, low, high, limits))
        }
        _ => listed::run(innermost, limits, shared),
    }
}

/// Whether an expression is free of a name.
pub fn free(e: &Expr, name: u8) -> bool {
    !e.uses(name)
}

/// Whether an expression holds no other name.
pub fn only(e: &Expr, name: u8) -> bool {
    let mut only = true;
    e.names(&mut |other| only &= other == name);
    only
}

/// Whether a function can bend a straight line.
pub fn bends(function: Function) -> bool {
    matches!(function, Function::Min | Function::Max)
}
