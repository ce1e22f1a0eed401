//! The next heaps of a game with a sparse space: blocks of them at a time.
//!
//! A common value is reached by one rare and one common part only ([`Space`]), so the rare parts tell all
//! common values that a heap cannot have. A block of heaps is found in three steps.
//!
//! 1. *Far*: what rare parts reach whose partners lie before the last block. One part meets the partners of
//!    neighbouring heaps side by side.
//! 2. *Between*: what rare parts reach whose partners lie in the last block, and what some other splits reach. An
//!    unmarked rare value below the first unmarked common one is looked for among all splits into known heaps
//!    ([`Kernels::splits_reach`]).
//! 3. *Near*, heap by heap: what the other rare parts reach, and what was not found among the known heaps.
//!
//! Different heaps are looked at by different threads in the first two steps. The third is one thread's; the others
//! have the first step of the next block meanwhile.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use memchr::memchr;

use super::block::MARK;
use super::rules::Rules;
use super::search::{Kernels, Search};
use super::space::Space;
use crate::sync::{interrupt, threads};

/// Bytes of marks that are worked on together: they stay in the first cache.
const GROUP: usize = 1 << 14;

/// Bytes of marks a block should have at most.
pub const BLOCK: usize = 1 << 20;

/// The most blocks found by one call. The last of them has no next one to be looked at meanwhile.
const BLOCKS: usize = 8;

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
    /// Heaps of a block, at most.
    pub block: usize,
    pub kernels: Kernels,
}

/// The heaps of a block.
#[derive(Clone, Debug)]
struct Heaps {
    start: usize,
    end: usize,
    /// How many are worked on together.
    together: usize,
}

impl Heaps {
    /// The groups of heaps that are worked on together.
    fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let Heaps { start, end, together } = *self;
        (start..end).step_by(together).map(move |first| first..(first + together).min(end))
    }
}

/// Heaps that are worked on together, and what is found to be reached from them.
#[derive(Debug)]
struct Group {
    heaps: Range<usize>,
    /// A row of `width` marks for each heap.
    marks: Vec<u8>,
    /// The work of searching.
    work: u64,
}

/// The heaps before a block, and those of the block that are found.
#[derive(Debug)]
struct Known<'a> {
    before: &'a [u16],
    /// The heaps of the block, behind a copy of those before it that a group meets together with them.
    last: Vec<u16>,
    /// The first of `last`.
    from: usize,
}

impl<'a> Known<'a> {
    /// No heap of the block is found.
    fn before(before: &'a [u16]) -> Self {
        Known { before, last: Vec::new(), from: before.len() }
    }

    /// Heaps of the block follow, so many together.
    fn begin(before: &'a [u16], together: usize) -> Self {
        let from = before.len() - together;
        Known { before, last: before[from..].to_vec(), from }
    }

    fn len(&self) -> usize {
        self.from + self.last.len()
    }

    /// The values from heap `n` on, as far as a group goes.
    #[inline]
    fn from(&self, n: usize) -> &[u16] {
        if n < self.from { &self.before[n..] } else { &self.last[n - self.from..] }
    }

    /// As [`Kernels::splits_reach`] has it.
    fn splits_reach(&self, kernels: Kernels, left: usize, halves: bool, v: u16) -> Search {
        let both_before = kernels.splits_reach(self.before, left, halves, v);
        // Smaller parts whose partners are heaps of the block: no half is among them.
        let small =
            (left + 1).saturating_sub(self.len()).max(1)..(left + 1).saturating_sub(self.before.len());
        if both_before.found || small.is_empty() {
            return both_before;
        }
        let partners = left + 1 - small.end - self.from..left + 1 - small.start - self.from;
        let one_before = kernels.pairs_reach(&self.before[small], &self.last[partners], v);
        Search { compared: both_before.compared + one_before.compared, ..one_before }
    }
}

impl Sparse<'_> {
    /// The next block behind `known` heaps.
    fn heaps(self, known: usize) -> Heaps {
        let left = known - self.rules.splits.last().map_or(0, |&k| k as usize);
        let heaps = (left / 16).min(self.block).clamp(1, 4096);
        Heaps { start: known, end: known + heaps, together: (GROUP / self.width).clamp(1, 64) }
    }

    /// Marks of a heap, about.
    fn marks(self, rares: &[(u32, u16)]) -> u64 {
        ((rares.len() + self.tried) * self.rules.splits.len()) as u64
    }

    /// How many of the threads there are the next blocks are worth.
    pub fn threads(self, known: usize, rares: &[(u32, u16)], threads: usize) -> usize {
        let Heaps { start, end, .. } = self.heaps(known);
        if (end - start) as u64 * self.marks(rares) < SHARED { 1 } else { threads.max(1) }
    }

    /// Appends the next heaps to the values, and those with rare values to the rares; returns the work of marking and
    /// that of searching, the same for any number of threads. Stops behind a value at which `ends` says so.
    ///
    /// There are 4096 known heaps more than the largest take.
    pub fn grow(
        self,
        values: &mut Vec<u16>,
        rares: &mut Vec<(u32, u16)>,
        threads: usize,
        ends: impl Fn(u16) -> bool,
    ) -> (u64, u64) {
        let (mut marked, mut searched) = (0, 0);
        let mut last = values.len();
        let mut heaps = self.heaps(last);
        let (_, mut groups) = self.look_far(values, rares, &heaps, threads, || ());
        // Who asks for one heap gets few heaps more than that.
        let blocks = (last / 16 / (heaps.end - last)).clamp(1, BLOCKS);
        for blocks_left in (0..blocks).rev() {
            interrupt::check();
            self.look_between(values, rares, last, &mut groups, threads);
            marked += (heaps.end - heaps.start) as u64
                * (self.marks(rares) + self.rules.keeps.len() as u64)
                * (MARK / 2);
            last = values.len();
            let mut known = Known::begin(values, heaps.together);
            let mut all_rares = rares.clone();
            let mut near = || {
                groups
                    .drain(..)
                    .all(|group| self.finish(&mut known, &mut all_rares, group, &ends, &mut searched))
            };
            heaps = self.heaps(heaps.end);
            let (all, next) = match blocks_left {
                0 => (near(), Vec::new()),
                _ => self.look_far(values, rares, &heaps, threads, near),
            };
            let found = known.last.split_off(last - known.from);
            values.extend(found);
            *rares = all_rares;
            if !all {
                break;
            }
            groups = next;
        }
        (marked, searched)
    }

    /// Does something on this thread, and the first step of a block on all of them.
    fn look_far<R>(
        self,
        values: &[u16],
        rares: &[(u32, u16)],
        heaps: &Heaps,
        threads: usize,
        first: impl FnOnce() -> R,
    ) -> (R, Vec<Group>) {
        let all: Vec<_> = heaps.groups().collect();
        let next = AtomicUsize::new(0);
        let look = |_| -> Vec<_> {
            let mine = std::iter::from_fn(|| all.get(next.fetch_add(1, Ordering::Relaxed)));
            mine.map(|group| self.far(values, rares, group.clone())).collect()
        };
        let others = threads - 1;
        let ((done, mut groups), more) = match others {
            0 => ((first(), look(0)), Vec::new()),
            _ => threads::both(|| (first(), look(0)), || threads::each(others, look)),
        };
        groups.extend(more.into_iter().flatten());
        groups.sort_unstable_by_key(|group| group.heaps.start);
        (done, groups)
    }

    /// Does the second step of a block, whose first step knew the heaps before `last`.
    fn look_between(
        self,
        values: &[u16],
        rares: &[(u32, u16)],
        last: usize,
        groups: &mut [Group],
        threads: usize,
    ) {
        let known = &Known::before(values);
        let block = groups.last().map_or(0, |group| group.heaps.end - values.len());
        let groups = Mutex::new(groups.iter_mut());
        threads::each(threads, |_| {
            let next = || groups.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some(group) = next() {
                self.between(known, rares, last..values.len(), group);
                for left in self.rules.splits.iter().map(|&k| group.heaps.start - k as usize) {
                    let tried = block..(block + self.tried).min(left / 2);
                    for (part, &v) in tried.clone().zip(&values[tried]) {
                        self.mark(&mut group.marks, v, known.from(left - part));
                    }
                }
                for (n, marks) in group.heaps.clone().zip(group.marks.chunks_exact_mut(self.width)) {
                    // Those marked are reached; the others are looked at once more when the heaps between are known.
                    self.least(known, n, marks, &mut group.work);
                }
            }
        });
    }

    /// The rare parts that meet partners before `known` in each of these heaps, where a take of `k` leads to, by
    /// their index.
    fn met(heaps: &Range<usize>, known: usize, k: usize, rares: &[(u32, u16)]) -> Range<usize> {
        let below = |end: usize| rares.partition_point(|rare| (rare.0 as usize) < end);
        below(Self::least_met(heaps, known, k))..below((heaps.start - k).min(known))
    }

    /// The least of such parts.
    fn least_met(heaps: &Range<usize>, known: usize, k: usize) -> usize {
        (heaps.end - k).saturating_sub(known).max(1)
    }

    /// The first step of a group of a block.
    fn far(self, values: &[u16], rares: &[(u32, u16)], heaps: Range<usize>) -> Group {
        let mut marks = vec![0; heaps.len() * self.width];
        let known = &Known::before(values);
        for &k in &self.rules.splits {
            let rares = &rares[Self::met(&heaps, values.len(), k as usize, rares)];
            self.mark_rares(known, rares, heaps.len(), heaps.start - k as usize, &mut marks);
        }
        Group { heaps, marks, work: 0 }
    }

    /// The least value that no mark, and no split into known heaps, reaches; the width, where all are reached.
    fn least(self, known: &Known<'_>, n: usize, marks: &mut [u8], work: &mut u64) -> usize {
        let mut v = 0;
        loop {
            v += memchr(0, &marks[v..]).unwrap_or(self.width - v);
            if v == self.width || !self.is_reached(known, n, v as u16, work) {
                return v;
            }
            marks[v] = 1;
        }
    }

    /// Marks in the rows of a group what these rare parts reach, `left` being what a take leaves of its first heap.
    fn mark_rares(self, known: &Known<'_>, rares: &[(u32, u16)], heaps: usize, left: usize, rows: &mut [u8]) {
        for &(part, v) in rares {
            let part = part as usize;
            let partners = known.from(left - part);
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

    /// Marks what rare parts reach whose partners lie before the end of the heaps `met`, but not all before their
    /// start.
    fn between(self, known: &Known<'_>, rares: &[(u32, u16)], met: Range<usize>, group: &mut Group) {
        let Group { heaps, marks, .. } = group;
        for k in self.rules.splits.iter().map(|&k| k as usize) {
            let far = Self::met(heaps, met.start, k, rares);
            let all = Self::met(heaps, met.end, k, rares);
            for others in [all.start..far.start, far.end..all.end] {
                self.mark_rares(known, &rares[others], heaps.len(), heaps.start - k, marks);
            }
        }
    }

    /// The third step of a group: its heaps, one after the other, and those of them that are rare. False behind a
    /// value that ends it all.
    fn finish(
        self,
        known: &mut Known<'_>,
        rares: &mut Vec<(u32, u16)>,
        mut group: Group,
        ends: impl Fn(u16) -> bool,
        work: &mut u64,
    ) -> bool {
        self.between(known, rares, known.before.len()..known.len(), &mut group);
        *work += group.work;
        for marks in group.marks.chunks_exact_mut(self.width) {
            let n = known.len();
            let v = self.near(known, rares, &group.heaps, marks, work);
            if !self.space.is_common(v, n) {
                rares.push((n as u32, v));
            }
            known.last.push(v);
            // The marks have no room for what such a value reaches.
            if usize::from(v) >= self.width || ends(v) {
                return false;
            }
        }
        true
    }

    /// The value of the next heap, one of a group of which others have marked what is reached with heaps before
    /// it.
    fn near(
        self,
        known: &Known<'_>,
        rares: &[(u32, u16)],
        group: &Range<usize>,
        marks: &mut [u8],
        work: &mut u64,
    ) -> u16 {
        let n = known.len();
        let mut mark = |v: u16| marks[usize::from(v) & (self.width - 1)] = 1;
        self.rules.keeps.iter().for_each(|&k| mark(known.from(n - k as usize)[0]));
        for k in self.rules.splits.iter().map(|&k| k as usize) {
            let left = n - k;
            let least = Self::least_met(group, group.start, k);
            let small = rares.iter().take_while(|rare| (rare.0 as usize) < least);
            let large = rares.iter().rev().take_while(|rare| rare.0 as usize >= group.start - k);
            for &(part, v) in small.chain(large).filter(|rare| (rare.0 as usize) < left) {
                if self.rules.halves || left != 2 * part as usize {
                    mark(v ^ known.from(left - part as usize)[0]);
                }
            }
        }
        self.least(known, n, marks, work) as u16
    }

    /// Whether a value that is not marked is reached all the same, by a split into known heaps.
    fn is_reached(self, known: &Known<'_>, n: usize, v: u16, work: &mut u64) -> bool {
        if self.space.is_common(v, n) {
            return false;
        }
        self.rules.splits.iter().any(|&k| {
            let search = known.splits_reach(self.kernels, n - k as usize, self.rules.halves, v);
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
    use crate::mex::mex;
    use crate::octal::{code::OctalCode, naive, space::width};
    use crate::simd::Simd;

    /// Blocks behind the first 4300 heaps, by any number of threads, as the definition has them.
    fn check(rules: &Rules, values: &[u16]) {
        let (space, _) = Space::fewest_rares(&values[..4300], &rules.splits);
        let mut works = Vec::new();
        for (simd, threads) in Simd::all().cycle().zip(1..5) {
            // Blocks so small that a call finds several.
            let width = width(&values[..4300]).max(64) << (threads / 3);
            let sparse = Sparse { rules, space, width, tried: 40, block: 64, kernels: Kernels::of(simd) };
            let mut found = values[..4300].to_vec();
            let rare = |&(n, v): &(u32, u16)| n > 0 && !space.is_common(v, n as usize);
            let mut rares: Vec<_> = (0..).zip(found.iter().copied()).filter(rare).collect();
            let mut work = Vec::new();
            while found.len() < values.len() {
                work.push(sparse.grow(&mut found, &mut rares, threads, |_| false));
            }
            assert_eq!(found[..values.len()], *values, "{rules:?} {threads}");
            assert!(
                rares.iter().eq((0..).zip(found.iter().copied()).filter(rare).collect::<Vec<_>>().iter())
            );
            works.push(work);
            // The largest value to come ends it all, wherever it stands.
            let largest = values[4300..].iter().copied().max();
            let last =
                (4300..).zip(&values[4300..]).find(|(_, v)| Some(**v) == largest).map_or(0, |(n, _)| n);
            found.truncate(4300);
            rares.retain(|rare| rare.0 < 4300);
            while found.last().copied() != largest {
                sparse.grow(&mut found, &mut rares, threads, |v| Some(v) == largest);
            }
            assert_eq!(found, values[..=last]);
            assert!(rares.iter().all(|rare| (rare.0 as usize) < found.len()));
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
