//! Karp–Sipser: a first matching that leaves little to augment.
//!
//! R. M. Karp, M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981: while a
//! vertex has one neighbour left, some maximum matching takes that edge; when none has, any
//! choice may cost something, so take the next vertex and its neighbour of least degree left.
//!
//! The vertices left when the forced choices first end are the *core*: a maximum matching of the core
//! and the edges chosen before are a maximum matching of the graph, so nothing outside the core
//! is ever augmented, and what a maximum matching misses there follows from the core
//! ([`Forest::recover`](super::forest::Forest::recover)). Of a random graph with fewer than e/2
//! edges a vertex, nearly nothing is left.
//!
//! ```text
//!   left   neighbours left, or GONE        sum   exclusive or of the neighbours left: with one
//!                                                left, its name. Of a vertex gone: its mate
//! ```

use super::forest::label::{REMOVED, SETTLED, UNREACHED};
use super::forest::{VERTICES_LATER, VERTICES_SOON};
use super::{Adjacency, NONE};
use grundy_machine::platform::pages::huge;
use grundy_machine::simd::prefetch::prefetch;

/// A matching, and the part of the graph in which it may not be maximum.
pub(super) struct Start {
    pub mate: Vec<u32>,
    /// [`REMOVED`], [`SETTLED`], or [`UNREACHED`] in the core.
    pub label: Vec<u8>,
    /// The vertices that had one neighbour left, their mate now, in the order in which those edges were taken.
    pub forced: Vec<u32>,
    /// Whether the core is empty: the matching is maximum.
    pub is_maximum: bool,
}

impl Start {
    /// Nothing is matched, nothing settled.
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

#[derive(Clone, Copy, Default)]
struct Rest {
    left: u32,
    sum: u32,
}

const GONE: u32 = u32::MAX;

/// Takes the forced edges among the vertices that are not `removed`, and then matches the core greedily or leaves it
/// unmatched.
///
/// # Complexity
/// Every list is walked at most twice: O(vertices + edges).
pub(super) fn karp_sipser<A: Adjacency>(
    graph: &A,
    removed: impl Fn(u32) -> bool,
    greedily: bool,
) -> Start {
    let mut queue = Queue::new(graph, removed);
    queue.match_forced(graph);
    let (label, is_maximum) = queue.labels();
    let forced = std::mem::take(&mut queue.forced);
    let core = if greedily && !is_maximum {
        label.len() as u32
    } else {
        0
    };
    for v in 0..core {
        if !queue.rest[v as usize].is_left() {
            continue;
        }
        let others = graph
            .neighbours(v)
            .filter(|&w| w != v && queue.rest[w as usize].left != GONE);
        let Some(partner) = others.min_by_key(|&w| queue.rest[w as usize].left) else {
            continue;
        };
        queue.pair(v, partner);
        for taken in [v, partner] {
            graph.neighbours(taken).for_each(|w| queue.lose(w, taken));
        }
        queue.match_forced(graph);
    }
    Start {
        mate: queue.into_mate(),
        label,
        forced,
        is_maximum,
    }
}

impl Rest {
    /// Returns all neighbours of the vertex but itself. Loops are taken off at the end, so that no neighbour is
    /// looked at.
    fn all<A: Adjacency>(graph: &A, v: u32) -> Rest {
        let (left, sum, loops) = graph
            .neighbours(v)
            .fold((0, 0, 0), |(left, sum, loops), w| {
                (left + 1, sum ^ w, loops + u32::from(w == v))
            });
        Rest {
            left: left - loops,
            sum: if loops % 2 == 1 { sum ^ v } else { sum },
        }
    }

    /// Is the vertex neither matched nor alone?
    fn is_left(&self) -> bool {
        !matches!(self.left, 0 | GONE)
    }
}

struct Queue {
    rest: Vec<Rest>,
    /// Vertices that had one neighbour left when they came in.
    ready: Vec<u32>,
    head: usize,
    /// Vertices matched because they had no other neighbour left.
    forced: Vec<u32>,
}

impl Queue {
    fn new<A: Adjacency>(graph: &A, removed: impl Fn(u32) -> bool) -> Queue {
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
        let mut queue = Queue {
            rest,
            ready: Vec::new(),
            head: 0,
            forced: Vec::new(),
        };
        for v in (0..order).filter(|&v| removed(v)) {
            graph
                .neighbours(v)
                .filter(|&w| w != v)
                .for_each(|w| queue.lose(w, v));
        }
        // Those that a removed neighbour made ready are found again here.
        queue.ready.clear();
        queue
            .ready
            .extend((0..order).filter(|&v| queue.rest[v as usize].left == 1));
        queue
    }

    /// Returns the vertices matched or alone so far are settled; and whether those are all.
    fn labels(&self) -> (Vec<u8>, bool) {
        let label = |rest: &Rest| match rest {
            Rest {
                left: GONE,
                sum: NONE,
            } => REMOVED,
            rest if rest.is_left() => UNREACHED,
            _ => SETTLED,
        };
        (
            self.rest.iter().map(label).collect(),
            !self.rest.iter().any(Rest::is_left),
        )
    }

    fn into_mate(self) -> Vec<u32> {
        self.rest
            .iter()
            .map(|rest| if rest.left == GONE { rest.sum } else { NONE })
            .collect()
    }

    /// Matches what has one neighbour left, until nothing has.
    fn match_forced<A: Adjacency>(&mut self, graph: &A) {
        while let Some(&v) = self.ready.get(self.head) {
            self.head += 1;
            self.expect(graph);
            let Rest { left, sum: partner } = self.rest[v as usize];
            if left == 1 {
                self.pair(v, partner);
                self.forced.push(v);
                // The partner is all that `v` had left, so only the partner's others lose one.
                graph
                    .neighbours(partner)
                    .for_each(|w| self.lose(w, partner));
            }
        }
        self.ready.clear();
        self.head = 0;
    }

    /// Fetches what the vertices next in the queue need.
    #[inline]
    fn expect<A: Adjacency>(&self, graph: &A) {
        let partner = |ahead: usize| {
            let &v = self.ready.get(self.head + ahead)?;
            let Rest { left, ref sum } = self.rest[v as usize];
            (left == 1).then_some(sum)
        };
        let later = partner(VERTICES_LATER);
        prefetch(later.and_then(|&w| self.rest.get(w as usize)));
        graph.expect(partner(VERTICES_SOON), later);
    }

    fn pair(&mut self, v: u32, w: u32) {
        self.rest[v as usize] = Rest { left: GONE, sum: w };
        self.rest[w as usize] = Rest { left: GONE, sum: v };
    }

    /// The vertex `w` loses its neighbour `v`.
    #[inline]
    fn lose(&mut self, w: u32, v: u32) {
        let rest = &mut self.rest[w as usize];
        if rest.left != GONE {
            // A list with repeats has more neighbours than are lost one by one, never fewer.
            rest.left -= 1;
            rest.sum ^= v;
            if rest.left == 1 {
                self.ready.push(w);
            }
        }
    }
}
