//! The least value that no option has.

use fxhash::FxHashSet;

/// Returns the least number that is none of these.
pub fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let values: FxHashSet<u64> = values.collect();
    (0..).find(|value| !values.contains(value)).unwrap_or(0)
}
