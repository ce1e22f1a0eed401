//! The next heaps of a game whose values show no sparse space: a block of them at a time.
//!
//! Let a block of heaps begin at `start`. Most ways to split its heaps leave two parts before `start`, whose
//! values are known. What those reach is found for each heap by itself ([`Known::look`]), different heaps on
//! different threads: some splits mark what they reach, and one pass over all others tells which values of a
//! window behind the first unmarked one are reached, too ([`super::sift`]). What the block's own heaps reach is
//! marked afterwards, one heap after the other ([`Known::settle`]).

use std::ops::Range;

use memchr::memchr;

use super::rules::Rules;
use super::sift::{Open, Sift, WINDOW};
use crate::sync::threads;

/// Grundy values are kept in 16 bits; xors of values below 2¹⁵ stay below it.
pub const VALUES: usize = 1 << 15;

/// Work units of one marked value; one unit is about a quarter nanosecond.
pub const MARK: u64 = 4;

/// Pairs that a pass looks up in one unit of work.
const LOOKED_UP: u64 = 4;

/// Pairs of a block from which other threads are worth their start, which takes about as long as 10⁶ of them.
const SHARED: u64 = 1 << 22;

/// What is known before a block.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    pub rules: &'a Rules,
    /// Of all heaps before the block.
    pub values: &'a [u16],
    /// A power of two above all of them, and so above the xor of any two.
    pub width: usize,
    pub sift: Sift,
}

/// What the heaps before the block reach from one of its heaps.
#[derive(Debug)]
struct Reached {
    /// 1 for each marked value below the width, 0 for the others.
    marks: Vec<u8>,
    /// Below here, what is not marked is not reached.
    sure_to: usize,
    work: u64,
}

/// How many heaps a block has behind `known` heaps: the block's own heaps cost each of them a mark.
pub fn heaps(known: usize) -> usize {
    (known / 1024).clamp(32, 512)
}

/// How many of the threads there are such a block is worth.
pub fn threads(known: Known<'_>, heaps: usize, threads: usize) -> usize {
    let pairs = known.lefts(known.values.len()).map(|left| left as u64 / 2).sum::<u64>();
    if heaps as u64 * pairs < SHARED { 1 } else { threads.clamp(1, heaps) }
}

/// The values of the block, and the work they took, the same for any number of threads.
pub fn grow(known: Known<'_>, heaps: usize, threads: usize) -> (Vec<u16>, u64) {
    let start = known.values.len();
    // Each thread has a part of the block; all heaps cost about the same.
    let looked = threads::each(threads, |part| {
        let heaps = heaps * part / threads..heaps * (part + 1) / threads;
        heaps.map(|heap| known.look(start + heap)).collect::<Vec<_>>()
    });
    let mut fresh = Vec::with_capacity(heaps);
    let mut work = 0;
    for mut reached in looked.into_iter().flatten() {
        fresh.push(known.settle(&mut reached, &fresh));
        work += reached.work;
    }
    (fresh, work)
}

impl<'a> Known<'a> {
    /// What is left of heap `n` where a split follows.
    fn lefts(self, n: usize) -> impl Iterator<Item = usize> + 'a {
        self.rules.splits.iter().map(move |&k| n.saturating_sub(k as usize)).take_while(|&left| left >= 2)
    }

    /// The smaller parts of the splits of `left` into two heaps before the block.
    fn parts(self, left: usize) -> Range<usize> {
        let end = self.rules.split_count(left as u64) as usize + 1;
        let start = (left + 1).saturating_sub(self.values.len()).max(1);
        start.min(end)..end
    }

    /// The values of smaller parts, and of the larger ones, the other way round.
    fn pairs(self, left: usize, parts: Range<usize>) -> (&'a [u16], &'a [u16]) {
        if parts.is_empty() {
            return (&[], &[]);
        }
        (&self.values[parts.clone()], &self.values[left + 1 - parts.end..=left - parts.start])
    }

    /// The parts that mark: enough for most values that some split reaches.
    fn marking(self, left: usize) -> Range<usize> {
        let Range { start, end } = self.parts(left);
        let marking = (4 * self.width / self.rules.splits.len()).max(left / 128);
        start..(start + marking).min(end)
    }

    /// What the heaps before the block reach from heap `n`, as far as it is needed.
    fn look(self, n: usize) -> Reached {
        let mut reached = Reached { marks: vec![0; VALUES], sure_to: 0, work: 0 };
        let Ok(marks) = <&mut [u8; VALUES]>::try_from(&mut reached.marks[..]) else {
            unreachable!("made with this length")
        };
        if self.rules.clears.binary_search(&(n as u32)).is_ok() {
            marks[0] = 1;
        }
        for &k in self.rules.keeps.iter().take_while(|k| (**k as usize) < n) {
            if let Some(&v) = self.values.get(n - k as usize) {
                marks[usize::from(v)] = 1;
            }
        }
        reached.work += MARK * self.rules.keeps.len() as u64;
        for left in self.lefts(n) {
            let (low, high) = self.pairs(left, self.marking(left));
            reached.work += MARK * low.len() as u64;
            for (low, high) in low.iter().zip(high.iter().rev()) {
                // Values are below the table's length; the mask tells the compiler.
                marks[usize::from(low ^ high) & (VALUES - 1)] = 1;
            }
        }
        reached.marks.truncate(self.width);
        reached.marks.shrink_to_fit();
        self.find(&mut reached, n);
        reached
    }

    /// Goes on until some value is surely not reached, and returns it.
    fn find(self, reached: &mut Reached, n: usize) -> usize {
        loop {
            let free = memchr(0, &reached.marks).unwrap_or(self.width);
            // No two heaps reach what is beyond the width.
            if free < reached.sure_to || free == self.width {
                return free;
            }
            let window = &mut reached.marks[free..];
            let mut open: Open = [0; WINDOW / 16];
            for (open, marks) in open.iter_mut().zip(window.chunks(16)) {
                *open = marks.iter().rev().fold(0, |open, mark| open << 1 | u16::from(1 - mark));
            }
            for left in self.lefts(n) {
                let parts = self.marking(left).end..self.parts(left).end;
                reached.work += 8 + parts.len() as u64 / LOOKED_UP;
                let (low, high) = self.pairs(left, parts);
                (self.sift)(low, high, free as u16, &mut open);
            }
            for (open, marks) in open.iter().zip(window.chunks_mut(16)) {
                marks.iter_mut().enumerate().for_each(|(i, mark)| *mark = 1 - (open >> i & 1) as u8);
            }
            reached.sure_to = free + WINDOW;
        }
    }

    /// The value of the block's next heap; `fresh` are those before it, fewer than there are heaps before the block.
    fn settle(self, reached: &mut Reached, fresh: &[u16]) -> u16 {
        let start = self.values.len();
        let n = start + fresh.len();
        let mut beyond = Vec::new();
        let mut mark = |v: u16| match reached.marks.get_mut(usize::from(v)) {
            Some(marked) => *marked = 1,
            // The block's own values may be beyond all that were known.
            None => beyond.push(usize::from(v)),
        };
        for &k in self.rules.keeps.iter().take_while(|k| (**k as usize) < n) {
            if let Some(kept) = (n - k as usize).checked_sub(start) {
                mark(fresh[kept]);
            }
        }
        for left in self.lefts(n) {
            let end = self.parts(left).start.min(self.rules.split_count(left as u64) as usize + 1);
            if end <= 1 {
                continue;
            }
            let high = &fresh[left + 1 - end - start..left - start];
            for (low, high) in self.values[1..end].iter().zip(high.iter().rev()) {
                mark(low ^ high);
            }
            reached.work += MARK * end as u64;
        }
        let mut v = self.find(reached, n);
        while v >= self.width && beyond.contains(&v) {
            v += 1;
        }
        v as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octal::{code::OctalCode, naive, sift::sift, space::width};
    use crate::simd::Simd;

    #[test]
    fn blocks_are_the_same_for_all_threads_and_instructions_and_right() {
        for digits in
            [&[0u8, 0, 7][..], &[0, 7, 6], &[0, 4, 1, 4], &[4, 0, 0, 5, 2], &[0, 1, 0, 6], &[0, 3], &[4, 7]]
        {
            let code = OctalCode::new(digits).unwrap();
            let values = naive::grundy(&code, 900);
            let rules = Rules::from(&code);
            for (start, heaps) in [(150, 32), (301, 100), (500, 400)] {
                let (before, after) = (&values[..start], &values[start..start + heaps]);
                let mut works = Vec::new();
                for (threads, simd) in (1..5).cycle().zip(Simd::all().chain(Simd::all())) {
                    let width = width(before);
                    let known = Known { rules: &rules, values: before, width, sift: sift(simd) };
                    let (found, work) = grow(known, heaps, threads);
                    assert_eq!(found, after, "{digits:?} {start} {simd:?} {threads}");
                    works.push(work);
                }
                assert!(works.windows(2).all(|two| two[0] == two[1]), "{works:?}");
            }
        }
    }
}
