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

use crate::bits::{self, Bits};
use crate::expand::Candidate;
use crate::genus::mex;
use crate::options::Sets;
use crate::quotient::{Letters, Meter, Size, Stop};

/// The heaps above which normal play decides every sum.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The last heap of each game that is not firm.
    pub last: Vec<u64>,
    /// The elements that are not firm.
    pub wild: Bits,
}

impl Normal {
    /// The heaps above which normal play decides in a quotient, unless sums of an element have several Grundy values.
    pub fn new(
        letters: &Letters<'_>,
        known: &Candidate,
        sets: &mut [Sets],
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let Candidate { monoid, values } = known;
        // The Grundy value of each element, and the elements that the letters so far generate.
        let mut grundy = vec![u64::MAX; monoid.order()];
        grundy[0] = 0;
        let mut generated = vec![0];
        for (letter, &element) in values.iter().enumerate() {
            let options = letters.options(letter as u32, monoid, values, sets, meter)?;
            let value = mex(bits::members(&options).map(|option| grundy[option]));
            let mut next = if grundy[usize::from(element)] == u64::MAX { 0 } else { generated.len() };
            if next > 0 && grundy[usize::from(element)] != value {
                return Ok(None);
            }
            while let Some(&x) = generated.get(next) {
                let (product, sum) = (monoid.product(x, element), grundy[usize::from(x)] ^ value);
                let known = &mut grundy[usize::from(product)];
                if *known == u64::MAX {
                    generated.push(product);
                    *known = sum;
                } else if *known != sum {
                    return Ok(None);
                }
                next += 1;
            }
        }
        meter.charge((monoid.order() * monoid.order()) as u64 / 8)?;
        let mut wild = monoid.none();
        for (x, value) in grundy.iter().enumerate() {
            let row = monoid.row(x as u16);
            if grundy.iter().enumerate().any(|(z, other)| bits::has(row, z) != (other == value)) {
                bits::add(&mut wild, x);
            }
        }
        let mut last = vec![0; letters.games()];
        for (letter, &element) in values.iter().enumerate() {
            if bits::has(&wild, element.into()) {
                let (game, heap) = letters.place(letter as u32);
                last[game] = heap;
            }
        }
        Ok(Some(Normal { last, wild }))
    }

    /// The quotient of heaps among which this Grundy value is the largest: a firm element for each value that sums have,
    /// one of them lost, and the others.
    pub fn size(&self, losing: &[u64], heap: u64, largest: u64) -> Size {
        let values = 1 << (u64::BITS - largest.leading_zeros());
        let lost = bits::members(&self.wild).filter(|&x| bits::has(losing, x)).count();
        Size { heap, order: bits::members(&self.wild).count() + values, losing: lost + 1 }
    }
}
