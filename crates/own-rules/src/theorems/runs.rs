//! The winners if options form intervals: `[n] -> [n-k] for k in n/4..n/2 if k > 0`, and unions of such.
//!
//! The lost positions are runs of numbers. The positions with an option in the run from s to t are those from the
//! first one whose largest option is at least s to the last one whose least option is at most t: two
//! bisections ([`SlowAmounts`]). A number that no run found so far reaches begins the next one, which ends before the
//! first number that it reaches itself, or an older one does. In the example 0 to 1 are lost (no move), which win 2
//! and no more; 3 begins a run. If numbers grow by a factor from run to run, few runs reach far.

use std::ops::{ControlFlow, RangeInclusive};

use itertools::Either;

use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::options::{Outcome, names_of};
use grundy_rules::shape::amounts::{END, SlowAmounts};
use grundy_rules::tree::{Cond, Expr, Relation, Rule};

/// The lost positions of such a rule, as far as they were asked for.
#[derive(Clone, Debug)]
pub struct Runs {
    /// The rule.
    rule: Rule,
    /// The kinds of moves of the rule.
    kinds: Vec<SlowAmounts>,
    /// The position from which on all have moves under misère play, and no clause is about them.
    plain: u64,
    /// The runs of lost positions, ascending.
    runs: Vec<RangeInclusive<u64>>,
    /// The first number of which it is not known who wins.
    known: u64,
}

/// The effect of one kind of move from a number above all runs so far.
#[derive(Clone, Copy)]
struct KindReach {
    /// Whether it reaches a run.
    wins: bool,
    /// The first number at which that may change.
    end: u64,
}

/// The options of one kind of move.
struct KindOptions {
    /// The options, which are consecutive.
    numbers: RangeInclusive<u64>,
    /// Whether the largest is listed first.
    falls: bool,
}

/// The most runs, and the most numbers looked at one by one.
const MAX_LOST_RUNS: usize = 1 << 16;

impl Runs {
    /// Returns the rule, if it is of this form.
    pub fn of(rule: &Rule) -> Option<Runs> {
        let suits =
            rule.arity() == 1 && !rule.loopy && rule.draw.is_empty() && rule.legal.is_empty();
        let kinds: Vec<SlowAmounts> = rule
            .kinds
            .iter()
            .map(SlowAmounts::of)
            .collect::<Option<_>>()?;
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
        (suits && plain <= MAX_LOST_RUNS as u64).then_some(runs)
    }

    /// Returns whether the player to move loses; `None` as for [`Runs::count`].
    pub fn loses(&mut self, n: u64) -> Option<bool> {
        Some(self.count(n, n)? > 0)
    }

    /// Adds the next run, or passes the numbers from which play reaches the runs so far.
    fn step(&mut self) -> Option<()> {
        let at = self.known;
        let mut last_end_of_wins = None;
        let mut first_end = END;
        for kind in &self.kinds {
            let reach = self.reach(kind, at)?;
            first_end = first_end.min(reach.end);
            if reach.wins {
                last_end_of_wins = last_end_of_wins.max(Some(reach.end));
            }
        }
        let end = match last_end_of_wins {
            _ if at < self.plain => at + 1,
            Some(end) => end,
            None => first_end,
        };
        let stuck = || self.rule.misere && self.kinds.iter().all(|kind| at < kind.from);
        let is_lost = match self.ending(at).ok()? {
            Some(outcome) => outcome == Outcome::Lost,
            None => last_end_of_wins.is_none() && !stuck(),
        };
        if is_lost {
            self.runs.push(at..=end - 1);
        }
        self.known = end;
        (self.runs.len() <= MAX_LOST_RUNS).then_some(())
    }

    /// Finds whether a move of this kind reaches a run from a number, which is above all runs, and where that may
    /// change, if the next run begins at this number.
    fn reach(&self, kind: &SlowAmounts, at: u64) -> Option<KindReach> {
        let options = if at < kind.from {
            None
        } else {
            Some(kind.options(at)?)
        };
        let mut runs_below = 0;
        if let Some(options) = &options {
            runs_below = self
                .runs
                .partition_point(|run| run.start() <= options.end());
            let last_run = self.runs[..runs_below].last();
            if let Some(run) = last_run
                && options.start() <= run.end()
            {
                let end = kind.first(run.end() + 1, |options| options.start() > run.end());
                return Some(KindReach { wins: true, end });
            }
        }
        let next = self.runs.get(runs_below).map_or(at, |run| *run.start());
        let end = kind.first(next + 1, |options| *options.end() >= next);
        Some(KindReach { wins: false, end })
    }

    /// Returns the outcome that a clause gives a number, if one does.
    ///
    /// # Errors
    ///
    /// Fails when something in the clause does not fit.
    fn ending(&self, n: u64) -> Result<Option<Outcome>, EvalStop> {
        self.rule
            .ending(&names_of(&[n as i64]), &mut Meter::new(u64::MAX))
    }

    /// Returns how many of the numbers from `low` to `high` are lost; `None` if a limit is passed, or a number does not
    /// fit.
    pub fn count(&mut self, low: u64, high: u64) -> Option<u64> {
        let moves = |kind: &SlowAmounts| high < kind.from || kind.options(high).is_some();
        if !self.kinds.iter().all(moves) {
            return None;
        }
        while self.known <= high {
            self.step()?;
        }
        let runs = self.within(low, high);
        Some(runs.map(|run| run.end() - run.start() + 1).sum())
    }

    /// Returns the runs between two numbers, cut off there.
    fn within(
        &self,
        low: u64,
        high: u64,
    ) -> impl DoubleEndedIterator<Item = RangeInclusive<u64>> + '_ {
        let from = self.runs.partition_point(|run| *run.end() < low);
        let to = self
            .runs
            .partition_point(|run| *run.start() <= high)
            .max(from);
        self.runs[from..to]
            .iter()
            .map(move |run| low.max(*run.start())..=high.min(*run.end()))
    }

    /// Returns the options of each kind of move from a position.
    fn options(&self, n: u64) -> Option<Vec<KindOptions>> {
        let mut options = Vec::new();
        if self.ending(n).ok()?.is_some() {
            return Some(options);
        }
        for kind in &self.kinds {
            if n >= kind.from {
                options.push(KindOptions {
                    numbers: kind.options(n)?,
                    falls: kind.by_amount,
                });
            }
        }
        Some(options)
    }

    /// Returns how many options are lost.
    pub fn wins(&mut self, n: u64) -> Option<u64> {
        let mut wins = 0;
        let mut next = 0;
        let mut options: Vec<RangeInclusive<u64>> = self
            .options(n)?
            .into_iter()
            .map(|options| options.numbers)
            .collect();
        options.sort_unstable_by_key(|numbers| (*numbers.start(), *numbers.end()));
        for numbers in options {
            let last = *numbers.end();
            if last >= next {
                wins += self.count(next.max(*numbers.start()), last)?;
                next = last + 1;
            }
        }
        Some(wins)
    }

    /// Visits the options that are lost, each once, in the order of the rule.
    pub fn moves(&mut self, n: u64, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Option<()> {
        self.loses(n)?;
        let mut before: Vec<RangeInclusive<u64>> = Vec::new();
        for KindOptions { numbers, falls } in self.options(n)? {
            let rising = self.within(*numbers.start(), *numbers.end()).flatten();
            let options = if falls {
                Either::Left(rising.rev())
            } else {
                Either::Right(rising)
            };
            let mut fresh = options.filter(|to| !before.iter().any(|listed| listed.contains(to)));
            if fresh.try_for_each(&mut *visit).is_break() {
                break;
            }
            before.push(numbers);
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
