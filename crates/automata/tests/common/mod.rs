//! Brute force by the definition of a rule, one position at a time.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::collections::{HashMap, HashSet};

use grundy_automata::{NO_POSITION, Table};
use grundy_rules::grammar::read_rule;
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::options::{OptionParts, Outcome, names_of};
use grundy_rules::tree::Rule;

pub fn rule(text: &str) -> Rule {
    read_rule(text)
        .unwrap_or_else(|fault| panic!("{text}: {}", fault.message))
        .0
}

/// Values of positions, or 0 if the player to move loses and 1 if not.
pub struct Brute<'r> {
    pub rule: &'r Rule,
    pub values: bool,
    known: HashMap<Vec<i64>, u32>,
}

impl<'r> Brute<'r> {
    pub fn new(rule: &'r Rule, values: bool) -> Self {
        Brute {
            rule,
            values,
            known: HashMap::new(),
        }
    }

    /// The options, in the order of the rule; none if play has ended by a clause.
    pub fn options(&self, position: &[i64]) -> Vec<OptionParts> {
        let mut meter = Meter::new(u64::MAX);
        let mut names = names_of(position);
        let (mut options, mut met) = (Vec::new(), HashSet::new());
        if self
            .rule
            .ending(&names, &mut meter)
            .expect("fits")
            .is_none()
        {
            let all = self.rule.options(&mut names, &mut meter, &mut |parts, _| {
                if met.insert(parts.clone()) {
                    options.push(parts.clone());
                }
                Ok::<(), EvalStop>(())
            });
            all.expect("fits");
        }
        options
    }

    /// Returns the value of a position as a cell of a table has it. Play must not come back.
    pub fn at(&mut self, position: &[i64]) -> u32 {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let mut meter = Meter::new(u64::MAX);
        let is_position = self.rule.is_position(position, &mut meter).expect("fits");
        let ending = is_position.then(|| {
            self.rule
                .ending(&names_of(position), &mut meter)
                .expect("fits")
        });
        let found = match ending {
            None => NO_POSITION,
            Some(Some(outcome)) => u32::from(outcome != Outcome::Lost),
            Some(None) => {
                let mut seen: Vec<u32> = self
                    .options(position)
                    .iter()
                    .map(|option| self.at(option))
                    .collect();
                seen.sort_unstable();
                seen.dedup();
                let mex = (0..)
                    .zip(&seen)
                    .take_while(|&(i, &value)| i == value)
                    .count() as u32;
                if self.values {
                    mex
                } else {
                    u32::from(seen.contains(&0) || self.rule.misere && seen.is_empty())
                }
            }
        };
        self.known.insert(position.to_vec(), found);
        found
    }

    pub fn table(&mut self, tops: &[u64]) -> Table {
        let mut cells = Vec::new();
        each(tops, &mut |position| cells.push(self.at(position)));
        Table {
            tops: tops.to_vec(),
            cells,
        }
    }
}

/// All positions up to these numbers, the last number fastest.
pub fn each(tops: &[u64], visit: &mut dyn FnMut(&[i64])) {
    let mut position = vec![0; tops.len()];
    loop {
        visit(&position);
        let Some(next) = (0..tops.len())
            .rev()
            .find(|&i| position[i] < tops[i] as i64)
        else {
            return;
        };
        position[next] += 1;
        position[next + 1..].fill(0);
    }
}
