//! Who is next to whom among the numbers that are matched: stored, or computed when looked at.

use super::numbering::{Numbering, largest_prime_factors};
use crate::theory::budget::{Budget, Limit};
use crate::theory::matching::{Adjacency, Graph, NONE};
use crate::theory::pages::huge;
use smallvec::SmallVec;

/// Working memory of the matching itself, bytes for each vertex.
const MATCHING: u64 = 50;

/// The neighbours of every label.
pub(super) enum Rows {
    /// All lists.
    Stored(Graph),
    /// The largest prime factor of every number, from which divisors are listed.
    Computed(Vec<u32>),
}

impl Rows {
    pub fn new(numbering: &Numbering, budget: &Budget) -> Result<Rows, Limit> {
        let limit = numbering.limit as u64;
        let least = numbering.hubs as u64 + 1;
        let vertices = numbering.number_of.len() as u64;
        // An upper bound: it counts the multiples of block members, which have none.
        let pairs: u64 = numbering.number_of.iter().map(|&number| limit / number as u64 - 1).sum();
        let others = 8 * (limit + 1) + (MATCHING + 8) * vertices;
        let stored = others + 4 * (limit + 1) + 8 * pairs;
        let computed = others + 4 * (limit + 1);
        if stored <= budget.memory && 2 * pairs < u32::MAX as u64 {
            return Ok(Rows::Stored(store(numbering)));
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

/// Every list as divisors, then multiples.
///
/// Multiples of a matched number are matched numbers: a largest prime factor above
/// limit / (hubs + 1) would have to be the number's own.
fn store(numbering: &Numbering) -> Graph {
    let limit = numbering.limit as usize;
    // By number: its divisors counted, then where the next one goes.
    let mut next = huge(vec![0u32; limit + 1]);
    for_each_divisor(numbering, |_, multiple| next[multiple] += 1);
    let mut offsets = Vec::with_capacity(numbering.number_of.len() + 1);
    let mut end = 0u32;
    for &number in &numbering.number_of {
        offsets.push(end);
        let divisors = std::mem::replace(&mut next[number as usize], end);
        end += divisors + (numbering.limit / number - 1);
    }
    offsets.push(end);
    let mut targets = huge(vec![0u32; end as usize]);
    for_each_divisor(numbering, |divisor, multiple| {
        targets[next[multiple] as usize] = divisor;
        next[multiple] += 1;
    });
    for &number in &numbering.number_of {
        let number = number as usize;
        let labels = numbering.label_of[number..].iter().step_by(number).skip(1);
        let row = targets[next[number] as usize..].iter_mut();
        row.zip(labels).for_each(|(place, &multiple)| *place = multiple);
    }
    Graph::from_rows(offsets, targets)
}

/// Numbers in a segment: the ends of their lists stay in cache while they grow, and most cofactors
/// have a multiple in it.
const SEGMENT: usize = 1 << 15;

/// Visits every pair of matched numbers, one a proper divisor of the other: the divisor's label
/// and the multiple. Segment by segment of multiples, and within by cofactor.
fn for_each_divisor(numbering: &Numbering, mut visit: impl FnMut(u32, usize)) {
    let (limit, least) = (numbering.limit as usize, numbering.hubs as usize + 1);
    for start in (2 * least..=limit).step_by(SEGMENT) {
        let end = (start + SEGMENT).min(limit + 1);
        for cofactor in 2..=(end - 1) / least {
            let first = start.div_ceil(cofactor).max(least);
            let labels = &numbering.label_of[first..=((end - 1) / cofactor).max(first - 1)];
            for (&label, multiple) in labels.iter().zip((first * cofactor..).step_by(cofactor)) {
                if label != NONE {
                    visit(label, multiple);
                }
            }
        }
    }
}

/// The graph whose lists are computed.
pub(super) struct Computed<'a> {
    pub numbering: &'a Numbering,
    /// Largest prime factors.
    pub prime: &'a [u32],
}

impl Adjacency for Computed<'_> {
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
