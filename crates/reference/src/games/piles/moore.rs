//! Moore's nim: any numbers from up to K heaps (Moore 1910).

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::piles::by_rule::{by_changes, must_be_small, sorted};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers, WrittenComponent};
use crate::theorem::Theorem;
use crate::{Fail, Res};

pub(crate) static MOORE: CatalogueGame =
    CatalogueGame::of_numbers("moore", "moore 2: 3 5 7", |given| {
        let most = given.number()?.ok_or(Fail::Wrong)?;
        Ok(Play::new(Moore { most }, [given.numbers()?]))
    })
    .held(&["moore 2: 5 6 7 3", "moore 1: 9 6 8"]);

/// The largest number of moves that are listed at once.
const MAX_MOVES_OF_MOORE: u128 = 200_000;

/// The game with the most heaps that a move lowers.
struct Moore {
    /// The most heaps that a move lowers.
    most: u64,
}

/// Lists the moves that lower up to `most` heaps from this one on, besides those lowered already: by
/// the first of them, by how many it loses, and then those that stop there before those that go on.
fn lower_several(
    position: &[u64],
    from: usize,
    most: u64,
    next: &mut PositionNumbers,
    moves: &mut Vec<ListedMove>,
) {
    if most == 0 {
        return;
    }
    for index in from..position.len() {
        for to in (0..position[index]).rev() {
            next[index] = to;
            moves.push(ListedMove::to(next));
            lower_several(position, index + 1, most - 1, next, moves);
        }
        next[index] = position[index];
    }
}

impl GameDefinition for Moore {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        must_be_small(position)?;
        let sizes = position.iter().map(|&heap| u128::from(heap) + 1);
        let subsets = sizes.fold(1, u128::saturating_mul);
        Fail::TooLarge.when(subsets > MAX_MOVES_OF_MOORE)?;
        let mut moves = Vec::new();
        lower_several(position, 0, self.most, &mut position.into(), &mut moves);
        Ok(by_changes(moves))
    }

    fn numbers(&self, component: &WrittenComponent) -> usize {
        component.position.len()
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        sorted(position)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        let lost = |heaps: &[u64]| Ok(is_lost(self.most, heaps));
        Ok(Theorem::lost("Moore 1910", lost))
    }
}

/// Says whether each bit is set in a number of heaps that K + 1 divides.
fn is_lost(most: u64, heaps: &[u64]) -> bool {
    let divides = |bit: u32| {
        let ones = heaps.iter().filter(|&&heap| heap >> bit & 1 != 0).count();
        (ones as u128).is_multiple_of(u128::from(most) + 1)
    };
    (0..u64::BITS).all(divides)
}
