//! Values of chains: parts of a graph hung one below the other.

/// The function x ↦ F₁(F₂(… Fᵢ(x))) with Fⱼ(x) = (Wⱼ ⊕ x) + 1, for more and more parts.
///
/// Both steps permute the numbers so that the last d bits of the result depend on the last d bits of the
/// argument alone: they are symmetries of the binary tree whose branches are bits, the last bit first.
/// The tree keeps where each argument goes. One more part moves what is kept for y = (W ⊕ x) + 1
/// to x = W ⊕ (y − 1): subtracting 1 swaps the branches along one path, and ⊕ W swaps all branches of a
/// level, which is put off.
///
/// # Complexity
///
/// O(bits) for each part and each value.
#[derive(Debug)]
pub struct Chain {
    nodes: Vec<Node>,
    bits: u32,
}

/// A branch of the tree; nothing has moved if there is none.
#[derive(Clone, Copy, Debug)]
struct Node {
    below: [u32; 2],
    /// The bit of the result on each side.
    bit: [bool; 2],
    /// The bits, from this level on, in which arguments change sides; they are put off.
    later: u32,
}

const NO_NODE: u32 = u32::MAX;
const FRESH: Node = Node {
    below: [NO_NODE; 2],
    bit: [false, true],
    later: 0,
};

impl Node {
    fn swap(&mut self) {
        self.below.swap(0, 1);
        self.bit.swap(0, 1);
    }
}

impl Chain {
    /// Makes no part: the identity on numbers of this many bits, at most 32.
    pub fn new(bits: u32) -> Self {
        Chain {
            nodes: vec![FRESH],
            bits,
        }
    }

    /// Hangs a part of value `own`, without the chain below it, under the last one.
    pub fn hang(&mut self, own: u64) {
        let mut node = 0;
        for level in 0..self.bits {
            self.settle(node);
            self.nodes[node].swap();
            if level + 1 < self.bits {
                node = self.branch(node, 1);
            }
        }
        self.nodes[0].later ^= own as u32;
    }

    /// Returns the value that the chain adds to the part that it hangs from.
    pub fn value(&mut self) -> u64 {
        let (mut node, mut value) = (0, 0);
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

    fn branch(&mut self, node: usize, side: usize) -> usize {
        if self.nodes[node].below[side] == NO_NODE {
            self.nodes[node].below[side] = self.nodes.len() as u32;
            self.nodes.push(FRESH);
        }
        self.nodes[node].below[side] as usize
    }

    /// Does what was put off at a branch, and puts it off below.
    fn settle(&mut self, node: usize) {
        let later = std::mem::take(&mut self.nodes[node].later);
        if later & 1 != 0 {
            self.nodes[node].swap();
        }
        if later >> 1 != 0 {
            for side in 0..2 {
                let below = self.branch(node, side);
                self.nodes[below].later ^= later >> 1;
            }
        }
    }
}
