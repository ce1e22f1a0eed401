//! Sets of Grundy values, one for each line of a board.

/// Words of further values that are looked at together; lines hold a multiple of it.
pub(super) const CHUNK: usize = 8;

/// One set of values for each of some lines: the first 64 values in words of their own, which are
/// nearly always enough, the further ones in words after one another.
pub(super) struct Sets {
    /// The values below 64 of each line.
    pub first: Vec<u64>,
    further: Vec<u64>,
    /// Further words of a line.
    words: usize,
    spans: Vec<Span>,
    /// Bits of the further words that are not full, 64 a word, for each line.
    gaps: Vec<u64>,
}

/// Bounds on the further words of a line.
#[derive(Clone, Copy, Default)]
struct Span {
    /// The number of full words at the beginning.
    full: u32,
    /// All words outside of this range are empty.
    low: u32,
    high: u32,
}

impl Sets {
    /// Bytes for each line, without further words.
    pub const BYTES: u64 = (size_of::<u64>() + size_of::<Span>()) as u64;

    /// Empty sets for a number of lines, without further words.
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

    /// How many further words of a line were full when it was last settled, from the first on.
    #[inline]
    pub fn full(&self, line: usize) -> usize {
        self.spans[line].full as usize
    }

    /// Bits of the further words of a line that are not full, 64 a word, and perhaps of words behind the last.
    #[inline]
    pub fn gaps(&self, line: usize) -> &[u64] {
        let parts = self.words.div_ceil(64);
        &self.gaps[line * parts..][..parts]
    }

    /// The further words of a line.
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
        let (span, word) = (&mut self.spans[line], word as u32);
        *span = match span.high {
            0 => Span {
                low: word,
                high: word + 1,
                ..*span
            },
            high => Span {
                low: span.low.min(word),
                high: high.max(word + 1),
                ..*span
            },
        };
    }

    /// Gives each line this many further words.
    pub fn widen(&mut self, words: usize) {
        let mut further = vec![0; self.first.len() * words];
        for line in 0..self.first.len() {
            further[line * words..][..self.words]
                .copy_from_slice(&self.further[line * self.words..][..self.words]);
        }
        let (before, parts) = (self.words.div_ceil(64), words.div_ceil(64));
        let mut gaps = vec![!0; self.first.len() * parts];
        for line in 0..self.first.len() {
            gaps[line * parts..][..before].copy_from_slice(&self.gaps[line * before..][..before]);
        }
        self.further = further;
        self.gaps = gaps;
        self.words = words;
    }
}
