//! Values of positions, also of those from which play may not end.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::{Fail, PlayOutcome, Res};

/// A value in the sense of Smith and Fraenkel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A Grundy value.
    Finite(u64),
    /// The value ∞ with a set.
    Infinite(BTreeSet<u64>),
}

impl Value {
    /// Returns the value of a sum of two positions.
    pub fn plus(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Infinite(set), Value::Finite(n)) | (Value::Finite(n), Value::Infinite(set)) => {
                Value::Infinite(set.iter().map(|m| m ^ n).collect())
            }
            (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(BTreeSet::new()),
        }
    }

    /// Returns the number that a finite value is.
    pub fn finite(&self) -> Res<u64> {
        if let Value::Finite(n) = self {
            Ok(*n)
        } else {
            Err(Fail::TooLarge)
        }
    }

    /// Returns the player who wins a position of this value.
    pub fn outcome(&self) -> PlayOutcome {
        match self {
            Value::Finite(0) => PlayOutcome::Lose,
            Value::Finite(_) => PlayOutcome::Win,
            Value::Infinite(set) if set.contains(&0) => PlayOutcome::Win,
            Value::Infinite(_) => PlayOutcome::Draw,
        }
    }

    /// Returns the text of the value in answers.
    pub fn text(&self) -> String {
        match self {
            Value::Finite(n) => n.to_string(),
            Value::Infinite(set) if set.is_empty() => "inf".to_owned(),
            Value::Infinite(set) => format!("inf {}", set.iter().join(",")),
        }
    }
}
