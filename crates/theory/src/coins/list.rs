//! Listing sets of coins with a given nim-sum.

use super::sets::{Below, CoinSets};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt;

/// The most coins of a move that is searched for: the search goes as deep.
const MAX_CHOSEN_COINS: u64 = 256;

/// A search through the sets of coins below one head, depth first, in the order of answers.
pub struct CoinSearch<'a> {
    sets: &'a CoinSets,
    below: Below,
    /// The head, then the coins chosen so far, from right to left.
    turned: Vec<u64>,
    work: u64,
    budget: Budget,
}

impl CoinSets {
    /// Shows the moves of a coin that leave nim-sum `target`, or all of them, until `each` says false.
    ///
    /// # Errors
    ///
    /// When the search takes more than the budget.
    pub fn moves_to(
        &self,
        place: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), Limit> {
        let mut search = CoinSearch::new(self, place, self.budget);
        for size in self.sizes(place) {
            if !search.list(size, target, each)? {
                break;
            }
        }
        Ok(())
    }
}

impl<'a> CoinSearch<'a> {
    pub fn new(sets: &'a CoinSets, place: u64, budget: Budget) -> Self {
        CoinSearch {
            sets,
            below: sets.below(place),
            turned: vec![place],
            work: 0,
            budget,
        }
    }

    /// Lists the sets of `size` further coins; false when `each` said that it has enough.
    pub fn list(
        &mut self,
        size: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<bool, Limit> {
        if let Some(target) = target {
            if size == 2 && self.sets.number == 3 {
                return self.list_pairs(target, each);
            }
            // Tables are as long as they will be needed before the search looks at them.
            let (number, coded) = (self.sets.number, self.below.coded);
            if number > 3 && coded > number {
                self.sets.coded(coded.max(number + 2))?;
            }
        }
        if size >= MAX_CHOSEN_COINS {
            return Err(Limit::fixed(format!(
                "a listed move of this rule turns at most {MAX_CHOSEN_COINS} coins"
            )));
        }
        self.descend(self.below.zeros + self.below.coded + 1, size, target, each)
    }

    /// Chooses `size` coins below `end`.
    fn descend(
        &mut self,
        end: u64,
        size: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<bool, Limit> {
        self.work += 1;
        if self.work.is_multiple_of(1 << 12) {
            interrupt::check();
        }
        if self.work > self.budget.work / 256 {
            return Err(Limit::work("listing the moves takes too many steps"));
        }
        if size == 0 {
            return Ok(target.is_some_and(|target| target != 0) || each(&self.turned));
        }
        let Some(target) = target else {
            return self.each_place(size, end, |search, place| {
                search.descend(place, size - 1, None, each)
            });
        };
        if self.sets.least_coins(target) > size {
            return Ok(true);
        }
        if size == 1 && target != 0 {
            let coded = end - 1 - self.below.zeros.min(end - 1);
            return match self.sets.place_of(target, coded) {
                None => Ok(true),
                Some(i) => self.with(self.below.zeros + i, |search| Ok(each(&search.turned))),
            };
        }
        if size == 1 {
            // Only the places of value 0 are left.
            let end = end.min(self.below.zeros + 1);
            return self.each_place(size, end, |search, _| Ok(each(&search.turned)));
        }
        self.each_place(size, end, |search, place| {
            let value = search.sets.value(place)?;
            search.descend(place, size - 1, Some(target ^ value), each)
        })
    }

    /// Tries each place below `end` that leaves room for the other coins of `size`, ascending.
    fn each_place(
        &mut self,
        size: u64,
        end: u64,
        mut then: impl FnMut(&mut Self, u64) -> Result<bool, Limit>,
    ) -> Result<bool, Limit> {
        for place in size..end {
            if !self.with(place, |search| then(search, place))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn with(
        &mut self,
        place: u64,
        then: impl FnOnce(&mut Self) -> Result<bool, Limit>,
    ) -> Result<bool, Limit> {
        self.turned.push(place);
        let result = then(self);
        self.turned.pop();
        result
    }

    /// Two coins of three: the values without their last bit are 0, 1, 2, …, so the partner of each
    /// place is known, and only every second block of places has a lower one.
    fn list_pairs(
        &mut self,
        target: u64,
        each: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<bool, Limit> {
        let Below { zeros, coded } = self.below;
        let mut send = |search: &mut Self, i: u64, j: u64| {
            search.turned.truncate(1);
            search.turned.extend([i, j]);
            each(&search.turned)
        };
        if target == 0 {
            // Two of the places of value 0: there are two of them at most.
            return Ok(zeros < 2 || send(self, 2, 1));
        }
        if target.count_ones() % 2 == 1 {
            // A coin of this value and one of value 0.
            let Some(i) = self.sets.place_of(target, coded) else {
                return Ok(true);
            };
            return Ok((1..=zeros).all(|zero| send(self, zeros + i, zero)));
        }
        let half = target >> 1;
        let top = 1u64 << half.ilog2();
        let mut i = top;
        while i < coded {
            if !send(self, zeros + i + 1, zeros + (i ^ half) + 1) {
                return Ok(false);
            }
            self.work += 1;
            match i.checked_add(1) {
                Some(next) => i = next | top,
                None => break,
            }
        }
        self.turned.truncate(1);
        Ok(true)
    }
}
