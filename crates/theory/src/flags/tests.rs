use super::*;
use crate::testing::sized;

/// The rules, word for word: outcomes of heaps 0..=n (below `left` as they can be met).
pub fn naive(amounts: &[u64], left: u64, variant: Variant, n: u64) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for heap in 0..=n {
        let next = if heap < left {
            if variant == Variant::OrLess { Outcome::Lose } else { Outcome::Draw }
        } else if heap == left {
            Outcome::Lose
        } else {
            let legal = |s: &&u64| **s <= heap && (variant != Variant::Exact || heap - **s >= left);
            let after: Vec<Outcome> =
                amounts.iter().filter(legal).map(|s| outcomes[(heap - s) as usize]).collect();
            if after.is_empty() {
                Outcome::Draw
            } else if after.contains(&Outcome::Lose) {
                Outcome::Win
            } else if after.iter().all(|&o| o == Outcome::Win) {
                Outcome::Lose
            } else {
                Outcome::Draw
            }
        };
        outcomes.push(next);
    }
    outcomes
}

fn check(amounts: &[u64], left: u64, n: u64) {
    for variant in [Variant::Exact, Variant::Overshoot, Variant::OrLess] {
        let set = Amounts::new(amounts.iter().map(|&s| (s, s)));
        let flags = Flags::new(set, left, variant, Budget::default()).unwrap();
        let naive = naive(amounts, left, variant, n);
        let at = |heap: u64| naive[heap as usize];
        for heap in left..=n {
            assert_eq!(flags.outcome(heap).unwrap(), at(heap), "{amounts:?} left {left} {variant:?}: {heap}");
        }
        for heap in [left, left + 1, left + 3, (left + n) / 2, n] {
            let legal: Vec<u64> = amounts
                .iter()
                .copied()
                .filter(|&s| heap > left && s <= heap && (variant != Variant::Exact || heap - s >= left))
                .collect();
            assert!(flags.legal_amounts(heap).into_iter().flat_map(|(lo, hi)| lo..=hi).eq(legal.clone()));
            for outcome in [Outcome::Lose, Outcome::Draw, Outcome::Win] {
                let listed: Vec<u64> = flags
                    .amounts_to(heap, outcome)
                    .unwrap()
                    .into_iter()
                    .flat_map(|(lo, hi)| lo..=hi)
                    .collect();
                let by_hand: Vec<u64> = legal.iter().copied().filter(|s| at(heap - s) == outcome).collect();
                assert_eq!(listed, by_hand, "{amounts:?} left {left} {variant:?}: {heap} to {outcome:?}");
            }
        }
        let mut losing = Vec::new();
        flags
            .losing(n, |heap| {
                losing.push(heap);
                true
            })
            .unwrap();
        assert!((0..=n).filter(|&heap| at(heap) == Outcome::Lose).eq(losing), "{amounts:?} {variant:?}");
        let period = flags.period().unwrap();
        let (e, p) = (period.preperiod as usize, period.period as usize);
        let tail = &naive[left as usize..];
        if e + 2 * p < tail.len() {
            assert!((e..tail.len() - p).all(|i| tail[i] == tail[i + p]));
            assert!(e == 0 || tail[e - 1] != tail[e - 1 + p], "{amounts:?}: a smaller preperiod");
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
    let mut x = 0xace1_2468_1357_9bdfu64;
    let mut random = move |below: u64| {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x % below
    };
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
    let flags = Flags::new(Amounts::new([(1, 3)]), 1, Variant::Exact, Budget::default()).unwrap();
    assert_eq!(flags.outcome(21).unwrap(), Outcome::Lose);
    assert_eq!(flags.outcome(u64::MAX).unwrap(), Outcome::Win);
    assert_eq!(flags.amounts_to(u64::MAX, Outcome::Lose).unwrap(), [(2, 2)]);
}

#[test]
fn dense_sets_to_a_million() {
    let set = Amounts::new([(1, 400_000), (400_002, 1_000_000)]);
    let flags = Flags::new(set, 7, Variant::Exact, Budget::default()).unwrap();
    assert_eq!(flags.outcome(7 + 400_001).unwrap(), Outcome::Lose);
    assert_eq!(flags.outcome(7 + 400_002).unwrap(), Outcome::Win);
}
