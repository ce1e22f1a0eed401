//! The ask `p-positions` of ranges of heaps under misère play.

use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;
use grundy_base::shares;
use grundy_misere::game::Heap;
use grundy_record::{Fault, Place};
use num_bigint::BigUint;

use super::growing::GrowingQuotient;
use crate::shared::varied;

/// Counts the sums of one heap of each range that lose: the classes of each range are counted, and multiplied one range
/// after the other.
pub(super) fn lost(
    known: &GrowingQuotient,
    ranges: &[Range],
    budget: &Budget,
) -> Result<BigUint, Fault> {
    let quotient = known.reaching(varied::largest(ranges));
    let heaps = ranges.iter().flat_map(|range| range.low..=range.high);
    known.check_moves(heaps.map(|size| Heap { game: 0, size }))?;
    let monoid = quotient.monoid();
    let order = monoid.order();
    let mut sums = vec![BigUint::ZERO; order];
    sums[0] = 1u32.into();
    for (i, range) in ranges.iter().enumerate() {
        if !quotient.reaches(range.high) {
            return Err(Fault::limit(Place::Position(i), &quotient.limit()));
        }
        let (preperiod, period) = match quotient.periods() {
            Some(periods) => (periods[0].preperiod, periods[0].period),
            None => (u64::MAX, 1),
        };
        let mut classes = vec![0u128; order];
        let single = range.low
            ..=range
                .high
                .min(range.low.max(preperiod).saturating_add(period - 1));
        let heaps = single.end() - single.start();
        if heaps > shares::heaps::heaps_of_a_range(budget.work) {
            let message = format!("{heaps} heaps of a range are too many to go through");
            let limit = Limit::steps(
                u128::from(heaps) * u128::from(shares::heaps::STEPS_OF_A_HEAP),
                message,
            );
            return Err(Fault::limit(Place::Position(i), &limit));
        }
        for heap in single {
            // A heap in the period stands for all those that follow it in steps.
            let times = if heap < preperiod {
                1
            } else {
                u128::from((range.high - heap) / period) + 1
            };
            classes[quotient.class(0, heap).unwrap_or(0)] += times;
        }
        let mut next = vec![BigUint::ZERO; order];
        for (x, sum) in sums
            .iter()
            .enumerate()
            .filter(|(_, sum)| **sum != BigUint::ZERO)
        {
            for (y, &times) in classes.iter().enumerate().filter(|(_, times)| **times > 0) {
                next[monoid.product(x, y)] += sum * times;
            }
        }
        sums = next;
    }
    Ok(monoid.losing().ones().map(|x| &sums[x]).sum())
}
