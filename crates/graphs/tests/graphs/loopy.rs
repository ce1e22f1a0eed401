//! The labelling against plain retrograde analysis, which knows no values.
//!
//! A graph's vertex next to a nim heap k is a game of its own: its outcome is lost exactly when
//! the vertex has the finite value k; with ∞_A it is won exactly when k ∈ A, and else drawn. So
//! the outcomes of vertex + heap, found on the product graph, determine every label.

use grundy_base::budget::{Budget, LimitKind};
use grundy_base::edge::Edge;
use grundy_base::random::Random;
use grundy_graphs::loopy::{Digraph, Label, Labelling, label};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Win,
    Lose,
    Draw,
}

/// Win, lose, draw of every vertex: repeat the definition until nothing changes.
fn retrograde(followers: &[Vec<usize>]) -> Vec<Outcome> {
    let mut outcome = vec![Outcome::Draw; followers.len()];
    loop {
        let mut changed = false;
        for v in 0..followers.len() {
            if outcome[v] != Outcome::Draw {
                continue;
            }
            if followers[v].iter().any(|&w| outcome[w] == Outcome::Lose) {
                outcome[v] = Outcome::Win;
                changed = true;
            } else if followers[v].iter().all(|&w| outcome[w] == Outcome::Win) {
                outcome[v] = Outcome::Lose;
                changed = true;
            }
        }
        if !changed {
            return outcome;
        }
    }
}

/// The graph of two tokens, one on each graph; vertex (a, b) is a * b_order + b.
fn product(a: &[Vec<usize>], b: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut followers = Vec::new();
    for (i, from_a) in a.iter().enumerate() {
        for (j, from_b) in b.iter().enumerate() {
            let first = from_a.iter().map(|&k| k * b.len() + j);
            followers.push(
                first
                    .chain(from_b.iter().map(|&k| i * b.len() + k))
                    .collect(),
            );
        }
    }
    followers
}

fn random_arcs(seed: u64, order: usize) -> Vec<Edge> {
    let mut random = Random::new(seed);
    let count = random.below(3 * order as u64 + 1);
    // Loops, repeats, and in two thirds of the graphs mostly arcs downward, so that values grow.
    (0..count)
        .map(|_| {
            let a = random.index(order) as u32;
            let b = random.index(order) as u32;
            if !seed.is_multiple_of(3) && !random.below(5) == 0 {
                Edge::new(a.max(b), a.min(b))
            } else {
                Edge::new(a, b)
            }
        })
        .filter(|arc| !arc.is_loop() || seed.is_multiple_of(7))
        .collect()
}

fn lists(order: usize, arcs: &[Edge]) -> Vec<Vec<usize>> {
    let mut followers = vec![Vec::new(); order];
    for arc in arcs {
        followers[arc.from as usize].push(arc.to as usize);
    }
    followers
}

fn label_all(order: usize, arcs: &[Edge]) -> Labelling {
    let budget = Budget::default();
    let graph = Digraph::from_arcs(order, arcs, &budget).unwrap();
    let starts: Vec<u32> = (0..order as u32).collect();
    label(&graph, &starts, &budget).unwrap()
}

fn expect(label: Label<'_>, heap: u32) -> Outcome {
    match label {
        Label::Finite(value) if value == heap => Outcome::Lose,
        Label::Finite(_) => Outcome::Win,
        Label::Infinite(set) if set.contains(&heap) => Outcome::Win,
        Label::Infinite(_) => Outcome::Draw,
    }
}

fn holds_beside_heaps(order: usize, arcs: &[Edge], heaps: u32, context: &str) {
    let labels = label_all(order, arcs);
    let heap: Vec<Vec<usize>> = (0..heaps as usize).map(|k| (0..k).collect()).collect();
    let outcomes = retrograde(&product(&lists(order, arcs), &heap));
    for v in 0..order {
        for k in 0..heaps {
            let outcome = outcomes[v * heaps as usize + k as usize];
            let label = labels.label(v as u32);
            assert_eq!(
                outcome,
                expect(label, k),
                "{context}: {v} ({label:?}) beside a heap of {k}"
            );
        }
    }
}

#[test]
fn labels_agree_with_play_beside_heaps() {
    for seed in 0..6_000 {
        let order = 1 + (seed % 11) as usize;
        let arcs = random_arcs(seed, order);
        // Values are below the order.
        holds_beside_heaps(
            order,
            &arcs,
            order as u32 + 1,
            &format!("seed {seed}, {arcs:?}"),
        );
    }
    for seed in 0..60 {
        let arcs = random_arcs(seed, 80);
        holds_beside_heaps(80, &arcs, 9, &format!("large, seed {seed}"));
    }
}

/// Dense tournaments with some arcs turned back: many values, one large component.
#[test]
fn many_rounds_agree_with_play_beside_heaps() {
    for seed in 0..120u64 {
        let mut random = Random::new(seed);
        let order = 8 + (seed % 17) as u32;
        let mut arcs: Vec<Edge> = (0..order)
            .flat_map(|a| (0..a).map(move |b| Edge::new(a, b)))
            .collect();
        for _ in 0..=(seed % 6) {
            let a = random.below_u32(order);
            let b = random.below_u32(order);
            arcs.push(Edge::new(a.min(b), a.max(b)));
            if seed.is_multiple_of(2) {
                let gone = random.index(arcs.len());
                arcs.swap_remove(gone);
            }
        }
        holds_beside_heaps(
            order as usize,
            &arcs,
            order + 1,
            &format!("tournament, seed {seed}"),
        );
    }
}

#[test]
fn sums_of_two_agree_with_play() {
    for seed in 0..1_500 {
        let (m, n) = (1 + (seed % 7) as usize, 1 + (seed / 7 % 7) as usize);
        let (arcs, others) = (random_arcs(seed, m), random_arcs(seed + 1_000_000, n));
        let (a, b) = (label_all(m, &arcs), label_all(n, &others));
        let outcomes = retrograde(&product(&lists(m, &arcs), &lists(n, &others)));
        for (i, &outcome) in outcomes.iter().enumerate() {
            let expected = match (a.label((i / n) as u32), b.label((i % n) as u32)) {
                (label, Label::Finite(heap)) | (Label::Finite(heap), label) => expect(label, heap),
                (Label::Infinite(_), Label::Infinite(_)) => Outcome::Draw,
            };
            assert_eq!(outcome, expected, "seed {seed}, position {i}");
        }
    }
}

/// Two cycles that lead into a tournament, the second also into the first: with large values, and sets of values
/// that forbid others.
fn two_cycles(seed: u64, tournament: u32) -> (usize, Vec<Edge>) {
    let mut random = Random::new(seed);
    let mut below = |limit: u32| random.below_u32(limit);
    let mut arcs: Vec<Edge> = (0..tournament)
        .flat_map(|a| (0..a).map(move |b| Edge::new(a, b)))
        .collect();
    for i in 0..12 {
        let (from, first) = (tournament + i, if i < 4 { 0 } else { 4 });
        let next = tournament
            + if i == 3 {
                0
            } else if i == 11 {
                4
            } else {
                i + 1
            };
        arcs.push(Edge::new(from, next));
        let bound = below(tournament + 1);
        arcs.extend(
            (0..bound)
                .filter(|_| below(40) > 0)
                .map(|b| Edge::new(from, b)),
        );
        if first == 4 && below(3) == 0 {
            arcs.push(Edge::new(from, tournament + below(4)));
        }
        if below(3) == 0 {
            arcs.push(Edge::new(from, tournament + first + below(4)));
        }
    }
    (tournament as usize + 12, arcs)
}

#[test]
fn large_values_agree_with_play_beside_heaps() {
    for seed in 0..8 {
        let (order, arcs) = two_cycles(seed, 38);
        holds_beside_heaps(order, &arcs, 52, &format!("two cycles, seed {seed}"));
    }
}

/// Long paths and cycles: the search keeps its own stack.
#[test]
fn deep_graphs() {
    let order = 300_000u32;
    let mut arcs: Vec<Edge> = (1..order).map(|v| Edge::new(v - 1, v)).collect();
    let path = label_all(order as usize, &arcs);
    assert_eq!(path.label(0), Label::Finite((order - 1) % 2));
    arcs.push(Edge::new(order - 1, 0));
    let cycle = label_all(order as usize, &arcs);
    assert_eq!(cycle.label(7), Label::Infinite(&[]));
    assert!(cycle.work() < 4 * u64::from(order));
}

#[test]
fn only_what_is_reached_is_labelled() {
    let budget = Budget::default();
    let graph = Digraph::from_arcs(
        5,
        &[(0, 1), (2, 0), (3, 4), (4, 3)].map(Edge::from),
        &budget,
    )
    .unwrap();
    let labels = label(&graph, &[2, 2], &budget).unwrap();
    assert_eq!(labels.label(2), Label::Finite(0));
    assert_eq!(labels.work(), 2);
    let little = Budget {
        memory: 100,
        ..budget
    };
    assert_eq!(
        label(&graph, &[2], &little).unwrap_err().kind,
        LimitKind::Memory
    );
    assert!(Digraph::from_arcs(50, &[], &little).is_err());
    let short = Budget { work: 1, ..budget };
    assert_eq!(
        label(&graph, &[2], &short).unwrap_err().kind,
        LimitKind::Work
    );
}
