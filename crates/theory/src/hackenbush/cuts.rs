//! The values that cuts leave.
//!
//! The value that the whole must take gives, from the ground upwards, the value that each part must take: all
//! else that hangs beside it is known. A bridge falls with all that it carries.
//!
//! An edge inside a 2-edge-connected part leaves the part connected. Bridges appear where another edge
//! made a cut of two edges with it. Such edges form classes: the edges g₁, …, g_k of a class lie on
//! a cycle through pieces P₀, …, P_{k−1}, each of them 2-edge-connected, P₀ the one with the way to the
//! ground. Without gⱼ two chains hang from P₀: P₁, …, P_{j−1}, and P_{k−1}, …, P_j
//! ([`Chain`]).
//!
//! Tree edges are in one class if the same back edges cover them; a back edge is in the class of the tree
//! edges that it alone covers. Equal sets are found by the sum of random marks, and every
//! pair found is held to the definition, so that chance decides about time only.

use super::chain::Chain;
use super::shape::{NONE, Rooted};
use grundy_machine::random::Random;

/// Returns the edges, ascending, whose cut leaves Grundy value `target`.
pub fn to(shape: &Rooted, target: u64) -> Vec<usize> {
    let mut cuts = Vec::new();
    let wanted = wanted(shape, target, &mut cuts);
    let classes = (0..)
        .find_map(|seed| Classes::new(shape, seed))
        .unwrap_or_default();
    let bits = u64::BITS - (shape.len() + shape.back.len()).leading_zeros();
    let mut members = Vec::new();
    // Back edges that are no class mate of a tree edge: only the number of edges changes.
    for (&(edge, low, _), &last) in shape.back.iter().zip(&classes.of_back) {
        let top = shape.top[low as usize] as usize;
        if last == NONE && wanted[top] == Some(shape.sum[top] ^ 1) {
            cuts.push(edge as usize);
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
        while member != NONE {
            members.push(member as usize);
            member = classes.above[member as usize];
        }
        members.reverse();
        cut_class(shape, &members, classes.back_of[v], wanted, bits, &mut cuts);
    }
    cuts.sort_unstable();
    cuts
}

/// For the top of each part, the value that it must have; `None` if no value will do. The
/// bridges to cut are added to `cuts`.
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
        match whole ^ others {
            0 => cuts.push(shape.tree_edge[v] as usize),
            branch => wanted[v] = Some(branch - 1),
        }
    }
    wanted
}

/// Adds the edges of one class whose cut gives the part its wanted value: the tree edges to `members`,
/// from the top down, and the back edge with index `back` if there is one.
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
    // The values of P₁, P₂, … without what hangs below.
    let mut pieces: Vec<u64> = members
        .windows(2)
        .map(|pair| shape.sum[pair[0]] ^ shape.sum[pair[1]] ^ 1)
        .collect();
    let last = shape.sum[members[members.len() - 1]];
    let mut ground_piece = whole ^ shape.sum[members[0]];
    if back != NONE {
        edges.push(shape.back[back as usize].0 as usize);
        // Its tree edge and the back edge itself belong to its vertices: 1 ⊕ 1 = 0.
        pieces.push(last);
    } else {
        ground_piece ^= last ^ 1;
    }
    if edges.len() == 1 {
        // Nothing but the number of edges changes.
        if wanted == whole ^ 1 {
            cuts.push(edges[0]);
        }
        return;
    }
    let from_above = prefixes(pieces.iter().copied(), bits);
    let from_below = prefixes(pieces.iter().rev().copied(), bits);
    let both = from_above.iter().zip(from_below.iter().rev());
    for (&edge, (above, below)) in edges.iter().zip(both) {
        if ground_piece ^ above ^ below == wanted {
            cuts.push(edge);
        }
    }
}

/// Returns the values of the chains of the first 0, 1, 2, … pieces.
fn prefixes(
    pieces: impl ExactSizeIterator<Item = u64> + DoubleEndedIterator + Clone,
    bits: u32,
) -> Vec<u64> {
    // Chains this short are added up from their ends.
    const SHORT_PIECES: usize = 24;
    let count = pieces.len();
    if count <= SHORT_PIECES {
        let value = |i: usize| {
            pieces
                .clone()
                .take(i)
                .rev()
                .fold(0, |below, own| (own ^ below) + 1)
        };
        return (0..=count).map(value).collect();
    }
    let mut chain = Chain::new(bits);
    let mut values = vec![0];
    for own in pieces {
        chain.hang(own);
        values.push(chain.value());
    }
    values
}

/// The classes of edges that make cuts of two with each other.
#[derive(Debug, Default)]
struct Classes {
    /// For each tree edge (by its lower vertex), the next one of its class above.
    above: Vec<u32>,
    /// Whether there is one below.
    has_below: Vec<bool>,
    /// For the lowest tree edge of a class, the index of the class's back edge.
    back_of: Vec<u32>,
    /// For each back edge, the lowest tree edge of its class.
    of_back: Vec<u32>,
}

impl Classes {
    /// Makes the classes, unless two different sets got the same sum of marks.
    fn new(shape: &Rooted, seed: u64) -> Option<Self> {
        let n = shape.len();
        let mut random = Random::new(seed);
        let marks: Vec<u64> = shape.back.iter().map(|_| random.word()).collect();
        let mut sums = vec![0u64; n];
        for (&(_, low, high), mark) in shape.back.iter().zip(&marks) {
            sums[low as usize] ^= mark;
            sums[high as usize] ^= mark;
        }
        for v in (1..n).rev() {
            sums[shape.parent[v] as usize] ^= sums[v];
        }
        let highest = lowest_upper_ends(shape);
        let mut classes = Classes {
            above: vec![NONE; n],
            has_below: vec![false; n],
            back_of: vec![NONE; n],
            of_back: vec![NONE; shape.back.len()],
        };
        // The lowest member so far of each class. Members lie on one path, upper ones are met first.
        let mut lowest = fxhash::FxHashMap::default();
        lowest.reserve(n);
        for v in (1..n).filter(|&v| !shape.is_bridge(v)) {
            if let Some(above) = lowest.insert(sums[v], v as u32) {
                // All back edges that cover v cover `above`, too, and no others do.
                let same = shape.covers[v] == shape.covers[above as usize]
                    && shape.is_under(v as u32, above)
                    && highest[v] < shape.depth[above as usize];
                if !same {
                    return None;
                }
                classes.above[v] = above;
                classes.has_below[above as usize] = true;
            }
        }
        for (i, (&(_, low, high), mark)) in shape.back.iter().zip(&marks).enumerate() {
            let Some(&v) = lowest.get(mark) else { continue };
            if low == high
                || shape.covers[v as usize] != 1
                || !shape.is_under(low, v)
                || !shape.is_under(v, high)
            {
                return None;
            }
            classes.of_back[i] = v;
            classes.back_of[v as usize] = i as u32;
        }
        Some(classes)
    }
}

/// For each vertex, the depth of the lowest upper end of the back edges that cover its tree edge.
fn lowest_upper_ends(shape: &Rooted) -> Vec<u32> {
    let n = shape.len();
    let depth = |v: u32| shape.depth[v as usize];
    // Upper ends from the deepest up: the first edge that covers a tree edge tells.
    let mut order: Vec<u32> = (0..shape.back.len() as u32).collect();
    order.sort_unstable_by_key(|&i| std::cmp::Reverse(depth(shape.back[i as usize].2)));
    let mut found = vec![NONE; n];
    // The nearest vertex, from each one up, of whose tree edge nothing is known yet.
    let mut open: Vec<u32> = (0..n as u32).collect();
    for i in order {
        let (_, low, high) = shape.back[i as usize];
        let mut v = find(&mut open, low);
        while depth(v) > depth(high) {
            found[v as usize] = depth(high);
            open[v as usize] = shape.parent[v as usize];
            v = find(&mut open, v);
        }
    }
    found
}

/// Follows the links from `v` to their end, halving the way.
fn find(links: &mut [u32], mut v: u32) -> u32 {
    while links[v as usize] != v {
        let next = links[v as usize];
        links[v as usize] = links[next as usize];
        v = links[v as usize];
    }
    v
}
