//! Directed graphs, followers stored (compressed sparse rows).

use std::hint::black_box;

use super::rows::{BLOCKED, Rows, rows};
use crate::budget::{Budget, Limit};

/// Vertices whose followers are fetched at the same time.
const GATHERED: usize = 128;

/// Followers that are copied at a time.
const SHORT: usize = 8;

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
    /// O(order + arcs), on all threads; 4 bytes a vertex and 4 an arc, and where `budget.memory` has room for them
    /// 8 an arc meanwhile.
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
        let pairs =
            |part, parts| arcs[arcs.len() * part / parts..arcs.len() * (part + 1) / parts].iter().copied();
        let affords = bytes + 8 * arcs.len() as u64 <= budget.memory;
        let blocked = if affords { BLOCKED } else { usize::MAX };
        let Rows { offsets, entries: targets } = rows(order, arcs.len(), pairs, budget.threads, blocked);
        Ok(Digraph { offsets, targets })
    }

    /// The graph with every arc turned; sources ascend at each vertex.
    ///
    /// # Complexity
    /// O(order + arcs), shared by `threads`; 4 bytes a vertex and 4 an arc, and 8 an arc meanwhile.
    pub(super) fn reverse(&self, threads: usize, blocked: usize) -> Digraph {
        let (order, arcs) = (self.order(), self.arcs());
        let cut = |part: usize, parts: usize| {
            let before = (arcs as u64 * part as u64 / parts as u64) as u32;
            self.offsets.partition_point(|&offset| offset < before).min(order) as u32
        };
        let pairs = |part, parts| {
            let end = if part + 1 == parts { order as u32 } else { cut(part + 1, parts) };
            (cut(part, parts)..end).flat_map(|v| self.followers(v).iter().map(move |&w| (w, v)))
        };
        let Rows { offsets, entries: targets } = rows(order, arcs, pairs, threads, blocked);
        Digraph { offsets, targets }
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// The followers of some vertices, one behind the other, in a buffer that is kept.
    ///
    /// Where vertices come in no order, each of these loops waits for memory for many of them at
    /// the same time, which one loop over all that is done with their followers would not.
    pub(super) fn gather<'b>(&self, vertices: &[u32], buffer: &'b mut Vec<u32>) -> &'b [u32] {
        let last = self.targets.len().saturating_sub(1) as u32;
        let mut len = 0;
        for vertices in vertices.chunks(GATHERED) {
            let mut bounds = [(0, 0); GATHERED];
            let (mut total, mut fetched) = (0, 0);
            for (bounds, &v) in bounds.iter_mut().zip(vertices) {
                *bounds = (self.offsets[v as usize], self.offsets[v as usize + 1]);
                total += (bounds.1 - bounds.0) as usize;
            }
            for &(begin, _) in &bounds[..vertices.len()] {
                fetched ^= self.targets.get(begin.min(last) as usize).copied().unwrap_or(0);
            }
            black_box(fetched);
            if buffer.len() < len + total + SHORT {
                buffer.resize((len + total + SHORT).next_power_of_two(), 0);
            }
            for &(begin, end) in &bounds[..vertices.len()] {
                let (begin, row) = (begin as usize, (end - begin) as usize);
                // Short rows are copied with some that follow, in one instruction.
                match self.targets.get(begin..begin + SHORT) {
                    Some(short) if row <= SHORT => buffer[len..len + SHORT].copy_from_slice(short),
                    _ => buffer[len..len + row].copy_from_slice(&self.targets[begin..begin + row]),
                }
                len += row;
            }
        }
        &buffer[..len]
    }

    /// The number of arcs.
    pub(super) fn arcs(&self) -> usize {
        self.targets.len()
    }

    /// The followers of a vertex, in the order of its arcs.
    #[inline]
    pub fn followers(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.targets[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }
}
