//! The length of play in words.

use crate::Position;
use grundy_games::questions::reached::Extent;
use grundy_record::Outcome;

/// Says how long play lasts, if few positions can come; gives `None` for a draw, or if play is over.
pub fn lasting(position: &Position<'_>) -> Option<String> {
    /// An endgame of this extent opens in a few milliseconds.
    const EXTENT: Extent = Extent {
        positions: 1_000,
        moves: 20_000,
        bytes: 16 << 20,
        work: 1 << 30,
    };
    let position = position.apart().ok()?;
    let endgame = position.endgame(EXTENT).ok()??;
    match endgame.look_up(std::slice::from_ref(&position.record().position))? {
        (Outcome::Draw, _) | (_, 0) => None,
        (_, 1) => Some("Play lasts one move.".into()),
        (_, moves) => Some(format!(
            "Play lasts {moves} moves if the winner hurries and the loser holds out."
        )),
    }
}
