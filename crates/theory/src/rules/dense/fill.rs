//! Filling the table of a box.

use super::super::meter::Meter;
use super::super::options::{Position, names_of};
use super::super::reach::{DRAWN, LOST, WON, outcome_by, stuck};
use super::super::store::Known;
use super::super::tree::{Cond, Names, Rule};
use super::interval::{Bounds, bounds_of};
use super::order::{Order, walk};
use super::price;
use super::program::{Batch, Test, test};
use super::ray::Plan;
use super::runs::{Moves, batch_holds};
use super::sets::BoxSets;
use super::table::{Cell, Table};
use crate::sequence::store::Terms;
use grundy_machine::budget::Budget;
use grundy_machine::random::Random;
use grundy_machine::sync::progress::way;

/// Why a box was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// An option was needed before it was known.
    Order,
    /// A value does not fit in a cell.
    Value,
    /// The steps ended.
    Work,
    /// The steps would end long before the box is filled, which takes about this many.
    TooDear(u64),
}

/// A box with the value, or the outcome, of every position in it.
#[derive(Debug)]
pub struct Filled {
    tops: Vec<i64>,
    strides: Vec<i64>,
    cells: Cells,
}

#[derive(Debug)]
pub enum Cells {
    /// Values, or outcomes of rules without values.
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
    /// Outcomes.
    Bytes(Vec<u8>),
}

macro_rules! cells_of {
    ($($cell:ty => $cells:ident),*) => {$(
        impl From<Vec<$cell>> for Cells {
            fn from(cells: Vec<$cell>) -> Self {
                Cells::$cells(cells)
            }
        }
    )*};
}

cells_of!(u8 => Bytes, u16 => Narrow, u32 => Wide);

impl Cells {
    /// The value or outcome at a place; none if it is no position.
    fn known(&self, at: usize) -> Option<Known> {
        let (cell, illegal) = match self {
            Cells::Narrow(cells) => (cells[at].into(), u16::ILLEGAL.into()),
            Cells::Wide(cells) => (cells[at], u32::ILLEGAL),
            Cells::Bytes(cells) => (cells[at].into(), u8::ILLEGAL.into()),
        };
        (cell < illegal).then_some(cell)
    }
}

impl Filled {
    /// The box of one number from 0 to the last of these values, which are those of the whole rule.
    pub fn of_values(values: Terms<'static>) -> Option<Self> {
        let top = i64::try_from(values.count()).ok()? - 1;
        let (cells, most) = match values {
            Terms::Short(values) => (Cells::Narrow(values.into_owned()), u16::VALUES),
            Terms::Long(values) => (Cells::Wide(values.into_owned()), u32::VALUES),
            Terms::Bits(..) => return None,
        };
        let fit = |cell: usize| {
            cells
                .known(cell)
                .is_some_and(|value| (value as usize) < most)
        };
        let fits = top >= 0 && (0..=top as usize).all(fit);
        fits.then(|| Filled {
            tops: vec![top],
            strides: vec![1],
            cells,
        })
    }

    /// The values of a box of one number.
    pub fn terms(&self) -> Terms<'_> {
        match &self.cells {
            Cells::Narrow(cells) => Terms::Short((&cells[..]).into()),
            Cells::Wide(cells) => Terms::Long((&cells[..]).into()),
            Cells::Bytes(_) => Terms::Short((&[][..]).into()),
        }
    }

    /// The highest numbers of the box.
    pub fn tops(&self) -> &[i64] {
        &self.tops
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let width = match &self.cells {
            Cells::Narrow(_) => 2,
            Cells::Wide(_) => 4,
            Cells::Bytes(_) => 1,
        };
        size(&self.tops) * width
    }

    /// The value or outcome of a position; none outside of the box.
    pub fn known(&self, position: &[i64]) -> Option<Known> {
        let mut at = 0;
        for ((&n, &top), &stride) in position.iter().zip(&self.tops).zip(&self.strides) {
            if n < 0 || n > top {
                return None;
            }
            at += n * stride;
        }
        self.cells.known(at as usize)
    }

    /// The Grundy value of every position of a box of one number.
    pub fn values(&self) -> impl Iterator<Item = Known> {
        (0..size(&self.tops) as usize).filter_map(|at| self.cells.known(at))
    }
}

/// The number of positions of a box.
pub fn size(tops: &[i64]) -> u64 {
    tops.iter()
        .fold(1u64, |size, &top| size.saturating_mul(top as u64 + 1))
}

/// Why a box was not filled.
#[derive(Debug)]
pub struct Stopped {
    /// The reason.
    pub why: GivenUp,
    /// The filled part of a box of one number in which the steps ended.
    pub filled: Option<Filled>,
}

/// Fills the table of a closed box, in this order. Takes the steps it used from `work`. The values that
/// are known `before`, of a box of one number, are not found again if that can be spared. Half of the
/// memory is for the table and what helps to fill it.
///
/// # Errors
///
/// When the order does not do, or the steps end.
///
/// # Complexity
///
/// By what the kinds of moves look like; 2 bytes a position, or 4.
pub fn fill(
    rule: &Rule,
    tops: &[i64],
    order: &Order,
    before: Option<&Filled>,
    budget: &Budget,
    work: &mut u64,
) -> Result<Filled, Stopped> {
    // Values that once needed the wide cells need them again.
    let wide = matches!(
        before,
        Some(Filled {
            cells: Cells::Wide(_),
            ..
        })
    );
    if !wide {
        match fill_table::<u16>(rule, tops, order, before, budget, work) {
            Err(Stopped {
                why: GivenUp::Value,
                ..
            }) => {}
            filled => return filled,
        }
    }
    if size(tops).saturating_mul(4) > budget.memory / 2 {
        return Err(Stopped {
            why: GivenUp::Value,
            filled: None,
        });
    }
    fill_table::<u32>(rule, tops, order, before, budget, work)
}

/// Fills the table of a closed box with cells of this width. Bytes hold who wins; they are not for rules whose options
/// leave several positions, whose values it takes to know who wins.
///
/// # Errors
///
/// As [`fill`].
pub fn fill_table<T: Cell>(
    rule: &Rule,
    tops: &[i64],
    order: &Order,
    before: Option<&Filled>,
    budget: &Budget,
    work: &mut u64,
) -> Result<Filled, Stopped>
where
    Cells: From<Vec<T>>,
{
    let before = before.filter(|before| tops.len() == 1 && before.tops.len() == 1);
    let mut shared = BoxSets::new(tops, budget.memory / 4);
    let rays = order
        .is_natural()
        .then(|| Plan::of::<T>(rule, &shared))
        .flatten();
    if rays.is_none() {
        let known = before.map_or(0, |before| size(&before.tops));
        let steps = estimate(rule, order, known, *work, &mut shared);
        if steps > work.saturating_mul(2) {
            return Err(Stopped {
                why: GivenUp::TooDear(steps),
                filled: None,
            });
        }
    }
    let mut table = Table::<T>::new(tops, rule.splits(), T::UNKNOWN);
    if let Some(before) = before {
        for at in 0..size(&before.tops) as usize {
            if let Some(value) = before.cells.known(at) {
                table.set(at, T::of(value as usize));
            }
        }
    }
    table.limit = *work;
    mark_illegal(rule, &mut table, tops);
    let stopped = match rays {
        Some(rays) => {
            way("rays");
            rays.fill(&mut table, order, &mut shared)
        }
        None => fill_cells(rule, &mut table, order, &mut shared),
    }
    .err();
    *work = work.saturating_sub(table.work);
    let (strides, mut found) = (table.strides, table.cells);
    let Some(why) = stopped else {
        return Ok(Filled {
            tops: tops.to_vec(),
            strides,
            cells: found.into(),
        });
    };
    let filled = (why == GivenUp::Work && tops.len() == 1).then(|| {
        let known = found.iter().take_while(|&&cell| cell != T::UNKNOWN).count();
        found.truncate(known);
        Filled {
            tops: vec![known as i64 - 1],
            strides,
            cells: found.into(),
        }
    });
    Err(Stopped {
        why,
        filled: filled.filter(|filled| filled.tops[0] >= 0),
    })
}

fn tests(conds: &[Cond], bounds: &Bounds) -> Vec<Test> {
    conds.iter().map(|cond| test(cond, bounds, None)).collect()
}

fn mark_illegal<T: Cell>(rule: &Rule, table: &mut Table<T>, tops: &[i64]) {
    if rule.legal.is_empty() {
        return;
    }
    let (dims, strides) = (table.dims.clone(), table.strides.clone());
    let last = dims.len() - 1;
    let bounds = bounds_of(tops);
    let legal: Vec<Test> = rule
        .legal
        .iter()
        .map(|cond| test(cond, &bounds, Some(last as u8)))
        .collect();
    let natural = Order::Lexicographic((0..dims.len()).collect());
    walk(&natural, &dims, &strides, &mut |names, at, count| {
        let members = Batch::run(names[last], count);
        let alive = batch_holds(
            &Batch {
                names,
                slot: last as u8,
                members: &members,
                count,
            },
            &legal,
        );
        for (cell, _) in table.cells[at..at + count]
            .iter_mut()
            .zip(&alive)
            .filter(|(_, alive)| **alive == 0)
        {
            *cell = T::ILLEGAL;
        }
        true
    });
}

fn fill_cells<T: Cell>(
    rule: &Rule,
    table: &mut Table<T>,
    order: &Order,
    shared: &mut BoxSets,
) -> Result<(), GivenUp> {
    let (dims, strides) = (table.dims.clone(), table.strides.clone());
    let mut filler = Filler::new(rule, order, shared);
    let mut result = Ok(());
    walk(order, &dims, &strides, &mut |names, at, count| {
        table.add_found(count);
        result = filler.find_segment(table, names, at, count);
        result.is_ok()
    });
    result
}

/// Boxes of fewer positions are filled without an estimate.
const MIN_ESTIMATED: u64 = 1 << 14;
/// The positions whose steps are counted for an estimate.
const SAMPLES: u64 = 16;
/// The steps of one of them that are counted, a few milliseconds, if its share of all steps is less.
const SAMPLE_WORK: u64 = 1 << 20;

/// How many steps or more fill the rest of a table of which the first cells are known, by positions evenly spread,
/// without the dearest, which may be an exception. A position takes its steps whatever the table holds, so they are
/// counted in one of zeros, before the other is laid out.
fn estimate(rule: &Rule, order: &Order, known: u64, limit: u64, shared: &mut BoxSets) -> u64 {
    let size = size(&shared.tops);
    if size < MIN_ESTIMATED {
        return 0;
    }
    let mut zeros = Table::<u8>::new(&shared.tops, rule.splits(), 0);
    let mut filler = Filler::new(rule, order, shared);
    let mut random = Random::new(size);
    let (mut sum, mut dearest) = (0, 0);
    for sample in 0..SAMPLES {
        let at = (sample * size + random.below(size)) / SAMPLES;
        let numbers = zeros
            .dims
            .iter()
            .zip(&zeros.strides)
            .map(|(dim, stride)| at as i64 / stride % dim);
        let numbers: Position = numbers.collect();
        if at < known
            || !matches!(
                rule.is_position(&numbers, &mut Meter::new(SAMPLE_WORK)),
                Ok(true)
            )
        {
            continue;
        }
        let before = zeros.work;
        zeros.limit = before + SAMPLE_WORK.max(4 * (limit / size));
        zeros.cells[at as usize] = u8::UNKNOWN;
        let _ = filler.find_segment(&mut zeros, &mut names_of(&numbers), at as usize, 1);
        sum += zeros.work - before;
        dearest = dearest.max(zeros.work - before);
    }
    u64::try_from(u128::from(sum - dearest) * u128::from(size / SAMPLES)).unwrap_or(u64::MAX)
}

/// A rule compiled for a box.
struct Filler<T> {
    endings: Vec<(T, Vec<Test>)>,
    moves: Moves<T>,
    /// The steps of a position, with those of the clauses.
    price: u64,
    has_values: bool,
    /// The outcome of a player who cannot move.
    stuck: Known,
}

impl<T: Cell> Filler<T> {
    fn new(rule: &Rule, order: &Order, shared: &mut BoxSets) -> Self {
        let bounds = &bounds_of(&shared.tops);
        let clauses = rule.lose.iter().chain(&rule.win).chain(&rule.draw);
        let price = 4 + clauses
            .map(|cond| price::of_cond(cond, bounds))
            .sum::<u64>();
        let endings = [(LOST, &rule.lose), (WON, &rule.win), (DRAWN, &rule.draw)];
        Filler {
            endings: endings
                .into_iter()
                .filter(|(_, conds)| !conds.is_empty())
                .map(|(known, conds)| (T::of(known as usize), tests(conds, bounds)))
                .collect(),
            moves: Moves::new(&Vec::from_iter(&rule.kinds), order, shared),
            price,
            has_values: rule.has_values(),
            stuck: stuck(rule),
        }
    }

    /// Finds the values or the outcomes of positions that follow each other in their last number.
    fn find_segment(
        &mut self,
        table: &mut Table<T>,
        names: &mut Names,
        at: usize,
        count: usize,
    ) -> Result<(), GivenUp> {
        let last = table.dims.len() - 1;
        // The others are illegal, or known before.
        if table.cells[at..at + count].contains(&T::UNKNOWN) {
            self.moves.look_ahead(table, names, at, count);
            for at in at..at + count {
                if table.cells[at] == T::UNKNOWN {
                    self.find(table, names, at)?;
                }
                names[last] += 1;
            }
        }
        Ok(())
    }

    /// Finds the value or the outcome of a position.
    #[inline]
    fn find(&mut self, table: &mut Table<T>, names: &mut Names, at: usize) -> Result<(), GivenUp> {
        for (known, conds) in &self.endings {
            if conds.iter().any(|cond| cond.at(names) == Some(true)) {
                table.set(at, *known);
                return Ok(());
            }
        }
        table.begin(at);
        table.work += self.price;
        self.moves.mark(table, names);
        if table.is_over() {
            return Err(GivenUp::Work);
        }
        if table.marked(T::UNKNOWN) {
            return Err(GivenUp::Order);
        }
        let known = if self.has_values {
            table.mex().ok_or(GivenUp::Value)?
        } else {
            T::of(outcome_by(|known| table.marked(T::of(known as usize)), self.stuck) as usize)
        };
        table.set(at, known);
        Ok(())
    }
}
