//! The ask `birthday`: how many moves the longest play from a position has, whoever wins it.
//!
//! Misère play changes nothing of it. A sum lasts as long as its components together, so each game is asked alone: by the
//! formula of its file ([`Game::birthday`]), or else by a visit of all positions that can come ([`Reached`]). There, the
//! components of a sum are visited apart.

use super::reached::{Components, Reached};
use crate::shared::longest::total;
use crate::{Context, Game};
use grundy_graphs::loopy::longest;
use grundy_record::{Ask, Fault, Length, Record, Slot, Structure};

/// Finds the number of moves of the longest play of a record of one game or of a sum of several.
///
/// # Errors
///
/// Fails if more positions can come than the limits allow, or the moves of one cannot be listed; or if the number has more than
/// 128 bits. The fault has the number of the game.
pub fn of(sum: &[(&dyn Game, &Record<'_>)], context: &Context) -> Result<Length, Fault> {
    let mut lengths = Vec::with_capacity(sum.len());
    for (index, &(game, record)) in sum.iter().enumerate() {
        let length = of_game(game, record, context);
        lengths.push(length.map_err(|fault| fault.in_summand(index))?.moves());
    }
    total(lengths)
}

/// Finds the number of moves of the longest play of one game.
fn of_game(game: &dyn Game, record: &Record<'_>, context: &Context) -> Result<Length, Fault> {
    if game.ended(record).is_some() {
        return Ok(Length::Moves(0));
    }
    if let Some(length) = game.birthday(record, context)? {
        return Ok(length);
    }
    let components = components(game, record);
    let reached = Reached::for_ask(Ask::Birthday, &[(game, record)], components, context)?;
    let is_sum = |vertex: u32| reached.is_sum[vertex as usize];
    let moves = longest(&reached.graph, is_sum, &context.budget)?;
    let starts = reached.starts.iter();
    total(starts.map(|&start| moves[start as usize]))
}

/// Says whether the components of a position may be visited apart: a move changes one, and nothing ends the play of all.
fn components(game: &dyn Game, record: &Record<'_>) -> Components {
    let signature = game.signature();
    let is_sum = matches!(signature.structure, Structure::Sum | Structure::Pieces);
    // Two heads on one place cancel each other.
    let are_heads = signature.has(Slot::Coins);
    let own = record.rules.own().or(signature.own_rule());
    let has_ends = own.is_some_and(|own| {
        let rule = &own.rule;
        !rule.win.is_empty() || !rule.draw.is_empty() || rule.misere && !rule.lose.is_empty()
    });
    if is_sum && !are_heads && !has_ends {
        Components::Apart
    } else {
        Components::Together
    }
}
