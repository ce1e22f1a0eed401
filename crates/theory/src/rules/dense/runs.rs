//! The options of one kind of move at a position, marked in the table: by strips where every part
//! moves by a constant step, by lists where one number moves by members of a set, else one by one.

use super::super::tree::{Cond, Expr, Function, Item, Kind, Names, Op, Qualifier, Relation, Set, SetName};
use super::batch;
use super::board::{Board, Run};
use super::closure::{Number, Test, UNDEFINED, number, test};
use super::each::{Shared, members_of};
use super::interval::{Bounds, Members, bounds_of, narrow, of_set};

/// What a member of an outer set costs, in steps, beside its options.
const MEMBER: u64 = 16;

/// The run of a kind of move; none if it never yields an option in the box.
pub fn run_of<B: Board>(kind: &Kind, shared: &mut Shared) -> Option<Run<B>> {
    run_from(kind, 0, bounds_of(&shared.tops), shared)
}

fn run_from<B: Board>(kind: &Kind, level: usize, mut bounds: Bounds, shared: &mut Shared) -> Option<Run<B>> {
    match kind.qualifiers.get(level) {
        None => Some(point(kind, &bounds)),
        Some(Qualifier::If(cond)) => {
            let cond = test(cond, &bounds);
            let Some(Qualifier::If(tree)) = kind.qualifiers.get(level) else { return None };
            if !narrow(tree, &mut bounds)? {
                return None;
            }
            let next = run_from(kind, level + 1, bounds, shared)?;
            Some(Box::new(move |table, names| {
                if cond(names) == Some(true) {
                    next(table, names);
                }
            }))
        }
        Some(Qualifier::For(name, set)) => {
            let Members::Between(between) = of_set(set, &bounds)? else { return None };
            let outer = bounds;
            bounds[usize::from(*name)] = between;
            let innermost = kind.qualifiers[level + 1..].iter().all(|q| matches!(q, Qualifier::If(_)));
            if innermost {
                let guards: Vec<&Cond> = kind.qualifiers[level + 1..]
                    .iter()
                    .filter_map(|q| if let Qualifier::If(cond) = q { Some(cond) } else { None })
                    .collect();
                if let Some(limits) = Limits::new(&guards, *name, &bounds) {
                    let run = strip(kind, *name, set, &outer, &bounds, limits, shared);
                    if let Ok(run) = run {
                        return Some(run);
                    }
                }
                return Some(batch::run(kind, level, *name, set, &outer, shared));
            }
            let next = run_from(kind, level + 1, bounds, shared)?;
            let each = members_of(set, &outer, shared);
            let slot = usize::from(*name);
            if let Set::Named(SetName::Bits, arguments) = set {
                let n = number(&arguments[0], &outer);
                return Some(Box::new(move |table: &mut B, names| {
                    let mut left = n.at(names).max(0);
                    while left != 0 {
                        names[slot] = i64::from(left.trailing_zeros());
                        left &= left - 1;
                        next(table, names);
                    }
                }));
            }
            Some(Box::new(move |table, names| {
                let outer = *names;
                each(&outer, &mut |n| {
                    names[slot] = n;
                    next(table, names);
                    // Also where it leaves no options.
                    table.spend(MEMBER);
                    !table.is_over()
                });
            }))
        }
    }
}

/// An option without a name that varies.
fn point<B: Board>(kind: &Kind, bounds: &Bounds) -> Run<B> {
    let parts: Vec<Vec<Number>> =
        kind.parts.iter().map(|part| part.iter().map(|e| number(e, bounds)).collect()).collect();
    if parts.len() == 1 {
        let Some(part) = parts.into_iter().next() else { return Box::new(|_, _| {}) };
        return Box::new(move |board, names| {
            board.spend(1);
            let place = place_of(board, &part, names);
            board.mark_places(place.into_iter());
        });
    }
    Box::new(move |board, names| {
        board.spend(1);
        let mut places = smallvec::SmallVec::<[usize; 8]>::new();
        let mut exists = true;
        for part in &parts {
            // An undefined number anywhere leaves no option, and so does a part that is no position.
            match place_of(board, part, names) {
                Some(place) => places.push(place),
                None => exists = false,
            }
        }
        if exists {
            board.mark_sum_at(&places);
        }
    })
}

#[inline]
fn place_of<B: Board>(board: &B, part: &[Number], names: &Names) -> Option<usize> {
    let mut at = 0;
    for ((e, &dim), &stride) in part.iter().zip(board.dims()).zip(board.strides()) {
        let n = e.at(names);
        // What is undefined is negative, too.
        if n < 0 || n >= dim {
            return None;
        }
        at += n * stride;
    }
    Some(at as usize)
}

/// Bounds that guards put on the innermost name.
pub struct Limits {
    low: Vec<Number>,
    high: Vec<Number>,
    not: Vec<Number>,
    /// Guards free of the name.
    first: Vec<Test>,
}

impl Limits {
    /// The limits that say the same as these guards, if there are such.
    fn new(guards: &[&Cond], name: u8, bounds: &Bounds) -> Option<Limits> {
        let mut limits = Limits { low: Vec::new(), high: Vec::new(), not: Vec::new(), first: Vec::new() };
        for guard in guards {
            limits.add(guard, name, bounds)?;
        }
        (limits.not.len() <= 1).then_some(limits)
    }

    fn add(&mut self, guard: &Cond, name: u8, bounds: &Bounds) -> Option<()> {
        if !guard.uses(name) {
            self.first.push(test(guard, bounds));
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
            Relation::Lt => self.high.push(number(&plus(other, -1), bounds)),
            Relation::Le => self.high.push(number(other, bounds)),
            Relation::Gt => self.low.push(number(&plus(other, 1), bounds)),
            Relation::Ge => self.low.push(number(other, bounds)),
            Relation::Eq => {
                self.low.push(number(other, bounds));
                self.high.push(number(other, bounds));
            }
            Relation::Ne => self.not.push(number(other, bounds)),
        }
        Some(())
    }

    /// The least and the greatest member allowed, and one between that is not; none if there are
    /// no options.
    #[inline]
    fn at(&self, names: &Names) -> Option<(i64, i64, Option<i64>)> {
        let (mut low, mut high, mut not) = (i64::MIN + 1, i64::MAX - 1, None);
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
        for e in &self.not {
            match e.at(names) {
                UNDEFINED => return None,
                n => not = Some(n),
            }
        }
        for cond in &self.first {
            if cond(names) != Some(true) {
                return None;
            }
        }
        Some((low, high, not))
    }

    fn is_none(&self) -> bool {
        self.low.is_empty() && self.high.is_empty() && self.not.is_empty() && self.first.is_empty()
    }
}

pub mod affine;
mod listed;

/// The run over the members of the innermost set, if its parts move regularly; else the limits
/// back.
fn strip<B: Board>(
    kind: &Kind,
    name: u8,
    set: &Set,
    outer: &Bounds,
    bounds: &Bounds,
    limits: Limits,
    shared: &mut Shared,
) -> Result<Run<B>, Limits> {
    let range = match set {
        Set::Items(items) => match &items[..] {
            [Item::Range(low, high, None)] => Some((low, high)),
            _ => None,
        },
        Set::Named(..) => None,
    };
    match range {
        Some((low, high)) if affine::fits(kind, name) => {
            Ok(affine::run(kind, name, (low, high), outer, bounds, limits))
        }
        _ => listed::run(kind, name, set, outer, bounds, limits, shared),
    }
}

/// Whether an expression is free of a name.
fn free(e: &Expr, name: u8) -> bool {
    !e.uses(name)
}

/// Whether an expression holds no other name.
fn only(e: &Expr, name: u8) -> bool {
    let mut only = true;
    e.names(&mut |other| only &= other == name);
    only
}

/// Whether a function can bend a straight line.
fn bends(function: Function) -> bool {
    matches!(function, Function::Min | Function::Max)
}
