//! The values that the heaps of a block reach in a sparse space, as sets of bits.
//!
//! The values of one kind, common or rare, are numbered in their order by dropping one bit of theirs
//! ([`Numbering`]). Numbers add up as the values do, so a part and its partner reach the xor of their numbers, and
//! the least numbers that a heap is known to reach are the bits of a few words. One part meets the partners of
//! neighbouring heaps side by side: its marks in [`LANES`] heaps are one loop of vectors, without a store between
//! them. Nearly all values are among the least; the others are found without sets.
//!
//! Parts at least [`LANES`] heaps away mark when the block begins, those at least [`STRIP`] away when their strip
//! of it does, and the few others heap by heap.

use super::Found;
use super::rules::Rules;
use super::search::LANES;
use super::space::Space;
use grundy_machine::simd::{Simd, dispatch};

/// Heaps that parts mark together if they are not as far away as a block is long.
const STRIP: usize = 16;

/// Bits of a word of a set.
const BITS: usize = u32::BITS as usize;

/// One heap in 64 may have a value beyond its sets.
const OUTSIDE: usize = 64;

/// The most words of a set.
const WORDS: usize = 4;

/// Set in the code of a rare value; numbers are below.
const RARE: u16 = 1 << 15;

/// A part and its code; of rare parts, with the bit of rare values changed: what it and a common partner reach then
/// has none. (A code as wide as a word makes its shifts faster.)
type PartCode = (u32, u32);

/// Marks, in the sets of some heaps from a place in the block on, the numbers that parts and their partners reach,
/// but for those of the other kind. `left` is what a take leaves of the first of these heaps.
type Mark =
    fn(simd: Simd, parts: &[PartCode], codes: &[u16], left: usize, place: usize, sets: &mut [u32]);

/// The numbers of values.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbering {
    space: Space,
    /// The bits below the one that is dropped. That is the least one of the space's mask, so the others of a kind tell it,
    /// and those of higher bits alone which of two values of a kind is larger.
    low: u16,
}

impl Numbering {
    fn number(self, v: u16) -> u16 {
        v >> 1 & !self.low | v & self.low
    }

    /// The number of value `v` of heap `n`, and its kind.
    fn code(self, v: u16, n: usize) -> u16 {
        self.number(v) | if self.space.is_common(v, n) { 0 } else { RARE }
    }

    /// The value of heap `n` with this number, common or rare.
    fn value(self, number: u16, common: bool, n: usize) -> u16 {
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
    numbering: Numbering,
    words: usize,
    /// The codes of all heaps.
    codes: Vec<u16>,
    /// All rare heaps ≥ 1, ascending.
    rares: Vec<PartCode>,
    /// Parts that mark rare values: any will do.
    firsts: Vec<PartCode>,
    /// How many of the rare parts mark.
    tried: usize,
    start: usize,
    /// The common and the rare numbers reached: the first word of all heaps of the block, then the second.
    common: Vec<u32>,
    rare: Vec<u32>,
    simd: Simd,
    /// In a block, as many heaps at a time as have 64 words together, and in a strip.
    marks: (Mark, Mark),
}

impl BlockSets {
    /// The sets of the heaps behind these, `firsts` of whose splits are tried for each take; `before` are those
    /// that were in use. `None` if the least values are not enough.
    pub fn new(
        space: Space,
        values: &[u16],
        firsts: usize,
        before: Option<BlockSets>,
        simd: Simd,
    ) -> Option<Self> {
        let low = space.lowest_bit().filter(|&bit| usize::from(bit) <= BITS)? - 1;
        let numbering = Numbering { space, low };
        let recent = &values[values.len() / 2..];
        let words = [1, 2, WORDS].into_iter().find(|words| {
            let beyond = |v: &&u16| usize::from(numbering.number(**v)) >= words * BITS;
            recent.iter().filter(beyond).count() * OUTSIDE <= recent.len()
        })?;
        let same =
            before.filter(|sets| sets.numbering == numbering && sets.codes.len() == values.len());
        let (codes, rares) = same.map_or_else(Default::default, |sets| (sets.codes, sets.rares));
        let mut sets = BlockSets {
            numbering,
            words,
            codes,
            rares,
            firsts: Vec::new(),
            tried: 0,
            start: 0,
            common: vec![0; LANES * words],
            rare: vec![0; LANES * words],
            simd,
            marks: marks(words),
        };
        values[sets.codes.len()..]
            .iter()
            .for_each(|&v| sets.push(v));
        let firsts = LANES..(LANES + firsts).min(values.len() / 4);
        sets.firsts = firsts
            .map(|part| (part as u32, u32::from(sets.codes[part])))
            .collect();
        Some(sets)
    }

    /// Notes the value of the next heap.
    pub fn push(&mut self, v: u16) {
        let n = self.codes.len();
        let code = self.numbering.code(v, n);
        if code & RARE != 0 && n > 0 {
            self.rares.push((n as u32, u32::from(code ^ RARE)));
        }
        self.codes.push(code);
    }

    /// Forgets the values from heap `n` on.
    pub fn truncate(&mut self, n: usize) {
        self.codes.truncate(n);
        while self.rares.pop_if(|rare| rare.0 as usize >= n).is_some() {}
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.codes.len() * 2 + (self.rares.len() + self.firsts.len()) * 8
    }

    /// Begins the block behind the heaps known with the first `tried` rare parts, and returns the work. There are 4096 known
    /// heaps more than the largest take.
    pub fn begin(&mut self, rules: &Rules, tried: usize) -> u64 {
        (self.start, self.tried) = (self.codes.len(), tried);
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
                (marks.0)(*simd, parts, codes, left, place, common);
                (marks.0)(*simd, firsts, codes, left, place, rare);
            }
            work += (16 * *words * (parts.len() + firsts.len())) as u64;
        }
        work
    }

    /// The value of the next heap of the block, a guess if it is common. `reached` tells whether some split reaches a rare
    /// value. `None` if the value is not among the least ones.
    pub fn guess(
        &mut self,
        rules: &Rules,
        values: &[u16],
        reached: impl FnMut(u16) -> bool,
    ) -> Option<Found> {
        match self.words {
            1 => self.guess_in::<1>(rules, values, reached),
            2 => self.guess_in::<2>(rules, values, reached),
            _ => self.guess_in::<WORDS>(rules, values, reached),
        }
    }

    fn guess_in<const WORDS: usize>(
        &mut self,
        rules: &Rules,
        values: &[u16],
        mut reached: impl FnMut(u16) -> bool,
    ) -> Option<Found> {
        let n = self.codes.len();
        let place = n - self.start;
        if place.is_multiple_of(STRIP) {
            self.begin_strip(rules, place);
        }
        let (mut common, mut rare) = ([0; WORDS], [0; WORDS]);
        for word in 0..WORDS {
            (common[word], rare[word]) = (
                self.common[word * LANES + place],
                self.rare[word * LANES + place],
            );
        }
        for k in rules.splits.iter().map(|&k| k as usize) {
            let near = self.rares[..self.tried]
                .iter()
                .take_while(|part| part.0 as usize + k < STRIP);
            // Those whose partners are not all heaps.
            let last = self
                .rares
                .iter()
                .rev()
                .take_while(|part| part.0 as usize + k >= self.start);
            for &(part, code) in near.chain(last.filter(|part| part.0 as usize + k < n)) {
                add(&mut common, self.codes[n - k - part as usize] ^ code as u16);
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
        for (before, reached_rare) in rare.iter().enumerate().take(word + 1) {
            let mut open = !reached_rare;
            if before == word {
                // Of rare numbers that differ in the low bits only, the values may be less.
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
    fn begin_strip(&mut self, rules: &Rules, place: usize) {
        for k in rules.splits.iter().map(|&k| k as usize) {
            let rares = &self.rares[..self.tried];
            let parts = between(rares, STRIP.saturating_sub(k), LANES.saturating_sub(k));
            let left = self.start + place - k;
            (self.marks.1)(self.simd, parts, &self.codes, left, place, &mut self.common);
        }
    }
}

/// The parts from `from` on and before `to`.
fn between(parts: &[PartCode], from: usize, to: usize) -> &[PartCode] {
    let below = |end: usize| parts.partition_point(|part| (part.0 as usize) < end);
    &parts[below(from).min(below(to))..below(to)]
}

/// Adds the number of a common value, if it is among the least, to a set.
#[inline]
fn add<const WORDS: usize>(set: &mut [u32; WORDS], code: u16) {
    for (word, set) in set.iter_mut().enumerate() {
        let bit = u32::from(code) ^ (word * BITS) as u32;
        *set |= if bit < u32::BITS { 1 << bit } else { 0 };
    }
}

#[inline(always)]
fn mark<const HEAPS: usize, const WORDS: usize>(
    parts: &[PartCode],
    codes: &[u16],
    left: usize,
    place: usize,
    sets: &mut [u32],
) {
    let mut marked = [[0u32; HEAPS]; WORDS];
    for &(part, code) in parts {
        let partners = &codes[left - part as usize..][..HEAPS];
        for (word, marked) in marked.iter_mut().enumerate() {
            for (set, partner) in marked.iter_mut().zip(partners) {
                let bit = u32::from(*partner) ^ code ^ (word * BITS) as u32;
                *set |= if bit < u32::BITS { 1 << bit } else { 0 };
            }
        }
    }
    for (sets, marked) in sets.chunks_exact_mut(LANES).zip(&marked) {
        sets[place..place + HEAPS]
            .iter_mut()
            .zip(marked)
            .for_each(|(set, marked)| *set |= marked);
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

/// How sets of `words` words are marked in a block, and in a strip.
fn marks(words: usize) -> (Mark, Mark) {
    match words {
        1 => (mark_by::<64, 1>, mark_by::<16, 1>),
        2 => (mark_by::<32, 2>, mark_by::<16, 2>),
        _ => (mark_by::<16, 4>, mark_by::<16, 4>),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::moves::splits;
    use super::super::tests::{naive, of_digits};
    use super::*;
    use crate::mex::mex;
    use std::collections::BTreeSet;

    /// Blocks behind the first 4300 heaps, as the definition has them; returns the words of the sets.
    fn check(rules: &Rules, values: &[u16]) -> BTreeSet<usize> {
        let (space, _) = Space::fewest_rares(&values[..4300], &rules.splits);
        let reached = |n: usize, v: u16| {
            let splits = |left: usize| {
                (1..=splits(left as u64, !rules.halves) as usize).map(move |a| (a, left - a))
            };
            let mut all = rules.splits.iter().flat_map(|&k| splits(n - k as usize));
            all.any(|(a, b)| values[a] ^ values[b] == v)
        };
        let mut words = BTreeSet::new();
        for (simd, (firsts, tried)) in
            Simd::all().flat_map(|simd| [(simd, (9, 0)), (simd, (200, 70))])
        {
            let mut sets =
                BlockSets::new(space, &values[..4200], firsts, None, simd).expect("least values");
            values[4200..4300].iter().for_each(|&v| sets.push(v));
            let mut sets = BlockSets::new(space, &values[..4300], firsts, Some(sets), simd)
                .expect("least values");
            words.insert(sets.words);
            let mut common = 0;
            while sets.codes.len() + LANES <= values.len() {
                let start = sets.codes.len();
                let all = sets.rares.len();
                let tried = if tried == 0 { all } else { tried.min(all) };
                sets.begin(rules, tried);
                for (n, &value) in values.iter().enumerate().skip(start).take(LANES) {
                    let number = usize::from(sets.numbering.number(value));
                    match sets.guess(rules, values, |v| reached(n, v)) {
                        Some(Found::Exact(v)) => {
                            assert_eq!((v, space.is_common(v, n)), (value, false), "{n}")
                        }
                        Some(Found::Guess(v)) if tried == all => {
                            assert_eq!(v, value, "{rules:?} {n} {simd:?}")
                        }
                        Some(Found::Guess(v)) => {
                            assert!(v <= value && space.is_common(v, n), "{rules:?} {n}")
                        }
                        None => assert!(
                            number >= sets.words * BITS || !space.is_common(value, n),
                            "{n}"
                        ),
                    }
                    common += usize::from(space.is_common(value, n));
                    sets.push(value);
                }
                // The next block begins anywhere.
                sets.truncate(start + LANES - start % 7);
            }
            assert!(common > 800);
        }
        words
    }

    #[test]
    fn guesses_are_right_for_all_instructions() {
        let mut words = BTreeSet::new();
        for digits in [
            &[0u8, 1, 6][..],
            &[0, 5, 6],
            &[0, 3, 5, 4],
            &[0, 3, 7, 6],
            &[0, 1, 2, 7],
            &[0, 3, 6],
            &[4, 0, 4],
        ] {
            let code = of_digits(digits);
            words.extend(check(&Rules::of(&code).unwrap(), &naive(&code, 5200)));
        }
        let unequal = [crate::breaking::Digit {
            bits: 4,
            unequal: true,
        }];
        let rules = Rules::of(&crate::breaking::Code::new(&unequal, &[]).unwrap()).unwrap();
        let mut values = vec![0u16; 5200];
        for n in 1..values.len() {
            values[n] =
                mex((1..n.div_ceil(2)).map(|a| u32::from(values[a] ^ values[n - a]))) as u16;
        }
        words.extend(check(&rules, &values));
        assert_eq!(words, BTreeSet::from([1, 2, WORDS]));
    }

    #[test]
    fn numbers_order_each_kind_and_add_up() {
        let code = of_digits(&[0, 1, 2, 7]);
        let values = naive(&code, 600);
        let (odd, _) = Space::fewest_rares(&values, &code.takes(2));
        for space in [odd, Space::of_mask(0b101), Space::of_mask(0b110_1000)] {
            let numbering = Numbering {
                space,
                low: space.lowest_bit().unwrap() - 1,
            };
            for n in [70, 71] {
                for common in [false, true] {
                    let kind: Vec<u16> = (0..512)
                        .filter(|&v| space.is_common(v, n) == common)
                        .collect();
                    assert!(
                        kind.iter().map(|&v| numbering.number(v)).eq(0..256),
                        "{space:?}"
                    );
                    assert!(
                        (0..256)
                            .map(|number| numbering.value(number, common, n))
                            .eq(kind)
                    );
                }
                for (v, w) in (0..512).zip((0..512).rev().step_by(3)) {
                    let (one, other) = (numbering.code(v, 5), numbering.code(w, n));
                    let sum = numbering.code(v ^ w, 5 + n) ^ numbering.code(0, 0);
                    assert_eq!(one ^ other, sum, "{space:?} {v} {w}");
                }
            }
        }
    }
}
