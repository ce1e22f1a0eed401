//! The positions of a record, ready to be asked: several, or one with its value, as a sum; one that is asked who wins
//! it alone as won, lost or drawn.

use std::ops::ControlFlow;

use grundy_base::budget::{Budget, Limit};
use smallvec::SmallVec;

use super::{SharedSolver, fault, pattern, signed};
use crate::games::shared::amounts::LIST_LIMIT;
use crate::games::shared::listing;
use crate::games::shared::sum::{DRAWN, Sum, Summed};
use crate::games::{CacheRef, Context, Evidence, Visit, Visited, as_period, of_sequence};
use grundy_record::{Ask, Fault, Field, Move, Place, Tuple};
use grundy_theory::rules::solver::unsigned;
use grundy_theory::rules::{EvalStop, OptionParts, Outcome, RulePosition, SolvedRule, Trouble};

/// The positions of a record, checked: several as a sum, one alone by who wins it.
pub(super) struct RulePositions<'a> {
    known: CacheRef<SharedSolver>,
    positions: Vec<RulePosition>,
    budget: &'a Budget,
    /// Whether values are asked about, or only who wins.
    values: bool,
}

impl<'a> RulePositions<'a> {
    /// Opens the positions as a sum, whose values are asked about, or one that is asked who wins.
    pub(super) fn open(
        known: &CacheRef<SharedSolver>,
        positions: Vec<RulePosition>,
        values: bool,
        context: &'a Context,
    ) -> Summed<'a> {
        let count = positions.len();
        let positions = RulePositions {
            known: known.clone(),
            positions,
            budget: &context.budget,
            values,
        };
        Summed::new(count, positions).with_values(values)
    }

    /// Gives the fault of a position that could not be solved.
    fn fault(&self, trouble: Trouble) -> Fault {
        fault(trouble, self.budget)
    }

    /// Gives the value of a position; of one that is asked who wins it, 0 if the player to move loses, 1 if they win,
    /// or [`DRAWN`].
    fn label(&self, solver: &mut SolvedRule, position: &[i64]) -> Result<u64, Trouble> {
        if self.values {
            return solver.value(position, self.budget);
        }
        Ok(match solver.outcome(position, self.budget)? {
            Outcome::Lost => 0,
            Outcome::Won => 1,
            Outcome::Drawn => DRAWN,
        })
    }

    /// Says whether a move that leaves these parts is to this label, if that is known already.
    fn is_to(&self, solver: &SolvedRule, parts: &OptionParts, target: Option<u64>) -> Option<bool> {
        let Some(target) = target else {
            return Some(true);
        };
        let mut each = parts.chunks(solver.rule().arity());
        let sum = each.try_fold(0, |sum, part| {
            Some(sum ^ u64::from(solver.found(part, self.values)?))
        })?;
        // A position that is not lost may be a draw.
        (self.values || sum == 0 || target == 0).then_some(sum == target)
    }

    /// Lists what `tell` gives of the positions from 0 to the one number, ascending. The largest are asked
    /// about first: the others are mostly known then.
    fn listed(
        &self,
        ask: Ask,
        tell: impl Fn(&mut SolvedRule, i64) -> Result<Option<u64>, Trouble>,
    ) -> Result<Vec<u64>, Fault> {
        let most = self.one_number(ask)?;
        let mut solver = self.known.lock();
        let mut found = Vec::new();
        for n in (0..=most).rev() {
            let legal = solver.is_position(&[n], self.budget);
            let answer = legal.and_then(|legal| {
                if legal {
                    tell(&mut solver, n)
                } else {
                    Ok(None)
                }
            });
            found.extend(answer.map_err(|trouble| self.fault(trouble))?);
        }
        found.reverse();
        Ok(found)
    }

    /// Gives the one number, of which an ask lists all up to it.
    fn one_number(&self, ask: Ask) -> Result<i64, Fault> {
        let n = match &self.positions[..] {
            [position] if position.len() == 1 => position[0],
            _ => return Err(Fault::unsupported(ask)),
        };
        if (n as u64) < LIST_LIMIT + u64::from(ask == Ask::Losing) {
            return Ok(n);
        }
        let message = format!("`{ask}` lists at most {LIST_LIMIT} numbers, and {n} is too large");
        Err(Fault::limit(Place::Position(0), &Limit::fixed(message)))
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
}

impl Sum for RulePositions<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        if index == 0 && self.positions.len() > 1 {
            self.prepare();
        }
        self.label(&mut self.known.lock(), &self.positions[index])
            .map_err(|trouble| self.fault(trouble))
    }

    /// Counts the moves to this value, by the pattern if the position is beyond every table.
    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let from = &self.positions[index];
        if let Some(proved) = self.known.lock().beyond(from, self.values) {
            return proved
                .count(&unsigned(from), target)
                .map_err(pattern::fault);
        }
        listing::count(|visit| self.moves_of(index, Some(target), visit))
    }

    /// Visits the moves of a position in the order of the rule; those of which too little is known are solved when
    /// all were met.
    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let from = &self.positions[index];
        let mut visit = |parts: &OptionParts| visit(to_move(index, from, parts));
        let mut solver = self.known.lock();
        if target.is_some()
            && let Some(visited) =
                pattern::moves_beyond(&mut solver, from, self.values, target, &mut visit)
        {
            return visited;
        }
        // The first of all moves may come after very many choices of names that are no moves.
        let mut first = None;
        if target.is_none() {
            let is_known = pattern::moves_beyond(&mut solver, from, false, None, &mut |parts| {
                first = Some(parts.clone());
                ControlFlow::Break(())
            });
            let flow = first.as_ref().map_or(ControlFlow::Continue(()), &mut visit);
            if is_known.is_some_and(|known| known.is_ok()) && (first.is_none() || flow.is_break()) {
                return Ok(flow);
            }
        }
        let fault = |trouble| fault(trouble, self.budget);
        if target.is_some() && self.values {
            solver.value(from, self.budget).map_err(fault)?;
        }
        let mut later = Vec::new();
        let mut flow = ControlFlow::Continue(());
        let walked = solver.options(from, self.budget, &mut |parts| {
            match self.is_to(&solver, parts, target) {
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
            if flow.is_continue() {
                let label = |sum, part: &[i64]| Ok(sum ^ self.label(&mut solver, part)?);
                let left = parts.chunks(from.len()).try_fold(0, label).map_err(fault)?;
                if target == Some(left) {
                    flow = visit(&parts);
                }
            }
        }
        Ok(flow)
    }

    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        match ask {
            Ask::Losing => {
                let lost = |solver: &mut SolvedRule, n| {
                    Ok(solver.is_lost(&[n], self.budget)?.then_some(n as u64))
                };
                self.listed(ask, lost).map(Field::Losing)
            }
            _ if ask.is_about_sequence() && self.known.lock().rule().has_values() => {
                let value = |solver: &mut SolvedRule, n| solver.value(&[n], self.budget).map(Some);
                let values = self.listed(Ask::Sequence, value)?;
                of_sequence(ask, |each| {
                    for value in values {
                        each(value);
                    }
                    Ok(())
                })
            }
            Ask::Pattern => Ok(Field::Pattern(pattern::of(
                &mut self.known.lock(),
                self.budget,
            ))),
            Ask::Period if self.known.lock().rule().has_values() => {
                let period = self.known.lock().period(self.budget);
                Ok(period.map_or(Field::NoPeriod(None), |period| {
                    Field::Period(as_period(period))
                }))
            }
            _ => Err(Fault::unsupported(ask)),
        }
    }

    /// Gives the automaton that answers these asks, or else search: of positions that have values, together with a
    /// nim-heap.
    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let values = self.values;
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
