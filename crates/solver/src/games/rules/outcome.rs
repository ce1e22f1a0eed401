//! One position that is asked who wins it: won, lost or drawn.

use super::{OpenPositions, pattern, to_move};
use crate::games::listing;
use crate::games::vocabulary::*;
use crate::record;
use crate::theory::rules::Outcome;

/// One position.
pub(super) struct Single<'a> {
    opened: OpenPositions<'a>,
}

impl<'a> Single<'a> {
    pub(super) fn new(opened: OpenPositions<'a>) -> Self {
        Single { opened }
    }

    fn solve(&self) -> Result<Outcome, Fault> {
        let OpenPositions { known, positions, budget } = &self.opened;
        known.lock().outcome(&positions[0], budget).map_err(|trouble| self.opened.fault(trouble))
    }
}

impl Instance for Single<'_> {
    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        self.opened.evidence(asks, false)
    }

    fn outcome(&mut self) -> Result<record::Outcome, Fault> {
        Ok(match self.solve()? {
            Outcome::Won => record::Outcome::Win,
            Outcome::Lost => record::Outcome::Lose,
            Outcome::Drawn => record::Outcome::Draw,
        })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        let OpenPositions { known, positions, budget } = &self.opened;
        let wanted = match goal {
            Goal::Legal => return self.opened.visit_options(0, |_, _| Some(true), |_, _| Ok(true), visit),
            _ => match self.solve()? {
                Outcome::Won => Outcome::Lost,
                Outcome::Drawn => Outcome::Drawn,
                Outcome::Lost => return Ok(ControlFlow::Continue(())),
            },
        };
        let from = &positions[0];
        let found = pattern::moves_beyond(&mut known.lock(), from, false, 0, &mut |parts| {
            visit(to_move(0, from, parts))
        });
        found.unwrap_or_else(|| {
            self.opened.visit_options(
                0,
                |solver, parts| match solver.found(parts, false)? {
                    0 => Some(wanted == Outcome::Lost),
                    _ if wanted == Outcome::Lost => Some(false),
                    _ => None,
                },
                |solver, parts| Ok(solver.outcome(parts, budget)? == wanted),
                visit,
            )
        })
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        let OpenPositions { known, positions, .. } = &self.opened;
        let counted = match goal {
            Goal::Legal => None,
            _ => pattern::count_beyond(&mut known.lock(), &positions[0], false, 0),
        };
        counted.unwrap_or_else(|| listing::count(&mut |visit| self.visit(goal, visit)))
    }

    fn each_value(&mut self, each: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        self.opened.each_value(each)
    }

    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        self.opened.other(ask)
    }
}
