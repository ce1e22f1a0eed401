//! Genus sequences, `2^1,4,6`: the Grundy value of a position, and its misère Grundy values with 0, 1, 2, … heaps of 2 of nim.
//!
//! The misère Grundy value of a position without moves is 1, of any other the least number that no option has.
//! A heap of 2 may be made a heap of 1, which changes the value v of a position to v ⊕ 1, or be taken: so the value
//! with i heaps of 2 is the least number that is none of the options' values with i, nor v nor v ⊕ 1 for the value v with i − 1.
//! Once the options' values alternate and one value comes back after two steps, so do all.
//!
//! A position is *tame* if its genus is one of nim and all its options are tame. Sums of tame positions are
//! tame, and of the genus that nim has there (*On Numbers and Games*, chapter 12); other sums are searched.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::FxHashSet;
use grundy_machine::budget::Budget;

use crate::game::{self, HeapGame};
use crate::position::Heap;
use crate::quotient::Unfinished;
use crate::search::{Ground, Search};

/// The genus of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    grundy: u64,
    /// The misère values until the last two take turns for ever.
    misere: Vec<u64>,
}

impl Genus {
    /// The genus of a tame position of this value: *firm* if it has a part of a value above 1, *fickle* else.
    pub fn tame(grundy: u64, firm: bool) -> Self {
        let misere = match (firm, grundy) {
            (true, _) => vec![grundy, grundy ^ 2],
            (false, 0) => vec![1, 2, 0],
            (false, _) => vec![0, 3, 1],
        };
        Genus { grundy, misere }
    }

    /// Whether it is the genus of a position of nim, and then whether that is firm.
    fn of_nim(&self) -> Option<bool> {
        let mut tame = [true, false]
            .into_iter()
            .filter(|firm| *firm || self.grundy < 2);
        tame.find(|&firm| *self == Genus::tame(self.grundy, firm))
    }

    /// The misère value with `i` heaps of 2.
    pub(crate) fn misere(&self, i: usize) -> u64 {
        let last = self.misere.len() - 1;
        self.misere[if i <= last { i } else { last - (i - last) % 2 }]
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let misere: Vec<String> = self.misere.iter().map(u64::to_string).collect();
        write!(f, "{}^{}", self.grundy, misere.join(","))
    }
}

/// The least number that is none of these.
pub fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let values: FxHashSet<u64> = values.collect();
    (0..).find(|value| !values.contains(value)).unwrap_or(0)
}

/// Over how many heaps the growth of the steps is measured, and from how many steps on.
const WINDOW: usize = 8;
const MIN_STEPS: u64 = 1 << 23;

/// A growth of 1: growths are whole numbers of this part.
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

/// The known genera of the heaps of some games.
#[derive(Debug)]
struct KnownGenera {
    games: Vec<Arc<dyn HeapGame>>,
    /// By game: the genus of each heap, and whether it is tame, and then whether it is firm.
    known: Vec<Vec<(Genus, Option<bool>)>>,
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
            let below = misere
                .last()
                .map(|&value| [value, value ^ 1])
                .into_iter()
                .flatten();
            misere.push(mex(options
                .iter()
                .map(|option| option.misere(i))
                .chain(below)));
        }
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

    fn known(&self, sum: &[(u32, u32)]) -> Option<Genus> {
        let heap = |&(heap, game): &(u32, u32)| self.known[game as usize].get(heap as usize);
        if let [one] = sum {
            return heap(one).map(|(genus, _)| genus.clone());
        }
        let (mut grundy, mut firm) = (0, false);
        for part in sum {
            let (genus, tame) = heap(part)?;
            grundy ^= genus.grundy;
            firm |= (*tame)?;
        }
        Some(Genus::tame(grundy, firm))
    }
}

/// The genus of sums of heaps of some games, as far as it is found.
#[derive(Debug)]
pub struct Genera {
    heaps: KnownGenera,
    search: Search<Genus>,
    /// By game: the steps that each heap took, from 1 on.
    steps: Vec<Vec<u64>>,
}

impl Genera {
    /// Nothing is known but that of the empty heap.
    pub fn new(games: Vec<Arc<dyn HeapGame>>, budget: &Budget) -> Self {
        let known = vec![vec![(Genus::tame(0, false), Some(false))]; games.len()];
        let (search, steps) = (
            Search::new(games.len(), budget),
            vec![Vec::new(); games.len()],
        );
        Genera {
            heaps: KnownGenera { games, known },
            search,
            steps,
        }
    }

    /// The genus of a sum.
    ///
    /// # Errors
    ///
    /// If it needs more than the limits allow.
    pub fn of(&mut self, sum: &[Heap]) -> Result<Genus, Unfinished> {
        for &(game, heap) in sum {
            while self.heaps.known[game].len() as u64 <= heap {
                if self.far_too_many(game, heap) {
                    return Err(Unfinished::Work);
                }
                self.add(game)?;
            }
        }
        self.search.value(&self.heaps, sum)
    }

    /// Whether all heaps of a game to `top` are tame, and those above `last` firm. If larger heaps leave only sums with a
    /// heap above `last`, these are tame and firm, too: their options have the genera of heaps of nim that are firm.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn are_tame(&mut self, game: usize, last: u64, top: u64) -> Result<bool, Unfinished> {
        for heap in 0..=top {
            self.of(&[(game, heap)])?;
            if !self.heaps.known[game][heap as usize]
                .1
                .is_some_and(|firm| firm || heap <= last)
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the heaps to this one will need more than twice the steps that are left, if steps go on to grow as
    /// from the last but one [`WINDOW`] of heaps to the last.
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
        grown > 2 * u128::from(self.search.meter.0) * GROWTH_UNIT
    }

    /// Finds the genus of the next heap of a game.
    fn add(&mut self, game: usize) -> Result<(), Unfinished> {
        let (left, known) = (self.search.meter.0, &self.heaps.known[game]);
        let heap = known.len() as u64;
        let mut wild = |parts: &[u64]| {
            let tame = parts.iter().all(|&part| known[part as usize].1.is_some());
            if tame {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let wild = game::each_move(&*self.heaps.games[game], heap, &mut wild).is_break();
        let genus = self.search.value(&self.heaps, &[(game, heap)])?;
        let tame = genus.of_nim().filter(|_| !wild);
        self.heaps.known[game].push((genus, tame));
        self.steps[game].push(left - self.search.meter.0);
        Ok(())
    }
}
