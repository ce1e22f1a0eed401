//! A clean rectangle of one domain that lines cross in both directions, at the cost of its lines.
//!
//! Say the rectangle's sides hold lines O₁, O₂, … of the outer family and I₁, I₂, … of the inner
//! one. If every pair keeps its shapes, Oⱼ leaves the rectangle pushed on by the sum of its pushes
//! by all I, and the other way round:
//!
//! ```text
//!           O₁        O₂                    sides: O₁ at column 10, O₂ at 40, I₁ at row 5
//!        ┌───│─────────│──────────┐         (O₁, I₁) push by (1, 0), (O₂, I₁) by (0, 1)
//!     I₁ ┼───┼─────────┼──┐       │         O₁ leaves at column 11, O₂ at 40
//!        │   └┐        │  └───────┼ I₁      I₁ leaves at row 6
//!        └────│────────│──────────┘
//! ```
//!
//! That is the solution of the recurrence, and hence the only one, as soon as the squares in which the
//! pairs cross are disjoint and lie inside: each square was computed, and between the squares there
//! are straight lines and the undisturbed domain, all of which satisfy the recurrence block by block.
//!
//! Squares are disjoint if neighbouring lines stay further apart than the first one's squares
//! are wide, plus twice the largest single push (a neighbour may be one crossing ahead at the same
//! place). Pushes can bring two neighbours together only by the sum of their *unfavourable*
//! differences; that bound is what is tested, so the order of the crossings does not matter. Lines
//! that change their shapes, may come too close, or do not end inside make the rectangle fail, with
//! the place at which a cut helps.
//!
//! A rectangle may have its first corner, a small square, solved separately (a *notch*): lines
//! that come out of it cross all other lines, but not one another.
//!
//! Few lines that change their shapes, or may come too close, are taken crossing by crossing ([`Crossings::pass`]): each
//! pair goes on in the patterns in which it leaves its square. Then the places of each line are known, and squares are
//! disjoint if the lines are apart from the first to the last of them.

use super::block::odd;
use super::patterns::{
    APART_BLOCKS, Crossing, Family, LinePattern, MAX_PATTERN_BLOCKS, PatternTable,
};
use super::rectangle::{LetterRun, Side, push};

/// Width of the strip in which a line that runs along a side dies out.
pub const PEEL_BLOCKS: u32 = 4;
/// Slack taken even if nothing is pushed.
const MIN_SLACK_BLOCKS: u32 = 2;
/// Pairs of lines that cross one by one in a rectangle: a quarter or four times as many cost a tenth on 10⁶ × 10⁶ with
/// 10⁴ damaged cells and on a lattice of all rows and columns (`bench/compare-sparse.sh`).
const FEW_CROSSINGS: usize = 64;
/// Kinds times lines across that are looked at in one rectangle.
const MAX_KINDS_ACROSS: usize = 1 << 21;

/// The place at which cutting an unsolved rectangle helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutHint {
    /// Cut the side of the outer family here.
    Outer(u32),
    /// Cut the side of the inner family here.
    Inner(u32),
}

impl CutHint {
    fn of(family: Family, at: u32) -> CutHint {
        match family {
            Family::Outer => CutHint::Outer(at),
            Family::Inner => CutHint::Inner(at),
        }
    }
}

/// The two outputs of a notch, from the sides' starts to its own ends.
#[derive(Clone, Copy)]
pub struct Notch<'a> {
    pub outer: Side<'a>,
    pub inner: Side<'a>,
}

/// A line: the place of its first letter, and its kind within this rectangle.
#[derive(Clone, Copy, Debug)]
struct Line {
    at: u32,
    kind: u32,
}

/// Lines that look alike, and what they have in common.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// The pattern's id.
    id: u32,
    /// How many there are: out of the notch, and besides.
    count: [u32; 2],
    /// How far each of those is pushed in all.
    push: [u32; 2],
    /// Side of the largest square in which one of them crosses anything.
    extent: u32,
}

/// All lines on one side of a rectangle, in order.
struct SideLines {
    family: Family,
    lines: Vec<Line>,
    kinds: Vec<Kind>,
    /// How many of the lines come out of the notch.
    notched: usize,
    /// Kind by pattern id, plus one.
    slots: Vec<u32>,
    /// Kind by letter, plus one, of lines of one letter.
    single: [u32; 16],
}

impl SideLines {
    fn new(family: Family) -> Self {
        SideLines {
            family,
            lines: Vec::new(),
            kinds: Vec::new(),
            notched: 0,
            slots: Vec::new(),
            single: [0; 16],
        }
    }

    /// Forgets what pattern ids mean.
    fn forget(&mut self) {
        self.kinds.clear();
        self.slots.clear();
    }

    /// Reads a side, its beginning as the notch shows it; `across` starts the other side.
    fn read(
        &mut self,
        patterns: &mut PatternTable,
        side: Side,
        notch: Option<Side>,
        across: u32,
    ) -> Result<(), CutHint> {
        for kind in self.kinds.drain(..) {
            self.slots[kind.id as usize] = 0;
        }
        self.lines.clear();
        self.single = [0; 16];
        self.notched = 0;
        let mut rest = Some(side);
        if let Some(notch) = notch {
            self.read_part(patterns, notch, 0, across)?;
            self.notched = self.lines.len();
            // The block behind the notch must see an undisturbed corner.
            let base = self.family.base();
            if notch.last() != base || odd(side.letter_at(notch.end - 1)) != odd(base) {
                return Err(CutHint::of(self.family, notch.end));
            }
            rest = (notch.end < side.end).then(|| side.split(notch.end).1);
        }
        rest.map_or(Ok(()), |rest| self.read_part(patterns, rest, 1, across))
    }

    fn read_part(
        &mut self,
        patterns: &mut PatternTable,
        side: Side,
        part: usize,
        across: u32,
    ) -> Result<(), CutHint> {
        let base = self.family.base();
        let runs = side.runs;
        // Whether a pattern ends behind a run.
        let ends = |k: usize| match runs.get(k + 1) {
            None => true,
            Some(next) => {
                next.letter == base
                    && (next.end - runs[k].end >= APART_BLOCKS || k + 2 == runs.len())
            }
        };
        let (mut at, mut k) = (side.start, 0);
        while k < runs.len() {
            let run = runs[k];
            if run.letter == base {
                (at, k) = (run.end, k + 1);
                continue;
            }
            let single = (run.end - at == 1 && ends(k)).then_some(usize::from(run.letter));
            let known = single.map_or(0, |letter| self.single[letter]);
            let kind = if known != 0 {
                k += 1;
                known - 1
            } else {
                let (mut pattern, mut end) = (LinePattern::default(), at);
                loop {
                    let run = runs[k];
                    let until = run.end.min(side.end);
                    if until - at > MAX_PATTERN_BLOCKS {
                        // A long run of one letter is a line that runs along the side, just outside.
                        let along = run.letter != base && until - end > MAX_PATTERN_BLOCKS;
                        return Err(match along {
                            true => CutHint::of(self.family.other(), across + PEEL_BLOCKS),
                            false => CutHint::of(self.family, at),
                        });
                    }
                    for _ in end..until {
                        pattern = pattern.with(run.letter);
                    }
                    (end, k) = (run.end, k + 1);
                    if run.letter != base && ends(k - 1) {
                        break;
                    }
                }
                let id = patterns
                    .id(self.family, pattern)
                    .ok_or(CutHint::of(self.family, at))?;
                let kind = self.kind(patterns, id);
                if let Some(letter) = single {
                    self.single[letter] = kind + 1;
                }
                kind
            };
            self.kinds[kind as usize].count[part] += 1;
            self.lines.push(Line { at, kind });
            at = runs[k - 1].end;
        }
        Ok(())
    }

    fn kind(&mut self, patterns: &PatternTable, id: u32) -> u32 {
        if self.slots.len() <= id as usize {
            self.slots.resize(id as usize + 1, 0);
        }
        let slot = &mut self.slots[id as usize];
        if *slot == 0 {
            let extent = patterns.settled(self.family, id);
            self.kinds.push(Kind {
                id,
                count: [0; 2],
                push: [0; 2],
                extent,
            });
            *slot = self.kinds.len() as u32;
        }
        *slot - 1
    }

    fn kind_of(&self, k: usize) -> &Kind {
        &self.kinds[self.lines[k].kind as usize]
    }

    /// How far a line is pushed in all.
    fn push_of(&self, k: usize) -> u32 {
        self.kind_of(k).push[(k >= self.notched) as usize]
    }

    /// The place of the middle line, if it is not at the side's start.
    fn middle(&self, start: u32) -> Option<u32> {
        self.lines
            .get(self.lines.len() / 2)
            .map(|line| line.at)
            .filter(|&at| at > start)
    }

    /// The places and patterns of the lines on the side opposite to the one read.
    fn pushed(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.lines.len()).map(|k| (self.lines[k].at + self.push_of(k), self.kind_of(k).id))
    }

    /// The lines before they cross anything.
    fn passing(&self, patterns: &PatternTable) -> Vec<Passing> {
        let passing = |line: &Line| {
            let id = self.kinds[line.kind as usize].id;
            Passing {
                at: line.at,
                id: Some(id),
                from: line.at,
                to: line.at + patterns.settled(self.family, id),
            }
        };
        self.lines.iter().map(passing).collect()
    }
}

/// A line on its way across a rectangle: its place and pattern, if it goes on, and the places between which it and the
/// squares in which it crosses others lie.
struct Passing {
    at: u32,
    id: Option<u32>,
    from: u32,
    to: u32,
}

/// Whether lines and their squares are apart, and end before this place.
fn are_apart(lines: &[Passing], end: u32) -> bool {
    lines.windows(2).all(|pair| pair[0].to <= pair[1].from)
        && lines.last().is_none_or(|line| line.to <= end)
}

/// Appends a side of lines with these places and patterns.
fn emit(
    (patterns, family): (&PatternTable, Family),
    lines: impl Iterator<Item = (u32, u32)>,
    side: Side,
    out: &mut Vec<LetterRun>,
) {
    let mut from = side.start;
    for (at, id) in lines {
        if at > from {
            push(out, at, family.base());
        }
        from = at;
        for letter in patterns.pattern(family, id).letters() {
            from += 1;
            push(out, from, letter);
        }
    }
    if from < side.end {
        push(out, side.end, family.base());
    }
}

/// Scratch memory for rectangles with crossings, and what was learnt from earlier ones.
pub struct Crossings {
    outer: SideLines,
    inner: SideLines,
    patterns: PatternTable,
    /// Crossings by kind: outer kind × inner kinds + inner kind.
    pairs: Vec<Crossing>,
    /// Room that squares need beyond their extent: twice the largest single push.
    slack: u32,
    /// Pairs of kinds, or of lines, looked up.
    pub work: u64,
}

impl Crossings {
    /// Remembers patterns within a number of bytes.
    pub fn bounded(memory: u64) -> Self {
        Crossings {
            outer: SideLines::new(Family::Outer),
            inner: SideLines::new(Family::Inner),
            patterns: PatternTable::bounded(memory),
            pairs: Vec::new(),
            slack: MIN_SLACK_BLOCKS,
            work: 0,
        }
    }

    /// Solves a rectangle without damage whose corner is undisturbed; `outer` and `inner` are the
    /// sides that hold the lines of these families. Appends to the outputs on success only.
    pub fn solve(
        &mut self,
        outer: Side,
        inner: Side,
        notch: Option<Notch>,
        out_outer: &mut Vec<LetterRun>,
        out_inner: &mut Vec<LetterRun>,
    ) -> Result<(), CutHint> {
        if self.patterns.tidy() {
            self.outer.forget();
            self.inner.forget();
        }
        self.outer.read(
            &mut self.patterns,
            outer,
            notch.map(|n| n.outer),
            inner.start,
        )?;
        self.inner.read(
            &mut self.patterns,
            inner,
            notch.map(|n| n.inner),
            outer.start,
        )?;
        let added = self.add_up(outer, inner);
        let Crossings {
            patterns,
            outer: below,
            inner: beside,
            work,
            ..
        } = self;
        if let Err(hint) = added {
            let (below, beside) = Self::pass(patterns, below, beside).ok_or(hint)?;
            if !are_apart(&below, outer.end) || !are_apart(&beside, inner.end) {
                return Err(hint);
            }
            *work += (below.len() * beside.len()) as u64;
            let lines = |lines: Vec<Passing>| {
                lines
                    .into_iter()
                    .filter_map(|line| Some((line.at, line.id?)))
            };
            emit((patterns, Family::Outer), lines(below), outer, out_outer);
            emit((patterns, Family::Inner), lines(beside), inner, out_inner);
            return Ok(());
        }
        emit((patterns, Family::Outer), below.pushed(), outer, out_outer);
        emit((patterns, Family::Inner), beside.pushed(), inner, out_inner);
        Ok(())
    }

    /// Adds up the pushes of lines that keep their shapes and stay apart.
    fn add_up(&mut self, outer: Side, inner: Side) -> Result<(), CutHint> {
        let starts = (outer.start, inner.start);
        self.meet(starts)?;
        self.stay_apart(Family::Outer, starts)?;
        self.stay_apart(Family::Inner, starts)?;
        self.stay_inside(Family::Outer, outer)?;
        self.stay_inside(Family::Inner, inner)
    }

    /// Few lines, crossing by crossing, whatever shapes they leave them in. None if there are many, or some crossing
    /// leaves no lines.
    fn pass(
        patterns: &mut PatternTable,
        outer: &SideLines,
        inner: &SideLines,
    ) -> Option<(Vec<Passing>, Vec<Passing>)> {
        if outer.lines.len() * inner.lines.len() > FEW_CROSSINGS {
            return None;
        }
        let (mut below, mut beside) = (outer.passing(patterns), inner.passing(patterns));
        for (j, a) in below.iter_mut().enumerate() {
            for (i, b) in beside.iter_mut().enumerate() {
                let (Some(outer_id), Some(inner_id)) = (a.id, b.id) else {
                    continue;
                };
                if j < outer.notched && i < inner.notched {
                    continue;
                }
                let Crossing {
                    outer,
                    inner,
                    extent,
                } = patterns.crossing(outer_id, inner_id)?;
                (a.to, b.to) = (a.to.max(a.at + extent), b.to.max(b.at + extent));
                (a.at, a.id) = (a.at + outer.0, outer.1);
                (b.at, b.id) = (b.at + inner.0, inner.1);
            }
        }
        Some((below, beside))
    }

    /// Looks up all pairs of kinds, and adds up their pushes.
    fn meet(&mut self, starts: (u32, u32)) -> Result<(), CutHint> {
        let Crossings {
            outer,
            inner,
            patterns,
            pairs,
            slack,
            work,
        } = self;
        let most =
            (outer.kinds.len() * inner.lines.len()).max(inner.kinds.len() * outer.lines.len());
        if most > MAX_KINDS_ACROSS {
            return Err(self.halved(starts));
        }
        *work += (outer.kinds.len() * inner.kinds.len()) as u64;
        pairs.clear();
        let mut largest = 0;
        for first in &mut outer.kinds {
            for second in &mut inner.kinds {
                // Two kinds that only come out of the notch never cross.
                let crossing = match first.count[1] + second.count[1] {
                    0 => Some(Crossing {
                        outer: (0, None),
                        inner: (0, None),
                        extent: 0,
                    }),
                    _ => patterns
                        .crossing(first.id, second.id)
                        .filter(|c| c.keeps(first.id, second.id)),
                };
                let Some(c) = crossing else {
                    return Err(self.halved(starts));
                };
                let (by_second, by_first) = (c.outer.0, c.inner.0);
                first.push[0] += second.count[1] * by_second;
                first.push[1] += (second.count[0] + second.count[1]) * by_second;
                second.push[0] += first.count[1] * by_first;
                second.push[1] += (first.count[0] + first.count[1]) * by_first;
                first.extent = first.extent.max(c.extent);
                second.extent = second.extent.max(c.extent);
                largest = largest.max(by_second).max(by_first);
                pairs.push(c);
            }
        }
        *slack = MIN_SLACK_BLOCKS.max(2 * largest);
        Ok(())
    }

    /// The lines of a family, and those that cross them.
    fn lines(&self, family: Family) -> (&SideLines, &SideLines) {
        match family {
            Family::Outer => (&self.outer, &self.inner),
            Family::Inner => (&self.inner, &self.outer),
        }
    }

    fn pair(&self, outer_kind: u32, inner_kind: u32) -> Crossing {
        self.pairs[outer_kind as usize * self.inner.kinds.len() + inner_kind as usize]
    }

    /// How far a line of one kind of a family is pushed by one of another kind, which crosses it.
    fn push(&self, family: Family, kind: u32, across: u32) -> u32 {
        match family {
            Family::Outer => self.pair(kind, across).outer.0,
            Family::Inner => self.pair(across, kind).inner.0,
        }
    }

    /// A cut through the middle of the family that has more lines.
    fn halved(&self, (outer, inner): (u32, u32)) -> CutHint {
        let more = self.outer.lines.len() >= self.inner.lines.len();
        let by_outer = self.outer.middle(outer).map(CutHint::Outer);
        let by_inner = self.inner.middle(inner).map(CutHint::Inner);
        let hint = if more {
            by_outer.or(by_inner)
        } else {
            by_inner.or(by_outer)
        };
        hint.unwrap_or(CutHint::Outer(outer))
    }

    /// Whether the lines of a family stay apart.
    fn stay_apart(&self, family: Family, starts: (u32, u32)) -> Result<(), CutHint> {
        let (own, across) = self.lines(family);
        // How much closer pushes bring a line of kind `b` to one of kind `a` before it, at most.
        let closer = |a: u32, b: u32| -> u32 {
            let by = |(k, kind): (u32, &Kind)| {
                let unfavourable = self
                    .push(family, a, k)
                    .saturating_sub(self.push(family, b, k));
                unfavourable * (kind.count[0] + kind.count[1])
            };
            (0..).zip(&across.kinds).map(by).sum()
        };
        let mut last = (0, 0, 0);
        for pair in own.lines.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let need = own.kinds[a.kind as usize].extent + self.slack;
            let gap = b.at - a.at;
            if a.kind != b.kind && (last.0, last.1) != (a.kind, b.kind) {
                last = (a.kind, b.kind, closer(a.kind, b.kind));
            }
            let closer = if a.kind == b.kind { 0 } else { last.2 };
            if gap < need + closer {
                return Err(self.halved(starts));
            }
        }
        Ok(())
    }

    /// Whether the lines of a family end inside.
    fn stay_inside(&self, family: Family, side: Side) -> Result<(), CutHint> {
        let (own, across) = self.lines(family);
        let room = |k: usize| own.kind_of(k).extent + self.slack;
        let inside = |k: usize| own.lines[k].at + own.push_of(k) + room(k) <= side.end;
        let leaving = (0..own.lines.len())
            .rev()
            .take_while(|&k| !inside(k))
            .last();
        let Some(first) = leaving else { return Ok(()) };
        let line = own.lines[first];
        if line.at > side.start {
            return Err(CutHint::of(family, line.at));
        }
        let mut left = side.end.saturating_sub(line.at + room(first));
        for other in &across.lines {
            match left.checked_sub(self.push(family, line.kind, other.kind)) {
                Some(rest) => left = rest,
                None => return Err(CutHint::of(family.other(), other.at)),
            }
        }
        Err(CutHint::of(family, line.at))
    }
}
