//! The values of one number up to the end of a proved period, and the period as a formula.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a period that becomes a formula has at most 2¹⁶ terms"
)]

use itertools::Itertools;

use crate::patterns::{Formula, FoundFormula, Function, Proof, Sample};
use crate::sample::one;
use grundy_api::Position;
use grundy_record::Period;

/// The most terms of a preperiod and a period that become a formula by themselves. A guess.
const MAX_PERIOD_TERMS: u64 = 1 << 16;

/// Computes the values from 0 to the end of the first period, if they are not too many.
fn to_end_of_period(position: &Position<'_>, period: Period) -> Option<Vec<u64>> {
    let terms = period.preperiod.saturating_add(period.period);
    if terms > MAX_PERIOD_TERMS {
        return None;
    }
    let sequence = one(position, terms - 1).sequence().ok()?;
    (sequence.len() as u64 == terms).then_some(sequence)
}

/// Lists the values of one number from 0 on, as far as they were looked at, or to the end of the first period if that is longer.
pub(super) fn first_values(
    position: &Position<'_>,
    sample: &Sample,
    period: Option<Period>,
) -> Vec<u64> {
    let first: Vec<u64> = sample
        .line()
        .into_iter()
        .map_while(|value| u64::try_from(value?).ok())
        .collect();
    let longer = period.and_then(|period| to_end_of_period(position, period));
    match longer {
        Some(longer) if longer.len() > first.len() => longer,
        _ => first,
    }
}

/// Writes a proved period as a formula.
pub(super) fn of_period(position: &Position<'_>, period: Period) -> Option<FoundFormula> {
    let sequence = to_end_of_period(position, period)?;
    let terms = sequence.iter().map(|&value| value as i64).collect_vec();
    let (before, cycle) = terms.split_at(period.preperiod as usize);
    let rise = period.saltus as i64;
    let repeats = Function::Repeats {
        before: before.to_vec(),
        cycle: cycle.to_vec(),
        rise,
    };
    let formula = Formula::call(repeats, Formula::Of(0));
    Some(FoundFormula {
        proof: Some(Proof::Period),
        ..FoundFormula::seen(formula, terms.len())
    })
}
