//! The options of a position, as the rule yields them.

use fxhash::FxHashSet;
use smallvec::SmallVec;

use super::members;
use super::meter::{EvalStop, Meter, RulePlace, STEPS_A_MEMBER, STEPS_AN_OPERATOR};
use super::tree::{Cond, MAX_NAMES, MoveKind, Names, Qualifier, Rule};

/// The numbers of a position.
pub type RulePosition = SmallVec<[i64; 4]>;

/// The parts that a move leaves, ascending, one after the other.
pub type OptionParts = SmallVec<[i64; 8]>;

/// The end of play, if a clause says that play ends at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move loses.
    Lost,
    /// The player to move wins.
    Won,
    /// Nobody wins.
    Drawn,
}

/// Binds the names of a position's numbers to their values; the names that are bound later are 0.
pub fn names_of(position: &[i64]) -> Names {
    let mut names = [0; MAX_NAMES];
    names[..position.len()].copy_from_slice(position);
    names
}

impl Rule {
    /// Returns whether numbers that are arranged are a position, as far as it depends on how often each stands there.
    #[inline]
    pub fn admits(&self, numbers: &[i64]) -> bool {
        !self.has_no_equal_numbers() || numbers.is_sorted_by(|a, b| a < b)
    }

    /// Returns whether these numbers are a position if every `legal if` holds.
    fn may_be_position(&self, numbers: &[i64]) -> bool {
        numbers.iter().all(|&n| n >= 0) && self.admits(numbers)
    }

    /// Returns whether these numbers are a position: none is negative, and every `legal if` holds.
    ///
    /// # Errors
    ///
    /// Fails when something in a `legal if` does not fit.
    pub fn is_position(&self, numbers: &[i64], meter: &mut Meter) -> Result<bool, EvalStop> {
        if !self.may_be_position(numbers) {
            return Ok(false);
        }
        if self.legal.is_empty() {
            return Ok(true);
        }
        meter.place = RulePlace::Clause("legal");
        meter.spend(STEPS_A_MEMBER)?;
        if self.list.is_none() {
            return self.is_legal(&names_of(numbers), meter);
        }
        let before = std::mem::replace(&mut meter.position, numbers.to_vec());
        let is_legal = self.is_legal(&[0; MAX_NAMES], meter);
        meter.position = before;
        is_legal
    }

    /// Returns whether every `legal if` holds.
    fn is_legal(&self, names: &Names, meter: &mut Meter) -> Result<bool, EvalStop> {
        for cond in &self.legal {
            if !cond.holds_defined(names, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Finds the first terminal clause that holds, and returns its outcome.
    ///
    /// # Errors
    ///
    /// Fails when something in a clause does not fit.
    pub fn ending(&self, names: &Names, meter: &mut Meter) -> Result<Option<Outcome>, EvalStop> {
        let clauses: [(&[Cond], _, _); 3] = [
            (&self.lose, "lose", Outcome::Lost),
            (&self.win, "win", Outcome::Won),
            (&self.draw, "draw", Outcome::Drawn),
        ];
        for (conds, word, outcome) in clauses {
            for cond in conds {
                meter.place = RulePlace::Clause(word);
                meter.spend(STEPS_A_MEMBER)?;
                if cond.holds_defined(names, meter)? {
                    return Ok(Some(outcome));
                }
            }
        }
        Ok(None)
    }

    /// Looks for a position at which a `lose if` and a `win if` both hold, among the first positions that play from
    /// this one comes to.
    pub fn contradiction(&self, from: &[i64]) -> Option<RulePosition> {
        /// The number of positions that are looked at.
        const POSITIONS: usize = 10_000;
        /// The steps for all of them: some milliseconds.
        const STEPS: u64 = 1 << 22;
        if self.lose.is_empty() || self.win.is_empty() || self.is_wide() {
            return None;
        }
        let mut meter = Meter::new(STEPS);
        let mut met = FxHashSet::from_iter([RulePosition::from_slice(from)]);
        let mut waiting: Vec<RulePosition> = met.iter().cloned().collect();
        while let Some(position) = waiting.pop() {
            let mut names = names_of(&position);
            let mut any = |conds: &[Cond]| {
                conds
                    .iter()
                    .any(|cond| cond.holds_defined(&names, &mut meter).unwrap_or(false))
            };
            if any(&self.lose) && any(&self.win) {
                return Some(position);
            }
            if self.ending(&names, &mut meter).ok()?.is_some() {
                continue;
            }
            self.options(&mut names, &mut meter, &mut |parts, _| {
                let part = RulePosition::from_slice(parts);
                if met.len() < POSITIONS && met.insert(part.clone()) {
                    waiting.push(part);
                }
                Ok(())
            })
            .ok()?;
        }
        None
    }

    /// Calls `visit` with every option all of whose parts are positions, in the order of the rule; parts ascend.
    /// An option may come twice.
    ///
    /// # Errors
    ///
    /// Fails when something does not fit, the steps end, or the visitor says so.
    pub fn options(
        &self,
        names: &mut Names,
        meter: &mut Meter,
        visit: &mut dyn FnMut(&OptionParts, &mut Meter) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        self.yielded(names, meter, &mut |parts, meter| {
            for part in parts.chunks(self.arity()) {
                if !self.is_position(part, meter)? {
                    return Ok(());
                }
            }
            visit(parts, meter)
        })
    }

    /// Calls `visit` with every option that the kinds of moves yield, in the order of the rule; parts ascend.
    /// Some parts may be no positions, and an option may come twice.
    ///
    /// # Errors
    ///
    /// Fails when something does not fit, the steps end, or the visitor says so.
    pub fn yielded(
        &self,
        names: &mut Names,
        meter: &mut Meter,
        visit: &mut dyn FnMut(&mut OptionParts, &mut Meter) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        for (i, kind) in self.kinds.iter().enumerate() {
            choices(&kind.qualifiers, i, names, meter, &mut |names, meter| {
                meter.spend(STEPS_A_MEMBER * kind.parts.len() as u64)?;
                kind.parts(names, meter)
                    .and_then(|mut parts| visit(&mut parts, meter))
            })?;
        }
        Ok(())
    }
}

/// Calls `option` for all values of the names that some qualifiers of a kind of moves allow. An option that is undefined
/// does not exist.
pub(super) fn choices<F>(
    qualifiers: &[Qualifier],
    index: usize,
    names: &mut Names,
    meter: &mut Meter,
    option: &mut F,
) -> Result<(), EvalStop>
where
    F: FnMut(&mut Names, &mut Meter) -> Result<(), EvalStop>,
{
    meter.place = RulePlace::Kind(index);
    let result = match qualifiers {
        [] => option(names, meter),
        [Qualifier::If(cond), others @ ..] => {
            meter.spend(STEPS_AN_OPERATOR)?;
            match cond.holds(names, meter) {
                Ok(true) => choices(others, index, names, meter, option),
                Ok(false) => Ok(()),
                Err(stop) => Err(stop),
            }
        }
        [Qualifier::For(name, set), others @ ..] => {
            members::bind(set, *name, names, meter, &mut |names, meter| {
                if !others.is_empty() {
                    return choices(others, index, names, meter, option);
                }
                meter.place = RulePlace::Kind(index);
                match option(names, meter) {
                    Err(EvalStop::Undefined) => Ok(()),
                    other => other,
                }
            })
        }
    };
    match result {
        Err(EvalStop::Undefined) => Ok(()),
        other => other,
    }
}

impl MoveKind {
    /// Evaluates the parts of the option for these values of the names, and sorts them.
    ///
    /// # Errors
    ///
    /// Fails when something is not defined or does not fit.
    pub fn parts(&self, names: &Names, meter: &mut Meter) -> Result<OptionParts, EvalStop> {
        let mut parts = OptionParts::new();
        for part in &self.parts {
            for e in part {
                parts.push(e.operand(names, meter)?);
            }
        }
        sort_parts(&mut parts, self.parts[0].len());
        Ok(parts)
    }
}

/// Sorts parts of this many numbers each.
pub fn sort_parts(parts: &mut OptionParts, arity: usize) {
    if parts.len() == 2 * arity {
        let (a, b) = parts.split_at_mut(arity);
        if b < a {
            a.swap_with_slice(b);
        }
    } else if arity == 1 {
        parts.sort_unstable();
    } else if parts.len() > arity {
        let mut list: Vec<RulePosition> =
            parts.chunks(arity).map(RulePosition::from_slice).collect();
        list.sort_unstable();
        parts.clear();
        for part in &list {
            parts.extend_from_slice(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::read_rule;

    #[test]
    fn guards_and_operators_spend_steps() {
        let spent = |guards: usize| {
            let text = format!("[n] -> [n-k] for k in 1..n{}", " if k+n > 0".repeat(guards));
            let (rule, _) = read_rule(&text).unwrap();
            let mut meter = Meter::new(1 << 40);
            let all = rule.yielded(&mut names_of(&[1000]), &mut meter, &mut |_, _| Ok(()));
            assert_eq!(all, Ok(()));
            (1 << 40) - meter.left()
        };
        assert_eq!(spent(90) - spent(0), 90 * 1000 * 3 * STEPS_AN_OPERATOR);
    }
}
