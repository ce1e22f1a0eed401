//! Lists of moves, and how long one may be.

use std::ops::ControlFlow;

use crate::record::{Fault, Move, Place};
use crate::sync::interrupt::Checked;
use crate::theory::budget::Budget;

/// The most moves one answer lists, whatever the memory.
pub const MOST_MOVES: u64 = 10_000_000;

/// What a listed move takes: itself, and what is written of it.
const BYTES_A_MOVE: u64 = 256;

/// The most moves one answer lists within a budget.
pub fn moves_limit(budget: &Budget) -> u64 {
    MOST_MOVES.min(budget.memory / BYTES_A_MOVE)
}

/// The fault of an answer that would list more moves than this limit.
pub fn too_many_moves(limit: u64) -> Fault {
    Fault::new(
        Place::Game,
        format!("there are more than {limit} moves to list"),
        "ask `count` or `best` instead of `moves`",
    )
}

/// Shows moves to a visitor, one after the other, until it breaks.
type Each<'e> = &'e mut dyn FnMut(Move) -> ControlFlow<()>;

/// All moves that are visited.
///
/// # Errors
///
/// When there are more than a list within the budget holds, or when the visits fail.
pub fn list(
    budget: Budget,
    visit_all: impl FnOnce(Each<'_>) -> Result<(), Fault>,
) -> Result<Vec<Move>, Fault> {
    let limit = moves_limit(&budget);
    let mut moves = Vec::new();
    let mut too_many = false;
    let mut steps = Checked::default();
    visit_all(&mut |mv| {
        steps.step();
        too_many = moves.len() as u64 == limit;
        if too_many {
            return ControlFlow::Break(());
        }
        moves.push(mv);
        ControlFlow::Continue(())
    })?;
    if too_many { Err(too_many_moves(limit)) } else { Ok(moves) }
}

/// The first move that is visited.
///
/// # Errors
///
/// When the visits fail.
pub fn first(visit_all: impl FnOnce(Each<'_>) -> Result<(), Fault>) -> Result<Option<Move>, Fault> {
    let mut first = None;
    visit_all(&mut |mv| {
        first = Some(mv);
        ControlFlow::Break(())
    })?;
    Ok(first)
}
