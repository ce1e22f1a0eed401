//! The sparse space: a split of the values into rare and common ones.
//!
//! **A feat.** It is for long sequences such as `octal 0.007: 1000000`, and the values are right without it: where no space
//! is found, nothing is called common, and heaps are found one by one from all their splits.
//!
//! Let a value v of a heap n be *common* when the bits of v under a mask, plus c·n, plus a
//! constant d, have odd sum. When d ≡ c·k modulo 2 for every take k that splits, the parity of
//! a heap left whole is the sum of the parities of its two parts, so two common (or two rare)
//! parts leave a rare value and one of each a common value. If rare heaps are few, only they
//! need be tried to know the common values a heap cannot have. (The phenomenon, with c = 0: Winning
//! Ways chapter 4; with c = 1, as 0.127 wants: Gangolli and Plambeck 1989.)
//!
//! The common values of 0.77 (Kayles), 1, 2, 4, 7, 8, …, have an odd number of bits: the mask is 15, c = d = 0.
//!
//! ```text
//!   heap    0  1  2  3  4  5  6  7  8  9      rare are the heaps 0, 3 and 6, of values 0, 3 and 3
//!   value   0  1  2  3  1  4  3  2  1  ?
//!
//!   heap 9 leaves 8 or 7, in one part or two; with a rare part:
//!     8 = 0 + 8: 1     3 + 5: 7     6 + 2: 1             7 = 0 + 7: 2     3 + 4: 2     6 + 1: 2
//! ```
//!
//! So 4 is the least common value that heap 9 does not reach. The rare values below, 0 and 3, are reached by 4 + 4 and
//! by 1 + 7, and 4 is the mex.

#![expect(
    clippy::cast_possible_truncation,
    reason = "one bit of a heap is used, and a balance is no larger than the number of values"
)]

use crate::convolution::walsh_hadamard;

/// One way to split the values into rare and common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The mask of the bits of a value that are counted.
    mask: u16,
    /// The factor c, as a mask on the heap size: 0 or 1.
    position: u32,
    /// The constant d.
    shift: u32,
}

/// The parity of the number of ones of each number below 16, as bits.
const PARITY_OF_FOUR_BITS: u32 = 0x6996;

impl Space {
    /// The space in which no value is common.
    const NOTHING_COMMON: Space = Space::of_mask(0);

    /// Returns whether value `v` is common for a heap of `n`.
    #[inline]
    pub fn is_common(self, v: u16, n: usize) -> bool {
        // Counting bits takes longer where no instruction does it.
        let mut bits = u32::from(v & self.mask);
        bits ^= bits >> 8;
        bits ^= bits >> 4;
        let parity = PARITY_OF_FOUR_BITS >> (bits & 15);
        (parity ^ (n as u32 & self.position) ^ self.shift) & 1 == 1
    }

    /// Makes the space whose common values have an odd number of bits of a mask.
    pub const fn of_mask(mask: u16) -> Self {
        Space {
            mask,
            position: 0,
            shift: 0,
        }
    }

    /// Returns the least bit of the mask, if it has one.
    pub fn lowest_bit(self) -> Option<u16> {
        (self.mask != 0).then(|| self.mask & self.mask.wrapping_neg())
    }

    /// Finds the space with the fewest rare heaps among `values` (heaps 0, 1, …), and returns it with their number.
    /// `splits` are the takes that split.
    ///
    /// # Complexity
    ///
    /// O(n + V log V), V the largest value rounded up to a power of two: a Walsh–Hadamard
    /// transform of the value counts judges all masks at once.
    pub fn fewest_rares(values: &[u16], splits: &[u32]) -> (Space, usize) {
        let size = width(values);
        let mut best: Option<(Space, usize)> = None;
        for position in [0u32, 1] {
            let shift = match splits {
                [] => 0,
                [first, rest @ ..] => {
                    if rest.iter().any(|k| (k ^ first) & position != 0) {
                        continue;
                    }
                    first & position
                }
            };
            // After the transform balance[mask] is the number of heaps with even sum, less those with odd sum.
            let mut balance = vec![0i64; size];
            for (n, &v) in (0u32..).zip(values) {
                let is_even = ((n & position) + shift) & 1 == 0;
                balance[usize::from(v)] += if is_even { 1 } else { -1 };
            }
            walsh_hadamard(&mut balance, |a, b| (a + b, a - b));
            for (mask, &balance) in (0u16..=u16::MAX).zip(&balance) {
                let rares = (values.len() as i64 + balance) as usize / 2;
                if best.is_none_or(|(_, fewest)| rares < fewest) {
                    let space = Space {
                        mask,
                        position,
                        shift,
                    };
                    best = Some((space, rares));
                }
            }
        }
        best.unwrap_or((Space::NOTHING_COMMON, values.len()))
    }
}

/// Returns the least power of two above all of these values, and so above the nim-sum of any two.
pub fn width(values: &[u16]) -> usize {
    let top = values.iter().copied().max().unwrap_or(0);
    (usize::from(top) + 1).next_power_of_two()
}
