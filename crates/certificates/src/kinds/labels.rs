//! Values of tokens on a graph whose play may not end, proved by labels (Smith 1966, Fraenkel and Perl 1975).
//!
//! A value m of u with a rank is right, and so are infinite ones, if
//! - m is the mex of the finite values of u's options;
//! - from each option of a larger or infinite value, a move leads back to the value m with a smaller rank than u's;
//! - from u with an infinite value, a move leads to an infinite v such that no option of v has the value that is the mex of
//!   the finite values of u's options.
//!
//! Vertices that no token reaches need no label: a labelled vertex leads to labelled ones.
#![expect(
    clippy::cast_possible_truncation,
    reason = "vertices are places of a list"
)]

use std::collections::BTreeSet;

use grundy_reference::theorem::Theorem;
use grundy_reference::value::Value;
use grundy_reference::{Fail, Res, mex};

/// The label of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexLabel {
    /// The vertex has a value.
    Finite {
        /// The value.
        value: u64,
        /// The rank of the vertex among those of this value.
        rank: u64,
    },
    /// The value of the vertex is infinite.
    Infinite,
    /// Nothing is said of the vertex.
    None,
}

impl VertexLabel {
    /// Returns the value, if it is finite.
    fn finite(self) -> Option<u64> {
        match self {
            VertexLabel::Finite { value, .. } => Some(value),
            _ => None,
        }
    }
}

/// A graph with labels.
struct Labelled<'g> {
    /// The vertices to which arcs lead from each.
    next: &'g [Vec<u64>],
    /// The label of each vertex from 1 on.
    labels: &'g [VertexLabel],
}

/// Returns the values of tokens that labels prove.
pub fn theorem<'g>(next: &[Vec<u64>], labels: &[VertexLabel]) -> Res<Theorem<'g>> {
    let values = values(next, labels)?;
    let value = move |token: &[u64]| values[token[0] as usize].clone().ok_or(Fail::Forged);
    Ok(Theorem::values("Smith 1966", value))
}

/// Checks the labels of all vertices, and gives their values.
fn values(next: &[Vec<u64>], labels: &[VertexLabel]) -> Res<Vec<Option<Value>>> {
    let graph = Labelled { next, labels };
    let mut values = vec![None];
    for vertex in 1..next.len() {
        values.push(graph.value(vertex as u64)?);
    }
    Ok(values)
}

impl Labelled<'_> {
    fn label(&self, vertex: u64) -> VertexLabel {
        let label = self.labels.get(vertex as usize - 1);
        label.copied().unwrap_or(VertexLabel::None)
    }

    fn options(&self, vertex: u64) -> &[u64] {
        &self.next[vertex as usize]
    }

    /// Says whether a move leads from a vertex to one of this value. With a rank, only one of a smaller rank counts.
    fn leads_to(&self, from: u64, value: u64, below: Option<u64>) -> bool {
        let has_value = |&to: &u64| match self.label(to) {
            VertexLabel::Finite { value: other, rank } => {
                other == value && below.is_none_or(|below| rank < below)
            }
            _ => false,
        };
        self.options(from).iter().any(has_value)
    }

    /// Returns the value of a vertex, if its label is right. It has none if nothing is said of it.
    fn value(&self, vertex: u64) -> Res<Option<Value>> {
        let label = self.label(vertex);
        if label == VertexLabel::None {
            return Ok(None);
        }
        let options = self.options(vertex);
        let is_labelled = |&to: &u64| self.label(to) != VertexLabel::None;
        Fail::Forged.when(!options.iter().all(is_labelled))?;
        let finite = options.iter().filter_map(|&to| self.label(to).finite());
        let finite: BTreeSet<u64> = finite.collect();
        let least = mex(finite.iter().copied());
        if let VertexLabel::Finite { value, rank } = label {
            let is_answered = |&to: &u64| {
                let is_smaller = self.label(to).finite().is_some_and(|other| other < value);
                is_smaller || self.leads_to(to, value, Some(rank))
            };
            Fail::Forged.when(value != least || !options.iter().all(is_answered))?;
            Ok(Some(Value::Finite(value)))
        } else {
            let stays_open = |&to: &u64| {
                self.label(to) == VertexLabel::Infinite && !self.leads_to(to, least, None)
            };
            Fail::Forged.when(!options.iter().any(stays_open))?;
            Ok(Some(Value::Infinite(finite)))
        }
    }
}
