//! The order in which numbers are matched: by largest prime factor, then by size.

use crate::budget::{Budget, Limit};
use crate::matching::{NONE, Piece};
use crate::platform::pages::huge;
use std::ops::Range;

/// The share of the labels whose families make up the first chain of pieces.
const FIRST_CHAIN: f64 = 0.3;

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
    /// The primes of the other families, 1 for the number 1, and where the labels of each begin;
    /// the end comes last.
    primes: Vec<u32>,
    starts: Vec<u32>,
}

/// The matched numbers with one largest prime factor.
pub(super) struct Family {
    pub prime: u32,
    pub labels: Range<u32>,
    /// Whether it has the structure of the family before, as far as it goes: the same cofactors,
    /// namely all numbers up to some limit.
    pub repeats: bool,
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
        // Above it, limit / prime <= hubs.
        let last = (limit / (hubs + 1)).max(hubs).max(1);
        let mut block_primes = Vec::new();
        let (mut primes, mut starts) = (Vec::new(), Vec::new());
        let mut place = vec![0u32; last as usize + 1];
        for &prime in &prime_of[hubs as usize + 1..] {
            if prime <= last {
                place[prime as usize] += 1;
            }
        }
        let mut total = 0;
        for number in 1..=limit {
            if number > 1 && prime_of[number as usize] != number {
                continue;
            }
            if number > last {
                block_primes.push(number);
            } else {
                primes.push(number);
                starts.push(total);
                total += std::mem::replace(&mut place[number as usize], total);
            }
        }
        starts.push(total);
        let mut number_of = huge(vec![0u32; total as usize]);
        let mut label_of = prime_of;
        label_of[..=hubs as usize].fill(NONE);
        for (number, label) in (hubs + 1..).zip(&mut label_of[hubs as usize + 1..]) {
            let prime = std::mem::replace(label, NONE);
            if prime <= last {
                let place = &mut place[prime as usize];
                *label = *place;
                number_of[*place as usize] = number;
                *place += 1;
            }
        }
        Ok(Numbering { limit, hubs, block_primes, label_of, number_of, primes, starts })
    }

    /// The memory it holds.
    pub fn bytes(&self) -> u64 {
        let lists = [&self.block_primes, &self.label_of, &self.number_of, &self.primes, &self.starts];
        lists.iter().map(|list| 4 * list.len() as u64).sum()
    }

    /// The families, by prime.
    pub fn families(&self) -> impl Iterator<Item = Family> + '_ {
        self.families_of(0..self.primes.len())
    }

    fn families_of(&self, which: Range<usize>) -> impl Iterator<Item = Family> + '_ {
        // The prime is no hub, and larger than every cofactor.
        let is_plain = |prime: u32| prime > self.hubs.max(1) && prime > self.limit / prime;
        let mut after_plain = false;
        let ends = self.starts.windows(2).skip(which.start);
        self.primes[which].iter().zip(ends).map(move |(&prime, ends)| {
            let repeats = std::mem::replace(&mut after_plain, is_plain(prime));
            Family { prime, labels: ends[0]..ends[1], repeats }
        })
    }

    /// The families as pieces of the graph, in two chains that take about as long. Counterparts are members with the
    /// same cofactor: that p·c divides p·d does not depend on p.
    pub fn pieces(&self) -> [impl Iterator<Item = Piece> + '_; 2] {
        let first = (FIRST_CHAIN * self.number_of.len() as f64) as u32;
        let middle = self.starts.partition_point(|&start| start < first).min(self.primes.len());
        [0..middle, middle..self.primes.len()].map(|which| self.chain(which))
    }

    fn chain(&self, families: Range<usize>) -> impl Iterator<Item = Piece> + '_ {
        let mut before: Vec<u32> = Vec::new();
        self.families_of(families).map(move |Family { prime, labels: range, .. }| {
            let members = &self.number_of[range.start as usize..range.end as usize];
            let cofactors: Vec<u32> = members.iter().map(|member| member / prime).collect();
            let mut known = before.iter().zip(0..).peekable();
            let counterpart = |cofactor: &u32| {
                while known.next_if(|&(other, _)| other < cofactor).is_some() {}
                known.next_if(|&(other, _)| other == cofactor).map_or(NONE, |(_, counterpart)| counterpart)
            };
            let counterparts = cofactors.iter().map(counterpart).collect();
            before = cofactors;
            Piece { range, counterparts }
        })
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
