//! Positions by their options, with the quotient of small heaps as table of endgames.
//!
//! A heap without moves counts for nothing, and two heaps whose moves all lead to nothing cancel, in any company; no
//! more than that can be left out of a sum with a heap that has no class.

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use grundy_machine::budget::Budget;
use smallvec::SmallVec;

use crate::game::{self, HeapGame};
use crate::position::Heap;
use crate::quotient::{Meter, Quotient, Stop};

/// Heaps in descending order of size.
pub type Sum = SmallVec<[(u32, u32); 3]>;

/// The largest heap that is searched.
const MAX_HEAP: u64 = 1 << 20;
/// The work of one heap of an option, and the memory of one position.
const STEP: u64 = 1 << 7;
const BYTES: u64 = 96;

/// The value that a search finds of a position, by the values of its options.
pub trait Value: Clone {
    /// The value of a position with an option of this value, if that decides it.
    fn decided(&self) -> Option<Self>;

    /// The value of a position with options of these values, none of which decides it.
    fn from_options(options: &[Self]) -> Self;
}

/// Positions whose values are known without search.
pub trait Endgames<V> {
    /// The value of a sum; of no heaps there always is one.
    fn value(&self, sum: &[(u32, u32)]) -> Option<V>;
}

/// Whether the player to move loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loses(pub bool);

impl Value for Loses {
    fn decided(&self) -> Option<Self> {
        self.0.then_some(Loses(false))
    }

    fn from_options(_: &[Self]) -> Self {
        Loses(true)
    }
}

impl Endgames<Loses> for Quotient {
    fn value(&self, sum: &[(u32, u32)]) -> Option<Loses> {
        let product = sum.iter().try_fold(0, |x, &(heap, game)| {
            let class = self.class(game as usize, u64::from(heap))?;
            Some(self.monoid().product(x, class))
        });
        product.map(|x| Loses(self.monoid().loses(x)))
    }
}

/// The games whose heaps are searched, and what is known of them.
struct Ground<'a, V> {
    games: &'a [Arc<dyn HeapGame>],
    endgames: &'a dyn Endgames<V>,
}

/// A search, and what it has found.
#[derive(Debug)]
pub struct Search<V> {
    found: FxHashMap<Sum, V>,
    /// Whether a heap is as nothing, or as one without which nothing is left; game by game.
    dull: Vec<Vec<Dull>>,
    meter: Meter,
    room: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dull {
    Nothing,
    One,
    No,
}

/// A position whose options are being looked at.
struct Frame {
    sum: Sum,
    options: Vec<Sum>,
    next: usize,
}

impl<V: Value> Search<V> {
    /// A search among the heaps of this many games that has found nothing.
    pub fn new(games: usize, budget: &Budget) -> Self {
        Search {
            found: FxHashMap::default(),
            dull: vec![vec![Dull::Nothing]; games],
            meter: Meter(budget.work / STEP),
            room: budget.memory / BYTES,
        }
    }

    /// Takes steps that are made beside it.
    ///
    /// # Errors
    ///
    /// Fewer steps are left.
    pub fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        self.meter.charge(steps)
    }

    /// The value of a sum of heaps of these games.
    ///
    /// # Errors
    ///
    /// If it needs more than the limits allow.
    pub fn value(
        &mut self,
        games: &[Arc<dyn HeapGame>],
        endgames: &dyn Endgames<V>,
        heaps: &[Heap],
    ) -> Result<V, Stop> {
        let ground = &Ground { games, endgames };
        for &(game, heap) in heaps {
            if heap > MAX_HEAP {
                return Err(Stop::Work);
            }
            self.find_dull(&*ground.games[game], game, heap)?;
        }
        let sum = self.sum(heaps.iter().map(|&(game, heap)| (heap as u32, game as u32)));
        if let Some(value) = self.known(ground, &sum) {
            return Ok(value);
        }
        let mut stack = Vec::new();
        if let Err(frame) = self.open(ground, sum.clone())? {
            stack.push(frame);
        }
        while let Some(frame) = stack.last_mut() {
            let known = match frame.options.get(frame.next) {
                Some(option) => match self.known(ground, option) {
                    Some(value) => value.decided(),
                    None => {
                        let option = option.clone();
                        if let Err(frame) = self.open(ground, option)? {
                            stack.push(frame);
                        }
                        continue;
                    }
                },
                None => {
                    let values: Vec<V> =
                        frame.options.iter().filter_map(|sum| self.known(ground, sum)).collect();
                    Some(V::from_options(&values))
                }
            };
            frame.next += 1;
            if let Some(value) = known
                && let Some(Frame { sum, options, .. }) = stack.pop()
            {
                self.room += options.len() as u64;
                self.keep(sum, value)?;
            }
        }
        self.known(ground, &sum).ok_or(Stop::Work)
    }

    fn keep(&mut self, sum: Sum, value: V) -> Result<(), Stop> {
        self.room = self.room.checked_sub(1).ok_or(Stop::Work)?;
        self.found.insert(sum, value);
        Ok(())
    }

    fn known(&self, ground: &Ground<'_, V>, sum: &Sum) -> Option<V> {
        ground.endgames.value(sum).or_else(|| self.found.get(sum).cloned())
    }

    /// Looks at the options of a position once: it is decided, or has to wait for them.
    fn open(&mut self, ground: &Ground<'_, V>, sum: Sum) -> Result<Result<(), Frame>, Stop> {
        let (mut options, mut decided) = (FxHashSet::default(), None);
        for i in 0..sum.len() {
            if i > 0 && sum[i] == sum[i - 1] {
                continue;
            }
            let (heap, game) = sum[i];
            let rest = || sum.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &heap)| heap);
            let mut steps = 0;
            let rules = &*ground.games[game as usize];
            let _ = game::each_move(rules, u64::from(heap), &mut |parts| {
                let parts = parts.iter().map(|&part| (part as u32, game));
                let option = self.sum(rest().chain(parts));
                steps += 1 + option.len() as u64;
                decided = self.known(ground, &option).and_then(|value| value.decided());
                options.insert(option);
                if decided.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            self.meter.charge(steps)?;
            if let Some(value) = decided {
                return self.keep(sum, value).map(Ok);
            }
        }
        let mut options: Vec<Sum> = options.into_iter().collect();
        // Small positions are quickly found, and what they say may decide.
        options.sort_unstable();
        // They are looked at twice more: until all are known, and for the value.
        self.meter.charge(2 * options.iter().map(|option| 1 + option.len() as u64).sum::<u64>())?;
        self.room = self.room.checked_sub(options.len() as u64).ok_or(Stop::Work)?;
        Ok(Err(Frame { sum, options, next: 0 }))
    }

    /// A sum without what counts for nothing.
    fn sum(&self, heaps: impl Iterator<Item = (u32, u32)>) -> Sum {
        let mut one = None;
        let mut sum = Sum::new();
        for (heap, game) in heaps {
            match self.dull[game as usize][heap as usize] {
                Dull::Nothing => {}
                Dull::One => one = if one.is_some() { None } else { Some((heap, game)) },
                Dull::No => sum.push((heap, game)),
            }
        }
        // Ones are all alike: the first of the same game stands for them, or of the first that has one.
        sum.extend(one.map(|_| self.first_one()));
        sum.sort_unstable_by(|a, b| b.cmp(a));
        sum
    }

    fn first_one(&self) -> (u32, u32) {
        let of = |game: usize| {
            Some((self.dull[game].iter().position(|&dull| dull == Dull::One)? as u32, game as u32))
        };
        (0..self.dull.len()).find_map(of).unwrap_or((0, 0))
    }

    /// Finds which heaps count for nothing.
    fn find_dull(&mut self, rules: &dyn HeapGame, game: usize, to: u64) -> Result<(), Stop> {
        for heap in self.dull[game].len() as u64..=to {
            let (mut moves, mut all) = (false, true);
            let _ = game::each_move(rules, heap, &mut |parts| {
                moves = true;
                let dull = |&part: &u64| self.dull[game][part as usize];
                let ones = parts.iter().filter(|part| dull(part) == Dull::One).count();
                all = ones % 2 == 0 && parts.iter().all(|part| dull(part) != Dull::No);
                if all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            self.meter.charge(1)?;
            self.dull[game].push(match (moves, all) {
                (false, _) => Dull::Nothing,
                (true, true) => Dull::One,
                (true, false) => Dull::No,
            });
        }
        Ok(())
    }
}
