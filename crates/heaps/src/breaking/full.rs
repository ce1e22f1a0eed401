//! The Grundy values of any take-and-break code.
//!
//! The values of two heaps that add up to r are kept as a set for each r ([`Pairs`]). What a move to one or two
//! heaps reaches is then a union of sets. What three heaps a + b + c = r reach is also a union: over a, of
//! the set of r − a with g(a) added to its members ([`triples`](super::triples)). Few a reach nearly all
//! values that matter; whether the others reach one of those that are missing is asked only when it might be
//! the mex. Digits that repeat need each set once: the unions over all takes so far are kept by the
//! remainder of r.

use super::code::Code;
use super::moves::HeapValues;
use super::pairs::{Pairs, Which};
use super::proof;
use super::triples::{Thirds, Twos};
use crate::choice::HeapEngine;
use crate::sequence::store::Terms;
use crate::sequence::{Engine, Pattern, Verdict};
use grundy_base::bits::{add, has, insert};
use grundy_base::budget::Budget;

/// The work units of one look into a set; a unit is about a quarter of a nanosecond.
const LOOK_STEPS: u64 = 6;

/// The number of values that may be found missing, and then reached after all, before a heap adds more sets. If three
/// heaps may be left, 2 is a fifth to a quarter faster than 8.
const MAX_HITS: u32 = 2;

/// The Grundy values of a code.
#[derive(Debug)]
pub struct Full {
    /// The rules.
    code: Code,
    /// The values of heaps 0, 1, …
    values: Vec<u32>,
    /// The sets of any two heaps, if some digit needs them.
    any: Option<Pairs>,
    /// The sets of two unequal heaps, if some digit needs them.
    unequal: Option<Pairs>,
    /// The sets of the values that several pairs of unequal heaps have, if some digit leaves three unequal heaps.
    twice: Option<Pairs>,
    /// The values that the repeated digits reach, by the remainder of the number they leave.
    classes: Vec<Class>,
    /// The values of three heaps that add up to r, for the last r.
    threes: ByEquality<Window>,
    /// The largest value.
    top: u32,
    /// The steps taken so far.
    work: u64,
}

/// Two things of one kind: for any heaps, and for heaps that must be unequal.
#[derive(Debug, Default)]
struct ByEquality<T> {
    /// The thing for any heaps.
    any: T,
    /// The thing for heaps that must be unequal.
    unequal: T,
}

impl<T> ByEquality<T> {
    /// Returns the thing for heaps that must be unequal, or for any heaps.
    fn get(&self, unequal: bool) -> &T {
        if unequal { &self.unequal } else { &self.any }
    }

    /// Returns the thing for heaps that must be unequal, or for any heaps, to be changed.
    fn get_mut(&mut self, unequal: bool) -> &mut T {
        if unequal {
            &mut self.unequal
        } else {
            &mut self.any
        }
    }
}

/// The values reached by what is left, for one remainder: by one heap, by two, and by three.
#[derive(Debug, Default)]
struct Class {
    /// The values of one heap.
    one: Vec<u64>,
    /// The values of two heaps.
    two: ByEquality<Vec<u64>>,
    /// The values of three heaps.
    three: ByEquality<Vec<u64>>,
}

impl Class {
    /// Estimates the memory held, in bytes.
    fn bytes(&self) -> u64 {
        let words = self.one.len()
            + self.two.any.len()
            + self.two.unequal.len()
            + self.three.any.len()
            + self.three.unequal.len();
        words as u64 * 8
    }
}

/// The values of three heaps that add up to r, for as many r as there are digits that do not repeat.
#[derive(Debug, Default)]
struct Window {
    /// The rows; that of r is at place r modulo the length.
    rows: Vec<Row>,
}

/// The facts known of three heaps that add up to `r`.
#[derive(Debug, Default)]
struct Row {
    /// The sum of the heaps.
    r: usize,
    /// The values known of them.
    thirds: Thirds,
}

impl Window {
    /// Estimates the memory held, in bytes.
    fn bytes(&self) -> u64 {
        self.rows
            .iter()
            .map(|row| row.thirds.reached.len() as u64 * 8 + 48)
            .sum()
    }

    /// Returns the row of r, which may be empty.
    fn row(&mut self, r: usize, length: usize) -> &mut Thirds {
        self.rows.resize_with(length, Default::default);
        let row = &mut self.rows[r % length];
        if row.r != r {
            row.r = r;
            row.thirds.reached.clear();
            row.thirds.looked = 0;
        }
        &mut row.thirds
    }
}

impl Full {
    /// Begins with the value of heap 0.
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
            threes: ByEquality::default(),
            top: 0,
            work: 0,
        }
    }

    /// Returns the sets of pairs of heaps that must be unequal, or of any heaps.
    fn pairs(&self, unequal: bool) -> Option<&Pairs> {
        if unequal {
            self.unequal.as_ref()
        } else {
            self.any.as_ref()
        }
    }

    /// Finds the value of the next heap.
    fn grow_one_heap(&mut self) {
        let n = self.values.len();
        let mut seen = self.reached_with_two(n);
        self.work += LOOK_STEPS * (self.code.first_repeated().min(n) * seen.len()) as u64;
        self.add_repeated(n, &mut seen);
        // A value that is missing costs a look into the set of every smallest heap that was not added; many of them
        // show that more sets should be.
        let mut v = 0;
        let mut hits = MAX_HITS;
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

    /// Returns the values of two heaps or fewer that heap `n`, the next one, reaches by digits that do not repeat.
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
                && let Some(pairs) = self.pairs(digit.unequal)
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

    /// Returns the number of words of a set that holds the nim-sums of three values up to `top`, and of all before.
    fn words(&self, top: u32) -> usize {
        let mut words = ((top as usize + 1).next_power_of_two() / 64).max(1);
        for pairs in [&self.any, &self.unequal].into_iter().flatten() {
            if let Some(last) = pairs.len().checked_sub(1) {
                words = words.max(pairs.row(last).len());
            }
        }
        words
    }

    /// Adds to the classes what the first repeated digit leaves of heap `n`, the next one.
    fn add_to_class(&mut self, n: usize) {
        let from = self.code.first_repeated();
        let modulus = self.code.repeat().len();
        if modulus == 0 || n <= from {
            return;
        }
        let r = n - from;
        let class = &mut self.classes[r % modulus];
        insert(&mut class.one, self.values[r]);
        if let Some(pairs) = &self.any {
            add(&mut class.two.any, pairs.row(r));
        }
        if let Some(pairs) = &self.unequal {
            add(&mut class.two.unequal, pairs.row(r));
        }
        self.add_three_to_class(r);
    }

    /// Adds what the repeated digits reach from heap `n`, the next one.
    fn add_repeated(&mut self, n: usize, seen: &mut Vec<u64>) {
        let from = self.code.first_repeated();
        let modulus = self.code.repeat().len();
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
                add(seen, class.two.get(digit.unequal));
            }
            if digit.leaves(3) {
                add(seen, class.three.get(digit.unequal));
            }
        }
        self.work += LOOK_STEPS * (modulus * seen.len()) as u64;
    }

    /// Adds all values of three heaps that add up to `r` to its class.
    fn add_three_to_class(&mut self, r: usize) {
        let modulus = self.code.repeat().len();
        let words = self.words(self.top);
        for unequal in [false, true] {
            let mut repeated = self.code.repeat().iter();
            if !repeated.any(|digit| digit.leaves(3) && digit.unequal == unequal) {
                continue;
            }
            let mut all = Thirds::default();
            self.work += all.fill(self.sets(), words, r, unequal, Twos::last(r, unequal));
            let class = &mut self.classes[r % modulus];
            add(class.three.get_mut(unequal), &all.reached);
        }
    }

    /// Returns the sets of two heaps.
    fn sets(&self) -> Twos<'_> {
        Twos {
            values: &self.values,
            any: self.any.as_ref(),
            unequal: self.unequal.as_ref(),
            twice: self.twice.as_ref(),
        }
    }

    /// Returns the takes that do not repeat and may leave three heaps of `n`, with what they leave, and whether
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
        let words = self.words(self.top);
        let length = self.code.first_repeated();
        for (r, unequal) in self.takes_to_three(n) {
            let mut threes = std::mem::take(&mut self.threes);
            let row = threes.get_mut(unequal).row(r, length);
            if !has(&row.reached, v) {
                let next = row.next(r, unequal);
                self.work += row.fill(self.sets(), words, r, unequal, next);
            }
            add(seen, &row.reached);
            self.threes = threes;
        }
    }

    /// Returns whether some take that does not repeat leaves three heaps with value `v`, which does not show in what the
    /// smallest heaps that were looked at reach.
    fn some_three_reach(&mut self, n: usize, v: u32) -> bool {
        let length = self.code.first_repeated();
        for (r, unequal) in self.takes_to_three(n) {
            let first = self.threes.get_mut(unequal).row(r, length).looked + 1;
            let (found, looks) = self.sets().reach(r, first, v, unequal);
            self.work += LOOK_STEPS * looks as u64;
            if found {
                let row = self.threes.get_mut(unequal).row(r, length);
                insert(&mut row.reached, v);
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
        let low = &self.values[low..low + pairs];
        let high = &self.values[high + 1 - pairs..=high];
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

    fn chosen(&self) -> HeapEngine {
        HeapEngine::AnyDigits
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
        self.values.len() as u64 * 4
            + pairs.iter().sum::<u64>()
            + self.classes.iter().map(Class::bytes).sum::<u64>()
            + self.threes.any.bytes()
            + self.threes.unequal.bytes()
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
        let first = self.values.len();
        let work = self.work;
        self.values = values.into_owned();
        if settled {
            return true;
        }
        // The sets are made again, which is much less work than the values were, unless repeated digits
        // leave three heaps. Work that was done in an earlier run does not count.
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
