//! Positions of any size, by a theorem of the literature: each file states the theorems of its games and whose
//! they are, and evaluates them as they are stated. The tests hold them to what exploring finds.

mod coins;
mod hackenbush;
mod pairs;
mod rows;
#[cfg(test)]
mod tests;

use grundy_record::{Ask, Field, Record};

use super::sums::{self, Sum};
use super::{Checked, GameId, Meter, rejected, unproved};

/// A position under a theorem.
struct Known<'m> {
    sum: Box<dyn Sum + 'm>,
    /// Whether the theorem is about who wins alone: then there is one component, whose value is 0 where the
    /// player to move loses, and 1 elsewhere.
    outcome: bool,
}

/// The fields of a record that a theorem proves.
///
/// # Errors
///
/// When none is about this game, or what is asked is more than it says.
pub fn derive(record: &Record<'_>, game: GameId, meter: &Meter) -> Checked<Vec<Field>> {
    if record.varies() || record.position.taken.as_ref().is_some_and(|taken| !taken.is_empty()) {
        return unproved("no certificate exists for positions that vary");
    }
    let Known { sum, outcome } = match game {
        GameId::Staircase | GameId::SilverDollar | GameId::Welter | GameId::SequentialNim | GameId::Moore => {
            rows::known(record, game, meter)?
        }
        GameId::Euclid | GameId::Wythoff | GameId::TakeAway(_) => pairs::known(record, game, meter)?,
        GameId::Coins => coins::known(record, meter)?,
        GameId::Hackenbush => hackenbush::known(record, meter)?,
        _ => return rejected("no theorem is about this game"),
    };
    if outcome && record.asks.iter().any(|ask| matches!(ask, Ask::Grundy | Ask::Values)) {
        return unproved("no theorem gives the Grundy values of this game");
    }
    if outcome && sum.components() != 1 {
        return unproved("no theorem gives the Grundy values of this game, which sums need");
    }
    sums::answer(&*sum, false, &record.asks)
}
