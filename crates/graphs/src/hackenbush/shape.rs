//! The depth-first walk over a graph from the ground: the tree, the bridges, and the nim-sums of subtrees.

#![expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2³⁰ edges, and so fewer than 2³¹ names of vertices"
)]

use grundy_base::edge::Edge;
use grundy_base::rows::SparseRows;

/// The mark of a missing vertex, or of a missing edge.
pub const NO_VERTEX: u32 = u32::MAX;

/// The part of the graph that hangs on the ground. Vertices are numbered in the order of the walk, so that the ground is
/// 0, parents come before their children, and a subtree is a run of numbers.
///
/// An edge that is not in the tree is a *back edge*: it joins a vertex to itself or to a vertex above it on the path to
/// the ground. Each edge belongs to its lower end, so a tree edge belongs to the child.
#[derive(Debug)]
pub struct Rooted {
    /// The parent of each vertex. That of the ground is the ground itself.
    pub parent: Vec<u32>,
    /// The tree edge from each vertex to its parent.
    pub tree_edge: Vec<u32>,
    /// The number of tree edges from each vertex to the ground.
    pub depth: Vec<u32>,
    /// The end of each subtree's run of vertices.
    pub end: Vec<u32>,
    /// The back edges.
    pub back: Vec<BackEdge>,
    /// The number of back edges that join the subtree of each vertex to a vertex above it. If it is 0, the tree edge of the
    /// vertex is a bridge.
    pub covers: Vec<u32>,
    /// The highest vertex of the 2-edge-connected part that each vertex belongs to.
    pub top: Vec<u32>,
    /// For each vertex, the nim-sum of all that its subtree within its part adds to the part's value: 1 for each edge of
    /// the part that belongs to a vertex there, and v + 1 for each bridge to a part of value v. At the top of a part it is
    /// the value of the part and all that it carries.
    pub sum: Vec<u64>,
    /// One bit for each edge, which is set if the edge hangs on the ground.
    hanging: Vec<u64>,
}

/// An edge that is not in the tree.
#[derive(Clone, Copy, Debug)]
pub struct BackEdge {
    /// The index of the edge.
    pub edge: u32,
    /// The edge's lower end.
    pub low: u32,
    /// The edge's upper end.
    pub high: u32,
}

impl Rooted {
    /// Walks through a graph from vertex 0, which is the ground, and finds the values of its subtrees.
    pub fn new(edges: &[Edge<u64>]) -> Self {
        let (count, numbered) = number(edges);
        let mut shape = walk(count, &numbered);
        shape.find_bridges();
        shape.add_up();
        shape
    }

    /// Returns the Grundy value.
    pub fn value(&self) -> u64 {
        self.sum[0]
    }

    /// Returns whether an edge hangs on the ground.
    pub fn hangs(&self, edge: usize) -> bool {
        self.hanging[edge / 64] >> (edge % 64) & 1 != 0
    }

    /// Returns the number of vertices that hang on the ground.
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

    /// Finds the bridges and the 2-edge-connected parts.
    fn find_bridges(&mut self) {
        let n = self.len();
        // A back edge counts at its lower end and at all vertices above it, as far as its upper end, where it does not
        // count. Before they are added up, numbers may be below 0, so they wrap.
        let mut covers = vec![0u32; n];
        for &BackEdge { low, high, .. } in &self.back {
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

    /// Adds up the values of subtrees.
    fn add_up(&mut self) {
        let mut sum = vec![0u64; self.len()];
        for back in &self.back {
            sum[back.low as usize] ^= 1;
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

/// Numbers the vertices 0, 1, …, so that the ground is 0. Returns how many there are, and the edges by these numbers.
fn number(edges: &[Edge<u64>]) -> (usize, Vec<Edge>) {
    let largest = edges.iter().map(|edge| edge.high()).max().unwrap_or(0);
    if largest <= 2 * edges.len() as u64 + 64 {
        let numbered = edges.iter().map(|edge| edge.map(|name| name as u32));
        return (largest as usize + 1, numbered.collect());
    }
    let mut names: Vec<u64> = edges
        .iter()
        .flat_map(|edge| edge.ends())
        .chain([0])
        .collect();
    names.sort_unstable();
    names.dedup();
    let find = |name: u64| names.partition_point(|&other| other < name) as u32;
    let numbered = edges.iter().map(|edge| edge.map(find));
    (names.len(), numbered.collect())
}

/// A vertex on the path of the walk.
#[derive(Clone, Copy)]
struct PathVertex {
    /// The vertex's number in the given graph.
    name: u32,
    /// The vertex's number in the order of the walk.
    number: u32,
}

/// Walks depth first from vertex 0.
fn walk(count: usize, edges: &[Edge]) -> Rooted {
    // A loop is listed twice at its vertex. The second time it hangs already, and is skipped.
    let edges_at = SparseRows::from_pairs(count, || {
        (0..)
            .zip(edges)
            .flat_map(|(index, edge)| [(edge.from, index), (edge.to, index)])
    });
    let mut number_of = vec![NO_VERTEX; count];
    // For each vertex, the number of its edges that were looked at.
    let mut looked_at = vec![0; count];
    let mut shape = Rooted {
        parent: vec![0],
        tree_edge: vec![NO_VERTEX],
        depth: vec![0],
        end: vec![0],
        back: Vec::new(),
        covers: Vec::new(),
        top: Vec::new(),
        sum: Vec::new(),
        hanging: vec![0; edges.len().div_ceil(64)],
    };
    number_of[0] = 0;
    let mut path = vec![PathVertex { name: 0, number: 0 }];
    while let Some(&PathVertex { name, number }) = path.last() {
        let Some(&edge) = edges_at.row(name).get(looked_at[name as usize]) else {
            shape.end[number as usize] = shape.parent.len() as u32;
            path.pop();
            continue;
        };
        looked_at[name as usize] += 1;
        if shape.hangs(edge as usize) {
            // The walk came to the edge from its other end.
            continue;
        }
        shape.hanging[edge as usize / 64] |= 1 << (edge % 64);
        let Edge { from, to } = edges[edge as usize];
        let other = if name == from { to } else { from };
        let number_of_other = number_of[other as usize];
        if number_of_other == NO_VERTEX {
            let new = shape.parent.len() as u32;
            number_of[other as usize] = new;
            shape.parent.push(number);
            shape.tree_edge.push(edge);
            shape.depth.push(path.len() as u32);
            shape.end.push(0);
            path.push(PathVertex {
                name: other,
                number: new,
            });
        } else {
            shape.back.push(BackEdge {
                edge,
                low: number,
                high: number_of_other,
            });
        }
    }
    shape
}
