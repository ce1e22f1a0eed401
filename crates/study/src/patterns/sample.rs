//! A sample: positions of a game with their values, in which patterns are looked for.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions of a sample are small"
)]

use super::formula::Formula;

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
    pub(super) fn kept(&self, keep: impl Fn(&[i64]) -> bool) -> Sample {
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
    pub(crate) fn line(&self) -> Vec<Option<i64>> {
        let top = self.numbers.iter().max().map_or(0, |&top| top as usize + 1);
        let mut line = vec![None; top];
        for (position, value) in self.iter() {
            line[position[0] as usize] = Some(value);
        }
        line
    }
}
