//! Lasker's nim.

use grundy_heaps::breaking::{Break, Left};
use grundy_heaps::lasker::Lasker;
use grundy_values::mex::mex;
use std::ops::ControlFlow;

#[test]
fn lasker_is_its_closed_form() {
    let mut naive: Vec<u32> = vec![0];
    for n in 1..=300usize {
        let splits = (1..=n / 2).map(|a| naive[a] ^ naive[n - a]);
        naive.push(mex(naive.iter().copied().chain(splits)));
    }
    for n in 0..=300u64 {
        assert_eq!(Lasker.grundy(n), u128::from(naive[n as usize]));
    }
    for n in [
        0u64, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 29, 30, 31, 32, 63, 100, 127, 128, 299, 300,
    ] {
        let left = |heaps: &[u64]| {
            heaps
                .iter()
                .copied()
                .filter(|&heap| heap > 0)
                .collect::<Left>()
        };
        let splits = (1..=n / 2).map(|small| Break {
            take: 0,
            left: left(&[small, n - small]),
        });
        let takings = (1..=n).map(|take| Break {
            take,
            left: left(&[n - take]),
        });
        let moves: Vec<Break> = splits.chain(takings).collect();
        let value = |m: &Break| {
            m.left
                .iter()
                .fold(0, |sum, &heap| sum ^ naive[heap as usize])
        };
        for t in 0..520u128 {
            let by_hand: Vec<Break> = moves
                .iter()
                .filter(|m| u128::from(value(m)) == t)
                .cloned()
                .collect();
            let mut listed = Vec::new();
            let _ = Lasker.moves_to(n, Some(t), |m| {
                listed.push(m);
                ControlFlow::Continue(())
            });
            assert_eq!(listed, by_hand, "{n} to {t}");
            assert_eq!(
                Lasker.count_moves_to(n, t),
                by_hand.len() as u128,
                "{n} to {t}"
            );
        }
    }
    assert_eq!(Lasker.grundy(u64::MAX), 1 << 64);
    assert_eq!(Lasker.count_moves_to(u64::MAX, 1 << 64), 0);
}
