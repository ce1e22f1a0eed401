//! Graphs: random edges, arcs, pairs of an order, or sets of vertices; then a path, tokens, or nothing.

use fxhash::{FxHashMap, FxHashSet};

use super::{Error, Parameters, Sink, check, numbers};
use crate::random::Random;
use crate::record::{Signature, Slot, View};

/// The most vertices and edges of a graph.
const MAX_GRAPH: u64 = 1 << 30;

pub(super) fn write(
    signature: &Signature,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let walk = signature.view == View::Walk;
    let sign = match signature.slots {
        [Slot::Arcs] => ">",
        [Slot::Order] => "<",
        _ => "-",
    };
    let mut edges = Vec::new();
    let mut vertices = check("the number of vertices", parameters.limit.unwrap_or(10), 1, MAX_GRAPH)?;
    match &parameters.rules {
        Some(rules) => {
            sink.word(rules);
            if walk || sign == ">" {
                vertices = read(rules, sign, &mut edges)?;
            }
        }
        None => {
            let mut give = |from: u64, to: u64, sink: &mut Sink<'_>| {
                sink.spaced(from);
                sink.text(sign);
                sink.number(to);
                if walk && parameters.moves.is_some_and(|moves| moves > 0) {
                    edges.push((from, to));
                }
                sink.flush_when_full()
            };
            match signature.slots {
                [Slot::Branches] => branches(vertices, parameters, random, |a, b| give(a, b, sink))?,
                [Slot::Sets] => sets(vertices, parameters, random, sink)?,
                _ => {
                    sink.spaced(vertices);
                    pairs(vertices, (sign, walk), parameters, random, |a, b| give(a, b, sink))?;
                }
            }
        }
    }
    sink.keywords(parameters);
    sink.text(":");
    if walk {
        path(vertices, &edges, parameters.moves.unwrap_or(0), random, sink);
    } else if sign == ">" {
        for _ in 0..parameters.count_of_heaps().unwrap_or(1) {
            sink.spaced(random.within(1, vertices));
        }
    }
    sink.end(parameters);
    Ok(())
}

/// Random pairs of different vertices; a graph of one vertex has none.
fn pairs(
    vertices: u64,
    (sign, walk): (&str, bool),
    parameters: &Parameters,
    random: &mut Random,
    mut give: impl FnMut(u64, u64) -> std::io::Result<()>,
) -> Result<(), Error> {
    let usual = if walk || sign == ">" { 2 * vertices } else { vertices };
    let count = check("--edges", parameters.edges.unwrap_or(usual), 0, MAX_GRAPH)?;
    let one_way = sign != ">" || parameters.acyclic;
    let mut different = match parameters.distinct {
        true => numbers::pairs(vertices, one_way, count, random)?,
        false => Vec::new(),
    }
    .into_iter();
    for _ in 0..if vertices == 1 { 0 } else { count } {
        let (from, to) = different.next().unwrap_or_else(|| {
            let from = random.within(1, vertices);
            let other = random.within(1, vertices - 1);
            (from, if other < from { other } else { other + 1 })
        });
        match sign {
            ">" if parameters.acyclic => give(from.max(to), from.min(to))?,
            ">" => give(from, to)?,
            _ if walk => give(from, to)?,
            _ => give(from.min(to), from.max(to))?,
        }
    }
    Ok(())
}

/// Edges on the ground, vertex 0: a tree first, then edges anywhere.
fn branches(
    vertices: u64,
    parameters: &Parameters,
    random: &mut Random,
    mut give: impl FnMut(u64, u64) -> std::io::Result<()>,
) -> Result<(), Error> {
    let count = parameters.edges.unwrap_or(vertices.saturating_add(vertices / 4));
    let mut drawn = FxHashSet::default();
    if parameters.distinct {
        check("--edges", count, 0, (vertices + 1) * vertices / 2)?;
    }
    for edge in 0..check("--edges", count, 0, MAX_GRAPH)? {
        let (from, to) = loop {
            let to = if edge < vertices { edge + 1 } else { random.within(0, vertices) };
            let from = random.within(0, if edge < vertices { edge } else { vertices });
            if !parameters.distinct || from != to && drawn.insert((from.min(to), from.max(to))) {
                break (from, to);
            }
        };
        give(from, to)?;
    }
    Ok(())
}

/// Sets of one to three vertices.
fn sets(
    vertices: u64,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let count = check("--edges", parameters.edges.unwrap_or(vertices), 0, MAX_GRAPH)?;
    let mut drawn = FxHashSet::default();
    if parameters.distinct {
        let v = u128::from(vertices);
        let all = v + v * v.saturating_sub(1) / 2 + v * v.saturating_sub(1) * v.saturating_sub(2) / 6;
        check("--edges", count, 0, u64::try_from(all).unwrap_or(u64::MAX))?;
    }
    sink.spaced(vertices);
    for _ in 0..count {
        let set = loop {
            let size = 1 + random.below(3);
            let mut set = random.distinct(size, vertices);
            set.iter_mut().for_each(|vertex| *vertex += 1);
            set.sort_unstable();
            if !parameters.distinct || drawn.insert(set.clone()) {
                break set;
            }
        };
        sink.tuple(&set);
        sink.flush_when_full()?;
    }
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
fn read(rules: &str, sign: &str, edges: &mut Vec<(u64, u64)>) -> Result<u64, Error> {
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
