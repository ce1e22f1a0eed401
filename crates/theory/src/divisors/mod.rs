//! The divisibility graph: the numbers 1..=limit, joined where one divides the other; and the
//! numbers some maximum matching of it misses.
//!
//! [`matching`](super::matching) answers that for any graph. What is done here is to give it
//! less than half of this one, in an order that stays in cache.
//!
//! # Hubs
//!
//! Every small number is adjacent to so much that all maximum matchings cover it, and it
//! belongs to the part A of the Gallai–Edmonds decomposition. Removing vertices of A changes
//! nothing of D (the stability lemma), so the numbers 1..=L are taken out first:
//!
//! ```text
//!    1 … L      hubs: taken out, and proved afterwards to lie in A (`hubs`)
//!    p·{1..k}   p prime, k = ⌊limit/p⌋ ≤ L: without the hubs an isolated copy of the graph on
//!               1..=k, answered from a table (`blocks`)
//!    the rest   matched: half of the vertices, half of the edges
//! ```
//!
//! The proof is a Hall condition with surplus: among the alternating trees that the search left,
//! every hub can be given one of its own, and every hub is reached from a tree that stays unused
//! by exchanging. Should it fail, L is halved and all is done again; L = 0
//! needs no proof.
//!
//! # Order
//!
//! Numbers are renamed by largest prime factor first and by size within: neighbours then lie
//! close together, and the numbers of one prime form a range that is matched by itself before
//! the whole is.

mod blocks;
mod hubs;
mod numbering;
mod numbers;
mod rows;
mod stored;
#[cfg(test)]
mod tests;

use super::budget::{Budget, Limit};
use super::matching::{self, Decomposition};
use blocks::Table;
use numbering::Numbering;
pub use numbers::Numbers;
use rows::Rows;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// From this limit on, hubs are taken out.
const HUBS_FROM: u32 = 10_000;
/// L = limit^HUBS_EXPONENT passed its proof at every limit tried.
const HUBS_EXPONENT: f64 = 0.35;

/// The divisibility graph of one limit, ready for any set of removed numbers. Shareable.
pub struct Divisors {
    numbering: Numbering,
    rows: Rows,
    table: Table,
    /// The first matching found: where later ones start.
    known: OnceLock<Vec<u32>>,
    /// What was asked last, and the answer: equal records are answered once. Held while the first
    /// matching is found.
    last: Mutex<Option<Answer>>,
}

/// Removed numbers, and the numbers then missed.
type Answer = Arc<(Numbers, Numbers)>;

impl Divisors {
    /// The graph on 1..=`limit`.
    ///
    /// # Errors
    /// A [`Limit`] when it does not fit `budget.memory`. Neighbours are stored where there is
    /// room (some 75 bytes a number) and computed where there is not (some 35).
    ///
    /// # Complexity
    /// O(limit · log limit).
    pub fn new(limit: u32, budget: &Budget) -> Result<Divisors, Limit> {
        let hubs = if limit < HUBS_FROM { 0 } else { f64::from(limit).powf(HUBS_EXPONENT) as u32 };
        Divisors::with_hubs(limit, hubs, budget)
    }

    /// Whether the numbers up to `limit` fit `budget.memory` at all; [`Divisors::new`] may still
    /// need more than that.
    ///
    /// # Errors
    /// A [`Limit`] when they do not.
    pub fn check(limit: u32, budget: &Budget) -> Result<(), Limit> {
        Numbering::check(limit, budget)
    }

    fn with_hubs(limit: u32, hubs: u32, budget: &Budget) -> Result<Divisors, Limit> {
        let numbering = Numbering::new(limit, hubs, budget)?;
        let rows = Rows::new(&numbering, budget)?;
        let table = Table::new(&numbering, budget)?;
        Ok(Divisors { numbering, rows, table, known: OnceLock::new(), last: Mutex::default() })
    }

    /// The memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        let lists = match &self.rows {
            Rows::Stored(lists) => lists.bytes(),
            Rows::Computed(prime) => 4 * prime.len() as u64,
        };
        let known = self.known.get().map_or(0, |mate| 4 * mate.len() as u64);
        let last = u64::from(self.limit()) / 4;
        self.numbering.bytes() + self.table.bytes() + lists + known + last
    }

    /// The largest number.
    pub fn limit(&self) -> u32 {
        self.numbering.limit
    }

    /// The numbers that some maximum matching of the graph without `removed` misses.
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
    /// use grundy::theory::{budget::Budget, divisors::{Divisors, Numbers}};
    /// let divisors = Divisors::new(8, &Budget::default()).unwrap();
    /// let missed = divisors.missed(&Numbers::none(8), &Budget::default()).unwrap();
    /// assert_eq!(missed.iter().filter(|number| number % 2 == 0).count(), 3);
    /// ```
    pub fn missed(&self, removed: &Numbers, budget: &Budget) -> Result<Numbers, Limit> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = last.clone().filter(|answer| answer.0 == *removed) {
            return Ok(answer.1.clone());
        }
        // Others wait for the first matching, which is most of the work; then each goes on from it.
        let first = if self.known.get().is_none() {
            Some(last)
        } else {
            drop(last);
            None
        };
        let missed = self.find_missed(removed, budget)?;
        let mut last = first.unwrap_or_else(|| self.last.lock().unwrap_or_else(PoisonError::into_inner));
        *last = Some(Arc::new((removed.clone(), missed.clone())));
        Ok(missed)
    }

    fn find_missed(&self, removed: &Numbers, budget: &Budget) -> Result<Numbers, Limit> {
        if let Some(missed) = self.attempt(removed, budget)? {
            return Ok(missed);
        }
        let mut hubs = self.numbering.hubs;
        loop {
            hubs /= 2;
            let fewer = Divisors::with_hubs(self.limit(), hubs, budget)?;
            if let Some(missed) = fewer.attempt(removed, budget)? {
                return Ok(missed);
            }
        }
    }

    /// The answer, unless the hubs cannot be proved to lie in A.
    fn attempt(&self, removed: &Numbers, budget: &Budget) -> Result<Option<Numbers>, Limit> {
        let numbering = &self.numbering;
        let rest = self.decompose_rest(removed, budget)?;
        let damaged = self.table.damaged(numbering, removed, budget)?;
        if !hubs::lie_in_barrier(numbering, &self.table, &damaged, &rest, removed) {
            return Ok(None);
        }

        let mut missed = Numbers::none(numbering.limit);
        for (label, &number) in numbering.number_of.iter().enumerate() {
            if rest.is_missed(label as u32) {
                missed.insert(number);
            }
        }
        for (&prime, block) in self.table.blocks(numbering, &damaged) {
            block.missed().for_each(|cofactor| _ = missed.insert(prime * cofactor));
        }
        Ok(Some(missed))
    }

    fn decompose_rest(&self, removed: &Numbers, budget: &Budget) -> Result<Decomposition, Limit> {
        let removed = |label: u32| removed.contains(self.numbering.number_of[label as usize]);
        let pieces = self.numbering.pieces();
        let rest = match (&self.rows, self.known.get()) {
            (Rows::Stored(graph), Some(mate)) => matching::decompose_from(graph, mate, removed, budget)?,
            (Rows::Computed(prime), Some(mate)) => {
                let graph = rows::Computed { numbering: &self.numbering, prime };
                matching::decompose_from(&graph, mate, removed, budget)?
            }
            (Rows::Stored(graph), None) => matching::decompose_by_pieces(graph, pieces, removed, budget)?,
            (Rows::Computed(prime), None) => {
                let graph = rows::Computed { numbering: &self.numbering, prime };
                matching::decompose_by_pieces(&graph, pieces, removed, budget)?
            }
        };
        // Two threads may both have come first; either matching will do.
        self.known.get_or_init(|| rest.mates().to_vec());
        Ok(rest)
    }
}
