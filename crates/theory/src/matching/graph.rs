//! Undirected graphs as the matching engine walks them.

use crate::budget::{Budget, Limit};
use crate::platform::pages::huge;
use crate::simd::prefetch::prefetch;

/// What the engine needs of a graph: vertices `0..order()`, each with its neighbours.
///
/// The relation must be symmetric. Repeated neighbours and loops are harmless.
pub trait Adjacency: Sync {
    /// Whether neighbours mostly have numbers near each other.
    const NEAR: bool = false;
    /// The number of vertices.
    fn order(&self) -> usize;
    /// An upper bound on the number of neighbours of `vertex`, repeats included.
    fn degree(&self, vertex: u32) -> usize;
    /// The neighbours of `vertex`, always in the same order.
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_;
    /// The neighbours of `vertex` in a range of vertices.
    #[inline]
    fn neighbours_within(&self, vertex: u32, range: std::ops::Range<u32>) -> impl Iterator<Item = u32> + '_ {
        self.neighbours(vertex).filter(move |neighbour| range.contains(neighbour))
    }
    /// Hints that the list of `soon` is read soon, and that of `later` after it.
    #[inline]
    fn expect(&self, _soon: Option<&u32>, _later: Option<&u32>) {}
}

/// A graph with every neighbour list stored (compressed sparse rows).
///
/// ```text
///   offsets   0     2        5  …        neighbours of v: targets[offsets[v] .. offsets[v + 1]]
///             |     |        |
///   targets   7  9  0  3  8  …
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph on vertices `0..order` with the given edges; loops are dropped, repeats kept.
    ///
    /// # Constraints
    /// Every end is below `order`; both `order` and twice the number of edges fit `u32`.
    ///
    /// # Errors
    /// A [`Limit`] when the graph would not fit the numbering or `budget.memory`.
    ///
    /// # Complexity
    /// O(order + edges); 4 bytes a vertex and 8 an edge.
    ///
    /// # Example
    /// ```
    /// use grundy::theory::{budget::Budget, matching::{Adjacency, Graph}};
    /// let path = Graph::from_edges(3, &[(0, 1), (1, 2)], &Budget::default()).unwrap();
    /// assert_eq!(path.neighbours(1).collect::<Vec<_>>(), [0, 2]);
    /// ```
    pub fn from_edges(order: usize, edges: &[(u32, u32)], budget: &Budget) -> Result<Graph, Limit> {
        let most = (u32::MAX / 2) as usize;
        if order >= u32::MAX as usize || edges.len() > most {
            return Err(Limit::fixed(format!(
                "a graph may have {} vertices and {most} edges at most",
                u32::MAX - 1
            )));
        }
        let bytes = 4 * (order as u64 + 1) + 8 * edges.len() as u64;
        if bytes > budget.memory {
            return Err(Limit::memory(format!(
                "a graph of {order} vertices and {} edges takes {bytes} bytes of the {} allowed",
                edges.len(),
                budget.memory
            )));
        }
        // Counted one place ahead, filled from the back: afterwards each offset is its list's start.
        let mut offsets = huge(vec![0u32; order + 1]);
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            offsets[a as usize] += 1;
            offsets[b as usize] += 1;
        }
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let mut targets = huge(vec![0u32; end as usize]);
        for &(a, b) in edges.iter().rev().filter(|(a, b)| a != b) {
            for (from, to) in [(a, b), (b, a)] {
                offsets[from as usize] -= 1;
                targets[offsets[from as usize] as usize] = to;
            }
        }
        Ok(Graph { offsets, targets })
    }

    /// The part of a graph on the vertices of `range`, numbered from 0.
    pub fn induced<A: Adjacency>(graph: &A, range: std::ops::Range<u32>) -> Graph {
        let mut offsets = Vec::with_capacity(range.len() + 1);
        let mut targets = Vec::new();
        offsets.push(0);
        for v in range.clone() {
            targets.extend(graph.neighbours_within(v, range.clone()).map(|w| w - range.start));
            offsets.push(targets.len() as u32);
        }
        Graph { offsets, targets }
    }

    /// The memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (self.offsets.len() + self.targets.len()) as u64
    }

    /// The neighbours of `vertex` as they are stored.
    pub fn row(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.targets[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }
}

impl Adjacency for Graph {
    fn order(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    #[inline]
    fn degree(&self, vertex: u32) -> usize {
        self.row(vertex).len()
    }

    #[inline]
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.row(vertex).iter().copied()
    }

    #[inline]
    fn expect(&self, soon: Option<&u32>, later: Option<&u32>) {
        prefetch(later.and_then(|&v| self.offsets.get(v as usize)));
        prefetch(soon.and_then(|&v| self.targets.get(*self.offsets.get(v as usize)? as usize)));
    }
}
