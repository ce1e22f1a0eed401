//! Formulas with exceptions at an edge: at positions in which a number is 0.

use itertools::Itertools;

use super::formula::{Formula, Op, joined};
use super::found::FoundFormula;
use super::sample::Sample;

/// The fewest positions that a formula is fitted to. A guess.
const MIN_POSITIONS: usize = 24;

/// The numbers that are 0 in positions that may be exceptions to a formula. In positions of one number the three are
/// the same.
#[derive(Clone, Copy)]
enum Edge {
    /// The first number is 0.
    First,
    /// Some number is 0.
    Some,
    /// All numbers are 0.
    All,
}

impl Edge {
    /// Says whether a position is at this edge.
    fn has(self, position: &[i64]) -> bool {
        match self {
            Edge::First => position[0] == 0,
            Edge::Some => position.contains(&0),
            Edge::All => position.iter().all(|&n| n == 0),
        }
    }

    /// Writes the condition for a position to be at this edge.
    fn condition(self, arity: usize) -> Formula {
        let each = (0..arity).map(Formula::Of);
        let key = match self {
            Edge::First => Formula::Of(0),
            Edge::Some => joined(Op::Min, each),
            Edge::All => joined(Op::Max, each),
        };
        key.is(0)
    }
}

/// Looks at all positions; then at the positions that are not at an edge whose positions share one value; then at the
/// positions without a number 0, whatever the values of the others are.
pub(super) fn at_edges(
    sample: &Sample,
    look: &dyn Fn(&Sample) -> Option<Formula>,
) -> Option<FoundFormula> {
    if sample.len() < MIN_POSITIONS {
        return None;
    }
    let checked = |sample: &Sample| look(sample).filter(|formula| sample.agrees(formula));
    if let Some(formula) = checked(sample) {
        return Some(FoundFormula::seen(formula, sample.len()));
    }
    let within = |edge: Edge| {
        let inner = sample.kept(|position| !edge.has(position));
        if inner.len() < MIN_POSITIONS || inner.len() == sample.len() {
            return None;
        }
        Some(FoundFormula::seen(checked(&inner)?, inner.len()))
    };
    let edges = if sample.arity == 1 {
        &[Edge::First][..]
    } else {
        &[Edge::First, Edge::Some, Edge::All]
    };
    for &edge in edges {
        let at_edge = sample.kept(|position| edge.has(position));
        if let Ok(&value) = at_edge.values.iter().all_equal_value()
            && let Some(inner) = within(edge)
        {
            let condition = edge.condition(sample.arity);
            let formula = Formula::when(condition, Formula::Number(value), inner.formula);
            return Some(FoundFormula::seen(formula, sample.len()));
        }
    }
    if sample.arity == 1 {
        return None;
    }
    within(Edge::Some).map(|inner| FoundFormula {
        from_one: true,
        ..inner
    })
}
