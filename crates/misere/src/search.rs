//! Positions by their options, with the quotient of small heaps as table of endgames.
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
use crate::quotient::{Meter, Quotient, Stop};

/// Heaps in descending order of size, with their games.
pub type Sum = SmallVec<[(u32, u32); 3]>;

/// The largest heap that is searched, and the largest that may be found to be a heap of nim.
const MAX_HEAP: u64 = 1 << 20;
const MAX_NIM: u64 = 1 << 7;
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
    /// The value of a sum.
    fn value(&self, sum: &[(u32, u32)]) -> Option<V>;
}

/// Whether the player to move loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loses(pub bool);

impl Value for Loses {
    fn decided(&self) -> Option<Self> {
        self.0.then_some(Loses(false))
    }

    fn from_options(options: &[Self]) -> Self {
        Loses(!options.is_empty())
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
    /// By game: the sum that stands for each heap.
    forms: Vec<Vec<Sum>>,
    /// The sums that stand for the heaps of nim.
    nim: Vec<Sum>,
    meter: Meter,
    room: u64,
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
            forms: vec![Vec::new(); games],
            nim: vec![Sum::new()],
            meter: Meter(budget.work / STEP),
            room: budget.memory / BYTES,
        }
    }

    /// How many steps it may still make.
    pub fn left(&self) -> u64 {
        self.meter.0
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
            while self.forms[game].len() as u64 <= heap {
                let form = self.form(games, game)?;
                self.forms[game].push(form);
            }
        }
        let sum = self.sum(heaps.iter().map(|&(game, heap)| (heap as u32, game as u32)));
        if let Some(value) = self.known(ground, &sum) {
            return Ok(value);
        }
        let mut stack = vec![self.open(ground, sum)?];
        loop {
            let Some(frame) = stack.last_mut() else { return Err(Stop::Work) };
            let value = match frame.options.get(frame.next) {
                Some(option) => match self.known(ground, option) {
                    Some(value) => value.decided(),
                    None => {
                        let option = option.clone();
                        stack.push(self.open(ground, option)?);
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
            let Some(value) = value else { continue };
            if let Some(Frame { sum, options, .. }) = stack.pop() {
                self.room = (self.room + options.len() as u64).checked_sub(1).ok_or(Stop::Work)?;
                self.found.insert(sum, value.clone());
            }
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    fn known(&self, ground: &Ground<'_, V>, sum: &Sum) -> Option<V> {
        ground.endgames.value(sum).or_else(|| self.found.get(sum).cloned())
    }

    /// The options of a position that wait to be looked at; one of them alone if that decides it.
    fn open(&mut self, ground: &Ground<'_, V>, sum: Sum) -> Result<Frame, Stop> {
        let (mut options, mut steps, mut decisive) = (FxHashSet::default(), 0, None);
        let _ = self.each_option(ground.games, &sum, &mut |option| {
            steps += 1 + option.len() as u64;
            if self.known(ground, &option).is_some_and(|value| value.decided().is_some()) {
                decisive = Some(option);
                return ControlFlow::Break(());
            }
            options.insert(option);
            ControlFlow::Continue(())
        });
        let mut options: Vec<Sum> = match decisive {
            Some(option) => vec![option],
            None => options.into_iter().collect(),
        };
        // Small positions are quickly found, and what they say may decide.
        options.sort_unstable();
        // They are looked at twice more: until all are known, and for the value.
        self.meter.charge(steps + 2 * options.iter().map(|option| 1 + option.len() as u64).sum::<u64>())?;
        self.room = self.room.checked_sub(options.len() as u64).ok_or(Stop::Work)?;
        Ok(Frame { sum, options, next: 0 })
    }

    /// Visits the options of a sum until the visitor breaks.
    fn each_option(
        &self,
        games: &[Arc<dyn HeapGame>],
        sum: &[(u32, u32)],
        each: &mut dyn FnMut(Sum) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let firsts = (0..sum.len()).filter(|&i| i == 0 || sum[i] != sum[i - 1]);
        firsts.into_iter().try_for_each(|i| {
            let ((heap, game), rest) = (sum[i], sum[..i].iter().chain(&sum[i + 1..]));
            game::each_move(&*games[game as usize], heap.into(), &mut |parts| {
                each(self.sum(rest.clone().copied().chain(parts.iter().map(|&part| (part as u32, game)))))
            })
        })
    }

    /// The simplest form of a sum.
    fn sum(&self, heaps: impl Iterator<Item = (u32, u32)>) -> Sum {
        let form = |(heap, game): (u32, u32)| self.forms[game as usize][heap as usize].iter().copied();
        let mut sum: Sum = heaps.flat_map(form).collect();
        sum.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(one) = self.nim.get(1) {
            let mut pairs = sum.iter().filter(|heap| **heap == one[0]).count() & !1;
            sum.retain(|heap| {
                let cancels = *heap == one[0] && pairs > 0;
                pairs -= usize::from(cancels);
                !cancels
            });
        }
        sum
    }

    /// Finds the form of the next heap of a game.
    fn form(&mut self, games: &[Arc<dyn HeapGame>], game: usize) -> Result<Sum, Stop> {
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
        let value = self.nim.iter().position(|form| !options.contains(form)).unwrap_or(self.nim.len());
        let (smaller, equal) = (&self.nim[..value], self.nim.get(value));
        let mut others = options.iter().filter(|option| !smaller.contains(option)).peekable();
        match equal {
            _ if options.is_empty() => Ok(Sum::new()),
            None if others.peek().is_none() => {
                // With a heap of 1 beside an even heap, the next one is known, too.
                let mut next = [&itself[..], self.nim.get(1).map_or(&[], |one| one)].concat();
                next.sort_unstable_by(|a, b| b.cmp(a));
                self.nim.push(itself.clone());
                if value > 1 {
                    self.nim.push(next.into());
                }
                Ok(itself)
            }
            Some(form) if value > 0 => {
                let mut to = |option: Sum| {
                    if option == *form { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let answered = others.all(|option| self.each_option(games, option, &mut to).is_break());
                Ok(if answered { form.clone() } else { itself })
            }
            _ => Ok(itself),
        }
    }
}
