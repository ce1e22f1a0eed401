//! Lists of small numbers in few words, and runs of such lists.

use std::ops::Range;

/// A list of numbers of equally many bits, one after the other; the first is in the lowest bits of the first word.
#[derive(Clone, Debug, Default)]
pub struct PackedList {
    /// The words. Bits that no number has are 0.
    words: Vec<u64>,
    /// The number of bits in use.
    bits: usize,
    /// The number of bits of a number, from 1 to 64.
    width: u32,
}

impl PackedList {
    /// Forgets the numbers, and begins with numbers of this many bits.
    #[inline]
    pub fn clear(&mut self, width: u32) {
        self.words.clear();
        self.bits = 0;
        self.width = width;
    }

    /// Returns the number of bits of a number.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Counts the numbers.
    #[inline]
    pub fn len(&self) -> usize {
        self.bits / self.width as usize
    }

    /// Returns whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// Returns the words.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Takes the words of a list of this many numbers.
    pub fn set(&mut self, words: &[u64], numbers: usize, width: u32) {
        self.clear(width);
        self.words.extend_from_slice(words);
        self.bits = numbers * width as usize;
    }

    /// Takes the numbers of another list.
    #[inline]
    pub fn copy(&mut self, other: &PackedList) {
        self.width = other.width;
        self.bits = other.bits;
        // Most lists have few words, which a call would take longer to copy.
        self.words.clear();
        for &word in &other.words {
            self.words.push(word);
        }
    }

    /// Counts the words of a list of this many numbers.
    #[inline]
    pub fn words_of(numbers: usize, width: u32) -> usize {
        (numbers * width as usize).div_ceil(64)
    }

    /// Returns whether a number has no more bits than those of the list.
    #[inline]
    pub fn holds(&self, n: i64) -> bool {
        n >= 0 && (n as u64).checked_shr(self.width).unwrap_or(0) == 0
    }

    /// Appends a number, which the list [holds](PackedList::holds).
    #[inline]
    pub fn push(&mut self, n: i64) {
        self.push_bits(n as u64, self.width as usize);
    }

    /// Appends some numbers of another list of the same width.
    #[inline]
    pub fn append(&mut self, other: &PackedList, stretch: Range<usize>) {
        let width = self.width as usize;
        let end = stretch.end * width;
        let mut from = stretch.start * width;
        while from < end {
            let count = (end - from).min(64);
            self.push_bits(other.bits_from(from, count), count);
            from += count;
        }
    }

    /// Appends the numbers to others.
    pub fn unpack(&self, numbers: &mut Vec<i64>) {
        let width = self.width as usize;
        let mut from = 0;
        while from < self.bits {
            numbers.push(self.bits_from(from, width) as i64);
            from += width;
        }
    }

    /// Appends `count` bits, from 1 to 64, those of a number that has no others.
    #[inline]
    fn push_bits(&mut self, n: u64, count: usize) {
        let at = self.bits % 64;
        self.bits += count;
        match self.words.last_mut() {
            Some(last) if at > 0 => {
                *last |= n << at;
                if at + count > 64 {
                    self.words.push(n >> (64 - at));
                }
            }
            _ => self.words.push(n),
        }
    }

    /// Returns `count` bits, from 1 to 64, from a place on.
    #[inline]
    fn bits_from(&self, from: usize, count: usize) -> u64 {
        let word = from / 64;
        let at = from % 64;
        let mut n = self.words[word] >> at;
        if at + count > 64 {
            n |= self.words[word + 1] << (64 - at);
        }
        n & (u64::MAX >> (64 - count))
    }

    /// Adds another list, both read as one large number, of which what does not fit is lost.
    #[inline]
    fn add(&mut self, other: &[u64]) {
        let mut carry = false;
        for (word, &more) in self.words.iter_mut().zip(other) {
            let (sum, first) = word.overflowing_add(more);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first | second;
        }
    }
}

/// Appends the words of a list of numbers, none of which has more bits than the width.
#[inline]
pub fn pack(numbers: &[i64], width: u32, words: &mut Vec<u64>) {
    let mut word = 0;
    let mut at = 0;
    for &n in numbers {
        let n = n as u64;
        word |= n << at;
        at += width;
        if at >= u64::BITS {
            words.push(word);
            at -= u64::BITS;
            word = n.checked_shr(width - at).unwrap_or(0);
        }
    }
    if at > 0 {
        words.push(word);
    }
}

/// Lists each of which differs from the one before in the same places, by 1 or −1 each.
///
/// As long as each number has room in its bits, the next list is the last one plus a constant, both read as one large
/// number: Σ nᵢ·2^(i·width) is linear in the numbers.
#[derive(Clone, Debug, Default)]
pub struct PackedRun {
    /// The current list.
    pub list: PackedList,
    /// The constant that is added for the next list.
    step: Vec<u64>,
    /// The number of lists from the current one on.
    pub count: u64,
}

impl PackedRun {
    /// Makes the constant of the run 0.
    pub fn stay(&mut self) {
        self.step.clear();
        self.step.resize(self.list.words.len(), 0);
    }

    /// Lets the number at a place rise by 1 from list to list, or fall.
    pub fn vary(&mut self, place: usize, rises: bool) {
        let bit = place * self.list.width as usize;
        let mut more = 1 << (bit % 64);
        for word in &mut self.step[bit / 64..] {
            let (changed, overflows) = if rises {
                word.overflowing_add(more)
            } else {
                word.overflowing_sub(more)
            };
            *word = changed;
            if !overflows {
                break;
            }
            more = 1;
        }
    }

    /// Returns whether the lists have one word.
    #[inline]
    pub fn is_of_words(&self) -> bool {
        self.list.words.len() == 1
    }

    /// Goes on to the next list, and returns the only word of the one before.
    #[inline]
    pub fn take_word(&mut self) -> u64 {
        let word = self.list.words[0];
        self.list.words[0] = word.wrapping_add(self.step[0]);
        word
    }

    /// Goes on to the next list.
    #[inline]
    pub fn advance(&mut self) {
        self.list.add(&self.step);
    }
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the numbers that are drawn are small"
)]
mod tests {
    use super::*;
    use grundy_base::random::Random;

    #[test]
    fn lists_are_put_together_from_stretches() {
        let mut random = Random::new(3);
        for _ in 0..2_000 {
            let width = 1 + random.below(64) as u32;
            let length = 1 + random.below(40) as usize;
            let mut numbers = Vec::new();
            let mut packed = PackedList::default();
            packed.clear(width);
            for _ in 0..length {
                let n = (random.below(u64::MAX) >> 1 >> (64 - width)) as i64;
                assert!(packed.holds(n));
                numbers.push(n);
                packed.push(n);
            }
            assert_eq!(packed.len(), length);
            let mut words = Vec::new();
            pack(&numbers, width, &mut words);
            assert_eq!(words, packed.words());
            let from = random.below(length as u64 + 1) as usize;
            let to = from + random.below((length - from) as u64 + 1) as usize;
            let mut joined = PackedList::default();
            joined.clear(width);
            joined.append(&packed, from..to);
            joined.push(numbers[0]);
            joined.append(&packed, 0..from);
            let mut want = numbers[from..to].to_vec();
            want.push(numbers[0]);
            want.extend_from_slice(&numbers[..from]);
            let mut found = Vec::new();
            joined.unpack(&mut found);
            assert_eq!(found, want);
            assert_eq!(
                joined.words().len(),
                PackedList::words_of(want.len(), width)
            );
        }
    }

    #[test]
    fn runs_rise_and_fall() {
        let mut random = Random::new(4);
        for _ in 0..2_000 {
            let width = 4 + random.below(30) as u32;
            let length = 1 + random.below(30) as usize;
            let count = 1 + random.below(8) as i64;
            let mut run = PackedRun::default();
            run.list.clear(width);
            let mut numbers = Vec::new();
            for _ in 0..length {
                let n = random.below(8) as i64;
                numbers.push((n, random.below(3) as i64 - 1));
            }
            for (n, change) in &mut numbers {
                if *change < 0 {
                    *n += count;
                }
                run.list.push(*n);
            }
            run.stay();
            for (place, &(_, change)) in numbers.iter().enumerate() {
                if change != 0 {
                    run.vary(place, change > 0);
                }
            }
            for k in 0..count {
                let mut found = Vec::new();
                run.list.unpack(&mut found);
                let want: Vec<i64> = numbers.iter().map(|(n, change)| n + k * change).collect();
                assert_eq!(found, want);
                run.advance();
            }
        }
    }
}
