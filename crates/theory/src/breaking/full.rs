//! The Grundy values of any take-and-break code.
//!
//! The values of two heaps that add up to r are kept as a set for each r ([`Pairs`]). The reach of one or two
//! heaps is then a union of sets. The reach of three heaps a + b + c = r is a union, too: over a, of
//! the set of r − a with g(a) added to its members ([`triples`](super::triples)). Few a reach nearly all
//! values that matter; whether the others reach one of those that are missing is asked only when it might be
//! the mex. Digits that repeat need each set once: the unions over all takes so far are kept by the
//! remainder of r.

use super::code::Code;
use super::moves::HeapValues;
use super::pairs::{Pairs, Which};
use super::proof;
use super::triples::{Thirds, Twos, Union};
use crate::bits::{add, has, insert};
use crate::sequence::store::Terms;
use crate::sequence::{Engine, Pattern, Verdict};
use grundy_machine::budget::Budget;

/// Work units of one look into a set, of some quarter nanosecond each.
const LOOK_STEPS: u64 = 6;

/// The values found missing and then reached after all that make a heap add more sets: 2 is a fifth to a quarter faster
/// than 8 if three heaps may be left.
const MAX_HITS: u32 = 2;

/// The Grundy values of a code.
#[derive(Debug)]
pub struct Full {
    code: Code,
    values: Vec<u32>,
    /// Of two equal or unequal heaps, if some digit needs them; of two unequal heaps, if some digit
    /// leaves three.
    any: Option<Pairs>,
    unequal: Option<Pairs>,
    twice: Option<Pairs>,
    /// The values that the repeated digits reach, by the remainder of the number they leave.
    classes: Vec<Class>,
    /// The values of three heaps that add up to r, for the last r: any heaps, and unequal ones.
    threes: [Window; 2],
    union: Union,
    /// The largest value.
    top: u32,
    work: u64,
}

/// The values reached by what is left, for one remainder.
#[derive(Debug, Default)]
struct Class {
    one: Vec<u64>,
    /// Of any heaps, and of unequal ones.
    two: [Vec<u64>; 2],
    three: [Vec<u64>; 2],
}

/// The values of three heaps that add up to r, for as many r as there are digits that do not repeat.
#[derive(Debug, Default)]
struct Window {
    /// At place r modulo the length: r, and what is known of it.
    rows: Vec<(usize, Thirds)>,
}

impl Window {
    fn bytes(&self) -> u64 {
        self.rows
            .iter()
            .map(|row| row.1.reached.len() as u64 * 8 + 48)
            .sum()
    }

    /// The row of r, which may be empty.
    fn row(&mut self, r: usize, length: usize) -> &mut Thirds {
        self.rows.resize_with(length, Default::default);
        let row = &mut self.rows[r % length];
        if row.0 != r {
            row.0 = r;
            row.1.reached.clear();
            row.1.looked = 0;
        }
        &mut row.1
    }
}

impl Full {
    /// Heap 0 and no further.
    pub fn new(code: Code) -> Self {
        let splits = |heaps: u32, unequal: bool| {
            code.digits()
                .any(|d| d.leaves(heaps) && d.unequal == unequal)
        };
        let needed = |yes: bool| yes.then(Pairs::new);
        let any = needed(splits(2, false) || splits(3, false));
        let unequal = needed(splits(2, true) || splits(3, true));
        let twice = needed(splits(3, true));
        let classes = code.repeat().iter().map(|_| Class::default()).collect();
        Full {
            code,
            values: vec![0],
            any,
            unequal,
            twice,
            classes,
            threes: Default::default(),
            union: Union::default(),
            top: 0,
            work: 0,
        }
    }

    fn grow_one_heap(&mut self) {
        let n = self.values.len();
        let mut seen = self.reached_with_two(n);
        self.work += LOOK_STEPS * (self.code.from().min(n) * seen.len()) as u64;
        self.add_repeated(n, &mut seen);
        // A value that is missing costs a look into the set of every smallest heap that was not added; many of them
        // show that more sets should be.
        let (mut v, mut hits) = (0, MAX_HITS);
        loop {
            if has(&seen, v) {
                v += 1;
            } else if hits == MAX_HITS {
                self.add_three(n, v, &mut seen);
                hits = 0;
            } else if self.some_three_reach(n, v) {
                hits += 1;
                v += 1;
            } else {
                break;
            }
        }
        self.work += LOOK_STEPS * u64::from(v) / 4;
        self.values.push(v);
        self.top = self.top.max(v);
    }

    /// The values that digits that do not repeat reach from heap `n`, the next one, with two heaps or fewer.
    fn reached_with_two(&mut self, n: usize) -> Vec<u64> {
        self.make_pairs(n);
        let words = self.words(self.values[n - 1]);
        let mut seen = vec![0u64; words];
        if self.code.digit(n as u64).leaves(0) {
            insert(&mut seen, 0);
        }
        for (k, digit) in self.code.prefix().iter().enumerate().take(n) {
            if digit.leaves(1) {
                insert(&mut seen, self.values[n - k]);
            }
            if digit.leaves(2)
                && let Some(pairs) = if digit.unequal {
                    &self.unequal
                } else {
                    &self.any
                }
            {
                add(&mut seen, pairs.row(n - k));
            }
        }
        seen
    }

    /// Makes the sets of the pairs that add up to `n`, the next heap.
    fn make_pairs(&mut self, n: usize) {
        let words = self.words(self.values[n - 1]);
        for (pairs, which) in [
            (&mut self.any, Which::Any),
            (&mut self.unequal, Which::Unequal),
            (&mut self.twice, Which::TwiceUnequal),
        ] {
            let Some(pairs) = pairs else { continue };
            while pairs.len() <= n {
                pairs.push(&self.values, words, which);
                self.work += n as u64 * 3;
            }
        }
    }

    /// Words enough for the nim-sums of three values up to this one, and all before.
    fn words(&self, top: u32) -> usize {
        let before = [&self.any, &self.unequal]
            .into_iter()
            .flatten()
            .filter_map(|pairs| pairs.len().checked_sub(1).map(|last| pairs.row(last).len()));
        let own = ((top as usize + 1).next_power_of_two() / 64).max(1);
        before.chain([own]).max().unwrap_or(own)
    }

    /// Adds to the classes what the first repeated digit leaves of heap `n`, the next one.
    fn add_to_class(&mut self, n: usize) {
        let (from, modulus) = (self.code.from(), self.code.repeat().len());
        if modulus > 0
            && let Some(r) = n.checked_sub(from).filter(|&r| r > 0)
        {
            let class = &mut self.classes[r % modulus];
            insert(&mut class.one, self.values[r]);
            for (two, pairs) in class.two.iter_mut().zip([&self.any, &self.unequal]) {
                pairs.iter().for_each(|pairs| add(two, pairs.row(r)));
            }
            self.add_three_to_class(r);
        }
    }

    /// Adds what the repeated digits reach with one heap or two.
    fn add_repeated(&mut self, n: usize, seen: &mut Vec<u64>) {
        let (from, modulus) = (self.code.from(), self.code.repeat().len());
        if modulus == 0 {
            return;
        }
        self.add_to_class(n);
        for (i, digit) in self.code.repeat().iter().enumerate() {
            let Some(r) = n.checked_sub(from + i) else {
                break;
            };
            let class = &self.classes[r % modulus];
            if digit.leaves(1) {
                add(seen, &class.one);
            }
            if digit.leaves(2) {
                add(seen, &class.two[usize::from(digit.unequal)]);
            }
            if digit.leaves(3) {
                add(seen, &class.three[usize::from(digit.unequal)]);
            }
        }
        self.work += LOOK_STEPS * (modulus * seen.len()) as u64;
    }

    /// Adds all values of three heaps that add up to `r` to its class.
    fn add_three_to_class(&mut self, r: usize) {
        let modulus = self.code.repeat().len();
        let words = self.words(self.top);
        for unequal in [false, true] {
            if !self
                .code
                .repeat()
                .iter()
                .any(|digit| digit.leaves(3) && digit.unequal == unequal)
            {
                continue;
            }
            let (mut union, mut all) = (std::mem::take(&mut self.union), Thirds::default());
            union.clear(words);
            self.work += all.fill(self.sets(), &mut union, r, unequal, Twos::last(r, unequal));
            self.union = union;
            let class = &mut self.classes[r % modulus];
            add(&mut class.three[usize::from(unequal)], &all.reached);
        }
    }

    fn sets(&self) -> Twos<'_> {
        Twos {
            values: &self.values,
            any: self.any.as_ref(),
            unequal: self.unequal.as_ref(),
            twice: self.twice.as_ref(),
        }
    }

    /// The takes that do not repeat and may leave three heaps of `n`, with what they leave, and whether
    /// those must differ.
    fn takes_to_three(&self, n: usize) -> impl Iterator<Item = (usize, bool)> + use<> {
        let digits = self.code.prefix().iter().enumerate().take(n);
        let takes = digits
            .filter(|(_, digit)| digit.leaves(3))
            .map(|(k, digit)| (n - k, digit.unequal));
        takes.collect::<smallvec::SmallVec<[_; 8]>>().into_iter()
    }

    /// Adds what is known of three heaps to what heap `n`, the next one, reaches; more of it if value `v` is
    /// missing.
    fn add_three(&mut self, n: usize, v: u32, seen: &mut Vec<u64>) {
        let (words, length) = (self.words(self.top), self.code.from());
        for (r, unequal) in self.takes_to_three(n) {
            let (mut union, mut threes) = (
                std::mem::take(&mut self.union),
                std::mem::take(&mut self.threes),
            );
            let row = threes[usize::from(unequal)].row(r, length);
            if !has(&row.reached, v) {
                union.clear(words);
                self.work += row.fill(self.sets(), &mut union, r, unequal, row.next(r, unequal));
            }
            add(seen, &row.reached);
            (self.union, self.threes) = (union, threes);
        }
    }

    /// Whether some take that does not repeat leaves three heaps with value `v`, which none of the smallest
    /// heaps that were looked at brings.
    fn some_three_reach(&mut self, n: usize, v: u32) -> bool {
        let length = self.code.from();
        for (r, unequal) in self.takes_to_three(n) {
            let first = self.threes[usize::from(unequal)].row(r, length).looked + 1;
            let (found, looks) = self.sets().reach(r, first, v, unequal);
            self.work += LOOK_STEPS * looks as u64;
            if found {
                insert(
                    &mut self.threes[usize::from(unequal)].row(r, length).reached,
                    v,
                );
                return true;
            }
        }
        false
    }
}

impl HeapValues for Full {
    fn value(&self, place: usize) -> u32 {
        self.values[place]
    }

    fn count_pairs(&self, low: usize, high: usize, pairs: usize, value: u32) -> u64 {
        let (low, high) = (
            &self.values[low..low + pairs],
            &self.values[high + 1 - pairs..=high],
        );
        low.iter()
            .zip(high.iter().rev())
            .map(|(low, high)| u64::from(low ^ high == value))
            .sum()
    }
}

impl Engine for Full {
    fn rises(&self) -> bool {
        true
    }

    fn name(&self) -> &'static str {
        "take-and-break code of any digits: mex over sets of bits"
    }

    fn known(&self) -> u64 {
        self.values.len() as u64
    }

    fn grow(&mut self) {
        self.grow_one_heap();
    }

    fn first_look(&self) -> u64 {
        64
    }

    fn look(&mut self) -> Verdict {
        self.work += 16 * self.values.len() as u64;
        let (found, work) = proof::find(&self.code, &self.values);
        self.work += work;
        found.map_or(Verdict::LookAgainAt(u64::MAX), Verdict::Proved)
    }

    fn settle(&mut self, _: Pattern) {}

    fn work(&self) -> u64 {
        self.work
    }

    fn bytes(&self) -> u64 {
        let pairs = [&self.any, &self.unequal, &self.twice]
            .map(|pairs| pairs.as_ref().map_or(0, Pairs::bytes));
        let class = |c: &Class| {
            let sets = [&c.one].into_iter().chain(&c.two).chain(&c.three);
            sets.map(|set| set.len() as u64 * 8).sum::<u64>()
        };
        let threes = self.threes.iter().map(Window::bytes).sum::<u64>() + self.union.bytes();
        self.values.len() as u64 * 4
            + pairs.iter().sum::<u64>()
            + self.classes.iter().map(class).sum::<u64>()
            + threes
    }

    fn needed(&self) -> u64 {
        4 * self.bytes()
    }

    fn stopped(&self, _: &str) -> String {
        format!(
            "no period shows in the first {} Grundy values of this code",
            self.values.len()
        )
    }

    fn terms(&self) -> Terms<'_> {
        Terms::Long((&self.values[..]).into())
    }

    fn restore(&mut self, terms: Terms<'static>, settled: bool, budget: &Budget) -> bool {
        let Terms::Long(values) = terms else {
            return false;
        };
        let (first, work) = (self.values.len(), self.work);
        self.values = values.into_owned();
        if settled {
            return true;
        }
        // The sets are made again, which is much less work than the values were unless repeated digits
        // leave three heaps.
        self.top = self.values.iter().copied().max().unwrap_or(0);
        for n in first..self.values.len() {
            self.make_pairs(n);
            self.add_to_class(n);
            if self.needed() >= budget.memory {
                self.values.truncate(n + 1);
                break;
            }
        }
        self.work = work;
        true
    }
}
