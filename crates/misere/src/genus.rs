//! Genus sequences, `2^1,4,6`: the Grundy value of a position, and its misère Grundy values with 0, 1, 2, … heaps of 2 of nim.
//!
//! The misère Grundy value of a position without moves is 1. That of any other position is the least number that no
//! option has. A heap of 2 may be made a heap of 1, which changes the value v of a position to v ⊕ 1, or be taken. So
//! the value with i heaps of 2 is the least number that differs from the options' values with i heaps of 2, from v and
//! from v ⊕ 1, where v is the value with i − 1 heaps of 2. Once the options' values alternate and one value comes back
//! after two steps, all further values come back after two steps.
//!
//! A position is *tame* if its genus is one of nim and all its options are tame. Sums of tame positions are
//! tame, and of the genus that nim has there (*On Numbers and Games*, chapter 12); other sums are searched.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a heap that is read is in the list of those known"
)]

use crate::mex::mex;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_base::budget::Budget;

use crate::game::Heap;
use crate::game::{self, HeapGame};
use crate::growth::Unfinished;
use crate::search::{GameHeap, Ground, Search};

/// The genus of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The Grundy value under normal play.
    grundy: u64,
    /// The misère values, up to the last two, which alternate for ever.
    misere: Vec<u64>,
}

impl Genus {
    /// Returns the genus of a tame position of this value. The position is *firm* if it has a part of a value above 1,
    /// and *fickle* otherwise.
    pub fn tame(grundy: u64, firm: bool) -> Self {
        let misere = if firm {
            vec![grundy, grundy ^ 2]
        } else if grundy == 0 {
            vec![1, 2, 0]
        } else {
            vec![0, 3, 1]
        };
        Genus { grundy, misere }
    }

    /// Returns whether the position is firm, if this is the genus of a position of nim; otherwise `None`.
    fn of_nim(&self) -> Option<bool> {
        if *self == Genus::tame(self.grundy, true) {
            Some(true)
        } else if self.grundy < 2 && *self == Genus::tame(self.grundy, false) {
            Some(false)
        } else {
            None
        }
    }

    /// Returns the misère value with `i` heaps of 2.
    pub(crate) fn misere(&self, i: usize) -> u64 {
        let last = self.misere.len() - 1;
        let known = if i <= last { i } else { last - (i - last) % 2 };
        self.misere[known]
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let misere: Vec<String> = self.misere.iter().map(u64::to_string).collect();
        write!(f, "{}^{}", self.grundy, misere.join(","))
    }
}

/// The number of heaps over which the growth of the steps is measured; a guess.
const WINDOW: usize = 8;

/// The steps of a window from which on their growth is looked at; a guess.
const MIN_STEPS: u64 = 1 << 23;

/// The growth of 1: growths are counted in whole parts of it.
const GROWTH_UNIT: u128 = 1 << 32;

/// Raises a growth to a power, at most 2⁶⁴, which no number of steps reaches.
fn grown(mut growth: u128, mut times: u64) -> u128 {
    let mut power = GROWTH_UNIT;
    while times > 0 {
        if times % 2 == 1 {
            power = power.saturating_mul(growth) / GROWTH_UNIT;
        }
        growth = growth.saturating_mul(growth) / GROWTH_UNIT;
        times /= 2;
    }
    power
}

/// The genus of a heap.
#[derive(Debug)]
struct HeapGenus {
    /// The genus.
    genus: Genus,
    /// Whether the heap is firm; `None` if it is not tame.
    firm: Option<bool>,
}

/// The known genera of the heaps of some games.
#[derive(Debug)]
struct KnownGenera {
    /// The games.
    games: Vec<Arc<dyn HeapGame>>,
    /// The genera of the heaps 0, 1, 2, … of each game.
    known: Vec<Vec<HeapGenus>>,
}

impl Ground<Genus> for KnownGenera {
    fn games(&self) -> &[Arc<dyn HeapGame>] {
        &self.games
    }

    fn value(&self, options: &[Genus]) -> Genus {
        if options.is_empty() {
            return Genus::tame(0, false);
        }
        let settled = options
            .iter()
            .map(|option| option.misere.len())
            .max()
            .unwrap_or(0);
        let mut misere: Vec<u64> = Vec::new();
        while misere.len() < settled + 2 || misere[misere.len() - 1] != misere[misere.len() - 3] {
            let i = misere.len();
            let mut taken: Vec<u64> = options.iter().map(|option| option.misere(i)).collect();
            if let Some(&before) = misere.last() {
                taken.extend([before, before ^ 1]);
            }
            misere.push(mex(taken.into_iter()));
        }
        // The last two values alternate for ever, so a third of them says nothing new.
        while let [.., a, _, b] = misere[..]
            && a == b
        {
            misere.pop();
        }
        Genus {
            grundy: mex(options.iter().map(|option| option.grundy)),
            misere,
        }
    }

    fn known(&self, sum: &[GameHeap]) -> Option<Genus> {
        let heap = |heap: &GameHeap| self.known[heap.game as usize].get(heap.size as usize);
        if let [one] = sum {
            return heap(one).map(|known| known.genus.clone());
        }
        let mut grundy = 0;
        let mut firm = false;
        for part in sum {
            let part = heap(part)?;
            grundy ^= part.genus.grundy;
            firm |= part.firm?;
        }
        Some(Genus::tame(grundy, firm))
    }
}

impl KnownGenera {
    /// Returns whether some move of a heap leaves a heap that is not tame.
    fn has_wild_option(&self, game: usize, heap: u64) -> bool {
        let known = &self.known[game];
        let visited = game::each_move(&*self.games[game], heap, &mut |parts| {
            if parts
                .iter()
                .all(|&part| known[part as usize].firm.is_some())
            {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        visited.is_break()
    }
}

/// The genus of sums of heaps of some games, as far as it has been found.
#[derive(Debug)]
pub struct Genera {
    /// The genera of heaps.
    heaps: KnownGenera,
    /// The search for the genera of sums.
    search: Search<Genus>,
    /// The steps that the heaps 1, 2, … of each game took.
    steps: Vec<Vec<u64>>,
}

impl Genera {
    /// Knows only the genus of the empty heap.
    pub fn new(games: Vec<Arc<dyn HeapGame>>, budget: &Budget) -> Self {
        let search = Search::new(games.len(), budget);
        let steps = vec![Vec::new(); games.len()];
        let empty_heap = || HeapGenus {
            genus: Genus::tame(0, false),
            firm: Some(false),
        };
        let known = games.iter().map(|_| vec![empty_heap()]).collect();
        Genera {
            heaps: KnownGenera { games, known },
            search,
            steps,
        }
    }

    /// Finds the genus of a sum.
    ///
    /// # Errors
    ///
    /// Fails if it needs more than the limits allow.
    pub fn of(&mut self, sum: &[Heap]) -> Result<Genus, Unfinished> {
        for &Heap { game, size } in sum {
            while self.heaps.known[game].len() as u64 <= size {
                if self.far_too_many(game, size) {
                    return Err(Unfinished::Work);
                }
                self.add(game)?;
            }
        }
        self.search.value(&self.heaps, sum)
    }

    /// Returns whether all heaps of a game to `top` are tame, and those above `last` are firm. If larger heaps leave only
    /// sums with a heap above `last`, they are also tame and firm: their options have the genera of firm heaps of nim.
    ///
    /// # Errors
    ///
    /// Fails as [`of`](Self::of) does.
    pub fn are_tame(&mut self, game: usize, last: u64, top: u64) -> Result<bool, Unfinished> {
        for heap in 0..=top {
            self.of(&[Heap { game, size: heap }])?;
            // `of` has found the heap, so that it is in memory.
            let is_right = match self.heaps.known[game][heap as usize].firm {
                Some(firm) => firm || heap <= last,
                None => false,
            };
            if !is_right {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the heaps to this one will need more than twice the steps that are left, if steps go on to grow
    /// as they did from the last but one [`WINDOW`] of heaps to the last one.
    fn far_too_many(&self, game: usize, heap: u64) -> bool {
        let mut windows = self.steps[game]
            .rchunks_exact(WINDOW)
            .map(|steps| steps.iter().sum::<u64>());
        let (Some(last), Some(before)) = (windows.next(), windows.next()) else {
            return false;
        };
        if last <= MIN_STEPS {
            return false;
        }
        let more = (heap - self.steps[game].len() as u64) / WINDOW as u64;
        let growth = u128::from(last) * GROWTH_UNIT / u128::from(before.max(1));
        let grown = u128::from(last).saturating_mul(grown(growth, more));
        grown > 2 * u128::from(self.search.meter.left()) * GROWTH_UNIT
    }

    /// Finds the genus of the next heap of a game.
    fn add(&mut self, game: usize) -> Result<(), Unfinished> {
        let steps_before = self.search.meter.left();
        let size = self.heaps.known[game].len() as u64;
        let genus = self.search.value(&self.heaps, &[Heap { game, size }])?;
        let firm = if self.heaps.has_wild_option(game, size) {
            None
        } else {
            genus.of_nim()
        };
        self.heaps.known[game].push(HeapGenus { genus, firm });
        self.steps[game].push(steps_before - self.search.meter.left());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_raised_to_powers_without_overflow() {
        assert_eq!(grown(5 * GROWTH_UNIT, 0), GROWTH_UNIT);
        assert_eq!(grown(2 * GROWTH_UNIT, 10), 1024 * GROWTH_UNIT);
        assert_eq!(grown(GROWTH_UNIT / 2, 10), GROWTH_UNIT / 1024);
        assert_eq!(grown(GROWTH_UNIT, u64::MAX), GROWTH_UNIT);
        // The result is more than any number of steps.
        assert!(grown(2 * GROWTH_UNIT, 1 << 40) > u128::from(u64::MAX));
    }
}
