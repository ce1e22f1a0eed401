//! Lines as patterns of letters, and what two of them do to each other where they cross.
//!
//! In the upper right domain the side above reads [`OUTER`] and the side at the left [`INNER`];
//! in the lower left domain it is the other way round, which is the same picture transposed. So
//! there are two families of patterns, told apart by the letter they are embedded in, and every
//! crossing is one of a pattern in `OUTER` with a pattern in `INNER`.
//!
//! Nothing about patterns is known beforehand. A pattern is tried when it is first met: does it go
//! straight on? A pair is computed block by block in a square that is large enough for both to leave
//! it straight on, in their own shapes or others, or as nothing. Both results are remembered.

use super::block::{CORNER, INNER, Letter, OUTER, odd, step};
use fxhash::FxHashMap;

/// The letter a family of patterns is embedded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Outer,
    Inner,
}

impl Family {
    pub const fn base(self) -> Letter {
        match self {
            Family::Outer => OUTER,
            Family::Inner => INNER,
        }
    }

    /// The family of the lines that cross this one's.
    pub const fn other(self) -> Family {
        match self {
            Family::Outer => Family::Inner,
            Family::Inner => Family::Outer,
        }
    }
}

/// Letters other than the base closer than this to each other belong to one pattern.
pub const APART_BLOCKS: u32 = 8;
/// Longest pattern considered.
pub const MAX_PATTERN_BLOCKS: u32 = 24;
/// Patterns and pairs remembered before both are forgotten and met anew; few under test, so that
/// this happens there.
const MAX_REMEMBERED_PAIRS: usize = if cfg!(test) { 1000 } else { 1 << 20 };

/// A pattern in its family, from its first to its last letter that is not the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinePattern(u128);

impl Default for LinePattern {
    /// No letters.
    fn default() -> Self {
        LinePattern(1)
    }
}

impl LinePattern {
    /// One more letter at the end. Four bits a letter, and a one above the last of them.
    pub fn with(self, letter: Letter) -> Self {
        LinePattern(self.0 << 4 | letter as u128)
    }

    pub fn width(self) -> u32 {
        (127 - self.0.leading_zeros()) / 4
    }

    pub fn letters(self) -> impl Iterator<Item = Letter> {
        (0..self.width())
            .rev()
            .map(move |k| (self.0 >> (4 * k)) as Letter & 15)
    }
}

/// The effect of two lines on each other: how far each is pushed on, and the id of the pattern in which it goes on, if it
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub outer: (u32, Option<u32>),
    pub inner: (u32, Option<u32>),
    /// Side of the square at whose far sides both go straight on; it begins with their first letters.
    pub extent: u32,
}

impl Crossing {
    /// Whether lines of these patterns keep them.
    pub fn keeps(&self, outer: u32, inner: u32) -> bool {
        (self.outer.1, self.inner.1) == (Some(outer), Some(inner))
    }
}

/// Patterns and crossings met so far.
#[derive(Default)]
pub struct PatternTable {
    ids: [FxHashMap<LinePattern, u32>; 2],
    patterns: [Vec<StraightPattern>; 2],
    crossings: FxHashMap<(u32, u32), Option<Crossing>>,
    /// Patterns and pairs that may be remembered, if memory is short.
    most: Option<usize>,
}

/// A pattern and the width from which an undisturbed row behind it is the base again; 0 if the
/// pattern does not go straight on.
#[derive(Clone, Copy)]
struct StraightPattern {
    pattern: LinePattern,
    settled: u32,
}

impl PatternTable {
    /// An empty table that takes at most this many bytes.
    pub fn bounded(memory: u64) -> Self {
        /// Bytes for a pattern or a pair, in tables half full.
        const PAIR_BYTES: u64 = 256;
        PatternTable {
            most: usize::try_from(memory / PAIR_BYTES).ok(),
            ..PatternTable::default()
        }
    }

    /// Forgets everything if too much is remembered; true means that all ids are void.
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

    /// The id of a pattern that goes straight on; `None` for one that does not.
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

    pub fn pattern(&self, family: Family, id: u32) -> LinePattern {
        self.patterns[family as usize][id as usize].pattern
    }

    pub fn settled(&self, family: Family, id: u32) -> u32 {
        self.patterns[family as usize][id as usize].settled
    }

    /// The crossing of two lines; `None` if they do not leave a square as lines.
    pub fn crossing(&mut self, outer: u32, inner: u32) -> Option<Crossing> {
        if let Some(&known) = self.crossings.get(&(outer, inner)) {
            return known;
        }
        let crossing = self.cross(outer, inner);
        self.crossings.insert((outer, inner), crossing);
        crossing
    }

    /// The place and id of the pattern in letters that hold nothing else, if there is one; `None` if it does not go
    /// straight on, or what is left of it would be met behind the letters.
    fn line(&mut self, family: Family, letters: &[Letter]) -> Option<(u32, Option<u32>)> {
        let is_line = |letter: &Letter| *letter != family.base();
        let Some(first) = letters.iter().position(is_line) else {
            return Some((0, None));
        };
        let last = letters
            .iter()
            .rposition(is_line)
            .filter(|last| last - first < MAX_PATTERN_BLOCKS as usize)?;
        let id = self.id(
            family,
            letters[first..=last]
                .iter()
                .fold(LinePattern::default(), |p, &letter| p.with(letter)),
        )?;
        (first + self.settled(family, id) as usize <= letters.len())
            .then_some((first as u32, Some(id)))
    }

    /// Computes a crossing block by block, in a square that grows until what is left of both lines has left it.
    fn cross(&mut self, outer: u32, inner: u32) -> Option<Crossing> {
        let [a, b] = [
            self.patterns[0][outer as usize],
            self.patterns[1][inner as usize],
        ];
        // The letters that come in last must be the bases: they are corners behind the square.
        let least = a.pattern.width().max(b.pattern.width()) as usize + 1;
        let most = SQUARE_BLOCKS.min(least + ROOM_BLOCKS);
        let mut square = Square::new(a.pattern, b.pattern, least);
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

/// Drives the base of the other family across a pattern: the width from which it is back, if the
/// pattern is left as it was; else 0.
fn settle(family: Family, pattern: LinePattern) -> u32 {
    let (base, across) = (family.base(), family.other().base());
    let (mut state, mut corner) = (across, CORNER);
    for (k, seen) in pattern
        .letters()
        .chain(std::iter::repeat_n(base, APART_BLOCKS as usize))
        .enumerate()
    {
        if k as u32 >= pattern.width() && state == across && corner == CORNER {
            return k as u32;
        }
        let (below, after) = step(corner, state, seen);
        if below != seen {
            return 0;
        }
        (state, corner) = (after, odd(seen));
    }
    0
}

/// Blocks in which two patterns may settle.
const ROOM_BLOCKS: usize = 11;
/// Side of the largest square looked at.
const SQUARE_BLOCKS: usize = MAX_PATTERN_BLOCKS as usize + 1 + ROOM_BLOCKS;

/// Letters kept along its sides: a power of two.
const HELD_LETTERS: usize = SQUARE_BLOCKS.next_power_of_two();

/// A square of blocks with a pattern coming in on each side, computed as it grows.
struct Square {
    side: usize,
    /// The letters above; below, as far as the square reaches.
    below: [Letter; HELD_LETTERS],
    /// The letters at the left; at the right, as far as the square reaches.
    right: [Letter; HELD_LETTERS],
}

impl Square {
    fn new(outer: LinePattern, inner: LinePattern, side: usize) -> Self {
        let mut below = [OUTER; HELD_LETTERS];
        let mut right = [INNER; HELD_LETTERS];
        below
            .iter_mut()
            .zip(outer.letters())
            .for_each(|(place, letter)| *place = letter);
        right
            .iter_mut()
            .zip(inner.letters())
            .for_each(|(place, letter)| *place = letter);
        // The value at the upper left corner of the block to come in every row.
        let mut corners = [CORNER; HELD_LETTERS];
        for row in 1..side {
            corners[row] = odd(right[row - 1]);
        }
        // By antidiagonals, whose blocks do not wait for one another. Masks make bounds plain.
        for diagonal in 0..2 * side - 1 {
            for row in (diagonal + 1).saturating_sub(side)..side.min(diagonal + 1) {
                let (row, col) = (row % HELD_LETTERS, (diagonal - row) % HELD_LETTERS);
                let seen = below[col];
                (below[col], right[row]) = step(corners[row], right[row], seen);
                corners[row] = odd(seen);
            }
        }
        Square { side, below, right }
    }

    /// One more column and one more row.
    fn grow(&mut self) {
        let side = self.side;
        let (mut down, mut corner) = (OUTER, odd(OUTER));
        for beside in &mut self.right[..side] {
            let came = *beside;
            (down, *beside) = step(corner, came, down);
            corner = odd(came);
        }
        let last = corner;
        let (mut along, mut corner) = (INNER, odd(INNER));
        for below in &mut self.below[..side] {
            let came = *below;
            (*below, along) = step(corner, along, came);
            corner = odd(came);
        }
        debug_assert_eq!(
            last, corner,
            "both are the value at the square's far corner"
        );
        (self.below[side], self.right[side]) = step(corner, along, down);
        self.side += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::king::block::letter;

    #[test]
    fn single_lines_cross_as_published() {
        // Upper right domain: the odd column flipped shows 31 below, both flipped 01; the odd row
        // flipped shows 13 at the right, both flipped 03. (outer, inner) shifts as measured on
        // boards by hand: columns move only at rows of both flipped, rows move always.
        let mut pattern_table = PatternTable::default();
        let v = [letter(3, 1), letter(0, 1)].map(|l| {
            pattern_table
                .id(Family::Outer, LinePattern::default().with(l))
                .unwrap()
        });
        let h = [letter(1, 3), letter(0, 3)].map(|l| {
            pattern_table
                .id(Family::Inner, LinePattern::default().with(l))
                .unwrap()
        });
        let mut shifts = Vec::new();
        for outer in v {
            for inner in h {
                let c = pattern_table.crossing(outer, inner).unwrap();
                shifts.push((c.outer.0, c.inner.0));
            }
        }
        assert_eq!(shifts, [(0, 1), (1, 0), (0, 1), (1, 1)]);
    }

    #[test]
    fn letters_of_a_pattern() {
        let pattern = LinePattern::default().with(0).with(11).with(7);
        assert_eq!(pattern.width(), 3);
        assert_eq!(pattern.letters().collect::<Vec<_>>(), [0, 11, 7]);
    }
}
