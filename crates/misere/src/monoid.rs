//! Finite commutative monoids with a set of P-elements.

use crate::bits::{self, Bits};

/// The largest order whose table is made.
pub const MAX_ELEMENTS: usize = 4096;

/// A commutative monoid; element 0 is the identity.
#[derive(Clone, Debug)]
pub struct Monoid {
    order: usize,
    words: usize,
    products: Vec<u16>,
    losing: Bits,
    rows: Vec<u64>,
}

impl Monoid {
    /// The monoid of this table, row by row, with these P-elements.
    pub fn new(order: usize, products: Vec<u16>, losing: Bits) -> Self {
        let words = losing.len();
        let mut rows = vec![0; order * words];
        for (row, products) in rows.chunks_mut(words).zip(products.chunks(order)) {
            for (z, &product) in products.iter().enumerate() {
                if bits::has(&losing, usize::from(product)) {
                    bits::add(row, z);
                }
            }
        }
        Monoid { order, words, products, losing, rows }
    }

    /// The quotient of no heaps.
    pub fn trivial() -> Self {
        Monoid::new(1, vec![0], bits::none(1))
    }

    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    pub fn product(&self, a: u16, b: u16) -> u16 {
        self.products[usize::from(a) * self.order + usize::from(b)]
    }

    /// An element times every element.
    pub fn action(&self, a: u16) -> &[u16] {
        &self.products[usize::from(a) * self.order..][..self.order]
    }

    /// The P-elements.
    pub fn losing(&self) -> &Bits {
        &self.losing
    }

    /// Whether the player to move loses.
    pub fn loses(&self, a: u16) -> bool {
        bits::has(&self.losing, usize::from(a))
    }

    /// The elements whose product with this one is a P-element.
    pub fn row(&self, a: u16) -> &[u64] {
        &self.rows[usize::from(a) * self.words..][..self.words]
    }

    /// The least i with aⁱ = aⁱ⁺ᵖ for some p > 0.
    pub fn index(&self, a: u16) -> usize {
        let mut powers = vec![0];
        loop {
            let next = self.product(powers[powers.len() - 1], a);
            if let Some(index) = powers.iter().position(|&power| power == next) {
                return index;
            }
            powers.push(next);
        }
    }

    /// The empty set of elements.
    pub fn none(&self) -> Bits {
        bits::none(self.order)
    }

    /// The elements that are not in a set.
    pub fn complement(&self, set: &[u64]) -> Bits {
        let mut all = self.none();
        (0..self.order).for_each(|x| bits::add(&mut all, x));
        bits::remove(&mut all, set);
        all
    }

    /// The contexts in which no option is a P-element: the options are these elements.
    pub fn blocked(&self, options: &[u64]) -> Bits {
        let mut reached = self.none();
        bits::members(options).for_each(|e| bits::unite(&mut reached, self.row(e as u16)));
        self.complement(&reached)
    }

    /// Whether it is the quotient of heaps of nim: of order 1, 2, or 2ᵏ + 2 with two P-elements.
    pub fn tame(&self) -> bool {
        let losing = bits::members(&self.losing).count();
        self.order <= 2 || losing == 2 && (self.order - 2).is_power_of_two()
    }
}
