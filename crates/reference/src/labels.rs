//! Values of tokens on a graph whose play may not end, proved by labels (Smith 1966, Fraenkel and Perl 1975).
//!
//! A value m of u with a rank is right, and so are infinite ones, if
//! - m is the mex of the finite values of u's options;
//! - from each option of a larger or infinite value, a move leads back to the value m with a smaller rank than u's;
//! - from u with an infinite value, a move leads to an infinite v such that no option of v has the value that is the mex of
//!   the finite values of u's options.

use std::collections::BTreeSet;

use crate::explore::Value;
use crate::{Fail, Res, mex};

/// Checks the labels of all vertices, and gives their values.
pub fn values(next: &[Vec<u64>], labels: &[Option<(u64, u64)>]) -> Res<Vec<Value>> {
    if labels.len() + 1 != next.len() {
        return Err(Fail::Forged);
    }
    let label = |vertex: u64| labels[vertex as usize - 1];
    let finite = |vertex: usize| next[vertex].iter().filter_map(|&to| Some(label(to)?.0));
    let mut values = vec![Value::Finite(0)];
    for vertex in 1..next.len() {
        let least = mex(finite(vertex));
        let leads_to = |from: u64, value: u64, below: u64| {
            let mut options = next[from as usize].iter().filter_map(|&to| label(to));
            options.any(|(other, rank)| other == value && rank < below)
        };
        let right = match label(vertex as u64) {
            Some((value, rank)) => {
                let returns = |&&to: &&u64| {
                    label(to).is_some_and(|(other, _)| other < value) || leads_to(to, value, rank)
                };
                value == least && next[vertex].iter().all(|to| returns(&to))
            }
            None => {
                let open = |&&to: &&u64| label(to).is_none() && !leads_to(to, least, u64::MAX);
                next[vertex].iter().any(|to| open(&to))
            }
        };
        if !right {
            return Err(Fail::Forged);
        }
        values.push(match label(vertex as u64) {
            Some((value, _)) => Value::Finite(value),
            None => Value::Infinite(finite(vertex).collect::<BTreeSet<u64>>()),
        });
    }
    Ok(values)
}
