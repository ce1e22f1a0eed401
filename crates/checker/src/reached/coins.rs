//! Coin turning games: each head is a part of its own.
//!
//! A state is the place of a head; of a product, its row and column.

use std::ops::ControlFlow;

use grundy_record::{CoinRule, Move, Record, Taken, Tuple};

use super::{Rules, State, Visit};
use crate::{Checked, rejected};

/// The heads of a record.
pub(super) struct Heads {
    first: CoinRule,
    second: Option<CoinRule>,
    heads: Vec<State>,
}

impl Heads {
    pub(super) fn new(record: &Record<'_>) -> Checked<Heads> {
        let rules = &record.rules;
        let Some(first) = rules.coins else { return rejected("there is no rule of the coins") };
        let heads: Vec<State> = record.position.tuples.iter().map(State::from_slice).collect();
        let arity = if rules.columns.is_some() { 2 } else { 1 };
        if heads.iter().any(|head| head.len() != arity || head.contains(&0)) {
            return rejected("a head lies at no place");
        }
        let mut sorted = heads.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return rejected("a head is named twice");
        }
        Ok(Heads { first, second: rules.columns, heads })
    }
}

/// Visits what coins a move of a head turns, the head first: fewer coins first, then lower places.
fn turns(rule: CoinRule, place: u64, visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
    let runs = |most: u64, visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>| {
        let mut turned = Vec::new();
        for coin in (place.saturating_sub(most - 1).max(1)..=place).rev() {
            turned.push(coin);
            visit(&turned)?;
        }
        ControlFlow::Continue(())
    };
    match rule {
        CoinRule::UpTo(most) => {
            (0..most.min(place)).try_for_each(|more| choose(more, &mut vec![place], visit))
        }
        CoinRule::Exactly(number) if number > place => ControlFlow::Continue(()),
        CoinRule::Exactly(number) => choose(number - 1, &mut vec![place], visit),
        CoinRule::Run => runs(place, visit),
        CoinRule::RunUpTo(most) => runs(most, visit),
    }
}

/// Visits these coins with so many more to the left of the last.
fn choose(
    more: u64,
    turned: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if more == 0 {
        return visit(turned);
    }
    let end = turned.last().copied().unwrap_or(0);
    for place in more..end {
        turned.push(place);
        choose(more - 1, turned, visit)?;
        turned.pop();
    }
    ControlFlow::Continue(())
}

impl Rules for Heads {
    fn components(&self) -> Vec<State> {
        self.heads.clone()
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let mut parts: Vec<State> = Vec::new();
        match *state {
            [place] => turns(self.first, place, &mut |turned| {
                parts.clear();
                parts.extend(turned[1..].iter().map(|&coin| State::from_slice(&[coin])));
                visit(&|_| Move::Take { index: None, what: Taken::Places(turned.into()) }, &parts)
            }),
            [row, column] => turns(self.first, row, &mut |rows| {
                turns(self.second.unwrap_or(self.first), column, &mut |columns| {
                    let cells =
                        || rows.iter().flat_map(|&row| columns.iter().map(move |&column| [row, column]));
                    parts.clear();
                    parts.extend(cells().skip(1).map(|cell| State::from_slice(&cell)));
                    let what = || Taken::Cells(cells().map(|cell| Tuple::new(&cell)).collect());
                    visit(&|_| Move::Take { index: None, what: what() }, &parts)
                })
            }),
            _ => ControlFlow::Continue(()),
        }
    }
}
