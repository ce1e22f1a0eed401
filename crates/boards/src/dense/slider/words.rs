//! Which of the words of 64 values the lines of a band or of a column of tiles have seen.

use super::free::TILE;

/// For each value of a word, the lines of a tile that have seen it.
pub(super) type Seen = [u64; TILE];

/// What 64 neighbouring lines have seen: words of 64 values, of which nearly all were seen by no line or by
/// all of them.
#[derive(Default)]
pub(super) struct Words {
    /// Bit w % 64 of part w / 64: whether some line has not seen all of word w.
    open: Vec<u64>,
    /// For each word where it is held: 0 where no line has seen any of it.
    places: Vec<u32>,
    held: Vec<Seen>,
    unused: Vec<u32>,
}

/// The place of a word that no line has seen.
const EMPTY: u32 = 0;
/// The place of a word that all lines have seen; the words held follow.
const FULL: u32 = 1;

impl Words {
    /// Forgets everything; every line is as if it began.
    pub fn clear(&mut self) {
        self.open.fill(!0);
        self.places.fill(EMPTY);
        self.held.clear();
        self.unused.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (8 * self.open.len() + 4 * (self.places.len() + self.unused.len())) as u64
            + (self.held.len() * size_of::<Seen>()) as u64
    }

    /// Makes room for words below 64 × `parts`.
    pub fn extend(&mut self, parts: usize) {
        if parts > self.open.len() {
            self.open.resize(parts, !0);
            self.places.resize(64 * parts, EMPTY);
        }
    }

    /// How many words there is room for.
    pub fn words(&self) -> usize {
        self.places.len()
    }

    /// The words 64 × `part` and up to 63 more that are not full.
    #[inline]
    pub fn open(&self, part: usize) -> u64 {
        self.open[part]
    }

    /// Whether no line has seen any value of a word.
    #[inline]
    pub fn is_empty(&self, word: usize) -> bool {
        self.places[word] == EMPTY
    }

    /// All lines have seen all of a word.
    pub fn fill(&mut self, word: usize) {
        self.open[word / 64] &= !(1 << (word % 64));
        self.release(word, FULL);
    }

    /// What was seen of a word.
    pub fn get(&self, word: usize) -> Seen {
        match self.places[word] {
            EMPTY => [0; TILE],
            FULL => [!0; TILE],
            place => self.held[place as usize - 2],
        }
    }

    /// Sets what was seen of a word.
    pub fn set(&mut self, word: usize, seen: &Seen) {
        if seen.iter().fold(!0, |all, lines| all & lines) == !0 {
            return self.fill(word);
        }
        self.open[word / 64] |= 1 << (word % 64);
        if seen.iter().fold(0, |any, lines| any | lines) == 0 {
            return self.release(word, EMPTY);
        }
        let place = match self.places[word] {
            EMPTY | FULL => match self.unused.pop() {
                Some(place) => place,
                None => {
                    self.held.push([0; TILE]);
                    self.held.len() as u32 + 1
                }
            },
            place => place,
        };
        self.places[word] = place;
        self.held[place as usize - 2] = *seen;
    }

    fn release(&mut self, word: usize, place: u32) {
        let before = std::mem::replace(&mut self.places[word], place);
        if before > FULL {
            self.unused.push(before);
        }
    }
}
