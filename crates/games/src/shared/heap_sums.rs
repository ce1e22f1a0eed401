//! Sums of heaps: one trait for what is known of a heap, and the sum with all its asks.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps of Lasker's nim are below 2⁶⁴ − 1, and so are their values; other heaps are at most the one asked"
)]

use std::ops::{ControlFlow, Deref};

use grundy_base::budget::Limit;

use super::amounts::LIST_LIMIT;
use crate::shared::sequences::as_period;
use crate::shared::sum::{Play, Sum, Summed, at};
use crate::shared::visiting;
use crate::shared::{amounts, varied};
use crate::{CacheRef, Context, HeapAsks, OpenPosition, Searched, Visit, Visited};
use grundy_base::range::Range;
use grundy_heaps::breaking::Breaking;
use grundy_heaps::choice::HeapEngine;
use grundy_heaps::convolution;
use grundy_heaps::lasker::Lasker;
use grundy_heaps::sequence::Pattern;
use grundy_heaps::subtraction::{AmountSets, Amounts, Subtraction};
use grundy_record::{Ask, Fault, Move, Paths, Period, Record, Tuple};

/// Whether a visitor of moves broke, or the limit that was met.
pub type Flow = Result<ControlFlow<()>, Limit>;

/// A game of heaps whose values are known as far as they are asked for.
pub trait HeapGame: Send {
    /// Finds the value of a heap.
    fn grundy(&self, heap: u64) -> Result<u64, Limit>;

    /// Counts the moves that lead from a heap to a value.
    fn count_to(&self, heap: u64, target: u64) -> Result<u128, Limit> {
        visiting::count(|visit| self.visit_moves(0, heap, Some(target), visit))
    }

    /// Visits the moves of a heap that lead to a value, or all of them, until the visitor breaks.
    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut Visit<'_>,
    ) -> Flow;

    /// Shows the values of the heaps 0 to `heap`.
    fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit> {
        (0..=heap).try_for_each(|heap| self.grundy(heap).map(&mut *each))
    }

    /// Finds the period of the values, if one is proved.
    fn period(&self) -> Result<Option<Pattern>, Limit> {
        Ok(None)
    }

    /// Returns the game with Grundy values, if the values here say only who wins one heap: it answers asks about
    /// sequences.
    fn of_values(&self) -> Option<&dyn HeapGame> {
        None
    }

    /// Returns the largest heap whose value is known, if no period is proved and the answer names that heap.
    fn known_to(&self) -> Option<u64> {
        None
    }

    /// Shows the heaps up to this one that lose, until `each` breaks. Up to a large heap all but the first are
    /// found by the period: perhaps few lose, or none.
    fn losing(
        &self,
        heap: u64,
        misere: bool,
        each: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Flow {
        let pattern = if heap < LIST_LIMIT {
            None
        } else {
            self.period()?
        };
        // Values that rise are above 1 after two periods; others repeat those of the second.
        let last = pattern.map(|p| p.preperiod.saturating_add(p.period.saturating_mul(2)) - 1);
        let mut again = Vec::new();
        for n in 0..=last.map_or(heap, |last| last.min(heap)) {
            // A single tame heap is lost under misère play when its value is 1.
            if self.grundy(n)? == u64::from(misere) {
                if pattern.is_some_and(|p| p.saltus == 0 && n >= p.preperiod + p.period) {
                    again.push(n);
                }
                if each(n).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        let Some(Pattern { period, .. }) = pattern else {
            return Ok(ControlFlow::Continue(()));
        };
        // Without this the walk below would find no heap and not end.
        if again.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let heaps = (1u128..).flat_map(|k| {
            again
                .iter()
                .map(move |&n| u128::from(n) + k * u128::from(period))
        });
        Ok(heaps
            .take_while(|&n| n <= heap.into())
            .try_for_each(|n| each(n as u64)))
    }

    /// Takes the engine that found values since this was asked before, if any were found.
    fn take_chosen(&self) -> Option<HeapEngine> {
        None
    }

    /// Says whether all its heaps are tame, by a theorem.
    fn is_tame(&self) -> bool {
        false
    }

    /// Returns the amounts that moves take, if they take amounts of a set.
    fn amounts(&self) -> Option<Amounts> {
        None
    }
}

impl HeapGame for Subtraction {
    fn grundy(&self, heap: u64) -> Result<u64, Limit> {
        Subtraction::grundy(self, heap)
    }

    fn count_to(&self, heap: u64, target: u64) -> Result<u128, Limit> {
        self.amounts_to(heap, target)
            .map(|ranges| amounts::total(&ranges))
    }

    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut Visit<'_>,
    ) -> Flow {
        let ranges = match target {
            Some(target) => self.amounts_to(from, target)?,
            None => self.amounts().runs_up_to(from),
        };
        Ok(amounts::visit_moves(index, from, &ranges, visit))
    }

    fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit> {
        Subtraction::sequence(self, heap, each)
    }

    fn period(&self) -> Result<Option<Pattern>, Limit> {
        Ok(Subtraction::period(self))
    }

    fn losing(
        &self,
        heap: u64,
        misere: bool,
        each: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Flow {
        Subtraction::losing(self, heap, misere, each)
    }

    fn take_chosen(&self) -> Option<HeapEngine> {
        Subtraction::take_chosen(self)
    }

    fn is_tame(&self) -> bool {
        true
    }

    fn amounts(&self) -> Option<Amounts> {
        Some(Subtraction::amounts(self).clone())
    }
}

impl HeapGame for Breaking {
    fn grundy(&self, heap: u64) -> Result<u64, Limit> {
        Breaking::grundy(self, heap)
    }

    fn count_to(&self, heap: u64, target: u64) -> Result<u128, Limit> {
        self.count_moves_to(heap, target)
    }

    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut Visit<'_>,
    ) -> Flow {
        self.moves_to(from, target, &mut |to| visit(broken(index, from, &to.left)))
    }

    fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit> {
        Breaking::sequence(self, heap, each)
    }

    fn period(&self) -> Result<Option<Pattern>, Limit> {
        Ok(self.pattern())
    }

    fn known_to(&self) -> Option<u64> {
        Breaking::known_to(self)
    }

    fn take_chosen(&self) -> Option<HeapEngine> {
        Breaking::take_chosen(self)
    }
}

// Heaps are below 2⁶⁴ − 1, so that their values fit 64 bits.
impl HeapGame for Lasker {
    fn grundy(&self, heap: u64) -> Result<u64, Limit> {
        Ok(Lasker::grundy(*self, heap) as u64)
    }

    fn count_to(&self, heap: u64, target: u64) -> Result<u128, Limit> {
        Ok(self.count_moves_to(heap, target.into()))
    }

    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut Visit<'_>,
    ) -> Flow {
        let target = target.map(u128::from);
        Ok(self.moves_to(from, target, |to| visit(broken(index, from, &to.left))))
    }
}

/// Writes a move that leaves these heaps of a heap, as answers write it.
pub fn broken(index: usize, from: u64, left: &[u64]) -> Move {
    match *left {
        [] => Move::Heap { index, from, to: 0 },
        [to] => Move::Heap { index, from, to },
        [small, large] => Move::Split {
            index,
            from,
            parts: [small, large],
        },
        _ => {
            let parts = left.iter().map(|&heap| Tuple::new(&[heap])).collect();
            Move::Parts {
                index,
                from: Tuple::new(&[from]),
                parts,
            }
        }
    }
}

/// A sum of heaps.
pub struct Heaps<'a, G> {
    /// The heaps.
    pub heaps: &'a [u64],
    /// The kind of play.
    pub play: Play,
    /// The game of the heaps.
    pub game: G,
    /// Whether the game knows all moves, or those only that some heap here can spare.
    pub whole: bool,
    /// The context of the record.
    pub context: &'a Context,
    /// The amounts that moves take, if they are sets that repeat for ever and the game is that of their code.
    pub sets: Option<AmountSets>,
    /// The heaps that have become those of another game, and that game.
    pub opened: Option<(&'a [bool], CacheRef<Breaking>)>,
}

impl<'a, G: Deref<Target: HeapGame + Sized> + Send + 'a> Heaps<'a, G> {
    /// Makes a sum of heaps under normal play, of a game that knows all moves.
    pub fn new(heaps: &'a [u64], game: G, context: &'a Context) -> Self {
        Heaps {
            heaps,
            play: Play::Normal,
            game,
            whole: true,
            context,
            sets: None,
            opened: None,
        }
    }

    /// Returns the heaps ready to be asked, with their position under misère play if that is asked about.
    pub fn open(self, misere: Option<Box<dyn OpenPosition>>) -> Box<dyn OpenPosition + 'a> {
        let count = self.heaps.len();
        let play = self.play;
        let is_tame = self.sets.is_some() || self.game.is_tame();
        Box::new(
            Summed::new(count, self)
                .tame(is_tame, play)
                .with_misere(misere),
        )
    }

    /// Returns the game with Grundy values.
    fn of_values(&self) -> &dyn HeapGame {
        self.game.of_values().unwrap_or(&*self.game)
    }

    /// Asks the game of a heap.
    fn ask<T>(
        &self,
        index: usize,
        ask: impl FnOnce(&dyn HeapGame, u64) -> Result<T, Limit>,
    ) -> Result<T, Fault> {
        let game = self.game(index);
        let answer = ask(game, self.heaps[index]);
        self.context.notes.engine_if_any(game.take_chosen());
        answer.map_err(at(index))
    }

    /// Returns the game of a heap.
    fn game(&self, index: usize) -> &dyn HeapGame {
        match &self.opened {
            Some((opened, game)) if opened.get(index) == Some(&true) => &**game,
            _ => &*self.game,
        }
    }
}

/// Opens a record whose heaps vary.
pub fn varied<'a, G: Deref<Target: HeapGame + Sized> + Send + 'a>(
    record: &'a Record<'a>,
    context: &'a Context,
    game: G,
    play: Play,
) -> Box<dyn OpenPosition + 'a> {
    let ranges = varied::heaps(record);
    let Context { budget, notes, .. } = context;
    varied::open(record, move || {
        let component = |(i, &range): (usize, &Range)| {
            let period = || {
                game.period()
                    .ok()
                    .flatten()
                    .filter(|known| known.saltus == 0)
            };
            varied::histogram(range, budget, period, |heap| {
                game.grundy(heap).map_err(at(i))
            })
        };
        let components = ranges
            .iter()
            .enumerate()
            .map(component)
            .collect::<Result<Vec<_>, Fault>>();
        notes.engine_if_any(game.take_chosen());
        let components = components?;
        Ok(match play {
            Play::Normal => convolution::losing(&components, budget)?,
            Play::Misere => convolution::losing_misere(&components, budget)?,
        })
    })
}

impl<'a, G: Deref<Target: HeapGame + Sized> + Send + 'a> Sum for Heaps<'a, G> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.ask(index, |game, heap| game.grundy(heap))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        self.ask(index, |game, heap| game.count_to(heap, target))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        self.ask(index, |game, heap| {
            game.visit_moves(index, heap, target, visit)
        })
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }
}

impl<'a, G: Deref<Target: HeapGame + Sized> + Send + 'a> Heaps<'a, G> {
    /// Returns the one heap that an ask is about.
    fn one_heap(&self, ask: Ask) -> Result<u64, Fault> {
        match self.heaps {
            &[heap] => Ok(heap),
            _ => Err(Fault::unsupported(ask)),
        }
    }
}

impl<'a, G: Deref<Target: HeapGame + Sized> + Send + 'a> HeapAsks for Heaps<'a, G> {
    fn sequence(&mut self, ask: Ask, show: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
        let heap = self.one_heap(ask)?;
        if heap >= LIST_LIMIT {
            let message =
                format!("`sequence` lists up to {LIST_LIMIT} values, heap {heap} needs more");
            return Err(at(0)(Limit::fixed(message)));
        }
        let mut next = 0;
        let mut each = |value| {
            show(next, value);
            next += 1;
        };
        let game = self.of_values();
        let shown = game.sequence(heap, &mut each);
        self.context.notes.engine_if_any(game.take_chosen());
        shown.map_err(at(0))
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let heap = self.one_heap(Ask::Losing)?;
        let misere = self.play == Play::Misere;
        let game = self.of_values();
        let losing = amounts::losing(|each| game.losing(heap, misere, each));
        self.context.notes.engine_if_any(game.take_chosen());
        losing.map_err(at(0))
    }

    fn paths(&mut self, modulus: Option<u64>) -> Result<Paths, Fault> {
        let ask = Ask::Paths(modulus);
        let heap = self.one_heap(ask)?;
        let amounts = match &self.sets {
            Some(sets) => sets.up_to(heap, &self.context.budget),
            None => Ok(self
                .of_values()
                .amounts()
                .ok_or_else(|| Fault::unsupported(ask))?),
        };
        let count = |amounts| amounts::count_paths(&amounts, heap, modulus, self.context.budget);
        amounts.and_then(count).map_err(at(0))
    }

    fn period(&mut self) -> Result<Searched<Period>, Fault> {
        let game = self.of_values();
        let period = if self.whole { game.period()? } else { None };
        self.context.notes.engine_if_any(game.take_chosen());
        if let Some(period) = period {
            return Ok(Searched::Found(as_period(period)));
        }
        // Only codes name the heap.
        let known_to = if self.sets.is_none() {
            game.known_to()
        } else {
            None
        };
        Ok(Searched::UpTo(known_to))
    }
}
