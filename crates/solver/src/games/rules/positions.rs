//! The positions of a record, ready to be asked: several, or one with its value, as a sum; one that is asked who wins
//! it alone as won, lost or drawn.

use smallvec::SmallVec;

use super::{SharedSolver, fault, pattern, signed};
use crate::games::as_period;
use crate::games::kit::amounts::LIST_LIMIT;
use crate::games::vocabulary::*;
use crate::record;
use crate::theory::rules::{Outcome, Parts, Position, Solver, Stop, Trouble};

/// The positions of a record, checked: several as a sum, one alone by who wins it.
pub(super) struct OpenPositions<'a> {
    known: CacheRef<SharedSolver>,
    positions: Vec<Position>,
    budget: &'a Budget,
    /// Whether values are asked about, or only who wins.
    values: bool,
    /// Whether the solver was told what will be asked about.
    prepared: bool,
}

/// The positions to which moves are wanted.
#[derive(Clone, Copy)]
enum Wanted {
    /// Anything.
    Any,
    /// Positions of this value together.
    Value(u64),
    /// A position with this outcome.
    Outcome(Outcome),
}

impl Wanted {
    /// Whether a move that leaves these parts is wanted, if that is known already.
    fn found(self, solver: &Solver, parts: &Parts) -> Option<bool> {
        let arity = solver.rule().arity();
        match self {
            Wanted::Any => Some(true),
            Wanted::Value(target) => {
                let mut parts = parts.chunks(arity);
                let sum = parts.try_fold(0, |sum, part| Some(sum ^ u64::from(solver.found(part, true)?)));
                sum.map(|sum| sum == target)
            }
            Wanted::Outcome(outcome) => match solver.found(parts, false)? {
                0 => Some(outcome == Outcome::Lost),
                _ => (outcome == Outcome::Lost).then_some(false),
            },
        }
    }

    /// Whether a move that leaves these parts is wanted.
    fn solved(self, solver: &mut Solver, parts: &Parts, budget: &Budget) -> Result<bool, Trouble> {
        let arity = solver.rule().arity();
        match self {
            Wanted::Any => Ok(true),
            Wanted::Value(target) => {
                let mut parts = parts.chunks(arity);
                let sum = parts.try_fold(0, |sum, part| Ok(sum ^ solver.value(part, budget)?));
                sum.map(|sum| sum == target)
            }
            Wanted::Outcome(outcome) => solver.outcome(parts, budget).map(|found| found == outcome),
        }
    }
}

impl<'a> OpenPositions<'a> {
    pub(super) fn new(
        known: &CacheRef<SharedSolver>,
        positions: Vec<Position>,
        values: bool,
        context: &'a Context,
    ) -> Self {
        OpenPositions { known: known.clone(), positions, budget: &context.budget, values, prepared: false }
    }

    /// The fault of a position that could not be solved.
    fn fault(&self, trouble: Trouble) -> Fault {
        fault(trouble, self.budget)
    }

    /// Shows the numbers from 0 to `most` that are positions to a function, the largest first: the others are mostly
    /// known then.
    fn each_number(
        &self,
        most: i64,
        mut each: impl FnMut(&mut Solver, i64) -> Result<(), Trouble>,
    ) -> Result<(), Fault> {
        let mut solver = self.known.lock();
        for n in (0..=most).rev() {
            match solver.is_position(&[n], self.budget) {
                Ok(true) => each(&mut solver, n),
                other => other.map(drop),
            }
            .map_err(|trouble| self.fault(trouble))?;
        }
        Ok(())
    }

    /// The one number, of which an ask lists all up to it.
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

    /// The lost ones of the numbers from 0 to the one number.
    fn losing(&self) -> Result<Field, Fault> {
        let mut losing = Vec::new();
        self.each_number(self.one_number(Ask::Losing)?, |solver, n| {
            if solver.is_lost(&[n], self.budget)? {
                losing.push(n as u64);
            }
            Ok(())
        })?;
        losing.reverse();
        Ok(Field::Losing(losing))
    }

    /// Shows the values of the numbers from 0 to the one number, of a rule that has values.
    fn list_values(&self, each: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        if !self.known.lock().rule().has_values() {
            return Err(Fault::unsupported(Ask::Sequence));
        }
        let mut values = Vec::new();
        self.each_number(self.one_number(Ask::Sequence)?, |solver, n| {
            values.push(solver.value(&[n], self.budget)?);
            Ok(())
        })?;
        values.into_iter().rev().for_each(each);
        Ok(())
    }

    fn field(&self, ask: Ask) -> Result<Field, Fault> {
        match ask {
            Ask::Losing => self.losing(),
            Ask::Pattern => Ok(Field::Pattern(pattern::of(&mut self.known.lock(), self.budget))),
            Ask::Period if self.known.lock().rule().has_values() => {
                let period = self.known.lock().period(self.budget);
                Ok(period.map_or(Field::NoPeriod(None), |period| Field::Period(as_period(period))))
            }
            _ => Err(Fault::unsupported(ask)),
        }
    }

    /// Fills one table for all positions, by the largest: its table mostly holds the others. An error of it is
    /// reported in its turn.
    fn prepare(&mut self) {
        if std::mem::replace(&mut self.prepared, true) || self.positions.len() < 2 {
            return;
        }
        let mut tops = self.positions[0].clone();
        for other in &self.positions[1..] {
            tops.iter_mut().zip(other).for_each(|(top, &n)| *top = (*top).max(n));
        }
        let mut solver = self.known.lock();
        solver.expect(&tops);
        let sum = |position: &&Position| position.iter().fold(0i64, |sum, &n| sum.saturating_add(n));
        if let Some(largest) = self.positions.iter().max_by_key(sum) {
            let _ = solver.value(largest, self.budget);
        }
    }

    /// Who wins the only position.
    fn solve(&self) -> Result<Outcome, Fault> {
        self.known.lock().outcome(&self.positions[0], self.budget).map_err(|trouble| self.fault(trouble))
    }

    /// Visits the moves of a position to what is wanted, in the order of the rule; those of which too little is known
    /// are solved when all were met.
    fn moves_to(&self, index: usize, wanted: Wanted, visit: &mut Visit<'_>) -> Visited {
        let from = &self.positions[index];
        let mut visit = |parts: &Parts| visit(to_move(index, from, parts));
        let mut solver = self.known.lock();
        let beyond = match wanted {
            Wanted::Any => None,
            Wanted::Value(target) => pattern::moves_beyond(&mut solver, from, true, Some(target), &mut visit),
            Wanted::Outcome(_) => pattern::moves_beyond(&mut solver, from, false, Some(0), &mut visit),
        };
        if let Some(visited) = beyond {
            return visited;
        }
        // The first of all moves may stand behind very many others that are none.
        let mut first = None;
        if let Wanted::Any = wanted {
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
        if let Wanted::Value(_) = wanted {
            solver.value(from, self.budget).map_err(fault)?;
        }
        let (mut later, mut flow) = (Vec::new(), ControlFlow::Continue(()));
        let walked = solver.options(from, self.budget, &mut |parts| {
            match wanted.found(&solver, parts) {
                Some(false) => {}
                _ if first.as_ref() == Some(parts) => {}
                Some(true) if later.is_empty() => flow = visit(parts),
                // The order of the moves is that of the rule.
                _ => later.push(parts.clone()),
            }
            if flow.is_break() { Err(Stop::Enough) } else { Ok(()) }
        });
        walked.map_err(fault)?;
        for parts in later {
            if flow.is_continue() && wanted.solved(&mut solver, &parts, self.budget).map_err(fault)? {
                flow = visit(&parts);
            }
        }
        Ok(flow)
    }

    /// The number of moves of a position to this value, by the pattern if the position is beyond every table.
    fn count_beyond(&self, index: usize, target: u64) -> Option<Result<u128, Fault>> {
        pattern::count_beyond(&mut self.known.lock(), &self.positions[index], self.values, target)
    }

    /// The automaton that answers these asks, or else search: of positions that have values, beside a nim-heap.
    fn proof(&self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let values = self.values;
        let automaton =
            pattern::certificate(&mut self.known.lock(), &self.positions, values, asks, self.budget);
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
            let sum = parts.iter().try_fold(heap, |sum, part| Ok(sum ^ value(part)?));
            sum.map(|sum| sum == 0).map_err(|trouble| self.fault(trouble))
        })))
    }
}

impl Instance for OpenPositions<'_> {
    fn outcome(&mut self) -> Result<record::Outcome, Fault> {
        Ok(match self.solve()? {
            Outcome::Won => record::Outcome::Win,
            Outcome::Lost => record::Outcome::Lose,
            Outcome::Drawn => record::Outcome::Draw,
        })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        let wanted = match goal {
            Goal::Legal => Wanted::Any,
            _ => match self.solve()? {
                Outcome::Won => Wanted::Outcome(Outcome::Lost),
                Outcome::Drawn => Wanted::Outcome(Outcome::Drawn),
                Outcome::Lost => return Ok(ControlFlow::Continue(())),
            },
        };
        self.moves_to(0, wanted, visit)
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        let beyond = if goal == Goal::Legal { None } else { self.count_beyond(0, 0) };
        beyond.unwrap_or_else(|| listing::count(&mut |visit| self.visit(goal, visit)))
    }

    fn each_value(&mut self, each: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        self.list_values(each)
    }

    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        self.field(ask)
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        self.proof(asks)
    }
}

impl Sum for OpenPositions<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.prepare();
        let value = self.known.lock().value(&self.positions[index], self.budget);
        value.map_err(|trouble| self.fault(trouble))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let beyond = self.count_beyond(index, target);
        beyond.unwrap_or_else(|| listing::count(&mut |visit| self.moves_of(index, Some(target), visit)))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        self.moves_to(index, target.map_or(Wanted::Any, Wanted::Value), visit)
    }

    fn each_value(&mut self, each: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        self.list_values(each)
    }

    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        self.field(ask)
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        self.proof(asks)
    }
}

/// A move from one position to the parts that are left.
fn to_move(index: usize, from: &[i64], parts: &[i64]) -> Move {
    let tuple = |numbers: &[i64]| {
        let numbers: SmallVec<[u64; Tuple::MAX_ARITY]> = numbers.iter().map(|&n| n as u64).collect();
        Tuple::new(&numbers)
    };
    if parts.len() == from.len() {
        Move::Tuple { index, from: tuple(from), to: tuple(parts) }
    } else {
        Move::Parts { index, from: tuple(from), parts: parts.chunks(from.len()).map(tuple).collect() }
    }
}
