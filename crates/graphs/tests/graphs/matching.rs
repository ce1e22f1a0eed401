//! The engine against brute force, against its own witness, and on graphs built to be hard.

use crate::witness::{Witness, size, verify};
use grundy_base::budget::{Budget, LimitKind};
use grundy_base::edge::Edge;
use grundy_base::random::Random;
use grundy_graphs::matching::{
    Graph, NONE, Start, VertexPart, decompose, decompose_from, decompose_in_levels, go_on,
    karp_sipser,
};
use std::collections::HashMap;

fn random(seed: u64) -> Random {
    Random::new(seed)
}

fn build(order: usize, edges: &[Edge]) -> Graph {
    Graph::from_edges(order, edges, &Budget::default()).unwrap()
}

/// A number of random edges, loops and repeated ones among them.
fn random_edges(random: &mut Random, order: u32, count: u64) -> Vec<Edge> {
    let mut vertex = || random.below_u32(order);
    (0..count).map(|_| Edge::new(vertex(), vertex())).collect()
}

/// Size of a maximum matching of the vertices in `alive`: the first one stays exposed or takes
/// one of its neighbours.
fn brute_size(adjacency: &[u32], alive: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if alive == 0 {
        return 0;
    }
    if let Some(&size) = known.get(&alive) {
        return size;
    }
    let v = alive.trailing_zeros();
    let rest = alive & (alive - 1);
    let mut best = brute_size(adjacency, rest, known);
    let mut choices = adjacency[v as usize] & rest;
    while choices != 0 {
        best =
            best.max(1 + brute_size(adjacency, rest & !(choices & choices.wrapping_neg()), known));
        choices &= choices - 1;
    }
    known.insert(alive, best);
    best
}

fn holds_to_brute_force(order: usize, edges: &[Edge], removed: u32, context: &str) {
    let graph = build(order, edges);
    let gone = |v: u32| removed >> v & 1 == 1;
    let found = decompose(&graph, gone, &Budget::default()).unwrap();
    let mut adjacency = vec![0u32; order];
    for edge in edges.iter().filter(|edge| !edge.is_loop()) {
        adjacency[edge.from as usize] |= 1 << edge.to;
        adjacency[edge.to as usize] |= 1 << edge.from;
    }
    let alive = ((1u64 << order) - 1) as u32 & !removed;
    let mut known = HashMap::new();
    let most = brute_size(&adjacency, alive, &mut known);
    assert_eq!(size(&found) as u32, most, "{context}: size");
    let missed: Vec<bool> = (0..order)
        .map(|v| {
            alive >> v & 1 == 1 && brute_size(&adjacency, alive & !(1 << v), &mut known) == most
        })
        .collect();
    for v in 0..order {
        let part = if gone(v as u32) {
            VertexPart::Removed
        } else if missed[v] {
            VertexPart::Missed
        } else if (0..order).any(|w| missed[w] && adjacency[v] >> w & 1 == 1) {
            VertexPart::Barrier
        } else {
            VertexPart::Inside
        };
        assert_eq!(found.part(v as u32), part, "{context}: part of {v}");
    }
    assert!(
        verify(&graph, gone, &Witness::of(&found)),
        "{context}: witness"
    );
    let again = decompose_from(&graph, found.mates(), gone, &Budget::default()).unwrap();
    assert!(
        (0..order as u32).all(|v| again.part(v) == found.part(v)),
        "{context}: warm start"
    );
    let whole = decompose(&graph, |_| false, &Budget::default()).unwrap();
    for start in [
        Start::nothing(order, gone),
        karp_sipser(&graph, gone, false),
    ] {
        let warm = go_on(&graph, start, whole.mates(), &Budget::default()).unwrap();
        assert!(
            (0..order as u32).all(|v| warm.part(v) == found.part(v)),
            "{context}: warm start, removed"
        );
    }
}

#[test]
fn random_graphs_agree_with_brute_force() {
    for seed in 0..10_000 {
        let mut random = random(seed);
        let order = 1 + random.below(14) as usize;
        let count = random.below(2 * order as u64 + 1);
        let edges = random_edges(&mut random, order as u32, count);
        let removed = if seed % 3 == 0 {
            (random.word() & random.word()) as u32
        } else {
            0
        };
        let removed = removed & ((1u64 << order) - 1) as u32;
        holds_to_brute_force(order, &edges, removed, &format!("seed {seed}"));
    }
}

/// Mid-size graphs, where blossoms nest: the witness proves the size, and
/// a vertex is missed exactly when removing it leaves the size as it is.
#[test]
fn larger_graphs_hold_to_their_witness() {
    for seed in 0..40 {
        let mut random = random(seed);
        let order = 900 + random.below(900) as u32;
        let count = u64::from(order) * (10 + seed % 8) / 10;
        let edges = random_edges(&mut random, order, count);
        let graph = build(order as usize, &edges);
        let found = decompose(&graph, |_| false, &Budget::default()).unwrap();
        assert!(
            verify(&graph, |_| false, &Witness::of(&found)),
            "seed {seed}"
        );
        for _ in 0..40 {
            let v = random.below_u32(order);
            let without = decompose(&graph, |w| w == v, &Budget::default()).unwrap();
            assert!(
                verify(&graph, |w| w == v, &Witness::of(&without)),
                "seed {seed} without {v}"
            );
            assert_eq!(
                size(&without) == size(&found),
                found.is_missed(v),
                "seed {seed}: {v}"
            );
        }
    }
}

/// Levels so low that even these graphs have trees that wait: the parts stay what they are.
#[test]
fn levels_change_nothing() {
    for seed in 0..3_000 {
        let mut random = random(seed);
        let order = 10 + random.below(90) as u32;
        let count = u64::from(order) * (10 + seed % 15) / 10;
        let edges = random_edges(&mut random, order, count);
        let graph = build(order as usize, &edges);
        let found = decompose(&graph, |_| false, &Budget::default()).unwrap();
        for levels in [&[][..], &[3, 7], &[20]] {
            let start = Start::nothing(order as usize, |_| false);
            let other = decompose_in_levels(&graph, start, levels, &Budget::default()).unwrap();
            let context = format!("seed {seed}, levels {levels:?}");
            assert!(verify(&graph, |_| false, &Witness::of(&other)), "{context}");
            assert!(
                (0..order).all(|v| other.part(v) == found.part(v)),
                "{context}"
            );
        }
    }
}

/// Solves, checks the witness, and holds the work to `factor` looks for each edge end.
fn is_linear(name: &str, order: usize, edges: &[Edge], most: usize, factor: u64) {
    // A second numbering, so that no order of vertices is the lucky one.
    let mut shuffled: Vec<u32> = (0..order as u32).collect();
    let mut random = random(order as u64);
    for i in (1..order).rev() {
        shuffled.swap(i, random.below(i as u64 + 1) as usize);
    }
    let renamed: Vec<Edge> = edges
        .iter()
        .map(|edge| edge.map(|vertex| shuffled[vertex as usize]))
        .collect();
    for (edges, numbering) in [(edges, "given"), (&renamed[..], "shuffled")] {
        let graph = build(order, edges);
        let unmatched = vec![NONE; order];
        for (start, found) in [
            (
                "Karp–Sipser",
                decompose(&graph, |_| false, &Budget::default()).unwrap(),
            ),
            (
                "none",
                decompose_from(&graph, &unmatched, |_| false, &Budget::default()).unwrap(),
            ),
        ] {
            let context = format!("{name}, {numbering} numbering, start {start}");
            assert_eq!(size(&found), most, "{context}");
            assert!(verify(&graph, |_| false, &Witness::of(&found)), "{context}");
            let ends = 2 * edges.len() as u64 + order as u64;
            assert!(
                found.work() <= factor * ends,
                "{context}: {} looks for {ends} ends",
                found.work()
            );
        }
    }
}

#[test]
fn hard_graphs_take_linear_work() {
    let n = 100_001u32;
    let path: Vec<_> = (1..n).map(|v| Edge::new(v - 1, v)).collect();
    is_linear("odd path", n as usize, &path, n as usize / 2, 40);
    let mut cycle = path.clone();
    cycle.push(Edge::new(n - 1, 0));
    is_linear("odd cycle", n as usize, &cycle, n as usize / 2, 40);

    // Triangles t = (3t, 3t+1, 3t+2), each joined to the next by one edge.
    let triangles = 33_333u32;
    let chain: Vec<_> = (0..triangles)
        .flat_map(|t| {
            [
                Edge::new(3 * t, 3 * t + 1),
                Edge::new(3 * t + 1, 3 * t + 2),
                Edge::new(3 * t + 2, 3 * t),
                Edge::new(3 * t + 2, 3 * t + 3),
            ]
        })
        .filter(|edge| edge.to < 3 * triangles)
        .collect();
    is_linear(
        "chain of triangles",
        3 * triangles as usize,
        &chain,
        3 * triangles as usize / 2,
        40,
    );

    // An odd cycle that keeps growing: a stem 0–1–2–…, and 2k joined to 2k + 2.
    let nested: Vec<_> = path
        .iter()
        .copied()
        .chain(
            (0..n / 2)
                .map(|k| Edge::new(2 * k, 2 * k + 2))
                .filter(|edge| edge.to < n),
        )
        .collect();
    is_linear("nested blossoms", n as usize, &nested, n as usize / 2, 40);

    let complete: Vec<_> = (0..701u32)
        .flat_map(|a| (0..a).map(move |b| Edge::new(a, b)))
        .collect();
    is_linear("complete", 701, &complete, 350, 10);
    let bipartite: Vec<_> = (0..300u32)
        .flat_map(|a| (0..700u32).map(move |b| Edge::new(a, 300 + b)))
        .collect();
    is_linear("complete bipartite", 1000, &bipartite, 300, 10);

    // Trees: size from the leaves up, which is exact on a tree numbered away from its root.
    let mut random = random(5);
    let parent: Vec<u32> = (1..100_000u64).map(|v| random.below(v) as u32).collect();
    let mut covered = vec![false; 100_000];
    let mut most = 0;
    for v in (1..100_000usize).rev() {
        let up = parent[v - 1] as usize;
        if !covered[v] && !covered[up] {
            covered[v] = true;
            covered[up] = true;
            most += 1;
        }
    }
    let tree: Vec<_> = parent
        .iter()
        .enumerate()
        .map(|(i, &up)| Edge::new(up, i as u32 + 1))
        .collect();
    is_linear("random tree", 100_000, &tree, most, 40);
    let star: Vec<_> = (1..100_000).map(|v| Edge::new(0, v)).collect();
    is_linear("star", 100_000, &star, 1, 10);
}

#[test]
fn limits_are_named() {
    let edges: Vec<_> = (0..1001u32)
        .flat_map(|a| (0..a.min(5)).map(move |k| Edge::new(a, a - k - 1)))
        .collect();
    let graph = build(1001, &edges);
    let little = Budget {
        memory: 1000,
        ..Budget::default()
    };
    let limit = decompose(&graph, |_| false, &little).unwrap_err();
    assert_eq!(limit.kind, LimitKind::Memory);
    assert_eq!(
        Graph::from_edges(1001, &edges, &little).unwrap_err().kind,
        LimitKind::Memory
    );
    let short = Budget {
        work: 10,
        ..Budget::default()
    };
    assert_eq!(
        decompose(&graph, |_| false, &short).unwrap_err().kind,
        LimitKind::Work
    );
}

#[test]
fn empty_and_edgeless_graphs() {
    let none = decompose(&build(0, &[]), |_| false, &Budget::default()).unwrap();
    assert_eq!(size(&none), 0);
    let lone = decompose(
        &build(3, &[Edge::new(1, 1)]),
        |v| v == 2,
        &Budget::default(),
    )
    .unwrap();
    assert_eq!(
        (lone.part(0), lone.part(1), lone.part(2)),
        (VertexPart::Missed, VertexPart::Missed, VertexPart::Removed)
    );
}

#[test]
fn a_wrong_witness_is_refused() {
    let graph = build(4, &[(0, 1), (1, 2), (2, 3)].map(Edge::from));
    let found = decompose(&graph, |_| false, &Budget::default()).unwrap();
    let right = Witness::of(&found);
    assert!(verify(&graph, |_| false, &right));
    let smaller = Witness {
        mate: vec![NONE, 2, 1, NONE],
        barrier: vec![],
    };
    assert!(!verify(&graph, |_| false, &smaller));
    let no_edge = Witness {
        mate: vec![2, 3, 0, 1],
        barrier: vec![],
    };
    assert!(!verify(&graph, |_| false, &no_edge));
    assert!(!verify(&graph, |v| v == 0, &right));
}
