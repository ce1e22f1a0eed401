//! Much damage: a rectangle in four parts, of which two do not depend on each other.

use super::super::block::odd;
use super::super::marks::Damage;
use super::super::runs::Side;
use super::{Frame, Marks, Out, Solver, partition};
use crate::platform::LOADED_ANEW;
use crate::theory::budget::Limit;

/// Least distance from the first damaged row or column to a cut: what damage sends out at once must
/// have settled.
const SPREAD: u32 = 256;

/// The median row and column of damage; `None` where it is so narrow that a cut between two parts
/// of it would pass through the lines it sends out.
pub(super) fn middle(damage: &mut [Damage]) -> Option<(u32, u32)> {
    let half = damage.len() / 2;
    let mut of = |axis: fn(&Damage) -> u32| {
        let first = damage.iter().map(axis).min()?;
        let median = axis(damage.select_nth_unstable_by_key(half, axis).1);
        (median - first >= SPREAD).then_some(median)
    };
    Some((of(|d| d.row)?, of(|d| d.col)?))
}

impl Solver<'_> {
    /// Cuts at the median row and column of the damage. The first part comes first and the last
    /// one last; the two between are solved at the same time if there is a thread to spare. The parts are
    /// the same for any number of threads, and so is the work counted.
    pub(super) fn quarter(
        &mut self,
        (row, col): (u32, u32),
        frame: Frame,
        marks: Marks,
        out: Out,
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
        let marks = Marks { damage: d_a, queries: q_a };
        let to = Out { bottom: &mut below_a, right: &mut beside_a };
        self.solve(Frame { top: first, left: upper, corner }, marks, to, depth + 1)?;
        self.hold(&below_a)?;
        self.hold(&beside_a)?;

        let left_of_b = Side::new(&beside_a, left.start, row);
        let top_of_c = Side::new(&below_a, top.start, col);
        let frame_b = Frame { top: second, left: left_of_b, corner: odd(first.last()) };
        let frame_c = Frame { top: top_of_c, left: lower, corner: odd(upper.last()) };
        let marks_b = Marks { damage: d_b, queries: q_b };
        let marks_c = Marks { damage: d_c, queries: q_c };
        let to_b = Out { bottom: &mut below_b, right: &mut *out.right };
        let to_c = Out { bottom: &mut *out.bottom, right: &mut beside_c };
        if !LOADED_ANEW && self.spare.take() {
            self.both((frame_b, marks_b, to_b), (frame_c, marks_c, to_c), depth + 1)?;
        } else {
            self.solve(frame_b, marks_b, to_b, depth + 1)?;
            self.solve(frame_c, marks_c, to_c, depth + 1)?;
        }
        self.hold(&below_b)?;
        self.hold(&beside_c)?;

        let frame_d = Frame {
            top: Side::new(&below_b, col, top.end),
            left: Side::new(&beside_c, row, left.end),
            corner: odd(top_of_c.last()),
        };
        let marks = Marks { damage: d_d, queries: q_d };
        self.solve(frame_d, marks, Out { bottom: out.bottom, right: out.right }, depth + 1)?;
        self.open = open;
        for runs in [below_a, beside_a, below_b, beside_c] {
            self.give(runs);
        }
        Ok(())
    }

    /// Solves two rectangles at the same time, with a thread that was taken.
    fn both(
        &mut self,
        here: (Frame, Marks, Out),
        there: (Frame, Marks, Out),
        depth: u32,
    ) -> Result<(), Limit> {
        let Solver { budget, running, spare, .. } = *self;
        let mut mate = self.mate.take().unwrap_or_else(|| Box::new(Solver::new(budget, running, spare)));
        mate.budget = budget;
        mate.budget.work -= self.total_work();
        mate.open = self.open;
        let other = &mut mate;
        let (ours, theirs) = spare.both(
            || self.solve(here.0, here.1, here.2, depth),
            || other.solve(there.0, there.1, there.2, depth),
        );
        self.sweeper.answers.append(&mut mate.sweeper.answers);
        self.work += mate.total_work();
        (mate.work, mate.sweeper.work, mate.sweeper.transducer.work) = (0, 0, 0);
        mate.crossings.reset_work();
        self.mate = Some(mate);
        ours.and(theirs)
    }
}
