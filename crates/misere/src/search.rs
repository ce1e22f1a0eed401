//! Positions by their options, where sums of small heaps are known from the quotient.
//!
//! Three things hold in any company, so that sums become simpler: a heap without moves counts for nothing; two heaps of 1
//! of nim cancel; and a heap is the heap k > 0 of nim if it has the options 0, …, k − 1 and from every other option a move
//! leads to k (John Conway, *On Numbers and Games*, chapter 12: the move to k answers such an option). Nothing else is
//! simplified.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps that are searched are at most 2²⁰, and each game has a list of forms in memory"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use grundy_base::budget::{Budget, StepMeter};
use smallvec::{SmallVec, smallvec};

use crate::game::Heap;
use crate::game::{self, HeapGame};
use crate::growth::{Unfinished, meter};
use crate::quotient::Quotient;

/// A heap of one of the games of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameHeap {
    /// The size of the heap.
    pub size: u32,
    /// The number of its game.
    pub game: u32,
}

/// Heaps in descending order of size.
pub type Sum = SmallVec<[GameHeap; 3]>;

/// The largest heap that is searched; a guess.
const MAX_SEARCHED_HEAP: u64 = 1 << 20;
/// The largest heap that may be found to be a heap of nim; a guess.
const MAX_NIM_HEAP: u64 = 1 << 7;
/// The steps of the budget that one heap of an option counts for.
const STEPS_A_HEAP: u64 = 1 << 7;
/// The bytes that one position takes while it is known.
const BYTES_A_SUM_OF_HEAPS: u64 = 96;

/// The values that a search finds of the positions of some games.
pub trait Ground<V> {
    /// Returns the games.
    fn games(&self) -> &[Arc<dyn HeapGame>];

    /// Returns the value of a sum, if it is known without search.
    fn known(&self, sum: &[GameHeap]) -> Option<V>;

    /// Returns the value of a position whose options have these values.
    fn value(&self, options: &[V]) -> V;

    /// Returns whether an option of this value decides the position: others are not looked at.
    fn decides(&self, _option: &V) -> bool {
        false
    }
}

/// Whether the player to move loses.
impl Ground<bool> for Quotient {
    fn games(&self) -> &[Arc<dyn HeapGame>] {
        self.games()
    }

    fn known(&self, sum: &[GameHeap]) -> Option<bool> {
        let mut product = 0;
        for heap in sum {
            let class = self.class(heap.game as usize, heap.size.into())?;
            product = self.monoid().product(product, class);
        }
        Some(self.monoid().loses(product))
    }

    fn value(&self, options: &[bool]) -> bool {
        !options.is_empty() && !options.contains(&true)
    }

    fn decides(&self, option: &bool) -> bool {
        *option
    }
}

/// A search, and the values that it has found.
#[derive(Debug)]
pub struct Search<V> {
    /// The values of the positions that were searched.
    found: FxHashMap<Sum, V>,
    /// The sums that stand for the heaps 0, 1, 2, … of each game.
    forms: Vec<Vec<Sum>>,
    /// The sums that stand for the heaps of nim.
    nim: Vec<Sum>,
    /// The steps that are left.
    pub meter: StepMeter,
    /// The number of positions for which there is still memory.
    room: u64,
}

/// A position whose options are being looked at.
struct Frame<V> {
    /// The sum.
    sum: Sum,
    /// The options.
    options: Vec<Sum>,
    /// The values of the first options.
    values: Vec<V>,
}

impl<V: Clone> Search<V> {
    /// Makes a search among the heaps of this many games that has found nothing yet.
    pub fn new(games: usize, budget: &Budget) -> Self {
        Search {
            found: FxHashMap::default(),
            forms: vec![Vec::new(); games],
            nim: vec![Sum::new()],
            meter: meter(budget.work / STEPS_A_HEAP),
            room: budget.memory / BYTES_A_SUM_OF_HEAPS,
        }
    }

    /// Finds the value of a sum of heaps of these games.
    ///
    /// # Errors
    ///
    /// Fails if the search needs more than the limits allow.
    pub fn value(&mut self, ground: &dyn Ground<V>, heaps: &[Heap]) -> Result<V, Unfinished> {
        for &Heap { game, size } in heaps {
            if size > MAX_SEARCHED_HEAP {
                return Err(Unfinished::Work);
            }
            while self.forms[game].len() as u64 <= size {
                let form = self.form(ground.games(), game)?;
                self.forms[game].push(form);
            }
        }
        let sum = self.sum(heaps.iter().map(|heap| GameHeap {
            size: heap.size as u32,
            game: heap.game as u32,
        }));
        if let Some(value) = self.known(ground, &sum) {
            return Ok(value);
        }
        // The positions below the one in `frame` wait for its value.
        let mut waiting = Vec::new();
        let mut frame = self.open(ground, sum)?;
        loop {
            let decided = frame
                .values
                .last()
                .is_some_and(|value| ground.decides(value));
            if !decided && let Some(option) = frame.options.get(frame.values.len()) {
                if let Some(value) = self.known(ground, option) {
                    frame.values.push(value);
                } else {
                    let next = self.open(ground, option.clone())?;
                    waiting.push(frame);
                    frame = next;
                }
                continue;
            }
            let value = ground.value(&frame.values);
            // The options are forgotten, and the value is kept.
            let room = self.room + frame.options.len() as u64;
            self.room = room.checked_sub(1).ok_or(Unfinished::Work)?;
            self.found.insert(frame.sum, value.clone());
            match waiting.pop() {
                Some(before) => frame = before,
                None => return Ok(value),
            }
        }
    }

    /// Returns the value of a sum that is known or was found before.
    fn known(&self, ground: &dyn Ground<V>, sum: &Sum) -> Option<V> {
        ground.known(sum).or_else(|| self.found.get(sum).cloned())
    }

    /// Lists the options of a position that are to be looked at; if one is known to decide it, that one alone.
    fn open(&mut self, ground: &dyn Ground<V>, sum: Sum) -> Result<Frame<V>, Unfinished> {
        let mut options = FxHashSet::default();
        let mut steps = 0;
        let mut is_over = false;
        let _ = self.each_option(ground.games(), &sum, &mut |option| {
            steps += 1 + option.len() as u64;
            // A large heap has more options than any memory holds.
            is_over = steps > self.meter.left() || options.len() as u64 > self.room;
            if is_over {
                return ControlFlow::Break(());
            }
            let decides = self
                .known(ground, &option)
                .is_some_and(|value| ground.decides(&value));
            if decides {
                options.clear();
            }
            options.insert(option);
            if decides {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if is_over {
            return Err(Unfinished::Work);
        }
        // Small positions are found quickly, and their values may decide.
        let mut options: Vec<Sum> = options.into_iter().collect();
        options.sort_unstable();
        // Each option is looked at twice more: once until all are known, and once for the value.
        for option in &options {
            steps += 2 * (1 + option.len() as u64);
        }
        self.meter.spend(steps)?;
        let taken = options.len() as u64;
        self.room = self.room.checked_sub(taken).ok_or(Unfinished::Work)?;
        Ok(Frame {
            sum,
            options,
            values: Vec::new(),
        })
    }

    /// Visits the options of a sum until the visitor breaks.
    fn each_option(
        &self,
        games: &[Arc<dyn HeapGame>],
        sum: &[GameHeap],
        each: &mut dyn FnMut(Sum) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, &GameHeap { size, game }) in sum.iter().enumerate() {
            // Equal heaps have the same moves.
            if i > 0 && sum[i] == sum[i - 1] {
                continue;
            }
            let rest = sum[..i].iter().chain(&sum[i + 1..]).copied();
            game::each_move(&*games[game as usize], size.into(), &mut |parts| {
                let left = parts.iter().map(|&part| GameHeap {
                    size: part as u32,
                    game,
                });
                each(self.sum(rest.clone().chain(left)))
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the simplest form of a sum.
    fn sum(&self, heaps: impl Iterator<Item = GameHeap>) -> Sum {
        let mut sum = Sum::new();
        for GameHeap { size, game } in heaps {
            sum.extend_from_slice(&self.forms[game as usize][size as usize]);
        }
        sum.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(one) = self.nim.get(1) {
            let first = sum.partition_point(|heap| *heap > one[0]);
            let ones = sum[first..]
                .iter()
                .take_while(|heap| **heap == one[0])
                .count();
            sum.drain(first..first + ones / 2 * 2);
        }
        sum
    }

    /// Finds the form of the next heap of a game.
    fn form(&mut self, games: &[Arc<dyn HeapGame>], game: usize) -> Result<Sum, Unfinished> {
        let heap = self.forms[game].len() as u64;
        let itself: Sum = smallvec![GameHeap {
            size: heap as u32,
            game: game as u32,
        }];
        if heap > MAX_NIM_HEAP {
            return Ok(itself);
        }
        let mut options = FxHashSet::default();
        let _ = self.each_option(games, &itself, &mut |option| {
            options.insert(option);
            ControlFlow::Continue(())
        });
        self.meter.spend(1 + options.len() as u64 * heap)?;
        if options.is_empty() {
            return Ok(Sum::new());
        }
        let value = self
            .nim
            .iter()
            .position(|form| !options.contains(form))
            .unwrap_or(self.nim.len());
        // All heaps of nim below `value` are options; what else is one must have an answer.
        let mut others = options
            .iter()
            .filter(|option| !self.nim[..value].contains(option));
        let Some(form) = self.nim.get(value) else {
            if others.next().is_none() {
                // An even heap with a heap of 1 is the next heap of nim.
                let this = itself[0];
                let one = self.nim.get(1).map(|one| one[0]);
                self.nim.push(itself.clone());
                if let Some(one) = one {
                    self.nim.push(smallvec![this.max(one), this.min(one)]);
                }
            }
            return Ok(itself);
        };
        let leads_to_form = |option: &Sum| {
            let visited = self.each_option(games, option, &mut |next| {
                if next == *form {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            visited.is_break()
        };
        if value > 0 && others.all(leads_to_form) {
            Ok(form.clone())
        } else {
            Ok(itself)
        }
    }
}
