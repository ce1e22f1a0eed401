//! The study of a game: its first positions are looked at, by the form that they have.

use crate::findings::Study;
use crate::letters;
use crate::numbers;
use grundy_api::{Error, Position};
use grundy_record::Look;

/// Studies the game of a record: positions to these numbers, or as far as is cheap.
///
/// # Errors
///
/// Games of other positions than numbers and powers of letters, and what no position can be asked about.
pub fn study(position: &Position<'_>, to: Option<u64>) -> Result<Study, Error> {
    let position = &position.apart()?;
    if position.signature().look == Look::Letters {
        return letters::study(position, to);
    }
    numbers::study(position, to)
}
