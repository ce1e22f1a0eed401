//! Cutting a rectangle until every part is solved by something that is exact.
//!
//! A rectangle without marks is tried, cheapest first: line by line where its lines run one way,
//! as a diagonal, as a crossing of lines. What resists says where a cut would help; damage is cut
//! around until it sits in the first corner of a clean rectangle, where it becomes a notch. Small
//! rectangles are swept line by line, which always succeeds, so no rectangle rests on any of the
//! short cuts applying.

use super::block::{CORNER, INNER, OUTER, odd};
use super::crossing::{Crossings, Notch, PEEL, Sight, Trouble};
use super::marks::{Damage, Query};
use super::patterns::APART;
use super::runs::{Run, Side, push};
use super::sweep::{Patience, Sweeper};
use crate::theory::budget::{Budget, Limit};

/// Area in blocks up to which a rectangle is swept without asking.
const LEAF_AREA: u64 = 100;
/// Lines up to which a strip is swept across.
const STRIP: u32 = 6;
/// Side of a corner notch: the first try and the last.
const NOTCHES: [u32; 2] = [8, 18];
/// Depth from which rectangles are only halved, so that the recursion ends.
const DEEP: u32 = 256;

/// A rectangle and what surrounds it at its upper left.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub top: Side<'a>,
    pub left: Side<'a>,
    pub corner: u8,
}

/// What is inside a rectangle.
pub struct Marks<'a> {
    pub damage: &'a mut [Damage],
    pub queries: &'a mut [Query],
}

/// The far sides of a rectangle; solving appends to them.
pub struct Out<'a> {
    pub bottom: &'a mut Vec<Run>,
    pub right: &'a mut Vec<Run>,
}

/// Which lines a rectangle's sides hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Domain {
    UpperRight,
    LowerLeft,
    /// Both domains, the boundary between them starting in the corner.
    Diagonal,
    /// Both, the boundary entering at a column or at a row.
    FromTop(u32),
    FromLeft(u32),
    Unknown,
}

/// An axis to cut across.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    Rows(u32),
    Cols(u32),
}

/// Solves rectangles, one after the other, reusing its memory.
pub struct Solver {
    pub sweeper: Sweeper,
    crossings: Crossings,
    pool: Vec<Vec<Run>>,
    budget: Budget,
    /// Runs held by open rectangles.
    open: u64,
    pub work: u64,
    pub stats: [u64; 12],
    pub last: String,
}

impl Solver {
    pub fn new(budget: Budget) -> Self {
        Solver {
            sweeper: Sweeper::default(),
            crossings: Crossings::default(),
            pool: Vec::new(),
            budget,
            open: 0,
            work: 0,
            stats: [0; 12],
            last: String::new(),
        }
    }

    /// Solves one rectangle.
    pub fn solve(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        self.work += (frame.top.runs.len() + frame.left.runs.len()) as u64 + 1;
        if self.work + self.sweeper.work > self.budget.work {
            return Err(Limit::work(format!(
                "this sparse board takes more than the {} steps allowed",
                self.budget.work
            )));
        }
        let (rows, cols) = (frame.left.len(), frame.top.len());
        if rows as u64 * cols as u64 <= LEAF_AREA {
            self.stats[0] += 1;
            self.leaf(frame, marks.damage, marks.queries, out);
            return Ok(());
        }
        if rows.min(cols) <= STRIP && self.strip(frame, &marks, &mut *out.bottom, &mut *out.right) {
            self.stats[1] += 1;
            return Ok(());
        }
        if !marks.damage.is_empty() {
            return self.damaged(frame, marks, out, depth);
        }
        let patience = Patience { lines: 4, steps: 64 };
        if frame.left.runs.len() == 1
            && self.sweeper.sweep::<false>(
                frame.top,
                frame.left,
                frame.corner,
                &[],
                marks.queries,
                patience,
                out.bottom,
                out.right,
            )
            || frame.top.runs.len() == 1
                && self.sweeper.sweep::<true>(
                    frame.left,
                    frame.top,
                    frame.corner,
                    &[],
                    marks.queries,
                    patience,
                    out.right,
                    out.bottom,
                )
        {
            self.stats[2] += 1;
            return Ok(());
        }
        match self.domain(frame) {
            Domain::Diagonal => self.diagonal(frame, marks, out, depth),
            Domain::FromTop(at) => self.cut(Cut::Cols(at), frame, marks, out, depth),
            Domain::FromLeft(at) => self.cut(Cut::Rows(at), frame, marks, out, depth),
            Domain::Unknown => {
                self.stats[3] += 1;
                self.unknown(frame, marks, out, depth)
            }
            domain => self.crossing(domain, frame, marks, out, depth),
        }
    }

    /// Line by line, however long it takes: for small rectangles.
    fn leaf(&mut self, frame: Frame, damage: &[Damage], queries: &[Query], out: Out) {
        let swept = self.sweeper.sweep::<false>(
            frame.top,
            frame.left,
            frame.corner,
            damage,
            queries,
            Patience::ENDLESS,
            out.bottom,
            out.right,
        );
        debug_assert!(swept);
    }

    /// Line by line along the long side of a narrow rectangle.
    fn strip(&mut self, frame: Frame, marks: &Marks, bottom: &mut Vec<Run>, right: &mut Vec<Run>) -> bool {
        let patience = Patience { lines: u32::MAX, steps: 64 };
        let Frame { top, left, corner } = frame;
        if left.len() <= top.len() {
            self.sweeper.sweep::<false>(
                top,
                left,
                corner,
                marks.damage,
                marks.queries,
                patience,
                bottom,
                right,
            )
        } else {
            self.sweeper.sweep::<true>(
                left,
                top,
                corner,
                marks.damage,
                marks.queries,
                patience,
                right,
                bottom,
            )
        }
    }

    fn domain(&self, frame: Frame) -> Domain {
        let long = |side: Side, from_end: bool| {
            let mut start = side.start;
            let mut found = None;
            let mut seen = 0;
            for run in side.clipped() {
                if (run.letter == OUTER || run.letter == INNER) && run.end - start >= APART {
                    found = Some(run.letter);
                    if !from_end {
                        break;
                    }
                }
                start = run.end;
                seen += 1;
            }
            let _ = seen;
            found
        };
        let ends = |side: Side| {
            let last = side.runs.len() - 1;
            let quick = |k: usize| {
                let run = side.runs[k];
                let start = if k == 0 { side.start } else { side.runs[k - 1].end };
                ((run.letter == OUTER || run.letter == INNER) && run.end.min(side.end) - start >= APART)
                    .then_some(run.letter)
            };
            (quick(0).or_else(|| long(side, false)), quick(last).or_else(|| long(side, true)))
        };
        let turn = |side: Side| {
            let mut start = side.start;
            for run in side.clipped() {
                if run.letter == OUTER && run.end - start >= APART {
                    break;
                }
                start = run.end;
            }
            start
        };
        match (ends(frame.top), ends(frame.left)) {
            ((Some(OUTER), Some(OUTER)), (Some(INNER), Some(INNER))) => Domain::UpperRight,
            ((Some(INNER), Some(INNER)), (Some(OUTER), Some(OUTER))) => Domain::LowerLeft,
            ((Some(OUTER), Some(OUTER)), (Some(OUTER), Some(OUTER))) => Domain::Diagonal,
            ((Some(INNER), Some(OUTER)), _) => Domain::FromTop(turn(frame.top)),
            (_, (Some(INNER), Some(OUTER))) => Domain::FromLeft(turn(frame.left)),
            _ => Domain::Unknown,
        }
    }

    /// A clean rectangle of one domain.
    fn crossing(
        &mut self,
        domain: Domain,
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let start = if frame.corner == CORNER {
            match self.cross(domain, frame, None, marks.queries, &mut *out.bottom, &mut *out.right) {
                Ok(()) => {
                    self.stats[4] += 1;
                    return Ok(());
                }
                Err(cut) => cut,
            }
        } else {
            match beside_a_line(frame) {
                Some(cut) => cut,
                None => Cut::Cols(frame.top.start),
            }
        };
        self.stats[5] += 1;
        self.recover(domain, start, frame, marks, out, depth)
    }

    /// Cuts where it helps, or solves the corner separately if that is where the trouble is.
    fn recover(
        &mut self,
        domain: Domain,
        cut: Cut,
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        if depth >= DEEP {
            return self.halve(frame, marks, out, depth);
        }
        if inside(cut, frame) {
            return self.cut(cut, frame, marks, out, depth);
        }
        let (rows, cols) = (frame.left.len(), frame.top.len());
        let mut behind = cut;
        for side in NOTCHES {
            if side >= rows || side >= cols {
                break;
            }
            match self.notch(domain, side, frame, &marks, &mut *out.bottom, &mut *out.right) {
                Ok(()) => {
                    self.stats[6] += 1;
                    return Ok(());
                }
                Err(further) => {
                    if inside(further, frame) && !within(further, side, frame) {
                        self.stats[7] += 1;
                        return self.cut(further, frame, marks, out, depth);
                    }
                    self.last = format!("{cut:?} {side} {further:?}");
                    behind = further;
                }
            }
        }
        self.stats[8] += 1;
        let side = NOTCHES[0];
        let at = match behind {
            Cut::Cols(_) if side < cols => Cut::Cols(frame.top.start + side),
            Cut::Rows(_) if side < rows => Cut::Rows(frame.left.start + side),
            _ if side < cols => Cut::Cols(frame.top.start + side),
            _ if side < rows => Cut::Rows(frame.left.start + side),
            _ => return self.halve(frame, marks, out, depth),
        };
        self.cut(at, frame, marks, out, depth)
    }

    /// A rectangle with damage: cut around it until it is in the first corner.
    fn damaged(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        let (top, left) = (frame.left.start, frame.top.start);
        let first = (u32::MAX, u32::MAX, 0, 0);
        let (r0, c0, r1, c1) = marks
            .damage
            .iter()
            .fold(first, |b, d| (b.0.min(d.row), b.1.min(d.col), b.2.max(d.row), b.3.max(d.col)));
        let (rows, cols) = (frame.left.len(), frame.top.len());
        let small = NOTCHES[1] - 6;
        if r1 - r0 < small && c1 - c0 < small {
            // As good as a single damaged block.
            if r0 > top {
                return self.cut(Cut::Rows(r0), frame, marks, out, depth);
            }
            if c0 > left {
                return self.cut(Cut::Cols(c0), frame, marks, out, depth);
            }
            let need = (r1 - r0).max(c1 - c0) + 5;
            let domain = self.domain(frame);
            let mut cut = Cut::Cols(left);
            for side in NOTCHES {
                if side < need || side >= rows || side >= cols {
                    continue;
                }
                match self.notch(domain, side, frame, &marks, &mut *out.bottom, &mut *out.right) {
                    Ok(()) => {
                        self.stats[9] += 1;
                        return Ok(());
                    }
                    Err(further) => {
                        cut = further;
                        if inside(further, frame) && !within(further, side, frame) {
                            break;
                        }
                    }
                }
            }
            self.stats[10] += 1;
            if !inside(cut, frame) || within(cut, need, frame) {
                cut = match cut {
                    Cut::Cols(_) if need < cols => Cut::Cols(left + need),
                    _ if need < rows => Cut::Rows(top + need),
                    _ if need < cols => Cut::Cols(left + need),
                    _ => return self.halve(frame, marks, out, depth),
                };
            }
            return self.cut(cut, frame, marks, out, depth);
        }
        // Cut before a damaged block in the middle, so that it starts the second part.
        let cut = if r1 - r0 >= c1 - c0 {
            let middle = r0 + (r1 - r0).div_ceil(2);
            Cut::Rows(marks.damage.iter().map(|d| d.row).filter(|&r| r >= middle).min().unwrap_or(middle))
        } else {
            let middle = c0 + (c1 - c0).div_ceil(2);
            Cut::Cols(marks.damage.iter().map(|d| d.col).filter(|&c| c >= middle).min().unwrap_or(middle))
        };
        self.cut(cut, frame, marks, out, depth)
    }

    /// Solves the first corner by sweeping and the rest by its lines.
    fn notch(
        &mut self,
        domain: Domain,
        side: u32,
        frame: Frame,
        marks: &Marks,
        bottom: &mut Vec<Run>,
        right: &mut Vec<Run>,
    ) -> Result<(), Cut> {
        let (row, col) = (frame.left.start + side, frame.top.start + side);
        if !matches!(domain, Domain::UpperRight | Domain::LowerLeft) {
            return Err(Cut::Cols(frame.top.start));
        }
        let corner =
            Frame { top: frame.top.split(col).0, left: frame.left.split(row).0, corner: frame.corner };
        let (mut below, mut beside) = (self.take(), self.take());
        self.leaf(corner, marks.damage, &[], Out { bottom: &mut below, right: &mut beside });
        let below_side = Side::new(&below, frame.top.start, col);
        let beside_side = Side::new(&beside, frame.left.start, row);
        let notch = match domain {
            Domain::UpperRight => Notch { outer: below_side, inner: beside_side },
            _ => Notch { outer: beside_side, inner: below_side },
        };
        let solved = self.cross(domain, frame, Some(notch), marks.queries, bottom, right);
        if solved.is_ok() {
            let asked: Vec<Query> =
                marks.queries.iter().filter(|q| q.row < row && q.col < col).copied().collect();
            if !asked.is_empty() {
                below.clear();
                beside.clear();
                self.leaf(corner, marks.damage, &asked, Out { bottom: &mut below, right: &mut beside });
            }
        }
        self.give(below);
        self.give(beside);
        solved
    }

    /// Solves by lines, with the families on their sides, and reads what is asked.
    fn cross(
        &mut self,
        domain: Domain,
        frame: Frame,
        notch: Option<Notch>,
        queries: &[Query],
        bottom: &mut Vec<Run>,
        right: &mut Vec<Run>,
    ) -> Result<(), Cut> {
        let straight = domain == Domain::UpperRight;
        let solved = match straight {
            true => self.crossings.solve(frame.top, frame.left, notch, bottom, right),
            false => self.crossings.solve(frame.left, frame.top, notch, right, bottom),
        };
        if let Err(trouble) = solved {
            return Err(match (trouble, straight) {
                (Trouble::Outer(at), true) | (Trouble::Inner(at), false) => Cut::Cols(at),
                (Trouble::Outer(at), false) | (Trouble::Inner(at), true) => Cut::Rows(at),
            });
        }
        let in_notch = |q: &Query| {
            notch.is_some_and(|n| {
                let (col, row) =
                    if straight { (n.outer.end, n.inner.end) } else { (n.inner.end, n.outer.end) };
                q.row < row && q.col < col
            })
        };
        if queries.iter().any(|q| !in_notch(q)) {
            let locator = self.crossings.locator();
            for query in queries.iter().filter(|q| !in_notch(q)) {
                let (x, y) = if straight { (query.col, query.row) } else { (query.row, query.col) };
                let Sight { corner, outer, inner } = locator.sight(x, y);
                let (top, left) = if straight { (outer, inner) } else { (inner, outer) };
                self.sweeper.answers.push((query.index, query.around(0, corner, left, top)));
            }
        }
        Ok(())
    }

    /// A clean rectangle with the boundary between the domains starting in its corner.
    fn diagonal(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        let (top, left) = (frame.top, frame.left);
        let (rows, cols) = (left.len(), top.len());
        let side = rows.min(cols);
        if top.runs.len() == 1 && left.runs.len() == 1 && frame.corner == CORNER {
            self.stats[11] += 1;
            push(out.bottom, top.start + side, INNER);
            push(out.right, left.start + side, INNER);
            if cols > side {
                push(out.bottom, top.end, OUTER);
            }
            if rows > side {
                push(out.right, left.end, OUTER);
            }
            for query in marks.queries {
                let (above, beside) = match (query.col - top.start).cmp(&(query.row - left.start)) {
                    std::cmp::Ordering::Less => (INNER, OUTER),
                    std::cmp::Ordering::Equal => (OUTER, OUTER),
                    std::cmp::Ordering::Greater => (OUTER, INNER),
                };
                self.sweeper.answers.push((query.index, query.around(0, CORNER, beside, above)));
            }
            return Ok(());
        }
        if cols > rows {
            return self.cut(Cut::Cols(top.start + rows), frame, marks, out, depth);
        }
        if rows > cols {
            return self.cut(Cut::Rows(left.start + cols), frame, marks, out, depth);
        }
        // Square: its events are the places where lines meet the diagonal, if nothing moved them.
        let mut events: Vec<u32> = Vec::with_capacity((top.runs.len() + left.runs.len()) / 2);
        for side in [top, left] {
            let mut start = side.start;
            for run in side.clipped() {
                if run.letter != OUTER {
                    events.push(start - side.start);
                }
                start = run.end;
            }
        }
        events.sort_unstable();
        let gap = |k: usize| events[k + 1] - events[k];
        let widest = |from: usize, to: usize| (from..to).max_by_key(|&k| gap(k));
        let n = events.len();
        let middle = widest(n / 4, (n * 3 / 4).min(n.saturating_sub(1)).max(n / 4)).filter(|&k| gap(k) >= 8);
        let split = middle.or_else(|| widest(0, n.saturating_sub(1)).filter(|&k| gap(k) >= 8));
        let at = match split {
            Some(k) => (events[k] + events[k + 1]) / 2,
            None if n == 0 => side / 2,
            None if events[0] > 2 => events[0] - 1,
            None => (events[n - 1] + 8).min(side / 2),
        };
        self.cut(Cut::Rows(left.start + at.max(1)), frame, marks, out, depth)
    }

    /// A clean rectangle with something else along its sides than the domains.
    fn unknown(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        match beside_a_line(frame) {
            Some(cut) if depth < DEEP => self.cut(cut, frame, marks, out, depth),
            _ => self.halve(frame, marks, out, depth),
        }
    }

    fn halve(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        let Frame { top, left, .. } = frame;
        let cut = if left.len() >= top.len() {
            Cut::Rows(left.start + left.len() / 2)
        } else {
            Cut::Cols(top.start + top.len() / 2)
        };
        self.cut(cut, frame, marks, out, depth)
    }

    /// Solves the two parts of a rectangle one after the other.
    fn cut(&mut self, cut: Cut, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        if depth >= 200 && depth < 201 {
            eprintln!(
                "{depth} {cut:?} {}x{} {} {:?} {:?} {} {:?}",
                frame.left.len(),
                frame.top.len(),
                frame.corner,
                &frame.top.runs[..3.min(frame.top.runs.len())],
                &frame.left.runs[..3.min(frame.left.runs.len())],
                marks.damage.len(),
                self.last
            );
        }
        let Frame { top, left, corner } = frame;
        let Out { bottom, right } = out;
        let mut between = self.take();
        let done = match cut {
            Cut::Rows(at) => {
                let (upper, lower) = left.split(at);
                let damage = partition(marks.damage, |d| d.row < at);
                let queries = partition(marks.queries, |q| q.row < at);
                self.solve(
                    Frame { top, left: upper, corner },
                    Marks { damage: damage.0, queries: queries.0 },
                    Out { bottom: &mut between, right },
                    depth + 1,
                )
                .and_then(|()| {
                    self.hold(&between)?;
                    let top = Side::new(&between, top.start, top.end);
                    self.solve(
                        Frame { top, left: lower, corner: odd(upper.last()) },
                        Marks { damage: damage.1, queries: queries.1 },
                        Out { bottom, right },
                        depth + 1,
                    )
                })
            }
            Cut::Cols(at) => {
                let (first, second) = top.split(at);
                let damage = partition(marks.damage, |d| d.col < at);
                let queries = partition(marks.queries, |q| q.col < at);
                self.solve(
                    Frame { top: first, left, corner },
                    Marks { damage: damage.0, queries: queries.0 },
                    Out { bottom, right: &mut between },
                    depth + 1,
                )
                .and_then(|()| {
                    self.hold(&between)?;
                    let left = Side::new(&between, left.start, left.end);
                    self.solve(
                        Frame { top: second, left, corner: odd(first.last()) },
                        Marks { damage: damage.1, queries: queries.1 },
                        Out { bottom, right },
                        depth + 1,
                    )
                })
            }
        };
        self.open -= between.len() as u64;
        self.give(between);
        done
    }

    fn take(&mut self) -> Vec<Run> {
        self.pool.pop().unwrap_or_default()
    }

    fn give(&mut self, mut runs: Vec<Run>) {
        runs.clear();
        self.pool.push(runs);
    }

    /// Counts the runs between two parts of a cut.
    fn hold(&mut self, runs: &[Run]) -> Result<(), Limit> {
        self.open += runs.len() as u64;
        if self.open * 2 * size_of::<Run>() as u64 > self.budget.memory {
            return Err(Limit::memory(format!(
                "the borders of this sparse board take more than the {} bytes allowed",
                self.budget.memory
            )));
        }
        Ok(())
    }
}

/// Where to cut when a line runs along a side just outside, so that it dies out in a strip.
fn beside_a_line(frame: Frame) -> Option<Cut> {
    let along = |side: Side| {
        let mut start = side.start;
        side.clipped().any(|run| {
            let long = run.letter != OUTER && run.letter != INNER && run.end - start > 2 * PEEL;
            start = run.end;
            long
        })
    };
    let Frame { top, left, .. } = frame;
    if along(left) && top.len() > PEEL {
        Some(Cut::Cols(top.start + PEEL))
    } else if along(top) && left.len() > PEEL {
        Some(Cut::Rows(left.start + PEEL))
    } else {
        None
    }
}

/// Whether a cut leaves two parts.
fn inside(cut: Cut, frame: Frame) -> bool {
    match cut {
        Cut::Rows(at) => frame.left.start < at && at < frame.left.end,
        Cut::Cols(at) => frame.top.start < at && at < frame.top.end,
    }
}

/// Whether a cut goes through the first corner.
fn within(cut: Cut, side: u32, frame: Frame) -> bool {
    match cut {
        Cut::Rows(at) => at < frame.left.start + side,
        Cut::Cols(at) => at < frame.top.start + side,
    }
}

/// Moves what satisfies the test to the front: those that do, and the others.
fn partition<T>(items: &mut [T], test: impl Fn(&T) -> bool) -> (&mut [T], &mut [T]) {
    let mut front = 0;
    for k in 0..items.len() {
        if test(&items[k]) {
            items.swap(front, k);
            front += 1;
        }
    }
    items.split_at_mut(front)
}
