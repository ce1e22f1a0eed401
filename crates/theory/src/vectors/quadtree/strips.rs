//! Strips of cells along the edges of squares, each stored once.
//!
//! A *leaf strip* is the cells one square of leaf size shows its neighbour: its last rows to the
//! square below, its last columns to the square on its right. A longer strip is a pair of strips
//! half as long. Equal strips have equal numbers, so that comparing two is comparing integers.
//!
//! A number stays what it is until [`Strips::sweep`] takes strips away that nobody holds; their
//! numbers are then given out again.

use fxhash::FxBuildHasher;
use std::hash::BuildHasher;

/// A strip of any length whose cells nobody needs: beyond the last pile asked about.
pub const VOID: u32 = 0;

/// Numbers by hash: open addressing, a power of two long, at most half full. A slot has the number
/// plus 1 in its lower half and the hash's upper half in its own, 0 if it is empty: most numbers
/// looked at in vain are not looked up.
struct Slots {
    slots: Vec<u64>,
    used: usize,
}

impl Slots {
    fn new() -> Self {
        Slots { slots: vec![0; 64], used: 0 }
    }

    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn slot(hash: u64, number: u32) -> u64 {
        hash << 32 | (u64::from(number) + 1)
    }

    /// The number under this hash that `equal` admits, or where to put it.
    fn find(&self, hash: u64, equal: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = self.home(hash);
        while self.slots[at] != 0 {
            let number = self.slots[at] as u32 - 1;
            if self.slots[at] >> 32 == hash & 0xffff_ffff && equal(number) {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
        Err(at)
    }

    /// Puts a number where [`Slots::find`] said, and makes room when half the slots are used.
    fn insert(&mut self, at: usize, number: u32, hash: impl Fn(u32) -> u64) {
        self.slots[at] = Slots::slot(hash(number), number);
        self.used += 1;
        if 2 * self.used >= self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            let numbers = old.iter().filter(|&&slot| slot != 0).map(|&slot| slot as u32 - 1);
            self.refill(2 * old.len(), numbers, hash);
        }
    }

    /// Holds these numbers only, in `length` slots.
    fn refill(&mut self, length: usize, numbers: impl Iterator<Item = u32>, hash: impl Fn(u32) -> u64) {
        self.slots.clear();
        self.slots.resize(length, 0);
        self.used = 0;
        for number in numbers {
            let hash = hash(number);
            let mut at = self.home(hash);
            while self.slots[at] != 0 {
                at = (at + 1) & (length - 1);
            }
            self.slots[at] = Slots::slot(hash, number);
            self.used += 1;
        }
    }

    fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8
    }
}

/// Slices of one fixed length, numbered from 0, equal slices sharing a number.
pub struct Interner {
    length: usize,
    arena: Vec<u64>,
    free: Vec<u32>,
    slots: Slots,
}

/// Mixes all bits into both halves.
fn spread(bits: u64) -> u64 {
    let mixed = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

fn hash_of(slice: &[u64]) -> u64 {
    spread(FxBuildHasher.hash_one(slice))
}

impl Interner {
    /// For slices of `length` words.
    pub fn new(length: usize) -> Self {
        Interner { length, arena: Vec::new(), free: Vec::new(), slots: Slots::new() }
    }

    /// Numbers given out so far, those free again included.
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
        let at = match self.slots.find(hash_of(slice), |number| self.get(number) == slice) {
            Ok(number) => return number,
            Err(at) => at,
        };
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
        let (arena, length) = (&self.arena, self.length);
        self.slots.insert(at, number, |number| hash_of(&arena[number as usize * length..][..length]));
        number
    }

    /// Forgets the slices whose numbers are not marked.
    pub fn sweep(&mut self, marked: &[bool]) {
        if self.length == 0 {
            return;
        }
        let all = 0..self.len() as u32;
        self.free = all.clone().filter(|&number| !marked[number as usize]).collect();
        let (arena, length) = (&self.arena, self.length);
        let kept = all.filter(|&number| marked[number as usize]);
        let hash = |number: u32| hash_of(&arena[number as usize * length..][..length]);
        self.slots.refill(self.slots.slots.len(), kept, hash);
    }

    /// Bytes held by what is in use.
    pub fn bytes(&self) -> u64 {
        (self.len() - self.free.len()) as u64 * 8 * self.length as u64 + self.slots.bytes()
    }
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
    free: Vec<u32>,
    /// Number of the strip with these cells, by the number of the cells.
    leaves: Vec<u32>,
    pairs: Slots,
    marked: Vec<bool>,
}

fn pair_hash(first: u32, second: u32) -> u64 {
    spread(u64::from(first) << 32 | u64::from(second))
}

impl Strips {
    /// For leaf strips of `length` words.
    pub fn new(length: usize) -> Self {
        let void = Node { first: VOID, second: VOID, end: 0 };
        Strips {
            cells: Interner::new(length),
            nodes: vec![void],
            free: Vec::new(),
            leaves: Vec::new(),
            pairs: Slots::new(),
            marked: Vec::new(),
        }
    }

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

    /// The leaf strip of these cells, with the corner at its end.
    pub fn leaf(&mut self, cells: &[u64], end: impl FnOnce() -> u32) -> u32 {
        let number = self.cells.number(cells) as usize;
        if number >= self.leaves.len() {
            self.leaves.resize(number + 1, VOID);
        }
        if self.leaves[number] == VOID {
            self.leaves[number] = self.add(Node { first: number as u32, second: LEAF, end: end() });
        }
        self.leaves[number]
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
        let same = |number: u32| {
            let node = &self.nodes[number as usize];
            node.first == first && node.second == second
        };
        let at = match self.pairs.find(pair_hash(first, second), same) {
            Ok(number) => return number,
            Err(at) => at,
        };
        let end = self.nodes[second as usize].end;
        let number = self.add(Node { first, second, end });
        let nodes = &self.nodes;
        self.pairs.insert(at, number, |number| {
            pair_hash(nodes[number as usize].first, nodes[number as usize].second)
        });
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

    /// Marks a strip, and all it is made of, as held.
    pub fn mark(&mut self, strip: u32) {
        self.marked.resize(self.nodes.len(), false);
        let mut open = vec![strip];
        while let Some(strip) = open.pop() {
            if !std::mem::replace(&mut self.marked[strip as usize], true) && strip != VOID {
                let Node { first, second, .. } = self.nodes[strip as usize];
                if second != LEAF {
                    open.extend([first, second]);
                }
            }
        }
    }

    /// Forgets what is not marked and takes the marks away; marks the corners still in use.
    pub fn sweep(&mut self, corners: &mut [bool]) {
        let mut marked = std::mem::take(&mut self.marked);
        marked.resize(self.nodes.len(), false);
        marked[VOID as usize] = true;
        let mut cells = vec![false; self.cells.len()];
        self.leaves.fill(VOID);
        self.free.clear();
        let mut pairs = Vec::new();
        for (number, node) in (0..).zip(&self.nodes) {
            if !marked[number as usize] {
                self.free.push(number);
                continue;
            }
            corners[node.end as usize] = true;
            if node.second == LEAF {
                cells[node.first as usize] = true;
                self.leaves[node.first as usize] = number;
            } else if number != VOID {
                pairs.push(number);
            }
        }
        self.cells.sweep(&cells);
        let nodes = &self.nodes;
        self.pairs.refill(self.pairs.slots.len(), pairs.into_iter(), |number| {
            pair_hash(nodes[number as usize].first, nodes[number as usize].second)
        });
    }

    /// Numbers given out so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes held by what is in use.
    pub fn bytes(&self) -> u64 {
        let nodes = (self.nodes.len() - self.free.len()) * size_of::<Node>() + self.leaves.len() * 4;
        self.cells.bytes() + nodes as u64 + self.pairs.bytes()
    }
}
