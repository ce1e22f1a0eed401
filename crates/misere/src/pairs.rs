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

use crate::monoid::{Monoid, Set, Word, set, word};
use crate::quotient::{Meter, Unfinished};

/// A sum that the check goes on from.
#[derive(Clone, Debug)]
struct Pair {
    value: usize,
    failing: Set,
    /// The pair that it was made of, and the letter that was added; none if there are no heaps.
    from: Option<(usize, u32)>,
}

/// The pairs of a monoid that are kept, closed under adding the heaps known so far.
#[derive(Clone, Debug)]
pub struct Pairs {
    pairs: Vec<Pair>,
    /// The pairs of nonempty sums, by value.
    of: Vec<Vec<usize>>,
}

impl Pairs {
    /// The pair of no heaps.
    pub fn new(monoid: &Monoid) -> Self {
        let mut failing = monoid.losing().clone();
        failing.toggle_range(..);
        Pairs {
            pairs: vec![Pair {
                value: 0,
                failing,
                from: None,
            }],
            of: vec![Vec::new(); monoid.order()],
        }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether a pair may be dropped: nothing fails, or a kept pair covers it.
    pub fn covers(&self, value: usize, failing: &Set) -> bool {
        failing.is_clear()
            || self.of[value]
                .iter()
                .any(|&i| failing.is_subset(&self.pairs[i].failing))
    }

    /// Adds a class of heaps: those of the element of a letter, with these contexts in which no option is a P-element. The
    /// result is the word of a sum that is not answered, if there is one. Then nothing has changed.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        (letter, element): (u32, usize),
        blocked: &Set,
        meter: &mut Meter,
    ) -> Result<Option<Word>, Unfinished> {
        let before = self.len();
        for next in 0.. {
            let Some(pair) = self.pairs.get(next) else {
                break;
            };
            meter.charge(monoid.order() as u64 / 8 + 8)?;
            let value = monoid.product(pair.value, element);
            let (with, beside) = (monoid.action(element), monoid.action(pair.value));
            let fails = |y: usize| {
                pair.failing.contains(with[y].into()) && blocked.contains(beside[y].into())
            };
            let failing = set(monoid.order(), fails);
            if !self.covers(value, &failing) {
                let fails = failing.contains(0);
                self.of[value].push(self.pairs.len());
                self.pairs.push(Pair {
                    value,
                    failing,
                    from: Some((next, letter)),
                });
                if fails {
                    let from = |&(pair, _): &(usize, u32)| self.pairs[pair].from;
                    let word =
                        word(std::iter::successors(Some((next, letter)), from).map(|from| from.1));
                    self.pairs
                        .drain(before..)
                        .rev()
                        .for_each(|pair| _ = self.of[pair.value].pop());
                    return Ok(Some(word));
                }
            } else if next == 0 {
                // If C of the heap alone is covered, all sums with it are.
                break;
            }
        }
        Ok(None)
    }
}
