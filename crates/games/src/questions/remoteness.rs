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

    /// Lists the positions that can come, the start among them, in no order: of each the position of every game.
    pub fn positions(&self) -> impl Iterator<Item = &[Position]> {
        self.index.keys().map(|positions| &positions[..])
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
