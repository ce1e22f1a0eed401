//! Positions with Grundy values, as a sum.

use std::ops::ControlFlow;

use super::{Opened, to_move};
use crate::games::sum::Sum;
use crate::record::{Ask, Fault, Move, Period, Place};
use crate::theory::budget::Limit;
use crate::theory::rules::{Parts, Solver, Stop};

/// The most terms one answer lists.
const MOST_TERMS: u64 = 10_000_000;

/// Positions of one rule.
pub(super) struct Positions<'a> {
    opened: Opened<'a>,
    /// Whether the largest position was looked at.
    prepared: bool,
}

impl<'a> Positions<'a> {
    pub(super) fn new(opened: Opened<'a>) -> Self {
        Positions { opened, prepared: false }
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
        let Opened { known, budget, .. } = &self.opened;
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

/// The nim-sum of the values of the parts.
fn value_of(solver: &mut Solver, parts: &Parts, opened: &Opened<'_>) -> Result<u64, Fault> {
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

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let Opened { known, positions, budget } = &self.opened;
        // The largest first: its table mostly holds the others. What is wrong with it is said in its turn.
        if !std::mem::replace(&mut self.prepared, true)
            && positions.len() > 1
            && let Some(largest) = positions
                .iter()
                .max_by_key(|position| position.iter().fold(0i64, |sum, &n| sum.saturating_add(n)))
        {
            let _ = known.lock().value(largest, budget);
        }
        known.lock().value(&positions[index], budget).map_err(|trouble| self.opened.fault(trouble))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let Opened { known, positions, budget } = &self.opened;
        let from = &positions[index];
        let mut solver = known.lock();
        if target.is_some() {
            solver.value(from, budget).map_err(|trouble| self.opened.fault(trouble))?;
        }
        let arity = from.len();
        // Options whose parts are not kept, though they were met: they are solved again afterwards.
        let mut later = Vec::new();
        let result = solver.options(from, budget, &mut |parts| {
            if let Some(target) = target {
                let mut sum = Some(0);
                for part in parts.chunks(arity) {
                    sum = sum.zip(solver.found(part)).map(|(sum, value)| sum ^ u64::from(value));
                }
                match sum {
                    Some(sum) if sum == target => {}
                    Some(_) => return Ok(()),
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
        let values = self.values_to(self.one_number(Ask::Losing)?)?;
        Ok(values.into_iter().filter(|&(_, value)| value == 0).map(|(n, _)| n as u64).collect())
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        let values = self.values_to(self.one_number(Ask::Sequence)?)?;
        Ok(values.into_iter().map(|(_, value)| value).collect())
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        let Opened { known, budget, .. } = &self.opened;
        let period = known.lock().period(budget);
        Ok(period.map(Period::from))
    }
}
