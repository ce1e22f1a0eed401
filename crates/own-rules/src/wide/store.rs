//! Positions of any length that were met so far, in one arena: each is a word that says what is known of it and how many
//! numbers it has, and the numbers after it, each in as many bits as the largest of them needs.

#![expect(
    clippy::cast_possible_truncation,
    reason = "of a hash 32 bits are used, and the places of the arena have as many"
)]

use crate::store::{Known, UNKNOWN};
use grundy_base::simd::prefetch::prefetch;

/// The place of a position in the arena.
pub type Place = u32;

/// The first bit of the count of numbers in the word before them; the lower bits are what is known.
const COUNT_AT: u32 = 32;

/// The first bit of the width of the numbers.
const WIDTH_AT: u32 = 56;

/// Appends the words of a position as they stand in the arena but for what is known of it, and returns their hash; `None`
/// if a number is negative. The width is that of the position before, which is most often the same, and becomes that of
/// this one.
#[inline]
pub fn pack(numbers: &[i64], words: &mut Vec<u64>, width: &mut u32) -> Option<u32> {
    let begin = words.len();
    loop {
        let first = (numbers.len() as u64) << COUNT_AT | u64::from(*width) << WIDTH_AT;
        words.push(first);
        let mut mixed = first;
        let mut any = 1;
        let mut word = 0;
        let mut at = 0;
        for &n in numbers {
            if at + *width > u64::BITS {
                words.push(word);
                mixed = mix(mixed, word);
                word = 0;
                at = 0;
            }
            any |= n;
            word |= (n as u64) << at;
            at += *width;
        }
        if at > 0 {
            words.push(word);
            mixed = mix(mixed, word);
        }
        let needed = u64::BITS - any.leading_zeros();
        if needed == *width {
            return Some((mixed ^ mixed >> 32) as u32);
        }
        words.truncate(begin);
        if any < 0 {
            return None;
        }
        *width = needed;
    }
}

/// Mixes a word with those before it: the bits of the result depend on all of theirs.
#[inline]
fn mix(mixed: u64, word: u64) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(mixed ^ word ^ FACTOR) * u128::from(FACTOR.rotate_left(7));
    (product as u64) ^ (product >> 64) as u64
}

/// Positions of any length, found by a table of open addressing.
#[derive(Debug)]
pub struct WordStore {
    /// The words of all positions, one position after the other.
    words: Vec<u64>,
    /// The hash of a position in the upper half, and 1 + its place in the lower; or 0. A power of two of them, at most half
    /// in use.
    slots: Vec<u64>,
    /// The number of positions.
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

    /// Counts the bytes held.
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
        *word = *word >> COUNT_AT << COUNT_AT | u64::from(known);
    }

    /// Writes the numbers of a position into a list.
    pub fn unpack(&self, place: Place, numbers: &mut Vec<i64>) {
        let at = place as usize;
        let first = self.words[at];
        let count = (first >> COUNT_AT) as usize & 0xff_ffff;
        let width = (first >> WIDTH_AT) as u32;
        let in_word = (u64::BITS / width) as usize;
        let mask = u64::MAX >> (u64::BITS - width);
        let words = &self.words[at + 1..at + 1 + count.div_ceil(in_word)];
        numbers.clear();
        for (i, &word) in words.iter().enumerate() {
            let mut left = word;
            for _ in 0..in_word.min(count - i * in_word) {
                numbers.push((left & mask) as i64);
                left = left.checked_shr(width).unwrap_or(0);
            }
        }
    }

    /// Starts loading what is looked at when a position with this hash is met.
    #[inline]
    pub fn prefetch(&self, hash: u32) {
        let mask = self.slots.len() - 1;
        prefetch(self.slots.get(hash as usize & mask));
    }

    /// Starts loading the position that a first look takes for the one with this hash.
    #[inline]
    pub fn prefetch_position(&self, hash: u32) {
        let mask = self.slots.len() - 1;
        let slot = self.slots[hash as usize & mask];
        if (slot >> 32) as u32 == hash {
            prefetch(self.words.get((slot as u32).wrapping_sub(1) as usize));
        }
    }

    /// Returns the slot of a position with this hash, and its place if it was met.
    #[inline]
    fn slot(&self, position: &[u64], hash: u32) -> (usize, Option<Place>) {
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
    fn holds(&self, place: Place, position: &[u64]) -> bool {
        let at = place as usize;
        let first = position[0];
        let others = &position[1..];
        if self.words[at] >> COUNT_AT << COUNT_AT != first {
            return false;
        }
        // Most positions have few words, which a call would take longer to compare.
        let known = &self.words[at + 1..at + position.len()];
        known.iter().zip(others).all(|(a, b)| a == b)
    }

    /// Returns the place of a position, by its [words](pack) and their hash, and whether it is new; `None` if there is no
    /// place for it.
    #[inline]
    pub fn meet(&mut self, position: &[u64], hash: u32) -> Option<(Place, bool)> {
        let (slot, met) = self.slot(position, hash);
        if let Some(place) = met {
            return Some((place, false));
        }
        let place = u32::try_from(self.words.len()).ok();
        let place = place.filter(|&place| place < u32::MAX)?;
        self.words.extend_from_slice(position);
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
        let mut packed = Vec::new();
        let mut width = 1;
        let mut places = FxHashMap::default();
        let mut numbers = Vec::new();
        for _ in 0..20_000 {
            let length = random.below(12);
            let top = 1u64 << random.below(64).min(62);
            let position: Vec<i64> = (0..length).map(|_| random.below(top) as i64).collect();
            packed.clear();
            let hash = pack(&position, &mut packed, &mut width).unwrap();
            let (place, is_new) = store.meet(&packed, hash).unwrap();
            assert_eq!(is_new, !places.contains_key(&position));
            assert_eq!(*places.entry(position.clone()).or_insert(place), place);
            assert_eq!(store.meet(&packed, hash), Some((place, false)));
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
