//! Turning any coins: at most T in all, or exactly T.

use super::code::{Lexicode, odious};
use super::{beyond_64_bits, count};
use crate::sequence::Shared;
use grundy_machine::budget::{Budget, Limit};

/// Sets of coins by their number.
#[derive(Debug)]
pub struct CoinSets {
    /// T.
    pub(super) number: u64,
    /// Exactly T, and not fewer.
    exactly: bool,
    /// The table of the lexicode for T or T − 1, whichever is even, from 4 on.
    code: Option<Shared<Lexicode>>,
    pub(super) budget: Budget,
}

/// The places below a head: some of value 0, then those of the code.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    /// Places 1 to `zeros` have value 0.
    pub zeros: u64,
    /// The next `coded` places have the values of places 1, 2, … of the code.
    pub coded: u64,
}

impl CoinSets {
    pub fn new(number: u64, exactly: bool, budget: Budget) -> Self {
        let code = (number >= 4).then(|| Shared::new(Lexicode::new(number / 2 * 2, budget)));
        CoinSets {
            number,
            exactly,
            code,
            budget,
        }
    }

    fn zeros(&self) -> u64 {
        if self.exactly { self.number - 1 } else { 0 }
    }

    pub fn below(&self, place: u64) -> Below {
        let zeros = self.zeros().min(place - 1);
        Below {
            zeros,
            coded: place - 1 - zeros,
        }
    }

    /// The sizes that the set of the other coins may have.
    pub fn sizes(&self, place: u64) -> std::ops::RangeInclusive<u64> {
        let others = self.number - 1;
        if !self.exactly {
            return 0..=others.min(place - 1);
        }
        if others < place {
            others..=others
        } else {
            std::ops::RangeInclusive::new(1, 0)
        }
    }

    pub fn value(&self, place: u64) -> Result<u64, Limit> {
        match place.checked_sub(self.zeros()) {
            None | Some(0) => Ok(0),
            Some(i) => self.coded(i),
        }
    }

    /// The value of place `i` ≥ 1 under *at most T*.
    pub fn coded(&self, i: u64) -> Result<u64, Limit> {
        match self.number {
            1 => return Ok(1),
            2 => return Ok(i),
            3 => return odious(i - 1).ok_or_else(|| beyond_64_bits(i)),
            _ => {}
        }
        if i <= self.number {
            // Every set of the coins to the left may be turned.
            return if i <= 64 {
                Ok(1 << (i - 1))
            } else {
                Err(beyond_64_bits(i))
            };
        }
        if i == self.number + 1 {
            // Every set but all of them.
            return if i <= 65 {
                Ok(u64::MAX >> (65 - i))
            } else {
                Err(beyond_64_bits(i))
            };
        }
        let Some(code) = &self.code else {
            return Err(beyond_64_bits(i));
        };
        if self.number.is_multiple_of(2) {
            code.read(i, |code| code.value(i))
        } else {
            code.read(i - 1, |code| code.value(i - 1))
                .and_then(|v| odious(v).ok_or_else(|| beyond_64_bits(i)))
        }
    }

    /// The place of the code with this value, among the first `coded`.
    pub fn place_of(&self, value: u64, coded: u64) -> Option<u64> {
        let i = match self.number {
            1 => return None,
            2 => value,
            3 => odious_index(value)?.checked_add(1)?,
            _ => {
                let count = coded.min(self.number);
                if value.is_power_of_two() && u64::from(value.trailing_zeros()) < count {
                    u64::from(value.trailing_zeros()) + 1
                } else {
                    // Values ascend with the places.
                    let (mut low, mut high) = (1, coded);
                    while low < high {
                        let middle = low.midpoint(high);
                        if self.coded(middle).ok()? < value {
                            low = middle + 1
                        } else {
                            high = middle
                        }
                    }
                    if coded == 0 || self.coded(low).ok()? != value {
                        return None;
                    }
                    low
                }
            }
        };
        (1 <= i && i <= coded).then_some(i)
    }

    pub fn count(&self, place: u64) -> u128 {
        let sizes = self.sizes(place);
        let mut total = 0u128;
        for size in sizes {
            let Some(sum) = count::binomial(place - 1, size).and_then(|n| total.checked_add(n))
            else {
                return u128::MAX;
            };
            total = sum;
        }
        total
    }

    pub fn count_to(&self, place: u64, target: u64) -> Result<u128, Limit> {
        if self.sizes(place).is_empty() {
            return Ok(0);
        }
        let below = self.below(place);
        // In how many ways places of value 0 fill up a set of `size` coded coins.
        let fill = |size: u64| -> Option<u128> {
            let rest = (self.number - 1).checked_sub(size)?;
            if self.exactly {
                count::binomial(below.zeros, rest)
            } else {
                Some(1)
            }
        };
        let too_many = || Limit::fixed("the number of moves has more than 128 bits");
        let mut total = 0u128;
        let mut add = |size: u64, sets: u128| -> Result<(), Limit> {
            if sets == 0 || size >= self.number {
                return Ok(());
            }
            let more = fill(size).and_then(|ways| ways.checked_mul(sets));
            total = more
                .and_then(|more| total.checked_add(more))
                .ok_or_else(too_many)?;
            Ok(())
        };
        if self.number <= 3 {
            add(0, u128::from(target == 0))?;
            add(
                1,
                u128::from(target != 0 && self.place_of(target, below.coded).is_some()),
            )?;
            if self.number == 3 && target != 0 && target.count_ones().is_multiple_of(2) {
                add(2, u128::from(count::pairs(below.coded, target >> 1)))?;
            }
            return Ok(total);
        }
        if below.coded <= self.number {
            // The values are different powers of 2.
            let independent = below.coded >= 64 || target >> below.coded == 0;
            if independent {
                add(target.count_ones().into(), 1)?;
            }
            return Ok(total);
        }
        let values = (1..=below.coded)
            .map(|i| self.coded(i))
            .collect::<Result<Vec<u64>, Limit>>()?;
        count::by_characters(
            &values,
            below.zeros,
            self.number - 1,
            self.exactly,
            target,
            self.budget,
        )
    }

    /// A number of coded coins that have nim-sum `v`, or less; `None` when there is none.
    pub fn least_coins(&self, v: u64) -> u64 {
        if v == 0 {
            return 0;
        }
        match (&self.code, self.number) {
            (None, _) => 1,
            (Some(code), number) if number % 2 == 0 => code.peek(|code| code.least_coins(v)),
            (Some(code), _) => {
                let least = code.peek(|code| code.least_coins(v >> 1));
                // Every coin has an odd number of ones; the first has none but the last bit.
                if least % 2 == u64::from(v.count_ones() % 2) {
                    least
                } else {
                    least + 1
                }
            }
        }
    }

    pub fn bytes(&self) -> u64 {
        self.code
            .as_ref()
            .map_or(0, |code| code.peek(Lexicode::bytes))
    }
}

/// The `index`-th number (from 0) with an odd number of ones, if it has 64 bits, from its value.
fn odious_index(value: u64) -> Option<u64> {
    (value.count_ones() % 2 == 1).then_some(value >> 1)
}
