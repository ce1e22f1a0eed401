//! Take-and-break codes in full: hexadecimal digits, repeated digits, and splits into unequal heaps.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a remainder is below the number of digits that repeat"
)]

use crate::sequence::least_period;

use grundy_rules::parts::Digit;

/// The rules of a taking-and-breaking game d₀.d₁d₂d₃…: digit dₖ says what may be left when k are taken.
/// The digits end, or some of them repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits before those that repeat, the first of which stands before the point.
    prefix: Vec<Digit>,
    /// The digits that repeat.
    repeat: Vec<Digit>,
}

impl Code {
    /// Makes the code whose digits are those of `prefix`, the first of which stands before the point, then those of
    /// `repeat` over and over. Returns `None` if there is no digit before the point, if that is neither 0 nor
    /// 4, 8 or 12 (a heap from which nothing is taken must be split), or if a digit is above 15.
    pub fn new(prefix: &[Digit], repeat: &[Digit]) -> Option<Self> {
        let all = || prefix.iter().chain(repeat);
        if all().any(|d| d.bits > 15) || prefix.first().is_none_or(|d| d.bits & 3 != 0) {
            return None;
        }
        // `unequal` means nothing if no split is allowed.
        let plain = |d: &Digit| Digit {
            unequal: d.unequal && d.bits & 0b1100 != 0,
            ..*d
        };
        let mut repeat: Vec<Digit> = repeat.iter().map(plain).collect();
        let mut prefix: Vec<Digit> = prefix.iter().map(plain).collect();
        if repeat.iter().all(|d| d.bits == 0) {
            repeat.clear();
        }
        repeat.truncate(least_period(&repeat));
        // The digit before the point never repeats.
        let last_of = |digits: &[Digit]| digits.last().copied().unwrap_or_default();
        while prefix.len() > 1 && last_of(&prefix) == last_of(&repeat) {
            prefix.pop();
            if !repeat.is_empty() {
                repeat.rotate_right(1);
            }
        }
        Some(Code { prefix, repeat })
    }

    /// Returns the digits before those that repeat.
    pub fn prefix(&self) -> &[Digit] {
        &self.prefix
    }

    /// Returns the digits that repeat for ever.
    pub fn repeat(&self) -> &[Digit] {
        &self.repeat
    }

    /// Returns the number of digits before those that repeat: from this take on they do.
    pub fn first_repeated(&self) -> usize {
        self.prefix.len()
    }

    /// Returns digit `k`.
    pub fn digit(&self, k: u64) -> Digit {
        let in_prefix = usize::try_from(k).ok().and_then(|k| self.prefix.get(k));
        if let Some(&digit) = in_prefix {
            return digit;
        }
        if self.repeat.is_empty() {
            return Digit::default();
        }
        let place = (k - self.prefix.len() as u64) % self.repeat.len() as u64;
        self.repeat[place as usize]
    }

    /// Returns the largest take from a heap of `n`, or an upper bound of it.
    pub fn last_take(&self, n: u64) -> u64 {
        if self.repeat.is_empty() {
            n.min(self.prefix.len() as u64 - 1)
        } else {
            n
        }
    }

    /// Returns the takes before those that repeat, ascending, that may leave this many heaps.
    pub fn takes(&self, heaps: u32) -> Vec<u32> {
        (0..)
            .zip(&self.prefix)
            .filter(|(_, digit)| digit.leaves(heaps))
            .map(|(take, _)| take)
            .collect()
    }

    /// Returns every digit that occurs.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + Clone + '_ {
        self.prefix.iter().chain(&self.repeat).copied()
    }

    /// Returns the most heaps that a move leaves.
    pub fn most_heaps(&self) -> u32 {
        self.digits()
            .map(|d| u8::BITS - d.bits.leading_zeros())
            .max()
            .unwrap_or(0)
            .saturating_sub(1)
    }

    /// Returns whether every heap can be taken whole, and every heap above 1 can be left as a heap of 1.
    pub fn reaches_one(&self) -> bool {
        !self.repeat.is_empty()
            && self
                .digits()
                .skip(1)
                .all(|digit| digit.leaves(0) && digit.leaves(1))
    }

    /// Returns whether some digit asks for unequal heaps.
    pub fn has_unequal(&self) -> bool {
        self.digits().any(|d| d.unequal)
    }
}

/// The heaps that a move leaves, none of them empty, ascending.
pub type Left = smallvec::SmallVec<[u64; 3]>;

/// A move: what it takes from a heap, and what it leaves of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The amount taken.
    pub take: u64,
    /// The heaps left.
    pub left: Left,
}
