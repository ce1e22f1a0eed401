//! Quick answers, one a line.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a line of an answer is shorter than the bytes kept for it"
)]

use grundy_games::Quick;
use grundy_record::{Ask, text};

/// The longest line that is written as a word.
const WORD_BYTES: usize = 8;
/// The numbers below this one are words: `WIN 99` and its line end have seven bytes.
const WORD_COUNT: usize = 100;

/// A writer of the answers to one ask.
pub(super) struct Writer {
    /// The ask.
    pub(super) ask: Ask,
    /// The lines of small numbers, in the first seven bytes; their length in the last.
    words: [[u8; WORD_BYTES]; WORD_COUNT],
}

impl Writer {
    pub(super) fn new(ask: Ask) -> Self {
        let mut words = [[0; WORD_BYTES]; WORD_COUNT];
        for (number, word) in (0..).zip(&mut words) {
            let mut line = Vec::new();
            let answer = if ask == Ask::Grundy {
                Quick::Value(number)
            } else {
                Quick::Winning(number)
            };
            write_line(ask, answer, &mut line);
            word[..line.len()].copy_from_slice(&line);
            word[WORD_BYTES - 1] = line.len() as u8;
        }
        Writer { ask, words }
    }

    /// Returns the line of an answer whose number is small.
    #[inline]
    fn word(&self, answer: Quick) -> Option<&[u8; WORD_BYTES]> {
        let (Quick::Value(number) | Quick::Winning(number)) = answer else {
            return None;
        };
        self.words.get(usize::try_from(number).ok()?)
    }

    /// Appends the answers of positions.
    pub(super) fn write(&self, answers: &[Quick], out: &mut Vec<u8>) {
        let mut end = out.len();
        for (i, &answer) in answers.iter().enumerate() {
            match self.word(answer) {
                Some(word) => {
                    // The whole word at once, whose end is overwritten by the next one.
                    if out.len() < end + WORD_BYTES {
                        out.resize(end + WORD_BYTES * (answers.len() - i), 0);
                    }
                    out[end..end + WORD_BYTES].copy_from_slice(word);
                    end += usize::from(word[WORD_BYTES - 1]);
                }
                None => {
                    out.truncate(end);
                    write_line(self.ask, answer, out);
                    end = out.len();
                }
            }
        }
        out.truncate(end);
    }
}

/// Appends the line of an answer.
fn write_line(ask: Ask, answer: Quick, out: &mut Vec<u8>) {
    if let Some(field) = answer.field(ask) {
        text::write_field(&field, out);
    }
    out.push(b'\n');
}
