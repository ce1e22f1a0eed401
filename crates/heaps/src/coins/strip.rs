//! A strip of coins under one rule.

use std::ops::ControlFlow;

use super::run::Runs;
use super::sets::CoinSets;
use grundy_base::budget::{Budget, Limit};
use grundy_rules::parts::CoinRule;

/// A visitor of moves, as the places that they turn, which may fail.
type TryEachMove<'e> = &'e mut dyn FnMut(&[u64]) -> Result<ControlFlow<()>, Limit>;

/// A strip of coins under one rule, analysed as far as records ask and shared by all of them.
#[derive(Debug)]
pub struct Strip(Form);

#[derive(Debug)]
enum Form {
    /// The rule that a move turns any coins, up to a number.
    Sets(Box<CoinSets>),
    /// The rule that a move turns neighbours.
    Runs(Runs),
}

impl Strip {
    /// Makes the strip of a rule, whose numbers are at least 1.
    pub fn new(rule: CoinRule, budget: Budget) -> Self {
        Strip(match rule {
            CoinRule::UpTo(most) => Form::Sets(Box::new(CoinSets::new(most, false, budget))),
            CoinRule::Exactly(number) => Form::Sets(Box::new(CoinSets::new(number, true, budget))),
            CoinRule::Run => Form::Runs(Runs::new(u64::MAX)),
            CoinRule::RunUpTo(most) => Form::Runs(Runs::new(most)),
        })
    }

    /// Finds the Grundy value of a head at `place` ≥ 1.
    ///
    /// # Errors
    ///
    /// Fails if the value has more than 64 bits, or the place lies beyond the table that the budget allows.
    pub fn value(&self, place: u64) -> Result<u64, Limit> {
        match &self.0 {
            Form::Sets(sets) => sets.value(place),
            Form::Runs(runs) => Ok(runs.value(place)),
        }
    }

    /// Counts the moves of a head at `place` that leave Grundy value `target` in its stead.
    ///
    /// # Errors
    ///
    /// Fails where [`Strip::value`] fails, and if the number has more than 128 bits.
    pub fn count_to(&self, place: u64, target: u64) -> Result<u128, Limit> {
        match &self.0 {
            Form::Sets(sets) => sets.count_to(place, target),
            Form::Runs(runs) => Ok(u128::from(runs.length_to(place, target).is_some())),
        }
    }

    /// Counts the moves of a head at `place`; `u128::MAX` stands for all numbers that do not fit.
    pub fn count(&self, place: u64) -> u128 {
        match &self.0 {
            Form::Sets(sets) => sets.count(place),
            Form::Runs(runs) => u128::from(runs.longest(place)),
        }
    }

    /// Shows `each` the places that the moves of a head at `place` turn, the head first and the others from
    /// right to left, until it breaks. With a `target`, only moves that leave this Grundy value are
    /// shown. Moves of fewer coins come first, then those with lower places.
    ///
    /// # Errors
    ///
    /// Fails where [`Strip::value`] fails, at a move of more than `MAX_TURNED_COINS` coins, and if the search
    /// takes more than its share of the budget.
    pub fn moves_to(
        &self,
        place: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        match &self.0 {
            Form::Sets(sets) => sets.moves_to(place, target, each),
            Form::Runs(runs) => runs.moves_to(place, target, each),
        }
    }

    /// Shows all these moves to a visitor that may fail.
    ///
    /// # Errors
    ///
    /// Fails where [`Strip::moves_to`] or the visitor fails.
    pub fn try_moves(&self, place: u64, each: TryEachMove<'_>) -> Result<ControlFlow<()>, Limit> {
        let mut failure = None;
        let flow = self.moves_to(place, None, &mut |coins| {
            each(coins).unwrap_or_else(|limit| {
                failure = Some(limit);
                ControlFlow::Break(())
            })
        })?;
        failure.map_or(Ok(flow), Err)
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        match &self.0 {
            Form::Sets(sets) => sets.bytes(),
            Form::Runs(_) => 0,
        }
    }
}
