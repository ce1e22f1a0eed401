//! The translation of vertices from their names in a record to the indices that they are stored under.

#![expect(
    clippy::cast_possible_truncation,
    reason = "vertices are names of 32 bits, each of them once"
)]

use grundy_base::budget::{Budget, Limit};
use grundy_base::edge::Edge;

use grundy_record::{Fault, Place, Rules};

/// A graph may be declared with far more vertices than its edges name. Then only those named get
/// an index; else the name is the index, and index 0 stays without edges.
pub struct Vertices {
    /// The vertices named, ascending; none when names are indices.
    named: Option<Vec<u32>>,
    /// The number of indices.
    order: usize,
}

impl Vertices {
    /// Numbers the vertices of a graph with these edges whose position names `others`.
    pub fn new(limit: u32, edges: &[Edge], others: &[u32], budget: &Budget) -> Result<Self, Limit> {
        let mentions = 2 * edges.len() + others.len();
        if (limit as usize) < 64 + 4 * mentions {
            return Ok(Vertices {
                named: None,
                order: limit as usize + 1,
            });
        }
        let count = edges.len();
        let bytes = 4 * mentions as u64;
        let memory = budget.memory;
        if bytes > memory {
            let message =
                format!("{count} edges take {bytes} bytes of working memory, {memory} are allowed");
            return Err(Limit::memory(message));
        }
        let mut named: Vec<u32> = edges
            .iter()
            .flat_map(|edge| edge.ends())
            .chain(others.iter().copied())
            .collect();
        named.sort_unstable();
        named.dedup();
        let order = named.len();
        Ok(Vertices {
            named: Some(named),
            order,
        })
    }

    /// Returns the number of indices.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the edges by indices: unchanged, or written anew into `buffer`.
    pub fn edges<'e>(&self, edges: &'e [Edge], buffer: &'e mut Vec<Edge>) -> &'e [Edge] {
        if self.named.is_none() {
            return edges;
        }
        buffer.extend(edges.iter().map(|edge| edge.map(|name| self.index(name))));
        buffer
    }

    /// Returns the index of a vertex that an edge or the position names.
    pub fn index(&self, name: u32) -> u32 {
        match &self.named {
            None => name,
            // Whatever is named is found; the fallback is never used.
            Some(named) => named.binary_search(&name).unwrap_or_else(|at| at) as u32,
        }
    }

    /// Returns the name of the vertex with an index.
    pub fn name(&self, index: u32) -> u32 {
        self.named
            .as_ref()
            .map_or(index, |named| named[index as usize])
    }
}

/// Returns the number of vertices and the edges or arcs by the names of their ends, each checked against it.
pub fn declared(rules: &Rules) -> Result<(u32, &[Edge]), Fault> {
    let vertices = rules.vertices().ok_or_else(Fault::incomplete)?;
    let edges = rules.edges();
    let limit = u32::try_from(vertices)
        .ok()
        .filter(|&limit| limit < u32::MAX)
        .ok_or_else(|| {
            let message = format!(
                "graphs have at most {} vertices, this one has {vertices}",
                u32::MAX - 1
            );
            Fault::limit(Place::Limit, &Limit::fixed(message))
        })?;
    let outside = |edge: &Edge| edge.high() > limit || edge.low() == 0;
    if let Some(i) = edges.iter().position(outside) {
        let edge = edges[i];
        let vertex = if edge.low() == 0 { 0 } else { edge.high() };
        return Err(no_vertex(Place::Edge(i), vertex.into(), limit));
    }
    Ok((limit, edges))
}

/// Returns the vertices that the position names, each checked.
pub fn named(position: &[u64], limit: u32) -> Result<Vec<u32>, Fault> {
    position
        .iter()
        .enumerate()
        .map(|(i, &name)| vertex(i, name, limit))
        .collect()
}

/// Returns the i-th vertex that the position names.
pub fn vertex(i: usize, name: u64, limit: u32) -> Result<u32, Fault> {
    let vertex = u32::try_from(name)
        .ok()
        .filter(|vertex| (1..=limit).contains(vertex));
    vertex.ok_or_else(|| no_vertex(Place::Position(i), name, limit))
}

fn no_vertex(place: Place, vertex: u64, limit: u32) -> Fault {
    Fault::new(
        place,
        format!("there is no vertex {vertex}"),
        format!("the vertices are 1 to {limit}"),
    )
}
