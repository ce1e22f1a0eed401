//! Subtraction games.

mod amounts;
mod engines;

use crate::naive;
use grundy_base::budget::{Budget, LimitKind};
use grundy_base::random::Random;
use grundy_base::range::Range;
use grundy_base::testing::sized;
use grundy_heaps::subtraction::{Amounts, Subtraction};
use std::ops::ControlFlow;

/// Makes the game of these amounts.
fn game(amounts: &[u64]) -> Subtraction {
    let amounts = Amounts::new(amounts.iter().copied().map(Range::single));
    Subtraction::new(amounts, Budget::default()).unwrap()
}

/// Lists the values of heaps 0 to `n`.
fn values(game: &Subtraction, n: u64) -> Vec<u32> {
    let mut values = Vec::new();
    game.sequence(n, |value| values.push(value as u32)).unwrap();
    values
}

/// Lists the heaps to `n` that are lost.
fn losing(game: &Subtraction, n: u64, misere: bool) -> Vec<u64> {
    let mut losing = Vec::new();
    let _ = game
        .losing(n, misere, |heap| {
            losing.push(heap);
            ControlFlow::Continue(())
        })
        .unwrap();
    losing
}

/// Counts the numbers of some ranges.
fn total(ranges: Vec<Range>) -> u128 {
    ranges.into_iter().map(Range::count).sum()
}

/// Holds everything to the naive sequences up to heap `n`.
fn check(amounts: &[u64], n: u64) {
    let game = game(amounts);
    let naive = naive::grundy(amounts, n as usize);
    assert_eq!(values(&game, n), naive, "{amounts:?}");
    for misere in [false, true] {
        let wins = naive::wins(amounts, n as usize, misere);
        let by_hand: Vec<u64> = (0..=n).filter(|&heap| !wins[heap as usize]).collect();
        assert_eq!(
            losing(&game, n, misere),
            by_hand,
            "{amounts:?} misere {misere}"
        );
        for heap in [n / 3, n / 2 + 1, n - 1, n] {
            assert_eq!(game.loses(heap, misere).unwrap(), !wins[heap as usize]);
            let winning = amounts
                .iter()
                .filter(|&&s| s <= heap && !wins[(heap - s) as usize])
                .count();
            assert_eq!(
                total(game.winning_amounts(heap, misere).unwrap()),
                winning as u128
            );
        }
    }
    for value in 0..=amounts.len() as u64 {
        let listed: Vec<u64> = game
            .amounts_to(n, value)
            .unwrap()
            .into_iter()
            .flat_map(Range::numbers)
            .collect();
        let by_hand = amounts
            .iter()
            .filter(|&&s| s <= n && u64::from(naive[(n - s) as usize]) == value);
        assert!(listed.iter().eq(by_hand), "{amounts:?}: {n} to {value}");
    }
    if let Some(period) = game.period()
        && 2 * period.terms() + 2 * amounts[amounts.len() - 1] < n
    {
        let e = period.preperiod as usize;
        let p = period.period as usize;
        assert!(
            (e..naive.len() - p).all(|i| naive[i] == naive[i + p]),
            "{amounts:?} {period:?}"
        );
        assert!(
            e == 0 || naive[e - 1] != naive[e - 1 + p],
            "{amounts:?}: a smaller preperiod"
        );
        let smaller = (1..p).find(|&q| (e..naive.len() - q).all(|i| naive[i] == naive[i + q]));
        assert_eq!(smaller, None, "{amounts:?}: a smaller period");
    }
}

#[test]
fn every_set_within_eight() {
    for bits in 1u64..256 {
        let amounts: Vec<u64> = (1..=8).filter(|s| bits >> (s - 1) & 1 == 1).collect();
        check(&amounts, 250);
    }
}

#[test]
fn random_sets_of_all_sizes() {
    let mut random = Random::new(12);
    let mut random = |below: u64| random.below(below);
    for round in (0..60).step_by(sized(8, 1)) {
        let max = [40, 64, 65, 130, 700][round % 5];
        let size = 1 + random([3, 12, max, 5, 90][(round / 5) % 5]);
        let mut amounts: Vec<u64> = (0..size).map(|_| 1 + random(max)).collect();
        if round % 7 == 0 {
            for amount in &mut amounts {
                *amount *= 6;
            }
        }
        amounts.sort_unstable();
        amounts.dedup();
        check(&amounts, 3000);
    }
}

#[test]
fn known_periods() {
    // Grundy periods of small sets: Winning Ways, chapter 4, table 2 gives these games.
    for (amounts, period) in [(&[1, 8, 11][..], 19), (&[2, 4, 7], 3), (&[3, 5, 9], 2)] {
        let found = game(amounts).period().unwrap();
        assert_eq!(found.period, period, "{amounts:?}");
    }
    for (amounts, period) in [
        (&[1, 2, 3][..], 4),
        (&[2, 3], 5),
        (&[1, 3, 4], 7),
        (&[6, 9], 15),
        (&[], 1),
    ] {
        let found = game(amounts).period().unwrap();
        assert_eq!(found.preperiod, 0, "{amounts:?}");
        assert_eq!(found.period, period, "{amounts:?}");
    }
}

#[test]
fn huge_heaps_and_ranges() {
    let ten = game(&[1, 4, 10]);
    let values = naive::grundy(&[1, 4, 10], 2000);
    let p = ten.period().unwrap();
    let far = 1_000_000_000_000_000_000u64;
    assert_eq!(
        ten.grundy(far).unwrap(),
        u64::from(values[p.place(far) as usize])
    );
    let range =
        Subtraction::new(Amounts::new([Range::new(1, 1 << 60)]), Budget::default()).unwrap();
    assert_eq!(range.grundy(u64::MAX).unwrap(), u64::MAX % ((1 << 60) + 1));
    let first = range.losing(u64::MAX, false, |_| ControlFlow::Break(()));
    assert_eq!(first, Ok(ControlFlow::Break(())));
    let multiples = game(&[1_000_000_007, 3_000_000_021]);
    assert_eq!(multiples.grundy(2_500_000_000).unwrap(), 0);
    assert_eq!(multiples.grundy(1_500_000_000).unwrap(), 1);
}

#[test]
fn amounts_to_a_million_and_limits() {
    let far = game(&[3, 999_999, 1_000_000]);
    assert!(far.period().is_some());
    let short = Budget {
        work: 1 << 12,
        ..Budget::default()
    };
    let set = Amounts::new([13, 22, 39, 48, 61].map(Range::single));
    let poor = Subtraction::new(set.clone(), short).unwrap();
    assert_eq!(poor.grundy(1 << 16).unwrap_err().kind, LimitKind::Work);
    // No machine can compute all values up to this heap, and no period is known.
    assert_eq!(poor.grundy(u64::MAX).unwrap_err().kind, LimitKind::Fixed);
    assert_eq!(poor.period(), None);
    assert!(poor.grundy(60).is_ok());
    let beyond = Amounts::new([1, 1_000_001].map(Range::single));
    assert!(Subtraction::new(beyond, short).is_err());
}

#[test]
fn many_amounts_far_apart_and_heaps_of_no_more_than_they_ask() {
    // Larger amounts are looked up for many words of heaps at once.
    let squares: Vec<u64> = (1..200).map(|k| k * k).collect();
    let mut random = Random::new(64);
    let mut scattered: Vec<u64> = (0..150).map(|_| 1 + random.below(12_000)).collect();
    scattered.sort_unstable();
    scattered.dedup();
    let most_but: Vec<u64> = (1..=3000).filter(|s| !squares.contains(s)).collect();
    for (amounts, heap) in [(&squares, 15_000), (&scattered, 20_000), (&most_but, 3000)] {
        let spared: Vec<u64> = amounts.iter().copied().filter(|&s| s <= heap).collect();
        let ranges = Amounts::new(spared.iter().copied().map(Range::single));
        let game = Subtraction::to_heap(ranges, heap, Budget::default()).unwrap();
        assert_eq!(values(&game, heap), naive::grundy(&spared, heap as usize));
        let wins = naive::wins(&spared, heap as usize, false);
        let lost: Vec<u64> = (0..=heap).filter(|&heap| !wins[heap as usize]).collect();
        assert_eq!(losing(&game, heap, false), lost);
    }
    // Work beyond the limit is refused before it begins.
    let squares = Amounts::new((1..10_000u64).map(|k| Range::single(k * k)));
    let game = Subtraction::to_heap(squares.clone(), 100_000_000, Budget::default()).unwrap();
    assert!(
        game.grundy(100_000_000)
            .unwrap_err()
            .message
            .contains("1333")
    );
    assert!(Subtraction::to_heap(squares, 1 << 40, Budget::default()).is_err());
}

#[test]
fn large_amounts_that_change_nothing_are_found() {
    let spread = |set: &[u64]| {
        Subtraction::without_large(
            Amounts::new(set.iter().copied().map(Range::single)),
            Budget::default(),
        )
    };
    let game = spread(&[1, 2, 1_000_000_000]).unwrap();
    for n in [0u64, 5, 999_999_999, 1_000_000_000, 1_000_000_001, u64::MAX] {
        assert_eq!(game.grundy(n).unwrap(), n % 3);
        // The options are checked one by one, by the formula.
        let followers = [1, 2, 1_000_000_000].into_iter().filter(|&a| a <= n);
        let to_zero: Vec<Range> = followers
            .filter(|a| (n - a) % 3 == 0)
            .map(Range::single)
            .collect();
        assert_eq!(game.amounts_to(n, 0).unwrap(), to_zero);
    }
    // 900000000 is a multiple of 3.
    assert!(spread(&[1, 2, 900_000_000]).is_none());
    assert!(spread(&[1, 2, 3]).is_none());
    let tens: Vec<u64> = (0..20).map(|e| 10u64.pow(e)).collect();
    assert_eq!(
        spread(&tens).unwrap().grundy(10u64.pow(19) + 10).unwrap(),
        {
            // The game of 1 and 10: values 0 1 0 1 … 0 1 2 … of period 11.
            let n = (10u64.pow(19) + 10) % 11;
            if n == 10 { 2 } else { n % 2 }
        }
    );
}

#[test]
fn sets_in_pieces_are_divided() {
    let amounts = Amounts::new([3u64, 6, 2_700_000_000].map(Range::single));
    let game = Subtraction::in_pieces(amounts, Budget::default()).unwrap();
    // The amounts are 1, 2 and a multiple of 3: heaps are found three at a time.
    assert_eq!(game.grundy(2_700_000_000).unwrap(), 3);
    assert_eq!(game.grundy(2_700_000_003).unwrap(), 0);
    assert_eq!(game.amounts_to(2_700_000_004, 0).unwrap(), []);
    assert_eq!(
        game.amounts_to(2_700_000_002, 0).unwrap(),
        [Range::single(2_700_000_000)]
    );
}

#[test]
fn the_argument_holds_for_small_sets() {
    // The check is made once more among amounts to 40, against values computed with all of them.
    let values = |set: &[u64]| {
        let game = Subtraction::new(
            Amounts::new(set.iter().copied().map(Range::single)),
            Budget::default(),
        )
        .unwrap();
        let mut values = Vec::new();
        game.sequence(400, |value| values.push(value)).unwrap();
        values
    };
    for (near, far) in [
        (vec![1u64, 2], 10u64),
        (vec![1, 4], 9),
        (vec![2, 3], 17),
        (vec![1, 2], 12),
    ] {
        let small = values(&near);
        let apart = (0..400 - far as usize).all(|x| small[x] != small[x + far as usize]);
        let mut all = near.clone();
        all.push(far);
        assert_eq!(values(&all) == small, apart, "{near:?} {far}");
    }
}
