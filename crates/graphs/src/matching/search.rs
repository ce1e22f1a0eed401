//! The search: climbs through sizes of trees, and the reading of neighbour lists.

use super::forest::{Forest, check_memory};
use super::graph::Adjacency;
use super::label::{OUTER, READ, UNREACHED};
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::progress::PHASES;

/// The sizes at which trees wait for the others. A climb passes through them from the smallest on.
const LEVELS: [u32; 11] = [
    10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000,
];

/// The number of [`LEVELS`] used if the numbers of neighbours are scattered. A tree that outgrows the last of these takes
/// most of the graph.
const SCATTERED_LEVELS: usize = 8;

/// The steps for a neighbour looked at. Reading its label is a random access to memory (`factor 1000000: ? count` at
/// `--max-work 40000000`).
const STEPS_A_NEIGHBOUR: u64 = 16;

/// The search of a graph with this many vertices or more is shown to the user.
const MIN_SHOWN_VERTICES: usize = 1 << 14;

/// Returns the sizes at which trees wait in a graph of this kind.
pub fn levels<A: Adjacency>() -> &'static [u32] {
    let count = if A::NEAR {
        LEVELS.len()
    } else {
        SCATTERED_LEVELS
    };
    &LEVELS[..count]
}

impl Forest {
    /// Augments until the matching is maximum. Then the outer vertices are those that some maximum matching misses.
    ///
    /// The search goes in climbs, each from the exposed vertices up. Within a climb, a tree that has reached the size of
    /// the level waits until all others have reached it. So trees meet while they are small, and an augmentation costs
    /// no more than the two trees that it dissolves. If one tree outgrew the others, it would take the vertices over
    /// which many others could grow, and these would meet it only when it is very large. So trees grow without limit
    /// only in a climb that found no augmentation at any level. When such a climb ends without one, the forest is
    /// complete.
    ///
    /// # Errors
    /// Fails when `budget.memory` does not hold the trees, or when the neighbours looked at take more than `budget.work`
    /// steps.
    pub fn search<A: Adjacency>(
        &mut self,
        graph: &A,
        levels: &[u32],
        budget: &Budget,
    ) -> Result<(), Limit> {
        let is_shown = self.mate.len() >= MIN_SHOWN_VERTICES;
        let phase = is_shown.then(|| PHASES.begin_named("exposed vertices matched", 0));
        let before = self.count_exposed();
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

    /// Takes the next vertex off the queue.
    ///
    /// If neighbours are near, the vertex that entered the queue last comes first. So a tree grows in one place for a
    /// while, and that place is in cache.
    #[inline]
    fn take_next<A: Adjacency>(&mut self) -> Option<u32> {
        if A::NEAR {
            self.queue.pop_back()
        } else {
            self.queue.pop_front()
        }
    }

    /// Reads the lists of the vertices in the queue, and of those that enter it. Returns true as soon as a list gave an
    /// augmentation, and false when the queue is empty.
    pub fn drain<A: Adjacency>(&mut self, graph: &A, budget: &Budget) -> Result<bool, Limit> {
        while let Some(v) = self.take_next::<A>() {
            self.steps.step();
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

    /// Reads the list of the outer vertex `v`. Returns the first outer vertex of another tree in it, and stops there.
    #[inline]
    pub fn scan<A: Adjacency>(&mut self, graph: &A, v: u32) -> Option<u32> {
        let mut base = self.base(v);
        let tree = self.parent_or_tree[base as usize];
        // Counted in a register: a counter in memory would make this loop slower.
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
