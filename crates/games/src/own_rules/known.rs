//! The known games that rules which change cells are, by their names.

use grundy_record::{Record, Signature};
use grundy_rewrite::{KnownGame, Rewrites, TakingName};
use grundy_rules::rewrite::Rewriting;

use crate::code_name;

/// A known game under the form of rules that change cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownRewriting {
    /// Runs of a letter on rows are the heaps of a game.
    Heaps {
        /// The letter.
        letter: u8,
        /// The game, as a record begins: `octal 0.77`.
        game: String,
    },
    /// Positions are those of a game of boards or graphs, whose name stands here if it has one.
    Cells(Option<&'static str>),
}

/// Returns the rules that change cells of a record, which the name of its game may stand for.
pub fn rewriting<'r>(signature: &'r Signature, record: &'r Record<'_>) -> Option<&'r Rewriting> {
    let named = signature.own_rewriting();
    let rewriting = named.map(|named| &named.rewriting);
    rewriting
        .or(record.rules.rewriting())
        .map(|rewriting| &**rewriting)
}

/// Finds the known game that rules are on rows, or on boards and graphs.
pub fn known_rewriting(rewriting: &Rewriting, is_row: bool) -> Option<KnownRewriting> {
    let rewrites = Rewrites::new(rewriting);
    Some(match rewrites.known_game(is_row)? {
        KnownGame::Breaking { letter, code } => KnownRewriting::Heaps {
            letter,
            game: code_name(code),
        },
        KnownGame::Taking(name) => KnownRewriting::Cells(name.map(|name| match name {
            TakingName::Cram => "cram",
            TakingName::ArcKayles => "arc-kayles",
            TakingName::NodeKayles => "node-kayles",
        })),
    })
}
