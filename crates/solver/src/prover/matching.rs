//! Maximum matchings with what proves them.

use super::ears::Blossoms;
use crate::certificate::{Barrier, Certificate, Ears};
use crate::record::Record;
use crate::theory::budget::Budget;
use crate::theory::matching::{Graph, NONE, Part, decompose};
use crate::verify::GameId;
use crate::verify::matching::Left;
use crate::verify::{Checked, Meter, unproved};

/// What an edge takes while the matching is sought, in bytes, roughly.
const EDGE_BYTES: u64 = 20;

/// The matching and the barrier of a record of factor or geography.
pub(super) fn maximum(
    record: &Record<'_>,
    game: GameId,
    budget: &Budget,
    meter: &Meter,
) -> Checked<Certificate> {
    let left = Left::of(record, game, meter)?;
    let (mut missed, mut barrier, mut pairs) = (Ears::default(), Vec::new(), Vec::new());
    if left.legal.is_empty() {
        return Ok(Certificate::Matching { missed, barrier, pairs });
    }
    let mut count = 0;
    left.each_edge(|_, _| count += 1);
    if count * EDGE_BYTES > budget.memory {
        return unproved(format!("a matching of {count} edges takes more memory than is allowed"));
    }
    let mut edges = Vec::with_capacity(count as usize);
    left.each_edge(|a, b| edges.push((a, b)));
    let graph = Graph::from_edges(left.order(), &edges, budget);
    drop(edges);
    let found = graph.and_then(|graph| {
        let found = decompose(&graph, |vertex| !left.is_left(vertex), budget)?;
        Ok((graph, found))
    });
    let (graph, found) = match found {
        Ok(found) => found,
        Err(limit) => return unproved(limit.message),
    };
    let vertices = || (0..left.order() as u32).filter(|&vertex| left.is_left(vertex));
    let is_in = |vertex: u32, part: Part| found.part(vertex) == part;
    // D: each component from its base, which has no mate in it.
    let is_missed: Vec<bool> =
        (0..left.order() as u32).map(|v| left.is_left(v) && is_in(v, Part::Missed)).collect();
    let mut inside = vec![NONE; left.order()];
    for vertex in vertices().filter(|&vertex| is_missed[vertex as usize]) {
        let mate = found.mate(vertex).filter(|&mate| is_missed[mate as usize]);
        inside[vertex as usize] = mate.unwrap_or(NONE);
    }
    let mut blossoms = Blossoms::new(&graph, &is_missed, &inside);
    for base in vertices().filter(|&vertex| is_missed[vertex as usize] && inside[vertex as usize] == NONE) {
        blossoms.add(base, |vertex| left.name(vertex), &mut missed);
    }
    // A: in the order in which it is reached from the vertices without mate.
    let mut reached = vec![false; left.order()];
    let mut queue: Vec<u32> = vertices().filter(|&vertex| found.mate(vertex).is_none()).collect();
    queue.iter().for_each(|&vertex| reached[vertex as usize] = true);
    while let Some(parent) = queue.pop() {
        for &vertex in graph.row(parent) {
            if !left.is_left(vertex) || std::mem::replace(&mut reached[vertex as usize], true) {
                continue;
            }
            if !is_in(vertex, Part::Barrier) {
                queue.push(vertex);
                continue;
            }
            let Some(mate) = found.mate(vertex) else { continue };
            let [vertex, parent] = [vertex, parent].map(|vertex| left.name(vertex));
            barrier.push(Barrier { vertex, mate: left.name(mate), parent });
            if !std::mem::replace(&mut reached[mate as usize], true) {
                queue.push(mate);
            }
        }
    }
    // C.
    for vertex in vertices().filter(|&vertex| is_in(vertex, Part::Inside)) {
        pairs.extend(
            found.mate(vertex).filter(|&mate| vertex < mate).map(|m| (left.name(vertex), left.name(m))),
        );
    }
    Ok(Certificate::Matching { missed, barrier, pairs })
}
