//! Beatty sequences and other lines of irrational slope.

use std::iter;

use itertools::{Itertools, iproduct};

use super::{Formula, Function, Op, Quadratic, Sample};

/// The largest square-free part, numerator and denominator that are tried.
const MAX_RADICAND: i64 = 24;

/// The quadratic irrational of least numbers between two bounds.
fn between(low: f64, high: f64) -> Option<Quadratic> {
    // Wide bounds prove nothing.
    if high <= low || high - low > 0.05 * high {
        return None;
    }
    let radicands = (2..=MAX_RADICAND).filter(|d| d.isqrt().pow(2) != *d);
    let all = iproduct!(radicands, 1..=4, -4..=8).map(|(d, q, p)| Quadratic { p, d, q });
    all.sorted_by_key(|by| by.d + 2 * by.p.abs() + 2 * by.q)
        .find(|by| low < by.about() && by.about() < high)
}

/// The α of least numbers for which n = ⌊kα⌋ for all these k, from 1, and n.
fn slope(floors: impl Iterator<Item = (i64, i64)>) -> Option<Quadratic> {
    let (low, high) = floors.fold((0f64, f64::MAX), |(low, high), (k, n)| {
        (
            low.max(n as f64 / k as f64),
            high.min((n + 1) as f64 / k as f64),
        )
    });
    between(low, high)
}

/// Losing numbers ⌊kα⌋ for k = 0, 1, 2, … or 1, 2, …
pub(super) fn sequence(set: &[i64]) -> Option<Formula> {
    if set.len() < 24 {
        return None;
    }
    let start = i64::from(set[0] != 0);
    let alpha = slope((start..).zip(set.iter().copied()).filter(|(k, _)| *k > 0))?;
    // n = ⌊kα⌋ for k = ⌈n/α⌉, which is ⌊n/α⌋ + 1 but for n = 0.
    let inverse = inverse(alpha)?;
    let n = || Formula::Of(0);
    let k = Formula::call(Function::Floor(inverse), n()).plus(1);
    let formula = Formula::of(Op::Equal, Formula::call(Function::Floor(alpha), k), n());
    Some(Formula::when(
        n().is(0),
        Formula::Number(1 - start),
        formula,
    ))
}

/// 1/((p + √d)/q) = q(√d − p)/(d − p²), if that is of this form, too.
fn inverse(alpha: Quadratic) -> Option<Quadratic> {
    let Quadratic { p, d, q } = alpha;
    let norm = d - p * p;
    (norm > 0).then_some(Quadratic {
        p: -p * q,
        d: d * q * q,
        q: norm,
    })
}

/// Losing pairs that are a line: the lesser is ⌊α·difference⌋ (Wythoff 1907), or the greater is below α
/// times the lesser.
pub(super) fn pairs(sample: &Sample) -> Option<Formula> {
    let unequal: Vec<(i64, i64, bool)> = sample
        .iter()
        .map(|(position, lost)| {
            (
                position[0].min(position[1]),
                position[0].max(position[1]),
                lost == 1,
            )
        })
        .filter(|(a, b, _)| a < b)
        .collect();
    let least = || Formula::of(Op::Min, Formula::Of(0), Formula::Of(1));
    let most = || Formula::of(Op::Max, Formula::Of(0), Formula::Of(1));
    let apart = || Formula::of(Op::Sub, most(), least());
    // The lesser by the difference.
    let lost = || unequal.iter().filter(|(.., lost)| *lost);
    if lost().count() >= 16
        && let Some(alpha) = slope(lost().map(|(a, b, _)| (b - a, *a)))
    {
        let formula = Formula::of(
            Op::Equal,
            least(),
            Formula::call(Function::Floor(alpha), apart()),
        );
        // All pairs, or those whose difference is a multiple of a number.
        let multiples =
            |m| Formula::when(apart().modulo(m).is(0), formula.clone(), Formula::Number(0));
        let mut all = iter::once(formula.clone()).chain((2..=6).map(multiples));
        if let Some(found) = all.find(|formula| sample.agrees(formula)) {
            return Some(found);
        }
    }
    // A ratio that separates; equal numbers may be apart.
    let ratios = |of_lost: bool| {
        let those = unequal
            .iter()
            .filter(move |(a, _, lost)| *a > 0 && *lost == of_lost);
        those.map(|(a, b, _)| *b as f64 / *a as f64)
    };
    let alpha = between(
        ratios(true).fold(1.0, f64::max),
        ratios(false).fold(f64::MAX, f64::min),
    )?;
    let below = Formula::of(
        Op::AtMost,
        most(),
        Formula::call(Function::Floor(alpha), least()),
    );
    let is_equal = Formula::of(Op::Equal, Formula::Of(0), Formula::Of(1));
    let unequal = Formula::when(is_equal, Formula::Number(0), below.clone());
    [below, unequal]
        .into_iter()
        .find(|formula| sample.agrees(formula))
}
