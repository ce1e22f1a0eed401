//! Filling the table of a box.

use super::super::options::names_of;
use super::super::reach::{DRAWN, LOST, WON};
use super::super::store::Known;
use super::super::tree::{Cond, Rule};
use super::closure::{Test, test};
use super::each::{Run, Shared};
use super::given_up::GivenUp;
use super::interval::{Bounds, bounds_of};
use super::order::{Order, walk};
use super::runs::run_of;
use super::table::{Cell, Table};
use super::{line, prefix, ray};

/// A box with the value, or the outcome, of every position in it.
#[derive(Debug)]
pub struct Filled {
    tops: Vec<i64>,
    strides: Vec<i64>,
    cells: Cells,
}

#[derive(Debug)]
enum Cells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Filled {
    /// The highest numbers of the box.
    pub fn tops(&self) -> &[i64] {
        &self.tops
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        match &self.cells {
            Cells::Narrow(cells) => cells.len() as u64 * 2,
            Cells::Wide(cells) => cells.len() as u64 * 4,
        }
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
        match &self.cells {
            Cells::Narrow(cells) => {
                Some(cells[at as usize]).filter(|&cell| cell < u16::ILLEGAL).map(Known::from)
            }
            Cells::Wide(cells) => Some(cells[at as usize]).filter(|&cell| cell < u32::ILLEGAL),
        }
    }

    /// The Grundy value of every position, in the order of the table.
    pub fn values(&self) -> Box<dyn Iterator<Item = Known> + '_> {
        match &self.cells {
            Cells::Narrow(cells) => Box::new(cells.iter().map(|&cell| Known::from(cell))),
            Cells::Wide(cells) => Box::new(cells.iter().copied()),
        }
    }
}

/// The number of positions of a box.
pub fn size(tops: &[i64]) -> u64 {
    tops.iter().fold(1u64, |size, &top| size.saturating_mul(top as u64 + 1))
}

/// Fills the table of a closed box, in this order. Takes the steps it used from `work`.
///
/// # Errors
///
/// When the order does not do, or the steps end.
///
/// # Complexity
///
/// By what the kinds of moves look like; 2 bytes a position, or 4.
pub fn fill(rule: &Rule, tops: &[i64], order: &Order, bytes: u64, work: &mut u64) -> Result<Filled, GivenUp> {
    match fill_cells::<u16>(rule, tops, order, bytes, work) {
        Ok(table) => Ok(done(tops, table.strides, Cells::Narrow(table.cells))),
        Err(GivenUp::Value) if size(tops).saturating_mul(4) <= bytes => {
            let table = fill_cells::<u32>(rule, tops, order, bytes, work)?;
            Ok(done(tops, table.strides, Cells::Wide(table.cells)))
        }
        Err(given_up) => Err(given_up),
    }
}

fn done(tops: &[i64], strides: Vec<i64>, cells: Cells) -> Filled {
    Filled { tops: tops.to_vec(), strides, cells }
}

fn tests(conds: &[Cond], bounds: &Bounds) -> Vec<Test> {
    conds.iter().map(|cond| test(cond, bounds)).collect()
}

fn fill_cells<T: Cell>(
    rule: &Rule,
    tops: &[i64],
    order: &Order,
    bytes: u64,
    work: &mut u64,
) -> Result<Table<T>, GivenUp> {
    let mut table = Table::<T>::new(tops);
    let mut shared = Shared::new(tops, bytes / 2);
    let bounds = bounds_of(tops);
    let dims = table.dims.clone();
    let strides = table.strides.clone();
    let limit = *work;
    if !rule.legal.is_empty() {
        let legal = tests(&rule.legal, &bounds);
        let natural = Order::Lexicographic((0..dims.len()).collect());
        let cells = &mut table.cells;
        let mut names = names_of(&[]);
        walk(&natural, &dims, &strides, &mut |position, at| {
            for (name, &n) in names.iter_mut().zip(position) {
                *name = n;
            }
            if !legal.iter().all(|cond| cond(&names) == Some(true)) {
                cells[at] = T::ILLEGAL;
            }
            true
        });
    }
    let endings: Vec<(T, Vec<Test>)> = [(LOST, &rule.lose), (WON, &rule.win), (DRAWN, &rule.draw)]
        .into_iter()
        .filter(|(_, conds)| !conds.is_empty())
        .map(|(known, conds)| (T::of(known as usize), tests(conds, &bounds)))
        .collect();
    let values = rule.has_values();
    let natural = order.is_natural();
    if natural && values {
        let whole = ray::fill(rule, &mut table, &mut shared, limit)
            .or_else(|| prefix::fill(rule, &mut table, tops, limit));
        if let Some(result) = whole {
            *work = work.saturating_sub(table.work);
            return result.map(|()| table);
        }
    }
    let line = if values { line::forms(rule) } else { None };
    let line_from = line.as_ref().map_or(usize::MAX, |(_, from)| *from);
    let runs: Vec<Run<T>> = rule.kinds.iter().filter_map(|kind| run_of(kind, &mut shared)).collect();
    let stuck = if rule.misere { WON } else { LOST };
    let mut given_up = GivenUp::Order;
    let mut names = names_of(&[]);
    let finished = walk(order, &dims, &strides, &mut |position, at| {
        if at >= line_from {
            return false;
        }
        if table.cells[at] == T::ILLEGAL {
            return true;
        }
        for (name, &n) in names.iter_mut().zip(position) {
            *name = n;
        }
        for (known, conds) in &endings {
            if conds.iter().any(|cond| cond(&names) == Some(true)) {
                table.cells[at] = *known;
                return true;
            }
        }
        table.begin();
        table.work += 4;
        for run in &runs {
            run(&mut table, &mut names);
        }
        if table.marked(T::UNKNOWN) {
            return false;
        }
        if table.work > limit {
            given_up = GivenUp::Work;
            return false;
        }
        table.cells[at] = if values {
            match table.mex() {
                Some(least) => least,
                None => {
                    given_up = GivenUp::Value;
                    return false;
                }
            }
        } else {
            table.outcome(stuck)
        };
        true
    });
    if let Some((forms, from)) = line
        && table.cells.get(from.wrapping_sub(1)).is_some_and(|&cell| cell != T::UNKNOWN)
        && table.cells.get(from) == Some(&T::UNKNOWN)
    {
        table.work += ((table.cells.len() - from) * forms.len()) as u64;
        if table.work > limit {
            return Err(GivenUp::Work);
        }
        line::fill(&mut table.cells, &forms, from);
        *work = work.saturating_sub(table.work);
        return Ok(table);
    }
    *work = work.saturating_sub(table.work);
    if finished { Ok(table) } else { Err(given_up) }
}
