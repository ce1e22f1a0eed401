//! Positions by their options, with the quotient of small heaps as table of ground.
//!
//! Three things hold in any company, so that sums become simpler: a heap without moves counts for nothing; two heaps of 1 of
//! nim cancel; and a heap is the heap k > 0 of nim if it has the options 0, …, k − 1 and from every other option a move leads to k
//! (John Conway, *On Numbers and Games*, chapter 12: such an option is answered so). No more than that is left out.

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use grundy_machine::budget::Budget;
use smallvec::{SmallVec, smallvec};

use crate::game::{self, HeapGame};
use crate::position::Heap;
use crate::quotient::{Meter, Quotient, Unfinished};

/// Heaps in descending order of size, with their games.
pub type Sum = SmallVec<[(u32, u32); 3]>;

/// The largest heap that is searched, and the largest that may be found to be a heap of nim.
const MAX_HEAP: u64 = 1 << 20;
const MAX_NIM: u64 = 1 << 7;
/// The work of one heap of an option, and the memory of one position.
const STEP: u64 = 1 << 7;
const BYTES: u64 = 96;

/// The values that a search finds of the positions of some games.
pub trait Ground<V> {
    /// The games.
    fn games(&self) -> &[Arc<dyn HeapGame>];

    /// The value of a sum, if it is known without search.
    fn known(&self, sum: &[(u32, u32)]) -> Option<V>;

    /// The value of a position by those of its options.
    fn value(&self, options: &[V]) -> V;

    /// Whether an option of this value decides the position: others are not looked at.
    fn decides(&self, _option: &V) -> bool {
        false
    }
}

/// Whether the player to move loses.
impl Ground<bool> for Quotient {
    fn games(&self) -> &[Arc<dyn HeapGame>] {
        self.games()
    }

    fn known(&self, sum: &[(u32, u32)]) -> Option<bool> {
        let times = |x, &(heap, game): &(u32, u32)| {
            Some(
                self.monoid()
                    .product(x, self.class(game as usize, heap.into())?),
            )
        };
        sum.iter()
            .try_fold(0, times)
            .map(|x| self.monoid().loses(x))
    }

    fn value(&self, options: &[bool]) -> bool {
        !options.is_empty() && !options.contains(&true)
    }

    fn decides(&self, option: &bool) -> bool {
        *option
    }
}

/// A search, and what it has found.
#[derive(Debug)]
pub struct Search<V> {
    found: FxHashMap<Sum, V>,
    /// By game: the sum that stands for each heap.
    forms: Vec<Vec<Sum>>,
    /// The sums that stand for the heaps of nim.
    nim: Vec<Sum>,
    /// The steps that it may still make.
    pub meter: Meter,
    room: u64,
}

/// A position whose options are being looked at, and the values of the first of them.
struct Frame<V> {
    sum: Sum,
    options: Vec<Sum>,
    values: Vec<V>,
}

impl<V: Clone> Search<V> {
    /// A search among the heaps of this many games that has found nothing.
    pub fn new(games: usize, budget: &Budget) -> Self {
        Search {
            found: FxHashMap::default(),
            forms: vec![Vec::new(); games],
            nim: vec![Sum::new()],
            meter: Meter(budget.work / STEP),
            room: budget.memory / BYTES,
        }
    }

    /// The value of a sum of heaps of these games.
    ///
    /// # Errors
    ///
    /// If it needs more than the limits allow.
    pub fn value(&mut self, ground: &dyn Ground<V>, heaps: &[Heap]) -> Result<V, Unfinished> {
        for &(game, heap) in heaps {
            if heap > MAX_HEAP {
                return Err(Unfinished::Work);
            }
            while self.forms[game].len() as u64 <= heap {
                let form = self.form(ground.games(), game)?;
                self.forms[game].push(form);
            }
        }
        let sum = self.sum(heaps.iter().map(|&(game, heap)| (heap as u32, game as u32)));
        if let Some(value) = self.known(ground, &sum) {
            return Ok(value);
        }
        let mut stack = vec![self.open(ground, sum)?];
        loop {
            let Some(Frame {
                options, values, ..
            }) = stack.last_mut()
            else {
                return Err(Unfinished::Work);
            };
            let decided = values.last().is_some_and(|value| ground.decides(value));
            if let Some(option) = options.get(values.len()).filter(|_| !decided) {
                match self.known(ground, option) {
                    Some(value) => values.push(value),
                    None => {
                        let frame = self.open(ground, option.clone())?;
                        stack.push(frame);
                    }
                }
                continue;
            }
            let value = ground.value(values);
            if let Some(Frame { sum, options, .. }) = stack.pop() {
                self.room = (self.room + options.len() as u64)
                    .checked_sub(1)
                    .ok_or(Unfinished::Work)?;
                self.found.insert(sum, value.clone());
            }
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    fn known(&self, ground: &dyn Ground<V>, sum: &Sum) -> Option<V> {
        ground.known(sum).or_else(|| self.found.get(sum).cloned())
    }

    /// The options of a position that wait to be looked at; one of them alone if that decides it.
    fn open(&mut self, ground: &dyn Ground<V>, sum: Sum) -> Result<Frame<V>, Unfinished> {
        let (mut options, mut steps) = (FxHashSet::default(), 0);
        let _ = self.each_option(ground.games(), &sum, &mut |option| {
            steps += 1 + option.len() as u64;
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
        // Small positions are quickly found, and what they say may decide.
        let mut options: Vec<Sum> = options.into_iter().collect();
        options.sort_unstable();
        // They are looked at twice more: until all are known, and for the value.
        self.meter.charge(
            steps
                + 2 * options
                    .iter()
                    .map(|option| 1 + option.len() as u64)
                    .sum::<u64>(),
        )?;
        self.room = self
            .room
            .checked_sub(options.len() as u64)
            .ok_or(Unfinished::Work)?;
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
        sum: &[(u32, u32)],
        each: &mut dyn FnMut(Sum) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut firsts = (0..sum.len()).filter(|&i| i == 0 || sum[i] != sum[i - 1]);
        firsts.try_for_each(|i| {
            let ((heap, game), rest) = (sum[i], sum[..i].iter().chain(&sum[i + 1..]));
            game::each_move(&*games[game as usize], heap.into(), &mut |parts| {
                each(
                    self.sum(
                        rest.clone()
                            .copied()
                            .chain(parts.iter().map(|&part| (part as u32, game))),
                    ),
                )
            })
        })
    }

    /// The simplest form of a sum.
    fn sum(&self, heaps: impl Iterator<Item = (u32, u32)>) -> Sum {
        let form =
            |(heap, game): (u32, u32)| self.forms[game as usize][heap as usize].iter().copied();
        let mut sum: Sum = heaps.flat_map(form).collect();
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
        let itself: Sum = smallvec![(heap as u32, game as u32)];
        if heap > MAX_NIM {
            return Ok(itself);
        }
        let mut options = FxHashSet::default();
        let _ = self.each_option(games, &itself, &mut |option| {
            options.insert(option);
            ControlFlow::Continue(())
        });
        self.meter.charge(1 + options.len() as u64 * heap)?;
        if options.is_empty() {
            return Ok(Sum::new());
        }
        let value = self
            .nim
            .iter()
            .position(|form| !options.contains(form))
            .unwrap_or(self.nim.len());
        let mut others = options
            .iter()
            .filter(|option| !self.nim[..value].contains(option));
        let Some(form) = self.nim.get(value) else {
            if others.next().is_none() {
                // With a heap of 1 beside an even heap, the next one is known, too.
                let (this, one) = (itself[0], self.nim.get(1).map(|one| one[0]));
                self.nim.push(itself.clone());
                self.nim
                    .extend(one.map(|one| smallvec![this.max(one), this.min(one)]));
            }
            return Ok(itself);
        };
        let mut to = |option: Sum| {
            if option == *form {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let answered =
            value > 0 && others.all(|option| self.each_option(games, option, &mut to).is_break());
        Ok(if answered { form.clone() } else { itself })
    }
}
