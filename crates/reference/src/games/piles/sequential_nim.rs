//! Sequential nim: any number from the first pile that is left.

use crate::Res;
use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::piles::by_rule::{
    RowRule, is_empty_before, lowering, rule_of, with_empty_piles_last,
};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers, WrittenComponent};
use crate::theorem::Theorem;

pub(crate) static SEQUENTIAL_NIM: CatalogueGame =
    CatalogueGame::of_numbers("sequential-nim", "sequential-nim: 3 1 4", |given| {
        let piles = given.numbers()?;
        given.must_be_without_rules()?;
        Ok(Play::new(
            SequentialNim(RowRule::read(&piles, rule)?),
            [piles],
        ))
    })
    .held(&["sequential-nim: 3 1 4 2 5"]);

/// The game with the rule of its piles.
struct SequentialNim(RowRule);

/// Returns the rule of as many piles.
fn rule(piles: usize) -> String {
    rule_of(piles, &lowering(piles, is_empty_before))
}

impl GameDefinition for SequentialNim {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        self.0.moves(position)
    }

    fn numbers(&self, component: &WrittenComponent) -> usize {
        component.position.len()
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        with_empty_piles_last(position)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Ok(Theorem::value("a heap before a position", value))
    }
}

/// Returns the value of heaps of which each must go before play goes on with those after it.
pub(super) fn value(piles: &[u64]) -> Res<u64> {
    let last_first = piles.iter().rev();
    Ok(last_first.fold(0, |after, &pile| before(pile, after)))
}

/// Returns the value of a heap that must go before play goes on with a position of value `after`: the options of a heap
/// of n are those of n − 1 and what that heap is worth.
fn before(heap: u64, after: u64) -> u64 {
    match heap {
        0 => after,
        heap if heap > after => heap,
        heap => heap - 1,
    }
}
