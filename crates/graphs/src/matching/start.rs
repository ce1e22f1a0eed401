//! Karp–Sipser: a first matching that leaves little to augment.
//!
//! R. M. Karp, M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981: if a vertex has one neighbour left,
//! some maximum matching takes that edge. If every vertex has several, any choice may be wrong. Then the next vertex is
//! matched to the one of its neighbours that has the fewest neighbours left.
//!
//! The vertices left when the forced choices first end are the *core*. A maximum matching of the core, together with the
//! edges chosen before, is a maximum matching of the graph. So nothing outside the core is ever augmented, and which
//! vertices some maximum matching misses there follows from the core
//! ([`Forest::recover`](super::forest::Forest::recover)). In a random graph with fewer than e/2 edges a vertex, the core
//! is nearly empty.

#![expect(clippy::cast_possible_truncation, reason = "vertices have 32 bits")]

use super::decomposition::NONE;
use super::graph::Adjacency;
use super::label::{REMOVED, SETTLED, UNREACHED};
use grundy_base::platform::pages::huge;

/// A matching, and the part of the graph in which it may not be maximum.
#[derive(Clone, Debug)]
pub struct Start {
    /// The mate of each vertex, or [`NONE`].
    pub(super) mate: Vec<u32>,
    /// The label of each vertex: [`REMOVED`], [`SETTLED`], or [`UNREACHED`] in the core.
    pub(super) label: Vec<u8>,
    /// The vertices that were matched to the one neighbour that they had left, in the order in which those edges were
    /// taken.
    pub(super) forced: Vec<u32>,
    /// Whether the core is empty, so that the matching is maximum.
    pub(super) is_maximum: bool,
}

impl Start {
    /// Returns a start in which no vertex is matched or settled.
    pub fn nothing(order: usize, removed: impl Fn(u32) -> bool) -> Start {
        let label = (0..order as u32)
            .map(|v| if removed(v) { REMOVED } else { UNREACHED })
            .collect();
        Start {
            mate: vec![NONE; order],
            label,
            forced: Vec::new(),
            is_maximum: false,
        }
    }
}

/// The rest of a vertex's list of neighbours.
#[derive(Clone, Copy, Default)]
struct Rest {
    /// The number of neighbours left, or [`GONE`] if the vertex is matched or removed.
    left: u32,
    /// The exclusive or of the neighbours left: if one is left, this is its number. The mate of a vertex that is gone,
    /// or [`NONE`] if it was removed.
    sum: u32,
}

/// This number of neighbours left marks a vertex that is matched or removed.
const GONE: u32 = u32::MAX;

/// Takes the forced edges among the vertices that are not `removed`, and then matches the core greedily or leaves it
/// unmatched.
///
/// # Complexity
/// Every list is walked at most twice: O(vertices + edges).
pub fn karp_sipser<A: Adjacency>(
    graph: &A,
    removed: impl Fn(u32) -> bool,
    greedily: bool,
) -> Start {
    let mut queue = ForcedQueue::new(graph, removed);
    queue.match_forced(graph);
    let (label, is_maximum) = queue.labels();
    let forced = std::mem::take(&mut queue.forced);
    if greedily && !is_maximum {
        queue.match_greedily(graph);
    }
    Start {
        mate: queue.into_mate(),
        label,
        forced,
        is_maximum,
    }
}

impl Rest {
    /// Returns all neighbours of the vertex but itself. Loops are subtracted at the end, which is faster than to skip
    /// each.
    fn all<A: Adjacency>(graph: &A, v: u32) -> Rest {
        let mut listed = 0;
        let mut sum = 0;
        let mut loops = 0;
        for w in graph.neighbours(v) {
            listed += 1;
            sum ^= w;
            loops += u32::from(w == v);
        }
        Rest {
            left: listed - loops,
            sum: if loops % 2 == 1 { sum ^ v } else { sum },
        }
    }

    /// Returns whether the vertex has neighbours left and is not matched.
    fn is_left(&self) -> bool {
        !matches!(self.left, 0 | GONE)
    }
}

/// The vertices whose edges are forced, in the order in which these are taken.
struct ForcedQueue {
    /// The rest of the neighbours of each vertex.
    rest: Vec<Rest>,
    /// The vertices that had one neighbour left when they were listed.
    ready: Vec<u32>,
    /// The number of vertices in `ready` that were looked at.
    head: usize,
    /// The vertices that were matched because they had no other neighbour left.
    forced: Vec<u32>,
}

impl ForcedQueue {
    fn new<A: Adjacency>(graph: &A, removed: impl Fn(u32) -> bool) -> Self {
        let order = graph.order() as u32;
        let mut rest = huge(vec![Rest::default(); graph.order()]);
        for (v, rest) in (0..).zip(&mut rest) {
            *rest = if removed(v) {
                Rest {
                    left: GONE,
                    sum: NONE,
                }
            } else {
                Rest::all(graph, v)
            };
        }
        let mut queue = ForcedQueue {
            rest,
            ready: Vec::new(),
            head: 0,
            forced: Vec::new(),
        };
        for v in (0..order).filter(|&v| removed(v)) {
            for w in graph.neighbours(v) {
                if w != v {
                    queue.lose(w, v);
                }
            }
        }
        // The loop above listed some vertices as ready. All are listed here, in the order of their numbers.
        queue.ready.clear();
        for v in 0..order {
            if queue.rest[v as usize].left == 1 {
                queue.ready.push(v);
            }
        }
        queue
    }

    /// Returns a label for every vertex, by which the vertices matched or without neighbours so far are settled, and
    /// whether no vertex is left for the core.
    fn labels(&self) -> (Vec<u8>, bool) {
        let labels = self.rest.iter().map(|rest| {
            if rest.left == GONE && rest.sum == NONE {
                REMOVED
            } else if rest.is_left() {
                UNREACHED
            } else {
                SETTLED
            }
        });
        let is_maximum = !self.rest.iter().any(Rest::is_left);
        (labels.collect(), is_maximum)
    }

    fn into_mate(self) -> Vec<u32> {
        self.rest
            .iter()
            .map(|rest| if rest.left == GONE { rest.sum } else { NONE })
            .collect()
    }

    /// Matches every vertex of the core that can be matched to one of its neighbours, to the one that has the fewest
    /// neighbours left.
    fn match_greedily<A: Adjacency>(&mut self, graph: &A) {
        for v in 0..self.rest.len() as u32 {
            if !self.rest[v as usize].is_left() {
                continue;
            }
            let others = graph
                .neighbours(v)
                .filter(|&w| w != v && self.rest[w as usize].left != GONE);
            let Some(partner) = others.min_by_key(|&w| self.rest[w as usize].left) else {
                continue;
            };
            self.pair(v, partner);
            for taken in [v, partner] {
                for w in graph.neighbours(taken) {
                    self.lose(w, taken);
                }
            }
            self.match_forced(graph);
        }
    }

    /// Matches vertices that have one neighbour left, until no vertex has.
    fn match_forced<A: Adjacency>(&mut self, graph: &A) {
        while let Some(&v) = self.ready.get(self.head) {
            self.head += 1;
            let Rest { left, sum: partner } = self.rest[v as usize];
            if left == 1 {
                self.pair(v, partner);
                self.forced.push(v);
                // `v` was a neighbour of no vertex left but the partner.
                for w in graph.neighbours(partner) {
                    self.lose(w, partner);
                }
            }
        }
        self.ready.clear();
        self.head = 0;
    }

    /// Matches two vertices.
    fn pair(&mut self, v: u32, w: u32) {
        self.rest[v as usize] = Rest { left: GONE, sum: w };
        self.rest[w as usize] = Rest { left: GONE, sum: v };
    }

    /// Takes `v` off the neighbours that `w` has left.
    #[inline]
    fn lose(&mut self, w: u32, v: u32) {
        let rest = &mut self.rest[w as usize];
        if rest.left != GONE {
            // `v` is in the list of `w` as often as `w` in that of `v`, so the count does not go below 0.
            rest.left -= 1;
            rest.sum ^= v;
            if rest.left == 1 {
                self.ready.push(w);
            }
        }
    }
}
