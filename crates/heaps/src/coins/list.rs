//! Lists the sets of coins that have a given nim-sum.

use std::ops::ControlFlow::{self, Break, Continue};

use super::sets::{Below, CoinSets};
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use grundy_base::sync::interrupt;
use grundy_base::sync::interrupt::Checked;

/// The number of chosen coins from which moves are not listed: the search recurses once for each coin.
const MAX_CHOSEN_COINS: u64 = 256;

/// A depth-first search through the sets of coins to the left of one head. It finds sets in the order of
/// answers: lower places first.
///
/// The functions of the search show each set to `each`, and break once it does.
struct CoinSearch<'a> {
    /// The rule.
    sets: &'a CoinSets,
    /// The numbers of places below the head.
    below: Below,
    /// The place of the head, then the places of the coins chosen so far, from right to left.
    turned: Vec<u64>,
    /// The steps taken so far.
    work: u64,
    /// The steps that are allowed.
    budget: Budget,
}

impl CoinSets {
    /// Shows `each` the moves of a head that leave nim-sum `target`, or all its moves, until it breaks. Moves with fewer coins come first.
    ///
    /// # Errors
    ///
    /// Fails when the search takes more steps than its share of the budget.
    pub fn moves_to(
        &self,
        place: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let mut search = CoinSearch::new(self, place, self.budget);
        for size in self.sizes(place) {
            if search.list(size, target, each)?.is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }
}

impl<'a> CoinSearch<'a> {
    /// Begins a search below the head at `place`.
    pub fn new(sets: &'a CoinSets, place: u64, budget: Budget) -> Self {
        CoinSearch {
            sets,
            below: sets.below(place),
            turned: vec![place],
            work: 0,
            budget,
        }
    }

    /// Lists the sets of `size` coins that may be turned together with the head.
    pub fn list(
        &mut self,
        size: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        if let Some(target) = target {
            if size == 2 && self.sets.number == 3 {
                return Ok(self.list_pairs(target, each));
            }
            self.sets.prepare_table(self.below.coded)?;
        }
        if size >= MAX_CHOSEN_COINS {
            return Err(Limit::fixed(format!(
                "a listed move of this rule turns at most {MAX_CHOSEN_COINS} coins"
            )));
        }
        let end = self.below.zeros + self.below.coded + 1;
        match target {
            None => self.choose_any(end, size, each),
            Some(target) => self.choose(end, size, target, each),
        }
    }

    /// Counts one step of the search.
    fn count_step(&mut self) -> Result<(), Limit> {
        self.work += 1;
        if self.work.is_multiple_of(1 << 12) {
            interrupt::check();
        }
        if self.work > shares::heaps::listing_coins(self.budget.work) {
            return Err(Limit::work("listing the moves takes too many steps"));
        }
        Ok(())
    }

    /// Chooses `size` coins below `end` in every way.
    fn choose_any(
        &mut self,
        end: u64,
        size: u64,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        self.count_step()?;
        if size == 0 {
            return Ok(each(&self.turned));
        }
        // Lower places than `size` leave no room for the other coins.
        for place in size..end {
            self.turned.push(place);
            let flow = self.choose_any(place, size - 1, each);
            self.turned.pop();
            if flow?.is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// Chooses `size` coins below `end` in every way that has nim-sum `target`.
    fn choose(
        &mut self,
        end: u64,
        size: u64,
        target: u64,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        self.count_step()?;
        if size == 0 {
            let is_move = target == 0;
            return Ok(if is_move {
                each(&self.turned)
            } else {
                Continue(())
            });
        }
        if self.sets.least_coins(target) > size {
            return Ok(Continue(()));
        }
        if size == 1 {
            return Ok(self.choose_last(end, target, each));
        }
        // Lower places than `size` leave no room for the other coins.
        for place in size..end {
            let value = self.sets.value(place)?;
            self.turned.push(place);
            let flow = self.choose(place, size - 1, target ^ value, each);
            self.turned.pop();
            if flow?.is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// Chooses the last coin: below `end`, and of value `target`.
    fn choose_last(
        &mut self,
        end: u64,
        target: u64,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let zeros = self.below.zeros;
        if target == 0 {
            let end = end.min(zeros + 1);
            return (1..end).try_for_each(|place| self.show_with(&[place], each));
        }
        // Values of the code differ from each other, so one place at most has this value.
        let coded = (end - 1).saturating_sub(zeros);
        match self.sets.place_of(target, coded) {
            None => Continue(()),
            Some(i) => self.show_with(&[zeros + i], each),
        }
    }

    /// Shows the set that has these coins also.
    fn show_with(
        &mut self,
        coins: &[u64],
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let chosen = self.turned.len();
        self.turned.extend_from_slice(coins);
        let flow = each(&self.turned);
        self.turned.truncate(chosen);
        flow
    }

    /// Lists the pairs of coins of nim-sum `target`, where a move turns three coins.
    ///
    /// The values of the code without their last bits are 0, 1, 2, …, and the last bit makes the number of ones
    /// odd. So two coins of the code have nim-sum `target` just when `target` has an even number of ones and the
    /// nim-sum of the places, counted from 0, is ⌊`target` / 2⌋: the partner of each place is known.
    fn list_pairs(
        &mut self,
        target: u64,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Below { zeros, coded } = self.below;
        if target == 0 {
            // Values of the code differ, so both coins are of value 0, and there are two such places at most.
            let is_pair = zeros >= 2;
            return if is_pair {
                self.show_with(&[2, 1], each)
            } else {
                Continue(())
            };
        }
        if target.count_ones() % 2 == 1 {
            // One coin has this value, and the other has value 0.
            let Some(i) = self.sets.place_of(target, coded) else {
                return Continue(());
            };
            return (1..=zeros).try_for_each(|zero| self.show_with(&[zeros + i, zero], each));
        }
        let half = target >> 1;
        let top = 1u64 << half.ilog2();
        let mut steps = Checked::default();
        // The partner i ⊕ half is lower than i just when i has the highest bit of `half`.
        let mut i = top;
        while i < coded {
            steps.step();
            self.show_with(&[zeros + i + 1, zeros + (i ^ half) + 1], each)?;
            let Some(next) = i.checked_add(1) else {
                break;
            };
            i = next | top;
        }
        Continue(())
    }
}
