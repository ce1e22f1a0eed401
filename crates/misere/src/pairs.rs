//! The finite check that a monoid answers all sums of heaps.
//!
//! Let Q be a commutative monoid with P-elements, and Φ give each heap an element, the identity to those without moves.
//! A sum is answered by the product of its heaps. The answers are right for all sums if the identity is no
//! P-element and
//!
//! 1. no heap has an option and a context z so that both Φ(heap)·z and Φ(option)·z are P-elements: from a sum that loses no
//!    move leads to one that loses;
//! 2. no sum with a move has a product outside P, and no option in P.
//!
//! The second is about infinitely many sums. Let C(w) be the elements y so that w and company of value y would be such a
//! failure, if the company itself had no option in P. C of no heaps is the complement of P, and with x = Φ(w)
//!
//! > C(w + heap) = { y : y·Φ(heap) ∈ C(w), and no option e of the heap has e·x·y ∈ P }
//!
//! A nonempty sum w fails if the identity is in C(w). C never grows when a heap is added, so that pairs (x, C) with an empty C
//! are dropped, and those whose C lies in that of another nonempty sum of the same x. Finitely many pairs remain:
//! 50 for the 40 elements of Kayles.

use grundy_base::budget::StepMeter;

use crate::growth::Unfinished;
use crate::monoid::{Monoid, Set, Word, set, word};

/// A sum that the check goes on from.
#[derive(Clone, Debug)]
struct Pair {
    /// The product of the sum.
    value: usize,
    /// The set C of the sum.
    failing: Set,
    /// The way in which the pair was made; `None` for the sum of no heaps.
    made: Option<Added>,
}

/// A letter that was added to a pair.
#[derive(Clone, Copy, Debug)]
struct Added {
    /// The number of the pair.
    pair: usize,
    /// The letter that is added to it.
    letter: u32,
}

/// The pairs of a monoid that are kept, closed under adding the heaps known so far.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// The pairs, in the order in which they were met.
    pairs: Vec<Pair>,
    /// The pairs of nonempty sums with each value.
    of: Vec<Vec<usize>>,
}

/// A class of heaps that is added to the pairs.
#[derive(Clone, Copy, Debug)]
pub struct HeapClass<'a> {
    /// The letter of one of the heaps.
    pub letter: u32,
    /// The element of the heaps.
    pub element: usize,
    /// The contexts in which no option of the heaps is a P-element.
    pub blocked: &'a Set,
}

impl Pairs {
    /// Makes the pair of no heaps.
    pub fn new(monoid: &Monoid) -> Self {
        let mut failing = monoid.losing().clone();
        failing.toggle_range(..);
        Pairs {
            pairs: vec![Pair {
                value: 0,
                failing,
                made: None,
            }],
            of: vec![Vec::new(); monoid.order()],
        }
    }

    /// Returns the number of pairs that are kept.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns whether a pair may be dropped: nothing fails, or a kept pair covers it.
    pub fn covers(&self, value: usize, failing: &Set) -> bool {
        failing.is_clear()
            || self.of[value]
                .iter()
                .any(|&i| failing.is_subset(&self.pairs[i].failing))
    }

    /// Adds a class of heaps. If some sum is not answered then, its word is returned and nothing has changed.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        class: HeapClass<'_>,
        meter: &mut StepMeter,
    ) -> Result<Option<Word>, Unfinished> {
        let HeapClass {
            letter,
            element,
            blocked,
        } = class;
        let before = self.len();
        for next in 0.. {
            let Some(pair) = self.pairs.get(next) else {
                break;
            };
            meter.spend(monoid.order() as u64 / 8 + 8)?;
            let value = monoid.product(pair.value, element);
            let times_heap = monoid.action(element);
            let times_sum = monoid.action(pair.value);
            let fails = |y: usize| {
                pair.failing.contains(times_heap[y].into()) && blocked.contains(times_sum[y].into())
            };
            let failing = set(monoid.order(), fails);
            if !self.covers(value, &failing) {
                let fails = failing.contains(0);
                self.of[value].push(self.pairs.len());
                self.pairs.push(Pair {
                    value,
                    failing,
                    made: Some(Added { pair: next, letter }),
                });
                if fails {
                    let word = self.word_of_last();
                    self.drop_from(before);
                    return Ok(Some(word));
                }
            } else if next == 0 {
                // If C of the heap alone is covered, all sums with it are.
                break;
            }
        }
        Ok(None)
    }

    /// Returns the word of the sum for which the last pair stands.
    fn word_of_last(&self) -> Word {
        let last = self.pairs.last().and_then(|pair| pair.made);
        let added = std::iter::successors(last, |added| self.pairs[added.pair].made);
        word(added.map(|added| added.letter))
    }

    /// Drops the pairs from this one on, which were added last.
    fn drop_from(&mut self, first: usize) {
        for pair in self.pairs.drain(first..).rev() {
            self.of[pair.value].pop();
        }
    }
}
