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

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps of a quotient are at most 20,000 for each game"
)]

use std::collections::HashSet;

use grundy_base::budget::StepMeter;

use crate::candidate::Candidate;
use crate::game::HeapGame;
use crate::growth::{Size, Unfinished};
use crate::mex::mex;
use crate::monoid::set;

/// The heaps above which normal play decides every sum.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The last heap of each game that is not firm.
    pub last: Vec<u64>,
    /// The number of elements that are not firm.
    wild: usize,
    /// The number of P-elements among those.
    wild_losing: usize,
}

/// The Grundy values of the elements of a quotient, each of which stands for sums of one value.
struct ElementValues {
    /// The value of each element; `None` for elements that no letters generate.
    grundy: Vec<Option<u64>>,
    /// The number of different pairs of an element and a value that letters have.
    pairs: usize,
}

impl ElementValues {
    /// Finds the values; `None` if the sums of some element have different values.
    fn of(known: &mut Candidate, meter: &mut StepMeter) -> Result<Option<Self>, Unfinished> {
        let mut grundy = vec![None; known.monoid.order()];
        grundy[0] = Some(0);
        // The elements that the letters so far generate.
        let mut reached = vec![0];
        let mut seen = HashSet::new();
        for letter in 0..known.values.len() as u32 {
            let options = known.options(letter, meter)?;
            let element = known.values[letter as usize];
            let value = mex(options.ones().filter_map(|option| grundy[option]));
            if !seen.insert((element, value)) {
                continue;
            }
            for next in 0.. {
                let Some(&before) = reached.get(next) else {
                    break;
                };
                let product = known.monoid.product(before, element);
                let sum = grundy[before].map(|old| old ^ value);
                if grundy[product].is_none() {
                    grundy[product] = sum;
                    reached.push(product);
                }
                if grundy[product] != sum {
                    return Ok(None);
                }
            }
        }
        Ok(Some(ElementValues {
            grundy,
            pairs: seen.len(),
        }))
    }
}

impl Normal {
    /// Finds the heaps above which normal play decides, if the theorem proves it of the heaps known so far.
    pub fn new(known: &mut Candidate, meter: &mut StepMeter) -> Result<Option<Self>, Unfinished> {
        let Some(ElementValues { grundy, pairs }) = ElementValues::of(known, meter)? else {
            return Ok(None);
        };
        let monoid = &known.monoid;
        meter.spend((monoid.order() * (monoid.order() + pairs)) as u64 / 8)?;
        let firm =
            |x| (0..monoid.order()).all(|z| monoid.row(x).contains(z) == (grundy[x] == grundy[z]));
        let wild = set(monoid.order(), |x| !firm(x));
        let mut last = vec![0; known.games.len()];
        for (letter, _) in known
            .letters()
            .filter(|&(_, element)| wild.contains(element))
        {
            let heap = known.heap(letter);
            last[heap.game] = heap.size;
        }
        let is_far_enough = |game: &dyn HeapGame, last| match game.last_breaking_into(last) {
            Some(top) => top <= known.heaps(),
            None => false,
        };
        let mut games = known.games.iter().zip(&last);
        if !games.all(|(game, &last)| is_far_enough(&**game, last)) {
            return Ok(None);
        }
        Ok(Some(Normal {
            last,
            wild: wild.count_ones(..),
            wild_losing: wild.intersection_count(monoid.losing()),
        }))
    }

    /// Returns the size of the quotient of heaps among which this Grundy value is the largest. It has the elements that
    /// are not firm, and a firm one for each value that sums have, of which one is lost.
    pub fn size(&self, heap: u64, largest: u64) -> Size {
        let values = 1 << (u64::BITS - largest.leading_zeros());
        Size {
            heap,
            order: self.wild + values,
            losing: self.wild_losing + 1,
        }
    }
}
