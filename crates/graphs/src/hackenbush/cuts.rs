//! The values that cuts leave.
//!
//! The value that the whole must take gives, from the ground upwards, the value that each part must take, because the
//! values of all other branches at the same place are known. When a bridge is cut, all that it carries falls.
//!
//! When an edge of a 2-edge-connected part is cut, the part stays connected. Another edge becomes a bridge if it makes a
//! cut of two edges together with the first. Such edges form classes. The edges g₁, …, g_k of a class lie on a cycle
//! through pieces P₀, …, P_{k−1}. Each piece is 2-edge-connected, and P₀ is the one that is joined to the ground without
//! the others. Without gⱼ two chains hang from P₀: P₁, …, P_{j−1}, and P_{k−1}, …, P_j ([`Chain`]).
//!
//! Tree edges are in one class if the same back edges cover them. A back edge is in the class of the tree edges that are
//! covered by it alone. Equal sets of back edges are found by the sums of their random marks. Every pair found this way is
//! then checked by the definition, so that chance affects only the time.

#![expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2³⁰ edges, and so at most 2³⁰ vertices that hang"
)]

use super::chain::Chain;
use super::shape::{NO_VERTEX, Rooted};
use grundy_base::disjoint::DisjointSets;
use grundy_base::random::Random;

/// This index marks that there is no back edge.
const NO_BACK_EDGE: u32 = u32::MAX;

/// Returns the edges whose cut leaves the Grundy value `target`, in ascending order.
pub fn to(shape: &Rooted, target: u64) -> Vec<usize> {
    let mut cuts = Vec::new();
    let wanted = wanted(shape, target, &mut cuts);
    let classes = (0..)
        .find_map(|seed| EdgeClasses::new(shape, seed))
        .unwrap_or_default();
    let bits = u64::BITS - (shape.len() + shape.back.len()).leading_zeros();
    let mut members = Vec::new();
    // A back edge that shares its class with no tree edge changes only the number of edges of its part.
    for (back, &lowest) in shape.back.iter().zip(&classes.of_back) {
        let top = shape.top[back.low as usize] as usize;
        if lowest == NO_VERTEX && wanted[top] == Some(shape.sum[top] ^ 1) {
            cuts.push(back.edge as usize);
        }
    }
    for v in 1..shape.len() {
        if shape.is_bridge(v) || classes.has_below[v] {
            continue;
        }
        let top = shape.top[v] as usize;
        let Some(wanted) = wanted[top] else { continue };
        members.clear();
        let mut member = v as u32;
        while member != NO_VERTEX {
            members.push(member as usize);
            member = classes.above[member as usize];
        }
        members.reverse();
        cut_class(shape, &members, classes.back_of[v], wanted, bits, &mut cuts);
    }
    cuts.sort_unstable();
    cuts
}

/// Returns for the top of each part the value that it must have, or `None` if no value leaves the target. The bridges to
/// cut are added to `cuts`.
fn wanted(shape: &Rooted, target: u64, cuts: &mut Vec<usize>) -> Vec<Option<u64>> {
    let mut wanted = vec![None; shape.len()];
    wanted[0] = Some(target);
    for v in 1..shape.len() {
        if !shape.is_bridge(v) {
            continue;
        }
        let above = shape.top[shape.parent[v] as usize] as usize;
        let Some(whole) = wanted[above] else { continue };
        let others = shape.sum[above] ^ (shape.sum[v] + 1);
        let wanted_branch = whole ^ others;
        if wanted_branch == 0 {
            cuts.push(shape.tree_edge[v] as usize);
        } else {
            wanted[v] = Some(wanted_branch - 1);
        }
    }
    wanted
}

/// Adds to `cuts` the edges of one class whose cut gives the part its wanted value. The class consists of the tree edges
/// of `members`, which are given from the top down, and of the back edge with index `back` if there is one.
fn cut_class(
    shape: &Rooted,
    members: &[usize],
    back: u32,
    wanted: u64,
    bits: u32,
    cuts: &mut Vec<usize>,
) {
    let mut edges: Vec<usize> = members
        .iter()
        .map(|&v| shape.tree_edge[v] as usize)
        .collect();
    let whole = shape.sum[shape.top[members[0]] as usize];
    // The values of P₁, P₂, …, each without the pieces that hang from it.
    let mut pieces: Vec<u64> = members
        .windows(2)
        .map(|pair| shape.sum[pair[0]] ^ shape.sum[pair[1]] ^ 1)
        .collect();
    let last = shape.sum[members[members.len() - 1]];
    let mut ground_piece = whole ^ shape.sum[members[0]];
    if back == NO_BACK_EDGE {
        ground_piece ^= last ^ 1;
    } else {
        edges.push(shape.back[back as usize].edge as usize);
        // The last piece has two edges too many in its sum, its tree edge and the back edge. They cancel: 1 ⊕ 1 = 0.
        pieces.push(last);
    }
    if edges.len() == 1 {
        // Only the number of edges changes.
        if wanted == whole ^ 1 {
            cuts.push(edges[0]);
        }
        return;
    }
    let from_above = values_of_prefixes(&pieces, bits);
    pieces.reverse();
    let from_below = values_of_prefixes(&pieces, bits);
    let both = from_above.iter().zip(from_below.iter().rev());
    for (&edge, (above, below)) in edges.iter().zip(both) {
        if ground_piece ^ above ^ below == wanted {
            cuts.push(edge);
        }
    }
}

/// Returns the values of the chains of the first 0, 1, 2, … pieces.
fn values_of_prefixes(pieces: &[u64], bits: u32) -> Vec<u64> {
    // The values of chains this short are each computed from the last piece up.
    const MAX_SHORT_PIECES: usize = 24;
    if pieces.len() <= MAX_SHORT_PIECES {
        return (0..=pieces.len())
            .map(|count| value_of_chain(&pieces[..count]))
            .collect();
    }
    let mut chain = Chain::new(bits);
    let mut values = vec![0];
    for &own in pieces {
        chain.hang(own);
        values.push(chain.value());
    }
    values
}

/// Returns the value of a chain of pieces, from the upper one down.
fn value_of_chain(pieces: &[u64]) -> u64 {
    let mut below = 0;
    for &own in pieces.iter().rev() {
        below = (own ^ below) + 1;
    }
    below
}

/// The classes of edges that make cuts of two edges with each other. A tree edge is named by its lower vertex.
#[derive(Debug, Default)]
struct EdgeClasses {
    /// The next tree edge of its class above each tree edge, or [`NO_VERTEX`].
    above: Vec<u32>,
    /// Whether there is a tree edge of its class below it.
    has_below: Vec<bool>,
    /// The index of the class's back edge for the lowest tree edge of a class, or [`NO_BACK_EDGE`].
    back_of: Vec<u32>,
    /// The lowest tree edge of the class of each back edge, or [`NO_VERTEX`].
    of_back: Vec<u32>,
}

impl EdgeClasses {
    /// Makes the classes, unless two different sets of back edges have the same sum of marks.
    fn new(shape: &Rooted, seed: u64) -> Option<Self> {
        let n = shape.len();
        let mut random = Random::new(seed);
        let marks: Vec<u64> = shape.back.iter().map(|_| random.word()).collect();
        let sums = sums_of_marks(shape, &marks);
        let deepest_ends = deepest_upper_ends(shape);
        let mut classes = EdgeClasses {
            above: vec![NO_VERTEX; n],
            has_below: vec![false; n],
            back_of: vec![NO_BACK_EDGE; n],
            of_back: vec![NO_VERTEX; shape.back.len()],
        };
        // The lowest member of each class so far, by the sum of marks. The members lie on one path, and the upper ones
        // come first.
        let mut lowest = fxhash::FxHashMap::default();
        lowest.reserve(n);
        for v in (1..n).filter(|&v| !shape.is_bridge(v)) {
            if let Some(above) = lowest.insert(sums[v], v as u32) {
                // All back edges that cover `v` must cover `above`, and no others.
                let is_same_set = shape.covers[v] == shape.covers[above as usize]
                    && shape.is_under(v as u32, above)
                    && deepest_ends[v] < shape.depth[above as usize];
                if !is_same_set {
                    return None;
                }
                classes.above[v] = above;
                classes.has_below[above as usize] = true;
            }
        }
        for (i, (back, mark)) in shape.back.iter().zip(&marks).enumerate() {
            let Some(&v) = lowest.get(mark) else { continue };
            let is_only_cover = back.low != back.high
                && shape.covers[v as usize] == 1
                && shape.is_under(back.low, v)
                && shape.is_under(v, back.high);
            if !is_only_cover {
                return None;
            }
            classes.of_back[i] = v;
            classes.back_of[v as usize] = i as u32;
        }
        Some(classes)
    }
}

/// Returns for each vertex the sum of the marks of the back edges that cover its tree edge.
fn sums_of_marks(shape: &Rooted, marks: &[u64]) -> Vec<u64> {
    let mut sums = vec![0u64; shape.len()];
    for (back, mark) in shape.back.iter().zip(marks) {
        sums[back.low as usize] ^= mark;
        sums[back.high as usize] ^= mark;
    }
    for v in (1..shape.len()).rev() {
        sums[shape.parent[v] as usize] ^= sums[v];
    }
    sums
}

/// Returns for each vertex the depth of the deepest upper end of the back edges that cover its tree edge.
fn deepest_upper_ends(shape: &Rooted) -> Vec<u32> {
    let n = shape.len();
    let depth = |v: u32| shape.depth[v as usize];
    // The back edges come in the order of their upper ends, from the deepest up. So the first one that covers a tree edge
    // has the deepest upper end.
    let mut order = shape.back.clone();
    order.sort_unstable_by_key(|back| std::cmp::Reverse(depth(back.high)));
    let mut found = vec![u32::MAX; n];
    // The root of a vertex is the nearest one above it for whose tree edge no depth was found yet.
    let mut open = DisjointSets::new(n);
    for back in order {
        let mut v = open.root(back.low);
        while depth(v) > depth(back.high) {
            found[v as usize] = depth(back.high);
            open.hang(v, shape.parent[v as usize]);
            v = open.root(v);
        }
    }
    found
}
