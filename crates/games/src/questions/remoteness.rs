//! The ask `remoteness`: how many moves play lasts when the winner hurries and the loser holds out.
//!
//! All positions that play can come to are visited ([`Reached`]) and solved backwards ([`loopy::remoteness`]).

use fxhash::FxHashMap;

use super::reached::{Components, Extent, Positions, Reached, sorted};
use crate::{Context, Game};
use grundy_graphs::loopy::{self, Remoteness};
use grundy_record::{Ask, Fault, Length, Outcome, Position, Record, Structure};

/// Every position that can be reached from a start, solved by retrograde analysis.
#[derive(Debug)]
pub struct Endgame {
    /// The structure of each game of the sum.
    structures: Vec<Structure>,
    /// The number of each position, by its components in ascending order.
    index: FxHashMap<Positions, u32>,
    /// The remoteness of each position; `None` for a draw.
    found: Vec<Option<Remoteness>>,
}

impl Endgame {
    /// Solves all positions that can be reached from those of these records, one of each game; `None` if that is more than
    /// the extent. Boards are given by size, damaged cells and pieces, since moves cannot be made in text.
    ///
    /// # Errors
    ///
    /// Fails if the moves of a position cannot be listed.
    pub fn new(
        sum: &[(&dyn Game, &Record<'_>)],
        extent: Extent,
        context: &Context,
    ) -> Result<Option<Self>, Fault> {
        match Reached::new(sum, Components::Together, extent, context)? {
            Some(reached) => Endgame::of(reached, context).map(Some),
            None => Ok(None),
        }
    }

    /// Solves positions that were visited together.
    fn of(reached: Reached, context: &Context) -> Result<Self, Fault> {
        let ends = |vertex: u32| reached.ends[vertex as usize];
        let found = loopy::remoteness(&reached.graph, ends, &context.budget)?;
        Ok(Endgame {
            structures: reached.structures,
            index: reached.index,
            found,
        })
    }

    /// Looks up the outcome of a position and its remoteness, 0 for a draw; `None` if it cannot come from the start.
    pub fn look_up(&self, position: &[Position]) -> Option<(Outcome, u32)> {
        let at = *self.index.get(&sorted(&self.structures, position))?;
        Some(match self.found[at as usize] {
            Some(Remoteness { wins: true, moves }) => (Outcome::Win, moves),
            Some(Remoteness { wins: false, moves }) => (Outcome::Lose, moves),
            None => (Outcome::Draw, 0),
        })
    }
}

/// Finds the remoteness of a record of one game or of a sum of several.
///
/// # Errors
///
/// Fails if more positions can come than the limits allow, or the moves of one cannot be listed.
pub fn of(sum: &[(&dyn Game, &Record<'_>)], context: &Context) -> Result<Length, Fault> {
    let reached = Reached::for_ask(Ask::Remoteness, sum, Components::Together, context)?;
    let endgame = Endgame::of(reached, context)?;
    // The start is the position that was visited first.
    Ok(length(endgame.found[0]))
}

/// Says how long play lasts from a position with this remoteness.
pub fn length(found: Option<Remoteness>) -> Length {
    match found {
        Some(found) => Length::Moves(found.moves.into()),
        None => Length::Drawn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::STANDARD;
    use grundy_language::{Statement, parse};
    use grundy_record::keep_account;

    fn with_statement<T>(line: &str, with: impl FnOnce(&Statement<'_>, &Context) -> T) -> T {
        let context = Context::default();
        let mut statement = parse(line.as_bytes(), &*context.catalogue, &[Ask::Verdict])
            .map_err(|wrong| wrong.error)
            .unwrap();
        let signature = statement.signature();
        let record = statement.record_mut();
        keep_account(signature, &record.modifiers, &mut record.position);
        with(&statement, &context)
    }

    #[test]
    fn every_position_of_an_endgame_has_the_outcome_of_its_game() {
        for game in STANDARD {
            with_statement(&game.signature().example, |statement, context| {
                let extent = Extent {
                    positions: 3000,
                    moves: 60_000,
                    bytes: 1 << 30,
                    work: u64::MAX,
                };
                let sum = [(*game, statement.record())];
                let Some(endgame) = Endgame::new(&sum, extent, context).unwrap() else {
                    return;
                };
                for positions in endgame.index.keys().take(300) {
                    let (outcome, _) = endgame.look_up(positions).unwrap();
                    let record = Record {
                        position: positions[0].clone(),
                        ..statement.record().clone()
                    };
                    // The order in which numbers were drawn is not kept in a key, so some are no records.
                    let expected = match game.ended(&record) {
                        Some(verdict) => Ok(verdict.outcome()),
                        None => game
                            .open(&record, context)
                            .and_then(|mut position| position.outcome()),
                    };
                    assert!(expected.is_err() || expected == Ok(outcome), "{record:?}");
                }
            });
        }
    }

    #[test]
    fn an_endgame_ends_at_its_extent() {
        with_statement("nim: 100000000 5", |statement, context| {
            let extent = Extent {
                positions: 10_000,
                moves: 200_000,
                bytes: 1 << 30,
                work: u64::MAX,
            };
            let game = context.game(statement.signature()).unwrap();
            let endgame = Endgame::new(&[(game, statement.record())], extent, context);
            assert!(endgame.unwrap().is_none());
        });
    }
}
