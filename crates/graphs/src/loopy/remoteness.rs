//! Remoteness: how many moves play lasts when the winner hurries and the loser holds out.
//!
//! H. Steinhaus, *Definitions for a theory of games and pursuit* (1925). The word is Conway's. The end of play has
//! remoteness 0. The remoteness of a won position is one more than the least remoteness of its lost options, and that of
//! a lost position is one more than the largest remoteness of its options. A breadth-first search backwards from the
//! ends finds the positions in the order of their remoteness. Positions that it does not find are draws.

use super::Digraph;
use super::backwards::Backwards;
use grundy_base::budget::{Budget, Limit};

/// The winner of a position that is not a draw, and the number of moves until the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remoteness {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The number of moves to the end of play.
    pub moves: u32,
}

/// Returns the remoteness of every vertex, or `None` for a draw. `ends` tells for a vertex without followers whether the
/// player to move there wins, or `None` if play that ends there is a draw.
///
/// # Errors
/// Fails when the reversed arcs do not fit the budget.
///
/// # Complexity
/// O(order + arcs); 20 bytes a vertex and 4 an arc.
pub fn remoteness(
    graph: &Digraph,
    ends: impl Fn(u32) -> Option<bool>,
    budget: &Budget,
) -> Result<Vec<Option<Remoteness>>, Limit> {
    let order = graph.order();
    let Backwards { before, mut open } = Backwards::of(graph, 20, budget)?;
    let mut found = vec![None; order];
    let mut queue = Vec::with_capacity(order);
    for (vertex, &followers) in (0..).zip(&open) {
        if followers == 0
            && let Some(wins) = ends(vertex)
        {
            found[vertex as usize] = Some(Remoteness { wins, moves: 0 });
            queue.push(vertex);
        }
    }
    let mut next = 0;
    while let Some(&vertex) = queue.get(next) {
        next += 1;
        let Some(Remoteness { wins, moves }) = found[vertex as usize] else {
            continue;
        };
        for &from in before.row(vertex) {
            open[from as usize] -= 1;
            let is_decided = !wins || open[from as usize] == 0;
            if is_decided && found[from as usize].is_none() {
                found[from as usize] = Some(Remoteness {
                    wins: !wins,
                    moves: moves + 1,
                });
                queue.push(from);
            }
        }
    }
    Ok(found)
}
