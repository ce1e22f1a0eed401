//! Cutting a rectangle until every part is solved by something that is exact.
//!
//! A rectangle without marks is tried, cheapest first: line by line where its lines run one way,
//! as a diagonal, as a crossing of lines. What resists says where a cut would help; damage is cut
//! around until it sits in the first corner of a clean rectangle, where it becomes a notch. Small
//! rectangles are swept line by line, which always succeeds, so no rectangle rests on any of the
//! short cuts applying.

mod clean;
mod damaged;
mod domain;
mod quarter;

use super::block::{INNER, OUTER, odd};
use super::crossing::Crossings;
use super::marks::{Around, Damage, Query};
use super::runs::{Run, Side};
use super::sweep::{StepLimit, Sweeper};
use super::too_much_work;
use crate::platform::LOADED_ANEW;
use crate::sync::interrupt::Checked;
use crate::sync::progress::Running;
use crate::sync::threads::Spare;
use crate::theory::budget::{Budget, Limit};
use clean::{beside_a_band, has_trace, inside};
use domain::Domain;

/// Area in blocks up to which a rectangle is swept without asking.
const LEAF_AREA: u64 = 100;
/// Lines up to which a strip is swept across.
const STRIP: u32 = 6;
/// Depth from which rectangles are only halved, so that the recursion ends: below it there are at most
/// 60 halvings of two 30-bit sides. A level takes some 2 kB of stack, and boards of a million damaged
/// cells go 50 deep, so the stack of any thread is large enough.
const DEEP: u32 = 128;
/// Damaged blocks from which a rectangle is cut in four, two of which are solved side by side.
const QUARTERED: usize = 256;

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

/// An axis to cut across.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    Rows(u32),
    Cols(u32),
}

/// Solves rectangles, one after the other, reusing its memory.
pub struct Solver<'g> {
    pub sweeper: Sweeper,
    crossings: Crossings,
    pool: Vec<Vec<Run>>,
    budget: Budget,
    /// Runs held by open rectangles.
    open: u64,
    work: u64,
    steps: Checked,
    /// Solves other rectangles at the same time, where there is a thread to spare.
    mate: Option<Box<Solver<'g>>>,
    spare: &'g Spare,
    /// Damaged blocks passed, for whoever shows progress.
    running: &'g Running,
}

impl<'g> Solver<'g> {
    pub fn new(budget: Budget, running: &'g Running, spare: &'g Spare) -> Self {
        let mut sweeper = Sweeper::default();
        sweeper.transducer.bound(budget.memory / 16);
        Solver {
            sweeper,
            crossings: Crossings::bounded(budget.memory / 4),
            pool: Vec::new(),
            budget,
            open: 0,
            work: 0,
            steps: Checked::every(256),
            mate: None,
            spare,
            running,
        }
    }

    /// Solves one rectangle.
    pub fn solve(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        self.steps.step();
        self.work += (frame.top.runs.len() + frame.left.runs.len()) as u64 + 1;
        if self.total_work() > self.budget.work {
            return Err(too_much_work(&self.budget));
        }
        let (rows, cols) = (frame.left.len(), frame.top.len());
        if rows as u64 * cols as u64 <= LEAF_AREA {
            self.leaf(frame, marks.damage, marks.queries, out);
            self.passed(marks.damage.len());
            return Ok(());
        }
        if rows.min(cols) <= STRIP && self.strip(frame, &marks, &mut *out.bottom, &mut *out.right) {
            self.passed(marks.damage.len());
            return Ok(());
        }
        if marks.damage.len() >= QUARTERED
            && let Some((row, col)) = quarter::middle(marks.damage)
        {
            return self.quarter((row, col), frame, marks, out, depth);
        }
        if !marks.damage.is_empty() {
            return self.damaged(frame, marks, out, depth);
        }
        if self.one_way(frame, marks.queries, &mut *out.bottom, &mut *out.right) {
            return Ok(());
        }
        let domain = Domain::of(frame);
        if matches!(domain, Domain::UpperRight | Domain::LowerLeft) {
            return self.crossing(domain, frame, marks, out, depth);
        }
        if let Some(cut) = beside_a_band(frame)
            && depth < DEEP
        {
            return self.cut(cut, frame, marks, out, depth);
        }
        match domain {
            Domain::Diagonal => self.diagonal(frame, marks, out, depth),
            Domain::FromTop(at) => self.cut(Cut::Cols(at), frame, marks, out, depth),
            Domain::FromLeft(at) => self.cut(Cut::Rows(at), frame, marks, out, depth),
            _ => self.unknown(frame, marks, out, depth),
        }
    }

    fn passed(&self, damaged: usize) {
        if damaged > 0 {
            self.running.add(damaged as u64);
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
            StepLimit::ENDLESS,
            out.bottom,
            out.right,
        );
        debug_assert!(swept);
    }

    /// A rectangle without damage that has lines in one direction only, if they go straight on.
    fn one_way(
        &mut self,
        frame: Frame,
        queries: &[Query],
        bottom: &mut Vec<Run>,
        right: &mut Vec<Run>,
    ) -> bool {
        /// Runs up to which, unless there is only one, sweeping fails as soon as the transducer does.
        const SHORT: usize = 4;
        /// Runs up to which a side of a domain that does not settle soon is swept without looking whether it slides.
        const FEW: usize = 40;
        // One letter that is not the domain's is a line just outside: nothing changes, or much does.
        let lines = |side: Side| if side.last() == OUTER || side.last() == INNER { 4 } else { 1 };
        let Frame { top, left, corner } = frame;
        let (beside, above) = (left.runs.len() == 1, top.runs.len() == 1);
        let sweeper = &mut self.sweeper;
        // The transducer fails where something slides, but soon: only then is it swept.
        let settles = !LOADED_ANEW && queries.is_empty();
        let tried = |across: Side| settles && (across.runs.len() == 1 || across.runs.len() > SHORT);
        if beside
            && tried(top)
            && sweeper.settle(top, (left, left.last()), corner, lines(left), bottom, right)
            || above
                && tried(left)
                && sweeper.settle(left, (top, top.last()), corner, lines(top), right, bottom)
        {
            return true;
        }
        // A line that runs along the longer side, just outside, comes in: then nothing slides.
        if settles
            && (beside && tried(top) && has_trace(top, left) || above && tried(left) && has_trace(left, top))
        {
            return false;
        }
        let step_limit = |side: Side, across: Side| StepLimit {
            lines: lines(side),
            steps: 64,
            free: if settles && lines(side) > 1 && across.runs.len() > FEW { 0 } else { lines(side) },
        };
        beside
            && sweeper.sweep::<false>(top, left, corner, &[], queries, step_limit(left, top), bottom, right)
            || above
                && sweeper.sweep::<true>(
                    left,
                    top,
                    corner,
                    &[],
                    queries,
                    step_limit(top, left),
                    right,
                    bottom,
                )
    }

    /// Line by line, for narrow rectangles; where that does not come to rest, along them.
    fn strip(&mut self, frame: Frame, marks: &Marks, bottom: &mut Vec<Run>, right: &mut Vec<Run>) -> bool {
        let step_limit = StepLimit { lines: u32::MAX, steps: 64, free: u32::MAX };
        let Frame { top, left, corner } = frame;
        let (damage, queries) = (&*marks.damage, &*marks.queries);
        let sweeper = &mut self.sweeper;
        if left.len() <= top.len() {
            !LOADED_ANEW && sweeper.narrow::<true>(left, top, corner, damage, queries, right, bottom)
                || sweeper.sweep::<false>(top, left, corner, damage, queries, step_limit, bottom, right)
        } else {
            !LOADED_ANEW && sweeper.narrow::<false>(top, left, corner, damage, queries, bottom, right)
                || sweeper.sweep::<true>(left, top, corner, damage, queries, step_limit, right, bottom)
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
        self.cut_twice(cut, None, frame, marks, out, depth)
    }

    /// Solves a part of a rectangle, which is cut at once where it is known to resist.
    fn part(
        &mut self,
        cut: Option<Cut>,
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        match cut {
            Some(cut) if !LOADED_ANEW && inside(cut, frame) && depth < DEEP => {
                self.cut(cut, frame, marks, out, depth)
            }
            _ => self.solve(frame, marks, out, depth),
        }
    }

    /// The same where it is known, too, how the first part (false) or the second one (true) is to be cut.
    fn cut_twice(
        &mut self,
        cut: Cut,
        then: Option<(bool, Cut)>,
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let then = if LOADED_ANEW { None } else { then };
        let [first_cut, second_cut] = [false, true].map(|second| then.filter(|t| t.0 == second).map(|t| t.1));
        let Frame { top, left, corner } = frame;
        let Out { bottom, right } = out;
        let open = self.open;
        let mut between = self.take();
        let done = match cut {
            Cut::Rows(at) => {
                let (upper, lower) = left.split(at);
                let damage = partition(marks.damage, |d| d.row < at);
                let queries = partition(marks.queries, |q| q.row < at);
                self.part(
                    first_cut,
                    Frame { top, left: upper, corner },
                    Marks { damage: damage.0, queries: queries.0 },
                    Out { bottom: &mut between, right },
                    depth + 1,
                )
                .and_then(|()| {
                    self.hold(&between)?;
                    let top = Side::new(&between, top.start, top.end);
                    self.part(
                        second_cut,
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
                self.part(
                    first_cut,
                    Frame { top: first, left, corner },
                    Marks { damage: damage.0, queries: queries.0 },
                    Out { bottom, right: &mut between },
                    depth + 1,
                )
                .and_then(|()| {
                    self.hold(&between)?;
                    let left = Side::new(&between, left.start, left.end);
                    self.part(
                        second_cut,
                        Frame { top: second, left, corner: odd(first.last()) },
                        Marks { damage: damage.1, queries: queries.1 },
                        Out { bottom, right },
                        depth + 1,
                    )
                })
            }
        };
        self.open = open;
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

    /// Counts the runs between two parts of a cut. Outputs that are being written are as long as
    /// inputs, and vectors have room to grow: hence the factor.
    fn hold(&mut self, runs: &[Run]) -> Result<(), Limit> {
        self.open += runs.len() as u64;
        let answers = self.sweeper.answers.len() * size_of::<(u32, Around)>();
        let held = self.open * 4 * size_of::<Run>() as u64 + 2 * answers as u64;
        if held > self.budget.memory {
            let allowed = self.budget.memory;
            return Err(Limit::memory(format!(
                "the lines of this sparse board take more than the {allowed} bytes allowed"
            )));
        }
        Ok(())
    }

    /// Steps taken so far.
    pub fn total_work(&self) -> u64 {
        self.work + self.sweeper.work + self.sweeper.transducer.work + self.crossings.work()
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
