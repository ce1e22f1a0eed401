//! Numeration systems: numbers as words of digits, the most significant one first.
//!
//! The places of base b are worth 1, b, b², … A quadratic system has places U(0) = 1, U(1) = a + 1,
//! U(j) = a·U(j−1) + b·U(j−2) with 1 ≤ b ≤ a: digits 0 to a, and after a digit a there is one below b. With
//! a = b = 1 this is Zeckendorf's system: 1 2 3 5 8 …, no two ones side by side; a = 2, b = 1 is Pell's.
//! Zeros in front change nothing.

#![expect(
    clippy::cast_possible_truncation,
    reason = "automata read at most some hundreds of numbers at once"
)]

use std::fmt;
use std::iter::successors;

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct System {
    /// The base, or the factor a.
    a: u8,
    /// The factor b, 0 in base a.
    b: u8,
}

/// The first digits of a number, as far as more digits depend on them: p is Σ eⱼ·V(j) with V(0) = 1, V(1) = a,
/// and r what p was one digit before. The number is p in a base, p + r in a quadratic system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Running {
    /// The sum p.
    pub(crate) p: i128,
    /// The sum r.
    pub(crate) r: i128,
}

impl System {
    /// Zeckendorf's system.
    pub const ZECKENDORF: System = System { a: 1, b: 1 };
    /// The largest base.
    pub const MAX_BASE: u8 = 12;

    /// Makes the system of base b, from 2 to 12.
    pub fn base(b: u8) -> Option<System> {
        (2..=Self::MAX_BASE)
            .contains(&b)
            .then_some(System { a: b, b: 0 })
    }

    /// Returns the system of U(j) = a·U(j−1) + b·U(j−2), 1 ≤ b ≤ a ≤ 4.
    pub fn quadratic(a: u8, b: u8) -> Option<System> {
        (1 <= b && b <= a && a <= 4).then_some(System { a, b })
    }

    /// Returns the base, if it is one.
    pub fn as_base(self) -> Option<u8> {
        (self.b == 0).then_some(self.a)
    }

    /// Returns whether a sum of digits with factors stays above `limit`, if every further place takes away `fall` at
    /// most.
    ///
    /// The next p is at least a·p + b·r − `fall`, and p becomes r. With (a−1)·p + b·r ≥ `fall` p does not fall; with
    /// (a−1+b)·p ≥ `fall` as well, it does not at the place after it, and so on. So the sum is at least 2p later, in
    /// a base p. Other sums are not larger than some number, so there are finitely many between two limits.
    pub(crate) fn stays_above(self, Running { p, r }: Running, limit: i128, fall: i128) -> bool {
        let a = i128::from(self.a);
        let b = i128::from(self.b);
        p >= 0
            && (a - 1) * p + b * r >= fall
            && (a - 1 + b) * p >= fall
            && p + r > limit
            && 2 * p > limit
    }

    /// Returns how many digits there are.
    pub fn digits(self) -> usize {
        usize::from(self.a) + usize::from(self.b > 0)
    }

    /// Returns how many letters this many tracks have.
    pub(crate) fn letters(self, tracks: usize) -> usize {
        self.digits()
            .checked_pow(tracks as u32)
            .unwrap_or(usize::MAX)
    }

    /// Returns the digit of a letter on a track.
    #[inline]
    pub(crate) fn digit(self, letter: usize, track: usize) -> usize {
        letter / self.letters(track) % self.digits()
    }

    /// Returns whether the digit may stand after one that was (or was not) the largest, and whether it is the largest.
    #[inline]
    pub(crate) fn follows(self, largest: bool, digit: usize) -> Option<bool> {
        let [a, b] = [self.a, self.b].map(usize::from);
        (b == 0 || !largest || digit < b).then_some(b > 0 && digit == a)
    }

    /// Returns the digits with one more, or a sum of digits with factors.
    #[inline]
    pub(crate) fn then(self, running: Running, digit: i64) -> Running {
        let Running { p, r } = running;
        let more = i128::from(self.a) * p + i128::from(self.b) * r + i128::from(digit);
        Running {
            p: more,
            r: if self.b == 0 { 0 } else { p },
        }
    }

    /// Returns the number so far.
    #[inline]
    pub(crate) fn number(self, running: Running) -> i128 {
        running.p + running.r
    }

    /// Returns the digits of a number, at least this many of them.
    pub fn word(self, number: u64, length: usize) -> Vec<usize> {
        let a = u128::from(self.a);
        let b = u128::from(self.b);
        let mut left = u128::from(number);
        let pairs = successors(Some((1, a + b.min(1))), |&(place, next)| {
            Some((next, a * next + b * place))
        });
        let is_needed = |&(i, place): &(usize, u128)| i < length.max(1) || place <= left;
        let places = pairs
            .map(|(place, _)| place)
            .enumerate()
            .take_while(is_needed)
            .collect::<Vec<_>>();
        let digit = |(_, place)| {
            let digit = left / place;
            left %= place;
            digit as usize
        };
        places.into_iter().rev().map(digit).collect()
    }

    /// Returns the number of a word, if it is not very large.
    pub(crate) fn value(self, mut word: impl Iterator<Item = usize>) -> Option<i128> {
        let then =
            |running, digit| Some(self.then(running, digit as i64)).filter(|now| now.p < 1 << 120);
        Some(self.number(word.try_fold(Running::default(), then)?))
    }

    /// Returns how a certificate writes it: `2`, `1,1`.
    pub fn code(self) -> String {
        if self.b == 0 {
            self.a.to_string()
        } else {
            format!("{},{}", self.a, self.b)
        }
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.a, self.b) {
            (a, 0) => write!(f, "base {a}"),
            (1, 1) => f.write_str("Zeckendorf"),
            (2, 1) => f.write_str("Pell"),
            (a, b) => write!(f, "quadratic {a},{b}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_numbers_they_were_made_of() {
        let systems = [
            System::base(2),
            System::base(10),
            System::quadratic(1, 1),
            System::quadratic(3, 2),
        ];
        for system in systems.into_iter().flatten() {
            for number in (0..3000).chain([u64::MAX, 1 << 63]) {
                let word = system.word(number, 3);
                assert!(word.len() >= 3);
                assert_eq!(
                    system.value(word.iter().copied()),
                    Some(number.into()),
                    "{system} {number}"
                );
                let mut largest = false;
                for &digit in &word {
                    largest = system
                        .follows(largest, digit)
                        .unwrap_or_else(|| panic!("{system} {number}"));
                }
            }
        }
        assert_eq!(
            System::ZECKENDORF.word(100, 1),
            [1, 0, 0, 0, 0, 1, 0, 1, 0, 0]
        );
    }
}
