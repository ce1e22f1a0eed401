//! Cutting a rectangle until every part is solved by something that is exact.
//!
//! A rectangle without marks is tried, cheapest first: line by line if its lines run one way,
//! as a diagonal, as a crossing of lines. A rectangle that resists names the place at which a cut would help; damage is
//! cut around until it sits in the first corner of a clean rectangle, where it becomes a notch. Small
//! rectangles are swept line by line, which always succeeds, so no rectangle rests on any of the
//! short cuts applying.
//!
//! Much damage is cut in four at its median row and column. The two parts next to the first one do not
//! depend on each other and are solved on two threads if there are two; the parts, and so the work
//! counted, are equal for any number of threads.

use super::block::{CORNER, INNER, Letter, OUTER, odd};
use super::crossing::{Crossings, CutHint, Notch, PEEL_BLOCKS};
use super::patterns::MAX_PATTERN_BLOCKS;
use super::rectangle::{Damage, Domain, Frame, LetterRun, Marks, Out, Query, Side, push};
use super::sweep::{CellAnswer, StepLimit, Sweeper};
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt::Checked;
use grundy_base::sync::progress::Task;
use grundy_base::sync::threads::both;

// Half or twice each of these bounds changes the boards of `bench/compare-sparse.sh` by less than a tenth, but for
// strips: a lattice of odd rows and columns takes two fifths longer with 3 lines, and a tenth less with 12.

/// The area in blocks up to which a rectangle is swept without asking.
const LEAF_AREA: u64 = 100;
/// The number of lines up to which a strip is swept across before anything else.
const STRIP_LINES: u32 = 6;
/// The number of lines up to which a strip that resists is swept across.
const WIDE_STRIP_LINES: u32 = 24;
/// The sides of corner notches, in the order in which they are tried.
const NOTCHES: [u32; 3] = [8, 20, 48];
/// The depth from which rectangles are only halved, so that the recursion ends: below it there are at most
/// 60 halvings of two 30-bit sides. A level takes some 2 kB of stack.
const MAX_CUT_DEPTH: u32 = 128;
/// The number of damaged blocks from which a rectangle is cut in four.
const QUARTERED_BLOCKS: usize = 256;
/// The least distance from the first damaged row or column to a quartering cut: what damage sends out at
/// once must have settled.
const SPREAD_BLOCKS: u32 = 256;

/// An axis to cut across.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// A cut above this row of blocks.
    Rows(u32),
    /// A cut left of this column of blocks.
    Cols(u32),
}

impl Cut {
    /// Tells whether the cut leaves two parts.
    fn is_inside(self, frame: Frame) -> bool {
        match self {
            Cut::Rows(at) => frame.left.start < at && at < frame.left.end,
            Cut::Cols(at) => frame.top.start < at && at < frame.top.end,
        }
    }

    /// Tells whether the cut goes through the first corner.
    fn is_within(self, side: u32, frame: Frame) -> bool {
        match self {
            Cut::Rows(at) => at < frame.left.start + side,
            Cut::Cols(at) => at < frame.top.start + side,
        }
    }

    /// Makes a cut after the first corner, across this cut's axis if there is room.
    fn after(self, side: u32, frame: Frame) -> Option<Cut> {
        let rows = if side < frame.left.len() {
            Some(Cut::Rows(frame.left.start + side))
        } else {
            None
        };
        let cols = if side < frame.top.len() {
            Some(Cut::Cols(frame.top.start + side))
        } else {
            None
        };
        match self {
            Cut::Rows(_) => rows.or(cols),
            Cut::Cols(_) => cols.or(rows),
        }
    }

    /// Makes the cut of a hint, with the families on the sides of a domain.
    fn hinted(domain: Domain, hint: CutHint) -> Cut {
        let outer_is_above = domain == Domain::UpperRight;
        match hint {
            CutHint::Outer(at) if outer_is_above => Cut::Cols(at),
            CutHint::Outer(at) => Cut::Rows(at),
            CutHint::Inner(at) if outer_is_above => Cut::Rows(at),
            CutHint::Inner(at) => Cut::Cols(at),
        }
    }
}

/// A rectangle to be solved, with the outputs that it is to be appended to.
struct Rectangle<'a> {
    /// The sides through which it is entered.
    frame: Frame<'a>,
    /// The damage and the cells asked for.
    marks: Marks<'a>,
    /// The outputs.
    out: Out<'a>,
}

/// The first and last row and column of damage.
#[derive(Clone, Copy)]
struct Bounds {
    /// The least row.
    first_row: u32,
    /// The least column.
    first_col: u32,
    /// The greatest row.
    last_row: u32,
    /// The greatest column.
    last_col: u32,
}

impl Bounds {
    /// Finds the bounds of damage, of which there is some.
    fn of(damage: &[Damage]) -> Bounds {
        let mut bounds = Bounds {
            first_row: u32::MAX,
            first_col: u32::MAX,
            last_row: 0,
            last_col: 0,
        };
        for block in damage {
            bounds.first_row = bounds.first_row.min(block.row);
            bounds.first_col = bounds.first_col.min(block.col);
            bounds.last_row = bounds.last_row.max(block.row);
            bounds.last_col = bounds.last_col.max(block.col);
        }
        bounds
    }

    /// Counts the rows from the first to the last.
    fn height(self) -> u32 {
        self.last_row - self.first_row
    }

    /// Counts the columns from the first to the last.
    fn width(self) -> u32 {
        self.last_col - self.first_col
    }
}

/// A first corner that is solved separately: its far sides and its damage.
#[derive(Clone, Copy)]
struct Corner<'a> {
    /// The side below.
    bottom: Side<'a>,
    /// The side at the right.
    right: Side<'a>,
    /// The blocks with damage.
    damage: &'a [Damage],
}

/// A solver of rectangles, one after the other, which uses its memory again.
pub struct SparseKingSolver<'g> {
    /// The sweeper of what is solved line by line, which has the answers.
    pub sweeper: Sweeper,
    /// The solver of what is solved by its lines.
    crossings: Crossings,
    /// Lists that are not in use.
    pool: Vec<Vec<LetterRun>>,
    /// The memory and the steps that are allowed.
    budget: Budget,
    /// The bytes for what is remembered of crossings.
    memo: u64,
    /// The number of runs that open rectangles hold.
    open: u64,
    /// The steps taken, without those of the sweeper and of the crossings.
    work: u64,
    /// The steps after which an interrupt is looked for.
    steps: Checked,
    /// The solver of other rectangles at the same time, if there is more than one thread.
    mate: Option<Box<SparseKingSolver<'g>>>,
    /// The task that counts the damaged blocks passed.
    running: &'g Task,
}

impl<'g> SparseKingSolver<'g> {
    /// Makes a solver that has remembered nothing.
    pub fn new(budget: Budget, memo: u64, running: &'g Task) -> Self {
        SparseKingSolver {
            sweeper: Sweeper::default(),
            crossings: Crossings::bounded(memo),
            pool: Vec::new(),
            budget,
            memo,
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
        let rows = frame.left.len();
        let cols = frame.top.len();
        if u64::from(rows) * u64::from(cols) <= LEAF_AREA {
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
            && let Some(cut) = cut_next_to_band(frame)
        {
            return self.cut(cut, frame, marks, out, depth);
        }
        match domain {
            Domain::Diagonal => self.diagonal(frame, marks, out, depth),
            Domain::FromTop(at) => self.cut(Cut::Cols(at), frame, marks, out, depth),
            Domain::FromLeft(at) => self.cut(Cut::Rows(at), frame, marks, out, depth),
            _ => match cut_next_to_line(frame) {
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

    /// Counts the steps taken so far.
    pub fn total_work(&self) -> u64 {
        self.work + self.sweeper.work + self.crossings.work
    }

    /// Solves a small rectangle line by line, however long that takes.
    fn leaf(&mut self, frame: Frame, damage: &[Damage], queries: &[Query], out: Out) {
        let swept = self
            .sweeper
            .sweep::<false>(frame, damage, queries, StepLimit::ENDLESS, out);
        debug_assert!(swept);
    }

    /// Sweeps line by line along the long side of a narrow rectangle; returns whether that was short enough.
    fn strip(&mut self, frame: Frame, marks: &Marks, out: &mut Out) -> bool {
        let limit = StepLimit {
            lines: u32::MAX,
            steps: 64,
        };
        let damage = &*marks.damage;
        let queries = &*marks.queries;
        let out = out.reborrow();
        let sweeper = &mut self.sweeper;
        if frame.left.len() <= frame.top.len() {
            sweeper.sweep::<false>(frame, damage, queries, limit, out)
        } else {
            sweeper.sweep::<true>(frame, damage, queries, limit, out)
        }
    }

    /// Sweeps a clean rectangle that lines enter on one side only; returns whether they go straight on.
    fn one_way(&mut self, frame: Frame, queries: &[Query], out: &mut Out) -> bool {
        // One letter that is not the domain's is a line just outside: nothing changes, or much does.
        let limit = |side: Side| StepLimit {
            lines: if is_base(side.last()) { 4 } else { 1 },
            steps: 64,
        };
        let Frame { top, left, .. } = frame;
        let sweeper = &mut self.sweeper;
        if left.runs.len() == 1
            && sweeper.sweep::<false>(frame, &[], queries, limit(left), out.reborrow())
        {
            return true;
        }
        top.runs.len() == 1
            && sweeper.sweep::<true>(frame, &[], queries, limit(top), out.reborrow())
    }

    /// Solves a clean rectangle of one domain. One that resists is cut at the place that helps, or has its corner
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
            cut_next_to_line(frame).unwrap_or(Cut::Cols(frame.top.start))
        };
        if depth < MAX_CUT_DEPTH
            && let Some(cut) = cut_next_to_band(frame)
        {
            return self.cut(cut, frame, marks, out, depth);
        }
        let rows = frame.left.len();
        let cols = frame.top.len();
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
        match cut.after(tried, frame) {
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
        if !matches!(domain, Domain::UpperRight | Domain::LowerLeft) {
            return Err(Cut::Cols(frame.top.start));
        }
        let row = frame.left.start + side;
        let col = frame.top.start + side;
        let (first_top, _) = frame.top.split(col);
        let (first_left, _) = frame.left.split(row);
        let first = Frame {
            top: first_top,
            left: first_left,
            corner: frame.corner,
        };
        let mut bottom = self.take();
        let mut right = self.take();
        let first_out = Out {
            bottom: &mut bottom,
            right: &mut right,
        };
        self.leaf(first, damage, &[], first_out);
        let corner = Corner {
            bottom: Side::new(&bottom, frame.top.start, col),
            right: Side::new(&right, frame.left.start, row),
            damage,
        };
        let solved = self.cross(domain, frame, Some(corner), out);
        self.give(bottom);
        self.give(right);
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
        let Frame { top, left, .. } = frame;
        let Out { bottom, right } = out.reborrow();
        let solved = if domain == Domain::UpperRight {
            let notch = corner.map(|corner| Notch {
                outer: corner.bottom,
                inner: corner.right,
            });
            self.crossings.solve(top, left, notch, bottom, right)
        } else {
            let notch = corner.map(|corner| Notch {
                outer: corner.right,
                inner: corner.bottom,
            });
            self.crossings.solve(left, top, notch, right, bottom)
        };
        if let Err(hint) = solved {
            return Err(Cut::hinted(domain, hint));
        }
        let damage = corner.map_or(&[][..], |corner| corner.damage);
        debug_assert!(swept_alike(frame, damage, bottom, right));
        Ok(())
    }

    /// Answers what is asked in a rectangle whose far sides are found: solves what lies above a block, and sweeps
    /// its row.
    fn read(&mut self, frame: Frame, marks: Marks, depth: u32) -> Result<(), Limit> {
        let Marks { damage, queries } = marks;
        for query in &*queries {
            let top = part_before(frame.top, query.col + 1);
            let left = part_before(frame.left, query.row + 1);
            let (within, _) = partition(damage, |d| d.row <= query.row && d.col <= query.col);
            let (damage_above, damage_of_row) = partition(within, |d| d.row < query.row);
            let mut between = self.take();
            let mut bottom = self.take();
            let mut right = self.take();
            let mut row = Frame {
                top,
                left,
                corner: frame.corner,
            };
            if query.row > left.start {
                let (upper, lower) = left.split(query.row);
                let above = Frame {
                    top,
                    left: upper,
                    corner: frame.corner,
                };
                let marks = Marks {
                    damage: damage_above,
                    queries: &mut [],
                };
                let out = Out {
                    bottom: &mut between,
                    right: &mut right,
                };
                self.solve(above, marks, out, depth + 1)?;
                row = Frame {
                    top: Side::new(&between, top.start, top.end),
                    left: lower,
                    corner: odd(upper.last()),
                };
            }
            let out = Out {
                bottom: &mut bottom,
                right: &mut right,
            };
            self.leaf(row, damage_of_row, &[*query], out);
            for runs in [between, bottom, right] {
                self.give(runs);
            }
        }
        Ok(())
    }

    /// Solves a clean rectangle in whose corner the boundary between the domains starts.
    fn diagonal(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        let Frame { top, left, corner } = frame;
        let rows = left.len();
        let cols = top.len();
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
                let row = query.row - left.start;
                let col = query.col - top.start;
                let above = if row > col { INNER } else { OUTER };
                let at_left = if row < col { INNER } else { OUTER };
                self.sweeper.answers.push(CellAnswer {
                    index: query.index,
                    around: query.around(0, CORNER, at_left, above),
                });
            }
            return Ok(());
        }
        if depth >= MAX_CUT_DEPTH {
            return self.halve(frame, marks, out, depth);
        }
        let cut = if rows < cols {
            Cut::Cols(top.start + rows)
        } else if rows > cols {
            Cut::Rows(left.start + cols)
        } else {
            Cut::Rows(left.start + between_events(top, left))
        };
        self.cut(cut, frame, marks, out, depth)
    }

    /// Cuts a rectangle around its damage until that is in the first corner.
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
        let bounds = Bounds::of(marks.damage);
        let small = NOTCHES[1] - 8;
        if bounds.height() >= small || bounds.width() >= small {
            let cut = parting(bounds, frame, marks.damage);
            return self.cut(cut, frame, marks, out, depth);
        }
        // The damage is as good as a single damaged block.
        if bounds.first_row > frame.left.start {
            return self.cut(Cut::Rows(bounds.first_row), frame, marks, out, depth);
        }
        if bounds.first_col > frame.top.start {
            return self.cut(Cut::Cols(bounds.first_col), frame, marks, out, depth);
        }
        let need = bounds.height().max(bounds.width()) + 5;
        let domain = Domain::of(frame);
        let mut cut = Cut::Cols(frame.top.start);
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
            match cut.after(need, frame) {
                Some(after) => cut = after,
                None => return self.halve(frame, marks, out, depth),
            }
        }
        self.cut(cut, frame, marks, out, depth)
    }

    /// Cuts through the middle of the longer side.
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
    fn cut(
        &mut self,
        cut: Cut,
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let open = self.open;
        let mut between = self.take();
        let done = match cut {
            Cut::Rows(at) => self.cut_rows(at, frame, marks, out, &mut between, depth),
            Cut::Cols(at) => self.cut_cols(at, frame, marks, out, &mut between, depth),
        };
        self.open = open;
        self.give(between);
        done
    }

    /// Solves the part above a row and then the part below; the side between them is appended to `between`.
    fn cut_rows(
        &mut self,
        at: u32,
        frame: Frame,
        marks: Marks,
        out: Out,
        between: &mut Vec<LetterRun>,
        depth: u32,
    ) -> Result<(), Limit> {
        let Frame { top, left, corner } = frame;
        let Out { bottom, right } = out;
        let (upper, lower) = left.split(at);
        let (upper_marks, lower_marks) = split_rows(marks, at);
        let upper_frame = Frame {
            top,
            left: upper,
            corner,
        };
        let upper_out = Out {
            bottom: between,
            right,
        };
        self.solve(upper_frame, upper_marks, upper_out, depth + 1)?;
        self.hold(between)?;
        let lower_frame = Frame {
            top: Side::new(between, top.start, top.end),
            left: lower,
            corner: odd(upper.last()),
        };
        self.solve(lower_frame, lower_marks, Out { bottom, right }, depth + 1)
    }

    /// Solves the part left of a column and then the part right of it; the side between them is appended to `between`.
    fn cut_cols(
        &mut self,
        at: u32,
        frame: Frame,
        marks: Marks,
        out: Out,
        between: &mut Vec<LetterRun>,
        depth: u32,
    ) -> Result<(), Limit> {
        let Frame { top, left, corner } = frame;
        let Out { bottom, right } = out;
        let (first, second) = top.split(at);
        let (first_marks, second_marks) = split_cols(marks, at);
        let first_frame = Frame {
            top: first,
            left,
            corner,
        };
        let first_out = Out {
            bottom,
            right: between,
        };
        self.solve(first_frame, first_marks, first_out, depth + 1)?;
        self.hold(between)?;
        let second_frame = Frame {
            top: second,
            left: Side::new(between, left.start, left.end),
            corner: odd(first.last()),
        };
        self.solve(second_frame, second_marks, Out { bottom, right }, depth + 1)
    }

    /// Cuts at a row and a column. The upper left part comes first and the lower right one last; the two between
    /// are solved at the same time if there is a thread.
    fn quarter(
        &mut self,
        middle: Middle,
        frame: Frame,
        marks: Marks,
        mut out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let Middle { row, col } = middle;
        let Frame { top, left, corner } = frame;
        let (upper, lower) = left.split(row);
        let (first, second) = top.split(col);
        let (upper_marks, lower_marks) = split_rows(marks, row);
        let (upper_left_marks, upper_right_marks) = split_cols(upper_marks, col);
        let (lower_left_marks, lower_right_marks) = split_cols(lower_marks, col);

        let open = self.open;
        let mut below_upper_left = self.take();
        let mut right_of_upper_left = self.take();
        let mut below_upper_right = self.take();
        let mut right_of_lower_left = self.take();
        let upper_left = Frame {
            top: first,
            left: upper,
            corner,
        };
        let upper_left_out = Out {
            bottom: &mut below_upper_left,
            right: &mut right_of_upper_left,
        };
        self.solve(upper_left, upper_left_marks, upper_left_out, depth + 1)?;
        self.hold(&below_upper_left)?;
        self.hold(&right_of_upper_left)?;

        let top_of_lower_left = Side::new(&below_upper_left, top.start, col);
        let Out { bottom, right } = out.reborrow();
        let upper_right = Rectangle {
            frame: Frame {
                top: second,
                left: Side::new(&right_of_upper_left, left.start, row),
                corner: odd(first.last()),
            },
            marks: upper_right_marks,
            out: Out {
                bottom: &mut below_upper_right,
                right,
            },
        };
        let lower_left = Rectangle {
            frame: Frame {
                top: top_of_lower_left,
                left: lower,
                corner: odd(upper.last()),
            },
            marks: lower_left_marks,
            out: Out {
                bottom,
                right: &mut right_of_lower_left,
            },
        };
        self.pair(upper_right, lower_left, depth + 1)?;
        self.hold(&below_upper_right)?;
        self.hold(&right_of_lower_left)?;

        let lower_right = Frame {
            top: Side::new(&below_upper_right, col, top.end),
            left: Side::new(&right_of_lower_left, row, left.end),
            corner: odd(top_of_lower_left.last()),
        };
        self.solve(lower_right, lower_right_marks, out, depth + 1)?;
        self.open = open;
        self.give(below_upper_left);
        self.give(right_of_upper_left);
        self.give(below_upper_right);
        self.give(right_of_lower_left);
        Ok(())
    }

    /// Solves two rectangles that do not depend on each other.
    fn pair(&mut self, here: Rectangle, there: Rectangle, depth: u32) -> Result<(), Limit> {
        let threads = self.budget.threads;
        if threads < 2 {
            self.solve(here.frame, here.marks, here.out, depth)?;
            return self.solve(there.frame, there.marks, there.out, depth);
        }
        let running = self.running;
        let mut mate = match self.mate.take() {
            Some(mate) => mate,
            None => Box::new(SparseKingSolver::new(self.budget, self.memo, running)),
        };
        mate.budget = Budget {
            threads: threads / 2,
            work: self.budget.work - self.total_work(),
            ..self.budget
        };
        mate.open = self.open;
        self.budget.threads = threads - threads / 2;
        let other = &mut mate;
        let (ours, theirs) = both(
            || self.solve(here.frame, here.marks, here.out, depth),
            || other.solve(there.frame, there.marks, there.out, depth),
        );
        self.budget.threads = threads;
        self.sweeper.answers.append(&mut mate.sweeper.answers);
        self.work += mate.total_work();
        mate.work = 0;
        mate.sweeper.work = 0;
        mate.crossings.work = 0;
        self.mate = Some(mate);
        ours.and(theirs)
    }

    /// Takes an empty list from the pool.
    fn take(&mut self) -> Vec<LetterRun> {
        self.pool.pop().unwrap_or_default()
    }

    /// Returns a list to the pool.
    fn give(&mut self, mut runs: Vec<LetterRun>) {
        runs.clear();
        self.pool.push(runs);
    }

    /// Counts the runs between two parts of a cut. Outputs that are being written are as long as
    /// inputs, and vectors have room to grow: hence the factor.
    fn hold(&mut self, runs: &[LetterRun]) -> Result<(), Limit> {
        self.open += runs.len() as u64;
        let answers = self.sweeper.answers.len() * size_of::<CellAnswer>();
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

/// Moves what satisfies the test to the front. Returns the items that do, and the others.
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

/// Parts marks into those above a row and those from it on.
fn split_rows(marks: Marks, at: u32) -> (Marks, Marks) {
    let (damage, further_damage) = partition(marks.damage, |d| d.row < at);
    let (queries, further_queries) = partition(marks.queries, |q| q.row < at);
    let further = Marks {
        damage: further_damage,
        queries: further_queries,
    };
    (Marks { damage, queries }, further)
}

/// Parts marks into those left of a column and those from it on.
fn split_cols(marks: Marks, at: u32) -> (Marks, Marks) {
    let (damage, further_damage) = partition(marks.damage, |d| d.col < at);
    let (queries, further_queries) = partition(marks.queries, |q| q.col < at);
    let further = Marks {
        damage: further_damage,
        queries: further_queries,
    };
    (Marks { damage, queries }, further)
}

/// Returns the part of a side before a place, which may be its end.
fn part_before(side: Side, at: u32) -> Side {
    if at < side.end {
        let (before, _) = side.split(at);
        before
    } else {
        side
    }
}

/// The median row and column of damage.
struct Middle {
    row: u32,
    col: u32,
}

/// Finds the middle of damage, unless it is so narrow that a cut between two parts of it would pass through the
/// lines that it sends out.
fn middle(damage: &mut [Damage]) -> Option<Middle> {
    Some(Middle {
        row: median(damage, |d| d.row)?,
        col: median(damage, |d| d.col)?,
    })
}

/// Finds the median of one coordinate of damage, if it is far enough from the first.
fn median(damage: &mut [Damage], coordinate: fn(&Damage) -> u32) -> Option<u32> {
    let half = damage.len() / 2;
    let first = damage.iter().map(coordinate).min()?;
    let (_, middle, _) = damage.select_nth_unstable_by_key(half, coordinate);
    let median = coordinate(middle);
    (median - first >= SPREAD_BLOCKS).then_some(median)
}

/// Finds a cut that parts damage within these bounds.
fn parting(bounds: Bounds, frame: Frame, damage: &[Damage]) -> Cut {
    // Clean margins much larger than needed for lines to part are cut off.
    let Frame { top, left, .. } = frame;
    let spread = bounds.height().max(bounds.width());
    let margin = spread / 8 + 32;
    if bounds.first_row - left.start > spread / 2 {
        return Cut::Rows(bounds.first_row);
    }
    if bounds.first_col - top.start > spread / 2 {
        return Cut::Cols(bounds.first_col);
    }
    if left.end - bounds.last_row > 3 * margin {
        return Cut::Rows(bounds.last_row + margin);
    }
    if top.end - bounds.last_col > 3 * margin {
        return Cut::Cols(bounds.last_col + margin);
    }
    // Before a damaged block in the middle, so that it starts the second part.
    if bounds.height() >= bounds.width() {
        let middle = bounds.first_row + bounds.height().div_ceil(2);
        let rows = damage.iter().map(|d| d.row).filter(|&row| row >= middle);
        Cut::Rows(rows.min().unwrap_or(middle))
    } else {
        let middle = bounds.first_col + bounds.width().div_ceil(2);
        let cols = damage.iter().map(|d| d.col).filter(|&col| col >= middle);
        Cut::Cols(cols.min().unwrap_or(middle))
    }
}

/// Finds how far into a square on the diagonal to cut it: between its events, the places at which lines
/// would meet the diagonal if nothing moved them.
fn between_events(top: Side, left: Side) -> u32 {
    /// The least distance of events between which a cut leaves both alone (a guess).
    const WIDE_BLOCKS: u32 = 8;
    let mut events: Vec<u32> = Vec::new();
    for side in [top, left] {
        let lines = side.spans().filter(|span| span.letter != OUTER);
        events.extend(lines.map(|span| span.start - side.start));
    }
    events.sort_unstable();
    let gap = |k: usize| events[k + 1] - events[k];
    let widest = |from: usize, to: usize| {
        (from..to)
            .max_by_key(|&k| gap(k))
            .filter(|&k| gap(k) >= WIDE_BLOCKS)
    };
    let count = events.len();
    let gaps = count.saturating_sub(1);
    let of_middle_half = widest(count / 4, (count * 3 / 4).min(gaps).max(count / 4));
    let at = match of_middle_half.or_else(|| widest(0, gaps)) {
        Some(k) => (events[k] + events[k + 1]) / 2,
        None if count == 0 => top.len() / 2,
        None if events[0] > 2 => events[0] - 1,
        None => (events[count - 1] + WIDE_BLOCKS).min(top.len() / 2),
    };
    at.max(1)
}

/// Tells whether a letter is that of an undisturbed side.
fn is_base(letter: Letter) -> bool {
    letter == OUTER || letter == INNER
}

/// Finds a cut after a strip in which a line that runs along a side, just outside, dies out.
fn cut_next_to_line(frame: Frame) -> Option<Cut> {
    let has_line_along = |side: Side| {
        side.spans()
            .any(|span| !is_base(span.letter) && span.len() > 2 * PEEL_BLOCKS)
    };
    let Frame { top, left, .. } = frame;
    let rows = Cut::Rows(left.start + PEEL_BLOCKS);
    let cols = Cut::Cols(top.start + PEEL_BLOCKS);
    let by_rows = has_line_along(top) && left.len() > PEEL_BLOCKS;
    let by_cols = has_line_along(left) && top.len() > PEEL_BLOCKS;
    if by_rows && by_cols {
        // The shorter strip first: it may end the line along the longer side as well.
        Some(if top.len() <= left.len() { rows } else { cols })
    } else if by_cols {
        Some(cols)
    } else if by_rows {
        Some(rows)
    } else {
        None
    }
}

/// Finds a cut at the end of the only wide band of flipped lines that enters on a side, which makes it alone
/// on the side of its part; if it is alone, a cut through the middle of the lines that it crosses.
///
/// Lines that lie on every other row of a lattice push each other until they touch, and go on as such
/// bands. A band keeps its letter while it crosses single lines, so a part that it fills is swept.
fn cut_next_to_band(frame: Frame) -> Option<Cut> {
    /// The number of lines that are swept across a band at once (a guess).
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
    match end_of_band(left) {
        Some(end) => Some(Cut::Rows(end)),
        None => end_of_band(top).map(Cut::Cols),
    }
}

/// Finds the end of the only wide band of flipped lines on a side: where it begins, or, if that is the side's
/// beginning, where it ends. There must be a wide run of a base as well.
fn end_of_band(side: Side) -> Option<u32> {
    let wide = || side.spans().filter(|span| span.len() > MAX_PATTERN_BLOCKS);
    let mut bands = wide().filter(|span| !is_base(span.letter));
    let band = bands.next()?;
    if bands.next().is_some() || !wide().any(|span| is_base(span.letter)) {
        return None;
    }
    Some(if band.start > side.start {
        band.start
    } else {
        band.end
    })
}

/// Tells whether sweeping line by line gives equal far sides: the slow twin of every short cut. It runs
/// wherever debug assertions do, on rectangles of moderate size.
fn swept_alike(frame: Frame, damage: &[Damage], bottom: &[LetterRun], right: &[LetterRun]) -> bool {
    let Frame { top, left, .. } = frame;
    if u64::from(top.len()) * u64::from(left.len()) > 1 << 20 {
        return true;
    }
    let mut swept_bottom = Vec::new();
    let mut swept_right = Vec::new();
    let out = Out {
        bottom: &mut swept_bottom,
        right: &mut swept_right,
    };
    Sweeper::default().sweep::<false>(frame, damage, &[], StepLimit::ENDLESS, out);
    let alike = |side: Side, swept: &[LetterRun], found: &[LetterRun]| {
        let read = |runs: &[LetterRun], at| runs[runs.partition_point(|run| run.end <= at)].letter;
        (side.start..side.end).all(|at| read(swept, at) == read(found, at))
    };
    alike(top, &swept_bottom, bottom) && alike(left, &swept_right, right)
}
/// Makes the error of more work than is allowed.
fn too_much_work(budget: &Budget) -> Limit {
    Limit::work(format!(
        "this sparse board takes more than the {} steps allowed",
        budget.work
    ))
}
