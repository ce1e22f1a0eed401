//! Euclid's game: two numbers; a move subtracts a positive multiple of one from the other.
//!
//! A. J. Cole, A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy for it",
//! 1969: play to 0. J. W. Grossman's variant (1997) stops while both numbers are at least 1.
//!
//! If a = qb + r with 0 < r < b, only a can be lowered, to r + jb for j < q, and (r, b) is behind all of
//! these: the game is a heap of q before the position (b, r) (see [`sequential`]). If r = 0, play to
//! 0 is a heap of q before nothing, of value q, and play to 1 one of q − 1. So the value follows from
//! the quotients of Euclid's algorithm, the last first.
//!
//! For play to 1, G. Nivasch, "The Sprague–Grundy function of the game Euclid", 2006, has the closed form
//! ⌊|a/b − b/a|⌋, which the tests hold this to. For play to 0 the values are those of G. Cairns,
//! N. B. Ho, T. Lengyel, "The Sprague–Grundy function of the real game Euclid", 2011.
//!
//! Everything is O(log min(a, b)). Lost pairs within bounds are counted by sums of ⌊iφ⌋ and ⌊i/φ⌋, as a pair of numbers
//! above 0 is lost if its ratio is below φ = (1 + √5) / 2, in play to 0 unless its numbers are equal.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::sequential;
use super::wythoff::Wythoff;

/// The end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// No number falls below 0.
    Zero,
    /// No number falls below 1.
    One,
}

/// Returns the Grundy value. A position with a number 0 has no moves.
pub fn value((a, b): (u64, u64), end: End) -> u64 {
    match Chain::new((a, b), end) {
        Some(chain) => sequential::value(chain.heap, chain.behind),
        None => 0,
    }
}

/// Returns how many pairs of one number of each range are lost.
pub fn lost_pairs(first: &RangeInclusive<u64>, second: &RangeInclusive<u64>, end: End) -> u128 {
    let up_to = |a: Option<u64>, b: Option<u64>| a.zip(b).map_or(0, |(a, b)| lost_up_to(a, b, end));
    let [a, b] = [first, second].map(|range| (Some(*range.end()), range.start().checked_sub(1)));
    // The number fits, so what is too large on the way does no harm.
    up_to(a.0, b.0)
        .wrapping_add(up_to(a.1, b.1))
        .wrapping_sub(up_to(a.1, b.0))
        .wrapping_sub(up_to(a.0, b.1))
}

/// Returns the lost pairs of one number of each range, ascending, in a step or so for each.
pub fn each_lost_pair(
    first: &RangeInclusive<u64>,
    second: &RangeInclusive<u64>,
    end: End,
) -> impl Iterator<Item = (u64, u64)> {
    let (low, high) = (*second.start(), *second.end());
    // The numbers j for which i/φ < j < iφ, for i above 0.
    let least = |i: u64| (Wythoff::CLASSIC.lower(i) - u128::from(i)) as u64 + 1;
    let most = |i: u64| u64::try_from(Wythoff::CLASSIC.lower(i)).unwrap_or(u64::MAX);
    let zero = (low > 0 && first.contains(&0)).then_some(0);
    let others = if low > 0 {
        least(low).max(*first.start())..=most(high).min(*first.end())
    } else {
        first.clone()
    };
    zero.into_iter().chain(others).flat_map(move |a| {
        let beside = if a > 0 {
            least(a).max(low)..=most(a).min(high)
        } else {
            low..=high
        };
        let is_lost = move |b: &u64| *b != a || end == End::One || a == 0;
        let zero = (low == 0 && a > 0).then_some(0);
        zero.into_iter()
            .chain(beside.filter(is_lost))
            .map(move |b| (a, b))
    })
}

/// Returns how many pairs of a number from 0 to `a` and one from 0 to `b` are lost.
fn lost_up_to(a: u64, b: u64, end: End) -> u128 {
    let golden = Wythoff::CLASSIC;
    // The sum of min(term, b) for the numbers from 1 to a, of which these have terms of at most b.
    let cut = |fit: u64, sum: u128| sum + u128::from(a - fit) * u128::from(b);
    // i beside j is lost for i/φ < j < iφ.
    let below = a.min(b - golden.uppers_up_to(b));
    let above = b
        .checked_add(1)
        .and_then(|end| u64::try_from(golden.lower(end)).ok())
        .map_or(a, |n| n.min(a));
    let apart = cut(below, sum_of_lower(below)) - cut(above, sum_of_difference(above));
    let equal = if end == End::Zero { a.min(b) } else { 0 };
    apart - u128::from(equal) + u128::from(a) + u128::from(b) + 1
}

/// Returns the sum of ⌊iφ⌋ for i up to n, if ⌊nφ⌋ is below 2⁶⁴: of all numbers up to ⌊nφ⌋ those that are no ⌊jφ⌋ + j.
fn sum_of_lower(n: u64) -> u128 {
    let triangle = |n: u128| n * (n + 1) / 2;
    let all = Wythoff::CLASSIC.lower(n);
    match all - u128::from(n) {
        0 => triangle(all),
        others => triangle(all) - triangle(others) - sum_of_lower(others as u64),
    }
}

/// Returns the sum of ⌊i/φ⌋ for i up to n: each j adds 1 for all i above jφ.
fn sum_of_difference(n: u64) -> u128 {
    let most = (Wythoff::CLASSIC.lower(n) - u128::from(n)) as u64;
    u128::from(most) * u128::from(n) - sum_of_lower(most)
}

/// The moves from a position as a heap before another position.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// How many multiples of the smaller number may be taken.
    heap: u64,
    /// The value if all of them are.
    behind: u64,
    /// The number that all multiples leave, at the larger number's place.
    rest: u64,
    smaller: u64,
}

impl Chain {
    /// `None` if a number is 0.
    fn new((a, b): (u64, u64), end: End) -> Option<Chain> {
        let (mut larger, mut smaller) = (a.max(b), a.min(b));
        if smaller == 0 {
            return None;
        }
        let first = Chain::of(larger, smaller, end);
        // At most 92 quotients: the numbers fall at least as fast as those of Fibonacci.
        let mut heaps: SmallVec<[u64; 96]> = SmallVec::new();
        while smaller > 0 {
            heaps.push(Chain::of(larger, smaller, end).heap);
            (larger, smaller) = (smaller, larger % smaller);
        }
        Some(Chain {
            behind: sequential::row(&heaps[1..]),
            ..first
        })
    }

    /// With no value behind.
    fn of(larger: u64, smaller: u64, end: End) -> Chain {
        let (quotient, remainder) = (larger / smaller, larger % smaller);
        let kept = u64::from(end == End::One && remainder == 0);
        Chain {
            heap: quotient - kept,
            behind: 0,
            rest: remainder + kept * smaller,
            smaller,
        }
    }

    /// Returns the larger number once a move leaves `heap` multiples of the smaller one in it.
    fn left(&self, heap: u64) -> u64 {
        self.rest + heap * self.smaller
    }
}

/// Returns the moves, as the positions they lead to: those that lower the first number, then those that lower
/// the second, the least amount first. If a target is given, only those that reach this value.
pub fn moves(
    (a, b): (u64, u64),
    end: End,
    target: Option<u64>,
) -> impl Iterator<Item = (u64, u64)> {
    let chain = Chain::new((a, b), end);
    let lines = chain.into_iter().flat_map(move |chain| {
        let left = match target {
            None => 0..chain.heap,
            Some(value) => match sequential::smaller_of_value(chain.heap, chain.behind, value) {
                Some(heap) => heap..heap + 1,
                None => 0..0,
            },
        };
        left.rev().map(move |heap| chain.left(heap))
    });
    // Of equal numbers either can be lowered; of others, the larger.
    let first = lines
        .clone()
        .filter(move |_| a >= b)
        .map(move |left| (left, b));
    let second = lines.filter(move |_| b >= a).map(move |left| (a, left));
    first.chain(second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mex::mex;
    use grundy_machine::random::Random;

    const SIDE: usize = 60;

    fn options((a, b): (usize, usize), least: usize) -> Vec<(usize, usize)> {
        let lower = |x: usize, step: usize| {
            let most = if step == 0 || x < least {
                0
            } else {
                (x - least) / step
            };
            (1..=most).map(move |k| x - k * step)
        };
        lower(a, b)
            .map(|x| (x, b))
            .chain(lower(b, a).map(|y| (a, y)))
            .collect()
    }

    fn table(least: usize) -> Vec<Vec<u64>> {
        let mut values = vec![vec![0; SIDE]; SIDE];
        for (a, b) in (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b))) {
            values[a][b] = mex(options((a, b), least)
                .iter()
                .map(|&(x, y)| values[x][y] as u32))
            .into();
        }
        values
    }

    #[test]
    fn small_numbers_by_the_rules() {
        for (end, least) in [(End::Zero, 0), (End::One, 1)] {
            let values = table(least);
            for (a, b) in (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b))) {
                let position = (a as u64, b as u64);
                assert_eq!(value(position, end), values[a][b], "{position:?} {end:?}");
                let all = options((a, b), least);
                for target in std::iter::once(None).chain((0..=values[a][b] + 1).map(Some)) {
                    let reaches =
                        |&&(x, y): &&(usize, usize)| target.is_none_or(|t| values[x][y] == t);
                    let expected: Vec<_> = all
                        .iter()
                        .filter(reaches)
                        .map(|&(x, y)| (x as u64, y as u64))
                        .collect();
                    let found: Vec<_> = moves(position, end, target).collect();
                    assert_eq!(found, expected, "{position:?} {end:?} {target:?}");
                }
            }
        }
    }

    #[test]
    fn lost_pairs_are_those_of_value_0() {
        let mut rng = Random::new(7);
        let range = |rng: &mut Random, most: u64| {
            let (x, y) = (rng.below(most), rng.below(most));
            x.min(y)..=x.max(y)
        };
        for round in 0..400 {
            let end = [End::Zero, End::One][round % 2];
            let (first, second) = (range(&mut rng, 90), range(&mut rng, 1 + round as u64 / 2));
            let pairs = first
                .clone()
                .flat_map(|a| second.clone().map(move |b| (a, b)));
            let lost = pairs.filter(|&pair| value(pair, end) == 0).count() as u128;
            assert_eq!(
                lost_pairs(&first, &second, end),
                lost,
                "{first:?} {second:?} {end:?}"
            );
            let pairs = first
                .clone()
                .flat_map(|a| second.clone().map(move |b| (a, b)));
            let expected = pairs.filter(|&pair| value(pair, end) == 0);
            assert!(
                each_lost_pair(&first, &second, end).eq(expected),
                "{first:?} {second:?} {end:?}"
            );
        }
        // Near the largest numbers, far from 0.
        let high = u64::MAX - 20..=u64::MAX;
        // 2⁶⁴ divided by the golden ratio.
        let near = 0x9e37_79b9_7f4a_7c15u64;
        for second in [high.clone(), near - 1500..=near + 1500] {
            let pairs = high
                .clone()
                .flat_map(|a| second.clone().map(move |b| (a, b)));
            let lost = pairs.filter(|&pair| value(pair, End::Zero) == 0).count() as u128;
            assert_eq!(lost_pairs(&high, &second, End::Zero), lost, "{second:?}");
            assert_eq!(
                each_lost_pair(&high, &second, End::Zero).count() as u128,
                lost,
                "{second:?}"
            );
        }
    }

    /// ⌊|a/b − b/a|⌋ = ⌊|a² − b²| / ab⌋.
    #[test]
    fn play_to_one_has_the_values_of_nivasch() {
        let mut rng = Random::new(5);
        for round in 0..20_000 {
            let bits = round % 64;
            let draw = |rng: &mut Random| u128::from((rng.word() >> bits).max(1));
            let (a, b) = (draw(&mut rng), draw(&mut rng));
            let (larger, smaller) = (a.max(b), a.min(b));
            let nivasch = (larger + smaller) * (larger - smaller) / (a * b);
            assert_eq!(
                u128::from(value((a as u64, b as u64), End::One)),
                nivasch,
                "{a} {b}"
            );
        }
    }

    #[test]
    fn the_largest_numbers() {
        const MAX: u64 = u64::MAX;
        assert_eq!(value((MAX, 1), End::Zero), MAX);
        assert_eq!(value((MAX, 1), End::One), MAX - 1);
        assert_eq!(value((MAX, MAX), End::Zero), 1);
        assert_eq!(
            moves((MAX, MAX), End::Zero, None).collect::<Vec<_>>(),
            [(0, MAX), (MAX, 0)]
        );
        assert_eq!(moves((MAX, 1), End::Zero, None).next(), Some((MAX - 1, 1)));
        assert_eq!(
            moves((MAX, 1), End::Zero, Some(0)).collect::<Vec<_>>(),
            [(0, 1)]
        );
    }
}
