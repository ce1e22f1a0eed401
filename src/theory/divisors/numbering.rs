//! The order in which numbers are matched: by largest prime factor, then by size.

use crate::theory::budget::{Budget, Limit};
use crate::theory::matching::NONE;
use crate::theory::pages::huge;

/// Which numbers are hubs, which lie in a block, and the labels of the rest.
pub(super) struct Numbering {
    pub limit: u32,
    /// The numbers 1..=hubs are taken out.
    pub hubs: u32,
    /// The primes whose multiples form blocks, ascending: those above `hubs` with
    /// limit / prime <= hubs.
    pub block_primes: Vec<u32>,
    /// Of each number 0..=limit: its label, or [`NONE`] for 0, hubs and members of blocks.
    pub label_of: Vec<u32>,
    /// The number of each label.
    pub number_of: Vec<u32>,
    /// Where the labels of each prime begin, and the end.
    starts: Vec<u32>,
}

impl Numbering {
    pub fn check(limit: u32, budget: &Budget) -> Result<(), Limit> {
        let bytes = 12 * (u64::from(limit) + 1);
        if bytes > budget.memory || limit == u32::MAX {
            return Err(Limit::memory(format!(
                "the numbers up to {limit} take {bytes} bytes of working memory, {} are allowed",
                budget.memory
            )));
        }
        Ok(())
    }

    pub fn new(limit: u32, hubs: u32, budget: &Budget) -> Result<Numbering, Limit> {
        Numbering::check(limit, budget)?;
        let prime_of = largest_prime_factors(limit);
        let in_block = |prime: u32| prime > hubs.max(1) && limit / prime <= hubs;
        let mut block_primes = Vec::new();
        let mut starts = Vec::new();
        let mut place = huge(vec![0u32; limit as usize + 1]);
        for number in hubs + 1..=limit {
            let prime = prime_of[number as usize];
            if !in_block(prime) {
                place[prime as usize] += 1;
            }
        }
        let mut total = 0;
        for number in 1..=limit {
            if number > 1 && prime_of[number as usize] != number {
                continue;
            }
            if in_block(number) {
                block_primes.push(number);
            } else {
                starts.push(total);
                total += std::mem::replace(&mut place[number as usize], total);
            }
        }
        starts.push(total);
        let mut number_of = huge(vec![0u32; total as usize]);
        let mut label_of = prime_of;
        label_of[..=hubs as usize].fill(NONE);
        for number in hubs + 1..=limit {
            let prime = label_of[number as usize];
            label_of[number as usize] = if in_block(prime) {
                NONE
            } else {
                let label = place[prime as usize];
                place[prime as usize] += 1;
                number_of[label as usize] = number;
                label
            };
        }
        Ok(Numbering { limit, hubs, block_primes, label_of, number_of, starts })
    }

    /// The memory it holds.
    pub fn bytes(&self) -> u64 {
        let lists = [&self.block_primes, &self.label_of, &self.number_of, &self.starts];
        lists.iter().map(|list| 4 * list.len() as u64).sum()
    }

    /// The labels of each largest prime factor.
    pub fn ranges(&self) -> impl Iterator<Item = std::ops::Range<u32>> + '_ {
        self.starts.windows(2).map(|pair| pair[0]..pair[1]).filter(|range| !range.is_empty())
    }
}

/// The largest prime factor of each number 0..=limit; 1 for 1, and 0 for 0.
///
/// A sieve in which larger primes overwrite smaller ones: O(limit · log log limit).
pub(super) fn largest_prime_factors(limit: u32) -> Vec<u32> {
    let mut prime_of = huge(vec![0u32; limit as usize + 1]);
    if limit >= 1 {
        prime_of[1] = 1;
    }
    for prime in 2..=limit as usize {
        if prime_of[prime] == 0 {
            for multiple in prime_of[prime..].iter_mut().step_by(prime) {
                *multiple = prime as u32;
            }
        }
    }
    prime_of
}
