//! The limits that the records of a plan keep, for the statement and the validators.

use itertools::Itertools;
use serde::Serialize;

use super::cases::Case;
use super::fields::Fields;
use super::plan::{Kind, Plan};

/// A least and a largest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The least.
    pub min: u64,
    /// The largest.
    pub max: u64,
}

impl Span {
    /// The span of some numbers; from 0 to 0 if there are none.
    fn of(numbers: impl Iterator<Item = u64>) -> Span {
        let (min, max) = numbers.minmax().into_option().unwrap_or_default();
        Span { min, max }
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
    pub fn of(plan: &Plan, cases: &[Case]) -> Limits {
        let records = || cases.iter().flat_map(|case| &case.fields);
        // The limits of the plan count only for games with components.
        let has_components = records().any(|record| record.n > 0);
        let groups = || {
            plan.groups
                .iter()
                .filter(|group| has_components && group.kind != Kind::Given)
        };
        let bounds = || groups().map(|group| &group.parameters);
        let counts = bounds()
            .filter_map(|bounds| bounds.heaps)
            .flat_map(|(min, max)| [min, max]);
        let sizes = bounds().flat_map(|bounds| bounds.min.into_iter().chain(bounds.max));
        let all = |number: fn(&Fields) -> u64| Span::of(records().map(number));
        Limits {
            tests: Span::of(cases.iter().map(|case| case.fields.len() as u64)),
            count: Span::of(records().map(|record| record.n as u64).chain(counts)),
            size: Span::of(records().flat_map(Fields::sizes).chain(sizes)),
            arity: Span::of(
                records()
                    .flat_map(|record| &record.piles)
                    .map(|pile| pile.len() as u64),
            ),
            amounts: all(|record| record.amounts.len() as u64),
            amount: Span::of(records().flat_map(|record| &record.amounts).copied()),
            height: all(|record| record.height),
            width: all(|record| record.width),
            pieces: all(|record| record.pieces.len() as u64),
            damaged: all(|record| record.damaged.len() as u64),
            vertices: all(|record| record.vertices),
            edges: all(|record| record.edges.len().max(record.sets.len()) as u64),
            tokens: all(|record| record.tokens.len() as u64),
        }
    }
}
