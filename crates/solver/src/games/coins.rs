//! Coin turning games: coins on a strip, and products of two games on a plane. A player who cannot
//! move loses.
//!
//! Every head is a component. Values, and the moves that leave a value, are in
//! [`theory::coins`](crate::theory::coins).

use std::ops::ControlFlow;

use super::sum::{Sum, Summed, at};
use super::{CacheRef, Context, Opening, Standard, Visit, Visited, words};
use crate::record::{
    CoinRule, Fault, Move, Place, PositionKind, Record, Signature, Slot, Taken, Tuple, View,
};
use crate::theory::budget::Budget;
use crate::theory::coins::{Product, Rule, Strip};

static SIGNATURE: Signature = words("coins")
    .of(View::Plain)
    .slots(&[Slot::Coins])
    .position(PositionKind::Tuples { most: 2, mixed: false }, "PLACE…|ROW,COL…");

/// The coin turning games.
pub static COINS: Standard = Standard::new(&SIGNATURE, open);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
    let rules = &record.rules;
    let heads = &record.position.tuples;
    check_heads(record, rules.columns.is_some())?;
    let strip = |rule: CoinRule| {
        let (rule, key) = match rule {
            CoinRule::UpTo(number) => (Rule::UpTo(number), [0, number]),
            CoinRule::Exactly(number) => (Rule::Exactly(number), [1, number]),
            CoinRule::Run => (Rule::Run, [2, 0]),
            CoinRule::RunUpTo(number) => (Rule::RunUpTo(number), [3, number]),
        };
        context.cache.shared("coins", &key, Strip::bytes, || Ok(Strip::new(rule, context.budget)))
    };
    let first = strip(rules.coins.ok_or_else(no_rule)?)?;
    let budget = context.budget;
    Ok(match rules.columns {
        None => {
            let places = heads.iter().map(|head| head[0]).collect();
            Box::new(Summed::new(Heads { places, strip: first, part: record.part }))
        }
        Some(second) => {
            let cells = heads.iter().map(|head| (head[0], head[1])).collect();
            Box::new(Summed::new(Cells {
                cells,
                rows: first,
                cols: strip(second)?,
                part: record.part,
                budget,
            }))
        }
    })
}

/// The language lets no record without a rule pass.
fn no_rule() -> Fault {
    Fault::new(Place::Game, "the rule of the coins is missing", "name it: `coins up-to 3: 3 5 9`")
}

/// Checks that every head is a place, or a cell in a product, and named once.
fn check_heads(record: &Record<'_>, product: bool) -> Result<(), Fault> {
    let heads = &record.position.tuples;
    if !heads.is_empty() && (heads.arity() == 2) != product {
        let (message, help) = match product {
            true => ("a place stands where a cell is needed", "a product is played on cells: `3,5`"),
            false => {
                ("a cell stands where a place is needed", "on a strip, places are single numbers: `3 5`")
            }
        };
        return Err(Fault::new(Place::Position(0), message, help));
    }
    if let Some(i) = heads.iter().position(|head| head.contains(&0)) {
        return Err(Fault::new(Place::Position(i), "there is no place 0", "places count from 1"));
    }
    let mut seen = fxhash::FxHashSet::default();
    match heads.iter().position(|head| !seen.insert(head)) {
        Some(i) => Err(Fault::new(
            Place::Position(i),
            "this head is named twice",
            "name the place of each head once; all other coins are tails",
        )),
        None => Ok(()),
    }
}

struct Heads {
    places: Vec<u64>,
    strip: CacheRef<Strip>,
    /// Whether moves name their component, since there are other games.
    part: bool,
}

impl Sum for Heads {
    fn components(&self) -> usize {
        self.places.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.strip.value(self.places[index]).map_err(at(index))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        self.strip.count_to(self.places[index], target).map_err(at(index))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let index_shown = self.part.then_some(index);
        let mut flow = ControlFlow::Continue(());
        let mut each = |turned: &[u64]| {
            flow = visit(Move::Take { index: index_shown, what: Taken::Places(turned.into()) });
            flow.is_continue()
        };
        self.strip.moves_to(self.places[index], target, &mut each).map_err(at(index))?;
        Ok(flow)
    }
}

struct Cells {
    cells: Vec<(u64, u64)>,
    rows: CacheRef<Strip>,
    cols: CacheRef<Strip>,
    part: bool,
    budget: Budget,
}

impl Cells {
    fn product(&self) -> Product<'_> {
        Product::new(&self.rows, &self.cols, self.budget)
    }
}

impl Sum for Cells {
    fn components(&self) -> usize {
        self.cells.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let (row, col) = self.cells[index];
        self.product().value(row, col).map_err(at(index))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let (row, col) = self.cells[index];
        self.product().count_to(row, col, target).map_err(at(index))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let (row, col) = self.cells[index];
        let index_shown = self.part.then_some(index);
        let mut flow = ControlFlow::Continue(());
        let mut each = |rows: &[u64], cols: &[u64]| {
            let cells = rows.iter().flat_map(|&row| cols.iter().map(move |&col| Tuple::new(&[row, col])));
            flow = visit(Move::Take { index: index_shown, what: Taken::Cells(cells.collect()) });
            flow.is_continue()
        };
        self.product().moves_to(row, col, target, &mut each).map_err(at(index))?;
        Ok(flow)
    }
}
