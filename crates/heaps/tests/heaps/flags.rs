//! Games of flags.

use crate::naive;
use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_base::range::Range;
use grundy_base::testing::sized;
use grundy_heaps::flags::{Flags, FlagsOutcome, Variant};
use grundy_heaps::subtraction::Amounts;
use std::ops::ControlFlow;

fn check(amounts: &[u64], left: u64, n: u64) {
    for variant in [Variant::Exact, Variant::Overshoot, Variant::OrLess] {
        let set = Amounts::new(amounts.iter().copied().map(Range::single));
        let flags = Flags::new(set, left, variant, Budget::default()).unwrap();
        let naive = naive::outcomes(amounts, left, variant, n);
        let at = |heap: u64| naive[heap as usize];
        for heap in left..=n {
            assert_eq!(
                flags.outcome(heap).unwrap(),
                at(heap),
                "{amounts:?} left {left} {variant:?}: {heap}"
            );
        }
        for heap in [left, left + 1, left + 3, (left + n) / 2, n] {
            let legal: Vec<u64> = amounts
                .iter()
                .copied()
                .filter(|&s| {
                    heap > left && s <= heap && (variant != Variant::Exact || heap - s >= left)
                })
                .collect();
            assert!(
                flags
                    .legal_amounts(heap)
                    .into_iter()
                    .flat_map(Range::numbers)
                    .eq(legal.clone())
            );
            for outcome in [FlagsOutcome::Lose, FlagsOutcome::Draw, FlagsOutcome::Win] {
                let listed: Vec<u64> = flags
                    .amounts_to(heap, outcome)
                    .unwrap()
                    .into_iter()
                    .flat_map(Range::numbers)
                    .collect();
                let by_hand: Vec<u64> = legal
                    .iter()
                    .copied()
                    .filter(|s| at(heap - s) == outcome)
                    .collect();
                assert_eq!(
                    listed, by_hand,
                    "{amounts:?} left {left} {variant:?}: {heap} to {outcome:?}"
                );
            }
        }
        let mut losing = Vec::new();
        let _ = flags
            .losing(n, |heap| {
                losing.push(heap);
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!(
            (0..=n)
                .filter(|&heap| at(heap) == FlagsOutcome::Lose)
                .eq(losing),
            "{amounts:?} {variant:?}"
        );
        let period = flags.period().unwrap();
        let (e, p) = (period.preperiod as usize, period.period as usize);
        let tail = &naive[left as usize..];
        if e + 2 * p < tail.len() {
            assert!((e..tail.len() - p).all(|i| tail[i] == tail[i + p]));
            assert!(
                e == 0 || tail[e - 1] != tail[e - 1 + p],
                "{amounts:?}: a smaller preperiod"
            );
            let smaller = (1..p).find(|&q| (e..tail.len() - q).all(|i| tail[i] == tail[i + q]));
            assert_eq!(smaller, None, "{amounts:?}: a smaller period");
        }
    }
}

#[test]
fn every_set_within_six() {
    for bits in 0u64..64 {
        let amounts: Vec<u64> = (1..=6).filter(|s| bits >> (s - 1) & 1 == 1).collect();
        for left in [0, 1, 2, 3, 5, 9] {
            check(&amounts, left, 200);
        }
    }
}

#[test]
fn random_sets_of_all_sizes() {
    let mut random = Random::new(6);
    let mut random = |below: u64| random.below(below);
    for round in 0..sized(30, 60) {
        let max = [40, 64, 65, 130, 500][round % 5];
        let size = 1 + random([3, 8, max][(round / 5) % 3]);
        let mut amounts: Vec<u64> = (0..size).map(|_| 1 + random(max)).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let left = [0, 1, random(100), 1000][round % 4];
        check(&amounts, left, left + 2000);
    }
}

#[test]
fn twenty_one_flags() {
    // One to three at a time, a player who takes the last loses: leave 1 modulo 4.
    let flags = Flags::new(
        Amounts::new([Range::new(1, 3)]),
        1,
        Variant::Exact,
        Budget::default(),
    )
    .unwrap();
    assert_eq!(flags.outcome(21).unwrap(), FlagsOutcome::Lose);
    assert_eq!(flags.outcome(u64::MAX).unwrap(), FlagsOutcome::Win);
    assert_eq!(
        flags.amounts_to(u64::MAX, FlagsOutcome::Lose).unwrap(),
        [Range::single(2)]
    );
}

#[test]
fn dense_sets_to_a_million() {
    let set = Amounts::new([(1, 400_000), (400_002, 1_000_000)].map(Range::from));
    let flags = Flags::new(set, 7, Variant::Exact, Budget::default()).unwrap();
    assert_eq!(flags.outcome(7 + 400_001).unwrap(), FlagsOutcome::Lose);
    assert_eq!(flags.outcome(7 + 400_002).unwrap(), FlagsOutcome::Win);
}

#[test]
fn what_changes_nothing_is_left_out_and_nothing_else() {
    let mut kept = [0, 0];
    for (near, left) in [
        (&[1u64, 2][..], 5),
        (&[1, 3], 0),
        (&[2, 5], 3),
        (&[3], 2),
        (&[2, 3, 7], 12),
    ] {
        for variant in [Variant::Exact, Variant::Overshoot, Variant::OrLess] {
            for far in 8..60 {
                let all: Vec<u64> = near.iter().copied().chain([far]).collect();
                let set = Amounts::new(all.iter().copied().map(Range::single));
                let found = Flags::without_large(&set, 7, left, variant, Budget::default());
                let (with, alone) = (
                    naive::outcomes(&all, left, variant, 400),
                    naive::outcomes(near, left, variant, 400),
                );
                let same = with[left as usize..] == alone[left as usize..];
                assert_eq!(found.is_some(), same, "{all:?} left {left} {variant:?}");
                kept[usize::from(same)] += 1;
                for heap in left..=400 {
                    let Some(found) = &found else { break };
                    assert_eq!(
                        found.outcome(heap).unwrap(),
                        with[heap as usize],
                        "{all:?} left {left} {variant:?}: {heap}"
                    );
                }
            }
        }
    }
    assert!(kept.iter().all(|&count| count > 20), "{kept:?}");
}

#[test]
fn outcomes_in_pieces_are_those_of_the_table() {
    let mut random = Random::new(23);
    for round in 0..300 {
        let mut all: Vec<u64> = (0..random.below(4)).map(|_| 1 + random.below(9)).collect();
        all.extend((0..=random.below(3)).map(|_| 20 + random.below(150)));
        all.sort_unstable();
        all.dedup();
        let left = random.below(1 + round % 30);
        for variant in [Variant::Exact, Variant::Overshoot, Variant::OrLess] {
            let set = Amounts::new(all.iter().copied().map(Range::single));
            let flags = Flags::in_pieces(&set, left, variant, Budget::default()).unwrap();
            let table = naive::outcomes(&all, left, variant, 1500);
            for heap in left..=1500 {
                let context = format!("{all:?} left {left} {variant:?}: {heap}");
                assert_eq!(
                    flags.outcome(heap).unwrap(),
                    table[heap as usize],
                    "{context}"
                );
            }
            let mut lost = Vec::new();
            let last = left + random.below(1400);
            let _ = flags
                .losing(last, |heap| {
                    if heap >= left {
                        lost.push(heap);
                    }
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert!(
                lost.into_iter()
                    .eq((left..=last).filter(|&heap| table[heap as usize] == FlagsOutcome::Lose)),
                "{all:?} left {left} {variant:?} to {last}"
            );
        }
    }
}
