//! What a position answers as a part of a sum of different games.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::games::{Instance, Visit};
use crate::record::{Fault, Value};

/// A position that can be part of a sum of different games.
pub trait Part: Instance {
    /// How many numbers it takes in the moves of the sum: one for each component, or for each of its piles or
    /// coins where moves name these.
    fn numbers(&self) -> usize;

    /// The number of moves that leave this part the finite value `target`.
    ///
    /// # Errors
    ///
    /// When counting them would pass a limit.
    fn count_to(&mut self, target: u64) -> Result<u128, Fault>;

    /// Visits the moves that leave this part the finite value `target`, in the order answers list
    /// them, until the visitor breaks.
    ///
    /// # Errors
    ///
    /// When listing them would pass a limit.
    fn moves_to(&mut self, target: u64, visit: &mut Visit<'_>) -> Result<(), Fault>;

    /// Visits the moves after which this part and a rest of this value are a draw. The default is for
    /// parts whose values are all finite.
    ///
    /// # Errors
    ///
    /// When listing them would pass a limit.
    fn drawing_moves(&mut self, rest: &Value, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let Value::Infinite(set) = rest else { return Ok(()) };
        // A move to a value of the set lets the opponent win.
        let mut bad = HashSet::new();
        for &target in set {
            self.moves_to(target, &mut |mv| {
                bad.insert(mv);
                ControlFlow::Continue(())
            })?;
        }
        self.legal_moves(&mut |mv| if bad.contains(&mv) { ControlFlow::Continue(()) } else { visit(mv) })
    }
}
