//! Values of one range of amounts, of amounts far apart, and of all amounts but few.

use crate::naive;
use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_base::range::Range;
use grundy_heaps::subtraction::{Gaps, Mex, Pieces, RangeGame};
use std::ops::ControlFlow::{self, Continue};

#[test]
fn closed_form_is_the_naive_sequence() {
    for a in 1..=12 {
        for b in a..=14 {
            let game = RangeGame::new(a, b);
            let amounts: Vec<u64> = (a..=b).collect();
            let values = naive::grundy(&amounts, 120);
            for n in 0..=120u64 {
                assert_eq!(
                    game.grundy(n),
                    u64::from(values[n as usize]),
                    "{a}-{b}: {n}"
                );
                for value in 0..17 {
                    let listed: Vec<u64> =
                        game.amounts_to(n, value).flat_map(Range::numbers).collect();
                    let counted: Vec<u64> = amounts
                        .iter()
                        .copied()
                        .filter(|&s| s <= n && u64::from(values[(n - s) as usize]) == value)
                        .collect();
                    assert_eq!(listed, counted, "{a}-{b}: {n} to {value}");
                }
            }
        }
    }
}

#[test]
fn the_widest_range() {
    let game = RangeGame::new(1, u64::MAX);
    assert_eq!(game.grundy(u64::MAX), u64::MAX);
    assert_eq!(game.period(), None);
    assert_eq!(
        game.amounts_to(u64::MAX, 5).collect::<Vec<_>>(),
        [Range::single(u64::MAX - 5)]
    );
    let game = RangeGame::new(u64::MAX, u64::MAX);
    assert_eq!(
        game.amounts_to(u64::MAX, 0).collect::<Vec<_>>(),
        [Range::single(u64::MAX)]
    );
    assert_eq!(game.grundy(u64::MAX), 1);
}

#[test]
fn pieces_have_the_values_of_the_table() {
    let mut random = Random::new(11);
    for round in 0..400 {
        let nearest = 1 + random.below(8);
        let mut amounts: Vec<u64> = (0..random.below(4))
            .map(|_| 1 + random.below(nearest))
            .collect();
        amounts.extend((0..=random.below(3)).map(|_| 20 + random.below(200)));
        amounts.sort_unstable();
        amounts.dedup();
        let most = 3000;
        let table = naive::grundy(&amounts, most as usize);
        let mut pieces = Pieces::<Mex>::new(amounts.iter().copied(), nearest, Budget::default());
        if round % 2 == 0 {
            assert_eq!(
                pieces.value(most).unwrap(),
                table[most as usize],
                "{amounts:?}"
            );
        }
        for n in 0..=most {
            assert_eq!(
                pieces.value(n).unwrap(),
                table[n as usize],
                "{amounts:?} {n}"
            );
        }
        for (value, most) in [(0, most), (1, most / 2), (0, 5 + round % 40)] {
            let mut visited = Vec::new();
            let _ = pieces
                .visit(most, value, |heap| {
                    visited.push(heap);
                    if visited.len() < 900 {
                        Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                })
                .unwrap();
            let wanted = (0..=most).filter(|&n| table[n as usize] == value);
            assert!(
                visited.iter().copied().eq(wanted.take(900)),
                "{amounts:?} {value} {most}"
            );
        }
    }
}

#[test]
fn the_last_heap_of_all_may_follow_heaps_that_are_over() {
    for over in [u64::MAX, u64::MAX - 1] {
        let mut pieces: Pieces<Mex> =
            Pieces::new([3, 1000].into_iter(), 10, Budget::default()).with(over, 5);
        assert_eq!(pieces.value(u64::MAX), Ok(0), "{over}");
    }
}

#[test]
fn one_two_and_a_multiple_of_three_have_a_known_period() {
    // Values 0 1 2 0 1 2 … 3 with period K + 1 (Codeforces 1194D).
    for k in [900_000_000u64, 3_000_000_000_000_000_000] {
        let mut pieces = Pieces::<Mex>::new([1, 2, k].into_iter(), 2, Budget::default());
        for n in [
            0,
            1,
            k - 1,
            k,
            k + 1,
            2 * k,
            2 * k + 1,
            5 * k + 7,
            u64::MAX - 1,
            u64::MAX,
        ] {
            let below = n % (k + 1);
            let expected = if below == k { 3 } else { (below % 3) as u32 };
            assert_eq!(pieces.value(n).unwrap(), expected, "{k} {n}");
        }
    }
}

#[test]
fn what_is_too_long_is_refused_and_what_is_known_stays() {
    let amounts = [1u64, 5, 17, 1_000_003, 90_000_017, 800_000_000_001];
    let budget = Budget {
        work: 400_000_000,
        ..Budget::default()
    };
    let mut pieces = Pieces::<Mex>::new(amounts.into_iter(), 1_000_000, budget);
    let near = pieces.value(1000).unwrap();
    assert!(pieces.value(u64::MAX).is_err());
    assert_eq!(pieces.value(1000).unwrap(), near);
}

#[test]
fn values_are_those_of_the_definition() {
    let mut random = Random::new(5);
    for round in 0..60 {
        let heap = 100 + random.below(300);
        let few = random.below(1 + heap / 10);
        let mut missing: Vec<u32> = (0..few).map(|_| 1 + random.below(heap) as u32).collect();
        if round % 3 == 0 {
            missing = (1..=heap.isqrt() as u32).map(|k| k * k).collect();
        }
        let amounts: Vec<u32> = (1..=heap as u32).filter(|s| !missing.contains(s)).collect();
        let Some(mut gaps) = Gaps::new(&amounts, heap) else {
            continue;
        };
        let want = naive::grundy(
            &amounts.iter().map(|&s| s.into()).collect::<Vec<u64>>(),
            heap as usize,
        );
        let mut values = Vec::new();
        for (n, &want) in want.iter().enumerate() {
            if n == 70 {
                gaps.restore(&values);
            }
            let (value, _) = gaps.next(&values);
            values.push(value);
            assert_eq!(value, want, "all but {missing:?}: {n}");
        }
    }
}
