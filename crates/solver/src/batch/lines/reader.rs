//! The numbers of lines: many lines under the same rules in blocks, where the processor has vectors for that, and
//! others one by one.

use crate::language::layout::{is_blank, without_end};
use crate::language::plain_numbers;
use crate::simd::Simd;

/// A longer line is left to be read as a record.
const MAX_LINE_BYTES: usize = 1 << 19;

/// How far a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::batch) struct Run {
    /// Bytes answered.
    pub(in crate::batch) bytes: usize,
    /// Lines, and so records, answered.
    pub(in crate::batch) lines: u64,
}

/// Reads lines of numbers; keeps its memory.
pub(super) struct LineReader {
    /// Reads lines in blocks, if the processor can.
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    blocks: Option<(crate::simd::Avx2, super::run::Hand)>,
    /// The numbers of a line.
    numbers: Vec<u64>,
}

impl LineReader {
    pub(super) fn new(simd: Simd) -> Self {
        let _ = simd;
        LineReader {
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            blocks: simd.avx2().map(|engine| (engine, Default::default())),
            numbers: Vec::new(),
        }
    }

    /// Shows the numbers of the lines at the beginning of a text, which begins with these rules, and where those of
    /// each line end, as long as lines begin so and go on in numbers alone, or in tuples of this many `piles`. `answer`
    /// returns how many lines it answered; the run ends if it did not answer all.
    pub(super) fn read(
        &mut self,
        (rules, piles): (&[u8], usize),
        text: &[u8],
        answer: impl FnMut(&[u64], &[usize]) -> usize,
    ) -> Run {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        if let Some((engine, hand)) =
            self.blocks.as_mut().filter(|_| super::run::is_worth_it((rules, piles), text))
        {
            let run = super::run::LineRun::new(rules, text, hand, answer);
            // SAFETY: the engine is proof of the instructions.
            return unsafe { run.answered(*engine) };
        }
        self.read_one_by_one((rules, piles), text, answer)
    }

    /// As [`LineReader::read`], each line by itself.
    fn read_one_by_one(
        &mut self,
        (rules, piles): (&[u8], usize),
        text: &[u8],
        mut answer: impl FnMut(&[u64], &[usize]) -> usize,
    ) -> Run {
        let (mut run, numbers) = (Run::default(), &mut self.numbers);
        while let rest = &text[run.bytes..]
            && rest.starts_with(rules)
            && let Some(end) = memchr::memchr(b'\n', &rest[..rest.len().min(MAX_LINE_BYTES)])
        {
            numbers.clear();
            let line = without_end(&rest[..=end]);
            let read = plain_numbers(rest, rules.len()..line.len(), piles, numbers);
            if !line[read..].iter().all(|&byte| is_blank(byte)) || answer(numbers, &[numbers.len()]) == 0 {
                break;
            }
            run = Run { bytes: run.bytes + end + 1, lines: run.lines + 1 };
        }
        run
    }
}
