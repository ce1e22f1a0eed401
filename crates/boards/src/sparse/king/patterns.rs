//! Lines as patterns of letters, and what two of them do to each other where they cross.
//!
//! In the upper right domain the side above reads [`OUTER`] and the side at the left [`INNER`];
//! in the lower left domain it is the other way round, which is the same picture transposed. So
//! there are two families of patterns, told apart by the letter they are embedded in, and every
//! crossing is one of a pattern in `OUTER` with a pattern in `INNER`.
//!
//! Nothing about patterns is known beforehand. Whether a pattern goes straight on is tried when it
//! is first met; what a pair does is computed block by block in a square that is large enough for
//! both to leave it in their own shapes, or found not to be like that. Both are remembered.

use super::block::{CORNER, INNER, Letter, OUTER, odd, step};
use fxhash::FxHashMap;
use smallvec::SmallVec;

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
pub const APART: u32 = 8;
/// Longest pattern considered.
pub const LONGEST: u32 = 24;
/// Patterns and pairs remembered before both are forgotten and met anew; few under test, so that
/// this happens there.
const REMEMBERED: usize = if cfg!(test) { 1000 } else { 1 << 20 };

/// A pattern in its family, from its first to its last letter that is not the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(u128);

impl Default for Pattern {
    /// No letters.
    fn default() -> Self {
        Pattern(1)
    }
}

impl Pattern {
    /// One more letter at the end. Four bits a letter, and a one above the last of them.
    pub fn with(self, letter: Letter) -> Self {
        Pattern(self.0 << 4 | letter as u128)
    }

    pub fn width(self) -> u32 {
        (127 - self.0.leading_zeros()) / 4
    }

    /// The only letter, if there is one.
    pub fn lone(self) -> Option<Letter> {
        (self.0 >> 4 == 1).then_some(self.0 as Letter & 15)
    }

    pub fn letters(self) -> impl Iterator<Item = Letter> {
        (0..self.width()).rev().map(move |k| (self.0 >> (4 * k)) as Letter & 15)
    }
}

/// What becomes of two lines that cross and both keep their shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Blocks by which the line in the outer family is pushed on.
    pub outer: u32,
    /// Blocks by which the line in the inner family is pushed on.
    pub inner: u32,
    /// Side of the square at whose far sides both have their shapes again; it begins with their
    /// first letters.
    pub extent: u32,
}

/// What becomes of two lines that cross where the outer one keeps its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Blocks by which the line in the outer family is pushed on.
    pub outer: u32,
    /// Side of the square, as for [`Crossing`].
    pub extent: u32,
    /// The lines of the inner family behind it: how far on from the first letter before, and id.
    pub after: SmallVec<[(u32, u32); 2]>,
}

/// What has been learnt about patterns so far.
#[derive(Default)]
pub struct PatternTable {
    ids: [FxHashMap<Pattern, u32>; 2],
    patterns: [Vec<Known>; 2],
    single: [[u32; 16]; 2],
    /// Where in `met` a pair is.
    meetings: FxHashMap<(u32, u32), u32>,
    met: Vec<Option<Meeting>>,
    /// The same of a few pairs looked up last, by a hash of theirs.
    recent: Vec<((u32, u32), u32)>,
    near: Vec<u32>,
    /// Patterns and pairs that may be remembered, where memory is short.
    most: Option<usize>,
}

/// A pattern and the width from which an undisturbed row behind it is the base again; 0 when the
/// pattern does not go straight on.
#[derive(Clone, Copy)]
struct Known {
    pattern: Pattern,
    settled: u32,
}

impl PatternTable {
    /// Bounds what is remembered by so many bytes.
    pub fn bound(&mut self, memory: u64) {
        /// Bytes for a pattern or a pair, in tables half full.
        const EACH: u64 = 256;
        self.most = usize::try_from(memory / EACH).ok();
    }

    /// Forgets everything when too much is remembered; true says that all ids are void.
    pub fn tidy(&mut self) -> bool {
        let most = self.most.map_or(REMEMBERED, |most| most.min(REMEMBERED));
        let full = self.meetings.len() + self.patterns[0].len() + self.patterns[1].len() > most;
        if full {
            *self = PatternTable { most: self.most, ..PatternTable::default() };
        }
        full
    }

    /// The id of a pattern that goes straight on; `None` for one that does not.
    pub fn id(&mut self, family: Family, pattern: Pattern) -> Option<u32> {
        let known = &mut self.patterns[family as usize];
        let id = *self.ids[family as usize].entry(pattern).or_insert_with(|| {
            known.push(Known { pattern, settled: settle(family, pattern) });
            known.len() as u32 - 1
        });
        (self.patterns[family as usize][id as usize].settled != 0).then_some(id)
    }

    /// [`PatternTable::id`] of the pattern of one letter.
    #[inline(always)]
    pub fn single(&mut self, family: Family, letter: Letter) -> Option<u32> {
        match self.single[family as usize][letter as usize] {
            0 => {
                let id = self.id(family, Pattern::default().with(letter))?;
                self.single[family as usize][letter as usize] = id + 1;
                Some(id)
            }
            id => Some(id - 1),
        }
    }

    pub fn pattern(&self, family: Family, id: u32) -> Pattern {
        self.patterns[family as usize][id as usize].pattern
    }

    pub fn settled(&self, family: Family, id: u32) -> u32 {
        self.patterns[family as usize][id as usize].settled
    }

    /// What happens where these two cross; `None` if they do not both keep their shapes.
    pub fn crossing(&mut self, outer: u32, inner: u32) -> Option<Crossing> {
        const NEAR: u32 = 64;
        const UNKNOWN: u32 = 0;
        const NONE: u32 = 1;
        if outer >= NEAR || inner >= NEAR {
            return kept(self.meeting(outer, inner)?, inner);
        }
        if self.near.is_empty() {
            self.near = vec![UNKNOWN; (NEAR * NEAR) as usize];
        }
        let place = (outer * NEAR + inner) as usize;
        match self.near[place] {
            UNKNOWN => {
                let found = self.meeting(outer, inner).and_then(|meeting| kept(meeting, inner));
                self.near[place] = found.map_or(NONE, |c| c.outer << 20 | c.inner << 12 | c.extent << 4 | 2);
                found
            }
            NONE => None,
            c => Some(Crossing { outer: c >> 20, inner: c >> 12 & 255, extent: c >> 4 & 255 }),
        }
    }

    /// What happens where these two cross; `None` if the outer one does not keep its shape, or
    /// nothing settles.
    pub fn meeting(&mut self, outer: u32, inner: u32) -> Option<&Meeting> {
        /// Pairs among which one is found at once.
        const RECENT: usize = 1 << 12;
        if self.recent.is_empty() {
            self.recent = vec![((u32::MAX, u32::MAX), 0); RECENT];
        }
        let pair = (outer, inner);
        let recent = (outer.wrapping_mul(0x9e37_79b1) ^ inner) as usize % RECENT;
        if self.recent[recent].0 != pair {
            self.recent[recent] = (pair, self.place(pair));
        }
        self.met[self.recent[recent].1 as usize].as_ref()
    }

    /// Where in `met` a pair is.
    fn place(&mut self, pair: (u32, u32)) -> u32 {
        if let Some(&place) = self.meetings.get(&pair) {
            return place;
        }
        let meeting = self.cross(pair.0, pair.1);
        self.met.push(meeting);
        self.meetings.insert(pair, self.met.len() as u32 - 1);
        self.met.len() as u32 - 1
    }

    /// Computes a crossing block by block, in a square that grows until both lines have left it.
    fn cross(&mut self, outer: u32, inner: u32) -> Option<Meeting> {
        let [Known { pattern: a, settled: settled_a }, Known { pattern: b, .. }] =
            [self.patterns[0][outer as usize], self.patterns[1][inner as usize]];
        // The letters that come in last must be the bases: they are corners behind the square.
        let least = a.width().max(b.width()) as usize + 1;
        let most = SQUARE.min(least + ROOM);
        let mut square = Square::new(a, b, least);
        loop {
            if let Some(push) = square.push(a)
                && push + settled_a <= square.side as u32
                && let Some(lines) = lines_in(square.beside())
            {
                let mut after = SmallVec::new();
                for (at, line) in lines {
                    after.push((at, self.id(Family::Inner, line)?));
                }
                // Behind the square's far corner, what is left of both would meet.
                let settled = |&(at, id): &(u32, u32)| at + self.settled(Family::Inner, id);
                if after.last().map(settled)? <= square.side as u32 {
                    return Some(Meeting { outer: push, extent: square.side as u32, after });
                }
            }
            if square.side == most {
                return None;
            }
            square.grow();
        }
    }
}

/// A meeting after which the inner line looks as it did.
fn kept(meeting: &Meeting, inner: u32) -> Option<Crossing> {
    match meeting.after[..] {
        [(by, id)] if id == inner => {
            Some(Crossing { outer: meeting.outer, inner: by, extent: meeting.extent })
        }
        _ => None,
    }
}

/// Drives the base of the other family across a pattern: the width from which it is back, if the
/// pattern is left as it was; else 0.
fn settle(family: Family, pattern: Pattern) -> u32 {
    let (base, across) = (family.base(), family.other().base());
    let (mut state, mut corner) = (across, CORNER);
    for (k, seen) in pattern.letters().chain(std::iter::repeat_n(base, APART as usize)).enumerate() {
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
const ROOM: usize = 11;
/// Side of the largest square looked at.
const SQUARE: usize = LONGEST as usize + 1 + ROOM;

/// Letters kept along its sides: a power of two.
const HELD: usize = SQUARE.next_power_of_two();

/// Patterns and the places of their first letters.
type Placed = SmallVec<[(u32, Pattern); 2]>;

/// A square of blocks with a pattern coming in on each side, computed as it grows.
struct Square {
    side: usize,
    /// What stands above, and below as far as the square reaches.
    below: [Letter; HELD],
    /// What stands at the left, and at the right as far as the square reaches.
    right: [Letter; HELD],
}

impl Square {
    fn new(outer: Pattern, inner: Pattern, side: usize) -> Self {
        let mut below = [OUTER; HELD];
        let mut right = [INNER; HELD];
        below.iter_mut().zip(outer.letters()).for_each(|(place, letter)| *place = letter);
        right.iter_mut().zip(inner.letters()).for_each(|(place, letter)| *place = letter);
        // The value at the upper left corner of the block to come in every row.
        let mut corners = [CORNER; HELD];
        for row in 1..side {
            corners[row] = odd(right[row - 1]);
        }
        // By antidiagonals, whose blocks do not wait for one another. Masks make bounds plain.
        for diagonal in 0..2 * side - 1 {
            for row in (diagonal + 1).saturating_sub(side)..side.min(diagonal + 1) {
                let (row, col) = (row % HELD, (diagonal - row) % HELD);
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
        debug_assert_eq!(last, corner, "both are the value at the square's far corner");
        (self.below[side], self.right[side]) = step(corner, along, down);
        self.side += 1;
    }

    /// How far the outer pattern has come out shifted, if nothing else comes out below.
    fn push(&self, outer: Pattern) -> Option<u32> {
        shift(outer, OUTER, self.below[..self.side].iter().copied())
    }

    fn beside(&self) -> impl Iterator<Item = Letter> {
        self.right[..self.side].iter().copied()
    }
}

/// The lines of the inner family in a column of letters, if there are any and none is too long.
fn lines_in(letters: impl Iterator<Item = Letter>) -> Option<Placed> {
    let mut lines = Placed::new();
    let (mut from, mut pattern, mut gap) = (0, Pattern::default(), 0);
    let mut finish = |from, pattern: Pattern| {
        lines.push((from, pattern));
        pattern.width() <= LONGEST
    };
    for (at, letter) in letters.enumerate() {
        if letter == INNER {
            gap += 1;
            continue;
        }
        if pattern != Pattern::default() && gap >= APART {
            if !finish(from, pattern) {
                return None;
            }
            pattern = Pattern::default();
        }
        if pattern == Pattern::default() {
            from = at as u32;
        } else if pattern.width() + gap >= LONGEST {
            return None;
        } else {
            for _ in 0..gap {
                pattern = pattern.with(INNER);
            }
        }
        pattern = pattern.with(letter);
        gap = 0;
    }
    (pattern != Pattern::default() && finish(from, pattern)).then_some(lines)
}

/// By how much a pattern is shifted in letters that hold nothing else.
fn shift(pattern: Pattern, base: Letter, letters: impl Iterator<Item = Letter> + Clone) -> Option<u32> {
    let by = letters.clone().position(|l| l != base)?;
    let wanted = pattern.letters().chain(std::iter::repeat(base));
    letters.skip(by).zip(wanted).all(|(a, b)| a == b).then_some(by as u32)
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
        let v = [letter(3, 1), letter(0, 1)].map(|l| pattern_table.single(Family::Outer, l).unwrap());
        let h = [letter(1, 3), letter(0, 3)].map(|l| pattern_table.single(Family::Inner, l).unwrap());
        let mut shifts = Vec::new();
        for outer in v {
            for inner in h {
                let c = pattern_table.crossing(outer, inner).unwrap();
                shifts.push((c.outer, c.inner));
            }
        }
        assert_eq!(shifts, [(0, 1), (1, 0), (0, 1), (1, 1)]);
    }

    #[test]
    fn letters_of_a_pattern() {
        let pattern = Pattern::default().with(0).with(11).with(7);
        assert_eq!(pattern.width(), 3);
        assert_eq!(pattern.letters().collect::<Vec<_>>(), [0, 11, 7]);
    }
}
