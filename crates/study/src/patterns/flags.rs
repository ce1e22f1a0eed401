//! Formulas of positions with a flag: a number that is 0 or 1.

use super::formula::Formula;
use super::found::FoundFormula;
use super::sample::Sample;

/// Finds a formula for each of the two values of a number that is 0 or 1.
pub(super) fn in_two(
    sample: &Sample,
    find: &dyn Fn(&Sample) -> Option<FoundFormula>,
) -> Option<FoundFormula> {
    for i in (0..sample.arity).rev() {
        if sample
            .iter()
            .all(|(position, _)| matches!(position[i], 0 | 1))
            && let Some(formula) = by_flag(sample, i, find)
        {
            return Some(FoundFormula::seen(formula, sample.len()));
        }
    }
    None
}

/// Finds a formula for each of the two values of the number with this index.
fn by_flag(
    sample: &Sample,
    i: usize,
    find: &dyn Fn(&Sample) -> Option<FoundFormula>,
) -> Option<Formula> {
    let with_value = |flag: i64| {
        let mut part = sample.kept(|position| position[i] == flag);
        // The number is taken out of each position.
        let mut places = (0..sample.arity).cycle();
        part.numbers.retain(|_| places.next() != Some(i));
        part.arity -= 1;
        let found = find(&part).filter(|found| !found.from_one)?;
        let back_in_place = |j: usize| Formula::Of(if j < i { j } else { j + 1 });
        Some(found.formula.with(&back_in_place))
    };
    let is_zero = Formula::Of(i).is(0);
    Some(Formula::when(is_zero, with_value(0)?, with_value(1)?))
}
