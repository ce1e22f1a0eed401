//! Strips of cells along the edges of squares, each stored once.
//!
//! A *leaf strip* is the cells one square of leaf size shows its neighbour: its last rows to the
//! square below, its last columns to the square on its right. A longer strip is a pair of strips
//! half as long. Equal strips have equal numbers, so that comparing two is comparing integers.

use fxhash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// A strip of any length whose cells nobody needs: beyond the last pile asked about.
pub const VOID: u32 = 0;

/// Slices of one fixed length, numbered from 0, equal slices sharing a number.
pub struct Interner {
    length: usize,
    arena: Vec<u64>,
    /// Open addressing, a power of two long: number + 1, or 0 for an empty slot.
    slots: Vec<u32>,
}

impl Interner {
    /// For slices of `length` words.
    pub fn new(length: usize) -> Self {
        Interner { length, arena: Vec::new(), slots: vec![0; 64] }
    }

    /// Slices stored.
    pub fn len(&self) -> usize {
        self.arena.len().checked_div(self.length).unwrap_or(1)
    }

    /// The slice with this number.
    pub fn get(&self, number: u32) -> &[u64] {
        &self.arena[number as usize * self.length..][..self.length]
    }

    /// The number of this slice, stored now if it is new.
    pub fn number(&mut self, slice: &[u64]) -> u32 {
        debug_assert_eq!(slice.len(), self.length);
        if self.length == 0 {
            return 0;
        }
        if 2 * self.len() >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = home(slice) & mask;
        while self.slots[at] != 0 {
            if self.get(self.slots[at] - 1) == slice {
                return self.slots[at] - 1;
            }
            at = (at + 1) & mask;
        }
        let number = self.len() as u32;
        self.slots[at] = number + 1;
        self.arena.extend_from_slice(slice);
        number
    }

    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        let mut slots = vec![0; mask + 1];
        for number in 0..self.len() as u32 {
            let mut at = home(self.get(number)) & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = number + 1;
        }
        self.slots = slots;
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.arena.capacity() * 8 + self.slots.len() * 4) as u64
    }
}

/// Where a slice is looked for first: the upper half of the hash, the better mixed one.
fn home(slice: &[u64]) -> usize {
    (FxBuildHasher.hash_one(slice) >> 20) as usize
}

/// A strip: of leaf size, or a pair.
#[derive(Clone, Copy)]
struct Node {
    /// The first half; for a leaf the number of its cells.
    first: u32,
    /// The second half; for a leaf [`LEAF`].
    second: u32,
    /// Number of the corner at its end: the cells it shows the square diagonally behind.
    end: u32,
}

const LEAF: u32 = u32::MAX;

/// All strips of one direction.
pub struct Strips {
    cells: Interner,
    nodes: Vec<Node>,
    /// Number of the strip with these cells, by the number of the cells.
    leaves: Vec<u32>,
    pairs: FxHashMap<(u32, u32), u32>,
}

/// Bytes of a pair: the node, and its entry in the map with the map's slack.
const BYTES_A_PAIR: u64 = 12 + 2 * 13;

impl Strips {
    /// For leaf strips of `length` words.
    pub fn new(length: usize) -> Self {
        let void = Node { first: VOID, second: VOID, end: 0 };
        Strips {
            cells: Interner::new(length),
            nodes: vec![void],
            leaves: Vec::new(),
            pairs: FxHashMap::default(),
        }
    }

    /// The leaf strip of these cells, with the corner at its end.
    pub fn leaf(&mut self, cells: &[u64], end: impl FnOnce() -> u32) -> u32 {
        let number = self.cells.number(cells);
        if number as usize == self.leaves.len() {
            self.leaves.push(self.nodes.len() as u32);
            self.nodes.push(Node { first: number, second: LEAF, end: end() });
        }
        self.leaves[number as usize]
    }

    /// The cells of a leaf strip.
    pub fn cells(&self, strip: u32) -> &[u64] {
        debug_assert_eq!(self.nodes[strip as usize].second, LEAF);
        self.cells.get(self.nodes[strip as usize].first)
    }

    /// Two strips of one length, one behind the other.
    pub fn pair(&mut self, first: u32, second: u32) -> u32 {
        if first == VOID && second == VOID {
            return VOID;
        }
        let (end, next) = (self.nodes[second as usize].end, self.nodes.len() as u32);
        let number = *self.pairs.entry((first, second)).or_insert(next);
        if number == next {
            self.nodes.push(Node { first, second, end });
        }
        number
    }

    /// The halves of a strip longer than a leaf.
    pub fn halves(&self, strip: u32) -> (u32, u32) {
        let node = &self.nodes[strip as usize];
        debug_assert_ne!(node.second, LEAF);
        (node.first, node.second)
    }

    /// The corner at a strip's end.
    pub fn end(&self, strip: u32) -> u32 {
        self.nodes[strip as usize].end
    }

    /// Strips of all lengths.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.cells.bytes() + self.nodes.len() as u64 * BYTES_A_PAIR + self.leaves.len() as u64 * 4
    }
}
