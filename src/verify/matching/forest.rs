//! Alternating forests (Edmonds 1965): from a vertex that a matching misses, edges alternately in the
//! matching and not. Where an edge joins two vertices reached on paths of even length, all of the
//! cycle that it closes (a blossom) is so reached, the other way round.

use super::left::Neighbours;
use super::{Components, NONE};
use crate::verify::{Checked, rejected};

/// Trees of alternating paths, one in each component, from its base.
pub(super) struct Forest<'a> {
    neighbours: &'a Neighbours,
    components: &'a Components,
    /// Of those that stand for a component: how many of it are not outer yet.
    missing: Vec<u32>,
    mate: &'a [u32],
    /// Whether an even alternating path leads here.
    outer: Vec<bool>,
    /// Of an inner vertex: the outer one it was reached from.
    parent: Vec<u32>,
    /// Blossoms as a union–find whose roots are their bases.
    blossom: Vec<u32>,
    /// The last walk that passed a base.
    passed: Vec<u32>,
    walks: u32,
    queue: Vec<u32>,
}

impl<'a> Forest<'a> {
    /// `bases` are those vertices of the components without mate.
    pub(super) fn new(
        neighbours: &'a Neighbours,
        components: &'a Components,
        mate: &'a [u32],
        bases: &[u32],
    ) -> Self {
        let order = mate.len();
        let mut forest = Forest {
            neighbours,
            components,
            missing: components.sizes().to_vec(),
            mate,
            outer: vec![false; order],
            parent: vec![NONE; order],
            blossom: (0..order as u32).collect(),
            passed: vec![0; order],
            walks: 0,
            queue: Vec::with_capacity(bases.len()),
        };
        bases.iter().for_each(|&base| forest.turn_outer(base));
        forest
    }

    fn turn_outer(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.outer[vertex as usize], true) {
            self.missing[self.components.of(vertex as usize)] -= 1;
            self.queue.push(vertex);
        }
    }

    fn base(&mut self, mut vertex: u32) -> u32 {
        let mut root = vertex;
        while self.blossom[root as usize] != root {
            root = self.blossom[root as usize];
        }
        while vertex != root {
            vertex = std::mem::replace(&mut self.blossom[vertex as usize], root);
        }
        root
    }

    /// Which vertices a matching of the component may miss that differs along such a path.
    pub(super) fn grow(mut self) -> Checked<Vec<bool>> {
        let neighbours = self.neighbours;
        while let Some(vertex) = self.queue.pop() {
            let component = self.components.of(vertex as usize);
            // Once all of a component is outer, the rest of its edges tells nothing.
            if self.missing[component] > 0 {
                neighbours.try_each(vertex, |neighbour| {
                    if self.outer[neighbour as usize] {
                        self.join(vertex, neighbour)?;
                    } else if self.parent[neighbour as usize] == NONE {
                        self.parent[neighbour as usize] = vertex;
                        // Those without mate are bases, and outer: this one has a mate.
                        self.turn_outer(self.mate[neighbour as usize]);
                    }
                    Ok(self.missing[component] > 0)
                })?;
            }
        }
        Ok(self.outer)
    }

    /// The base above this one, if it is no root.
    fn above(&mut self, base: u32) -> Option<u32> {
        let inner = self.mate[base as usize];
        (inner != NONE).then(|| self.base(self.parent[inner as usize]))
    }

    /// An edge between outer vertices: a blossom, or an augmenting path.
    fn join(&mut self, a: u32, b: u32) -> Checked<()> {
        let (a, b) = (self.base(a), self.base(b));
        if a == b {
            return Ok(());
        }
        self.walks += 1;
        let walk = self.walks;
        let (mut here, mut there) = (Some(a), Some(b));
        let meeting = loop {
            let Some(base) = here else {
                match there {
                    None => return rejected("there is an augmenting path"),
                    Some(_) => {
                        std::mem::swap(&mut here, &mut there);
                        continue;
                    }
                }
            };
            if std::mem::replace(&mut self.passed[base as usize], walk) == walk {
                break base;
            }
            here = self.above(base);
            std::mem::swap(&mut here, &mut there);
        };
        for start in [a, b] {
            let mut base = start;
            while base != meeting {
                let inner = self.mate[base as usize];
                let next = self.base(self.parent[inner as usize]);
                self.turn_outer(inner);
                self.blossom[base as usize] = meeting;
                self.blossom[inner as usize] = meeting;
                base = next;
            }
        }
        Ok(())
    }
}
