//! Lists of moves, and how long one may be.

use std::ops::ControlFlow::{Break, Continue};

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

use crate::{Goal, OpenPosition};
use grundy_base::sync::interrupt::Checked;
use grundy_record::{Fault, Move, Place};

/// The most moves that one answer lists, whatever the memory.
pub const MAX_MOVES: u64 = 10_000_000;

/// The bytes of a listed move and of its text.
const BYTES_A_LISTED_MOVE: u64 = 256;

/// The length up to which a list is made without a count, since a count may visit each move.
const MAX_UNCOUNTED: u64 = 1 << 16;

/// Returns the fault of an answer that would list more moves than this limit.
pub fn too_many_moves(limit: u64) -> Fault {
    Fault::new(
        Place::Game,
        format!("there are more than {limit} moves to list"),
        "ask `count` or `best` instead of `moves`",
    )
}

/// Returns the limit of more P-positions than are listed.
pub fn too_many_p_positions(lost: impl std::fmt::Display, most: usize) -> Limit {
    Limit::fixed(format!(
        "{lost} P-positions are more than the {most} that can be listed"
    ))
}

/// Lists all moves that reach the verdict.
///
/// # Errors
///
/// Fails if there are more than a list within the budget holds, which a long list learns from the count before it is made; or
/// if the visits fail.
pub fn list(instance: &mut dyn OpenPosition, budget: &Budget) -> Result<Vec<Move>, Fault> {
    let limit = MAX_MOVES.min(budget.memory / BYTES_A_LISTED_MOVE);
    let bytes = shares::questions::lists_in_moves(budget.memory);
    if let Some(moves) = up_to(MAX_UNCOUNTED.min(limit), bytes, Goal::Verdict, instance)? {
        return Ok(moves);
    }
    if limit <= MAX_UNCOUNTED || instance.count()? > limit.into() {
        return Err(too_many_moves(limit));
    }
    up_to(limit, bytes, Goal::Verdict, instance)?.ok_or_else(|| too_many_moves(limit))
}

/// Lists all moves with this goal; `None` if there are more than the limit.
///
/// # Errors
///
/// Fails when the visit fails, or the lists that the moves hold take more than this number of bytes.
pub fn up_to(
    limit: u64,
    bytes: u64,
    goal: Goal,
    instance: &mut dyn OpenPosition,
) -> Result<Option<Vec<Move>>, Fault> {
    let mut moves = Vec::new();
    let mut steps = Checked::default();
    let mut bytes_left = Some(bytes);
    let ended = instance.visit(goal, &mut |mv| {
        steps.step();
        bytes_left = bytes_left.and_then(|left| left.checked_sub(mv.bytes_of_lists()));
        if bytes_left.is_none() || moves.len() as u64 == limit {
            return Break(());
        }
        moves.push(mv);
        Continue(())
    })?;
    if bytes_left.is_none() {
        let message = "the moves, with all that each of them takes or turns, are more than the memory allowed holds";
        return Err(Limit::memory(message).into());
    }
    Ok(ended.is_continue().then_some(moves))
}
