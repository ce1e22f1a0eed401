//! Strips: the innermost name runs through a range, and between the bends of `min` and `max` every
//! number of every part moves by a constant step. The table is read at a constant stride; the rule
//! is evaluated twice a run, and not once an option.

use super::super::super::tree::{Expr, Kind, MOST_NAMES, MOST_NUMBERS, Names, Op};
use super::super::board::{Board, Run};
use super::super::closure::{Number, UNDEFINED, number};
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

/// A number of the position that falls by the name, or by the name times something.
struct Falling {
    which: usize,
    by: Option<Number>,
}

/// The run of a kind that [`fits`].
pub fn run<B: Board>(
    kind: &Kind,
    name: u8,
    range: (&Expr, &Expr),
    outer: &Bounds,
    bounds: &Bounds,
    limits: Limits,
) -> Run<B> {
    if limits.is_none()
        && let Some(run) = multiples(kind, name, range, bounds)
    {
        return run;
    }
    let (low, high) = (number(range.0, outer), number(range.1, outer));
    let range = move |names: &Names| -> Option<(i64, i64, Option<i64>)> {
        let (mut from, mut to) = (low.at(names), high.at(names));
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
    if let Some(falling) = downward(kind, name, bounds) {
        return Box::new(move |table, names| {
            let Some((from, to, not)) = range(names) else { return };
            match not {
                None => mark_down(table, &falling, names, from, to),
                Some(not) => {
                    mark_down(table, &falling, names, from, not - 1);
                    mark_down(table, &falling, names, not + 1, to);
                }
            }
        });
    }
    let strip = Strip::new(kind, name, bounds);
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

/// The numbers of the one part that fall, if the others stand still.
fn downward(kind: &Kind, name: u8, bounds: &Bounds) -> Option<Vec<Falling>> {
    let [part] = &kind.parts[..] else { return None };
    let mut falling = Vec::new();
    for (which, e) in part.iter().enumerate() {
        let own = Expr::Name(which as u8);
        let by = match e {
            e if *e == own => continue,
            Expr::Binary(Op::Sub, a, b) if **a == own => match &**b {
                Expr::Name(k) if *k == name => None,
                Expr::Binary(Op::Mul, x, y) if **x == Expr::Name(name) && free(y, name) => Some(y),
                Expr::Binary(Op::Mul, x, y) if **y == Expr::Name(name) && free(x, name) => Some(x),
                _ => return None,
            },
            _ => return None,
        };
        falling.push(Falling { which, by: by.map(|by| number(by, bounds)) });
    }
    Some(falling)
}

/// The run over all multiples of something that one number can fall by: `[a-k*b,b] for k in 1..a/b`.
/// Steps to the last take less time than the division that counts them.
fn multiples<B: Board>(kind: &Kind, name: u8, range: (&Expr, &Expr), bounds: &Bounds) -> Option<Run<B>> {
    let (Expr::Number(1), Expr::Binary(Op::Div, whole, by)) = range else { return None };
    let [Falling { which, by: Some(_) }] = downward(kind, name, bounds)?[..] else { return None };
    let own = Expr::Name(which as u8);
    let Expr::Binary(Op::Sub, _, product) = &kind.parts[0][which] else { return None };
    let Expr::Binary(Op::Mul, x, y) = &**product else { return None };
    let times = if **x == Expr::Name(name) { y } else { x };
    if **whole != own || times != by {
        return None;
    }
    let by = number(by, bounds);
    Some(Box::new(move |table, names| {
        let by = by.at(names);
        // Undefined, or without a multiple from 1 on; most of such calls end here.
        if 0 < by && by <= names[which % MOST_NAMES] {
            mark_multiples(table, names[which % MOST_NAMES], by, which);
        }
    }))
}

#[inline(never)]
fn mark_multiples<B: Board>(table: &mut B, mut left: i64, by: i64, which: usize) {
    let stride = (by * table.strides()[which]) as usize;
    let (mut at, mut count) = (table.here(), 0);
    table.mark_places(std::iter::from_fn(|| {
        if left < by {
            return None;
        }
        left -= by;
        at -= stride;
        count += 1;
        Some(at)
    }));
    table.spend(count);
}

#[inline]
fn mark_down<B: Board>(table: &mut B, falling: &[Falling], names: &Names, mut from: i64, mut to: i64) {
    let mut stride = 0;
    for Falling { which, by } in falling {
        let (n, top) = (names[*which], table.dims()[*which] - 1);
        let by = match by {
            None => 1,
            Some(by) => match by.at(names) {
                UNDEFINED => return,
                0 => continue,
                by => by,
            },
        };
        // 0 <= n - k·by <= top
        if by > 0 {
            if n - to.saturating_mul(by) < 0 {
                to = to.min(n / by);
            }
            if from < 0 {
                from = from.max(-((top - n) / by));
            }
        } else {
            if from < 0 {
                from = from.max(-(n / -by));
            }
            to = to.min((top - n) / -by);
        }
        stride -= by * table.strides()[*which];
    }
    if from <= to {
        table.mark_strip(table.here() as i64 + from * stride, stride, to - from + 1);
    }
}

/// The options of a kind that [`fits`], by strips.
pub struct Strip {
    slot: usize,
    parts: Vec<Vec<Number>>,
    bends: Vec<(Number, Number)>,
}

/// Cells a constant stride apart, for each part: of the members from `first` on, so many.
struct Straight {
    first: i64,
    count: i64,
    base: [i64; MOST_PARTS],
    stride: [i64; MOST_PARTS],
}

impl Strip {
    /// Of a kind that [`fits`].
    pub fn new(kind: &Kind, name: u8, bounds: &Bounds) -> Strip {
        let mut found = Vec::new();
        kind.parts.iter().flatten().for_each(|e| {
            straight(e, name, &mut found);
        });
        Strip {
            slot: usize::from(name),
            parts: kind.parts.iter().map(|part| part.iter().map(|e| number(e, bounds)).collect()).collect(),
            bends: found.iter().map(|(a, b)| (number(a, bounds), number(b, bounds))).collect(),
        }
    }

    /// The cells of the one part for the members from `low` to `high`; illegal where there is no option.
    pub fn read<T: Cell>(
        &self,
        table: &Table<T>,
        names: &mut Names,
        low: i64,
        high: i64,
        cells: &mut Vec<T>,
    ) {
        cells.clear();
        cells.resize((high - low + 1).max(0) as usize, T::ILLEGAL);
        self.pieces(names, low, high, &mut |names, from, to| {
            let Some(straight) = self.straight(table, names, from, to) else { return };
            let mut at = straight.base[0];
            let begin = (straight.first - low) as usize;
            for cell in &mut cells[begin..begin + straight.count as usize] {
                *cell = table.cells[at as usize];
                at += straight.stride[0];
            }
        });
    }

    fn mark<B: Board>(&self, table: &mut B, names: &mut Names, low: i64, high: i64) {
        self.pieces(names, low, high, &mut |names, from, to| self.mark_straight(table, names, from, to));
    }

    /// Calls `visit` with ranges of members without a bend between.
    #[inline]
    fn pieces(&self, names: &mut Names, low: i64, high: i64, visit: &mut impl FnMut(&mut Names, i64, i64)) {
        if low > high {
            return;
        }
        let mut cuts = [i64::MAX; MOST_BENDS + 1];
        for (cut, (a, b)) in cuts.iter_mut().zip(&self.bends).filter(|_| low < high) {
            // Where the difference of the two changes its sign.
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
        if cuts.len() > 1 {
            cuts.sort_unstable();
        }
        let mut from = low;
        for &to in cuts.iter().take_while(|&&to| to <= high + 1) {
            if from < to {
                visit(names, from, to - 1);
                from = to;
            }
        }
    }

    /// Where the options of the members from `from` to `to` lie, without a bend between; none if there are
    /// no options.
    #[inline]
    fn straight<B: Board>(&self, table: &B, names: &mut Names, from: i64, to: i64) -> Option<Straight> {
        let (mut first, mut last) = (from, to);
        let mut base = [0i64; MOST_PARTS];
        let mut stride = [0i64; MOST_PARTS];
        let mut here = [0i64; MOST_PARTS * MOST_NUMBERS];
        names[self.slot] = from;
        for (n, e) in here.iter_mut().zip(self.parts.iter().flatten()) {
            *n = e.at(names);
            if *n == UNDEFINED {
                return None;
            }
        }
        names[self.slot] = from + 1;
        let mut at = 0;
        for (j, part) in self.parts.iter().enumerate() {
            for (i, e) in part.iter().enumerate() {
                let n = here[at];
                at += 1;
                let step = if from < to { e.at(names) - n } else { 0 };
                // No position: the run is shortened to where the number is within the box.
                let top = table.dims()[i] - 1;
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
                base[j] += n * table.strides()[i];
                stride[j] += step * table.strides()[i];
            }
        }
        if first > last {
            return None;
        }
        let count = last - first + 1;
        for j in 0..self.parts.len() {
            base[j] += (first - from) * stride[j];
        }
        Some(Straight { first, count, base, stride })
    }

    fn mark_straight<B: Board>(&self, table: &mut B, names: &mut Names, from: i64, to: i64) {
        let Some(Straight { count, base, stride, .. }) = self.straight(table, names, from, to) else {
            return;
        };
        match self.parts.len() {
            1 => table.mark_strip(base[0], stride[0], count),
            2 => table.mark_pairs((base[0], stride[0]), (base[1], stride[1]), count),
            parts => {
                table.spend(count as u64);
                for k in 0..count {
                    let mut places = [0; MOST_PARTS];
                    for j in 0..parts {
                        places[j] = (base[j] + k * stride[j]) as usize;
                    }
                    table.mark_sum_at(&places[..parts]);
                }
            }
        }
    }
}
