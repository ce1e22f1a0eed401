//! Answers that are one number, one a line.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a line of an answer is shorter than the bytes kept for it"
)]

use crate::games::field;
use grundy_record::Ask;
use grundy_record::text;

/// The longest line that is written as a word.
const WORD_BYTES: usize = 8;
/// The numbers below this one are words: `WIN 99` and its line end have seven bytes.
const WORD_COUNT: usize = 100;

/// Writes answers to one ask.
pub(super) struct Writer {
    pub(super) ask: Ask,
    /// The lines of small numbers, in the first seven bytes; their length in the last.
    words: [[u8; WORD_BYTES]; WORD_COUNT],
}

impl Writer {
    pub(super) fn new(ask: Ask) -> Self {
        let mut words = [[0; WORD_BYTES]; WORD_COUNT];
        for (number, word) in (0..).zip(&mut words) {
            let mut line = Vec::new();
            write_line(ask, number, &mut line);
            word[..line.len()].copy_from_slice(&line);
            word[WORD_BYTES - 1] = line.len() as u8;
        }
        Writer { ask, words }
    }

    /// Appends the answers of positions: their numbers of winning moves, or their Grundy values.
    pub(super) fn write(&self, numbers: &[u64], out: &mut Vec<u8>) {
        let mut end = out.len();
        for (i, &number) in numbers.iter().enumerate() {
            match usize::try_from(number)
                .ok()
                .and_then(|number| self.words.get(number))
            {
                Some(word) => {
                    // The whole word at once, whose end is overwritten by the next one.
                    if out.len() < end + WORD_BYTES {
                        out.resize(end + WORD_BYTES * (numbers.len() - i), 0);
                    }
                    out[end..end + WORD_BYTES].copy_from_slice(word);
                    end += usize::from(word[WORD_BYTES - 1]);
                }
                None => {
                    out.truncate(end);
                    write_line(self.ask, number, out);
                    end = out.len();
                }
            }
        }
        out.truncate(end);
    }
}

fn write_line(ask: Ask, number: u64, out: &mut Vec<u8>) {
    if let Some(field) = field(ask, number) {
        text::write_field(&field, out);
    }
    out.push(b'\n');
}
