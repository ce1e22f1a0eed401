//! Patterns in the values of a game: statements found by looking, each with how far it was verified.
//!
//! A [`Sample`] is what is known of the positions of a game; [`find`] looks for a [`Formula`] that gives
//! the value of every one of them. A formula is accepted only if it is shorter than the sample:
//! if several positions speak for each number that it was fitted to. That is evidence and no proof.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions of a sample are small"
)]

mod digits;
mod features;
pub mod formula;
mod irrational;
mod line;
mod losing;
mod several;

pub use formula::{Formula, Function, Op, Quadratic};
use itertools::Itertools;

/// A sample of positions: their numbers, one position after the other, and a value for each.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of numbers that a position has.
    pub arity: usize,
    /// The numbers of all positions.
    pub numbers: Vec<i64>,
    /// The values of all positions.
    pub values: Vec<i64>,
}

impl Sample {
    /// Goes through the positions with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&[i64], i64)> {
        self.numbers
            .chunks(self.arity.max(1))
            .zip(self.values.iter().copied())
    }

    /// Counts the positions.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Says whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the sample of the same positions that has 1 for the value 0, and 0 for all others.
    #[must_use]
    pub fn losing(&self) -> Sample {
        Sample {
            values: self
                .values
                .iter()
                .map(|&value| i64::from(value == 0))
                .collect(),
            ..self.clone()
        }
    }

    /// Keeps the positions that a test accepts.
    fn kept(&self, keep: impl Fn(&[i64]) -> bool) -> Sample {
        let mut kept = Sample {
            arity: self.arity,
            numbers: Vec::new(),
            values: Vec::new(),
        };
        for (position, value) in self.iter().filter(|(position, _)| keep(position)) {
            kept.numbers.extend_from_slice(position);
            kept.values.push(value);
        }
        kept
    }

    /// Says whether a formula gives the value of every position.
    pub fn agrees(&self, formula: &Formula) -> bool {
        self.iter()
            .all(|(position, value)| formula.at(position) == Some(value))
    }

    /// Lists the values by the only number; none stands for what is no position.
    pub(super) fn line(&self) -> Vec<Option<i64>> {
        let top = self.numbers.iter().max().map_or(0, |&top| top as usize + 1);
        let mut line = vec![None; top];
        for (position, value) in self.iter() {
            line[position[0] as usize] = Some(value);
        }
        line
    }
}

/// The fewest positions that a formula is fitted to. A guess.
const MIN_POSITIONS: usize = 24;

/// A formula for all positions of a sample, or for those without a number 0.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundFormula {
    /// The statement.
    pub formula: Formula,
    /// Whether it says nothing of positions with a number 0.
    pub from_one: bool,
    /// The number of positions at which it was verified.
    pub verified: usize,
    /// The largest number at which it was verified, if that is beyond the positions looked at. They have one number then.
    pub verified_to: Option<u64>,
    /// Why it holds for all positions, if that is proved.
    pub proof: Option<Proof>,
}

/// Why a statement holds for all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The values have a proved period, and the statement agrees with them for long enough.
    Period,
    /// The statement was held against the rules at all positions.
    Rules,
}

impl FoundFormula {
    /// Makes a pattern of a formula that was verified at some positions, with or without a number 0.
    pub(super) fn seen(formula: Formula, verified: usize) -> FoundFormula {
        FoundFormula {
            formula,
            from_one: false,
            verified,
            verified_to: None,
            proof: None,
        }
    }
}

/// Finds a formula for the values of all positions.
///
/// # Complexity
///
/// Some thousand formulas are tried, nearly all of which fail at one of the first positions; with one
/// number O(n²) steps for periods. Samples of some thousand positions are meant.
pub fn find(sample: &Sample) -> Option<FoundFormula> {
    look(sample, line::simple, several::find)
}

/// Finds a formula that gives 1 for P-positions and 0 for all others, in a sample with these values.
///
/// # Complexity
///
/// It is that of [`find`].
pub fn find_losing(sample: &Sample) -> Option<FoundFormula> {
    look(sample, losing::in_line, losing::in_several)
}

/// Looks for a formula of one number in one way, and then by its digits; of several numbers in another.
fn look(
    sample: &Sample,
    in_line: fn(&[Option<i64>]) -> Option<Formula>,
    in_several: fn(&Sample) -> Option<Formula>,
) -> Option<FoundFormula> {
    if sample.arity == 1 {
        at_edges(sample, &|sample| in_line(&sample.line()))
            .or_else(|| at_edges(sample, &|sample| line::by_digits(&sample.line())))
    } else {
        at_edges(sample, &in_several)
            .or_else(|| in_two(sample, &|part| look(part, in_line, in_several)))
    }
}

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
fn at_edges(sample: &Sample, look: &dyn Fn(&Sample) -> Option<Formula>) -> Option<FoundFormula> {
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

/// Finds a formula for each of the two values of a number that is 0 or 1.
fn in_two(sample: &Sample, find: &dyn Fn(&Sample) -> Option<FoundFormula>) -> Option<FoundFormula> {
    for i in (0..sample.arity).rev() {
        if sample
            .iter()
            .all(|(position, _)| matches!(position[i], 0 | 1))
            && let Some(formula) = by_flag(sample, i, find)
        {
            return Some(FoundFormula::seen(formula, sample.len()));
        }
    }
    None
}

/// Finds a formula for each of the two values of the number with this index.
fn by_flag(
    sample: &Sample,
    i: usize,
    find: &dyn Fn(&Sample) -> Option<FoundFormula>,
) -> Option<Formula> {
    let with_value = |flag: i64| {
        let mut part = sample.kept(|position| position[i] == flag);
        // The number is taken out of each position.
        let mut places = (0..sample.arity).cycle();
        part.numbers.retain(|_| places.next() != Some(i));
        part.arity -= 1;
        let found = find(&part).filter(|found| !found.from_one)?;
        let back_in_place = |j: usize| Formula::Of(if j < i { j } else { j + 1 });
        Some(found.formula.with(&back_in_place))
    };
    let is_zero = Formula::Of(i).is(0);
    Some(Formula::when(is_zero, with_value(0)?, with_value(1)?))
}

/// Computes the place of a position in a list of all, in which the last number runs fastest, from formulas of the numbers and how
/// many values each has.
pub(super) fn place(numbers: impl IntoIterator<Item = (Formula, i64)>) -> Formula {
    let mut place: Option<Formula> = None;
    for (number, count) in numbers {
        place = Some(match place {
            None => number,
            Some(place) => {
                let before = Formula::of(Op::Mul, place, Formula::Number(count));
                Formula::of(Op::Add, before, number)
            }
        });
    }
    place.unwrap_or(Formula::Number(0))
}

/// Joins formulas by an operation.
pub(super) fn joined(op: Op, formulas: impl IntoIterator<Item = Formula>) -> Formula {
    formulas
        .into_iter()
        .reduce(|a, b| Formula::of(op, a, b))
        .unwrap_or(Formula::Number(0))
}
