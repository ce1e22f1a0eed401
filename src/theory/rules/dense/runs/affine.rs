//! Strips: the innermost name runs through a range, and between the bends of `min` and `max` every
//! number of every part moves by a constant step. The table is read at a constant stride; the rule
//! is evaluated twice a run, and not once an option.

use super::super::super::tree::{Expr, Kind, MOST_NUMBERS, Names, Op};
use super::super::closure::{Number, UNDEFINED, number};
use super::super::each::Run;
use super::super::interval::Bounds;
use super::super::table::{Cell, Table};
use super::{Limits, bends, free};

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

/// How a number of a part moves.
enum Step {
    /// As the position's own number, not at all.
    Still,
    /// The position's own number less the name.
    Down,
    /// The position's own number less the name times this.
    DownBy(Number),
}

/// The run of a kind that [`fits`].
pub fn run<T: Cell>(
    kind: &Kind,
    name: u8,
    range: (&Expr, &Expr),
    outer: &Bounds,
    bounds: &Bounds,
    limits: Limits,
) -> Run<T> {
    let (low, high) = (number(range.0, outer), number(range.1, outer));
    let slot = usize::from(name);
    let range = move |names: &Names| -> Option<(i64, i64, Option<i64>)> {
        let (mut from, mut to) = (low(names), high(names));
        if from == UNDEFINED || to == UNDEFINED {
            return None;
        }
        let mut not = None;
        if !limits.is_none() {
            let (low, high, skip) = limits.at(names)?;
            from = from.max(low);
            to = to.min(high);
            not = skip.filter(|&not| from <= not && not <= to);
        }
        (from <= to).then_some((from, to, not))
    };
    if let Some(steps) = downward(kind, name, bounds) {
        return Box::new(move |table, names| {
            let Some((from, to, not)) = range(names) else { return };
            match not {
                None => mark_down(table, &steps, names, from, to),
                Some(not) => {
                    mark_down(table, &steps, names, from, not - 1);
                    mark_down(table, &steps, names, not + 1, to);
                }
            }
        });
    }
    let mut found = Vec::new();
    kind.parts.iter().flatten().for_each(|e| {
        straight(e, name, &mut found);
    });
    let bends: Vec<(Number, Number)> =
        found.iter().map(|(a, b)| (number(a, bounds), number(b, bounds))).collect();
    let parts: Vec<Vec<Number>> =
        kind.parts.iter().map(|part| part.iter().map(|e| number(e, bounds)).collect()).collect();
    let strip = Strip { slot, parts, bends };
    Box::new(move |table, names| {
        let Some((from, to, not)) = range(names) else { return };
        match not {
            None => strip.mark(table, names, from, to),
            Some(not) => {
                strip.mark(table, names, from, not - 1);
                strip.mark(table, names, not + 1, to);
            }
        }
    })
}

/// How the numbers of the one part fall, if all do or stand still.
fn downward(kind: &Kind, name: u8, bounds: &Bounds) -> Option<Vec<Step>> {
    let [part] = &kind.parts[..] else { return None };
    let mut steps = Vec::new();
    for (i, e) in part.iter().enumerate() {
        let own = Expr::Name(i as u8);
        steps.push(match e {
            e if *e == own => Step::Still,
            Expr::Binary(Op::Sub, a, b) if **a == own => match &**b {
                Expr::Name(k) if *k == name => Step::Down,
                Expr::Binary(Op::Mul, x, y) if **x == Expr::Name(name) && free(y, name) => {
                    Step::DownBy(number(y, bounds))
                }
                Expr::Binary(Op::Mul, x, y) if **y == Expr::Name(name) && free(x, name) => {
                    Step::DownBy(number(x, bounds))
                }
                _ => return None,
            },
            _ => return None,
        });
    }
    Some(steps)
}

fn mark_down<T: Cell>(table: &mut Table<T>, steps: &[Step], names: &Names, mut from: i64, mut to: i64) {
    let (mut at, mut stride) = (0, 0);
    for (i, step) in steps.iter().enumerate() {
        let (n, cells) = (names[i], table.strides[i]);
        at += n * cells;
        let by = match step {
            Step::Still => continue,
            Step::Down => 1,
            Step::DownBy(by) => by(names),
        };
        if by == UNDEFINED {
            return;
        }
        if by == 0 {
            continue;
        }
        // 0 <= n - k·by < dim
        if by > 0 {
            if n - to.saturating_mul(by) < 0 {
                to = to.min(n / by);
            }
            if from < 0 {
                from = from.max(-((table.dims[i] - 1 - n) / by));
            }
        } else {
            if from < 0 {
                from = from.max(-(n / -by));
            }
            to = to.min((table.dims[i] - 1 - n) / -by);
        }
        stride -= by * cells;
    }
    if from <= to {
        table.mark_strip(at + from * stride, stride, to - from + 1);
    }
}

struct Strip {
    slot: usize,
    parts: Vec<Vec<Number>>,
    bends: Vec<(Number, Number)>,
}

impl Strip {
    fn mark<T: Cell>(&self, table: &mut Table<T>, names: &mut Names, low: i64, high: i64) {
        if low > high {
            return;
        }
        let mut cuts = [i64::MAX; MOST_BENDS + 1];
        for (cut, (a, b)) in cuts.iter_mut().zip(&self.bends).filter(|_| low < high) {
            // Where the difference of the two changes its sign.
            names[self.slot] = low;
            let (one, other) = (a(names), b(names));
            if one == UNDEFINED || other == UNDEFINED {
                return;
            }
            let here = one - other;
            names[self.slot] = low + 1;
            let step = a(names) - b(names) - here;
            if step != 0 {
                let turn = low + (-here).div_euclid(step) + 1;
                if turn > low && turn <= high {
                    *cut = turn;
                }
            }
        }
        cuts[self.bends.len()] = high + 1;
        let cuts = &mut cuts[..=self.bends.len()];
        if cuts.len() > 1 {
            cuts.sort_unstable();
        }
        let mut from = low;
        for &to in cuts.iter().take_while(|&&to| to <= high + 1) {
            if from < to {
                self.mark_straight(table, names, from, to - 1);
                from = to;
            }
        }
    }

    /// The members from `from` to `to`, without a bend between.
    fn mark_straight<T: Cell>(&self, table: &mut Table<T>, names: &mut Names, from: i64, to: i64) {
        let (mut first, mut last) = (from, to);
        let mut base = [0i64; MOST_PARTS];
        let mut stride = [0i64; MOST_PARTS];
        let mut here = [0i64; MOST_PARTS * MOST_NUMBERS];
        names[self.slot] = from;
        for (n, e) in here.iter_mut().zip(self.parts.iter().flatten()) {
            *n = e(names);
            if *n == UNDEFINED {
                return;
            }
        }
        names[self.slot] = from + 1;
        let mut at = 0;
        for (j, part) in self.parts.iter().enumerate() {
            for (i, e) in part.iter().enumerate() {
                let n = here[at];
                at += 1;
                let step = if from < to { e(names) - n } else { 0 };
                // No position: the run is shortened to where the number is within the box.
                let top = table.dims[i] - 1;
                match step {
                    0 if n < 0 || n > top => return,
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
            return;
        }
        let count = last - first + 1;
        for j in 0..self.parts.len() {
            base[j] += (first - from) * stride[j];
        }
        match self.parts.len() {
            1 => table.mark_strip(base[0], stride[0], count),
            2 => table.mark_pairs((base[0], stride[0]), (base[1], stride[1]), count),
            parts => {
                table.work += count as u64;
                for k in 0..count {
                    let mut cells = [T::UNKNOWN; MOST_PARTS];
                    for j in 0..parts {
                        cells[j] = table.cells[(base[j] + k * stride[j]) as usize];
                    }
                    table.mark_sum(&cells[..parts]);
                }
            }
        }
    }
}
