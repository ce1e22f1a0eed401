//! A run of lines, read a block of 64 bytes at a time.
//!
//! ```text
//! text      nim: 3 14⏎nim: 7⏎
//! rules     1111     1111        the text of the rules, known by the line end before it
//! digits         1 11       1    those of the rules left out
//! ends            1  1       1   a digit stood before: a number ends here
//! ```
//!
//! The numbers of a block are read together and then dealt to their lines, so that no end of a line is
//! guessed.

#![expect(
    clippy::cast_possible_truncation,
    reason = "words are cut from a wider one by halves"
)]

use super::answered::Run;
use super::avx2;
use super::block::{Block, Kinds, MAX_ENDS, Window};
use grundy_base::simd::Avx2;

/// The most numbers in hand before lines are answered: few enough to stay in the first cache. Lines without
/// numbers may be in hand in the same number.
const MAX_IN_HAND: usize = 1024;
/// The number of numbers in hand before the first lines are answered: a run that ends early has read few that it gives
/// back.
const FIRST_IN_HAND: usize = 16;
/// The most numbers of a line; one with more is left to be read as a record.
const MAX_LINE_NUMBERS: usize = 1 << 14;
/// The longest text of rules: all of it lies in the block of the line end before it or in the next one.
pub(super) const MAX_RULES_BYTES: usize = 64;
/// The length in bytes from which on a line is read in blocks also if no other follows.
pub(super) const MIN_LONG_LINE_BYTES: usize = 1 << 12;

const BLOCK: usize = size_of::<Block>();

/// The numbers of the lines in hand.
#[derive(Default)]
pub(super) struct Hand {
    /// The numbers, followed by room for those of a block.
    numbers: Vec<u64>,
    /// The number of numbers on each line and before it.
    ends: Vec<usize>,
}

/// A run under way.
pub(super) struct LineRun<'a, A> {
    /// The text that each line begins with.
    rules: &'a [u8],
    /// The text from the first line on.
    text: &'a [u8],
    /// The numbers in hand, and room for those of a block.
    numbers: &'a mut [u64],
    /// The number of numbers on each line in hand and before it.
    ends: &'a mut Vec<usize>,
    /// The number of numbers in hand.
    count: usize,
    /// The number of numbers or lines from which on they are answered.
    many: usize,
    /// The first byte after the lines in hand.
    next: usize,
    /// The lines that were answered.
    run: Run,
    /// The function that answers lines; it returns how many it answered.
    answer: A,
}

impl<'a, A: FnMut(&[u64], &[usize]) -> usize> LineRun<'a, A> {
    pub(super) fn new(
        rules: &'a [u8],
        text: &'a [u8],
        Hand { numbers, ends }: &'a mut Hand,
        answer: A,
    ) -> Self {
        ends.clear();
        numbers.resize(MAX_IN_HAND + MAX_LINE_NUMBERS + MAX_ENDS, 0);
        let run = Run::default();
        let many = FIRST_IN_HAND;
        LineRun {
            rules,
            text,
            numbers,
            ends,
            count: 0,
            many,
            next: 0,
            run,
            answer,
        }
    }

    /// Reads and answers the lines.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub(super) fn answered(mut self, _: Avx2) -> Run {
        let text = self.text;
        let all_of_rules = u64::MAX >> (MAX_RULES_BYTES - self.rules.len());
        let begins = Beginning::new(self.rules);
        let mut blocks = Blocks::new(text);
        // The bytes of the block, and of the one after it, that are text of rules.
        let mut of_rules = u128::from(all_of_rules);
        let mut digits_before = 0;
        while let Some((base, window)) = blocks.next() {
            let Kinds {
                digits,
                mut newlines,
                others,
            } = avx2::classify(second(window));
            // The product sets the bits of the rules after each line end.
            of_rules |= (u128::from(newlines) * u128::from(all_of_rules)) << 1;
            let here = of_rules as u64;
            of_rules >>= 64;
            let digits = digits & !here;
            let ends = number_ends(digits, digits_before);
            digits_before = digits;
            // The bytes that no line of numbers has: the run ends at the first of them.
            let mut odd = others & !here;
            let mut is_last = false;
            if odd != 0 {
                odd = without_carriage_returns(odd, text, base);
                // Lines that have ended before are still answered.
                newlines &= (odd & odd.wrapping_neg()).wrapping_sub(1);
                is_last = odd != 0;
            }
            let room = self
                .numbers
                .get_mut(self.count..)
                .and_then(<[u64]>::first_chunk_mut);
            if !room.is_some_and(|room| avx2::read(window, ends, room)) {
                break;
            }
            while newlines != 0 {
                let upto = newlines ^ (newlines - 1);
                self.next = base + newlines.trailing_zeros() as usize + 1;
                newlines &= newlines - 1;
                self.ends
                    .push(self.count + (ends & upto).count_ones() as usize);
                if !begins.starts(&text[self.next..]) {
                    is_last = true;
                    break;
                }
            }
            if is_last {
                break;
            }
            self.count += ends.count_ones() as usize;
            if (self.count >= self.many || self.ends.len() >= self.many) && !self.answer_lines() {
                return self.run;
            }
        }
        self.answer_lines();
        self.run
    }

    /// Answers the lines in hand and keeps the numbers after them; returns `false` if the run ends here.
    #[inline(always)]
    fn answer_lines(&mut self) -> bool {
        let Some(&from) = self.ends.last() else {
            return true;
        };
        let answered = (self.answer)(self.numbers, self.ends);
        self.run.lines += answered as u64;
        if answered < self.ends.len() {
            let lines = &self.text[self.run.bytes..self.next];
            self.run.bytes += memchr::memchr_iter(b'\n', lines)
                .take(answered)
                .last()
                .map_or(0, |end| end + 1);
            return false;
        }
        self.run.bytes = self.next;
        // A run that ends within a block has read more than it counts.
        let kept = self.count.saturating_sub(from);
        self.numbers.copy_within(from..from + kept, 0);
        self.count = kept;
        self.ends.clear();
        self.many = (2 * self.many).min(MAX_IN_HAND);
        true
    }
}

/// The text that lines must begin with: its first bytes are compared as a word.
struct Beginning<'a> {
    /// The text.
    rules: &'a [u8],
    /// The first bytes of the text, at most eight.
    word: u64,
    /// The bits of the word that are compared.
    mask: u64,
}

impl<'a> Beginning<'a> {
    fn new(rules: &'a [u8]) -> Self {
        let mut word = [0; 8];
        let length = rules.len().min(word.len());
        word[..length].copy_from_slice(&rules[..length]);
        Beginning {
            rules,
            word: u64::from_le_bytes(word),
            mask: u64::MAX >> (64 - 8 * length),
        }
    }

    /// Says whether a line begins with the text.
    #[inline(always)]
    fn starts(&self, line: &[u8]) -> bool {
        match line.first_chunk() {
            Some(&word) => {
                let same = (u64::from_le_bytes(word) ^ self.word) & self.mask == 0;
                same && (self.rules.len() <= 8 || line.starts_with(self.rules))
            }
            None => line.starts_with(self.rules),
        }
    }
}

/// Returns the places of a block at which the digits of a number have just ended, by its digits and those of the block before.
#[inline(always)]
pub(super) fn number_ends(digits: u64, before: u64) -> u64 {
    !digits & (digits << 1 | before >> 63)
}

/// Returns the second block of a window.
#[inline(always)]
fn second(window: &Window) -> &Block {
    window.last_chunk().unwrap_or(&[b' '; BLOCK])
}

/// A text in blocks, each with the one before it; blanks stand before its beginning and after its
/// end.
struct Blocks<'t> {
    /// The text.
    text: &'t [u8],
    /// The place of the next block.
    at: usize,
    /// The first or last window.
    edge: Window,
}

impl<'t> Blocks<'t> {
    fn new(text: &'t [u8]) -> Self {
        Blocks {
            text,
            at: 0,
            edge: [b' '; 2 * BLOCK],
        }
    }

    /// Takes the next block, and returns where it begins.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, &Window)> {
        let base = self.at;
        self.at += BLOCK;
        let whole = self
            .text
            .get(base.wrapping_sub(BLOCK)..)
            .and_then(<[u8]>::first_chunk);
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

/// Clears the bits of carriage returns right before a line end; bit *i* is the byte at
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
