//! Patterns in the values of a game: statements found by looking, each with how far it was verified.
//!
//! A [`Sample`] is what is known of the positions of a game; [`find`] looks for a [`Formula`] that gives
//! the value of every one of them. A formula is accepted only if it is shorter than the sample:
//! if several positions speak for each number that it was fitted to. That is evidence and no proof.

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
    /// How many numbers a position has.
    pub arity: usize,
    /// The numbers.
    pub numbers: Vec<i64>,
    /// The values.
    pub values: Vec<i64>,
}

impl Sample {
    /// The positions with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&[i64], i64)> {
        self.numbers
            .chunks(self.arity.max(1))
            .zip(self.values.iter().copied())
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// These positions, with 1 for the value 0, and 0 for all others.
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

    /// The positions that a test accepts.
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

    /// Whether a formula gives the value of every position.
    pub fn agrees(&self, formula: &Formula) -> bool {
        self.iter()
            .all(|(position, value)| formula.at(position) == Some(value))
    }

    /// The values by the only number; none if there is no position.
    pub(super) fn line(&self) -> Vec<Option<i64>> {
        let top = self.numbers.iter().max().map_or(0, |&top| top as usize + 1);
        let mut line = vec![None; top];
        for (position, value) in self.iter() {
            line[position[0] as usize] = Some(value);
        }
        line
    }
}

/// The fewest positions that speak for anything.
const MIN_POSITIONS: usize = 24;

/// A formula for all positions of a sample, or for those without a number 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
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

impl Pattern {
    /// A formula that was verified at some positions, with or without a number 0.
    pub(super) fn seen(formula: Formula, verified: usize) -> Pattern {
        Pattern {
            formula,
            from_one: false,
            verified,
            verified_to: None,
            proof: None,
        }
    }
}

/// A formula for the values of all positions.
///
/// # Complexity
///
/// Some thousand formulas are tried, nearly all of which fail at one of the first positions; with one
/// number O(n²) steps for periods. Samples of some thousand positions are meant.
pub fn find(sample: &Sample) -> Option<Pattern> {
    look(sample, line::simple, several::find)
}

/// A formula that gives 1 for P-positions and 0 for all others, of a sample with these values.
///
/// # Complexity
///
/// As for [`find`].
pub fn find_losing(sample: &Sample) -> Option<Pattern> {
    look(sample, losing::in_line, losing::in_several)
}

/// Looks for a formula of one number in one way, and then by its digits; of several numbers in another.
fn look(
    sample: &Sample,
    in_line: fn(&[Option<i64>]) -> Option<Formula>,
    in_several: fn(&Sample) -> Option<Formula>,
) -> Option<Pattern> {
    if sample.arity == 1 {
        at_edges(sample, &|sample| in_line(&sample.line()))
            .or_else(|| at_edges(sample, &|sample| line::by_digits(&sample.line())))
    } else {
        at_edges(sample, &in_several)
            .or_else(|| in_two(sample, &|part| look(part, in_line, in_several)))
    }
}

/// Looks at all positions; then at those without a first number 0, without any, or without numbers 0
/// alone, if all others share one value; then at those without a number 0, whatever the others are.
fn at_edges(sample: &Sample, look: &dyn Fn(&Sample) -> Option<Formula>) -> Option<Pattern> {
    if sample.len() < MIN_POSITIONS {
        return None;
    }
    let checked = |sample: &Sample| look(sample).filter(|formula| sample.agrees(formula));
    let whole = |formula| Pattern::seen(formula, sample.len());
    if let Some(formula) = checked(sample) {
        return Some(whole(formula));
    }
    type Edge<'e> = &'e dyn Fn(&[i64]) -> bool;
    let inner = |is_edge: Edge<'_>| {
        let inner = sample.kept(|position| !is_edge(position));
        if inner.len() < MIN_POSITIONS || inner.len() == sample.len() {
            return None;
        }
        Some((checked(&inner)?, inner.len()))
    };
    let any = |position: &[i64]| position.contains(&0);
    let each = || (0..sample.arity).map(Formula::Of);
    let edges: [(Edge<'_>, Formula); 3] = [
        (&|position| position[0] == 0, Formula::Of(0)),
        (&any, joined(Op::Min, each())),
        (
            &|position| position.iter().all(|&n| n == 0),
            joined(Op::Max, each()),
        ),
    ];
    // With one number the three are one.
    let kinds = if sample.arity == 1 { 1 } else { 3 };
    let at_edge = edges.into_iter().take(kinds).find_map(|(is_edge, key)| {
        let value = *sample.kept(is_edge).values.iter().all_equal_value().ok()?;
        Some(whole(Formula::when(
            key.is(0),
            Formula::Number(value),
            inner(is_edge)?.0,
        )))
    });
    at_edge.or_else(|| {
        let (formula, verified) = if sample.arity > 1 {
            inner(&any)?
        } else {
            return None;
        };
        Some(Pattern {
            from_one: true,
            ..Pattern::seen(formula, verified)
        })
    })
}

/// A formula for each of the two values that one number takes.
fn in_two(sample: &Sample, find: &dyn Fn(&Sample) -> Option<Pattern>) -> Option<Pattern> {
    (0..sample.arity).rev().find_map(|i| {
        if sample
            .iter()
            .any(|(position, _)| !(0..=1).contains(&position[i]))
        {
            return None;
        }
        let part = |bit: i64| {
            let mut part = sample.kept(|position| position[i] == bit);
            let mut places = (0..sample.arity).cycle();
            part.numbers.retain(|_| places.next() != Some(i));
            part.arity -= 1;
            let found = find(&part).filter(|found| !found.from_one)?;
            Some(
                found
                    .formula
                    .with(&|j| Formula::Of(j + usize::from(j >= i))),
            )
        };
        let formula = Formula::when(Formula::Of(i).is(0), part(0)?, part(1)?);
        Some(Pattern::seen(formula, sample.len()))
    })
}

/// The place of a position in a list of all, the last number running fastest: numbers with how many of them there are.
pub(super) fn place(numbers: impl IntoIterator<Item = (Formula, i64)>) -> Formula {
    let add = |(place, count), (n, of_n)| {
        (
            Formula::of(
                Op::Add,
                Formula::of(Op::Mul, place, Formula::Number(of_n)),
                n,
            ),
            count,
        )
    };
    numbers
        .into_iter()
        .reduce(add)
        .map_or(Formula::Number(0), |(place, _)| place)
}

/// Formulas joined by an operation.
pub(super) fn joined(op: Op, formulas: impl IntoIterator<Item = Formula>) -> Formula {
    formulas
        .into_iter()
        .reduce(|a, b| Formula::of(op, a, b))
        .unwrap_or(Formula::Number(0))
}
