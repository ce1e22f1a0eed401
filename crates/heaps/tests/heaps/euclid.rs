//! Euclid's game.

use grundy_base::random::Random;
use grundy_heaps::euclid::{End, each_lost_pair, lost_pairs, moves, value};
use grundy_heaps::pair::HeapPair;
use grundy_values::mex::mex;

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
            assert_eq!(
                value(position.0, position.1, end),
                values[a][b],
                "{position:?} {end:?}"
            );
            let all = options((a, b), least);
            for target in std::iter::once(None).chain((0..=values[a][b] + 1).map(Some)) {
                let reaches = |&&(x, y): &&(usize, usize)| target.is_none_or(|t| values[x][y] == t);
                let expected: Vec<_> = all
                    .iter()
                    .filter(reaches)
                    .map(|&(x, y)| HeapPair::new(x as u64, y as u64))
                    .collect();
                let found: Vec<_> = moves(position.0, position.1, end, target).collect();
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
        let lost = pairs
            .filter(|&pair| value(pair.0, pair.1, end) == 0)
            .count() as u128;
        assert_eq!(
            lost_pairs(&first, &second, end),
            lost,
            "{first:?} {second:?} {end:?}"
        );
        let pairs = first
            .clone()
            .flat_map(|a| second.clone().map(move |b| (a, b)));
        let expected = pairs.filter(|&pair| value(pair.0, pair.1, end) == 0);
        assert!(
            each_lost_pair(&first, &second, end)
                .map(|pair| (pair.first, pair.second))
                .eq(expected),
            "{first:?} {second:?} {end:?}"
        );
    }
    // These numbers are near the largest ones, far from 0.
    let high = u64::MAX - 20..=u64::MAX;
    // 2⁶⁴ divided by the golden ratio.
    let near = 0x9e37_79b9_7f4a_7c15u64;
    for second in [high.clone(), near - 1500..=near + 1500] {
        let pairs = high
            .clone()
            .flat_map(|a| second.clone().map(move |b| (a, b)));
        let lost = pairs
            .filter(|&pair| value(pair.0, pair.1, End::Zero) == 0)
            .count() as u128;
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
            u128::from(value(a as u64, b as u64, End::One)),
            nivasch,
            "{a} {b}"
        );
    }
}

#[test]
fn the_largest_numbers() {
    const MAX: u64 = u64::MAX;
    assert_eq!(value(MAX, 1, End::Zero), MAX);
    assert_eq!(value(MAX, 1, End::One), MAX - 1);
    assert_eq!(value(MAX, MAX, End::Zero), 1);
    assert_eq!(
        moves(MAX, MAX, End::Zero, None).collect::<Vec<_>>(),
        [HeapPair::new(0, MAX), HeapPair::new(MAX, 0)]
    );
    assert_eq!(
        moves(MAX, 1, End::Zero, None).next(),
        Some(HeapPair::new(MAX - 1, 1))
    );
    assert_eq!(
        moves(MAX, 1, End::Zero, Some(0)).collect::<Vec<_>>(),
        [HeapPair::new(0, 1)]
    );
}
