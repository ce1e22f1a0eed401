//! Strips: the innermost name runs through a range, and between the bends of `min` and `max` every
//! number of every part moves by a constant step. The table is read at a constant stride; the rule
//! is evaluated twice a run, and not once an option.

use super::super::tree::{Expr, Kind, Names, Op};
use super::interval::Bounds;
use super::program::{Code, UNDEFINED, code};
use super::runs::{Innermost, Limits, Run, bends, free};
use super::table::{Cell, Table};

/// The most parts a strip is made of.
const MOST_PARTS: usize = 4;

/// The most bends.
const MOST_BENDS: usize = 8;

/// Whether every number of every part is straight in the name, but for bends, and always defined
/// where the straight ones are: what may be undefined must be free of the name.
pub fn fits(kind: &Kind, name: u8) -> bool {
    let mut found = Vec::new();
    kind.parts.len() <= MOST_PARTS
        && kind.parts.iter().flatten().all(|e| straight(e, name, &mut found))
        && found.len() <= MOST_BENDS
}

/// Whether an expression is straight but for bends; those are added: where the two are equal.
fn straight<'e>(e: &'e Expr, name: u8, found: &mut Vec<(&'e Expr, &'e Expr)>) -> bool {
    if free(e, name) {
        return true;
    }
    match e {
        Expr::Number(_) | Expr::Name(_) => true,
        Expr::Negate(a) => straight(a, name, found),
        Expr::Binary(Op::Add | Op::Sub, a, b) => straight(a, name, found) && straight(b, name, found),
        Expr::Binary(Op::Mul, a, b) => {
            (free(a, name) && straight(b, name, found)) || (free(b, name) && straight(a, name, found))
        }
        Expr::Call(function, arguments) if bends(*function) && arguments.len() == 2 => {
            // Within a bend there is none: the two are straight themselves.
            let before = found.len();
            let fits = arguments.iter().all(|a| straight(a, name, found)) && found.len() == before;
            found.push((&arguments[0], &arguments[1]));
            fits
        }
        _ => false,
    }
}

/// The run of a kind that [`fits`].
pub fn run<T: Cell>(innermost: &Innermost<'_>, low: &Expr, high: &Expr, limits: Limits) -> Run<T> {
    let &Innermost { kind, name, outer, bounds, .. } = innermost;
    let (low, high) = (code(low, outer, None), code(high, outer, None));
    let range = move |names: &Names| -> Option<(i64, i64, Option<i64>)> {
        let (mut from, mut to) = (low.at(names), high.at(names));
        if from == UNDEFINED || to == UNDEFINED {
            return None;
        }
        let mut excluded = None;
        if !limits.is_none() {
            let (low, high, skip) = limits.at(names)?;
            from = from.max(low);
            to = to.min(high);
            excluded = skip.filter(|&n| from <= n && n <= to);
        }
        (from <= to).then_some((from, to, excluded))
    };
    let strip = Strip::new(kind, name, bounds);
    Box::new(move |table, names| {
        let Some((from, to, excluded)) = range(names) else { return };
        match excluded {
            None => strip.mark(table, names, from, to),
            Some(n) => {
                strip.mark(table, names, from, n - 1);
                strip.mark(table, names, n + 1, to);
            }
        }
    })
}

/// The options of a kind that [`fits`], by strips.
struct Strip {
    slot: usize,
    /// The numbers of each part, and whether the name moves them.
    parts: Vec<Vec<(Code, bool)>>,
    bends: Vec<(Code, Code)>,
}

/// Cells a constant stride apart, for each part.
struct Straight {
    count: i64,
    base: [i64; MOST_PARTS],
    stride: [i64; MOST_PARTS],
}

impl Strip {
    fn new(kind: &Kind, name: u8, bounds: &Bounds) -> Strip {
        let mut found = Vec::new();
        kind.parts.iter().flatten().for_each(|e| {
            straight(e, name, &mut found);
        });
        Strip {
            slot: usize::from(name),
            parts: kind
                .parts
                .iter()
                .map(|part| part.iter().map(|e| (code(e, bounds, None), e.uses(name))).collect())
                .collect(),
            bends: found.iter().map(|(a, b)| (code(a, bounds, None), code(b, bounds, None))).collect(),
        }
    }

    fn mark<T: Cell>(&self, table: &mut Table<T>, names: &mut Names, low: i64, high: i64) {
        self.pieces(names, low, high, &mut |names, from, to| self.mark_straight(table, names, from, to));
    }

    /// Calls `visit` with ranges of members without a bend between.
    #[inline]
    fn pieces(&self, names: &mut Names, low: i64, high: i64, visit: &mut impl FnMut(&mut Names, i64, i64)) {
        if low > high {
            return;
        }
        if self.bends.is_empty() || low == high {
            visit(names, low, high);
            return;
        }
        let mut cuts = [i64::MAX; MOST_BENDS + 1];
        for (cut, (a, b)) in cuts.iter_mut().zip(&self.bends) {
            // The difference of the two changes its sign here.
            names[self.slot] = low;
            let (one, other) = (a.at(names), b.at(names));
            if one == UNDEFINED || other == UNDEFINED {
                return;
            }
            let here = one - other;
            names[self.slot] = low + 1;
            let step = a.at(names) - b.at(names) - here;
            if step != 0 {
                let turn = low + (-here).div_euclid(step) + 1;
                if turn > low && turn <= high {
                    *cut = turn;
                }
            }
        }
        cuts[self.bends.len()] = high + 1;
        let cuts = &mut cuts[..=self.bends.len()];
        cuts.sort_unstable();
        let mut from = low;
        for &to in cuts.iter().take_while(|&&to| to <= high + 1) {
            if from < to {
                visit(names, from, to - 1);
                from = to;
            }
        }
    }

    /// The places of the options of the members from `from` to `to`, without a bend between; none if there are
    /// no options.
    #[inline]
    fn straight<T: Cell>(&self, table: &Table<T>, names: &mut Names, from: i64, to: i64) -> Option<Straight> {
        let (mut first, mut last) = (from, to);
        let mut base = [0i64; MOST_PARTS];
        let mut stride = [0i64; MOST_PARTS];
        for (j, part) in self.parts.iter().enumerate() {
            for (i, (e, moves)) in part.iter().enumerate() {
                names[self.slot] = from;
                let n = e.at(names);
                if n == UNDEFINED {
                    return None;
                }
                let mut step = 0;
                if *moves && from < to {
                    names[self.slot] = from + 1;
                    step = e.at(names) - n;
                }
                // No position: the run is shortened to where the number is within the box.
                let top = table.dims[i] - 1;
                match step {
                    0 if n < 0 || n > top => return None,
                    0 => {}
                    1.. => {
                        if n < 0 {
                            first = first.max(from + (-n + step - 1) / step);
                        }
                        last = last.min(if n > top { from - 1 } else { from + (top - n) / step });
                    }
                    _ => {
                        if n > top {
                            first = first.max(from + (n - top - step - 1) / -step);
                        }
                        last = last.min(if n < 0 { from - 1 } else { from + n / -step });
                    }
                }
                base[j] += n * table.strides[i];
                stride[j] += step * table.strides[i];
            }
        }
        if first > last {
            return None;
        }
        let count = last - first + 1;
        for j in 0..self.parts.len() {
            base[j] += (first - from) * stride[j];
        }
        Some(Straight { count, base, stride })
    }

    fn mark_straight<T: Cell>(&self, table: &mut Table<T>, names: &mut Names, from: i64, to: i64) {
        let Some(Straight { count, base, stride }) = self.straight(table, names, from, to) else {
            return;
        };
        match self.parts.len() {
            1 => table.mark_strip(base[0], stride[0], count),
            2 => table.mark_pairs((base[0], stride[0]), (base[1], stride[1]), count),
            parts => {
                table.work += count as u64;
                for k in 0..count {
                    let mut places = [0; MOST_PARTS];
                    for j in 0..parts {
                        places[j] = (base[j] + k * stride[j]) as usize;
                    }
                    table.mark_sum(&places[..parts]);
                }
            }
        }
    }
}
