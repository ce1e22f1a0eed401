//! The nim-sums of three heaps, by what they add up to.
//!
//! The set of r is the union, over the smallest heap a, of the set of the pairs that add up to r − a with
//! g(a) added to each member. Adding a number to every member of a set of bits exchanges words by its high
//! bits and bits within words by its low six. [`Union`] adds up the words under their low six bits first,
//! so that a row costs one instruction a word or a few words, and exchanges bits once for all rows.

use super::pairs::Pairs;

/// A union of sets of bits, to all members of which a number was added.
#[derive(Debug, Default)]
pub struct Union {
    /// The number of words of the union.
    words: usize,
    /// The words, for each number below 64, to whose bits it must still be added.
    waiting: Vec<u64>,
    /// The numbers below 64 that some words wait for, as bits.
    some: u64,
}

/// Exchanges the bits of a word whose places differ by 2^`low` and no other way.
#[inline]
fn exchange(word: u64, low: u32) -> u64 {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let mask = MASKS[low as usize];
    (word & mask) << (1 << low) | word >> (1 << low) & mask
}

/// Adds eight words of `row` to eight of `to`, exchanged by `X` in their places.
#[inline]
fn add_eight<const X: usize>(to: &mut [u64], row: &[u64]) {
    for (to, row) in to
        .as_chunks_mut::<8>()
        .0
        .iter_mut()
        .zip(row.as_chunks::<8>().0)
    {
        for i in 0..8 {
            to[i ^ X] |= row[i];
        }
    }
}

impl Union {
    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.waiting.len() as u64 * 8
    }

    /// Begins an empty union of sets of at most `words` words, a power of 2.
    pub fn clear(&mut self, words: usize) {
        debug_assert_eq!(self.some, 0, "what waits is taken first");
        self.words = words;
        self.waiting.resize(64 * words, 0);
    }

    /// Adds `row`, with `value` added to each of its members.
    pub fn add(&mut self, row: &[u64], value: u32) {
        let low = value as usize % 64;
        let high = value as usize / 64;
        self.some |= 1 << low;
        let to = &mut self.waiting[low * self.words..][..self.words];
        if row.len() < 8 {
            for (i, word) in row.iter().enumerate() {
                to[i ^ high] |= word;
            }
            return;
        }
        // The lengths of rows are powers of 2, so blocks whose numbers differ in the highest bits lie apart.
        let eights = high / 8;
        for (block, row) in row.chunks_exact(8).enumerate() {
            let to = &mut to[(block ^ eights) * 8..][..8];
            match high % 8 {
                0 => add_eight::<0>(to, row),
                1 => add_eight::<1>(to, row),
                2 => add_eight::<2>(to, row),
                3 => add_eight::<3>(to, row),
                4 => add_eight::<4>(to, row),
                5 => add_eight::<5>(to, row),
                6 => add_eight::<6>(to, row),
                _ => add_eight::<7>(to, row),
            }
        }
    }

    /// Returns whether a row with this `member` was [added](Union::add) with a value whose low bits are those of
    /// `value`, so that `value` added to `member` is in the union.
    fn waits(&self, member: u32, value: u32) -> bool {
        self.waiting[self.place(member, value)] >> (member % 64) & 1 != 0
    }

    /// Takes `member` out of what waits for `value`.
    fn take_out(&mut self, member: u32, value: u32) {
        let place = self.place(member, value);
        self.waiting[place] &= !(1 << (member % 64));
    }

    /// Returns the waiting word in which `member` stands for `member` with `value` added.
    fn place(&self, member: u32, value: u32) -> usize {
        value as usize % 64 * self.words + ((member as usize / 64) ^ (value as usize / 64))
    }

    /// Adds the union to `set`, and leaves it empty.
    ///
    /// # Complexity
    ///
    /// A few steps a word for each number below 64 that something waited for.
    pub fn take(&mut self, set: &mut Vec<u64>) {
        for low in (0..6).rev() {
            // Words that wait for a number l with this bit are exchanged, and wait for l without it from here on.
            let some = self.some;
            for l in (1usize << low..2 << low).filter(|&l| some >> l & 1 != 0) {
                let (to, from) = self.waiting.split_at_mut(l * self.words);
                let to = &mut to[(l - (1 << low)) * self.words..][..self.words];
                for (to, from) in to.iter_mut().zip(&mut from[..self.words]) {
                    *to |= exchange(std::mem::take(from), low);
                }
                self.some |= 1 << (l - (1 << low));
            }
            self.some &= (1 << (1 << low)) - 1;
        }
        if self.some != 0 {
            let all = &mut self.waiting[..self.words];
            grundy_base::bits::add(set, all);
            all.fill(0);
            self.some = 0;
        }
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

impl Twos<'_> {
    /// Returns the largest size that the smallest of three heaps can have that add up to `r`.
    pub fn last(r: usize, unequal: bool) -> usize {
        if unequal {
            r.saturating_sub(3) / 3
        } else {
            r / 3
        }
    }

    /// Adds to `union` the values of three heaps that add up to `r`, the smallest of them `a`, which is at
    /// most [`Twos::last`].
    pub fn add(&self, union: &mut Union, r: usize, a: usize, unequal: bool) {
        let values = self.values;
        if !unequal {
            if let Some(pairs) = self.any {
                union.add(pairs.row(r - a), values[a]);
            }
            return;
        }
        let (Some(pairs), Some(twice)) = (self.unequal, self.twice) else {
            return;
        };
        // The pair of a and r − 2a does not count, since a would stand twice. It makes the value of r − 2a, which stays
        // in the union only if another pair makes it also.
        let pair = values[a] ^ values[r - 2 * a];
        let stays = union.waits(pair, values[a]) || twice.contains(r - a, pair);
        union.add(pairs.row(r - a), values[a]);
        if !stays {
            union.take_out(pair, values[a]);
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

/// The steps for two words of a set that is added to a union (`take-and-break 0.3F: 40000`).
const STEPS_OF_TWO_WORDS: u64 = 3;

/// The number of smallest heaps that are looked at first; after that it is doubled each time. A guess.
const FIRST_HEAPS: usize = 16;

impl Thirds {
    /// Returns the last of the smallest heaps that are looked at next.
    pub fn next(&self, r: usize, unequal: bool) -> usize {
        Twos::last(r, unequal).min(self.looked + FIRST_HEAPS.max(self.looked))
    }

    /// Looks at the smallest heaps up to `next`, with the help of an empty union. Returns the steps that it
    /// took.
    pub fn fill(
        &mut self,
        sets: Twos<'_>,
        union: &mut Union,
        r: usize,
        unequal: bool,
        next: usize,
    ) -> u64 {
        let added = next.saturating_sub(self.looked);
        for a in self.looked + 1..=next {
            sets.add(union, r, a, unequal);
        }
        union.take(&mut self.reached);
        self.looked += added;
        (added.min(64) * 4 + added) as u64 * union.words as u64 * STEPS_OF_TWO_WORDS / 2
    }
}
