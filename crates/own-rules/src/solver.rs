//! A rule with all that is known of its positions.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what is known of a position without a value is an outcome, a small number"
)]

mod find;
mod kept;
mod pattern;

pub use pattern::unsigned;

use super::choice::Chosen;
use super::dense::{self, Filled, GivenUp, Job, Stopped, interval, order};
use super::period::{self, PeriodShape};
use super::reach::{Reach, Trouble};
use super::theorems::runs::Runs;
use super::theorems::steps::Steps;
use grundy_automata::{PatternAnswers, Refusal, System};
use grundy_base::budget::Budget;
use grundy_base::shares;
use grundy_heaps::sequence::Pattern;
use grundy_heaps::sequence::store::{SaveState, Saved};
use grundy_rules::meter::{EvalStop, Meter, STEPS_A_MEMBER};
use grundy_rules::options::{OptionParts, Outcome, RulePosition, names_of};
use grundy_rules::tree::Rule;

/// A solver of the positions of one rule, which keeps what it finds.
#[derive(Debug)]
pub struct SolvedRule {
    /// The rule.
    rule: Rule,
    /// The positions that were explored.
    reach: Reach,
    /// The largest box filled so far.
    filled: Option<Filled>,
    /// The largest box of which only outcomes are known, as its values need too much memory.
    outcomes: Option<Filled>,
    /// Whether boxes were found to be of no use.
    no_box: bool,
    /// The positions up to the least one whose box takes more steps than are allowed.
    too_dear: u64,
    /// The box that was weighed last.
    weighed: Option<Weighed>,
    /// The steps that exploring took since a box was filled.
    explored: u64,
    /// The highest numbers of all positions that will be asked about, as far as is known.
    expected: RulePosition,
    /// The shape that proves periods of this rule, if it has one.
    shape: Option<PeriodShape>,
    /// The period, once it is proved; the values up to its end are in the box.
    period: Option<Pattern>,
    /// Whether a period was looked for as far as allowed.
    no_period: bool,
    /// The steps that filling boxes took.
    work: u64,
    /// The state of saving the values.
    saving: SaveState,
    /// The patterns proved for all positions.
    patterns: Patterns,
    /// The steps that the search for them took.
    pattern_steps: u64,
    /// The engine that was chosen last, until it is taken.
    chosen: Option<Chosen>,
}

/// The patterns of a rule that are looked for.
#[derive(Debug, Default)]
struct Patterns {
    /// The pattern of who wins.
    outcomes: Tried,
    /// The pattern of the values, by a theorem or by an automaton.
    values: Tried,
    /// The automaton of the values, if a theorem gives them already.
    values_by_automaton: Tried,
}

/// The state of the search for a pattern.
#[derive(Debug, Default)]
enum Tried {
    /// No search, so far.
    #[default]
    NotYet,
    /// The pattern is proved.
    Proved(Box<Proved>),
    /// No pattern, or no proof, with the reason for each system that was tried.
    Refused(Vec<(System, Refusal)>),
}

/// A pattern proved for all positions of a rule.
#[derive(Debug)]
pub enum Proved {
    /// An automaton.
    Automaton(Box<PatternAnswers>),
    /// The theorems of restricted nim.
    Steps(Steps),
    /// Lost positions in runs, if options form intervals.
    Runs(Runs),
    /// A sum of positions of one number each.
    Sum(Vec<Summand>, Budget),
}

/// One number of the positions of a sum.
#[derive(Debug)]
pub struct Summand {
    /// The index of the number in a position.
    number: usize,
    /// The solver of the rule of that number.
    solver: SolvedRule,
}

/// A closed box and about how many steps its table takes.
#[derive(Debug)]
struct Weighed {
    /// The highest numbers of the box.
    tops: Vec<i64>,
    /// The estimate of the steps of its table.
    steps: u64,
}

/// The number from which on a proved period, or a theorem, answers if there is one.
const LONG_HEAP: i64 = 1 << 14;

/// The number of cells up to which a table is filled before a theorem or a proved pattern is asked: filling it takes a
/// tenth of a second, and it answers lists of all values.
const SMALL_TABLE: u64 = 1 << 24;

/// The steps of a search for a pattern, of nearly all rules: most searches take a tenth of a second, long ones nearly
/// one.
const PATTERN_STEPS: u64 = 1 << 31;

/// The positions of a table for which a pattern is looked for before, however cheap each of them is: Mark to 10⁸
/// (`bench/compare-rules.sh`).
const MANY_POSITIONS: u64 = 1 << 26;

/// The most steps in which a period is looked for.
const PERIOD_WORK: u64 = 1 << 31;

/// The longest sequence in which a period is looked for.
const PERIOD_VALUES: i64 = 1 << 22;

/// The steps of the first look at what can be reached: a millisecond.
const FIRST_WORK: u64 = (1 << 15) * STEPS_A_MEMBER;

/// The number of positions met that tell in what order a box can be filled.
const SAMPLE_POSITIONS: usize = 2_000;

/// Says whether some number is large.
fn is_long(position: &[i64]) -> bool {
    position.iter().any(|&n| n >= LONG_HEAP)
}

impl SolvedRule {
    /// Begins with nothing solved.
    pub fn new(rule: Rule) -> Self {
        let reach = Reach::new(rule.arity());
        let shape = period::shape(&rule);
        let saving = SaveState::default();
        let expected = RulePosition::new();
        SolvedRule {
            rule,
            reach,
            filled: None,
            outcomes: None,
            no_box: false,
            too_dear: u64::MAX,
            weighed: None,
            explored: 0,
            expected,
            shape,
            period: None,
            no_period: false,
            work: 0,
            saving,
            patterns: Patterns::default(),
            pattern_steps: 0,
            chosen: None,
        }
    }

    /// Returns the rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Takes the engine that was chosen last since this was asked before, if something had to be found.
    pub fn take_chosen(&mut self) -> Option<Chosen> {
        let of_number = self.patterns.take_chosen();
        of_number.or(self.chosen.take())
    }

    /// Returns the steps of all searches and tables.
    pub fn steps(&self) -> u64 {
        self.reach.steps + self.work + self.pattern_steps
    }

    /// Counts the bytes held.
    pub fn bytes(&self) -> u64 {
        let filled = self.filled.iter().chain(&self.outcomes);
        self.reach.bytes() + filled.map(Filled::bytes).sum::<u64>() + self.patterns.bytes()
    }

    /// Says whether these numbers, as many as the rule has names, are a position.
    ///
    /// # Errors
    ///
    /// Fails when something in a `legal if` does not fit.
    pub fn is_position(&self, numbers: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        let mut meter = Meter::new(budget.work);
        self.rule
            .is_position(numbers, &mut meter)
            .map_err(|stop| self.trouble(stop, numbers, &meter))
    }

    /// Makes the trouble of a search that stopped at these numbers.
    fn trouble(&self, stop: EvalStop, numbers: &[i64], meter: &Meter) -> Trouble {
        let positions = self.reach.positions() as u64;
        Trouble::of(stop, positions, numbers, meter.place)
    }

    /// Returns the value or outcome of a position, if it is known already; if no value is needed, of a rule that has
    /// values a number that is 0 if the position is lost.
    pub fn found(&self, position: &[i64], values: bool) -> Option<u32> {
        if let (Some(period), [n]) = (self.period, position) {
            let n = period.place(*n as u64) as i64;
            return self.filled.as_ref().and_then(|filled| filled.known(&[n]));
        }
        let mut known = self
            .filled
            .as_ref()
            .and_then(|filled| filled.known(position));
        if known.is_none() && !values {
            let outcomes = self.outcomes.as_ref();
            known = outcomes.and_then(|outcomes| outcomes.known(position));
        }
        known.or_else(|| self.reach.known(position))
    }

    /// Finds the value of a position; if only the outcome is needed, a number that is 0 if the position is lost.
    fn known(&mut self, position: &[i64], budget: &Budget, values: bool) -> Result<u64, Trouble> {
        if let Some(known) = self.found(position, values) {
            return Ok(known.into());
        }
        let _growth = self.begin_to_grow(shares::rules::saved_values(budget.memory));
        if let Some(known) = self.found(position, values) {
            return Ok(known.into());
        }
        if !self.has_small_table(position)
            && let Some(known) = self.by_pattern(position, values)
        {
            return Ok(known);
        }
        let found = self.find(position, budget, values);
        let known = found.map_err(|trouble| trouble.without_pattern(self.why_no_pattern(values)));
        if known.is_err() {
            self.save(1);
        }
        self.save_if_worth_it();
        known
    }

    /// Finds the period of the values, least and proved; `None` if none was found.
    pub fn period(&mut self, budget: &Budget) -> Option<Pattern> {
        let _growth = self.begin_to_grow(shares::rules::saved_values(budget.memory));
        self.find_period(budget);
        self.save_at_end();
        self.period
    }

    /// Looks for a period of the values, as far as allowed.
    fn find_period(&mut self, budget: &Budget) {
        if self.period.is_some() || self.no_period {
            return;
        }
        let Some(shape) = self.shape else {
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
                let before = self.filled.take();
                let known = before
                    .as_ref()
                    .map_or(0, |before| dense::size(before.tops()));
                let mut job = Job::new(&self.rule, &[top], order, false, known, work, budget);
                let left_before = work;
                let filled = job.fill(before.as_ref(), budget, &mut work);
                self.work += left_before - work;
                match filled {
                    Ok(filled) => self.filled = Some(filled),
                    Err(Stopped { why, filled }) => {
                        let is_beginning = why == GivenUp::Work && self.saving.is_kept();
                        let kept = if is_beginning { filled } else { None };
                        self.filled = kept.or(before);
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
    /// Fails when the steps end.
    pub fn fill_at_once(&mut self, position: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        let mut work = budget.work;
        self.explore(position, FIRST_WORK, &mut work, budget)?;
        let closed = interval::closed_box(&self.rule, position);
        if let Some(tops) = closed
            && let Some(order) = self.order_in(&tops, work)
        {
            let mut job = Job::new(&self.rule, &tops, order, false, 0, work, budget);
            let left_before = work;
            let filled = job.fill(None, budget, &mut work);
            self.work += left_before - work;
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

    /// Finds the Grundy value of a position, of a rule that has values.
    ///
    /// # Errors
    ///
    /// Fails when play can come back, a number does not fit, or a limit is passed.
    pub fn value(&mut self, position: &[i64], budget: &Budget) -> Result<u64, Trouble> {
        self.known(position, budget, true)
    }

    /// Finds the outcome of a position.
    ///
    /// # Errors
    ///
    /// Fails when play can come back and the rule is not `loopy`, a number does not fit, or a limit is
    /// passed.
    pub fn outcome(&mut self, position: &[i64], budget: &Budget) -> Result<Outcome, Trouble> {
        let known = self.known(position, budget, false)?;
        Ok(match known {
            0 => Outcome::Lost,
            _ if self.rule.has_values() => Outcome::Won,
            known => super::store::outcome_of(known as u32),
        })
    }

    /// Says whether the player to move loses.
    ///
    /// # Errors
    ///
    /// Fails where [`SolvedRule::value`] fails.
    pub fn is_lost(&mut self, position: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        self.known(position, budget, false).map(|known| known == 0)
    }

    /// Calls `visit` with the options of a position, each once, in the order of the rule; the parts
    /// ascending, one after the other. [`EvalStop::Enough`] from the visitor ends it.
    ///
    /// # Errors
    ///
    /// Fails when a number does not fit, or a limit is passed.
    pub fn options(
        &self,
        position: &[i64],
        budget: &Budget,
        visit: &mut dyn FnMut(&OptionParts) -> Result<(), EvalStop>,
    ) -> Result<(), Trouble> {
        let mut meter = Meter::new(budget.work);
        let rule = &self.rule;
        let mut names = names_of(position);
        let mut met = fxhash::FxHashSet::default();
        let bytes_of_one = size_of::<OptionParts>() as u64 * 2;
        let most = shares::rules::options(budget.memory) / bytes_of_one;
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
                    Err(EvalStop::Enough)
                } else {
                    visit(parts)
                }
            }),
        };
        match result {
            _ if too_many => Err(Trouble::Memory(met.len() as u64)),
            Ok(()) | Err(EvalStop::Enough) => Ok(()),
            Err(stop) => Err(self.trouble(stop, position, &meter)),
        }
    }
}
