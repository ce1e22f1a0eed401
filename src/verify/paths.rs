//! Ways to take everything, counted term by term from their definition.

use num_bigint::BigUint;

use super::{Checked, unproved};
use crate::record::{Field, Range};

/// Odd and even numbers of moves from `heap` exactly to 0.
///
/// With O(n) and E(n) the counts: E(0) = 1, O(n) = Σ E(n − a), E(n) = Σ O(n − a).
pub(super) fn derive(amounts: &[Range], heap: u64, modulus: Option<u64>) -> Checked<Field> {
    let kinds: u64 = amounts.iter().map(|r| r.high.min(heap).saturating_sub(r.low - 1)).sum();
    let size = if modulus.is_some() { 1 } else { 1 + heap / 32 };
    let work = heap.checked_mul(kinds.max(1)).and_then(|work| work.checked_mul(size));
    if heap > 1 << 24 || work.is_none_or(|work| work > 1 << 30) {
        return unproved("counting the ways takes too many steps");
    }
    let reduced = |number: BigUint| modulus.map_or(number.clone(), |modulus| number % modulus);
    let mut odd = vec![BigUint::ZERO];
    let mut even = vec![reduced(BigUint::from(1u32))];
    for n in 1..=heap {
        let mut sums = [BigUint::ZERO, BigUint::ZERO];
        for amount in amounts.iter().flat_map(|range| range.low..=range.high.min(n)) {
            let before = (n - amount) as usize;
            sums[0] += &even[before];
            sums[1] += &odd[before];
        }
        let [of_odd, of_even] = sums.map(reduced);
        odd.push(of_odd);
        even.push(of_even);
    }
    Ok(Field::Paths(odd.pop().unwrap_or_default(), even.pop().unwrap_or_default()))
}
