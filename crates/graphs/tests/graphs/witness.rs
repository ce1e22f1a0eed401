//! The Tutte–Berge witness of a matching: a set whose removal shows that no matching is larger.

use grundy_graphs::matching::{Adjacency, Decomposition, NONE, VertexPart};

/// A matching together with a set of vertices that proves it maximum.
///
/// Removing the barrier leaves odd components; each either holds an exposed vertex or matches
/// one into the barrier. So any matching leaves at least odd components − |barrier| vertices
/// exposed (W. T. Tutte 1947, C. Berge 1958), and one that leaves exactly this number is maximum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Each vertex's mate, [`NONE`] for vertices without.
    pub mate: Vec<u32>,
    /// The vertices to remove.
    pub barrier: Vec<u32>,
}

impl Witness {
    /// The matching found and its proof: the part A.
    pub fn of(found: &Decomposition) -> Witness {
        let mate = found.mates().to_vec();
        let barrier = (0..mate.len() as u32)
            .filter(|&v| found.part(v) == VertexPart::Barrier)
            .collect();
        Witness { mate, barrier }
    }
}

/// The number of matched edges.
pub fn size(found: &Decomposition) -> usize {
    found.mates().iter().filter(|&&mate| mate != NONE).count() / 2
}

/// Does the witness prove its matching maximum in `graph` without the `removed` vertices?
///
/// Shares no code with the search: it looks at edges, mates and components only.
///
/// # Complexity
/// O(vertices + edges), and the sum of the degrees for looking up matched edges.
pub fn verify<A: Adjacency>(graph: &A, removed: impl Fn(u32) -> bool, witness: &Witness) -> bool {
    let order = graph.order() as u32;
    if witness.mate.len() != order as usize {
        return false;
    }
    let matched = |v: u32| match witness.mate[v as usize] {
        NONE => true,
        mate => {
            mate < order
                && mate != v
                && !removed(v)
                && witness.mate[mate as usize] == v
                && graph.neighbours(v).any(|w| w == mate)
        }
    };
    if !(0..order).all(matched) {
        return false;
    }
    let mut gone: Vec<bool> = (0..order).map(&removed).collect();
    let mut barrier = 0u64;
    for &v in &witness.barrier {
        if v >= order || gone[v as usize] {
            return false;
        }
        gone[v as usize] = true;
        barrier += 1;
    }
    let exposed = (0..order)
        .filter(|&v| witness.mate[v as usize] == NONE && !removed(v))
        .count() as u64;
    let mut odd = 0u64;
    let mut stack = Vec::new();
    for start in 0..order {
        if std::mem::replace(&mut gone[start as usize], true) {
            continue;
        }
        let mut size = 0u64;
        stack.push(start);
        while let Some(v) = stack.pop() {
            size += 1;
            for w in graph.neighbours(v) {
                if !std::mem::replace(&mut gone[w as usize], true) {
                    stack.push(w);
                }
            }
        }
        odd += size % 2;
    }
    exposed + barrier == odd
}
