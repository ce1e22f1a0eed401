//! A position of a game that is not one of normal play: won, lost or drawn.

use std::ops::ControlFlow;

use super::{OpenPositions, pattern, to_move};
use crate::games::{Evidence, Goal, Instance, Visit, Visited, listing};
use crate::record::{self, Ask, Fault, Field};
use crate::theory::rules::{Outcome, Parts, Stop};

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
}

impl Instance for Single<'_> {
    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let OpenPositions { known, positions, budget } = &self.opened;
        let automaton = pattern::certificate(&mut known.lock(), positions, false, asks, budget);
        if let Some(automaton) = automaton {
            return Some(Evidence::Text(automaton));
        }
        Some(Evidence::Search(Box::new(|parts, _| {
            let part: Vec<i64> = parts.concat().into_iter().map(|n| n as i64).collect();
            Ok(self.solve(&part)? == Outcome::Lost)
        })))
    }

    fn outcome(&mut self) -> Result<record::Outcome, Fault> {
        Ok(match self.solve(&self.opened.positions[0])? {
            Outcome::Won => record::Outcome::Win,
            Outcome::Lost => record::Outcome::Lose,
            Outcome::Drawn => record::Outcome::Draw,
        })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        let from = &self.opened.positions[0];
        let wanted = match goal {
            Goal::Legal => None,
            _ => match self.solve(from)? {
                Outcome::Won => Some(Outcome::Lost),
                Outcome::Drawn => Some(Outcome::Drawn),
                Outcome::Lost => return Ok(ControlFlow::Continue(())),
            },
        };
        if wanted.is_some() {
            let mut solver = self.opened.known.lock();
            let found = pattern::moves_beyond(&mut solver, from, false, 0, &mut |parts| {
                visit(to_move(0, from, parts))
            });
            if let Some(visited) = found {
                return visited;
            }
        }
        for parts in self.options()? {
            let reaches = match wanted {
                Some(wanted) => self.solve(&parts)? == wanted,
                None => true,
            };
            if reaches && visit(to_move(0, from, &parts)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        let from = &self.opened.positions[0];
        let counted = pattern::count_beyond(&mut self.opened.known.lock(), from, false, 0);
        counted.unwrap_or_else(|| listing::count(|visit| self.visit(goal, visit)))
    }

    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        match ask {
            Ask::Pattern => Ok(self.opened.pattern()),
            Ask::Losing => self.opened.losing(),
            _ => Err(Fault::unsupported(ask)),
        }
    }
}
