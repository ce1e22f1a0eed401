//! Directed graphs, followers stored (compressed sparse rows).

use crate::theory::budget::{Budget, Limit};

/// A directed graph on vertices `0..order()`; an arc leads from a position to a follower.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digraph {
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Digraph {
    /// The graph with the given arcs; repeated arcs and loops are kept.
    ///
    /// # Constraints
    /// Every end is below `order`.
    ///
    /// # Errors
    /// A [`Limit`] when the graph would not fit its 32-bit numbering or `budget.memory`.
    ///
    /// # Complexity
    /// O(order + arcs); 4 bytes a vertex and 4 an arc.
    pub fn from_arcs(order: usize, arcs: &[(u32, u32)], budget: &Budget) -> Result<Digraph, Limit> {
        let most = i32::MAX as usize;
        if order > most || arcs.len() > most {
            return Err(Limit::fixed(format!("a graph may have {most} vertices and {most} arcs at most")));
        }
        let bytes = 4 * (order + 1 + arcs.len()) as u64;
        if bytes > budget.memory {
            return Err(Limit::memory(format!(
                "a graph of {order} vertices and {} arcs takes {bytes} bytes of the {} allowed",
                arcs.len(),
                budget.memory
            )));
        }
        let mut offsets = vec![0u32; order + 1];
        for &(from, _) in arcs {
            offsets[from as usize] += 1;
        }
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let mut targets = vec![0u32; arcs.len()];
        for &(from, to) in arcs.iter().rev() {
            let place = &mut offsets[from as usize];
            *place -= 1;
            targets[*place as usize] = to;
        }
        Ok(Digraph { offsets, targets })
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// The followers of a vertex, in the order of its arcs.
    #[inline]
    pub fn followers(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.targets[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }
}
