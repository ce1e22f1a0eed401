//! The matching, and the alternating forest over it: how trees are planted, grow and dissolve.

use super::{Adjacency, Decomposition, NONE};
use grundy_machine::platform::pages::{count_up, huge};
use grundy_machine::sync::interrupt::Checked;
use std::collections::VecDeque;

/// The kind of a vertex in the forest. Outer kinds come last, so that one comparison tells them
/// from the rest.
pub(super) mod label {
    /// In no tree.
    pub const UNREACHED: u8 = 0;
    /// At odd distance from its root, in no blossom.
    pub const INNER: u8 = 1;
    /// Not in the graph.
    pub const REMOVED: u8 = 2;
    /// In the graph, but not in the core.
    pub const SETTLED: u8 = 3;
    /// At even distance from its root in the tree.
    pub const OUTER: u8 = 4;
    /// Odd in the tree, but in a blossom: at even distance through the blossom's bridge.
    pub const TURNED: u8 = 5;
    /// Set beside an outer kind: its list was read.
    pub const READ: u8 = 8;
}
use label::{INNER, OUTER, REMOVED, SETTLED, UNREACHED};

/// How far ahead in the queue lists and their places are fetched: long enough to arrive in time.
pub(super) const VERTICES_SOON: usize = 6;
pub(super) const VERTICES_LATER: usize = 12;

/// One tree of the forest.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    pub root: u32,
    /// Vertices in the tree.
    pub size: u32,
    /// The vertex that came in last as an inner one, [`NONE`] for a root alone.
    pub last: u32,
}

/// The matching and the forest over it. See the module's head for the picture.
pub(super) struct Forest {
    pub mate: Vec<u32>,
    pub label: Vec<u8>,
    /// Union–find over blossoms; a set's representative is the blossom's base.
    pub blossom: Vec<u32>,
    /// Of a vertex that came in as an inner one: the outer vertex that reached it. Of one that came in as an outer
    /// one, and so of every base: the index of its tree.
    pub parent_or_tree: Vec<u32>,
    /// Of a turned vertex: the near end of the edge that closed its blossom. Of its mate: the far end.
    pub bridge: Vec<u32>,
    pub trees: Vec<Tree>,
    /// Of a vertex that came in as an inner one: the one that came into its tree before it. Of a base: the last walk to
    /// a common ancestor that came by.
    pub previous_or_walk: Vec<u32>,
    /// The walk at hand: never the number of a vertex, nor [`NONE`].
    pub walk: u32,
    /// Outer vertices whose lists are to be read, and some that are outer no more.
    pub queue: VecDeque<u32>,
    /// Outer vertices of trees that may not grow at this level.
    pub later: Vec<u32>,
    /// Trees of more vertices than this grow no further.
    pub limit: u32,
    /// New matched edges of the augmentation at hand, and what is left of its path.
    pub edges: Vec<(u32, u32)>,
    pub pieces: Vec<(u32, u32)>,
    /// Neighbours looked at so far.
    pub work: u64,
    pub steps: Checked,
}

/// Bytes of a matching for each vertex: the lists of numbers in [`Forest`], a label, and a forced edge for every two.
pub const VERTEX_BYTES: u64 = 7 * 4 + 1 + 2;

/// Bytes for each exposed vertex.
pub const EXPOSED_BYTES: u64 = size_of::<Tree>() as u64;

impl Forest {
    /// Returns a forest over `mate`, in which an unreached vertex without mate is exposed.
    pub fn new(mate: Vec<u32>, label: Vec<u8>) -> Forest {
        let order = mate.len();
        Forest {
            label,
            blossom: count_up(order),
            parent_or_tree: huge(vec![0; order]),
            bridge: huge(vec![0; order]),
            trees: Vec::new(),
            previous_or_walk: huge(vec![0; order]),
            walk: (order as u32).saturating_sub(1),
            queue: VecDeque::from(huge(Vec::with_capacity(order))),
            later: Vec::new(),
            limit: u32::MAX,
            mate,
            edges: Vec::new(),
            pieces: Vec::new(),
            work: 0,
            steps: Checked::default(),
        }
    }

    /// Returns the vertices that could become roots if nothing was reached.
    pub fn exposed(&self) -> impl Iterator<Item = u32> {
        let places = (0..).zip(self.mate.iter().zip(&self.label));
        places
            .filter(|&(_, (&mate, &label))| mate == NONE && label == UNREACHED)
            .map(|(v, _)| v)
    }

    /// Puts back what was settled, with the labels it has beside those of the core.
    ///
    /// A settled vertex without mate is outer. Let u be a vertex whose last neighbour
    /// was v, and w another neighbour of v when that edge was taken. A maximum matching without the
    /// edge u–v misses u and takes some v–w: there is one exactly when what was left without u
    /// and v has a maximum matching that misses such a w. Then u is outer and v inner.
    /// So the edges are put back in the opposite order; what had gone before is still removed.
    pub fn recover<A: Adjacency>(&mut self, graph: &A, forced: &[u32]) {
        for (label, mate) in self.label.iter_mut().zip(&self.mate) {
            if *label == SETTLED && *mate == NONE {
                *label = OUTER;
            }
        }
        for &u in forced.iter().rev() {
            let v = self.mate[u as usize];
            let mut looked = 0;
            let mut neighbours = graph.neighbours(v).inspect(|_| looked += 1);
            let hangs = neighbours.any(|w| self.label[w as usize] >= OUTER);
            drop(neighbours);
            self.work += looked;
            let (of_u, of_v) = if hangs {
                (OUTER, INNER)
            } else {
                (UNREACHED, UNREACHED)
            };
            self.label[u as usize] = of_u;
            self.label[v as usize] = of_v;
        }
    }

    /// Forgets the forest over the core, and puts back what was settled.
    pub fn forget(&mut self) {
        self.clear();
        self.label
            .iter_mut()
            .filter(|label| **label == SETTLED)
            .for_each(|label| *label = UNREACHED);
    }

    /// Can a maximum matching miss `v`? For a maximum matching without a forest; reads no more
    /// lists than the answer needs.
    ///
    /// Without `v`, the matching is maximum unless its mate can be matched anew: so an alternating
    /// tree is grown from the mate alone, until it reaches an exposed vertex or ends.
    pub fn can_miss<A: Adjacency>(&mut self, graph: &A, v: u32) -> bool {
        let root = std::mem::replace(&mut self.mate[v as usize], NONE);
        if root == NONE {
            return true;
        }
        self.mate[root as usize] = NONE;
        self.label[v as usize] = REMOVED;
        self.trees.clear();
        self.queue.clear();
        self.plant(root);
        let mut reached = false;
        while !reached && let Some(u) = self.queue.pop_front() {
            let exposed =
                |w: &u32| self.mate[*w as usize] == NONE && self.label[*w as usize] == UNREACHED;
            let mut looked = 0;
            reached = graph
                .neighbours(u)
                .inspect(|_| looked += 1)
                .any(|w| exposed(&w));
            self.work += looked;
            if !reached {
                self.scan(graph, u);
            }
        }
        self.dissolve(0);
        self.label[v as usize] = UNREACHED;
        self.mate[v as usize] = root;
        self.mate[root as usize] = v;
        reached
    }

    /// Returns the matching and the labels found.
    pub fn into_decomposition(self) -> Decomposition {
        Decomposition {
            mate: self.mate,
            label: self.label,
            work: self.work,
        }
    }

    /// Forgets the forest.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.queue.clear();
        self.later.clear();
        (0..)
            .zip(&mut self.blossom)
            .for_each(|(v, blossom)| *blossom = v);
        let forget = |label: &mut u8| {
            *label = if matches!(*label, REMOVED | SETTLED) {
                *label
            } else {
                UNREACHED
            }
        };
        self.label.iter_mut().for_each(forget);
    }

    /// Makes every exposed vertex a root, and nothing else of the forest.
    pub fn plant_all(&mut self) {
        self.clear();
        self.trees.reserve_exact(self.exposed().count());
        for v in 0..self.mate.len() as u32 {
            if self.mate[v as usize] == NONE && self.label[v as usize] == UNREACHED {
                self.plant(v);
            }
        }
    }

    /// Makes an exposed vertex a root.
    pub fn plant(&mut self, v: u32) {
        self.label[v as usize] = OUTER;
        self.parent_or_tree[v as usize] = self.trees.len() as u32;
        self.trees.push(Tree {
            root: v,
            size: 1,
            last: NONE,
        });
        self.queue.push_back(v);
    }

    /// Hangs the unreached vertex `w` and its mate below the outer vertex `v` of a tree.
    #[inline]
    pub fn grow(&mut self, v: u32, w: u32, tree: u32) {
        let next = self.mate[w as usize];
        self.label[w as usize] = INNER;
        self.parent_or_tree[w as usize] = v;
        let Tree { size, last, .. } = &mut self.trees[tree as usize];
        *size += 2;
        self.previous_or_walk[w as usize] = std::mem::replace(last, w);
        self.label[next as usize] = OUTER;
        self.parent_or_tree[next as usize] = tree;
        self.queue.push_back(next);
    }

    /// Takes all vertices of the tree out of the forest, the mates being what they were.
    pub fn dissolve(&mut self, tree: u32) {
        let Tree {
            root,
            last: mut inner,
            ..
        } = self.trees[tree as usize];
        self.release(root);
        while inner != NONE {
            self.release(inner);
            self.release(self.mate[inner as usize]);
            inner = self.previous_or_walk[inner as usize];
        }
    }

    fn release(&mut self, v: u32) {
        self.label[v as usize] = UNREACHED;
        self.blossom[v as usize] = v;
    }
}
