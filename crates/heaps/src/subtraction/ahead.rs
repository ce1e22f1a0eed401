//! Marks on the heaps ahead, which say what the heaps found so far reach from there.

use grundy_base::bits::insert;

/// The marks of the heaps from the next word of 64 on, one bit each, for as far as a set of amounts reaches.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The marks, 64 heaps a word.
    words: Vec<u64>,
    /// The word of the next 64 heaps. The window creeps through twice its size, then moves back.
    front: usize,
    /// The number of words that amounts reach.
    reach: usize,
}

/// Returns a set of amounts as bits: bit s is amount s.
pub fn bits_of(amounts: &[u32]) -> Vec<u64> {
    let mut set = Vec::new();
    for &amount in amounts {
        insert(&mut set, amount);
    }
    set
}

impl Ahead {
    /// Makes a window without marks, as long as the reach of `set` (bit s is amount s).
    pub fn new(set: &[u64]) -> Self {
        let reach = set.len() + 1;
        Ahead {
            words: vec![0; 2 * reach],
            front: 0,
            reach,
        }
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// Marks the heap `distance` above the first of the next 64, which must be within reach.
    pub fn mark(&mut self, distance: usize) {
        self.words[self.front + distance / 64] |= 1 << (distance % 64);
    }

    /// Returns the marks on the next 64 heaps.
    pub fn next(&self) -> u64 {
        self.words[self.front]
    }

    /// Takes those of the next 64 heaps that are `allowed` and not marked, from the least up, and
    /// marks all that lies an amount of `set` above each one taken.
    pub fn take_greedily(&mut self, set: &[u64], allowed: u64) -> u64 {
        let mut taken = 0;
        let mut open = allowed;
        loop {
            let free = !self.next() & open;
            if free == 0 {
                return taken;
            }
            let bit = free.trailing_zeros();
            taken |= 1 << bit;
            open = allowed & (!1 << bit);
            self.mark_above(set, bit);
        }
    }

    /// Marks all that lies an amount of `set` above heap `bit` of the next 64.
    pub fn mark_above(&mut self, set: &[u64], bit: u32) {
        let ahead = &mut self.words[self.front..];
        let mut below = 0;
        for (word, &amounts) in ahead.iter_mut().zip(set) {
            // This takes two shifts, since a shift by 64 at once is no shift at all.
            *word |= amounts << bit | below >> 1 >> (63 - bit);
            below = amounts;
        }
        ahead[set.len()] |= below >> 1 >> (63 - bit);
    }

    /// Goes on to the 64 heaps after these.
    pub fn advance(&mut self) {
        self.front += 1;
        if self.front == self.reach {
            self.words.copy_within(self.reach.., 0);
            self.words[self.reach..].fill(0);
            self.front = 0;
        }
    }
}
