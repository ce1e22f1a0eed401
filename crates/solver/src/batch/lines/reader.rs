//! The numbers of lines, read a block of 64 bytes at a time.
//!
//! ```text
//! text      nim: 3 14⏎nim: 7⏎
//! rules     1111     1111        the text of the rules, known by the line end before it
//! digits         1 11       1    those of the rules left out
//! ends            1  1       1   a digit stood before: a number ends here
//! ```
//!
//! The numbers of a block are read together and then dealt to their lines, so that nothing is guessed about
//! where a line ends.

use super::engine::{Block, Digits, Engine, Kinds, MOST_ENDS, Window};
use crate::simd::Simd;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
use crate::simd::{Avx2, Avx512};

/// Numbers in hand before lines are answered: few enough to stay in the first cache. As many empty lines may
/// be in hand, too.
const MANY: usize = 1024;
/// A line of more numbers is left to be read as a record.
const MOST_OF_A_LINE: usize = 1 << 14;
/// The longest text of rules: all of it lies in the block of the line end before it or in the next one.
pub(super) const MOST_RULES: usize = 64;
const BLOCK: usize = size_of::<Block>();

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
    simd: Simd,
    /// The numbers in hand, and room for a block's behind them.
    numbers: Vec<u64>,
    /// The lines in hand.
    lines: Vec<Line>,
}

/// A line that has ended.
#[derive(Clone, Copy)]
struct Line {
    /// The first byte of the next one.
    next: usize,
    /// How many of the numbers in hand are on it or before it.
    numbers: usize,
}

impl LineReader {
    pub(super) fn new(simd: Simd) -> Self {
        LineReader {
            simd,
            numbers: vec![0; MANY + MOST_OF_A_LINE + MOST_ENDS],
            lines: Vec::with_capacity(2 * MANY),
        }
    }

    /// Shows the numbers of each line at the beginning of a text, which begins with these rules, as long as
    /// lines begin so and go on in numbers alone, until `answer` returns `false`.
    pub(super) fn read(&mut self, rules: &[u8], text: &[u8], answer: impl FnMut(&[u64]) -> bool) -> Run {
        if rules.len() > MOST_RULES || !text.starts_with(rules) {
            return Run::default();
        }
        self.lines.clear();
        let LineReader { simd, numbers, lines } = self;
        with_engine(*simd, LineRun { rules, text, numbers, lines, count: 0, run: Run::default(), answer })
    }
}

/// A run under way.
struct LineRun<'a, A> {
    rules: &'a [u8],
    text: &'a [u8],
    numbers: &'a mut [u64],
    lines: &'a mut Vec<Line>,
    /// How many numbers are in hand.
    count: usize,
    run: Run,
    answer: A,
}

impl<A: FnMut(&[u64]) -> bool> Task for LineRun<'_, A> {
    type Result = Run;

    #[inline(always)]
    fn run<E: Engine>(mut self, engine: E) -> Run {
        let (text, all_of_rules) = (self.text, (1u128 << self.rules.len()) - 1);
        let mut blocks = Blocks::new(text);
        // Which bytes of the block, and of the one behind it, are text of rules.
        let mut of_rules = all_of_rules;
        let mut digits_before = 0;
        while let Some((base, window)) = blocks.next() {
            let Kinds { digits, mut newlines, others } = engine.classify(second(window));
            let mut left = newlines;
            while left != 0 {
                of_rules |= all_of_rules << (left.trailing_zeros() + 1);
                left &= left - 1;
            }
            let here = of_rules as u64;
            of_rules >>= 64;
            let digits = Digits { before: digits_before, here: digits & !here };
            digits_before = digits.here;
            let ends = digits.ends();
            let mut odd = others & !here;
            let mut last = false;
            if odd != 0 {
                odd = without_carriage_returns(odd, text, base);
                // Lines that have ended before are still answered.
                newlines &= (odd & odd.wrapping_neg()).wrapping_sub(1);
                last = odd != 0;
            }
            let room = self.numbers.get_mut(self.count..).and_then(<[u64]>::first_chunk_mut);
            if !room.is_some_and(|room| engine.read(window, digits, room)) {
                break;
            }
            while newlines != 0 {
                let upto = newlines ^ (newlines - 1);
                let next = base + newlines.trailing_zeros() as usize + 1;
                newlines &= newlines - 1;
                let numbers = self.count + (ends & upto).count_ones() as usize;
                self.lines.push(Line { next, numbers });
                if !text[next..].starts_with(self.rules) {
                    last = true;
                    break;
                }
            }
            if last {
                break;
            }
            self.count += ends.count_ones() as usize;
            if (self.count >= MANY || self.lines.len() >= MANY) && !self.answer_lines() {
                return self.run;
            }
        }
        self.answer_lines();
        self.run
    }
}

impl<A: FnMut(&[u64]) -> bool> LineRun<'_, A> {
    /// Answers the lines in hand and keeps the numbers behind them; `false`: the run ends here.
    #[inline(always)]
    fn answer_lines(&mut self) -> bool {
        let mut from = 0;
        for line in &*self.lines {
            if !(self.answer)(&self.numbers[from..line.numbers]) {
                return false;
            }
            from = line.numbers;
            self.run = Run { bytes: line.next, lines: self.run.lines + 1 };
        }
        // A run that ends within a block has read more than it counts.
        let kept = self.count.saturating_sub(from);
        self.numbers.copy_within(from..from + kept, 0);
        self.count = kept;
        self.lines.clear();
        true
    }
}

/// The second block of a window.
#[inline(always)]
fn second(window: &Window) -> &Block {
    window.last_chunk().unwrap_or(&[b' '; BLOCK])
}

/// A text in blocks, each with the one before it; blanks stand before its beginning and behind its
/// end.
struct Blocks<'t> {
    text: &'t [u8],
    at: usize,
    /// The first or last window.
    edge: Window,
}

impl<'t> Blocks<'t> {
    fn new(text: &'t [u8]) -> Self {
        Blocks { text, at: 0, edge: [b' '; 2 * BLOCK] }
    }

    /// The next block and where it begins.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, &Window)> {
        let base = self.at;
        self.at += BLOCK;
        let whole = self.text.get(base.wrapping_sub(BLOCK)..).and_then(<[u8]>::first_chunk);
        match whole {
            Some(window) => Some((base, window)),
            None if base < self.text.len() => {
                self.edge = [b' '; 2 * BLOCK];
                let from = base.saturating_sub(BLOCK);
                let part = &self.text[from..self.text.len().min(base + BLOCK)];
                self.edge[BLOCK - (base - from)..][..part.len()].copy_from_slice(part);
                Some((base, &self.edge))
            }
            None => None,
        }
    }
}

/// The bits that are no carriage return right before a line end; bit *i* is the byte at
/// `base` + *i*.
#[cold]
fn without_carriage_returns(mut odd: u64, text: &[u8], base: usize) -> u64 {
    let mut rest = odd;
    while rest != 0 {
        let at = rest.trailing_zeros() as usize;
        if text.get(base + at..base + at + 2) == Some(b"\r\n") {
            odd &= !(1 << at);
        }
        rest &= rest - 1;
    }
    odd
}

/// Work for an engine: compiled once for each, all of it for the engine's instructions.
trait Task {
    type Result;

    fn run<E: Engine>(self, engine: E) -> Self::Result;
}

/// Does a task with the engine for some instructions.
fn with_engine<T: Task>(simd: Simd, task: T) -> T::Result {
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    match simd {
        // SAFETY: the engine is proof of the instructions.
        Simd::Avx512(engine) => return unsafe { with_avx512(engine, task) },
        // SAFETY: the engine is proof of the instructions.
        Simd::Avx2(engine) => return unsafe { with_avx2(engine, task) },
        Simd::Portable(_) => return task.run(super::sse2::Sse2),
        Simd::Words => {}
    }
    let _ = simd;
    task.run(super::words::Words)
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn with_avx512<T: Task>(engine: Avx512, task: T) -> T::Result {
    task.run(engine)
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn with_avx2<T: Task>(engine: Avx2, task: T) -> T::Result {
    task.run(engine)
}
