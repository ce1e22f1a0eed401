//! The elements that the moves of a heap lead to.

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::FxHashMap;

use crate::game::{HeapGame, Kind, each_of};
use crate::monoid::{Monoid, Set};
use crate::position::Heap;
use crate::quotient::{Meter, Stop};

/// The heaps of some games, numbered: heap 1 of each, heap 2 of each, and on.
#[derive(Clone, Debug)]
pub struct Letters(pub Vec<Arc<dyn HeapGame>>);

impl Letters {
    /// The game and the size of a letter.
    pub fn place(&self, letter: u32) -> Heap {
        (letter as usize % self.0.len(), u64::from(letter) / self.0.len() as u64 + 1)
    }

    /// The number of a heap that is not empty.
    pub fn number(&self, (game, heap): Heap) -> usize {
        (heap as usize - 1) * self.0.len() + game
    }
}

/// A monoid with an element for each letter.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub monoid: Monoid,
    pub values: Vec<usize>,
}

impl Candidate {
    /// The letters with their elements.
    pub fn letters(&self) -> impl Iterator<Item = (u32, usize)> + Clone {
        (0..).zip(self.values.iter().copied())
    }

    /// The product of some heaps of one game.
    pub fn product(&self, letters: &Letters, game: usize, heaps: &[u64]) -> usize {
        let heaps = heaps.iter().filter(|&&heap| heap > 0);
        heaps.fold(0, |x, &heap| self.monoid.product(x, self.values[letters.number((game, heap))]))
    }
}

/// The elements of kinds of moves, each found once: a kind is an option of many heaps.
#[derive(Debug, Default)]
pub struct Sets {
    known: FxHashMap<(usize, Kind), Set>,
}

impl Sets {
    /// How many kinds are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// The elements of all moves of a letter, if smaller ones have theirs.
    pub fn of(
        &mut self,
        letters: &Letters,
        letter: u32,
        known: &Candidate,
        meter: &mut Meter,
    ) -> Result<Set, Stop> {
        let (game, heap) = letters.place(letter);
        let mut set = known.monoid.none();
        let mut result = Ok(());
        let _ = letters.0[game].kinds(heap, &mut |kind| {
            result = meter.charge(1).and_then(|()| self.add(letters, (game, kind), known, meter, &mut set));
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result?;
        set.extend(letters.0[game].others(heap).iter().map(|parts| known.product(letters, game, parts)));
        Ok(set)
    }

    /// Adds the elements of one kind of moves to a set.
    fn add(
        &mut self,
        letters: &Letters,
        (game, kind): (usize, Kind),
        known: &Candidate,
        meter: &mut Meter,
        set: &mut Set,
    ) -> Result<(), Stop> {
        if let Some(made) = self.known.get(&(game, kind)) {
            set.union_with(made);
            return Ok(());
        }
        let Kind { left, parts, unequal } = kind;
        let mut made = if parts > 1 { known.monoid.none() } else { Set::new() };
        let into = if parts > 1 { &mut made } else { &mut *set };
        if parts == 3 && !unequal {
            for a in 1..=left / 3 {
                let mut pairs = known.monoid.none();
                let kind = Kind { left: left - a, parts: 2, unequal };
                meter.charge(1 + known.monoid.order() as u64 / 4)?;
                self.add(letters, (game, kind), known, meter, &mut pairs)?;
                let action = known.monoid.action(known.product(letters, game, &[a]));
                into.extend(pairs.ones().map(|x| usize::from(action[x])));
            }
        } else {
            meter.charge([0, 0, left / 4 + 1, left * left / 24 + 1][usize::from(parts)])?;
            let _ = each_of(kind, |parts| {
                into.insert(known.product(letters, game, parts));
                ControlFlow::Continue(())
            });
        }
        if parts > 1 {
            set.union_with(&made);
            self.known.insert((game, kind), made);
        }
        Ok(())
    }
}
