//! A monoid with an element for each heap, and the elements that the moves of a heap lead to.

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::FxHashMap;

use crate::game::{HeapGame, MoveKind, each_of};
use crate::monoid::{Monoid, Set, Words};
use crate::position::Heap;
use crate::quotient::{Meter, Unfinished};

/// The steps that one option of a user-defined rule counts for: it is computed, and told from the others.
const STEPS_AN_OPTION: u64 = 16;

/// A monoid with an element for each letter. Letters are the heaps of some games: heap 1 of each, heap 2 of each, and on.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub games: Vec<Arc<dyn HeapGame>>,
    pub monoid: Monoid,
    pub values: Vec<usize>,
    /// By game, the elements of kinds of moves, each found once: a kind is an option of many heaps.
    pub kinds: FxHashMap<(usize, MoveKind), Set>,
}

impl Candidate {
    /// A monoid with elements for the letters of these games.
    pub fn new(games: Vec<Arc<dyn HeapGame>>, monoid: Monoid, values: Vec<usize>) -> Self {
        Candidate {
            games,
            monoid,
            values,
            kinds: FxHashMap::default(),
        }
    }

    /// The largest heap of every game that has an element.
    pub fn heaps(&self) -> u64 {
        (self.values.len() / self.games.len().max(1)) as u64
    }

    /// The letters with their elements.
    pub fn letters(&self) -> impl Iterator<Item = (u32, usize)> + Clone {
        (0..).zip(self.values.iter().copied())
    }

    /// The elements that letters generate.
    pub fn words(&self) -> Words {
        Words::new(self.monoid.order(), self.letters(), |&value, x| {
            self.monoid.product(x, value)
        })
    }

    /// The game and the size of a letter.
    pub fn heap(&self, letter: u32) -> Heap {
        (
            letter as usize % self.games.len(),
            u64::from(letter) / self.games.len() as u64 + 1,
        )
    }

    /// The letters of some heaps of a game; empty ones have none.
    pub fn letters_of(&self, game: usize, heaps: &[u64]) -> impl Iterator<Item = u32> {
        let heaps = heaps.iter().filter(|&&heap| heap > 0);
        heaps.map(move |&heap| ((heap as usize - 1) * self.games.len() + game) as u32)
    }

    /// The product of some letters.
    pub fn product_of(&self, letters: impl Iterator<Item = u32>) -> usize {
        letters.fold(0, |x, letter| {
            self.monoid.product(x, self.values[letter as usize])
        })
    }

    /// The product of some heaps of a game.
    pub fn product(&self, game: usize, heaps: &[u64]) -> usize {
        self.product_of(self.letters_of(game, heaps))
    }

    /// The elements of all moves of a letter, if smaller ones have theirs.
    pub fn options(&mut self, letter: u32, meter: &mut Meter) -> Result<Set, Unfinished> {
        let (game, heap) = self.heap(letter);
        let (rules, mut set, mut result) = (
            self.games[game].clone(),
            Set::with_capacity(self.monoid.order()),
            Ok(()),
        );
        let _ = rules.kinds(heap, &mut |kind| {
            result = meter
                .charge(1)
                .and_then(|()| self.add(game, kind, &mut set, meter));
            if result.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        result?;
        let others = rules.others(heap);
        meter.charge(STEPS_AN_OPTION * others.len() as u64)?;
        set.extend(others.iter().map(|parts| self.product(game, parts)));
        Ok(set)
    }

    /// Adds the elements of one kind of moves to a set.
    fn add(
        &mut self,
        game: usize,
        kind: MoveKind,
        set: &mut Set,
        meter: &mut Meter,
    ) -> Result<(), Unfinished> {
        let MoveKind {
            left,
            parts,
            unequal,
        } = kind;
        if parts < 2 {
            set.insert(self.product(game, &[left]));
            return Ok(());
        }
        if let Some(made) = self.kinds.get(&(game, kind)) {
            set.union_with(made);
            return Ok(());
        }
        let mut made = Set::with_capacity(self.monoid.order());
        if parts == 3 && !unequal {
            for a in 1..=left / 3 {
                let mut pairs = Set::with_capacity(self.monoid.order());
                meter.charge(1 + self.monoid.order() as u64 / 4)?;
                self.add(
                    game,
                    MoveKind {
                        left: left - a,
                        parts: 2,
                        unequal,
                    },
                    &mut pairs,
                    meter,
                )?;
                let action = self.monoid.action(self.product(game, &[a]));
                made.extend(pairs.ones().map(|x| usize::from(action[x])));
            }
        } else {
            meter.charge(if parts == 2 {
                left / 4 + 1
            } else {
                left * left / 24 + 1
            })?;
            let _ = each_of(kind, |parts| {
                made.insert(self.product(game, parts));
                ControlFlow::Continue(())
            });
        }
        set.union_with(&made);
        self.kinds.insert((game, kind), made);
        Ok(())
    }
}
