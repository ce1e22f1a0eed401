//! The nim-sums of three heaps, by what they add up to.
//!
//! The set of r is the union, over the smallest heap a, of the set of the pairs that add up to r − a with
//! g(a) added to each member. Adding a number to every member of a set of bits exchanges words by its high
//! bits and bits within words by its low six.

use super::pairs::Pairs;
use grundy_base::bits::has;

/// The bits of a word whose places do not hold 1, 2, 4, 8, 16, or 32.
const LOWER_BITS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Adds the low six bits of a number to the places of the bits of a word.
#[inline]
fn exchanged(word: u64, number: u32) -> u64 {
    let mut word = word;
    for (bit, lower) in LOWER_BITS.iter().enumerate() {
        if number >> bit & 1 == 1 {
            let by = 1 << bit;
            word = (word & lower) << by | word >> by & lower;
        }
    }
    word
}

/// Adds `row` to a set that is long enough, with `number` added to each of its members.
pub fn add_with_number(set: &mut [u64], row: &[u64], number: u32) {
    let high = number as usize / 64;
    for (i, &word) in row.iter().enumerate() {
        set[i ^ high] |= exchanged(word, number);
    }
}

/// The sets of the values of two heaps, from which those of three heaps are found.
#[derive(Clone, Copy, Debug)]
pub struct Twos<'a> {
    /// The values of single heaps.
    pub values: &'a [u32],
    /// The sets of any two heaps.
    pub any: Option<&'a Pairs>,
    /// The sets of two heaps that differ.
    pub unequal: Option<&'a Pairs>,
    /// The sets of the values that several pairs of heaps that differ have.
    pub twice: Option<&'a Pairs>,
}

/// Takes a member out of a set.
fn remove(set: &mut [u64], member: u32) {
    set[member as usize / 64] &= !(1 << (member % 64));
}

impl Twos<'_> {
    /// Returns the largest size that the smallest of three heaps can have that add up to `r`.
    pub fn last(r: usize, unequal: bool) -> usize {
        if unequal {
            r.saturating_sub(3) / 3
        } else {
            r / 3
        }
    }

    /// Adds to `reached` the values of three heaps that add up to `r`, the smallest of them `a`, which is at
    /// most [`Twos::last`].
    fn add(&self, reached: &mut [u64], r: usize, a: usize, unequal: bool) {
        let values = self.values;
        if !unequal {
            if let Some(pairs) = self.any {
                add_with_number(reached, pairs.row(r - a), values[a]);
            }
            return;
        }
        let (Some(pairs), Some(twice)) = (self.unequal, self.twice) else {
            return;
        };
        // The pair of a and r − 2a does not count, since a would stand twice. It makes the value of r − 2a, which stays
        // only if it was reached before, or another pair makes it also.
        let value = values[r - 2 * a];
        let stays = has(reached, value) || twice.contains(r - a, values[a] ^ value);
        add_with_number(reached, pairs.row(r - a), values[a]);
        if !stays {
            remove(reached, value);
        }
    }

    /// Looks for three heaps that add up to `r`, the smallest of them at least `first`, and have value `v`. Returns
    /// whether there are such heaps, and how many sets were looked into.
    pub fn reach(&self, r: usize, first: usize, v: u32, unequal: bool) -> (bool, usize) {
        let values = self.values;
        let last = Self::last(r, unequal);
        let mut smallest = first..=last;
        let found = if unequal {
            let (Some(pairs), Some(twice)) = (self.unequal, self.twice) else {
                return (false, 0);
            };
            smallest.find(|&a| {
                let rest = v ^ values[a];
                if values[r - 2 * a] == v {
                    twice.contains(r - a, rest)
                } else {
                    pairs.contains(r - a, rest)
                }
            })
        } else {
            let Some(pairs) = self.any else {
                return (false, 0);
            };
            smallest.find(|&a| pairs.contains(r - a, v ^ values[a]))
        };
        let looks = found.unwrap_or(last).saturating_sub(first) + 1;
        (found.is_some(), looks)
    }
}

/// The known values of three heaps that add up to some r.
#[derive(Debug, Default)]
pub struct Thirds {
    /// The values known to be reached: all those of three heaps whose smallest is at most `looked`, and perhaps more.
    pub reached: Vec<u64>,
    /// The largest heap that was looked at as the smallest of three.
    pub looked: usize,
}

/// The steps for a word of a set to whose members a number is added (`take-and-break 0.3F: 40000`).
const STEPS_OF_A_WORD: u64 = 8;

/// The number of smallest heaps that are looked at first; after that it is doubled each time. A guess.
const FIRST_HEAPS: usize = 16;

impl Thirds {
    /// Returns the last of the smallest heaps that are looked at next.
    pub fn next(&self, r: usize, unequal: bool) -> usize {
        Twos::last(r, unequal).min(self.looked + FIRST_HEAPS.max(self.looked))
    }

    /// Looks at the smallest heaps up to `next`, where values are below 64 · `words`. Returns the steps that it took.
    pub fn fill(
        &mut self,
        sets: Twos<'_>,
        words: usize,
        r: usize,
        unequal: bool,
        next: usize,
    ) -> u64 {
        if self.reached.len() < words {
            self.reached.resize(words, 0);
        }
        let added = next.saturating_sub(self.looked);
        for a in self.looked + 1..=next {
            sets.add(&mut self.reached, r, a, unequal);
        }
        self.looked += added;
        (added * words) as u64 * STEPS_OF_A_WORD
    }
}
