//! Positions with Grundy values, as a sum.

use std::ops::ControlFlow;

use super::{OpenPositions, pattern, to_move};
use crate::games::sum::Sum;
use crate::games::{Evidence, Visit, Visited, as_period, listing};
use crate::record::{Ask, Fault, Field};
use crate::theory::rules::{Parts, Position, Solver, Stop};

/// Positions of one rule.
pub(super) struct Positions<'a> {
    opened: OpenPositions<'a>,
    /// Whether the solver was told what will be asked about.
    prepared: bool,
    /// Whether no values are needed, but who wins one position alone.
    outcomes: bool,
}

impl<'a> Positions<'a> {
    /// With values, or if they are not needed with who wins alone.
    pub(super) fn new(opened: OpenPositions<'a>, needs_values: bool) -> Self {
        let outcomes = !needs_values && opened.positions.len() == 1 && !opened.known.lock().rule().splits();
        Positions { opened, prepared: false, outcomes }
    }
}

impl Positions<'_> {
    /// Whether an option leaves this, as far as that is known already.
    fn leaves(&self, solver: &Solver, parts: &Parts, target: u64) -> Option<bool> {
        if self.outcomes {
            return solver.found(parts, false).map(|known| (known == 0) == (target == 0));
        }
        let mut sum = 0;
        for part in parts.chunks(solver.rule().arity()) {
            sum ^= u64::from(solver.found(part, true)?);
        }
        Some(sum == target)
    }
}

/// The nim-sum of the values of the parts.
fn value_of(solver: &mut Solver, parts: &Parts, opened: &OpenPositions<'_>) -> Result<u64, Fault> {
    let arity = solver.rule().arity();
    let mut sum = 0;
    for part in parts.chunks(arity) {
        sum ^= solver.value(part, opened.budget).map_err(|trouble| opened.fault(trouble))?;
    }
    Ok(sum)
}

impl Sum for Positions<'_> {
    fn components(&self) -> usize {
        self.opened.positions.len()
    }

    fn has_values(&self) -> bool {
        !self.outcomes
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let OpenPositions { known, positions, budget } = &self.opened;
        if self.outcomes {
            let lost = known.lock().is_lost(&positions[index], budget);
            return lost.map(|lost| u64::from(!lost)).map_err(|trouble| self.opened.fault(trouble));
        }
        if !std::mem::replace(&mut self.prepared, true)
            && let [first, others @ ..] = &positions[..]
            && !others.is_empty()
        {
            // One table for all, and the largest first: its table mostly holds the others. An error of
            // it is reported in its turn.
            let mut tops = first.clone();
            for other in others {
                tops.iter_mut().zip(other).for_each(|(top, &n)| *top = (*top).max(n));
            }
            let mut solver = known.lock();
            solver.expect(&tops);
            let sum = |position: &&Position| position.iter().fold(0i64, |sum, &n| sum.saturating_add(n));
            if let Some(largest) = positions.iter().max_by_key(sum) {
                let _ = solver.value(largest, budget);
            }
        }
        known.lock().value(&positions[index], budget).map_err(|trouble| self.opened.fault(trouble))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let from = &self.opened.positions[index];
        if let Some(count) =
            pattern::count_beyond(&mut self.opened.known.lock(), from, !self.outcomes, target)
        {
            return count;
        }
        listing::count(|visit| self.moves_of(index, Some(target), visit))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let OpenPositions { known, positions, budget } = &self.opened;
        let from = &positions[index];
        let mut solver = known.lock();
        if let Some(target) = target {
            let visited = pattern::moves_beyond(&mut solver, from, !self.outcomes, target, &mut |parts| {
                visit(to_move(index, from, parts))
            });
            if let Some(visited) = visited {
                return visited;
            }
        }
        if target.is_some() {
            let known = if self.outcomes {
                solver.is_lost(from, budget).map(drop)
            } else {
                solver.value(from, budget).map(drop)
            };
            known.map_err(|trouble| self.opened.fault(trouble))?;
        }
        // Options whose parts are not kept, though they were met: they are solved again afterwards.
        let (mut later, mut flow) = (Vec::new(), ControlFlow::Continue(()));
        let result = solver.options(from, budget, &mut |parts| {
            if let Some(target) = target {
                match self.leaves(&solver, parts, target) {
                    Some(true) => {}
                    Some(false) => return Ok(()),
                    None => {
                        later.push(parts.clone());
                        return Ok(());
                    }
                }
            }
            if !later.is_empty() {
                // The order of the moves is that of the rule.
                later.push(parts.clone());
                return Ok(());
            }
            flow = visit(to_move(index, from, parts));
            if flow.is_break() { Err(Stop::Enough) } else { Ok(()) }
        });
        result.map_err(|trouble| self.opened.fault(trouble))?;
        for parts in later {
            if flow.is_break() {
                break;
            }
            let fits = match target {
                Some(target) if self.outcomes => {
                    let lost =
                        solver.is_lost(&parts, budget).map_err(|trouble| self.opened.fault(trouble))?;
                    lost == (target == 0)
                }
                Some(target) => value_of(&mut solver, &parts, &self.opened)? == target,
                None => true,
            };
            if fits {
                flow = visit(to_move(index, from, &parts));
            }
        }
        Ok(flow)
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let OpenPositions { known, positions, budget } = &self.opened;
        let (values, fault) = (!self.outcomes, |trouble| self.opened.fault(trouble));
        let automaton = pattern::certificate(&mut known.lock(), positions, values, asks, budget);
        if let Some(automaton) = automaton {
            return Some(Evidence::Text(automaton));
        }
        Some(Evidence::Search(Box::new(move |parts, heap| {
            let (mut solver, mut sum) = (known.lock(), heap);
            for part in parts {
                let part: Position = part.iter().map(|&n| n as i64).collect();
                match parts.len() {
                    1 if heap == 0 => return solver.is_lost(&part, budget).map_err(fault),
                    _ => sum ^= solver.value(&part, budget).map_err(fault)?,
                }
            }
            Ok(sum == 0)
        })))
    }

    fn each_value(&mut self, each: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        let mut values = Vec::new();
        self.opened.each_number(self.opened.one_number(Ask::Sequence)?, |solver, n| {
            values.push(solver.value(&[n], self.opened.budget)?);
            Ok(())
        })?;
        values.into_iter().rev().for_each(each);
        Ok(())
    }

    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        match ask {
            Ask::Losing => self.opened.losing(),
            Ask::Pattern => Ok(self.opened.pattern()),
            Ask::Period => {
                let period = self.opened.known.lock().period(self.opened.budget);
                Ok(period.map_or(Field::NoPeriod(None), |period| Field::Period(as_period(period))))
            }
            _ => Err(Fault::unsupported(ask)),
        }
    }
}
