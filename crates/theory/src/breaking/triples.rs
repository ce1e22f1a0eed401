//! The nim-sums of three heaps, by what they add up to.
//!
//! The set of r is the union, over the smallest heap a, of the set of the pairs that add up to r − a with
//! g(a) added to each member. Adding a number to every member of a set of bits exchanges words by its high
//! bits and bits within words by its low six. [`Union`] adds up the words under their low six bits first,
//! so that a row costs one instruction a word or a few words, and exchanges bits once for all rows.

use super::pairs::Pairs;

/// Sets of bits added up, each after a number has been added to all its members.
#[derive(Debug, Default)]
pub struct Union {
    words: usize,
    /// For each number below 64 the words that still want it added to their bits.
    waiting: Vec<u64>,
    /// Bit l: something waits for l.
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
    pub fn bytes(&self) -> u64 {
        self.waiting.len() as u64 * 8
    }

    /// An empty union of sets of at most `words` words, a power of 2.
    pub fn clear(&mut self, words: usize) {
        debug_assert_eq!(self.some, 0, "what waits is taken first");
        self.words = words;
        self.waiting.resize(64 * words, 0);
    }

    /// Adds `row`, with `value` added to each of its members.
    pub fn add(&mut self, row: &[u64], value: u32) {
        let (low, high) = (value as usize % 64, value as usize / 64);
        self.some |= 1 << low;
        let to = &mut self.waiting[low * self.words..][..self.words];
        if row.len() < 8 {
            for (i, word) in row.iter().enumerate() {
                to[i ^ high] |= word;
            }
            return;
        }
        // Rows are powers of 2 long: blocks that differ by the highest bits lie apart.
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

    /// Whether the value that [`add`](Union::add) makes of member `member` is in what waits for this `value`.
    fn waits(&self, member: u32, value: u32) -> bool {
        self.waiting[self.place(member, value)] >> (member % 64) & 1 != 0
    }

    fn take_out(&mut self, member: u32, value: u32) {
        let place = self.place(member, value);
        self.waiting[place] &= !(1 << (member % 64));
    }

    fn place(&self, member: u32, value: u32) -> usize {
        value as usize % 64 * self.words + ((member as usize / 64) ^ (value as usize / 64))
    }

    /// Adds the union to `set` and is empty again.
    ///
    /// # Complexity
    ///
    /// A few steps a word for each of the low six bits' numbers that something waited for, at most 63.
    pub fn take(&mut self, set: &mut Vec<u64>) {
        for low in (0..6).rev() {
            // Whatever waits for l with this bit waits for l without it from here on.
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
        if std::mem::take(&mut self.some) != 0 {
            let all = &mut self.waiting[..self.words];
            crate::bits::add(set, all);
            all.fill(0);
        }
    }
}

/// The sets that the heaps of a sequence bring: of two heaps, and of two that differ.
#[derive(Clone, Copy, Debug)]
pub struct Twos<'a> {
    pub values: &'a [u32],
    pub any: Option<&'a Pairs>,
    pub unequal: Option<&'a Pairs>,
    pub twice: Option<&'a Pairs>,
}

impl Twos<'_> {
    /// The largest smallest heap of three that add up to `r`.
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
        // The pair of a and r − 2a does not count. It brings the value of r − 2a, which may stay if
        // another pair brings it, too.
        let pair = values[a] ^ values[r - 2 * a];
        let stays = union.waits(pair, values[a]) || twice.contains(r - a, pair);
        union.add(pairs.row(r - a), values[a]);
        if !stays {
            union.take_out(pair, values[a]);
        }
    }

    /// Whether three heaps that add up to `r`, the smallest at least `first`, have value `v`; and how many
    /// sets were looked into.
    pub fn reach(&self, r: usize, first: usize, v: u32, unequal: bool) -> (bool, usize) {
        let values = self.values;
        let mut parts = first..=Self::last(r, unequal);
        let found = if unequal {
            let (Some(pairs), Some(twice)) = (self.unequal, self.twice) else {
                return (false, 0);
            };
            parts.find(|&a| {
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
            parts.find(|&a| pairs.contains(r - a, v ^ values[a]))
        };
        let last = Self::last(r, unequal);
        (
            found.is_some(),
            found.unwrap_or(last).saturating_sub(first) + 1,
        )
    }
}

/// The known values of three heaps that add up to some r.
#[derive(Debug, Default)]
pub struct Thirds {
    /// Values that are reached: all that those with a smallest heap up to `looked` have, and some more.
    pub reached: Vec<u64>,
    pub looked: usize,
}

/// The smallest heaps that are added at first; then as many as there are.
const FIRST_HEAPS: usize = 16;

impl Thirds {
    /// The smallest heaps that are looked at next, up to this one.
    pub fn next(&self, r: usize, unequal: bool) -> usize {
        Twos::last(r, unequal).min(self.looked + FIRST_HEAPS.max(self.looked))
    }

    /// Adds the smallest heaps up to `next`, by an empty union; the words that were worked on.
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
        (added.min(64) * 4 + added) as u64 * union.words as u64
    }
}
