//! Lines as patterns of letters, and what two of them do to each other where they cross.
//!
//! The upper right domain reads [`OUTER`] on the side above and [`INNER`] on the side at the left;
//! the lower left domain reads them the other way round, which is the same picture transposed. So
//! there are two families of patterns, which differ in the letter in which they are embedded, and every
//! crossing is one of a pattern in `OUTER` with a pattern in `INNER`.
//!
//! Nothing about patterns is known beforehand. A pattern is tried when it is first met: does it go
//! straight on? A pair is computed block by block in a square that is large enough for both to leave
//! it straight on, in their own shapes or others, or as nothing. Both results are remembered.

#![expect(
    clippy::cast_possible_truncation,
    reason = "squares have at most 36 rows; at most 2²⁰ patterns are remembered; a letter has four bits"
)]

use super::block::{CORNER, INNER, Letter, OUTER, odd, step};
use fxhash::FxHashMap;

/// The letter a family of patterns is embedded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The lines among letters [`OUTER`].
    Outer,
    /// The lines among letters [`INNER`].
    Inner,
}

impl Family {
    /// Returns the letter in which lines of this family are embedded.
    pub const fn base(self) -> Letter {
        match self {
            Family::Outer => OUTER,
            Family::Inner => INNER,
        }
    }

    /// Returns the family of the lines that cross the lines of this one.
    pub const fn other(self) -> Family {
        match self {
            Family::Outer => Family::Inner,
            Family::Inner => Family::Outer,
        }
    }
}

/// The distance from which letters other than the base belong to two patterns (a guess).
pub const APART_BLOCKS: u32 = 8;
/// The length of the longest pattern considered: its letters fit in 96 bits.
pub const MAX_PATTERN_BLOCKS: u32 = 24;
/// The number of patterns and pairs that are remembered before both are forgotten and met anew (a guess).
const MAX_REMEMBERED_PAIRS: usize = 1 << 20;

/// A pattern in its family, from its first to its last letter that is not the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinePattern(u128);

impl Default for LinePattern {
    /// Makes a pattern without letters.
    fn default() -> Self {
        LinePattern(1)
    }
}

impl LinePattern {
    /// Appends a letter. Four bits a letter, and a one above the last of them.
    pub fn with(self, letter: Letter) -> Self {
        LinePattern(self.0 << 4 | u128::from(letter))
    }

    /// Counts the letters.
    pub fn width(self) -> u32 {
        self.0.ilog2() / 4
    }

    /// Lists the letters.
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        (0..self.width())
            .rev()
            .map(move |k| (self.0 >> (4 * k)) as Letter & 15)
    }
}

/// The effect of two lines on each other where they cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The line of the outer family.
    pub outer: LineAfter,
    /// The line of the inner family.
    pub inner: LineAfter,
    /// The side of the square at whose far sides both go straight on; it begins with their first letters.
    pub extent: u32,
}

/// A line after a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineAfter {
    /// The number of blocks by which it is pushed on.
    pub push: u32,
    /// The id of the pattern in which it goes on, if it does.
    pub id: Option<u32>,
}

impl Crossing {
    /// Tells whether lines of these patterns keep them.
    pub fn keeps(&self, outer: u32, inner: u32) -> bool {
        self.outer.id == Some(outer) && self.inner.id == Some(inner)
    }
}

/// The numbers of two patterns that cross.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CrossedPatterns {
    /// The number of the outer pattern.
    outer: u32,
    /// The number of the inner pattern.
    inner: u32,
}

/// The patterns and crossings that were met so far.
#[derive(Default)]
pub struct PatternTable {
    /// The numbers of the patterns of each family.
    ids: [FxHashMap<LinePattern, u32>; 2],
    /// The patterns of each family by their numbers.
    patterns: [Vec<StraightPattern>; 2],
    /// The crossings that were computed; `None` for two lines that do not go on straight.
    crossings: FxHashMap<CrossedPatterns, Option<Crossing>>,
    /// The number of patterns and pairs that may be remembered, if memory is short.
    most: Option<usize>,
}

/// A pattern, and how it goes on.
#[derive(Clone, Copy)]
struct StraightPattern {
    /// The pattern.
    pattern: LinePattern,
    /// The width from which an undisturbed row after it is the base again; 0 if the pattern does not go straight on.
    settled: u32,
}

impl PatternTable {
    /// Makes an empty table that takes at most this many bytes.
    pub fn bounded(memory: u64) -> Self {
        /// The number of bytes for a pattern or a pair, in tables half full.
        const PAIR_BYTES: u64 = 256;
        PatternTable {
            most: usize::try_from(memory / PAIR_BYTES).ok(),
            ..PatternTable::default()
        }
    }

    /// Forgets everything if too much is remembered; returns true if so: then all ids are void.
    pub fn tidy(&mut self) -> bool {
        let most = self
            .most
            .map_or(MAX_REMEMBERED_PAIRS, |most| most.min(MAX_REMEMBERED_PAIRS));
        let full = self.crossings.len() + self.patterns[0].len() + self.patterns[1].len() > most;
        if full {
            *self = PatternTable {
                most: self.most,
                ..PatternTable::default()
            };
        }
        full
    }

    /// Finds the id of a pattern, if it goes straight on.
    pub fn id(&mut self, family: Family, pattern: LinePattern) -> Option<u32> {
        let known = &mut self.patterns[family as usize];
        let id = *self.ids[family as usize].entry(pattern).or_insert_with(|| {
            known.push(StraightPattern {
                pattern,
                settled: settle(family, pattern),
            });
            known.len() as u32 - 1
        });
        (self.patterns[family as usize][id as usize].settled != 0).then_some(id)
    }

    /// Returns the pattern with this id.
    pub fn pattern(&self, family: Family, id: u32) -> LinePattern {
        self.patterns[family as usize][id as usize].pattern
    }

    /// Returns the width from which a row after a pattern is the base again.
    pub fn settled(&self, family: Family, id: u32) -> u32 {
        self.patterns[family as usize][id as usize].settled
    }

    /// Finds the crossing of two lines, if they leave a square as lines.
    pub fn crossing(&mut self, outer: u32, inner: u32) -> Option<Crossing> {
        let crossed = CrossedPatterns { outer, inner };
        if let Some(&known) = self.crossings.get(&crossed) {
            return known;
        }
        let crossing = self.cross(outer, inner);
        self.crossings.insert(crossed, crossing);
        crossing
    }

    /// Finds the one line in these letters, if there is one. Fails if it does not go straight on, or if what is
    /// left of it would be met after the letters.
    fn line(&mut self, family: Family, letters: &[Letter]) -> Option<LineAfter> {
        let is_line = |letter: &Letter| *letter != family.base();
        let Some(first) = letters.iter().position(is_line) else {
            return Some(LineAfter::default());
        };
        let last = letters.iter().rposition(is_line)?;
        if last - first >= MAX_PATTERN_BLOCKS as usize {
            return None;
        }
        let mut pattern = LinePattern::default();
        for &letter in &letters[first..=last] {
            pattern = pattern.with(letter);
        }
        let id = self.id(family, pattern)?;
        let settled = first + self.settled(family, id) as usize;
        (settled <= letters.len()).then_some(LineAfter {
            push: first as u32,
            id: Some(id),
        })
    }

    /// Computes a crossing block by block, in a square that grows until what is left of both lines has left it.
    fn cross(&mut self, outer: u32, inner: u32) -> Option<Crossing> {
        let outer = self.pattern(Family::Outer, outer);
        let inner = self.pattern(Family::Inner, inner);
        // The letters that come in last must be the bases: they are corners after the square.
        let least = outer.width().max(inner.width()) as usize + 1;
        let most = SQUARE_BLOCKS.min(least + ROOM_BLOCKS);
        let mut square = Square::new(outer, inner, least);
        loop {
            if let Some(outer) = self.line(Family::Outer, &square.below[..square.side])
                && let Some(inner) = self.line(Family::Inner, &square.right[..square.side])
            {
                return Some(Crossing {
                    outer,
                    inner,
                    extent: square.side as u32,
                });
            }
            if square.side == most {
                return None;
            }
            square.grow();
        }
    }
}

/// Drives the base of the other family across a pattern. Returns the width from which it is back, if the
/// pattern is left as it was; else 0.
fn settle(family: Family, pattern: LinePattern) -> u32 {
    let base = family.base();
    let across = family.other().base();
    let mut state = across;
    let mut corner = CORNER;
    let after = std::iter::repeat_n(base, APART_BLOCKS as usize);
    for (place, seen) in (0..).zip(pattern.letters().chain(after)) {
        if place >= pattern.width() && state == across && corner == CORNER {
            return place;
        }
        let shown = step(corner, state, seen);
        if shown.bottom != seen {
            return 0;
        }
        state = shown.right;
        corner = odd(seen);
    }
    0
}

/// The number of blocks in which two patterns may settle (a guess).
const ROOM_BLOCKS: usize = 11;
/// The side of the largest square looked at.
const SQUARE_BLOCKS: usize = MAX_PATTERN_BLOCKS as usize + 1 + ROOM_BLOCKS;

/// The number of letters kept along its sides: a power of two.
const HELD_LETTERS: usize = SQUARE_BLOCKS.next_power_of_two();

/// A square of blocks with a pattern coming in on each side, computed as it grows.
struct Square {
    /// The number of rows and of columns.
    side: usize,
    /// The letters below the square, and beyond it those above.
    below: [Letter; HELD_LETTERS],
    /// The letters at the right of the square, and beyond it those at the left.
    right: [Letter; HELD_LETTERS],
}

impl Square {
    /// Computes a square with a pattern above and one at the left.
    fn new(outer: LinePattern, inner: LinePattern, side: usize) -> Self {
        let mut below = [OUTER; HELD_LETTERS];
        let mut right = [INNER; HELD_LETTERS];
        for (place, letter) in below.iter_mut().zip(outer.letters()) {
            *place = letter;
        }
        for (place, letter) in right.iter_mut().zip(inner.letters()) {
            *place = letter;
        }
        // The value at the upper left corner of the block to come in every row.
        let mut corners = [CORNER; HELD_LETTERS];
        for row in 1..side {
            corners[row] = odd(right[row - 1]);
        }
        // By antidiagonals, whose blocks do not wait for one another. Masks make bounds plain.
        for diagonal in 0..2 * side - 1 {
            for row in (diagonal + 1).saturating_sub(side)..side.min(diagonal + 1) {
                let col = (diagonal - row) % HELD_LETTERS;
                let row = row % HELD_LETTERS;
                let seen = below[col];
                let shown = step(corners[row], right[row], seen);
                below[col] = shown.bottom;
                right[row] = shown.right;
                corners[row] = odd(seen);
            }
        }
        Square { side, below, right }
    }

    /// Computes one more column and one more row.
    fn grow(&mut self) {
        let side = self.side;
        // The new column, from its top down.
        let mut down = OUTER;
        let mut corner = odd(OUTER);
        for right in &mut self.right[..side] {
            let seen = *right;
            let shown = step(corner, seen, down);
            *right = shown.right;
            down = shown.bottom;
            corner = odd(seen);
        }
        let last = corner;
        // The new row, from its left on.
        let mut along = INNER;
        let mut corner = odd(INNER);
        for below in &mut self.below[..side] {
            let seen = *below;
            let shown = step(corner, along, seen);
            *below = shown.bottom;
            along = shown.right;
            corner = odd(seen);
        }
        debug_assert_eq!(
            last, corner,
            "both are the value at the square's far corner"
        );
        let shown = step(corner, along, down);
        self.below[side] = shown.bottom;
        self.right[side] = shown.right;
        self.side += 1;
    }
}
