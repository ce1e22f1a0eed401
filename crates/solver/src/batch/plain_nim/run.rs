//! A run of lines, a block at a time.

use super::engine::{Block, Digits, Engine, Kinds, MOST_ENDS, Window};
use super::tally::Tally;
use super::verdict::{Single, Writer};

/// What a plain record begins with.
pub(super) const PREFIX: [u8; 4] = *b"nim:";
/// Numbers in hand before lines are answered: enough to read without guessing where lines end, few
/// enough to stay in the first cache. So many empty lines may be in hand, too.
const MOST_IN_HAND: usize = 1024;
const BLOCK: usize = size_of::<Block>();

/// How far a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::batch) struct Run {
    /// Bytes answered.
    pub(in crate::batch) bytes: usize,
    /// Lines, and so records, answered.
    pub(in crate::batch) lines: u64,
}

/// What is read and not yet answered.
pub(super) struct Hand {
    /// The numbers in hand, and room for a block's behind them.
    numbers: Box<[u64; MOST_IN_HAND + MOST_ENDS]>,
    count: usize,
    /// The lines that have ended.
    lines: Vec<Line>,
    /// Tally of those numbers of the first pending line that were flushed already, if the line is long.
    before: Tally,
}

/// A line in hand.
#[derive(Clone, Copy)]
struct Line {
    /// Where the next one begins.
    next: usize,
    /// How many of the numbers in hand are on it or before it.
    numbers: usize,
}

impl Default for Hand {
    fn default() -> Self {
        Hand {
            numbers: Box::new([0; MOST_IN_HAND + MOST_ENDS]),
            count: 0,
            lines: Vec::with_capacity(2 * MOST_IN_HAND),
            before: Tally::default(),
        }
    }
}

impl Hand {
    /// Answers the plain lines at the beginning of a text that begins with [`PREFIX`].
    #[inline(always)]
    pub(super) fn answer<E: Engine>(
        &mut self,
        engine: E,
        single: Single,
        text: &[u8],
        out: &mut Vec<u8>,
    ) -> Run {
        self.count = 0;
        self.lines.clear();
        self.before.clear();
        let mut run = Run::default();
        let mut blocks = Blocks::new(text);
        // Where the block holds bytes of a prefix, and where the one before it held digits.
        let mut prefixes = (1 << PREFIX.len()) - 1;
        let mut digits_before = 0;
        while let Some((base, window)) = blocks.next() {
            let Kinds { digits, mut newlines, others } = engine.classify(second(window));
            let digits = Digits { before: digits_before, here: digits };
            digits_before = digits.here;
            let ends = digits.ends();
            prefixes |= newlines << 1 | newlines << 2 | newlines << 3 | newlines << 4;
            let mut odd = others & !prefixes;
            prefixes = newlines >> 63 | newlines >> 62 | newlines >> 61 | newlines >> 60;
            let mut last = false;
            if odd != 0 {
                odd = without_carriage_returns(odd, text, base);
                // What has ended before is still answered.
                newlines &= (odd & odd.wrapping_neg()).wrapping_sub(1);
                last = odd != 0;
            }
            if !read_into(engine, &mut self.numbers, self.count, window, digits) {
                break;
            }
            while newlines != 0 {
                let upto = newlines ^ (newlines - 1);
                let next = base + newlines.trailing_zeros() as usize + 1;
                newlines &= newlines - 1;
                let numbers = self.count + (ends & upto).count_ones() as usize;
                self.lines.push(Line { next, numbers });
                if !text[next..].starts_with(&PREFIX) {
                    last = true;
                    break;
                }
            }
            if last {
                break;
            }
            self.count += ends.count_ones() as usize;
            if self.count >= MOST_IN_HAND || self.lines.len() >= MOST_IN_HAND {
                self.finish(engine, single, &mut run, out);
            }
        }
        self.finish(engine, single, &mut run, out);
        run
    }

    /// Answers the lines in hand, and keeps the numbers behind them.
    #[inline(always)]
    fn finish<E: Engine>(&mut self, engine: E, single: Single, run: &mut Run, out: &mut Vec<u8>) {
        let Some(&last) = self.lines.last() else {
            self.before.add(&self.numbers[..self.count]);
            self.count = 0;
            return;
        };
        let mut from = 0;
        let mut writer = Writer::new(single, out, self.lines.len());
        for &Line { numbers, .. } in &self.lines {
            let heaps = &self.numbers[from..numbers];
            from = numbers;
            if self.before.is_empty() {
                writer.write(engine.wins(heaps));
            } else {
                self.before.add(heaps);
                writer.write(self.before.wins());
                self.before.clear();
            }
        }
        *run = Run { bytes: last.next, lines: run.lines + self.lines.len() as u64 };
        // A run that ends within a block has read more than it counts.
        let kept = self.numbers.get(from..self.count).unwrap_or_default();
        if kept.len() >= MOST_IN_HAND / 2 {
            self.before.add(kept);
            self.count = 0;
        } else {
            let kept = kept.len();
            self.numbers.copy_within(from..from + kept, 0);
            self.count = kept;
        }
        self.lines.clear();
    }
}

/// Reads the numbers that end in a block behind those in hand.
#[inline(always)]
fn read_into<E: Engine>(
    engine: E,
    numbers: &mut [u64; MOST_IN_HAND + MOST_ENDS],
    count: usize,
    window: &Window,
    digits: Digits,
) -> bool {
    let room = numbers.get_mut(count..).and_then(<[u64]>::first_chunk_mut);
    room.is_some_and(|room| engine.read(window, digits, room))
}

/// The second block of a window.
#[inline(always)]
pub(in crate::batch) fn second(window: &Window) -> &Block {
    window.last_chunk().unwrap_or(&[b' '; BLOCK])
}

/// A text in blocks, each with the one before it; blanks stand before its beginning and behind its
/// end.
pub(in crate::batch) struct Blocks<'t> {
    text: &'t [u8],
    at: usize,
    /// The first or last window.
    edge: Window,
}

impl<'t> Blocks<'t> {
    pub(in crate::batch) fn new(text: &'t [u8]) -> Self {
        Blocks { text, at: 0, edge: [b' '; 2 * BLOCK] }
    }

    /// The next block and where it begins.
    #[inline(always)]
    pub(in crate::batch) fn next(&mut self) -> Option<(usize, &Window)> {
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
pub(in crate::batch) fn without_carriage_returns(mut odd: u64, text: &[u8], base: usize) -> u64 {
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
