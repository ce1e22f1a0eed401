//! Labels of a graph with the ranks that prove them.

use fxhash::FxHashMap;

use crate::certificate::Labelled;
use crate::theory::budget::{Budget, Limit};
use crate::theory::loopy::{Digraph, Label, label};

/// The labels of all vertices that can be reached from the tokens.
pub(super) fn labels(arcs: &[(u32, u32)], tokens: &[u32], budget: &Budget) -> Result<Vec<Labelled>, Limit> {
    let mut followers: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for &(from, to) in arcs {
        followers.entry(from).or_default().push(to);
    }
    // Those that can be reached, numbered as they are.
    let mut number: FxHashMap<u32, u32> = FxHashMap::default();
    let mut names: Vec<u32> = Vec::new();
    let mut reach = |name: u32, names: &mut Vec<u32>| {
        number.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() as u32 - 1
        });
    };
    tokens.iter().for_each(|&token| reach(token, &mut names));
    let mut next = 0;
    while let Some(&name) = names.get(next) {
        next += 1;
        let leads_to = followers.get(&name).map_or(&[][..], Vec::as_slice);
        leads_to.iter().for_each(|&to| reach(to, &mut names));
    }
    let arcs: Vec<(u32, u32)> = (names.iter().zip(0..))
        .flat_map(|(name, from)| {
            let to = followers.get(name).map_or(&[][..], Vec::as_slice);
            to.iter().map(|to| (from, number[to])).collect::<Vec<_>>()
        })
        .collect();
    let graph = Digraph::from_arcs(names.len(), &arcs, budget)?;
    let all: Vec<u32> = (0..names.len() as u32).collect();
    let labelling = label(&graph, &all, budget)?;
    let values: Vec<Option<u32>> = all
        .iter()
        .map(|&vertex| match labelling.label(vertex) {
            Label::Finite(value) => Some(value),
            Label::Infinite(_) => None,
        })
        .collect();
    let ranks = ranks(&graph, &values);
    let labelled =
        |(i, &vertex): (usize, &u32)| Labelled { vertex, value: values[i].map(|value| (value, ranks[i])) };
    Ok(names.iter().enumerate().map(labelled).collect())
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
            values[v as usize].map_or(0, |m| graph.followers(v).iter().filter(|&&u| !smaller(u, m)).count())
        })
        .collect();
    let mut by_value: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for v in 0..order as u32 {
        if let Some(m) = values[v as usize].filter(|_| waiting[v as usize] == 0) {
            by_value.entry(m).or_default().push(v);
        }
    }
    let mut ranks = vec![0; order];
    let mut reverted = vec![u32::MAX; order];
    let mut present: Vec<u32> = by_value.keys().copied().collect();
    present.sort_unstable();
    for m in present {
        let mut ready = by_value.remove(&m).unwrap_or_default();
        let mut rank = 0;
        while !ready.is_empty() {
            let mut later = Vec::new();
            for &w in &ready {
                ranks[w as usize] = rank;
                for &u in
                    sources[w as usize].iter().filter(|&&u| !smaller(u, m) && values[u as usize] != Some(m))
                {
                    if std::mem::replace(&mut reverted[u as usize], m) == m {
                        continue;
                    }
                    for &v in sources[u as usize].iter().filter(|&&v| values[v as usize] == Some(m)) {
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
    }
    ranks
}
