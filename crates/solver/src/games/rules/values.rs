//! Positions with Grundy values, as a sum.

use std::ops::ControlFlow;

use super::{OpenPositions, pattern, to_move};
use crate::games::Visit;
use crate::games::sum::Sum;
use crate::record::{self, Ask, Fault, Period, Place};
use crate::theory::budget::Limit;
use crate::theory::rules::{Parts, Position, Solver, Stop};

/// The most terms one answer lists.
const MOST_TERMS: u64 = 10_000_000;

/// Positions of one rule.
pub(super) struct Positions<'a> {
    opened: OpenPositions<'a>,
    /// Whether the solver was told what will be asked about.
    prepared: bool,
    /// Whether no values are needed, but who wins one position alone.
    outcomes: bool,
}

impl<'a> Positions<'a> {
    /// With values, or where they are not needed with who wins alone.
    pub(super) fn new(opened: OpenPositions<'a>, needs_values: bool) -> Self {
        let outcomes = !needs_values && opened.positions.len() == 1 && !opened.known.lock().rule().splits();
        Positions { opened, prepared: false, outcomes }
    }

    /// The one number, of which an ask lists all up to it.
    fn one_number(&self, ask: Ask) -> Result<i64, Fault> {
        match &self.opened.positions[..] {
            [position] if position.len() == 1 => match position[0] {
                n if (n as u64) < MOST_TERMS + u64::from(ask == Ask::Losing) => Ok(n),
                n => {
                    let message = format!("`{ask}` lists at most {MOST_TERMS} numbers, and {n} is too large");
                    Err(Fault::limit(Place::Position(0), &Limit::fixed(message)))
                }
            },
            _ => Err(Fault::unsupported(ask)),
        }
    }

    /// The values of all positions from 0 to the one number.
    fn values_to(&self, most: i64) -> Result<Vec<(i64, u64)>, Fault> {
        let OpenPositions { known, budget, .. } = &self.opened;
        let mut solver = known.lock();
        let mut values = Vec::with_capacity(most as usize + 1);
        // The largest first: what is asked next is mostly known then.
        let fault = |trouble| self.opened.fault(trouble);
        for n in (0..=most).rev() {
            if solver.is_position(&[n], budget).map_err(fault)? {
                values.push((n, solver.value(&[n], budget).map_err(fault)?));
            }
        }
        values.reverse();
        Ok(values)
    }
}

impl Positions<'_> {
    /// Whether an option leaves this, as far as that is known already.
    fn leaves(&self, solver: &Solver, parts: &Parts, target: u64) -> Option<bool> {
        if self.outcomes {
            return solver.found(parts).map(|known| (known == 0) == (target == 0));
        }
        let mut sum = 0;
        for part in parts.chunks(solver.rule().arity()) {
            sum ^= u64::from(solver.found(part)?);
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
            // One table for all, and the largest first: its table mostly holds the others. What is wrong with
            // it is said in its turn.
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
        let mut count = 0;
        self.moves_of(index, Some(target), &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Result<(), Fault> {
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
        let mut later = Vec::new();
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
            match visit(to_move(index, from, parts)) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Stop::Enough),
            }
        });
        result.map_err(|trouble| self.opened.fault(trouble))?;
        for parts in later {
            let fits = match target {
                Some(target) if self.outcomes => {
                    let lost =
                        solver.is_lost(&parts, budget).map_err(|trouble| self.opened.fault(trouble))?;
                    lost == (target == 0)
                }
                Some(target) => value_of(&mut solver, &parts, &self.opened)? == target,
                None => true,
            };
            if fits && visit(to_move(index, from, &parts)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let most = self.one_number(Ask::Losing)?;
        if !self.outcomes {
            let values = self.values_to(most)?;
            return Ok(values.into_iter().filter(|&(_, value)| value == 0).map(|(n, _)| n as u64).collect());
        }
        let OpenPositions { known, budget, .. } = &self.opened;
        let (mut solver, mut losing) = (known.lock(), Vec::new());
        let fault = |trouble| self.opened.fault(trouble);
        // The largest first: what is asked next is mostly known then.
        for n in (0..=most).rev() {
            if solver.is_position(&[n], budget).map_err(fault)?
                && solver.is_lost(&[n], budget).map_err(fault)?
            {
                losing.push(n as u64);
            }
        }
        losing.reverse();
        Ok(losing)
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        let values = self.values_to(self.one_number(Ask::Sequence)?)?;
        Ok(values.into_iter().map(|(_, value)| value).collect())
    }

    fn pattern(&mut self) -> Result<Option<record::Pattern>, Fault> {
        let OpenPositions { known, budget, .. } = &self.opened;
        Ok(pattern::of(&mut known.lock(), budget))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        let OpenPositions { known, budget, .. } = &self.opened;
        let period = known.lock().period(budget);
        Ok(period.map(crate::games::as_period))
    }
}
