//! The end of a climb: a giant blossom is looked at from outside.
//!
//! Once a blossom B holds most of the graph, nearly all neighbours of its vertices lie in it, too. What the
//! search has to know of their lists is where an edge leaves B, and that is told by the lists outside:
//!
//! ```text
//!   an edge between B and a vertex …      is seen from
//!     outer, not in B                       that vertex: its list is read again
//!     unreached                             that vertex: it is looked for an outer neighbour
//!     inner, or in B                        nowhere: it tells nothing
//! ```
//!
//! So in a round every outer vertex outside of B is read, every unreached one looks for an outer
//! neighbour, and what they bring into the forest is read at once, save what joins B: that is left for the next
//! round. A vertex that was in B when a round began needs no reading behind it. A vertex that was inner in the round and
//! turned outer later is read when it turns. Rounds go on while that costs less than reading what joined.
//!
//! The idea is that of searching a graph bottom-up where a level is large (S. Beamer, K. Asanović,
//! D. Patterson, "Direction-optimizing breadth-first search", SC 2012).

use super::forest::Forest;
use super::forest::label::{OUTER, READ, UNREACHED};
use super::{Adjacency, NONE};
use crate::budget::{Budget, Limit};
use crate::platform::LOADED_ANEW;

/// Vertices whose blossoms are counted to find the largest one.
const SAMPLE: usize = 1 << 10;

impl Forest {
    /// The last part of a climb: all trees grow until nothing is left to read (false), or one
    /// gave an augmentation (true). Trees of more vertices than `giant` are looked at from outside.
    ///
    /// # Errors
    /// As [`Forest::search`].
    pub fn finish<A: Adjacency>(&mut self, graph: &A, giant: u32, budget: &Budget) -> Result<bool, Limit> {
        if !LOADED_ANEW {
            self.limit = giant;
            if self.drain(graph, budget)? {
                return Ok(true);
            }
            self.giant = self.largest_waiting();
            if self.giant != NONE && self.rounds(graph, budget)? {
                return Ok(true);
            }
            self.giant = NONE;
            self.queue.extend(self.later.drain(..));
        }
        self.limit = u32::MAX;
        self.drain(graph, budget)
    }

    /// A vertex of the blossom that most of the vertices left for later lie in, or [`NONE`].
    fn largest_waiting(&mut self) -> u32 {
        let step = self.later.len() / SAMPLE + 1;
        let mut bases: Vec<u32> = Vec::with_capacity(SAMPLE);
        for k in (0..self.later.len()).step_by(step) {
            bases.push(self.base(self.later[k]));
        }
        bases.sort_unstable();
        bases.chunk_by(|a, b| a == b).max_by_key(|alike| alike.len()).map_or(NONE, |alike| alike[0])
    }

    /// Looks at the giant blossom from outside until so few vertices have joined it that reading those
    /// costs less; they are left for later.
    fn rounds<A: Adjacency>(&mut self, graph: &A, budget: &Budget) -> Result<bool, Limit> {
        self.limit = u32::MAX;
        loop {
            let before = self.work;
            for v in std::mem::take(&mut self.later) {
                if !self.is_in_giant(v) {
                    self.queue.push_back(v);
                }
            }
            for v in 0..self.mate.len() as u32 {
                if self.label[v as usize] >= OUTER && !self.is_in_giant(v) {
                    self.label[v as usize] &= !READ;
                    self.queue.push_back(v);
                }
            }
            if self.drain(graph, budget)? || self.reach_all(graph, budget)? {
                return Ok(true);
            }
            let ends: usize = self.later.iter().map(|&v| graph.degree(v)).sum();
            if ends as u64 <= self.work - before {
                return Ok(false);
            }
        }
    }

    /// Hangs every unreached vertex below an outer neighbour, if it has one, and reads what that brings.
    fn reach_all<A: Adjacency>(&mut self, graph: &A, budget: &Budget) -> Result<bool, Limit> {
        for w in 0..self.mate.len() as u32 {
            if self.label[w as usize] != UNREACHED {
                continue;
            }
            self.steps.step();
            let mut looked = 0;
            let mut neighbours = graph.neighbours(w).inspect(|_| looked += 1);
            let above = neighbours.find(|&v| self.label[v as usize] >= OUTER);
            drop(neighbours);
            self.work += looked;
            if let Some(v) = above {
                self.grow(v, w, self.tree[v as usize]);
                if self.drain(graph, budget)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Does the vertex lie in the giant blossom?
    #[inline]
    pub fn is_in_giant(&mut self, v: u32) -> bool {
        !LOADED_ANEW && self.giant != NONE && self.base(v) == self.base(self.giant)
    }
}
