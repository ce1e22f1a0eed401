//! Certificates about graphs: maximum matchings, and labels with the ranks that prove them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has fewer than 2³¹ vertices"
)]

use fxhash::FxHashSet;

use grundy_base::budget::Budget;
use grundy_base::edge::Edge;
use grundy_graphs::loopy::{Digraph, Label, label};
use grundy_graphs::matching::{Graph, decompose};

/// The number of vertices from which on a matching, or labels, say more than exploring; a guess.
const MIN_VERTICES: usize = 16;

/// Writes a maximum matching of these edges.
pub(super) fn matching(edges: &[Edge], budget: &Budget) -> Option<String> {
    let order = edges
        .iter()
        .map(|edge| edge.high() as usize + 1)
        .max()
        .unwrap_or(0);
    if order <= MIN_VERTICES || edges.len() as u64 * 20 > budget.memory {
        return None;
    }
    let graph = Graph::from_edges(order, edges, budget).ok()?;
    let found = decompose(&graph, |_| false, budget).ok()?;
    let mut text = "matching".to_owned();
    for a in 0..order as u32 {
        if let Some(b) = found.mate(a)
            && a < b
        {
            text.push_str(&format!(" {a}-{b}"));
        }
    }
    Some(text)
}

/// Writes the labels of all vertices that can be reached from the tokens, and a dash for the others.
pub(super) fn labels(arcs: &[Edge], tokens: &[u32], budget: &Budget) -> Option<String> {
    let ends = arcs.iter().flat_map(|arc| arc.ends());
    let order = ends.chain(tokens.iter().copied()).max()? as usize + 1;
    if order <= MIN_VERTICES || 20 * order as u64 > budget.memory {
        return None;
    }
    let graph = Digraph::from_arcs(order, arcs, budget).ok()?;
    let mut reached = vec![false; order];
    let mut queue = tokens.to_vec();
    while let Some(vertex) = queue.pop() {
        if reached[vertex as usize] {
            continue;
        }
        reached[vertex as usize] = true;
        queue.extend(graph.followers(vertex));
    }
    let labelling = label(&graph, tokens, budget).ok()?;
    let mut values = vec![None; order];
    for vertex in 0..order {
        if reached[vertex]
            && let Label::Finite(value) = labelling.label(vertex as u32)
        {
            values[vertex] = Some(value);
        }
    }
    let ranks = ranks(&graph, &values);
    let mut text = "labels".to_owned();
    for vertex in 1..order {
        let label = match values[vertex] {
            Some(value) => format!(" {value}.{}", ranks[vertex]),
            None if reached[vertex] => " i".to_owned(),
            None => " -".to_owned(),
        };
        text.push_str(&label);
    }
    Some(text)
}

/// Ranks the vertices of a true labelling: a vertex of value m is ranked once every follower without smaller
/// value has a follower of value m that is ranked.
fn ranks(graph: &Digraph, values: &[Option<u32>]) -> Vec<u32> {
    let order = values.len();
    let mut sources = vec![Vec::new(); order];
    for from in 0..order as u32 {
        for &to in graph.followers(from) {
            sources[to as usize].push(from);
        }
    }
    let smaller = |follower: u32, m: u32| values[follower as usize].is_some_and(|value| value < m);
    // The number of followers that cannot be reverted yet, each arc counted.
    let mut waiting = vec![0; order];
    for v in 0..order as u32 {
        if let Some(m) = values[v as usize] {
            let followers = graph.followers(v).iter();
            waiting[v as usize] = followers.filter(|&&u| !smaller(u, m)).count();
        }
    }
    let is_ready = |&v: &u32| values[v as usize].is_some() && waiting[v as usize] == 0;
    let mut ready: Vec<u32> = (0..order as u32).filter(is_ready).collect();
    let mut ranks = vec![0; order];
    let mut rank = 0;
    let mut reverted = FxHashSet::default();
    while !ready.is_empty() {
        let mut later = Vec::new();
        for &w in &ready {
            ranks[w as usize] = rank;
            let Some(m) = values[w as usize] else {
                continue;
            };
            let reverts = |&&u: &&u32| !smaller(u, m) && values[u as usize] != Some(m);
            for &u in sources[w as usize].iter().filter(reverts) {
                if !reverted.insert((u, m)) {
                    continue;
                }
                for &v in sources[u as usize]
                    .iter()
                    .filter(|&&v| values[v as usize] == Some(m))
                {
                    waiting[v as usize] -= 1;
                    if waiting[v as usize] == 0 {
                        later.push(v);
                    }
                }
            }
        }
        rank += 1;
        ready = later;
    }
    ranks
}
