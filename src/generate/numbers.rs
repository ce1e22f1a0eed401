//! Sizes of heaps by a distribution, and different pairs of vertices.

use clap::ValueEnum;

use super::{Error, Parameters, check};
use crate::random::Random;

/// How the sizes of heaps and piles are spread between the smallest and the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Distribution {
    /// All sizes are equally likely
    #[default]
    Uniform,
    /// All numbers of binary digits are equally likely
    Log,
    /// All heaps have the largest size; a few do not if a wanted outcome needs it
    Max,
    /// All heaps of a record are equal; a few are not if a wanted outcome needs it
    Equal,
    /// All heaps are 1; a few are not if a wanted outcome needs it
    Ones,
}

/// Sizes of heaps that are drawn one after the other.
pub(super) struct Sizes {
    range: (u64, u64),
    distribution: Distribution,
    /// The size of all that are no outliers, if they are alike.
    base: Option<u64>,
    outliers: u64,
    /// How many are still to be drawn.
    left: u64,
}

impl Sizes {
    /// The given number of sizes in a range.
    pub(super) fn new(
        parameters: &Parameters,
        range: (u64, u64),
        count: u64,
        random: &mut Random,
    ) -> Sizes {
        let base = match parameters.distribution {
            Distribution::Uniform | Distribution::Log => None,
            Distribution::Max => Some(range.1),
            Distribution::Equal => Some(random.within(range.0, range.1)),
            Distribution::Ones => Some(range.0.max(1).min(range.1)),
        };
        let outliers = parameters.outliers.min(count);
        Sizes {
            range,
            distribution: parameters.distribution,
            base,
            outliers,
            left: count,
        }
    }

    /// The next size; `None` after the last.
    pub(super) fn next(&mut self, random: &mut Random) -> Option<u64> {
        let (low, high) = self.range;
        self.left = self.left.checked_sub(1)?;
        Some(match self.base {
            None if self.distribution == Distribution::Log => by_digits(low, high, random),
            None => random.within(low, high),
            // Each of those that are left is an outlier with the share of outliers that are left.
            Some(_) if self.outliers > 0 && random.below(self.left + 1) < self.outliers => {
                self.outliers -= 1;
                random.within(low, high)
            }
            Some(size) => size,
        })
    }
}

/// Draws the given number of sizes in a range.
pub(super) fn all(
    parameters: &Parameters,
    range: (u64, u64),
    count: u64,
    random: &mut Random,
) -> Vec<u64> {
    let mut sizes = Sizes::new(parameters, range, count, random);
    std::iter::from_fn(|| sizes.next(random)).collect()
}

/// A size whose number of binary digits is drawn first, of those that the range has.
fn by_digits(low: u64, high: u64, random: &mut Random) -> u64 {
    let digits = |n: u64| u64::from(u64::BITS - n.leading_zeros());
    let count = random.within(digits(low), digits(high));
    let (first, last) = match count {
        0 => (0, 0),
        _ => (1 << (count - 1), u64::MAX >> (64 - count)),
    };
    random.within(first.max(low), last.min(high))
}

/// Different pairs of different vertices from 1, all equally likely; each in one order only if
/// `one_way`.
pub(super) fn pairs(
    vertices: u64,
    one_way: bool,
    count: u64,
    random: &mut Random,
) -> Result<Vec<(u64, u64)>, Error> {
    let ordered = vertices.saturating_mul(vertices - 1);
    let most = if one_way { ordered / 2 } else { ordered };
    let count = check("with --distinct, --edges", count, 0, most)?;
    let decode = |index: u64| {
        if one_way {
            // Pairs (b, a) with b < a, by a: those before a are (a - 1)(a - 2) / 2, with a from 2.
            let mut a = 2 + ((8 * u128::from(index) + 1).isqrt() as u64 - 1) / 2;
            while (a - 1) * (a - 2) / 2 > index {
                a -= 1;
            }
            (index - (a - 1) * (a - 2) / 2 + 1, a)
        } else {
            let (from, other) = (index / (vertices - 1) + 1, index % (vertices - 1) + 1);
            (from, if other < from { other } else { other + 1 })
        }
    };
    Ok(random
        .distinct(count, most)
        .into_iter()
        .map(decode)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_all_there_is_and_each_once() {
        let mut random = Random::new(5);
        for vertices in 1..9u64 {
            for one_way in [false, true] {
                let all = vertices * (vertices - 1) / if one_way { 2 } else { 1 };
                let mut drawn = pairs(vertices, one_way, all, &mut random).unwrap();
                drawn.sort_unstable();
                let mut expected: Vec<(u64, u64)> = (1..=vertices)
                    .flat_map(|a| (1..=vertices).map(move |b| (a, b)))
                    .filter(|&(a, b)| if one_way { a < b } else { a != b })
                    .collect();
                expected.sort_unstable();
                assert_eq!(drawn, expected);
                assert!(pairs(vertices, one_way, all + 1, &mut random).is_err());
            }
        }
    }

    #[test]
    fn sizes_follow_their_distribution() {
        let mut random = Random::new(3);
        let mut draw = |distribution, outliers, low, high| {
            let parameters = Parameters {
                distribution,
                outliers,
                ..Parameters::default()
            };
            all(&parameters, (low, high), 1000, &mut random)
        };
        let sizes = draw(Distribution::Log, 0, 1, 1 << 20);
        // Of 21 numbers of digits, ten are below 1024.
        let small = sizes.iter().filter(|&&size| size < 1024).count();
        assert!((400..560).contains(&small), "{small}");
        assert!(sizes.iter().all(|&size| (1..=1 << 20).contains(&size)));
        assert!(
            draw(Distribution::Log, 0, 5, 9)
                .iter()
                .all(|size| (5..=9).contains(size))
        );
        assert!(
            draw(Distribution::Max, 0, 1, 77)
                .iter()
                .all(|&size| size == 77)
        );
        assert!(
            draw(Distribution::Ones, 0, 0, 77)
                .iter()
                .all(|&size| size == 1)
        );
        let equal = draw(Distribution::Equal, 0, 1, 1 << 60);
        assert!(equal.iter().all(|&size| size == equal[0]));
        let outliers = draw(Distribution::Max, 10, 1, 1 << 60);
        assert_eq!(outliers.iter().filter(|&&size| size != 1 << 60).count(), 10);
        assert_eq!(draw(Distribution::Log, 0, 0, u64::MAX).len(), 1000);
    }
}
