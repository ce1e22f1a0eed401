//! Parts whose values are theorems: paths, cycles and stars.

use std::sync::LazyLock;

use super::take::Take;
use crate::breaking::{Breaking, Code, Digit};
use crate::budget::Budget;
use crate::mex::mex;

static DAWSONS_KAYLES: LazyLock<Breaking> = LazyLock::new(|| octal(&[0, 0, 7]));
static DAWSONS_CHESS: LazyLock<Breaking> = LazyLock::new(|| octal(&[0, 1, 3, 7]));

fn octal(digits: &[u8]) -> Breaking {
    let digits: Vec<Digit> = digits.iter().map(|&bits| Digit::of(bits)).collect();
    let code = Code::new(&digits, &[]).expect("the digits are octal");
    Breaking::new(code, Budget { memory: 1 << 24, work: 1 << 30, threads: 1 })
}

/// The games of Kayles on graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    NodeKayles,
    ArcKayles,
}

impl Lines {
    /// The value of a path of at least two vertices, or a cycle of at least three.
    pub(super) fn value(self, vertices: usize, is_cycle: bool) -> Option<u32> {
        let line = if is_cycle { Line::Cycle } else { Line::Path };
        match self {
            Lines::NodeKayles => dawson(&DAWSONS_CHESS, line, vertices, 3),
            Lines::ArcKayles => dawson(&DAWSONS_KAYLES, line, vertices, 2),
        }
    }
}

/// The kind of a part as a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Path,
    Cycle,
}

/// The value of a part that is a path or a cycle of a game on a graph, or in which any two moves meet.
///
/// Node-Kayles on a path of n vertices is Dawson's chess 0.137 with a heap of n, Arc-Kayles is Dawson's
/// Kayles 0.07; in a cycle the first move leaves a path of n − 3, or n − 2, vertices. If every move
/// takes a cell that all others need, the value is 1.
pub(super) fn value(cells: usize, takes: &[Take]) -> Option<u32> {
    if takes.is_empty() {
        return Some(0);
    }
    let vertices = takes.len() == cells && takes.iter().all(|take| take.needs.len() == 1);
    let edges = takes.iter().all(|take| take.needs.len() == 2 && take.goes.len() == 2);
    if edges {
        let common = |cell: &u32| takes.iter().all(|take| take.needs.contains(cell));
        if takes[0].needs.iter().any(common) {
            return Some(1);
        }
        let line = line(cells, takes.iter().map(|take| (take.needs[0], take.needs[1])))?;
        return Lines::ArcKayles.value(cells, line == Line::Cycle);
    }
    if vertices {
        // Each neighbour once, from the smaller vertex; a neighbour that does not take back is no graph.
        let mut arcs = Vec::new();
        for take in takes {
            let from = take.needs[0];
            if take.goes.len() > 3 {
                return None;
            }
            arcs.extend(take.goes.iter().filter(|&&to| to != from).map(|&to| (from, to)));
        }
        arcs.sort_unstable();
        if arcs.iter().any(|&(from, to)| arcs.binary_search(&(to, from)).is_err()) {
            return None;
        }
        let line = line(cells, arcs.into_iter().filter(|(from, to)| from < to))?;
        return Lines::NodeKayles.value(cells, line == Line::Cycle);
    }
    None
}

/// Whether a connected graph is a path or a cycle.
fn line(vertices: usize, edges: impl Iterator<Item = (u32, u32)>) -> Option<Line> {
    let mut degrees = vec![0u8; vertices];
    let mut count = 0;
    for (from, to) in edges {
        count += 1;
        for end in [from, to] {
            degrees[end as usize] += 1;
            if degrees[end as usize] > 2 {
                return None;
            }
        }
    }
    match vertices - count.min(vertices) {
        0 => Some(Line::Cycle),
        1 => Some(Line::Path),
        _ => None,
    }
}

/// The value of a line under an octal game of which a move in a cycle takes `taken` vertices.
fn dawson(game: &Breaking, line: Line, vertices: usize, taken: usize) -> Option<u32> {
    let heap = |n: usize| game.grundy(n as u64).ok().map(|value| value as u32);
    match line {
        Line::Path => heap(vertices),
        Line::Cycle => Some(mex([heap(vertices.saturating_sub(taken))?])),
    }
}
