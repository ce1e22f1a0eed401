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
    base: Vec<u32>,
    queue: Vec<u32>,
}

impl<'g> Forest<'g> {
    fn of(neighbours: &'g [Vec<u32>], alive: &'g [bool], mate: &'g mut [u32]) -> Forest<'g> {
        let order = neighbours.len() as u32;
        let outer: Vec<bool> = (0..order as usize).map(|v| alive[v] && mate[v] == NONE).collect();
        let queue = (0..order).filter(|&v| outer[v as usize]).collect();
        let parent = vec![NONE; order as usize];
        Forest { neighbours, alive, mate, outer, parent, base: (0..order).collect(), queue }
    }

    /// Grows the forest until an edge joins two trees, along which the matching grows; `false` if none does.
    fn augments(&mut self) -> bool {
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            for &to in &self.neighbours[vertex as usize] {
                let at = to as usize;
                if !self.alive[at] || self.base[vertex as usize] == self.base[at] {
                    continue;
                }
                if self.outer[at] {
                    let Some(meeting) = self.meeting(vertex, to) else {
                        self.flip(vertex, to);
                        return true;
                    };
                    self.shrink(vertex, to, meeting);
                } else if self.parent[at] == NONE {
                    self.parent[at] = vertex;
                    let mate = self.mate[at];
                    self.outer[mate as usize] = true;
                    self.queue.push(mate);
                }
            }
        }
        false
    }

    /// The base two steps nearer to the root.
    fn up(&self, base: u32) -> Option<u32> {
        let inner = self.mate[base as usize];
        (inner != NONE).then(|| self.base[self.parent[inner as usize] as usize])
    }

    /// The base where the paths to the root meet; `None` for two trees.
    fn meeting(&self, a: u32, b: u32) -> Option<u32> {
        let path = |from: u32| std::iter::successors(Some(self.base[from as usize]), |&base| self.up(base));
        let first: Vec<u32> = path(a).collect();
        path(b).find(|base| first.contains(base))
    }

    fn shrink(&mut self, a: u32, b: u32, meeting: u32) {
        let mut within = vec![false; self.base.len()];
        for (mut vertex, mut child) in [(a, b), (b, a)] {
            while self.base[vertex as usize] != meeting {
                let mate = self.mate[vertex as usize];
                within[self.base[vertex as usize] as usize] = true;
                within[self.base[mate as usize] as usize] = true;
                self.parent[vertex as usize] = child;
                child = mate;
                vertex = self.parent[mate as usize];
            }
        }
        for vertex in 0..self.base.len() {
            if within[self.base[vertex] as usize] {
                self.base[vertex] = meeting;
                if !std::mem::replace(&mut self.outer[vertex], true) {
                    self.queue.push(vertex as u32);
                }
            }
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
