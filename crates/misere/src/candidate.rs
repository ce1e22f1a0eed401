//! A monoid with an element for each heap, and the elements that the moves of a heap lead to.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps of a quotient are at most 20,000 for each game"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::FxHashMap;
use grundy_base::budget::StepMeter;

use crate::game::Heap;
use crate::game::{HeapGame, MoveKind, each_of};
use crate::growth::Unfinished;
use crate::monoid::{Monoid, Set, Words};

/// The steps that one option of a user-defined rule counts for: it is computed and compared with the others; a guess.
const STEPS_AN_OPTION: u64 = 16;

/// A monoid with an element for each letter. Letters are the heaps of some games: heap 1 of each, heap 2 of each, and on.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The games whose heaps are letters.
    pub games: Vec<Arc<dyn HeapGame>>,
    /// The monoid.
    pub monoid: Monoid,
    /// The element of each letter.
    pub values: Vec<usize>,
    /// The elements of kinds of moves of each game. They are found once, since a kind is an option of many heaps.
    pub kinds: FxHashMap<(usize, MoveKind), Set>,
}

impl Candidate {
    /// Makes a candidate in which the letters of these games have these elements.
    pub fn new(games: Vec<Arc<dyn HeapGame>>, monoid: Monoid, values: Vec<usize>) -> Self {
        Candidate {
            games,
            monoid,
            values,
            kinds: FxHashMap::default(),
        }
    }

    /// Returns the largest heap that has an element in every game.
    pub fn heaps(&self) -> u64 {
        (self.values.len() / self.games.len().max(1)) as u64
    }

    /// Returns the letters with their elements.
    pub fn letters(&self) -> impl Iterator<Item = (u32, usize)> + Clone {
        (0..).zip(self.values.iter().copied())
    }

    /// Finds the elements that letters generate.
    pub fn words(&self) -> Words {
        Words::new(self.monoid.order(), self.letters(), |&value, x| {
            self.monoid.product(x, value)
        })
    }

    /// Returns the heap of a letter.
    pub fn heap(&self, letter: u32) -> Heap {
        Heap {
            game: letter as usize % self.games.len(),
            size: u64::from(letter) / self.games.len() as u64 + 1,
        }
    }

    /// Returns the letters of some heaps of a game; empty heaps have none.
    pub fn letters_of(&self, game: usize, heaps: &[u64]) -> impl Iterator<Item = u32> {
        let heaps = heaps.iter().filter(|&&heap| heap > 0);
        heaps.map(move |&heap| ((heap as usize - 1) * self.games.len() + game) as u32)
    }

    /// Returns the product of some letters.
    pub fn product_of(&self, letters: impl Iterator<Item = u32>) -> usize {
        letters.fold(0, |x, letter| {
            self.monoid.product(x, self.values[letter as usize])
        })
    }

    /// Returns the product of some heaps of a game.
    pub fn product(&self, game: usize, heaps: &[u64]) -> usize {
        self.product_of(self.letters_of(game, heaps))
    }

    /// Returns the elements of all moves of a letter. All smaller letters must have their elements.
    pub fn options(&mut self, letter: u32, meter: &mut StepMeter) -> Result<Set, Unfinished> {
        let Heap { game, size } = self.heap(letter);
        let rules = self.games[game].clone();
        let mut set = Set::with_capacity(self.monoid.order());
        let mut unfinished = None;
        let _ = rules.kinds(size, &mut |kind| {
            let added = meter
                .spend(1)
                .map_err(Unfinished::from)
                .and_then(|()| self.add(game, kind, &mut set, meter));
            match added {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    unfinished = Some(why);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(why) = unfinished {
            return Err(why);
        }
        let others = rules.others(size);
        meter.spend(STEPS_AN_OPTION * others.len() as u64)?;
        set.extend(others.iter().map(|parts| self.product(game, parts)));
        Ok(set)
    }

    /// Adds the elements of one kind of moves to a set.
    fn add(
        &mut self,
        game: usize,
        kind: MoveKind,
        set: &mut Set,
        meter: &mut StepMeter,
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
                meter.spend(1 + self.monoid.order() as u64 / 4)?;
                let rest = MoveKind {
                    left: left - a,
                    parts: 2,
                    unequal,
                };
                self.add(game, rest, &mut pairs, meter)?;
                let action = self.monoid.action(self.product(game, &[a]));
                made.extend(pairs.ones().map(|x| usize::from(action[x])));
            }
        } else {
            let splits = if parts == 2 {
                left / 4 + 1
            } else {
                left * left / 24 + 1
            };
            meter.spend(splits)?;
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
