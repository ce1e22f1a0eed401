//! Positional games: the position is a board or a graph, and moves take cells or vertices away.
//!
//! Each game's file says what its moves are, as a list; [`boards`] reads boards, and [`taking`] answers
//! every ask from the search of [`crate::theory::positional`]. Chomp and Notakto have theories of their own.

pub mod arc_kayles;
mod boards;
pub mod by_options;
pub mod chomp;
pub mod cram;
pub mod grim;
pub mod node_kayles;
pub mod notakto;
pub mod place;
pub mod placement;
pub mod poset;
pub mod take;
mod taking;

use crate::record::{Fault, Place, PositionalRules, Record};

/// How hard such games are.
const LIMITS: &str = "one connected part of some 60 cells and more, as hard as it is, ends at --max-work \
         or --max-memory; parts of more than 4096 cells are errors unless a theorem settles \
         them; boards to 67108864 cells";

/// The rules of a record of a positional game.
fn rules<'r, 't>(record: &'r Record<'t>) -> Result<&'r PositionalRules<'t>, Fault> {
    record.rules.positional().ok_or_else(|| {
        Fault::new(Place::Game, "this record has no rules of a positional game", "write them after the name")
    })
}
