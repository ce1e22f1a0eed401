//! Misère play: whole positions, not split, for under misère play a sum is not decided by values of
//! its parts.

use std::collections::HashMap;

use fxhash::FxBuildHasher;

use super::position::Setup;
use super::symmetry::symmetries;
use super::take::Take;
use super::taking::Taking;
use crate::budget::{Budget, Limit};
use crate::search::{Bits, Game, Meter, Set};

/// The outcomes of a position and of its options under misère play: the player who cannot move wins.
pub struct Misere {
    search: Box<dyn Outcomes>,
}

impl std::fmt::Debug for Misere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Misere")
    }
}

trait Outcomes: Send {
    fn wins(&mut self) -> Result<bool, Limit>;
    fn wins_after(&mut self, mv: usize) -> Result<bool, Limit>;
}

/// The most cells with moves that are searched under misère play.
pub const MOST_CELLS: usize = 256;

impl Misere {
    /// The position of a setup.
    ///
    /// # Errors
    ///
    /// When it has too many cells.
    pub fn new(setup: &Setup, budget: Budget) -> Result<Self, Limit> {
        let moves = &setup.moves;
        let mut cells: Vec<u32> = (0..moves.len()).flat_map(|mv| moves.needs(mv).iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        let number = |cell: &u32| cells.binary_search(cell).ok().map(|number| number as u32);
        let numbers = |list: &[u32]| {
            let mut numbers: Vec<u32> = list.iter().filter_map(number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let takes: Vec<Take> = (0..moves.len())
            .map(|mv| Take { needs: numbers(moves.needs(mv)), goes: numbers(moves.goes(mv)) })
            .collect();
        let places: Option<Vec<(u32, u32)>> =
            setup.columns.map(|columns| cells.iter().map(|cell| (cell / columns, cell % columns)).collect());
        let symmetries = places.map_or(Vec::new(), |places| symmetries(&places, &takes));
        let count = cells.len();
        let search: Box<dyn Outcomes> = match count {
            0..=64 => Box::new(Whole::<1>::new(Taking::new(count, &takes, &symmetries), &takes, budget)),
            65..=128 => Box::new(Whole::<2>::new(Taking::new(count, &takes, &symmetries), &takes, budget)),
            129..=MOST_CELLS => {
                Box::new(Whole::<4>::new(Taking::new(count, &takes, &symmetries), &takes, budget))
            }
            _ => {
                return Err(Limit::fixed(format!(
                    "under misère play positions of up to {MOST_CELLS} cells with moves are searched, not of {count}"
                )));
            }
        };
        Ok(Misere { search })
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    ///
    /// When the search would pass the budget.
    pub fn wins(&mut self) -> Result<bool, Limit> {
        self.search.wins()
    }

    /// Whether the player to move wins after a move of the setup.
    ///
    /// # Errors
    ///
    /// When the search would pass the budget.
    pub fn wins_after(&mut self, mv: usize) -> Result<bool, Limit> {
        self.search.wins_after(mv)
    }
}

/// A depth-first search that remembers who wins.
struct Whole<const W: usize> {
    game: Taking<W>,
    after: Vec<Bits<W>>,
    known: HashMap<Bits<W>, bool, FxBuildHasher>,
    most: usize,
    meter: Meter,
}

impl<const W: usize> Whole<W> {
    fn new(game: Taking<W>, takes: &[Take], budget: Budget) -> Self {
        let after = takes.iter().map(|take| game.after(take)).collect();
        // A hash table holds its entries at least at seven sixteenths, and twice while it grows.
        let most = (budget.memory / 8 / (size_of::<Bits<W>>() as u64 + 2)) as usize;
        Whole { game, after, known: HashMap::default(), most, meter: Meter::new(budget) }
    }

    /// Whether the player to move wins. The recursion is at most as deep as there are cells.
    fn search(&mut self, position: Bits<W>) -> Result<bool, Limit> {
        let position = self.game.canonical_whole(position);
        if let Some(&wins) = self.known.get(&position) {
            return Ok(wins);
        }
        let mut options = Vec::new();
        self.game.options(&position, |left, _| options.push(left));
        self.meter.spend((1 + options.len() as u64) * self.game.cost(&position))?;
        // Those with the fewest cells left first: they are the least work.
        options.sort_unstable_by_key(|left| (left.count(), *left));
        options.dedup();
        let mut wins = options.is_empty();
        for left in options {
            if !self.search(left)? {
                wins = true;
                break;
            }
        }
        if self.known.len() < self.most {
            self.known.insert(position, wins);
        }
        Ok(wins)
    }
}

impl<const W: usize> Outcomes for Whole<W> {
    fn wins(&mut self) -> Result<bool, Limit> {
        self.search(self.game.whole())
    }

    fn wins_after(&mut self, mv: usize) -> Result<bool, Limit> {
        self.search(self.after[mv])
    }
}
