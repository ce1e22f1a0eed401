//! Walks: a token goes along edges of a graph and never comes back.
//!
//! A position is the vertex of the token, 0 before the first move, and the vertices visited since the record, ascending.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has at most 2²⁰ vertices"
)]

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::games::graphs::graph::targets;
use crate::matching;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers};
use crate::theorem::Theorem;
use crate::{Edge, Fail, PlayOutcome, Res};

/// The most vertices of a graph.
const MAX_WALKED_VERTICES: u64 = 1 << 20;

/// The most vertices of a graph on which a matching is looked for here.
const MAX_MATCHED_VERTICES: usize = 3_000;

/// The most vertices left, if walks are explored.
const MAX_EXPLORED_VERTICES: usize = 20;

/// A graph on which a token walks.
pub struct WalkedGraph {
    /// The neighbours of each vertex; of 0, the vertices on which the first token may be put.
    pub(super) neighbours: Vec<Vec<u32>>,
    /// Whether a vertex is left by the record.
    pub(super) left: Vec<bool>,
}

impl WalkedGraph {
    /// Returns the play that begins at the end of a path.
    pub(super) fn play(self, path: &[u64]) -> Play {
        Play {
            valued: false,
            ..Play::new(self, [vec![path.last().copied().unwrap_or(0)]])
        }
    }

    /// Returns the vertices to which the token may go.
    fn next<'p>(&'p self, position: &'p [u64]) -> impl Iterator<Item = u64> + 'p {
        let near = &self.neighbours[position[0] as usize];
        let is_left = |&to: &u64| self.left[to as usize] && !position[1..].contains(&to);
        near.iter().map(|&vertex| vertex.into()).filter(is_left)
    }

    /// Makes the theorem that the player to move wins exactly if every maximum matching of what is left covers the
    /// token's vertex (Fraenkel, Scheinerman and Ullman 1993): a move to a vertex that some maximum matching misses
    /// wins. One may be given by its pairs; `None` if they are no maximum matching.
    pub fn matched(&self, pairs: Option<&[Edge]>) -> Option<Theorem<'_>> {
        let missed = matching::missed(&self.neighbours, &self.left, pairs)?;
        // A vertex has a number of 32 bits.
        let is_missed = move |vertex: u64| missed.contains(&(vertex as u32));
        let outcome = move |parts: &[PositionNumbers]| {
            let is_lost = match parts[0][..] {
                [_] => !self.next(&parts[0]).any(&is_missed),
                // After one move the token stands on a vertex of the graph that was left.
                [token, _] => is_missed(token),
                _ => return Err(Fail::TooLarge),
            };
            Ok(if is_lost {
                PlayOutcome::Lose
            } else {
                PlayOutcome::Win
            })
        };
        let source = "Fraenkel, Scheinerman and Ullman 1993";
        Some(Theorem::outcome(source, outcome))
    }
}

impl GameDefinition for WalkedGraph {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let go = |to: u64| {
            let mut next = PositionNumbers::from(position);
            next[0] = to;
            next.insert(1 + position[1..].partition_point(|&vertex| vertex < to), to);
            ListedMove::leaving([next]).named(Name::Bare(to.to_string().into()))
        };
        Ok(self.next(position).map(go).collect())
    }

    /// Says whether the graph has too many vertices to be explored, and is left to the theorem at once.
    fn is_far(&self, position: &[u64]) -> bool {
        let left = self.left.iter().filter(|&&left| left).count();
        left + 1 - position.len() > MAX_EXPLORED_VERTICES
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Fail::TooLarge.when(self.neighbours.len() > MAX_MATCHED_VERTICES)?;
        self.matched(None).ok_or(Fail::TooLarge)
    }
}

/// Returns the walk on a graph of this many vertices after a path on it.
pub(super) fn walk(
    count: u64,
    path: &[u64],
    are_joined: impl Fn(u64, u64) -> bool,
    edges: impl Iterator<Item = Edge>,
) -> Res<WalkedGraph> {
    let is_vertex = |vertex: &u64| (1..=count).contains(vertex);
    Fail::Wrong.when(!path.iter().all(is_vertex))?;
    let mut steps = path.iter().tuple_windows();
    Fail::Wrong.when(!steps.all(|(&from, &to)| are_joined(from, to)))?;
    Fail::Wrong.when(!path.iter().all_unique())?;
    Fail::TooLarge.when(count > MAX_WALKED_VERTICES)?;
    let arcs = edges.flat_map(|edge| [edge, edge.reversed()]);
    let arcs = arcs.map(|arc| (arc.from, arc.to as u32));
    let neighbours = targets(count, arcs);
    let mut left = vec![true; neighbours.len()];
    left[0] = false;
    for &vertex in path {
        left[vertex as usize] = false;
    }
    Ok(WalkedGraph { neighbours, left })
}
