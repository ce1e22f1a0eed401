//! Strips of cells along the edges of squares, each stored once.
//!
//! A *leaf strip* is the cells one square of leaf size shows its neighbour: its last rows to the
//! square below, its last columns to the square on its right. A longer strip is a pair of strips
//! half as long. Equal strips have equal numbers, so that comparing two is comparing integers.
//!
//! A number stays valid until [`Strips::sweep`] takes strips away that nobody holds; the numbers of those
//! are then given out again.

#![expect(
    clippy::cast_possible_truncation,
    reason = "strips that nobody holds are taken away before there are 2³¹"
)]

use fxhash::FxBuildHasher;
use grundy_base::hash::mixed;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// The number of a strip of any length whose cells nobody needs: one beyond the last pile asked about.
pub const VOID: u32 = 0;

/// Slices of one fixed length, numbered from 0, equal slices sharing a number.
pub struct Interner {
    /// The length of a slice.
    length: usize,
    /// The slices by their numbers, one after the other.
    arena: Vec<u64>,
    /// The numbers of slices that were forgotten, to be given out again.
    free: Vec<u32>,
    /// The numbers, found by the hash of their slices.
    numbers: HashTable<u32>,
}

/// Returns the hash of a slice.
fn hash_of(slice: &[u64]) -> u64 {
    mixed(FxBuildHasher.hash_one(slice))
}

impl Interner {
    /// Makes an empty store of slices of `length` words.
    pub fn new(length: usize) -> Self {
        Interner {
            length,
            arena: Vec::new(),
            free: Vec::new(),
            numbers: HashTable::new(),
        }
    }

    /// Returns how many numbers were given out so far, with those that are free again.
    pub fn len(&self) -> usize {
        self.arena.len().checked_div(self.length).unwrap_or(1)
    }

    /// Returns the slice with this number.
    pub fn get(&self, number: u32) -> &[u64] {
        &self.arena[number as usize * self.length..][..self.length]
    }

    /// Returns the number of this slice, which is stored if it is new.
    pub fn number(&mut self, slice: &[u64]) -> u32 {
        debug_assert_eq!(slice.len(), self.length);
        if self.length == 0 {
            return 0;
        }
        let hash = hash_of(slice);
        if let Some(&number) = self.numbers.find(hash, |&number| self.get(number) == slice) {
            return number;
        }
        let number = match self.free.pop() {
            Some(number) => {
                self.arena[number as usize * self.length..][..self.length].copy_from_slice(slice);
                number
            }
            None => {
                self.arena.extend_from_slice(slice);
                self.len() as u32 - 1
            }
        };
        let arena = &self.arena;
        let length = self.length;
        self.numbers.insert_unique(hash, number, |&n| {
            hash_of(&arena[n as usize * length..][..length])
        });
        number
    }

    /// Forgets the slices whose numbers are not marked.
    pub fn sweep(&mut self, marked: &[bool]) {
        if self.length == 0 {
            return;
        }
        let all = 0..self.len() as u32;
        self.free = all.filter(|&number| !marked[number as usize]).collect();
        self.numbers.retain(|&mut number| marked[number as usize]);
    }

    /// Returns the bytes held by what is in use.
    pub fn bytes(&self) -> u64 {
        (self.len() - self.free.len()) as u64 * 8 * self.length as u64
            + self.numbers.allocation_size() as u64
    }
}

/// A strip: of leaf size, or a pair.
#[derive(Clone, Copy)]
struct Node {
    /// The first half; for a leaf the number of its cells.
    first: u32,
    /// The second half; for a leaf [`LEAF`].
    second: u32,
    /// The number of the corner at its end: the cells that it shows to the square diagonally after it.
    end: u32,
}

/// The second half of a strip of leaf size, which has none.
const LEAF: u32 = u32::MAX;

/// All strips of one direction.
pub struct Strips {
    /// The cells of strips of leaf size.
    cells: Interner,
    /// The strips by their numbers.
    nodes: Vec<Node>,
    /// The numbers of strips that were forgotten, to be given out again.
    free: Vec<u32>,
    /// The number of the strip with these cells, by the number of the cells.
    leaves: Vec<u32>,
    /// The numbers of pairs, found by the hash of their halves.
    pairs: HashTable<u32>,
    /// Whether each strip is held.
    marked: Vec<bool>,
}

/// Returns the hash of a pair of strips.
fn pair_hash(first: u32, second: u32) -> u64 {
    mixed(u64::from(first) << 32 | u64::from(second))
}

impl Strips {
    /// Makes an empty store of strips, with leaf strips of `length` words.
    pub fn new(length: usize) -> Self {
        let void = Node {
            first: VOID,
            second: VOID,
            end: 0,
        };
        Strips {
            cells: Interner::new(length),
            nodes: vec![void],
            free: Vec::new(),
            leaves: Vec::new(),
            pairs: HashTable::new(),
            marked: Vec::new(),
        }
    }

    /// Stores a strip and returns its number.
    fn add(&mut self, node: Node) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.nodes[number as usize] = node;
                number
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// Returns the leaf strip of these cells. If it is new, `end` numbers the corner at its end.
    pub fn leaf(&mut self, cells: &[u64], end: impl FnOnce() -> u32) -> u32 {
        let number = self.cells.number(cells) as usize;
        if number >= self.leaves.len() {
            self.leaves.resize(number + 1, VOID);
        }
        if self.leaves[number] == VOID {
            self.leaves[number] = self.add(Node {
                first: number as u32,
                second: LEAF,
                end: end(),
            });
        }
        self.leaves[number]
    }

    /// Returns the cells of a leaf strip.
    pub fn cells(&self, strip: u32) -> &[u64] {
        debug_assert_eq!(self.nodes[strip as usize].second, LEAF);
        self.cells.get(self.nodes[strip as usize].first)
    }

    /// Returns the strip of two strips of one length, one after the other.
    pub fn pair(&mut self, first: u32, second: u32) -> u32 {
        if first == VOID && second == VOID {
            return VOID;
        }
        let hash = pair_hash(first, second);
        let is_pair = |&number: &u32| {
            let node = &self.nodes[number as usize];
            node.first == first && node.second == second
        };
        if let Some(&number) = self.pairs.find(hash, is_pair) {
            return number;
        }
        let end = self.nodes[second as usize].end;
        let number = self.add(Node { first, second, end });
        let nodes = &self.nodes;
        let hash_of = |&number: &u32| {
            let Node { first, second, .. } = nodes[number as usize];
            pair_hash(first, second)
        };
        self.pairs.insert_unique(hash, number, hash_of);
        number
    }

    /// Returns the halves of a strip longer than a leaf.
    pub fn halves(&self, strip: u32) -> [u32; 2] {
        let node = &self.nodes[strip as usize];
        debug_assert_ne!(node.second, LEAF);
        [node.first, node.second]
    }

    /// Returns the corner at a strip's end.
    pub fn end(&self, strip: u32) -> u32 {
        self.nodes[strip as usize].end
    }

    /// Marks a strip and all its parts as held.
    pub fn mark(&mut self, strip: u32) {
        self.marked.resize(self.nodes.len(), false);
        let mut open = vec![strip];
        while let Some(strip) = open.pop() {
            if self.marked[strip as usize] {
                continue;
            }
            self.marked[strip as usize] = true;
            let Node { first, second, .. } = self.nodes[strip as usize];
            if strip != VOID && second != LEAF {
                open.extend([first, second]);
            }
        }
    }

    /// Forgets what is not marked and takes the marks away. In `corners`, it marks those that are still in use.
    pub fn sweep(&mut self, corners: &mut [bool]) {
        let mut marked = std::mem::take(&mut self.marked);
        marked.resize(self.nodes.len(), false);
        marked[VOID as usize] = true;
        let mut cells = vec![false; self.cells.len()];
        self.leaves.fill(VOID);
        self.free.clear();
        for (number, node) in (0..).zip(&self.nodes) {
            if !marked[number as usize] {
                self.free.push(number);
                continue;
            }
            corners[node.end as usize] = true;
            if node.second == LEAF {
                cells[node.first as usize] = true;
                self.leaves[node.first as usize] = number;
            }
        }
        self.cells.sweep(&cells);
        self.pairs.retain(|&mut number| marked[number as usize]);
    }

    /// Returns how many numbers were given out so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the bytes held by what is in use.
    pub fn bytes(&self) -> u64 {
        let nodes =
            (self.nodes.len() - self.free.len()) * size_of::<Node>() + self.leaves.len() * 4;
        self.cells.bytes() + nodes as u64 + self.pairs.allocation_size() as u64
    }
}
