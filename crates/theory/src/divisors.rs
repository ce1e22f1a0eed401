//! The divisibility graph: the numbers 1..=limit, joined where one divides the other; and the
//! numbers that some maximum matching of it misses.
//!
//! [`matching`] answers that for any graph. Here the graph is made, in an order that stays in
//! cache: numbers are renamed by largest prime factor first and by size within. Three quarters of all
//! neighbours then lie close together, since p·c divides p·d if c divides d:
//!
//! ```text
//!   label     0   1 2 4 8   3 6 9 12   5 10   7   11       of the numbers up to 12
//!   number    1 | 2 4 8   | 3 6 9 12 | 5 10 | 7 | 11
//! ```

#[cfg(test)]
mod tests;

use super::matching::{self, Adjacency, Decomposition, NONE};
use super::rows::Rows;
use fixedbitset::FixedBitSet;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::platform::pages::huge;
use grundy_machine::sync::lock;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, OnceLock};

/// Bytes a number for its label, the number of a label and the largest prime factor, for the matching, and for the
/// lists and sets of those asked for and missed (`factor 20000000: ? count` takes 40 in all).
const NUMBER_BYTES: u64 = 12 + matching::VERTEX_BYTES + 3;

/// Returns the factors of a number below itself, ascending.
pub fn proper_factors(number: u32) -> impl Iterator<Item = u32> {
    let root = number.isqrt();
    let low = (1..=root).filter(move |factor| number.is_multiple_of(*factor));
    let high = (1..=root)
        .rev()
        .filter(move |factor| number.is_multiple_of(*factor));
    let high = high
        .map(move |factor| number / factor)
        .filter(move |&factor| factor > root);
    low.chain(high).filter(move |&factor| factor < number)
}

/// The divisibility graph of one limit, ready for any set of removed numbers. Shareable.
pub struct Divisors {
    lists: Lists,
    /// The first matching found: where later ones start.
    known: OnceLock<Vec<u32>>,
    /// The last question and its answer: equal records are answered once. Held while the first
    /// matching is found.
    last: Mutex<Option<Answer>>,
}

/// Removed numbers, and the numbers then missed.
type Answer = Arc<(FixedBitSet, FixedBitSet)>;

impl Divisors {
    /// Returns the graph on 1..=`limit`.
    ///
    /// # Errors
    /// A [`Limit`] if it does not fit `budget.memory`. Neighbours are stored if there is
    /// room (8 bytes a pair, some 190 a number at a limit of 10⁷) and computed if there is not (46).
    ///
    /// # Complexity
    /// O(limit · log limit).
    pub fn new(limit: u32, budget: &Budget) -> Result<Divisors, Limit> {
        Divisors::check(limit, budget)?;
        // A pair of u < v, u divides v, for each u and each proper multiple.
        let pairs: u64 = (1..=limit)
            .map(|number| u64::from(limit / number) - 1)
            .sum();
        let labels = Labels::new(limit);
        let stored = least_memory(limit) + 8 * pairs;
        let lists = if stored <= budget.memory && 2 * pairs < u64::from(u32::MAX) {
            Lists::Stored(Stored::new(labels))
        } else {
            Lists::Computed(Computed {
                labels,
                prime_of: largest_prime_factors(limit),
            })
        };
        Ok(Divisors {
            lists,
            known: OnceLock::new(),
            last: Mutex::default(),
        })
    }

    /// Checks that the numbers up to `limit` fit `budget.memory`.
    ///
    /// # Errors
    /// A [`Limit`] if they do not.
    pub fn check(limit: u32, budget: &Budget) -> Result<(), Limit> {
        // No number stands for none.
        let bytes = if limit == u32::MAX {
            u128::MAX
        } else {
            least_memory(limit).into()
        };
        budget.check_bytes(bytes, || format!("the numbers up to {limit} take"))
    }

    /// Returns the memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        let lists = match &self.lists {
            Lists::Stored(Stored { rows, .. }) => rows.bytes(),
            Lists::Computed(Computed { prime_of, .. }) => 4 * prime_of.len() as u64,
        };
        let known = self.known.get().map_or(0, |mate| 4 * mate.len() as u64);
        lists + known + u64::from(self.limit()) * 33 / 4
    }

    /// Returns the largest number.
    pub fn limit(&self) -> u32 {
        self.labels().number_of.len() as u32
    }

    fn labels(&self) -> &Labels {
        match &self.lists {
            Lists::Stored(Stored { labels, .. }) | Lists::Computed(Computed { labels, .. }) => {
                labels
            }
        }
    }

    /// Returns the numbers that some maximum matching of the graph without `removed` misses.
    ///
    /// # Constraints
    /// `removed` is a set of numbers up to this graph's limit.
    ///
    /// # Errors
    /// A [`Limit`] as for [`matching::decompose`].
    ///
    /// # Complexity
    /// One maximum matching; starts from the first one found in this graph.
    ///
    /// # Example
    /// ```
    /// use fixedbitset::FixedBitSet;
    /// use grundy_machine::budget::Budget;
    /// use grundy_theory::divisors::Divisors;
    /// let divisors = Divisors::new(8, &Budget::default()).unwrap();
    /// let missed = divisors.missed(&FixedBitSet::with_capacity(9), &Budget::default()).unwrap();
    /// assert_eq!(missed.ones().filter(|number| number % 2 == 0).count(), 3);
    /// ```
    pub fn missed(&self, removed: &FixedBitSet, budget: &Budget) -> Result<FixedBitSet, Limit> {
        let last = lock(&self.last);
        if let Some(answer) = last.clone().filter(|answer| answer.0 == *removed) {
            return Ok(answer.1.clone());
        }
        // Others wait for the first matching, which is most of the work; then each goes on from it.
        let first = self.known.get().is_none().then_some(last);
        let found = self.decompose(removed, budget)?;
        let mut missed = FixedBitSet::with_capacity(self.limit() as usize + 1);
        for (label, &number) in (0..).zip(&self.labels().number_of) {
            if found.is_missed(label) {
                missed.insert(number as usize);
            }
        }
        let mut last = first.unwrap_or_else(|| lock(&self.last));
        *last = Some(Arc::new((removed.clone(), missed.clone())));
        Ok(missed)
    }

    fn decompose(&self, removed: &FixedBitSet, budget: &Budget) -> Result<Decomposition, Limit> {
        let is_removed =
            |label: u32| removed.contains(self.labels().number_of[label as usize] as usize);
        let budget = &Budget {
            memory: budget.memory.saturating_sub(self.bytes()),
            ..*budget
        };
        let found = match (&self.lists, self.known.get()) {
            (Lists::Stored(graph), Some(mate)) => {
                matching::decompose_from(graph, mate, is_removed, budget)
            }
            (Lists::Computed(graph), Some(mate)) => {
                matching::decompose_from(graph, mate, is_removed, budget)
            }
            (Lists::Stored(graph), None) => matching::decompose(graph, is_removed, budget),
            (Lists::Computed(graph), None) => matching::decompose(graph, is_removed, budget),
        }?;
        // Two threads may both have come first; either matching will do. It is kept if there is room for it beside another.
        let beside_another = 4 + matching::VERTEX_BYTES + matching::EXPOSED_BYTES;
        if beside_another * u64::from(self.limit()) <= budget.memory {
            self.known.get_or_init(|| found.mates().to_vec());
        }
        Ok(found)
    }
}

/// Bytes for labels, prime factors and a matching.
fn least_memory(limit: u32) -> u64 {
    NUMBER_BYTES * (u64::from(limit) + 1)
}

/// Returns the largest prime factor of each number 0..=limit; 1 for 1, and 0 for 0.
///
/// A sieve in which larger primes overwrite smaller ones: O(limit · log log limit).
fn largest_prime_factors(limit: u32) -> Vec<u32> {
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

/// Numbers by largest prime factor, then by size: the label of each is its place.
struct Labels {
    /// Of each number 0..=limit; [`NONE`] for 0.
    label_of: Vec<u32>,
    number_of: Vec<u32>,
}

impl Labels {
    fn new(limit: u32) -> Labels {
        let mut label_of = largest_prime_factors(limit);
        let mut next = vec![0u32; limit as usize + 1];
        label_of[1..]
            .iter()
            .for_each(|&prime| next[prime as usize] += 1);
        let mut first = 0;
        for next in &mut next {
            first += std::mem::replace(next, first);
        }
        let mut number_of = huge(vec![0u32; limit as usize]);
        for (number, label) in (0..).zip(&mut label_of).skip(1) {
            let next = &mut next[*label as usize];
            number_of[*next as usize] = number;
            *label = *next;
            *next += 1;
        }
        label_of[0] = NONE;
        Labels {
            label_of,
            number_of,
        }
    }

    fn multiples(&self, label: u32) -> impl Iterator<Item = u32> + '_ {
        let number = self.number_of[label as usize] as usize;
        self.label_of[number..]
            .iter()
            .copied()
            .step_by(number)
            .skip(1)
    }
}

/// The neighbours of every label.
enum Lists {
    Stored(Stored),
    Computed(Computed),
}

struct Stored {
    labels: Labels,
    rows: Rows,
}

impl Stored {
    fn new(labels: Labels) -> Stored {
        let limit = labels.number_of.len();
        let both = |label| {
            labels
                .multiples(label)
                .flat_map(move |other| [(label, other), (other, label)])
        };
        let rows = Rows::from_pairs(limit, || (0..limit as u32).flat_map(both));
        Stored { labels, rows }
    }
}

impl Adjacency for Stored {
    const NEAR: bool = true;

    fn order(&self) -> usize {
        self.rows.count()
    }

    #[inline]
    fn neighbours(&self, label: u32) -> impl Iterator<Item = u32> + '_ {
        self.rows.row(label).iter().copied()
    }

    #[inline]
    fn expect(&self, soon: Option<&u32>, later: Option<&u32>) {
        self.rows.expect(soon, later);
    }
}

/// Divisors are listed from the largest prime factors, for want of memory.
struct Computed {
    labels: Labels,
    prime_of: Vec<u32>,
}

impl Adjacency for Computed {
    const NEAR: bool = true;

    fn order(&self) -> usize {
        self.labels.number_of.len()
    }

    fn neighbours(&self, label: u32) -> impl Iterator<Item = u32> + '_ {
        let mut divisors: SmallVec<[u32; 512]> = SmallVec::from_slice(&[1]);
        let mut rest = self.labels.number_of[label as usize];
        while rest > 1 {
            let prime = self.prime_of[rest as usize];
            let (known, mut power) = (divisors.len(), 1);
            while rest.is_multiple_of(prime) {
                rest /= prime;
                power *= prime;
                for i in 0..known {
                    divisors.push(divisors[i] * power);
                }
            }
        }
        // The last is the number itself.
        divisors.pop();
        let proper = divisors
            .into_iter()
            .map(|divisor| self.labels.label_of[divisor as usize]);
        proper.chain(self.labels.multiples(label))
    }
}
