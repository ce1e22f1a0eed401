//! One connected part of a position, with a search of its own.

use super::board::Bounds;
use super::choice::PlacementEngine;
use super::cram::Cram;
use super::lines;
use super::polyominoes::Polyominoes;
use super::symmetry::{Symmetry, symmetries};
use super::take::Take;
use super::taking::Taking;
use crate::search::{ProofSearch, Set, Small};
use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::cell::Cell;
use grundy_base::shares;

/// A part, with its cells and its moves by their numbers in the position.
#[derive(Debug, Default)]
pub(super) struct ConnectedPart {
    /// The cells.
    pub(super) cells: Vec<u32>,
    /// The moves.
    pub(super) moves: Vec<u32>,
    /// The value, once it is known.
    pub(super) value: Option<u32>,
    /// Whether it is known to be worth more than 0.
    pub(super) positive: bool,
    /// Whether the theorems were asked.
    pub(super) settled: bool,
    /// The search, while it is kept.
    pub(super) search: Option<Box<dyn Questions>>,
}

/// The questions about a part, or about what its `after`-th move leaves of it. Steps are taken from the account of the record.
pub(super) trait Questions: Send {
    /// Returns the value.
    fn value(&mut self, after: Option<usize>, account: &mut StepMeter) -> Result<u32, Limit>;
    /// Returns whether the value is this one.
    fn is(
        &mut self,
        after: Option<usize>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, Limit>;
    /// Returns the least value of the part that is not excluded.
    fn least(&mut self) -> u32;
}

impl std::fmt::Debug for dyn Questions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Questions")
    }
}

/// A search that has begun.
pub(super) struct Begun {
    /// The search.
    pub(super) search: Box<dyn Questions>,
    /// The kind of search.
    pub(super) engine: PlacementEngine,
}

/// A part with its search.
struct Searched<S: Set> {
    /// The search.
    search: Box<ProofSearch<S>>,
    /// All cells of the part.
    whole: S,
    /// The parts that each move leaves.
    after: Vec<S>,
}

impl<S: Set> Searched<S> {
    /// Asks the search, and adds the steps to the account.
    fn counted<R>(
        &mut self,
        after: Option<usize>,
        account: &mut StepMeter,
        ask: impl FnOnce(&mut ProofSearch<S>, S) -> Result<R, Limit>,
    ) -> Result<R, Limit> {
        let set = after.map_or(self.whole, |i| self.after[i]);
        let meter = self.search.meter();
        let before = meter.spent();
        meter.allow(account.left(), account.allowed());
        let result = ask(&mut self.search, set);
        let spent = self.search.meter().spent() - before;
        debug_assert!(
            spent <= account.left(),
            "the search was allowed what is left"
        );
        let _ = account.spend(spent);
        result
    }
}

impl<S: Set> Questions for Searched<S> {
    fn value(&mut self, after: Option<usize>, account: &mut StepMeter) -> Result<u32, Limit> {
        self.counted(after, account, |search, set| search.value(set))
    }

    fn is(
        &mut self,
        after: Option<usize>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, Limit> {
        self.counted(after, account, |search, set| search.is(set, nimber))
    }

    fn least(&mut self) -> u32 {
        self.search.least(self.whole)
    }
}

/// A part with numbers and places of its own.
pub(super) struct Local {
    /// The number of cells.
    pub(super) cells: usize,
    /// The moves.
    pub(super) takes: Vec<Take>,
    /// The place of each cell, on a board.
    pub(super) places: Option<Vec<Cell>>,
    /// Whether the moves are those of Cram.
    pub(super) is_cram: bool,
}

/// The facts known of the value of a part without a search.
pub(super) enum Settled {
    /// The value.
    Value(u32),
    /// The value is more than 0.
    Positive,
    /// Nothing is known of the value.
    Open,
}

impl Local {
    /// Applies the theorems on lines, on symmetric parts, and on those that one move makes symmetric.
    pub(super) fn settled(&self, symmetries: &[Symmetry]) -> Settled {
        if let Some(value) = lines::value(self.cells, &self.takes) {
            return Settled::Value(value);
        }
        if symmetries
            .iter()
            .any(|symmetry| symmetry.repeats(&self.takes))
        {
            return Settled::Value(0);
        }
        if symmetries
            .iter()
            .any(|symmetry| symmetry.repeats_after_a_move(&self.takes))
        {
            return Settled::Positive;
        }
        Settled::Open
    }

    /// Returns the symmetries of the part.
    pub(super) fn symmetries(&self) -> Vec<Symmetry> {
        self.places
            .as_ref()
            .map_or(Vec::new(), |places| symmetries(places, &self.takes))
    }

    /// Begins the search of this part, which has at most [`MAX_SEARCHED_CELLS`] cells, and says which one it is.
    ///
    /// # Errors
    ///
    /// Fails when its moves take too much memory.
    pub(super) fn search(self, symmetries: &[Symmetry], budget: Budget) -> Result<Begun, Limit> {
        if self.is_cram
            && let Some(places) = &self.places
            && let Some(search) = cram_search(places, &self.takes, budget)
        {
            return Ok(Begun {
                search,
                engine: PlacementEngine::Cram,
            });
        }
        // Each move takes some sets, and so does each cell.
        let words = self.cells.div_ceil(64) as u64;
        let sets = 4 * (self.takes.len() + self.cells) as u64;
        if words * sets > shares::placement::sets_of_moves(budget.memory) {
            return Err(Limit::memory(format!(
                "the {} moves of a connected part of {} cells take more than {} bytes",
                self.takes.len(),
                self.cells,
                budget.memory
            )));
        }
        let search = match self.cells {
            0..=64 => self.by_cells::<1>(symmetries, budget),
            65..=128 => self.by_cells::<2>(symmetries, budget),
            129..=512 => self.by_cells::<8>(symmetries, budget),
            _ => self.by_cells::<64>(symmetries, budget),
        };
        Ok(Begun {
            search,
            engine: PlacementEngine::Taking,
        })
    }

    /// Begins the search with sets of `W` words.
    fn by_cells<const W: usize>(
        self,
        symmetries: &[Symmetry],
        budget: Budget,
    ) -> Box<dyn Questions> {
        let mut game = Taking::<W>::new(self.cells, &self.takes, symmetries);
        if self.is_cram
            && let Some(places) = &self.places
        {
            game = game.with_polyominoes(Polyominoes::new(places));
        }
        let whole = game.whole();
        let after = self.takes.iter().map(|take| game.after(take)).collect();
        let small = Small::new(shares::placement::small_components(budget.memory));
        Box::new(Searched {
            search: Box::new(ProofSearch::new(game, small, budget)),
            whole,
            after,
        })
    }
}

/// Begins the search of a part of Cram, in the layout that its box fits.
fn cram_search(places: &[Cell], takes: &[Take], budget: Budget) -> Option<Box<dyn Questions>> {
    let bounds = Bounds::around(places.iter().copied())?;
    let mut places: Vec<Cell> = places.iter().map(|&place| bounds.inside(place)).collect();
    let mut height = bounds.bottom - bounds.top + 1;
    let mut width = bounds.right - bounds.left + 1;
    if height > width {
        for place in &mut places {
            *place = place.transposed();
        }
        std::mem::swap(&mut height, &mut width);
    }
    Some(match (height, width) {
        (..=8, ..=8) => cram::<8, 8>(&places, takes, budget)?,
        (..=3, ..=21) => cram::<3, 21>(&places, takes, budget)?,
        (..=4, ..=16) => cram::<4, 16>(&places, takes, budget)?,
        (..=5, ..=12) => cram::<5, 12>(&places, takes, budget)?,
        (..=6, ..=10) => cram::<6, 10>(&places, takes, budget)?,
        (..=7, ..=9) => cram::<7, 9>(&places, takes, budget)?,
        _ => return None,
    })
}

/// Begins the search in words of `R` rows of `S` columns.
fn cram<const R: u32, const S: u32>(
    places: &[Cell],
    takes: &[Take],
    budget: Budget,
) -> Option<Box<dyn Questions>> {
    let whole = Cram::<R, S>::set(places.iter().copied())?;
    let taken =
        |take: &Take| Cram::<R, S>::set(take.goes.iter().map(|&cell| places[cell as usize]));
    let after = takes
        .iter()
        .map(|take| Some(whole & !taken(take)?))
        .collect::<Option<Vec<u64>>>()?;
    let small = Small::new(shares::placement::small_cram_components(budget.memory));
    let search = Box::new(ProofSearch::new(Cram::<R, S>::default(), small, budget));
    Some(Box::new(Searched {
        search,
        whole,
        after,
    }))
}
