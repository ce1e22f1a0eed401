//! Runs of plain nim records, straight from bytes to answers.
//!
//! A record `nim: 3 4 5` with nothing else on its line is answered without becoming a record:
//! 64 bytes at a time are told apart into digits, line ends and the rest, as bits; the ends of
//! numbers are the bits where digits stop; each number is read eight digits at a time by three
//! multiplications. Whatever is not such a line ends the run and takes the general path, so that
//! path alone decides what is right and what is wrong; the tests hold the two together.

use super::bytes64::Bytes64;

/// Heaps on one line beyond which the general path takes over: it can work on all threads.
const MOST_HEAPS: usize = 1 << 16;
const PREFIX: &[u8; 4] = b"nim:";

/// Answers runs of plain nim records; keeps its working memory between runs.
pub(super) struct PlainNim {
    /// The heaps of the line in hand, with room for those of one block more.
    heaps: Box<[u64]>,
}

/// How far a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    /// Bytes answered.
    pub(super) bytes: usize,
    /// Lines, and so records, answered.
    pub(super) lines: u64,
}

impl PlainNim {
    /// Whether a text may begin with a run.
    pub(super) fn begins(text: &[u8]) -> bool {
        text.starts_with(PREFIX)
    }

    /// Answers the lines at the beginning of a text that are plain nim records, each with its line
    /// end, as the verdict for the player to move.
    pub(super) fn answer(&mut self, text: &[u8], out: &mut Vec<u8>) -> Run {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the processor has the features the function is compiled for.
            return unsafe { self.answer_avx2(text, out) };
        }
        self.answer_portable(text, out)
    }

    /// The same code, compiled for processors with cheap bit scans and wide registers: a third
    /// faster.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn answer_avx2(&mut self, text: &[u8], out: &mut Vec<u8>) -> Run {
        self.answer_portable(text, out)
    }

    #[inline(always)]
    fn answer_portable(&mut self, text: &[u8], out: &mut Vec<u8>) -> Run {
        let mut run = Run::default();
        if !Self::begins(text) || u32::try_from(text.len()).is_err() {
            return run;
        }
        let mut line = Line { heaps: &mut self.heaps, count: 0, nim_sum: 0 };
        // How many bytes of a line's prefix are still to come, from where the next block begins.
        let mut prefix = PREFIX.len();
        // Where a number began whose end is still to come.
        let mut open = None;
        for (block, bytes) in text.chunks(64).enumerate() {
            let base = block * 64;
            let Bytes64 { digits, newlines, mut others } = Bytes64::of(bytes);
            others &= !low_bits(prefix);
            prefix = prefix.saturating_sub(64);

            let before = digits << 1 | u64::from(open.is_some());
            let mut starts = digits & !before;
            let mut ends = !digits & before;
            if let Some(start) = open
                && ends != 0
            {
                let end = base + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                open = None;
                if !line.push(text, start, end) {
                    return run;
                }
            }

            let mut lines = newlines;
            while lines != 0 {
                let at = lines.trailing_zeros() as usize;
                let upto = lines ^ (lines - 1);
                lines &= lines - 1;
                // A carriage return may stand before the line end, and nothing else that is odd.
                if others & upto != 0 && !is_carriage_return(others & upto, at, bytes) {
                    return run;
                }
                others &= !upto;
                if !line.push_all(text, base, &mut starts, ends & upto) {
                    return run;
                }
                ends &= !upto;
                line.finish(out);
                let next = base + at + 1;
                run = Run { bytes: next, lines: run.lines + 1 };
                if !text[next..].starts_with(PREFIX) {
                    return run;
                }
                others &= !(low_bits(PREFIX.len()) << 1 << at);
                prefix = (at + 1 + PREFIX.len()).saturating_sub(64);
            }
            if others != 0 && !ends_block_with_carriage_return(others, text, base) {
                return run;
            }
            if !line.push_all(text, base, &mut starts, ends) || line.count > MOST_HEAPS {
                return run;
            }
            if starts != 0 {
                open = Some(base + starts.trailing_zeros() as usize);
            }
        }
        run
    }
}

impl Default for PlainNim {
    fn default() -> Self {
        PlainNim { heaps: vec![0; MOST_HEAPS + 64].into() }
    }
}

/// The line in hand.
struct Line<'a> {
    heaps: &'a mut [u64],
    count: usize,
    nim_sum: u64,
}

impl Line<'_> {
    /// Reads one number; `false` when it is too large.
    #[inline(always)]
    fn push(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        let length = end - start;
        let heap = if length <= 8 { Some(eight_digits(text, end, length)) } else { number(text, start, end) };
        let Some(heap) = heap else { return false };
        self.heaps[self.count] = heap;
        self.count += 1;
        self.nim_sum ^= heap;
        true
    }

    /// Reads the numbers of a block with these ends, taking their starts; `false` when one is too
    /// large.
    #[inline(always)]
    fn push_all(&mut self, text: &[u8], base: usize, starts: &mut u64, mut ends: u64) -> bool {
        while ends != 0 {
            let start = base + starts.trailing_zeros() as usize;
            let end = base + ends.trailing_zeros() as usize;
            *starts &= *starts - 1;
            ends &= ends - 1;
            if !self.push(text, start, end) {
                return false;
            }
        }
        true
    }

    /// Answers the line, and begins the next.
    #[inline(always)]
    fn finish(&mut self, out: &mut Vec<u8>) {
        let heaps = &self.heaps[..self.count];
        let nim_sum = self.nim_sum;
        (self.count, self.nim_sum) = (0, 0);
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
}

/// The lowest `count` bits, all of them from 64 on.
#[inline]
fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
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

/// Reads the digits `start..end`; none when they do not fit, or are more than 20.
#[inline]
fn number(text: &[u8], start: usize, end: usize) -> Option<u64> {
    let length = end - start;
    match length {
        ..=8 => Some(eight_digits(text, end, length)),
        9..=16 => Some(eight_digits(text, end - 8, length - 8) * 100_000_000 + eight_digits(text, end, 8)),
        17..=20 => {
            let low = eight_digits(text, end - 8, 8) * 100_000_000 + eight_digits(text, end, 8);
            let high = eight_digits(text, end - 16, length - 16);
            high.checked_mul(10_000_000_000_000_000)?.checked_add(low)
        }
        _ => None,
    }
}

/// Reads the `length` (1 to 8) digits before `end`: pairs of digits, then of pairs, then of fours,
/// each level by one multiplication in all lanes at once.
#[inline(always)]
fn eight_digits(text: &[u8], end: usize, length: usize) -> u64 {
    let word = match text.get(end.wrapping_sub(8)..end) {
        Some(&[a, b, c, d, e, f, g, h]) => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        // Only at the very beginning of a text.
        _ => text[..end].iter().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
    };
    // What stands before the digits becomes zeros.
    let digits = (word & 0x0f0f_0f0f_0f0f_0f0f) >> (64 - 8 * length) << (64 - 8 * length);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff
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
            odd in "(nim:[ 0-9]{0,70}([a-z?:/\u{e9}][ 0-9]{0,70}|\r[ 0-9]{1,70})|nim : 1|nim:1 99999999999999999999|nim: 000000000000000000001|nim|@a nim: 2|)",
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
