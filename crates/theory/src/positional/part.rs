//! One connected part of a position, with a search of its own.

use super::cram::Cram;
use super::polyominoes::Polyominoes;
use super::symmetry::{Symmetry, symmetries};
use super::take::Take;
use super::taking::Taking;
use super::{Smalls, lines};
use crate::search::{Game, Meter, Search, Small};
use grundy_machine::budget::{Budget, Limit};

/// A part: its cells and its moves, by their numbers in the position.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) cells: Vec<u32>,
    pub(super) moves: Vec<u32>,
    /// The value, once it is known.
    pub(super) value: Option<u32>,
    /// Known to be worth more than 0.
    pub(super) positive: bool,
    /// Whether the theorems were asked.
    pub(super) settled: bool,
    pub(super) search: Option<Box<dyn Questions>>,
}

/// Questions about a part, or about what its `after`-th move leaves of it; steps are added to the account.
pub(super) trait Questions: Send {
    /// Returns the value.
    fn value(&mut self, after: Option<usize>, account: &mut Account) -> Result<u32, Limit>;
    /// Returns whether the value is this one.
    fn is(
        &mut self,
        after: Option<usize>,
        nimber: u32,
        account: &mut Account,
    ) -> Result<bool, Limit>;
    /// Returns the least value of the part that is not excluded.
    fn least(&mut self) -> u32;
    /// Gives back what later searches may use.
    fn close(self: Box<Self>, smalls: &mut Smalls);
}

/// The steps of a record, over all of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    pub(super) spent: u64,
    pub(super) work: u64,
}

impl std::fmt::Debug for dyn Questions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Questions")
    }
}

struct Searched<G: Game, K> {
    search: Box<Search<G>>,
    whole: G::Set,
    /// By move: what it leaves.
    after: Vec<G::Set>,
    /// The steps of each question, if they are the same whatever the search knows.
    steps: Option<u64>,
    /// Keeps what later searches may use.
    keep: K,
}

impl<G: Game, K> Searched<G, K> {
    fn counted<R>(
        &mut self,
        after: Option<usize>,
        account: &mut Account,
        ask: impl FnOnce(&mut Search<G>, G::Set) -> Result<R, Limit>,
    ) -> Result<R, Limit> {
        let set = after.map_or(self.whole, |i| self.after[i]);
        if let Some(steps) = self.steps {
            account.spent = account.spent.saturating_add(steps);
            if account.spent > account.work {
                return Err(Meter::new(Budget {
                    work: account.work,
                    ..Budget::default()
                })
                .too_hard());
            }
            return ask(&mut self.search, set);
        }
        let meter = self.search.meter();
        let before = meter.spent();
        meter.allow(account.work.saturating_sub(account.spent), account.work);
        let result = ask(&mut self.search, set);
        account.spent += self.search.meter().spent() - before;
        result
    }
}

impl<G: Game, K: FnOnce(Box<Search<G>>, &mut Smalls) + Send> Questions for Searched<G, K> {
    fn value(&mut self, after: Option<usize>, account: &mut Account) -> Result<u32, Limit> {
        self.counted(after, account, |search, set| search.value(set))
    }

    fn is(
        &mut self,
        after: Option<usize>,
        nimber: u32,
        account: &mut Account,
    ) -> Result<bool, Limit> {
        self.counted(after, account, |search, set| search.is(set, nimber))
    }

    fn least(&mut self) -> u32 {
        // The entries that the table of all records happens to hold must not show.
        if self.steps.is_some() {
            0
        } else {
            self.search.least(self.whole)
        }
    }

    fn close(self: Box<Self>, smalls: &mut Smalls) {
        let Searched { search, keep, .. } = *self;
        keep(search, smalls);
    }
}

/// The most cells a part may have that no theorem settles.
pub(super) const MAX_CELLS: usize = 4096;

/// A part with numbers and places of its own.
pub(super) struct Local<'a> {
    pub(super) cells: usize,
    pub(super) takes: Vec<Take>,
    /// Row and column of each cell, on a board.
    pub(super) places: Option<Vec<(u32, u32)>>,
    pub(super) is_cram: bool,
    pub(super) smalls: &'a mut Smalls,
}

/// The value of a part as far as it is known without a search.
pub(super) enum Settled {
    Value(u32),
    Positive,
    Open,
}

impl Local<'_> {
    /// Returns the value by theorems on lines, on symmetric parts, and on those that one move makes symmetric.
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

    pub(super) fn symmetries(&self) -> Vec<Symmetry> {
        self.places
            .as_ref()
            .map_or(Vec::new(), |places| symmetries(places, &self.takes))
    }

    /// Returns the search of this part, which has at most [`MAX_CELLS`] cells.
    ///
    /// # Errors
    ///
    /// When its moves take too much memory.
    pub(super) fn search(
        self,
        symmetries: &[Symmetry],
        budget: Budget,
    ) -> Result<Box<dyn Questions>, Limit> {
        if self.is_cram
            && let Some(places) = &self.places
            && let Some(search) = cram_search(places, &self.takes, self.smalls, budget)
        {
            return Ok(search);
        }
        // Each move is some sets, and so is each cell.
        let words = self.cells.div_ceil(64) as u64;
        let sets = 4 * (self.takes.len() + self.cells) as u64;
        if words * sets > budget.memory / 32 {
            return Err(Limit::memory(format!(
                "the {} moves of a connected part of {} cells take more than {} bytes",
                self.takes.len(),
                self.cells,
                budget.memory
            )));
        }
        Ok(match self.cells {
            0..=64 => self.by_cells::<1>(symmetries, budget),
            65..=128 => self.by_cells::<2>(symmetries, budget),
            129..=512 => self.by_cells::<8>(symmetries, budget),
            _ => self.by_cells::<64>(symmetries, budget),
        })
    }

    fn by_cells<const W: usize>(
        self,
        symmetries: &[Symmetry],
        budget: Budget,
    ) -> Box<dyn Questions> {
        let places = self.places.as_ref().filter(|_| self.is_cram);
        let polyominoes =
            places.map(|places| Polyominoes::new(places, &mut self.smalls.polyominoes));
        let game =
            Taking::<W>::new(self.cells, &self.takes, symmetries).with_polyominoes(polyominoes);
        let (whole, after) = (
            game.whole(),
            self.takes.iter().map(|take| game.after(take)).collect(),
        );
        let small = Small::new(budget.memory / 16);
        Box::new(Searched {
            search: Box::new(Search::new(game, small, budget)),
            whole,
            after,
            steps: None,
            keep: |_, _: &mut Smalls| {},
        })
    }
}

/// Returns the search of a part of Cram, in the layout that its box fits.
fn cram_search(
    places: &[(u32, u32)],
    takes: &[Take],
    smalls: &mut Smalls,
    budget: Budget,
) -> Option<Box<dyn Questions>> {
    let top = places.iter().map(|place| place.0).min()?;
    let left = places.iter().map(|place| place.1).min()?;
    let mut places: Vec<_> = places
        .iter()
        .map(|place| (place.0 - top, place.1 - left))
        .collect();
    let height = places.iter().map(|place| place.0).max()? + 1;
    let width = places.iter().map(|place| place.1).max()? + 1;
    if height > width {
        places
            .iter_mut()
            .for_each(|place| *place = (place.1, place.0));
    }
    let (height, width) = (height.min(width), height.max(width));
    Some(match (height, width) {
        (..=8, ..=8) => cram::<8, 8, 0>(&places, takes, smalls, budget)?,
        (..=3, ..=21) => cram::<3, 21, 1>(&places, takes, smalls, budget)?,
        (..=4, ..=16) => cram::<4, 16, 2>(&places, takes, smalls, budget)?,
        (..=5, ..=12) => cram::<5, 12, 3>(&places, takes, smalls, budget)?,
        (..=6, ..=10) => cram::<6, 10, 4>(&places, takes, smalls, budget)?,
        (..=7, ..=9) => cram::<7, 9, 5>(&places, takes, smalls, budget)?,
        _ => return None,
    })
}

/// The most cells of a part of Cram in 8 × 8 that is searched with a table that outlives the record.
const MAX_SHARED_CELLS: usize = 26;

/// Bytes of the table that outlives records.
const SHARED_BYTES: u64 = 64 << 20;

/// Returns the steps of a question about a part that is searched with the table of all records, by its cells: about
/// as many as the hardest such parts take.
pub(super) fn shared_steps(cells: usize) -> Option<u64> {
    (cells <= MAX_SHARED_CELLS).then(|| 1 << cells.saturating_sub(4))
}

/// Returns the search with the shared table, of a part of Cram on a board of `columns`, if it is small enough.
pub(super) fn shared(
    cells: &[u32],
    moves: impl Iterator<Item = impl Iterator<Item = u32>>,
    columns: u32,
    smalls: &mut Smalls,
) -> Option<Box<dyn Questions>> {
    let steps = shared_steps(cells.len())?;
    let place = |cell: u32| (cell / columns, cell % columns);
    let top = cells.iter().map(|&cell| place(cell).0).min()?;
    let left = cells.iter().map(|&cell| place(cell).1).min()?;
    let place = |cell: u32| (cell / columns - top, cell % columns - left);
    let whole = Cram::<8, 8>::set(cells.iter().map(|&cell| place(cell)))?;
    let after = moves.map(|taken| Some(whole & !Cram::<8, 8>::set(taken.map(place))?));
    let after = after.collect::<Option<Vec<u64>>>()?;
    let budget = Budget {
        memory: SHARED_BYTES,
        work: u64::MAX,
        threads: 1,
    };
    let fresh = || {
        Box::new(Search::new(
            Cram::default(),
            Small::new(SHARED_BYTES / 4),
            budget,
        ))
    };
    let search = smalls.shared.take().unwrap_or_else(fresh);
    // Of two, the one that knows more is kept.
    let keep = |search: Box<Search<Cram<8, 8>>>, smalls: &mut Smalls| {
        if smalls
            .shared
            .as_ref()
            .is_none_or(|there| there.known_components() < search.known_components())
        {
            smalls.shared = Some(search);
        }
    };
    Some(Box::new(Searched {
        search,
        whole,
        after,
        steps: Some(steps),
        keep,
    }))
}

/// Returns the search in words of `R` rows of `S` columns, the `N`-th layout.
fn cram<const R: u32, const S: u32, const N: usize>(
    places: &[(u32, u32)],
    takes: &[Take],
    smalls: &mut Smalls,
    budget: Budget,
) -> Option<Box<dyn Questions>> {
    let whole = Cram::<R, S>::set(places.iter().copied())?;
    let taken =
        |take: &Take| Cram::<R, S>::set(take.goes.iter().map(|&cell| places[cell as usize]));
    let after = takes
        .iter()
        .map(|take| Some(whole & !taken(take)?))
        .collect::<Option<Vec<u64>>>()?;
    let small = smalls.cram[N]
        .take()
        .unwrap_or_else(|| Small::new(budget.memory / 32));
    let search = Box::new(Search::new(Cram::<R, S>::default(), small, budget));
    let keep = |search: Box<Search<Cram<R, S>>>, smalls: &mut Smalls| {
        smalls.cram[N] = Some(search.into_small())
    };
    Some(Box::new(Searched {
        search,
        whole,
        after,
        steps: None,
        keep,
    }))
}
