//! Maximum matchings: the vertices that some maximum matching misses (Gallai 1963, Edmonds 1965).

use std::collections::VecDeque;

use fxhash::FxHashSet;

use crate::Ordered;

const NONE: u32 = u32::MAX;

/// The vertices that are alive and that some maximum matching of those alive misses. A matching may be given by its pairs;
/// the result is `None` if they are no matching of those alive, or not a maximum one.
pub fn missed(
    neighbours: &[Vec<u32>],
    alive: &[bool],
    pairs: Option<&[(u64, u64)]>,
) -> Option<Ordered<u32>> {
    let mut mate = vec![NONE; neighbours.len()];
    for &(a, b) in pairs.unwrap_or_default() {
        let (a, b) = (a as usize, b as usize);
        let free = |vertex: usize| alive.get(vertex) == Some(&true) && mate[vertex] == NONE;
        (free(a) && free(b) && neighbours[a].contains(&(b as u32))).then_some(())?;
        (mate[a], mate[b]) = (b as u32, a as u32);
    }
    loop {
        let order = neighbours.len() as u32;
        let outer = (0..order)
            .filter(|&v| alive[v as usize] && mate[v as usize] == NONE)
            .collect();
        let (parent, base) = (vec![NONE; order as usize], (0..order).collect());
        let mut forest = Forest {
            neighbours,
            alive,
            mate: &mut mate,
            outer,
            parent,
            base,
        };
        if !forest.augments() {
            return Some(forest.outer);
        }
        pairs.is_none().then_some(())?;
    }
}

/// Alternating paths from all vertices without mate, blossoms shrunk to their bases.
struct Forest<'g> {
    neighbours: &'g [Vec<u32>],
    alive: &'g [bool],
    mate: &'g mut [u32],
    /// The vertices to which an even path leads, in the order in which they were met.
    outer: Ordered<u32>,
    /// Of an inner vertex: the outer one that it was reached from.
    parent: Vec<u32>,
    /// Of a vertex: one nearer to the base of its blossom, or itself.
    base: Vec<u32>,
}

impl Forest<'_> {
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

    fn base_of(&mut self, mut vertex: u32) -> u32 {
        while self.base[vertex as usize] != vertex {
            let above = self.base[self.base[vertex as usize] as usize];
            self.base[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    /// The next base on the path to the root.
    fn above(&mut self, base: u32) -> Option<u32> {
        let inner = self.mate[base as usize];
        (inner != NONE).then(|| self.base_of(self.parent[inner as usize]))
    }

    /// The base where the paths to the root meet, found by steps on both in turn; `None` for two trees.
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

    /// Joins the blossoms on the path up to a base with it, turning round the path behind `child`.
    fn shrink(&mut self, mut vertex: u32, mut child: u32, meeting: u32) {
        let mut joined = Vec::new();
        while self.base_of(vertex) != meeting {
            let inner = self.mate[vertex as usize];
            joined.extend([self.base_of(vertex), self.base_of(inner)]);
            self.parent[vertex as usize] = child;
            self.outer.insert(inner);
            (child, vertex) = (inner, self.parent[inner as usize]);
        }
        joined
            .into_iter()
            .for_each(|base| self.base[base as usize] = meeting);
    }

    fn flip(&mut self, a: u32, b: u32) {
        let starts = [self.mate[a as usize], self.mate[b as usize]];
        (self.mate[a as usize], self.mate[b as usize]) = (b, a);
        for mut inner in starts {
            while inner != NONE {
                let outer = self.parent[inner as usize];
                let next = std::mem::replace(&mut self.mate[outer as usize], inner);
                self.mate[inner as usize] = outer;
                inner = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::missed;

    /// The size of a largest matching of the vertices that are left.
    fn size(neighbours: &[Vec<u32>], left: &[bool]) -> usize {
        let Some(vertex) = left.iter().position(|&left| left) else {
            return 0;
        };
        let mut without = left.to_vec();
        without[vertex] = false;
        let mates = neighbours[vertex]
            .iter()
            .filter(|&&mate| without[mate as usize]);
        let with = mates.map(|&mate| {
            let mut rest = without.clone();
            rest[mate as usize] = false;
            1 + size(neighbours, &rest)
        });
        with.max().unwrap_or(0).max(size(neighbours, &without))
    }

    #[test]
    fn what_is_missed_leaves_a_matching_as_large() {
        let mut state = 1u64;
        let mut dice = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for _ in 0..2000 {
            let order = 1 + dice(12) as usize;
            let mut neighbours = vec![Vec::new(); order];
            for _ in 0..dice(20) {
                let (a, b) = (dice(order as u64) as usize, dice(order as u64) as usize);
                if a != b {
                    neighbours[a].push(b as u32);
                    neighbours[b].push(a as u32);
                }
            }
            let alive: Vec<bool> = (0..order).map(|_| dice(10) > 0).collect();
            let largest = size(&neighbours, &alive);
            let found = missed(&neighbours, &alive, None).expect("one");
            for vertex in 0..order {
                let mut without = alive.clone();
                without[vertex] = false;
                let is_missed = alive[vertex] && size(&neighbours, &without) == largest;
                assert_eq!(
                    found.contains(&(vertex as u32)),
                    is_missed,
                    "{neighbours:?} {alive:?} {vertex}"
                );
            }
        }
    }
}
