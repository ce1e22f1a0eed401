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
//! D is the first part of the Gallai–Edmonds decomposition: A are the other neighbours of D, C
//! is the rest. Every maximum matching matches A into different components of D and C within
//! itself; A is a Tutte–Berge witness, to which the tests hold what is found.
//!
//! # How it is found
//!
//! A Karp–Sipser start settles what is forced (`start`); what it says of D follows from what is
//! left, the core, in one step back through the forced edges. A first matching of the core is
//! augmented climb by climb (`search`). A climb grows one alternating forest from all exposed
//! vertices (J. Edmonds 1965), blossoms kept in a union–find, each with the edge that closed it
//! (the bridge of H. N. Gabow, "An efficient implementation of Edmonds' algorithm", JACM 23,
//! 1976), so that an augmenting path is read off in its own length.
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
//!   An inner vertex comes into a tree with its mate, which is outer, so lists of a pair share places:
//!                       of the inner one             of the outer one
//!   parent_or_tree      up the tree                  which tree
//!   previous_or_walk    the inner one before it      the last walk to a common ancestor that came by
//! ```
//!
//! An example: a triangle 0–1–2, and 2–3. The start takes 3–2, as 3 has no other neighbour, then 0–1: the core is empty,
//! the matching maximum, and D empty. Without 3 the triangle is the core, and its first matching is 0–1. A climb plants
//! 2; the edge 2–0 hangs 0 and its mate 1 below it, and the edge 1–2 closes a blossom, in which 0 turns outer. Nothing is
//! left to be read, so the matching is maximum, and D are the outer vertices 0, 1 and 2.
//!
//! All trees climb together, from level to level of tree size, so that augmentations are found
//! while trees are small. When a climb ends that augmented nothing, the matching is maximum and the
//! outer vertices are D; only then have trees outgrown all levels.
//!
//! A question about a few vertices may need no labels beyond the core ([`missed_among`]): a
//! matched vertex is in D exactly when, without it, its mate can be matched anew.
//!
//! # Complexity
//!
//! A climb takes O((n + m) log n) at worst and O(n + m) in practice, in 31 bytes a vertex and 12 an
//! exposed one beside the graph. Every climb but the last augments, at least once; there is no better bound on
//! the number of climbs than that, and an augmentation dissolves two trees that are grown again, so the
//! worst case is O(n m log n), like Gabow's. In practice there are from 2 to 20; the tests hold
//! adversarial families (long odd paths, chains of triangles, nested blossoms, complete graphs,
//! trees) to a linear amount of work.

mod blossom;
mod forest;
mod graph;
mod search;
mod start;
#[cfg(test)]
pub(crate) mod tests;

pub use forest::{EXPOSED_BYTES, VERTEX_BYTES};
pub use graph::{Adjacency, Graph};

use forest::Forest;
use forest::label::{OUTER, SETTLED, UNREACHED};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::progress::engine;
use start::Start;

/// In graphs of fewer vertices a known matching is used as it is: taking the forced edges first costs
/// more than it saves.
const PEELED_FROM: usize = 1 << 12;

/// "No vertex" in a list of mates.
pub const NONE: u32 = u32::MAX;

/// A maximum matching and what it tells about every vertex.
#[derive(Clone, Debug)]
pub struct Decomposition {
    mate: Vec<u32>,
    label: Vec<u8>,
    work: u64,
}

impl Decomposition {
    /// Can a maximum matching miss the vertex?
    #[inline]
    pub fn is_missed(&self, vertex: u32) -> bool {
        self.label[vertex as usize] >= OUTER
    }

    /// Returns the vertex's mate in the matching found.
    pub fn mate(&self, vertex: u32) -> Option<u32> {
        Some(self.mate[vertex as usize]).filter(|&mate| mate != NONE)
    }

    /// Returns all mates, [`NONE`] for vertices without: a start for [`decompose_from`].
    pub fn mates(&self) -> &[u32] {
        &self.mate
    }

    /// Neighbours looked at: a measure of the work done that is the same on every machine.
    pub fn work(&self) -> u64 {
        self.work
    }
}

/// Returns a maximum matching of `graph` without the vertices that are `removed`, and the
/// Gallai–Edmonds part of every vertex.
///
/// # Errors
/// A [`Limit`] when `budget.memory` does not hold 31 bytes a vertex and 12 an exposed one, or more than `budget.work`
/// neighbours would have to be looked at.
///
/// # Complexity
/// See the [module's head](self).
///
/// # Example
/// ```
/// use grundy_machine::budget::Budget;
/// use grundy_theory::matching::{Graph, decompose};
/// // A triangle with a tail: 0–1–2–0, 2–3.
/// let graph = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 0), (2, 3)], &Budget::default()).unwrap();
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
    engine("maximum matching: leaves first, then alternating trees");
    solve(graph, start::karp_sipser(graph, &removed, true), budget)
}

/// Returns the vertices among `asked` that some maximum matching of `graph` without `removed` misses, in
/// the order asked.
///
/// Answers what [`decompose`] would, without labelling all of the graph if the start alone
/// settles most of it.
///
/// # Errors
/// Fails where [`decompose`] fails.
///
/// # Complexity
/// As [`decompose`] at worst; a maximum matching and a local search for each vertex asked, as long
/// as those stay small.
///
/// # Example
/// ```
/// use grundy_machine::budget::Budget;
/// use grundy_theory::matching::{Graph, missed_among};
/// // A path 0–1–2: a maximum matching misses one of its ends.
/// let graph = Graph::from_edges(3, &[(0, 1), (1, 2)], &Budget::default()).unwrap();
/// let missed = missed_among(&graph, |_| false, &[0, 1, 2], &Budget::default()).unwrap();
/// assert_eq!(missed, [0, 2]);
/// ```
pub fn missed_among<A: Adjacency>(
    graph: &A,
    removed: impl Fn(u32) -> bool,
    asked: &[u32],
    budget: &Budget,
) -> Result<Vec<u32>, Limit> {
    check_memory(graph.order(), 0, budget)?;
    let start = start::karp_sipser(graph, &removed, true);
    let settled = start
        .label
        .iter()
        .filter(|&&label| label == SETTLED)
        .count();
    if settled <= graph.order() / 2 {
        let found = solve(graph, start, budget)?;
        return Ok(asked
            .iter()
            .copied()
            .filter(|&v| found.is_missed(v))
            .collect());
    }
    // Most of the graph is settled by the start: it need not be labelled for a few vertices.
    let (mut forest, _) = search_core(graph, start, budget)?;
    forest.forget();
    let enough = forest.work + graph.order() as u64 / 4;
    let mut missed = Vec::new();
    let mut rest = asked.iter();
    while forest.work <= enough {
        match rest.next() {
            None => return Ok(missed),
            Some(&v) if removed(v) => {}
            Some(&v) => missed.extend(forest.can_miss(graph, v).then_some(v)),
        }
    }
    forest.search(graph, budget)?;
    let found = forest.into_decomposition();
    missed.extend(rest.copied().filter(|&v| found.is_missed(v)));
    Ok(missed)
}

/// As [`decompose`], from a matching that is known: `mate` may name removed vertices and need
/// not be maximum. Pays off if few vertices were removed since it was.
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
    let start = if graph.order() < PEELED_FROM {
        Start::nothing(graph.order(), removed)
    } else {
        start::karp_sipser(graph, removed, false)
    };
    go_on(graph, start, mate, budget)
}

/// Returns a maximum matching, from the edges of a start and as much of a known matching as goes with them.
fn go_on<A: Adjacency>(
    graph: &A,
    mut start: Start,
    mate: &[u32],
    budget: &Budget,
) -> Result<Decomposition, Limit> {
    let is_free = |v: u32| start.mate[v as usize] == NONE && start.label[v as usize] == UNREACHED;
    let pairs = (0..)
        .zip(mate)
        .filter(|&(v, &w)| w != NONE && v < w && is_free(v) && is_free(w));
    for (v, w) in pairs.map(|(v, &w)| (v, w)).collect::<Vec<_>>() {
        start.mate[v as usize] = w;
        start.mate[w as usize] = v;
    }
    solve(graph, start, budget)
}

fn check_memory(order: usize, exposed: usize, budget: &Budget) -> Result<(), Limit> {
    let bytes = order as u64 * VERTEX_BYTES + exposed as u64 * EXPOSED_BYTES;
    budget.check_bytes(bytes.into(), || {
        format!("a matching of {order} vertices takes")
    })
}

/// Returns a forest over the core, its matching made maximum; and the forced edges.
fn search_core<A: Adjacency>(
    graph: &A,
    start: Start,
    budget: &Budget,
) -> Result<(Forest, Vec<u32>), Limit> {
    let Start {
        mate,
        label,
        forced,
        is_maximum,
    } = start;
    let mut forest = Forest::new(mate, label);
    if !is_maximum {
        forest.search(graph, budget)?;
    }
    Ok((forest, forced))
}

/// Returns a maximum matching and the part of every vertex.
fn solve<A: Adjacency>(graph: &A, start: Start, budget: &Budget) -> Result<Decomposition, Limit> {
    let (mut forest, forced) = search_core(graph, start, budget)?;
    forest.recover(graph, &forced);
    Ok(forest.into_decomposition())
}
