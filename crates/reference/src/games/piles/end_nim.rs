//! End-nim: any number from a pile at an end of what is left (Albert and Nowakowski 2001).

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::piles::by_rule::{
    RowRule, is_empty_after, is_empty_before, lowering, rule_of, with_empty_piles_last,
};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers, WrittenComponent};
use crate::theorem::Theorem;
use crate::{Fail, Res};

pub(crate) static END_NIM: CatalogueGame =
    CatalogueGame::of_numbers("end-nim", "end-nim: 3 1 4", |given| {
        let piles = given.numbers()?;
        given.must_be_without_rules()?;
        Ok(Play::new(EndNim(RowRule::read(&piles, rule)?), [piles]))
    });

/// The game with the rule of its piles.
struct EndNim(RowRule);

/// Returns the rule of as many piles.
fn rule(piles: usize) -> String {
    let mut kinds = lowering(piles, is_empty_before);
    kinds.extend(lowering(piles, is_empty_after));
    rule_of(piles, &kinds)
}

impl GameDefinition for EndNim {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        self.0.moves(position)
    }

    fn numbers(&self, component: &WrittenComponent) -> usize {
        component.position.len()
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        with_empty_piles_last(position)
    }

    /// No theorem is stated here, so that large positions are not answered.
    fn theorem(&self) -> Res<Theorem<'_>> {
        Err(Fail::TooLarge)
    }
}
