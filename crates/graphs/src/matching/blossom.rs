//! Blossoms: how they are closed and contracted, and how augmenting paths cross them.

#![expect(clippy::cast_possible_truncation, reason = "vertices have 32 bits")]

use super::decomposition::NONE;
use super::forest::{Forest, MatchingEdge, PathPiece};
use super::label::{READ, TURNED};

impl Forest {
    /// Returns the base of the blossom that `v` lies in, or `v` itself if it lies in no blossom.
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

    /// Returns the base of the blossom two steps up the tree, [`NONE`] above a root.
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
        let base = self.common_base(v, w);
        self.contract(v, w, base);
        self.contract(w, v, base);
    }

    /// Returns the first common base on the ways up from `v` and from `w`.
    ///
    /// Two walks go up by one step each, alternately, so that neither is much longer than the cycle that is contracted.
    fn common_base(&mut self, v: u32, w: u32) -> u32 {
        self.begin_walk();
        let mut here = self.base(v);
        let mut there = self.base(w);
        loop {
            if here != NONE {
                if self.previous_or_walk[here as usize] == self.walk {
                    return here;
                }
                self.previous_or_walk[here as usize] = self.walk;
                here = self.above(here);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Gives the next walk a number that no place of `previous_or_walk` holds. Walks have larger numbers than vertices.
    fn begin_walk(&mut self) {
        let order = self.mate.len() as u32;
        if self.walk + 1 == NONE {
            for number in &mut self.previous_or_walk {
                if *number >= order {
                    *number = NONE;
                }
            }
            self.walk = order - 1;
        }
        self.walk += 1;
    }

    /// Takes the path from `near` up to `base` into the blossom that the edge `near`–`far` closes. The inner vertices of
    /// the path turn outer.
    fn contract(&mut self, near: u32, far: u32, base: u32) {
        let mut outer = self.base(near);
        while outer != base {
            let inner = self.mate[outer as usize];
            self.blossom[outer as usize] = base;
            self.blossom[inner as usize] = base;
            self.label[inner as usize] = TURNED;
            self.bridge[inner as usize] = near;
            self.bridge[outer as usize] = far;
            self.queue.push_back(inner);
            outer = self.base(self.parent_or_tree[inner as usize]);
        }
    }

    /// Augments along both trees over the edge between the outer vertices `v` and `w`, and
    /// dissolves the trees.
    pub fn augment(&mut self, v: u32, w: u32) {
        let tree_of_v = self.tree(v);
        let tree_of_w = self.tree(w);
        self.edges.clear();
        self.edges.push(MatchingEdge { near: v, far: w });
        self.list_way_to_root(v, tree_of_v);
        self.list_way_to_root(w, tree_of_w);
        self.dissolve(tree_of_v);
        self.dissolve(tree_of_w);
        for &MatchingEdge { near, far } in &self.edges {
            self.mate[near as usize] = far;
            self.mate[far as usize] = near;
        }
    }

    /// Returns the index of the tree of an outer vertex.
    #[inline]
    pub fn tree(&mut self, v: u32) -> u32 {
        let base = self.base(v);
        self.parent_or_tree[base as usize]
    }

    /// Lists the unmatched edges of an alternating path from the outer vertex `end` to the root of its tree, in any
    /// order. An augmentation puts them in the matching.
    ///
    /// The path from a turned vertex goes down the tree to the near end of its blossom's bridge, over the bridge, and up
    /// from the far end.
    fn list_way_to_root(&mut self, end: u32, tree: u32) {
        self.pieces.push(PathPiece {
            from: end,
            up_to: self.trees[tree as usize].root,
        });
        while let Some(PathPiece { from, up_to }) = self.pieces.pop() {
            let mut v = from;
            while v != up_to {
                let mate = self.mate[v as usize];
                if self.label[v as usize] & !READ == TURNED {
                    let near = self.bridge[v as usize];
                    let far = self.bridge[mate as usize];
                    self.edges.push(MatchingEdge { near, far });
                    self.pieces.push(PathPiece {
                        from: near,
                        up_to: mate,
                    });
                    v = far;
                } else {
                    let up = self.parent_or_tree[mate as usize];
                    self.edges.push(MatchingEdge {
                        near: mate,
                        far: up,
                    });
                    v = up;
                }
            }
        }
    }
}
