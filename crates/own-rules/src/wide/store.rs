//! Positions of any length that were met so far, in one arena: each is a word that says what is known of it and how many
//! numbers it has, and the numbers after it, each as wide as the largest of them needs.

#![expect(
    clippy::cast_possible_truncation,
    reason = "widths divide 64, and the places of the arena have 32 bits"
)]

use crate::store::{Known, UNKNOWN};

/// The place of a position in the arena.
pub type Place = u32;

/// The bits of a number, by the code of their width.
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// The first bit of the count of numbers in the word before them; the lower bits are what is known.
const COUNT_AT: u32 = 32;

/// The first bit of the code of the width.
const WIDTH_AT: u32 = 56;

/// The words of a position as they stand in the arena, without what is known of it.
#[derive(Debug, Default)]
pub struct PackedPosition(Vec<u64>);

impl PackedPosition {
    /// Packs the numbers of a position, none of which is negative.
    #[inline]
    pub fn pack(&mut self, numbers: &[i64]) {
        let any = numbers.iter().fold(0, |any, &n| any | n as u64);
        let bits = 64 - any.leading_zeros();
        let code = WIDTHS.iter().position(|&width| bits <= width).unwrap_or(3);
        let words = &mut self.0;
        words.clear();
        words.push((numbers.len() as u64) << COUNT_AT | (code as u64) << WIDTH_AT);
        match code {
            0 => pack_with::<8>(numbers, words),
            1 => pack_with::<16>(numbers, words),
            2 => pack_with::<32>(numbers, words),
            _ => words.extend(numbers.iter().map(|&n| n as u64)),
        }
    }

    /// Mixes the words: a hash whose bits depend on all of theirs.
    #[inline]
    fn hash(&self) -> u32 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = 0u64;
        for word in &self.0 {
            let product = u128::from(mixed ^ word ^ FACTOR) * u128::from(FACTOR.rotate_left(7));
            mixed = (product as u64) ^ (product >> 64) as u64;
        }
        (mixed ^ mixed >> 32) as u32
    }
}

/// Appends numbers of a fixed width in bits to words, the first in the lowest bits.
#[inline]
fn pack_with<const BITS: u32>(numbers: &[i64], words: &mut Vec<u64>) {
    for some in numbers.chunks((64 / BITS) as usize) {
        let mut word = 0;
        for (i, &n) in some.iter().enumerate() {
            word |= (n as u64) << (BITS * i as u32);
        }
        words.push(word);
    }
}

/// Positions of any length, found by a table of open addressing.
#[derive(Debug)]
pub struct WordStore {
    words: Vec<u64>,
    /// The hash of a position in the upper half, and 1 + its place in the lower; or 0. A power of two of them, at most half
    /// in use.
    slots: Vec<u64>,
    count: usize,
}

impl WordStore {
    /// Begins with nothing met.
    pub fn new() -> Self {
        WordStore {
            words: Vec::new(),
            slots: vec![0; 64],
            count: 0,
        }
    }

    /// Says how many positions were met.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.words.capacity() + self.slots.len()) as u64 * 8
    }

    /// Returns the knowledge of a position.
    #[inline]
    pub fn known(&self, place: Place) -> Known {
        self.words[place as usize] as Known
    }

    /// Sets the knowledge of a position.
    #[inline]
    pub fn set(&mut self, place: Place, known: Known) {
        let word = &mut self.words[place as usize];
        *word = *word >> 32 << 32 | u64::from(known);
    }

    /// Writes the numbers of a position into a list.
    pub fn unpack(&self, place: Place, numbers: &mut Vec<i64>) {
        let at = place as usize;
        let first = self.words[at];
        let count = (first >> COUNT_AT) as usize & 0xff_ffff;
        let width = WIDTHS[(first >> WIDTH_AT) as usize & 3];
        let in_word = (64 / width) as usize;
        let mask = u64::MAX >> (64 - width);
        let words = &self.words[at + 1..at + 1 + count.div_ceil(in_word)];
        numbers.clear();
        for (i, word) in words.iter().enumerate() {
            for j in 0..in_word.min(count - i * in_word) {
                numbers.push((word >> (width * j as u32) & mask) as i64);
            }
        }
    }

    /// Returns the slot of a position with this hash, and its place if it was met.
    #[inline]
    fn slot(&self, position: &PackedPosition, hash: u32) -> (usize, Option<Place>) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return (at, None);
            }
            if (slot >> 32) as u32 == hash {
                let place = slot as u32 - 1;
                if self.holds(place, position) {
                    return (at, Some(place));
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Says whether this is the place of a position.
    #[inline]
    fn holds(&self, place: Place, position: &PackedPosition) -> bool {
        let at = place as usize;
        let PackedPosition(wanted) = position;
        if self.words[at] >> 32 << 32 != wanted[0] {
            return false;
        }
        self.words[at + 1..at + wanted.len()] == wanted[1..]
    }

    /// Returns the place of a position, and whether it is new; `None` if there is no place for it.
    #[inline]
    pub fn meet(&mut self, position: &PackedPosition) -> Option<(Place, bool)> {
        let hash = position.hash();
        let (slot, met) = self.slot(position, hash);
        if let Some(place) = met {
            return Some((place, false));
        }
        let place = u32::try_from(self.words.len()).ok();
        let place = place.filter(|&place| place < u32::MAX)?;
        self.words.extend_from_slice(&position.0);
        self.words[place as usize] |= u64::from(UNKNOWN);
        self.slots[slot] = u64::from(hash) << 32 | (u64::from(place) + 1);
        self.count += 1;
        if 2 * self.count > self.slots.len() {
            self.grow();
        }
        Some((place, true))
    }

    /// Doubles the table. A slot says the hash, so that the arena is not read.
    #[cold]
    fn grow(&mut self) {
        let before = std::mem::take(&mut self.slots);
        self.slots = vec![0; before.len() * 2];
        let mask = self.slots.len() - 1;
        for slot in before {
            if slot != 0 {
                let mut at = (slot >> 32) as usize & mask;
                while self.slots[at] != 0 {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fxhash::FxHashMap;
    use grundy_base::random::Random;

    #[test]
    fn positions_of_any_length_are_found_again() {
        let mut random = Random::new(5);
        let mut store = WordStore::new();
        let mut packed = PackedPosition::default();
        let mut places = FxHashMap::default();
        let mut numbers = Vec::new();
        for _ in 0..20_000 {
            let length = random.below(12);
            let top = 1u64 << random.below(64).min(62);
            let position: Vec<i64> = (0..length).map(|_| random.below(top) as i64).collect();
            packed.pack(&position);
            let (place, is_new) = store.meet(&packed).unwrap();
            assert_eq!(is_new, !places.contains_key(&position));
            assert_eq!(*places.entry(position.clone()).or_insert(place), place);
            assert_eq!(store.meet(&packed), Some((place, false)));
            store.unpack(place, &mut numbers);
            assert_eq!(numbers, position);
            if is_new {
                assert_eq!(store.known(place), UNKNOWN);
                store.set(place, place % 7);
            }
            assert_eq!(store.known(place), place % 7);
        }
        assert_eq!(store.len(), places.len());
    }
}
