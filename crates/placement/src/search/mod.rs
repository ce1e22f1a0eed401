//! One search for games whose positions are sets that fall into components.
//!
//! # The question
//!
//! By Sprague and Grundy the value of a position is the nim-sum of the values of its components, so the
//! search knows single components only. "Is g(C) = n?" is the question whether C + ∗n is lost for the
//! player to move (J. Lemoine, S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462,
//! 2012): of the components of an option all but the largest are valued, and the question goes to
//! the largest. A value is found by asking n = 0, 1, 2, …
//!
//! # The search
//!
//! Depth-first proof-number search (A. Nagai 2002) over the questions (C, n) ([`proof`]). Its proof
//! numbers are the weak ones, the largest of the children's and one for each other child, because options
//! that fall apart meet again so often that sums of proof numbers count the same work many times. The proof
//! of a component stays in a bounded table ([`table`]). Small components are valued in full,
//! each once ([`small`]). [`expand`] makes the children of a question.
//!
//! # Limits
//!
//! Work is counted in units of two to five nanoseconds, ten steps of the budget each: every option of every expanded node
//! costs [`ComponentGame::cost`] of them. Small components cost nothing, so that what was valued before, for this
//! record or for another, changes neither an answer nor the place where a limit is met. The table of a search
//! belongs to it alone, and its size follows from the budget: so the same question ends the same way
//! whatever the number of threads and whatever was asked before of other positions.

mod bits;
mod expand;
mod frame;
mod proof;
mod small;
mod table;

pub use bits::{Bits, Set};
pub use proof::ProofSearch;
pub use small::Small;

use grundy_base::budget::{Budget, Limit, OutOfSteps, StepMeter};

/// A game for the search: what a component is, which moves it has, how it falls apart.
///
/// A component is a set that is not empty, canonical (equal for components that are known to be
/// isomorphic) and without cells that no move can touch.
pub trait ComponentGame: Clone + Send {
    /// The sets that stand for positions.
    type Set: Set;

    /// Visits the position after each move of a component, which is neither split nor in canonical form. `visit` is also
    /// given a number that orders moves. Among moves that are equally good otherwise, those with small numbers are tried
    /// first.
    fn options(&self, component: &Self::Set, visit: impl FnMut(Self::Set, u32));

    /// Adds the components of a position to `parts`. Components whose value is known by a theorem are added only by
    /// their value.
    fn split(&self, position: Self::Set, parts: &mut Components<Self::Set>);

    /// Splits the position that a move of a component leaves, which may be known to be still connected.
    fn split_after(
        &self,
        component: &Self::Set,
        left: Self::Set,
        parts: &mut Components<Self::Set>,
    ) {
        let _ = component;
        self.split(left, parts);
    }

    /// Returns the number of moves of a component.
    fn mobility(&self, component: &Self::Set) -> u32;

    /// Returns a bound on the value: no component is worth more than its longest play or its number of moves.
    fn bound(&self, component: &Self::Set) -> u32 {
        self.mobility(component)
    }

    /// Returns whether the second player wins this component by repeating every move under a symmetry.
    /// This is asked once for each component met.
    fn is_mirrored(&self, component: &Self::Set) -> bool;

    /// Returns the largest number of cells (at most 16) of components that are valued in full.
    fn small(&self) -> u32;

    /// Returns the value of such a small component, if a table that outlives the search has it.
    fn value_of_small(&self, _component: &Self::Set) -> Option<u32> {
        None
    }

    /// Returns the units of work that an option of a component costs, in proportion to its time and memory: nothing
    /// else ends a search.
    fn cost(&self, component: &Self::Set) -> u64;
}

/// The components of a position: those that are to be valued, and the nim-sum of the values of all others.
#[derive(Clone, Debug, Default)]
pub struct Components<S> {
    /// The nim-sum of the components whose values are known.
    pub nim_sum: u32,
    /// The other components. No two are equal, since equal components cancel.
    pub open: Vec<S>,
}

impl<S: Set> Components<S> {
    /// Makes an empty list.
    pub fn new() -> Self {
        Components {
            nim_sum: 0,
            open: Vec::new(),
        }
    }

    /// Forgets all components.
    pub fn clear(&mut self) {
        self.nim_sum = 0;
        self.open.clear();
    }

    /// Adds a component that is valued.
    #[inline]
    pub fn add_value(&mut self, value: u32) {
        self.nim_sum ^= value;
    }

    /// Adds a component in canonical form.
    #[inline]
    pub fn add(&mut self, component: S) {
        if let Some(twin) = self.open.iter().position(|&other| other == component) {
            self.open.swap_remove(twin);
        } else {
            self.open.push(component);
        }
    }
}

/// The steps of the budget for a unit of the work of a search, which takes four to seven nanoseconds: `cram 9x9: ?
/// count`, `placement knight 9x9: ? grundy` and `node-kayles 13x13: ? grundy`, at `--max-work 4294967296`.
const STEPS_A_UNIT: u64 = 16;

/// The binary logarithm of the units after which it is asked whether a solve is to end.
const BLOCK_LOG: u32 = 12;

/// The work that a record has done, and may do.
#[derive(Clone, Debug)]
pub struct SearchMeter {
    units: StepMeter,
    budget: Budget,
    /// The limit that an error names.
    limit: u64,
}

impl SearchMeter {
    /// Makes a meter of this budget, of which nothing is spent.
    pub fn new(budget: Budget) -> Self {
        SearchMeter {
            units: StepMeter::new(budget.work / STEPS_A_UNIT, BLOCK_LOG),
            budget,
            limit: budget.work,
        }
    }

    /// Spends units of work.
    ///
    /// # Errors
    ///
    /// Fails when they are more than the budget has left; then they are not spent.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), Limit> {
        self.units
            .spend(units)
            .map_err(|OutOfSteps| too_hard(self.limit))
    }

    /// Returns the units spent.
    pub fn units(&self) -> u64 {
        self.units.spent()
    }

    /// Returns the steps spent.
    pub fn spent(&self) -> u64 {
        self.units().saturating_mul(STEPS_A_UNIT)
    }

    /// Allows this many further steps; an error names `limit`.
    pub fn allow(&mut self, steps: u64, limit: u64) {
        self.units.allow(steps / STEPS_A_UNIT);
        self.limit = limit;
    }

    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        self.budget
    }
}

/// Makes the error of a search that takes more than this many steps.
#[cold]
pub fn too_hard(limit: u64) -> Limit {
    Limit::work(format!(
        "the search of this position takes more than {limit} steps"
    ))
}
