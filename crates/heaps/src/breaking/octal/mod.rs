//! Octal games, and Grundy's game: the Grundy values of games that leave two heaps at most.
//!
//! The value of a heap is the mex over sums of two smaller heaps, so by its definition the sequence costs O(n²). The
//! sparse space of values ([`space`]), in which sets of bits find nearly all of them ([`sets`]), and vectors
//! ([`search`]) make it cheap.
//!
//! A block of heaps is found in two steps.
//!
//! 1. *Guess*, heap by heap: mark what the single-heap moves, the first splits and some of the
//!    rare parts reach, and walk up the values. An unmarked rare value is looked for among all
//!    splits ([`unreached`]); if none reaches it, it is the mex. The first unmarked
//!    common value is the guess. If nearly all values are small, [`sets`] mark for many heaps at a time.
//! 2. *Confirm*, for the whole block: a common value is reached by one rare and one common part
//!    only ([`Space`]), so a guess stands if no rare part and its partner make it. One rare part
//!    meets the block's partners as one vector.
//!
//! A heap whose guess falls is found again with all rare parts, and the block goes on after it. If rares are not sparse,
//! nothing is called common, and heaps are found one by one.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps in the table are numbered below 2³² − 1024, and half a heap is less than the heap"
)]

mod rules;
mod search;
mod sets;
mod space;

pub use rules::OctalRules;
pub use search::{
    Found, LANES, PairSearch, SplitValues, any_pair, count_pairs, mark_hits, split_values,
};
pub use sets::{BlockSets, MAX_WORDS, Numbering};
pub use space::Space;

use self::search::{VALUES_AT_ONCE, unreached};
use self::space::width;
use super::code::Code;
use super::moves::{HeapValues, last_split};
use super::proof;
use crate::choice::HeapEngine;
use crate::sequence::store::Terms;
use crate::sequence::{Engine, Pattern, Verdict};
use grundy_base::budget::{Budget, Limit};
use grundy_base::simd::Simd;

/// The end of the values that are kept, which take 16 bits. Nim-sums of values below it stay below it.
const OCTAL_VALUES_END: usize = 1 << 15;

/// The work units of one marked value.
const MARK_STEPS: u64 = 4;

/// The steps with which a search among the splits of one take begins (`octal 0.777…`, 200 digits).
const STEPS_A_SEARCH: u64 = 24;

/// The least number of first splits that are tried in every heap. It is not less than [`LANES`], so that they cover a
/// rare part within one block of the heap itself, whose partner is tiny.
const FIRST_SPLITS: usize = LANES;

/// The Grundy values of an octal game.
#[derive(Debug)]
pub struct Octal {
    /// The code of the game.
    code: Code,
    /// The takes of the code, by what they may leave.
    rules: OctalRules,
    /// The values of heaps 0, 1, 2, …, as far as they are found.
    values: Vec<u16>,
    /// The sparse space in which the next heaps are found; without one nothing is called common.
    space: Option<Space>,
    /// The rare heaps ≥ 1, ascending.
    rares: Vec<RareHeap>,
    /// The sets of marks for many heaps at a time, if nearly all values are small.
    sets: Option<BlockSets>,
    /// The number of rares that a guess tries.
    tried: usize,
    /// The number of splits that a guess tries for each take.
    first_splits: usize,
    /// Eight times the number of splits that are tried for each value below the width.
    often: usize,
    /// The work since the last review that marked values.
    marked: u64,
    /// The work since the last review that searched for values which no mark showed.
    searched: u64,
    /// The number of guesses that fell since `tried` was last chosen.
    fallen: u32,
    /// The heap from which `tried` is chosen anew.
    adapt_at: usize,
    /// The round in which each value was last marked. Each heap that is guessed has a round of its own.
    marks: Box<[u32]>,
    /// The number of the current round of marks.
    round: u32,
    /// The vector instructions in use.
    simd: Simd,
    /// The heap from which the way on is chosen anew.
    review_at: usize,
    /// The work in all, in the unit of the budget.
    work: u64,
}

/// A rare heap and its value.
#[derive(Clone, Copy, Debug)]
struct RareHeap {
    /// The size of the heap.
    heap: u32,
    /// The value of the heap, which is not in the sparse space.
    value: u16,
}

impl Octal {
    /// Begins with the value of heap 0; returns `None` if the code is not that of an octal game.
    pub fn new(code: &Code) -> Option<Self> {
        Some(Octal {
            rules: OctalRules::of(code)?,
            code: code.clone(),
            values: vec![0],
            space: None,
            rares: Vec::new(),
            sets: None,
            tried: 64,
            first_splits: FIRST_SPLITS,
            often: 16,
            marked: 0,
            searched: 0,
            fallen: 0,
            adapt_at: 0,
            marks: vec![0; OCTAL_VALUES_END].into_boxed_slice(),
            round: 0,
            simd: Simd::current(),
            review_at: 512,
            work: 0,
        })
    }

    /// Returns whether value `v` is common for a heap of `n`.
    fn is_common(&self, v: u16, n: usize) -> bool {
        self.space.is_some_and(|space| space.is_common(v, n))
    }

    /// Guesses the next heap, trying up to `tried` rare parts.
    fn guess(&mut self, tried: usize) -> Found {
        self.mark(tried);
        let n = self.values.len();
        let round = self.round;
        let mut v = 0;
        loop {
            // The least values without a mark, up to a common one: splits are searched for several at once.
            let mut open = [0; VALUES_AT_ONCE];
            let mut count = 0;
            while count < VALUES_AT_ONCE
                && (self.marks[usize::from(v)] == round || !self.is_common(v, n))
            {
                if self.marks[usize::from(v)] != round {
                    open[count] = v;
                    count += 1;
                }
                v += 1;
            }
            if let Some(unreached) = self.unreached(&open[..count]) {
                return Found::Exact(unreached);
            }
            if count < VALUES_AT_ONCE {
                return Found::Guess(v);
            }
        }
    }

    /// Marks, in a round of its own, what the next heap is seen to reach: by moves to one heap or none, by the first
    /// splits, and by up to `tried` rare parts.
    fn mark(&mut self, tried: usize) {
        let n = self.values.len();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill(0);
            self.round = 1;
        }
        let round = self.round;
        let values = &self.values[..];
        let marks: &mut [u32; OCTAL_VALUES_END] = match (&mut self.marks[..]).try_into() {
            Ok(marks) => marks,
            Err(_) => unreachable!("made with this length"),
        };
        // Values are below the table's length; the mask shows this to the compiler.
        let mut mark = |v: u16| marks[usize::from(v) & (OCTAL_VALUES_END - 1)] = round;
        if self.rules.clears.binary_search(&(n as u32)).is_ok() {
            mark(0);
        }
        for &k in self.rules.keeps.iter().take_while(|k| (**k as usize) < n) {
            mark(values[n - k as usize]);
        }
        let mut marked = MARK_STEPS * self.rules.keeps.len() as u64;
        for &k in self
            .rules
            .splits
            .iter()
            .take_while(|k| (**k as usize) + 2 <= n)
        {
            let r = n - k as usize;
            let first = self
                .first_splits
                .min(last_split(r as u64, !self.rules.halves) as usize);
            for (low, high) in values[1..=first]
                .iter()
                .zip(values[r - first..r].iter().rev())
            {
                mark(low ^ high);
            }
            if self.space.is_some() {
                for &RareHeap { heap, value } in self.rares[..tried]
                    .iter()
                    .take_while(|rare| (rare.heap as usize) < r)
                {
                    // Two equal rare parts make a rare value, which must not be marked if halves may not be equal.
                    if self.rules.halves || r != 2 * heap as usize {
                        mark(value ^ values[r - heap as usize]);
                    }
                }
                marked += MARK_STEPS * tried as u64;
            }
            marked += MARK_STEPS * first as u64;
        }
        self.work += self.priced(marked);
        self.marked += marked;
    }

    /// Guesses the next heap of a block by its sets, if there are sets and its value is among their least ones.
    fn guess_with_sets(&mut self, tried: usize) -> Found {
        let values = &self.values[..];
        let simd = self.simd;
        let mut searched = 0;
        let reached = |v| unreached(simd, &self.rules, values, &[v], &mut searched).is_none();
        let found = self
            .sets
            .as_mut()
            .and_then(|sets| sets.guess(&self.rules, values, reached));
        self.searched += searched;
        self.work += self.priced(searched);
        found.unwrap_or_else(|| self.guess(tried))
    }

    /// Returns the least of these values that no split of the next heap reaches.
    fn unreached(&mut self, open: &[u16]) -> Option<u16> {
        if open.is_empty() {
            return None;
        }
        let mut searched = 0;
        self.work += STEPS_A_SEARCH * self.rules.splits.len() as u64;
        let unreached = unreached(self.simd, &self.rules, &self.values, open, &mut searched);
        self.searched += searched;
        self.work += self.priced(searched);
        unreached
    }

    /// Converts work units of marks and searches to steps of about half a nanosecond. Those of 0.007 take a tenth of a
    /// nanosecond up to heap 630,000, without a sparse space, where they run without a break, and a fourth of one
    /// beyond.
    fn priced(&self, work: u64) -> u64 {
        if self.space.is_none() {
            work / 5
        } else {
            work / 2
        }
    }

    /// Notes the value of the next heap.
    fn push(&mut self, v: u16) {
        let n = self.values.len();
        if self.space.is_some_and(|space| !space.is_common(v, n)) {
            self.rares.push(RareHeap {
                heap: n as u32,
                value: v,
            });
        }
        self.values.push(v);
        if let Some(sets) = &mut self.sets {
            sets.push(v);
        }
    }

    /// Finds the next heap alone.
    fn grow_one_heap(&mut self) {
        let v = match self.guess(self.rares.len()) {
            Found::Exact(v) | Found::Guess(v) => v,
        };
        self.push(v);
    }

    /// Finds the next block of heaps in a sparse space, or its heaps up to the first one whose guess falls.
    fn grow_one_sparse_block(&mut self) {
        let start = self.values.len();
        let tried = self.tried.min(self.rares.len());
        let guesses = self.guess_block(tried);
        let hits = self.hits(start, tried, &guesses);
        let fallen = hits.iter().position(|&hit| hit != 0);
        let end = start + fallen.unwrap_or(LANES);
        self.values.truncate(end);
        if let Some(sets) = &mut self.sets {
            sets.truncate(end);
        }
        // A heap without a guess has a rare value.
        for n in start..end {
            if guesses[n - start] == u16::MAX {
                self.rares.push(RareHeap {
                    heap: n as u32,
                    value: self.values[n],
                });
            }
        }
        if fallen.is_some() {
            self.fallen += 1;
            self.grow_one_heap();
        }
    }

    /// Guesses the heaps of the next block with `tried` rare parts, and adds them to the values. Returns the guesses,
    /// with `u16::MAX` for values that are exact.
    fn guess_block(&mut self, tried: usize) -> [u16; LANES] {
        let mut guesses = [u16::MAX; LANES];
        if let Some(sets) = &mut self.sets {
            let marked = sets.begin(&self.rules, tried);
            self.work += self.priced(marked);
            self.marked += marked;
        }
        for guess in &mut guesses {
            let v = match self.guess_with_sets(tried) {
                Found::Exact(v) => v,
                Found::Guess(v) => {
                    *guess = v;
                    v
                }
            };
            self.values.push(v);
            if let Some(sets) = &mut self.sets {
                sets.push(v);
            }
        }
        guesses
    }

    /// Marks the guesses of the block from `start` on that fall, because a rare part that was not tried and its partner
    /// have this value.
    fn hits(&mut self, start: usize, tried: usize, guesses: &[u16; LANES]) -> [u16; LANES] {
        let mut hits = [0; LANES];
        for &k in &self.rules.splits {
            let r = start - k as usize;
            // Rare parts from r on have partners below LANES, which the first splits covered.
            for rare in self.rares[tried..]
                .iter()
                .take_while(|rare| (rare.heap as usize) < r)
            {
                let partners = &self.values[r - rare.heap as usize..];
                mark_hits(self.simd, partners, &mut hits, guesses, rare.value);
            }
            self.work += self.priced(4 + 8 * (self.rares.len() - tried) as u64);
        }
        hits
    }

    /// Chooses the way on, by what the heaps so far look like. This happens at fixed lengths, so that the
    /// work spent up to a heap does not depend on what was asked for.
    fn review(&mut self) {
        let n = self.values.len();
        let (space, rares) = Space::fewest_rares(&self.values, &self.rules.splits);
        self.work += 2 * n as u64 + (1 << 16);
        self.space = (rares * 16 <= n).then_some(space);
        // The first splits should meet most values that some split reaches: the fewer are tried, the more values are
        // searched for.
        if self.searched < self.marked / 128 {
            self.often = (self.often * 3 / 4).max(4);
        } else if self.searched > self.marked / 24 {
            self.often = (self.often * 3 / 2).min(64);
        }
        self.marked = 0;
        self.searched = 0;
        let often = if self.space.is_none() {
            128
        } else {
            self.often
        };
        let wanted = often * width(&self.values) / 8 / self.rules.splits.len().max(1);
        self.first_splits = wanted.max(FIRST_SPLITS);
        self.rares.clear();
        let before = self.sets.take();
        if let Some(space) = self.space {
            for (heap, &value) in (0u32..).zip(&self.values).skip(1) {
                if !space.is_common(value, heap as usize) {
                    self.rares.push(RareHeap { heap, value });
                }
            }
            let simd = Simd::current();
            self.sets = BlockSets::new(space, &self.values, self.first_splits, before, simd);
        }
        self.review_at = n + n / 4;
    }

    /// Tries more rares in the guesses when too many fall, fewer when hardly any do: a guess that
    /// falls costs the rest of its block.
    fn adapt(&mut self) {
        if self.fallen > 8 {
            self.tried = (self.tried * 2).min(1 << 16);
        } else if self.values.len() < self.adapt_at {
            return;
        } else if self.fallen <= 1 {
            self.tried = (self.tried * 7 / 8).max(16);
        }
        self.fallen = 0;
        self.adapt_at = self.values.len() + 4096;
    }
}

/// Returns whether heaps of this value are the last ones that are found. Nim-sums of smaller values are smaller than the
/// end of values, with room for the heaps of a block.
fn too_large(v: u16) -> bool {
    usize::from(v) >= OCTAL_VALUES_END / 2
}

impl HeapValues for Octal {
    fn value(&self, place: usize) -> u32 {
        self.values[place].into()
    }

    fn count_pairs(&self, low: usize, high: usize, pairs: usize, value: u32) -> u64 {
        let Ok(value) = u16::try_from(value) else {
            return 0;
        };
        let low = &self.values[low..low + pairs];
        let high = &self.values[high + 1 - pairs..=high];
        count_pairs(self.simd, low, high, value)
    }
}

impl Engine for Octal {
    fn chosen(&self) -> HeapEngine {
        match (self.space, &self.sets) {
            (None, _) => HeapEngine::HeapByHeap,
            (_, None) => HeapEngine::Blocks,
            (_, Some(_)) => HeapEngine::Sets,
        }
    }

    fn known(&self) -> u64 {
        self.values.len() as u64
    }

    fn grow(&mut self) {
        let len = self.values.len();
        if len >= self.review_at {
            self.review();
        }
        if self.space.is_none() || len <= 4096 + self.rules.largest_take {
            self.grow_one_heap();
        } else {
            self.adapt();
            self.grow_one_sparse_block();
        }
    }

    fn first_look(&self) -> u64 {
        if self.rules.may_repeat { 128 } else { u64::MAX }
    }

    fn look(&mut self) -> Verdict {
        self.work += 4 * self.values.len() as u64;
        proof::find_period_of(&self.code, &self.values)
    }

    fn settle(&mut self, pattern: Pattern) {
        // Twice as many values as the pattern needs are kept: so the splits of a large heap are counted in few runs of
        // values.
        self.values.truncate(2 * pattern.terms() as usize);
        self.values.shrink_to_fit();
        self.rares = Vec::new();
        self.sets = None;
        self.marks = Box::default();
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn bytes(&self) -> u64 {
        let rules = self.rules.splits.len() + self.rules.keeps.len() + self.rules.clears.len();
        let sets = self.sets.as_ref().map_or(0, BlockSets::bytes);
        (self.values.len() * 2 + self.rares.len() * 8 + self.marks.len() * 4 + rules * 4 + sets)
            as u64
    }

    /// Returns the bytes of the values while they are doubled, of the test of periods, and of the sets while they are
    /// doubled.
    fn needed(&self) -> u64 {
        if self.values.len() >= u32::MAX as usize - 1024 {
            return u64::MAX;
        }
        let sets = self.sets.as_ref().map_or(0, |sets| 2 * sets.bytes() as u64);
        self.values.len() as u64 * 6 + self.rares.len() as u64 * 8 + sets
    }

    fn stopped(&self, used_up: &str) -> String {
        let last = self.values.len() - 1;
        format!(
            "Grundy values of this game are known to heap {last} only: the {used_up} is used up and no period shows"
        )
    }

    /// Returns the limit of too large a value, which only codes with as many digits meet.
    fn end(&self) -> Option<Limit> {
        let ends = self.values.last().is_some_and(|&v| too_large(v));
        ends.then(|| {
            Limit::fixed(format!(
                "Grundy values are kept up to {}",
                OCTAL_VALUES_END / 2
            ))
        })
    }

    fn terms(&self) -> Terms<'_> {
        Terms::Short((&self.values[..]).into())
    }

    fn restore(&mut self, terms: Terms<'static>, _: bool, _: &Budget) -> bool {
        let Terms::Short(values) = terms else {
            return false;
        };
        if values.iter().any(|&v| usize::from(v) >= OCTAL_VALUES_END) {
            return false;
        }
        self.values = values.into_owned();
        // The next heaps decide the way anew.
        self.review_at = self.values.len();
        true
    }
}
