//! The questions that the search asks of a game.

use super::bits::Set;

/// A game for the search: what a component is, which moves it has, how it falls apart.
///
/// A component is a set that is not empty, canonical (equal for components that are known to be
/// isomorphic) and without cells that no move can touch.
pub trait ComponentGame: Send {
    /// The sets that stand for positions.
    type Set: Set;

    /// Visits the position after each move of a component, which is neither split nor in canonical form. `visit` is also
    /// given a number that orders moves. Among moves that are equally good otherwise, those with small numbers are tried
    /// first.
    fn options(&self, component: &Self::Set, visit: &mut dyn FnMut(Self::Set, u32));

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
