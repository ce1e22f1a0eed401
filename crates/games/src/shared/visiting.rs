//! Visits of moves: one after the other, until the visitor has seen enough.

use std::ops::ControlFlow;
use std::ops::ControlFlow::{Break, Continue};

use grundy_record::{Fault, Move};

/// A visitor of moves, one by one, until it breaks.
pub type Visit<'v> = dyn FnMut(Move) -> ControlFlow<()> + 'v;

/// Whether the visitor broke, or why the visit failed.
pub type Visited = Result<ControlFlow<()>, Fault>;

/// A function that shows moves to a visitor until it breaks.
pub type VisitAll<'v> = dyn FnMut(&mut Visit<'_>) -> Visited + 'v;

/// Visits the moves of one thing after the other, until the visitor breaks.
///
/// # Errors
///
/// Fails when a visit fails.
pub fn visit_each<T>(
    things: impl IntoIterator<Item = T>,
    mut visit: impl FnMut(T) -> Visited,
) -> Visited {
    for thing in things {
        if visit(thing)?.is_break() {
            return Ok(Break(()));
        }
    }
    Ok(Continue(()))
}

/// Finds the first move that is visited.
///
/// # Errors
///
/// Fails when the visits fail.
pub fn first(visit_all: &mut VisitAll<'_>) -> Result<Option<Move>, Fault> {
    let mut first = None;
    let _ = visit_all(&mut |mv| {
        first = Some(mv);
        Break(())
    })?;
    Ok(first)
}

/// Counts the moves that are visited.
///
/// # Errors
///
/// Fails when the visits fail.
pub fn count<E>(
    visit_all: impl FnOnce(&mut Visit<'_>) -> Result<ControlFlow<()>, E>,
) -> Result<u128, E> {
    let mut count = 0;
    let _ = visit_all(&mut |_| {
        count += 1;
        Continue(())
    })?;
    Ok(count)
}
