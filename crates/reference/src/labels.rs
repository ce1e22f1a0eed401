//! Values of tokens on a graph whose play may not end, proved by labels (Smith 1966, Fraenkel and Perl 1975).
//!
//! A value m of u with a rank is right, and so are infinite ones, if
//! - m is the mex of the finite values of u's options;
//! - from each option of a larger or infinite value, a move leads back to the value m with a smaller rank than u's;
//! - from u with an infinite value, a move leads to an infinite v such that no option of v has the value that is the mex of
//!   the finite values of u's options.
//!
//! Vertices that no token reaches need no label: a labelled vertex leads to labelled ones.

use std::collections::BTreeSet;

use crate::explore::Value;
use crate::{Fail, Res, mex};

/// The label of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexLabel {
    /// A value, and a rank among the vertices of this value.
    Finite(u64, u64),
    /// Its value is infinite.
    Infinite,
    /// Nothing.
    None,
}

/// Checks the labels of all vertices, and gives their values.
pub fn values(next: &[Vec<u64>], labels: &[VertexLabel]) -> Res<Vec<Option<Value>>> {
    let label = |vertex: &u64| {
        labels
            .get(*vertex as usize - 1)
            .copied()
            .unwrap_or(VertexLabel::None)
    };
    let leads_to = |from: u64, value: u64, below: u64| {
        let is = |to: &u64| matches!(label(to), VertexLabel::Finite(other, rank) if other == value && rank < below);
        next[from as usize].iter().any(is)
    };
    let value = |vertex: usize| {
        let known = |to: &u64| {
            if let VertexLabel::Finite(value, _) = label(to) {
                Some(value)
            } else {
                None
            }
        };
        let finite: BTreeSet<u64> = next[vertex].iter().filter_map(known).collect();
        let least = mex(finite.iter().copied());
        let (is_right, value) = match label(&(vertex as u64)) {
            VertexLabel::None => return Ok(None),
            VertexLabel::Finite(own, rank) => {
                let returns =
                    |to: &u64| known(to).is_some_and(|n| n < own) || leads_to(*to, own, rank);
                (
                    own == least && next[vertex].iter().all(returns),
                    Value::Finite(own),
                )
            }
            VertexLabel::Infinite => {
                let open = |to: &u64| {
                    label(to) == VertexLabel::Infinite && !leads_to(*to, least, u64::MAX)
                };
                (next[vertex].iter().any(open), Value::Infinite(finite))
            }
        };
        Fail::Forged
            .when(!is_right || next[vertex].iter().any(|to| label(to) == VertexLabel::None))?;
        Ok(Some(value))
    };
    std::iter::once(Ok(None))
        .chain((1..next.len()).map(value))
        .collect()
}
