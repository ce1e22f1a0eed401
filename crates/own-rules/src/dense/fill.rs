//! Filling the table of a box.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places of cells are those of a list in memory, and a rule has at most 8 numbers"
)]

use super::super::store::{DRAWN, Known, LOST, WON, outcome_by, stuck};
use super::interval::{Bounds, bounds_of, size};
use super::order::{Order, walk};
use super::price;
use super::program::{MemberBatch, Test, test};
use super::ray::RayPlan;
use super::runs::{Moves, batch_holds};
use super::sets::BoxSets;
use super::table::{GivenUp, Table, TableCell};
use crate::choice::Way;
use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_base::shares;
use grundy_base::sync::progress;
use grundy_heaps::sequence::store::Terms;
use grundy_rules::meter::Meter;
use grundy_rules::options::{RulePosition, names_of};
use grundy_rules::tree::{Cond, Names, Rule};

/// A box with the value, or the outcome, of every position in it.
#[derive(Debug)]
pub struct Filled {
    /// The highest numbers of the box.
    tops: Vec<i64>,
    /// The distance of places that differ by 1 in a number, for each number.
    strides: Vec<i64>,
    /// The values or outcomes, place after place.
    cells: Cells,
}

/// The cells of a filled box, as wide as it needs.
#[derive(Debug)]
pub enum Cells {
    /// Values, or outcomes of rules without values.
    Narrow(Vec<u16>),
    /// Values that do not fit in narrow cells.
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
    /// Returns the value or outcome at a place; `None` if it is no position.
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
    /// Returns the box of one number from 0 to the last of these values, which are those of the whole rule.
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

    /// Returns the values of a box of one number.
    pub fn terms(&self) -> Terms<'_> {
        match &self.cells {
            Cells::Narrow(cells) => Terms::Short((&cells[..]).into()),
            Cells::Wide(cells) => Terms::Long((&cells[..]).into()),
            Cells::Bytes(_) => Terms::Short((&[][..]).into()),
        }
    }

    /// Returns the highest numbers of the box.
    pub fn tops(&self) -> &[i64] {
        &self.tops
    }

    /// Counts the bytes held.
    pub fn bytes(&self) -> u64 {
        let width = match &self.cells {
            Cells::Narrow(_) => 2,
            Cells::Wide(_) => 4,
            Cells::Bytes(_) => 1,
        };
        size(&self.tops) * width
    }

    /// Returns the value or outcome of a position; `None` outside of the box.
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

    /// Returns the Grundy value of every position of a box of one number.
    pub fn values(&self) -> impl Iterator<Item = Known> {
        (0..size(&self.tops) as usize).filter_map(|at| self.cells.known(at))
    }
}

/// The reason why a box was not filled.
#[derive(Debug)]
pub struct Stopped {
    /// The reason.
    pub why: GivenUp,
    /// The filled part of a box of one number in which the steps ended, or of any box in which a value did not fit or
    /// an option was not known yet.
    pub filled: Option<Filled>,
}

impl Stopped {
    /// Makes the reason of a box of which nothing is filled.
    fn because(why: GivenUp) -> Self {
        Stopped { why, filled: None }
    }
}

/// A closed box that may be filled in some order, and about how many steps that takes.
pub struct Job<'r> {
    /// The rule.
    rule: &'r Rule,
    /// The order in which positions are found.
    order: Order,
    /// The highest numbers of the box, and what its kinds of moves share.
    shared: BoxSets,
    /// Whether cells are bytes that hold who wins. They are not for rules whose options leave several positions, whose
    /// values it takes to know who wins.
    as_outcomes: bool,
    /// The estimate of the steps.
    steps: u64,
}

impl<'r> Job<'r> {
    /// Weighs the filling of a box of which this many positions are known before. An estimate costs some milliseconds,
    /// or a small part of `most` steps.
    pub fn new(
        rule: &'r Rule,
        tops: &[i64],
        order: Order,
        as_outcomes: bool,
        known: u64,
        most: u64,
        budget: &Budget,
    ) -> Self {
        let bytes = shares::rules::lists(budget.memory);
        let mut shared = BoxSets::new(tops, bytes, shares::rules::list_steps(most));
        let by_rays = if as_outcomes {
            RayPlan::price::<u8>(rule, &order, &shared)
        } else {
            RayPlan::price::<u16>(rule, &order, &shared)
        };
        let steps = match by_rays {
            Some(steps) => steps,
            None => estimate(rule, &order, known, most, &mut shared),
        };
        Job {
            rule,
            order,
            shared,
            as_outcomes,
            steps,
        }
    }

    /// Estimates how many steps the filling takes, or more.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the highest numbers of the box.
    pub fn tops(&self) -> &[i64] {
        &self.shared.tops
    }

    /// Returns whether the table holds only who wins.
    pub fn as_outcomes(&self) -> bool {
        self.as_outcomes
    }

    /// Returns the ways in which the table was filled.
    pub fn ways(&self) -> &[Way] {
        &self.shared.ways
    }

    /// Fills the table. Takes the steps it used from `work`. The values that are known `before`, of a box of one
    /// number, are not found again. Half of the memory is for the table and what helps to fill it.
    ///
    /// # Errors
    ///
    /// Fails when the order does not do, or the steps end.
    ///
    /// # Complexity
    ///
    /// By what the kinds of moves look like; 2 bytes a position, or 4, or 1 of outcomes.
    pub fn fill(
        &mut self,
        before: Option<&Filled>,
        budget: &Budget,
        work: &mut u64,
    ) -> Result<Filled, Stopped> {
        // Ways that were compiled for an estimate do not count.
        self.shared.ways.clear();
        if self.steps > work.saturating_mul(2) {
            return Err(Stopped::because(GivenUp::TooDear(self.steps)));
        }
        let before = before.filter(|before| self.tops().len() == 1 && before.tops.len() == 1);
        if self.as_outcomes {
            return self.fill_table::<u8>(before, budget, work);
        }
        // Values that once needed the wide cells need them again.
        let wide = matches!(
            before,
            Some(Filled {
                cells: Cells::Wide(_),
                ..
            })
        );
        if wide {
            return self.fill_table::<u32>(before, budget, work);
        }
        match self.fill_table::<u16>(before, budget, work) {
            Err(Stopped {
                why: GivenUp::Value,
                filled: Some(narrow),
            }) => self.fill_table::<u32>(Some(&narrow), budget, work),
            filled => filled,
        }
    }

    /// Fills a table with cells of this width. If a value does not fit in one, the cells that are known stay known.
    fn fill_table<T: TableCell>(
        &mut self,
        before: Option<&Filled>,
        budget: &Budget,
        work: &mut u64,
    ) -> Result<Filled, Stopped>
    where
        Cells: From<Vec<T>>,
    {
        let Job {
            rule,
            order,
            shared,
            ..
        } = self;
        let tops = shared.tops.clone();
        if !fits::<T>(&tops, budget.memory) {
            return Err(Stopped::because(GivenUp::Value));
        }
        let mut table = Table::<T>::new(&tops, rule.splits(), T::UNKNOWN);
        table.limit = *work;
        mark_illegal(rule, &mut table, &tops);
        if let Some(before) = before {
            // The places of a box of one number, or of the same box.
            for at in 0..size(&before.tops) as usize {
                if let Some(value) = before.cells.known(at) {
                    table.set(at, T::of(value as usize));
                }
            }
        }
        let plan = if order.is_natural() {
            RayPlan::of::<T>(rule, shared)
        } else {
            None
        };
        let stopped = match plan {
            Some(plan) => {
                shared.went(Way::Rays);
                plan.fill(&mut table, order, shared)
            }
            None => fill_cells(rule, &mut table, order, shared),
        }
        .err();
        *work = work.saturating_sub(table.work);
        progress::add_steps(table.work);
        let strides = table.strides;
        let mut cells = table.cells;
        let Some(why) = stopped else {
            return Ok(Filled {
                tops,
                strides,
                cells: cells.into(),
            });
        };
        let filled = match why {
            // Whatever is known is right: a value is entered once all options are known.
            GivenUp::Value | GivenUp::Order => Some(Filled {
                tops,
                strides,
                cells: cells.into(),
            }),
            GivenUp::Work if tops.len() == 1 => {
                let known = cells.iter().take_while(|&&cell| cell != T::UNKNOWN).count();
                cells.truncate(known);
                Some(Filled {
                    tops: vec![known as i64 - 1],
                    strides,
                    cells: cells.into(),
                })
            }
            _ => None,
        };
        Err(Stopped {
            why,
            filled: filled.filter(|filled| filled.tops[0] >= 0),
        })
    }
}

/// Returns whether the table of a box with cells of this width takes at most half of the memory, with the marks of
/// values.
pub fn fits<T: TableCell>(tops: &[i64], memory: u64) -> bool {
    let marks = Table::<T>::MARKS as u64 * 4;
    let cells = size(tops).saturating_mul(std::mem::size_of::<T>() as u64);
    cells.saturating_add(marks) <= shares::rules::table(memory)
}

/// Compiles conditions over a box.
fn tests(conds: &[Cond], bounds: &Bounds) -> Vec<Test> {
    conds.iter().map(|cond| test(cond, bounds, None)).collect()
}

/// Marks the numbers of a box that are no position.
fn mark_illegal<T: TableCell>(rule: &Rule, table: &mut Table<T>, tops: &[i64]) {
    if rule.legal.is_empty() {
        return;
    }
    let dims = table.dims.clone();
    let strides = table.strides.clone();
    let last = dims.len() - 1;
    let bounds = bounds_of(tops);
    let price: u64 = rule
        .legal
        .iter()
        .map(|cond| price::of_cond(cond, &bounds))
        .sum();
    let legal: Vec<Test> = rule
        .legal
        .iter()
        .map(|cond| test(cond, &bounds, Some(last as u8)))
        .collect();
    let natural = Order::Lexicographic((0..dims.len()).collect());
    walk(&natural, &dims, &strides, &mut |names, at, count| {
        table.work += price * count as u64;
        if table.is_over() {
            return false;
        }
        let members = MemberBatch::run(names[last], count);
        let alive = batch_holds(
            &MemberBatch {
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

/// Finds the values or outcomes of all cells that are not known, in the order of the box.
fn fill_cells<T: TableCell>(
    rule: &Rule,
    table: &mut Table<T>,
    order: &Order,
    shared: &mut BoxSets,
) -> Result<(), GivenUp> {
    let dims = table.dims.clone();
    let strides = table.strides.clone();
    let mut filler = Filler::new(rule, order, shared);
    let mut result = Ok(());
    walk(order, &dims, &strides, &mut |names, at, count| {
        table.add_found(count);
        result = filler.find_segment(table, names, at, count);
        result.is_ok()
    });
    result
}

/// The number of positions below which a box is filled without an estimate.
const MIN_ESTIMATED: u64 = 1 << 10;
/// The number of positions whose steps are counted for an estimate.
const SAMPLES: u64 = 16;
/// The steps of such a position that are counted at most, unless its share of all steps is more: a few milliseconds.
const SAMPLE_WORK: u64 = 1 << 20;

/// Estimates, rather too low than too high, the steps that fill the rest of a table of which the first cells are known.
/// Positions that are evenly spread are looked at; the dearest is left out, since it may be an exception. A position
/// takes its steps whatever the table holds, so they are counted in a table of zeros, before the other is laid out.
fn estimate(rule: &Rule, order: &Order, known: u64, limit: u64, shared: &mut BoxSets) -> u64 {
    let size = size(&shared.tops);
    if size < MIN_ESTIMATED {
        return 0;
    }
    let of_lists = shared.steps();
    let mut filler = Filler::new(rule, order, shared);
    if shared.steps() == 0 {
        // What takes too long to list once would be found anew for each position.
        return size.saturating_mul(of_lists.max(1));
    }
    // The table that is laid out makes the same lists.
    shared.allow(of_lists);
    let mut zeros = Table::<u8>::new(&shared.tops, rule.splits(), 0);
    let mut random = Random::new(size);
    let mut sum = 0;
    let mut dearest = 0;
    for sample in 0..SAMPLES {
        let at = (sample * size + random.below(size)) / SAMPLES;
        let numbers = zeros
            .dims
            .iter()
            .zip(&zeros.strides)
            .map(|(dim, stride)| at as i64 / stride % dim);
        let numbers: RulePosition = numbers.collect();
        if at < known
            || !matches!(
                rule.is_position(&numbers, &mut Meter::new(SAMPLE_WORK)),
                Ok(true)
            )
        {
            continue;
        }
        let before = zeros.work;
        let of_one = SAMPLE_WORK.min(shares::rules::steps_of_a_sample(limit));
        zeros.limit = before + of_one.max(4 * (limit / size));
        zeros.cells[at as usize] = u8::UNKNOWN;
        let _ = filler.find_segment(&mut zeros, &mut names_of(&numbers), at as usize, 1);
        sum += zeros.work - before;
        dearest = dearest.max(zeros.work - before);
    }
    progress::add_steps(zeros.work);
    u64::try_from(u128::from(sum - dearest) * u128::from(size / SAMPLES)).unwrap_or(u64::MAX)
}

/// A rule compiled for a box.
struct Filler<T> {
    /// The outcomes of clauses that end play, each with its tests.
    endings: Vec<(T, Vec<Test>)>,
    /// The kinds of moves.
    moves: Moves<T>,
    /// The steps of a position, with those of the clauses.
    price: u64,
    /// Whether the rule has Grundy values.
    has_values: bool,
    /// The outcome of a player who cannot move.
    stuck: Known,
}

impl<T: TableCell> Filler<T> {
    /// Compiles a rule for a box, whose positions are found in this order.
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
        table.work += self.price;
        for (known, conds) in &self.endings {
            if conds.iter().any(|cond| cond.at(names) == Some(true)) {
                table.set(at, *known);
                return Ok(());
            }
        }
        table.begin(at);
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
