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

use crate::bits::{self, Bits};
use crate::monoid::Monoid;
use crate::quotient::{Meter, Stop};

/// A sum of heaps: letters with exponents, the largest letter first. Words are compared by the exponent of the
/// largest letter, then of the next.
pub type Word = Vec<(u32, u32)>;

/// A word with one more of a letter.
pub fn times(mut word: Word, letter: u32) -> Word {
    match word.iter().position(|&(other, _)| other <= letter) {
        Some(i) if word[i].0 == letter => word[i].1 += 1,
        Some(i) => word.insert(i, (letter, 1)),
        None => word.push((letter, 1)),
    }
    word
}

/// A sum that the check goes on from.
#[derive(Clone, Debug)]
struct Pair {
    value: u16,
    failing: Bits,
    parent: u32,
    letter: u32,
}

/// The pairs of a monoid that are kept, closed under adding the heaps known so far.
#[derive(Clone, Debug)]
pub struct Pairs {
    pairs: Vec<Pair>,
    /// The pairs of nonempty sums, by value.
    of: Vec<Vec<u32>>,
}

/// A class of heaps: those that have a value and these contexts without an option in P are alike.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    /// The first such heap.
    pub letter: u32,
    /// Its element.
    pub value: u16,
    /// The contexts in which no option is a P-element.
    pub blocked: &'a [u64],
}

impl Pairs {
    /// The pair of no heaps.
    pub fn new(monoid: &Monoid) -> Self {
        let failing = monoid.complement(monoid.losing());
        let root = Pair { value: 0, failing, parent: 0, letter: 0 };
        Pairs { pairs: vec![root], of: vec![Vec::new(); monoid.order()] }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether a kept pair covers this one.
    pub fn covers(&self, value: u16, failing: &[u64]) -> bool {
        let kept = &self.of[usize::from(value)];
        kept.iter().any(|&i| bits::within(failing, &self.pairs[i as usize].failing))
    }

    /// Adds a class of heaps; the word of a sum that is not answered, if there is one. Then nothing has changed.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        class: Class<'_>,
        meter: &mut Meter,
    ) -> Result<Option<Word>, Stop> {
        let before = self.pairs.len();
        // Whether C of the heap alone is covered: then all sums with it are.
        let (mut range, mut first) = (0..before, true);
        while !range.is_empty() {
            let end = self.pairs.len();
            for i in range {
                meter.charge(monoid.order() as u64 / 8 + 8)?;
                let pair = &self.pairs[i];
                let value = monoid.product(pair.value, class.value);
                let (more, times) = (monoid.action(class.value), monoid.action(pair.value));
                let mut failing = monoid.none();
                for (y, (&with, &beside)) in more.iter().zip(times).enumerate() {
                    if bits::has(&pair.failing, with.into()) && bits::has(class.blocked, beside.into()) {
                        bits::add(&mut failing, y);
                    }
                }
                if bits::empty(&failing) {
                    continue;
                }
                if self.covers(value, &failing) {
                    if first {
                        return Ok(None);
                    }
                    continue;
                }
                first = false;
                let fails = bits::has(&failing, 0);
                self.of[usize::from(value)].push(self.pairs.len() as u32);
                self.pairs.push(Pair { value, failing, parent: i as u32, letter: class.letter });
                if fails {
                    let word = self.word(self.pairs.len() - 1);
                    self.truncate(before);
                    return Ok(Some(word));
                }
            }
            first = false;
            range = end..self.pairs.len();
        }
        Ok(None)
    }

    fn truncate(&mut self, len: usize) {
        for pair in self.pairs.drain(len..).rev() {
            self.of[usize::from(pair.value)].pop();
        }
    }

    fn word(&self, mut pair: usize) -> Word {
        let mut word = Word::new();
        while pair != 0 {
            word = times(word, self.pairs[pair].letter);
            pair = self.pairs[pair].parent as usize;
        }
        word
    }
}
