//! Taking and breaking: codes, moves, periods and rings.

mod octal;
mod sparse;

use crate::naive::{by_definition, moves, stamped};
use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::breaking::octal::Octal;
use grundy_heaps::breaking::{
    Break, Breaking, Code, Full, HeapValues, Left, Ring, add_with_number, masks_to,
};
use grundy_heaps::sequence::{Engine, Pattern};
use grundy_rules::parts::Digit;
use grundy_values::mex::mex;
use std::ops::ControlFlow;

/// Reads `4!.12[34!]`.
fn code(text: &str) -> Code {
    let (mut prefix, mut repeat, mut repeats) = (Vec::new(), Vec::new(), false);
    for c in text.chars() {
        let list = if repeats { &mut repeat } else { &mut prefix };
        match c {
            '.' | ']' => {}
            '[' => repeats = true,
            '!' => list
                .last_mut()
                .map(|digit: &mut Digit| digit.unequal = true)
                .unwrap(),
            _ => list.push(Digit {
                bits: c.to_digit(16).unwrap() as u8,
                unequal: false,
            }),
        }
    }
    Code::new(&prefix, &repeat).unwrap()
}

/// The values without their pattern, so that every heap is really computed.
fn computed(code: &Code, n: u64) -> Vec<u32> {
    let mut engine = Full::new(code.clone());
    while engine.known() <= n {
        engine.grow();
    }
    (0..=n as usize).map(|n| engine.value(n)).collect()
}

fn random_code(random: &mut Random) -> Code {
    let digit = |random: &mut Random, first: bool| Digit {
        bits: random.below(16) as u8 & random.below(16) as u8 & if first { 12 } else { 15 },
        unequal: random.below(5) == 0,
    };
    let prefix: Vec<Digit> = (0..=random.below(5))
        .map(|i| digit(random, i == 0))
        .collect();
    let repeats = if random.below(2) == 0 {
        0
    } else {
        1 + random.below(3)
    };
    let repeat: Vec<Digit> = (0..repeats).map(|_| digit(random, false)).collect();
    Code::new(&prefix, &repeat).unwrap()
}

#[test]
fn codes_have_one_form() {
    assert_eq!(code("0.33[33]"), code("0.[3]"));
    assert_eq!(code("0.12[3412]"), code("0.[1234]"));
    assert_eq!(code("0.1230"), code("0.123[0]"));
    assert_eq!(code("0.3!"), code("0.3"));
    assert_eq!(code("4.[4]").prefix().len(), 1);
    assert_eq!(code("C.").most_heaps(), 3);
    assert!(
        Code::new(
            &[Digit {
                bits: 2,
                unequal: false
            }],
            &[]
        )
        .is_none()
    );
    assert!(Code::new(&[], &[]).is_none());
}

#[test]
fn random_codes_by_the_definition() {
    let mut random = Random::new(8);
    for _ in 0..200 {
        let code = random_code(&mut random);
        let values = by_definition(&code, 40);
        assert_eq!(computed(&code, 40), values, "{code:?}");
        let game = Breaking::new(code.clone(), Budget::default());
        let mut listed = Vec::new();
        game.sequence(40, |v| listed.push(v as u32)).unwrap();
        assert_eq!(listed, values, "{code:?}");
        for n in [0, 1, 2, 3, 5, 8, 13, 21, 27] {
            let all = moves(&code, n);
            for target in [None, Some(0), Some(1), Some(2), Some(3), Some(9)] {
                let value = |m: &Break| {
                    m.left
                        .iter()
                        .fold(0, |v, &h| v ^ u64::from(values[h as usize]))
                };
                let wanted: Vec<Break> = all
                    .iter()
                    .filter(|m| target.is_none_or(|target| value(m) == target))
                    .cloned()
                    .collect();
                let mut listed = Vec::new();
                let _ = game
                    .moves_to(n, target, &mut |m| {
                        listed.push(m);
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                assert_eq!(listed, wanted, "{code:?} {n} to {target:?}");
                if let Some(target) = target {
                    assert_eq!(
                        game.count_moves_to(n, target).unwrap(),
                        wanted.len() as u128
                    );
                }
            }
        }
    }
}

#[test]
fn values_of_many_words() {
    // The first rises past 512: sets of more than eight words.
    for (text, n, least) in [
        ("0.F8", 800, 513),
        ("0.8!9", 500, 129),
        ("8!.0F", 400, 129),
        ("C.07", 300, 129),
    ] {
        let code = code(text);
        let values = stamped(&code, n);
        assert!(values.iter().any(|&v| v >= least), "{text}");
        assert_eq!(computed(&code, n as u64), values, "{text}");
    }
    // Digits that repeat: a loop over all takes.
    for text in ["0.3[8]", "0.[8!]", "0.1[F!4]", "8.[9!8]"] {
        let code = code(text);
        assert_eq!(computed(&code, 110), stamped(&code, 110), "{text}");
    }
}

#[test]
fn numbers_are_added_to_the_members_of_sets() {
    let mut random = Random::new(12);
    for _ in 0..300 {
        let words = 1usize << random.below(6);
        let mut wanted = vec![false; 64 * words];
        let mut found = vec![0; words];
        for _ in 0..random.below(6) {
            let row: Vec<u64> = (0..1usize << random.below(u64::from(words.ilog2()) + 1))
                .map(|_| random.word() & random.word())
                .collect();
            let number = random.below(64 * words as u64) as u32;
            add_with_number(&mut found, &row, number);
            for member in (0..64 * row.len()).filter(|m| row[m / 64] >> (m % 64) & 1 != 0) {
                wanted[member ^ number as usize] = true;
            }
        }
        let found: Vec<bool> = (0..64 * words)
            .map(|v| found[v / 64] >> (v % 64) & 1 != 0)
            .collect();
        assert_eq!(found, wanted);
    }
}

#[test]
fn patterns_hold_beyond_what_proved_them() {
    let mut random = Random::new(9);
    let budget = Budget {
        work: 1 << 24,
        ..Budget::default()
    };
    let (mut periodic, mut arithmetic) = (0, 0);
    let known = [
        "4.[3]",
        "0.[3]",
        "0.0[3]",
        "0.[30]",
        "0.30303[3]",
        "0.[7]",
        "4.[7]",
        "0.[700]",
        "0.[070]",
        "0.[70000]",
        "0.0[7000000]",
        "0.[700F0]",
        "0.37[700]",
        "0.8",
        "0.A",
        "0.F",
        "0.C",
        "0.E",
        "0.3F",
        "0.137F",
        "8.",
        "0.88",
        "0.2[8]",
        "0.B3",
    ];
    let codes: Vec<Code> = known
        .iter()
        .map(|text| code(text))
        .chain((0..200).map(|_| random_code(&mut random)))
        .collect();
    for code in codes {
        let game = Breaking::new(code.clone(), budget);
        let Some(pattern) = game.pattern() else {
            continue;
        };
        if Octal::new(game.code()).is_some() {
            continue;
        }
        let far = (4 * (pattern.preperiod + pattern.period) + 300).min(1200);
        let values = computed(&code, far);
        for n in 0..=far {
            assert_eq!(
                game.grundy(n).unwrap(),
                u64::from(values[n as usize]),
                "{code:?} {n} {pattern:?}"
            );
        }
        // The least preperiod and period.
        let Pattern {
            preperiod,
            period,
            saltus,
        } = pattern;
        let keeps = |p: u64, s: u64, from: u64| {
            (from..=far - p)
                .all(|n| u64::from(values[(n + p) as usize]) == u64::from(values[n as usize]) + s)
        };
        if far > 2 * (preperiod + period) + 100 {
            assert!(
                preperiod == 0 || !keeps(period, saltus, preperiod - 1),
                "{code:?} {pattern:?}"
            );
            for p in 1..period {
                let s = values[(far) as usize].checked_sub(values[(far - p) as usize]);
                assert!(
                    s.is_none_or(|s| !keeps(p, s.into(), far / 2)),
                    "{code:?} {pattern:?} {p}"
                );
            }
        }
        if saltus == 0 {
            periodic += 1;
        } else {
            arithmetic += 1;
        }
    }
    assert!(periodic > 5 && arithmetic > 20, "{periodic} {arithmetic}");
}

#[test]
fn far_splits_are_counted_by_classes() {
    // These heaps are counted once by the period, and once one by one.
    for text in ["0.8", "0.08", "0.18!", "0.48", "0.C", "0.3[8]"] {
        let code = code(text);
        let game = Breaking::new(
            code.clone(),
            Budget {
                work: 1 << 23,
                ..Budget::default()
            },
        );
        let Some(pattern) = game.pattern().filter(|pattern| pattern.saltus == 0) else {
            continue;
        };
        let values = computed(&code, 260);
        assert!(Octal::new(&code).is_none());
        let known = game.known_to().unwrap() + 1;
        assert!(known < 240, "{text} {pattern:?} {known}");
        for n in known + 8..known + 20 {
            for target in 0..6u64 {
                let count = moves(&code, n)
                    .iter()
                    .filter(|m| {
                        m.left
                            .iter()
                            .fold(0, |v, &h| v ^ u64::from(values[h as usize]))
                            == target
                    })
                    .count();
                assert_eq!(
                    game.count_moves_to(n, target).unwrap(),
                    count as u128,
                    "{text} {n} to {target}"
                );
            }
        }
    }
}

#[test]
fn known_games() {
    let pattern = |text: &str| {
        Breaking::new(code(text), Budget::default())
            .pattern()
            .map(|p| (p.preperiod, p.period, p.saltus))
    };
    // Nim; Nim without taking one; Lasker's Nim (Lasker 1931): 1, 2, 4, 3, then 4 more.
    assert_eq!(pattern("0.[3]"), Some((0, 1, 1)));
    assert_eq!(pattern("0.0[3]"), Some((0, 2, 1)));
    assert_eq!(pattern("4.[3]"), Some((1, 4, 4)));
    // Kayles: Winning Ways, chapter 4, table 6.
    assert_eq!(pattern("0.77"), Some((71, 12, 0)));
    assert_eq!(pattern("4!.0"), None);
    let lasker = Breaking::new(code("4.[3]"), Budget::default());
    assert_eq!(lasker.grundy(1_000_000_000_003).unwrap(), 1_000_000_000_004);
    let nim = Breaking::new(code("0.[3]"), Budget::default());
    assert_eq!(nim.grundy(u64::MAX).unwrap(), u64::MAX);
    assert_eq!(nim.count_moves_to(u64::MAX, 5).unwrap(), 1);
    let mut listed = Vec::new();
    let _ = nim
        .moves_to(u64::MAX, Some(5), &mut |m| {
            listed.push(m);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(
        listed,
        [Break {
            take: u64::MAX - 5,
            left: Left::from_slice(&[5])
        }]
    );
}

#[test]
fn rings_by_the_definition() {
    let mut random = Random::new(10);
    let mut found = [0; 4];
    for round in 0..120 {
        let code = if round == 0 {
            code("0.77")
        } else {
            random_code(&mut random)
        };
        let rows = by_definition(&code, 30);
        let game = Breaking::new(
            code.clone(),
            Budget {
                work: 1 << 24,
                ..Budget::default()
            },
        );
        let ring = Ring::new(&code, Budget::default());
        let by_hand = |n: u64| {
            let mut reached = Vec::new();
            for k in 0..=n {
                if code.digit(k).bits & 6 != 0 && n > k {
                    reached.push(rows[(n - k) as usize]);
                }
                if code.digit(k).bits & 1 != 0 && n == k && n > 0 {
                    reached.push(0);
                }
            }
            u64::from(mex(reached))
        };
        for n in 0..=30 {
            assert_eq!(
                ring.grundy(n, &mut |row| game.grundy(row)).unwrap(),
                by_hand(n),
                "{code:?} {n}"
            );
        }
        let Some(pattern) = game.pattern() else {
            continue;
        };
        let Some(period) = ring.period(pattern, &mut |row| game.grundy(row)).unwrap() else {
            continue;
        };
        let far = 2 * period.terms() + 40;
        let values: Vec<u64> = (0..far)
            .map(|n| ring.grundy(n, &mut |row| game.grundy(row)).unwrap())
            .collect();
        let keeps = |p: u64, from: u64| {
            (from..far - p).all(|n| values[n as usize] == values[(n + p) as usize])
        };
        assert!(
            keeps(period.period, period.preperiod),
            "{code:?} {period:?}"
        );
        assert!(
            period.preperiod == 0 || !keeps(period.period, period.preperiod - 1),
            "{code:?} {period:?}"
        );
        assert!(
            (1..period.period).all(|p| !keeps(p, period.preperiod)),
            "{code:?} {period:?}"
        );
        found[usize::from(pattern.saltus > 0) + 2 * usize::from(!code.repeat().is_empty())] += 1;
    }
    assert!(
        found[0] > 5 && found[1] > 5 && found[2] > 1 && found[3] == 0,
        "{found:?}"
    );
}

#[test]
fn unequal_heaps_have_periods() {
    let mut random = Random::new(11);
    let budget = Budget {
        work: 1 << 21,
        ..Budget::default()
    };
    let mut found = [0; 2];
    let known = [
        "0.05!", "0.35!", "0.A!6", "0.F5!", "0.B7!", "4!.32", "4!.34", "4!.50", "4!.5!2", "4.8!2",
        "4.8!6!", "4!.8!7",
    ];
    let random = (0..100)
        .map(|_| random_code(&mut random))
        .filter(Code::has_unequal);
    for code in known.iter().map(|text| code(text)).chain(random) {
        let game = Breaking::new(code.clone(), budget);
        let Some(pattern) = game.pattern() else {
            continue;
        };
        let three = code.most_heaps() == 3;
        let far = (3 * (pattern.preperiod + pattern.period) + 60) as usize;
        if far > if three { 300 } else { 2000 } || (far > 120 && !code.repeat().is_empty()) {
            continue;
        }
        let values = stamped(&code, far);
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(
                game.grundy(n as u64).unwrap(),
                u64::from(value),
                "{code:?} {n} {pattern:?}"
            );
        }
        let Pattern {
            preperiod,
            period,
            saltus,
        } = pattern;
        assert_eq!(saltus, 0);
        let keeps = |p: u64, from: u64| {
            (from as usize..=far - p as usize).all(|n| values[n] == values[n + p as usize])
        };
        assert!(
            preperiod == 0 || !keeps(period, preperiod - 1),
            "{code:?} {pattern:?}"
        );
        assert!(
            (1..period).all(|p| !keeps(p, preperiod)),
            "{code:?} {pattern:?}"
        );
        found[usize::from(three)] += usize::from(period > 1);
    }
    assert!(found[0] >= 5 && found[1] >= 5, "{found:?}");
}

#[test]
fn splits_into_heaps_whose_values_rise_are_counted_by_their_heights() {
    let budget = Budget {
        work: 1 << 32,
        ..Budget::default()
    };
    for text in [
        "0.[7]",
        "4.[7]",
        "0.1[7]",
        "0.[700]",
        "0.[070]",
        "0.[707]",
        "0.[70000]",
        "0.37[700]",
        "4.[3]",
        "0.5[70]",
        "0.[07]",
        "0.7[07]",
    ] {
        let code = code(text);
        let game = Breaking::new(code.clone(), budget);
        let Some(pattern) = game.pattern().filter(|pattern| pattern.saltus > 0) else {
            continue;
        };
        let known = game.known_to().unwrap() + 1;
        assert!(known < 600, "{text} {pattern:?} {known}");
        for n in known..known + 12 {
            let values: Vec<u64> = (0..=n).map(|n| game.grundy(n).unwrap()).collect();
            let mut counts = vec![0u128; 2 * n as usize + 2];
            for m in moves(&code, n) {
                let sum = m.left.iter().fold(0, |v, &h| v ^ values[h as usize]);
                counts[sum as usize] += 1;
            }
            for target in (0..20).chain([values[n as usize], n / 2]) {
                assert_eq!(
                    game.count_moves_to(n, target).unwrap(),
                    counts[target as usize],
                    "{text} {n} to {target}"
                );
            }
        }
    }
    // The number of moves is known to any size, and the first heap has value 500000000000.
    let game = Breaking::new(code("0.[700]"), Budget::default());
    assert_eq!(game.grundy(1_000_000_000_000), Ok(500_000_000_000));
    assert!(game.count_moves_to(1_000_000_000_000, 0).unwrap() > 0);
}

#[test]
fn masks_are_counted_by_their_remainders() {
    for most in 0..70 {
        for other in 0..20 {
            for modulus in 1..6 {
                let mut wanted = vec![0; modulus];
                for mask in (0..=most).filter(|mask| mask & other == 0) {
                    wanted[mask % modulus] += 1;
                }
                let found = masks_to(most as u64, other as u64, modulus);
                assert_eq!(found, wanted);
            }
        }
    }
}
