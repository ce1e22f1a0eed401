//! Misère play: whole positions, not split, for under misère play a sum is not decided by values of
//! its parts.

use std::collections::HashMap;

use fxhash::FxBuildHasher;

use super::position::Setup;
use super::symmetry::{Symmetry, symmetries};
use super::take::Take;
use super::taking::Taking;
use crate::search::{Bits, Game, Meter, Set};
use grundy_machine::budget::{Budget, Limit};

/// The outcomes of a position and of its options under misère play: the player who cannot move wins.
pub struct Misere {
    search: Search,
}

impl std::fmt::Debug for Misere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Misere")
    }
}

/// Whether the player to move wins, or wins after a move.
type Search = Box<dyn FnMut(Option<usize>) -> Result<bool, Limit> + Send>;

/// The most cells with moves that are searched under misère play.
pub const MAX_CELLS: usize = 256;

impl Misere {
    /// Makes the position of a setup.
    ///
    /// # Errors
    ///
    /// When it has too many cells.
    pub fn new(setup: &Setup, budget: Budget) -> Result<Self, Limit> {
        let moves = &setup.moves;
        let mut cells: Vec<u32> = (0..moves.len())
            .flat_map(|mv| moves.needs(mv).iter().copied())
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let count = cells.len();
        if count > MAX_CELLS {
            return Err(Limit::fixed(format!(
                "under misère play positions of up to {MAX_CELLS} cells with moves are searched, not of {count}"
            )));
        }
        let takes = setup.takes(0..moves.len(), &cells);
        let symmetries = setup
            .places(&cells)
            .map_or(Vec::new(), |places| symmetries(&places, &takes));
        let search = match count {
            0..=64 => Whole::<1>::search_of(count, &takes, &symmetries, budget),
            65..=128 => Whole::<2>::search_of(count, &takes, &symmetries, budget),
            _ => Whole::<4>::search_of(count, &takes, &symmetries, budget),
        };
        Ok(Misere { search })
    }

    /// Returns whether the player to move wins.
    ///
    /// # Errors
    ///
    /// When the search would pass the budget.
    pub fn wins(&mut self) -> Result<bool, Limit> {
        (self.search)(None)
    }

    /// Returns whether the player to move wins after a move of the setup.
    ///
    /// # Errors
    ///
    /// When the search would pass the budget.
    pub fn wins_after(&mut self, mv: usize) -> Result<bool, Limit> {
        (self.search)(Some(mv))
    }
}

/// A depth-first search that remembers who wins.
struct Whole<const W: usize> {
    game: Taking<W>,
    known: HashMap<Bits<W>, bool, FxBuildHasher>,
    most: usize,
    meter: Meter,
}

impl<const W: usize> Whole<W> {
    fn search_of(cells: usize, takes: &[Take], symmetries: &[Symmetry], budget: Budget) -> Search {
        let game = Taking::new(cells, takes, symmetries);
        let after: Vec<Bits<W>> = takes.iter().map(|take| game.after(take)).collect();
        // A hash table holds its entries at least at seven sixteenths, and twice while it grows.
        let most = (budget.memory / 8 / (size_of::<Bits<W>>() as u64 + 2)) as usize;
        let mut whole = Whole {
            game,
            known: HashMap::default(),
            most,
            meter: Meter::new(budget),
        };
        Box::new(move |mv| whole.search(mv.map_or_else(|| whole.game.whole(), |mv| after[mv])))
    }

    /// Returns whether the player to move wins. The recursion is at most as deep as there are cells.
    fn search(&mut self, position: Bits<W>) -> Result<bool, Limit> {
        let position = self.game.canonical_whole(position);
        if let Some(&wins) = self.known.get(&position) {
            return Ok(wins);
        }
        let mut options = Vec::new();
        self.game.options(&position, |left, _| options.push(left));
        self.meter
            .spend((1 + options.len() as u64) * self.game.cost(&position))?;
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
