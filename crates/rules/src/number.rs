//! Whole numbers: what the functions of the language compute.

#![expect(
    clippy::cast_possible_truncation,
    reason = "shifts and exponents are below 64, and a remainder is below a number of 64 bits"
)]

use super::meter::EvalStop;

/// Divides, and rounds the quotient down.
#[inline]
pub fn floor_div(a: i64, b: i64) -> Result<i64, EvalStop> {
    if b == 0 {
        return Err(EvalStop::Undefined);
    }
    let quotient = a.checked_div(b).ok_or(EvalStop::Overflow)?;
    Ok(if (a < 0) != (b < 0) && quotient * b != a {
        quotient - 1
    } else {
        quotient
    })
}

/// Returns the remainder that has the sign of the divisor.
#[inline]
pub fn floor_rem(a: i64, b: i64) -> Result<i64, EvalStop> {
    if b == 0 {
        return Err(EvalStop::Undefined);
    }
    let remainder = a.wrapping_rem(b);
    Ok(if remainder != 0 && (remainder < 0) != (b < 0) {
        remainder + b
    } else {
        remainder
    })
}

/// Multiplies `a` by two to the `b`.
#[inline]
pub fn shift_left(a: i64, b: i64) -> Result<i64, EvalStop> {
    if b < 0 {
        return Err(EvalStop::Undefined);
    }
    if b >= 64 {
        return if a == 0 {
            Ok(0)
        } else {
            Err(EvalStop::Overflow)
        };
    }
    let shifted = a.wrapping_shl(b as u32); // b is below 64
    if shifted.wrapping_shr(b as u32) == a {
        Ok(shifted)
    } else {
        Err(EvalStop::Overflow)
    }
}

/// Divides `a` by two to the `b`, and rounds down.
#[inline]
pub fn shift_right(a: i64, b: i64) -> Result<i64, EvalStop> {
    if b < 0 {
        return Err(EvalStop::Undefined);
    }
    Ok(a >> b.min(63))
}

/// Raises `a` to the power of `b`, which is not defined for a negative `b`.
pub fn power(a: i64, b: i64) -> Result<i64, EvalStop> {
    match (a, b) {
        (_, ..0) => Err(EvalStop::Undefined),
        (0 | 1, _) => Ok(if b == 0 { 1 } else { a }),
        (-1, _) => Ok(if b % 2 == 0 { 1 } else { -1 }),
        (_, 64..) => Err(EvalStop::Overflow),
        _ => a.checked_pow(b as u32).ok_or(EvalStop::Overflow),
    }
}

/// Takes the square root, rounded down, of a number that is not negative.
#[inline]
pub fn square_root(n: i64) -> i64 {
    (n as u64).isqrt() as i64
}

/// Finds the greatest common divisor of the numbers without their signs.
pub fn gcd(a: i64, b: i64) -> Result<i64, EvalStop> {
    let divisor = num_integer::gcd(a.unsigned_abs(), b.unsigned_abs());
    i64::try_from(divisor).map_err(|_| EvalStop::Overflow)
}

/// Estimates the steps of a test whether a number is prime: its multiplications are dearer if their results do not fit
/// in 64 bits.
pub fn steps_of_prime_test(n: i64) -> u64 {
    let bits = u64::from(64 - n.leading_zeros());
    if n < MIN_LONG_TEST {
        32 * bits
    } else {
        8 * bits.pow(2)
    }
}

/// The least number for which four bases do not decide whether it is prime (Jaeschke 1993).
const MIN_LONG_TEST: i64 = 3_215_031_751;

/// Returns whether a number is prime, by the test of Miller and Rabin with bases that decide it for every
/// number of 64 bits (Sinclair 2011).
pub fn is_prime(n: i64) -> bool {
    if n < 2 {
        return false;
    }
    let is_small = n < MIN_LONG_TEST;
    let n = n as u64;
    for p in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    if is_small {
        let times = |a: u64, b: u64| a * b % n;
        [2, 3, 5, 7]
            .iter()
            .all(|&base| may_be_prime(n, base, times))
    } else {
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
        let mut bases = [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].iter();
        bases.all(|&base| may_be_prime(n, base, times))
    }
}

/// Returns whether an odd number is prime as far as this base tells: a prime n = d·2ˢ + 1 divides bᵈ − 1 or some bʳ + 1
/// with r = d·2ⁱ, i < s.
fn may_be_prime(n: u64, base: u64, times: impl Fn(u64, u64) -> u64) -> bool {
    let twos = (n - 1).trailing_zeros();
    let mut left = (n - 1) >> twos;
    let mut square = base % n;
    let mut power = 1;
    if square == 0 {
        return true;
    }
    while left > 0 {
        if left & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    if power == 1 || power == n - 1 {
        return true;
    }
    for _ in 1..twos {
        power = times(power, power);
        if power == n - 1 {
            return true;
        }
    }
    false
}

/// Adds up the decimal digits of a number that is not negative.
pub fn digit_sum(mut n: i64) -> i64 {
    let mut sum = 0;
    while n > 0 {
        sum += n % 10;
        n /= 10;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_round_down_and_remainders_follow_the_divisor() {
        for a in -20..=20i64 {
            for b in (-7..=7i64).filter(|&b| b != 0) {
                // The largest number whose product with the divisor is not beyond the dividend.
                let want = (-21..=21)
                    .rev()
                    .find(|quotient| {
                        if b > 0 {
                            quotient * b <= a
                        } else {
                            quotient * b >= a
                        }
                    })
                    .unwrap();
                assert_eq!(floor_div(a, b), Ok(want), "{a} / {b}");
                assert_eq!(floor_rem(a, b), Ok(a - want * b), "{a} % {b}");
            }
        }
        assert_eq!(floor_div(i64::MIN, -1), Err(EvalStop::Overflow));
        assert_eq!(floor_rem(i64::MIN, -1), Ok(0));
        assert_eq!(floor_div(1, 0), Err(EvalStop::Undefined));
    }

    #[test]
    fn shifts_and_powers_never_wrap() {
        assert_eq!(shift_left(1, 62), Ok(1 << 62));
        assert_eq!(shift_left(1, 63), Err(EvalStop::Overflow));
        assert_eq!(shift_left(-1, 63), Ok(i64::MIN));
        assert_eq!(shift_left(0, 63), Ok(0));
        assert_eq!(shift_left(1, 64), Err(EvalStop::Overflow));
        assert_eq!(shift_left(0, i64::MAX), Ok(0));
        assert_eq!(shift_left(1, -1), Err(EvalStop::Undefined));
        assert_eq!(shift_right(i64::MAX, 62), Ok(1));
        assert_eq!(shift_right(i64::MAX, 64), Ok(0));
        assert_eq!(shift_right(i64::MIN, i64::MAX), Ok(-1));
        assert_eq!(shift_right(1, -1), Err(EvalStop::Undefined));
        assert_eq!(power(3, 39), Ok(4_052_555_153_018_976_267));
        assert_eq!(power(3, 40), Err(EvalStop::Overflow));
        assert_eq!(power(-1, 65), Ok(-1));
        assert_eq!(power(0, 0), Ok(1));
        assert_eq!(power(2, -1), Err(EvalStop::Undefined));
    }

    #[test]
    fn primes_are_those_without_a_divisor() {
        for n in 0..5000i64 {
            assert_eq!(
                is_prime(n),
                n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0),
                "{n}"
            );
        }
        assert!(is_prime(9_223_372_036_854_775_783));
        assert!(!is_prime(9_223_372_036_854_775_781));
        assert!(!is_prime(3_215_031_751));
    }
}
