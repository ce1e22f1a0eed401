//! Ways to take everything, counted term by term from their definition.

use num_bigint::BigUint;

use super::{CELLS, Checked, Meter, unproved};
use grundy_record::{Field, Range};

/// Odd and even numbers of moves from `heap` exactly to 0.
///
/// With O(n) and E(n) the counts: E(0) = 1, O(n) = Σ E(n − a), E(n) = Σ O(n − a).
pub(super) fn derive(amounts: &[Range], heap: u64, modulus: Option<u64>, meter: &Meter) -> Checked<Field> {
    let kinds: u64 = amounts.iter().map(|r| r.high.min(heap).saturating_sub(r.low - 1)).sum();
    // A count has at most heap bits: there are as many compositions of the heap.
    let words = if modulus.is_some() { 4 } else { 2 + heap / 32 };
    let work = heap.checked_mul(kinds.max(1)).and_then(|work| work.checked_mul(words));
    match work {
        Some(work) if heap <= CELLS / words => meter.spend(work)?,
        _ => return unproved("counting the ways takes too many steps"),
    }
    let before = |n: u64| amounts.iter().flat_map(move |range| range.low..=range.high.min(n));
    let (odd, even) = match modulus {
        Some(modulus) => {
            // Sums of at most 2²⁴ counts below 2⁶⁴.
            let reduced = |sum: u128| (sum % u128::from(modulus)) as u64;
            let mut counts = vec![(0, reduced(1))];
            for n in 1..=heap {
                let (mut odd, mut even) = (0, 0);
                for amount in before(n) {
                    let (o, e) = counts[(n - amount) as usize];
                    odd += u128::from(e);
                    even += u128::from(o);
                }
                counts.push((reduced(odd), reduced(even)));
            }
            counts.pop().map(|(odd, even)| (BigUint::from(odd), BigUint::from(even)))
        }
        None => {
            let mut counts = vec![(BigUint::ZERO, BigUint::from(1u32))];
            for n in 1..=heap {
                let (mut odd, mut even) = (BigUint::ZERO, BigUint::ZERO);
                for amount in before(n) {
                    let (o, e) = &counts[(n - amount) as usize];
                    odd += e;
                    even += o;
                }
                counts.push((odd, even));
            }
            counts.pop()
        }
    }
    .unwrap_or_default();
    Ok(Field::Paths { modulus, odd, even })
}
