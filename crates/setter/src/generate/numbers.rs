//! Random sizes of heaps by a distribution, and random pairs of different vertices.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the root of a number of 67 bits has at most 34 bits"
)]

use std::io::Error;

use super::errors::check;
use super::parameters::{Distribution, Parameters};
use grundy_base::edge::Edge;
use grundy_base::random::Random;

/// The sizes that are allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizeRange {
    /// The least size.
    pub(super) low: u64,
    /// The largest size.
    pub(super) high: u64,
}

impl SizeRange {
    /// Returns the number of sizes, if it fits.
    pub(super) fn count(self) -> Option<u64> {
        self.high.checked_sub(self.low)?.checked_add(1)
    }

    /// Draws one of the sizes, all equally likely.
    fn draw(self, random: &mut Random) -> u64 {
        random.within(self.low, self.high)
    }

    /// Draws one of the sizes, by its number of binary digits first.
    fn draw_by_digits(self, random: &mut Random) -> u64 {
        let digits = |n: u64| u64::from(u64::BITS - n.leading_zeros());
        let count = random.within(digits(self.low), digits(self.high));
        if count == 0 {
            return random.within(0, 0);
        }
        let first = 1 << (count - 1);
        let last = u64::MAX >> (64 - count);
        random.within(first.max(self.low), last.min(self.high))
    }
}

/// The sizes of heaps, which are drawn one after the other.
pub(super) struct Sizes {
    /// The sizes that are allowed.
    range: SizeRange,
    /// The distribution by which they are drawn.
    distribution: Distribution,
    /// The size of all heaps that are no outliers, if they are alike.
    base: Option<u64>,
    /// The number of outliers that are still to be drawn.
    outliers: u64,
    /// The number of sizes that are still to be drawn.
    left: u64,
}

impl Sizes {
    /// Begins to draw the given number of sizes in a range.
    pub(super) fn new(
        parameters: &Parameters,
        range: SizeRange,
        count: u64,
        random: &mut Random,
    ) -> Sizes {
        let base = match parameters.distribution {
            Distribution::Uniform | Distribution::Log => None,
            Distribution::Max => Some(range.high),
            Distribution::Equal => Some(range.draw(random)),
            Distribution::Ones => Some(range.low.max(1).min(range.high)),
        };
        Sizes {
            range,
            distribution: parameters.distribution,
            base,
            outliers: parameters.outliers.min(count),
            left: count,
        }
    }

    /// Draws the next size; gives `None` after the last.
    pub(super) fn next(&mut self, random: &mut Random) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        let Some(base) = self.base else {
            return Some(if self.distribution == Distribution::Log {
                self.range.draw_by_digits(random)
            } else {
                self.range.draw(random)
            });
        };
        // This heap is an outlier with the share that outliers have in what is still to be drawn, so that all places are
        // equally likely.
        if self.outliers > 0 && random.below(self.left + 1) < self.outliers {
            self.outliers -= 1;
            return Some(self.range.draw(random));
        }
        Some(base)
    }
}

/// Draws the given number of sizes in a range.
pub(super) fn all(
    parameters: &Parameters,
    range: SizeRange,
    count: u64,
    random: &mut Random,
) -> Vec<u64> {
    let mut sizes = Sizes::new(parameters, range, count, random);
    std::iter::from_fn(|| sizes.next(random)).collect()
}

/// Draws different pairs of different vertices, numbered from 1, all equally likely. If they go one way, only the pairs
/// whose smaller vertex stands first are drawn.
pub(super) fn pairs(
    vertices: u64,
    one_way: bool,
    count: u64,
    random: &mut Random,
) -> Result<Vec<Edge<u64>>, Error> {
    let ordered = vertices.saturating_mul(vertices - 1);
    let most = if one_way { ordered / 2 } else { ordered };
    let count = check("with --distinct, --edges", count, 0, most)?;
    let indices = random.distinct(count, most).into_iter();
    Ok(if one_way {
        indices.map(ascending_pair).collect()
    } else {
        indices.map(|index| ordered_pair(index, vertices)).collect()
    })
}

/// Returns the pair `from < to` at an index of the list (1, 2), (1, 3), (2, 3), (1, 4), …
fn ascending_pair(index: u64) -> Edge<u64> {
    // For k = to - 2, k (k + 1) / 2 pairs stand before those that end in `to`. The largest k with k (k + 1) / 2 ≤ index
    // is (√(8 index + 1) - 1) / 2, rounded down.
    let root = (8 * u128::from(index) + 1).isqrt() as u64; // below 2³⁴
    let k = (root - 1) / 2;
    Edge {
        from: index - k * (k + 1) / 2 + 1,
        to: k + 2,
    }
}

/// Returns the pair of different vertices at an index of the list (1, 2), (1, 3), …, (2, 1), (2, 3), …
fn ordered_pair(index: u64, vertices: u64) -> Edge<u64> {
    let from = index / (vertices - 1) + 1;
    let other = index % (vertices - 1) + 1;
    let to = if other < from { other } else { other + 1 };
    Edge { from, to }
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
                let mut expected: Vec<Edge<u64>> = (1..=vertices)
                    .flat_map(|from| (1..=vertices).map(move |to| Edge { from, to }))
                    .filter(|&Edge { from, to }| if one_way { from < to } else { from != to })
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
            all(&parameters, SizeRange { low, high }, 1000, &mut random)
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
