//! Cutting a rectangle until every part is solved by something that is exact.
//!
//! A rectangle without marks is tried, cheapest first: line by line if its lines run one way,
//! as a diagonal, as a crossing of lines. A rectangle that resists names the place at which a cut would help; damage is
//! cut around until it sits in the first corner of a clean rectangle, where it becomes a notch. Small
//! rectangles are swept line by line, which always succeeds, so no rectangle rests on any of the
//! short cuts applying.
//!
//! Much damage is cut in four at its median row and column. The two parts beside the first one do not
//! depend on each other and are solved on two threads if there are two; the parts, and so the work
//! counted, are equal for any number of threads.

use super::block::{CORNER, INNER, Letter, OUTER, odd};
use super::crossing::{Crossings, CutHint, Notch, PEEL_BLOCKS};
use super::patterns::MAX_PATTERN_BLOCKS;
use super::rectangle::{Around, Damage, Domain, Frame, LetterRun, Marks, Out, Query, Side, push};
use super::sweep::{StepLimit, Sweeper};
use super::too_much_work;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt::Checked;
use grundy_machine::sync::progress::Task;
use grundy_machine::sync::threads::both;

// Half or twice each of these bounds changes the boards of `bench/compare-sparse.sh` by less than a tenth, but for
// strips: a lattice of odd rows and columns takes two fifths longer with 3 lines, and a tenth less with 12.

/// Area in blocks up to which a rectangle is swept without asking.
const LEAF_AREA: u64 = 100;
/// Lines up to which a strip is swept across before anything else.
const STRIP_LINES: u32 = 6;
/// Lines up to which a strip that resists is swept across.
const WIDE_STRIP_LINES: u32 = 24;
/// Sides of a corner notch, in the order tried.
const NOTCHES: [u32; 3] = [8, 20, 48];
/// Depth from which rectangles are only halved, so that the recursion ends: below it there are at most
/// 60 halvings of two 30-bit sides. A level takes some 2 kB of stack.
const MAX_CUT_DEPTH: u32 = 128;
/// Damaged blocks from which a rectangle is cut in four.
const QUARTERED_BLOCKS: usize = 256;
/// Least distance from the first damaged row or column to a quartering cut: what damage sends out at
/// once must have settled.
const SPREAD_BLOCKS: u32 = 256;

/// An axis to cut across.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    Rows(u32),
    Cols(u32),
}

impl Cut {
    /// Whether the cut leaves two parts.
    fn is_inside(self, frame: Frame) -> bool {
        match self {
            Cut::Rows(at) => frame.left.start < at && at < frame.left.end,
            Cut::Cols(at) => frame.top.start < at && at < frame.top.end,
        }
    }

    /// Whether the cut goes through the first corner.
    fn is_within(self, side: u32, frame: Frame) -> bool {
        match self {
            Cut::Rows(at) => at < frame.left.start + side,
            Cut::Cols(at) => at < frame.top.start + side,
        }
    }

    /// A cut behind the first corner, across this cut's axis if there is room.
    fn behind(self, side: u32, frame: Frame) -> Option<Cut> {
        let rows = (side < frame.left.len()).then_some(Cut::Rows(frame.left.start + side));
        let cols = (side < frame.top.len()).then_some(Cut::Cols(frame.top.start + side));
        match self {
            Cut::Rows(_) => rows.or(cols),
            Cut::Cols(_) => cols.or(rows),
        }
    }

    /// The axis on which a hint cuts, with the families on the sides of a domain.
    fn hinted(domain: Domain, hint: CutHint) -> Cut {
        match (hint, domain == Domain::UpperRight) {
            (CutHint::Outer(at), true) | (CutHint::Inner(at), false) => Cut::Cols(at),
            (CutHint::Outer(at), false) | (CutHint::Inner(at), true) => Cut::Rows(at),
        }
    }
}

/// A first corner solved separately: its far sides and its damage.
#[derive(Clone, Copy)]
struct Corner<'a> {
    below: Side<'a>,
    beside: Side<'a>,
    damage: &'a [Damage],
}

/// Solves rectangles, one after the other, reusing its memory.
pub struct SparseKingSolver<'g> {
    pub sweeper: Sweeper,
    crossings: Crossings,
    pool: Vec<Vec<LetterRun>>,
    budget: Budget,
    /// Runs held by open rectangles.
    open: u64,
    work: u64,
    steps: Checked,
    /// Solves other rectangles at the same time, if there is more than one thread.
    mate: Option<Box<SparseKingSolver<'g>>>,
    /// Damaged blocks passed.
    running: &'g Task,
}

impl<'g> SparseKingSolver<'g> {
    pub fn new(budget: Budget, running: &'g Task) -> Self {
        SparseKingSolver {
            sweeper: Sweeper::default(),
            crossings: Crossings::bounded(budget.memory / 4),
            pool: Vec::new(),
            budget,
            open: 0,
            work: 0,
            steps: Checked::every(256),
            mate: None,
            running,
        }
    }

    /// Solves one rectangle.
    pub fn solve(
        &mut self,
        frame: Frame,
        marks: Marks,
        mut out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        self.steps.step();
        self.work += (frame.top.runs.len() + frame.left.runs.len()) as u64 + 1;
        if self.total_work() > self.budget.work {
            return Err(too_much_work(&self.budget));
        }
        let (rows, cols) = (frame.left.len(), frame.top.len());
        if rows as u64 * cols as u64 <= LEAF_AREA {
            self.leaf(frame, marks.damage, marks.queries, out);
            self.pass(marks.damage.len());
            return Ok(());
        }
        if rows.min(cols) <= STRIP_LINES && self.strip(frame, &marks, &mut out) {
            self.pass(marks.damage.len());
            return Ok(());
        }
        if marks.damage.len() >= QUARTERED_BLOCKS
            && let Some(at) = middle(marks.damage)
        {
            return self.quarter(at, frame, marks, out, depth);
        }
        if !marks.damage.is_empty() {
            return self.damaged(frame, marks, out, depth);
        }
        if self.one_way(frame, marks.queries, &mut out) {
            return Ok(());
        }
        let domain = Domain::of(frame);
        if matches!(domain, Domain::UpperRight | Domain::LowerLeft) {
            return self.crossing(domain, frame, marks, out, depth);
        }
        if depth < MAX_CUT_DEPTH
            && let Some(cut) = beside_a_band(frame)
        {
            return self.cut(cut, frame, marks, out, depth);
        }
        match domain {
            Domain::Diagonal => self.diagonal(frame, marks, out, depth),
            Domain::FromTop(at) => self.cut(Cut::Cols(at), frame, marks, out, depth),
            Domain::FromLeft(at) => self.cut(Cut::Rows(at), frame, marks, out, depth),
            _ => match beside_a_line(frame) {
                Some(cut) if depth < MAX_CUT_DEPTH => self.cut(cut, frame, marks, out, depth),
                _ => self.halve(frame, marks, out, depth),
            },
        }
    }

    /// Counts damaged blocks that are done.
    fn pass(&self, damaged: usize) {
        if damaged > 0 {
            self.running.add(damaged as u64);
        }
    }

    /// Steps taken so far.
    pub fn total_work(&self) -> u64 {
        self.work + self.sweeper.work + self.crossings.work
    }

    /// Line by line, however long it takes: for small rectangles.
    fn leaf(&mut self, frame: Frame, damage: &[Damage], queries: &[Query], out: Out) {
        let swept = self
            .sweeper
            .sweep::<false>(frame, damage, queries, StepLimit::ENDLESS, out);
        debug_assert!(swept);
    }

    /// Line by line along the long side of a narrow rectangle.
    fn strip(&mut self, frame: Frame, marks: &Marks, out: &mut Out) -> bool {
        let limit = StepLimit {
            lines: u32::MAX,
            steps: 64,
        };
        let (damage, queries, out) = (&*marks.damage, &*marks.queries, out.reborrow());
        match frame.left.len() <= frame.top.len() {
            true => self
                .sweeper
                .sweep::<false>(frame, damage, queries, limit, out),
            false => self
                .sweeper
                .sweep::<true>(frame, damage, queries, limit, out),
        }
    }

    /// A clean rectangle that lines enter on one side only, if they go straight on.
    fn one_way(&mut self, frame: Frame, queries: &[Query], out: &mut Out) -> bool {
        // One letter that is not the domain's is a line just outside: nothing changes, or much does.
        let limit = |side: Side| {
            let lines = if side.last() == OUTER || side.last() == INNER {
                4
            } else {
                1
            };
            StepLimit { lines, steps: 64 }
        };
        let Frame { top, left, .. } = frame;
        let sweeper = &mut self.sweeper;
        left.runs.len() == 1
            && sweeper.sweep::<false>(frame, &[], queries, limit(left), out.reborrow())
            || top.runs.len() == 1
                && sweeper.sweep::<true>(frame, &[], queries, limit(top), out.reborrow())
    }

    /// A clean rectangle of one domain. One that resists is cut at the place that helps, or has its corner
    /// solved separately if that place is in the corner.
    fn crossing(
        &mut self,
        domain: Domain,
        frame: Frame,
        marks: Marks,
        mut out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let mut cut = if frame.corner == CORNER {
            match self.cross(domain, frame, None, &mut out) {
                Ok(()) => return self.read(frame, marks, depth),
                Err(cut) => cut,
            }
        } else {
            beside_a_line(frame).unwrap_or(Cut::Cols(frame.top.start))
        };
        if depth < MAX_CUT_DEPTH
            && let Some(cut) = beside_a_band(frame)
        {
            return self.cut(cut, frame, marks, out, depth);
        }
        let (rows, cols) = (frame.left.len(), frame.top.len());
        if rows.min(cols) <= WIDE_STRIP_LINES && self.strip(frame, &marks, &mut out) {
            return Ok(());
        }
        if depth >= MAX_CUT_DEPTH {
            return self.halve(frame, marks, out, depth);
        }
        if cut.is_inside(frame) {
            return self.cut(cut, frame, marks, out, depth);
        }
        let mut tried = NOTCHES[0];
        for side in NOTCHES.into_iter().filter(|&side| side < rows.min(cols)) {
            tried = side;
            match self.notch(domain, side, frame, marks.damage, &mut out) {
                Ok(()) => return self.read(frame, marks, depth),
                Err(further) => cut = further,
            }
            if cut.is_inside(frame) && !cut.is_within(side, frame) {
                return self.cut(cut, frame, marks, out, depth);
            }
        }
        match cut.behind(tried, frame) {
            Some(cut) => self.cut(cut, frame, marks, out, depth),
            None => self.halve(frame, marks, out, depth),
        }
    }

    /// Solves the first corner by sweeping and the rest by its lines.
    fn notch(
        &mut self,
        domain: Domain,
        side: u32,
        frame: Frame,
        damage: &[Damage],
        out: &mut Out,
    ) -> Result<(), Cut> {
        let (row, col) = (frame.left.start + side, frame.top.start + side);
        if !matches!(domain, Domain::UpperRight | Domain::LowerLeft) {
            return Err(Cut::Cols(frame.top.start));
        }
        let first = Frame {
            top: frame.top.split(col).0,
            left: frame.left.split(row).0,
            corner: frame.corner,
        };
        let (mut below, mut beside) = (self.take(), self.take());
        self.leaf(
            first,
            damage,
            &[],
            Out {
                bottom: &mut below,
                right: &mut beside,
            },
        );
        let corner = Corner {
            below: Side::new(&below, frame.top.start, col),
            beside: Side::new(&beside, frame.left.start, row),
            damage,
        };
        let solved = self.cross(domain, frame, Some(corner), out);
        self.give(below);
        self.give(beside);
        solved
    }

    /// Solves by lines, with the families on their sides.
    fn cross(
        &mut self,
        domain: Domain,
        frame: Frame,
        corner: Option<Corner>,
        out: &mut Out,
    ) -> Result<(), Cut> {
        let straight = domain == Domain::UpperRight;
        let Out { bottom, right } = out.reborrow();
        let notch = corner.map(|Corner { below, beside, .. }| match straight {
            true => Notch {
                outer: below,
                inner: beside,
            },
            false => Notch {
                outer: beside,
                inner: below,
            },
        });
        match straight {
            true => self
                .crossings
                .solve(frame.top, frame.left, notch, bottom, right),
            false => self
                .crossings
                .solve(frame.left, frame.top, notch, right, bottom),
        }
        .map_err(|hint| Cut::hinted(domain, hint))?;
        debug_assert!(swept_alike(
            frame,
            corner.map_or(&[], |corner| corner.damage),
            bottom,
            right
        ));
        Ok(())
    }

    /// Answers what is asked in a rectangle whose far sides are found: solves what lies above a block, and sweeps its row.
    fn read<'a>(&mut self, frame: Frame<'a>, marks: Marks, depth: u32) -> Result<(), Limit> {
        let Marks { damage, queries } = marks;
        for query in &*queries {
            let before = |side: Side<'a>, at| {
                if at < side.end {
                    side.split(at).0
                } else {
                    side
                }
            };
            let (top, left) = (
                before(frame.top, query.col + 1),
                before(frame.left, query.row + 1),
            );
            let (within, _) = partition(damage, |d| d.row <= query.row && d.col <= query.col);
            let (above, beside) = partition(within, |d| d.row < query.row);
            let [mut between, mut below, mut right] = [(); 3].map(|()| self.take());
            let mut row = Frame {
                top,
                left,
                corner: frame.corner,
            };
            if query.row > left.start {
                let (upper, lower) = left.split(query.row);
                let marks = Marks {
                    damage: above,
                    queries: &mut [],
                };
                let out = Out {
                    bottom: &mut between,
                    right: &mut right,
                };
                self.solve(
                    Frame {
                        top,
                        left: upper,
                        corner: frame.corner,
                    },
                    marks,
                    out,
                    depth + 1,
                )?;
                let top = Side::new(&between, top.start, top.end);
                row = Frame {
                    top,
                    left: lower,
                    corner: odd(upper.last()),
                };
            }
            self.leaf(
                row,
                beside,
                &[*query],
                Out {
                    bottom: &mut below,
                    right: &mut right,
                },
            );
            for runs in [between, below, right] {
                self.give(runs);
            }
        }
        Ok(())
    }

    /// A clean rectangle with the boundary between the domains starting in its corner.
    fn diagonal(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        let Frame { top, left, corner } = frame;
        let (rows, cols) = (left.len(), top.len());
        let side = rows.min(cols);
        if top.runs.len() == 1 && left.runs.len() == 1 && corner == CORNER {
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
                self.sweeper
                    .answers
                    .push((query.index, query.around(0, CORNER, beside, above)));
            }
            return Ok(());
        }
        if depth >= MAX_CUT_DEPTH {
            return self.halve(frame, marks, out, depth);
        }
        let cut = match rows.cmp(&cols) {
            std::cmp::Ordering::Less => Cut::Cols(top.start + rows),
            std::cmp::Ordering::Greater => Cut::Rows(left.start + cols),
            std::cmp::Ordering::Equal => Cut::Rows(left.start + between_events(top, left)),
        };
        self.cut(cut, frame, marks, out, depth)
    }

    /// A rectangle with damage: cut around it until it is in the first corner.
    fn damaged(
        &mut self,
        frame: Frame,
        marks: Marks,
        mut out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        if depth >= MAX_CUT_DEPTH {
            return self.halve(frame, marks, out, depth);
        }
        let (top, left) = (frame.left.start, frame.top.start);
        let bounds = |b: (u32, u32, u32, u32), d: &Damage| {
            (
                b.0.min(d.row),
                b.1.min(d.col),
                b.2.max(d.row),
                b.3.max(d.col),
            )
        };
        let (r0, c0, r1, c1) = marks.damage.iter().fold((u32::MAX, u32::MAX, 0, 0), bounds);
        let small = NOTCHES[1] - 8;
        if r1 - r0 >= small || c1 - c0 >= small {
            let cut = parting((r0, c0, r1, c1), frame, marks.damage);
            return self.cut(cut, frame, marks, out, depth);
        }
        // As good as a single damaged block.
        if r0 > top {
            return self.cut(Cut::Rows(r0), frame, marks, out, depth);
        }
        if c0 > left {
            return self.cut(Cut::Cols(c0), frame, marks, out, depth);
        }
        let need = (r1 - r0).max(c1 - c0) + 5;
        let domain = Domain::of(frame);
        let mut cut = Cut::Cols(left);
        let room = frame.left.len().min(frame.top.len());
        for side in NOTCHES
            .into_iter()
            .filter(|&side| side >= need && side < room)
        {
            match self.notch(domain, side, frame, marks.damage, &mut out) {
                Ok(()) => {
                    self.pass(marks.damage.len());
                    return self.read(frame, marks, depth);
                }
                Err(further) => cut = further,
            }
            if cut.is_inside(frame) && !cut.is_within(side, frame) {
                break;
            }
        }
        if !cut.is_inside(frame) || cut.is_within(need, frame) {
            match cut.behind(need, frame) {
                Some(behind) => cut = behind,
                None => return self.halve(frame, marks, out, depth),
            }
        }
        self.cut(cut, frame, marks, out, depth)
    }

    /// Cuts through the middle of the longer side.
    fn halve(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        let Frame { top, left, .. } = frame;
        let cut = match left.len() >= top.len() {
            true => Cut::Rows(left.start + left.len() / 2),
            false => Cut::Cols(top.start + top.len() / 2),
        };
        self.cut(cut, frame, marks, out, depth)
    }

    /// Solves the two parts of a rectangle one after the other.
    fn cut(
        &mut self,
        cut: Cut,
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let Frame { top, left, corner } = frame;
        let Out { bottom, right } = out;
        let open = self.open;
        let mut between = self.take();
        let is_first = |row: u32, col: u32| match cut {
            Cut::Rows(at) => row < at,
            Cut::Cols(at) => col < at,
        };
        let (damage, further_damage) = partition(marks.damage, |d| is_first(d.row, d.col));
        let (queries, further_queries) = partition(marks.queries, |q| is_first(q.row, q.col));
        let marks = Marks { damage, queries };
        let further = Marks {
            damage: further_damage,
            queries: further_queries,
        };
        let done = match cut {
            Cut::Rows(at) => {
                let (upper, lower) = left.split(at);
                let out = Out {
                    bottom: &mut between,
                    right,
                };
                self.solve(
                    Frame {
                        top,
                        left: upper,
                        corner,
                    },
                    marks,
                    out,
                    depth + 1,
                )
                .and_then(|()| {
                    self.hold(&between)?;
                    let top = Side::new(&between, top.start, top.end);
                    let frame = Frame {
                        top,
                        left: lower,
                        corner: odd(upper.last()),
                    };
                    self.solve(frame, further, Out { bottom, right }, depth + 1)
                })
            }
            Cut::Cols(at) => {
                let (first, second) = top.split(at);
                let out = Out {
                    bottom,
                    right: &mut between,
                };
                self.solve(
                    Frame {
                        top: first,
                        left,
                        corner,
                    },
                    marks,
                    out,
                    depth + 1,
                )
                .and_then(|()| {
                    self.hold(&between)?;
                    let left = Side::new(&between, left.start, left.end);
                    let frame = Frame {
                        top: second,
                        left,
                        corner: odd(first.last()),
                    };
                    self.solve(frame, further, Out { bottom, right }, depth + 1)
                })
            }
        };
        self.open = open;
        self.give(between);
        done
    }

    /// Cuts at a row and a column. The first part comes first and the last one last; the two between
    /// are solved at the same time if there is a thread.
    fn quarter(
        &mut self,
        (row, col): (u32, u32),
        frame: Frame,
        marks: Marks,
        mut out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let Frame { top, left, corner } = frame;
        let (upper, lower) = left.split(row);
        let (first, second) = top.split(col);
        let (d_upper, d_lower) = partition(marks.damage, |d| d.row < row);
        let (q_upper, q_lower) = partition(marks.queries, |q| q.row < row);
        let (d_a, d_b) = partition(d_upper, |d| d.col < col);
        let (q_a, q_b) = partition(q_upper, |q| q.col < col);
        let (d_c, d_d) = partition(d_lower, |d| d.col < col);
        let (q_c, q_d) = partition(q_lower, |q| q.col < col);

        let open = self.open;
        let [mut below_a, mut beside_a, mut below_b, mut beside_c] = [(); 4].map(|()| self.take());
        let marks = Marks {
            damage: d_a,
            queries: q_a,
        };
        let to = Out {
            bottom: &mut below_a,
            right: &mut beside_a,
        };
        self.solve(
            Frame {
                top: first,
                left: upper,
                corner,
            },
            marks,
            to,
            depth + 1,
        )?;
        self.hold(&below_a)?;
        self.hold(&beside_a)?;

        let left_of_b = Side::new(&beside_a, left.start, row);
        let top_of_c = Side::new(&below_a, top.start, col);
        let frame_b = Frame {
            top: second,
            left: left_of_b,
            corner: odd(first.last()),
        };
        let frame_c = Frame {
            top: top_of_c,
            left: lower,
            corner: odd(upper.last()),
        };
        let Out { bottom, right } = out.reborrow();
        let b = (
            frame_b,
            Marks {
                damage: d_b,
                queries: q_b,
            },
            Out {
                bottom: &mut below_b,
                right,
            },
        );
        let c = (
            frame_c,
            Marks {
                damage: d_c,
                queries: q_c,
            },
            Out {
                bottom,
                right: &mut beside_c,
            },
        );
        self.pair(b, c, depth + 1)?;
        self.hold(&below_b)?;
        self.hold(&beside_c)?;

        let frame_d = Frame {
            top: Side::new(&below_b, col, top.end),
            left: Side::new(&beside_c, row, left.end),
            corner: odd(top_of_c.last()),
        };
        self.solve(
            frame_d,
            Marks {
                damage: d_d,
                queries: q_d,
            },
            out,
            depth + 1,
        )?;
        self.open = open;
        for runs in [below_a, beside_a, below_b, beside_c] {
            self.give(runs);
        }
        Ok(())
    }

    /// Solves two rectangles that do not depend on each other.
    fn pair(
        &mut self,
        here: (Frame, Marks, Out),
        there: (Frame, Marks, Out),
        depth: u32,
    ) -> Result<(), Limit> {
        let threads = self.budget.threads;
        if threads < 2 {
            self.solve(here.0, here.1, here.2, depth)?;
            return self.solve(there.0, there.1, there.2, depth);
        }
        let running = self.running;
        let mut mate = self
            .mate
            .take()
            .unwrap_or_else(|| Box::new(SparseKingSolver::new(self.budget, running)));
        let work = self.budget.work - self.total_work();
        mate.budget = Budget {
            threads: threads / 2,
            work,
            ..self.budget
        };
        mate.open = self.open;
        self.budget.threads = threads - threads / 2;
        let other = &mut mate;
        let (ours, theirs) = both(
            || self.solve(here.0, here.1, here.2, depth),
            || other.solve(there.0, there.1, there.2, depth),
        );
        self.budget.threads = threads;
        self.sweeper.answers.append(&mut mate.sweeper.answers);
        self.work += mate.total_work();
        (mate.work, mate.sweeper.work, mate.crossings.work) = (0, 0, 0);
        self.mate = Some(mate);
        ours.and(theirs)
    }

    fn take(&mut self) -> Vec<LetterRun> {
        self.pool.pop().unwrap_or_default()
    }

    fn give(&mut self, mut runs: Vec<LetterRun>) {
        runs.clear();
        self.pool.push(runs);
    }

    /// Counts the runs between two parts of a cut. Outputs that are being written are as long as
    /// inputs, and vectors have room to grow: hence the factor.
    fn hold(&mut self, runs: &[LetterRun]) -> Result<(), Limit> {
        self.open += runs.len() as u64;
        let answers = self.sweeper.answers.len() * size_of::<(u32, Around)>();
        let held = self.open * 4 * size_of::<LetterRun>() as u64 + 2 * answers as u64;
        if held > self.budget.memory {
            let allowed = self.budget.memory;
            return Err(Limit::memory(format!(
                "the lines of this sparse board take more than the {allowed} bytes allowed"
            )));
        }
        Ok(())
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

/// The median row and column of damage; `None` if it is so narrow that a cut between two parts
/// of it would pass through the lines it sends out.
fn middle(damage: &mut [Damage]) -> Option<(u32, u32)> {
    let half = damage.len() / 2;
    let mut of = |axis: fn(&Damage) -> u32| {
        let first = damage.iter().map(axis).min()?;
        let median = axis(damage.select_nth_unstable_by_key(half, axis).1);
        (median - first >= SPREAD_BLOCKS).then_some(median)
    };
    Some((of(|d| d.row)?, of(|d| d.col)?))
}

/// A cut that parts damage within these bounds: first row and column, last row and column.
fn parting((r0, c0, r1, c1): (u32, u32, u32, u32), frame: Frame, damage: &[Damage]) -> Cut {
    // Clean margins much larger than needed for lines to part are cut off.
    let Frame { top, left, .. } = frame;
    let spread = (r1 - r0).max(c1 - c0);
    let margin = spread / 8 + 32;
    if r0 - left.start > spread / 2 {
        return Cut::Rows(r0);
    }
    if c0 - top.start > spread / 2 {
        return Cut::Cols(c0);
    }
    if left.end - r1 > 3 * margin {
        return Cut::Rows(r1 + margin);
    }
    if top.end - c1 > 3 * margin {
        return Cut::Cols(c1 + margin);
    }
    // Before a damaged block in the middle, so that it starts the second part.
    let next = |axis: fn(&Damage) -> u32, first: u32, last: u32| {
        let middle = first + (last - first).div_ceil(2);
        damage
            .iter()
            .map(axis)
            .filter(|&at| at >= middle)
            .min()
            .unwrap_or(middle)
    };
    match r1 - r0 >= c1 - c0 {
        true => Cut::Rows(next(|d| d.row, r0, r1)),
        false => Cut::Cols(next(|d| d.col, c0, c1)),
    }
}

/// How far into a square on the diagonal to cut it: between its events, the places at which lines
/// would meet the diagonal if nothing moved them.
fn between_events(top: Side, left: Side) -> u32 {
    /// Least distance of events between which a cut leaves both alone.
    const WIDE_BLOCKS: u32 = 8;
    let mut events: Vec<u32> = Vec::new();
    for side in [top, left] {
        let lines = side.spans().filter(|(_, run)| run.letter != OUTER);
        events.extend(lines.map(|(start, _)| start - side.start));
    }
    events.sort_unstable();
    let gap = |k: usize| events[k + 1] - events[k];
    let widest = |from: usize, to: usize| {
        (from..to)
            .max_by_key(|&k| gap(k))
            .filter(|&k| gap(k) >= WIDE_BLOCKS)
    };
    let n = events.len();
    let middle = widest(n / 4, (n * 3 / 4).min(n.saturating_sub(1)).max(n / 4));
    let at = match middle.or_else(|| widest(0, n.saturating_sub(1))) {
        Some(k) => (events[k] + events[k + 1]) / 2,
        None if n == 0 => top.len() / 2,
        None if events[0] > 2 => events[0] - 1,
        None => (events[n - 1] + WIDE_BLOCKS).min(top.len() / 2),
    };
    at.max(1)
}

/// Whether a letter is that of an undisturbed side.
fn is_base(letter: Letter) -> bool {
    letter == OUTER || letter == INNER
}

/// A strip in which a line that runs along a side, just outside, dies out.
fn beside_a_line(frame: Frame) -> Option<Cut> {
    let along = |side: Side| {
        side.spans()
            .any(|(start, run)| !is_base(run.letter) && run.end - start > 2 * PEEL_BLOCKS)
    };
    let Frame { top, left, .. } = frame;
    let (by_row, by_col) = (
        along(top) && left.len() > PEEL_BLOCKS,
        along(left) && top.len() > PEEL_BLOCKS,
    );
    match (by_row, by_col) {
        // The shorter strip first: it may end the line along the longer side as well.
        (true, true) if top.len() <= left.len() => Some(Cut::Rows(left.start + PEEL_BLOCKS)),
        (_, true) => Some(Cut::Cols(top.start + PEEL_BLOCKS)),
        (true, false) => Some(Cut::Rows(left.start + PEEL_BLOCKS)),
        (false, false) => None,
    }
}

/// A cut at the end of the only wide band of flipped lines that enters on a side, which makes it alone
/// on the side of its part; if it is alone, a cut through the middle of the lines that it crosses.
///
/// Lines that lie on every other row of a lattice push each other until they touch, and go on as such
/// bands. A band keeps its letter while it crosses single lines, so a part that it fills is swept.
fn beside_a_band(frame: Frame) -> Option<Cut> {
    /// Lines that are swept across a band at once.
    const SWEPT_LINES: usize = 12;
    let Frame { top, left, .. } = frame;
    let is_alone = |side: Side| side.runs.len() == 1 && !is_base(side.last());
    let middle = |side: Side| side.runs[side.runs.len() / 2 - 1].end;
    if is_alone(left) && top.runs.len() > SWEPT_LINES {
        return Some(Cut::Cols(middle(top)));
    }
    if is_alone(top) && left.runs.len() > SWEPT_LINES {
        return Some(Cut::Rows(middle(left)));
    }
    let end_of_band = |side: Side| {
        let wide = || {
            side.spans()
                .filter(|(start, run)| run.end - start > MAX_PATTERN_BLOCKS)
        };
        let mut bands = wide().filter(|(_, run)| !is_base(run.letter));
        let (start, run) = bands.next()?;
        let is_only = bands.next().is_none() && wide().any(|(_, run)| is_base(run.letter));
        is_only.then_some(if start > side.start { start } else { run.end })
    };
    end_of_band(left)
        .map(Cut::Rows)
        .or_else(|| end_of_band(top).map(Cut::Cols))
}

/// The slow twin of every short cut: whether sweeping line by line gives equal far sides. Runs
/// wherever debug assertions do, on rectangles of moderate size.
fn swept_alike(frame: Frame, damage: &[Damage], bottom: &[LetterRun], right: &[LetterRun]) -> bool {
    let Frame { top, left, .. } = frame;
    if top.len() as u64 * left.len() as u64 > 1 << 20 {
        return true;
    }
    let (mut below, mut beside) = (Vec::new(), Vec::new());
    let out = Out {
        bottom: &mut below,
        right: &mut beside,
    };
    Sweeper::default().sweep::<false>(frame, damage, &[], StepLimit::ENDLESS, out);
    let alike = |side: Side, swept: &[LetterRun], found: &[LetterRun]| {
        let read = |runs: &[LetterRun], at| runs[runs.partition_point(|run| run.end <= at)].letter;
        (side.start..side.end).all(|at| read(swept, at) == read(found, at))
    };
    alike(top, &below, bottom) && alike(left, &beside, right)
}
