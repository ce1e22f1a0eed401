//! A rule with all that is known of its positions.

use super::eval::{Meter, STEPS_A_MEMBER, Stop};
use super::options::{Outcome, Parts, Position, names_of};
use super::reach::{Ended, Reach, Trouble};
use super::tree::Rule;
use crate::theory::budget::Budget;

/// Solves positions of one rule, and keeps what it finds.
#[derive(Debug)]
pub struct Solver {
    rule: Rule,
    reach: Reach,
}

impl Solver {
    /// Nothing solved yet.
    pub fn new(rule: Rule) -> Self {
        let reach = Reach::new(rule.arity());
        Solver { rule, reach }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.reach.bytes()
    }

    /// Whether these numbers, as many as the rule has names, are a position.
    ///
    /// # Errors
    ///
    /// When something in a `legal if` does not fit.
    pub fn is_position(&self, numbers: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        let mut meter = Meter::new(budget.work);
        self.rule.is_position(numbers, &mut meter).map_err(|stop| self.trouble(stop, numbers, &meter))
    }

    fn trouble(&self, stop: Stop, numbers: &[i64], meter: &Meter) -> Trouble {
        match stop {
            Stop::Work => Trouble::Work(self.reach.positions() as u64),
            _ => Trouble::Overflow(Position::from_slice(numbers), meter.place),
        }
    }

    fn known(&mut self, position: &[i64], budget: &Budget) -> Result<u32, Trouble> {
        if let Some(known) = self.reach.known(position) {
            return Ok(known);
        }
        let mut meter = Meter::new(budget.work);
        if self.rule.loopy {
            self.reach.solve_loopy(&self.rule, position, &mut meter, budget)?;
            return Ok(self.reach.known(position).unwrap_or_default());
        }
        match self.reach.solve(&self.rule, position, &mut meter, budget, usize::MAX)? {
            Ended::Solved(known) => Ok(known),
            Ended::TooMany => Err(Trouble::Memory(self.reach.positions() as u64)),
        }
    }

    /// The Grundy value of a position, of a rule that has values.
    ///
    /// # Errors
    ///
    /// When play can come back, a number does not fit, or a limit is passed.
    pub fn value(&mut self, position: &[i64], budget: &Budget) -> Result<u64, Trouble> {
        self.known(position, budget).map(u64::from)
    }

    /// The outcome of a position.
    ///
    /// # Errors
    ///
    /// When play can come back and the rule is not `loopy`, a number does not fit, or a limit is
    /// passed.
    pub fn outcome(&mut self, position: &[i64], budget: &Budget) -> Result<Outcome, Trouble> {
        let known = self.known(position, budget)?;
        Ok(if !self.rule.has_values() {
            Outcome::from_known(known)
        } else if known == 0 {
            Outcome::Lost
        } else {
            Outcome::Won
        })
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
        let (arity, rule) = (self.rule.arity(), &self.rule);
        let mut names = names_of(position);
        let mut met = fxhash::FxHashSet::default();
        let most = budget.memory / 2 / (std::mem::size_of::<Parts>() as u64 * 2);
        let mut too_many = false;
        let result = match rule.ending(&names, &mut meter) {
            Err(stop) => Err(stop),
            Ok(Some(_)) => Ok(()),
            Ok(None) => rule.yielded(&mut names, &mut meter, &mut |parts, meter| {
                for part in parts.chunks(arity) {
                    if !rule.is_position(part, meter)? {
                        return Ok(());
                    }
                }
                meter.spend(STEPS_A_MEMBER)?;
                if !met.insert(parts.clone()) {
                    return Ok(());
                }
                too_many = met.len() as u64 > most;
                if too_many { Err(Stop::Enough) } else { visit(parts) }
            }),
        };
        match result {
            _ if too_many => Err(Trouble::Memory(met.len() as u64)),
            Ok(()) | Err(Stop::Enough) => Ok(()),
            Err(stop) => Err(self.trouble(stop, position, &meter)),
        }
    }
}
