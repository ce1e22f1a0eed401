//! A position of a game that is not one of normal play: won, lost or drawn.

use std::ops::ControlFlow;

use super::{OpenPositions, pattern, to_move};
use crate::games::listing;
use crate::games::{Instance, Visit};
use crate::record::{self, Ask, Fault, Move, Place};
use crate::theory::budget::Limit;
use crate::theory::rules::{Outcome, Parts, Stop};

/// The most numbers that `losing` looks at.
const MOST_TERMS: u64 = 10_000_000;

/// One position.
pub(super) struct Single<'a> {
    opened: OpenPositions<'a>,
}

impl<'a> Single<'a> {
    pub(super) fn new(opened: OpenPositions<'a>) -> Self {
        Single { opened }
    }

    fn solve(&self, position: &[i64]) -> Result<Outcome, Fault> {
        let OpenPositions { known, budget, .. } = &self.opened;
        known.lock().outcome(position, budget).map_err(|trouble| self.opened.fault(trouble))
    }

    /// The options, in the order of the rule.
    fn options(&self) -> Result<Vec<Parts>, Fault> {
        let OpenPositions { known, positions, budget } = &self.opened;
        let mut options = Vec::new();
        let result = known.lock().options(&positions[0], budget, &mut |parts| {
            options.push(parts.clone());
            Ok::<(), Stop>(())
        });
        result.map_err(|trouble| self.opened.fault(trouble))?;
        Ok(options)
    }

    /// Visits the moves that reach the verdict.
    fn good_moves(&self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let from = &self.opened.positions[0];
        let wanted = match self.solve(from)? {
            Outcome::Won => Outcome::Lost,
            Outcome::Drawn => Outcome::Drawn,
            Outcome::Lost => return Ok(()),
        };
        let mut solver = self.opened.known.lock();
        let by_pattern =
            pattern::moves_beyond(&mut solver, from, false, 0, &mut |parts| visit(to_move(0, from, parts)));
        drop(solver);
        if let Some(visited) = by_pattern {
            return visited;
        }
        for parts in self.options()? {
            if self.solve(&parts)? == wanted && visit(to_move(0, from, &parts)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl Instance for Single<'_> {
    fn outcome(&mut self) -> Result<record::Outcome, Fault> {
        Ok(match self.solve(&self.opened.positions[0])? {
            Outcome::Won => record::Outcome::Win,
            Outcome::Lost => record::Outcome::Lose,
            Outcome::Drawn => record::Outcome::Draw,
        })
    }

    fn count(&mut self) -> Result<u128, Fault> {
        let mut count = 0;
        if self.outcome()? == record::Outcome::Win {
            let from = &self.opened.positions[0];
            if let Some(count) = pattern::count_beyond(&mut self.opened.known.lock(), from, false, 0) {
                return count;
            }
            self.good_moves(&mut |_| {
                count += 1;
                ControlFlow::Continue(())
            })?;
        }
        Ok(count)
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        listing::list(*self.opened.budget, |visit| self.good_moves(visit))
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        match listing::first(|visit| self.good_moves(visit))? {
            None => listing::first(|visit| self.legal_moves(visit)),
            good => Ok(good),
        }
    }

    fn legal_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let from = &self.opened.positions[0];
        for parts in self.options()? {
            if visit(to_move(0, from, &parts)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn pattern(&mut self) -> Result<Option<record::Pattern>, Fault> {
        let OpenPositions { known, budget, .. } = &self.opened;
        Ok(pattern::of(&mut known.lock(), budget))
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let most = match self.opened.positions[0][..] {
            [n] if (n as u64) <= MOST_TERMS => n,
            [n] => {
                let message = format!("`losing` looks at {MOST_TERMS} numbers at most, and {n} is too large");
                return Err(Fault::limit(Place::Position(0), &Limit::fixed(message)));
            }
            _ => return Err(Fault::unsupported(Ask::Losing)),
        };
        let mut losing = Vec::new();
        let OpenPositions { known, budget, .. } = &self.opened;
        let mut solver = known.lock();
        let fault = |trouble| self.opened.fault(trouble);
        // The largest first: what is asked next is mostly known then.
        for n in (0..=most).rev() {
            if solver.is_position(&[n], budget).map_err(fault)?
                && solver.outcome(&[n], budget).map_err(fault)? == Outcome::Lost
            {
                losing.push(n as u64);
            }
        }
        losing.reverse();
        Ok(losing)
    }
}
