//! Positions beyond every table: patterns learnt from small positions and proved for all.

use std::ops::ControlFlow;

use grundy_automata::{Answers, NO_POSITION, Refusal, Steps, System, Table, Wanted, Work, search};

use super::Solver;
use crate::budget::Budget;
use crate::rules::{Meter, Position, Trouble};

/// The most steps of a search, the table of small positions apart.
const SEARCH_WORK: u64 = 1 << 28;

/// The most steps spent on the table of small positions.
const TABLE_WORK: u64 = 1 << 31;

/// The state of the search for a pattern.
#[derive(Clone, Debug, Default)]
pub(super) enum Tried {
    /// Nothing: none was looked for.
    #[default]
    NotYet,
    /// It is proved.
    Proved(Box<Proved>),
    /// There is none, or no proof; why, for each system that was tried.
    Refused(Vec<(System, Refusal)>),
}

/// A pattern proved for all positions of a rule.
#[derive(Clone, Debug)]
pub enum Proved {
    /// An automaton.
    Automaton(Box<Answers>),
    /// The theorem of restricted nim.
    Steps(Steps),
}

impl Proved {
    /// The value of a position; of outcomes 0 where the player to move loses, else 1.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        match self {
            Proved::Automaton(answers) => answers.value(position),
            Proved::Steps(steps) => steps.value(position[0]),
        }
    }

    /// How many different options of a position have a value.
    ///
    /// # Errors
    ///
    /// A limit is passed.
    pub fn count(&mut self, position: &[u64], value: u64) -> Result<u128, Refusal> {
        match self {
            Proved::Automaton(answers) => answers.count(position, Wanted::Value(value)),
            Proved::Steps(steps) => {
                let option = steps.option(position[0], value).ok_or(Refusal::Limit)?;
                Ok(u128::from(option.is_some()))
            }
        }
    }

    /// Visits the moves to options with a value, in the order of the rule: the number of the kind, and the values of
    /// its names.
    ///
    /// # Errors
    ///
    /// A limit is passed.
    pub fn moves(
        &mut self,
        position: &[u64],
        value: u64,
        visit: &mut dyn FnMut(usize, &[u64]) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        match self {
            Proved::Automaton(answers) => answers.moves(position, Wanted::Value(value), visit),
            Proved::Steps(steps) => {
                if let Some(option) = steps.option(position[0], value).ok_or(Refusal::Limit)? {
                    let _ = visit(0, &[position[0] - option]);
                }
                Ok(())
            }
        }
    }
}

/// The patterns of a rule: of outcomes, and of values.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns([Tried; 2]);

impl Patterns {
    /// None will be looked for.
    pub(super) fn none() -> Self {
        Patterns([Tried::Refused(vec![]), Tried::Refused(vec![])])
    }
}

impl Solver {
    /// The pattern of the values, or of who wins, proved; it is looked for once.
    ///
    /// # Errors
    ///
    /// Why there is none, for each system that was tried.
    pub fn pattern(&mut self, values: bool, budget: &Budget) -> Result<&mut Proved, &[(System, Refusal)]> {
        if let Tried::NotYet = self.patterns.0[usize::from(values)] {
            let work = Work::new(SEARCH_WORK.min(budget.work));
            let proved = match Steps::of(&self.rule).filter(|_| values) {
                Some(steps) => Ok(Proved::Steps(steps)),
                None => search(&self.rule, values, &work, &mut |tops| self.small(tops, values, budget))
                    .map(|pattern| Proved::Automaton(Box::new(Answers::new(self.rule.clone(), pattern)))),
            };
            self.patterns.0[usize::from(values)] = match proved {
                Ok(proved) => Tried::Proved(Box::new(proved)),
                Err(why) => Tried::Refused(why),
            };
        }
        match &mut self.patterns.0[usize::from(values)] {
            Tried::Proved(proved) => Ok(proved),
            Tried::Refused(why) => Err(why),
            Tried::NotYet => Err(&[]),
        }
    }

    /// The proved pattern that answers a position that is in no table.
    pub fn beyond(&mut self, position: &[i64], values: bool) -> Option<&mut Proved> {
        let in_table = self.found(position, values).is_some();
        // Values say who wins, too.
        let order = if values { &[1][..] } else { &[0, 1] };
        let proved = |&&i: &&usize| matches!(self.patterns.0[i], Tried::Proved(_));
        let which = *order.iter().find(proved).filter(|_| !in_table)?;
        match &mut self.patterns.0[which] {
            Tried::Proved(proved) => Some(proved),
            _ => None,
        }
    }

    /// The value of a position, or 0 where it is lost, by a pattern that is proved already.
    pub(super) fn by_pattern(&mut self, position: &[i64], values: bool) -> Option<u64> {
        self.beyond(position, values)?.value(&unsigned(position))
    }

    /// Why no pattern answers, as clauses.
    pub(super) fn why_no_pattern(&self, values: bool) -> Vec<String> {
        match &self.patterns.0[usize::from(values)] {
            Tried::Refused(why) => in_words(why),
            _ => vec![],
        }
    }

    /// The values, or outcomes, of all positions up to these numbers.
    fn small(&self, tops: &[u64], values: bool, budget: &Budget) -> Option<Table> {
        let budget = Budget { memory: budget.memory / 4, work: budget.work.min(TABLE_WORK), ..*budget };
        let mut solver = Solver::new(self.rule.clone());
        solver.patterns = Patterns::none();
        let top: Position = tops.iter().map(|&n| n as i64).collect();
        let in_box = solver.fill_at_once(&top, &budget).ok()?;
        // Positions that no box holds are searched top down; they share the steps.
        let mut meter = Meter::new(budget.work);
        let mut cells = Vec::new();
        let mut position: Position = tops.iter().map(|_| 0).collect();
        loop {
            let is_position = self.rule.legal.is_empty() || solver.is_position(&position, &budget).ok()?;
            if is_position && !in_box {
                solver.reach.solve(&self.rule, &position, &mut meter, &budget, usize::MAX).ok()?;
            }
            cells.push(match solver.found(&position, values) {
                _ if !is_position => NO_POSITION,
                Some(known) if values => known,
                known => u32::from(known? != 0),
            });
            let Some(next) = (0..tops.len()).rev().find(|&i| position[i] < top[i]) else { break };
            position[next] += 1;
            position[next + 1..].fill(0);
        }
        Some(Table { tops: tops.to_vec(), cells })
    }
}

/// Numbers of a position, which are not below 0.
pub fn unsigned(position: &[i64]) -> Vec<u64> {
    position.iter().map(|&n| n.max(0) as u64).collect()
}

/// Why there is no pattern: a part of the rule that no automaton reads; else the nearest system.
fn in_words(why: &[(System, Refusal)]) -> Vec<String> {
    let wrong = why.iter().find(|(_, refusal)| matches!(refusal, Refusal::Wrong(..)));
    let unlike: Vec<String> = why
        .iter()
        .filter(|(_, refusal)| *refusal == Refusal::Unlike)
        .map(|(system, _)| system.to_string())
        .collect();
    let mut words = Vec::new();
    if !unlike.is_empty() {
        words.push(format!("no finite automaton in {} fits the small positions", unlike.join(", ")));
    }
    words.extend(wrong.map(|(system, refusal)| format!("in {system} {refusal}")));
    if words.is_empty() {
        words.extend(why.first().map(|(_, refusal)| refusal.to_string()));
    }
    words
}

/// A trouble that a pattern might have spared.
pub(super) fn explained(trouble: Trouble, why: Vec<String>) -> Trouble {
    match trouble {
        Trouble::Work(_) | Trouble::Memory(_) | Trouble::Length(_) if !why.is_empty() => {
            Trouble::Patternless(Box::new(trouble), why)
        }
        trouble => trouble,
    }
}
