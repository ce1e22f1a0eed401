//! The next heaps, as far as those before them tell: found for all of them at the same time.
//!
//! Let a block of heaps begin at `start`. Most ways to split its heaps leave two parts before `start`, whose
//! values are known. What those reach is found for groups of [`LANES`] heaps, different groups on
//! different threads ([`Known::look`]); what the block's own heaps reach is marked afterwards, one heap
//! after the other ([`Known::settle`]).
//!
//! Some splits of each heap mark the values they reach. Then:
//!
//! - Where nothing is common, one pass over all other splits tells which values of a window are reached
//!   ([`super::sift`]), or the unmarked values are looked for one by one.
//! - In a sparse [`Space`] only rare parts reach common values. Each heap wants its least unmarked common value, and
//!   the heaps of a group look for it together, in passes over the rare parts: one rare part meets the
//!   partners in the group as one vector. Whoever finds what it wants goes on to its next value, until each
//!   has met all rare parts with the value it wants. A rare value below is looked for among all splits.
//!
//! In a sparse space the small parts are rare more often than others, and the block's own heaps are partners of small
//! parts: so each heap keeps [`SPARE`] values that nothing before the block reaches.

use std::ops::Range;

use super::rules::Rules;
use super::search::{Kernels, LANES, Lanes, Rare};
use super::sift::{Open, WINDOW};
use super::space::Space;

/// Grundy values are kept in 16 bits; xors of values below 2¹⁵ stay below it.
pub const VALUES: usize = 1 << 15;

/// Work units of one marked value; one unit is 16 compared pairs, or about a quarter nanosecond.
const MARK: u64 = 4;

/// Rare parts that a pass meets between two looks at what was found.
const STRETCH: usize = 128;

/// Heaps that go on one by one when so few are left.
const ALONE: usize = 4;

/// Common values found for each heap.
const SPARE: usize = 3;

/// Wanted by a heap that has what it wants: no two values make it.
const NOTHING: u16 = u16::MAX;

/// How the next heaps are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Nothing is called common.
    Dense,
    Sparse(Space),
}

/// What is known before a block.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    pub rules: &'a Rules,
    /// Of all heaps before the block.
    pub values: &'a [u16],
    /// The rare heaps ≥ 1 among them, ascending, where the way is sparse.
    pub rares: &'a [Rare],
    pub way: Way,
    /// How many splits mark what they reach, for each take, at least: not fewer than [`LANES`].
    pub first_splits: usize,
    pub kernels: Kernels,
    /// A power of two above all values.
    pub width: usize,
}

/// What is known of a group's heaps.
#[derive(Debug)]
pub struct Group {
    /// Room for the marks of one heap.
    marking: Box<[bool; VALUES]>,
    /// For each heap the values certainly reached.
    marks: Vec<bool>,
    /// For each heap values that the heaps before the block do not reach, ascending; the first of them is
    /// the least one.
    free: Vec<[u16; SPARE]>,
    pub work: u64,
}

impl Default for Group {
    fn default() -> Self {
        let marking = vec![false; VALUES].into_boxed_slice().try_into();
        Group {
            marking: marking.unwrap_or_else(|_| unreachable!("made with this length")),
            marks: Vec::new(),
            free: Vec::new(),
            work: 0,
        }
    }
}

/// Rare parts that a pass meets, and what a take leaves of the group's first heap.
struct Stretch<'a> {
    left: usize,
    rares: &'a [Rare],
}

/// A heap of a group.
struct Heap<'a> {
    size: usize,
    lane: usize,
    marks: &'a mut [bool],
    work: &'a mut u64,
}

impl Heap<'_> {
    fn mark(&mut self, v: u16) {
        self.marks[usize::from(v)] = true;
    }
}

/// A heap of a group in a sparse space.
#[derive(Clone, Copy)]
struct Search {
    /// The value it wants, or [`NOTHING`].
    wanted: u16,
    /// How many stretches it has still to meet.
    left: usize,
    /// How many values are found.
    found: usize,
}

impl<'a> Known<'a> {
    /// Where the block begins.
    fn start(&self) -> usize {
        self.values.len()
    }

    /// The parts of `left` into two heaps before the block, each pair once.
    fn parts(&self, left: usize) -> Range<usize> {
        let first = (left + 1).saturating_sub(self.start()).max(1);
        first..(self.rules.split_count(left as u64) as usize + 1).max(first)
    }

    /// The end of the parts that mark what they reach, for all heaps of a group of which the first
    /// leaves `left`.
    fn marked(&self, left: usize) -> usize {
        (left + LANES).saturating_sub(self.start()).max(1) + self.first_splits
    }

    /// The parts that have marked what they reach, and the others.
    fn marking(&self, left: usize, lane: usize) -> (Range<usize>, Range<usize>) {
        let parts = self.parts(left);
        // A take that is too large for the group's first heap leaves few parts: all mark.
        let end = left
            .checked_sub(lane)
            .map_or(parts.end, |first| self.marked(first))
            .clamp(parts.start, parts.end);
        (parts.start..end, end..parts.end)
    }

    fn is_common(&self, v: u16, heap: usize) -> bool {
        match self.way {
            Way::Dense => false,
            Way::Sparse(space) => space.is_common(v, heap),
        }
    }

    /// What takes leave of a heap that may be split then.
    fn lefts(&self, heap: usize) -> impl Iterator<Item = usize> + use<'a> {
        let splits = self.rules.splits.iter().map(|&k| k as usize);
        splits.take_while(move |k| k + 2 <= heap).map(move |k| heap - k)
    }

    /// Finds what is known of the heaps from `first` on, at most [`LANES`].
    pub fn look(&self, first: usize, heaps: usize, group: &mut Group) {
        let Group { marking, marks, free, work } = group;
        *work = 0;
        marks.clear();
        marks.resize(heaps.min(LANES) * self.width, false);
        free.clear();
        for (lane, marks) in marks.chunks_exact_mut(self.width).enumerate() {
            let mut heap = Heap { size: first + lane, lane, marks, work: &mut *work };
            self.mark(&mut heap, marking);
            let least = match self.way {
                Way::Dense => self.least(&mut heap),
                Way::Sparse(_) => NOTHING,
            };
            free.push(std::array::from_fn(|k| if k == 0 { least } else { NOTHING }));
        }
        if self.way != Way::Dense {
            self.search(first, marks, free, work);
        }
    }

    /// Marks what the first splits of a heap reach, and what moves without a split do.
    fn mark(&self, heap: &mut Heap, marking: &mut [bool; VALUES]) {
        let (n, values) = (heap.size, self.values);
        if self.rules.clears.binary_search(&(n as u32)).is_ok() {
            marking[0] = true;
        }
        let keeps = self.rules.keeps.iter().map(|&k| k as usize).take_while(|&k| k < n);
        for kept in keeps.map(|k| n - k).filter(|&kept| kept < self.start()) {
            marking[usize::from(values[kept])] = true;
        }
        for left in self.lefts(n) {
            let (parts, _) = self.marking(left, heap.lane);
            *heap.work += MARK * parts.len() as u64;
            if parts.is_empty() {
                continue;
            }
            let high = &values[left + 1 - parts.end..=left - parts.start];
            for (low, high) in values[parts].iter().zip(high.iter().rev()) {
                // Values are below the table's length; the mask tells the compiler.
                marking[usize::from(low ^ high) & (VALUES - 1)] = true;
            }
        }
        let marking = &mut marking[..self.width];
        heap.marks.copy_from_slice(marking);
        marking.fill(false);
    }

    /// The least value that no split into two heaps before the block reaches; those below it are marked.
    ///
    /// What counts as work is one pass for each window of values, whichever way is taken: limits are the
    /// same on every machine.
    fn least(&self, heap: &mut Heap) -> u16 {
        let (mut v, mut looked) = (0, 0);
        while let Some(&marked) = heap.marks.get(usize::from(v)) {
            if !marked && usize::from(v) >= looked {
                looked = usize::from(v) + WINDOW;
                *heap.work += self
                    .lefts(heap.size)
                    .map(|left| 8 + self.marking(left, heap.lane).1.len() as u64 / 16)
                    .sum::<u64>();
                if self.kernels.sifts() {
                    self.sift(heap, v);
                    continue;
                }
            }
            if !marked {
                if self.kernels.sifts() || !self.splits_reach(heap, v) {
                    return v;
                }
                heap.mark(v);
            }
            v += 1;
        }
        v
    }

    /// Marks which of a window of values splits reach.
    fn sift(&self, heap: &mut Heap, base: u16) {
        let mut open: Open = [0; WINDOW / 16];
        let window = &mut heap.marks[usize::from(base)..];
        for (i, _) in window.iter().take(WINDOW).enumerate().filter(|(_, marked)| !**marked) {
            open[i / 16] |= 1 << (i % 16);
        }
        for left in self.lefts(heap.size) {
            let (_, parts) = self.marking(left, heap.lane);
            self.kernels.sift(self.values, left, parts, base, &mut open);
        }
        for (i, marked) in window.iter_mut().take(WINDOW).enumerate() {
            *marked = open[i / 16] >> (i % 16) & 1 == 0;
        }
    }

    /// Whether a split into two heaps before the block, not yet marked, reaches value `v`.
    fn splits_reach(&self, heap: &mut Heap, v: u16) -> bool {
        self.lefts(heap.size).any(|left| {
            let (_, parts) = self.marking(left, heap.lane);
            let search = self.kernels.splits_reach(self.values, left, parts, v);
            if self.way != Way::Dense {
                *heap.work += 8 + search.compared as u64 / 16;
            }
            search.found
        })
    }

    /// The rare parts of a pass over what a take leaves of the group's first heap: the others are among the
    /// splits marked.
    fn passed(&self, left: usize) -> &'a [Rare] {
        let place = |heap: usize| self.rares.partition_point(|rare| (rare.0 as usize) < heap);
        let (from, to) = (place(self.marked(left)), place(left));
        &self.rares[from.min(to)..to]
    }

    /// Finds the least free values of the heaps of a group in a sparse space.
    fn search(&self, first: usize, marks: &mut [bool], free: &mut [[u16; SPARE]], work: &mut u64) {
        let stretches: Vec<Stretch> = self
            .lefts(first)
            .flat_map(|left| self.passed(left).chunks(STRETCH).map(move |rares| Stretch { left, rares }))
            .collect();
        let all = stretches.len();
        let heaps = free.len();
        let mut searches = [Search { wanted: NOTHING, left: 0, found: 0 }; LANES];
        // The heap found what it wanted, or (`free`) met all rare parts without.
        let mut go_on = |lane: usize, search: &mut Search, is_free: bool, work: &mut u64| {
            let marks = &mut marks[lane * self.width..][..self.width];
            let mut heap = Heap { size: first + lane, lane, marks, work };
            let mut v = 0;
            if search.wanted != NOTHING {
                v = search.wanted + 1;
                if is_free {
                    free[lane][search.found] = search.wanted;
                    search.found += 1;
                } else {
                    heap.mark(search.wanted);
                }
            }
            loop {
                search.wanted = NOTHING;
                search.left = 0;
                if search.found == SPARE {
                    return;
                }
                match self.next_common(v, search.found == 0, &mut heap) {
                    Ok(common) if all == 0 => {
                        free[lane][search.found] = common;
                        search.found += 1;
                        v = common + 1;
                    }
                    Ok(common) => {
                        (search.wanted, search.left) = (common, all);
                        return;
                    }
                    Err(other) => {
                        free[lane][search.found] = other;
                        return;
                    }
                }
            }
        };
        let mut running = 0;
        for (lane, search) in searches.iter_mut().enumerate().take(heaps) {
            go_on(lane, search, false, work);
            running += usize::from(search.left > 0);
        }
        let mut at = 0;
        while running > ALONE {
            let stretch = &stretches[at];
            *work += (stretch.rares.len() * LANES / 16) as u64;
            let wanted: Lanes = std::array::from_fn(|lane| searches[lane].wanted);
            let hits = self.kernels.rares_reach(self.values, stretch.left, stretch.rares, &wanted);
            for (lane, search) in searches.iter_mut().enumerate().filter(|(_, search)| search.left > 0) {
                search.left -= 1;
                if hits[lane] != 0 || search.left == 0 {
                    go_on(lane, search, hits[lane] == 0, work);
                    running -= usize::from(search.left == 0);
                }
            }
            at = if at + 1 == all { 0 } else { at + 1 };
        }
        for (lane, search) in searches.iter_mut().enumerate() {
            let mut at = at;
            while search.left > 0 {
                let Stretch { left, rares } = &stretches[at];
                search.left -= 1;
                let hit = self.rares_reach(rares, left + lane, search.wanted, work);
                if hit || search.left == 0 {
                    go_on(lane, search, !hit, work);
                }
                at = if at + 1 == all { 0 } else { at + 1 };
            }
        }
    }

    /// The least common value from `v` on that is not marked; or a value that nothing reaches, which is not
    /// common or beyond all marks. With `rares` the rare values passed are looked for.
    fn next_common(&self, mut v: u16, rares: bool, heap: &mut Heap) -> Result<u16, u16> {
        loop {
            match heap.marks.get(usize::from(v)).copied() {
                None => return Err(v),
                Some(true) => {}
                Some(false) if self.is_common(v, heap.size) => return Ok(v),
                Some(false) if rares => match self.splits_reach(heap, v) {
                    true => heap.mark(v),
                    false => return Err(v),
                },
                Some(false) => {}
            }
            v += 1;
        }
    }

    /// Whether one of these rare parts of what is left reaches value `v`.
    fn rares_reach(&self, rares: &[Rare], left: usize, v: u16, work: &mut u64) -> bool {
        *work += MARK * rares.len() as u64;
        let mut found = false;
        for &(part, rare) in rares {
            found |= self.values[left - part as usize] ^ rare == v;
        }
        found
    }

    /// The value of the block's next heap, in this lane of its group; `fresh` are those before it, fewer than
    /// there are heaps before the block.
    pub fn settle(&self, group: &mut Group, lane: usize, fresh: &[u16]) -> u16 {
        let start = self.start();
        let n = start + fresh.len();
        let marks = &mut group.marks[lane * self.width..(lane + 1) * self.width];
        let mut heap = Heap { size: n, lane, marks, work: &mut group.work };
        for &k in self.rules.keeps.iter().take_while(|k| (**k as usize) < n) {
            if let Some(kept) = (n - k as usize).checked_sub(start) {
                heap.mark(fresh[kept]);
            }
        }
        for left in self.lefts(n) {
            let end = self.parts(left).start.min(self.rules.split_count(left as u64) as usize + 1);
            if end <= 1 {
                continue;
            }
            let high = &fresh[left + 1 - end - start..left - start];
            for (low, high) in self.values[1..end].iter().zip(high.iter().rev()) {
                heap.mark(low ^ high);
            }
            *heap.work += MARK * end as u64;
        }
        let free = group.free[lane];
        let mut v = free[0];
        loop {
            match heap.marks.get(usize::from(v)).copied() {
                None => return v,
                Some(true) => {}
                Some(false) if free.contains(&v) => return v,
                Some(false) if !self.reaches(&mut heap, v) => return v,
                Some(false) => heap.mark(v),
            }
            v += 1;
        }
    }

    /// Whether the heaps before the block reach value `v`, which is not marked.
    fn reaches(&self, heap: &mut Heap, v: u16) -> bool {
        if !self.is_common(v, heap.size) {
            return self.splits_reach(heap, v);
        }
        self.lefts(heap.size).any(|left| {
            let place = |part: usize| self.rares.partition_point(|rare| (rare.0 as usize) < part);
            // Both parts are before the block, and there are two of them.
            let (from, to) = (place((left + 1).saturating_sub(self.start())), place(left));
            from < to && self.rares_reach(&self.rares[from..to], left, v, heap.work)
        })
    }
}
