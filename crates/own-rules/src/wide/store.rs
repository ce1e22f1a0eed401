//! Positions of any length that were met so far, in one arena: each is a word that says what is known of it and how many
//! numbers it has, and the numbers after it, each in as many bits as the largest of them needs, or as the store asks for
//! at least.

#![expect(
    clippy::cast_possible_truncation,
    reason = "of a hash 32 bits are used, and the places of the arena have as many"
)]

use crate::store::{Known, UNKNOWN};
use grundy_base::platform::pages::huge;
use grundy_base::simd::prefetch::prefetch;
use grundy_rules::packed::{self, PackedList};

/// The place of a position in the arena.
pub type Place = u32;

/// The first bit of the count of numbers in the word before them; the lower bits are what is known.
const COUNT_AT: u32 = 32;

/// The first bit of the width of the numbers.
const WIDTH_AT: u32 = 56;

/// Appends the words of a position as they stand in the arena but for what is known of it, and returns their hash; `None`
/// if a number is negative. Each number takes `least_width` bits, or as many as the largest needs.
#[inline]
pub fn pack(numbers: &[i64], least_width: u32, words: &mut Vec<u64>) -> Option<u32> {
    let any = numbers.iter().fold(0, |any, n| any | n);
    if any < 0 {
        return None;
    }
    let width = least_width.max(u64::BITS - any.leading_zeros());
    let begin = words.len();
    words.push(first_word(numbers.len(), width));
    packed::pack(numbers, width, words);
    Some(hash_of(&words[begin..]))
}

/// Appends the words of a position that is packed, and returns their hash.
#[inline]
pub fn copy_packed(list: &PackedList, words: &mut Vec<u64>) -> u32 {
    let first = first_word_of(list);
    words.push(first);
    // Most lists have few words, which a call would take longer to copy.
    for &word in list.words() {
        words.push(word);
    }
    end_hash(begin_hash(first), list.words())
}

/// Copies the numbers of a position whose [words](pack) these begin with.
pub fn load_words(words: &[u64], list: &mut PackedList) {
    let count = (words[0] >> COUNT_AT) as usize & 0xff_ffff;
    let width = (words[0] >> WIDTH_AT) as u32;
    let length = PackedList::words_of(count, width);
    list.set(&words[1..=length], count, width);
}

/// Returns the word before the numbers of a packed position of which nothing is known.
#[inline]
pub fn first_word_of(list: &PackedList) -> u64 {
    first_word(list.len(), list.width())
}

/// Returns the word before the numbers of a position of which nothing is known.
#[inline]
fn first_word(count: usize, width: u32) -> u64 {
    (count as u64) << COUNT_AT | u64::from(width) << WIDTH_AT
}

/// Returns the hash of the words of a position.
#[inline]
fn hash_of(words: &[u64]) -> u32 {
    end_hash(begin_hash(words[0]), &words[1..])
}

/// Begins the hash of a position by the word before its numbers.
#[inline]
pub fn begin_hash(first: u64) -> u64 {
    mix(0, first)
}

/// Ends a hash that was begun, by the words of the numbers.
#[inline]
pub fn end_hash(begun: u64, numbers: &[u64]) -> u32 {
    let mixed = numbers.iter().fold(begun, |mixed, &word| mix(mixed, word));
    (mixed ^ mixed >> 32) as u32
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
    /// The least number of bits that a number of a position has.
    pub width: u32,
    /// The most bytes that the store may hold.
    pub most_bytes: u64,
}

impl WordStore {
    /// The least number of bits that a number has if positions do not need more: few positions then have numbers of
    /// other widths. A guess.
    pub const MIN_WIDTH: u32 = 4;

    /// Begins with nothing met, and with numbers of at least `width` bits.
    pub fn new(width: u32) -> Self {
        WordStore {
            words: Vec::new(),
            slots: vec![0; 64],
            count: 0,
            width: width.max(Self::MIN_WIDTH),
            most_bytes: u64::MAX,
        }
    }

    /// Says how many positions were met.
    pub fn positions(&self) -> usize {
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

    /// Copies the numbers of a position.
    pub fn load(&self, place: Place, list: &mut PackedList) {
        load_words(&self.words[place as usize..], list);
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

    /// Returns the slot of a position with this hash, and its place if it was met. The position is the word before its
    /// numbers, and these.
    #[inline]
    fn slot(&self, first: u64, numbers: &[u64], hash: u32) -> (usize, Option<Place>) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return (at, None);
            }
            if (slot >> 32) as u32 == hash {
                let place = slot as u32 - 1;
                if self.holds(place, first, numbers) {
                    return (at, Some(place));
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Says whether this is the place of a position.
    #[inline]
    fn holds(&self, place: Place, first: u64, numbers: &[u64]) -> bool {
        let at = place as usize;
        if self.words[at] >> COUNT_AT << COUNT_AT != first {
            return false;
        }
        // Most positions have few words, which a call would take longer to compare.
        let known = &self.words[at + 1..at + 1 + numbers.len()];
        known.iter().zip(numbers).all(|(a, b)| a == b)
    }

    /// Returns the place of a position that was met, by its hash.
    #[inline]
    pub fn find(&self, first: u64, numbers: &[u64], hash: u32) -> Option<Place> {
        let (_, place) = self.slot(first, numbers, hash);
        place
    }

    /// Returns the place of a position, by its [words](pack) and their hash, and whether it is new; `None` if there is no
    /// place for it.
    #[inline]
    pub fn meet(&mut self, position: &[u64], hash: u32) -> Option<(Place, bool)> {
        let (slot, met) = self.slot(position[0], &position[1..], hash);
        if let Some(place) = met {
            return Some((place, false));
        }
        let place = u32::try_from(self.words.len()).ok();
        let place = place.filter(|&place| place < u32::MAX)?;
        if self.words.capacity() - self.words.len() < position.len() {
            self.reserve(position.len())?;
        }
        if 2 * (self.count + 1) > self.slots.len() {
            self.grow()?;
            return self.meet(position, hash);
        }
        self.words.extend_from_slice(position);
        self.words[place as usize] |= u64::from(UNKNOWN);
        self.slots[slot] = u64::from(hash) << 32 | (u64::from(place) + 1);
        self.count += 1;
        Some((place, true))
    }

    /// Makes room for this many words, and for as many again as there are; `None` if they are too many.
    #[cold]
    fn reserve(&mut self, words: usize) -> Option<()> {
        let more = words.max(self.words.len()) as u64;
        if self.bytes() + 8 * more > self.most_bytes {
            return None;
        }
        self.words.reserve(words);
        self.words = huge(std::mem::take(&mut self.words));
        Some(())
    }

    /// Doubles the table; `None` if that is too much. A slot says the hash, so that the arena is not read.
    #[cold]
    fn grow(&mut self) -> Option<()> {
        if self.bytes() + 8 * self.slots.len() as u64 > self.most_bytes {
            return None;
        }
        let before = std::mem::take(&mut self.slots);
        self.slots = huge(vec![0; before.len() * 2]);
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
        Some(())
    }
}
