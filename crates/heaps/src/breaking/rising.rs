//! The splits that lead to a value, counted where the values rise for ever: g(n + p) = g(n) + s from heap e on, with a
//! power of 2 for s.
//!
//! The heaps of a class (one remainder modulo p, from e on) have the values s·h + low for the *heights* h, h + 1, ….
//! Two heaps of heights h and k have the nim-sum H = h ⊕ k just if h = c + x and k = c + (H − x), where the bits of x are
//! some of H and c has none of them. Then h + k = H + 2c, so that 2 to the power of the number of bits of H pairs belong to
//! each c. Which c may stand there depends on the sum of the heaps alone: it is so large at most, and has certain
//! remainders, as the digits repeat. Such c are counted bit by bit.

use super::code::Code;
use crate::sequence::Pattern;
use grundy_rules::parts::Digit;

/// A class of heaps, whose values rise by s every p heaps.
struct Class {
    /// The heap that would have height 0.
    origin: i128,
    /// The height of the first heap.
    first: u64,
    /// The low part of the values.
    low: u64,
}

impl Class {
    /// Returns the heap of this height; the class has it if the height is the first one or higher.
    fn heap(&self, height: u64, period: u64) -> i128 {
        self.origin + i128::from(period) * i128::from(height)
    }
}

/// The splits of what is left of one heap, by any take, that lead to a value.
pub(super) struct RisingSplits<'a> {
    /// The rules; no heaps need be unequal.
    code: &'a Code,
    /// The values of heaps 1, 2, … below those that belong to classes.
    small: Vec<u64>,
    /// The way in which they rise.
    pattern: Pattern,
    /// The heap that is moved from.
    n: u64,
    /// The value of the two heaps that are left.
    value: u64,
    /// The classes of heaps.
    classes: Vec<Class>,
}

impl<'a> RisingSplits<'a> {
    /// Makes the splits of heap `n` with this value, if the values rise by a power of 2.
    pub(super) fn new(
        code: &'a Code,
        pattern: Pattern,
        grundy: impl Fn(u64) -> Option<u64>,
        n: u64,
        value: u64,
    ) -> Option<Self> {
        if !pattern.saltus.is_power_of_two() {
            return None;
        }
        let first = pattern.preperiod.max(1);
        let class = |heap| {
            let value = grundy(heap)?;
            let height = value / pattern.saltus;
            Some(Class {
                origin: i128::from(heap) - i128::from(pattern.period) * i128::from(height),
                first: height,
                low: value % pattern.saltus,
            })
        };
        let classes = (first..first + pattern.period)
            .map(class)
            .collect::<Option<_>>()?;
        Some(RisingSplits {
            code,
            small: (1..first).map(&grundy).collect::<Option<_>>()?,
            pattern,
            n,
            value,
            classes,
        })
    }

    /// Returns the way in which the values rise.
    pub(super) fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// Returns the steps that counting takes, about.
    pub(super) fn steps(&self) -> u64 {
        let classes = self.classes.len() as u64;
        let repeated = self.code.repeat().len() as u64;
        let digits = self.code.first_repeated() as u64 + repeated * (1 + repeated);
        let heights = self.classes.iter().map(|class| class.first).sum::<u64>();
        let pairs = classes * (classes * digits * u64::from(u64::BITS) + 2 * heights);
        pairs.saturating_add(self.pattern.preperiod * self.pattern.terms())
    }

    /// Counts the splits, given all heaps of each value.
    pub(super) fn count(&self, heaps_of_value: impl Fn(u64) -> Vec<u64>) -> u128 {
        let large = self.pattern.preperiod.max(1);
        // Ordered pairs are counted first.
        let mut ordered = 0;
        for (a, value) in (1..).zip(&self.small) {
            for b in heaps_of_value(value ^ self.value) {
                if b > 0 && self.may_leave(a + i128::from(b)) {
                    // With a large heap, the small one may stand first or last.
                    ordered += if b >= large { 2 } else { 1 };
                }
            }
        }
        for a in &self.classes {
            for b in &self.classes {
                if a.low ^ b.low == self.value % self.pattern.saltus {
                    ordered += self.count_of_classes(a, b);
                }
            }
        }
        let twins = if self.value == 0 {
            self.count_twins()
        } else {
            0
        };
        u128::midpoint(ordered, twins)
    }

    /// Returns whether some take leaves two heaps with this sum. A sum below 0 is what a longer take would leave.
    fn may_leave(&self, sum: i128) -> bool {
        let take = i128::from(self.n) - sum;
        take >= 0 && self.digit(take.unsigned_abs()).leaves(2)
    }

    /// Returns the digit of a take, however long.
    fn digit(&self, take: u128) -> Digit {
        let repeated = self.code.repeat().len() as u128;
        let past = take.saturating_sub(self.code.first_repeated() as u128);
        let equal_take = if repeated > 0 && past > 0 {
            take - past + past % repeated
        } else {
            take
        };
        u64::try_from(equal_take).map_or_else(|_| Digit::default(), |take| self.code.digit(take))
    }

    /// Counts the pairs of a heap of each of two classes.
    fn count_of_classes(&self, a: &Class, b: &Class) -> u128 {
        let period = self.pattern.period;
        let height = self.value / self.pattern.saltus;
        let mut too_low = 0;
        for first in 0..a.first {
            let sum = a.heap(first, period) + b.heap(height ^ first, period);
            too_low += u128::from(self.may_leave(sum));
        }
        for second in 0..b.first {
            let first = height ^ second;
            let sum = a.heap(first, period) + b.heap(second, period);
            too_low += u128::from(first >= a.first && self.may_leave(sum));
        }
        self.count_of_any_height(a.origin + b.origin) - too_low
    }

    /// Counts the pairs of two classes with any heights from 0 on, by the sum of the heaps that would have height 0.
    fn count_of_any_height(&self, origins: i128) -> u128 {
        let period = i128::from(self.pattern.period);
        let height = self.value / self.pattern.saltus;
        let rest_after = |take: usize| {
            let rest = i128::from(self.n) - origins - take as i128;
            (rest >= 0).then_some(rest)
        };
        // The largest c for which the heights H + 2c fit in what is left.
        let common = |rest: i128| u64::try_from((rest / period - i128::from(height)) / 2).ok();
        let mut masks = 0;
        for take in self.code.takes(2) {
            if let Some(rest) = rest_after(take as usize)
                && let Some(common) = common(rest)
                && rest == period * (i128::from(height) + 2 * i128::from(common))
                && common & height == 0
            {
                masks += 1;
            }
        }
        let modulus = self.code.repeat().len();
        for (place, digit) in self.code.repeat().iter().enumerate() {
            if digit.leaves(2)
                && let Some(rest) = rest_after(self.code.first_repeated() + place)
                && rest / period >= i128::from(height)
                && let Some(most) = common(rest)
            {
                let counts = masks_to(most, height, modulus);
                for (common, count) in counts.into_iter().enumerate() {
                    let sum = period * (i128::from(height) + 2 * common as i128);
                    if (rest - sum) % modulus as i128 == 0 {
                        masks += count;
                    }
                }
            }
        }
        masks << height.count_ones()
    }

    /// Counts the sums of two equal heaps.
    fn count_twins(&self) -> u128 {
        let is_twice = |left: u64| left >= 2 && left.is_multiple_of(2);
        let left_after = |take: usize| self.n.checked_sub(take as u64);
        let mut twins = 0;
        for take in self.code.takes(2) {
            twins += u128::from(left_after(take as usize).is_some_and(is_twice));
        }
        let modulus = self.code.repeat().len() as u64;
        for (place, digit) in self.code.repeat().iter().enumerate() {
            let Some(left) = left_after(self.code.first_repeated() + place) else {
                continue;
            };
            if !digit.leaves(2) {
                continue;
            }
            // What is left is `left` less multiples of the modulus, and even.
            let step = if modulus.is_multiple_of(2) {
                modulus
            } else {
                2 * modulus
            };
            let largest = if left.is_multiple_of(2) {
                Some(left)
            } else if modulus.is_multiple_of(2) {
                None
            } else {
                left.checked_sub(modulus)
            };
            if let Some(largest) = largest.filter(|&largest| largest >= 2) {
                twins += u128::from((largest - 2) / step) + 1;
            }
        }
        twins
    }
}

/// Counts the numbers from 0 to `most` that have no bit of `other`, by their remainders modulo `modulus`.
pub fn masks_to(most: u64, other: u64, modulus: usize) -> Vec<u128> {
    let mut below = vec![0u128; modulus];
    // The remainder of the leading bits of `most` itself, as long as they have none of the other number.
    let mut equal = Some(0);
    for bit in (0..u64::BITS).rev() {
        let may_be_set = other >> bit & 1 == 0;
        let mut next = vec![0u128; modulus];
        for (remainder, &count) in below.iter().enumerate() {
            next[2 * remainder % modulus] += count;
            if may_be_set {
                next[(2 * remainder + 1) % modulus] += count;
            }
        }
        if most >> bit & 1 == 0 {
            equal = equal.map(|remainder| 2 * remainder % modulus);
        } else {
            if let Some(remainder) = equal {
                next[2 * remainder % modulus] += 1;
            }
            equal = match equal {
                Some(remainder) if may_be_set => Some((2 * remainder + 1) % modulus),
                _ => None,
            };
        }
        below = next;
    }
    if let Some(remainder) = equal {
        below[remainder] += 1;
    }
    below
}
