//! Counts modulo primes.

use grundy_base::budget::Budget;
use grundy_heaps::convolution::modular::{Factor, Residue, count, primes};
use grundy_rules::number::is_prime;
use num_bigint::BigUint;

#[test]
fn primes_by_division() {
    for n in 0..3000 {
        assert_eq!(is_prime(n), n > 1 && (2..n).all(|d| n % d > 0), "{n}");
    }
    // 2^61 − 1 is Mersenne's; the other is a product of two primes, a strong pseudoprime to small bases.
    assert!(is_prime((1 << 61) - 1) && !is_prime(3_215_031_751));
    let first: Vec<u64> = primes().take(3).collect();
    assert!(
        first
            .iter()
            .all(|&prime| prime > 1 << 61 && is_prime(prime as i64))
    );
}

#[test]
fn numbers_from_remainders() {
    let number = BigUint::from(3u32).pow(200);
    let mut found = Residue::default();
    for prime in primes().take(6) {
        let remainder = (&number % prime).iter_u64_digits().next().unwrap_or(0);
        found.join(remainder, prime);
    }
    assert_eq!(found.number, number);
}

#[test]
fn more_than_allowed_is_refused() {
    let counts = vec![1; 1 << 12];
    let factor = Factor {
        counts: &counts,
        power: 3,
    };
    assert!(
        count(
            &[factor],
            0,
            &Budget {
                work: 1000,
                ..Budget::default()
            }
        )
        .is_err()
    );
    assert_eq!(
        count(&[factor], 1 << 12, &Budget::default()).unwrap(),
        BigUint::ZERO
    );
}
