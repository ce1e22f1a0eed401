//! Top down: the positions that can be reached, each found after all it can lead to.
//!
//! A stack holds the line of play under examination. The options of its top are looked at in
//! order; the first that is not known yet goes on top, and when it is known the options are looked
//! at again from the start. Each time that happens one more position is known, so there are at most twice as
//! many looks as positions, and no options need to be kept. But a position is looked at once more for each
//! of its options that it was the first to meet: if these are m, its looks go through up to m²/2 options. An
//! option that stands on the stack is one that play can come back to.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions that are met have numbers of 32 bits"
)]

use super::dense::Filled;
use super::store::{ILLEGAL, Known, OPEN, Store, UNKNOWN, outcome_by, stuck};
use grundy_base::budget::Budget;
use grundy_base::shares;
use grundy_base::sync::progress::{PHASES, Task};
use grundy_rules::meter::{EvalStop, Meter, RulePlace};
use grundy_rules::options::{RulePosition, names_of};
use grundy_rules::tree::Rule;
use grundy_values::mex::ValueSet;

/// The reason why a position could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A number does not fit in 64 bits: at this position, in this place of the rule.
    Overflow(RulePosition, RulePlace),
    /// A list has more numbers, or a move leaves more parts, than are kept: at this position, in this place of the rule.
    Size(RulePosition, RulePlace),
    /// Play can come back to the first of these, by way of the others.
    Cycle(Vec<RulePosition>),
    /// The steps ended after this many positions.
    Work(u64),
    /// The table takes far more steps than there are.
    Steps {
        /// The number of its positions.
        positions: u64,
        /// The steps that it takes at least, by an estimate.
        steps: u64,
    },
    /// The memory ended after this many positions.
    Memory(u64),
    /// One line of play takes about this many positions, far more than the memory allowed holds.
    Length(u64),
    /// Numbers rise without end: one line of play met `positions` positions, and ended with a move of the kind `place`.
    Grows {
        /// The position from which the move leads.
        from: RulePosition,
        /// The position to which it leads.
        to: RulePosition,
        /// The kind of the move.
        place: RulePlace,
        /// The number of positions met.
        positions: u64,
    },
    /// The game is not solved within the limits, and no pattern was proved; the reasons for that are clauses.
    Patternless(Box<Trouble>, Vec<String>),
}

impl Trouble {
    /// Makes the trouble of an evaluation that stopped at these numbers in this place of the rule, after this many
    /// positions.
    pub fn of(stop: EvalStop, positions: u64, numbers: &[i64], place: RulePlace) -> Trouble {
        match stop {
            EvalStop::Work => Trouble::Work(positions),
            EvalStop::Memory => Trouble::Memory(positions),
            EvalStop::Size => Trouble::Size(RulePosition::from_slice(numbers), place),
            _ => Trouble::Overflow(RulePosition::from_slice(numbers), place),
        }
    }

    /// Adds why no pattern was proved, if a pattern might have spared the trouble.
    pub(super) fn without_pattern(self, why: Vec<String>) -> Trouble {
        match self {
            Trouble::Work(_) | Trouble::Steps { .. } | Trouble::Memory(_) | Trouble::Length(_)
                if !why.is_empty() =>
            {
                Trouble::Patternless(Box::new(self), why)
            }
            _ => self,
        }
    }
}

/// The steps that may be spent to find out which kind of move leads from one position to another: a guess.
const MAX_STEPS_OF_A_KIND: u64 = 1 << 22;

/// Positions solved top down; Grundy values if the rule has them, else outcomes.
#[derive(Debug)]
pub struct Reach {
    /// The positions met, and what is known of them.
    pub(super) store: Store,
    /// The content of a table that was given up: its positions need not be explored.
    table: Option<Filled>,
    /// The line of play under examination. If the steps ended, it waits to be gone on with.
    stack: Vec<u32>,
    /// The values seen among the options.
    seen: ValueSet,
    /// The most bytes that the positions may take.
    most_bytes: u64,
    /// The steps of all searches.
    pub(super) steps: u64,
    /// The bounds of the positions met.
    met: Extent,
    /// The bounds of the positions solved.
    solved: Extent,
}

/// The number of positions, and the numbers between which they lie.
#[derive(Debug, Default)]
struct Extent {
    /// The number of positions.
    count: u64,
    /// The least of each number.
    low: RulePosition,
    /// The greatest of each number.
    high: RulePosition,
}

impl Extent {
    /// Adds a position.
    fn add(&mut self, position: &[i64]) {
        self.count += 1;
        if self.count == 1 {
            self.low = position.into();
            self.high = position.into();
        }
        for ((low, high), &n) in self.low.iter_mut().zip(&mut self.high).zip(position) {
            *low = (*low).min(n);
            *high = (*high).max(n);
        }
    }

    /// Estimates how many positions of a box can be reached: as dense as these, and varying in those numbers in which
    /// the positions met vary.
    fn expected_in(&self, met: &Extent, tops: &[i64]) -> u128 {
        let mut of_box = 1u128;
        let mut of_extent = 1u128;
        for (i, &top) in tops.iter().enumerate() {
            if met.low[i] < met.high[i] {
                of_box = of_box.saturating_mul(top as u128 + 1);
                of_extent =
                    of_extent.saturating_mul(u128::from(self.high[i].abs_diff(self.low[i])) + 1);
            }
        }
        of_box.saturating_mul(self.count.into()) / of_extent
    }
}

/// The progress of an exploring, to be shown once it takes long.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The task that is shown, once it is.
    phase: Option<Task>,
    /// The positions met when it was last shown.
    shown: usize,
}

impl Shown {
    /// The positions that are met between two times that it is shown.
    const STEP: usize = 1 << 12;

    /// Begins when this many positions were met.
    pub(crate) fn from(positions: usize) -> Self {
        Shown {
            phase: None,
            shown: positions,
        }
    }

    /// Shows from time to time how many positions were met.
    #[inline]
    pub(crate) fn show(&mut self, positions: usize) {
        if positions >= self.shown + Self::STEP {
            let begin = || PHASES.begin_named("positions reached by a rule", 0);
            let more = positions - self.shown;
            self.phase.get_or_insert_with(begin).add(more as u64);
            self.shown = positions;
        }
    }
}

/// The number of positions met before the length of a line of play is estimated.
const FIRST_ESTIMATE_POSITIONS: usize = 1 << 18;

/// The number of positions solved before it is guessed how many there are in a box.
const MIN_SAMPLE: u64 = 64;

impl Reach {
    /// Begins with nothing reached.
    pub fn new(arity: usize) -> Self {
        Reach {
            store: Store::new(arity),
            table: None,
            stack: Vec::new(),
            seen: ValueSet::default(),
            most_bytes: u64::MAX,
            steps: 0,
            met: Extent::default(),
            solved: Extent::default(),
        }
    }

    /// Estimates how many steps all positions of a box take that can be reached, if each takes `of_one` steps or more.
    /// The estimate follows the positions met so far: if many of those lie close together, the others are taken to do
    /// so. Nothing is sure of it.
    pub fn expected_steps(&self, tops: &[i64], of_one: u64) -> u64 {
        if self.met.count < MIN_SAMPLE {
            return 0;
        }
        let steps = |extent: &Extent| {
            let of_each = (self.steps / extent.count).max(of_one);
            u128::from(of_each).saturating_mul(extent.expected_in(&self.met, tops))
        };
        let mut expected = steps(&self.met);
        if self.solved.count >= MIN_SAMPLE {
            expected = expected.max(steps(&self.solved));
        }
        u64::try_from(expected).unwrap_or(u64::MAX)
    }

    /// Counts the bytes held.
    pub fn bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, Filled::bytes) + self.bytes_of_positions()
    }

    /// Counts the bytes that the positions met take.
    fn bytes_of_positions(&self) -> u64 {
        self.store.bytes() + self.stack.capacity() as u64 * 4 + self.seen.bytes()
    }

    /// Keeps what a table holds that was given up.
    pub(super) fn keep(&mut self, table: Filled) {
        self.table = Some(table);
    }

    /// Returns what the table that was given up holds of a position.
    #[inline]
    fn in_table(&self, position: &[i64]) -> Option<Known> {
        self.table.as_ref()?.known(position)
    }

    /// Returns how many positions were met.
    pub fn positions(&self) -> usize {
        self.store.len()
    }

    /// Returns at most `most` of the positions met, evenly spread.
    pub fn sample(&self, most: usize) -> Vec<RulePosition> {
        let step = self.store.len().div_ceil(most.max(1)).max(1);
        (0..self.store.len())
            .step_by(step)
            .filter(|&id| self.store.known(id as u32) != ILLEGAL)
            .map(|id| RulePosition::from_slice(self.store.position(id as u32)))
            .collect()
    }

    /// Returns the value or outcome of a position, if it is known already.
    pub fn known(&self, position: &[i64]) -> Option<Known> {
        self.store
            .find(position)
            .map(|id| self.store.known(id))
            .filter(|&known| known < ILLEGAL)
    }

    /// Returns the number of a position and what is known of it, whether it is legal first of all.
    pub(super) fn meet(
        &mut self,
        rule: &Rule,
        part: &[i64],
        meter: &mut Meter,
    ) -> Result<(u32, Known), EvalStop> {
        // A check that is stopped leaves nothing behind: the position is checked when it is met again.
        let checked = if rule.legal.is_empty() || self.store.find(part).is_some() {
            None
        } else {
            Some(self.checked(rule, part, meter)?)
        };
        let (id, is_new) = self.store.meet(part).ok_or(EvalStop::Memory)?;
        if is_new {
            let known = match checked {
                Some(known) => known,
                // Without `legal if` nothing stops a check.
                None => self.checked(rule, part, meter)?,
            };
            self.store.set(id, known);
            if known == UNKNOWN {
                self.met.add(part);
            }
            if self.bytes_of_positions() > self.most_bytes {
                return Err(EvalStop::Memory);
            }
        }
        Ok((id, self.store.known(id)))
    }

    /// Returns what is known of a position that was not met yet: what the table says, or else whether it is legal.
    fn checked(&self, rule: &Rule, part: &[i64], meter: &mut Meter) -> Result<Known, EvalStop> {
        if let Some(known) = self.in_table(part) {
            return Ok(known);
        }
        let is_position = rule.is_position(part, meter)?;
        Ok(if is_position { UNKNOWN } else { ILLEGAL })
    }

    /// Solves a position, which must be one. If the steps end, the next search from the same position goes on where
    /// this one stopped.
    ///
    /// # Errors
    ///
    /// Fails when play can come back, a number does not fit, or a limit is passed.
    ///
    /// # Complexity
    ///
    /// There are at most two looks for every position that can be reached; a position is looked at once more for each of
    /// its options that it was the first to meet.
    pub fn solve(
        &mut self,
        rule: &Rule,
        position: &[i64],
        meter: &mut Meter,
        budget: &Budget,
    ) -> Result<Known, Trouble> {
        let full = Trouble::Memory(self.store.len() as u64);
        let (root, _) = self.store.meet(position).ok_or(full)?;
        let known = self.store.known(root);
        if known < ILLEGAL {
            return Ok(known);
        }
        if self.stack.first() != Some(&root) {
            self.close();
            self.stack.push(root);
        }
        self.limit(budget);
        let allowed = meter.left();
        let result = self.run(rule, meter, budget);
        self.steps = self.steps.saturating_add(allowed - meter.left());
        if !matches!(result, Err(Trouble::Work(_))) {
            self.close();
        }
        result.map(|()| self.store.known(root))
    }

    /// Sets the bytes that the positions may take.
    pub(super) fn limit(&mut self, budget: &Budget) {
        self.most_bytes = shares::rules::positions(budget.memory);
    }

    /// Ends the line of play under examination.
    fn close(&mut self) {
        for id in self.stack.drain(..) {
            if self.store.known(id) == OPEN {
                self.store.set(id, UNKNOWN);
            }
        }
    }

    /// Goes on with the line of play until it is empty.
    fn run(&mut self, rule: &Rule, meter: &mut Meter, budget: &Budget) -> Result<(), Trouble> {
        let mut next_estimate = FIRST_ESTIMATE_POSITIONS;
        let mut shown = Shown::from(self.store.len());
        while let Some(&top) = self.stack.last() {
            shown.show(self.store.len());
            if self.store.len() >= next_estimate {
                next_estimate = 2 * self.store.len();
                self.expect_an_end(rule, budget)?;
            }
            if let Some(known) = self.in_table(self.store.position(top)) {
                self.store.set(top, known);
                self.stack.pop();
                continue;
            }
            self.store.set(top, OPEN);
            match self.look(rule, top, meter) {
                Ok(Some(known)) => {
                    self.store.set(top, known);
                    self.solved.add(self.store.position(top));
                    self.stack.pop();
                }
                Ok(None) => {}
                Err(EvalStop::Work) => return Err(Trouble::Work(self.store.len() as u64)),
                Err(EvalStop::Memory) => return Err(Trouble::Memory(self.store.len() as u64)),
                Err(EvalStop::Enough) => return Err(self.cycle()),
                Err(EvalStop::Size) => {
                    let position = RulePosition::from_slice(self.store.position(top));
                    return Err(Trouble::Size(position, meter.place));
                }
                Err(EvalStop::Overflow | EvalStop::Undefined) => {
                    let position = RulePosition::from_slice(self.store.position(top));
                    return Err(Trouble::Overflow(position, meter.place));
                }
            }
        }
        Ok(())
    }

    /// Refuses a line of play that has run straight so far and, at its pace, fills memory many times over before a
    /// number comes to 0 or no longer fits: from 10¹⁸ down by ones, or up by ones.
    fn expect_an_end(&self, rule: &Rule, budget: &Budget) -> Result<(), Trouble> {
        /// The number of times that memory is to be filled.
        const TIMES_MEMORY: i128 = 1 << 4;
        let (Some(&first), Some(&last)) = (self.stack.first(), self.stack.last()) else {
            return Ok(());
        };
        let met = self.store.len();
        let depth = self.stack.len() as i128;
        if (met as i128) > 2 * depth {
            return Ok(());
        }
        let ends = self
            .store
            .position(first)
            .iter()
            .zip(self.store.position(last));
        // A number that falls ends at 0, and one that rises where it does not fit.
        let turns = |from: i64, to: i64| {
            let fallen = i128::from(from) - i128::from(to);
            let left = if fallen > 0 {
                i128::from(to)
            } else {
                i128::from(i64::MAX) - i128::from(to)
            };
            (fallen != 0).then(|| left / fallen.abs() * depth)
        };
        let ahead = ends.filter_map(|(&from, &to)| turns(from, to)).min();
        let most = i128::from(
            shares::rules::positions(budget.memory)
                / (self.bytes_of_positions() / met as u64).max(1),
        );
        match ahead {
            Some(ahead) if ahead / TIMES_MEMORY > most => {
                if let Some(trouble) = self.growth(rule) {
                    return Err(trouble);
                }
                Err(Trouble::Length(u64::try_from(ahead).unwrap_or(u64::MAX)))
            }
            _ => Ok(()),
        }
    }

    /// Reports the last two positions of the line of play, if a number rises from its first to its last and none falls:
    /// no number comes to 0 then.
    fn growth(&self, rule: &Rule) -> Option<Trouble> {
        let &[first, .., from, to] = &self.stack[..] else {
            return None;
        };
        let position = |id: u32| RulePosition::from_slice(self.store.position(id));
        let begin = position(first);
        let from = position(from);
        let to = position(to);
        let changes = || begin.iter().zip(&to);
        let rises = changes().all(|(from, to)| from <= to) && changes().any(|(from, to)| from < to);
        if !rises {
            return None;
        }
        let mut meter = Meter::new(MAX_STEPS_OF_A_KIND);
        let mut leads_there = false;
        let mut names = names_of(&from);
        let found = rule.yielded(&mut names, &mut meter, &mut |parts, _| {
            leads_there = parts.chunks(rule.arity()).any(|part| part == &to[..]);
            if leads_there {
                return Err(EvalStop::Enough);
            }
            Ok(())
        });
        if found.is_ok() || !leads_there {
            return None;
        }
        Some(Trouble::Grows {
            from,
            to,
            place: meter.place,
            positions: self.store.len() as u64,
        })
    }

    /// Returns the line of play on the stack from the position that stands on it twice.
    fn cycle(&mut self) -> Trouble {
        let again = self.stack.pop();
        let from = self
            .stack
            .iter()
            .position(|&id| Some(id) == again)
            .unwrap_or(0);
        let line = self.stack[from..]
            .iter()
            .map(|&id| RulePosition::from_slice(self.store.position(id)));
        Trouble::Cycle(line.collect())
    }

    /// Computes the value or outcome by the options; `None` if one of them has to be solved first, which is
    /// then on the stack. [`EvalStop::Enough`] when that one was on the stack already.
    fn look(&mut self, rule: &Rule, id: u32, meter: &mut Meter) -> Result<Option<Known>, EvalStop> {
        let arity = rule.arity();
        let mut names = names_of(self.store.position(id));
        if let Some(ending) = rule.ending(&names, meter)? {
            return Ok(Some(ending as Known));
        }
        self.seen.clear();
        let mut back = false;
        let result = rule.yielded(&mut names, meter, &mut |parts, meter| {
            if parts.iter().any(|&n| n < 0) {
                return Ok(());
            }
            let mut xor = 0;
            let mut missing = None;
            for part in parts.chunks(arity) {
                match self.meet(rule, part, meter)? {
                    (_, ILLEGAL) => return Ok(()),
                    (id, OPEN | UNKNOWN) => missing = missing.or(Some(id)),
                    (_, known) => xor ^= known,
                }
            }
            if let Some(id) = missing {
                back = self.store.known(id) == OPEN;
                self.stack.push(id);
                return Err(EvalStop::Enough);
            }
            self.seen.insert(xor);
            Ok(())
        });
        match result {
            Ok(()) => {}
            Err(EvalStop::Enough) if !back => return Ok(None),
            Err(stop) => return Err(stop),
        }
        Ok(Some(if rule.has_values() {
            self.seen.mex()
        } else {
            outcome_by(|known| self.seen.contains(known), stuck(rule))
        }))
    }
}
