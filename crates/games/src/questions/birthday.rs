//! The ask `birthday`: how many moves the longest play from a position has, whoever wins it.
//!
//! Misère play changes nothing of it. A sum lasts as long as its components together, so each game is asked alone: by the
//! formula of its file ([`Game::birthday`]), or else by a visit of all positions that can come ([`Reached`]). There, the
//! components of a sum are visited apart.

use super::reached::Reached;
use crate::shared::longest::{total, total_of_games};
use crate::{Context, Game};
use grundy_graphs::loopy::longest;
use grundy_record::{Ask, Fault, Length, Record};

/// The message about a number that is not written.
const TOO_LONG: &str = "the longest play has 2^128 moves or more, which `birthday` does not write";

/// Finds the number of moves of the longest play of a record of one game or of a sum of several.
///
/// # Errors
///
/// Fails if more positions can come than the limits allow, or the moves of one cannot be listed; or if the number has more than
/// 128 bits. The fault has the number of the game.
pub fn of(sum: &[(&dyn Game, &Record<'_>)], context: &Context) -> Result<Length, Fault> {
    total_of_games(sum, TOO_LONG, |game, record| of_game(game, record, context))
}

/// Finds the number of moves of the longest play of one game.
fn of_game(game: &dyn Game, record: &Record<'_>, context: &Context) -> Result<Length, Fault> {
    if game.ended(record).is_some() {
        return Ok(Length::Moves(0));
    }
    if let Some(length) = game.birthday(record, context)? {
        return Ok(length);
    }
    let reached = Reached::by_components(Ask::Birthday, game, record, context)?;
    let is_sum = |vertex: u32| reached.is_sum[vertex as usize];
    let moves = longest(&reached.graph, is_sum, &context.budget)?;
    let starts = reached.starts.iter();
    Ok(total(starts.map(|&start| moves[start as usize])))
}
