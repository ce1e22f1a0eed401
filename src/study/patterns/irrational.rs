//! Beatty sequences and other lines of irrational slope.

use super::{Formula, Function, Op, Quadratic, Sample};

/// The largest square-free part, numerator and denominator that are tried.
const MAX_RADICAND: i64 = 24;

/// The quadratic irrational of least numbers between two bounds.
fn between(low: f64, high: f64) -> Option<Quadratic> {
    // Wide bounds prove nothing.
    if high <= low || high - low > 0.05 * high {
        return None;
    }
    let squares = |d: i64| d.isqrt() * d.isqrt() == d;
    let mut candidates: Vec<Quadratic> = Vec::new();
    for d in (2..=MAX_RADICAND).filter(|&d| !squares(d)) {
        for q in 1..=4 {
            for p in -4..=8 {
                candidates.push(Quadratic { p, d, q });
            }
        }
    }
    candidates.sort_by_key(|c| c.d + 2 * c.p.abs() + 2 * c.q);
    candidates.into_iter().find(|c| low < c.about() && c.about() < high)
}

/// Losing numbers ⌊kα⌋ for k = 0, 1, 2, … or 1, 2, …
pub(super) fn sequence(set: &[i64]) -> Option<Formula> {
    if set.len() < 24 {
        return None;
    }
    let start = i64::from(set[0] != 0);
    let (mut low, mut high) = (0f64, f64::MAX);
    for (k, &n) in (start..).zip(set).filter(|(k, _)| *k > 0) {
        low = low.max(n as f64 / k as f64);
        high = high.min((n + 1) as f64 / k as f64);
    }
    let alpha = between(low, high)?;
    // n = ⌊kα⌋ for k = ⌈n/α⌉, which is ⌊n/α⌋ + 1 but for n = 0.
    let inverse = inverse(alpha)?;
    let n = || Formula::Of(0);
    let k = Formula::call(Function::Floor(inverse), n()).plus(1);
    let formula = Formula::of(Op::Equal, Formula::call(Function::Floor(alpha), k), n());
    let zero = Formula::of(Op::Equal, n(), Formula::Number(0));
    Some(Formula::when(zero, Formula::Number(1 - start), formula))
}

/// 1/((p + √d)/q) = q(√d − p)/(d − p²), if that is of this form, too.
fn inverse(alpha: Quadratic) -> Option<Quadratic> {
    let Quadratic { p, d, q } = alpha;
    let norm = d - p * p;
    (norm > 0).then_some(Quadratic { p: -p * q, d: d * q * q, q: norm })
}

/// Losing pairs that are a line: the lesser is ⌊α·difference⌋ (Wythoff 1907), or the greater is below α
/// times the lesser.
pub(super) fn pairs(sample: &Sample) -> Option<Formula> {
    let ordered = || {
        sample
            .iter()
            .map(|(position, lost)| (position[0].min(position[1]), position[0].max(position[1]), lost == 1))
    };
    let least = || Formula::of(Op::Min, Formula::Of(0), Formula::Of(1));
    let most = || Formula::of(Op::Max, Formula::Of(0), Formula::Of(1));
    let apart = || Formula::of(Op::Sub, most(), least());
    // The lesser by the difference.
    let (mut low, mut high, mut count) = (0f64, f64::MAX, 0);
    for (a, b, _) in ordered().filter(|&(a, b, lost)| lost && a < b) {
        low = low.max(a as f64 / (b - a) as f64);
        high = high.min((a + 1) as f64 / (b - a) as f64);
        count += 1;
    }
    if count >= 16
        && let Some(alpha) = between(low, high)
    {
        let formula = Formula::of(Op::Equal, least(), Formula::call(Function::Floor(alpha), apart()));
        if sample.agrees(&formula) {
            return Some(formula);
        }
        // The pairs whose difference is a multiple of a number.
        for m in 2..=6 {
            let whole =
                Formula::of(Op::Equal, Formula::of(Op::Mod, apart(), Formula::Number(m)), Formula::Number(0));
            let both = Formula::when(whole, formula.clone(), Formula::Number(0));
            if sample.agrees(&both) {
                return Some(both);
            }
        }
    }
    // A ratio that separates; equal numbers may be apart.
    let (mut low, mut high) = (1f64, f64::MAX);
    for (a, b, lost) in ordered().filter(|&(a, b, _)| 0 < a && a < b) {
        let ratio = b as f64 / a as f64;
        if lost {
            low = low.max(ratio);
        } else {
            high = high.min(ratio);
        }
    }
    let alpha = between(low, high)?;
    let below = Formula::of(Op::AtMost, most(), Formula::call(Function::Floor(alpha), least()));
    let differ = Formula::of(Op::Equal, Formula::Of(0), Formula::Of(1));
    let unequal = Formula::when(differ, Formula::Number(0), below.clone());
    [below, unequal].into_iter().find(|formula| sample.agrees(formula))
}
