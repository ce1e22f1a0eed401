//! Clean rectangles that lines cross in both directions, and what to do where that fails.

use super::super::block::{CORNER, INNER, OUTER};
use super::super::crossing::{CutHint, Notch, PEEL, Sight, fades};
use super::super::marks::{Damage, Query};
use super::super::patterns::{Family, LONGEST};
use super::super::runs::{Run, Side, push};
use super::super::sweep::{StepLimit, Sweeper};
use super::domain::Domain;
use super::{Cut, DEEP, Frame, Marks, Out, Solver};
use crate::platform::LOADED_ANEW;
use crate::theory::budget::Limit;

/// Sides of a corner notch, in the order tried.
pub(super) const NOTCHES: [u32; 3] = [8, 20, 48];
/// Lines up to which a strip that resists is swept across.
const WIDE_STRIP: u32 = 24;

impl Solver<'_> {
    /// A clean rectangle of one domain.
    pub(super) fn crossing(
        &mut self,
        domain: Domain,
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let mut read = false;
        let mut then = None;
        let start = if frame.corner == CORNER {
            match self.cross(domain, frame, None, &[], marks.queries, &mut *out.bottom, &mut *out.right) {
                Ok(()) => {
                    return Ok(());
                }
                Err(cut) => {
                    read = self.crossings.read;
                    let hint = if LOADED_ANEW { None } else { self.crossings.then };
                    then = hint.map(|(second, hint)| (second, hinted(domain, hint)));
                    cut
                }
            }
        } else {
            match beside_a_line(frame) {
                Some(cut) => cut,
                None => Cut::Cols(frame.top.start),
            }
        };
        // A side that was read holds no band but one that is its only run.
        let no_band = !LOADED_ANEW && read && frame.top.runs.len() > 1 && frame.left.runs.len() > 1;
        if !no_band
            && let Some(cut) = beside_a_band(frame)
            && depth < DEEP
        {
            return self.cut(cut, frame, marks, out, depth);
        }
        self.recover(domain, (start, then), frame, marks, out, depth)
    }

    /// Cuts where it helps, or solves the corner separately if that is where the trouble is.
    pub(super) fn recover(
        &mut self,
        domain: Domain,
        (cut, then): (Cut, Option<(bool, Cut)>),
        frame: Frame,
        marks: Marks,
        out: Out,
        depth: u32,
    ) -> Result<(), Limit> {
        let (rows, cols) = (frame.left.len(), frame.top.len());
        if rows.min(cols) <= WIDE_STRIP && self.strip(frame, &marks, &mut *out.bottom, &mut *out.right) {
            return Ok(());
        }
        if depth >= DEEP {
            return self.halve(frame, marks, out, depth);
        }
        if inside(cut, frame) {
            return self.cut_twice(cut, then, frame, marks, out, depth);
        }
        let mut behind = cut;
        let mut tried = NOTCHES[0];
        for side in NOTCHES {
            if side >= rows || side >= cols {
                break;
            }
            tried = side;
            match self.notch(domain, side, frame, &marks, &mut *out.bottom, &mut *out.right) {
                Ok(()) => {
                    return Ok(());
                }
                Err(further) => {
                    if inside(further, frame) && !within(further, side, frame) {
                        return self.cut(further, frame, marks, out, depth);
                    }
                    behind = further;
                }
            }
        }
        let side = tried;
        let at = match behind {
            Cut::Cols(_) if side < cols => Cut::Cols(frame.top.start + side),
            Cut::Rows(_) if side < rows => Cut::Rows(frame.left.start + side),
            _ if side < cols => Cut::Cols(frame.top.start + side),
            _ if side < rows => Cut::Rows(frame.left.start + side),
            _ => return self.halve(frame, marks, out, depth),
        };
        self.cut(at, frame, marks, out, depth)
    }

    /// Solves the first corner by sweeping and the rest by its lines.
    pub(super) fn notch(
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
        let solved = self.cross(domain, frame, Some(notch), marks.damage, marks.queries, bottom, right);
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
    // Each argument is a thing of its own; a structure for one call would only name them again.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn cross(
        &mut self,
        domain: Domain,
        frame: Frame,
        notch: Option<Notch>,
        damage: &[Damage],
        queries: &[Query],
        bottom: &mut Vec<Run>,
        right: &mut Vec<Run>,
    ) -> Result<(), Cut> {
        let straight = domain == Domain::UpperRight;
        let in_notch = |q: &Query| {
            notch.is_some_and(|n| {
                let (col, row) =
                    if straight { (n.outer.end, n.inner.end) } else { (n.inner.end, n.outer.end) };
                q.row < row && q.col < col
            })
        };
        let place = |q: &Query| if straight { (q.col, q.row) } else { (q.row, q.col) };
        let asked = queries.iter().find(|q| !in_notch(q)).map(place);
        match straight {
            true => self.crossings.solve(frame.top, frame.left, notch, asked, bottom, right),
            false => self.crossings.solve(frame.left, frame.top, notch, asked, right, bottom),
        }
        .map_err(|hint| hinted(domain, hint))?;
        debug_assert!(swept_alike(frame, damage, bottom, right));
        if asked.is_none() {
            return Ok(());
        }
        let locator = self.crossings.locator();
        for query in queries.iter().filter(|q| !in_notch(q)) {
            let (x, y) = place(query);
            let Sight { corner, outer, inner } = locator.sight(x, y);
            let (top, left) = if straight { (outer, inner) } else { (inner, outer) };
            self.sweeper.answers.push((query.index, query.around(0, corner, left, top)));
        }
        Ok(())
    }

    /// A clean rectangle with the boundary between the domains starting in its corner.
    pub(super) fn diagonal(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        let (top, left) = (frame.top, frame.left);
        let (rows, cols) = (left.len(), top.len());
        let side = rows.min(cols);
        if top.runs.len() == 1 && left.runs.len() == 1 && frame.corner == CORNER {
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
        if depth >= DEEP {
            return self.halve(frame, marks, out, depth);
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
    pub(super) fn unknown(&mut self, frame: Frame, marks: Marks, out: Out, depth: u32) -> Result<(), Limit> {
        match beside_a_line(frame) {
            Some(cut) if depth < DEEP => self.cut(cut, frame, marks, out, depth),
            _ => self.halve(frame, marks, out, depth),
        }
    }
}

/// The axis on which the families' lines are cut.
fn hinted(domain: Domain, hint: CutHint) -> Cut {
    match (hint, domain == Domain::UpperRight) {
        (CutHint::Outer(at), true) | (CutHint::Inner(at), false) => Cut::Cols(at),
        (CutHint::Outer(at), false) | (CutHint::Inner(at), true) => Cut::Rows(at),
    }
}

/// The slow twin of every short cut: whether sweeping line by line gives the same far sides. Runs
/// wherever debug assertions do, on rectangles of moderate size.
fn swept_alike(frame: Frame, damage: &[Damage], bottom: &[Run], right: &[Run]) -> bool {
    if frame.top.len() as u64 * frame.left.len() as u64 > 1 << 20 {
        return true;
    }
    let (mut below, mut beside) = (Vec::new(), Vec::new());
    let Frame { top, left, corner } = frame;
    Sweeper::default().sweep::<false>(
        top,
        left,
        corner,
        damage,
        &[],
        StepLimit::ENDLESS,
        &mut below,
        &mut beside,
    );
    let alike = |side: Side, swept: &[Run], found: &[Run]| {
        let read = |runs: &[Run], at| runs[runs.partition_point(|run| run.end <= at)].letter;
        (side.start..side.end).all(|at| read(swept, at) == read(found, at))
    };
    alike(top, &below, bottom) && alike(left, &beside, right)
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
    let (by_row, by_col) = (along(top) && left.len() > PEEL, along(left) && top.len() > PEEL);
    match (by_row, by_col) {
        // The shorter strip first: it may end the line along the longer side as well.
        (true, true) if top.len() <= left.len() => Some(Cut::Rows(left.start + PEEL)),
        (_, true) => Some(Cut::Cols(top.start + PEEL)),
        (true, false) => Some(Cut::Rows(left.start + PEEL)),
        (false, false) => None,
    }
}

/// Where to cut when one wide band of flipped lines meets a side that is undisturbed elsewhere, so
/// that it is alone on the side of its part; and there, through the middle of the lines it crosses.
pub(super) fn beside_a_band(frame: Frame) -> Option<Cut> {
    /// Lines that are swept across a band at once.
    const FEW: usize = 12;
    let Frame { top, left, .. } = frame;
    // The trace of a line just outside is none.
    let band = |side: Side, across: Side| {
        let family = if across.last() == OUTER { Family::Inner } else { Family::Outer };
        side.last() != OUTER && side.last() != INNER && (LOADED_ANEW || !fades(side.last(), family))
    };
    let alone = |side: Side, across: Side| side.runs.len() == 1 && band(side, across);
    if alone(left, top) && top.runs.len() > FEW {
        return Some(Cut::Cols(top.runs[top.runs.len() / 2 - 1].end));
    }
    if alone(top, left) && left.runs.len() > FEW {
        return Some(Cut::Rows(left.runs[left.runs.len() / 2 - 1].end));
    }
    let wide = |side: Side| {
        let (mut start, mut found, mut bases) = (side.start, None, 0);
        for run in side.clipped() {
            let base = run.letter == OUTER || run.letter == INNER;
            if run.end - start > LONGEST {
                match (base, found) {
                    (true, _) => bases += 1,
                    (false, None) => found = Some((start, run.end)),
                    (false, Some(_)) => return None,
                }
            }
            start = run.end;
        }
        let (start, end) = found.filter(|_| bases > 0)?;
        Some(if start > side.start { start } else { end })
    };
    wide(left).map(Cut::Rows).or_else(|| wide(top).map(Cut::Cols))
}

/// Whether a line runs along a side, just outside; across, there is one letter.
pub(super) fn has_trace(side: Side, across: Side) -> bool {
    let family = match across.last() {
        INNER => Family::Outer,
        OUTER => Family::Inner,
        _ => return false,
    };
    let mut start = side.start;
    side.clipped().any(|run| {
        let long = run.letter != family.base() && run.end - start > LONGEST;
        start = run.end;
        long && fades(run.letter, family)
    })
}

/// Whether a cut leaves two parts.
pub(super) fn inside(cut: Cut, frame: Frame) -> bool {
    match cut {
        Cut::Rows(at) => frame.left.start < at && at < frame.left.end,
        Cut::Cols(at) => frame.top.start < at && at < frame.top.end,
    }
}

/// Whether a cut goes through the first corner.
pub(super) fn within(cut: Cut, side: u32, frame: Frame) -> bool {
    match cut {
        Cut::Rows(at) => at < frame.left.start + side,
        Cut::Cols(at) => at < frame.top.start + side,
    }
}
