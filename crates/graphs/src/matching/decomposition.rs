//! The facts about every vertex that follow once a maximum matching is found.

use super::label::{INNER, OUTER, REMOVED, UNREACHED};

/// The entry of a list of mates that stands for no vertex.
pub const NONE: u32 = u32::MAX;

/// The part of the Gallai–Edmonds decomposition that a vertex is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexPart {
    /// D: some maximum matching misses it.
    Missed,
    /// A: every maximum matching covers it, and it is a neighbour of D.
    Barrier,
    /// C: every maximum matching covers it, and it is no neighbour of D.
    Inside,
    /// The vertex is not in the graph.
    Removed,
}

/// A maximum matching, and for every vertex whether some maximum matching misses it.
#[derive(Clone, Debug)]
pub struct Decomposition {
    /// The mate of each vertex, or [`NONE`].
    pub(super) mate: Vec<u32>,
    /// The label of each vertex.
    pub(super) label: Vec<u8>,
    /// The number of neighbours that were looked at.
    pub(super) work: u64,
}

impl Decomposition {
    /// Returns whether some maximum matching misses the vertex.
    #[inline]
    pub fn is_missed(&self, vertex: u32) -> bool {
        self.label[vertex as usize] >= OUTER
    }

    /// Returns the part that the vertex is in.
    pub fn part(&self, vertex: u32) -> VertexPart {
        match self.label[vertex as usize] {
            UNREACHED => VertexPart::Inside,
            INNER => VertexPart::Barrier,
            REMOVED => VertexPart::Removed,
            _ => VertexPart::Missed,
        }
    }

    /// Returns the vertex's mate in the matching found.
    pub fn mate(&self, vertex: u32) -> Option<u32> {
        let mate = self.mate[vertex as usize];
        (mate != NONE).then_some(mate)
    }

    /// Returns the mate of every vertex, [`NONE`] if it has none. `decompose_from` can start from this list.
    pub fn mates(&self) -> &[u32] {
        &self.mate
    }

    /// Returns how many neighbours were looked at. This measure of the work done is the same on every machine.
    pub fn work(&self) -> u64 {
        self.work
    }
}
