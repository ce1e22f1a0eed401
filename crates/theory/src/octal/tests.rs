use super::*;
use crate::mex::mex;
use crate::sync::growing::Grow;

fn code(digits: &str) -> OctalCode {
    let digits: Vec<u8> = digits.bytes().filter(|&c| c != b'.').map(|c| c - b'0').collect();
    OctalCode::new(&digits).unwrap()
}

fn game(digits: &str) -> TakeAndBreak {
    TakeAndBreak::octal(&code(digits), Budget::default())
}

fn values(game: &TakeAndBreak, n: u64) -> Vec<u16> {
    let mut values = Vec::new();
    game.sequence(n, |value| values.push(value as u16)).unwrap();
    values
}

/// The sequence without its period, so that every heap is really computed.
fn computed(rules: Rules, n: u64) -> Vec<u16> {
    let mut sequence = Sequence::new(rules, Budget::default());
    sequence.never_look();
    sequence.reach(n).unwrap();
    sequence.values()[..=n as usize].to_vec()
}

/// Naive with a vector of marks: for sequences too long for [`naive::grundy`].
fn quadratic(rules: &Rules, n: usize) -> Vec<u16> {
    let mut values = vec![0u16; n + 1];
    let mut seen = vec![0u32; 1 << 12];
    for heap in 1..=n {
        let mut mark = |v: u16| seen[v as usize] = heap as u32;
        if rules.clears.contains(&(heap as u32)) {
            mark(0);
        }
        for &k in rules.keeps.iter().filter(|k| (**k as usize) < heap) {
            mark(values[heap - k as usize]);
        }
        for &k in rules.splits.iter().filter(|k| (**k as usize) < heap) {
            let r = heap - k as usize;
            (1..r)
                .take_while(|a| a + a <= r)
                .filter(|a| rules.halves || a + a < r)
                .for_each(|a| mark(values[a] ^ values[r - a]));
        }
        values[heap] = seen.iter().position(|&s| s != heap as u32).unwrap() as u16;
    }
    values
}

#[test]
fn every_code_of_two_digits() {
    for zeroth in [0, 4] {
        for first in 0..8u8 {
            for second in 0..8u8 {
                let code = OctalCode::new(&[zeroth, first, second]).unwrap();
                let naive = naive::grundy(&code, 300);
                let game = TakeAndBreak::octal(&code, Budget::default());
                assert_eq!(values(&game, 300), naive, "{code:?}");
                assert_eq!(computed(Rules::from(&code), 300), naive, "{code:?}");
            }
        }
    }
}

#[test]
fn random_codes_of_many_digits() {
    let mut x = 0xfeed_f00d_dead_beefu64;
    for _ in 0..60 {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let length = 3 + (x >> 60) as usize % 9;
        let mut digits: Vec<u8> = (0..length).map(|i| (x >> (3 * i + 8)) as u8 & 7).collect();
        digits[0] &= 4;
        let code = OctalCode::new(&digits).unwrap();
        assert_eq!(computed(Rules::from(&code), 700), naive::grundy(&code, 700), "{digits:?}");
    }
}

#[test]
fn sparse_blocks_agree_with_the_definition() {
    let equal =
        ["0.16", "0.54", "0.376", "0.127", "0.644", "0.007", "4.024", "0.1234567", "0.354", "0.16543"];
    for (digits, halves) in
        equal.map(|digits| (digits, true)).into_iter().chain([("0.354", false), ("0.56", false)])
    {
        let rules = Rules { halves, ..Rules::from(&code(digits)) };
        assert_eq!(computed(rules.clone(), 9000), quadratic(&rules, 9000), "{digits} {halves}");
    }
    let rules = Rules::grundys_game();
    let grundys = TakeAndBreak::grundys_game(Budget::default());
    assert_eq!(values(&grundys, 9000), quadratic(&rules, 9000));
}

#[test]
fn published_sums_of_grundys_game() {
    // A002188 in the OEIS lists the values; Σ below 10⁵ was found by two independent programs.
    let grundys = TakeAndBreak::grundys_game(Budget::default());
    let sequence = values(&grundys, 99_999);
    assert_eq!(sequence[..16], [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1]);
    assert_eq!(sequence.iter().map(|&v| u64::from(v)).sum::<u64>(), 6_157_159);
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
        let naive = naive::grundy(&code, 700);
        let value = |h: u64| naive[h as usize];
        if solved {
            assert!(game.period().is_some());
        }
        for n in (0..40).chain([90, 170, 213, 350, 601, 700]) {
            let followers = naive::followers(&code, n as usize);
            for wanted in [None, Some(0), Some(1), Some(2), Some(5), Some(1 << 20)] {
                let by_hand: Vec<Break> = followers
                    .iter()
                    .map(|&(take, a, b)| Break { take: take as u64, small: a as u64, large: b as u64 })
                    .filter(|m| wanted.is_none_or(|w| u64::from(value(m.small) ^ value(m.large)) == w))
                    .collect();
                let mut listed = Vec::new();
                game.moves_to(n, wanted, |m| {
                    listed.push(m);
                    true
                })
                .unwrap();
                assert_eq!(listed, by_hand, "{digits} {n} to {wanted:?}");
                if let Some(wanted) = wanted {
                    assert_eq!(game.count_moves_to(n, wanted).unwrap(), by_hand.len() as u128);
                    assert_eq!(game.known(n), game.grundy(n).ok());
                }
            }
        }
    }
}

#[test]
fn counting_by_residues_agrees_with_counting() {
    // The same heaps, counted with and without the period at hand.
    let (code, far) = (code("0.77"), 5000);
    let naive = quadratic(&Rules::from(&code), far);
    let game = game("0.77");
    game.period().unwrap();
    for n in [199, 1000, 2467, 4999, 5000usize] {
        for t in 0..10u16 {
            let by_hand =
                naive::followers(&code, n).iter().filter(|&&(_, a, b)| naive[a] ^ naive[b] == t).count();
            assert_eq!(game.count_moves_to(n as u64, t.into()).unwrap(), by_hand as u128, "{n} {t}");
        }
    }
    assert_eq!(game.grundy(1_000_000_000_000_000_000).unwrap(), u64::from(naive[71 + 12 * 9 + 5]));
}

#[test]
fn huge_heaps_list_only_what_is_there() {
    // 0.4: take one and split. From value 0 on, far beyond the preperiod, lists stop by themselves.
    let game = game("0.77");
    let n = u64::MAX;
    let mut all = 0;
    game.moves_to(n, Some(200), |_| {
        all += 1;
        true
    })
    .unwrap();
    assert_eq!(all, 0);
    assert_eq!(game.count_moves_to(n, 200).unwrap(), 0);
    let total: u128 = (0..16).map(|t| game.count_moves_to(n, t).unwrap()).sum();
    let legal = 2 + u128::from((n - 1) / 2) + u128::from((n - 2) / 2);
    assert_eq!(total, legal);
}

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
    for n in [0u64, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 29, 30, 31, 32, 63, 100, 127, 128, 299, 300] {
        let splits = (1..=n / 2).map(|small| Break { take: 0, small, large: n - small });
        let takings = (1..=n).map(|take| Break { take, small: 0, large: n - take });
        let moves: Vec<Break> = splits.chain(takings).collect();
        let value = |m: &Break| naive[m.small as usize] ^ naive[m.large as usize];
        for t in 0..520u128 {
            let by_hand: Vec<Break> = moves.iter().copied().filter(|m| u128::from(value(m)) == t).collect();
            let mut listed = Vec::new();
            Lasker.moves_to(n, Some(t), |m| {
                listed.push(m);
                true
            });
            assert_eq!(listed, by_hand, "{n} to {t}");
            assert_eq!(Lasker.count_moves_to(n, t), by_hand.len() as u128, "{n} to {t}");
        }
    }
    assert_eq!(Lasker.grundy(u64::MAX), 1 << 64);
    assert_eq!(Lasker.count_moves_to(u64::MAX, 1 << 64), 0);
}

#[test]
fn periods_of_the_named_games() {
    // Winning Ways, chapter 4, table 6; computed again by Flammenkamp.
    let known = [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.165", 5181, 1550)];
    for (digits, preperiod, period) in known {
        assert_eq!(game(digits).period(), Some(Period { preperiod, period }), "{digits}");
    }
    assert_eq!(game("0.0").period(), Some(Period { preperiod: 0, period: 1 }));
}

#[test]
fn limits_are_errors_and_do_not_depend_on_order() {
    let budget = Budget { work: 1 << 24, ..Budget::default() };
    let reach = |asks: &[u64]| {
        let game = TakeAndBreak::octal(&code("0.06"), budget);
        asks.iter().map(|&n| game.grundy(n).is_ok()).collect::<Vec<_>>()
    };
    let (mut known, mut limit) = (0u64, 1 << 20);
    while limit - known > 1 {
        let middle = known.midpoint(limit);
        if reach(&[middle])[0] { known = middle } else { limit = middle }
    }
    assert_eq!(reach(&[u64::MAX, limit - 1, limit]), [false, true, false]);
    assert_eq!(reach(&[limit - 1, limit, 5]), [true, false, true]);
    assert_eq!(TakeAndBreak::octal(&code("0.06"), budget).period(), None);
    let lean = Budget { memory: 1 << 16, ..Budget::default() };
    let limit = TakeAndBreak::octal(&code("0.16"), lean).grundy(1 << 40).unwrap_err();
    assert_eq!(limit.kind, crate::budget::LimitKind::Memory);
}
