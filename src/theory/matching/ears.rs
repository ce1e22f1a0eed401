//! Ears: how a giant blossom takes in the rest of the graph without reading its own lists.

use super::forest::label::{OUTER, READ, TURNED, UNREACHED};
use super::forest::{Forest, LATER, SOON, Tree};
use super::{Adjacency, NONE};

/// Passes over the vertices go on while one takes in this share of what is left.
const WORTH_A_PASS: u32 = 4;

impl Forest {
    /// Is the blossom just closed a giant? Its tree has contracted enough for that, but perhaps
    /// into many small ones; then it is asked again at twice as much.
    pub fn look_for_giant(&mut self, base: u32) {
        let Tree { root, last: mut inner, .. } = self.trees[self.tree[base as usize] as usize];
        let mut members = u32::from(self.base(root) == base);
        while inner != NONE {
            // Inner vertices are bases of their own, and mates of inner vertices outer.
            for v in [inner, self.mate[inner as usize]] {
                members += u32::from(self.base(v) == base);
            }
            inner = self.previous[inner as usize];
        }
        if members >= self.giant_size / 2 {
            self.giant = base;
            self.giant_is_new = true;
        } else {
            self.giant_size = self.giant_size.saturating_mul(2);
        }
    }

    /// Takes in what is next to the giant.
    ///
    /// A matched pair of unreached vertices, both with a neighbour in the giant, is an ear: the
    /// forest would hang one below it, reach the other, and close a blossom over both. Of what is
    /// unreached afterwards, the giant's neighbours turn inner, and their mates outer.
    ///
    /// Every vertex looks for one neighbour in the giant; the lists of the ears are never read. That
    /// loses nothing: unreached vertices have no outer neighbour whose list was read, so all that
    /// an ear's list could show is seen from its other end.
    pub fn pull<A: Adjacency>(&mut self, graph: &A) {
        let giant = self.base(self.giant);
        let tree = self.tree[giant as usize];
        let order = self.label.len() as u32;
        loop {
            let (mut taken, mut left) = (0, 0);
            for v in 0..order {
                let mate = self.mate[v as usize];
                if self.label[v as usize] != UNREACHED || mate < v {
                    continue;
                }
                graph.expect(self.mate.get(v as usize + SOON), self.mate.get(v as usize + LATER));
                left += 1;
                if let Some(above) = self.member_beside(graph, v, giant)
                    && let Some(across) = self.member_beside(graph, mate, giant)
                {
                    taken += 1;
                    self.hang(above, v, tree);
                    self.tree[mate as usize] = tree;
                    self.bridge[v as usize] = (mate, across);
                    self.blossom[v as usize] = giant;
                    self.blossom[mate as usize] = giant;
                    self.label[v as usize] = TURNED | READ;
                    self.label[mate as usize] = OUTER | READ;
                }
            }
            if taken <= left / WORTH_A_PASS {
                break;
            }
        }
        for v in 0..order {
            if self.label[v as usize] == UNREACHED
                && let Some(member) = self.member_beside(graph, v, giant)
            {
                self.grow(member, v, tree);
            }
        }
    }

    fn member_beside<A: Adjacency>(&mut self, graph: &A, v: u32, giant: u32) -> Option<u32> {
        let mut looked = 0;
        let found = graph
            .neighbours(v)
            .inspect(|_| looked += 1)
            .find(|&w| self.label[w as usize] >= OUTER && self.base(w) == giant);
        self.work += looked;
        found
    }
}
