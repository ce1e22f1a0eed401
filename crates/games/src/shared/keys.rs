//! Keys of rules in the cache of analyses.

use grundy_heaps::breaking::Code;
use grundy_heaps::subtraction::Amounts;

/// Returns the key of a code in the cache.
pub fn of_code(code: &Code) -> Vec<u64> {
    let digits = code
        .digits()
        .map(|digit| u64::from(digit.bits) | u64::from(digit.unequal) << 8);
    [code.first_repeated() as u64]
        .into_iter()
        .chain(digits)
        .collect()
}

/// Returns the key of a set in the cache.
pub fn of_amounts(set: &Amounts) -> Vec<u64> {
    set.runs()
        .iter()
        .flat_map(|run| [run.low, run.high])
        .collect()
}
