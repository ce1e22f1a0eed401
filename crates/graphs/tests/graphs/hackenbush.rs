//! Green Hackenbush against the definition.

use grundy_base::budget::{Budget, LimitKind};
use grundy_base::edge::Edge;
use grundy_base::random::Random;
use grundy_graphs::hackenbush::{Chain, Hackenbush};
use grundy_values::mex::mex;
use std::collections::HashMap;

/// The edges of a set that hang on the ground.
fn standing(edges: &[Edge<u64>], set: u32) -> u32 {
    let mut reached = vec![0];
    let mut left = 0;
    loop {
        let before = left;
        for (i, edge) in edges.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0) {
            if edge.ends().iter().any(|end| reached.contains(end)) {
                reached.extend(edge.ends());
                left |= 1 << i;
            }
        }
        if left == before {
            return left;
        }
    }
}

/// The Grundy value by the definition.
fn by_definition(edges: &[Edge<u64>], set: u32, memo: &mut HashMap<u32, u32>) -> u32 {
    let set = standing(edges, set);
    if let Some(&value) = memo.get(&set) {
        return value;
    }
    let cuts = (0..edges.len()).filter(|i| set >> i & 1 != 0);
    let value = mex(cuts
        .map(|i| by_definition(edges, set & !(1 << i), memo))
        .collect::<Vec<_>>());
    memo.insert(set, value);
    value
}

fn random_graph(random: &mut Random, edges: u64, vertices: u64) -> Vec<Edge<u64>> {
    (0..edges)
        .map(|_| Edge::new(random.below(vertices), random.below(vertices)))
        .collect()
}

#[test]
fn small_graphs_by_the_definition() {
    let mut random = Random::new(5);
    for round in 0..600 {
        let (count, vertices) = (1 + random.below(9), 1 + random.below(7));
        let mut edges = random_graph(&mut random, count, vertices);
        if round % 3 == 0 {
            // A cycle through the ground, with what else there is.
            edges = (0..vertices)
                .map(|i| Edge::new(i, (i + 1) % vertices))
                .chain(edges)
                .take(10)
                .collect();
        }
        if round % 7 == 0 {
            // Vertices far apart.
            for edge in &mut edges {
                *edge = edge.map(|vertex| vertex * 1_000_000_007);
            }
        }
        let mut memo = HashMap::new();
        let all = (1u32 << edges.len()) - 1;
        let game = Hackenbush::new(&edges, Budget::default()).unwrap();
        assert_eq!(
            game.value(),
            u64::from(by_definition(&edges, all, &mut memo)),
            "{edges:?}"
        );
        let stands = standing(&edges, all);
        for target in 0..12 {
            let cuts: Vec<usize> = (0..edges.len())
                .filter(|i| stands >> i & 1 != 0)
                .filter(|i| by_definition(&edges, stands & !(1 << i), &mut memo) == target)
                .collect();
            assert_eq!(game.cuts_to(target.into()), cuts, "{edges:?} to {target}");
        }
        for i in 0..edges.len() {
            assert_eq!(game.hangs(i), stands >> i & 1 != 0);
        }
    }
}

#[test]
fn cuts_of_larger_graphs_agree_with_cutting() {
    let mut random = Random::new(6);
    for round in 0..300u64 {
        let edges: Vec<Edge<u64>> = match round % 4 {
            // Sparse: many bridges and long classes.
            0 => (1..40)
                .map(|v| Edge::new(random.below(v), v))
                .chain(random_graph(&mut Random::new(round), 4, 40))
                .collect(),
            // A long cycle with trees on it.
            1 => {
                let cycle = (0..60).map(|i| Edge::new(i, (i + 1) % 60));
                let trees = (60..100).map(|v| Edge::new(random.below(v), v));
                cycle.chain(trees.collect::<Vec<_>>()).collect()
            }
            // A cactus: cycles hung on cycles.
            2 => {
                let mut edges = Vec::new();
                let mut next = 1;
                for _ in 0..8 {
                    let (base, length) = (random.below(next), 1 + random.below(40));
                    let mut last = base;
                    for _ in 1..length {
                        edges.push(Edge::new(last, next));
                        last = next;
                        next += 1;
                    }
                    edges.push(Edge::new(last, base));
                }
                edges
            }
            _ => random_graph(&mut random, 80, 60),
        };
        let value =
            |edges: &[Edge<u64>]| Hackenbush::new(edges, Budget::default()).unwrap().value();
        let game = Hackenbush::new(&edges, Budget::default()).unwrap();
        let after: Vec<Option<u64>> = (0..edges.len())
            .map(|i| {
                let mut left = edges.clone();
                left.remove(i);
                game.hangs(i).then(|| value(&left))
            })
            .collect();
        for target in after.iter().flatten().copied().chain([0]) {
            let cuts: Vec<usize> = (0..edges.len())
                .filter(|&i| after[i] == Some(target))
                .collect();
            assert_eq!(game.cuts_to(target), cuts, "{edges:?} to {target}");
        }
    }
}

#[test]
fn chains_agree_with_adding_up() {
    let mut random = Random::new(7);
    for bits in [1, 5, 12, 32] {
        let mut chain = Chain::new(bits);
        let mut pieces = Vec::new();
        for _ in 0..200 {
            let own = random.word() >> (64 - bits);
            pieces.push(own);
            chain.hang(own);
            let value = pieces
                .iter()
                .rev()
                .fold(0u64, |below, own| (own ^ below).wrapping_add(1));
            assert_eq!(chain.value(), value & (u64::MAX >> (64 - bits)));
        }
    }
}

#[test]
fn stalks_trees_and_long_cycles() {
    // A stalk of n edges has the value n, a cycle that of one edge or of none.
    let stalk: Vec<Edge<u64>> = (0..100_000).map(|v| Edge::new(v, v + 1)).collect();
    let game = Hackenbush::new(&stalk, Budget::default()).unwrap();
    assert_eq!(game.value(), 100_000);
    assert_eq!(game.cuts_to(77), [77]);
    for n in [99_999u64, 100_000] {
        let cycle: Vec<Edge<u64>> = (0..n).map(|v| Edge::new(v, (v + 1) % n)).collect();
        let game = Hackenbush::new(&cycle, Budget::default()).unwrap();
        assert_eq!(game.value(), n % 2);
        // Cutting edge j leaves stalks of j and n − 1 − j edges.
        let cuts: Vec<usize> = (0..n)
            .filter(|j| j ^ (n - 1 - j) == 0)
            .map(|j| j as usize)
            .collect();
        assert_eq!(game.cuts_to(0), cuts);
    }
    assert_eq!(Hackenbush::new(&[], Budget::default()).unwrap().value(), 0);
    assert_eq!(
        Hackenbush::new(&[(0, 0), (0, 0), (5, 5)].map(Edge::from), Budget::default())
            .unwrap()
            .value(),
        0
    );
    let lean = Budget {
        memory: 1 << 10,
        ..Budget::default()
    };
    assert_eq!(
        Hackenbush::new(&stalk, lean).unwrap_err().kind,
        LimitKind::Memory
    );
}
