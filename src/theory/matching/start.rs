//! Karp–Sipser: a first matching that leaves little to augment.
//!
//! R. M. Karp, M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981: while a
//! vertex has one neighbour left, some maximum matching takes that edge; when none has, any
//! choice may cost something, so take the next vertex and its neighbour of least degree left.

use super::{Adjacency, NONE};

/// Extends `mate` greedily over the vertices that are neither matched nor `removed`.
///
/// # Complexity
/// Every list is walked at most three times: O(vertices + edges).
pub(super) fn karp_sipser<A: Adjacency>(graph: &A, removed: impl Fn(u32) -> bool, mate: &mut [u32]) {
    let order = graph.order() as u32;
    // Neighbours left; `GONE` for vertices that are matched or removed.
    const GONE: u32 = u32::MAX;
    let mut left = vec![0u32; order as usize];
    for v in 0..order {
        left[v as usize] = if removed(v) || mate[v as usize] != NONE { GONE } else { graph.degree(v) as u32 };
    }
    for v in 0..order {
        if left[v as usize] == GONE {
            for w in graph.neighbours(v) {
                if left[w as usize] != GONE {
                    left[w as usize] -= 1;
                }
            }
        }
    }
    let mut last_chance: Vec<u32> = (0..order).filter(|&v| left[v as usize] == 1).collect();
    let mut next = 0;
    loop {
        let v = match last_chance.pop() {
            Some(v) => v,
            None if next < order => {
                next += 1;
                next - 1
            }
            None => return,
        };
        if matches!(left[v as usize], 0 | GONE) {
            continue;
        }
        let partner = graph
            .neighbours(v)
            .filter(|&w| w != v && left[w as usize] != GONE)
            .min_by_key(|&w| left[w as usize]);
        let Some(partner) = partner else { continue };
        mate[v as usize] = partner;
        mate[partner as usize] = v;
        left[v as usize] = GONE;
        left[partner as usize] = GONE;
        for taken in [v, partner] {
            for w in graph.neighbours(taken) {
                let count = &mut left[w as usize];
                if *count != GONE {
                    *count = count.saturating_sub(1);
                    if *count == 1 {
                        last_chance.push(w);
                    }
                }
            }
        }
    }
}
