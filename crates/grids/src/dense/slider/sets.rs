//! Sets of Grundy values, one for each line of a board.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a value has 32 bits, so that a set has fewer than 2²⁶ words"
)]

/// The number of words of further values that are looked at together; lines hold a multiple of it.
pub(super) const CHUNK: usize = 8;

/// A set of values for each of some lines: the first 64 values in words of their own, which are
/// nearly always enough, the further ones in words after one another.
pub(super) struct Sets {
    /// The values below 64 of each line.
    pub first: Vec<u64>,
    /// The further values, line after line.
    further: Vec<u64>,
    /// The number of further words of a line.
    words: usize,
    /// The bounds on the further words of each line.
    spans: Vec<Span>,
    /// A bit for each further word that is not full, 64 a word, line after line.
    gaps: Vec<u64>,
}

/// Bounds on the further words of a line.
#[derive(Clone, Copy, Default)]
struct Span {
    /// The number of full words at the beginning, when they were counted last.
    full: u32,
    /// The first word that may hold values.
    low: u32,
    /// The end of the words that may hold values; 0 if there is none.
    high: u32,
}

impl Sets {
    /// The number of bytes for each line, without further words.
    pub const BYTES: u64 = (size_of::<u64>() + size_of::<Span>()) as u64;

    /// Makes empty sets for a number of lines, without further words.
    pub fn new(lines: usize) -> Sets {
        Sets {
            first: vec![0; lines],
            further: Vec::new(),
            words: 0,
            spans: vec![Span::default(); lines],
            gaps: Vec::new(),
        }
    }

    /// Empties the set of a line; returns how many words that took.
    #[inline]
    pub fn clear(&mut self, line: usize) -> u64 {
        self.first[line] = 0;
        self.clear_further(line)
    }

    /// Empties the further words of a line; returns how many those were.
    #[inline]
    pub fn clear_further(&mut self, line: usize) -> u64 {
        let Span { low, high, .. } = self.spans[line];
        if low < high {
            self.spans[line] = Span::default();
            let words = line * self.words;
            self.further[words + low as usize..words + high as usize].fill(0);
            let parts = self.words.div_ceil(64);
            self.gaps[line * parts..][..parts].fill(!0);
        }
        u64::from(high - low)
    }

    /// Counts the further words of a line that are full and have only full ones before them.
    #[inline]
    pub fn settle(&mut self, line: usize) {
        let Span { full, high, .. } = &mut self.spans[line];
        let words = &self.further[line * self.words..][*full as usize..*high as usize];
        *full += words.iter().take_while(|&&word| word == !0).count() as u32;
    }

    /// Returns how many further words of a line, from the first on, were full when it was last settled.
    #[inline]
    pub fn full(&self, line: usize) -> usize {
        self.spans[line].full as usize
    }

    /// Returns a bit for each further word of a line that is not full, 64 a word, and perhaps for words after the last.
    #[inline]
    pub fn gaps(&self, line: usize) -> &[u64] {
        let parts = self.words.div_ceil(64);
        &self.gaps[line * parts..][..parts]
    }

    /// Returns the further words of a line.
    #[inline]
    pub fn further(&self, line: usize) -> &[[u64; CHUNK]] {
        self.further[line * self.words..][..self.words]
            .as_chunks()
            .0
    }

    /// Puts the value of this bit of a further word into the set of a line.
    #[inline]
    pub fn insert(&mut self, line: usize, word: usize, bit: u32) {
        let seen = &mut self.further[line * self.words + word];
        *seen |= 1 << bit;
        if *seen == !0 {
            self.gaps[line * self.words.div_ceil(64) + word / 64] &= !(1 << (word % 64));
        }
        let span = &mut self.spans[line];
        let word = word as u32;
        if span.high == 0 {
            span.low = word;
            span.high = word + 1;
        } else {
            span.low = span.low.min(word);
            span.high = span.high.max(word + 1);
        }
    }

    /// Gives each line this many further words.
    pub fn widen(&mut self, words: usize) {
        let mut further = vec![0; self.first.len() * words];
        for line in 0..self.first.len() {
            further[line * words..][..self.words]
                .copy_from_slice(&self.further[line * self.words..][..self.words]);
        }
        let before = self.words.div_ceil(64);
        let parts = words.div_ceil(64);
        let mut gaps = vec![!0; self.first.len() * parts];
        for line in 0..self.first.len() {
            gaps[line * parts..][..before].copy_from_slice(&self.gaps[line * before..][..before]);
        }
        self.further = further;
        self.gaps = gaps;
        self.words = words;
    }
}
