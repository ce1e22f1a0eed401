//! Green Hackenbush: an edge is cut, and what no longer hangs on the ground falls. Parts that meet only on the
//! ground are a sum.
//!
//! A state is a set of edges, bit by bit: edge number e is bit e mod 64 of number e / 64.

use std::ops::ControlFlow;

use fxhash::FxHashMap;
use grundy_record::{Move, Record, Taken};

use super::{Rules, State, Visit};
use crate::{Checked, unproved};

/// More edges are not explored.
const MOST: usize = 1 << 10;

/// The edges of a record.
pub(super) struct Graph {
    written: Vec<(u64, u64)>,
    /// The same, vertices numbered from 1 in the order in which they come; 0 is the ground.
    edges: Vec<[usize; 2]>,
    vertices: usize,
}

impl Graph {
    pub(super) fn new(record: &Record<'_>) -> Checked<Graph> {
        let written = &record.rules.branches;
        if written.len() > MOST {
            return unproved("the edges are too many to explore");
        }
        let mut numbers: FxHashMap<u64, usize> = [(0, 0)].into_iter().collect();
        let mut number = |vertex| {
            let next = numbers.len();
            *numbers.entry(vertex).or_insert(next)
        };
        let edges = written.iter().map(|&(a, b)| [number(a), number(b)]).collect();
        let vertices = numbers.len();
        Ok(Graph { written: written.clone(), edges, vertices })
    }

    /// For each vertex, the least vertex it hangs together with by these edges, those through the ground only
    /// where `ground` says so.
    fn roots(&self, edges: &[u64], ground: bool) -> Vec<usize> {
        let mut roots: Vec<usize> = (0..self.vertices).collect();
        fn root(roots: &[usize], mut vertex: usize) -> usize {
            while roots[vertex] != vertex {
                vertex = roots[vertex];
            }
            vertex
        }
        for (_, [a, b]) in self.each(edges) {
            if ground || (a > 0 && b > 0) {
                let (a, b) = (root(&roots, a), root(&roots, b));
                roots[a.max(b)] = a.min(b);
            }
        }
        (0..self.vertices).map(|vertex| root(&roots, vertex)).collect()
    }

    fn each(&self, edges: &[u64]) -> impl Iterator<Item = (usize, [usize; 2])> {
        let is_left = |&(edge, _): &(usize, &[usize; 2])| edges[edge / 64] >> (edge % 64) & 1 != 0;
        self.edges.iter().enumerate().filter(is_left).map(|(edge, &ends)| (edge, ends))
    }

    /// Those of these edges that hang on the ground.
    fn hanging(&self, edges: &[u64]) -> State {
        let roots = self.roots(edges, true);
        let mut left = State::from_slice(edges);
        for (edge, [a, _]) in self.each(edges).filter(|(_, [a, _])| roots[*a] != 0) {
            debug_assert!(a > 0, "the ground hangs on itself");
            left[edge / 64] &= !(1 << (edge % 64));
        }
        left
    }

    /// The parts that meet only on the ground; an edge from the ground to the ground is one.
    fn parts(&self, edges: &[u64]) -> Vec<State> {
        let roots = self.roots(edges, false);
        let mut of_root: FxHashMap<usize, State> = FxHashMap::default();
        let mut parts = Vec::new();
        let none = || State::from_elem(0, edges.len());
        for (edge, [a, b]) in self.each(edges) {
            let bit = 1 << (edge % 64);
            if a == 0 && b == 0 {
                let mut part = none();
                part[edge / 64] |= bit;
                parts.push(part);
            } else {
                of_root.entry(roots[a.max(b)]).or_insert_with(none)[edge / 64] |= bit;
            }
        }
        parts.extend(of_root.into_values());
        parts
    }
}

impl Rules for Graph {
    fn components(&self) -> Vec<State> {
        let mut all = State::from_elem(0, self.edges.len().div_ceil(64));
        (0..self.edges.len()).for_each(|edge| all[edge / 64] |= 1 << (edge % 64));
        vec![all]
    }

    fn cost(&self) -> u64 {
        32 + 16 * self.edges.len() as u64
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let hanging = self.hanging(state);
        for (edge, _) in self.each(&hanging) {
            let mut left = hanging.clone();
            left[edge / 64] &= !(1 << (edge % 64));
            let (from, to) = self.written[edge];
            let mv = |_| Move::Take { index: None, what: Taken::Edge(from, to) };
            visit(&mv, &self.parts(&self.hanging(&left)))?;
        }
        ControlFlow::Continue(())
    }
}
