//! Ways to play a heap down.

use grundy_base::budget::{Budget, Limit, LimitKind};
use grundy_base::range::Range;
use grundy_heaps::paths::{MAX_EXACT, WaysByParity, bits, by_halving, double_up_to, exact, modulo};
use grundy_heaps::subtraction::Amounts;
use num_bigint::BigUint;

/// Term by term, from the definition.
fn naive(amounts: &[u64], n: usize) -> Vec<(BigUint, BigUint)> {
    let mut ways: Vec<(BigUint, BigUint)> = vec![(BigUint::ZERO, BigUint::from(1u32))];
    for heap in 1..=n {
        let mut next = (BigUint::ZERO, BigUint::ZERO);
        for before in amounts.iter().filter_map(|&s| heap.checked_sub(s as usize)) {
            next.0 += &ways[before].1;
            next.1 += &ways[before].0;
        }
        ways.push(next);
    }
    ways
}

fn ways(odd: u32, even: u32) -> WaysByParity<BigUint> {
    WaysByParity {
        odd: odd.into(),
        even: even.into(),
    }
}

fn set(amounts: &[u64]) -> Amounts {
    Amounts::new(amounts.iter().copied().map(Range::single))
}

/// Counts in both ways, of which a budget affords one only, and compares them.
fn exact_both_ways(amounts: &Amounts, n: u64) -> WaysByParity<BigUint> {
    let list: Vec<usize> = amounts.up_to(n).map(|s| s as usize).collect();
    let chosen = exact(amounts, n, Budget::default()).unwrap();
    if let Some(&max) = list.last() {
        assert_eq!(
            double_up_to(&list, max, n as usize),
            chosen,
            "{amounts:?} {n}"
        );
    }
    chosen
}

#[test]
fn exact_counts_are_the_definition() {
    for amounts in [
        &[1][..],
        &[2],
        &[1, 2, 3],
        &[2, 5, 7],
        &[3, 31],
        &[1, 2, 3, 4, 5, 6, 7, 8, 9],
        &[64, 65],
    ] {
        let naive = naive(amounts, 1500);
        for n in [
            0, 1, 2, 3, 63, 64, 65, 300, 341, 512, 777, 1023, 1024, 1499, 1500,
        ] {
            assert_eq!(
                exact_both_ways(&set(amounts), n as u64),
                WaysByParity {
                    odd: naive[n].0.clone(),
                    even: naive[n].1.clone()
                },
                "{amounts:?} {n}"
            );
        }
    }
    assert_eq!(exact(&set(&[]), 0, Budget::default()).unwrap(), ways(0, 1));
    assert_eq!(exact(&set(&[]), 5, Budget::default()).unwrap(), ways(0, 0));
}

#[test]
fn modular_counts_are_the_exact_ones() {
    for amounts in [&[1][..], &[1, 2], &[2, 5, 7], &[3, 31, 40], &[100, 200]] {
        let naive = naive(amounts, 3000);
        for n in [0usize, 1, 2, 5, 7, 40, 999, 1000, 2048, 2999, 3000] {
            for modulus in [2, 3, 10, 1_000_000_007, (1 << 61) - 1, 1 << 62] {
                let expected = (&naive[n].0 % modulus, &naive[n].1 % modulus);
                let WaysByParity { odd, even } =
                    modulo(&set(amounts), n as u64, modulus, Budget::default()).unwrap();
                assert_eq!(
                    (odd.into(), even.into()),
                    expected,
                    "{amounts:?} {n} % {modulus}"
                );
                let list: Vec<u32> = amounts
                    .iter()
                    .copied()
                    .filter(|&s| s <= n as u64)
                    .map(|s| s as u32)
                    .collect();
                let WaysByParity { odd, even } = by_halving(&list, n as u64, modulus);
                assert_eq!(
                    (odd.into(), even.into()),
                    expected,
                    "{amounts:?} {n} % {modulus}"
                );
            }
        }
    }
}

#[test]
#[expect(
    clippy::many_single_char_names,
    reason = "pairs of neighbouring Fibonacci numbers: a, b before and c, d after a doubling modulo m"
)]
fn huge_heaps() {
    // One and two: Fibonacci numbers; the signed count 1 / (1 + x + x²) has period 3: 1, −1, 0.
    let fibonacci = |n: u64, modulus: u64| {
        let (mut a, mut b) = (0u128, 1u128);
        for bit in (0..64).rev() {
            let m = u128::from(modulus);
            let (c, d) = (a * ((2 * b + m - a) % m) % m, (a * a + b * b) % m);
            (a, b) = if n >> bit & 1 == 1 {
                (d, (c + d) % m)
            } else {
                (c, d)
            };
        }
        a as u64
    };
    for n in [10u64.pow(18), 10u64.pow(18) + 1, 10u64.pow(18) + 2] {
        for modulus in [1_000_000_007, 1 << 40, 6] {
            let WaysByParity { odd, even } =
                modulo(&set(&[1, 2]), n, modulus, Budget::default()).unwrap();
            assert_eq!((odd + even) % modulus, fibonacci(n + 1, modulus));
            let signed = [1, modulus - 1, 0][(n % 3) as usize];
            assert_eq!((even + modulus - odd) % modulus, signed);
        }
    }
}

#[test]
fn limits_name_what_helps() {
    let message = |r: Result<WaysByParity<BigUint>, Limit>| r.unwrap_err().to_string();
    assert!(message(exact(&set(&[1]), MAX_EXACT + 1, Budget::default())).contains("paths%M"));
    let wide = Amounts::new([Range::new(1, 100_000)]);
    // 10¹⁵ steps are days: no option is named, but what answers at once.
    let days = exact(&wide, MAX_EXACT, Budget::default()).unwrap_err();
    assert!(
        days.kind == LimitKind::Fixed && days.message.contains("paths%M"),
        "{days}"
    );
    let little = Budget {
        work: 1 << 20,
        ..Budget::default()
    };
    assert_eq!(
        exact(&set(&[1, 2, 3]), MAX_EXACT, little).unwrap_err().kind,
        LimitKind::Work
    );
    assert!(modulo(&wide, u64::MAX, 7, Budget::default()).is_err());
    assert!(modulo(&set(&[1, 2_000_000]), u64::MAX, 7, Budget::default()).is_err());
    // Amounts beyond the heap do not matter.
    assert_eq!(
        modulo(&set(&[1, 2_000_000]), 5, 7, Budget::default()),
        Ok(WaysByParity { odd: 1, even: 0 })
    );
}

#[test]
fn a_million_by_large_amounts() {
    // One way to take 10⁶ by 999 999 and 1 in two moves each order, and one by ones only.
    let WaysByParity { odd, even } =
        exact(&set(&[1, 999_999]), 1_000_000, Budget::default()).unwrap();
    assert_eq!((odd, even), (BigUint::ZERO, BigUint::from(3u32)));
}

/// The bound on the bits of a count is what decides how it is counted, and whether it is refused.
#[test]
fn counts_have_hardly_fewer_bits_than_their_bound() {
    for amounts in [
        &[1, 2][..],
        &[2, 5, 7],
        &[1, 2, 3, 4, 5, 6],
        &[9, 10],
        &[64, 100, 199],
    ] {
        let all = naive(amounts, 3000);
        let amounts: Vec<usize> = amounts.iter().map(|&s| s as usize).collect();
        for n in [1, 10, 100, 1000, 2999, 3000] {
            let (odd, even) = &all[n];
            let length = u128::from((odd + even).bits());
            assert!(length <= bits(&amounts, n), "{amounts:?} {n}");
        }
        let (odd, even) = &all[3000];
        let length = u128::from((odd + even).bits());
        assert!(bits(&amounts, 3000) <= length + 16, "{amounts:?}");
    }
    assert_eq!(bits(&[1, 2], 0), 2);
}
