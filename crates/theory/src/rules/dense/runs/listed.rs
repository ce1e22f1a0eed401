//! Lists: one number of the position moves by a function of the members of a set, which is
//! tabulated; the others stand still meanwhile.

use std::sync::Arc;

use super::super::super::tree::{Expr, Item, Kind, MOST_NAMES, Op, Set, SetName};
use super::super::board::{Board, Run};
use super::super::closure::{Number, UNDEFINED, number};
use super::super::each::{MOST_MEMBERS, Shared};
use super::super::interval::{Bounds, of_expr};
use super::super::lists::{Divisors, fixed};
use super::{Limits, free, only};

/// Ranges longer than this are not tabulated.
const MOST_IN_RANGE: i64 = 1 << 16;

/// How the moving number follows from the one at rest and the table's entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Is,
    Minus,
    Plus,
    Xor,
}

/// Where the members come from.
enum Source {
    /// A range; the table begins with this number.
    Range(Number, Number, i64),
    /// Members of a list, up to a number.
    List(Vec<i64>, Option<Number>),
    /// The places of the ones of a number.
    Bits(Number),
    /// The divisors of a number.
    Divisors(Number, Arc<Divisors>),
}

/// The run over a list, if the kind has this shape; else the limits back.
pub fn run<B: Board>(
    kind: &Kind,
    name: u8,
    set: &Set,
    outer: &Bounds,
    bounds: &Bounds,
    limits: Limits,
    shared: &mut Shared,
) -> Result<Run<B>, Limits> {
    let Some((moving, way, rest, function)) = shape(kind, name) else { return Err(limits) };
    let Some((source, values)) = source(set, name, function, outer, bounds, shared) else {
        return Err(limits);
    };
    let part = &kind.parts[0];
    let still: Vec<(usize, Number)> =
        part.iter().enumerate().filter(|(i, _)| *i != moving).map(|(i, e)| (i, number(e, bounds))).collect();
    let rest = rest.map(|rest| number(rest, bounds));
    let list = Listed { moving, way, rest, still, source, values, limits };
    Ok(Box::new(move |table, names| list.mark(table, names)))
}

/// Which number moves, how, from what, and by which function of the name.
fn shape(kind: &Kind, name: u8) -> Option<(usize, Way, Option<&Expr>, &Expr)> {
    let [part] = &kind.parts[..] else { return None };
    let mut moving = part.iter().enumerate().filter(|(_, e)| e.uses(name));
    let (i, e) = moving.next()?;
    if moving.next().is_some() {
        return None;
    }
    if only(e, name) {
        return Some((i, Way::Is, None, e));
    }
    let Expr::Binary(op, a, b) = e else { return None };
    let way = match op {
        Op::Sub => Way::Minus,
        Op::Add => Way::Plus,
        Op::Xor => Way::Xor,
        _ => return None,
    };
    if free(a, name) && only(b, name) {
        Some((i, way, Some(a), b))
    } else if way != Way::Minus && free(b, name) && only(a, name) {
        Some((i, way, Some(b), a))
    } else {
        None
    }
}

/// The members, and the function of each; for divisors and bits, of every number up to the highest.
fn source(
    set: &Set,
    name: u8,
    function: &Expr,
    outer: &Bounds,
    bounds: &Bounds,
    shared: &mut Shared,
) -> Option<(Source, Vec<i64>)> {
    let between = bounds[usize::from(name)];
    let of = |k: i64| {
        let mut names = [0; MOST_NAMES];
        names[usize::from(name)] = k;
        function.value(&names).ok()
    };
    let tabulated = |low: i64, high: i64| -> Option<Vec<i64>> {
        if high.checked_sub(low)? > MOST_IN_RANGE {
            return None;
        }
        (low..=high).map(of).collect()
    };
    match set {
        Set::Items(items) if matches!(&items[..], [Item::Range(_, _, None)]) => {
            let [Item::Range(low, high, None)] = &items[..] else { return None };
            let values = tabulated(between.low, between.high)?;
            Some((Source::Range(number(low, outer), number(high, outer), between.low), values))
        }
        Set::Named(SetName::Bits, arguments) => {
            let values = tabulated(0, between.high)?;
            Some((Source::Bits(number(&arguments[0], outer)), values))
        }
        Set::Named(SetName::Divisors, arguments) => {
            if *function != Expr::Name(name) {
                return None;
            }
            let top = of_expr(&arguments[0], outer)?.high;
            Some((Source::Divisors(number(&arguments[0], outer), shared.divisors(top)?), Vec::new()))
        }
        _ => {
            let list = fixed(set, between.high, MOST_MEMBERS)?;
            let values = list.iter().map(|&k| of(k)).collect::<Option<Vec<i64>>>()?;
            let up_to = match set {
                Set::Named(SetName::Digits, _) | Set::Items(_) => None,
                Set::Named(_, arguments) => arguments.last().map(|e| number(e, outer)),
            };
            Some((Source::List(list, up_to), values))
        }
    }
}

struct Listed {
    moving: usize,
    way: Way,
    rest: Option<Number>,
    still: Vec<(usize, Number)>,
    source: Source,
    values: Vec<i64>,
    limits: Limits,
}

impl Listed {
    fn mark<B: Board>(&self, table: &mut B, names: &super::super::super::tree::Names) {
        let mut base = 0;
        for (i, e) in &self.still {
            let n = e.at(names);
            if n < 0 || n >= table.dims()[*i] {
                return;
            }
            base += n * table.strides()[*i];
        }
        let rest = self.rest.as_ref().map_or(0, |rest| rest.at(names));
        if rest == UNDEFINED {
            return;
        }
        let (mut low, mut high, mut not) = (i64::MIN, i64::MAX, None);
        if !self.limits.is_none() {
            match self.limits.at(names) {
                None => return,
                Some(limits) => (low, high, not) = limits,
            }
        }
        let line = Line { base, stride: table.strides()[self.moving], dim: table.dims()[self.moving], rest };
        match &self.source {
            Source::Range(from, to, start) => {
                let (from, to) = (from.at(names), to.at(names));
                if from == UNDEFINED || to == UNDEFINED {
                    return;
                }
                let (from, to) = (from.max(low), to.min(high));
                if from > to {
                    return;
                }
                let values = &self.values[(from - start) as usize..=(to - start) as usize];
                match not.filter(|&not| from <= not && not <= to) {
                    None => line.mark(table, self.way, values),
                    Some(not) => {
                        line.mark(table, self.way, &values[..(not - from) as usize]);
                        line.mark(table, self.way, &values[(not - from) as usize + 1..]);
                    }
                }
            }
            Source::List(list, up_to) => {
                if let Some(up_to) = up_to {
                    match up_to.at(names) {
                        UNDEFINED => return,
                        n => high = high.min(n),
                    }
                }
                let from = if low == i64::MIN { 0 } else { list.partition_point(|&k| k < low) };
                let to = if high >= list.last().copied().unwrap_or(0) {
                    list.len()
                } else if list.len() < 24 {
                    list.iter().take_while(|&&k| k <= high).count()
                } else {
                    list.partition_point(|&k| k <= high)
                };
                if from >= to {
                    return;
                }
                match not.and_then(|not| list[from..to].binary_search(&not).ok()) {
                    None => line.mark(table, self.way, &self.values[from..to]),
                    Some(at) => {
                        line.mark(table, self.way, &self.values[from..from + at]);
                        line.mark(table, self.way, &self.values[from + at + 1..to]);
                    }
                }
            }
            Source::Bits(n) => {
                let n = n.at(names);
                if n <= 0 {
                    return;
                }
                let allowed = |k: &usize| {
                    let k = *k as i64;
                    low <= k && k <= high && not != Some(k)
                };
                table.spend(u64::from(n.count_ones()) + 1);
                line.mark_each(table, self.way, ones(n).filter(allowed).map(|k| self.values[k]));
            }
            Source::Divisors(n, divisors) => {
                let n = n.at(names);
                let mut list = divisors.of(n);
                if n == UNDEFINED {
                    return;
                }
                while let [rest @ .., last] = list
                    && i64::from(*last) > high
                {
                    list = rest;
                }
                while let [first, rest @ ..] = list
                    && i64::from(*first) < low
                {
                    list = rest;
                }
                line.mark_divisors(table, self.way, list, not);
            }
        }
    }
}

/// The places of the ones of a number.
fn ones(n: i64) -> impl Iterator<Item = usize> {
    let mut left = n;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            place
        })
    })
}

/// The line of cells along which the number moves.
struct Line {
    base: i64,
    stride: i64,
    dim: i64,
    rest: i64,
}

impl Line {
    #[inline]
    fn mark<B: Board>(&self, table: &mut B, way: Way, values: &[i64]) {
        table.spend(values.len() as u64 + 1);
        self.mark_each(table, way, values.iter().copied());
    }

    #[inline]
    fn mark_each<B: Board>(&self, table: &mut B, way: Way, list: impl Iterator<Item = i64>) {
        let rest = self.rest;
        match way {
            Way::Is => self.each(table, list),
            Way::Minus => self.each(table, list.map(|v| rest - v)),
            Way::Plus => self.each(table, list.map(|v| rest + v)),
            Way::Xor => self.each(table, list.map(|v| rest ^ v)),
        }
    }

    #[inline]
    fn mark_divisors<B: Board>(&self, table: &mut B, way: Way, list: &[u32], not: Option<i64>) {
        table.spend(list.len() as u64 + 1);
        self.mark_each(table, way, list.iter().map(|&d| i64::from(d)).filter(|&d| not != Some(d)));
    }

    #[inline]
    fn each<B: Board>(&self, table: &mut B, numbers: impl Iterator<Item = i64>) {
        table.mark_line((self.base, self.stride, self.dim), numbers);
    }
}
