//! The positions of a record, ready to be asked: several, or one with its value, as a sum; one that is asked who wins
//! it alone as won, lost or drawn.

use std::ops::ControlFlow;

use grundy_base::budget::Budget;
use smallvec::SmallVec;

use super::faults::fault_of;
use super::leaves::{Leaves, from_largest, in_record};
use super::pattern;
use super::shared_solver::{SharedSolver, signed};
use crate::shared::amounts::expect_listed;
use crate::shared::sequences::as_period;
use crate::shared::sum::{Sum, Summed};
use crate::shared::visiting;
use crate::{Context, Evidence, Goal, HeapAsks, OpenPosition, Searched, Visit, Visited};
use grundy_own_rules::solver::unsigned;
use grundy_own_rules::{SolvedRule, Trouble};
use grundy_record::{Ask, Fault, Move, Pattern, Period, Tuple};
use grundy_rules::meter::EvalStop;
use grundy_rules::options::{OptionParts, Outcome, RulePosition};

/// The positions of a record, checked, as a sum of their values.
pub(super) struct RulePositions<'a> {
    /// All that is known of the rule.
    known: SharedSolver<'a>,
    /// The positions.
    positions: Vec<RulePosition>,
    /// The limits of the record.
    budget: &'a Budget,
}

/// One position that is asked who wins it, and has no value or needs none.
pub(super) struct DecidedPosition<'a>(RulePositions<'a>);

impl<'a> RulePositions<'a> {
    /// Makes the checked positions of a record ready to be asked.
    pub(super) fn new(
        known: &SharedSolver<'a>,
        positions: Vec<RulePosition>,
        context: &'a Context,
    ) -> Self {
        RulePositions {
            known: known.clone(),
            positions,
            budget: &context.budget,
        }
    }

    /// Opens the positions as a sum.
    pub(super) fn sum(self) -> Summed<'a> {
        Summed::new(self.positions.len(), self)
    }

    /// Opens the one position as one that is asked who wins it.
    pub(super) fn decided(self) -> DecidedPosition<'a> {
        debug_assert!(self.positions.len() <= 1);
        DecidedPosition(self)
    }

    /// Returns the fault of a position that could not be solved.
    fn fault(&self, trouble: Trouble) -> Fault {
        fault_of(trouble, &self.positions, self.budget)
    }

    /// Says whether a move that leaves these parts is one of those to visit, if that is known already.
    fn is_known_to(solver: &SolvedRule, parts: &OptionParts, leaves: Leaves) -> Option<bool> {
        let mut each = parts.chunks(solver.rule().arity());
        let mut nim_sum = |values: bool| {
            each.try_fold(0, |sum, part| {
                Some(sum ^ u64::from(solver.found(part, values)?))
            })
        };
        match leaves {
            Leaves::Anything => Some(true),
            Leaves::Value(value) => Some(nim_sum(true)? == value),
            Leaves::Outcome(outcome) => {
                if nim_sum(false)? == 0 {
                    return Some(outcome == Outcome::Lost);
                }
                // A position that is not lost may be a draw.
                (outcome == Outcome::Lost).then_some(false)
            }
        }
    }

    /// Finds whether a move that leaves these parts is one of those to visit.
    fn is_to(
        &self,
        solver: &mut SolvedRule,
        parts: &OptionParts,
        leaves: Leaves,
    ) -> Result<bool, Trouble> {
        let mut each = parts.chunks(solver.rule().arity());
        match leaves {
            Leaves::Anything => Ok(true),
            Leaves::Value(value) => {
                let left =
                    each.try_fold(0, |sum, part| Ok(sum ^ solver.value(part, self.budget)?))?;
                Ok(left == value)
            }
            Leaves::Outcome(outcome) => {
                let left = match each.next() {
                    Some(part) => solver.outcome(part, self.budget)?,
                    // The player to move loses where nothing is left.
                    None => Outcome::Lost,
                };
                Ok(left == outcome)
            }
        }
    }

    /// Visits the moves of a position in the order of the rule; those of which too little is known are solved when
    /// all were met.
    fn visit_moves(&self, index: usize, leaves: Leaves, visit: &mut Visit<'_>) -> Visited {
        let from = &self.positions[index];
        let mut visit = |parts: &OptionParts| visit(to_move(index, from, parts));
        let mut solver = self.known.lock();
        let by_pattern = match leaves {
            Leaves::Value(value) => {
                pattern::moves_beyond(&mut solver, from, true, Some(value), &mut visit)
            }
            Leaves::Outcome(Outcome::Lost) => {
                pattern::moves_beyond(&mut solver, from, false, Some(0), &mut visit)
            }
            // A pattern says of no position that it is a draw.
            Leaves::Outcome(_) | Leaves::Anything => None,
        };
        if let Some(visited) = by_pattern {
            return visited;
        }
        // The first of all moves may come after very many choices of names that are no moves.
        let mut first = None;
        if leaves == Leaves::Anything {
            let is_known = pattern::moves_beyond(&mut solver, from, false, None, &mut |parts| {
                first = Some(parts.clone());
                ControlFlow::Break(())
            });
            let flow = first.as_ref().map_or(ControlFlow::Continue(()), &mut visit);
            if is_known.is_some_and(|known| known.is_ok()) && (first.is_none() || flow.is_break()) {
                return Ok(flow);
            }
        }
        let fault = |trouble| self.fault(trouble);
        if matches!(leaves, Leaves::Value(_)) {
            solver.value(from, self.budget).map_err(fault)?;
        }
        let mut later = Vec::new();
        let mut flow = ControlFlow::Continue(());
        let walked = solver.options(from, self.budget, &mut |parts| {
            match Self::is_known_to(&solver, parts, leaves) {
                Some(false) => {}
                _ if first.as_ref() == Some(parts) => {}
                Some(true) if later.is_empty() => flow = visit(parts),
                // The order of the moves is that of the rule.
                _ => later.push(parts.clone()),
            }
            if flow.is_break() {
                Err(EvalStop::Enough)
            } else {
                Ok(())
            }
        });
        walked.map_err(fault)?;
        for parts in later {
            if flow.is_continue() && self.is_to(&mut solver, &parts, leaves).map_err(fault)? {
                flow = visit(&parts);
            }
        }
        Ok(flow)
    }

    /// Lists what `tell` gives of the positions from 0 to the one number, ascending.
    fn listed<T>(
        &self,
        ask: Ask,
        tell: impl Fn(&mut SolvedRule, i64) -> Result<Option<T>, Trouble>,
    ) -> Result<Vec<T>, Fault> {
        let most = self.one_number(ask)?;
        let is_position =
            |solver: &mut SolvedRule, numbers: &[i64]| solver.is_position(numbers, self.budget);
        let found = from_largest(&mut *self.known.lock(), most, is_position, tell);
        found.map_err(|trouble| self.fault(trouble))
    }

    /// Returns the one number, of which an ask lists all up to it.
    fn one_number(&self, ask: Ask) -> Result<i64, Fault> {
        let n = match &self.positions[..] {
            [position] if position.len() == 1 => position[0],
            _ => return Err(Fault::unsupported(ask)),
        };
        expect_listed(ask, n as u64)?;
        Ok(n)
    }

    /// Fills one table for all positions, by the largest: its table mostly holds the others. An error of it is
    /// reported when the position is asked about.
    fn prepare(&self) {
        let mut tops = self.positions[0].clone();
        for other in &self.positions[1..] {
            for (top, &n) in tops.iter_mut().zip(other) {
                *top = (*top).max(n);
            }
        }
        let mut solver = self.known.lock();
        solver.expect(&tops);
        let sum =
            |position: &&RulePosition| position.iter().fold(0i64, |sum, &n| sum.saturating_add(n));
        if let Some(largest) = self.positions.iter().max_by_key(sum) {
            let _ = solver.value(largest, self.budget);
        }
    }

    /// Finds the automaton that answers these asks, or else search: of positions whose values are asked about,
    /// together with a nim-heap.
    fn evidence_of(&self, values: bool, asks: &[Ask]) -> Option<Evidence<'_>> {
        let automaton = pattern::certificate(
            &mut self.known.lock(),
            &self.positions,
            values,
            asks,
            self.budget,
        );
        if let Some(automaton) = automaton {
            return Some(Evidence::Text(automaton));
        }
        Some(Evidence::Search(Box::new(move |parts, heap| {
            let mut solver = self.known.lock();
            if !values || parts.len() == 1 && heap == 0 {
                let lost = solver.is_lost(&signed(&parts.concat()), self.budget);
                return lost.map_err(|trouble| self.fault(trouble));
            }
            let mut value = |part: &&[u64]| solver.value(&signed(part), self.budget);
            let sum = parts
                .iter()
                .try_fold(heap, |sum, part| Ok(sum ^ value(part)?));
            sum.map(|sum| sum == 0)
                .map_err(|trouble| self.fault(trouble))
        })))
    }
}

impl Sum for RulePositions<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        if index == 0 && self.positions.len() > 1 {
            self.prepare();
        }
        let value = self.known.lock().value(&self.positions[index], self.budget);
        value.map_err(|trouble| self.fault(trouble))
    }

    /// Counts the moves to this value, by the pattern if the position is beyond every table.
    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let from = &self.positions[index];
        if let Some(proved) = self.known.lock().beyond(from, true) {
            return proved
                .count(&unsigned(from), target)
                .map_err(pattern::fault);
        }
        visiting::count(|visit| self.visit_moves(index, Leaves::Value(target), visit))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let leaves = target.map_or(Leaves::Anything, Leaves::Value);
        self.visit_moves(index, leaves, visit)
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        self.evidence_of(true, asks)
    }
}

impl HeapAsks for RulePositions<'_> {
    fn sequence(&mut self, ask: Ask, show: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
        if !self.known.lock().rule().has_values() {
            return Err(Fault::unsupported(ask));
        }
        let value = |solver: &mut SolvedRule, n: i64| {
            let value = solver.value(&[n], self.budget)?;
            Ok(Some((n as u64, value)))
        };
        for (heap, value) in self.listed(Ask::Sequence, value)? {
            show(heap, value);
        }
        Ok(())
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let lost =
            |solver: &mut SolvedRule, n| Ok(solver.is_lost(&[n], self.budget)?.then_some(n as u64));
        self.listed(Ask::Losing, lost)
    }

    fn period(&mut self) -> Result<Searched<Period>, Fault> {
        let mut solver = self.known.lock();
        if !solver.rule().has_values() {
            return Err(Fault::unsupported(Ask::Period));
        }
        let period = solver.period(self.budget);
        Ok(period.map_or(Searched::UpTo(None), |period| {
            Searched::Found(as_period(period))
        }))
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        Ok(pattern::of(&mut self.known.lock(), self.budget))
    }
}

impl DecidedPosition<'_> {
    /// Finds who wins, in the words of the rule.
    fn solve(&self) -> Result<Outcome, Fault> {
        let RulePositions {
            known,
            positions,
            budget,
        } = &self.0;
        let outcome = known.lock().outcome(&positions[0], budget);
        outcome.map_err(|trouble| self.0.fault(trouble))
    }

    /// Returns what the moves with this goal leave; `None` if no move reaches it.
    fn leaves(&self, goal: Goal) -> Result<Option<Leaves>, Fault> {
        Leaves::of(goal, || self.solve())
    }
}

impl OpenPosition for DecidedPosition<'_> {
    fn outcome(&mut self) -> Result<grundy_record::Outcome, Fault> {
        self.solve().map(in_record)
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        match self.leaves(goal)? {
            Some(leaves) => self.0.visit_moves(0, leaves, visit),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    /// Counts the moves with this goal, winning moves by the pattern if the position is beyond every table.
    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        let Some(leaves) = self.leaves(goal)? else {
            return Ok(0);
        };
        if leaves == Leaves::Outcome(Outcome::Lost) {
            let from = &self.0.positions[0];
            if let Some(proved) = self.0.known.lock().beyond(from, false) {
                return proved.count(&unsigned(from), 0).map_err(pattern::fault);
            }
        }
        visiting::count(|visit| self.0.visit_moves(0, leaves, visit))
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(&mut self.0)
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        self.0.evidence_of(false, asks)
    }
}

/// Writes a move from one position to the parts that are left.
fn to_move(index: usize, from: &[i64], parts: &[i64]) -> Move {
    let tuple = |numbers: &[i64]| {
        let numbers: SmallVec<[u64; Tuple::MAX_ARITY]> =
            numbers.iter().map(|&n| n as u64).collect();
        Tuple::new(&numbers)
    };
    if parts.len() == from.len() {
        Move::Tuple {
            index,
            from: tuple(from),
            to: tuple(parts),
        }
    } else {
        Move::Parts {
            index,
            from: tuple(from),
            parts: parts.chunks(from.len()).map(tuple).collect(),
        }
    }
}
