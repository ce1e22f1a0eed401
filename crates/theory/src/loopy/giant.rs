//! The large component that a vertex lies in, found from it forward and backward.
//!
//! A depth-first search waits for memory at every vertex. A search that takes vertices in any order
//! does not, so where the depth-first search of [`super::label`] meets a cycle of many vertices it
//! asks here for the component they lie in: what leads to a vertex and what it leads to have just
//! that component in common (L. K. Fleischer, B. Hendrickson, A. Pinar, 2000).

use super::{Digraph, UNKNOWN};
use crate::sync::interrupt::Checked;
use crate::sync::threads::both;

/// A strongly connected component, and what it leads to.
pub(super) struct Giant {
    /// Its vertices, ascending.
    pub members: Vec<u32>,
    /// The vertices outside that it leads to, ascending, as far as they are not behind others that
    /// have labels already.
    pub below: Vec<u32>,
}

/// The least size of a component that is looked for like this, of a graph of so many vertices. A
/// graph has few of that size, so that few searches are made.
pub(super) fn least(order: usize) -> usize {
    (order / 32).max(1 << 13)
}

impl Giant {
    /// The component of `pivot`, which has no label, nor has any other vertex of it.
    ///
    /// # Complexity
    /// O(vertices + arcs) time, on two of the threads; two bits a vertex and the vertices that wait in each search,
    /// and the result.
    pub fn around(pivot: u32, graph: &Digraph, reverse: &Digraph, values: &[u32], threads: usize) -> Giant {
        let ahead = || search(pivot, graph, values);
        let behind = || search(pivot, reverse, values);
        let (ahead, behind) = if threads > 1 { both(ahead, behind) } else { (ahead(), behind()) };
        let count = |list: &dyn Fn(usize) -> u64| -> usize {
            (0..ahead.len()).map(|i| list(i).count_ones() as usize).sum()
        };
        let inside = |i: usize| ahead[i] & behind[i];
        let outside = |i: usize| ahead[i] & !behind[i];
        let (mut members, mut below) =
            (Vec::with_capacity(count(&inside)), Vec::with_capacity(count(&outside)));
        for i in 0..ahead.len() {
            spread(i, inside(i), &mut members);
            spread(i, outside(i), &mut below);
        }
        Giant { members, below }
    }
}

/// Appends the members of a set's word `i`.
fn spread(i: usize, mut word: u64, list: &mut Vec<u32>) {
    while word != 0 {
        list.push(64 * i as u32 + word.trailing_zeros());
        word &= word - 1;
    }
}

/// Vertices that are gone through together.
const BATCH: usize = 512;

/// The set of vertices that `pivot` leads to, as bits. What has a label is not gone through.
fn search(pivot: u32, graph: &Digraph, values: &[u32]) -> Vec<u64> {
    let mut seen = vec![0u64; graph.order().div_ceil(64)];
    let mut done = seen.clone();
    seen[pivot as usize / 64] |= 1 << (pivot % 64);
    let mut waiting = vec![pivot];
    let (mut batch, mut followers) = (Vec::new(), Vec::new());
    let mut steps = Checked::every(256);
    while !waiting.is_empty() {
        if waiting.len() >= seen.len() / 4 {
            // Many wait: memory is read in its own order.
            sweep(&mut seen, &mut done, graph, values);
            waiting.clear();
            for i in 0..seen.len() {
                spread(i, seen[i] & !done[i], &mut waiting);
            }
            continue;
        }
        steps.step();
        batch.clear();
        for v in waiting.drain(waiting.len().saturating_sub(BATCH)..) {
            done[v as usize / 64] |= 1 << (v % 64);
            if values[v as usize] == UNKNOWN {
                batch.push(v);
            }
        }
        let followers = graph.gather(&batch, &mut followers);
        let mut len = waiting.len();
        waiting.resize(len + followers.len(), 0);
        for &w in followers {
            let word = &mut seen[w as usize / 64];
            waiting[len] = w;
            len += usize::from(*word >> (w % 64) & 1 == 0);
            *word |= 1 << (w % 64);
        }
        waiting.truncate(len);
    }
    seen
}

/// Goes through what is seen and not done, in the order of the vertices, and of what is seen
/// meanwhile what comes later.
fn sweep(seen: &mut [u64], done: &mut [u64], graph: &Digraph, values: &[u32]) {
    let mut steps = Checked::default();
    for i in 0..seen.len() {
        let mut left = seen[i] & !done[i];
        done[i] |= left;
        while left != 0 {
            steps.step();
            let v = 64 * i as u32 + left.trailing_zeros();
            left &= left - 1;
            if values[v as usize] == UNKNOWN {
                for &w in graph.followers(v) {
                    seen[w as usize / 64] |= 1 << (w % 64);
                }
            }
        }
    }
}
