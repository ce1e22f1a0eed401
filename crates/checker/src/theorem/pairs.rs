//! Pairs of numbers.
//!
//! - *Euclid's game*: of a = qb + r the moves leave b with r, b + r, …, (q − 1)b + r: a heap of q before the pair b, r,
//!   as in sequential nim. Where no number may fall to 0 and r is 0, it is a heap of q − 1 before nothing.
//! - *Wythoff's game* with K: lost where the piles are ⌊nα⌋ and ⌊nα⌋ + Kn, 2α = 2 − K + √(K² + 4) (Wythoff 1907 for
//!   K = 1, Fraenkel 1982). Both sequences rise, and no number is in both or missing in both, so each pile has
//!   one partner. Moves of both piles keep the difference of the piles within K − 1 of what it was, where two
//!   multiples of K are at most.
//! - *Take-away games* where K times as many may be taken: H(1) = 1, H(k + 1) = H(k) + H(m) for the least m with
//!   K·H(m) ≥ H(k). Each number is a sum of terms of which each is more than K times the next in one way, found by
//!   taking the largest term that fits; a heap is lost where the least term is above what may be taken
//!   (Schwenk 1970; Fibonacci nim: Whinihan 1963). A winning move takes the least terms of the heap: what it
//!   leaves has a least term above K times what it takes, so the terms of both together are those of the heap.

use std::ops::ControlFlow;

use grundy_record::{Move, Record, Tuple};
use num_bigint::BigInt;

use super::Known;
use super::rows::{before, lowered};
use crate::sums::{Sum, Visitor};
use crate::{Checked, GameId, Meter, rejected, unproved};

/// More terms are not computed.
const TERMS: usize = 1 << 16;

pub(super) fn known<'m>(record: &'m Record<'_>, game: GameId, meter: &'m Meter) -> Checked<Known<'m>> {
    let number = record.rules.number;
    let takes_away = matches!(game, GameId::TakeAway(_));
    let mut pairs = Vec::new();
    for tuple in record.position.tuples.iter() {
        meter.spend(256)?;
        pairs.push(match *tuple {
            [heap] if takes_away => [heap, heap.saturating_sub(1)],
            [a, b] => [a, b],
            _ => return rejected("a position has another number of numbers"),
        });
    }
    let written = record.position.tuples.iter().map(Tuple::new).collect();
    let rule = match game {
        GameId::Euclid => Rule::Euclid { least: u64::from(record.modifiers.positive) },
        GameId::Wythoff => Rule::Wythoff { less_than: number.unwrap_or(1) },
        GameId::TakeAway(factor) => {
            let factor = factor.or(number).unwrap_or(1);
            let largest = pairs.iter().map(|pair| pair[0]).max().unwrap_or(0);
            Rule::TakeAway { factor, terms: terms(factor, largest, meter)? }
        }
        _ => return rejected("no theorem is about this game"),
    };
    Ok(Known {
        outcome: !matches!(rule, Rule::Euclid { .. }),
        sum: Box::new(Pairs { rule, pairs, written, meter }),
    })
}

enum Rule {
    Euclid { least: u64 },
    Wythoff { less_than: u64 },
    TakeAway { factor: u64, terms: Vec<u64> },
}

struct Pairs<'m> {
    rule: Rule,
    pairs: Vec<[u64; 2]>,
    written: Vec<Tuple>,
    meter: &'m Meter,
}

/// The value of Euclid's game; no number falls below `least`.
fn euclid([a, b]: [u64; 2], least: u64) -> u64 {
    let (heap, behind) = quotient([a.max(b), a.min(b)], least);
    before(heap, behind)
}

/// Of the larger and the smaller number: the heap they are, and the value behind it.
fn quotient([a, b]: [u64; 2], least: u64) -> (u64, u64) {
    match b {
        0 => (0, 0),
        _ if a % b == 0 && least > 0 => (a / b - 1, 0),
        _ => (a / b, euclid([b, a % b], least)),
    }
}

/// ⌊nα⌋.
fn beatty(n: u64, less_than: u64) -> BigInt {
    let [n, k] = [n, less_than].map(BigInt::from);
    let root = (&n * &n * (&k * &k + 4u32)).sqrt();
    // n(2 − K) + ⌊n√(K² + 4)⌋ is at least 0: halves are rounded down.
    (n * (BigInt::from(2) - k) + root) / 2
}

/// The other pile of the lost pair n.
fn upper(n: u64, less_than: u64) -> BigInt {
    beatty(n, less_than) + BigInt::from(n) * less_than
}

/// The n for which a rising sequence, which does not fall behind n, is this number.
fn place(number: u64, sequence: impl Fn(u64) -> BigInt) -> Option<u64> {
    let wanted = BigInt::from(number);
    let (mut low, mut high) = (0, number);
    while low < high {
        let middle = low + (high - low) / 2;
        if sequence(middle) < wanted { low = middle + 1 } else { high = middle }
    }
    (sequence(low) == wanted).then_some(low)
}

/// The pile that makes a lost pair with this one.
fn partner(pile: u64, less_than: u64) -> Option<u64> {
    let other = match place(pile, |n| beatty(n, less_than)) {
        Some(n) => upper(n, less_than),
        None => beatty(place(pile, |n| upper(n, less_than))?, less_than),
    };
    u64::try_from(other).ok()
}

/// H(1), H(2), … to this number.
fn terms(factor: u64, largest: u64, meter: &Meter) -> Checked<Vec<u64>> {
    let (mut terms, mut at) = (vec![1u64], 0);
    loop {
        meter.spend(8)?;
        let last = terms[terms.len() - 1];
        while terms[at].saturating_mul(factor) < last {
            at += 1;
        }
        match last.checked_add(terms[at]).filter(|&next| next <= largest) {
            Some(_) if terms.len() == TERMS => return unproved("the terms are too many"),
            Some(next) => terms.push(next),
            None => return Ok(terms),
        }
    }
}

/// The terms of a number, the least first.
fn representation(mut number: u64, terms: &[u64]) -> Vec<u64> {
    let mut parts = Vec::new();
    while number > 0 {
        let term = terms[terms.partition_point(|&term| term <= number) - 1];
        parts.push(term);
        number -= term;
    }
    parts.reverse();
    parts
}

impl Sum for Pairs<'_> {
    fn components(&self) -> usize {
        self.pairs.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        self.meter.spend(1 << 14)?;
        let [a, b] = self.pairs[index];
        Ok(match &self.rule {
            Rule::Euclid { least } => euclid([a, b], *least),
            Rule::Wythoff { less_than } => u64::from(partner(a, *less_than) != Some(b)),
            Rule::TakeAway { terms, .. } => {
                u64::from(representation(a, terms).first().is_some_and(|&least| least <= b))
            }
        })
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        self.meter.spend(1 << 15)?;
        let [a, b] = self.pairs[index];
        let from = self.written[index];
        let mut to = |left: [u64; 2]| visitor(Move::Tuple { index, from, to: Tuple::new(&left) });
        let _ = match (&self.rule, target) {
            (Rule::Euclid { least }, _) => {
                let (heap, behind) = quotient([a.max(b), a.min(b)], *least);
                let small = a.min(b);
                let left = a.max(b) - if small == 0 { 0 } else { heap * small };
                let heaps = match target {
                    None => 0..heap,
                    Some(target) => match lowered(heap, behind, target) {
                        Some(to) => to..to + 1,
                        None => 0..0,
                    },
                };
                let mut lines = heaps.rev().map(|heap| left + heap * small);
                let mut both = || -> ControlFlow<()> {
                    if a >= b {
                        lines.clone().try_for_each(|left| to([left, b]))?;
                    }
                    if b >= a {
                        lines.try_for_each(|left| to([a, left]))?;
                    }
                    ControlFlow::Continue(())
                };
                both()
            }
            (Rule::Wythoff { .. }, None) => {
                let first = (0..a).rev().map(|left| [left, b]);
                let second = (0..b).rev().map(|left| [a, left]);
                // Whoever can move both can move one: this is as far as the first move is.
                first.chain(second).try_for_each(&mut to)
            }
            (Rule::Wythoff { less_than }, Some(_)) => {
                let mut won = Vec::new();
                won.extend(partner(b, *less_than).filter(|&left| left < a).map(|left| [left, b]));
                won.extend(partner(a, *less_than).filter(|&left| left < b).map(|left| [a, left]));
                let mut both = Vec::new();
                let k = i128::from(*less_than);
                let difference = i128::from(a) - i128::from(b);
                let floor = difference.div_euclid(k);
                for multiple in [floor, floor + 1] {
                    let Ok(n) = u64::try_from(multiple.unsigned_abs()) else { continue };
                    let piles =
                        [beatty(n, *less_than), upper(n, *less_than)].map(|pile| u64::try_from(pile).ok());
                    let [Some(small), Some(large)] = piles else { continue };
                    let left = if multiple < 0 { [small, large] } else { [large, small] };
                    if (multiple * k - difference).abs() < k && left[0] < a && left[1] < b {
                        both.push(left);
                    }
                }
                both.sort_unstable_by_key(|left| (a - left[0], b - left[1]));
                won.extend(both);
                won.into_iter().try_for_each(&mut to)
            }
            (Rule::TakeAway { factor, .. }, None) => {
                (1..=b.min(a)).try_for_each(|taken| to([a - taken, taken.saturating_mul(*factor)]))
            }
            (Rule::TakeAway { factor, terms }, Some(_)) => {
                let parts = representation(a, terms);
                let mut taken = 0;
                let mut won = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    taken += part;
                    let most = taken.saturating_mul(*factor);
                    if taken <= b && parts.get(at + 1).is_none_or(|&next| next > most) {
                        won.push([a - taken, most]);
                    }
                }
                won.into_iter().try_for_each(&mut to)
            }
        };
        Ok(())
    }
}
