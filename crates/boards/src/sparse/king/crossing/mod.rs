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
mod leaving;
mod lines;
mod locate;
mod pairs;
mod trace;

use super::block::Letter;
use super::patterns::{Family, PatternTable};
use super::runs::{Run, Side};
use crate::platform::LOADED_ANEW;
use bundles::{Bundles, CrossingStop, Scene};
use leaving::Leaving;
use lines::{Line, Lines, Unread};
pub use locate::Sight;
use pairs::Pairs;
pub use trace::fades;
use trace::peel;

/// Width of the strip in which a line that runs along a side dies out.
pub const PEEL: u32 = 4;

/// Why a rectangle was not solved, as the place where cutting it helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutHint {
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
    pattern_table: PatternTable,
    pairs: Pairs,
    bundles: Bundles,
    /// Whether both sides of the rectangle tried last were read as lines, but for the trace of a line just outside.
    pub read: bool,
    /// Where the first part (false) or the second one (true) is to be cut in turn, as it would resist.
    pub then: Option<(bool, CutHint)>,
    /// Pairs of kinds looked up, and crossings followed one by one.
    work: u64,
}

/// Pairs of kinds, and of kinds and lines, that are looked at in one rectangle.
const MOST: usize = 1 << 21;

impl Default for Crossings {
    fn default() -> Self {
        Crossings {
            outer: Lines::new(Family::Outer),
            inner: Lines::new(Family::Inner),
            pattern_table: PatternTable::default(),
            pairs: Pairs::default(),
            bundles: Bundles::default(),
            read: false,
            then: None,
            work: 0,
        }
    }
}

impl Crossings {
    /// As by default, with what is learnt bounded by so many bytes.
    pub fn bounded(memory: u64) -> Self {
        let mut crossings = Crossings::default();
        crossings.pattern_table.bound(memory);
        crossings
    }

    /// Solves a rectangle without damage whose corner is undisturbed; `outer` and `inner` are the
    /// sides that hold the lines of these families. Appends to the outputs on success only.
    /// `asked` is a block inside that will be asked for, if there is one: its places on the two sides.
    /// Then lines must not meet.
    pub fn solve(
        &mut self,
        outer: Side,
        inner: Side,
        notch: Option<Notch>,
        asked: Option<(u32, u32)>,
        out_outer: &mut Vec<Run>,
        out_inner: &mut Vec<Run>,
    ) -> Result<(), CutHint> {
        if self.pattern_table.tidy() {
            self.outer.forget();
            self.inner.forget();
            self.bundles.forget();
        }
        self.read = false;
        self.then = None;
        // The shorter side first: a line that runs along it leaves few runs.
        if outer.runs.len() <= inner.runs.len() {
            self.read_outer(outer, inner, notch)?;
            self.read_inner(outer, inner, notch)?;
        } else {
            self.read_inner(outer, inner, notch)?;
            self.read_outer(outer, inner, notch)?;
        }
        self.read = true;
        let Crossings { outer: outers, inner: inners, pattern_table, pairs, work, .. } = self;
        let pairs_of_kinds = outers.kinds.len() * inners.kinds.len();
        *work += pairs_of_kinds as u64;
        if pairs_of_kinds > MOST || inners.kinds.len() * outers.lines.len() > MOST {
            return Err(self.halved(outer, inner));
        }
        pairs.meet(outers, inners, pattern_table);
        push_outer(outers, inners, pairs);
        // What leaves the rectangle even if nothing meets need not be followed.
        let inside = self.outers_inside(outer, |_| (0, 0));
        inside.map_err(|leaving| self.leaves(leaving))?;
        self.inners_inside(inner)?;
        let Crossings { outer: outers, inner: inners, pattern_table, pairs, bundles, .. } = self;
        let scene = Scene { outer: outers, inner: inners, pairs, pattern_table, end: inner.end };
        if bundles.may_meet(&scene) {
            if let Some(block) = asked {
                return Err(self.around(block, outer, inner));
            }
            bundles.prepare(&scene);
            // What does not stay apart even so need not be followed.
            self.stay_apart(outer.start, inner.start)?;
            let Crossings { outer: outers, inner: inners, pattern_table, pairs, bundles, .. } = self;
            let scene = Scene { outer: outers, inner: inners, pairs, pattern_table, end: inner.end };
            let followed = bundles.follow(scene);
            self.work += self.bundles.crossed;
            followed.map_err(|stuck| self.apart(outer.start, stuck))?;
        }
        self.stay_apart(outer.start, inner.start)?;
        self.stay_inside(outer, inner)?;
        let stages = self.outer.lines.len() as u32;
        let push = |k: usize| self.outer_push(k);
        self.outer.emit(
            &self.pattern_table,
            outer,
            (0..self.outer.lines.len()).map(|k| self.outer.line(k, push(k))),
            out_outer,
        );
        match self.bundles.any() {
            true => self.inner.emit(
                &self.pattern_table,
                inner,
                self.bundles.after(&self.inner, stages),
                out_inner,
            ),
            false => {
                let lines = (0..self.inner.lines.len()).map(|k| self.inner.line(k, self.inner.push_of(k)));
                self.inner.emit(&self.pattern_table, inner, lines, out_inner);
            }
        }
        Ok(())
    }

    fn read_outer(&mut self, outer: Side, inner: Side, notch: Option<Notch>) -> Result<(), CutHint> {
        match self.outer.read(&mut self.pattern_table, outer, notch.map(|n| n.outer)) {
            Ok(()) => Ok(()),
            Err(Unread::At(at)) => Err(CutHint::Outer(at)),
            Err(Unread::Along(at, letter)) => self.along(Family::Outer, outer, inner, (at, letter)),
        }
    }

    fn read_inner(&mut self, outer: Side, inner: Side, notch: Option<Notch>) -> Result<(), CutHint> {
        match self.inner.read(&mut self.pattern_table, inner, notch.map(|n| n.inner)) {
            Ok(()) => Ok(()),
            Err(Unread::At(at)) => Err(CutHint::Inner(at)),
            Err(Unread::Along(at, letter)) => self.along(Family::Inner, inner, outer, (at, letter)),
        }
    }

    /// Where to cut for a line that runs along the side of a family, just outside.
    fn along(
        &mut self,
        family: Family,
        side: Side,
        across: Side,
        (at, letter): (u32, Letter),
    ) -> Result<(), CutHint> {
        let hint = |family: Family, at: u32| match family {
            Family::Outer => CutHint::Outer(at),
            Family::Inner => CutHint::Inner(at),
        };
        if LOADED_ANEW || !fades(letter, family) {
            return Err(hint(family.other(), across.start + PEEL));
        }
        self.read = true;
        Err(match peel(side, family.base(), at, across) {
            Ok(strip) => {
                self.then = Some((false, hint(family, at)));
                hint(family.other(), strip)
            }
            Err(at) => hint(family, at),
        })
    }

    /// Steps taken so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Starts to count again.
    pub fn reset_work(&mut self) {
        self.work = 0;
    }

    /// Where to cut what has too many kinds of lines: through the middle of those that have more.
    fn halved(&self, outer: Side, inner: Side) -> CutHint {
        let middle = |lines: &Lines, side: Side| {
            lines.middle().filter(|&at| at > side.start).unwrap_or(side.start + side.len() / 2)
        };
        match self.outer.kinds.len() >= self.inner.kinds.len() {
            true => CutHint::Outer(middle(&self.outer, outer)),
            false => CutHint::Inner(middle(&self.inner, inner)),
        }
    }

    /// Where to cut for a block that is asked for to have few lines around it.
    fn around(&self, (x, y): (u32, u32), outer: Side, inner: Side) -> CutHint {
        let cut = |lines: &[Line], at: u32, start: u32| {
            let next = lines.partition_point(|line| line.at <= at);
            let before = lines.get(next.saturating_sub(2)).map(|line| line.at).filter(|&at| at > start);
            before.or_else(|| lines.get(next + 1).map(|line| line.at))
        };
        match cut(&self.outer.lines, x, outer.start) {
            Some(at) => CutHint::Outer(at),
            None => {
                let halved = || inner.start + inner.len() / 2;
                CutHint::Inner(cut(&self.inner.lines, y, inner.start).unwrap_or_else(halved))
            }
        }
    }

    /// How far an outer line is pushed in all.
    fn outer_push(&self, k: usize) -> u32 {
        self.outer.push_of(k).wrapping_add_signed(self.bundles.push_of(k))
    }

    /// Where to cut so that following lines goes on further than it did: before the outer line
    /// where it got stuck, or beside the lines that were stuck at once.
    fn apart(&self, outer_start: u32, stuck: CrossingStop) -> CutHint {
        match self.outer.lines.get(stuck.stage) {
            Some(line) if line.at > outer_start => CutHint::Outer(line.at),
            _ => CutHint::Inner(stuck.at),
        }
    }

    /// By how much inner lines bring an outer line of one kind closer to one before it at most; `count(k, n)` of the n
    /// lines of kind k do so.
    fn closer(&self, a: u32, b: u32, count: impl Fn(u32, u32) -> u32) -> u32 {
        let closer = |(k, kind): (u32, &lines::Kind)| {
            let [x, y] = [a, b].map(|outer| self.pairs.pushes(outer, k).0);
            let by = x.saturating_sub(y);
            by * count(k, kind.count[0] + kind.count[1])
        };
        (0..).zip(&self.inner.kinds).map(closer).sum()
    }

    /// Whether the outer lines stay apart; bundling has seen to the inner ones.
    fn stay_apart(&self, outer_start: u32, inner_start: u32) -> Result<(), CutHint> {
        let recount = |j: usize| {
            let [a, b] = [j, j + 1].map(|j| self.outer.lines[j].kind);
            self.closer(a, b, |kind, count| self.bundles.alone(j, kind, count))
        };
        let closer = |a: u32, b: u32| self.closer(a, b, |_, count| count);
        let Some((at, shrinks)) =
            self.outer.too_close(self.pairs.slack, closer, recount, |k| self.bundles.closer(k))
        else {
            return Ok(());
        };
        Err(match self.inner.middle() {
            Some(middle) if middle > inner_start && (shrinks || at == outer_start) => CutHint::Inner(middle),
            _ => CutHint::Outer(at),
        })
    }

    /// Whether all lines end inside, those that meet others, too.
    fn stay_inside(&mut self, outer: Side, inner: Side) -> Result<(), CutHint> {
        let inside = self.outers_inside(outer, |k| (self.bundles.push_of(k), self.bundles.extent(k)));
        inside.map_err(|leaving| self.leaves(leaving))?;
        if !self.bundles.any() {
            return Ok(());
        }
        let stages = self.outer.lines.len() as u32;
        match self.bundles.outside(&self.inner, inner.end, self.pairs.slack, stages) {
            None => Ok(()),
            Some(count) => Err(self.inner_leaves(self.inner.lines.len().saturating_sub(count), inner)),
        }
    }

    /// Whether the outer lines end inside; `besides` says what more pushes the k-th line, and the
    /// side of the squares that takes.
    fn outers_inside(
        &self,
        side: Side,
        besides: impl Fn(usize) -> (i32, u32),
    ) -> Result<(), (CutHint, Option<CutHint>)> {
        let slack = self.pairs.slack;
        let far = |k: usize| {
            let (line, (more, extent)) = (self.outer.lines[k], besides(k));
            let extent = self.outer.kinds[line.kind as usize].extent.max(extent);
            (line.at + self.outer.push_of(k)).wrapping_add_signed(more) + extent + slack
        };
        let Some(line) = first_outside(self.outer.lines.len(), side.end, far) else { return Ok(()) };
        let push = |kind: u32, by: u32| self.pairs.pushes(kind, by).0;
        let leaving = Leaving { line, lines: &self.outer, side, others: &self.inner };
        Err(match leaving.cut(slack, push) {
            (true, at, across) => (CutHint::Outer(at), across.map(CutHint::Inner)),
            (false, at, _) => (CutHint::Inner(at), None),
        })
    }

    /// Where to cut for a line that leaves; notes where the second part is to be cut.
    fn leaves(&mut self, (hint, across): (CutHint, Option<CutHint>)) -> CutHint {
        if !LOADED_ANEW {
            self.then = across.map(|across| (true, across));
        }
        hint
    }

    /// Whether the inner lines end inside if none meet.
    fn inners_inside(&mut self, side: Side) -> Result<(), CutHint> {
        let far = |k: usize| {
            let line = self.inner.lines[k];
            line.at + self.inner.push_of(k) + self.inner.kinds[line.kind as usize].extent + self.pairs.slack
        };
        match first_outside(self.inner.lines.len(), side.end, far) {
            None => Ok(()),
            Some(line) => Err(self.inner_leaves(line, side)),
        }
    }

    fn inner_leaves(&mut self, line: usize, side: Side) -> CutHint {
        let push = |kind: u32, by: u32| {
            self.pairs.pushes(by, kind).1.max(self.inner.kinds[kind as usize].restless as u32)
        };
        let leaving = Leaving { line, lines: &self.inner, side, others: &self.outer };
        let leaving = match leaving.cut(self.pairs.slack, push) {
            (true, at, across) => (CutHint::Inner(at), across.map(CutHint::Outer)),
            (false, at, _) => (CutHint::Outer(at), None),
        };
        self.leaves(leaving)
    }
}

/// Adds up what the inner lines do to the outer ones, as long as they keep their shapes.
fn push_outer(outer: &mut Lines, inner: &Lines, pairs: &Pairs) {
    for (a, first) in outer.kinds.iter_mut().enumerate() {
        for (b, second) in inner.kinds.iter().enumerate() {
            let (by, _) = pairs.pushes(a as u32, b as u32);
            first.push[0] += second.count[1] * by;
            first.push[1] += (second.count[0] + second.count[1]) * by;
        }
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
