//! A graph walked depth first from the ground: tree, bridges, and nim-sums of subtrees.

use crate::rows::SparseRows;

/// No vertex, no edge.
pub const NONE: u32 = u32::MAX;

/// The part of the graph that hangs on the ground. Vertices are numbered in the order of the walk, so
/// that the ground is 0, parents come before their children, and a subtree is a run of numbers.
///
/// Every edge that is no tree edge joins a vertex to one above it on its path to the ground (a *back
/// edge*; loops included). Each edge belongs to its lower end: tree edges to the child.
#[derive(Debug)]
pub struct Rooted {
    /// The parent of each vertex; of the ground itself.
    pub parent: Vec<u32>,
    /// The tree edge to the parent.
    pub tree_edge: Vec<u32>,
    pub depth: Vec<u32>,
    /// The end of each subtree's run of vertices.
    pub end: Vec<u32>,
    /// Back edges: the edge, its lower and its upper end.
    pub back: Vec<(u32, u32, u32)>,
    /// How many back edges join the subtree of each vertex to what is above; 0: its tree edge is a bridge.
    pub covers: Vec<u32>,
    /// The highest vertex of the 2-edge-connected part that each vertex belongs to.
    pub top: Vec<u32>,
    /// For each vertex, the nim-sum of what its subtree within its part adds to the part's value: 1 for
    /// each edge of the part that belongs to a vertex there, and v + 1 for each bridge to a part of
    /// value v. At the top of a part it is the value of the part and all that it carries.
    pub sum: Vec<u64>,
    hanging: Vec<u64>,
}

impl Rooted {
    pub fn new(edges: &[(u64, u64)]) -> Self {
        let (count, ends) = number(edges);
        let mut shape = walk(count, &ends);
        shape.find_bridges();
        shape.add_up();
        shape
    }

    pub fn value(&self) -> u64 {
        self.sum[0]
    }

    pub fn hangs(&self, edge: usize) -> bool {
        self.hanging[edge / 64] >> (edge % 64) & 1 != 0
    }

    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Returns whether the tree edge of this vertex is a bridge.
    pub fn is_bridge(&self, vertex: usize) -> bool {
        vertex > 0 && self.covers[vertex] == 0
    }

    /// Returns whether `vertex` belongs to the subtree of `above`.
    pub fn is_under(&self, vertex: u32, above: u32) -> bool {
        above <= vertex && vertex < self.end[above as usize]
    }

    fn find_bridges(&mut self) {
        let n = self.len();
        // Every back edge counts from its lower end up to, and not at, its upper end: numbers wrap.
        let mut covers = vec![0u32; n];
        for &(_, low, high) in &self.back {
            covers[low as usize] = covers[low as usize].wrapping_add(1);
            covers[high as usize] = covers[high as usize].wrapping_sub(1);
        }
        for v in (1..n).rev() {
            let parent = self.parent[v] as usize;
            covers[parent] = covers[parent].wrapping_add(covers[v]);
        }
        self.covers = covers;
        self.top = vec![0; n];
        for v in 1..n {
            self.top[v] = if self.covers[v] == 0 {
                v as u32
            } else {
                self.top[self.parent[v] as usize]
            };
        }
    }

    fn add_up(&mut self) {
        let mut sum = vec![0u64; self.len()];
        for &(_, low, _) in &self.back {
            sum[low as usize] ^= 1;
        }
        for v in (1..self.len()).rev() {
            let parent = self.parent[v] as usize;
            if self.is_bridge(v) {
                sum[parent] ^= sum[v] + 1;
            } else {
                // The tree edge is a loop after fusion.
                sum[v] ^= 1;
                sum[parent] ^= sum[v];
            }
        }
        self.sum = sum;
    }
}

/// Numbers the vertices 0, 1, …, the ground first; how many there are, and the edges' ends.
fn number(edges: &[(u64, u64)]) -> (usize, Vec<(u32, u32)>) {
    let largest = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
    if largest <= 2 * edges.len() as u64 + 64 {
        return (
            largest as usize + 1,
            edges.iter().map(|&(a, b)| (a as u32, b as u32)).collect(),
        );
    }
    let mut names: Vec<u64> = edges.iter().flat_map(|&(a, b)| [a, b]).chain([0]).collect();
    names.sort_unstable();
    names.dedup();
    let find = |name: u64| names.partition_point(|&other| other < name) as u32;
    (
        names.len(),
        edges.iter().map(|&(a, b)| (find(a), find(b))).collect(),
    )
}

/// Walks depth first from vertex 0.
fn walk(count: usize, edges: &[(u32, u32)]) -> Rooted {
    // A loop is listed twice, and passed over the second time.
    let at = SparseRows::from_pairs(count, || {
        (0..).zip(edges).flat_map(|(e, &(a, b))| [(a, e), (b, e)])
    });
    let mut number = vec![NONE; count];
    let mut next = vec![0; count];
    let mut shape = Rooted {
        parent: vec![0],
        tree_edge: vec![NONE],
        depth: vec![0],
        end: vec![0],
        back: Vec::new(),
        covers: Vec::new(),
        top: Vec::new(),
        sum: Vec::new(),
        hanging: vec![0; edges.len().div_ceil(64)],
    };
    number[0] = 0;
    let mut path = vec![(0u32, 0u32)];
    while let Some(&(name, here)) = path.last() {
        let Some(&edge) = at.row(name).get(next[name as usize]) else {
            shape.end[here as usize] = shape.parent.len() as u32;
            path.pop();
            continue;
        };
        next[name as usize] += 1;
        let (a, b) = edges[edge as usize];
        let other = a ^ b ^ name;
        let (word, bit) = (edge as usize / 64, 1u64 << (edge % 64));
        if shape.hanging[word] & bit != 0 {
            // Met from its other end.
            continue;
        }
        shape.hanging[word] |= bit;
        match number[other as usize] {
            NONE => {
                let new = shape.parent.len() as u32;
                number[other as usize] = new;
                shape.parent.push(here);
                shape.tree_edge.push(edge);
                shape.depth.push(path.len() as u32);
                shape.end.push(0);
                path.push((other, new));
            }
            above => shape.back.push((edge, here, above)),
        }
    }
    shape
}
