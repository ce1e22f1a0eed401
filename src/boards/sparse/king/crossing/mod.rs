//! A clean rectangle of one domain that lines cross in both directions, at the cost of its lines.
//!
//! Say the rectangle's sides hold lines O₁, O₂, … of the outer family and I₁, I₂, … of the inner
//! one. If every pair keeps its shapes, Oⱼ leaves the rectangle pushed on by the sum of its pushes
//! by all I, and the other way round. That is the solution of the recurrence, and hence the only
//! one, as soon as the squares in which the pairs cross are disjoint and lie inside: each square
//! was computed, and between the squares there are straight lines and the undisturbed domain, all
//! of which satisfy the recurrence block by block.
//!
//! Squares are disjoint when neighbouring lines stay further apart than the first one's squares
//! are wide, plus twice the largest single push (a neighbour may be one crossing ahead at the same
//! place). Pushes can bring two neighbours together only by what the sum of their *unfavourable*
//! differences says; that bound is what is tested, so the order of the crossings does not matter.
//!
//! Inner lines that change their shapes, or may come close to one another, are followed one
//! crossing after the other instead ([`bundles`]).
//!
//! A rectangle may have its first corner, a small square, solved separately (a *notch*): lines
//! that come out of it cross all other lines, but not one another.

mod bundles;
mod lines;
mod locate;

use super::patterns::{Crossing, Family, Lore};
use super::runs::{Run, Side};
use bundles::Bundles;
use lines::{Lines, Unread};
pub use locate::Sight;

/// Width of the strip in which a line that runs along a side dies out.
pub const PEEL: u32 = 4;

/// Why a rectangle was not solved, as the place where cutting it helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Cut the side of the outer family here.
    Outer(u32),
    /// Cut the side of the inner family here.
    Inner(u32),
}

/// What a notch shows: its two outputs, from the sides' starts to its own ends.
#[derive(Clone, Copy)]
pub struct Notch<'a> {
    pub outer: Side<'a>,
    pub inner: Side<'a>,
}

/// Scratch memory for rectangles with crossings, and what was learnt from earlier ones.
pub struct Crossings {
    outer: Lines,
    inner: Lines,
    lore: Lore,
    /// Crossings by kind: `outer kind * inner kinds + inner kind`.
    pairs: Vec<Crossing>,
    bundles: Bundles,
    /// Room that squares need beyond their extent: twice the largest single push.
    slack: u32,
}

/// Slack taken even where nothing is pushed.
const LEAST_SLACK: u32 = 2;

impl Default for Crossings {
    fn default() -> Self {
        Crossings {
            outer: Lines::new(Family::Outer),
            inner: Lines::new(Family::Inner),
            lore: Lore::default(),
            pairs: Vec::new(),
            bundles: Bundles::default(),
            slack: LEAST_SLACK,
        }
    }
}

impl Crossings {
    /// As by default, with what is learnt bounded by so many bytes.
    pub fn bounded(memory: u64) -> Self {
        let mut crossings = Crossings::default();
        crossings.lore.bound(memory);
        crossings
    }

    /// Solves a rectangle without damage whose corner is undisturbed; `outer` and `inner` are the
    /// sides that hold the lines of these families. Appends to the outputs on success only.
    /// `record` says that blocks inside will be asked for.
    pub fn solve(
        &mut self,
        outer: Side,
        inner: Side,
        notch: Option<Notch>,
        record: bool,
        out_outer: &mut Vec<Run>,
        out_inner: &mut Vec<Run>,
    ) -> Result<(), Trouble> {
        if self.lore.tidy() {
            self.outer.forget();
            self.inner.forget();
        }
        self.outer.read(&mut self.lore, outer, notch.map(|n| n.outer)).map_err(|unread| match unread {
            Unread::At(at) => Trouble::Outer(at),
            Unread::Along => Trouble::Inner(inner.start + PEEL),
        })?;
        self.inner.read(&mut self.lore, inner, notch.map(|n| n.inner)).map_err(|unread| match unread {
            Unread::At(at) => Trouble::Inner(at),
            Unread::Along => Trouble::Outer(outer.start + PEEL),
        })?;
        self.meet();
        let notched = notch.map_or(inner.start, |n| n.inner.end);
        self.bundles.find(&self.outer, &mut self.inner, &self.pairs, self.slack);
        let Crossings { bundles, lore, slack, .. } = self;
        if let Err(line) = bundles.follow(&self.outer, &self.inner, lore, *slack, notched, record) {
            return Err(self.apart(outer.start, line));
        }
        self.push_outer();
        self.stay_apart(outer.start, inner.start)?;
        self.stay_inside(outer, inner)?;
        let push = |k: usize| self.outer.push_of(k) + self.bundles.push_of(k);
        self.outer.emit(
            &self.lore,
            outer,
            (0..self.outer.lines.len()).map(|k| self.outer.line(k, push(k))),
            out_outer,
        );
        self.inner.emit(&self.lore, inner, self.bundles.after(&self.inner), out_inner);
        Ok(())
    }

    /// Looks up all pairs of kinds, and adds up what the outer lines do to the inner ones.
    fn meet(&mut self) {
        let Crossings { outer, inner, lore, pairs, .. } = self;
        let mut largest = 0;
        pairs.clear();
        for first in &mut outer.kinds {
            for second in &mut inner.kinds {
                // Two kinds that only come out of the notch never cross.
                let crossing = match first.count[1] + second.count[1] {
                    0 => Some(Crossing { outer: 0, inner: 0, extent: 0 }),
                    _ => lore.crossing(first.id, second.id),
                };
                let c = crossing.unwrap_or_else(|| {
                    second.restless = true;
                    Crossing { outer: 0, inner: 0, extent: 0 }
                });
                second.push[0] += first.count[1] * c.inner;
                second.push[1] += (first.count[0] + first.count[1]) * c.inner;
                first.extent = first.extent.max(c.extent);
                second.extent = second.extent.max(c.extent);
                largest = largest.max(c.outer).max(c.inner);
                pairs.push(c);
            }
        }
        self.slack = LEAST_SLACK.max(2 * largest);
    }

    /// Adds up what the inner lines that keep their shapes do to the outer ones.
    fn push_outer(&mut self) {
        let kinds = self.inner.kinds.len();
        for (a, first) in self.outer.kinds.iter_mut().enumerate() {
            for (second, c) in self.inner.kinds.iter().zip(&self.pairs[a * kinds..]) {
                first.push[0] += second.count[1] * c.outer;
                first.push[1] += (second.count[0] + second.count[1]) * c.outer;
            }
        }
    }

    fn pair(&self, outer_kind: u32, inner_kind: u32) -> Crossing {
        self.pairs[outer_kind as usize * self.inner.kinds.len() + inner_kind as usize]
    }

    /// Where to cut for a line of the inner family: through the lines across it, or at itself.
    pub(super) fn apart(&self, outer_start: u32, line: usize) -> Trouble {
        match self.outer.middle() {
            Some(middle) if middle > outer_start => Trouble::Outer(middle),
            _ => Trouble::Inner(self.inner.lines[line].at),
        }
    }

    /// Whether the outer lines stay apart; bundling has seen to the inner ones.
    fn stay_apart(&self, outer_start: u32, inner_start: u32) -> Result<(), Trouble> {
        let closer = |a: u32, b: u32| {
            let closer = |(k, kind): (usize, &lines::Kind)| {
                let by = self.pair(a, k as u32).outer.saturating_sub(self.pair(b, k as u32).outer);
                by * (kind.count[0] + kind.count[1])
            };
            self.inner.kinds.iter().enumerate().map(closer).sum()
        };
        let Some((at, shrinks)) = self.outer.too_close(self.slack, closer, |k| self.bundles.closer(k)) else {
            return Ok(());
        };
        Err(match self.inner.middle() {
            Some(middle) if middle > inner_start && (shrinks || at == outer_start) => Trouble::Inner(middle),
            _ => Trouble::Outer(at),
        })
    }

    fn stay_inside(&self, outer: Side, inner: Side) -> Result<(), Trouble> {
        let slack = self.slack;
        let far = |k: usize| {
            let line = self.outer.lines[k];
            let extent = self.outer.kinds[line.kind as usize].extent.max(self.bundles.extent(k));
            line.at + self.outer.push_of(k) + self.bundles.push_of(k) + extent + slack
        };
        if let Some(k) = first_outside(self.outer.lines.len(), outer.end, far) {
            let push = |kind: u32, by: u32| self.pair(kind, by).outer;
            let leaving = Leaving { line: k, lines: &self.outer, side: outer, others: &self.inner };
            return Err(match leaving.cut(slack, push) {
                (true, at) => Trouble::Outer(at),
                (false, at) => Trouble::Inner(at),
            });
        }
        let far = |k: usize| match self.bundles.of(k) {
            Some(bundle) => bundle.end + slack,
            None => {
                let line = self.inner.lines[k];
                line.at + self.inner.push_of(k) + self.inner.kinds[line.kind as usize].extent + slack
            }
        };
        if let Some(k) = first_outside(self.inner.lines.len(), inner.end, far) {
            let push = |kind: u32, by: u32| {
                self.pair(by, kind).inner.max(self.inner.kinds[kind as usize].restless as u32)
            };
            let leaving = Leaving { line: k, lines: &self.inner, side: inner, others: &self.outer };
            return Err(match leaving.cut(slack, push) {
                (true, at) => Trouble::Inner(at),
                (false, at) => Trouble::Outer(at),
            });
        }
        Ok(())
    }
}

/// The first of the last lines that do not end inside.
fn first_outside(lines: usize, end: u32, far: impl Fn(usize) -> u32) -> Option<usize> {
    let mut first = lines;
    while first > 0 && far(first - 1) > end {
        first -= 1;
    }
    (first < lines).then_some(first)
}

/// A line that is pushed out of the rectangle, or starts too close to the end.
struct Leaving<'a> {
    line: usize,
    lines: &'a Lines,
    side: Side<'a>,
    others: &'a Lines,
}

impl Leaving<'_> {
    /// Where to cut: along the line's own side (true) or across it.
    fn cut(&self, slack: u32, push: impl Fn(u32, u32) -> u32) -> (bool, u32) {
        let line = self.lines.lines[self.line];
        if line.at > self.side.start {
            return (true, line.at);
        }
        let room =
            self.side.end.saturating_sub(line.at + self.lines.kinds[line.kind as usize].extent + slack);
        let mut pushed = 0;
        for other in &self.others.lines {
            pushed += push(line.kind, other.kind);
            if pushed > room {
                return (false, other.at);
            }
        }
        (true, line.at)
    }
}
