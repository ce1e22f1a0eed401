//! Sequences that repeat, with what proves that they do; and ways to take a heap apart.

use std::collections::HashMap;
use std::hash::Hash;

use num_bigint::BigUint;

use crate::moves::heaps::{Code, Rules, most_heaps};
use crate::{Fail, Res, mex};

/// How many moves a table of values may take.
const MOVES: u64 = 20_000_000;

/// A sequence known for ever: `terms[i] = terms[i + period]` for every i ≥ `preperiod`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic<T> {
    /// The terms known one by one.
    pub terms: Vec<T>,
    /// How many come before the periodic part.
    pub preperiod: usize,
    /// The period.
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

    /// As answers write it.
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
    Err(Fail::TooLarge)
}

/// The Grundy values of heaps 0 to `last`, by mex.
pub fn table(rules: &Rules, last: u64) -> Res<Vec<u64>> {
    let (mut table, mut moves): (Vec<u64>, u64) = (Vec::new(), 0);
    for heap in 0..=last {
        let mut reached = Vec::new();
        rules.each(heap, |rest| reached.push(rest.iter().fold(0, |sum, &r| sum ^ table[r as usize])));
        moves += reached.len() as u64;
        table.push(mex(reached));
        if moves > MOVES {
            return Err(Fail::TooLarge);
        }
    }
    Ok(table)
}

/// The values of a subtraction set: those of as many heaps as the largest amount determine the next.
pub fn of_amounts(amounts: &[u64]) -> Res<Periodic<u64>> {
    let memory = *amounts.last().ok_or(Fail::Wrong)? as usize;
    if memory > 2_000 {
        return Err(Fail::TooLarge);
    }
    recurring(memory, memory, 20_000_000 / memory.max(100), |terms| {
        let n = terms.len() as u64;
        mex(amounts.iter().filter(|&&a| a <= n).map(|a| terms[(n - a) as usize]))
    })
}

/// The terms of a certificate: from `memory` on, as many terms before it determine each. They are computed, and repeat,
/// as far as a whole window beyond the preperiod and beyond the first terms; so they repeat for ever. Preperiod and
/// period must be the least.
pub fn proved<T: Clone + PartialEq>(
    memory: u64,
    work: u64,
    (preperiod, period): (u64, u64),
    mut next: impl FnMut(&[T]) -> T,
) -> Res<Periodic<T>> {
    let last = preperiod.max(memory + 1).saturating_add(memory).saturating_add(period);
    if last.saturating_mul(work.max(1)) > MOVES {
        return Err(Fail::TooLarge);
    }
    let mut terms: Vec<T> = Vec::new();
    for _ in 0..last {
        let term = next(&terms);
        terms.push(term);
    }
    repeating(terms, preperiod, period)
}

/// Terms that repeat as far as they are known, by the least preperiod and period.
fn repeating<T: Clone + PartialEq>(terms: Vec<T>, preperiod: u64, period: u64) -> Res<Periodic<T>> {
    let (preperiod, period) = (preperiod as usize, period as usize);
    if preperiod + period > terms.len()
        || terms[preperiod..terms.len() - period] != terms[preperiod + period..]
    {
        return Err(Fail::Forged);
    }
    let least = Periodic::least(terms, preperiod, period);
    if (least.preperiod, least.period) == (preperiod, period) { Ok(least) } else { Err(Fail::Forged) }
}

/// The values of a subtraction set by a certificate.
pub fn proved_of_amounts(amounts: &[u64], preperiod: u64, period: u64) -> Res<Periodic<u64>> {
    let memory = *amounts.last().ok_or(Fail::Wrong)?;
    proved(memory, amounts.len() as u64, (preperiod, period), |terms| {
        let n = terms.len() as u64;
        mex(amounts.iter().filter(|&&a| a <= n).map(|a| terms[(n - a) as usize]))
    })
}

/// The values of a code by a certificate.
pub fn proved_of_code(code: &Code, preperiod: u64, period: u64) -> Res<Periodic<u64>> {
    let last = window(code, preperiod, period).filter(|&last| last < 1 << 20).ok_or(Fail::TooLarge)?;
    repeating(table(&Rules::Code(code.clone()), last)?, preperiod, period)
}

/// The values of a code, where some first ones show a period that [`window`] proves.
pub fn of_code(code: &Code) -> Res<Periodic<u64>> {
    let rules = Rules::Code(code.clone());
    for last in [60, 250, 1100] {
        let terms = table(&rules, last)?;
        for period in 1..terms.len() as u64 / 2 {
            let broken = |n: &u64| terms[*n as usize] != terms[(n + period) as usize];
            let preperiod = (0..terms.len() as u64 - period).rev().find(broken).map_or(0, |n| n + 1);
            if window(code, preperiod, period).is_some_and(|needed| needed <= last) {
                return Ok(Periodic::least(terms, preperiod as usize, period as usize));
            }
        }
    }
    Err(Fail::TooLarge)
}

/// The heap to which values must be known, and repeat, to repeat for ever.
///
/// Let moves leave at most m heaps, let q be the period, or its least multiple that the number of repeated digits divides,
/// and k the largest take; one less than the number of digits before those that repeat, and q more, where some do.
/// Values that repeat with period q from e to m·(e + q) + k repeat for ever (Guy and Smith 1956 for m = 2):
///
/// - The options of a larger heap N + q have a heap of at least e + q, which can be shortened by q, or a take that
///   can be q less. So heap N has an option of the same value.
/// - An option of N has a heap of at least e, which can be lengthened, or a take that repeats.
///
/// Where heaps must differ, let c be the largest of the option. c + q differs from all others. c − q does not where it
/// is another heap a; then a − q and c have the sum of a and c − q, and where a − q is the third heap, so
/// have a − 2q, a and c with the three. All are of the same classes, and above e ≥ 1 where c ≥ e + m·q, which
/// holds where the heaps have a sum above m·(e + m·q − 1).
pub fn window(code: &Code, preperiod: u64, period: u64) -> Option<u64> {
    let (heaps, modulus) = (most_heaps(code), (code.again.len() as u64).max(1));
    let q = (1..=modulus).map(|times| period.saturating_mul(times)).find(|q| q.is_multiple_of(modulus))?;
    let taken = code.first.len() as u64 - 1 + if code.again.is_empty() { 0 } else { q };
    let unequal = code.all().any(|digit| digit.unequal);
    let (edge, longer) = if unequal { (preperiod.max(1), heaps.checked_mul(q)?) } else { (preperiod, q) };
    heaps.checked_mul(edge.checked_add(longer)?)?.checked_add(taken)
}

/// The answer to `paths`.
pub fn paths(amounts: &[u64], total: u64, modulus: Option<u64>) -> Res<String> {
    match modulus {
        None => ways(amounts, total).map(|(odd, even)| format!("{odd} {even}")),
        Some(modulus) => ways_modulo(amounts, total, modulus).map(|(odd, even)| format!("{odd} {even}")),
    }
}

/// In how many ways `total` is an ordered sum of the amounts: with an odd number of them, and
/// with an even one.
fn ways(amounts: &[u64], total: u64) -> Res<(BigUint, BigUint)> {
    if total.saturating_mul(amounts.len() as u64) > 200_000 {
        return Err(Fail::TooLarge);
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
fn ways_modulo(amounts: &[u64], total: u64, modulus: u64) -> Res<(u64, u64)> {
    let largest = amounts.iter().copied().max().unwrap_or(0);
    if total.saturating_mul(amounts.len() as u64) <= 2_000_000 {
        return Ok(ways_modulo_by_terms(amounts, total, modulus));
    }
    if largest > 16 {
        return Err(Fail::TooLarge);
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
fn ways_modulo_by_matrix(amounts: &[u64], total: u64, modulus: u64) -> (u64, u64) {
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
