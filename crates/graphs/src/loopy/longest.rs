//! The longest play: how many moves there are at most, whoever makes them and whoever wins.
//!
//! A position without moves has the birthday 0, and any other one more than the largest birthday of its options. (Conway
//! calls it so: it is the day on which the position is born.) A sum lasts as long as its components together, since every
//! move is made in one of them. Backwards from the ends, a vertex is found once all its followers are. The vertices that
//! are never found lead to a cycle, so play from them may never end.

use super::Digraph;
use super::backwards::Backwards;
use grundy_base::budget::{Budget, Limit};

/// Returns the number of moves of the longest play from every vertex, or `None` if play may never end. It is `u128::MAX`
/// if it has more bits.
///
/// A vertex that is a sum, as `is_sum` tells, stands for all its followers at once, which are its components; any other
/// for one of them at a time, which are its options.
///
/// # Errors
/// Fails when the reversed arcs do not fit the budget.
///
/// # Complexity
/// O(order + arcs); 56 bytes a vertex and 4 an arc.
///
/// # Example
/// ```
/// use grundy_base::budget::Budget;
/// use grundy_base::edge::Edge;
/// use grundy_graphs::loopy::{Digraph, longest};
/// let budget = Budget::default();
/// // From 0 to 1 and to 2, from 1 to 2; 3 and 4 are a cycle.
/// let arcs = [(0, 1), (0, 2), (1, 2), (3, 4), (4, 3)].map(Edge::from);
/// let graph = Digraph::from_arcs(5, &arcs, &budget).unwrap();
/// let moves = longest(&graph, |_| false, &budget).unwrap();
/// assert_eq!(moves, [Some(2), Some(1), Some(0), None, None]);
/// ```
pub fn longest(
    graph: &Digraph,
    is_sum: impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Vec<Option<u128>>, Limit> {
    /// At the end, the moves of each vertex stand there as they were found and as they are returned.
    const BYTES_A_VERTEX: u128 = 56;
    let order = graph.order();
    let Backwards { before, mut open } = Backwards::of(graph, BYTES_A_VERTEX, budget)?;
    let mut queue = Vec::with_capacity(order);
    for (vertex, &followers) in (0..).zip(&open) {
        if followers == 0 {
            queue.push(vertex);
        }
    }
    let mut moves = vec![0u128; order];
    let mut next = 0;
    while let Some(&vertex) = queue.get(next) {
        next += 1;
        let after = moves[vertex as usize];
        for &from in before.row(vertex) {
            let found = &mut moves[from as usize];
            *found = if is_sum(from) {
                found.saturating_add(after)
            } else {
                after.saturating_add(1).max(*found)
            };
            open[from as usize] -= 1;
            if open[from as usize] == 0 {
                queue.push(from);
            }
        }
    }
    drop(before);
    drop(queue);
    let mut found = Vec::with_capacity(order);
    for (moves, open) in moves.into_iter().zip(open) {
        found.push((open == 0).then_some(moves));
    }
    Ok(found)
}
