//! The limits that the records of a plan keep, for the statement and the validators.

use serde::Serialize;

use super::fields::Fields;
use super::plan::{Kind, Plan};

/// A least and a largest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The least.
    pub min: u64,
    /// The largest.
    pub max: u64,
}

impl Span {
    fn of(numbers: impl Iterator<Item = u64>) -> Option<Span> {
        numbers.map(|n| Span { min: n, max: n }).reduce(Span::joined)
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
        let records = || cases.iter().flatten();
        let generated = || plan.groups.iter().filter(|group| group.kind != Kind::Given);
        let span = |span: Option<Span>| span.unwrap_or(Span { min: 0, max: 0 });
        let spread = |number: fn(&Fields) -> u64| span(Span::of(records().map(number)));
        let said_heaps = generated()
            .filter_map(|group| group.parameters.heaps.map(|(min, max)| Span { min, max }))
            .reduce(Span::joined);
        let said_sizes = Span::of(
            generated().flat_map(|group| [group.parameters.min, group.parameters.max].into_iter().flatten()),
        );
        let sizes =
            Span::of(records().flat_map(|record| {
                record.heaps.iter().copied().chain(record.piles.iter().flatten().copied())
            }));
        let count = Span::of(records().map(|record| record.n as u64));
        let has_components = count.is_some_and(|count| count.max > 0);
        // The limits of the plan count only for games with components.
        let joined = |found: Option<Span>, said: Option<Span>| {
            span(found.into_iter().chain(said.filter(|_| has_components)).reduce(Span::joined))
        };
        Limits {
            tests: span(Span::of(cases.iter().map(|case| case.len() as u64))),
            count: joined(count, said_heaps),
            size: joined(sizes, said_sizes),
            arity: span(Span::of(
                records().flat_map(|record| record.piles.iter().map(|pile| pile.len() as u64)),
            )),
            amounts: spread(|record| record.amounts.len() as u64),
            amount: span(Span::of(records().flat_map(|record| record.amounts.iter().copied()))),
            height: spread(|record| record.height),
            width: spread(|record| record.width),
            pieces: spread(|record| record.pieces.len() as u64),
            damaged: spread(|record| record.damaged.len() as u64),
            vertices: spread(|record| record.vertices),
            edges: spread(|record| record.edges.len().max(record.sets.len()) as u64),
            tokens: spread(|record| record.tokens.len() as u64),
        }
    }
}
