//! Heaps from which on normal play decides.
//!
//! An element x of a quotient is *firm* if it makes any company play as under normal play: for all z, the product
//! x·z is a P-element exactly if the Grundy values of x and z are equal. Multiples of firm elements are firm.
//!
//! **Theorem.** Let a quotient answer all sums of heaps to M, let all sums of an element have one Grundy value, and let all
//! heaps above n₁ and to M be firm. Let each heap above M have a move, and no move that leaves only heaps to n₁. Then a
//! sum with a heap above n₁ is lost for the player to move exactly if its Grundy value is 0.
//!
//! *Proof,* by induction over options. If all heaps of the sum are at most M, its product is firm. If a heap h is above M,
//! a move elsewhere leaves h, and a move in h leaves a part above n₁: by induction, an option is lost exactly if its value
//! is 0. There is an option, as h has a move. So the sum is lost exactly if no option has the value 0, which is to say
//! that its own value is 0. ∎
//!
//! So a finite table and normal play answer all sums, even if values grow for ever and the whole quotient is infinite. In
//! 0.56 all heaps above 6 are firm, and M = 14: ten elements prove it, and the classes of heaps have the preperiod 326640 and
//! the period 144 of normal play. In Kayles all heaps above 25 are firm; in 0.123 others come again for ever.

use crate::genus::mex;
use crate::monoid::{Set, Words};
use crate::options::{Candidate, Letters, Sets};
use crate::quotient::{Meter, Size, Stop};

/// The heaps above which normal play decides every sum.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The last heap of each game that is not firm.
    pub last: Vec<u64>,
    /// The elements that are not firm.
    pub wild: Set,
}

impl Normal {
    /// The heaps above which normal play decides in a quotient, unless sums of an element have several Grundy values.
    pub fn new(
        letters: &Letters,
        known: &Candidate,
        sets: &mut Sets,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let monoid = &known.monoid;
        // The Grundy values of elements, in the order of their words, and those of letters.
        let words = Words::of(monoid, known.letters());
        let (mut grundy, mut letter_values, mut next) = (vec![0; monoid.order()], Vec::new(), 1);
        for (letter, element) in known.letters() {
            let options = sets.of(letters, letter, known, meter)?;
            let value = mex(options.ones().map(|option| grundy[option]));
            letter_values.push((element, value));
            // Elements whose largest letter this is
            while let Some(&x) = words.order.get(next)
                && let Some((parent, _)) = words.parents[x].filter(|(_, last)| *last == letter)
            {
                grundy[x] = grundy[parent] ^ value;
                next += 1;
            }
        }
        letter_values.sort_unstable();
        letter_values.dedup();
        meter.charge((monoid.order() * (monoid.order() + letter_values.len())) as u64 / 8)?;
        let sums_agree = |x: usize| {
            letter_values
                .iter()
                .all(|&(element, value)| grundy[monoid.product(x, element)] == grundy[x] ^ value)
        };
        if !(0..monoid.order()).all(sums_agree) {
            return Ok(None);
        }
        let firm =
            |x: usize| (0..monoid.order()).all(|z| monoid.row(x).contains(z) == (grundy[x] == grundy[z]));
        let wild = monoid.set(|x| !firm(x));
        let mut last = vec![0; letters.0.len()];
        for (letter, _) in known.letters().filter(|&(_, element)| wild.contains(element)) {
            let (game, heap) = letters.place(letter);
            last[game] = heap;
        }
        Ok(Some(Normal { last, wild }))
    }

    /// The quotient of heaps among which this Grundy value is the largest: a firm element for each value that sums have,
    /// one of them lost, and the others.
    pub fn size(&self, losing: &Set, heap: u64, largest: u64) -> Size {
        let values = 1 << (u64::BITS - largest.leading_zeros());
        let lost = self.wild.intersection_count(losing);
        Size { heap, order: self.wild.count_ones(..) + values, losing: lost + 1 }
    }
}
