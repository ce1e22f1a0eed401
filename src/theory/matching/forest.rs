//! One phase of the search: an alternating forest from every exposed vertex at once.

use super::{Adjacency, Decomposition, NONE};
use crate::theory::pages::{count_up, huge};

/// What the current phase knows of a vertex. Outer kinds come last, so that one comparison
/// tells them from the rest.
pub(super) mod label {
    /// In no tree.
    pub const UNREACHED: u8 = 0;
    /// At odd distance from its root, in no blossom.
    pub const INNER: u8 = 1;
    /// Not in the graph.
    pub const REMOVED: u8 = 2;
    /// At even distance from its root in the tree.
    pub const OUTER: u8 = 3;
    /// Odd in the tree, but in a blossom: at even distance through the blossom's bridge.
    pub const TURNED: u8 = 4;
    /// Set beside an outer kind: its list waits for the pull over all other vertices.
    pub const DEFERRED: u8 = 8;
}
use label::{DEFERRED, INNER, OUTER, REMOVED, TURNED, UNREACHED};

/// How far ahead in the queue lists and their places are fetched: long enough to arrive in time.
const SOON: usize = 6;
const LATER: usize = 12;

/// One tree of the forest.
#[derive(Clone, Copy)]
struct Tree {
    root: u32,
    /// Vertices in the tree.
    size: u32,
    /// Vertices that some blossom of this tree has taken in.
    contracted: u32,
    /// Augmented in this phase: what it holds stays as it is until the next.
    frozen: bool,
}

/// The matching and the forest over it. See the module's head for the picture.
pub(super) struct Forest {
    pub mate: Vec<u32>,
    pub label: Vec<u8>,
    /// Union–find over blossoms; a set's representative is the blossom's base.
    blossom: Vec<u32>,
    /// Of an inner or turned vertex: the outer vertex that reached it.
    parent: Vec<u32>,
    /// Of a turned vertex: the edge that closed its blossom, the near end first.
    bridge: Vec<(u32, u32)>,
    /// Index of the tree a labelled vertex is in.
    tree: Vec<u32>,
    trees: Vec<Tree>,
    /// Every exposed vertex, and some that were; removed ones, too.
    exposed: Vec<u32>,
    /// Last common-ancestor walk that came by.
    mark: Vec<u32>,
    walk: u32,
    /// Outer vertices, in the order in which their lists are read.
    queue: Vec<u32>,
    /// A member of the blossom whose members are deferred, when there is one.
    giant: u32,
    /// Blossom members from which a blossom counts as giant.
    giant_size: u32,
    /// Whether the last phase left a tree because of its size.
    pub limited: bool,
    /// New matched edges of the augmentation at hand, and what is left of its path.
    edges: Vec<(u32, u32)>,
    pieces: Vec<(u32, u32)>,
    /// Neighbours looked at so far, all phases together.
    pub work: u64,
}

impl Forest {
    /// Bytes for each vertex.
    pub const BYTES: u64 = 4 + 1 + 4 + 4 + 8 + 4 + 4 + 4 + 4 + 4;

    /// A forest over `mate`, in which a vertex without mate is exposed unless `removed`.
    pub fn new(mate: Vec<u32>, removed: impl Fn(u32) -> bool) -> Forest {
        let order = mate.len();
        let label = (0..order as u32).map(|v| if removed(v) { REMOVED } else { UNREACHED }).collect();
        Forest {
            label,
            blossom: count_up(order),
            parent: huge(vec![0; order]),
            bridge: huge(vec![(0, 0); order]),
            tree: huge(vec![0; order]),
            trees: Vec::new(),
            exposed: (0..order as u32).filter(|&v| mate[v as usize] == NONE).collect(),
            mark: huge(vec![0; order]),
            walk: 0,
            queue: huge(Vec::with_capacity(order)),
            giant: NONE,
            giant_size: (order as u32 / 8).max(256),
            limited: false,
            mate,
            edges: Vec::new(),
            pieces: Vec::new(),
            work: 0,
        }
    }

    /// Takes the vertices marked out of the graph, or puts them back.
    pub fn hide(&mut self, marked: &[bool], hidden: bool) {
        let (from, to) = if hidden { (UNREACHED, REMOVED) } else { (REMOVED, UNREACHED) };
        for (label, _) in self.label.iter_mut().zip(marked).filter(|&(_, &marked)| marked) {
            if *label == from {
                *label = to;
            }
        }
    }

    /// Can a maximum matching miss `v`? For a forest over a maximum matching in which no phase was
    /// run; reads no more lists than the answer needs.
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
        self.trees.push(Tree { root, size: 1, contracted: 0, frozen: false });
        self.label[root as usize] = OUTER;
        self.tree[root as usize] = 0;
        self.giant_size = u32::MAX;
        self.queue.clear();
        self.queue.push(root);
        let mut head = 0;
        let mut reached = false;
        while head < self.queue.len() && !reached {
            let u = self.queue[head];
            head += 1;
            let exposed = |w: &u32| self.mate[*w as usize] == NONE && self.label[*w as usize] == UNREACHED;
            let mut looked = 0;
            reached = graph.neighbours(u).inspect(|_| looked += 1).any(|w| exposed(&w));
            self.work += looked;
            if !reached {
                self.scan(graph, u);
            }
        }
        // As it was: every vertex labelled is in the queue, or the mate of one that is.
        for i in 0..self.queue.len() {
            let u = self.queue[i];
            for w in [u, self.mate[u as usize]] {
                if w != NONE {
                    self.label[w as usize] = UNREACHED;
                    self.blossom[w as usize] = w;
                }
            }
        }
        self.label[v as usize] = UNREACHED;
        self.mate[v as usize] = root;
        self.mate[root as usize] = v;
        reached
    }

    /// What the last phase found, when it ran over all vertices and augmented nothing.
    pub fn into_decomposition(self) -> Decomposition {
        let roots = self.trees.iter().map(|tree| tree.root).collect();
        Decomposition { mate: self.mate, label: self.label, tree: self.tree, roots, work: self.work }
    }

    /// The base of the blossom `v` lies in; `v` itself when it lies in none.
    #[inline]
    pub fn base(&mut self, v: u32) -> u32 {
        let mut v = v as usize;
        loop {
            let up = self.blossom[v] as usize;
            if up == v {
                return v as u32;
            }
            let upper = self.blossom[up];
            self.blossom[v] = upper;
            v = upper as usize;
        }
    }

    /// Grows a forest, augmenting wherever two trees meet, and returns how many augmentations
    /// there were. A tree of more than `limit` vertices grows no further. When nothing was
    /// augmented and no limit stopped a tree ([`Forest::limited`]), the matching is maximum and
    /// the outer vertices are those some maximum matching misses.
    pub fn phase<A: Adjacency>(&mut self, graph: &A, limit: u32) -> usize {
        self.plant();
        let mut augmentations = 0;
        let mut head = 0;
        let mut pulled = false;
        loop {
            while head < self.queue.len() {
                let v = self.queue[head];
                head += 1;
                graph.expect(self.queue.get(head + SOON), self.queue.get(head + LATER));
                let tree = self.trees[self.tree[v as usize] as usize];
                if tree.frozen || tree.size > limit {
                    self.limited |= !tree.frozen;
                    continue;
                }
                if !pulled && self.giant != NONE && self.base(v) == self.base(self.giant) {
                    self.label[v as usize] |= DEFERRED;
                    continue;
                }
                augmentations += self.scan(graph, v) as usize;
            }
            if pulled || self.giant == NONE {
                return augmentations;
            }
            pulled = true;
            augmentations += self.pull(graph) as usize;
        }
    }

    /// Is the vertex outer in the last phase's forest?
    pub fn is_outer(&self, v: u32) -> bool {
        self.label[v as usize] >= OUTER
    }

    /// Forgets the last forest.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.queue.clear();
        self.giant = NONE;
        self.limited = false;
        (0..).zip(&mut self.blossom).for_each(|(v, blossom)| *blossom = v);
        let forget = |label: &mut u8| *label = if *label == REMOVED { REMOVED } else { UNREACHED };
        self.label.iter_mut().for_each(forget);
    }

    /// Makes every exposed vertex a root.
    fn plant(&mut self) {
        self.clear();
        self.exposed.retain(|&v| self.mate[v as usize] == NONE);
        for &v in &self.exposed {
            if self.label[v as usize] != REMOVED {
                self.label[v as usize] = OUTER;
                self.tree[v as usize] = self.trees.len() as u32;
                self.trees.push(Tree { root: v, size: 1, contracted: 0, frozen: false });
                self.queue.push(v);
            }
        }
    }

    /// Reads the list of the outer vertex `v`; true when that augmented.
    #[inline]
    fn scan<A: Adjacency>(&mut self, graph: &A, v: u32) -> bool {
        let mut base = self.base(v);
        // Counted apart: a counter in memory would set the pace.
        let mut looked = 0;
        let mut augmented = false;
        for w in graph.neighbours(v) {
            looked += 1;
            let label = self.label[w as usize];
            if label == UNREACHED {
                self.grow(v, w);
            } else if label >= OUTER && self.base(w) != base {
                if self.meet(v, w) {
                    augmented = true;
                    break;
                }
                base = self.base(v);
            }
        }
        self.work += looked;
        augmented
    }

    /// Reads the lists of the giant's deferred members from the other side: each vertex
    /// outside looks for one neighbour among them. True when that augmented.
    ///
    /// One such edge is enough: it makes an unreached vertex inner, and takes an outer one into
    /// the giant. Vertices that turn outer from now on are queued and read as usual.
    fn pull<A: Adjacency>(&mut self, graph: &A) -> bool {
        let giant_tree = self.tree[self.giant as usize] as usize;
        for v in 0..self.mate.len() as u32 {
            if self.trees[giant_tree].frozen {
                return false;
            }
            let label = self.label[v as usize];
            if label == UNREACHED {
                if let Some(w) = self.deferred_neighbour(graph, v) {
                    self.grow(w, v);
                }
            } else if label == OUTER || label == TURNED {
                let tree = self.tree[v as usize] as usize;
                if self.trees[tree].frozen || self.base(v) == self.base(self.giant) {
                    continue;
                }
                if let Some(w) = self.deferred_neighbour(graph, v)
                    && self.meet(v, w)
                {
                    return true;
                }
            }
        }
        false
    }

    fn deferred_neighbour<A: Adjacency>(&mut self, graph: &A, v: u32) -> Option<u32> {
        let mut looked = 0;
        let found =
            graph.neighbours(v).inspect(|_| looked += 1).find(|&w| self.label[w as usize] & DEFERRED != 0);
        self.work += looked;
        found
    }

    /// Hangs the unreached vertex `w` and its mate below the outer vertex `v`.
    #[inline]
    fn grow(&mut self, v: u32, w: u32) {
        let tree = self.tree[v as usize];
        let next = self.mate[w as usize];
        self.label[w as usize] = INNER;
        self.parent[w as usize] = v;
        self.tree[w as usize] = tree;
        self.label[next as usize] = OUTER;
        self.tree[next as usize] = tree;
        self.trees[tree as usize].size += 2;
        self.queue.push(next);
    }

    /// The edge between the outer vertices `v` and `w` of different blossoms: closes a blossom
    /// when they share a tree, else augments along both trees and freezes them (true).
    fn meet(&mut self, v: u32, w: u32) -> bool {
        let (a, b) = (self.tree[v as usize] as usize, self.tree[w as usize] as usize);
        if a == b {
            self.close_blossom(v, w);
            return false;
        }
        if self.trees[a].frozen || self.trees[b].frozen {
            return false;
        }
        self.augment((v, self.trees[a].root), (w, self.trees[b].root));
        self.trees[a].frozen = true;
        self.trees[b].frozen = true;
        true
    }

    /// The base of the blossom above: two steps up the tree.
    #[inline]
    fn above(&mut self, base: u32) -> u32 {
        let inner = self.mate[base as usize];
        if inner == NONE { NONE } else { self.base(self.parent[inner as usize]) }
    }

    /// Contracts the cycle that the edge `v`–`w` closes in the tree.
    fn close_blossom(&mut self, v: u32, w: u32) {
        // The two walks take turns, so that their length is bounded by what gets contracted.
        if self.walk == u32::MAX {
            self.mark.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        let (mut here, mut there) = (self.base(v), self.base(w));
        let base = loop {
            if here != NONE {
                if self.mark[here as usize] == self.walk {
                    break here;
                }
                self.mark[here as usize] = self.walk;
                here = self.above(here);
            }
            std::mem::swap(&mut here, &mut there);
        };
        let turned = self.fold(v, w, base) + self.fold(w, v, base);
        let tree = &mut self.trees[self.tree[v as usize] as usize];
        tree.contracted += 2 * turned;
        if self.giant == NONE && tree.contracted >= self.giant_size {
            self.giant = base;
        }
    }

    /// Takes the path from `near` up to `base` into the blossom closed by the edge
    /// `near`–`far`; returns how many inner vertices turned outer.
    fn fold(&mut self, near: u32, far: u32, base: u32) -> u32 {
        let mut turned = 0;
        let mut outer = self.base(near);
        while outer != base {
            let inner = self.mate[outer as usize];
            self.blossom[outer as usize] = base;
            self.blossom[inner as usize] = base;
            self.label[inner as usize] = TURNED;
            self.bridge[inner as usize] = (near, far);
            self.queue.push(inner);
            turned += 1;
            outer = self.base(self.parent[inner as usize]);
        }
        turned
    }

    /// Flips the path root – v – w – root, each end given with its root.
    ///
    /// A turned vertex leaves its blossom over the bridge: down the tree to the bridge's near
    /// end, across, and up from the far end. Pieces of path are kept as (from, up to); the new
    /// matched edges are the path's unmatched ones, whatever their order.
    fn augment(&mut self, v: (u32, u32), w: (u32, u32)) {
        self.edges.clear();
        self.edges.push((v.0, w.0));
        self.pieces.extend([v, w]);
        while let Some((mut v, top)) = self.pieces.pop() {
            while v != top {
                if self.label[v as usize] & !DEFERRED == TURNED {
                    let (near, far) = self.bridge[v as usize];
                    self.edges.push((near, far));
                    self.pieces.push((near, self.mate[v as usize]));
                    v = far;
                } else {
                    let inner = self.mate[v as usize];
                    let up = self.parent[inner as usize];
                    self.edges.push((inner, up));
                    v = up;
                }
            }
        }
        for &(a, b) in &self.edges {
            self.mate[a as usize] = b;
            self.mate[b as usize] = a;
        }
    }
}
