//! The limits that the records of a plan keep, for the statement and the validators.

use serde::Serialize;

use super::fields::Fields;
use super::plan::{Kind, Plan};
use crate::generate::Parameters;

/// A least and a largest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The least.
    pub min: u64,
    /// The largest.
    pub max: u64,
}

impl Span {
    fn of(numbers: impl IntoIterator<Item = u64>) -> Option<Span> {
        numbers.into_iter().map(|n| Span { min: n, max: n }).reduce(Span::joined)
    }

    fn joined(self, other: Span) -> Span {
        Span { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// Limits that the records of all cases keep: those of the plan, else the actual extremes of the records.
#[derive(Clone, Debug, Serialize)]
pub struct Limits {
    /// Records of a case.
    pub tests: Span,
    /// Heaps, piles, tokens.
    pub count: Span,
    /// The sizes of heaps, the numbers of piles.
    pub size: Span,
    /// How many numbers a pile has.
    pub arity: Span,
    /// Amounts of a record.
    pub amounts: Span,
    /// One amount.
    pub amount: Span,
    /// Rows of a board.
    pub height: Span,
    /// Columns of a board.
    pub width: Span,
    /// Pieces on a board.
    pub pieces: Span,
    /// Damaged cells of a board.
    pub damaged: Span,
    /// Vertices of a graph.
    pub vertices: Span,
    /// Edges of a graph, or sets.
    pub edges: Span,
    /// Tokens or vertices of a path.
    pub tokens: Span,
}

impl Limits {
    /// The limits of a plan whose cases are these.
    pub fn of(plan: &Plan, cases: &[Vec<Fields>]) -> Limits {
        let parameters = plan.groups.iter().filter(|group| group.kind != Kind::Given);
        let said = |numbers: fn(&Parameters) -> Vec<u64>| {
            Span::of(parameters.clone().flat_map(|group| numbers(&group.parameters)))
        };
        let found = |numbers: fn(&Fields) -> Vec<u64>| Span::of(cases.iter().flatten().flat_map(numbers));
        let span = |numbers: fn(&Fields) -> Vec<u64>| found(numbers).unwrap_or_default();
        let count = found(|record| vec![record.n as u64]);
        // The limits of the plan count only for games with components.
        let has_components = count.is_some_and(|count| count.max > 0);
        let joined = |found: Option<Span>, said: Option<Span>| {
            let said = said.filter(|_| has_components);
            found.into_iter().chain(said).reduce(Span::joined).unwrap_or_default()
        };
        let said_count = said(|said| said.heaps.iter().flat_map(|&(min, max)| [min, max]).collect());
        let said_size = said(|said| said.min.into_iter().chain(said.max).collect());
        let sizes =
            |record: &Fields| record.heaps.iter().chain(record.piles.iter().flatten()).copied().collect();
        Limits {
            tests: Span::of(cases.iter().map(|case| case.len() as u64)).unwrap_or_default(),
            count: joined(count, said_count),
            size: joined(found(sizes), said_size),
            arity: span(|record| record.piles.iter().map(|pile| pile.len() as u64).collect()),
            amounts: span(|record| vec![record.amounts.len() as u64]),
            amount: span(|record| record.amounts.clone()),
            height: span(|record| vec![record.height]),
            width: span(|record| vec![record.width]),
            pieces: span(|record| vec![record.pieces.len() as u64]),
            damaged: span(|record| vec![record.damaged.len() as u64]),
            vertices: span(|record| vec![record.vertices]),
            edges: span(|record| vec![record.edges.len().max(record.sets.len()) as u64]),
            tokens: span(|record| vec![record.tokens.len() as u64]),
        }
    }
}
