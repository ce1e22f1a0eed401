//! Values of chains. A chain consists of parts of a graph that hang one below the other.

#![expect(
    clippy::cast_possible_truncation,
    reason = "values have at most 31 bits, and so the tree has fewer than 2³¹ nodes"
)]

/// The function x ↦ F₁(F₂(… Fᵢ(x))), where Fⱼ(x) = (Wⱼ ⊕ x) + 1 and Wⱼ is the value of the jth part. Parts can be added
/// at the end.
///
/// The steps x ↦ W ⊕ x and x ↦ x + 1 permute the numbers, and the last d bits of a result depend only on the last d bits
/// of the argument. So they are symmetries of a binary tree that branches by one bit on each level, by the last bit
/// first. The tree keeps the result of every argument. A new part makes the result for y = (W ⊕ x) + 1 that of
/// x = W ⊕ (y − 1). Here y − 1 swaps the branches along one path, and ⊕ W swaps all branches of some levels. The latter
/// swaps are noted at the root and done when a branch is next visited.
///
/// # Complexity
///
/// O(bits) for each part and each value.
#[derive(Debug)]
pub struct Chain {
    /// The branches, the root first.
    nodes: Vec<ChainNode>,
    /// The number of levels.
    bits: u32,
}

/// A branch of the tree. Below a missing branch every argument is its own result.
#[derive(Clone, Copy, Debug)]
struct ChainNode {
    /// The branches on both sides, or [`NO_NODE`].
    below: [u32; 2],
    /// The bit of the result on each side.
    bit: [bool; 2],
    /// The levels whose branches are to be swapped and are not yet: bit 0 for this level, and higher bits for the levels
    /// below.
    pending: u32,
}

/// The mark of a missing branch.
const NO_NODE: u32 = u32::MAX;

/// A branch in which nothing is swapped.
const IDENTITY_NODE: ChainNode = ChainNode {
    below: [NO_NODE; 2],
    bit: [false, true],
    pending: 0,
};

impl ChainNode {
    /// Swaps both sides.
    fn swap(&mut self) {
        self.below.swap(0, 1);
        self.bit.swap(0, 1);
    }
}

impl Chain {
    /// Makes a chain without parts: the identity on numbers of this many bits, at most 32.
    pub fn new(bits: u32) -> Self {
        Chain {
            nodes: vec![IDENTITY_NODE],
            bits,
        }
    }

    /// Hangs a part of value `own` under the last part. The value of the chain below it is not in `own`.
    pub fn hang(&mut self, own: u64) {
        let mut node = 0;
        for level in 0..self.bits {
            self.settle(node);
            self.nodes[node].swap();
            if level + 1 < self.bits {
                node = self.branch(node, 1);
            }
        }
        self.nodes[0].pending ^= own as u32;
    }

    /// Returns the value that the chain adds to the part that it hangs from.
    pub fn value(&mut self) -> u64 {
        let mut node = 0;
        let mut value = 0;
        for level in 0..self.bits {
            self.settle(node);
            value |= u64::from(self.nodes[node].bit[0]) << level;
            if self.nodes[node].below[0] == NO_NODE {
                break;
            }
            node = self.nodes[node].below[0] as usize;
        }
        value
    }

    /// Returns the branch on one side of a node, which is made if it is missing.
    fn branch(&mut self, node: usize, side: usize) -> usize {
        if self.nodes[node].below[side] == NO_NODE {
            self.nodes[node].below[side] = self.nodes.len() as u32;
            self.nodes.push(IDENTITY_NODE);
        }
        self.nodes[node].below[side] as usize
    }

    /// Swaps the sides of a branch if that is pending, and notes the pending swaps of lower levels one level lower.
    fn settle(&mut self, node: usize) {
        let pending = std::mem::take(&mut self.nodes[node].pending);
        if pending & 1 != 0 {
            self.nodes[node].swap();
        }
        let pending_below = pending >> 1;
        if pending_below != 0 {
            for side in 0..2 {
                let below = self.branch(node, side);
                self.nodes[below].pending ^= pending_below;
            }
        }
    }
}
