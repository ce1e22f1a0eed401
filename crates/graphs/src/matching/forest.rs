//! The matching, and the alternating forest over it: how trees are planted, grow and dissolve.

#![expect(
    clippy::cast_possible_truncation,
    reason = "vertices have 32 bits, and each tree has a root of its own"
)]

use super::decomposition::{Decomposition, NONE};
use super::graph::Adjacency;
use grundy_base::budget::{Budget, Limit};
use grundy_base::platform::pages::{count_up, huge};
use grundy_base::sync::interrupt::Checked;
use std::collections::VecDeque;

use super::label::{INNER, OUTER, REMOVED, SETTLED, UNREACHED};

/// An edge between two vertices. In a blossom's bridge `near` is the end in the blossom's own branch.
#[derive(Clone, Copy)]
pub(super) struct MatchingEdge {
    /// One end.
    pub near: u32,
    /// The other end.
    pub far: u32,
}

/// A part of an augmenting path, which goes up the tree.
#[derive(Clone, Copy)]
pub(super) struct PathPiece {
    /// The vertex at which it begins.
    pub from: u32,
    /// The vertex at which it ends, nearer to the root.
    pub up_to: u32,
}

/// One tree of the forest.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    /// The root, an exposed vertex.
    pub root: u32,
    /// The number of vertices in the tree.
    pub size: u32,
    /// The vertex that entered the tree last as an inner vertex, [`NONE`] if the tree is a root alone.
    pub last: u32,
}

/// The matching and the forest over it. See the module's head for the picture.
pub(super) struct Forest {
    /// The matching: the mate of each vertex, or [`NONE`].
    pub mate: Vec<u32>,
    /// The label of each vertex.
    pub label: Vec<u8>,
    /// Union–find over blossoms; a set's representative is the blossom's base.
    pub blossom: Vec<u32>,
    /// For a vertex that entered its tree as an inner vertex, the outer vertex that reached it. For a vertex that entered
    /// as an outer vertex, and so for every base, the index of its tree.
    pub parent_or_tree: Vec<u32>,
    /// For a turned vertex, the near end of the edge that closed its blossom. For its mate, the far end.
    pub bridge: Vec<u32>,
    /// The trees.
    pub trees: Vec<Tree>,
    /// For a vertex that entered its tree as an inner vertex, the inner vertex that entered before it. For a base, the
    /// last walk to a common ancestor that passed it.
    pub previous_or_walk: Vec<u32>,
    /// The number of the present walk. It is never the number of a vertex, nor [`NONE`].
    pub walk: u32,
    /// The outer vertices whose lists are to be read, and some vertices that are not outer any more.
    pub queue: VecDeque<u32>,
    /// Outer vertices of trees that may not grow at this level.
    pub later: Vec<u32>,
    /// The number of vertices beyond which trees do not grow.
    pub limit: u32,
    /// The edges that the present augmentation adds to the matching.
    pub edges: Vec<MatchingEdge>,
    /// The pieces of the augmenting path that are not walked yet.
    pub pieces: Vec<PathPiece>,
    /// The number of neighbours looked at so far.
    pub work: u64,
    /// The steps after which an interrupt is looked for.
    pub steps: Checked,
}

/// The bytes of a matching for each vertex: seven numbers in the lists of [`Forest`], a label, and half of a forced edge.
pub const VERTEX_BYTES: u64 = 7 * 4 + 1 + 2;

/// The bytes for each exposed vertex.
pub const EXPOSED_BYTES: u64 = size_of::<Tree>() as u64;

/// Checks that a matching of this many vertices fits `budget.memory` while this many of them are exposed.
pub(super) fn check_memory(order: usize, exposed: usize, budget: &Budget) -> Result<(), Limit> {
    let bytes = order as u64 * VERTEX_BYTES + exposed as u64 * EXPOSED_BYTES;
    budget.check_bytes(bytes.into(), || {
        format!("a matching of {order} vertices takes")
    })
}

impl Forest {
    /// Makes a forest without trees over the matching `mate`. An unreached vertex without mate is exposed.
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

    /// Returns whether the vertex is exposed: unreached and without mate.
    #[inline]
    pub fn is_exposed(&self, v: u32) -> bool {
        self.mate[v as usize] == NONE && self.label[v as usize] == UNREACHED
    }

    /// Returns the number of exposed vertices.
    pub fn count_exposed(&self) -> usize {
        let mut count = 0;
        for (&mate, &label) in self.mate.iter().zip(&self.label) {
            count += usize::from(mate == NONE && label == UNREACHED);
        }
        count
    }

    /// Puts the settled vertices back, each with the label that follows from the labels of the core.
    ///
    /// A settled vertex without mate is outer. Let u be a vertex whose last neighbour was v, and w another neighbour of v
    /// when the edge u–v was taken. A maximum matching without the edge u–v misses u and takes some edge v–w. There is
    /// one exactly when the graph left without u and v has a maximum matching that misses such a w. Then u is outer and v
    /// is inner. So the edges are put back in the opposite order, and vertices taken before an edge are still settled
    /// when the edge is put back.
    pub fn recover<A: Adjacency>(&mut self, graph: &A, forced: &[u32]) {
        for (label, mate) in self.label.iter_mut().zip(&self.mate) {
            if *label == SETTLED && *mate == NONE {
                *label = OUTER;
            }
        }
        for &u in forced.iter().rev() {
            let v = self.mate[u as usize];
            let mut looked = 0;
            let mut has_outer = false;
            for w in graph.neighbours(v) {
                looked += 1;
                if self.label[w as usize] >= OUTER {
                    has_outer = true;
                    break;
                }
            }
            self.work += looked;
            self.label[u as usize] = if has_outer { OUTER } else { UNREACHED };
            self.label[v as usize] = if has_outer { INNER } else { UNREACHED };
        }
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
        for (v, blossom) in (0..).zip(&mut self.blossom) {
            *blossom = v;
        }
        for label in &mut self.label {
            let is_kept = matches!(*label, REMOVED | SETTLED);
            *label = if is_kept { *label } else { UNREACHED };
        }
    }

    /// Begins the forest anew, with every exposed vertex as the root of a tree.
    pub fn plant_all(&mut self) {
        self.clear();
        self.trees.reserve_exact(self.count_exposed());
        for v in 0..self.mate.len() as u32 {
            if self.is_exposed(v) {
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
        let tree_grown = &mut self.trees[tree as usize];
        tree_grown.size += 2;
        self.previous_or_walk[w as usize] = tree_grown.last;
        tree_grown.last = w;
        self.label[next as usize] = OUTER;
        self.parent_or_tree[next as usize] = tree;
        self.queue.push_back(next);
    }

    /// Takes all vertices of the tree out of the forest. Their mates must still be those with which they entered it.
    pub fn dissolve(&mut self, tree: u32) {
        let Tree { root, last, .. } = self.trees[tree as usize];
        self.release(root);
        let mut inner = last;
        while inner != NONE {
            self.release(inner);
            self.release(self.mate[inner as usize]);
            inner = self.previous_or_walk[inner as usize];
        }
    }

    /// Takes a vertex out of the forest.
    fn release(&mut self, v: u32) {
        self.label[v as usize] = UNREACHED;
        self.blossom[v as usize] = v;
    }
}
