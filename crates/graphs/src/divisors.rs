//! The divisibility graph: the numbers 1..=limit, joined where one divides the other; and the
//! numbers that some maximum matching of it misses.
//!
//! [`matching`] answers that for any graph. Here the graph is made, in an order that stays in
//! cache: numbers have labels by their largest prime factors, and by size if these are equal. Three quarters of all
//! neighbours then lie close together, since p·c divides p·d if c divides d:
//!
//! ```text
//!   label     0   1 2 4 8   3 6 9 12   5 10   7   11       of the numbers up to 12
//!   number    1 | 2 4 8   | 3 6 9 12 | 5 10 | 7 | 11
//! ```

#![expect(
    clippy::cast_possible_truncation,
    reason = "the numbers up to the limit have 32 bits"
)]

use super::choice::GraphEngine;
use super::matching::{self, Adjacency, Decomposition, NONE};
use fixedbitset::FixedBitSet;
use grundy_base::budget::{Budget, Limit};
use grundy_base::platform::pages::huge;
use grundy_base::rows::SparseRows;
use grundy_base::sync::lock;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, OnceLock};

/// The bytes that a number takes for its label, the number of a label and the largest prime factor, for the matching, and
/// for the lists and sets of numbers asked for and missed (`factor 20000000: ? count` takes 40 in all).
const NUMBER_BYTES: u64 = 12 + matching::VERTEX_BYTES + 3;

/// The steps for a number of the largest graphs: 10⁷ of them take 21 s (`factor 10000000: ? count`).
const STEPS_A_DRAWN_NUMBER: u128 = 4800;

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

/// The divisibility graph of one limit, ready for any set of removed numbers. Threads may share it.
pub struct Divisors {
    /// The neighbours of every label.
    lists: Lists,
    /// The first matching found, from which later ones start.
    known: OnceLock<Vec<u32>>,
    /// The last question and its answer, so that equal records are answered once. The lock is held while the first
    /// matching is found.
    last: Mutex<Option<Arc<MissedNumbers>>>,
}

/// A question and its answer.
struct MissedNumbers {
    /// The numbers that are removed, which are the question.
    removed: FixedBitSet,
    /// The numbers that some maximum matching misses, which are the answer.
    missed: FixedBitSet,
}

impl Divisors {
    /// Makes the graph on 1..=`limit`.
    ///
    /// # Errors
    /// Fails if the graph does not fit `budget.memory`. Neighbours are stored if there is
    /// room (8 bytes a pair, some 190 a number at a limit of 10⁷) and computed if there is not (46).
    ///
    /// # Complexity
    /// O(limit · log limit).
    pub fn new(limit: u32, budget: &Budget) -> Result<Divisors, Limit> {
        Divisors::check(limit, budget)?;
        // There is a pair for each number and each proper multiple of it.
        let pairs: u64 = (1..=limit)
            .map(|number| u64::from(limit / number) - 1)
            .sum();
        let stored = least_memory(limit) + 8 * pairs;
        let lists = if stored <= budget.memory && 2 * pairs < u64::from(u32::MAX) {
            Lists::Stored(Stored::new(limit))
        } else {
            Lists::Computed(Computed::new(limit))
        };
        Ok(Divisors {
            lists,
            known: OnceLock::new(),
            last: Mutex::default(),
        })
    }

    /// Checks that the numbers up to `limit` fit `budget.memory`, and a matching of them `budget.work`.
    ///
    /// # Errors
    /// Fails if they do not.
    pub fn check(limit: u32, budget: &Budget) -> Result<(), Limit> {
        // The largest number of 32 bits is no label, since it stands for none.
        let bytes = if limit == u32::MAX {
            u128::MAX
        } else {
            least_memory(limit).into()
        };
        let numbers = || format!("the numbers up to {limit} take");
        budget.check_bytes(bytes, numbers)?;
        budget.check_steps(u128::from(limit) * STEPS_A_DRAWN_NUMBER, numbers)
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

    /// Returns the engine that finds the next answer; `None` if that only goes on from a matching that is known.
    pub fn engine(&self) -> Option<GraphEngine> {
        self.known.get().is_none().then_some(GraphEngine::Matching)
    }

    /// Returns the labels of the numbers.
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
    /// Fails where [`matching::decompose`] fails.
    ///
    /// # Complexity
    /// One maximum matching, which starts from the first one found in this graph.
    ///
    /// # Example
    /// ```
    /// use fixedbitset::FixedBitSet;
    /// use grundy_base::budget::Budget;
    /// use grundy_graphs::divisors::Divisors;
    /// let divisors = Divisors::new(8, &Budget::default()).unwrap();
    /// let missed = divisors.missed(&FixedBitSet::with_capacity(9), &Budget::default()).unwrap();
    /// assert_eq!(missed.ones().filter(|number| number % 2 == 0).count(), 3);
    /// ```
    pub fn missed(&self, removed: &FixedBitSet, budget: &Budget) -> Result<FixedBitSet, Limit> {
        let last = lock(&self.last);
        if let Some(answer) = &*last
            && answer.removed == *removed
        {
            let answer = Arc::clone(answer);
            drop(last);
            return Ok(answer.missed.clone());
        }
        // Other threads wait for the first matching, which is most of the work; then each goes on from it.
        let first = self.known.get().is_none().then_some(last);
        let found = self.decompose(removed, budget)?;
        let mut missed = FixedBitSet::with_capacity(self.limit() as usize + 1);
        for (label, &number) in (0..).zip(&self.labels().number_of) {
            if found.is_missed(label) {
                missed.insert(number as usize);
            }
        }
        let mut last = first.unwrap_or_else(|| lock(&self.last));
        *last = Some(Arc::new(MissedNumbers {
            removed: removed.clone(),
            missed: missed.clone(),
        }));
        Ok(missed)
    }

    /// Finds a maximum matching of the graph without `removed`, from the first one if there is one.
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
        // Two threads may both have come first; either matching is right. It is kept if there is room for it and for
        // finding another.
        let number_bytes = 4 + matching::VERTEX_BYTES + matching::EXPOSED_BYTES;
        if number_bytes * u64::from(self.limit()) <= budget.memory {
            self.known.get_or_init(|| found.mates().to_vec());
        }
        Ok(found)
    }
}

/// Returns the bytes of labels, prime factors and a matching.
fn least_memory(limit: u32) -> u64 {
    NUMBER_BYTES * (u64::from(limit) + 1)
}

/// Returns the largest prime factor of each number 0..=limit; 1 for 1, and 0 for 0.
///
/// The function is a sieve in which larger primes overwrite smaller ones, in O(limit · log log limit).
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

/// The numbers by largest prime factor, then by size: the label of each is its place in this order.
struct Labels {
    /// The label of each number 0..=limit; [`NONE`] for 0.
    label_of: Vec<u32>,
    /// The number of each label.
    number_of: Vec<u32>,
}

impl Labels {
    /// Sorts the numbers up to a limit.
    fn new(limit: u32) -> Labels {
        let mut label_of = largest_prime_factors(limit);
        // The number of numbers with each largest prime factor, and then the next label for such a number.
        let mut next = vec![0u32; limit as usize + 1];
        for &prime in &label_of[1..] {
            next[prime as usize] += 1;
        }
        let mut first = 0;
        for next in &mut next {
            let count = *next;
            *next = first;
            first += count;
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

    /// Returns the labels of the proper multiples of a number, by its label.
    fn multiples(&self, label: u32) -> impl Iterator<Item = u32> + '_ {
        let number = self.number_of[label as usize] as usize;
        self.label_of[number..]
            .iter()
            .copied()
            .step_by(number)
            .skip(1)
    }
}

/// The lists of the neighbours of every label.
enum Lists {
    /// The lists are kept in memory.
    Stored(Stored),
    /// The lists are computed each time.
    Computed(Computed),
}

/// The divisibility graph with lists that are kept in memory. Its vertices are the labels of the numbers.
pub struct Stored {
    /// The labels of the numbers.
    labels: Labels,
    /// The labels of the neighbours of each label.
    rows: SparseRows,
}

impl Stored {
    /// Makes the lists of neighbours of the numbers 1..=`limit`.
    pub fn new(limit: u32) -> Stored {
        let labels = Labels::new(limit);
        let limit = labels.number_of.len();
        let both = |label| {
            labels
                .multiples(label)
                .flat_map(move |other| [(label, other), (other, label)])
        };
        let rows = SparseRows::from_pairs(limit, || (0..limit as u32).flat_map(both));
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
}

/// The divisibility graph with lists that are computed from the largest prime factors each time, for want of memory. Its
/// vertices are the labels of the numbers.
pub struct Computed {
    /// The labels of the numbers.
    labels: Labels,
    /// The largest prime factor of each number.
    prime_of: Vec<u32>,
}

impl Computed {
    /// Makes the graph of the numbers 1..=`limit`.
    pub fn new(limit: u32) -> Computed {
        Computed {
            labels: Labels::new(limit),
            prime_of: largest_prime_factors(limit),
        }
    }
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
            let known = divisors.len();
            let mut power = 1;
            while rest.is_multiple_of(prime) {
                rest /= prime;
                power *= prime;
                for i in 0..known {
                    divisors.push(divisors[i] * power);
                }
            }
        }
        // The last divisor is the number itself.
        divisors.pop();
        let proper = divisors
            .into_iter()
            .map(|divisor| self.labels.label_of[divisor as usize]);
        proper.chain(self.labels.multiples(label))
    }
}
