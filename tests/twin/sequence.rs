//! Periods of sequences that a few last terms determine, and ways to take a heap apart.

use std::collections::HashMap;
use std::hash::Hash;

use num_bigint::BigUint;

use super::{Fail, Res};

/// A sequence known for ever: `terms[i] = terms[i + period]` for every i ≥ `preperiod`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic<T> {
    pub terms: Vec<T>,
    pub preperiod: usize,
    pub period: usize,
}

impl<T: Clone + PartialEq> Periodic<T> {
    /// From any preperiod and period that are true for ever, the least of each.
    pub fn least(terms: Vec<T>, preperiod: usize, period: usize) -> Periodic<T> {
        let round = &terms[preperiod..preperiod + period];
        let period = (1..=period)
            .find(|p| period.is_multiple_of(*p) && (0..period).all(|i| round[i] == round[i % p]))
            .expect("the period divides itself");
        let mut start = preperiod;
        while start > 0 && terms[start - 1] == terms[start - 1 + period] {
            start -= 1;
        }
        Periodic { terms, preperiod: start, period }
    }

    /// The n-th term, however large n.
    pub fn term(&self, n: u64) -> &T {
        if n < self.preperiod as u64 {
            return &self.terms[n as usize];
        }
        let round = (n - self.preperiod as u64) % self.period as u64;
        &self.terms[self.preperiod + round as usize]
    }

    pub fn text(&self) -> String {
        format!("{} {}", self.preperiod, self.period)
    }
}

/// A sequence in which, from term `from` on, the last `memory` terms determine the next: when
/// the same `memory` terms come a second time, everything after them comes again too.
pub fn recurring<T: Clone + Eq + Hash>(
    memory: usize,
    from: usize,
    limit: usize,
    mut next: impl FnMut(&[T]) -> T,
) -> Res<Periodic<T>> {
    let mut terms: Vec<T> = Vec::new();
    let mut seen: HashMap<Vec<T>, usize> = HashMap::new();
    while terms.len() <= limit {
        let n = terms.len();
        if n >= from.max(memory) {
            let state = terms[n - memory..].to_vec();
            if let Some(before) = seen.insert(state, n) {
                return Ok(Periodic::least(terms, before - memory, n - before));
            }
        }
        let term = next(&terms);
        terms.push(term);
    }
    Err(Fail::TooBig)
}

/// Guy and Smith: when `g(n) = g(n + p)` holds from e on as far as 2e + 2p + t can tell, it
/// holds for ever; t is the most that one move takes. The least such p of these terms.
pub fn octal_period(terms: &[u64], most: usize) -> Option<Periodic<u64>> {
    let known = terms.len();
    for period in 1..known / 2 {
        let last_break = (0..known - period).rev().find(|&i| terms[i] != terms[i + period]);
        let preperiod = last_break.map_or(0, |i| i + 1);
        if known >= 2 * preperiod + 2 * period + most + 2 {
            return Some(Periodic::least(terms.to_vec(), preperiod, period));
        }
    }
    None
}

/// In how many ways `total` is an ordered sum of the amounts: with an odd number of them, and
/// with an even one.
pub fn ways(amounts: &[u64], total: u64) -> Res<(BigUint, BigUint)> {
    if total.saturating_mul(amounts.len() as u64) > 200_000 {
        return Err(Fail::TooBig);
    }
    let (mut odd, mut even) = (vec![BigUint::ZERO], vec![BigUint::from(1u8)]);
    for n in 1..=total {
        let from = amounts.iter().filter(|&&a| a <= n).map(|&a| (n - a) as usize);
        let one_more = |ways: &[BigUint]| from.clone().map(|i| &ways[i]).sum::<BigUint>();
        let (new_odd, new_even) = (one_more(&even), one_more(&odd));
        odd.push(new_odd);
        even.push(new_even);
    }
    Ok((odd.pop().expect("never empty"), even.pop().expect("never empty")))
}

/// The same modulo m, for totals of any size: powers of the matrix of the recurrence.
pub fn ways_modulo(amounts: &[u64], total: u64, modulus: u64) -> Res<(u64, u64)> {
    let largest = amounts.iter().copied().max().unwrap_or(0);
    if total.saturating_mul(amounts.len() as u64) <= 2_000_000 {
        return Ok(ways_modulo_by_terms(amounts, total, modulus));
    }
    if largest > 16 {
        return Err(Fail::TooBig);
    }
    Ok(ways_modulo_by_matrix(amounts, total, modulus))
}

fn ways_modulo_by_terms(amounts: &[u64], total: u64, modulus: u64) -> (u64, u64) {
    let (mut odd, mut even) = (vec![0], vec![1 % modulus]);
    for n in 1..=total {
        let from = amounts.iter().filter(|&&a| a <= n).map(|&a| (n - a) as usize);
        let one_more = |ways: &[u64]| from.clone().fold(0, |sum, i| (sum + ways[i]) % modulus);
        let (new_odd, new_even) = (one_more(&even), one_more(&odd));
        odd.push(new_odd);
        even.push(new_even);
    }
    (odd[total as usize], even[total as usize])
}

type Matrix = Vec<Vec<u64>>;

/// The state is (odd, even) of the last `largest` totals; one step computes the next total.
pub fn ways_modulo_by_matrix(amounts: &[u64], total: u64, modulus: u64) -> (u64, u64) {
    let largest = *amounts.iter().max().expect("an amount") as usize;
    let size = 2 * largest;
    let mut step: Matrix = vec![vec![0; size]; size];
    for &amount in amounts {
        let back = amount as usize - 1;
        step[0][largest + back] = 1 % modulus; // odd(n) += even(n − amount)
        step[largest][back] = 1 % modulus; // even(n) += odd(n − amount)
    }
    for i in 1..largest {
        step[i][i - 1] = 1 % modulus;
        step[largest + i][largest + i - 1] = 1 % modulus;
    }
    let mut power: Matrix = vec![vec![0; size]; size];
    for (i, row) in power.iter_mut().enumerate() {
        row[i] = 1 % modulus;
    }
    let mut left = total;
    while left > 0 {
        if left & 1 == 1 {
            power = product(&power, &step, modulus);
        }
        step = product(&step, &step, modulus);
        left >>= 1;
    }
    // At total 0 there is one way, of no moves: even = 1.
    (power[0][largest], power[largest][largest])
}

fn product(a: &Matrix, b: &Matrix, modulus: u64) -> Matrix {
    let cell = |row: &Vec<u64>, j: usize| {
        let terms = row.iter().zip(b).map(|(&x, b_row)| u128::from(x) * u128::from(b_row[j]));
        terms.fold(0, |sum, term| (sum + term) % u128::from(modulus)) as u64
    };
    a.iter().map(|row| (0..b.len()).map(|j| cell(row, j)).collect()).collect()
}
