//! The cells of leaves seen lately, so that pieces on alike leaves do not have them computed again.

use super::memo::{Edges, Margins};

struct Picture {
    margins: Margins,
    edges: Edges,
    cells: Vec<u64>,
}

/// A lossy map from a leaf's margins to its edges and cells.
pub struct Gallery {
    pictures: Vec<Option<Picture>>,
    /// Bytes of one picture.
    each: u64,
    held: u64,
}

impl Gallery {
    /// For leaves of so many words, at most about `bytes` in all.
    pub fn new(words: usize, bytes: u64) -> Self {
        let each = words as u64 * 8;
        let count = (bytes / each.max(1)).clamp(1, 1 << 12) as usize;
        Gallery { pictures: (0..count).map(|_| None).collect(), each, held: 0 }
    }

    fn place(&self, margins: Margins) -> usize {
        let mix =
            |hash: u64, x: u32| (hash ^ u64::from(x)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
        (mix(mix(mix(0, margins.0), margins.1), margins.2) % self.pictures.len() as u64) as usize
    }

    /// Edges and cells of a leaf with these margins, if remembered.
    pub fn get(&self, margins: Margins) -> Option<(Edges, &[u64])> {
        let picture = self.pictures[self.place(margins)].as_ref().filter(|p| p.margins == margins)?;
        Some((picture.edges, &picture.cells))
    }

    /// Remembers a leaf.
    pub fn insert(&mut self, margins: Margins, edges: Edges, cells: &[u64]) {
        let place = self.place(margins);
        let picture = self.pictures[place].get_or_insert_with(|| {
            self.held += self.each;
            Picture { margins, edges, cells: Vec::new() }
        });
        (picture.margins, picture.edges) = (margins, edges);
        picture.cells.clear();
        picture.cells.extend_from_slice(cells);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pictures.fill_with(|| None);
        self.held = 0;
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.held
    }
}
