//! Moore's nim.

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::moore::values::MooreValues;
use grundy_heaps::moore::{Taken, a_winning_move, count, legal_moves, loses, order, winning_moves};
use std::ops::ControlFlow;

fn after(heaps: &[u64], taken: &Taken) -> Vec<u64> {
    let mut next = heaps.to_vec();
    for &(index, amount) in taken {
        next[index] -= amount;
    }
    next
}

#[test]
fn small_positions_by_the_rules() {
    for (piles, sizes, most) in [
        (1, 9, 1),
        (2, 7, 1),
        (2, 7, 2),
        (3, 6, 2),
        (3, 5, 9),
        (4, 4, 2),
        (4, 4, 3),
        (5, 3, 2),
    ] {
        let positions = u64::pow(sizes, piles);
        let heaps =
            |index: u64| -> Vec<u64> { (0..piles).map(|i| index / sizes.pow(i) % sizes).collect() };
        let index =
            |heaps: &[u64]| heaps.iter().rev().fold(0, |sum, heap| sum * sizes + heap) as usize;
        // A move makes the index smaller.
        let mut losing: Vec<bool> = Vec::new();
        for position in (0..positions).map(heaps) {
            let mut winning: Vec<Taken> = Vec::new();
            let mut last: Option<Taken> = None;
            legal_moves(&position, most, &mut |taken| {
                assert!(last.as_ref().is_none_or(|last| order(last, taken).is_lt()));
                assert!(taken.len() as u64 <= most);
                last = Some(taken.clone());
                if losing[index(&after(&position, taken))] {
                    winning.push(taken.clone());
                }
                ControlFlow::Continue(())
            });
            losing.push(winning.is_empty());
            assert_eq!(
                loses(&position, most),
                winning.is_empty(),
                "{position:?} {most}"
            );
            let mut found: Vec<Taken> = Vec::new();
            winning_moves(&position, most, &mut |taken| {
                found.push(taken);
                ControlFlow::Continue(())
            });
            found.sort_by(order);
            assert_eq!(found, winning, "{position:?} {most}");
            assert_eq!(
                count(&position, most, &Budget::default()).unwrap(),
                winning.len() as u128
            );
        }
    }
}

#[test]
fn large_positions_are_left_lost() {
    let mut rng = Random::new(4);
    for round in 0..400 {
        let heaps: Vec<u64> = (0..=rng.below(30))
            .map(|_| rng.word() >> (round % 64))
            .collect();
        let most = 1 + rng.below(6);
        match a_winning_move(&heaps, most) {
            Some(taken) => {
                assert!(taken.len() as u64 <= most && taken.iter().all(|&(_, amount)| amount > 0));
                assert!(loses(&after(&heaps, &taken), most) && !loses(&heaps, most));
            }
            None => assert!(loses(&heaps, most)),
        }
    }
}

#[test]
fn as_many_heaps_as_one_likes() {
    let heaps = [u64::MAX, 5, u64::MAX];
    let all: Taken = heaps.into_iter().enumerate().collect();
    assert_eq!(a_winning_move(&heaps, u64::MAX), Some(all));
    assert!(loses(&[], u64::MAX) && loses(&[0, 0], 1));
    // Tens of thousands of heaps are lowered at once.
    let heaps: Vec<u64> = (1..30_000).collect();
    for most in [heaps.len() as u64, 15_000] {
        let taken = a_winning_move(&heaps, most).unwrap();
        assert!(taken.len() as u64 <= most && loses(&after(&heaps, &taken), most));
    }
    assert_eq!(count(&heaps, u64::MAX, &Budget::default()).unwrap(), 1);
    let mut first = None;
    legal_moves(&heaps, u64::MAX, &mut |taken| {
        first = Some(taken.clone());
        if taken.len() < 10_000 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!(first.map(|taken| taken.len()), Some(10_000));
}

#[test]
fn as_many_as_are_listed() {
    let mut rng = Random::new(8);
    for round in 0..300 {
        let heaps: Vec<u64> = (0..=rng.below(8))
            .map(|_| rng.below(1 + round / 4))
            .collect();
        let most = 1 + rng.below(4);
        let mut listed: u128 = 0;
        winning_moves(&heaps, most, &mut |_| {
            listed += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(
            count(&heaps, most, &Budget::default()).unwrap(),
            listed,
            "{heaps:?} {most}"
        );
    }
}

#[test]
fn more_than_can_be_listed() {
    // Both large heaps are lowered; then one of them takes each digit that the three others have, or
    // both do, and one of the three is lowered.
    const LARGE: u64 = 1 << 40;
    let found = count(
        &[LARGE, LARGE, LARGE - 1, LARGE - 1, LARGE - 1],
        3,
        &Budget::default(),
    )
    .unwrap();
    assert!(found > 1 << 40, "{found}");
    let many: Vec<u64> = (0..40).map(|i| u64::MAX - i * i).collect();
    assert!(
        count(
            &many,
            20,
            &Budget {
                work: 1 << 24,
                ..Budget::default()
            }
        )
        .is_err()
    );
}

/// Compares the closed forms with the table, and the table with Moore's theorem.
#[test]
fn small_positions() {
    for (piles, sizes) in [(2, 6), (3, 5), (4, 3)] {
        let largest = vec![sizes - 1; piles];
        let cells = u64::pow(sizes, piles as u32);
        for most in 1..=5 {
            let table = MooreValues::by_table(&largest, most, &Budget::default()).unwrap();
            for cell in 0..cells {
                let heaps: Vec<u64> = (0..piles as u32)
                    .map(|i| cell / sizes.pow(i) % sizes)
                    .collect();
                let expected = table.value(&heaps);
                let values = MooreValues::new(&heaps, most, &Budget::default()).unwrap();
                assert_eq!(values.value(&heaps), expected, "{heaps:?} {most}");
                assert_eq!(expected == 0, loses(&heaps, most), "{heaps:?} {most}");
            }
        }
    }
}

#[test]
fn too_large_positions_are_refused() {
    let budget = Budget::default();
    assert!(MooreValues::new(&[u64::MAX; 3], 2, &budget).is_err());
    assert!(MooreValues::new(&[u64::MAX; 2], 2, &budget).is_err());
    assert_eq!(
        MooreValues::new(&[u64::MAX; 3], 1, &budget)
            .unwrap()
            .value(&[7, 5, 1]),
        3
    );
}
