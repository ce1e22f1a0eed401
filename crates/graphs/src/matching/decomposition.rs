//! The facts about every vertex that follow once a maximum matching is found.

use super::label::OUTER;

/// The entry of a list of mates that stands for no vertex.
pub const NONE: u32 = u32::MAX;

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
