//! Runs of plain nim records, straight from bytes to answers.
//!
//! A record `nim: 3 4 5` with nothing else on its line is answered without becoming a record:
//! 64 bytes at a time are told apart into digits, line ends and the rest, as bits; numbers end
//! where digits stop, and [`super::digits`] reads them backwards from there, several at once.
//! Whatever is not such a line ends the run and takes the general path, so that path alone decides
//! what is right and what is wrong; the tests hold the two together.

use super::bytes64::Bytes64;
use super::digits;

/// Numbers gathered before they are read: enough to read without guessing where lines end, few
/// enough to stay in the first cache.
const GATHERED: usize = 1024;
/// Heaps on one line beyond which the general path takes over.
const MOST_HEAPS: usize = 1 << 16;
const PREFIX: &[u8; 4] = b"nim:";

/// Answers runs of plain nim records; keeps its working memory between runs.
pub(super) struct PlainNim {
    /// Where the numbers in hand end, and how many they are; behind them is room for a block's.
    ends: Box<[u32]>,
    count: usize,
    /// The lines in hand.
    lines: Vec<Line>,
    heaps: Vec<u64>,
}

/// A line in hand.
#[derive(Clone, Copy)]
struct Line {
    /// Where the next one begins.
    next: u32,
    /// How many of the numbers in hand are on it or before it.
    numbers: u32,
}

/// How far a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    /// Bytes answered.
    pub(super) bytes: usize,
    /// Lines, and so records, answered.
    pub(super) lines: u64,
}

impl Default for PlainNim {
    fn default() -> Self {
        PlainNim {
            ends: vec![0; MOST_HEAPS + GATHERED + 128].into(),
            count: 0,
            lines: Vec::new(),
            heaps: Vec::new(),
        }
    }
}

impl PlainNim {
    /// Whether a text may begin with a run.
    pub(super) fn begins(text: &[u8]) -> bool {
        text.starts_with(PREFIX)
    }

    /// Answers the lines at the beginning of a text that are plain nim records, each with its line
    /// end, as the verdict for the player to move.
    pub(super) fn answer(&mut self, text: &[u8], out: &mut Vec<u8>) -> Run {
        let mut run = Run::default();
        if Self::begins(text) && u32::try_from(text.len()).is_ok() {
            self.count = 0;
            self.lines.clear();
            self.gather(text, &mut run, out);
            self.finish(text, &mut run, out);
        }
        run
    }

    /// Takes lines in hand as long as they are plain, and answers them when there are enough.
    fn gather(&mut self, text: &[u8], run: &mut Run, out: &mut Vec<u8>) {
        // How many bytes of a line's prefix are still to come, from where the next block begins.
        let mut prefix = PREFIX.len();
        let mut digit_before = 0;
        for (block, bytes) in text.chunks(64).enumerate() {
            let base = block * 64;
            let Bytes64 { digits, newlines, mut others } = Bytes64::of(bytes);
            others &= !low_bits(prefix);
            prefix = prefix.saturating_sub(64);
            let ends = !digits & (digits << 1 | digit_before);
            digit_before = digits >> 63;

            let before = self.count;
            write_bits(&mut self.ends[before..], ends, base);
            self.count += ends.count_ones() as usize;
            let mut lines = newlines;
            while lines != 0 {
                let at = lines.trailing_zeros() as usize;
                let upto = lines ^ (lines - 1);
                lines &= lines - 1;
                // A carriage return may stand before the line end, and nothing else that is odd.
                if others & upto != 0 && !is_carriage_return(others & upto, at, bytes) {
                    return;
                }
                let next = base + at + 1;
                let numbers = before + (ends & upto).count_ones() as usize;
                self.lines.push(Line { next: next as u32, numbers: numbers as u32 });
                if !text[next..].starts_with(PREFIX) {
                    return;
                }
                others &= !upto & !(low_bits(PREFIX.len()) << 1 << at);
                prefix = (at + 1 + PREFIX.len()).saturating_sub(64);
            }
            if others != 0 && !ends_block_with_carriage_return(others, text, base) {
                return;
            }
            if self.count >= GATHERED && (!self.finish(text, run, out) || self.count > MOST_HEAPS) {
                return;
            }
        }
    }

    /// Answers the lines in hand, and keeps the numbers behind them; `false` when a number is too
    /// large, and its line is left.
    fn finish(&mut self, text: &[u8], run: &mut Run, out: &mut Vec<u8>) -> bool {
        let numbers = self.lines.last().map_or(0, |line| line.numbers as usize);
        let read = digits::read_before(text, &self.ends[..numbers], &mut self.heaps);
        let mut from = 0;
        for &Line { next, numbers } in &self.lines {
            let to = numbers as usize;
            if to > read {
                break;
            }
            write_verdict(&self.heaps[from..to], out);
            from = to;
            *run = Run { bytes: next as usize, lines: run.lines + 1 };
        }
        self.ends.copy_within(numbers..self.count, 0);
        self.count -= numbers;
        self.lines.clear();
        read == numbers
    }
}

/// Appends the verdict on these heaps, and a line end.
#[inline]
fn write_verdict(heaps: &[u64], out: &mut Vec<u8>) {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    if nim_sum == 0 {
        return out.extend_from_slice(b"LOSE\n");
    }
    // A heap has its one winning move exactly when it contains the nim-sum's highest bit.
    let high = 63 - nim_sum.leading_zeros();
    let count = heaps.iter().map(|heap| heap >> high & 1).sum::<u64>();
    if count < 10 {
        out.extend_from_slice(&[b'W', b'I', b'N', b' ', b'0' + count as u8, b'\n']);
    } else {
        out.extend_from_slice(b"WIN ");
        out.extend_from_slice(itoa::Buffer::new().format(count).as_bytes());
        out.push(b'\n');
    }
}

/// The lowest `count` bits, all of them from 64 on.
#[inline]
fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Writes the positions of the bits: sixteen whether there are so many or not, since guessing how
/// many would cost more. What lies behind the last is overwritten.
#[inline]
fn write_bits(positions: &mut [u32], mut bits: u64, base: usize) {
    let base = base as u32;
    let (sixteens, _) = positions.as_chunks_mut::<16>();
    for sixteen in sixteens.iter_mut().take(4) {
        for position in sixteen {
            *position = base.wrapping_add(bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
        }
        if bits == 0 {
            break;
        }
    }
}

/// Whether the only odd byte is a carriage return right before the line end at `at`.
#[inline]
fn is_carriage_return(others: u64, at: usize, bytes: &[u8]) -> bool {
    at > 0 && others == 1 << (at - 1) && bytes[at - 1] == b'\r'
}

/// Whether the only odd byte is the last of its block, a carriage return, and a line end follows.
#[inline]
fn ends_block_with_carriage_return(others: u64, text: &[u8], base: usize) -> bool {
    others == 1 << 63 && text[base..].get(63..65) == Some(b"\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Options, answer_text};
    use proptest::prelude::*;

    /// The twin: the general path, which answers a record only when it is asked in words.
    fn general(text: &str) -> String {
        let asked = text.lines().map(|line| format!("{line} ? verdict\n")).collect::<String>();
        answer_text(&asked, &Options::default()).0
    }

    fn fast(text: &str) -> (String, Run) {
        let mut out = Vec::new();
        let run = PlainNim::default().answer(text.as_bytes(), &mut out);
        (String::from_utf8(out).unwrap(), run)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn plain_records_are_answered_as_by_the_general_path(
            lines in prop::collection::vec(
                prop::collection::vec((prop_oneof![0u64..4, 0u64..1000, any::<u64>()], "[ \t]{1,9}"), 0..40),
                1..30,
            ),
            ends in prop::collection::vec(any::<bool>(), 30),
        ) {
            let mut text = String::new();
            for (heaps, crlf) in lines.iter().zip(&ends) {
                text.push_str("nim:");
                for (heap, blanks) in heaps {
                    text.push_str(&format!("{blanks}{heap}"));
                }
                text.push_str(if *crlf { "\r\n" } else { "\n" });
            }
            let (answers, run) = fast(&text);
            prop_assert_eq!(run, Run { bytes: text.len(), lines: lines.len() as u64 });
            prop_assert_eq!(answers, general(&text));
        }

        #[test]
        fn a_run_ends_before_whatever_is_not_plain(
            plain in 0usize..20,
            odd in "(nim:[ 0-9]{0,70}([a-z?:/\u{e9}][ 0-9]{0,70}|\r[ 0-9]{1,70})|nim : 1|nim:1 99999999999999999999|nim: 000000000000000000000001|nim|@a nim: 2|)",
        ) {
            let head = "nim: 1 2\n".repeat(plain);
            let text = format!("{head}{odd}\nnim: 7\n");
            let (answers, run) = fast(&text);
            prop_assert_eq!(run, Run { bytes: head.len(), lines: plain as u64 });
            prop_assert_eq!(answers, "WIN 1\n".repeat(plain));
        }
    }

    #[test]
    fn a_line_without_its_end_is_left() {
        assert_eq!(fast("nim: 1\nnim: 2").1, Run { bytes: 7, lines: 1 });
        assert_eq!(fast("").1, Run::default());
    }
}
