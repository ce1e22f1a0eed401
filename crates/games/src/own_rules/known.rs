//! The known games that rules which change cells are, by their names; and the parts of a position, by its cells.

use grundy_record::{Record, Signature};
use grundy_rewrite::{KnownGame, Rewrites, TakingName};
use grundy_rules::rewrite::{LetterBoard, Rewriting, WALL};

use grundy_base::budget::Budget;

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
    let known = if is_row {
        rewrites.known_game_of_rows()
    } else {
        rewrites.known_game_of_boards()
    };
    Some(match known? {
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

/// A part of a position of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterPart {
    /// The cells, ascending, from 0 in reading order.
    pub cells: Vec<u32>,
    /// The position in which all other cells are walls. It has the value of the part.
    pub board: LetterBoard,
}

/// Lists the parts into which a position falls, as far as its cells tell it; none if nothing is known to split, or within
/// the budget.
pub fn letter_parts(rewriting: &Rewriting, board: &LetterBoard, budget: Budget) -> Vec<LetterPart> {
    let parts = Rewrites::new(rewriting).parts(board, budget);
    let letters = match &parts {
        Ok(Some(_)) => board.letters(),
        _ => return Vec::new(),
    };
    let part = |cells: Vec<u32>| {
        let mut alone = vec![WALL; letters.len()];
        for &cell in &cells {
            alone[cell as usize] = letters[cell as usize];
        }
        let rows = usize::try_from(board.rows()).unwrap_or(1);
        LetterPart {
            cells,
            board: LetterBoard::board(rows, &alone),
        }
    };
    parts
        .ok()
        .flatten()
        .unwrap_or_default()
        .into_iter()
        .map(part)
        .collect()
}
