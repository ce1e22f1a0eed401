//! The ways to a position that is not known yet, in the order of their cost, which is measured while they are tried.
//!
//! 1. Exploring what can be reached, as long as that is cheaper than what follows. It goes on where it stopped, and it
//!    stops early once what was met so far says that the rest of the box will cost more than the table.
//! 2. A pattern of all positions, if the table is dearer than a search for one.
//! 3. The table of a box, if it takes no more steps than allowed; else a pattern, whatever it costs.
//! 4. Exploring to the end; what a table holds that was given up is not explored again.

use super::{
    FIRST_WORK, LONG_HEAP, MANY_POSITIONS, PATTERN_STEPS, Proved, SAMPLE_POSITIONS, SMALL_TABLE,
    SolvedRule, Weighed,
};
use crate::Trouble;
use crate::choice::{Chosen, RuleEngine};
use crate::dense::{self, Filled, GivenUp, Job, Stopped, interval, order};
use crate::solver::pattern::unsigned;
use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_base::shares;
use grundy_rules::meter::Meter;
use grundy_rules::options::RulePosition;
use grundy_rules::tree::Rule;

/// The end of the filling of a box.
enum FillEnd {
    /// The box holds the position now.
    Filled,
    /// No box is of use.
    Useless,
    /// The steps end before the box is filled.
    Dear(Trouble),
}

/// The end of a part of exploring.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Explored {
    /// The position is solved.
    Solved,
    /// The steps of this part ended.
    InPart,
    /// No more positions fit in the memory.
    TooFar,
}

/// The steps of a position that is explored, in steps of a position of a table, at least: each option is looked at
/// twice, at a hundred steps, where tables take from 1 to 20.
const TIMES_TABLE: u64 = 8;

/// The steps of a small table, a tenth of a second.
const SMALL_TABLE_STEPS: u128 = 1 << 28;

/// The part of the worth of a table that exploring may take if it is expected to take more than that table. A step of
/// exploring takes two to five times as long as a step of a table, since positions lie anywhere in memory. With a part
/// of 128 Mark to 10⁸ took 30 ms instead of 12 (`bench/compare-rules.sh`).
const WITHOUT_HOPE: u64 = 1024;

/// The part of the worth of a table that exploring may take if it is expected to take less than that table, but not
/// much less: heaps from which amounts are taken that share a bit with them (`bench/compare-rules.sh`).
const WITHOUT_CERTAINTY: u64 = 32;

/// The part of the worth of a table that exploring is expected to take if few positions can be reached. A guess.
const FEW_EXPECTED: u64 = 4;

/// Random positions of a box that tell in what order it can be filled, with those that were met.
const RANDOM_POSITIONS: usize = 500;

impl SolvedRule {
    /// Notes the engine that is chosen.
    fn choose(&mut self, engine: RuleEngine) {
        self.chosen = Some(engine.into());
    }

    /// Finds the value or the outcome of a position that is not known yet.
    pub(super) fn find(
        &mut self,
        position: &[i64],
        budget: &Budget,
        values: bool,
    ) -> Result<u64, Trouble> {
        if self.rule.loopy {
            self.choose(RuleEngine::Labels);
            self.reach
                .solve_loopy(&self.rule, position, &mut Meter::new(budget.work), budget)?;
            return Ok(self.reach.known(position).unwrap_or_default().into());
        }
        if let ([n], Some(_)) = (position, self.shape)
            && *n >= LONG_HEAP
        {
            self.find_period(budget);
            if let Some(known) = self.found(position, values) {
                self.choose(RuleEngine::Period);
                return Ok(known.into());
            }
        }
        if !self.has_small_table(position)
            && Proved::by_theorem(&self.rule, budget).is_some()
            && let Some(known) = self.beyond_tables(position, budget, values)
        {
            return Ok(known);
        }
        let mut work = budget.work;
        let mut trouble = None;
        if let Some(known) =
            self.by_table_or_less(position, budget, values, &mut work, &mut trouble)?
        {
            return Ok(known);
        }
        if let Some(known) = self.beyond_tables_within(position, budget, values, &mut work) {
            return Ok(known);
        }
        let is_hopeless = trouble.is_some() && self.expected_steps() > work;
        if let Some(trouble) = trouble.take_if(|_| is_hopeless) {
            return Err(trouble);
        }
        self.choose(RuleEngine::ReachedAtLast);
        let mut meter = Meter::new(work);
        let ended = self.reach.solve(&self.rule, position, &mut meter, budget);
        match (ended, trouble) {
            (
                Err(
                    Trouble::Work(_)
                    | Trouble::Memory(_)
                    | Trouble::Length(_)
                    | Trouble::Grows { .. },
                ),
                Some(trouble),
            ) => Err(trouble),
            (ended, _) => ended.map(u64::from),
        }
    }

    /// Estimates how many steps exploring takes of all that can be reached in the box that was weighed last.
    fn expected_steps(&self) -> u64 {
        let Some(weighed) = &self.weighed else {
            return 0;
        };
        let in_table = weighed.steps / dense::size(&weighed.tops).max(1);
        self.reach
            .expected_steps(&weighed.tops, TIMES_TABLE.saturating_mul(in_table))
    }

    /// Explores as long as that is cheap, and fills a table if that takes no more steps than allowed. What stands in
    /// the way of all tables is noted as `trouble` if exploring on would be in vain.
    fn by_table_or_less(
        &mut self,
        position: &[i64],
        budget: &Budget,
        values: bool,
        work: &mut u64,
        trouble: &mut Option<Trouble>,
    ) -> Result<Option<u64>, Trouble> {
        // A table that is kept is one that every run goes on with: what was met must not decide about it.
        let explores = !self.saving.is_kept();
        if explores
            && !self.is_explored_enough(position)
            && self.explore(position, FIRST_WORK, work, budget)? == Explored::Solved
        {
            self.choose(RuleEngine::ReachedFew);
            return Ok(self.known_now(position, values));
        }
        let rule = self.rule.clone();
        let job = if self.no_box {
            None
        } else {
            self.plan(&rule, position, budget, values, *work)
        };
        let steps = job.as_ref().map_or(u64::MAX, Job::steps);
        let has_many = job
            .as_ref()
            .is_some_and(|job| dense::size(job.tops()) > MANY_POSITIONS);
        let is_dear = steps > PATTERN_STEPS || has_many;
        if explores {
            let worth = steps.min(PATTERN_STEPS);
            if self.explore_while_cheaper(position, worth, work, budget)? {
                self.choose(RuleEngine::ReachedFew);
                return Ok(self.known_now(position, values));
            }
        }
        if is_dear
            && job.is_some()
            && let Some(known) = self.beyond_tables_within(position, budget, values, work)
        {
            return Ok(Some(known));
        }
        let Some(job) = job else {
            return Ok(None);
        };
        // Exploring may still be cheaper than a table for which a pattern would have been preferred.
        if explores
            && is_dear
            && self.explore_while_cheaper(position, steps.min(*work), work, budget)?
        {
            self.choose(RuleEngine::ReachedFew);
            return Ok(self.known_now(position, values));
        }
        match self.fill(job, budget, work) {
            FillEnd::Filled => return Ok(self.known_now(position, values)),
            FillEnd::Useless => self.no_box = true,
            FillEnd::Dear(dear) => {
                self.too_dear = self.too_dear.min(dense::size(position));
                *trouble = Some(dear);
            }
        }
        Ok(None)
    }

    /// Returns what is known of a position, as [`SolvedRule::found`] does.
    fn known_now(&self, position: &[i64], values: bool) -> Option<u64> {
        self.found(position, values).map(u64::from)
    }

    /// Says whether exploring took as many steps already as the table that holds the position.
    fn is_explored_enough(&self, position: &[i64]) -> bool {
        self.weighed.as_ref().is_some_and(|weighed| {
            let mut each = weighed.tops.iter().zip(position);
            each.all(|(top, n)| n <= top) && self.explored >= weighed.steps
        })
    }

    /// Says whether the positions up to this one fit in a small table, as far as is known: one a little smaller than
    /// a table that was too dear would be looked at for nothing, and so would all below it in a list.
    pub(super) fn has_small_table(&self, position: &[i64]) -> bool {
        let size = dense::size(position);
        let steps = self.weighed.as_ref().map_or(0, |weighed| {
            let of_box = u128::from(weighed.steps) * u128::from(size);
            of_box / u128::from(dense::size(&weighed.tops))
        });
        let is_dear = steps > SMALL_TABLE_STEPS;
        !self.no_box && !is_dear && size <= SMALL_TABLE.min(self.too_dear / 2)
    }

    /// Finds the value or the outcome of a position that no table holds, by a pattern proved for all positions.
    fn beyond_tables(&mut self, position: &[i64], budget: &Budget, values: bool) -> Option<u64> {
        let values = values || Proved::by_theorem(&self.rule, budget).is_some();
        let known = self
            .pattern(values, budget)
            .ok()?
            .value(&unsigned(position))?;
        // The engines of single numbers of a sum do not count.
        self.patterns.take_chosen();
        self.choose(RuleEngine::Pattern);
        Some(known)
    }

    /// Finds what [`beyond_tables`](Self::beyond_tables) does, and takes the steps of the search for the pattern from `work`.
    fn beyond_tables_within(
        &mut self,
        position: &[i64],
        budget: &Budget,
        values: bool,
        work: &mut u64,
    ) -> Option<u64> {
        let left = Budget {
            work: *work,
            ..*budget
        };
        let before = self.pattern_steps;
        let known = self.beyond_tables(position, &left, values);
        *work = work.saturating_sub(self.pattern_steps - before);
        known
    }

    /// Explores what can be reached for this many steps; memory that ends is no trouble yet: a table takes
    /// less.
    pub(super) fn explore(
        &mut self,
        position: &[i64],
        steps: u64,
        work: &mut u64,
        budget: &Budget,
    ) -> Result<Explored, Trouble> {
        let allowed = steps.min(*work);
        let mut meter = Meter::new(allowed);
        let ended = self.reach.solve(&self.rule, position, &mut meter, budget);
        let spent = allowed - meter.left();
        *work -= spent;
        self.explored = self.explored.saturating_add(spent);
        match ended {
            Ok(_) => Ok(Explored::Solved),
            Err(Trouble::Work(_)) if *work > 0 => Ok(Explored::InPart),
            Err(Trouble::Memory(_) | Trouble::Length(_) | Trouble::Grows { .. }) => {
                Ok(Explored::TooFar)
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// Explores as long as it took fewer steps than something is worth, and is not expected to take more; says whether
    /// that solved the position. Each turn takes at most as many steps as all before.
    ///
    /// An estimate by few positions may be far too high, so a small part of the worth is spent whatever it says; it may
    /// also be too low, so most of the worth is spent only where few positions are expected.
    fn explore_while_cheaper(
        &mut self,
        position: &[i64],
        worth: u64,
        work: &mut u64,
        budget: &Budget,
    ) -> Result<bool, Trouble> {
        while *work > 0 {
            let expected = self.expected_steps();
            let most = if expected <= worth / FEW_EXPECTED {
                worth
            } else if expected <= worth {
                worth / WITHOUT_CERTAINTY
            } else {
                worth / WITHOUT_HOPE
            };
            if self.explored >= most {
                break;
            }
            let turn = self.explored.max(FIRST_WORK).min(most - self.explored);
            match self.explore(position, turn, work, budget)? {
                Explored::Solved => return Ok(true),
                Explored::InPart => {}
                Explored::TooFar => break,
            }
        }
        Ok(false)
    }

    /// Announces that all positions up to these highest numbers will be asked about, so that one box may hold them.
    pub fn expect(&mut self, tops: &[i64]) {
        self.expected = tops.into();
    }

    /// Chooses the highest numbers of a box that holds the position, what is expected, and what was asked before. A
    /// box that grows again grows by more than is asked.
    fn wanted(&self, position: &[i64], before: Option<&[i64]>) -> RulePosition {
        /// Numbers up to which a box grows by more.
        const MAX_TOP: i64 = 1 << 40;
        let mut wanted = RulePosition::from(position);
        for (top, &before) in wanted.iter_mut().zip(before.unwrap_or_default()) {
            if *top <= before {
                *top = before;
                continue;
            }
            let more = if position.len() == 1 {
                before
            } else {
                before / 4
            };
            let grown = before.saturating_add(more).min(MAX_TOP);
            *top = (*top).max(grown);
        }
        for (top, &expected) in wanted.iter_mut().zip(&self.expected) {
            *top = (*top).max(expected);
        }
        wanted
    }

    /// Finds the order in which the positions of a box can be filled, as far as the positions met and some others
    /// tell.
    pub(super) fn order_in(&self, tops: &[i64], work: u64) -> Option<order::Order> {
        let mut drawn = Vec::new();
        let mut random = Random::new(dense::size(tops));
        for _ in 0..RANDOM_POSITIONS {
            let each = tops.iter().map(|&top| random.below(top as u64 + 1) as i64);
            let position: RulePosition = each.collect();
            let mut meter = Meter::new(FIRST_WORK);
            if self.rule.is_position(&position, &mut meter) == Ok(true) {
                drawn.push(position);
            }
        }
        order::guess(
            &self.rule,
            &drawn,
            &self.reach.sample(SAMPLE_POSITIONS),
            order::SAMPLE_STEPS.min(shares::rules::order_steps(work)),
        )
    }

    /// Plans a table that holds the position, and what was asked before if that takes no more steps than allowed;
    /// none if there is no such box, or it does not fit in memory.
    fn plan<'r>(
        &mut self,
        rule: &'r Rule,
        position: &[i64],
        budget: &Budget,
        values: bool,
        work: u64,
    ) -> Option<Job<'r>> {
        let may_be_bytes = !values && !self.rule.splits();
        let by_bits = may_be_bytes && position.len() > 1 && dense::is_made_of_rays(&self.rule);
        let held = if by_bits {
            &self.outcomes
        } else {
            &self.filled
        };
        let wanted = self.wanted(position, held.as_ref().map(Filled::tops));
        let mut planned = None;
        self.weighed = None;
        for tops in [&wanted[..], position] {
            let Some(tops) = interval::closed_box(&self.rule, tops) else {
                continue;
            };
            let as_outcomes = by_bits || !dense::fits::<u16>(&tops, budget.memory);
            if as_outcomes && !(may_be_bytes && dense::fits::<u8>(&tops, budget.memory)) {
                continue;
            }
            let order = if self.saving.is_kept() {
                order::Order::Lexicographic(vec![0])
            } else {
                self.order_in(&tops, work)?
            };
            let known = self.beginning(&tops);
            let job = Job::new(rule, &tops, order, as_outcomes, known, work, budget);
            self.weighed = Some(Weighed {
                tops: tops.clone(),
                steps: job.steps(),
            });
            let is_dear = job.steps() > work.saturating_mul(2);
            planned = Some(job);
            if !is_dear {
                break;
            }
        }
        planned
    }

    /// Returns the number of positions of a box of one number that the table before holds.
    fn beginning(&self, tops: &[i64]) -> u64 {
        match &self.filled {
            Some(filled) if tops.len() == 1 => dense::size(filled.tops()),
            _ => 0,
        }
    }

    /// Fills the table of a box. The table before is kept until its successor is there.
    fn fill(&mut self, mut job: Job<'_>, budget: &Budget, work: &mut u64) -> FillEnd {
        let as_outcomes = job.as_outcomes();
        let engine = if !as_outcomes {
            RuleEngine::Table
        } else if dense::is_made_of_rays(&self.rule) {
            RuleEngine::RayTable
        } else {
            RuleEngine::OutcomeTable
        };
        let size = dense::size(job.tops());
        self.make_room(size * if as_outcomes { 1 } else { 2 }, budget);
        // Only of one number the old box is the beginning of the new one.
        let before = if as_outcomes {
            None
        } else {
            self.filled.as_ref()
        };
        let left_before = *work;
        let filled = job.fill(before, budget, work);
        let ways = job.ways().to_vec();
        self.chosen = Some(Chosen { engine, ways });
        self.work += left_before - *work;
        match filled {
            Ok(filled) => {
                let place = if as_outcomes {
                    &mut self.outcomes
                } else {
                    &mut self.filled
                };
                *place = Some(filled);
                self.explored = 0;
                FillEnd::Filled
            }
            Err(Stopped {
                why: GivenUp::Work,
                filled,
            }) => {
                // The answers to others do not depend on this one, unless a file depends on it as well.
                if !as_outcomes && self.saving.is_kept() && filled.is_some() {
                    self.filled = filled;
                }
                FillEnd::Dear(Trouble::Work(size))
            }
            Err(Stopped {
                why: GivenUp::TooDear(steps),
                ..
            }) => FillEnd::Dear(Trouble::Steps {
                positions: size,
                steps,
            }),
            Err(Stopped {
                why: GivenUp::Order | GivenUp::Value,
                filled,
            }) => {
                // What is known of it spares as much exploring, so that it was not filled in vain. Outcomes tell nothing
                // of values.
                let tells_what_is_asked = !as_outcomes || !self.rule.has_values();
                if tells_what_is_asked && let Some(filled) = filled {
                    self.reach.keep(filled);
                }
                FillEnd::Useless
            }
        }
    }

    /// Drops what is known if it would not fit in the memory with a new table of this many bytes.
    fn make_room(&mut self, bytes: u64, budget: &Budget) {
        let most = shares::rules::all_kept(budget.memory);
        if self.bytes() + bytes > most {
            self.reach = crate::reach::Reach::new(self.rule.arity());
        }
        if self.bytes() + bytes > most {
            self.outcomes = None;
        }
        if self.bytes() + bytes > most && self.period.is_none() && !self.saving.is_kept() {
            self.filled = None;
        }
    }
}
