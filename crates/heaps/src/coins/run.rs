//! Games in which a move turns a stretch of neighbours: the Ruler game, and its form with at most T coins.

use std::ops::ControlFlow::{self, Break, Continue};

use grundy_base::budget::Limit;

/// The runs of at most `most` coins that a move may turn.
///
/// Let 2ᴸ be the largest power of 2 up to `most`, and h(p) the largest power of 2 that divides p,
/// but at most 2ᴸ. The nim-sum of h(1), …, h(m) is the Gray code m ⊕ ⌊m/2⌋ of m mod 2^(L+1). It
/// differs for any 2^(L+1) values of m in a row, so no run of at most `most` < 2^(L+1) coins has
/// nim-sum 0. The runs of the 2ʲ − 1 coins left of a place with h(p) = 2ʲ have all nim-sums below 2ʲ. So h is
/// the mex, and two runs that end at one place never have the same nim-sum.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// The most coins of a run.
    most: u64,
    /// The mask of the bits that values have: 2^(L+1) − 1.
    mask: u64,
}

impl Runs {
    /// Makes the rule of runs of at most `most` coins.
    pub fn new(most: u64) -> Self {
        Runs {
            most,
            mask: u64::MAX >> most.leading_zeros(),
        }
    }

    /// Returns the Grundy value of a head at `place`, h(place).
    pub fn value(self, place: u64) -> u64 {
        let top = self.mask ^ self.mask >> 1;
        1 << place.trailing_zeros().min(top.trailing_zeros())
    }

    /// Returns the length of the longest run that ends at `place`.
    pub fn longest(self, place: u64) -> u64 {
        self.most.min(place)
    }

    /// Finds the length of the run that ends at `place` and whose other coins have nim-sum `target`.
    pub fn length_to(self, place: u64, target: u64) -> Option<u64> {
        if target & !self.mask != 0 {
            return None;
        }
        // The nim-sum of places 1 to m, without that of places 1 to place − 1, is `target`.
        let last = (place - 1) & self.mask;
        let gray_of_last = last ^ last >> 1;
        let mut m = gray_of_last ^ target;
        // This decodes the Gray code.
        for shift in [1, 2, 4, 8, 16, 32] {
            m ^= m >> shift;
        }
        let length = ((place - 1).wrapping_sub(m) & self.mask).checked_add(1)?;
        (length <= self.longest(place)).then_some(length)
    }

    /// Shows `each` the runs that end at `place`, or the one that leaves nim-sum `target`, until it breaks.
    pub fn moves_to(
        self,
        place: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let (first, last) = match target {
            None => (1, self.longest(place)),
            Some(target) => match self.length_to(place, target) {
                Some(length) => (length, length),
                None => return Ok(Continue(())),
            },
        };
        let mut turned = Vec::new();
        for length in first..=last {
            if length > MAX_TURNED_COINS {
                return Err(Limit::fixed(format!(
                    "a listed move turns at most {MAX_TURNED_COINS} coins, here {length}"
                )));
            }
            let from = place - turned.len() as u64;
            turned.extend((place - length + 1..=from).rev());
            if each(&turned).is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }
}

/// The most coins that a listed move may turn.
pub const MAX_TURNED_COINS: u64 = 1_000_000;
