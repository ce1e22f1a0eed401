//! Games in which a move turns any coins: at most T in all, or exactly T.

use super::code::{Lexicode, odious};
use super::count;
use super::count::Chosen;
use crate::sequence::Shared;
use grundy_base::budget::{Budget, Limit};

/// The sets of coins that a move may turn, which are given by their number.
#[derive(Debug)]
pub struct CoinSets {
    /// The number T of coins that a move turns.
    pub(super) number: u64,
    /// Whether a move that turns fewer coins than T is not allowed.
    exactly: bool,
    /// The table of the lexicode for T or T − 1, whichever is even, from 4 on.
    code: Option<Shared<Lexicode>>,
    /// The memory and the steps that are allowed.
    pub(super) budget: Budget,
}

/// The numbers of places below a head: first some of value 0, then those of the code.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    /// The number of places of value 0: places 1 to `zeros`.
    pub zeros: u64,
    /// The number of places after them, whose values are those of places 1, 2, … of the code.
    pub coded: u64,
}

impl CoinSets {
    /// Makes the rule that turns at most or exactly `number` coins.
    pub fn new(number: u64, exactly: bool, budget: Budget) -> Self {
        let code = (number >= 4).then(|| Shared::new(Lexicode::new(number / 2 * 2, budget)));
        CoinSets {
            number,
            exactly,
            code,
            budget,
        }
    }

    /// Counts the places of value 0 at the left end of the strip.
    fn zeros(&self) -> u64 {
        if self.exactly { self.number - 1 } else { 0 }
    }

    /// Counts the places below a head, by what their values are.
    pub fn below(&self, place: u64) -> Below {
        let zeros = self.zeros().min(place - 1);
        Below {
            zeros,
            coded: place - 1 - zeros,
        }
    }

    /// Returns the sizes that the set of the other coins may have.
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

    /// Finds the Grundy value of a head at `place`.
    pub fn value(&self, place: u64) -> Result<u64, Limit> {
        match place.checked_sub(self.zeros()) {
            None | Some(0) => Ok(0),
            Some(i) => self.coded(i),
        }
    }

    /// Grows the table until it has the first `coded` places of the code, for a search that peeks into it.
    pub fn prepare_table(&self, coded: u64) -> Result<(), Limit> {
        if self.number > 3 && coded > self.number {
            // The values of places up to T + 1 are known without the table.
            self.coded(coded.max(self.number.saturating_add(2)))?;
        }
        Ok(())
    }

    /// Finds the value of place `i` ≥ 1 under *at most T*.
    pub fn coded(&self, i: u64) -> Result<u64, Limit> {
        match self.number {
            1 => return Ok(1),
            2 => return Ok(i),
            3 => return odious(i - 1).ok_or_else(|| beyond_64_bits(i)),
            _ => {}
        }
        if i <= self.number {
            // Every set of the coins to the left may be turned.
            if i > 64 {
                return Err(beyond_64_bits(i));
            }
            return Ok(1 << (i - 1));
        }
        if i == self.number + 1 {
            // Every set of the coins to the left may be turned but that of all.
            if i > 65 {
                return Err(beyond_64_bits(i));
            }
            return Ok(u64::MAX >> (65 - i));
        }
        let Some(code) = &self.code else {
            return Err(beyond_64_bits(i));
        };
        if self.number.is_multiple_of(2) {
            return code.read(i, |code| code.value(i));
        }
        let half = code.read(i - 1, |code| code.value(i - 1))?;
        odious(half).ok_or_else(|| beyond_64_bits(i))
    }

    /// Finds the place of the code that has this value, among the first `coded`.
    pub fn place_of(&self, value: u64, coded: u64) -> Option<u64> {
        let i = match self.number {
            1 => return None,
            2 => value,
            3 => odious_index(value)?.checked_add(1)?,
            _ => return self.place_in_table(value, coded),
        };
        (1 <= i && i <= coded).then_some(i)
    }

    /// Finds the place of this value, among the first `coded`, in a code that has a table.
    fn place_in_table(&self, value: u64, coded: u64) -> Option<u64> {
        let exponent = u64::from(value.trailing_zeros());
        if value.is_power_of_two() && exponent < coded.min(self.number) {
            return Some(exponent + 1);
        }
        if coded == 0 {
            return None;
        }
        // Values ascend with the places.
        let mut low = 1;
        let mut high = coded;
        while low < high {
            let middle = low.midpoint(high);
            if self.coded(middle).ok()? < value {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (self.coded(low).ok()? == value).then_some(low)
    }

    /// Counts the moves of a head at `place`; `u128::MAX` stands for all numbers that do not fit.
    pub fn count(&self, place: u64) -> u128 {
        let mut total = 0u128;
        for size in self.sizes(place) {
            let sets = count::binomial(place - 1, size);
            let Some(sum) = sets.and_then(|sets| total.checked_add(sets)) else {
                return u128::MAX;
            };
            total = sum;
        }
        total
    }

    /// Counts the moves of a head at `place` that leave nim-sum `target`.
    pub fn count_to(&self, place: u64, target: u64) -> Result<u128, Limit> {
        if self.sizes(place).is_empty() {
            return Ok(0);
        }
        let below = self.below(place);
        let count = if self.number <= 3 {
            self.count_few_coins(below, target)
        } else if below.coded <= self.number {
            // The values are different powers of 2, so one set at most has this nim-sum.
            let exists = below.coded >= 64 || target >> below.coded == 0;
            let sets = u128::from(exists);
            self.filled(target.count_ones().into(), sets, below.zeros)
        } else {
            return self.count_by_characters(below, target);
        };
        count.ok_or_else(|| Limit::fixed("the number of moves has more than 128 bits"))
    }

    /// Counts the sets of two other coins at most, which is all that a move of three coins turns.
    fn count_few_coins(&self, below: Below, target: u64) -> Option<u128> {
        if target == 0 {
            // Values of the code differ and are not 0, so the set has none of its coins.
            return self.filled(0, 1, below.zeros);
        }
        let single = self.place_of(target, below.coded).is_some();
        let mut total = self.filled(1, u128::from(single), below.zeros)?;
        if self.number == 3 && target.count_ones().is_multiple_of(2) {
            let pairs = count::pairs(below.coded, target >> 1);
            total = total.checked_add(self.filled(2, u128::from(pairs), below.zeros)?)?;
        }
        Some(total)
    }

    /// Counts the sets that consist of one of `sets` sets of `size` coins of the code and of as many coins of
    /// value 0, of `zeros` such coins, as the rule still asks for. Returns `None` if they do not fit.
    fn filled(&self, size: u64, sets: u128, zeros: u64) -> Option<u128> {
        if sets == 0 || size >= self.number {
            return Some(0);
        }
        if !self.exactly {
            return Some(sets);
        }
        count::binomial(zeros, self.number - 1 - size)?.checked_mul(sets)
    }

    /// Counts the sets of other coins that have nim-sum `target`, from the values of all places below the head.
    fn count_by_characters(&self, below: Below, target: u64) -> Result<u128, Limit> {
        let values = (1..=below.coded)
            .map(|i| self.coded(i))
            .collect::<Result<Vec<u64>, Limit>>()?;
        let others = self.number - 1;
        let chosen = if self.exactly {
            Chosen::Exactly(others)
        } else {
            Chosen::AtMost(others)
        };
        count::by_characters(&values, below.zeros, chosen, target, self.budget)
    }

    /// Returns a lower bound on the number of coded coins that have nim-sum `v`.
    pub fn least_coins(&self, v: u64) -> u64 {
        if v == 0 {
            return 0;
        }
        let Some(code) = &self.code else {
            return 1;
        };
        if self.number.is_multiple_of(2) {
            return code.peek(|code| code.least_coins(v));
        }
        let least = code.peek(|code| code.least_coins(v >> 1));
        // Every value has an odd number of ones, and the first value is 1: a coin of it completes the last bit.
        if least % 2 == u64::from(v.count_ones() % 2) {
            least
        } else {
            least + 1
        }
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.code
            .as_ref()
            .map_or(0, |code| code.peek(Lexicode::bytes))
    }
}

/// Returns the index of `value` among the numbers with an odd number of ones, counted from 0.
fn odious_index(value: u64) -> Option<u64> {
    (value.count_ones() % 2 == 1).then_some(value >> 1)
}

/// Makes the error of a value that needs more than 64 bits.
fn beyond_64_bits(place: u64) -> Limit {
    Limit::fixed(format!(
        "the Grundy value of a head at place {place} has more than 64 bits"
    ))
}
