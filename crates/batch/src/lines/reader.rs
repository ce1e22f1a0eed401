//! The numbers of lines: many lines under the same rules in blocks, where the processor has vectors for that, and
//! others one by one.

use super::answered::Run;
use grundy_base::simd::Simd;
use grundy_language::layout::{is_blank, without_end};
use grundy_language::plain_numbers;

/// The most bytes of a line that is read here; a longer one is read as a record.
const MAX_LINE_BYTES: usize = 1 << 19;

/// A reader of lines of numbers, which keeps its memory from one call to the next.
pub(super) struct LineReader {
    /// The reader of lines in blocks, if the processor has the vectors for it.
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    blocks: Option<(grundy_base::simd::Avx2, super::run::Hand)>,
    /// The numbers of a line.
    numbers: Vec<u64>,
}

impl LineReader {
    pub(super) fn new(simd: Simd) -> Self {
        let _ = simd;
        LineReader {
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            blocks: simd
                .avx2()
                .map(|engine| (engine, super::run::Hand::default())),
            numbers: Vec::new(),
        }
    }

    /// Reads the lines at the beginning of a text that begin with the text of these rules and go on in numbers alone, or
    /// in tuples of this many `piles`. `answer` is given the numbers of some lines and the ends of each line among them,
    /// and returns how many lines it answered; reading ends if it did not answer all.
    pub(super) fn read(
        &mut self,
        rules: &[u8],
        piles: usize,
        text: &[u8],
        mut answer: impl FnMut(&[u64], &[usize]) -> usize,
    ) -> Run {
        let mut run = Run::default();
        let mut follows = text.starts_with(rules);
        while follows
            && let rest = &text[run.bytes..]
            && let Some(end) = memchr::memchr(b'\n', &rest[..rest.len().min(MAX_LINE_BYTES)])
        {
            follows = rest[end + 1..].starts_with(rules);
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            if run.lines == 0
                && (follows || end >= super::run::MIN_LONG_LINE_BYTES)
                && piles == 1
                && rules.len() <= super::run::MAX_RULES_BYTES
                && let Some((engine, hand)) = &mut self.blocks
            {
                let run = super::run::LineRun::new(rules, text, hand, answer);
                // SAFETY: the engine is proof of the instructions.
                return unsafe { run.answered(*engine) };
            }
            let line = without_end(&rest[..=end]);
            let numbers = &mut self.numbers;
            numbers.clear();
            let read = plain_numbers(rest, rules.len()..line.len(), piles, numbers);
            if !line[read..].iter().all(|&byte| is_blank(byte))
                || answer(numbers, &[numbers.len()]) == 0
            {
                break;
            }
            run = Run {
                bytes: run.bytes + end + 1,
                lines: run.lines + 1,
            };
        }
        run
    }
}
