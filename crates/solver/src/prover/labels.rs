//! Labels of a graph with the ranks that prove them.

use fxhash::FxHashSet;

use super::MIN_VERTICES;
use crate::theory::loopy::{Digraph, Label, label};
use grundy_machine::budget::Budget;

/// The labels of all vertices that can be reached from the tokens; of others a dash.
pub(super) fn certificate(arcs: &[(u32, u32)], tokens: &[u32], budget: &Budget) -> Option<String> {
    let ends = arcs.iter().flat_map(|&(from, to)| [from, to]);
    let order = ends.chain(tokens.iter().copied()).max()? as usize + 1;
    if order <= MIN_VERTICES || 20 * order as u64 > budget.memory {
        return None;
    }
    let graph = Digraph::from_arcs(order, arcs, budget).ok()?;
    let mut reached = vec![false; order];
    let mut queue = tokens.to_vec();
    while let Some(vertex) = queue.pop() {
        if !std::mem::replace(&mut reached[vertex as usize], true) {
            queue.extend(graph.followers(vertex));
        }
    }
    let labelling = label(&graph, tokens, budget).ok()?;
    let of = |vertex: u32| match reached[vertex as usize].then(|| labelling.label(vertex)) {
        Some(Label::Finite(value)) => Some(value),
        _ => None,
    };
    let values: Vec<Option<u32>> = (0..order as u32).map(of).collect();
    let ranks = ranks(&graph, &values);
    let said = |vertex: usize| match values[vertex] {
        Some(value) => format!(" {value}.{}", ranks[vertex]),
        None if reached[vertex] => " i".to_owned(),
        None => " -".to_owned(),
    };
    Some(format!(
        "labels{}",
        (1..order).map(said).collect::<String>()
    ))
}

/// Ranks for a true labelling: a vertex of value m is ranked once every follower without smaller
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
    // Followers that cannot be reverted yet, each arc counted.
    let mut waiting: Vec<usize> = (0..order as u32)
        .map(|v| {
            values[v as usize].map_or(0, |m| {
                graph
                    .followers(v)
                    .iter()
                    .filter(|&&u| !smaller(u, m))
                    .count()
            })
        })
        .collect();
    let is_ready = |&v: &u32| values[v as usize].is_some() && waiting[v as usize] == 0;
    let mut ready: Vec<u32> = (0..order as u32).filter(is_ready).collect();
    let (mut ranks, mut rank, mut reverted) = (vec![0; order], 0, FxHashSet::default());
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
