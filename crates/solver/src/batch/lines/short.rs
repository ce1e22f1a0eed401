//! Answers that are one number, one a line.

use crate::games::DRAW;
use crate::record::Ask;

/// The longest line that is written as a word.
const WORD_BYTES: usize = 8;
/// The numbers below this one are words.
const WORD_COUNT: usize = 100;

/// Answers with line ends, in the first seven bytes; their length in the last.
type Words = [[u8; WORD_BYTES]; WORD_COUNT];

static VERDICTS: Words = words(Ask::Verdict);
static WINNERS: Words = words(Ask::Winner);
static NUMBERS: Words = words(Ask::Count);

/// The answers for 0, 1, … winning moves.
const fn words(ask: Ask) -> Words {
    let mut words = [[0; WORD_BYTES]; WORD_COUNT];
    let mut wins = 0;
    while wins < WORD_COUNT {
        words[wins] = match (ask, wins) {
            (Ask::Verdict, 0) => *b"LOSE\n\0\0\x05",
            (Ask::Winner, 0) => *b"SECOND\n\x07",
            (Ask::Winner, _) => *b"FIRST\n\0\x06",
            _ => number(before(ask), wins),
        };
        wins += 1;
    }
    words
}

/// The text before the number.
const fn before(ask: Ask) -> &'static [u8] {
    if matches!(ask, Ask::Verdict) { b"WIN " } else { b"" }
}

/// A number below 100 behind a short text.
const fn number(before: &[u8], number: usize) -> [u8; WORD_BYTES] {
    let mut word = [0; WORD_BYTES];
    let mut at = 0;
    while at < before.len() {
        word[at] = before[at];
        at += 1;
    }
    if number >= 10 {
        word[at] = b'0' + (number / 10) as u8;
        at += 1;
    }
    word[at] = b'0' + (number % 10) as u8;
    word[at + 1] = b'\n';
    word[WORD_BYTES - 1] = at as u8 + 2;
    word
}

/// Appends answers to a text.
pub(super) struct Writer<'a> {
    ask: Ask,
    words: &'static Words,
    out: &'a mut Vec<u8>,
}

impl<'a> Writer<'a> {
    /// For answers to one ask.
    pub(super) fn new(ask: Ask, out: &'a mut Vec<u8>) -> Self {
        let words = match ask {
            Ask::Verdict => &VERDICTS,
            Ask::Winner => &WINNERS,
            _ => &NUMBERS,
        };
        Writer { ask, words, out }
    }

    /// Appends the answers of positions: their numbers of winning moves, or their Grundy values.
    pub(super) fn write(&mut self, numbers: &[u64]) {
        let mut end = self.out.len();
        for (i, &number) in numbers.iter().enumerate() {
            match usize::try_from(number).ok().and_then(|number| self.words.get(number)) {
                Some(word) => {
                    // The whole word at once, whose end is overwritten by the next one.
                    if self.out.len() < end + WORD_BYTES {
                        self.out.resize(end + WORD_BYTES * (numbers.len() - i), 0);
                    }
                    self.out[end..end + WORD_BYTES].copy_from_slice(word);
                    end += usize::from(word[WORD_BYTES - 1]);
                }
                None => {
                    self.out.truncate(end);
                    self.write_long(number);
                    end = self.out.len();
                }
            }
        }
        self.out.truncate(end);
    }

    fn write_long(&mut self, number: u64) {
        match (self.ask, number) {
            (Ask::Verdict, DRAW) => self.out.extend_from_slice(b"DRAW"),
            (Ask::Winner, DRAW) => self.out.extend_from_slice(b"NOBODY"),
            (Ask::Count, DRAW) => self.out.push(b'0'),
            (ask, number) => {
                self.out.extend_from_slice(before(ask));
                self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
            }
        }
        self.out.push(b'\n');
    }
}
