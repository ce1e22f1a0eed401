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
//! A rectangle may have its first corner, a small square, solved separately (a *notch*): lines
//! that come out of it cross all other lines, but not one another.

mod lines;
mod locate;

use super::patterns::{Crossing, Family, Lore};
use super::runs::{Run, Side};
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
}

impl Default for Crossings {
    fn default() -> Self {
        Crossings {
            outer: Lines::new(Family::Outer),
            inner: Lines::new(Family::Inner),
            lore: Lore::default(),
            pairs: Vec::new(),
        }
    }
}

impl Crossings {
    /// Solves a rectangle without damage whose corner is undisturbed; `outer` and `inner` are the
    /// sides that hold the lines of these families. Appends to the outputs on success only.
    pub fn solve(
        &mut self,
        outer: Side,
        inner: Side,
        notch: Option<Notch>,
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
        let slack = 2 * self.meet(outer.start, inner.start)?;
        self.stay_apart(slack, outer.start, inner.start)?;
        self.stay_inside(slack, outer, inner)?;
        self.outer.emit(&self.lore, outer, out_outer);
        self.inner.emit(&self.lore, inner, out_inner);
        Ok(())
    }

    /// How many lines the rectangle solved last has.
    pub fn lines(&self) -> usize {
        self.outer.lines.len() + self.inner.lines.len()
    }

    /// Looks up all pairs of kinds and adds up their pushes: the largest single push.
    fn meet(&mut self, outer_start: u32, inner_start: u32) -> Result<u32, Trouble> {
        let Crossings { outer, inner, lore, pairs } = self;
        let mut largest = 0;
        pairs.clear();
        for (a, first) in outer.kinds.iter_mut().enumerate() {
            for (b, second) in inner.kinds.iter_mut().enumerate() {
                // Two kinds that only come out of the notch never cross.
                let crossing = match first.count[1] + second.count[1] {
                    0 => Some(Crossing { outer: 0, inner: 0, extent: 0 }),
                    _ => lore.crossing(first.id, second.id),
                };
                let Some(c) = crossing else {
                    let (o, i) = (outer.middle_of(a as u32), inner.middle_of(b as u32));
                    return Err(if o > outer_start || i == inner_start {
                        Trouble::Outer(o)
                    } else {
                        Trouble::Inner(i)
                    });
                };
                first.push[0] += second.count[1] * c.outer;
                first.push[1] += (second.count[0] + second.count[1]) * c.outer;
                second.push[0] += first.count[1] * c.inner;
                second.push[1] += (first.count[0] + first.count[1]) * c.inner;
                first.extent = first.extent.max(c.extent);
                second.extent = second.extent.max(c.extent);
                largest = largest.max(c.outer).max(c.inner);
                pairs.push(c);
            }
        }
        Ok(largest)
    }

    fn pair(&self, outer_kind: u32, inner_kind: u32) -> Crossing {
        self.pairs[outer_kind as usize * self.inner.kinds.len() + inner_kind as usize]
    }

    fn stay_apart(&self, slack: u32, outer_start: u32, inner_start: u32) -> Result<(), Trouble> {
        let outer_closer = |a: u32, b: u32| {
            let closer = |(k, kind): (usize, &lines::Kind)| {
                let by = self.pair(a, k as u32).outer.saturating_sub(self.pair(b, k as u32).outer);
                by * (kind.count[0] + kind.count[1])
            };
            self.inner.kinds.iter().enumerate().map(closer).sum()
        };
        if let Some((at, shrinks)) = self.outer.too_close(slack, outer_closer) {
            return Err(match self.inner.middle() {
                Some(middle) if middle > inner_start && (shrinks || at == outer_start) => {
                    Trouble::Inner(middle)
                }
                _ => Trouble::Outer(at),
            });
        }
        let inner_closer = |a: u32, b: u32| {
            let closer = |(k, kind): (usize, &lines::Kind)| {
                let by = self.pair(k as u32, a).inner.saturating_sub(self.pair(k as u32, b).inner);
                by * (kind.count[0] + kind.count[1])
            };
            self.outer.kinds.iter().enumerate().map(closer).sum()
        };
        if let Some((at, shrinks)) = self.inner.too_close(slack, inner_closer) {
            return Err(match self.outer.middle() {
                Some(middle) if middle > outer_start && (shrinks || at == inner_start) => {
                    Trouble::Outer(middle)
                }
                _ => Trouble::Inner(at),
            });
        }
        Ok(())
    }

    fn stay_inside(&self, slack: u32, outer: Side, inner: Side) -> Result<(), Trouble> {
        if let Some(k) = self.outer.first_outside(slack, outer.end) {
            let push = |kind: u32, by: u32| self.pair(kind, by).outer;
            let leaving = Leaving { line: k, lines: &self.outer, side: outer, others: &self.inner };
            return Err(match leaving.cut(slack, push) {
                (true, at) => Trouble::Outer(at),
                (false, at) => Trouble::Inner(at),
            });
        }
        if let Some(k) = self.inner.first_outside(slack, inner.end) {
            let push = |kind: u32, by: u32| self.pair(by, kind).inner;
            let leaving = Leaving { line: k, lines: &self.inner, side: inner, others: &self.outer };
            return Err(match leaving.cut(slack, push) {
                (true, at) => Trouble::Inner(at),
                (false, at) => Trouble::Outer(at),
            });
        }
        Ok(())
    }
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
