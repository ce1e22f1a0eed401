//! The heaps of a line that is too long to be kept, counted.
//!
//! How many heaps have a winning move is known only when all are: it is the number of heaps that
//! contain the highest bit of the nim-sum. So heaps are counted by each of their bits: *plane* k
//! holds, for every bit in eight lanes, digit k of how many heaps of that lane contain it. Adding
//! a heap to a lane is a binary addition whose carry goes up a plane; the planes at the bottom, most
//! often added to, are joined four vectors at a time (Harley and Seal). The nim-sum is plane 0, its
//! lanes joined. Cost: a few instructions for every eight heaps, and 4 KB.

/// Eight heaps.
type Lanes = [u64; 8];

/// Enough for 8 · 2⁶⁴ heaps.
const PLANES: usize = 64;

/// How many heaps contain each bit.
#[derive(Clone)]
pub(super) struct Tally {
    planes: Box<[Lanes; PLANES]>,
    heaps: u64,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { planes: Box::new([[0; 8]; PLANES]), heaps: 0 }
    }
}

impl Tally {
    /// Whether no heap was added.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.heaps == 0
    }

    /// Forgets the heaps.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        if !self.is_empty() {
            *self.planes = [[0; 8]; PLANES];
            self.heaps = 0;
        }
    }

    /// Adds heaps.
    #[inline(always)]
    pub(super) fn add(&mut self, heaps: &[u64]) {
        self.heaps += heaps.len() as u64;
        let (eights, rest) = heaps.as_chunks::<8>();
        let (fours, others) = eights.as_chunks::<4>();
        let [mut ones, mut twos] = [self.planes[0], self.planes[1]];
        for [a, b, c, d] in fours {
            let low = add_three(&mut ones, a, b);
            let high = add_three(&mut ones, c, d);
            let carry = add_three(&mut twos, &low, &high);
            self.carry(2, carry);
        }
        [self.planes[0], self.planes[1]] = [ones, twos];
        for &lanes in others {
            self.carry(0, lanes);
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.carry(0, last);
    }

    /// Adds the heaps of another tally.
    pub(super) fn join(&mut self, other: &Tally) {
        self.heaps += other.heaps;
        for (plane, &lanes) in other.planes.iter().enumerate() {
            self.carry(plane, lanes);
        }
    }

    /// Adds a digit to every count.
    #[inline(always)]
    fn carry(&mut self, plane: usize, mut lanes: Lanes) {
        for plane in &mut self.planes[plane..] {
            let mut any = 0;
            for (digit, carry) in plane.iter_mut().zip(&mut lanes) {
                (*digit, *carry) = (*digit ^ *carry, *digit & *carry);
                any |= *carry;
            }
            if any == 0 {
                break;
            }
        }
    }

    /// How many of the heaps have a winning move; none when the nim-sum is 0.
    pub(super) fn wins(&self) -> u64 {
        let nim_sum = self.planes[0].iter().fold(0, |sum, lane| sum ^ lane);
        let Some(high) = nim_sum.checked_ilog2() else { return 0 };
        let digit = |plane: &Lanes| plane.iter().map(|lane| lane >> high & 1).sum::<u64>();
        self.planes.iter().rev().fold(0, |count, plane| 2 * count + digit(plane))
    }
}

/// Adds two digits to every count; gives the carries.
#[inline(always)]
fn add_three(digits: &mut Lanes, a: &Lanes, b: &Lanes) -> Lanes {
    let mut carry = [0; 8];
    for i in 0..8 {
        let both = a[i] ^ b[i];
        carry[i] = (a[i] & b[i]) | (digits[i] & both);
        digits[i] ^= both;
    }
    carry
}
