//! Values of small components of the games of Kayles, up to isomorphism, for all graphs of a run.
//!
//! Two components get the same code only if they are isomorphic, so a value found for one is that of the
//! other. Trees are coded by their rooted form at the centre (A. Aho, J. Hopcroft, J. Ullman, "The Design and
//! Analysis of Computer Algorithms", 1974, 3.2), other graphs by the least matrix of neighbours among the orders that
//! refinement of the vertices by their neighbours leaves (B. McKay, "Practical graph isomorphism", 1981). Graphs of
//! which it leaves too many get no code.

use std::sync::{Arc, Mutex, PoisonError};

use fxhash::FxHashMap;

use super::lines::Lines;
use crate::search::{Bits, Set};

/// The most vertices of a tree with a code.
pub(super) const MOST: usize = 16;

/// The most vertices of another graph with a code; for larger ones a code takes about as long as the value.
const MOST_DENSE: usize = 7;

/// A graph that leaves more orders gets no code.
const MOST_ORDERS: u32 = 24;

/// The most values that are kept.
const MOST_VALUES: usize = 1 << 18;

/// The values of graphs, which outlive the part. They change no answer and no count of steps.
pub(super) type Values = Arc<Mutex<FxHashMap<u64, u8>>>;

/// A graph of at most [`MOST`] vertices: bit j of row i says whether i and j are neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graph {
    order: usize,
    rows: [u16; MOST],
}

/// The value of a graph, where one isomorphic to it was valued before.
pub(super) fn value(values: &Values, code: u64) -> Option<u32> {
    values.lock().unwrap_or_else(PoisonError::into_inner).get(&code).map(|&value| value.into())
}

/// Keeps the value of all graphs with this code.
pub(super) fn keep(values: &Values, code: u64, value: u32) {
    let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
    if values.len() < MOST_VALUES
        && let Ok(value) = u8::try_from(value)
    {
        values.insert(code, value);
    }
}

impl Graph {
    /// The graph of these cells, at most [`MOST`], with the neighbours of each.
    pub(super) fn of<'a, const W: usize>(cells: &Bits<W>, near: impl Fn(usize) -> &'a Bits<W>) -> Self {
        let mut places = [0; MOST];
        let order = cells.count() as usize;
        places.iter_mut().zip(cells.iter()).for_each(|(place, cell)| *place = cell);
        let places = &places[..order];
        let mut graph = Graph { order, rows: [0; MOST] };
        for (row, &cell) in graph.rows.iter_mut().zip(places) {
            let near = near(cell);
            let numbers = (0..).zip(places).filter(|&(_, &other)| near.has(other));
            *row = numbers.fold(0, |row, (number, _)| row | 1u16 << number);
        }
        graph
    }

    /// A number that isomorphic graphs share and others do not have, in this game; none where it is not cheap. The
    /// graph is connected.
    pub(super) fn code(&self, game: Lines) -> Option<u64> {
        let edges = self.rows.iter().map(|row| row.count_ones()).sum::<u32>() / 2;
        let is_tree = edges as usize + 1 == self.order;
        let code = if is_tree { self.tree() } else { self.least_matrix()? };
        let kind = u64::from(is_tree) << 1 | u64::from(game == Lines::NodeKayles);
        Some(((self.order as u64 - 1) << 2 | kind) << 55 | code)
    }

    /// The code of a tree: that of its centre as the root, the lesser one of two centres.
    fn tree(&self) -> u64 {
        let mut left = u16::MAX >> (MOST - self.order);
        while left.count_ones() > 2 {
            let leaves = bits(left).filter(|&at| (self.rows[at] & left).count_ones() == 1);
            left &= !leaves.fold(0, |all, at| all | 1 << at);
        }
        bits(left).map(|root| self.rooted(root, 0).0).min().unwrap_or(0)
    }

    /// The code of the tree below a vertex and its length in bits: the sorted codes of the trees below its children
    /// between a one and a zero. Shorter codes come first: with the length they are numbers of their own.
    fn rooted(&self, root: usize, parent: u16) -> (u64, u32) {
        let mut below = [(0, 0); MOST];
        let mut count = 0;
        for child in bits(self.rows[root] & !parent) {
            let (code, length) = self.rooted(child, 1 << root);
            below[count] = (length, code);
            count += 1;
        }
        below[..count].sort_unstable();
        let joined = |(all, total), &(length, code): &(u32, u64)| (all << length | code, total + length);
        let (all, total) = below[..count].iter().fold((1, 1), joined);
        (all << 1, total + 1)
    }

    /// The least matrix of neighbours among the orders that refinement leaves.
    fn least_matrix(&self) -> Option<u64> {
        if self.order > MOST_DENSE {
            return None;
        }
        let (mut least, mut orders) = (u64::MAX, 0);
        self.search([0; MOST], &mut least, &mut orders).then_some(least)
    }

    /// Goes through the orders that these colours allow; false where there are too many.
    fn search(&self, mut colours: [u8; MOST], least: &mut u64, orders: &mut u32) -> bool {
        self.refine(&mut colours);
        let mut members = [0u16; MOST];
        (0..self.order).for_each(|at| members[usize::from(colours[at])] |= 1 << at);
        let Some(several) = members.iter().position(|class| class.count_ones() > 1) else {
            *orders += 1;
            *least = (*least).min(self.matrix(&colours));
            return *orders <= MOST_ORDERS;
        };
        let class = members[several];
        let first = class.trailing_zeros() as usize;
        let apart = |at: usize| self.rows[at] & !(1 << first);
        let alike = |at: usize| apart(at) == self.rows[first] & !(1 << at);
        // Twins may be exchanged, so that one stands for all.
        let tried = if bits(class).all(alike) { 1 << first } else { class };
        bits(tried).all(|at| {
            let mut next = colours;
            next[..self.order].iter_mut().for_each(|colour| *colour = *colour * 2 + 1);
            next[at] -= 1;
            self.search(next, least, orders)
        })
    }

    /// Splits classes of vertices by the colours of their neighbours until none is split. Colours are numbered from 0,
    /// in an order that does not depend on how the vertices are numbered.
    fn refine(&self, colours: &mut [u8; MOST]) {
        let mut classes = 0;
        let mut seen = [0u64; MOST];
        (0..self.order).for_each(|at| seen[at] = colours[at].into());
        loop {
            let count = number(&seen[..self.order], colours);
            if count == classes {
                return;
            }
            classes = count;
            for at in 0..self.order {
                let near =
                    bits(self.rows[at]).fold(0, |all, near| all + (1u64 << (4 * u32::from(colours[near]))));
                seen[at] = u64::from(colours[at]) << 48 | near;
            }
        }
    }

    /// The matrix of neighbours with the vertices in the order of their colours, all of which differ.
    fn matrix(&self, colours: &[u8; MOST]) -> u64 {
        let mut matrix = 0;
        for at in 0..self.order {
            let row = usize::from(colours[at]);
            for other in bits(self.rows[at]).map(|other| usize::from(colours[other])) {
                if other < row {
                    matrix |= 1u64 << (row * (row - 1) / 2 + other);
                }
            }
        }
        matrix
    }
}

fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

/// Numbers the different ones of some keys from 0, in their order; says how many there are.
fn number(keys: &[u64], numbers: &mut [u8]) -> usize {
    let mut sorted = [0; MOST];
    let sorted = &mut sorted[..keys.len()];
    sorted.copy_from_slice(keys);
    sorted.sort_unstable();
    let mut count = 0;
    for at in 0..sorted.len() {
        if at == 0 || sorted[at] != sorted[at - 1] {
            sorted[count] = sorted[at];
            count += 1;
        }
    }
    for (number, key) in numbers.iter_mut().zip(keys) {
        *number = sorted[..count].partition_point(|other| other < key) as u8;
    }
    count
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The connected graph with these bits of its matrix, if it is one.
    fn connected(order: usize, matrix: u64, place: impl Fn(usize) -> usize) -> Option<Graph> {
        let mut graph = Graph { order, rows: [0; MOST] };
        let pairs = (0..order).flat_map(|row| (0..row).map(move |other| (row, other)));
        for (bit, (row, other)) in pairs.enumerate() {
            if matrix >> bit & 1 != 0 {
                let (row, other) = (place(row), place(other));
                graph.rows[row] |= 1 << other;
                graph.rows[other] |= 1 << row;
            }
        }
        let mut found = 1u16;
        for _ in 0..order {
            found = bits(found).fold(found, |all, at| all | graph.rows[at]);
        }
        (found.count_ones() as usize == order).then_some(graph)
    }

    #[test]
    fn there_are_as_many_codes_as_graphs_and_trees() {
        // OEIS A001349, connected graphs, and A000055, trees, by their vertices.
        let known = [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 6, 2), (5, 21, 3), (6, 112, 6)];
        for (order, graphs, trees) in known {
            let all = (0..1u64 << (order * (order - 1) / 2)).filter_map(|m| connected(order, m, |at| at));
            let codes: HashSet<u64> = all.filter_map(|graph| graph.code(Lines::NodeKayles)).collect();
            assert_eq!(codes.len(), graphs, "{order} vertices");
            assert_eq!(codes.iter().filter(|&code| code >> 56 & 1 != 0).count(), trees, "{order} vertices");
        }
    }

    #[test]
    fn codes_do_not_depend_on_the_numbers_of_the_vertices() {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            random = random.wrapping_mul(0xd129_8a2e_03d2_b5b5).wrapping_add(0x1f35);
            random >> 20
        };
        let (mut coded, mut trees) = (0, 0);
        for _ in 0..3000 {
            let order = 2 + next() as usize % 15;
            // A random tree, and some edges more.
            let mut matrix = 0u128;
            for row in 1..order {
                matrix |= 1 << (row * (row - 1) / 2 + next() as usize % row);
            }
            for _ in 0..next() % 6 {
                matrix |= 1 << (next() as usize % (order * (order - 1) / 2));
            }
            let graph = |place: &[usize]| {
                let mut graph = Graph { order, rows: [0; MOST] };
                for row in 0..order {
                    for other in (0..row).filter(|other| matrix >> (row * (row - 1) / 2 + other) & 1 != 0) {
                        graph.rows[place[row]] |= 1 << place[other];
                        graph.rows[place[other]] |= 1 << place[row];
                    }
                }
                graph
            };
            let mut place: Vec<_> = (0..order).collect();
            let code = graph(&place).code(Lines::ArcKayles);
            for last in (1..order).rev() {
                place.swap(last, next() as usize % (last + 1));
            }
            assert_eq!(graph(&place).code(Lines::ArcKayles), code, "{order} vertices, {matrix:x}");
            coded += usize::from(code.is_some());
            trees += usize::from(code.is_some_and(|code| code >> 56 & 1 != 0));
        }
        assert!(coded > 1400 && trees > 800, "{coded} {trees}");
    }

    #[test]
    fn graphs_that_leave_too_many_orders_have_no_code() {
        // Two regular graphs of one size have different codes or none: the cube, and two of four in a ring.
        let row = |at: usize| [1, 2, 4].iter().fold(0, |row, bit| row | 1 << (at ^ bit));
        let mut cube = Graph { order: 8, rows: [0; MOST] };
        (0..8).for_each(|at| cube.rows[at] = row(at));
        assert_eq!(cube.code(Lines::NodeKayles), None, "48 symmetries");
    }
}
