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
//! Few lines that change their shapes, or may come too close, are taken crossing by crossing ([`Crossings::pass`]):
//! each pair goes on in the patterns in which it leaves its square. Then the places of each line are known, and
//! squares are disjoint if the lines are apart from the first to the last of them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the lines of a side have places of 32 bits"
)]

use super::block::{Letter, odd};
use super::patterns::{
    APART_BLOCKS, Crossing, Family, LineAfter, LinePattern, MAX_PATTERN_BLOCKS, PatternTable,
};
use super::rectangle::{LetterRun, Side, push};

/// The width of the strip in which a line that runs along a side dies out.
pub const PEEL_BLOCKS: u32 = 4;
/// The slack that is taken even if nothing is pushed.
const MIN_SLACK_BLOCKS: u32 = 2;
/// The number of pairs of lines that cross one by one in a rectangle: a quarter or four times as many cost a tenth
/// on 10⁶ × 10⁶ with 10⁴ damaged cells and on a lattice of all rows and columns (`bench/compare-sparse.sh`).
const FEW_CROSSINGS: usize = 64;
/// The number of kinds times lines across that are looked at in one rectangle (a guess).
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
    /// Makes the hint to cut the side of a family.
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
    /// The output on the side that holds the outer family.
    pub outer: Side<'a>,
    /// The output on the side that holds the inner family.
    pub inner: Side<'a>,
}

/// A line on a side.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The place of its first letter.
    at: u32,
    /// The index of its kind.
    kind: u32,
}

/// The lines of a side that look alike, and what they have in common.
#[derive(Clone, Copy, Debug)]
struct LineKind {
    /// The pattern's id.
    id: u32,
    /// The number of the lines.
    count: ByOrigin,
    /// The number of blocks by which each is pushed in all.
    push: ByOrigin,
    /// The side of the largest square in which one of them crosses anything.
    extent: u32,
}

impl LineKind {
    /// Counts the lines of both origins.
    fn total(&self) -> u32 {
        self.count.notch + self.count.side
    }
}

/// A number for the lines that come out of the notch, and one for those that enter on the rest of the side.
#[derive(Clone, Copy, Debug, Default)]
struct ByOrigin {
    /// The number for the lines that come out of the notch.
    notch: u32,
    /// The number for the lines that enter on the rest of the side.
    side: u32,
}

/// The place from which lines enter a rectangle.
#[derive(Clone, Copy)]
enum Origin {
    /// The far side of the notch.
    Notch,
    /// The rest of the side, after the notch.
    Side,
}

/// All lines on one side of a rectangle, in order.
struct SideLines {
    /// The family of the lines.
    family: Family,
    /// The lines.
    lines: Vec<Line>,
    /// The kinds of lines that were met.
    kinds: Vec<LineKind>,
    /// The number of lines that come out of the notch.
    notched: usize,
    /// The kind of each pattern id, plus one; 0 if there is none.
    slots: Vec<u32>,
    /// The kind of lines of one letter, by letter, plus one; 0 if there is none.
    single: [u32; 16],
}

impl SideLines {
    /// Makes a side without lines.
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
            self.read_part(patterns, notch, Origin::Notch, across)?;
            self.notched = self.lines.len();
            // The block after the notch must see an undisturbed corner.
            let base = self.family.base();
            if notch.last() != base || odd(side.letter_at(notch.end - 1)) != odd(base) {
                return Err(CutHint::of(self.family, notch.end));
            }
            rest = if notch.end < side.end {
                let (_, rest) = side.split(notch.end);
                Some(rest)
            } else {
                None
            };
        }
        match rest {
            Some(rest) => self.read_part(patterns, rest, Origin::Side, across),
            None => Ok(()),
        }
    }

    /// Reads a part of a side, from which all lines have one origin.
    fn read_part(
        &mut self,
        patterns: &mut PatternTable,
        side: Side,
        origin: Origin,
        across: u32,
    ) -> Result<(), CutHint> {
        let base = self.family.base();
        let runs = side.runs;
        let mut at = side.start;
        let mut k = 0;
        while k < runs.len() {
            let run = runs[k];
            if run.letter == base {
                at = run.end;
                k += 1;
                continue;
            }
            // Lines of one letter are the most common, and their kinds are looked up by it.
            let letter = usize::from(run.letter);
            let is_single = run.end - at == 1 && ends_pattern(runs, k, base);
            let kind = if is_single && self.single[letter] != 0 {
                k += 1;
                self.single[letter] - 1
            } else {
                let (pattern, next) = self.read_pattern(side, at, k, across)?;
                k = next;
                let id = patterns
                    .id(self.family, pattern)
                    .ok_or(CutHint::of(self.family, at))?;
                let kind = self.kind(patterns, id);
                if is_single {
                    self.single[letter] = kind + 1;
                }
                kind
            };
            let count = &mut self.kinds[kind as usize].count;
            match origin {
                Origin::Notch => count.notch += 1,
                Origin::Side => count.side += 1,
            }
            self.lines.push(Line { at, kind });
            at = runs[k - 1].end;
        }
        Ok(())
    }

    /// Reads the pattern that begins at place `at` with run `k`. Returns it, and the run after it.
    fn read_pattern(
        &self,
        side: Side,
        at: u32,
        mut k: usize,
        across: u32,
    ) -> Result<(LinePattern, usize), CutHint> {
        let base = self.family.base();
        let mut pattern = LinePattern::default();
        let mut end = at;
        loop {
            let run = side.runs[k];
            let until = run.end.min(side.end);
            if until - at > MAX_PATTERN_BLOCKS {
                // A long run of one letter is a line that runs along the side, just outside.
                let runs_along = run.letter != base && until - end > MAX_PATTERN_BLOCKS;
                return Err(if runs_along {
                    CutHint::of(self.family.other(), across + PEEL_BLOCKS)
                } else {
                    CutHint::of(self.family, at)
                });
            }
            for _ in end..until {
                pattern = pattern.with(run.letter);
            }
            end = run.end;
            k += 1;
            if run.letter != base && ends_pattern(side.runs, k - 1, base) {
                return Ok((pattern, k));
            }
        }
    }

    /// Finds the kind of the lines of a pattern, or makes it.
    fn kind(&mut self, patterns: &PatternTable, id: u32) -> u32 {
        if self.slots.len() <= id as usize {
            self.slots.resize(id as usize + 1, 0);
        }
        let slot = &mut self.slots[id as usize];
        if *slot == 0 {
            self.kinds.push(LineKind {
                id,
                count: ByOrigin::default(),
                push: ByOrigin::default(),
                extent: patterns.settled(self.family, id),
            });
            *slot = self.kinds.len() as u32;
        }
        *slot - 1
    }

    /// Returns the kind of a line.
    fn kind_of(&self, k: usize) -> &LineKind {
        &self.kinds[self.lines[k].kind as usize]
    }

    /// Returns the number of blocks by which a line is pushed in all.
    fn push_of(&self, k: usize) -> u32 {
        let push = self.kind_of(k).push;
        if k < self.notched {
            push.notch
        } else {
            push.side
        }
    }

    /// Finds the place of the middle line, if it is not at the side's start.
    fn middle(&self, start: u32) -> Option<u32> {
        self.lines
            .get(self.lines.len() / 2)
            .map(|line| line.at)
            .filter(|&at| at > start)
    }

    /// Lists the lines on the side opposite to the one read.
    fn pushed(&self) -> impl Iterator<Item = PlacedPattern> {
        (0..self.lines.len()).map(|k| PlacedPattern {
            at: self.lines[k].at + self.push_of(k),
            id: self.kind_of(k).id,
        })
    }

    /// Lists the lines before they cross anything.
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

/// Tells whether a pattern ends after run `k`.
fn ends_pattern(runs: &[LetterRun], k: usize, base: Letter) -> bool {
    match runs.get(k + 1) {
        None => true,
        Some(next) => {
            let is_long = next.end - runs[k].end >= APART_BLOCKS;
            next.letter == base && (is_long || k + 2 == runs.len())
        }
    }
}

/// A pattern at a place of a side.
#[derive(Clone, Copy)]
struct PlacedPattern {
    /// The place of its first letter.
    at: u32,
    /// The number of the pattern.
    id: u32,
}

/// A line on its way across a rectangle.
struct Passing {
    /// The place of its first letter.
    at: u32,
    /// The id of its pattern, if it goes on.
    id: Option<u32>,
    /// The first place of the line and of the squares in which it crosses others.
    from: u32,
    /// The place after the last.
    to: u32,
}

impl Passing {
    /// Takes the line through a crossing in a square.
    fn cross(&mut self, after: LineAfter, extent: u32) {
        self.to = self.to.max(self.at + extent);
        self.at += after.push;
        self.id = after.id;
    }
}

/// Lists the lines that go on.
fn placed(lines: &[Passing]) -> impl Iterator<Item = PlacedPattern> {
    lines.iter().filter_map(|line| {
        let id = line.id?;
        Some(PlacedPattern { at: line.at, id })
    })
}

/// Tells whether lines and their squares are apart, and end before this place.
fn are_apart(lines: &[Passing], end: u32) -> bool {
    lines.windows(2).all(|pair| pair[0].to <= pair[1].from)
        && lines.last().is_none_or(|line| line.to <= end)
}

/// Appends a side with these lines.
fn emit(
    patterns: &PatternTable,
    family: Family,
    lines: impl Iterator<Item = PlacedPattern>,
    side: Side,
    out: &mut Vec<LetterRun>,
) {
    let mut from = side.start;
    for PlacedPattern { at, id } in lines {
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

/// The beginnings of the two sides of a rectangle.
#[derive(Clone, Copy)]
struct Starts {
    /// The beginning of the side that holds the outer family.
    outer: u32,
    /// The beginning of the side that holds the inner family.
    inner: u32,
}

/// The memory for rectangles with crossings, and what was learnt from earlier ones.
pub struct Crossings {
    /// The lines of the outer family.
    outer: SideLines,
    /// The lines of the inner family.
    inner: SideLines,
    /// The patterns met so far, and how they cross.
    patterns: PatternTable,
    /// The crossings of all pairs of kinds: outer kind × inner kinds + inner kind.
    pairs: Vec<Crossing>,
    /// The room that squares need beyond their extent: twice the largest single push.
    slack: u32,
    /// The number of pairs of kinds, or of lines, that were looked up.
    pub work: u64,
}

impl Crossings {
    /// Makes a memory of patterns within a number of bytes.
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
        let starts = Starts {
            outer: outer.start,
            inner: inner.start,
        };
        let outer_notch = notch.map(|notch| notch.outer);
        let inner_notch = notch.map(|notch| notch.inner);
        self.outer
            .read(&mut self.patterns, outer, outer_notch, starts.inner)?;
        self.inner
            .read(&mut self.patterns, inner, inner_notch, starts.outer)?;
        if let Err(hint) = self.add_up(outer, inner, starts) {
            return self.pass(outer, inner, out_outer, out_inner).ok_or(hint);
        }
        let patterns = &self.patterns;
        emit(
            patterns,
            Family::Outer,
            self.outer.pushed(),
            outer,
            out_outer,
        );
        emit(
            patterns,
            Family::Inner,
            self.inner.pushed(),
            inner,
            out_inner,
        );
        Ok(())
    }

    /// Adds up the pushes of lines that keep their shapes and stay apart.
    fn add_up(&mut self, outer: Side, inner: Side, starts: Starts) -> Result<(), CutHint> {
        self.meet(starts)?;
        self.stay_apart(Family::Outer, starts)?;
        self.stay_apart(Family::Inner, starts)?;
        self.stay_inside(Family::Outer, outer)?;
        self.stay_inside(Family::Inner, inner)
    }

    /// Passes few lines through crossing by crossing, whatever shapes they leave them in. Fails if there are many,
    /// if some crossing leaves no lines, or if squares are not apart.
    fn pass(
        &mut self,
        outer: Side,
        inner: Side,
        out_outer: &mut Vec<LetterRun>,
        out_inner: &mut Vec<LetterRun>,
    ) -> Option<()> {
        let count = self.outer.lines.len() * self.inner.lines.len();
        if count > FEW_CROSSINGS {
            return None;
        }
        let patterns = &mut self.patterns;
        let mut outer_lines = self.outer.passing(patterns);
        let mut inner_lines = self.inner.passing(patterns);
        for (j, outer_line) in outer_lines.iter_mut().enumerate() {
            for (i, inner_line) in inner_lines.iter_mut().enumerate() {
                let are_notched = j < self.outer.notched && i < self.inner.notched;
                if let Some(outer_id) = outer_line.id
                    && let Some(inner_id) = inner_line.id
                    && !are_notched
                {
                    let crossing = patterns.crossing(outer_id, inner_id)?;
                    outer_line.cross(crossing.outer, crossing.extent);
                    inner_line.cross(crossing.inner, crossing.extent);
                }
            }
        }
        if !are_apart(&outer_lines, outer.end) || !are_apart(&inner_lines, inner.end) {
            return None;
        }
        self.work += count as u64;
        emit(
            patterns,
            Family::Outer,
            placed(&outer_lines),
            outer,
            out_outer,
        );
        emit(
            patterns,
            Family::Inner,
            placed(&inner_lines),
            inner,
            out_inner,
        );
        Some(())
    }

    /// Looks up all pairs of kinds, and adds up their pushes.
    fn meet(&mut self, starts: Starts) -> Result<(), CutHint> {
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
        *work += outer.kinds.len() as u64 * inner.kinds.len() as u64;
        pairs.clear();
        let mut largest = 0;
        for first in &mut outer.kinds {
            for second in &mut inner.kinds {
                let crossing = if first.count.side + second.count.side == 0 {
                    // Two kinds that only come out of the notch never cross.
                    Crossing {
                        outer: LineAfter::default(),
                        inner: LineAfter::default(),
                        extent: 0,
                    }
                } else {
                    match patterns.crossing(first.id, second.id) {
                        Some(crossing) if crossing.keeps(first.id, second.id) => crossing,
                        _ => return Err(self.halved(starts)),
                    }
                };
                let by_second = crossing.outer.push;
                let by_first = crossing.inner.push;
                first.push.notch += second.count.side * by_second;
                first.push.side += second.total() * by_second;
                second.push.notch += first.count.side * by_first;
                second.push.side += first.total() * by_first;
                first.extent = first.extent.max(crossing.extent);
                second.extent = second.extent.max(crossing.extent);
                largest = largest.max(by_second).max(by_first);
                pairs.push(crossing);
            }
        }
        *slack = MIN_SLACK_BLOCKS.max(2 * largest);
        Ok(())
    }

    /// Returns the lines of a family.
    fn lines(&self, family: Family) -> &SideLines {
        match family {
            Family::Outer => &self.outer,
            Family::Inner => &self.inner,
        }
    }

    /// Returns the crossing of lines of two kinds.
    fn pair(&self, outer_kind: u32, inner_kind: u32) -> Crossing {
        self.pairs[outer_kind as usize * self.inner.kinds.len() + inner_kind as usize]
    }

    /// Returns the number of blocks by which a line of one kind of a family is pushed by one of another kind that
    /// crosses it.
    fn push(&self, family: Family, kind: u32, across: u32) -> u32 {
        match family {
            Family::Outer => self.pair(kind, across).outer.push,
            Family::Inner => self.pair(across, kind).inner.push,
        }
    }

    /// Makes the hint to cut through the middle of the family that has more lines.
    fn halved(&self, starts: Starts) -> CutHint {
        let by_outer = self.outer.middle(starts.outer).map(CutHint::Outer);
        let by_inner = self.inner.middle(starts.inner).map(CutHint::Inner);
        let hint = if self.outer.lines.len() >= self.inner.lines.len() {
            by_outer.or(by_inner)
        } else {
            by_inner.or(by_outer)
        };
        hint.unwrap_or(CutHint::Outer(starts.outer))
    }

    /// Checks that the lines of a family stay apart.
    fn stay_apart(&self, family: Family, starts: Starts) -> Result<(), CutHint> {
        let own = self.lines(family);
        // The pair of kinds that was looked at last, and how much closer their lines come.
        let mut last_pair = [u32::MAX; 2];
        let mut last_closer = 0;
        for pair in own.lines.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            let closer = if before.kind == after.kind {
                0
            } else {
                let kinds = [before.kind, after.kind];
                if last_pair != kinds {
                    last_pair = kinds;
                    last_closer = self.closer(family, before.kind, after.kind);
                }
                last_closer
            };
            let need = own.kinds[before.kind as usize].extent + self.slack;
            if after.at - before.at < need + closer {
                return Err(self.halved(starts));
            }
        }
        Ok(())
    }

    /// Bounds how much closer pushes bring a line of kind `after` to one of kind `before`, which is before it: by
    /// the sum of the differences of pushes that are unfavourable, in whatever order they come.
    fn closer(&self, family: Family, before: u32, after: u32) -> u32 {
        let across = self.lines(family.other());
        let mut closer = 0;
        for (k, kind) in (0..).zip(&across.kinds) {
            let push_before = self.push(family, before, k);
            let push_after = self.push(family, after, k);
            closer += push_before.saturating_sub(push_after) * kind.total();
        }
        closer
    }

    /// Checks that the lines of a family end inside.
    fn stay_inside(&self, family: Family, side: Side) -> Result<(), CutHint> {
        let own = self.lines(family);
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
        for other in &self.lines(family.other()).lines {
            match left.checked_sub(self.push(family, line.kind, other.kind)) {
                Some(rest) => left = rest,
                None => return Err(CutHint::of(family.other(), other.at)),
            }
        }
        Err(CutHint::of(family, line.at))
    }
}
