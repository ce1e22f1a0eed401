//! The search: climbs through sizes of trees, and the reading of neighbour lists.

use super::forest::label::{OUTER, READ, UNREACHED};
use super::forest::{Forest, VERTICES_LATER, VERTICES_SOON};
use super::{Adjacency, check_memory};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::progress::PHASES;

/// Sizes at which trees wait for the others, one after the other.
const LEVELS: [u32; 11] = [
    10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000,
];

/// How many of these are used if neighbours are scattered: a tree beyond the last takes most of the graph.
const SCATTERED_LEVELS: usize = 8;

/// The steps for a neighbour looked at, whose label is a random access to memory (`factor 1000000: ? count` at
/// `--max-work 40000000`).
const STEPS_A_NEIGHBOUR: u64 = 16;

/// Vertices of a graph whose search is shown.
const SHOWN_VERTICES: usize = 1 << 14;

impl Forest {
    /// Augments until the matching is maximum: then the outer vertices are those some maximum
    /// matching misses.
    ///
    /// Climb after climb, each from the exposed vertices up. Within one, a tree that has reached
    /// the size of the level waits until all others have, too: trees that compete fairly meet
    /// while they are small, and an augmentation costs no more than the two it dissolves. If
    /// one tree runs ahead, it takes the ways out of many others, which meet it only
    /// once it is giant. So the last part of a climb, without any limit, is for a climb that augmented
    /// nothing; when it ends without having augmented, the forest is complete.
    ///
    /// # Errors
    /// A [`Limit`] when `budget.memory` does not hold the trees, or more than `budget.work` neighbours would have to be
    /// looked at.
    pub fn search<A: Adjacency>(&mut self, graph: &A, budget: &Budget) -> Result<(), Limit> {
        let levels = if A::NEAR {
            LEVELS.len()
        } else {
            SCATTERED_LEVELS
        };
        self.search_by(graph, &LEVELS[..levels], budget)
    }

    /// [`Forest::search`] with other sizes at which trees wait.
    pub fn search_by<A: Adjacency>(
        &mut self,
        graph: &A,
        levels: &[u32],
        budget: &Budget,
    ) -> Result<(), Limit> {
        let phase = (self.mate.len() >= SHOWN_VERTICES)
            .then(|| PHASES.begin_named("exposed vertices matched", 0));
        let before = self.exposed().count();
        check_memory(self.mate.len(), before, budget)?;
        loop {
            self.plant_all();
            if let Some(phase) = &phase {
                phase.stand((before - self.trees.len()) as u64);
            }
            let mut augmented = false;
            for &level in levels {
                self.limit = level;
                while self.drain(graph, budget)? {
                    augmented = true;
                }
                if self.later.is_empty() {
                    break;
                }
                self.queue.extend(self.later.drain(..));
            }
            self.limit = u32::MAX;
            if !augmented && !self.drain(graph, budget)? {
                return Ok(());
            }
        }
    }

    /// Reads the lists of the queue's vertices, and of those that come in, until none is left
    /// (false) or one gave an augmentation (true).
    ///
    /// If neighbours are near, the last vertex to come is read first: a tree grows in one place for
    /// a while, and finds it in cache.
    pub fn drain<A: Adjacency>(&mut self, graph: &A, budget: &Budget) -> Result<bool, Limit> {
        let deep = A::NEAR;
        while let Some(v) = if deep {
            self.queue.pop_back()
        } else {
            self.queue.pop_front()
        } {
            self.steps.step();
            let ahead = |places: usize| {
                self.queue.get(if deep {
                    self.queue.len().checked_sub(places)?
                } else {
                    places
                })
            };
            let (soon, later) = if deep {
                (1, 2)
            } else {
                (VERTICES_SOON, VERTICES_LATER)
            };
            graph.expect(ahead(soon), ahead(later));
            let label = self.label[v as usize];
            if label < OUTER || label & READ != 0 {
                continue;
            }
            let tree = self.tree(v);
            if self.trees[tree as usize].size > self.limit {
                self.later.push(v);
                continue;
            }
            self.label[v as usize] |= READ;
            let met = self.scan(graph, v);
            if self.work > budget.work / STEPS_A_NEIGHBOUR {
                return Err(Limit::work(format!(
                    "a maximum matching of {} vertices is not found within {} steps",
                    self.mate.len(),
                    budget.work
                )));
            }
            if let Some(w) = met {
                self.augment(v, w);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads the list of the outer vertex `v`, up to an outer vertex of another tree.
    #[inline]
    pub fn scan<A: Adjacency>(&mut self, graph: &A, v: u32) -> Option<u32> {
        let mut base = self.base(v);
        let tree = self.parent_or_tree[base as usize];
        // Counted apart: a counter in memory would set the pace.
        let mut looked = 0;
        let mut met = None;
        for w in graph.neighbours(v) {
            looked += 1;
            let label = self.label[w as usize];
            if label == UNREACHED {
                self.grow(v, w, tree);
            } else if label >= OUTER && self.blossom[w as usize] != base {
                let other = self.base(w);
                if other == base {
                    continue;
                }
                if self.parent_or_tree[other as usize] != tree {
                    met = Some(w);
                    break;
                }
                self.close_blossom(v, w);
                base = self.base(v);
            }
        }
        self.work += looked;
        met
    }
}
