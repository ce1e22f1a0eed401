//! Which numbers are adjacent among those that are matched: stored, or computed when looked at.

use super::numbering::{Numbering, largest_prime_factors};
use super::stored::Stored;
use crate::budget::{Budget, Limit};
use crate::matching::Adjacency;
use smallvec::SmallVec;

/// Working memory of the matching itself, bytes for each vertex.
const MATCHING: u64 = 50;

/// The neighbours of every label.
pub(super) enum Rows {
    /// All lists.
    Stored(Stored),
    /// The largest prime factor of every number, from which divisors are listed.
    Computed(Vec<u32>),
}

impl Rows {
    pub fn new(numbering: &Numbering, budget: &Budget) -> Result<Rows, Limit> {
        let limit = numbering.limit as u64;
        let least = numbering.hubs as u64 + 1;
        let vertices = numbering.number_of.len() as u64;
        // Multiples of a matched number are matched: a largest prime factor above
        // limit / (hubs + 1) would have to be the number's own.
        let pairs: u64 = numbering.number_of.iter().map(|&number| limit / number as u64 - 1).sum();
        let others = 8 * (limit + 1) + (MATCHING + 8) * vertices;
        let stored = others + 4 * (limit + 1) + 8 * pairs;
        let computed = others + 4 * (limit + 1);
        if stored <= budget.memory && 2 * pairs < u32::MAX as u64 {
            return Ok(Rows::Stored(Stored::new(numbering, pairs as usize, budget.threads)));
        }
        if computed <= budget.memory {
            return Ok(Rows::Computed(largest_prime_factors(numbering.limit)));
        }
        Err(Limit::memory(format!(
            "the divisibility graph from {least} to {limit} takes {computed} bytes of working memory, {} are allowed",
            budget.memory
        )))
    }
}

/// The graph whose lists are computed.
pub(super) struct Computed<'a> {
    pub numbering: &'a Numbering,
    /// Largest prime factors.
    pub prime: &'a [u32],
}

impl Adjacency for Computed<'_> {
    const NEAR: bool = true;

    fn order(&self) -> usize {
        self.numbering.number_of.len()
    }

    fn degree(&self, vertex: u32) -> usize {
        self.neighbours(vertex).count()
    }

    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let numbering = self.numbering;
        let number = numbering.number_of[vertex as usize];
        let mut divisors: SmallVec<[u32; 512]> = SmallVec::new();
        divisors.push(1);
        let mut rest = number;
        while rest > 1 {
            let prime = self.prime[rest as usize];
            let (known, mut power) = (divisors.len(), 1);
            while rest.is_multiple_of(prime) {
                rest /= prime;
                power *= prime;
                for i in 0..known {
                    divisors.push(divisors[i] * power);
                }
            }
        }
        let proper =
            divisors.into_iter().filter(move |&divisor| divisor > numbering.hubs && divisor < number);
        let multiples = (2..=numbering.limit / number).map(move |factor| number * factor);
        proper.chain(multiples).map(|other| numbering.label_of[other as usize])
    }
}
