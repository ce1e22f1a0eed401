//! Top down: the positions that can be reached, each found after all it can lead to.
//!
//! A stack holds the line of play under examination. The options of its top are looked at in
//! order; the first that is not known yet goes on top, and when it is known the options are looked
//! at again from the start. Each time that happens one more position is known, so positions are
//! looked at twice on average, and no options need to be kept. An option that stands on the stack
//! is one that play can come back to.

use super::meter::{Meter, Place, Stop};
use super::options::{Outcome, Position, names_of};
use super::store::{ILLEGAL, Known, OPEN, Store, UNKNOWN};
use super::tree::Rule;
use crate::mex::ValueSet;
use grundy_machine::budget::Budget;

/// Why a position could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A number does not fit in 64 bits: at this position, in this place of the rule.
    Overflow(Position, Place),
    /// Play can come back to the first of these, by way of the others.
    Cycle(Vec<Position>),
    /// The steps ended after this many positions.
    Work(u64),
    /// The table of this many positions takes about this many steps or more, far more than there are.
    Steps(u64, u64),
    /// The memory ended after this many positions.
    Memory(u64),
    /// One line of play takes about this many positions, far more than memory holds.
    Length(u64),
    /// The game is not solved within the limits, and no pattern was proved; why, as clauses.
    Patternless(Box<Trouble>, Vec<String>),
}

/// A position whose player to move loses, wins, or draws.
pub const LOST: Known = 0;
/// See [`LOST`].
pub const WON: Known = 1;
/// See [`LOST`].
pub const DRAWN: Known = 2;

/// The outcome that is kept in a [`Store`].
pub fn outcome_of(known: Known) -> Outcome {
    match known {
        LOST => Outcome::Lost,
        WON => Outcome::Won,
        _ => Outcome::Drawn,
    }
}

/// The outcome of a player without a move.
pub fn stuck(rule: &Rule) -> Known {
    if rule.misere { WON } else { LOST }
}

/// The outcome of a position by those of its options, if a player without a move has the outcome `stuck`.
pub fn outcome_by(reaches: impl Fn(Known) -> bool, stuck: Known) -> Known {
    match [LOST, DRAWN, WON].into_iter().find(|&known| reaches(known)) {
        Some(LOST) => WON,
        Some(DRAWN) => DRAWN,
        Some(_) => LOST,
        None => stuck,
    }
}

/// Positions solved top down; Grundy values if the rule has them, else outcomes.
#[derive(Debug)]
pub struct Reach {
    pub(super) store: Store,
    stack: Vec<u32>,
    /// The values seen among the options.
    seen: ValueSet,
}

/// Positions met before the length of a line of play is estimated.
const FIRST_ESTIMATE_POSITIONS: usize = 1 << 18;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The position is solved.
    Solved(Known),
    /// There are more positions than were allowed.
    TooMany,
}

impl Reach {
    /// Nothing reached yet.
    pub fn new(arity: usize) -> Self {
        Reach {
            store: Store::new(arity),
            stack: Vec::new(),
            seen: ValueSet::default(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.store.bytes() + self.stack.capacity() as u64 * 4 + self.seen.bytes()
    }

    /// How many positions were met.
    pub fn positions(&self) -> usize {
        self.store.len()
    }

    /// At most `most` of the positions met, evenly spread.
    pub fn sample(&self, most: usize) -> Vec<Position> {
        let step = self.store.len().div_ceil(most.max(1)).max(1);
        (0..self.store.len())
            .step_by(step)
            .filter(|&id| self.store.known(id as u32) != ILLEGAL)
            .map(|id| Position::from_slice(self.store.position(id as u32)))
            .collect()
    }

    /// The value or outcome of a position, if it is known already.
    pub fn known(&self, position: &[i64]) -> Option<Known> {
        self.store
            .find(position)
            .map(|id| self.store.known(id))
            .filter(|&known| known < ILLEGAL)
    }

    /// The number of a position and what is known of it, whether it is legal first of all.
    pub(super) fn meet(
        &mut self,
        rule: &Rule,
        part: &[i64],
        meter: &mut Meter,
    ) -> Result<(u32, Known), Stop> {
        let (id, new) = self.store.meet(part);
        if new && !rule.is_position(part, meter)? {
            self.store.set(id, ILLEGAL);
        }
        Ok((id, self.store.known(id)))
    }

    /// Solves a position, which must be one.
    ///
    /// # Errors
    ///
    /// When play can come back, a number does not fit, or a limit is passed.
    ///
    /// # Complexity
    ///
    /// Every position that can be reached is looked at twice, with all its options.
    pub fn solve(
        &mut self,
        rule: &Rule,
        position: &[i64],
        meter: &mut Meter,
        budget: &Budget,
        most: usize,
    ) -> Result<Ended, Trouble> {
        let (root, _) = self.store.meet(position);
        if self.store.known(root) < ILLEGAL {
            return Ok(Ended::Solved(self.store.known(root)));
        }
        self.stack.push(root);
        let result = self.run(rule, meter, budget, most);
        for id in self.stack.drain(..) {
            if self.store.known(id) == OPEN {
                self.store.set(id, UNKNOWN);
            }
        }
        Ok(if result? {
            Ended::Solved(self.store.known(root))
        } else {
            Ended::TooMany
        })
    }

    fn run(
        &mut self,
        rule: &Rule,
        meter: &mut Meter,
        budget: &Budget,
        most: usize,
    ) -> Result<bool, Trouble> {
        let mut next_estimate = FIRST_ESTIMATE_POSITIONS;
        while let Some(&top) = self.stack.last() {
            if self.store.len() > most {
                return Ok(false);
            }
            if self.bytes() > budget.memory / 2 {
                return Err(Trouble::Memory(self.store.len() as u64));
            }
            if self.store.len() >= next_estimate {
                next_estimate = 2 * self.store.len();
                self.expect_an_end(budget)?;
            }
            self.store.set(top, OPEN);
            match self.look(rule, top, meter) {
                Ok(Some(known)) => {
                    self.store.set(top, known);
                    self.stack.pop();
                }
                Ok(None) => {}
                Err(Stop::Work) => return Err(Trouble::Work(self.store.len() as u64)),
                Err(Stop::Enough) => return Err(self.cycle()),
                Err(_) => {
                    let position = Position::from_slice(self.store.position(top));
                    return Err(Trouble::Overflow(position, meter.place));
                }
            }
        }
        Ok(true)
    }

    /// Refuses a line of play that has run straight so far and, at its pace, fills memory many times over before a
    /// number comes to 0: from 10¹⁸ down by ones.
    fn expect_an_end(&self, budget: &Budget) -> Result<(), Trouble> {
        /// How many times memory is to be filled.
        const TIMES_MEMORY: i128 = 1 << 4;
        let (Some(&first), Some(&last)) = (self.stack.first(), self.stack.last()) else {
            return Ok(());
        };
        let (met, depth) = (self.store.len(), self.stack.len() as i128);
        if (met as i128) > 2 * depth {
            return Ok(());
        }
        let ends = self
            .store
            .position(first)
            .iter()
            .zip(self.store.position(last));
        let falling = ends.map(|(&from, &to)| (i128::from(to), i128::from(from) - i128::from(to)));
        let ahead = falling
            .filter(|&(_, fallen)| fallen > 0)
            .map(|(left, fallen)| left / fallen * depth)
            .min();
        let most = i128::from(budget.memory / 2 / (self.bytes() / met as u64).max(1));
        match ahead {
            Some(ahead) if ahead / TIMES_MEMORY > most => {
                Err(Trouble::Length(u64::try_from(ahead).unwrap_or(u64::MAX)))
            }
            _ => Ok(()),
        }
    }

    /// The line of play on the stack from the position that stands on it twice.
    fn cycle(&mut self) -> Trouble {
        let again = self.stack.pop();
        let from = self
            .stack
            .iter()
            .position(|&id| Some(id) == again)
            .unwrap_or(0);
        let line = self.stack[from..]
            .iter()
            .map(|&id| Position::from_slice(self.store.position(id)));
        Trouble::Cycle(line.collect())
    }

    /// The value or outcome by the options; none if one of them has to be solved first, which is
    /// then on the stack. [`Stop::Enough`] when that one was on the stack already.
    fn look(&mut self, rule: &Rule, id: u32, meter: &mut Meter) -> Result<Option<Known>, Stop> {
        let arity = rule.arity();
        let mut names = names_of(self.store.position(id));
        if let Some(ending) = rule.ending(&names, meter)? {
            return Ok(Some(ending as Known));
        }
        self.seen.clear();
        let mut back = false;
        let result = rule.yielded(&mut names, meter, &mut |parts, meter| {
            if parts.iter().any(|&n| n < 0) {
                return Ok(());
            }
            let (mut xor, mut missing) = (0, None);
            for part in parts.chunks(arity) {
                match self.meet(rule, part, meter)? {
                    (_, ILLEGAL) => return Ok(()),
                    (id, OPEN | UNKNOWN) => missing = missing.or(Some(id)),
                    (_, known) => xor ^= known,
                }
            }
            if let Some(id) = missing {
                back = self.store.known(id) == OPEN;
                self.stack.push(id);
                return Err(Stop::Enough);
            }
            self.seen.insert(xor);
            Ok(())
        });
        match result {
            Ok(()) => {}
            Err(Stop::Enough) if !back => return Ok(None),
            Err(stop) => return Err(stop),
        }
        Ok(Some(match rule.has_values() {
            true => self.seen.mex(),
            false => outcome_by(|known| self.seen.contains(known), stuck(rule)),
        }))
    }
}
