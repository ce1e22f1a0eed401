//! Pairs of numbers: Wythoff's game, Euclid's game, and heaps with what may be taken of them now.
//!
//! A state is the two numbers: piles ascending; of take-away games the heap and the most that may be taken.

use std::ops::ControlFlow;

use grundy_record::{Move, Record, Tuple};

use super::{GameId, Rules, State, Visit};
use crate::{Checked, rejected};

enum Kind {
    /// Both piles at once by amounts that differ by less than this.
    Wythoff(u64),
    /// No number falls below this.
    Euclid(u64),
    /// At most so many times as many as before.
    TakeAway(u64),
}

/// The pairs of a record.
pub(super) struct Pairs {
    kind: Kind,
    /// As written.
    written: Vec<Tuple>,
    pairs: Vec<[u64; 2]>,
}

impl Pairs {
    pub(super) fn new(record: &Record<'_>, game: GameId) -> Checked<Pairs> {
        let number = record.rules.number;
        let kind = match game {
            GameId::Wythoff => Kind::Wythoff(number.unwrap_or(1)),
            GameId::Euclid => Kind::Euclid(u64::from(record.modifiers.positive)),
            GameId::TakeAway(Some(factor)) => Kind::TakeAway(factor),
            _ => Kind::TakeAway(number.unwrap_or(1)),
        };
        let takes_away = matches!(kind, Kind::TakeAway(_));
        let mut pairs = Vec::new();
        for tuple in record.position.tuples.iter() {
            pairs.push(match *tuple {
                [heap] if takes_away => [heap, heap.saturating_sub(1)],
                [a, b] => [a, b],
                _ => return rejected("a position has another number of numbers"),
            });
        }
        let written = record.position.tuples.iter().map(Tuple::new).collect();
        Ok(Pairs { kind, written, pairs })
    }
}

impl Rules for Pairs {
    fn components(&self) -> Vec<State> {
        // As they stand: moves are listed in the order of the two numbers.
        self.pairs.iter().map(|pair| State::from_slice(pair)).collect()
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let &[a, b] = state else { return ControlFlow::Continue(()) };
        let mut to = |left: [u64; 2], kept: [u64; 2]| {
            let mv = |index: usize| Move::Tuple { index, from: self.written[index], to: Tuple::new(&left) };
            visit(&mv, &[State::from_slice(&kept)])
        };
        let mut piles = |a: u64, b: u64| to([a, b], [a.min(b), a.max(b)]);
        match self.kind {
            Kind::Wythoff(less_than) => {
                (0..a).rev().try_for_each(|left| piles(left, b))?;
                (0..b).rev().try_for_each(|left| piles(a, left))?;
                for i in 1..=a {
                    let near =
                        i.saturating_sub(less_than - 1).max(1)..=i.saturating_add(less_than - 1).min(b);
                    for j in near {
                        piles(a - i, b - j)?;
                    }
                }
            }
            Kind::Euclid(least) => {
                let multiples = |from: u64, of: u64| {
                    std::iter::successors(from.checked_sub(of), move |left| left.checked_sub(of))
                        .take_while(move |&left| of > 0 && left >= least)
                };
                multiples(a, b).try_for_each(|left| piles(left, b))?;
                multiples(b, a).try_for_each(|left| piles(a, left))?;
            }
            Kind::TakeAway(factor) => {
                for taken in 1..=a.min(b) {
                    let (left, most) = (a - taken, taken.saturating_mul(factor));
                    to([left, most], [left, most.min(left)])?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
