//! Closed forms of the literature, each stated once. An answer that rests on one is counted as such, and
//! the tests of this crate compare each with exploring.

use fxhash::FxHashMap;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::explore::Value;
use crate::game::{ListedMove, PositionNumbers};
use crate::moves::coins::TurningRule;
use crate::{By, Fail, PlayOutcome, Res};

/// A function of positions.
pub type Formula<'g, P, T> = Box<dyn Fn(&P) -> Res<T> + 'g>;

/// A statement about the positions of a game.
pub struct Theorem<'g> {
    /// Its source.
    pub source: &'static str,
    /// The ground on which it rests.
    pub by: By,
    /// The value of each position, if it gives values.
    pub value: Option<Formula<'g, [u64], Value>>,
    /// The outcome of all components of a game together, if it gives outcomes.
    pub outcome: Option<Formula<'g, [PositionNumbers], PlayOutcome>>,
    /// The moves of a component that may win beside a nim-sum of the others, and the first one, if all are too many to
    /// list; all, if they are asked for and few.
    pub candidates: Option<Candidates<'g>>,
}

/// Moves of a component beside others of a value, with whether all are asked for.
type Candidates<'g> = Box<dyn Fn(&[u64], u64, bool) -> Res<Vec<ListedMove>> + 'g>;

impl<'g> Theorem<'g> {
    /// One that gives the value of each position, which may be infinite.
    pub fn values(source: &'static str, value: impl Fn(&[u64]) -> Res<Value> + 'g) -> Theorem<'g> {
        Theorem {
            source,
            by: By::Theorem,
            value: Some(Box::new(value)),
            outcome: None,
            candidates: None,
        }
    }

    /// One that gives the value of each position.
    pub fn value(source: &'static str, value: impl Fn(&[u64]) -> Res<u64> + 'g) -> Theorem<'g> {
        Theorem::values(source, move |position| value(position).map(Value::Finite))
    }

    /// One that gives the outcomes of sums.
    pub fn outcome(
        source: &'static str,
        outcome: impl Fn(&[PositionNumbers]) -> Res<PlayOutcome> + 'g,
    ) -> Theorem<'g> {
        Theorem {
            source,
            by: By::Theorem,
            value: None,
            outcome: Some(Box::new(outcome)),
            candidates: None,
        }
    }

    /// One that says which single positions are lost.
    pub fn lost(source: &'static str, lost: impl Fn(&[u64]) -> Res<bool> + 'g) -> Theorem<'g> {
        Theorem::outcome(source, move |parts| match parts {
            [part] => Ok(if lost(part)? {
                PlayOutcome::Lose
            } else {
                PlayOutcome::Win
            }),
            _ => Err(Fail::TooLarge),
        })
    }

    /// The value of some parts together.
    pub fn value_of(&self, parts: &[PositionNumbers]) -> Res<Value> {
        let value = self.value.as_ref().ok_or(Fail::TooLarge)?;
        parts
            .iter()
            .try_fold(Value::Finite(0), |sum, part| Ok(sum.plus(&value(part)?)))
    }
}

/// The theorem about heaps of a game, if there is one.
///
/// - A heap of nim has its size for value. Misère nim is played as nim until no heap is larger than 1; from there on
///   the player to move loses if the number of heaps is odd.
/// - Lasker's Nim: 4k + 3 and 4k + 4 change places.
pub fn of_heaps<'g>(game: &str, misere: bool) -> Option<Theorem<'g>> {
    match game {
        "nim" | "nimble" => {
            // Those to heaps of 0, 1 and the nim-sum of the others.
            let candidates = |heap: &[u64], rest: u64, _: bool| {
                let targets = [heap[0].saturating_sub(1), rest, 1, 0]
                    .into_iter()
                    .sorted()
                    .rev()
                    .dedup();
                Ok(targets
                    .filter(|&to| to < heap[0])
                    .map(|to| ListedMove::to_heaps(&[to]))
                    .collect())
            };
            Some(Theorem {
                candidates: Some(Box::new(candidates)),
                ..as_nim("Bouton 1902", Ok, misere)
            })
        }
        "lasker" => {
            let value = |heap: u64| match heap % 4 {
                0 if heap > 0 => Ok(heap - 1),
                3 => heap.checked_add(1).ok_or(Fail::TooLarge),
                _ => Ok(heap),
            };
            Some(as_nim("Winning Ways, chapter 4", value, misere))
        }
        _ => None,
    }
}

/// Heaps of these values that can be taken whole, and be left as a heap of 1, are played as nim is under misère play,
/// too: of several heaps above 1 one stays, so that a value of 0 is lost; one alone has a value above 1, and is left as
/// nothing or as 1 so that the number of ones is odd.
fn as_nim<'g>(source: &'static str, value: fn(u64) -> Res<u64>, misere: bool) -> Theorem<'g> {
    let outcome = move |heaps: &[PositionNumbers]| {
        let ones = heaps
            .iter()
            .all(|heap| heap.first().is_none_or(|&size| size <= 1));
        let sum = heaps
            .iter()
            .flatten()
            .try_fold(0, |sum, &heap| Ok(sum ^ value(heap)?))?;
        Ok(if (sum == 0) != ones {
            PlayOutcome::Lose
        } else {
            PlayOutcome::Win
        })
    };
    if misere {
        Theorem::outcome(source, outcome)
    } else {
        Theorem::value(source, move |heap| value(heap[0]))
    }
}

/// The theorem about a game of several numbers, if there is one.
pub fn of_piles<'g>(game: &str, number: u64) -> Option<Theorem<'g>> {
    Some(match game {
        "staircase" => Theorem::value(
            "every second step is a nim-heap (Winning Ways, chapter 15)",
            |steps| Ok(steps.iter().step_by(2).fold(0, |sum, step| sum ^ step)),
        ),
        "silver-dollar" => Theorem::value(
            "every second gap is a nim-heap (Winning Ways, chapter 15)",
            |coins| {
                let coins: Vec<&u64> = coins.iter().sorted().rev().collect();
                let gap = |pair: &[&u64]| pair[0] - pair.get(1).copied().unwrap_or(&0) - 1;
                Ok(coins.chunks(2).fold(0, |sum, pair| sum ^ gap(pair)))
            },
        ),
        "welter" => Theorem::value("Welter 1954, Sato 1970", welter),
        "wythoff" => Theorem::lost("Wythoff 1907, Fraenkel 1982", move |pair| {
            wythoff(number, pair)
        }),
        "euclid" => Theorem::value("a heap before a position", move |pair| euclid(number, pair)),
        "take-away" => Theorem::lost("Whinihan 1963, Schwenk 1970", move |heap| {
            schwenk(number, heap)
        }),
        "moore" => Theorem::lost("Moore 1910", move |heaps| {
            let ones =
                |bit: u32| heaps.iter().filter(|&&heap| heap >> bit & 1 != 0).count() as u128;
            Ok((0..64).all(|bit| ones(bit).is_multiple_of(u128::from(number) + 1)))
        }),
        "sequential-nim" => Theorem::value("a heap before a position", |piles| {
            Ok(piles
                .iter()
                .rev()
                .fold(0, |after, &pile| before(pile, after)))
        }),
        _ => return None,
    })
}

/// The value of a heap that must go before play goes on with a position of value `after`: the options of a heap of n are
/// those of n − 1 and what that heap is worth.
fn before(heap: u64, after: u64) -> u64 {
    match heap {
        0 => after,
        heap if heap > after => heap,
        heap => heap - 1,
    }
}

/// The nim-sum of the squares, and of (a − b) ⊕ (a − b − 1) for each two of them.
fn welter(squares: &[u64]) -> Res<u64> {
    Fail::TooLarge.when(squares.len() > 5_000)?;
    let mut sum = 0;
    for (i, &a) in squares.iter().enumerate() {
        sum ^= a;
        for b in &squares[..i] {
            let far = a.abs_diff(*b);
            sum ^= far ^ (far - 1);
        }
    }
    Ok(sum)
}

/// Lost are ⌊nα⌋ and ⌊nα⌋ + Kn, α = (2 − K + √(K² + 4)) / 2.
fn wythoff(k: u64, pair: &[u64]) -> Res<bool> {
    let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
    if (b - a) % k != 0 {
        return Ok(false);
    }
    let (n, kn) = (BigUint::from((b - a) / k), BigUint::from(b - a));
    let root = (kn.pow(2) + n.pow(2) * 4u8).sqrt();
    Ok((root + n * 2u8 - kn) / 2u8 == BigUint::from(a))
}

/// The quotients of the Euclidean algorithm are heaps, one before the other; the last is one less if no number may
/// become 0.
fn euclid(least: u64, pair: &[u64]) -> Res<u64> {
    let (mut a, mut b) = (pair[0].max(pair[1]), pair[0].min(pair[1]));
    let mut quotients = Vec::new();
    while b > 0 {
        let last = a.is_multiple_of(b);
        quotients.push(a / b - if last { least } else { 0 });
        (a, b) = (b, a % b);
    }
    Ok(quotients
        .iter()
        .rev()
        .fold(0, |after, &quotient| before(quotient, after)))
}

/// H₁ = 1, and Hₖ + Hₘ follows Hₖ for the least m with K·Hₘ ≥ Hₖ. A heap is lost if the least term of its greedy
/// sum is larger than what may be taken.
fn schwenk(factor: u64, position: &[u64]) -> Res<bool> {
    let (heap, most) = (position[0], position[1]);
    let mut terms = vec![1u64];
    loop {
        let last = terms[terms.len() - 1];
        let least = terms
            .iter()
            .find(|&&term| term.saturating_mul(factor) >= last);
        match last.checked_add(*least.unwrap_or(&last)) {
            Some(next) if next <= heap => terms.push(next),
            _ => break,
        }
        Fail::TooLarge.when(terms.len() > 1_000_000)?;
    }
    let (mut rest, mut least) = (heap, u64::MAX);
    for &term in terms.iter().rev().filter(|_| heap > 0) {
        if term <= rest {
            (rest, least) = (rest - term, term);
        }
    }
    Ok(most.min(heap) < least)
}

/// Strips where the value of a place is known; products by nim multiplication (the Tartan theorem).
pub fn of_coins<'g>(rules: &[TurningRule]) -> Option<Theorem<'g>> {
    let rules = rules.to_vec();
    rules
        .iter()
        .all(|rule| rule.is_run || rule.most <= 3)
        .then_some(())?;
    Some(Theorem::value("Winning Ways, chapter 14", move |head| {
        let values = rules
            .iter()
            .zip(head)
            .map(|(rule, &place)| strip(*rule, place));
        Ok(values.reduce(|a, b| nim_product(a, b, 32)).unwrap_or(0))
    }))
}

fn strip(rule: TurningRule, place: u64) -> u64 {
    // Mock Turtles: 2n, made a number with an odd count of ones.
    let odious = |n: u64| 2 * n + u64::from(n.count_ones().is_multiple_of(2));
    match (rule.least, rule.most) {
        (_, most) if rule.is_run => (1 << place.trailing_zeros()).min(1 << most.ilog2()),
        (_, 1) => 1,
        (1, 2) => place,
        (1, _) => odious(place - 1),
        (2, _) => place - 1,
        _ => place.checked_sub(3).map_or(0, odious),
    }
}

/// The nim product, by halves: with F = 2^half, F ⊗ F = F ⊕ F/2 (Conway 1976).
pub fn nim_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let next = half / 2;
    let (high, low) = (nim_product(a1, b1, next), nim_product(a0, b0, next));
    let middle = nim_product(a1 ^ a0, b1 ^ b0, next) ^ low;
    middle << half ^ low ^ nim_product(high, 1 << (half - 1), next)
}

/// Green Hackenbush: the ends of an edge on a cycle may be fused, which makes it a loop of value 1 (fusion); an edge
/// that alone holds what stands on it has the value one above that of this (the colon principle).
pub fn fusion<'g>(edges: Vec<(u64, u64)>) -> Theorem<'g> {
    Theorem::value("Winning Ways, chapter 7", move |standing| {
        // The walk is as deep as a stalk is high.
        Fail::TooLarge.when(edges.len() > 2_000)?;
        let near = neighbours(&edges, standing.iter().copied());
        Ok(above((0, u64::MAX), &near, &mut FxHashMap::default()).0)
    })
}

/// The neighbours of each vertex, each with the number of the edge to it. A loop leads back twice.
type Neighbours = FxHashMap<u64, Vec<(u64, u64)>>;

/// The neighbours by some edges, which are given by their numbers.
pub fn neighbours(edges: &[(u64, u64)], numbers: impl Iterator<Item = u64>) -> Neighbours {
    let mut near = Neighbours::default();
    for edge in numbers {
        let (a, b) = edges[edge as usize];
        near.entry(a).or_default().push((b, edge));
        near.entry(b).or_default().push((a, edge));
    }
    near
}

/// The value above a vertex that was entered by an edge, and the first vertex that something leads back to from there: an
/// edge to a vertex below which nothing leads back above is a stalk; every other edge is a loop on the vertex that its
/// cycle is fused to. `order` has the vertices met, with how many were met before.
fn above(
    (vertex, from): (u64, u64),
    near: &Neighbours,
    order: &mut FxHashMap<u64, usize>,
) -> (u64, usize) {
    let own = order.len();
    order.insert(vertex, own);
    let (mut value, mut low, mut loops) = (0, own, 0);
    for &(to, edge) in near.get(&vertex).into_iter().flatten() {
        match order.get(&to) {
            Some(_) if to == vertex => loops += 1,
            Some(&at) if edge != from && at < own => (value, low) = (value ^ 1, low.min(at)),
            Some(_) => {}
            None => {
                let (more, back) = above((to, edge), near, order);
                value ^= if back > own { more + 1 } else { more ^ 1 };
                low = low.min(back);
            }
        }
    }
    (value ^ (loops / 2 % 2), low)
}
