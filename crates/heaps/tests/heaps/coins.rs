//! Coins that are turned.

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::coins::{Product, Strip};
use grundy_rules::parts::CoinRule;
use grundy_values::mex::mex;
use std::ops::ControlFlow;

/// The moves of a head at `place`, by trying every set of coins: the head first, from right to left.
fn moves_by_hand(rule: CoinRule, place: u64) -> Vec<Vec<u64>> {
    let allowed = |set: &[u64]| {
        let count = set.len() as u64;
        let run = set.windows(2).all(|pair| pair[0] == pair[1] + 1);
        match rule {
            CoinRule::UpTo(most) => count <= most,
            CoinRule::Exactly(number) => count == number,
            CoinRule::Run => run,
            CoinRule::RunUpTo(most) => run && count <= most,
        }
    };
    let mut moves: Vec<Vec<u64>> = (0..1u64 << (place - 1))
        .map(|set| {
            std::iter::once(place)
                .chain((1..place).rev().filter(|i| set >> (i - 1) & 1 != 0))
                .collect()
        })
        .filter(|set: &Vec<u64>| allowed(set))
        .collect();
    moves.sort_by_key(|set| (set.len(), set.clone()));
    moves
}

fn rules() -> Vec<CoinRule> {
    let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 100];
    let mut rules = vec![CoinRule::Run];
    for number in numbers {
        rules.extend([
            CoinRule::UpTo(number),
            CoinRule::Exactly(number),
            CoinRule::RunUpTo(number),
        ]);
    }
    rules
}

#[test]
fn every_rule_agrees_with_all_sets_of_coins() {
    for rule in rules() {
        let strip = Strip::new(rule, Budget::default());
        let mut values = vec![0u32];
        for place in 1..=13u64 {
            let moves = moves_by_hand(rule, place);
            let left = |set: &[u64]| set[1..].iter().fold(0, |sum, &i| sum ^ values[i as usize]);
            let reached: Vec<u32> = moves.iter().map(|set| left(set)).collect();
            let value = mex(reached.iter().copied());
            assert_eq!(
                strip.value(place).unwrap(),
                u64::from(value),
                "{rule:?} {place}"
            );
            assert_eq!(strip.count(place), moves.len() as u128);
            let mut listed = Vec::new();
            let _ = strip
                .moves_to(place, None, &mut |set| {
                    listed.push(set.to_vec());
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(listed, moves, "{rule:?} {place}");
            let most = reached.iter().copied().max().unwrap_or(0);
            for target in (0..=value + 3).chain([most, most + 1, 2 * most + 5]) {
                let wanted: Vec<&Vec<u64>> =
                    moves.iter().filter(|set| left(set) == target).collect();
                let mut listed = Vec::new();
                let _ = strip
                    .moves_to(place, Some(target.into()), &mut |set| {
                        listed.push(set.to_vec());
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                assert_eq!(
                    listed.iter().collect::<Vec<_>>(),
                    wanted,
                    "{rule:?} {place} to {target}"
                );
                let count = strip.count_to(place, target.into()).unwrap();
                assert_eq!(count, wanted.len() as u128, "{rule:?} {place} to {target}");
            }
            values.push(value);
        }
    }
}

#[test]
fn far_places_of_pairs_and_runs_agree_with_near_ones_counted() {
    // Places to 300 with at most two further coins: pairs tried one by one.
    for rule in [
        CoinRule::UpTo(2),
        CoinRule::UpTo(3),
        CoinRule::Exactly(2),
        CoinRule::Exactly(3),
        CoinRule::Run,
        CoinRule::RunUpTo(11),
    ] {
        let strip = Strip::new(rule, Budget::default());
        let mut random = Random::new(3);
        for _ in 0..30 {
            let place = random.within(1, 300);
            let value = |i: u64| strip.value(i).unwrap();
            let mut lefts = Vec::new();
            let _ = strip
                .moves_to(place, None, &mut |set| {
                    lefts.push((
                        set.to_vec(),
                        set[1..].iter().fold(0, |sum, &i| sum ^ value(i)),
                    ));
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(lefts.len() as u128, strip.count(place));
            assert_eq!(
                mex(lefts.iter().map(|left| left.1 as u32)),
                value(place) as u32
            );
            for _ in 0..20 {
                let target = random.below(600);
                let wanted: Vec<_> = lefts
                    .iter()
                    .filter(|l| l.1 == target)
                    .map(|l| l.0.clone())
                    .collect();
                let mut listed = Vec::new();
                let _ = strip
                    .moves_to(place, Some(target), &mut |set| {
                        listed.push(set.to_vec());
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                assert_eq!(listed, wanted, "{rule:?} {place} {target}");
                assert_eq!(strip.count_to(place, target).unwrap(), wanted.len() as u128);
            }
        }
    }
}

#[test]
fn published_values() {
    // Winning Ways, chapter 14, tables of Moebius, Mogul and Moidores.
    let values = |number, count| -> Vec<u64> {
        let strip = Strip::new(CoinRule::UpTo(number), Budget::default());
        (1..=count)
            .map(|place| strip.value(place).unwrap())
            .collect()
    };
    assert_eq!(values(2, 8), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(values(3, 8), [1, 2, 4, 7, 8, 11, 13, 14]);
    assert_eq!(
        values(5, 18),
        [
            1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494
        ][..18]
            .to_vec()
    );
    let mogul = values(7, 24);
    assert_eq!(mogul[..9], [1, 2, 4, 8, 16, 32, 64, 127, 128]);
    // The 24 places of the Golay code have 12 bits of values.
    assert!(mogul.iter().all(|&v| v < 1 << 12));
}

#[test]
fn counting_by_characters_agrees_with_listing() {
    let mut random = Random::new(4);
    for (rule, far) in [
        (CoinRule::UpTo(4), 60),
        (CoinRule::UpTo(5), 40),
        (CoinRule::Exactly(4), 40),
        (CoinRule::Exactly(5), 30),
        (CoinRule::UpTo(6), 24),
    ] {
        let strip = Strip::new(rule, Budget::default());
        for _ in 0..12 {
            let place = random.within(far / 2, far);
            let target = random.below(2 * strip.value(place).unwrap());
            let mut count = 0u128;
            let _ = strip
                .moves_to(place, Some(target), &mut |set| {
                    let left = set[1..]
                        .iter()
                        .fold(0, |sum, &i| sum ^ strip.value(i).unwrap());
                    assert_eq!(left, target);
                    count += 1;
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(
                strip.count_to(place, target).unwrap(),
                count,
                "{rule:?} {place} {target}"
            );
        }
    }
}

#[test]
fn products_agree_with_all_sets_of_cells() {
    let rules = [
        CoinRule::UpTo(1),
        CoinRule::UpTo(2),
        CoinRule::UpTo(3),
        CoinRule::Exactly(2),
        CoinRule::Exactly(3),
        CoinRule::Run,
        CoinRule::RunUpTo(2),
    ];
    let n = 5u64;
    for first in rules {
        for second in rules {
            let (rows, cols) = (
                Strip::new(first, Budget::default()),
                Strip::new(second, Budget::default()),
            );
            let product = Product::new(&rows, &cols, Budget::default());
            let mut values = vec![vec![0u32; n as usize + 1]; n as usize + 1];
            for r in 1..=n {
                for c in 1..=n {
                    let (row_moves, col_moves) =
                        (moves_by_hand(first, r), moves_by_hand(second, c));
                    let moves: Vec<(Vec<u64>, Vec<u64>, u32)> = row_moves
                        .iter()
                        .flat_map(|rows| {
                            col_moves
                                .iter()
                                .map(move |cols| (rows.clone(), cols.clone()))
                        })
                        .map(|(rows, cols)| {
                            let cells =
                                rows.iter().flat_map(|&i| cols.iter().map(move |&j| (i, j)));
                            let left = cells
                                .filter(|&cell| cell != (r, c))
                                .fold(0, |sum, (i, j)| sum ^ values[i as usize][j as usize]);
                            (rows, cols, left)
                        })
                        .collect();
                    let value = mex(moves.iter().map(|m| m.2));
                    values[r as usize][c as usize] = value;
                    assert_eq!(
                        product.value(r, c).unwrap(),
                        u64::from(value),
                        "{first:?} {second:?} {r} {c}"
                    );
                    for target in (0..20).chain([37]).map(Some).chain([None]) {
                        let wanted: Vec<_> = moves
                            .iter()
                            .filter(|m| target.is_none_or(|target| m.2 == target))
                            .map(|m| (m.0.clone(), m.1.clone()))
                            .collect();
                        let mut listed = Vec::new();
                        let _ = product
                            .moves_to(r, c, target.map(u64::from), &mut |rows, cols| {
                                listed.push((rows.to_vec(), cols.to_vec()));
                                ControlFlow::Continue(())
                            })
                            .unwrap();
                        assert_eq!(listed, wanted, "{first:?} {second:?} {r} {c} to {target:?}");
                        if let Some(target) = target {
                            let count = product.count_to(r, c, target.into()).unwrap();
                            assert_eq!(count, wanted.len() as u128);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn far_places_end_in_values_or_limits() {
    let strip = |rule| Strip::new(rule, Budget::default());
    assert_eq!(strip(CoinRule::UpTo(2)).value(u64::MAX).unwrap(), u64::MAX);
    assert_eq!(
        strip(CoinRule::UpTo(3)).value(1 << 63).unwrap(),
        u64::MAX - 1 + u64::from((u64::MAX - 1).count_ones() % 2 == 0)
    );
    assert!(strip(CoinRule::UpTo(3)).value(u64::MAX).is_err());
    assert_eq!(strip(CoinRule::Run).value(1 << 63).unwrap(), 1 << 63);
    assert_eq!(
        strip(CoinRule::RunUpTo(u64::MAX))
            .count_to(u64::MAX, 0)
            .unwrap(),
        1
    );
    assert_eq!(
        strip(CoinRule::Exactly(u64::MAX)).value(u64::MAX).unwrap(),
        1
    );
    assert_eq!(strip(CoinRule::UpTo(u64::MAX)).value(64).unwrap(), 1 << 63);
    assert!(strip(CoinRule::UpTo(u64::MAX)).value(65).is_err());
    let lean = Budget {
        memory: 1 << 16,
        ..Budget::default()
    };
    assert_eq!(
        Strip::new(CoinRule::UpTo(4), lean)
            .value(1 << 40)
            .unwrap_err()
            .kind,
        grundy_base::budget::LimitKind::Memory
    );
    // Twins: the partner of a coin is unique, however far.
    let mut listed = Vec::new();
    let _ = strip(CoinRule::Exactly(2))
        .moves_to(u64::MAX, Some(1 << 60), &mut |set| {
            listed.push(set.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(listed, [vec![u64::MAX, (1 << 60) + 1]]);
    assert_eq!(
        strip(CoinRule::UpTo(3)).count_to(u64::MAX, 3).unwrap(),
        u128::from((u64::MAX - 1) / 2)
    );
}
