//! Positions as sets of bits: one word, or as many as the game needs.

use std::fmt::Debug;
use std::hash::Hash;

use grundy_base::hash::mixed;

/// A set of cells that can be a key of the search's tables.
pub trait Set: Copy + Eq + Ord + Hash + Debug + Send + Sync {
    /// The set without members. It stands for "no entry" in tables.
    const EMPTY: Self;

    /// Returns the number of members.
    fn count(&self) -> u32;

    /// Returns a well-mixed hash of the members, the same on every machine.
    fn hashed(&self) -> u64;
}

impl Set for u64 {
    const EMPTY: u64 = 0;

    #[inline(always)]
    fn count(&self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn hashed(&self) -> u64 {
        mixed(*self)
    }
}

/// A set of the numbers below 64 · `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Ord for Bits<W> {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const W: usize> PartialOrd for Bits<W> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> Set for Bits<W> {
    const EMPTY: Self = Bits([0; W]);

    #[inline]
    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn hashed(&self) -> u64 {
        self.0.iter().fold(0, |hash, &word| {
            mixed(hash ^ word).wrapping_add(0x632b_e59b_d9b4_e019)
        })
    }
}

impl<const W: usize> Bits<W> {
    /// The number of different members that it can have.
    pub const CAPACITY: usize = 64 * W;

    /// Makes the set of the numbers below `count`.
    pub fn first(count: usize) -> Self {
        let mut set = Self::EMPTY;
        for number in 0..count {
            set.insert(number);
        }
        set
    }

    /// Returns whether the set has no members.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// Returns whether `number` is a member.
    #[inline(always)]
    pub fn has(&self, number: usize) -> bool {
        self.0[number >> 6] >> (number & 63) & 1 != 0
    }

    /// Makes `number` a member.
    #[inline(always)]
    pub fn insert(&mut self, number: usize) {
        self.0[number >> 6] |= 1 << (number & 63);
    }

    /// Makes `number` no member.
    #[inline(always)]
    pub fn remove(&mut self, number: usize) {
        self.0[number >> 6] &= !(1 << (number & 63));
    }

    /// Returns the members of both sets.
    #[inline(always)]
    pub fn and(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// Returns the members of either set.
    #[inline(always)]
    pub fn or(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// Returns the members that are not in `other`.
    #[inline(always)]
    pub fn without(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// Combines the words of two sets.
    #[inline(always)]
    fn with(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let mut set = *self;
        for (word, &more) in set.0.iter_mut().zip(&other.0) {
            *word = op(*word, more);
        }
        set
    }

    /// Returns whether every member is in `other`.
    #[inline(always)]
    pub fn is_within(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .fold(0, |any, (a, b)| any | (a & !b))
            == 0
    }

    /// Returns whether some member is in `other`.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .fold(0, |any, (a, b)| any | (a & b))
            != 0
    }

    /// Returns the least member.
    #[inline(always)]
    pub fn lowest(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the members, ascending.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < W {
                let word = words[at];
                if word != 0 {
                    words[at] = word & (word - 1);
                    return Some(64 * at + word.trailing_zeros() as usize);
                }
                at += 1;
            }
            None
        })
    }
}
