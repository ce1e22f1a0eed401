//! Sets in the order in which their members came, and the least number that a set misses.

use std::hash::Hash;

use fxhash::FxBuildHasher;
use indexmap::IndexSet;

use crate::fail::Res;

/// A set in the order in which its members came.
pub type Ordered<T> = IndexSet<T, FxBuildHasher>;

/// Returns everything that is met from the first ones on, the nearest first; `visit` says what is met from each.
///
/// # Errors
///
/// The first error of `visit`.
pub fn met<T: Clone + Eq + Hash>(
    first: impl IntoIterator<Item = T>,
    mut visit: impl FnMut(&T) -> Res<Vec<T>>,
) -> Res<Ordered<T>> {
    let mut met: Ordered<T> = first.into_iter().collect();
    let mut at = 0;
    while let Some(one) = met.get_index(at).cloned() {
        met.extend(visit(&one)?);
        at += 1;
    }
    Ok(met)
}

/// The number of options of a position is less than this, and so is every value that matters for a mex.
const MAX_OPTIONS: u64 = 1 << 24;

/// Returns the least number that is not among these.
#[expect(clippy::cast_possible_truncation, reason = "values are below 2²⁴ here")]
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut met = Vec::new();
    for value in values.into_iter().filter(|&value| value < MAX_OPTIONS) {
        if value as usize >= met.len() {
            met.resize(value as usize + 1, false);
        }
        met[value as usize] = true;
    }
    met.iter().position(|is_met| !is_met).unwrap_or(met.len()) as u64
}
