//! The values that the heaps of a block reach in a sparse space, as sets of bits.
//!
//! The values of one kind, common or rare, are numbered in their order by dropping one bit of theirs
//! ([`Numbering`]). Numbers add up as the values do, so a part and its partner reach the xor of their numbers, and
//! the least numbers that a heap is known to reach are the bits of a few words. One part meets the partners of
//! neighbouring heaps, which are neighbours also: its marks in [`LANES`] heaps are one loop of vectors, without a store
//! between them. Nearly all values are among the least; the others are found without sets.
//!
//! Parts at least [`LANES`] heaps away mark when the block begins, those at least [`STRIP`] away when their strip
//! of it does, and the few others heap by heap.

#![expect(
    clippy::cast_possible_truncation,
    reason = "parts are heaps of the table, below 2³², codes of parts have 15 bits, and sets have at most 128"
)]

use super::rules::OctalRules;
use super::search::Found;
use super::search::LANES;
use super::space::Space;
use grundy_base::simd::{Simd, dispatch};

/// The number of heaps that parts mark together if they are not as far away as a block is long.
const STRIP: usize = 16;

/// The number of bits of a word of a set.
const BITS: usize = u32::BITS as usize;

/// The number of heaps of which one may have a value beyond its sets.
const OUTSIDE: usize = 64;

/// The largest number of words of a set.
pub const MAX_WORDS: usize = 4;

/// The bit that is set in the code of a rare value; numbers are below it.
const RARE: u16 = 1 << 15;

/// A part and its code.
#[derive(Clone, Copy, Debug)]
struct PartCode {
    /// The part, a heap.
    part: u32,
    /// The code, of a rare part without the bit of rare values: what the part and a common partner reach then has no
    /// such bit. A code as wide as a word makes its shifts faster.
    code: u32,
}

/// A function that marks, in the sets of some heaps from a place in the block on, the numbers that parts and their
/// partners reach, but for those of the other kind. `left` is what a take leaves of the first of these heaps.
type Mark =
    fn(simd: Simd, parts: &[PartCode], codes: &[u16], left: usize, place: usize, sets: &mut [u32]);

/// The functions that mark sets of some number of words.
#[derive(Clone, Copy, Debug)]
struct Marks {
    /// The function for a block, which marks as many heaps at a time as have 64 words together.
    block: Mark,
    /// The function for a strip.
    strip: Mark,
}

/// The numbers of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The space that says which values are common.
    space: Space,
    /// The bits below the one that is dropped, which is the least one of the space's mask. So the other bits of a value
    /// and its kind determine the dropped one, and of two values of a kind that differ in bits above it, the one with
    /// the larger number is larger.
    low: u16,
}

impl Numbering {
    /// Numbers the values of a space. Returns `None` if its mask has no bit as low as a word has bits.
    pub fn of(space: Space) -> Option<Self> {
        let lowest = space.lowest_bit().filter(|&bit| usize::from(bit) <= BITS)?;
        Some(Numbering {
            space,
            low: lowest - 1,
        })
    }

    /// Returns the number of value `v`.
    pub fn number(self, v: u16) -> u16 {
        v >> 1 & !self.low | v & self.low
    }

    /// Returns the number of value `v` of heap `n`, with the bit of its kind.
    pub fn code(self, v: u16, n: usize) -> u16 {
        let kind = if self.space.is_common(v, n) { 0 } else { RARE };
        self.number(v) | kind
    }

    /// Returns the value of heap `n` with this number, common or rare.
    pub fn value(self, number: u16, common: bool, n: usize) -> u16 {
        let v = (number & !self.low) << 1 | number & self.low;
        if self.space.is_common(v, n) == common {
            v
        } else {
            v | (self.low + 1)
        }
    }
}

/// The sets of a block of heaps, and what is known of the heaps before it.
#[derive(Debug)]
pub struct BlockSets {
    /// The numbers of values.
    numbering: Numbering,
    /// The number of words of a set.
    words: usize,
    /// The codes of all heaps.
    codes: Vec<u16>,
    /// All rare heaps ≥ 1, ascending.
    rares: Vec<PartCode>,
    /// The parts that mark rare values; any parts will do.
    firsts: Vec<PartCode>,
    /// The number of the rare parts that mark.
    tried: usize,
    /// The first heap of the block.
    start: usize,
    /// The common numbers reached: the first word of all heaps of the block, then the second, and so on.
    common: Vec<u32>,
    /// The rare numbers reached, in the same order.
    rare: Vec<u32>,
    /// The vector instructions to be used.
    simd: Simd,
    /// The functions that mark sets of as many words.
    marks: Marks,
}

impl BlockSets {
    /// Makes the sets for the heaps after these, with `firsts` splits that are tried for each take. `before` are the sets
    /// that were in use. Returns `None` if too many values are not among the least.
    pub fn new(
        space: Space,
        values: &[u16],
        firsts: usize,
        before: Option<BlockSets>,
        simd: Simd,
    ) -> Option<Self> {
        let numbering = Numbering::of(space)?;
        let recent = &values[values.len() / 2..];
        let words = [1, 2, MAX_WORDS].into_iter().find(|words| {
            let beyond = |v: &&u16| usize::from(numbering.number(**v)) >= words * BITS;
            recent.iter().filter(beyond).count() * OUTSIDE <= recent.len()
        })?;
        let mut sets = BlockSets {
            numbering,
            words,
            codes: Vec::new(),
            rares: Vec::new(),
            firsts: Vec::new(),
            tried: 0,
            start: 0,
            common: vec![0; LANES * words],
            rare: vec![0; LANES * words],
            simd,
            marks: marks(words),
        };
        if let Some(before) = before
            && before.numbering == numbering
            && before.codes.len() == values.len()
        {
            sets.codes = before.codes;
            sets.rares = before.rares;
        } else {
            for &v in values {
                sets.push(v);
            }
        }
        let firsts = LANES..(LANES + firsts).min(values.len() / 4);
        sets.firsts = firsts
            .map(|part| PartCode {
                part: part as u32,
                code: sets.codes[part].into(),
            })
            .collect();
        Some(sets)
    }

    /// Returns the number of words of a set, of 32 bits each.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Notes the value of the next heap.
    pub fn push(&mut self, v: u16) {
        let n = self.codes.len();
        let code = self.numbering.code(v, n);
        if code & RARE != 0 && n > 0 {
            self.rares.push(PartCode {
                part: n as u32,
                code: u32::from(code ^ RARE),
            });
        }
        self.codes.push(code);
    }

    /// Forgets the values from heap `n` on.
    pub fn truncate(&mut self, n: usize) {
        self.codes.truncate(n);
        let kept = self.rares.partition_point(|rare| (rare.part as usize) < n);
        self.rares.truncate(kept);
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.codes.len() * 2 + (self.rares.len() + self.firsts.len()) * 8
    }

    /// Begins the block after the heaps known with the first `tried` rare parts, and returns the work. There are 4096 known
    /// heaps more than the largest take.
    pub fn begin(&mut self, rules: &OctalRules, tried: usize) -> u64 {
        self.start = self.codes.len();
        self.tried = tried;
        let BlockSets {
            codes,
            rares,
            firsts,
            common,
            rare,
            marks,
            simd,
            words,
            start,
            ..
        } = self;
        common.fill(0);
        rare.fill(0);
        let mut work = 0;
        for k in rules.splits.iter().map(|&k| k as usize) {
            let parts = between(&rares[..tried], LANES.saturating_sub(k), *start - k);
            for place in (0..LANES).step_by(LANES / *words) {
                let left = *start + place - k;
                (marks.block)(*simd, parts, codes, left, place, common);
                (marks.block)(*simd, firsts, codes, left, place, rare);
            }
            work += (16 * *words * (parts.len() + firsts.len())) as u64;
        }
        work
    }

    /// Finds the value of the next heap of the block, which is a guess if it is common. `reached` says whether some split
    /// reaches a rare value. Returns `None` if the value is not among the least ones.
    pub fn guess(
        &mut self,
        rules: &OctalRules,
        values: &[u16],
        reached: impl FnMut(u16) -> bool,
    ) -> Option<Found> {
        match self.words {
            1 => self.guess_in::<1>(rules, values, reached),
            2 => self.guess_in::<2>(rules, values, reached),
            _ => self.guess_in::<MAX_WORDS>(rules, values, reached),
        }
    }

    /// Finds the value of the next heap with sets of this number of words.
    fn guess_in<const WORDS: usize>(
        &mut self,
        rules: &OctalRules,
        values: &[u16],
        mut reached: impl FnMut(u16) -> bool,
    ) -> Option<Found> {
        let n = self.codes.len();
        let place = n - self.start;
        if place.is_multiple_of(STRIP) {
            self.begin_strip(rules, place);
        }
        let mut common = [0; WORDS];
        let mut rare = [0; WORDS];
        for word in 0..WORDS {
            common[word] = self.common[word * LANES + place];
            rare[word] = self.rare[word * LANES + place];
        }
        for k in rules.splits.iter().map(|&k| k as usize) {
            let near = self.rares[..self.tried]
                .iter()
                .take_while(|part| part.part as usize + k < STRIP);
            // The last parts did not mark, since their partners are no heaps for some heaps of the block.
            let last = self
                .rares
                .iter()
                .rev()
                .take_while(|part| part.part as usize + k >= self.start);
            for part in near.chain(last.filter(|part| part.part as usize + k < n)) {
                let partner = self.codes[n - k - part.part as usize];
                add(&mut common, partner ^ part.code as u16);
            }
        }
        for &k in &rules.keeps {
            let code = self.numbering.code(values[n - k as usize], n);
            add(&mut common, code);
            add(&mut rare, code ^ RARE);
        }
        let word = common.iter().position(|&set| set != u32::MAX)?;
        let bit = common[word].trailing_ones();
        let common = self
            .numbering
            .value((word * BITS) as u16 + bit as u16, true, n);
        // The value is a rare one below `common` that no split reaches, or `common`.
        for (before, reached_rare) in rare.iter().enumerate().take(word + 1) {
            let mut open = !reached_rare;
            if before == word {
                // Rare numbers that differ from the common one in the low bits only may stand for smaller values.
                open &= u32::MAX >> (BITS as u32 - 1 - (bit | u32::from(self.numbering.low)));
            }
            while open != 0 {
                let number = (before * BITS) as u16 + open.trailing_zeros() as u16;
                let v = self.numbering.value(number, false, n);
                if v < common && !reached(v) {
                    return Some(Found::Exact(v));
                }
                open &= open - 1;
            }
        }
        Some(Found::Guess(common))
    }

    /// Marks in the strip from this place on.
    fn begin_strip(&mut self, rules: &OctalRules, place: usize) {
        for k in rules.splits.iter().map(|&k| k as usize) {
            let rares = &self.rares[..self.tried];
            let parts = between(rares, STRIP.saturating_sub(k), LANES.saturating_sub(k));
            let left = self.start + place - k;
            (self.marks.strip)(self.simd, parts, &self.codes, left, place, &mut self.common);
        }
    }
}

/// Returns the parts from `from` on and before `to`.
fn between(parts: &[PartCode], from: usize, to: usize) -> &[PartCode] {
    let end = parts.partition_point(|part| (part.part as usize) < to);
    let start = parts.partition_point(|part| (part.part as usize) < from);
    &parts[start.min(end)..end]
}

/// Adds the number of a common value, if it is among the least, to a set.
#[inline]
fn add<const WORDS: usize>(set: &mut [u32; WORDS], code: u16) {
    for (word, set) in set.iter_mut().enumerate() {
        let bit = u32::from(code) ^ (word * BITS) as u32;
        *set |= if bit < u32::BITS { 1 << bit } else { 0 };
    }
}

/// Marks in the sets of `HEAPS` heaps; see [`Mark`].
#[inline(always)]
fn mark<const HEAPS: usize, const WORDS: usize>(
    parts: &[PartCode],
    codes: &[u16],
    left: usize,
    place: usize,
    sets: &mut [u32],
) {
    for (word, sets) in sets.chunks_exact_mut(LANES).enumerate() {
        // Word by word: with the words as the inner loop the compiler gathers and scatters them, which is slower.
        let mut marked = [0u32; HEAPS];
        for &PartCode { part, code } in parts {
            let partners = &codes[left - part as usize..][..HEAPS];
            for (set, partner) in marked.iter_mut().zip(partners) {
                let bit = u32::from(*partner) ^ code ^ (word * BITS) as u32;
                *set |= if bit < u32::BITS { 1 << bit } else { 0 };
            }
        }
        for (set, marked) in sets[place..place + HEAPS].iter_mut().zip(marked) {
            *set |= marked;
        }
    }
}

dispatch! {
    fn mark_by[const HEAPS: usize, const WORDS: usize](
        parts: &[PartCode],
        codes: &[u16],
        left: usize,
        place: usize,
        sets: &mut [u32],
    ) {
        mark::<HEAPS, WORDS>(parts, codes, left, place, sets)
    }
}

/// Returns the functions that mark sets of `words` words.
fn marks(words: usize) -> Marks {
    match words {
        1 => Marks {
            block: mark_by::<64, 1>,
            strip: mark_by::<16, 1>,
        },
        2 => Marks {
            block: mark_by::<32, 2>,
            strip: mark_by::<16, 2>,
        },
        _ => Marks {
            block: mark_by::<16, MAX_WORDS>,
            strip: mark_by::<16, MAX_WORDS>,
        },
    }
}
