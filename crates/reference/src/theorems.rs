//! Closed forms of the literature, each stated once. An answer that rests on one is counted as such, and
//! the tests of this crate compare each with exploring.
#![expect(
    clippy::cast_possible_truncation,
    reason = "edges are places of a list"
)]

use fxhash::FxHashMap;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::position::{ListedMove, PositionNumbers};
use crate::theorem::Theorem;
use crate::{Fail, PlayOutcome, Res};

/// Returns the theorem about heaps of a game, if there is one.
///
/// - A heap of nim has its size for value. Misère nim is played as nim until no heap is larger than 1; from there on
///   the player to move loses if the number of heaps is odd.
/// - Lasker's Nim: 4k + 3 and 4k + 4 change places.
pub fn of_heaps<'g>(game: &str, misere: bool) -> Option<Theorem<'g>> {
    match game {
        "nim" | "nimble" => Some(Theorem {
            candidates: Some(Box::new(|heap: &[u64], rest: u64, _: bool| {
                Ok(candidates_of_nim(heap[0], rest))
            })),
            ..as_nim("Bouton 1902", Ok, misere)
        }),
        "lasker" => Some(as_nim("Winning Ways, chapter 4", lasker, misere)),
        _ => None,
    }
}

/// Returns the moves of a nim-heap that may win: to the nim-sum of the others, and to 0 and 1, which win under misère
/// play. The first move, which takes one, is there as well.
fn candidates_of_nim(heap: u64, rest: u64) -> Vec<ListedMove> {
    let targets = [heap.saturating_sub(1), rest, 1, 0];
    let descending = targets.into_iter().sorted().rev().dedup();
    descending
        .filter(|&to| to < heap)
        .map(|to| ListedMove::to_heaps(&[to]))
        .collect()
}

fn lasker(heap: u64) -> Res<u64> {
    match heap % 4 {
        0 if heap > 0 => Ok(heap - 1),
        3 => heap.checked_add(1).ok_or(Fail::TooLarge),
        _ => Ok(heap),
    }
}

/// States that heaps of these values that can be taken whole, and be left as a heap of 1, are played as nim is under
/// misère play as well: of several heaps above 1 one stays, so that a value of 0 is lost; one alone has a value above
/// 1, and is left as nothing or as 1 so that the number of ones is odd.
fn as_nim<'g>(source: &'static str, value: fn(u64) -> Res<u64>, misere: bool) -> Theorem<'g> {
    if !misere {
        return Theorem::value(source, move |heap| value(heap[0]));
    }
    Theorem::outcome(source, move |heaps: &[PositionNumbers]| {
        let is_small = |heap: &PositionNumbers| heap.first().is_none_or(|&size| size <= 1);
        let are_ones = heaps.iter().all(is_small);
        let mut sum = 0;
        for &heap in heaps.iter().flatten() {
            sum ^= value(heap)?;
        }
        Ok(if (sum == 0) == are_ones {
            PlayOutcome::Win
        } else {
            PlayOutcome::Lose
        })
    })
}

/// Returns the theorem about a game of several numbers, if there is one.
pub fn of_piles<'g>(game: &str, number: u64) -> Option<Theorem<'g>> {
    match game {
        "staircase" => Some(Theorem::value(
            "every second step is a nim-heap (Winning Ways, chapter 15)",
            staircase,
        )),
        "silver-dollar" => Some(Theorem::value(
            "every second gap is a nim-heap (Winning Ways, chapter 15)",
            silver_dollar,
        )),
        "welter" => Some(Theorem::value("Welter 1954, Sato 1970", welter)),
        "wythoff" => Some(Theorem::lost("Wythoff 1907, Fraenkel 1982", move |pair| {
            wythoff(number, pair)
        })),
        "euclid" => Some(Theorem::value("a heap before a position", move |pair| {
            euclid(number, pair)
        })),
        "take-away" => Some(Theorem::lost("Whinihan 1963, Schwenk 1970", move |heap| {
            schwenk(number, heap)
        })),
        "moore" => Some(Theorem::lost("Moore 1910", move |heaps| {
            Ok(moore(number, heaps))
        })),
        "sequential-nim" => Some(Theorem::value("a heap before a position", sequential)),
        _ => None,
    }
}

fn staircase(steps: &[u64]) -> Res<u64> {
    let odd_steps = steps.iter().step_by(2);
    Ok(odd_steps.fold(0, |sum, step| sum ^ step))
}

fn silver_dollar(squares: &[u64]) -> Res<u64> {
    let mut sum = 0;
    let descending: Vec<u64> = squares.iter().copied().sorted().rev().collect();
    for pair in descending.chunks(2) {
        let next = pair.get(1).copied().unwrap_or(0);
        sum ^= pair[0] - next - 1;
    }
    Ok(sum)
}

/// Says whether each bit is set in a number of heaps that K + 1 divides.
fn moore(most: u64, heaps: &[u64]) -> bool {
    let divides = |bit: u32| {
        let ones = heaps.iter().filter(|&&heap| heap >> bit & 1 != 0).count();
        (ones as u128).is_multiple_of(u128::from(most) + 1)
    };
    (0..u64::BITS).all(divides)
}

fn sequential(piles: &[u64]) -> Res<u64> {
    let last_first = piles.iter().rev();
    Ok(last_first.fold(0, |after, &pile| before(pile, after)))
}

/// Returns the value of a heap that must go before play goes on with a position of value `after`: the options of a heap
/// of n are those of n − 1 and what that heap is worth.
fn before(heap: u64, after: u64) -> u64 {
    match heap {
        0 => after,
        heap if heap > after => heap,
        heap => heap - 1,
    }
}

/// The most coins of which all pairs are looked at.
const MAX_COINS: usize = 5_000;

/// Returns the nim-sum of the squares, and of (a − b) ⊕ (a − b − 1) for each two of them.
fn welter(squares: &[u64]) -> Res<u64> {
    Fail::TooLarge.when(squares.len() > MAX_COINS)?;
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

/// Says whether the piles are ⌊nα⌋ and ⌊nα⌋ + Kn, α = (2 − K + √(K² + 4)) / 2.
fn wythoff(k: u64, pair: &[u64]) -> Res<bool> {
    let a = pair[0].min(pair[1]);
    let b = pair[0].max(pair[1]);
    if !(b - a).is_multiple_of(k) {
        return Ok(false);
    }
    let n = BigUint::from((b - a) / k);
    let kn = BigUint::from(b - a);
    let root = (kn.pow(2) + n.pow(2) * 4u8).sqrt();
    Ok((root + n * 2u8 - kn) / 2u8 == BigUint::from(a))
}

/// Returns the value of a pair by the quotients of the Euclidean algorithm, which are heaps, one before the other; the
/// last is one less if no number may become 0.
fn euclid(least: u64, pair: &[u64]) -> Res<u64> {
    let mut a = pair[0].max(pair[1]);
    let mut b = pair[0].min(pair[1]);
    let mut quotients = Vec::new();
    while b > 0 {
        let is_last = a.is_multiple_of(b);
        quotients.push(a / b - if is_last { least } else { 0 });
        let rest = a % b;
        a = b;
        b = rest;
    }
    sequential(&quotients)
}

/// The most terms of a sequence that rises slowly if the factor is small.
const MAX_TERMS: usize = 1_000_000;

/// Says whether the least term of a heap's greedy sum is larger than what may be taken. The terms are H₁ = 1, and Hₖ +
/// Hₘ follows Hₖ for the least m with K·Hₘ ≥ Hₖ.
fn schwenk(factor: u64, position: &[u64]) -> Res<bool> {
    let heap = position[0];
    let most = position[1];
    let terms = terms_to(heap, factor)?;
    let mut rest = heap;
    let mut least = u64::MAX;
    for &term in terms.iter().rev() {
        if term <= rest {
            rest -= term;
            least = term;
        }
    }
    Ok(most.min(heap) < least)
}

/// Returns the terms of Schwenk's sequence up to a heap.
fn terms_to(heap: u64, factor: u64) -> Res<Vec<u64>> {
    let mut terms = vec![1u64];
    loop {
        let last = terms[terms.len() - 1];
        let reaches = |term: &&u64| term.saturating_mul(factor) >= last;
        let least = *terms.iter().find(reaches).unwrap_or(&last);
        match last.checked_add(least) {
            Some(next) if next <= heap => terms.push(next),
            _ => return Ok(terms),
        }
        Fail::TooLarge.when(terms.len() > MAX_TERMS)?;
    }
}

/// The coins that a move turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningRule {
    /// The least number of coins.
    pub least: u64,
    /// The largest number of coins.
    pub most: u64,
    /// Whether they must be neighbours.
    pub is_run: bool,
}

/// Returns the theorem about strips where the value of a place is known; a head in rows and columns has the nim product
/// of its values in both (the Tartan theorem).
pub fn of_coins<'g>(rules: &[TurningRule]) -> Option<Theorem<'g>> {
    let is_known = |rule: &TurningRule| rule.is_run || rule.most <= 3;
    if !rules.iter().all(is_known) {
        return None;
    }
    let rules = rules.to_vec();
    Some(Theorem::value("Winning Ways, chapter 14", move |head| {
        let places = rules.iter().zip(head);
        let values = places.map(|(rule, &place)| strip(*rule, place));
        Ok(values.reduce(|a, b| nim_product(a, b, 32)).unwrap_or(0))
    }))
}

/// Returns the value of a head on a strip.
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

/// Returns the nim product, by halves: with F = 2^half, F ⊗ F = F ⊕ F/2 (Conway 1976).
pub fn nim_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let a1 = a >> half;
    let a0 = a & mask;
    let b1 = b >> half;
    let b0 = b & mask;
    let next = half / 2;
    let high = nim_product(a1, b1, next);
    let low = nim_product(a0, b0, next);
    let middle = nim_product(a1 ^ a0, b1 ^ b0, next) ^ low;
    middle << half ^ low ^ nim_product(high, 1 << (half - 1), next)
}

/// An edge between two vertices.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The vertex at one end.
    pub from: u64,
    /// The vertex at the other end.
    pub to: u64,
}

/// A way along an edge to a neighbour.
#[derive(Clone, Copy)]
pub struct Way {
    /// The neighbour.
    pub to: u64,
    /// The number of the edge.
    pub edge: u64,
}

/// The most edges of a graph in Green Hackenbush: the walk is as deep as a stalk is high.
const MAX_EDGES_OF_WALK: usize = 2_000;

/// Makes the theorem of Green Hackenbush: the ends of an edge on a cycle may be fused, which makes it a loop of value 1
/// (fusion); an edge that alone holds what stands on it has the value one above that of this (the colon principle).
pub fn fusion<'g>(edges: Vec<Edge>) -> Theorem<'g> {
    Theorem::value("Winning Ways, chapter 7", move |standing| {
        Fail::TooLarge.when(edges.len() > MAX_EDGES_OF_WALK)?;
        let near = neighbours(&edges, standing.iter().copied());
        let ground = Way {
            to: 0,
            edge: u64::MAX,
        };
        Ok(above(ground, &near, &mut FxHashMap::default()).value)
    })
}

/// The ways from each vertex. A loop leads back twice.
type Neighbours = FxHashMap<u64, Vec<Way>>;

/// Returns the neighbours by some edges, which are given by their numbers.
pub fn neighbours(edges: &[Edge], numbers: impl Iterator<Item = u64>) -> Neighbours {
    let mut near = Neighbours::default();
    for edge in numbers {
        let Edge { from, to } = edges[edge as usize];
        near.entry(from).or_default().push(Way { to, edge });
        near.entry(to).or_default().push(Way { to: from, edge });
    }
    near
}

/// What stands on a vertex.
struct Above {
    value: u64,
    /// The place, in the order of meeting, of the first vertex that something leads back to from there.
    low: usize,
}

/// Says what stands on the vertex to which a way leads: an edge to a vertex from which nothing leads back further is a
/// stalk; every other edge is a loop on the vertex that its cycle is fused to. `order` has the vertices met, with how
/// many were met before.
fn above(way: Way, near: &Neighbours, order: &mut FxHashMap<u64, usize>) -> Above {
    let vertex = way.to;
    let own = order.len();
    order.insert(vertex, own);
    let mut value = 0;
    let mut low = own;
    let mut ends_of_loops = 0;
    for &next in near.get(&vertex).into_iter().flatten() {
        if next.to == vertex {
            ends_of_loops += 1;
        } else if let Some(&at) = order.get(&next.to) {
            // An edge that leads back, and was not met from its other end.
            if next.edge != way.edge && at < own {
                value ^= 1;
                low = low.min(at);
            }
        } else {
            let on_it = above(next, near, order);
            let is_stalk = on_it.low > own;
            value ^= if is_stalk {
                on_it.value + 1
            } else {
                on_it.value ^ 1
            };
            low = low.min(on_it.low);
        }
    }
    Above {
        value: value ^ (ends_of_loops / 2 % 2),
        low,
    }
}
