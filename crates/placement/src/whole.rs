//! Positional games under misère play. Whole positions are searched, since values of parts do not decide a sum there.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a number of entries that memory has room for"
)]

use std::collections::HashMap;

use fxhash::FxBuildHasher;

use super::described::Setup;
use super::symmetry::{Symmetry, symmetries};
use super::take::Take;
use super::taking::Taking;
use crate::search::{Bits, ComponentGame, SearchMeter, Set};
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

/// The outcomes of a position and of its options under misère play: the player who cannot move wins.
pub struct Misere {
    /// The search of the setup's position.
    search: MisereSearch,
    /// The work of the search.
    meter: SearchMeter,
}

impl std::fmt::Debug for Misere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Misere")
    }
}

/// A function that says whether the player to move wins, or wins after a move.
type MisereSearch = Box<dyn FnMut(Option<usize>, &mut SearchMeter) -> Result<bool, Limit> + Send>;

/// The factor by which an option of a whole position takes longer than one of a part (`cram 10x11 misere: ? winner`).
const TIMES_A_PART: u64 = 2;

/// The largest number of cells with moves that are searched under misère play.
const MAX_MISERE_CELLS: usize = 256;

impl Misere {
    /// Makes the position of a setup.
    ///
    /// # Errors
    ///
    /// Fails when it has too many cells.
    pub fn new(setup: &Setup, budget: Budget) -> Result<Self, Limit> {
        let moves = &setup.moves;
        let mut cells: Vec<u32> = (0..moves.len())
            .flat_map(|mv| moves.needs(mv).iter().copied())
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let count = cells.len();
        if count > MAX_MISERE_CELLS {
            return Err(Limit::fixed(format!(
                "under misère play positions of up to {MAX_MISERE_CELLS} cells with moves are searched, not of {count}"
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
        Ok(Misere {
            search,
            meter: SearchMeter::new(budget),
        })
    }

    /// Returns whether the player to move wins.
    ///
    /// # Errors
    ///
    /// Fails when the search would pass the budget.
    pub fn wins(&mut self) -> Result<bool, Limit> {
        (self.search)(None, &mut self.meter)
    }

    /// Returns whether the player to move wins after a move of the setup.
    ///
    /// # Errors
    ///
    /// Fails when the search would pass the budget.
    pub fn wins_after(&mut self, mv: usize) -> Result<bool, Limit> {
        (self.search)(Some(mv), &mut self.meter)
    }

    /// Returns the steps spent.
    pub fn spent(&self) -> u64 {
        self.meter.spent()
    }
}

/// A depth-first search that remembers who wins.
struct Whole<const W: usize> {
    /// The part that all cells are.
    game: Taking<W>,
    /// Whether the player to move wins, by the cells that are left.
    known: HashMap<Bits<W>, bool, FxBuildHasher>,
    /// The largest number of positions that are remembered.
    most: usize,
}

impl<const W: usize> Whole<W> {
    /// Makes the search of positions with these cells and moves.
    fn search_of(
        cells: usize,
        takes: &[Take],
        symmetries: &[Symmetry],
        budget: Budget,
    ) -> MisereSearch {
        let game = Taking::new(cells, takes, symmetries);
        let after: Vec<Bits<W>> = takes.iter().map(|take| game.after(take)).collect();
        let entry_bytes = size_of::<Bits<W>>() as u64 + 2;
        let most = shares::placement::misere_outcomes(budget.memory) / entry_bytes;
        let mut whole = Whole {
            game,
            known: HashMap::default(),
            most: most as usize,
        };
        Box::new(move |mv, meter| {
            let position = match mv {
                None => whole.game.whole(),
                Some(mv) => after[mv],
            };
            whole.search(position, meter)
        })
    }

    /// Returns whether the player to move wins. The recursion is at most as deep as there are cells.
    fn search(&mut self, position: Bits<W>, meter: &mut SearchMeter) -> Result<bool, Limit> {
        let position = self.game.canonical_whole(position);
        if let Some(&wins) = self.known.get(&position) {
            return Ok(wins);
        }
        let mut options = Vec::new();
        self.game
            .options(&position, &mut |left, _| options.push(left));
        meter.spend((1 + options.len() as u64) * self.game.cost(&position) * TIMES_A_PART)?;
        // Options with the fewest cells left come first, since they are the least work.
        options.sort_unstable_by_key(|left| (left.count(), *left));
        options.dedup();
        let mut wins = options.is_empty();
        for left in options {
            if !self.search(left, meter)? {
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
