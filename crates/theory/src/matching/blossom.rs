//! Blossoms: closed and contracted, and crossed again by augmenting paths.

use super::NONE;
use super::forest::Forest;
use super::forest::label::{READ, TURNED};

impl Forest {
    /// Returns the base of the blossom `v` lies in; `v` itself when it lies in none.
    #[inline]
    pub fn base(&mut self, v: u32) -> u32 {
        let mut v = v as usize;
        loop {
            let up = self.blossom[v] as usize;
            if up == v {
                return v as u32;
            }
            let upper = self.blossom[up];
            if upper as usize == up {
                return upper;
            }
            self.blossom[v] = upper;
            v = upper as usize;
        }
    }

    /// Returns the base of the blossom above: two steps up the tree.
    #[inline]
    fn above(&mut self, base: u32) -> u32 {
        let inner = self.mate[base as usize];
        if inner == NONE {
            NONE
        } else {
            self.base(self.parent_or_tree[inner as usize])
        }
    }

    /// Contracts the cycle that the edge `v`–`w` closes in the tree.
    pub fn close_blossom(&mut self, v: u32, w: u32) {
        // The two walks take turns, so that their length is bounded by what gets contracted.
        self.begin_walk();
        let (mut here, mut there) = (self.base(v), self.base(w));
        let base = loop {
            if here != NONE {
                if self.previous_or_walk[here as usize] == self.walk {
                    break here;
                }
                self.previous_or_walk[here as usize] = self.walk;
                here = self.above(here);
            }
            std::mem::swap(&mut here, &mut there);
        };
        self.fold(v, w, base);
        self.fold(w, v, base);
    }

    /// A walk of a number that no place holds: vertices are below the first one.
    fn begin_walk(&mut self) {
        let order = self.mate.len() as u32;
        if self.walk + 1 == NONE {
            self.previous_or_walk
                .iter_mut()
                .filter(|n| **n >= order)
                .for_each(|n| *n = NONE);
            self.walk = order - 1;
        }
        self.walk += 1;
    }

    /// Takes the path from `near` up to `base` into the blossom closed by the edge
    /// `near`–`far`; its inner vertices turn outer.
    fn fold(&mut self, near: u32, far: u32, base: u32) {
        let mut outer = self.base(near);
        while outer != base {
            let inner = self.mate[outer as usize];
            self.blossom[outer as usize] = base;
            self.blossom[inner as usize] = base;
            self.label[inner as usize] = TURNED;
            (self.bridge[inner as usize], self.bridge[outer as usize]) = (near, far);
            self.queue.push_back(inner);
            outer = self.base(self.parent_or_tree[inner as usize]);
        }
    }

    /// Augments along both trees over the edge between the outer vertices `v` and `w`, and
    /// dissolves the trees.
    pub fn augment(&mut self, v: u32, w: u32) {
        let trees = [v, w].map(|end| self.tree(end));
        self.path([v, w], trees.map(|tree| self.trees[tree as usize].root));
        trees.into_iter().for_each(|tree| self.dissolve(tree));
        for &(a, b) in &self.edges {
            self.mate[a as usize] = b;
            self.mate[b as usize] = a;
        }
    }

    /// Returns the index of the tree of an outer vertex.
    #[inline]
    pub fn tree(&mut self, v: u32) -> u32 {
        let base = self.base(v);
        self.parent_or_tree[base as usize]
    }

    /// Lists the new matched edges of the path root – end – end – root.
    ///
    /// A turned vertex leaves its blossom over the bridge: down the tree to the bridge's near
    /// end, across, and up from the far end. Pieces of path are kept as (from, up to); the new
    /// matched edges are the path's unmatched ones, whatever their order.
    fn path(&mut self, ends: [u32; 2], roots: [u32; 2]) {
        self.edges.clear();
        self.edges.push(ends.into());
        self.pieces.extend(ends.into_iter().zip(roots));
        while let Some((mut v, top)) = self.pieces.pop() {
            while v != top {
                if self.label[v as usize] & !READ == TURNED {
                    let outer = self.mate[v as usize];
                    let (near, far) = (self.bridge[v as usize], self.bridge[outer as usize]);
                    self.edges.push((near, far));
                    self.pieces.push((near, outer));
                    v = far;
                    continue;
                }
                let inner = self.mate[v as usize];
                let up = self.parent_or_tree[inner as usize];
                self.edges.push((inner, up));
                v = up;
            }
        }
    }
}
