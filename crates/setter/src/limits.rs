//! The limits that the records of a plan keep, for the statement and the validators.

use itertools::Itertools;
use serde::Serialize;

use super::fields::RecordFields;
use super::plan::{GroupKind, Plan};
use super::test_case::TestCase;

/// A least and a largest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The least number.
    pub min: u64,
    /// The largest number.
    pub max: u64,
}

impl Span {
    /// Returns the span of some numbers, which is from 0 to 0 if there are none.
    fn of(numbers: impl IntoIterator<Item = u64>) -> Span {
        let extremes = numbers.into_iter().minmax().into_option();
        let (min, max) = extremes.unwrap_or_default();
        Span { min, max }
    }

    /// Returns the span of a number that each record has.
    fn of_each(records: &[&RecordFields], number: fn(&RecordFields) -> u64) -> Span {
        Span::of(records.iter().map(|record| number(record)))
    }
}

/// Limits that the records of all cases keep: those of the plan, else the actual extremes of the records.
#[derive(Clone, Debug, Serialize)]
pub struct RecordLimits {
    /// The number of records of a case.
    pub tests: Span,
    /// The number of heaps or piles of a record.
    pub count: Span,
    /// The sizes of heaps and the numbers of piles.
    pub size: Span,
    /// The number of numbers of a pile.
    pub arity: Span,
    /// The number of amounts of a record.
    pub amounts: Span,
    /// The amounts themselves.
    pub amount: Span,
    /// The number of rows of a board.
    pub height: Span,
    /// The number of columns of a board.
    pub width: Span,
    /// The number of pieces on a board.
    pub pieces: Span,
    /// The number of damaged cells of a board.
    pub damaged: Span,
    /// The number of vertices of a graph.
    pub vertices: Span,
    /// The number of edges of a graph, or of sets.
    pub edges: Span,
    /// The number of tokens, or of vertices of a path.
    pub tokens: Span,
}

impl RecordLimits {
    /// Finds the limits of a plan whose cases are these.
    pub fn of(plan: &Plan, cases: &[TestCase]) -> RecordLimits {
        let records = cases.iter().flat_map(|case| &case.fields).collect_vec();
        let mut counts = records.iter().map(|record| record.n as u64).collect_vec();
        let mut sizes = records
            .iter()
            .flat_map(|record| record.sizes())
            .collect_vec();
        // The bounds of the plan count only for games with components, and not for records that the plan lists.
        if records.iter().any(|record| record.n > 0) {
            for group in &plan.groups {
                if group.kind != GroupKind::Given {
                    let bounds = &group.parameters;
                    counts.extend(
                        bounds
                            .heaps
                            .iter()
                            .flat_map(|range| [range.low, range.high]),
                    );
                    sizes.extend(bounds.min);
                    sizes.extend(bounds.max);
                }
            }
        }
        let piles = records.iter().flat_map(|record| &record.piles);
        let amounts = records.iter().flat_map(|record| &record.amounts);
        RecordLimits {
            tests: Span::of(cases.iter().map(|case| case.fields.len() as u64)),
            count: Span::of(counts),
            size: Span::of(sizes),
            arity: Span::of(piles.map(|pile| pile.len() as u64)),
            amounts: Span::of_each(&records, |record| record.amounts.len() as u64),
            amount: Span::of(amounts.copied()),
            height: Span::of_each(&records, |record| record.height),
            width: Span::of_each(&records, |record| record.width),
            pieces: Span::of_each(&records, |record| record.pieces.len() as u64),
            damaged: Span::of_each(&records, |record| record.damaged.len() as u64),
            vertices: Span::of_each(&records, |record| record.vertices),
            edges: Span::of_each(&records, |record| {
                record.edges.len().max(record.sets.len()) as u64
            }),
            tokens: Span::of_each(&records, |record| record.tokens.len() as u64),
        }
    }
}
