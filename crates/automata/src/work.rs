//! The work that a search for a pattern may take, and the reasons why it ends without one.

use std::cell::Cell;
use std::fmt;

use grundy_base::budget::{OutOfSteps, StepMeter};
use grundy_base::sync::progress::{PHASES, Task};
use itertools::Itertools;

/// The memory and the steps that a search or a proof may use.
#[derive(Debug)]
pub struct Work {
    /// The steps: transitions made, cells compared.
    steps: Cell<StepMeter>,
    /// The search, to be shown.
    phase: Task,
    /// The most transitions of one automaton.
    transitions: usize,
    /// The most members of all sets of states that one projection makes.
    members: usize,
}

/// The most transitions of one automaton: 16 MB, and as much again three times while it is made smaller.
const MAX_TRANSITIONS: usize = 1 << 22;

/// The most members of all sets of states that one projection makes: 64 MB.
const MAX_SET_MEMBERS: usize = 1 << 24;

/// The most letters of one automaton.
const MAX_LETTERS: usize = 1 << 16;

/// The binary logarithm of the steps after which the search is shown.
const WORK_BLOCK_LOG: u32 = 16;

impl Work {
    /// Returns a budget of this number of steps, with as much memory as any proof may use.
    pub fn new(steps: u64) -> Work {
        Work::with_room(steps, MAX_TRANSITIONS, MAX_SET_MEMBERS)
    }

    /// Returns a budget of this number of steps, with room for this many transitions and members.
    fn with_room(steps: u64, transitions: usize, members: usize) -> Work {
        Work {
            steps: Cell::new(StepMeter::new(steps, WORK_BLOCK_LOG)),
            phase: PHASES.begin_named("steps of patterns", 0),
            transitions,
            members,
        }
    }

    /// Returns a budget of this number of steps and about this many bytes: a proof holds some dozens of automata, of
    /// which few are large.
    pub fn within(steps: u64, memory: u64) -> Work {
        let part =
            |share: u64, most: usize| usize::try_from(memory / share).map_or(most, |n| n.min(most));
        Work::with_room(steps, part(256, MAX_TRANSITIONS), part(64, MAX_SET_MEMBERS))
    }

    /// Returns the steps that were taken.
    pub fn taken(&self) -> u64 {
        self.steps.get().spent()
    }

    /// Returns the most members of all sets of states that one projection makes.
    pub(crate) fn members(&self) -> usize {
        self.members
    }

    pub(crate) fn spend(&self, steps: usize) -> Result<()> {
        let mut meter = self.steps.get();
        let show = |meter: &StepMeter| self.phase.stand(meter.spent());
        let spent = meter.spend_then(steps as u64, show);
        if spent == Err(OutOfSteps) {
            meter.use_up();
        }
        self.steps.set(meter);
        spent.map_err(|OutOfSteps| Refusal::Limit)
    }

    /// Spends what one more state with this many letters costs.
    pub(crate) fn state(&self, states: usize, letters: usize) -> Result<()> {
        if letters > MAX_LETTERS || states.saturating_mul(letters) > self.transitions {
            return Err(Refusal::Limit);
        }
        self.spend(letters)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.phase.stand(self.taken());
    }
}

/// The result of a step of a proof, or the obstacle to it.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// The reason why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rule has something that no finite automaton reads, which is said in a clause.
    Outside(String),
    /// More steps or more room would be needed.
    Limit,
    /// No finite automaton of the size allowed fits what is known of the small positions.
    Unlike,
    /// An automaton of this many states fits what is known, but is wrong at these numbers, which are given if they fit.
    Wrong(usize, Option<Vec<i128>>),
    /// No sum of the numbers was found that every move lowers.
    Measureless,
}

impl Refusal {
    pub(crate) fn outside<T>(what: impl Into<String>) -> Result<T> {
        Err(Refusal::Outside(what.into()))
    }
}

const FITS: &str = "fits the positions looked at";

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Outside(what) => f.write_str(what),
            Refusal::Limit => f.write_str("the automata grow too large"),
            Refusal::Unlike => write!(f, "no finite automaton {FITS}"),
            Refusal::Wrong(states, at) => {
                let at = at
                    .as_ref()
                    .map_or("larger ones".into(), |numbers| numbers.iter().join(","));
                write!(
                    f,
                    "an automaton of {states} states {FITS}, but is wrong at {at}"
                )
            }
            Refusal::Measureless => f.write_str("nothing was found that every move lowers"),
        }
    }
}
