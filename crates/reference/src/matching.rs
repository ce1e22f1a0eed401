//! Maximum matchings: the vertices that some maximum matching misses (Gallai 1963, Edmonds 1965).

const NONE: u32 = u32::MAX;

/// The vertices that are alive and that some maximum matching of those alive misses.
pub fn missed(neighbours: &[Vec<u32>], alive: &[bool]) -> Vec<bool> {
    let mut mate = vec![NONE; neighbours.len()];
    for vertex in (0..neighbours.len()).filter(|&vertex| alive[vertex]) {
        let free = |&&other: &&u32| alive[other as usize] && mate[other as usize] == NONE;
        if mate[vertex] == NONE
            && let Some(&other) = neighbours[vertex].iter().find(free)
        {
            (mate[vertex], mate[other as usize]) = (other, vertex as u32);
        }
    }
    loop {
        if let Some(missed) = missed_by(neighbours, alive, &mut mate) {
            return missed;
        }
    }
}

/// The same by a maximum matching that is given; `None` if it is no maximum, when it grows.
pub fn missed_by(neighbours: &[Vec<u32>], alive: &[bool], mate: &mut [u32]) -> Option<Vec<bool>> {
    let mut forest = Forest::of(neighbours, alive, mate);
    if forest.augments() { None } else { Some(forest.outer) }
}

/// A matching by its pairs, if it is one of the vertices alive.
pub fn read(neighbours: &[Vec<u32>], alive: &[bool], pairs: &[(u64, u64)]) -> Option<Vec<u32>> {
    let mut mate = vec![NONE; neighbours.len()];
    for &(a, b) in pairs {
        let [near, _] = [neighbours.get(a as usize)?, neighbours.get(b as usize)?];
        let (a, b) = (a as usize, b as usize);
        let free = alive[a] && alive[b] && mate[a] == NONE && mate[b] == NONE;
        (free && near.contains(&(b as u32))).then_some(())?;
        (mate[a], mate[b]) = (b as u32, a as u32);
    }
    Some(mate)
}

/// Alternating paths from all vertices without mate, blossoms shrunk to their bases.
struct Forest<'g> {
    neighbours: &'g [Vec<u32>],
    alive: &'g [bool],
    mate: &'g mut [u32],
    /// Whether an even path leads to a vertex.
    outer: Vec<bool>,
    /// Of an inner vertex: the outer one that it was reached from.
    parent: Vec<u32>,
    /// Of a vertex: one nearer to the base of its blossom, or itself.
    base: Vec<u32>,
    /// The last search that passed a base.
    passed: Vec<u32>,
    searches: u32,
    queue: Vec<u32>,
}

impl<'g> Forest<'g> {
    fn of(neighbours: &'g [Vec<u32>], alive: &'g [bool], mate: &'g mut [u32]) -> Forest<'g> {
        let order = neighbours.len() as u32;
        let outer: Vec<bool> = (0..order as usize).map(|v| alive[v] && mate[v] == NONE).collect();
        let queue = (0..order).filter(|&v| outer[v as usize]).collect();
        let (parent, passed) = (vec![NONE; order as usize], vec![0; order as usize]);
        let base = (0..order).collect();
        Forest { neighbours, alive, mate, outer, parent, base, passed, searches: 0, queue }
    }

    /// Grows the forest until an edge joins two trees, along which the matching grows; `false` if none does.
    fn augments(&mut self) -> bool {
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            for &to in &self.neighbours[vertex as usize] {
                let at = to as usize;
                if !self.alive[at] || self.base_of(vertex) == self.base_of(to) {
                    continue;
                }
                if self.outer[at] {
                    let Some(meeting) = self.meeting(vertex, to) else {
                        self.flip(vertex, to);
                        return true;
                    };
                    self.shrink(vertex, to, meeting);
                    self.shrink(to, vertex, meeting);
                } else if self.parent[at] == NONE {
                    self.parent[at] = vertex;
                    self.turn_outer(self.mate[at]);
                }
            }
        }
        false
    }

    fn turn_outer(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.outer[vertex as usize], true) {
            self.queue.push(vertex);
        }
    }

    fn base_of(&mut self, mut vertex: u32) -> u32 {
        while self.base[vertex as usize] != vertex {
            let above = self.base[self.base[vertex as usize] as usize];
            self.base[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    /// The base where the paths to the root meet; `None` for two trees.
    fn meeting(&mut self, a: u32, b: u32) -> Option<u32> {
        self.searches += 1;
        for (from, looks) in [(a, false), (b, true)] {
            let mut base = self.base_of(from);
            loop {
                if looks && self.passed[base as usize] == self.searches {
                    return Some(base);
                }
                self.passed[base as usize] = self.searches;
                let inner = self.mate[base as usize];
                if inner == NONE {
                    break;
                }
                base = self.base_of(self.parent[inner as usize]);
            }
        }
        None
    }

    /// Joins the blossoms on the path up to a base with it, turning round the path behind `child`.
    fn shrink(&mut self, mut vertex: u32, mut child: u32, meeting: u32) {
        loop {
            let base = self.base_of(vertex);
            if base == meeting {
                break;
            }
            let inner = self.mate[vertex as usize];
            self.parent[vertex as usize] = child;
            let next = self.parent[inner as usize];
            for joined in [base, self.base_of(inner)] {
                self.base[joined as usize] = meeting;
            }
            self.turn_outer(inner);
            (child, vertex) = (inner, next);
        }
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
