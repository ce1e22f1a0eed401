//! Maximum matching in general graphs, and the vertices some maximum matching misses.
//!
//! # Why games need it
//!
//! A token moves along the edges of a graph and never comes back to a vertex; a player who cannot move
//! loses. The player to move wins exactly when every maximum matching covers the token's vertex
//! (A. S. Fraenkel, E. R. Scheinerman, D. Ullman, "Undirected edge geography", Theoretical
//! Computer Science 112, 1993). So, with the visited vertices and the token's own removed, the
//! winning moves are the token's neighbours in D, the set of vertices that *some* maximum
//! matching misses.
//!
//! D is the first part of the Gallai–Edmonds decomposition. A is the set of the other neighbours of D, and C is the
//! rest. Every maximum matching matches A into different components of D, and C within itself. A is a Tutte–Berge
//! witness: it proves that a matching is maximum, and the tests check every result by it.
//!
//! # How it is found
//!
//! A Karp–Sipser start takes the forced edges (`start`). The vertices that it leaves are the *core*. Which vertices
//! outside the core are in D follows from the core, by one walk back over the forced edges. A first matching of the core
//! is augmented climb by climb (`search`). A climb grows one alternating forest from all exposed vertices
//! (J. Edmonds 1965). A union–find keeps the blossoms, each with the edge that closed it (the bridge of H. N. Gabow,
//! "An efficient implementation of Edmonds' algorithm", JACM 23, 1976). So an augmenting path is found in time
//! proportional to its length.
//!
//! ```text
//!   root  ●───○━━━●───○━━━●      ● outer   ○ inner   ━ matched   ─ not
//!              \         /
//!               ●━━━○───●        an edge between outer vertices
//!                                  of one tree:  a blossom. Inner vertices on the cycle turn
//!                                                outer, keep the edge as their bridge, and are
//!                                                read; the base stands for all of them
//!                                  of two trees: augment, and dissolve both trees
//!
//!   mate     the matching                         queue   outer vertices, as they are reached
//!   blossom  union–find, root = base              bridge  of a turned vertex and its mate: the two ends
//!                                                         of the edge that closed their blossom
//!
//!   An inner vertex enters a tree together with its mate, which is outer. Two lists have one meaning for
//!   each of them:
//!                       for the inner vertex            for the outer vertex
//!   parent_or_tree      its parent in the tree          the index of its tree
//!   previous_or_walk    the inner vertex before it      the last walk to a common ancestor that passed it
//! ```
//!
//! An example: a triangle 0–1–2, and an edge 2–3. The start takes 3–2, as 3 has no other neighbour, and then 0–1. The
//! core is empty, the matching is maximum, and D is empty. Without 3 the triangle is the core, and its first matching is
//! 0–1. A climb makes 2 a root. The edge 2–0 hangs 0 and its mate 1 below it, and the edge 1–2 closes a blossom, in which
//! 0 turns outer. No list is left to be read. So the matching is maximum, and D consists of the outer vertices 0, 1
//! and 2.
//!
//! All trees grow together, from one level of tree size to the next, so that augmentations are found while trees are
//! small. When a climb ends without any augmentation, the matching is maximum and the outer vertices are D. Only in that
//! climb do trees outgrow all levels.
//!
//! # Complexity
//!
//! A climb takes O((n + m) log n) at worst and O(n + m) in practice. It needs 31 bytes a vertex and 12 an exposed
//! vertex, without the graph. Every climb but the last augments at least once, and no better bound on the number of
//! climbs is known to us. An augmentation dissolves two trees that are grown again. So the worst case is O(n m log n),
//! like Gabow's. In practice there are from 2 to 20 climbs. The tests check that adversarial families (long odd paths,
//! chains of triangles, nested blossoms, complete graphs, trees) take a linear amount of work.

mod blossom;
mod decomposition;
mod forest;
mod graph;
mod label;
mod search;
mod start;

pub use decomposition::{Decomposition, NONE, VertexPart};
pub use forest::{EXPOSED_BYTES, VERTEX_BYTES};
pub use graph::{Adjacency, Graph};
pub use start::{Start, karp_sipser};

use forest::{Forest, MatchingEdge, check_memory};
use grundy_base::budget::{Budget, Limit};
use label::UNREACHED;

/// A graph of fewer vertices uses a known matching unchanged, because taking the forced edges first costs more than it
/// saves.
const MIN_PEELED_VERTICES: usize = 1 << 12;

/// Returns a maximum matching of `graph` without the vertices that are `removed`, and the
/// Gallai–Edmonds part of every vertex.
///
/// # Errors
/// Fails when `budget.memory` is less than 31 bytes a vertex and 12 an exposed vertex, or when the neighbours looked at
/// take more than `budget.work` steps.
///
/// # Complexity
/// See the [module's head](self).
///
/// # Example
/// ```
/// use grundy_base::budget::Budget;
/// use grundy_base::edge::Edge;
/// use grundy_graphs::matching::{Graph, decompose};
/// // A triangle with a tail: 0–1–2–0, 2–3.
/// let edges = [(0, 1), (1, 2), (2, 0), (2, 3)].map(Edge::from);
/// let graph = Graph::from_edges(4, &edges, &Budget::default()).unwrap();
/// let all = decompose(&graph, |_| false, &Budget::default()).unwrap();
/// assert_eq!(all.mates(), [1, 0, 3, 2]);
/// assert!((0..4).all(|v| !all.is_missed(v)));
/// let without = decompose(&graph, |v| v == 3, &Budget::default()).unwrap();
/// assert!((0..3).all(|v| without.is_missed(v)));
/// ```
pub fn decompose<A: Adjacency>(
    graph: &A,
    removed: impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Decomposition, Limit> {
    check_memory(graph.order(), 0, budget)?;
    solve(graph, karp_sipser(graph, &removed, true), budget)
}

/// Returns what [`decompose`] returns, starting from a known matching. `mate` may name removed vertices and need
/// not be maximum. This pays off if the matching was maximum before a few vertices were removed.
///
/// # Constraints
/// `mate` is symmetric and matches along edges of `graph`.
///
/// # Errors
/// Fails where [`decompose`] fails.
pub fn decompose_from<A: Adjacency>(
    graph: &A,
    mate: &[u32],
    removed: impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Decomposition, Limit> {
    check_memory(graph.order(), 0, budget)?;
    let start = if graph.order() < MIN_PEELED_VERTICES {
        Start::nothing(graph.order(), removed)
    } else {
        karp_sipser(graph, removed, false)
    };
    go_on(graph, start, mate, budget)
}

/// Returns a maximum matching, starting from the edges of `start` and from the edges of a known matching that share no
/// vertex with them.
///
/// # Errors
/// Fails where [`decompose`] fails.
pub fn go_on<A: Adjacency>(
    graph: &A,
    mut start: Start,
    mate: &[u32],
    budget: &Budget,
) -> Result<Decomposition, Limit> {
    let is_free = |v: u32| start.mate[v as usize] == NONE && start.label[v as usize] == UNREACHED;
    let mut kept = Vec::new();
    for (v, &w) in (0..).zip(mate) {
        if w != NONE && v < w && is_free(v) && is_free(w) {
            kept.push(MatchingEdge { near: v, far: w });
        }
    }
    for MatchingEdge { near, far } in kept {
        start.mate[near as usize] = far;
        start.mate[far as usize] = near;
    }
    solve(graph, start, budget)
}

/// Returns a maximum matching and the part of every vertex.
fn solve<A: Adjacency>(graph: &A, start: Start, budget: &Budget) -> Result<Decomposition, Limit> {
    decompose_in_levels(graph, start, search::levels::<A>(), budget)
}

/// Returns a maximum matching, starting from the edges of `start`, and the part of every vertex. In the search, trees wait
/// for one another at these sizes, which ascend: they change the work, and the part of no vertex.
///
/// # Errors
/// Fails where [`decompose`] fails.
pub fn decompose_in_levels<A: Adjacency>(
    graph: &A,
    start: Start,
    levels: &[u32],
    budget: &Budget,
) -> Result<Decomposition, Limit> {
    let Start {
        mate,
        label,
        forced,
        is_maximum,
    } = start;
    let mut forest = Forest::new(mate, label);
    if !is_maximum {
        forest.search(graph, levels, budget)?;
    }
    forest.recover(graph, &forced);
    Ok(forest.into_decomposition())
}
