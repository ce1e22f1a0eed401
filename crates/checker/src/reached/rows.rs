//! Rows of numbers that are one position together: Moore's nim, staircase nim, end-nim, sequential nim, and
//! coins on a strip.
//!
//! A state is the numbers: heaps of Moore's nim and squares of coins ascending, without heaps of 0; the piles of
//! end-nim and sequential nim without those of 0; all steps of a staircase.

use std::ops::ControlFlow;

use grundy_record::{Move, Record};

use super::{GameId, Rules, State, Visit};
use crate::{Checked, rejected, unproved};

/// The numbers of a record.
pub(super) struct Row {
    game: GameId,
    /// The most heaps that a move of Moore's nim lowers.
    most: usize,
    numbers: State,
}

impl Row {
    pub(super) fn new(record: &Record<'_>, game: GameId) -> Checked<Row> {
        let most = record.rules.number.map_or(1, |number| usize::try_from(number).unwrap_or(usize::MAX));
        let numbers = State::from_slice(&record.position.numbers);
        if matches!(game, GameId::SilverDollar | GameId::Welter) {
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return rejected("two coins share a square");
            }
            if game == GameId::SilverDollar && sorted.first() == Some(&0) {
                return rejected("there is no square 0");
            }
        }
        if numbers.iter().try_fold(0u64, |sum, &number| sum.checked_add(number)).is_none() {
            return unproved("these numbers are too large to explore");
        }
        Ok(Row { game, most, numbers })
    }

    /// What is remembered of these numbers.
    fn kept(&self, mut numbers: State) -> State {
        match self.game {
            GameId::Staircase => {}
            GameId::SilverDollar | GameId::Welter => numbers.sort_unstable(),
            GameId::Moore => {
                numbers.retain(|number| *number > 0);
                numbers.sort_unstable();
            }
            _ => numbers.retain(|number| *number > 0),
        }
        numbers
    }

    /// One number becomes another.
    fn change(&self, state: &[u64], index: usize, to: u64, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let mut left = State::from_slice(state);
        left[index] = to;
        visit(&|_| Move::Heap { index, from: state[index], to }, &[self.kept(left)])
    }

    /// The moves of Moore's nim that begin with `lowered` and lower further heaps from `next` on.
    fn lower(
        &self,
        state: &[u64],
        next: usize,
        lowered: &mut Vec<(usize, u64)>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        for index in next..if lowered.len() < self.most { state.len() } else { next } {
            for to in (0..state[index]).rev() {
                lowered.push((index, to));
                let mut left = State::from_slice(state);
                lowered.iter().for_each(|&(index, to)| left[index] = to);
                let heap = |&(index, to): &(usize, u64)| Move::Heap { index, from: state[index], to };
                let mv = |_| match &lowered[..] {
                    [one] => heap(one),
                    several => Move::Several(several.iter().map(heap).collect()),
                };
                visit(&mv, &[self.kept(left)])?;
                self.lower(state, index + 1, lowered, visit)?;
                lowered.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

impl Rules for Row {
    fn components(&self) -> Vec<State> {
        vec![self.numbers.clone()]
    }

    fn cost(&self) -> u64 {
        16 + 4 * self.numbers.len() as u64
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let ends = [state.iter().position(|&pile| pile > 0), state.iter().rposition(|&pile| pile > 0)];
        match self.game {
            GameId::Moore => return self.lower(state, 0, &mut Vec::new(), visit),
            GameId::Staircase => {
                for (index, &coins) in state.iter().enumerate() {
                    for taken in 1..=coins {
                        let mut left = State::from_slice(state);
                        left[index] -= taken;
                        let upper = Move::Heap { index, from: coins, to: coins - taken };
                        let mv = match index.checked_sub(1) {
                            None => upper,
                            Some(below) => {
                                left[below] += taken;
                                let lower = Move::Heap { index: below, from: state[below], to: left[below] };
                                Move::Several(Box::new([lower, upper]))
                            }
                        };
                        visit(&|_| mv.clone(), &[left])?;
                    }
                }
            }
            GameId::SilverDollar | GameId::Welter => {
                for (index, &from) in state.iter().enumerate() {
                    for to in (u64::from(self.game == GameId::SilverDollar)..from).rev() {
                        match state.contains(&to) {
                            false => self.change(state, index, to, visit)?,
                            true if self.game == GameId::SilverDollar => break,
                            true => {}
                        }
                    }
                }
            }
            _ => {
                let [Some(first), Some(last)] = ends else { return ControlFlow::Continue(()) };
                (0..state[first]).rev().try_for_each(|to| self.change(state, first, to, visit))?;
                if self.game == GameId::EndNim && last != first {
                    (0..state[last]).rev().try_for_each(|to| self.change(state, last, to, visit))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
