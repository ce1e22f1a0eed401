//! Turning stretches of neighbours: the Ruler game, and its form with at most T coins.

use super::MAX_TURNED_COINS;
use grundy_machine::budget::Limit;

/// Runs of at most `most` coins.
///
/// Let 2ᴸ be the largest power of 2 up to `most`, and h(p) the largest power of 2 that divides p,
/// but at most 2ᴸ. The nim-sum of h(1), …, h(m) is the Gray code m ⊕ ⌊m/2⌋ of m mod 2^(L+1): it
/// differs for any 2^(L+1) values of m in a row, so no run of at most `most` < 2^(L+1) coins has
/// nim-sum 0. And the 2ʲ − 1 values left of a place with h(p) = 2ʲ have all nim-sums below 2ʲ. So h is
/// the mex, and two runs that end at one place never have the same nim-sum.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    most: u64,
    /// 2^(L+1) − 1.
    mask: u64,
}

impl Runs {
    pub fn new(most: u64) -> Self {
        Runs {
            most,
            mask: u64::MAX >> most.leading_zeros(),
        }
    }

    pub fn value(self, place: u64) -> u64 {
        let top = self.mask ^ self.mask >> 1;
        1 << place.trailing_zeros().min(top.trailing_zeros())
    }

    /// The most coins of a run that ends at `place`.
    pub fn longest(self, place: u64) -> u64 {
        self.most.min(place)
    }

    /// The length of the run that ends at `place` and leaves nim-sum `target` beside the head.
    pub fn length_to(self, place: u64, target: u64) -> Option<u64> {
        let gray = |m: u64| (m & self.mask) ^ (m & self.mask) >> 1;
        if target & !self.mask != 0 {
            return None;
        }
        let mut before = gray(place - 1) ^ target;
        for shift in [1, 2, 4, 8, 16, 32] {
            before ^= before >> shift;
        }
        let length = ((place - 1).wrapping_sub(before) & self.mask).checked_add(1)?;
        (length <= self.longest(place)).then_some(length)
    }

    pub fn moves_to(
        self,
        place: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), Limit> {
        let (first, last) = match target {
            None => (1, self.longest(place)),
            Some(target) => match self.length_to(place, target) {
                Some(length) => (length, length),
                None => return Ok(()),
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
            if !each(&turned) {
                return Ok(());
            }
        }
        Ok(())
    }
}
