//! Lists: one number of the position moves by a function of the members of a set, which is
//! tabulated; the others stand still meanwhile.

use super::super::meter::Meter;
use super::super::tree::{Expr, Kind, MAX_NAMES, Names, Op};
use super::interval::Bounds;
use super::program::{Code, UNDEFINED, code};
use super::runs::{Innermost, Limits, Run, changed, free, moved, only};
use super::sets::{BoxSets, Members, divisors_of, ones};
use super::table::{Cell, Table};
use crate::sync::progress::way;

/// Ranges longer than this are not tabulated.
const MAX_RANGE_MEMBERS: i64 = 1 << 16;

/// How the function of a member joins the number at rest: its sign in their sum; none if they are joined by xor.
type Sign = Option<i64>;

/// The run over a list, if the kind has this shape.
pub fn run<T: Cell>(innermost: &Innermost<'_>, limits: Limits, shared: &mut BoxSets) -> Option<Run<T>> {
    let &Innermost { kind, name, set, outer, bounds } = innermost;
    let (moving, sign, rest, function) = shape(kind, name)?;
    let members = Members::of(set, outer, shared);
    let (first, values) = table_of(&members, name, (function, sign), bounds)?;
    let others = changed(&kind.parts[0]).filter(|(i, _)| *i != moving);
    let still = others.map(|(i, e)| (i, code(e, bounds, None))).collect();
    let rest = rest.map(|rest| code(rest, bounds, None));
    let list = Listed { moving, sign, rest, still, members, first, values, limits };
    way("lists");
    Some(Box::new(move |table, names| list.mark(table, names)))
}

/// Which number moves, how, from what, and by which function of the name.
fn shape(kind: &Kind, name: u8) -> Option<(usize, Sign, Option<&Expr>, &Expr)> {
    let [part] = &kind.parts[..] else { return None };
    let mut moving = part.iter().enumerate().filter(|(_, e)| e.uses(name));
    let (i, e) = moving.next()?;
    if moving.next().is_some() {
        return None;
    }
    if only(e, name) {
        return Some((i, Some(1), None, e));
    }
    let Expr::Binary(op, a, b) = e else { return None };
    let sign = match op {
        Op::Sub => Some(-1),
        Op::Add => Some(1),
        Op::Xor => None,
        _ => return None,
    };
    if free(a, name) && only(b, name) {
        Some((i, sign, Some(a), b))
    } else if *op != Op::Sub && free(b, name) && only(a, name) {
        Some((i, sign, Some(b), a))
    } else {
        None
    }
}

/// The function of each member, with its sign; for bits, of every number up to the highest. None if there is no such
/// table, and nothing for divisors, which move as they are. The first of a range comes with it.
fn table_of(
    members: &Members,
    name: u8,
    (function, sign): (&Expr, Sign),
    bounds: &Bounds,
) -> Option<(i64, Vec<i64>)> {
    let between = bounds[usize::from(name)];
    let of = |k: i64| {
        let mut names = [0; MAX_NAMES];
        names[usize::from(name)] = k;
        Some(sign.unwrap_or(1) * function.value(&names, &mut Meter::new(u64::MAX)).ok()?)
    };
    let tabulated = |low: i64, high: i64| -> Option<Vec<i64>> {
        if high.checked_sub(low)? > MAX_RANGE_MEMBERS {
            return None;
        }
        (low..=high).map(of).collect()
    };
    match members {
        Members::Range(..) => Some((between.low, tabulated(between.low, between.high)?)),
        Members::Bits(_) => Some((0, tabulated(0, between.high)?)),
        Members::Divisors(..) => (*function == Expr::Name(name)).then(|| (0, Vec::new())),
        Members::List(list, _) => Some((0, list.iter().map(|&k| of(k)).collect::<Option<_>>()?)),
        Members::Visited(_) => None,
    }
}

struct Listed {
    moving: usize,
    sign: Sign,
    rest: Option<Code>,
    /// The others that differ from those of the position.
    still: Vec<(usize, Code)>,
    members: Members,
    /// The member of the first value, of a range.
    first: i64,
    values: Vec<i64>,
    limits: Limits,
}

impl Listed {
    fn mark<T: Cell>(&self, table: &mut Table<T>, names: &Names) {
        let Some(still) = moved(table, names, &self.still) else { return };
        let rest = self.rest.as_ref().map_or(0, |rest| rest.at(names));
        let Some((low, high, excluded)) = self.limits.at(names).filter(|_| rest != UNDEFINED) else { return };
        let line = (still - names[self.moving] * table.strides[self.moving], rest);
        // The values from one place up to another, and the place of the excluded member.
        let (mut from, to, excluded) = match &self.members {
            Members::Range(from, to) => {
                let (from, to) = (from.at(names), to.at(names));
                let (first, last) = (from.max(low), to.min(high));
                if from == UNDEFINED || first > last {
                    return;
                }
                let place = |n: i64| (n - self.first) as usize;
                (place(first), place(last) + 1, excluded.filter(|n| (first..=last).contains(n)).map(place))
            }
            Members::List(list, up_to) => {
                // An undefined bound is less than any member.
                let high = high.min(up_to.as_ref().map_or(i64::MAX, |up_to| up_to.at(names)));
                let from = match list.first() {
                    Some(&k) if low > k => list.partition_point(|&k| k < low),
                    _ => 0,
                };
                let to = match list.last() {
                    Some(&k) if k > high => list.partition_point(|&k| k <= high),
                    _ => list.len(),
                };
                if from >= to {
                    return;
                }
                let place = |n: i64| list[from..to].binary_search(&n).ok().map(|at| from + at);
                (from, to, excluded.and_then(place))
            }
            Members::Bits(n) => {
                let n = n.at(names);
                let allowed = |k: &i64| low <= *k && *k <= high && excluded != Some(*k);
                table.work += u64::from(n.max(0).count_ones()) + 1;
                let values = ones(n).filter(allowed).map(|k| self.values[k as usize]);
                return self.mark_each(table, line, values);
            }
            Members::Divisors(n, divisors) => {
                let list = divisors_of(divisors, n.at(names)).iter().map(|&d| i64::from(d));
                let list = list.skip_while(|&d| d < low).take_while(|&d| d <= high);
                table.work += list.size_hint().1.unwrap_or(0) as u64 + 1;
                let list = list.filter(|&d| excluded != Some(d));
                return self.mark_each(table, line, list.map(|d| self.sign.unwrap_or(1) * d));
            }
            Members::Visited(_) => return,
        };
        table.work += (to - from) as u64 + 1;
        if let Some(at) = excluded {
            self.mark_each(table, line, self.values[from..at].iter().copied());
            from = at + 1;
        }
        self.mark_each(table, line, self.values[from..to].iter().copied());
    }
    /// Marks the options that these values lead to, on a line of cells from a base on, with a number at rest.
    #[inline]
    fn mark_each<T: Cell>(
        &self,
        table: &mut Table<T>,
        (base, rest): (i64, i64),
        values: impl Iterator<Item = i64>,
    ) {
        let line = (base, table.strides[self.moving], table.dims[self.moving]);
        match self.sign {
            Some(_) => table.mark_line(line, values.map(|v| rest + v)),
            None => table.mark_line(line, values.map(|v| rest ^ v)),
        }
    }
}
