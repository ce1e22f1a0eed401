//! Maximum matchings with the barriers that prove them.

use crate::certificate::Certificate;
use crate::record::Record;
use crate::theory::budget::Budget;
use crate::theory::matching::{Graph, Part, decompose};
use crate::verify::matching::Left;
use crate::verify::{Checked, Meter, unproved};

/// What an edge takes while the matching is sought, in bytes, roughly.
const EDGE_BYTES: u64 = 20;

/// The matching and the barrier of a record of factor or geography.
pub(super) fn maximum(
    record: &Record<'_>,
    name: &str,
    budget: &Budget,
    meter: &Meter,
) -> Checked<Certificate> {
    let left = Left::of(record, name, meter)?;
    if left.legal.is_empty() {
        return Ok(Certificate::Matching { pairs: Vec::new(), barrier: Vec::new() });
    }
    let (none, mut count) = (vec![false; left.order()], 0);
    left.each_edge(&none, |_, _| count += 1);
    if count * EDGE_BYTES > budget.memory {
        return unproved(format!("a matching of {count} edges takes more memory than is allowed"));
    }
    let mut edges = Vec::with_capacity(count as usize);
    left.each_edge(&none, |a, b| edges.push((a, b)));
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
    // The barrier in the order in which it is reached from the vertices without mate.
    let mut reached = vec![false; left.order()];
    let mut queue: Vec<u32> = (0..left.order() as u32)
        .filter(|&vertex| left.is_left(vertex) && found.mate(vertex).is_none())
        .collect();
    queue.iter().for_each(|&vertex| reached[vertex as usize] = true);
    let mut barrier = Vec::new();
    while let Some(vertex) = queue.pop() {
        for &neighbour in graph.row(vertex) {
            if !left.is_left(neighbour) || std::mem::replace(&mut reached[neighbour as usize], true) {
                continue;
            }
            if found.part(neighbour) != Part::Barrier {
                queue.push(neighbour);
                continue;
            }
            barrier.push((left.name(neighbour), left.name(vertex)));
            if let Some(mate) = found.mate(neighbour)
                && !std::mem::replace(&mut reached[mate as usize], true)
            {
                queue.push(mate);
            }
        }
    }
    let pair = |vertex| found.mate(vertex).filter(|&mate| vertex < mate).map(|mate| (vertex, mate));
    let named = |(a, b)| (left.name(a), left.name(b));
    let pairs = (0..left.order() as u32).filter_map(pair).map(named).collect();
    Ok(Certificate::Matching { pairs, barrier })
}
