//! Positions with Grundy values, as a sum.

use super::{OpenPositions, pattern, to_move};
use crate::games::listing;
use crate::games::vocabulary::*;
use crate::theory::rules::{Parts, Position, Solver, Trouble};

/// Positions of one rule.
pub(super) struct Positions<'a> {
    opened: OpenPositions<'a>,
    /// Whether the solver was told what will be asked about.
    prepared: bool,
}

impl<'a> Positions<'a> {
    pub(super) fn new(opened: OpenPositions<'a>) -> Self {
        Positions { opened, prepared: false }
    }

    /// Fills one table for all positions, by the largest: its table mostly holds the others. An error of it is
    /// reported in its turn.
    fn prepare(&mut self) {
        let OpenPositions { known, positions, budget } = &self.opened;
        if std::mem::replace(&mut self.prepared, true) || positions.len() < 2 {
            return;
        }
        let mut tops = positions[0].clone();
        for other in &positions[1..] {
            tops.iter_mut().zip(other).for_each(|(top, &n)| *top = (*top).max(n));
        }
        let mut solver = known.lock();
        solver.expect(&tops);
        let sum = |position: &&Position| position.iter().fold(0i64, |sum, &n| sum.saturating_add(n));
        if let Some(largest) = positions.iter().max_by_key(sum) {
            let _ = solver.value(largest, budget);
        }
    }
}

/// The value that an option leaves, if it is known already.
fn found(solver: &Solver, parts: &Parts) -> Option<u64> {
    let mut parts = parts.chunks(solver.rule().arity());
    parts.try_fold(0, |sum, part| Some(sum ^ u64::from(solver.found(part, true)?)))
}

impl Sum for Positions<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.prepare();
        let OpenPositions { known, positions, budget } = &self.opened;
        known.lock().value(&positions[index], budget).map_err(|trouble| self.opened.fault(trouble))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let OpenPositions { known, positions, .. } = &self.opened;
        let counted = pattern::count_beyond(&mut known.lock(), &positions[index], true, target);
        counted.unwrap_or_else(|| listing::count(&mut |visit| self.moves_of(index, Some(target), visit)))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let OpenPositions { known, positions, budget } = &self.opened;
        let Some(target) = target else {
            return self.opened.visit_options(index, |_, _| Some(true), |_, _| Ok(true), visit);
        };
        let from = &positions[index];
        let beyond = pattern::moves_beyond(&mut known.lock(), from, true, target, &mut |parts| {
            visit(to_move(index, from, parts))
        });
        if let Some(visited) = beyond {
            return visited;
        }
        known.lock().value(from, budget).map_err(|trouble| self.opened.fault(trouble))?;
        let value = |solver: &mut Solver, parts: &Parts| -> Result<u64, Trouble> {
            let arity = solver.rule().arity();
            parts.chunks(arity).try_fold(0, |sum, part| Ok(sum ^ solver.value(part, budget)?))
        };
        self.opened.visit_options(
            index,
            |solver, parts| found(solver, parts).map(|value| value == target),
            |solver, parts| Ok(value(solver, parts)? == target),
            visit,
        )
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        self.opened.evidence(asks, true)
    }

    fn each_value(&mut self, each: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        self.opened.each_value(each)
    }

    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        self.opened.other(ask)
    }
}
