//! Why a move is the best, in words.

use super::examples::MAX_EXPLAINED_ITEMS;
use super::values::value_text;
use crate::text::list;
use crate::{Error, Position};
use grundy_record::{Ask, Move, Verdict};

/// Says why a best move is the best, in words that follow the move.
///
/// # Errors
///
/// Says that the position cannot be solved within the limits.
pub fn reason_of(position: &Position<'_>, mv: &Move) -> Result<String, Error> {
    Ok(match position.verdict()? {
        Verdict::Lose => "loses like every move, but holds out".into(),
        Verdict::Draw => "keeps the draw".into(),
        Verdict::Win(_) => {
            let mut left = None;
            if !position.is_misere() && position.answers(Ask::Values) {
                left = position.option(mv).map(|next| next.values());
            }
            match left {
                Some(Ok(values)) if values.len() == 1 => "wins: it leaves the value 0".into(),
                Some(Ok(values)) if !values.is_empty() => {
                    let values = list(values.iter().map(value_text), 2 * MAX_EXPLAINED_ITEMS);
                    format!("wins: it leaves the values {values}, whose nim-sum is 0")
                }
                _ => "wins: the other player is left in a lost position".into(),
            }
        }
    })
}
