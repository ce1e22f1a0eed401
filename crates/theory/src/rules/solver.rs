//! A rule with all that is known of its positions.

mod kept;
mod pattern;

pub use pattern::{Proved, unsigned};

use grundy_machine::sync::progress::engine;

use super::dense::{self, Filled, GivenUp, Stopped, interval, order};
use super::meter::{Meter, STEPS_A_MEMBER, Stop};
use super::options::{Outcome, Parts, Position, names_of};
use super::period::{self, Shape};
use super::reach::{Ended, Reach, Trouble};
use super::tree::Rule;
use crate::sequence::Pattern;
use crate::sequence::store::{SaveState, Saved};
use grundy_machine::budget::Budget;
use pattern::Patterns;

/// Solves positions of one rule, and keeps what it finds.
#[derive(Debug)]
pub struct Solver {
    rule: Rule,
    reach: Reach,
    /// The largest box filled so far.
    filled: Option<Filled>,
    /// The largest box of which only outcomes are known, as its values need too much memory.
    outcomes: Option<Filled>,
    /// Whether boxes were found to be of no use.
    no_box: bool,
    /// The positions up to the least one whose box takes more steps than are allowed.
    too_dear: u64,
    /// The highest numbers of all positions that will be asked about, as far as is known.
    expected: Position,
    /// The shape that proves periods of this rule, if it has one.
    shape: Option<Shape>,
    /// The period, once it is proved; the values up to its end are in the box.
    period: Option<Pattern>,
    /// Whether a period was looked for as far as allowed.
    no_period: bool,
    /// Steps that filling boxes took.
    work: u64,
    saving: SaveState,
    /// The patterns proved for all positions.
    patterns: Patterns,
}

/// Numbers from here on are answered by a proved period, or a theorem, if there is one.
const LONG_HEAP: i64 = 1 << 14;

/// Tables of at most this many cells are filled before a theorem or a proved pattern is asked: filling one takes a tenth of
/// a second, and it answers lists of all values.
const SMALL_TABLE: u64 = 1 << 24;

/// Tables of more cells take longer than a search for a pattern that finds none.
const DEAR_TABLE: u64 = 1 << 26;

/// The most steps in which a period is looked for.
const PERIOD_WORK: u64 = 1 << 31;

/// The longest sequence in which a period is looked for.
const PERIOD_VALUES: i64 = 1 << 22;

/// Positions looked at top down before a box is filled: a few milliseconds.
const FIRST_POSITIONS: usize = 20_000;

/// The least steps that are spent on them, a millisecond; more for a box of more cells.
const FIRST_WORK: u64 = (1 << 15) * STEPS_A_MEMBER;

/// Positions looked at top down before a pattern is looked for: some 50 milliseconds.
const POSITIONS_BEFORE_PATTERN: usize = 100_000;

/// The steps spent on them.
const WORK_BEFORE_PATTERN: u64 = (1 << 20) * STEPS_A_MEMBER;

/// Positions that tell in what order a box can be filled.
const SAMPLE_POSITIONS: usize = 2_000;

/// Whether some number is large.
fn is_long(position: &[i64]) -> bool {
    position.iter().any(|&n| n >= LONG_HEAP)
}

impl Solver {
    /// Nothing solved yet.
    pub fn new(rule: Rule) -> Self {
        let reach = Reach::new(rule.arity());
        let shape = period::shape(&rule);
        let saving = SaveState::default();
        let expected = Position::new();
        Solver {
            rule,
            reach,
            filled: None,
            outcomes: None,
            no_box: false,
            too_dear: u64::MAX,
            expected,
            shape,
            period: None,
            no_period: false,
            work: 0,
            saving,
            patterns: Patterns::default(),
        }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let filled = self.filled.iter().chain(&self.outcomes);
        self.reach.bytes() + filled.map(Filled::bytes).sum::<u64>()
    }

    /// Whether these numbers, as many as the rule has names, are a position.
    ///
    /// # Errors
    ///
    /// When something in a `legal if` does not fit.
    pub fn is_position(&self, numbers: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        let mut meter = Meter::new(budget.work);
        self.rule
            .is_position(numbers, &mut meter)
            .map_err(|stop| self.trouble(stop, numbers, &meter))
    }

    fn trouble(&self, stop: Stop, numbers: &[i64], meter: &Meter) -> Trouble {
        match stop {
            Stop::Work => Trouble::Work(self.reach.positions() as u64),
            _ => Trouble::Overflow(Position::from_slice(numbers), meter.place),
        }
    }

    /// The value or outcome of a position, if it is known already; if no value is needed, of a rule that has values a
    /// number that is 0 if the position is lost.
    pub fn found(&self, position: &[i64], values: bool) -> Option<u32> {
        if let (Some(period), [n]) = (self.period, position) {
            let n = period.place(*n as u64) as i64;
            return self.filled.as_ref().and_then(|filled| filled.known(&[n]));
        }
        let outcomes = self.outcomes.as_ref().filter(|_| !values);
        let mut filled = self.filled.iter().chain(outcomes);
        filled
            .find_map(|filled| filled.known(position))
            .or_else(|| self.reach.known(position))
    }

    /// The value of a position; if only the outcome is needed, a number that is 0 if the position is lost.
    fn known(&mut self, position: &[i64], budget: &Budget, values: bool) -> Result<u64, Trouble> {
        if let Some(known) = self.found(position, values) {
            return Ok(known.into());
        }
        let _growth = self.begin_to_grow(budget.memory / 8);
        if let Some(known) = self.found(position, values) {
            return Ok(known.into());
        }
        if !self.has_small_table(position)
            && let Some(known) = self.by_pattern(position, values)
        {
            return Ok(known);
        }
        let found = self.find(position, budget, values);
        let known =
            found.map_err(|trouble| pattern::explained(trouble, self.why_no_pattern(values)));
        if known.is_err() {
            self.save(1);
        }
        self.save_if_worth_it();
        known
    }

    /// The value or the outcome of a position that is not known yet.
    fn find(&mut self, position: &[i64], budget: &Budget, values: bool) -> Result<u64, Trouble> {
        if self.rule.loopy {
            engine("rule with endless play: all that can be reached, labelled backward");
            self.reach
                .solve_loopy(&self.rule, position, &mut Meter::new(budget.work), budget)?;
            return Ok(self.reach.known(position).unwrap_or_default().into());
        }
        if let ([n], Some(_)) = (position, self.shape)
            && *n >= LONG_HEAP
        {
            self.find_period(budget);
            if let Some(known) = self.found(position, values) {
                engine("rule with a proved period");
                return Ok(known.into());
            }
        }
        let mut work = budget.work;
        if !self.has_small_table(position) {
            let is_theorem = Proved::by_theorem(&self.rule, budget).is_some();
            let is_dear = !self.no_box && dense::size(position) > DEAR_TABLE;
            if is_dear
                && self.look(position, FIRST_POSITIONS, FIRST_WORK, &mut work, budget)?
                && let Some(known) = self.found(position, values)
            {
                return Ok(known.into());
            }
            if (is_theorem || is_dear)
                && let Some(known) = self.beyond_tables(position, budget, values)
            {
                return Ok(known);
            }
        }
        if !self.no_box {
            match self.fill_box(position, budget, values, &mut work) {
                // Not begun, or given up: there may be a pattern.
                Err(trouble @ (Trouble::Steps(..) | Trouble::Work(_))) => {
                    self.too_dear = self.too_dear.min(dense::size(position));
                    return self.beyond_tables(position, budget, values).ok_or(trouble);
                }
                filled => filled?,
            }
            if let Some(known) = self.found(position, values) {
                return Ok(known.into());
            }
        }
        if self.look(
            position,
            POSITIONS_BEFORE_PATTERN,
            WORK_BEFORE_PATTERN,
            &mut work,
            budget,
        )? && let Some(known) = self.found(position, values)
        {
            return Ok(known.into());
        }
        if let Some(known) = self.beyond_tables(position, budget, values) {
            return Ok(known);
        }
        engine("rule top down: neither table nor pattern");
        match self.reach.solve(
            &self.rule,
            position,
            &mut Meter::new(work),
            budget,
            usize::MAX,
        )? {
            Ended::Solved(known) => Ok(known.into()),
            Ended::TooMany => Err(Trouble::Memory(self.reach.positions() as u64)),
        }
    }

    /// Whether the positions up to this one fit in a small table, as far as is known: one a little smaller than a table that
    /// was too dear would be looked at for nothing, and so would all below it in a list.
    fn has_small_table(&self, position: &[i64]) -> bool {
        !self.no_box && dense::size(position) <= SMALL_TABLE.min(self.too_dear / 2)
    }

    /// The value or the outcome of a position that no table holds, by a pattern proved for all positions.
    fn beyond_tables(&mut self, position: &[i64], budget: &Budget, values: bool) -> Option<u64> {
        let values = values || Proved::by_theorem(&self.rule, budget).is_some();
        let known = self
            .pattern(values, budget)
            .ok()?
            .value(&unsigned(position))?;
        engine("rule with a pattern proved for all positions: too large for a table");
        Some(known)
    }

    /// Looks at some of what can be reached, top down; says whether that solved the position.
    fn look(
        &mut self,
        position: &[i64],
        positions: usize,
        most_work: u64,
        work: &mut u64,
        budget: &Budget,
    ) -> Result<bool, Trouble> {
        let most = self.reach.positions() + positions;
        let mut meter = Meter::new(most_work.min(*work));
        let ended = self
            .reach
            .solve(&self.rule, position, &mut meter, budget, most);
        *work -= most_work.min(*work) - meter.left();
        match ended {
            Err(Trouble::Work(_)) if *work > 0 => Ok(false),
            ended => Ok(matches!(ended?, Ended::Solved(_))),
        }
    }

    /// Announces that all positions up to these highest numbers will be asked about, so that one box may hold them.
    pub fn expect(&mut self, tops: &[i64]) {
        self.expected = tops.into();
    }

    /// The highest numbers of a box that holds the position, what is expected, and what was asked before. A
    /// box that grows again grows by more than is asked.
    fn wanted(&self, position: &[i64], before: Option<&[i64]>) -> Position {
        let mut wanted = Position::from(position);
        for (top, &before) in wanted.iter_mut().zip(before.unwrap_or_default()) {
            let more = if position.len() == 1 {
                before
            } else {
                before / 4
            };
            *top = if *top > before {
                (*top).max(before.saturating_add(more).min(1 << 40))
            } else {
                before
            };
        }
        wanted
            .iter_mut()
            .zip(&self.expected)
            .for_each(|(top, &expected)| *top = (*top).max(expected));
        wanted
    }

    /// Solves a position by looking at what can be reached, or else by filling a box that holds it, and what was
    /// asked before, if there is such a box.
    fn fill_box(
        &mut self,
        position: &[i64],
        budget: &Budget,
        values: bool,
        work: &mut u64,
    ) -> Result<(), Trouble> {
        let may_be_bytes = !values && !self.rule.splits();
        let by_bits = may_be_bytes && position.len() > 1 && dense::is_made_of_rays(&self.rule);
        let held = if by_bits {
            &self.outcomes
        } else {
            &self.filled
        };
        let wanted = self.wanted(position, held.as_ref().map(Filled::tops));
        let (mut looked, mut too_dear) = (false, None);
        for tops in [&wanted[..], position] {
            let Some(tops) = interval::closed_box(&self.rule, tops) else {
                continue;
            };
            let fits = |width| dense::size(&tops).saturating_mul(width) <= budget.memory / 2;
            let as_bytes = by_bits || !fits(2);
            if as_bytes && !(may_be_bytes && fits(1)) {
                continue;
            }
            // A table that is kept is one that every run goes on with.
            let order = if self.saving.is_kept() {
                Some(order::Order::Lexicographic(vec![0]))
            } else {
                let most_work = dense::size(&tops).max(FIRST_WORK);
                if !std::mem::replace(&mut looked, true)
                    && self.look(position, FIRST_POSITIONS, most_work, work, budget)?
                {
                    engine("rule top down: few positions can be reached");
                    return Ok(());
                }
                order::guess(&self.rule, &self.reach.sample(SAMPLE_POSITIONS))
            };
            let Some(order) = order else { break };
            engine(match as_bytes {
                true if by_bits => "rule by a table of outcomes: moves along rays",
                true => "rule by a table of outcomes: values do not fit",
                false => "rule by a table of all positions of a box",
            });
            // Only of one number the old box is the beginning of the new one.
            let before = self
                .filled
                .take_if(|_| !as_bytes)
                .filter(|filled| filled.tops().len() == 1);
            let spent = *work;
            let filled = match as_bytes {
                true => dense::fill_table::<u8>(&self.rule, &tops, &order, None, budget, work),
                false => dense::fill(&self.rule, &tops, &order, before.as_ref(), budget, work),
            };
            self.work += spent - *work;
            match filled {
                Ok(filled) => {
                    *(if as_bytes {
                        &mut self.outcomes
                    } else {
                        &mut self.filled
                    }) = Some(filled);
                    return Ok(());
                }
                Err(Stopped {
                    why: GivenUp::Work, ..
                }) if as_bytes => {
                    return Err(Trouble::Work(dense::size(&tops)));
                }
                Err(Stopped {
                    why: GivenUp::Work,
                    filled,
                }) => {
                    // The answers to others do not depend on this one, unless a file does, too.
                    self.filled = filled.filter(|_| self.saving.is_kept()).or(before);
                    return Err(Trouble::Work(dense::size(&tops)));
                }
                Err(Stopped {
                    why: GivenUp::TooDear(steps),
                    ..
                }) => {
                    if !as_bytes {
                        self.filled = before;
                    }
                    too_dear = Some(Trouble::Steps(dense::size(&tops), steps));
                }
                Err(Stopped {
                    why: GivenUp::Order | GivenUp::Value,
                    ..
                }) => break,
            }
        }
        if let Some(trouble) = too_dear {
            return Err(trouble);
        }
        self.no_box = true;
        Ok(())
    }

    /// The period of the values, least and proved; none if none was found.
    pub fn period(&mut self, budget: &Budget) -> Option<Pattern> {
        let _growth = self.begin_to_grow(budget.memory / 8);
        self.find_period(budget);
        self.save_at_end();
        self.period
    }

    fn find_period(&mut self, budget: &Budget) {
        let Some(shape) = self
            .shape
            .filter(|_| self.period.is_none() && !self.no_period)
        else {
            return;
        };
        let mut work = PERIOD_WORK.min(budget.work);
        let mut top = 1 << 10;
        self.no_period = true;
        while top <= PERIOD_VALUES && (top as u64) * 16 <= budget.memory {
            let held = self
                .filled
                .as_ref()
                .is_some_and(|filled| filled.tops()[0] >= top);
            if !held {
                let order = order::Order::Lexicographic(vec![0]);
                match interval::closed_box(&self.rule, &[top]) {
                    Some(tops) if tops == [top] => {}
                    _ => return,
                }
                let (before, spent) = (self.filled.take(), work);
                let filled = dense::fill(
                    &self.rule,
                    &[top],
                    &order,
                    before.as_ref(),
                    budget,
                    &mut work,
                );
                self.work += spent - work;
                match filled {
                    Ok(filled) => self.filled = Some(filled),
                    Err(Stopped { filled, .. }) => {
                        self.filled = filled.filter(|_| self.saving.is_kept()).or(before);
                        return;
                    }
                }
            }
            let Some(filled) = &self.filled else { return };
            let values: Vec<u32> = filled.values().collect();
            if let Some(period) = period::prove(&shape, &values) {
                self.period = Some(period);
                return;
            }
            top = 2 * values.len() as i64;
        }
    }

    /// Fills the box up to a position whatever its size, and says whether that was done.
    ///
    /// # Errors
    ///
    /// When the steps end.
    pub fn fill_at_once(&mut self, position: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        let mut work = budget.work;
        self.look(position, SAMPLE_POSITIONS, FIRST_WORK, &mut work, budget)?;
        let closed = interval::closed_box(&self.rule, position);
        let order = order::guess(&self.rule, &self.reach.sample(SAMPLE_POSITIONS));
        if let (Some(tops), Some(order)) = (closed, order) {
            let filled = dense::fill(&self.rule, &tops, &order, None, budget, &mut work);
            self.work += budget.work - work;
            self.filled = match filled {
                Ok(filled) => Some(filled),
                Err(Stopped {
                    why: GivenUp::Work | GivenUp::TooDear(_),
                    ..
                }) => {
                    return Err(Trouble::Work(dense::size(&tops)));
                }
                Err(_) => None,
            };
        }
        Ok(self.filled.is_some())
    }

    /// The Grundy value of a position, of a rule that has values.
    ///
    /// # Errors
    ///
    /// When play can come back, a number does not fit, or a limit is passed.
    pub fn value(&mut self, position: &[i64], budget: &Budget) -> Result<u64, Trouble> {
        self.known(position, budget, true)
    }

    /// The outcome of a position.
    ///
    /// # Errors
    ///
    /// When play can come back and the rule is not `loopy`, a number does not fit, or a limit is
    /// passed.
    pub fn outcome(&mut self, position: &[i64], budget: &Budget) -> Result<Outcome, Trouble> {
        let known = self.known(position, budget, false)?;
        Ok(match known {
            0 => Outcome::Lost,
            _ if self.rule.has_values() => Outcome::Won,
            known => super::reach::outcome_of(known as u32),
        })
    }

    /// Whether the player to move loses.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn is_lost(&mut self, position: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        self.known(position, budget, false).map(|known| known == 0)
    }

    /// Calls `visit` with the options of a position, each once, in the order of the rule; the parts
    /// ascending, one behind the other. [`Stop::Enough`] from the visitor ends it.
    ///
    /// # Errors
    ///
    /// When a number does not fit, or a limit is passed.
    pub fn options(
        &self,
        position: &[i64],
        budget: &Budget,
        visit: &mut dyn FnMut(&Parts) -> Result<(), Stop>,
    ) -> Result<(), Trouble> {
        let mut meter = Meter::new(budget.work);
        let rule = &self.rule;
        let mut names = names_of(position);
        let mut met = fxhash::FxHashSet::default();
        let most = budget.memory / 2 / (std::mem::size_of::<Parts>() as u64 * 2);
        let mut too_many = false;
        let result = match rule.ending(&names, &mut meter) {
            Err(stop) => Err(stop),
            Ok(Some(_)) => Ok(()),
            Ok(None) => rule.options(&mut names, &mut meter, &mut |parts, meter| {
                meter.spend(STEPS_A_MEMBER)?;
                if !met.insert(parts.clone()) {
                    return Ok(());
                }
                too_many = met.len() as u64 > most;
                if too_many {
                    Err(Stop::Enough)
                } else {
                    visit(parts)
                }
            }),
        };
        match result {
            _ if too_many => Err(Trouble::Memory(met.len() as u64)),
            Ok(()) | Err(Stop::Enough) => Ok(()),
            Err(stop) => Err(self.trouble(stop, position, &meter)),
        }
    }
}
