//! The large component that a vertex lies in, found from it forward and backward.
//!
//! A depth-first search waits for memory at every vertex. A search that takes vertices in any order
//! does not, so where the depth-first search of [`super::label`] meets a cycle of many vertices it
//! asks here for the component they lie in: what leads to a vertex and what it leads to have just
//! that component in common (L. K. Fleischer, B. Hendrickson, A. Pinar, 2000).

use super::{Digraph, UNKNOWN};
use crate::platform::pages::huge;
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
    /// O(vertices + arcs) time, on two threads of `threads`; 8 bytes a vertex, one bit a vertex in
    /// each of two sets, and the result.
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
    // One place more: what was seen before is written there too, and written over.
    let mut queue = huge(vec![0u32; graph.order() + 1]);
    let (mut next, mut end) = (0, 1);
    queue[0] = pivot;
    seen[pivot as usize / 64] |= 1 << (pivot % 64);
    let (mut batch, mut followers) = (Vec::new(), Vec::new());
    let mut steps = Checked::every(256);
    while next < end {
        steps.step();
        let taken = &queue[next..end.min(next + BATCH)];
        next += taken.len();
        batch.clear();
        batch.extend(taken.iter().filter(|&&v| values[v as usize] == UNKNOWN));
        for &w in graph.gather(&batch, &mut followers) {
            let word = &mut seen[w as usize / 64];
            queue[end] = w;
            end += usize::from(*word >> (w % 64) & 1 == 0);
            *word |= 1 << (w % 64);
        }
    }
    seen
}
