//! Graphs: random edges with a path walked at random, random arcs with tokens.

use fxhash::{FxHashMap, FxHashSet};

use super::{Error, Parameters, Sink, check, numbers};
use crate::random::Random;
use crate::record::{Signature, Slot};

pub(super) fn write(
    signature: &Signature,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let undirected = signature.has(Slot::Edges);
    let mut edges = Vec::new();
    let vertices = match &parameters.rules {
        Some(rules) => {
            sink.word(rules);
            read(rules, if undirected { '-' } else { '>' }, &mut edges)?
        }
        None => {
            let vertices = check("the number of vertices", parameters.limit.unwrap_or(10), 1, 1 << 30)?;
            let count = check("--edges", parameters.edges.unwrap_or(2 * vertices), 0, 1 << 30)?;
            sink.spaced(vertices);
            // One vertex has no edge but a loop, which leads nowhere new.
            let one_way = undirected || parameters.acyclic;
            let mut pairs = match parameters.distinct {
                true => numbers::pairs(vertices, one_way, count, random)?,
                false => Vec::new(),
            }
            .into_iter();
            for _ in 0..if vertices == 1 { 0 } else { count } {
                let (from, to) = pairs.next().unwrap_or_else(|| {
                    let from = random.within(1, vertices);
                    let other = random.within(1, vertices - 1);
                    (from, if other < from { other } else { other + 1 })
                });
                let (from, to) = if parameters.acyclic { (from.max(to), from.min(to)) } else { (from, to) };
                sink.spaced(from);
                sink.text(if undirected { "-" } else { ">" });
                sink.number(to);
                if undirected && parameters.moves.is_some_and(|moves| moves > 0) {
                    edges.push((from, to));
                }
                sink.flush_when_full()?;
            }
            vertices
        }
    };
    sink.text(":");
    if undirected {
        path(vertices, &edges, parameters.moves.unwrap_or(0), random, sink);
    } else {
        for _ in 0..parameters.count_of_heaps().unwrap_or(1) {
            let token = random.within(1, vertices);
            sink.spaced(token);
        }
    }
    sink.end(parameters);
    Ok(())
}

/// A path of a start and the given number of moves, shorter if it ends in a corner.
fn path(vertices: u64, edges: &[(u64, u64)], moves: u64, random: &mut Random, sink: &mut Sink<'_>) {
    let mut neighbours: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
    for &(a, b) in edges {
        neighbours.entry(a).or_default().push(b);
        neighbours.entry(b).or_default().push(a);
    }
    let mut visited = FxHashSet::default();
    let mut at = random.within(1, vertices);
    sink.spaced(at);
    for _ in 0..moves {
        visited.insert(at);
        let mut open: Vec<u64> =
            neighbours.get(&at).into_iter().flatten().copied().filter(|v| !visited.contains(v)).collect();
        open.sort_unstable();
        open.dedup();
        let Some(&next) = random.pick(&open) else { break };
        sink.spaced(next);
        at = next;
    }
}

/// Reads rules given as text: the number of vertices and the edges.
fn read(rules: &str, sign: char, edges: &mut Vec<(u64, u64)>) -> Result<u64, Error> {
    let wrong = || Error::Parameter(format!("--rules of a graph are `4 1{sign}2 2{sign}3`"));
    let mut vertices = None;
    for word in rules.split_whitespace() {
        match word.split_once(sign) {
            Some((from, to)) => {
                edges.push((from.parse().map_err(|_| wrong())?, to.parse().map_err(|_| wrong())?));
            }
            None => vertices = Some(word.parse().map_err(|_| wrong())?),
        }
    }
    vertices.ok_or_else(wrong)
}
