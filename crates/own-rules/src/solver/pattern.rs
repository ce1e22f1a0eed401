//! Positions beyond every table: patterns learnt from small positions and proved for all.

use std::ops::ControlFlow;

use fxhash::FxHashSet;
use grundy_automata::{NO_POSITION, PatternAnswers, Refusal, System, Table, Work, search};
use grundy_base::shares;
use smallvec::smallvec;

use super::{Patterns, Proved, SolvedRule, Summand, Tried, is_long};
use crate::choice::Chosen;
use crate::dense;
use crate::theorems::runs::Runs;
use crate::theorems::steps::Steps;
use grundy_base::budget::Budget;
use grundy_heaps::sequence::Pattern;
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::options::{OptionParts, RulePosition, names_of};
use grundy_rules::shape::separate::{self, NumberRule};
use grundy_rules::tree::Rule;

/// The most steps of a search, the table of small positions apart.
const SEARCH_WORK: u64 = 1 << 28;

/// The most steps spent on the table of small positions.
const TABLE_WORK: u64 = 1 << 31;

/// The most options of one number of a sum that are listed.
const MAX_LISTED_OPTIONS: usize = 10_000_000;

impl Proved {
    /// Finds the pattern of values that a theorem gives, if it is about this rule.
    pub fn by_theorem(rule: &Rule, budget: &Budget) -> Option<Proved> {
        if let Some(steps) = Steps::of(rule) {
            return Some(Proved::Steps(steps));
        }
        let parts = separate::parts(rule)?;
        let of_one = Budget {
            memory: budget.memory / parts.len() as u64,
            ..*budget
        };
        let summand = |NumberRule { number, rule }| Summand {
            number,
            solver: SolvedRule::new(rule),
        };
        Some(Proved::Sum(
            parts.into_iter().map(summand).collect(),
            of_one,
        ))
    }

    /// Counts the bytes held.
    pub fn bytes(&self) -> u64 {
        match self {
            Proved::Automaton(answers) => answers.bytes(),
            Proved::Steps(_) | Proved::Runs(_) => 0,
            Proved::Sum(summands, _) => {
                let each = summands.iter().map(|summand| summand.solver.bytes());
                each.sum()
            }
        }
    }

    /// Returns the value of a position; of outcomes 0 if the player to move loses, else 1.
    pub fn value(&mut self, position: &[u64]) -> Option<u64> {
        match self {
            Proved::Automaton(answers) => answers.value(position),
            Proved::Steps(steps) => steps.value(position[0]),
            Proved::Runs(runs) => runs.loses(position[0]).map(|loses| u64::from(!loses)),
            Proved::Sum(summands, budget) => summands.iter_mut().try_fold(0, |sum, summand| {
                let n = i64::try_from(position[summand.number]).ok()?;
                Some(sum ^ summand.solver.value(&[n], budget).ok()?)
            }),
        }
    }

    /// Says how many different options of a position have a value; of outcomes, how many are lost.
    ///
    /// # Errors
    ///
    /// Fails if a limit is passed.
    pub fn count(&mut self, position: &[u64], value: u64) -> Result<u128, Refusal> {
        match self {
            Proved::Automaton(answers) => answers.count(position, value),
            Proved::Steps(steps) => {
                let options = steps.options(position[0], value).ok_or(Refusal::Limit)?;
                Ok((options.end - options.start).into())
            }
            Proved::Runs(runs) => runs.wins(position[0]).map(u128::from).ok_or(Refusal::Limit),
            Proved::Sum(summands, budget) => {
                let wanted = wanted(summands, position, value, budget).ok_or(Refusal::Limit)?;
                summands
                    .iter_mut()
                    .zip(wanted)
                    .try_fold(0, |sum, (summand, wanted)| {
                        let n = position[summand.number] as i64;
                        Ok(sum
                            + summand
                                .solver
                                .count_with(n, wanted, budget)
                                .ok_or(Refusal::Limit)?)
                    })
            }
        }
    }

    /// Visits the options with a value, of outcomes those that are lost, or all, each once, in the order of the rule.
    ///
    /// # Errors
    ///
    /// Fails if a limit is passed, or no automaton has all options.
    pub fn options(
        &mut self,
        rule: &Rule,
        position: &[u64],
        value: Option<u64>,
        visit: &mut dyn FnMut(&OptionParts) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        match (self, value) {
            (Proved::Automaton(answers), _) => {
                let mut met = FxHashSet::default();
                let mut flow = ControlFlow::Continue(());
                let from: RulePosition = position.iter().map(|&n| n as i64).collect();
                answers.moves(position, value, &mut |kind, bound| {
                    let mut names = names_of(&from);
                    for (name, &n) in names[from.len()..].iter_mut().zip(bound) {
                        *name = n as i64;
                    }
                    match rule.kinds[kind].parts(&names, &mut Meter::new(u64::MAX)) {
                        Ok(parts) if met.insert(parts.clone()) => flow = visit(&parts),
                        _ => {}
                    }
                    flow
                })
            }
            (_, None) => Err(Refusal::Limit),
            (Proved::Steps(steps), Some(value)) => {
                let mut options = steps.options(position[0], value).ok_or(Refusal::Limit)?;
                let mut visit = |option| visit(&smallvec![option as i64]);
                // Whether the visitor stopped early does not matter here.
                let _ = if steps.falls() {
                    options.rev().try_for_each(&mut visit)
                } else {
                    options.try_for_each(&mut visit)
                };
                Ok(())
            }
            (Proved::Runs(runs), _) => {
                let mut visit = |option| visit(&smallvec![option as i64]);
                runs.moves(position[0], &mut visit).ok_or(Refusal::Limit)
            }
            (Proved::Sum(summands, budget), Some(value)) => {
                let wanted = wanted(summands, position, value, budget).ok_or(Refusal::Limit)?;
                let mut parts: OptionParts = position.iter().map(|&n| n as i64).collect();
                for (Summand { number, solver }, wanted) in summands.iter_mut().zip(wanted) {
                    let n = parts[*number];
                    let flow = solver.options_with(n, wanted, budget, &mut |option| {
                        parts[*number] = option;
                        visit(&parts)
                    });
                    if flow.ok_or(Refusal::Limit)?.is_break() {
                        break;
                    }
                    parts[*number] = n;
                }
                Ok(())
            }
        }
    }

    /// Returns the certificate, if there is one: of a sum those of its numbers, in their order.
    pub fn certificate(&mut self) -> Option<String> {
        match self {
            Proved::Automaton(answers) => Some(answers.pattern.certificate()),
            Proved::Steps(_) | Proved::Runs(_) => None,
            Proved::Sum(summands, budget) => {
                let mut numbers: Vec<&mut Summand> = summands.iter_mut().collect();
                numbers.sort_by_key(|summand| summand.number);
                let each =
                    numbers
                        .into_iter()
                        .map(|Summand { solver, .. }| match solver.period(budget) {
                            Some(Pattern {
                                preperiod,
                                period,
                                saltus,
                            }) => Some(format!("period {preperiod} {period} {saltus}")),
                            None => Some(solver.automaton(budget)?.pattern.certificate()),
                        });
                Some(format!(
                    "numbers {}",
                    each.collect::<Option<Vec<_>>>()?.join(" & ")
                ))
            }
        }
    }
}

/// Computes the value that an option of each number of a sum has if it leaves the whole sum this one.
fn wanted(
    summands: &mut [Summand],
    position: &[u64],
    value: u64,
    budget: &Budget,
) -> Option<Vec<u64>> {
    let own = |Summand { number, solver }: &mut Summand| {
        solver
            .value(&[i64::try_from(position[*number]).ok()?], budget)
            .ok()
    };
    let own: Vec<u64> = summands.iter_mut().map(own).collect::<Option<_>>()?;
    let others = own.iter().fold(value, |sum, own| sum ^ own);
    Some(own.into_iter().map(|own| own ^ others).collect())
}

/// The purpose for which a pattern is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// The outcomes of positions.
    Outcomes,
    /// Grundy values.
    Values,
    /// Grundy values, by an automaton even if a theorem gives them.
    ValuesByAutomaton,
}

impl Patterns {
    /// Patterns none of which will be looked for.
    pub(super) fn none() -> Self {
        let refused = || Tried::Refused(vec![]);
        Patterns {
            outcomes: refused(),
            values: refused(),
            values_by_automaton: refused(),
        }
    }

    /// Counts the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let all = [&self.outcomes, &self.values, &self.values_by_automaton];
        let each = all.into_iter().map(|tried| match tried {
            Tried::Proved(proved) => proved.bytes(),
            Tried::NotYet | Tried::Refused(_) => 0,
        });
        each.sum()
    }

    /// Takes the engine that was chosen last for a single number of a sum.
    pub(super) fn take_chosen(&mut self) -> Option<Chosen> {
        let all = [
            &mut self.outcomes,
            &mut self.values,
            &mut self.values_by_automaton,
        ];
        let mut chosen = None;
        for tried in all {
            if let Some(Proved::Sum(summands, _)) = tried.proved() {
                for summand in summands {
                    chosen = summand.solver.take_chosen().or(chosen);
                }
            }
        }
        chosen
    }

    /// Returns the state of the search for what is wanted.
    fn tried(&mut self, wanted: Wanted) -> &mut Tried {
        match wanted {
            Wanted::Outcomes => &mut self.outcomes,
            Wanted::Values => &mut self.values,
            Wanted::ValuesByAutomaton => &mut self.values_by_automaton,
        }
    }
}

impl Tried {
    /// Returns the pattern, if it is proved.
    fn proved(&mut self) -> Option<&mut Proved> {
        match self {
            Tried::Proved(proved) => Some(proved),
            Tried::NotYet | Tried::Refused(_) => None,
        }
    }
}

impl SolvedRule {
    /// Looks once for the pattern of the values, or of who wins, and proves it.
    ///
    /// # Errors
    ///
    /// Returns why there is none, for each system that was tried.
    pub fn pattern(
        &mut self,
        values: bool,
        budget: &Budget,
    ) -> Result<&mut Proved, &[(System, Refusal)]> {
        let wanted = if values {
            Wanted::Values
        } else {
            Wanted::Outcomes
        };
        self.proved(wanted, budget)
    }

    /// Returns the automaton of the values, even if a theorem gives them.
    pub fn automaton(&mut self, budget: &Budget) -> Option<&PatternAnswers> {
        let by_theorem = !matches!(self.pattern(true, budget), Ok(Proved::Automaton(_)));
        let wanted = if by_theorem {
            Wanted::ValuesByAutomaton
        } else {
            Wanted::Values
        };
        match self.proved(wanted, budget) {
            Ok(Proved::Automaton(answers)) => Some(&**answers),
            _ => None,
        }
    }

    /// Finds the pattern that is wanted, which is looked for if it was not yet.
    fn proved(
        &mut self,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<&mut Proved, &[(System, Refusal)]> {
        if let Tried::NotYet = self.patterns.tried(wanted) {
            *self.patterns.tried(wanted) = match self.prove(wanted, budget) {
                Ok(proved) => Tried::Proved(Box::new(proved)),
                Err(why) => Tried::Refused(why),
            };
        }
        match self.patterns.tried(wanted) {
            Tried::Proved(proved) => Ok(proved),
            Tried::Refused(why) => Err(why),
            Tried::NotYet => Err(&[]),
        }
    }

    /// Proves a pattern: by a theorem about the rule, else by an automaton learnt from small positions, else by runs
    /// of lost positions.
    fn prove(&mut self, wanted: Wanted, budget: &Budget) -> Result<Proved, Vec<(System, Refusal)>> {
        if wanted == Wanted::Values
            && let Some(proved) = Proved::by_theorem(&self.rule, budget)
        {
            return Ok(proved);
        }
        let values = wanted != Wanted::Outcomes;
        let memory = shares::rules::pattern(budget.memory);
        let most_steps = shares::rules::pattern_steps(budget.work);
        let work = Work::within(SEARCH_WORK.min(most_steps), memory);
        let mut of_tables = most_steps;
        let found = search(&self.rule, values, &work, &mut |tops| {
            self.small(tops, values, budget, &mut of_tables)
        });
        self.pattern_steps += work.taken() + (most_steps - of_tables);
        match found {
            Ok(pattern) => {
                let answers = PatternAnswers::new(self.rule.clone(), pattern, memory);
                Ok(Proved::Automaton(Box::new(answers)))
            }
            Err(why) if values => Err(why),
            Err(why) => Runs::of(&self.rule).map(Proved::Runs).ok_or(why),
        }
    }

    /// Returns the proved pattern that answers a position that is in no table, or has a large number: it may have very
    /// many options.
    pub fn beyond(&mut self, position: &[i64], values: bool) -> Option<&mut Proved> {
        let in_table = !is_long(position) && self.found(position, values).is_some();
        if in_table {
            return None;
        }
        // Values say who wins as well.
        let Patterns {
            outcomes,
            values: of_values,
            ..
        } = &mut self.patterns;
        match outcomes.proved() {
            Some(proved) if !values => Some(proved),
            _ => of_values.proved(),
        }
    }

    /// Returns the value of a position, or 0 if it is lost, by a pattern that is proved already.
    pub(super) fn by_pattern(&mut self, position: &[i64], values: bool) -> Option<u64> {
        self.beyond(position, values)?.value(&unsigned(position))
    }

    /// Visits the options of one number with a value, in the order of the rule; `None` if they are too many.
    fn options_with(
        &mut self,
        n: i64,
        value: u64,
        budget: &Budget,
        visit: &mut dyn FnMut(i64) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let rule = self.rule.clone();
        let mut flow = ControlFlow::Continue(());
        if let Some(proved) = self.beyond(&[n], true) {
            let found = proved.options(&rule, &[n as u64], Some(value), &mut |parts| {
                flow = visit(parts[0]);
                flow
            });
            return found.ok().map(|()| flow);
        }
        let mut all = Vec::new();
        let few = self.options(&[n], budget, &mut |parts| {
            all.push(parts[0]);
            if all.len() < MAX_LISTED_OPTIONS {
                Ok(())
            } else {
                Err(EvalStop::Enough)
            }
        });
        few.ok().filter(|()| all.len() < MAX_LISTED_OPTIONS)?;
        for option in all {
            if flow.is_continue() && self.value(&[option], budget).ok()? == value {
                flow = visit(option);
            }
        }
        Some(flow)
    }

    /// Says how many options of one number have a value; `None` if they are too many.
    fn count_with(&mut self, n: i64, value: u64, budget: &Budget) -> Option<u128> {
        if let Some(proved) = self.beyond(&[n], true) {
            return proved.count(&[n as u64], value).ok();
        }
        let mut count = 0;
        let visited = self.options_with(n, value, budget, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        visited.map(|_| count)
    }

    /// Says why no pattern answers, as clauses.
    pub(super) fn why_no_pattern(&self, values: bool) -> Vec<String> {
        let tried = if values {
            &self.patterns.values
        } else {
            &self.patterns.outcomes
        };
        match tried {
            Tried::Refused(why) => in_words(why),
            Tried::NotYet | Tried::Proved(_) => vec![],
        }
    }

    /// Computes the values, or outcomes, of all positions up to these numbers, and takes their steps from `work`.
    fn small(&self, tops: &[u64], values: bool, budget: &Budget, work: &mut u64) -> Option<Table> {
        let budget = Budget {
            memory: shares::rules::small_positions(budget.memory),
            work: TABLE_WORK.min(*work),
            ..*budget
        };
        let mut solver = SolvedRule::new(self.rule.clone());
        solver.patterns = Patterns::none();
        let top: RulePosition = tops.iter().map(|&n| n as i64).collect();
        if dense::size(&top).saturating_mul(size_of::<u32>() as u64)
            > shares::rules::table(budget.memory)
        {
            return None;
        }
        let filled = solver.fill_at_once(&top, &budget);
        *work = work.saturating_sub(solver.reach.steps + solver.work);
        let in_box = filled.ok()?;
        // Positions that no box holds are searched top down; they share the steps.
        let allowed = budget.work.min(*work);
        *work -= allowed;
        let mut meter = Meter::new(allowed);
        let mut cells = Vec::new();
        let mut position: RulePosition = tops.iter().map(|_| 0).collect();
        loop {
            let is_position =
                self.rule.legal.is_empty() || solver.is_position(&position, &budget).ok()?;
            if is_position && !in_box {
                solver
                    .reach
                    .solve(&self.rule, &position, &mut meter, &budget)
                    .ok()?;
            }
            cells.push(match solver.found(&position, values) {
                _ if !is_position => NO_POSITION,
                Some(known) if values => known,
                known => u32::from(known? != 0),
            });
            let Some(next) = (0..tops.len()).rev().find(|&i| position[i] < top[i]) else {
                break;
            };
            position[next] += 1;
            position[next + 1..].fill(0);
        }
        *work += meter.left();
        Some(Table {
            tops: tops.to_vec(),
            cells,
        })
    }
}

/// Converts the numbers of a position, which are not below 0.
pub fn unsigned(position: &[i64]) -> Vec<u64> {
    position.iter().map(|&n| n.max(0) as u64).collect()
}

/// Says why there is no pattern: a part of the rule that no automaton reads; else the nearest system.
fn in_words(why: &[(System, Refusal)]) -> Vec<String> {
    let wrong = why
        .iter()
        .find(|(_, refusal)| matches!(refusal, Refusal::Wrong(..)));
    let unlike: Vec<String> = why
        .iter()
        .filter(|(_, refusal)| *refusal == Refusal::Unlike)
        .map(|(system, _)| system.to_string())
        .collect();
    let mut words = Vec::new();
    if !unlike.is_empty() {
        words.push(format!(
            "no finite automaton in {} fits the small positions",
            unlike.join(", ")
        ));
    }
    words.extend(wrong.map(|(system, refusal)| format!("in {system} {refusal}")));
    if words.is_empty() {
        words.extend(why.first().map(|(_, refusal)| refusal.to_string()));
    }
    words
}
