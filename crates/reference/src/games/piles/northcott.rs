//! Northcott's game on rows: one of two pieces goes towards the other (Winning Ways, chapter 3).

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::piles::by_rule;
use crate::play::Play;
use crate::position::ListedMove;
use crate::rules::rule::Rule;
use crate::theorem::Theorem;
use crate::{Fail, Res};

pub(crate) static NORTHCOTT: CatalogueGame =
    CatalogueGame::of_numbers("northcott", "northcott: 3,7 1,2 5,11", |given| {
        given.must_be_without_rules()?;
        let rows = given.tuples_of(2)?;
        Fail::Wrong.when(rows.iter().any(|row| row[0] >= row[1]))?;
        let rule = Rule::read(RULE)?;
        let misere = given.misere;
        Ok(Play::new(Northcott { rule, misere }, rows))
    })
    .keywords("misere")
    .under_misere("positions")
    .with_gaps()
    .held(&["northcott: 3,9 1,5", "northcott misere: 3,9 1,5 4,6"]);

/// The moves of the left piece to the right, and of the right one to the left.
const RULE: &str =
    "[a,b] -> [a+k,b] for k in 1..b-a-1 | [a,b-k] for k in 1..b-a-1 ; legal if a < b";

/// The game under one kind of play.
struct Northcott {
    /// The rule of the game.
    rule: Rule,
    /// Whether the player who cannot move wins.
    misere: bool,
}

impl GameDefinition for Northcott {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        by_rule::moves(&self.rule, position)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        let source = "the gap between the pieces is a nim-heap (Winning Ways, chapter 3)";
        let value = |row: &[u64]| Ok(gap(row));
        Ok(Theorem {
            candidates: Some(Box::new(|row: &[u64], rest: u64, _: bool| {
                Ok(candidates(row, rest))
            })),
            ..Theorem::as_nim(source, value, self.misere)
        })
    }
}

/// Returns the number of squares between the pieces.
fn gap(row: &[u64]) -> u64 {
    row[1] - row[0] - 1
}

/// Returns the moves that may win, by which the gap becomes the nim-sum of the others, or 0 or 1 under misère play. The
/// first move, by which it becomes one less, is there as well.
fn candidates(row: &[u64], rest: u64) -> Vec<ListedMove> {
    let gap = gap(row);
    let targets = [gap.saturating_sub(1), rest, 1, 0];
    let steps = targets
        .into_iter()
        .filter(|&to| to < gap)
        .map(|to| gap - to);
    let steps: Vec<u64> = steps.sorted().dedup().collect();
    let of_left = steps.iter().map(|step| [row[0] + step, row[1]]);
    let of_right = steps.iter().map(|step| [row[0], row[1] - step]);
    of_left
        .chain(of_right)
        .map(|to| ListedMove::to(&to))
        .collect()
}
