//! Examples in explanations: some of the best moves, a reply, and how many items a line lists.

use crate::text::list;
use crate::{Error, Position};

/// The most components, moves or pairs that an explanation lists.
pub(super) const MAX_EXPLAINED_ITEMS: usize = 10;

/// Lists some winning moves, or in a drawn position some that keep the draw.
pub(super) fn best_moves(position: &Position<'_>) -> Result<String, Error> {
    Ok(list(position.some_winning_moves()?, MAX_EXPLAINED_ITEMS))
}

/// Finds an example of how the second player answers.
pub(super) fn one_reply(position: &Position<'_>) -> Result<Option<String>, Error> {
    let legal = position.first_moves(1)?;
    let Some(first) = legal.moves.first() else {
        return Ok(Some("There is no move here at all.".into()));
    };
    let Some(next) = position.option(first) else {
        return Ok(None);
    };
    Ok(next
        .best()?
        .map(|reply| format!("  for example {first} is answered by {reply}")))
}
