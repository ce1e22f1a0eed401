//! The next heaps of a game with a sparse space: a block of them at a time.
//!
//! A common value is reached by one rare and one common part only ([`Space`]), so the rare parts tell all
//! common values that a heap cannot have. A block of heaps is found in two steps.
//!
//! 1. *Far*, different heaps on different threads: what rare parts reach whose partners lie before the block, and
//!    what some other splits reach, so that few rare values are left to be looked for. One part meets the
//!    partners of neighbouring heaps side by side.
//! 2. *Near*, heap by heap: what the other rare parts reach. An unmarked rare value below the first unmarked
//!    common one is looked for among all splits ([`Kernels::splits_reach`]); if none reaches it, it is the mex.

use std::ops::Range;

use memchr::memchr;

use super::block::MARK;
use super::rules::Rules;
use super::search::Kernels;
use super::space::Space;
use crate::sync::threads;

/// Bytes of marks that are worked on together: they stay in the first cache.
const GROUP: usize = 1 << 14;

/// Bytes of marks a block has at most.
const BLOCK: usize = 1 << 20;

/// Marks of a block from which other threads are worth their start.
const SHARED: u64 = 1 << 20;

/// How a game splits heaps, and what its values look like.
#[derive(Clone, Copy, Debug)]
pub struct Sparse<'a> {
    pub rules: &'a Rules,
    pub space: Space,
    /// A power of two above all values so far, and so above the xor of any two.
    pub width: usize,
    /// How many splits are tried in every heap for each take, whatever their parts.
    pub tried: usize,
    pub kernels: Kernels,
}

/// The heaps of a block.
#[derive(Clone, Debug)]
struct Heaps {
    /// Where the block begins; all heaps before it are known.
    start: usize,
    end: usize,
    /// How many are worked on together.
    together: usize,
}

impl Heaps {
    /// Where the group of a heap begins and ends.
    fn group(&self, n: usize) -> Range<usize> {
        let first = n - (n - self.start) % self.together;
        first..(first + self.together).min(self.end)
    }
}

impl Sparse<'_> {
    /// How many heaps a block has behind `known` heaps.
    fn heaps(self, known: usize) -> usize {
        let left = known - self.rules.splits.last().map_or(0, |&k| k as usize);
        (left / 16).min(BLOCK / self.width).clamp(1, 4096)
    }

    /// Marks of a heap, about.
    fn marks(self, rares: &[(u32, u16)]) -> u64 {
        ((rares.len() + self.tried) * self.rules.splits.len()) as u64
    }

    /// How many of the threads there are the next block is worth.
    pub fn threads(self, known: usize, rares: &[(u32, u16)], threads: usize) -> usize {
        if self.heaps(known) as u64 * self.marks(rares) < SHARED { 1 } else { threads.max(1) }
    }

    /// Appends the next heaps to the values, and those with rare values to the rares; returns the work, the same
    /// for any number of threads. Stops behind a value at which `ends` says so.
    ///
    /// There are 4096 known heaps more than the largest take.
    pub fn grow(
        self,
        values: &mut Vec<u16>,
        rares: &mut Vec<(u32, u16)>,
        threads: usize,
        ends: impl Fn(u16) -> bool,
    ) -> u64 {
        let (start, count) = (values.len(), self.heaps(values.len()));
        let together = (GROUP / self.width).clamp(1, 64);
        let heaps = Heaps { start, end: start + count, together };
        let mut work = count as u64 * (self.marks(rares) + self.rules.keeps.len() as u64) * MARK / 2;
        let groups = count.div_ceil(together);
        let threads = threads.clamp(1, groups);
        let mut far = threads::each(threads, |part| {
            let groups = groups * part / threads..groups * (part + 1) / threads;
            let part = start + groups.start * together..heaps.end.min(start + groups.end * together);
            self.far(values, rares, &heaps, part)
        });
        work += far.iter().map(|(_, work)| work).sum::<u64>();
        for rows in far.iter_mut().flat_map(|(marks, _)| marks.chunks_mut(together * self.width)) {
            let group = heaps.group(values.len());
            self.between(values, rares, &heaps, &group, rows);
            for marks in rows.chunks_exact_mut(self.width) {
                let n = values.len();
                let v = self.near(values, rares, &group, marks, &mut work);
                if !self.space.is_common(v, n) {
                    rares.push((n as u32, v));
                }
                values.push(v);
                // The marks have no room for what such a value reaches.
                if usize::from(v) >= self.width || ends(v) {
                    return work;
                }
            }
        }
        work
    }

    /// The rare parts that meet partners before `known` in each heap of a group that a take of `k` leads to, by
    /// their index.
    fn met(group: &Range<usize>, known: usize, k: usize, rares: &[(u32, u16)]) -> Range<usize> {
        let below = |end: usize| rares.partition_point(|rare| (rare.0 as usize) < end);
        below(Self::least_met(group, known, k))..below((group.start - k).min(known))
    }

    /// The least of such parts.
    fn least_met(group: &Range<usize>, known: usize, k: usize) -> usize {
        (group.end - k).saturating_sub(known).max(1)
    }

    /// Marks, for the heaps of a part of the block, a row of `width` bytes each.
    fn far(self, values: &[u16], rares: &[(u32, u16)], heaps: &Heaps, part: Range<usize>) -> (Vec<u8>, u64) {
        let mut work = 0;
        let mut marks = vec![0; part.len() * self.width];
        let groups = part.clone().step_by(heaps.together).map(|n| heaps.group(n));
        for (group, rows) in groups.zip(marks.chunks_mut(heaps.together * self.width)) {
            for &k in &self.rules.splits {
                let left = group.start - k as usize;
                let first = heaps.end - heaps.start;
                for part in first..(first + self.tried).min(left / 2) {
                    self.mark(rows, values[part], &values[left - part..]);
                }
                let rares = &rares[Self::met(&group, heaps.start, k as usize, rares)];
                self.mark_rares(values, rares, group.len(), left, rows);
            }
            for (n, marks) in group.zip(rows.chunks_exact_mut(self.width)) {
                // Those marked are reached; the others are looked at once more when the heaps between are known.
                self.least(values, n, marks, &mut work);
            }
        }
        (marks, work)
    }

    /// The least value that no mark, and no split into known heaps, reaches; the width, where all are reached.
    fn least(self, values: &[u16], n: usize, marks: &mut [u8], work: &mut u64) -> usize {
        let mut v = 0;
        loop {
            v += memchr(0, &marks[v..]).unwrap_or(self.width - v);
            if v == self.width || !self.is_reached(values, n, v as u16, work) {
                return v;
            }
            marks[v] = 1;
        }
    }

    /// Marks in the rows of a group what these rare parts reach, `left` being what a take leaves of its first heap.
    fn mark_rares(self, values: &[u16], rares: &[(u32, u16)], heaps: usize, left: usize, rows: &mut [u8]) {
        for &(part, v) in rares {
            let part = part as usize;
            let partners = &values[left - part..];
            match (2 * part).checked_sub(left).filter(|&half| !self.rules.halves && half < heaps) {
                // A rare part and an equal one would mark too much.
                Some(half) => {
                    let (before, after) = rows.split_at_mut(half * self.width);
                    self.mark(before, v, partners);
                    self.mark(&mut after[self.width..], v, &partners[half + 1..]);
                }
                None => self.mark(rows, v, partners),
            }
        }
    }

    /// Marks in each row what a part of value `v` and the partner reach.
    #[inline]
    fn mark(self, rows: &mut [u8], v: u16, partners: &[u16]) {
        match self.width {
            64 => mark_rows::<64>(rows, v, partners),
            128 => mark_rows::<128>(rows, v, partners),
            256 => mark_rows::<256>(rows, v, partners),
            512 => mark_rows::<512>(rows, v, partners),
            width => {
                for (row, &partner) in rows.chunks_exact_mut(width).zip(partners) {
                    // All of these are below the width.
                    row[usize::from(v ^ partner) & (width - 1)] = 1;
                }
            }
        }
    }

    /// Marks what rare parts reach whose partners lie in the block, but before the group.
    fn between(
        self,
        values: &[u16],
        rares: &[(u32, u16)],
        heaps: &Heaps,
        group: &Range<usize>,
        rows: &mut [u8],
    ) {
        for k in self.rules.splits.iter().map(|&k| k as usize) {
            let far = Self::met(group, heaps.start, k, rares);
            let known = Self::met(group, group.start, k, rares);
            for others in [known.start..far.start, far.end..known.end] {
                self.mark_rares(values, &rares[others], group.len(), group.start - k, rows);
            }
        }
    }

    /// The value of the next heap, one of a group of which others have marked what is reached with heaps before
    /// it.
    fn near(
        self,
        values: &[u16],
        rares: &[(u32, u16)],
        group: &Range<usize>,
        marks: &mut [u8],
        work: &mut u64,
    ) -> u16 {
        let n = values.len();
        let mut mark = |v: u16| marks[usize::from(v) & (self.width - 1)] = 1;
        self.rules.keeps.iter().for_each(|&k| mark(values[n - k as usize]));
        for k in self.rules.splits.iter().map(|&k| k as usize) {
            let left = n - k;
            let least = Self::least_met(group, group.start, k);
            let small = rares.iter().take_while(|rare| (rare.0 as usize) < least);
            let large = rares.iter().rev().take_while(|rare| rare.0 as usize >= group.start - k);
            for &(part, v) in small.chain(large).filter(|rare| (rare.0 as usize) < left) {
                if self.rules.halves || left != 2 * part as usize {
                    mark(v ^ values[left - part as usize]);
                }
            }
        }
        self.least(values, n, marks, work) as u16
    }

    /// Whether a value that is not marked is reached all the same, by a split into heaps of which values are known.
    fn is_reached(self, values: &[u16], n: usize, v: u16, work: &mut u64) -> bool {
        if self.space.is_common(v, n) {
            return false;
        }
        self.rules.splits.iter().any(|&k| {
            let search = self.kernels.splits_reach(values, n - k as usize, self.rules.halves, v);
            *work += 8 + search.compared as u64 / 16;
            search.found
        })
    }
}

/// Marks in each row what a part of value `v` and the partner reach: the usual widths, where no index needs a check.
#[inline]
fn mark_rows<const WIDTH: usize>(rows: &mut [u8], v: u16, partners: &[u16]) {
    for (row, &partner) in rows.as_chunks_mut::<WIDTH>().0.iter_mut().zip(partners) {
        row[usize::from(v ^ partner) % WIDTH] = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Simd;
    use crate::theory::mex::mex;
    use crate::theory::octal::{code::OctalCode, naive, space::width};

    /// Blocks behind the first 4300 heaps, by any number of threads, as the definition has them.
    fn check(rules: &Rules, values: &[u16]) {
        let (space, _) = Space::fewest_rares(&values[..4300], &rules.splits);
        let mut works = Vec::new();
        for (simd, threads) in Simd::all().cycle().zip(1..5) {
            let width = width(&values[..4300]).max(64) << (threads / 3);
            let sparse = Sparse { rules, space, width, tried: 40, kernels: Kernels::of(simd) };
            let mut found = values[..4300].to_vec();
            let rare = |&(n, v): &(u32, u16)| n > 0 && !space.is_common(v, n as usize);
            let mut rares: Vec<_> = (0..).zip(found.iter().copied()).filter(rare).collect();
            let mut work = 0;
            while found.len() < values.len() {
                work += sparse.grow(&mut found, &mut rares, threads, |_| false);
            }
            assert_eq!(found[..values.len()], *values, "{rules:?} {threads}");
            assert!(
                rares.iter().eq((0..).zip(found.iter().copied()).filter(rare).collect::<Vec<_>>().iter())
            );
            works.push(work);
        }
        // The same width, the same work.
        assert!(works[0] == works[1] && works[2] == works[3], "{works:?}");
    }

    #[test]
    fn blocks_are_the_same_for_all_threads_and_instructions_and_right() {
        for digits in [&[0u8, 1, 6][..], &[0, 5, 4], &[0, 3, 7, 6], &[0, 1, 2, 7], &[4, 0, 4], &[0, 6, 4]] {
            let code = OctalCode::new(digits).unwrap();
            check(&Rules::from(&code), &naive::grundy(&code, 5200));
        }
        let rules = Rules::grundys_game();
        let mut values = vec![0u16; 5200];
        for n in 1..values.len() {
            values[n] = mex((1..n.div_ceil(2)).map(|a| u32::from(values[a] ^ values[n - a]))) as u16;
        }
        check(&rules, &values);
    }
}
