//! Grim: a move takes a vertex of a graph that still has a neighbour.
//!
//! The rest of a graph falls into connected parts, and its value is the nim-sum of theirs (Sprague and Grundy).
//! The value of a part is the least number that none of its options has. Values of parts are kept, so each is found
//! once:
//!
//! ```text
//!   on the path 1-2-3
//!     take 1 → 2-3    value 1: both of its options leave one vertex alone, value 0
//!     take 2 → 1, 3   value 0: no vertex has a neighbour
//!     take 3 → 1-2    value 1
//!   mex {1, 0, 1} = 2
//! ```
//!
//! A part has at most 64 vertices, so that what is left of it is one word.

#![expect(
    clippy::cast_possible_truncation,
    reason = "graphs of positional games have at most 2²⁶ vertices"
)]

use std::ops::ControlFlow;

use fxhash::FxHashMap;
use grundy_base::budget::{Budget, Limit};
use grundy_base::edge::Edge;

use super::node_kayles::graph;
use crate::shared::sum::{Sum, Summed};
use crate::shared::visiting;
use crate::{Context, PositionResult, Standard, Visit, Visited};
use grundy_base::bits::ones;
use grundy_base::sync::interrupt;
use grundy_record::{Fault, Move, Place, Record, Slot, Taken, Words};

/// The words about grim for people.
const WORDS: Words = Words {
    name: "grim",
    summary: "take a vertex that still has a neighbour",
    how_to_play: "A move takes a vertex of a graph that has a neighbour among the remaining \
        vertices. Vertices without neighbours stay. A player who cannot move loses.",
    limits: "connected parts of 64 vertices, by their difficulty: paths, trees, and any graph of \
        some 30 vertices within the default --max-work",
    example: "grim 4 1-2 2-3 3-4 2-4:",
    theorem: None,
};

/// The game in which a move takes a vertex that still has a neighbour.
pub static GRIM: Standard = Standard::new(WORDS.parts(&[Slot::Edges]).keywords(&[]), open);

/// The most vertices of a part.
const MAX_PART_VERTICES: usize = 64;

/// The most vertices of a graph.
const MAX_GRIM_VERTICES: usize = 1 << 16;

/// The bytes that a value takes that is kept.
const BYTES_A_VALUE: u64 = 32;

/// The steps for a vertex taken: what is left falls apart, and each part is looked up in a map that no cache holds
/// (64 vertices and 130 edges at `--max-work 200000000`).
const STEPS_A_TAKING: u64 = 192;

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let (count, edges) = graph(record, &context.budget)?;
    if count > MAX_GRIM_VERTICES {
        let message =
            format!("graphs of this game have at most {MAX_GRIM_VERTICES} vertices, not {count}");
        return Err(Fault::limit(Place::Limit, &Limit::fixed(message)));
    }
    let mut left = vec![true; count];
    for (_, what) in record.position.taken.iter().flatten() {
        if let Taken::Places(vertices) = what {
            for &vertex in vertices {
                left[vertex as usize - 1] = false;
            }
        }
    }
    let parts = parts(&left, &edges)?;
    let count = parts.len();
    let solver = Solver {
        parts,
        values: FxHashMap::default(),
        budget: context.budget,
        steps: 0,
    };
    Ok(Box::new(Summed::new(count, solver).numbered(1)))
}

/// A connected part of the graph.
struct ConnectedPart {
    /// The vertices, from 0, ascending.
    vertices: Vec<u32>,
    /// The neighbours of each, by their places among the vertices.
    neighbours: Vec<u64>,
}

impl ConnectedPart {
    fn whole(&self) -> u64 {
        u64::MAX >> (MAX_PART_VERTICES - self.vertices.len())
    }

    /// Finds the vertices of a set that have a neighbour in it.
    fn joined(&self, set: u64) -> u64 {
        let joined = ones(set).filter(|&vertex| self.neighbours[vertex as usize] & set != 0);
        joined.fold(0, |joined, vertex| joined | 1 << vertex)
    }

    /// Finds the vertices of a set that are connected with its first.
    fn connected(&self, set: u64) -> u64 {
        let mut reached = set & set.wrapping_neg();
        let mut fresh = reached;
        while fresh != 0 {
            let near = ones(fresh).fold(0, |near, vertex| near | self.neighbours[vertex as usize]);
            fresh = near & set & !reached;
            reached |= fresh;
        }
        reached
    }
}

/// Lists the connected parts of what is left of a graph, in the order of their first vertices.
fn parts(left: &[bool], edges: &[Edge]) -> Result<Vec<ConnectedPart>, Fault> {
    let mut joined: Vec<Vec<u32>> = vec![Vec::new(); left.len()];
    for &Edge { from, to } in edges {
        if left[from as usize] && left[to as usize] {
            joined[from as usize].push(to);
            joined[to as usize].push(from);
        }
    }
    let mut waiting: Vec<bool> = left.to_vec();
    let mut parts = Vec::new();
    for first in 0..left.len() {
        let is_new = std::mem::take(&mut waiting[first]);
        if !is_new {
            continue;
        }
        let mut vertices = vec![first as u32];
        let mut seen = 0;
        while let Some(&vertex) = vertices.get(seen) {
            let near = joined[vertex as usize].iter();
            vertices.extend(near.filter(|&&near| std::mem::take(&mut waiting[near as usize])));
            seen += 1;
        }
        if vertices.len() > MAX_PART_VERTICES {
            let count = vertices.len();
            let message = format!(
                "connected parts of this game have at most {MAX_PART_VERTICES} vertices, not {count}"
            );
            return Err(Fault::limit(Place::Limit, &Limit::fixed(message)));
        }
        vertices.sort_unstable();
        let place = |vertex: &u32| {
            vertices
                .binary_search(vertex)
                .map_or(0, |place| 1u64 << place)
        };
        let near = |vertex: &u32| {
            joined[*vertex as usize]
                .iter()
                .map(place)
                .fold(0, |all, bit| all | bit)
        };
        let neighbours = vertices.iter().map(near).collect();
        parts.push(ConnectedPart {
            vertices,
            neighbours,
        });
    }
    Ok(parts)
}

/// The parts of a position, and what their values took.
struct Solver {
    /// The parts.
    parts: Vec<ConnectedPart>,
    /// The values found so far of connected sets of vertices, by the number of their part.
    values: FxHashMap<(usize, u64), u32>,
    /// The limits of the record.
    budget: Budget,
    /// The steps taken so far.
    steps: u64,
}

impl Solver {
    /// Finds the value of what is left of a part.
    fn value_of(&mut self, part: usize, mut left: u64) -> Result<u32, Limit> {
        let mut sum = 0;
        while left != 0 {
            let one = self.parts[part].connected(left);
            sum ^= self.value_of_connected(part, one)?;
            left &= !one;
        }
        Ok(sum)
    }

    /// Finds the least number that no option has.
    fn value_of_connected(&mut self, part: usize, left: u64) -> Result<u32, Limit> {
        if let Some(&value) = self.values.get(&(part, left)) {
            return Ok(value);
        }
        interrupt::check();
        let takings = self.parts[part].joined(left);
        self.steps += STEPS_A_TAKING * (1 + u64::from(takings.count_ones()));
        let kept = self.values.len() as u64;
        let Budget { work, memory, .. } = self.budget;
        if self.steps > work {
            return Err(Limit::work(format!(
                "after {kept} parts the {work} steps allowed were used"
            )));
        }
        if kept * BYTES_A_VALUE > memory {
            return Err(Limit::memory(format!(
                "the {kept} parts met so far take the {memory} bytes allowed"
            )));
        }
        // No value is above 64, the most options, so no nim-sum is above 127.
        let mut found = 0u128;
        for vertex in ones(takings) {
            found |= 1 << self.value_of(part, left & !(1 << vertex))?;
        }
        let value = found.trailing_ones();
        self.values.insert((part, left), value);
        Ok(value)
    }
}

impl Sum for Solver {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        Ok(self.value_of(index, self.parts[index].whole())?.into())
    }

    /// Visits all moves with the first part, in the order of the vertices that they take.
    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        if index > 0 {
            return Ok(ControlFlow::Continue(()));
        }
        let mut moves = Vec::new();
        for (part, of) in self.parts.iter().enumerate() {
            moves.extend(
                ones(of.joined(of.whole())).map(|place| (of.vertices[place as usize], part, place)),
            );
        }
        moves.sort_unstable();
        visiting::visit_each(moves, |(vertex, part, place)| {
            let reaches = match target {
                None => true,
                Some(target) => {
                    let left = self.parts[part].whole() & !(1 << place);
                    // A move changes the first part together with all others as it changes its own.
                    let change = self.value(part)? ^ u64::from(self.value_of(part, left)?);
                    self.value(0)? ^ change == target
                }
            };
            let what = Taken::Places([u64::from(vertex) + 1].into());
            Ok(if reaches {
                visit(Move::Take {
                    index: Some(0),
                    what,
                })
            } else {
                ControlFlow::Continue(())
            })
        })
    }
}
