//! Coin turning games (Winning Ways, chapter 14; Lenstra 1978).
//!
//! - *Up to 1*: every head is worth 1. *Up to 2*: a head at place p is worth p. *Up to 3*: of 2(p − 1) and
//!   2(p − 1) + 1 it is worth the one with an odd number of ones (Mock Turtles).
//! - *Exactly T*: the first T − 1 places are worth 0, place p as much as place p − T + 1 under *up to T*.
//! - *Runs*: the largest power of 2 that divides p; of at most T coins, none above T (Ruler).
//! - *Products*: the nim-product of the values of row and column (Conway, On Numbers and Games; the Tartan
//!   theorem).

use std::ops::ControlFlow;

use grundy_record::{CoinRule, Move, Record, Taken};

use super::Known;
use crate::sums::{Sum, Visitor};
use crate::{Checked, Meter, rejected, unproved};

pub(super) fn known<'m>(record: &'m Record<'_>, meter: &'m Meter) -> Checked<Known<'m>> {
    let rules = (record.rules.coins, record.rules.columns);
    let arity = if rules.1.is_some() { 2 } else { 1 };
    let mut heads: Vec<&[u64]> = record.position.tuples.iter().collect();
    if heads.iter().any(|head| head.len() != arity || head.contains(&0)) {
        return rejected("a head lies at no place");
    }
    let written = heads.clone();
    heads.sort_unstable();
    if heads.windows(2).any(|pair| pair[0] == pair[1]) {
        return rejected("a head is named twice");
    }
    Ok(Known { sum: Box::new(Heads { rules, heads: written, meter }), outcome: false })
}

struct Heads<'m> {
    /// The rule of the rows, or of the only strip, and that of the columns.
    rules: (Option<CoinRule>, Option<CoinRule>),
    heads: Vec<&'m [u64]>,
    meter: &'m Meter,
}

/// The value of a head at a place.
fn value(rule: CoinRule, place: u64) -> Checked<u64> {
    let up_to = |most: u64, place: u64| match most {
        1 => Ok(1),
        2 => Ok(place),
        3 => match (place - 1).checked_mul(2) {
            Some(even) => Ok(even | u64::from(even.count_ones() % 2 == 0)),
            None => unproved("the value has more than 64 bits"),
        },
        _ => unproved("no theorem gives the values of this rule"),
    };
    let power = 1 << place.trailing_zeros();
    match rule {
        CoinRule::UpTo(most) => up_to(most, place),
        CoinRule::Exactly(number) if place < number => Ok(0),
        CoinRule::Exactly(number) => up_to(number, place - number + 1),
        CoinRule::Run => Ok(power),
        CoinRule::RunUpTo(most) => Ok(power.min(1 << most.ilog2())),
    }
}

/// The places below `end` where a head has this value, where these are few.
fn places(rule: CoinRule, wanted: u64, end: u64) -> Vec<u64> {
    let zeros = match rule {
        CoinRule::Exactly(number) => number - 1,
        _ => 0,
    };
    let coded = match rule {
        CoinRule::UpTo(2) | CoinRule::Exactly(2) => wanted,
        _ => wanted / 2 + 1,
    };
    let mut places: Vec<u64> = (1..=zeros).collect();
    places.extend(coded.checked_add(zeros).filter(|&place| place > zeros));
    places.retain(|&place| place > 0 && place < end && value(rule, place).is_ok_and(|value| value == wanted));
    places
}

/// The nim-product: of a Fermat power 2^2^k with itself one and a half times it, with smaller numbers the
/// ordinary product; the rest by distributing.
fn product(a: u64, b: u64, level: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    // Numbers of 2^level bits in halves.
    let half = 1 << (level - 1);
    let low = (1u64 << half) - 1;
    let ([a1, a0], [b1, b0]) = ([a >> half, a & low], [b >> half, b & low]);
    let times = |a, b| product(a, b, level - 1);
    let (high, cross, small) = (times(a1, b1), times(a1, b0) ^ times(a0, b1), times(a0, b0));
    (high ^ cross) << half ^ times(high, 1 << (half - 1)) ^ small
}

impl Heads<'_> {
    /// Visits what is turned where this many further coins leave this nim-sum.
    fn choose(
        &self,
        more: u64,
        target: u64,
        turned: &mut Vec<u64>,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Checked<ControlFlow<()>> {
        let Some(rule) = self.rules.0 else { return rejected("there is no rule of the coins") };
        let end = turned.last().copied().unwrap_or(0);
        let mut flow = ControlFlow::Continue(());
        if more == 0 {
            return Ok(if target == 0 { visit(turned) } else { flow });
        }
        let all = if more == 1 { places(rule, target, end) } else { Vec::new() };
        let further = if more == 1 { 0..0 } else { more..end };
        for place in all.into_iter().chain(further) {
            self.meter.spend(16)?;
            turned.push(place);
            flow = self.choose(more - 1, target ^ value(rule, place)?, turned, visit)?;
            turned.pop();
            if flow.is_break() {
                break;
            }
        }
        Ok(flow)
    }
}

impl Sum for Heads<'_> {
    fn components(&self) -> usize {
        self.heads.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        self.meter.spend(1 << 12)?;
        match (self.rules.0, self.rules.1, self.heads[index]) {
            (Some(first), None, &[place]) => value(first, place),
            (Some(first), Some(second), &[row, column]) => {
                Ok(product(value(first, row)?, value(second, column)?, 6))
            }
            _ => rejected("there is no rule of the coins"),
        }
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let (Some(rule), None, &[place], Some(target)) =
            (self.rules.0, self.rules.1, self.heads[index], target)
        else {
            return unproved("the moves of these coins are too many to explore");
        };
        let mut visit =
            |turned: &[u64]| visitor(Move::Take { index: None, what: Taken::Places(turned.into()) });
        let sizes = match rule {
            CoinRule::UpTo(most) => 0..most.min(place),
            CoinRule::Exactly(number) if number > place => 0..0,
            CoinRule::Exactly(number) => number - 1..number,
            CoinRule::Run | CoinRule::RunUpTo(_) => {
                let most = if let CoinRule::RunUpTo(most) = rule { most } else { place };
                let (mut turned, mut left) = (vec![place], 0);
                loop {
                    self.meter.spend(8)?;
                    if left == target && visit(&turned).is_break() {
                        return Ok(());
                    }
                    let next = place - turned.len() as u64;
                    if next == 0 || turned.len() as u64 == most {
                        return Ok(());
                    }
                    left ^= value(rule, next)?;
                    turned.push(next);
                }
            }
        };
        for more in sizes {
            if self.choose(more, target, &mut vec![place], &mut visit)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}
