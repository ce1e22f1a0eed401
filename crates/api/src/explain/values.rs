//! Grundy values in explanations: as text, the finite ones, and their nim-sum.

use grundy_record::{Field, Value};

/// Writes a value as answers do.
pub(super) fn value_text(value: &Value) -> String {
    Field::Grundy(value.clone()).to_string()
}

/// Lists the finite values among these.
pub(super) fn finite(values: &[Value]) -> Vec<u64> {
    values
        .iter()
        .filter_map(|value| match value {
            Value::Finite(value) => Some(*value),
            Value::Infinite(_) => None,
        })
        .collect()
}

/// Adds values without carry.
pub(super) fn nim_sum(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}
