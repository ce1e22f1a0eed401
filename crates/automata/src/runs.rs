//! Who wins if options form intervals: `[n] -> [n-k] for k in n/4..n/2 if k > 0`, and unions of such.
//!
//! The lost positions are runs of numbers. The positions with an option in the run from s to t are those from the
//! first one whose largest option is at least s to the last one whose least option is at most t: two
//! bisections ([`Interval`]). A number that no run found so far reaches begins the next one, which ends before the
//! first number that it reaches itself, or an older one does. In the example 0 to 1 are lost (no move), which win 2
//! and no more; 3 begins a run. If numbers grow by a factor from run to run, few runs reach far.

use std::ops::ControlFlow;

use itertools::{Either, Itertools};

use grundy_rules::meter::Meter;
use grundy_rules::options::{Outcome, names_of};
use grundy_rules::tree::{Cond, Expr, Relation, Rule};

use crate::interval::{END, Interval};

/// The lost positions of such a rule, as far as they were asked for.
#[derive(Clone, Debug)]
pub struct Runs {
    rule: Rule,
    kinds: Vec<Interval>,
    /// Positions from here on have moves under misère play, and no clause is about them.
    plain: u64,
    /// The first and last number of each run of lost positions, ascending.
    runs: Vec<(u64, u64)>,
    /// Numbers below are known.
    known: u64,
}

/// The most runs, and the most numbers looked at one by one.
const MAX_RUNS: usize = 1 << 16;

impl Runs {
    /// Returns the rule, if it is of this form.
    pub fn of(rule: &Rule) -> Option<Runs> {
        let suits =
            rule.arity() == 1 && !rule.loopy && rule.draw.is_empty() && rule.legal.is_empty();
        let kinds: Vec<Interval> = rule.kinds.iter().map(Interval::of).collect::<Option<_>>()?;
        let mut plain = 0;
        if rule.misere && suits {
            let from = kinds.iter().map(|kind| kind.from);
            plain = from.min().unwrap_or(0);
        }
        for clause in rule.lose.iter().chain(&rule.win) {
            plain = plain.max(end_of(clause)?);
        }
        let runs = Runs {
            rule: rule.clone(),
            kinds,
            plain,
            runs: Vec::new(),
            known: 0,
        };
        (suits && plain <= MAX_RUNS as u64).then_some(runs)
    }

    /// Returns whether the player to move loses; `None` as for [`Runs::count`].
    pub fn loses(&mut self, n: u64) -> Option<bool> {
        Some(self.count(n, n)? > 0)
    }

    /// Adds the next run, or passes the numbers from which play reaches the runs so far.
    fn step(&mut self) -> Option<()> {
        let at = self.known;
        let reaches = self
            .kinds
            .iter()
            .map(|kind| self.reaches(kind, at))
            .collect::<Option<Vec<_>>>()?;
        let won = reaches
            .iter()
            .filter(|(wins, _)| *wins)
            .map(|&(_, end)| end)
            .max();
        let end = match won {
            _ if at < self.plain => at + 1,
            Some(end) => end,
            None => reaches.into_iter().map(|(_, end)| end).min().unwrap_or(END),
        };
        let stuck = || self.rule.misere && self.kinds.iter().all(|kind| at < kind.from);
        if self
            .ending(at)?
            .map_or(won.is_none() && !stuck(), |outcome| {
                outcome == Outcome::Lost
            })
        {
            self.runs.push((at, end - 1));
        }
        self.known = end;
        (self.runs.len() <= MAX_RUNS).then_some(())
    }

    /// Returns whether a move of this kind reaches a run from a number, which is above all runs, and the first number at
    /// which that may change, if the next run begins at the one given.
    fn reaches(&self, kind: &Interval, at: u64) -> Option<(bool, u64)> {
        let options = if at < kind.from {
            None
        } else {
            Some(kind.options(at)?)
        };
        let below = options.map_or(0, |(_, high)| {
            self.runs.partition_point(|&(first, _)| first <= high)
        });
        let last = self.runs[..below]
            .last()
            .filter(|run| options.is_some_and(|(low, _)| low <= run.1));
        if let Some(&(_, last)) = last {
            return Some((true, kind.first(last + 1, |(low, _)| low > last)));
        }
        let next = self.runs.get(below).map_or(at, |&(first, _)| first);
        Some((false, kind.first(next + 1, |(_, high)| high >= next)))
    }

    /// Returns the outcome that a clause gives a number.
    fn ending(&self, n: u64) -> Option<Option<Outcome>> {
        self.rule
            .ending(&names_of(&[n as i64]), &mut Meter::new(u64::MAX))
            .ok()
    }

    /// Returns how many of the numbers from `low` to `high` are lost; `None` if a limit is passed, or a number does not
    /// fit.
    pub fn count(&mut self, low: u64, high: u64) -> Option<u64> {
        let moves = |kind: &Interval| high < kind.from || kind.options(high).is_some();
        if !self.kinds.iter().all(moves) {
            return None;
        }
        while self.known <= high {
            self.step()?;
        }
        Some(
            self.within(low, high)
                .map(|(first, last)| last - first + 1)
                .sum(),
        )
    }

    /// Returns the runs between two numbers, cut off there.
    fn within(&self, low: u64, high: u64) -> impl DoubleEndedIterator<Item = (u64, u64)> + '_ {
        let from = self.runs.partition_point(|&(_, last)| last < low);
        let to = self
            .runs
            .partition_point(|&(first, _)| first <= high)
            .max(from);
        self.runs[from..to]
            .iter()
            .map(move |&(first, last)| (first.max(low), last.min(high)))
    }

    /// Returns the least and the largest option of each kind of move from a position, and whether the largest is listed
    /// first.
    fn options(&self, n: u64) -> Option<Vec<(u64, u64, bool)>> {
        let ended = self.ending(n)?.is_some();
        let kinds = self.kinds.iter().filter(|kind| n >= kind.from && !ended);
        kinds
            .map(|kind| {
                kind.options(n)
                    .map(|(low, high)| (low, high, kind.by_amount))
            })
            .collect()
    }

    /// Returns how many options are lost.
    pub fn wins(&mut self, n: u64) -> Option<u64> {
        let mut wins = 0;
        let mut next = 0;
        for (low, high, _) in self.options(n)?.into_iter().sorted_unstable() {
            if high >= next {
                wins += self.count(low.max(next), high)?;
                next = high + 1;
            }
        }
        Some(wins)
    }

    /// Visits the options that are lost, each once, in the order of the rule.
    pub fn moves(&mut self, n: u64, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Option<()> {
        self.loses(n)?;
        let mut before: Vec<(u64, u64)> = Vec::new();
        for (low, high, falls) in self.options(n)? {
            let rising = self
                .within(low, high)
                .flat_map(|(first, last)| first..=last);
            let options = if falls {
                Either::Left(rising.rev())
            } else {
                Either::Right(rising)
            };
            let is_fresh = |to: &u64| !before.iter().any(|&(low, high)| (low..=high).contains(to));
            if options
                .filter(is_fresh)
                .try_for_each(&mut *visit)
                .is_break()
            {
                break;
            }
            before.push((low, high));
        }
        Some(())
    }
}

/// Returns the first number that a clause on single numbers is not about.
fn end_of(clause: &Cond) -> Option<u64> {
    let Cond::Chain(n, links) = clause else {
        return None;
    };
    match (&**n, &links[..]) {
        (Expr::Name(0), [(Relation::Eq | Relation::Le | Relation::Lt, Expr::Number(last))]) => {
            u64::try_from(last.checked_add(1)?).ok()
        }
        _ => None,
    }
}
