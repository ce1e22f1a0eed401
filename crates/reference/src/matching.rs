//! Maximum matchings: the vertices that some maximum matching misses (Gallai 1963, Edmonds 1965).
#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has at most 2²⁰ vertices"
)]

use std::collections::VecDeque;

use fxhash::FxHashSet;

use crate::{Edge, Ordered};

/// The mate of a vertex that has none.
const NONE: u32 = u32::MAX;

/// Returns the vertices that are alive and that some maximum matching of those alive misses. A matching may be given by
/// its pairs; the result is `None` if they are no matching of those alive, or not a maximum one.
pub fn missed(
    neighbours: &[Vec<u32>],
    alive: &[bool],
    pairs: Option<&[Edge]>,
) -> Option<Ordered<u32>> {
    let mut mate = vec![NONE; neighbours.len()];
    for &Edge { from: a, to: b } in pairs.unwrap_or_default() {
        let is_free = |vertex: u64| {
            let vertex = vertex as usize;
            alive.get(vertex) == Some(&true) && mate[vertex] == NONE
        };
        // A vertex that is alive has a number of 32 bits.
        if !is_free(a) || !is_free(b) || !neighbours[a as usize].contains(&(b as u32)) {
            return None;
        }
        mate[a as usize] = b as u32;
        mate[b as usize] = a as u32;
    }
    loop {
        let mut forest = Forest::of(neighbours, alive, &mut mate);
        if !forest.augments() {
            return Some(forest.outer);
        }
        if pairs.is_some() {
            return None;
        }
    }
}

/// Alternating paths from all vertices without mate, blossoms shrunk to their bases.
struct Forest<'g> {
    /// The neighbours of each vertex.
    neighbours: &'g [Vec<u32>],
    /// Whether each vertex is there.
    alive: &'g [bool],
    /// The mate of each vertex, or [`NONE`].
    mate: &'g mut [u32],
    /// The vertices to which an even path leads, in the order in which they were met.
    outer: Ordered<u32>,
    /// The outer vertex from which each inner vertex was reached.
    parent: Vec<u32>,
    /// A vertex nearer to the base of its blossom for each vertex, or the vertex itself.
    base: Vec<u32>,
}

impl<'g> Forest<'g> {
    /// Returns the forest that begins with the vertices without mate.
    fn of(neighbours: &'g [Vec<u32>], alive: &'g [bool], mate: &'g mut [u32]) -> Forest<'g> {
        let order = neighbours.len() as u32;
        let is_single = |&v: &u32| alive[v as usize] && mate[v as usize] == NONE;
        Forest {
            neighbours,
            alive,
            outer: (0..order).filter(is_single).collect(),
            mate,
            parent: vec![NONE; order as usize],
            base: (0..order).collect(),
        }
    }

    /// Grows the forest until an edge joins two trees, along which the matching grows; `false` if none does.
    fn augments(&mut self) -> bool {
        let mut next = 0;
        while let Some(&vertex) = self.outer.get_index(next) {
            next += 1;
            for &to in &self.neighbours[vertex as usize] {
                let at = to as usize;
                if !self.alive[at] || self.base_of(vertex) == self.base_of(to) {
                    continue;
                }
                if self.outer.contains(&to) {
                    let Some(meeting) = self.meeting(vertex, to) else {
                        self.flip(vertex, to);
                        return true;
                    };
                    self.shrink(vertex, to, meeting);
                    self.shrink(to, vertex, meeting);
                } else if self.parent[at] == NONE {
                    self.parent[at] = vertex;
                    self.outer.insert(self.mate[at]);
                }
            }
        }
        false
    }

    /// Returns the base of the blossom of a vertex. The way to it is halved for later.
    fn base_of(&mut self, mut vertex: u32) -> u32 {
        while self.base[vertex as usize] != vertex {
            let above = self.base[self.base[vertex as usize] as usize];
            self.base[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    /// Returns the next base on the path to the root.
    fn above(&mut self, base: u32) -> Option<u32> {
        let inner = self.mate[base as usize];
        (inner != NONE).then(|| self.base_of(self.parent[inner as usize]))
    }

    /// Returns the base where the paths to the root meet, found by steps on one and on the other; `None` for two trees.
    fn meeting(&mut self, a: u32, b: u32) -> Option<u32> {
        let mut ends = VecDeque::from([a, b].map(|vertex| self.base_of(vertex)));
        let mut passed = FxHashSet::default();
        while let Some(base) = ends.pop_front() {
            if !passed.insert(base) {
                return Some(base);
            }
            ends.extend(self.above(base));
        }
        None
    }

    /// Joins the blossoms on the path up to a base with it. The vertices of the path get the vertex below them as their
    /// parent, `child` first, since an even path leads to each of them the other way round the blossom.
    fn shrink(&mut self, mut vertex: u32, mut child: u32, meeting: u32) {
        let mut joined = Vec::new();
        while self.base_of(vertex) != meeting {
            let inner = self.mate[vertex as usize];
            joined.extend([self.base_of(vertex), self.base_of(inner)]);
            self.parent[vertex as usize] = child;
            self.outer.insert(inner);
            child = inner;
            vertex = self.parent[inner as usize];
        }
        for base in joined {
            self.base[base as usize] = meeting;
        }
    }

    /// Matches the ends of an edge between two trees, and flips the paths from both to their roots.
    fn flip(&mut self, a: u32, b: u32) {
        let starts = [self.mate[a as usize], self.mate[b as usize]];
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
        for mut inner in starts {
            while inner != NONE {
                let outer = self.parent[inner as usize];
                let next = self.mate[outer as usize];
                self.mate[outer as usize] = inner;
                self.mate[inner as usize] = outer;
                inner = next;
            }
        }
    }
}
