//! Rules whose positions are lists, or whose moves leave any number of parts: their positions, ready to be asked.

use std::ops::ControlFlow;

use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;
use grundy_heaps::convolution;
use grundy_own_rules::choice::Chosen;
use grundy_own_rules::solver::unsigned;
use grundy_own_rules::{Trouble, WideSolver};
use grundy_record::{
    Ask, Fault, Move, NumberList, OwnRule, Pattern, Period, Place, Record, Tuple, counted,
};
use grundy_rules::left::Left;
use grundy_rules::meter::EvalStop;
use grundy_rules::options::Outcome;

use super::faults::{check_numbers, fault, not_legal, show};
use super::heaps;
use super::leaves::{Leaves, from_largest, in_record};
use super::rule_solver::{is_misere_sum, one_alone, refuse_asks};
use super::shared_solver::{KeptSolver, Shared, signed};
use crate::questions::misere;
use crate::shared::amounts::expect_listed;
use crate::shared::sum::{Sum, Summed};
use crate::shared::varied;
use crate::{
    Context, Counted, Evidence, Goal, HeapAsks, OpenPosition, OpenRules, PositionResult, Searched,
    Visit, Visited,
};

/// The most parts of a move that are written.
const MAX_WRITTEN_PARTS: u64 = 1 << 12;

/// The solver of one rule, which records share.
type SharedWide<'a> = Shared<'a, WideSolver>;

impl KeptSolver for WideSolver {
    fn anew(&self) -> Self {
        WideSolver::new(self.rule().clone())
    }

    fn bytes(&self) -> u64 {
        WideSolver::bytes(self)
    }

    fn take_chosen(&mut self) -> Option<Chosen> {
        WideSolver::take_chosen(self)
    }
}

/// A rule, and all that is known of its positions.
pub(super) struct WideRules<'a> {
    /// The rule and its text.
    own: OwnRule,
    /// The solver of the rule, which records share.
    known: SharedWide<'a>,
    /// The limits and the tables.
    context: &'a Context,
}

impl<'a> WideRules<'a> {
    /// Opens a wide rule.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for what is known of its positions.
    pub(super) fn new(own: &OwnRule, context: &'a Context) -> Result<Self, Fault> {
        let make = || WideSolver::new((*own.rule).clone());
        let known = Shared::new("wide rules", &own.text, context, make)?;
        Ok(WideRules {
            own: own.clone(),
            known,
            context,
        })
    }

    /// Reads the numbers of a position, and refuses numbers that are none.
    fn position(&self, i: usize, numbers: &[u64]) -> Result<Vec<i64>, Fault> {
        check_numbers(i, numbers.len(), numbers.iter().copied(), &self.own.rule)?;
        let mut position = signed(numbers).into_vec();
        self.own.rule.arrange(&mut position);
        let budget = &self.context.budget;
        let is_position = self.known.lock().is_position(&position, budget);
        if is_position.map_err(|trouble| fault(trouble, budget))? {
            return Ok(position);
        }
        let is_set = position.is_sorted_by(|a, b| a < b);
        let has_equal = self.own.rule.has_no_equal_numbers() && !is_set;
        if !has_equal {
            return Err(not_legal(i, &signed(numbers)));
        }
        let numbers = show(&signed(numbers));
        let message =
            format!("{numbers} is no position: its numbers are not different, as `set` says");
        let help = "`bag` allows equal numbers";
        Err(Fault::new(Place::Position(i), message, help))
    }

    /// Opens a record whose numbers are ranges. Choices of numbers that are no position do not count.
    pub(super) fn ranges<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        let rule = &self.own.rule;
        let ranges = &record.position.ranges;
        for (i, component) in ranges.iter().enumerate() {
            let highest = component.iter().map(|range| range.high);
            check_numbers(i, component.len(), highest, rule)?;
        }
        let known = self.known.clone();
        let budget = &self.context.budget;
        if !rule.has_values() {
            one_alone(rule, ranges.len())?;
            let loses = move |numbers: &[u64]| {
                about(&known, numbers, budget, |solver, position| {
                    Ok(solver.outcome(position, budget)? == Outcome::Lost)
                })
            };
            return Ok(varied::one_by_one(record, budget, loses));
        }
        Ok(varied::counted(move |counted| {
            let value = |numbers: &[u64]| {
                about(&known, numbers, budget, |solver, position| {
                    solver.value(position, budget)
                })
            };
            let component = |ranges: &[Range]| {
                if ranges.len() > 1 {
                    varied::check_steps_of_all(ranges, varied::steps_of_one(ranges), budget)?;
                }
                varied::tuples(ranges, budget, value)
            };
            let each = ranges.iter().map(|ranges| component(ranges));
            let components = each.collect::<Result<Vec<_>, Fault>>()?;
            match counted {
                Counted::All => Ok(components.iter().map(varied::size_of).product()),
                Counted::Lost => Ok(convolution::losing(&components, budget)?),
            }
        }))
    }
}

/// Finds the answer about a position; `None` if the numbers are no position.
fn about<T>(
    known: &SharedWide<'_>,
    numbers: &[u64],
    budget: &Budget,
    ask: impl FnOnce(&mut WideSolver, &[i64]) -> Result<T, Trouble>,
) -> Result<Option<T>, Fault> {
    let mut solver = known.lock();
    let mut position = signed(numbers).into_vec();
    solver.rule().arrange(&mut position);
    let answer = solver.is_position(&position, budget).and_then(|legal| {
        if legal {
            ask(&mut solver, &position).map(Some)
        } else {
            Ok(None)
        }
    });
    answer.map_err(|trouble| fault(trouble, budget))
}

impl<'a> OpenRules<'a> for WideRules<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        let rule = &self.own.rule;
        let tuples = &record.position.tuples;
        let mut lists = Vec::with_capacity(tuples.len());
        for (i, tuple) in tuples.iter().enumerate() {
            lists.push(self.position(i, tuple)?);
        }
        refuse_asks(rule, record)?;
        let count = lists.len();
        let positions = WidePositions {
            known: self.known.clone(),
            positions: lists,
            words: record.position.words,
            budget: &self.context.budget,
        };
        if rule.has_values() {
            let under_misere =
                misere::if_asked(record, self.context, || Ok(heaps::rules(&self.own)))?;
            return Ok(Box::new(
                Summed::new(count, positions).with_misere(under_misere),
            ));
        }
        if is_misere_sum(rule, record)
            && let Some(rules) = heaps::rules(&self.own)
        {
            return misere::open(vec![(rules, record)], self.context);
        }
        one_alone(rule, count)?;
        Ok(Box::new(DecidedWide(positions)))
    }
}

/// The positions of a record, checked, as a sum of their values.
struct WidePositions<'a> {
    /// The solver of the rule, which records share.
    known: SharedWide<'a>,
    /// The positions, each as its numbers in the order of the rule.
    positions: Vec<Vec<i64>>,
    /// Whether lists of letters are written as words.
    words: bool,
    /// The limits of the record.
    budget: &'a Budget,
}

/// One position that is asked who wins it, and has no value.
struct DecidedWide<'a>(WidePositions<'a>);

impl WidePositions<'_> {
    fn fault(&self, trouble: Trouble) -> Fault {
        fault(trouble, self.budget)
    }

    /// Visits the moves of a position in the order of the rule.
    fn visit_moves(&self, index: usize, leaves: Leaves, visit: &mut Visit<'_>) -> Visited {
        self.visit_left(index, leaves, &mut |solver, left| {
            Ok(visit(self.to_move(solver, index, left)?))
        })
    }

    /// Visits what the moves of a position leave, in the order of the rule.
    fn visit_left(
        &self,
        index: usize,
        leaves: Leaves,
        visit: &mut dyn FnMut(&WideSolver, &Left) -> Visited,
    ) -> Visited {
        let from = &self.positions[index];
        let mut solver = self.known.lock();
        // What is left is solved together with the position.
        let solved = match leaves {
            Leaves::Anything => Ok(()),
            Leaves::Value(_) => solver.value(from, self.budget).map(|_| ()),
            Leaves::Outcome(_) => solver.outcome(from, self.budget).map(|_| ()),
        };
        solved.map_err(|trouble| self.fault(trouble))?;
        let mut wanted = Vec::new();
        let mut visited = Ok(ControlFlow::Continue(()));
        let walked = solver.options(from, self.budget, &mut |left| {
            if leaves != Leaves::Anything {
                wanted.push(left.clone());
                return Ok(());
            }
            visited = visit(&solver, left);
            match visited {
                Ok(ControlFlow::Continue(())) => Ok(()),
                _ => Err(EvalStop::Enough),
            }
        });
        walked.map_err(|trouble| self.fault(trouble))?;
        let mut flow = visited?;
        for left in wanted {
            if flow.is_continue() && self.is_to(&mut solver, &left, leaves)? {
                flow = visit(&solver, &left)?;
            }
        }
        Ok(flow)
    }

    /// Finds whether a move that leaves these parts is one of those to visit.
    fn is_to(&self, solver: &mut WideSolver, left: &Left, leaves: Leaves) -> Result<bool, Fault> {
        match leaves {
            Leaves::Anything => Ok(true),
            Leaves::Value(value) => {
                let mut nim_sum = 0;
                for (part, count) in left.parts() {
                    // Two equal parts cancel out.
                    if count % 2 == 1 {
                        let of_part = solver.value(part, self.budget);
                        nim_sum ^= of_part.map_err(|trouble| self.fault(trouble))?;
                    }
                }
                Ok(nim_sum == value)
            }
            Leaves::Outcome(outcome) => {
                let of_part = match left.parts().next() {
                    Some((part, _)) => solver.outcome(part, self.budget),
                    // The player to move loses where nothing is left.
                    None => Ok(Outcome::Lost),
                };
                Ok(of_part.map_err(|trouble| self.fault(trouble))? == outcome)
            }
        }
    }

    /// Writes a move from one position to the parts that are left.
    fn to_move(&self, solver: &WideSolver, index: usize, left: &Left) -> Result<Move, Fault> {
        let from = &self.positions[index];
        let count = left
            .parts()
            .fold(0u64, |sum, (_, count)| sum.saturating_add(count));
        if count > MAX_WRITTEN_PARTS {
            let message = format!(
                "a move leaves {}, more than are written",
                counted(count, "part")
            );
            let help = "ask `verdict`, `winner` or `count`, which write no move".into();
            return Err(Fault {
                help,
                ..Limit::fixed(message).into()
            });
        }
        let each = left
            .parts()
            .flat_map(|(part, count)| (0..count).map(move |_| part));
        if solver.rule().list.is_some() {
            return Ok(Move::Lists {
                index,
                from: self.list(from),
                parts: each.map(|part| self.list(part)).collect(),
            });
        }
        let mut parts: Vec<Tuple> = each.map(tuple).collect();
        let from = tuple(from);
        if parts.len() == 1 {
            let to = parts.remove(0);
            return Ok(Move::Tuple { index, from, to });
        }
        let parts = parts.into();
        Ok(Move::Parts { index, from, parts })
    }

    fn list(&self, numbers: &[i64]) -> NumberList {
        NumberList {
            numbers: unsigned(numbers).into(),
            is_word: self.words,
        }
    }

    /// Lists what `tell` gives of the positions from 0 to the one number, ascending.
    fn listed<T>(
        &self,
        ask: Ask,
        tell: impl Fn(&mut WideSolver, i64) -> Result<Option<T>, Trouble>,
    ) -> Result<Vec<T>, Fault> {
        let [position] = &self.positions[..] else {
            return Err(Fault::unsupported(ask));
        };
        let [most] = position[..] else {
            return Err(Fault::unsupported(ask));
        };
        expect_listed(ask, most.unsigned_abs())?;
        let is_position =
            |solver: &mut WideSolver, numbers: &[i64]| solver.is_position(numbers, self.budget);
        let found = from_largest(&mut *self.known.lock(), most, is_position, tell);
        found.map_err(|trouble| self.fault(trouble))
    }

    /// Finds who wins positions that come, by search: of positions whose values are asked about, together with a
    /// nim-heap.
    fn evidence_of(&self, values: bool) -> Evidence<'_> {
        Evidence::Search(Box::new(move |parts, heap| {
            let mut solver = self.known.lock();
            let mut nim_sum = heap;
            for part in parts {
                let mut part = signed(part).into_vec();
                solver.rule().arrange(&mut part);
                if !values {
                    let outcome = solver.outcome(&part, self.budget);
                    let outcome = outcome.map_err(|trouble| self.fault(trouble))?;
                    return Ok(outcome == Outcome::Lost);
                }
                let value = solver.value(&part, self.budget);
                nim_sum ^= value.map_err(|trouble| self.fault(trouble))?;
            }
            Ok(nim_sum == 0)
        }))
    }
}

fn tuple(numbers: &[i64]) -> Tuple {
    Tuple::new(&unsigned(numbers))
}

impl Sum for WidePositions<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let value = self.known.lock().value(&self.positions[index], self.budget);
        value.map_err(|trouble| self.fault(trouble))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        // Moves that leave more parts than are written count all the same.
        let mut count = 0;
        let _ = self.visit_left(index, Leaves::Value(target), &mut |_, _| {
            count += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(count)
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let leaves = target.map_or(Leaves::Anything, Leaves::Value);
        self.visit_moves(index, leaves, visit)
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }

    fn evidence(&mut self, _: &[Ask]) -> Option<Evidence<'_>> {
        Some(self.evidence_of(true))
    }
}

impl HeapAsks for WidePositions<'_> {
    fn sequence(&mut self, ask: Ask, show: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
        if !self.known.lock().rule().has_values() {
            return Err(Fault::unsupported(ask));
        }
        let value = |solver: &mut WideSolver, n: i64| {
            let value = solver.value(&[n], self.budget)?;
            Ok(Some((n.unsigned_abs(), value)))
        };
        for (heap, value) in self.listed(Ask::Sequence, value)? {
            show(heap, value);
        }
        Ok(())
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let lost = |solver: &mut WideSolver, n: i64| {
            let is_lost = solver.outcome(&[n], self.budget)? == Outcome::Lost;
            Ok(is_lost.then_some(n.unsigned_abs()))
        };
        self.listed(Ask::Losing, lost)
    }

    fn period(&mut self) -> Result<Searched<Period>, Fault> {
        Ok(Searched::UpTo(None))
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        Ok(None)
    }
}

impl DecidedWide<'_> {
    fn solve(&self) -> Result<Outcome, Fault> {
        let WidePositions {
            known,
            positions,
            budget,
            ..
        } = &self.0;
        let outcome = known.lock().outcome(&positions[0], budget);
        outcome.map_err(|trouble| self.0.fault(trouble))
    }
}

impl OpenPosition for DecidedWide<'_> {
    fn outcome(&mut self) -> Result<grundy_record::Outcome, Fault> {
        self.solve().map(in_record)
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        match Leaves::of(goal, || self.solve())? {
            Some(leaves) => self.0.visit_moves(0, leaves, visit),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(&mut self.0)
    }

    fn evidence(&mut self, _: &[Ask]) -> Option<Evidence<'_>> {
        Some(self.0.evidence_of(false))
    }
}
