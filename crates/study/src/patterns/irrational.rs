//! Beatty sequences and other lines of irrational slope.

use std::cmp::Ordering;

use itertools::{Itertools, iproduct};

use super::formula::{Formula, Function, Op, Quadratic};
use super::sample::Sample;

/// The largest radicand that is tried. A guess.
const MAX_RADICAND: i64 = 24;

/// The fewest lost numbers that a Beatty sequence is fitted to. A guess.
const MIN_LOST_NUMBERS: usize = 24;

/// The fewest lost pairs of unequal numbers that a slope is fitted to. A guess.
const MIN_LOST_PAIRS: usize = 16;

/// A fraction of numbers from 0. With 0 below the line it is greater than all others.
#[derive(Clone, Copy)]
struct Fraction {
    /// The numerator.
    above: i64,
    /// The denominator.
    below: i64,
}

impl Fraction {
    const ZERO: Fraction = Fraction { above: 0, below: 1 };
    const ONE: Fraction = Fraction { above: 1, below: 1 };
    const INFINITE: Fraction = Fraction { above: 1, below: 0 };

    /// Compares two fractions by the products across.
    fn compare(self, other: Fraction) -> Ordering {
        let here = i128::from(self.above) * i128::from(other.below);
        here.cmp(&(i128::from(other.above) * i128::from(self.below)))
    }

    /// Returns the greater of two fractions.
    fn max(self, other: Fraction) -> Fraction {
        if self.compare(other) == Ordering::Less {
            other
        } else {
            self
        }
    }

    /// Returns the lesser of two fractions.
    fn min(self, other: Fraction) -> Fraction {
        if self.compare(other) == Ordering::Greater {
            other
        } else {
            self
        }
    }
}

/// Compares (p + √d) / q with n / k, by the signs and the squares of k√d and nq − kp.
fn compare(by: Quadratic, with: Fraction) -> Ordering {
    let k = i128::from(with.below);
    let rest = i128::from(with.above) * i128::from(by.q) - k * i128::from(by.p);
    if rest < 0 {
        return Ordering::Greater;
    }
    (k * k * i128::from(by.d)).cmp(&(rest * rest))
}

/// Finds the quadratic irrational of least numbers between two bounds.
fn between(low: Fraction, high: Fraction) -> Option<Quadratic> {
    // Bounds that are apart by more than a twentieth say too little.
    let high_product = i128::from(high.above) * i128::from(low.below);
    let low_product = i128::from(low.above) * i128::from(high.below);
    let gap = high_product - low_product;
    if gap <= 0 || 20 * gap > high_product {
        return None;
    }
    let radicands = (2..=MAX_RADICAND).filter(|d| d.isqrt().pow(2) != *d);
    let all = iproduct!(radicands, 1..=4, -4..=8).map(|(d, q, p)| Quadratic { p, d, q });
    all.sorted_by_key(|by| by.d + 2 * by.p.abs() + 2 * by.q)
        .find(|&by| compare(by, low).is_gt() && compare(by, high).is_lt())
}

/// A number k from 1, and the number ⌊kα⌋ for an α that is looked for.
struct Floor {
    /// The number k.
    k: i64,
    /// The number ⌊kα⌋.
    floor: i64,
}

/// Finds the α of least numbers with these floors. Each says that α is from n/k to (n + 1)/k.
fn slope(floors: impl Iterator<Item = Floor>) -> Option<Quadratic> {
    let mut low = Fraction::ZERO;
    let mut high = Fraction::INFINITE;
    for Floor { k, floor } in floors {
        low = low.max(Fraction {
            above: floor,
            below: k,
        });
        high = high.min(Fraction {
            above: floor + 1,
            below: k,
        });
    }
    between(low, high)
}

/// Finds a formula for losing numbers that are ⌊kα⌋ for k = 0, 1, 2, … or for k = 1, 2, …
pub(super) fn sequence(set: &[i64]) -> Option<Formula> {
    if set.len() < MIN_LOST_NUMBERS {
        return None;
    }
    let start = i64::from(set[0] != 0);
    let floors = (start..).zip(set).map(|(k, &floor)| Floor { k, floor });
    let alpha = slope(floors.filter(|floor| floor.k > 0))?;
    // n = ⌊kα⌋ for k = ⌈n/α⌉, which is ⌊n/α⌋ + 1 except for n = 0.
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

/// Computes 1/((p + √d)/q) = q(√d − p)/(d − p²), if its denominator is positive.
fn inverse(alpha: Quadratic) -> Option<Quadratic> {
    let Quadratic { p, d, q } = alpha;
    let norm = d - p * p;
    (norm > 0).then_some(Quadratic {
        p: -p * q,
        d: d * q * q,
        q: norm,
    })
}

/// Two unequal numbers of a position.
struct UnequalPair {
    /// The lesser number.
    lesser: i64,
    /// The greater number.
    greater: i64,
    /// Whether the player to move loses.
    is_lost: bool,
}

/// Lists the positions of two unequal numbers.
fn unequal_pairs(sample: &Sample) -> Vec<UnequalPair> {
    let mut pairs = Vec::new();
    for (position, lost) in sample.iter() {
        let lesser = position[0].min(position[1]);
        let greater = position[0].max(position[1]);
        if lesser < greater {
            pairs.push(UnequalPair {
                lesser,
                greater,
                is_lost: lost == 1,
            });
        }
    }
    pairs
}

/// Finds a formula for losing pairs that are a line: the lesser is ⌊α·difference⌋ (Wythoff 1907), or the greater is below
/// α times the lesser.
pub(super) fn pairs(sample: &Sample) -> Option<Formula> {
    let pairs = unequal_pairs(sample);
    let least = Formula::of(Op::Min, Formula::Of(0), Formula::Of(1));
    let most = Formula::of(Op::Max, Formula::Of(0), Formula::Of(1));
    by_difference(sample, &pairs, &least, &most).or_else(|| by_ratio(sample, &pairs, &least, &most))
}

/// Finds the line on which the lesser of two lost numbers is a floor of a multiple of the difference.
fn by_difference(
    sample: &Sample,
    pairs: &[UnequalPair],
    least: &Formula,
    most: &Formula,
) -> Option<Formula> {
    let lost = || pairs.iter().filter(|pair| pair.is_lost);
    if lost().count() < MIN_LOST_PAIRS {
        return None;
    }
    let alpha = slope(lost().map(|pair| Floor {
        k: pair.greater - pair.lesser,
        floor: pair.lesser,
    }))?;
    let difference = Formula::of(Op::Sub, most.clone(), least.clone());
    let floor = Formula::call(Function::Floor(alpha), difference.clone());
    let formula = Formula::of(Op::Equal, least.clone(), floor);
    if sample.agrees(&formula) {
        return Some(formula);
    }
    // The line may be that of the pairs alone whose difference is a multiple of a number.
    (2..=6)
        .map(|m| {
            let is_multiple = difference.clone().modulo(m).is(0);
            Formula::when(is_multiple, formula.clone(), Formula::Number(0))
        })
        .find(|formula| sample.agrees(formula))
}

/// Finds a ratio that separates lost pairs from others. Pairs of equal numbers may be an exception.
fn by_ratio(
    sample: &Sample,
    pairs: &[UnequalPair],
    least: &Formula,
    most: &Formula,
) -> Option<Formula> {
    let mut low = Fraction::ONE;
    let mut high = Fraction::INFINITE;
    for pair in pairs {
        let ratio = Fraction {
            above: pair.greater,
            below: pair.lesser,
        };
        if pair.lesser == 0 {
            continue;
        }
        if pair.is_lost {
            low = low.max(ratio);
        } else {
            high = high.min(ratio);
        }
    }
    let alpha = between(low, high)?;
    let limit = Formula::call(Function::Floor(alpha), least.clone());
    let below = Formula::of(Op::AtMost, most.clone(), limit);
    let is_equal = Formula::of(Op::Equal, Formula::Of(0), Formula::Of(1));
    let unequal = Formula::when(is_equal, Formula::Number(0), below.clone());
    [below, unequal]
        .into_iter()
        .find(|formula| sample.agrees(formula))
}
