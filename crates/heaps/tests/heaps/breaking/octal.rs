//! Octal games, and Grundy's game.

use crate::naive::{moves, stamped};
use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::breaking::octal::Octal;
use grundy_heaps::breaking::{Break, Breaking, Code, HeapValues};
use grundy_heaps::sequence::{Engine, Pattern};
use grundy_rules::parts::Digit;
use std::ops::ControlFlow;

pub fn of_digits(digits: &[u8]) -> Code {
    Code::new(
        &digits
            .iter()
            .map(|&bits| Digit::of(bits))
            .collect::<Vec<_>>(),
        &[],
    )
    .unwrap()
}

fn code(digits: &str) -> Code {
    let digits: Vec<u8> = digits
        .bytes()
        .filter(|&c| c != b'.')
        .map(|c| c - b'0')
        .collect();
    of_digits(&digits)
}

/// The code in which no split may leave equal heaps.
fn unequal(code: &Code) -> Code {
    Code::new(
        &code
            .prefix()
            .iter()
            .map(|d| Digit {
                unequal: true,
                ..*d
            })
            .collect::<Vec<_>>(),
        &[],
    )
    .unwrap()
}

fn game(digits: &str) -> Breaking {
    Breaking::new(code(digits), Budget::default())
}

fn values(game: &Breaking, n: u64) -> Vec<u16> {
    let mut values = Vec::new();
    game.sequence(n, |value| values.push(value as u16)).unwrap();
    values
}

/// The values of heaps 0 to `n`, by the rules.
pub fn naive(code: &Code, n: u64) -> Vec<u16> {
    stamped(code, n as usize)
        .into_iter()
        .map(|value| value as u16)
        .collect()
}

/// The values without their period, so that every heap is really computed.
fn computed(code: &Code, n: u64) -> Vec<u16> {
    let mut engine = Octal::new(code).unwrap();
    while engine.known() <= n {
        engine.grow();
    }
    (0..=n as usize).map(|n| engine.value(n) as u16).collect()
}

#[test]
fn every_code_of_two_digits() {
    for zeroth in [0, 4] {
        for first in 0..8u8 {
            for second in 0..8u8 {
                let code = of_digits(&[zeroth, first, second]);
                let by_hand = naive(&code, 300);
                let game = Breaking::new(code.clone(), Budget::default());
                assert_eq!(values(&game, 300), by_hand, "{code:?}");
                assert_eq!(computed(&code, 300), by_hand, "{code:?}");
            }
        }
    }
}

#[test]
fn random_codes_of_many_digits() {
    let mut random = Random::new(3);
    for _ in 0..60 {
        let length = 3 + random.below(9);
        let mut digits: Vec<u8> = (0..length).map(|_| random.below(8) as u8).collect();
        digits[0] &= 4;
        let code = of_digits(&digits);
        assert_eq!(computed(&code, 700), naive(&code, 700), "{digits:?}");
    }
}

#[test]
fn sparse_blocks_agree_with_the_definition() {
    let equal = [
        "0.16",
        "0.54",
        "0.376",
        "0.127",
        "0.644",
        "0.007",
        "4.024",
        "0.1234567",
        "0.354",
        "0.16543",
    ];
    for (digits, halves) in equal
        .map(|digits| (digits, true))
        .into_iter()
        .chain([("0.354", false), ("0.56", false)])
    {
        let code = if halves {
            code(digits)
        } else {
            unequal(&code(digits))
        };
        assert_eq!(
            computed(&code, 9000),
            naive(&code, 9000),
            "{digits} {halves}"
        );
    }
    let grundys = unequal(&code("4"));
    assert_eq!(
        values(&Breaking::new(grundys.clone(), Budget::default()), 9000),
        naive(&grundys, 9000)
    );
}

#[test]
fn published_sums_of_grundys_game() {
    // A002188 in the OEIS lists the values; Σ below 10⁵ was found by two independent programs.
    let grundys = Breaking::new(unequal(&code("4")), Budget::default());
    let sequence = values(&grundys, 99_999);
    assert_eq!(
        sequence[..16],
        [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1]
    );
    assert_eq!(
        sequence.iter().map(|&v| u64::from(v)).sum::<u64>(),
        6_157_159
    );
}

#[test]
fn moves_are_counted_and_listed() {
    for (digits, solved) in [
        ("0.77", true),
        ("0.07", true),
        ("0.137", true),
        ("4.3", true),
        ("0.4", true),
        ("0.15", true),
        ("0.6", false),
        ("4.0052", false),
    ] {
        let code = code(digits);
        let game = game(digits);
        let known = naive(&code, 700);
        let value = |h: u64| known[h as usize];
        if solved {
            assert!(game.pattern().is_some());
        }
        for n in (0..40).chain([90, 170, 213, 350, 601, 700]) {
            let all = moves(&code, n);
            for wanted in [None, Some(0), Some(1), Some(2), Some(5), Some(1 << 20)] {
                let sum = |m: &Break| m.left.iter().fold(0, |sum, &heap| sum ^ value(heap));
                let hits = |m: &&Break| wanted.is_none_or(|wanted| u64::from(sum(m)) == wanted);
                let by_hand: Vec<Break> = all.iter().filter(hits).cloned().collect();
                let mut listed = Vec::new();
                let _ = game
                    .moves_to(n, wanted, &mut |m| {
                        listed.push(m);
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                assert_eq!(listed, by_hand, "{digits} {n} to {wanted:?}");
                if let Some(wanted) = wanted {
                    assert_eq!(
                        game.count_moves_to(n, wanted).unwrap(),
                        by_hand.len() as u128
                    );
                    assert_eq!(
                        game.known(n, |values| values.grundy(n)).flatten(),
                        game.grundy(n).ok()
                    );
                }
            }
        }
    }
}

#[test]
fn counting_by_residues_agrees_with_counting() {
    // These heaps are counted once with a known period, and once without.
    let (code, far) = (code("0.77"), 5000);
    let by_hand = naive(&code, far as u64);
    let game = game("0.77");
    game.pattern().unwrap();
    for n in [199, 1000, 2467, 4999, 5000usize] {
        for t in 0..10u16 {
            let sum = |m: &Break| {
                m.left
                    .iter()
                    .fold(0, |sum, &heap| sum ^ by_hand[heap as usize])
            };
            let count = moves(&code, n as u64)
                .iter()
                .filter(|m| sum(m) == t)
                .count();
            assert_eq!(
                game.count_moves_to(n as u64, t.into()).unwrap(),
                count as u128,
                "{n} {t}"
            );
        }
    }
    assert_eq!(
        game.grundy(1_000_000_000_000_000_000).unwrap(),
        u64::from(by_hand[71 + 12 * 9 + 5])
    );
}

#[test]
fn huge_heaps_list_only_what_is_there() {
    // 0.4: take one and split. From value 0 on, far beyond the preperiod, lists stop by themselves.
    let game = game("0.77");
    let n = u64::MAX;
    let mut all = 0;
    let _ = game
        .moves_to(n, Some(200), &mut |_| {
            all += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(all, 0);
    assert_eq!(game.count_moves_to(n, 200).unwrap(), 0);
    let total: u128 = (0..16).map(|t| game.count_moves_to(n, t).unwrap()).sum();
    let legal = 2 + u128::from((n - 1) / 2) + u128::from((n - 2) / 2);
    assert_eq!(total, legal);
}

#[test]
fn periods_of_the_named_games() {
    // Winning Ways, chapter 4, table 6; computed again by Flammenkamp.
    let known = [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.165", 5181, 1550),
    ];
    for (digits, preperiod, period) in known {
        assert_eq!(
            game(digits).pattern(),
            Some(Pattern::periodic(preperiod, period)),
            "{digits}"
        );
    }
    assert_eq!(game("0.0").pattern(), Some(Pattern::periodic(0, 1)));
}

#[test]
fn limits_are_errors_and_do_not_depend_on_order() {
    let budget = Budget {
        work: 1 << 24,
        ..Budget::default()
    };
    let reach = |asks: &[u64]| {
        let game = Breaking::new(code("0.06"), budget);
        asks.iter()
            .map(|&n| game.grundy(n).is_ok())
            .collect::<Vec<_>>()
    };
    let (mut known, mut limit) = (0u64, 1 << 20);
    while limit - known > 1 {
        let middle = known.midpoint(limit);
        if reach(&[middle])[0] {
            known = middle;
        } else {
            limit = middle;
        }
    }
    assert_eq!(reach(&[u64::MAX, limit - 1, limit]), [false, true, false]);
    assert_eq!(reach(&[limit - 1, limit, 5]), [true, false, true]);
    assert_eq!(Breaking::new(code("0.06"), budget).pattern(), None);
    let lean = Budget {
        memory: 1 << 16,
        ..Budget::default()
    };
    let limit = Breaking::new(code("0.16"), lean)
        .grundy(1 << 40)
        .unwrap_err();
    assert_eq!(limit.kind, grundy_base::budget::LimitKind::Memory);
}
