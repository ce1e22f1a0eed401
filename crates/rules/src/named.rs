//! Sets of numbers by name.

#![expect(
    clippy::cast_possible_truncation,
    reason = "members are at most the last one wanted, which is at most 40,000,000 for primes"
)]

use grundy_base::budget::Limit;

/// The most members that are written out.
const MAX_NAMED_MEMBERS: u64 = 20_000_000;

/// A set of numbers from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamedSet {
    /// The squares 1, 4, 9, ….
    Squares,
    /// The cubes 1, 8, 27, ….
    Cubes,
    /// The triangular numbers 1, 3, 6, ….
    Triangular,
    /// The primes 2, 3, 5, ….
    Primes,
    /// The Fibonacci numbers 1, 2, 3, 5, ….
    Fibonacci,
    /// The factorials 1, 2, 6, ….
    Factorials,
    /// The powers 1, K, K², … of this K ≥ 2.
    PowersOf(u64),
    /// The odd numbers 1, 3, 5, ….
    Odd,
    /// The even numbers 2, 4, 6, ….
    Even,
}

impl NamedSet {
    /// The words of the sets, with 2 for the base of powers.
    pub const WORDS: [&str; 9] = [
        "squares",
        "cubes",
        "triangular",
        "primes",
        "fibonacci",
        "factorials",
        "powers-of-2",
        "odd",
        "even",
    ];

    /// Finds the set of this word; `Err` for powers of 0 or 1.
    #[allow(clippy::result_unit_err)]
    pub fn of(word: &str) -> Result<Option<NamedSet>, ()> {
        Ok(Some(match word {
            "squares" => NamedSet::Squares,
            "cubes" => NamedSet::Cubes,
            "triangular" => NamedSet::Triangular,
            "primes" => NamedSet::Primes,
            "fibonacci" => NamedSet::Fibonacci,
            "factorials" => NamedSet::Factorials,
            "odd" => NamedSet::Odd,
            "even" => NamedSet::Even,
            _ => {
                let Some(digits) = word.strip_prefix("powers-of-") else {
                    return Ok(None);
                };
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Ok(None);
                }
                match digits.parse() {
                    Ok(base) if base >= 2 => NamedSet::PowersOf(base),
                    _ => return Err(()),
                }
            }
        }))
    }

    /// Writes the word of the set.
    pub fn word(self) -> String {
        match self {
            NamedSet::Squares => "squares".into(),
            NamedSet::Cubes => "cubes".into(),
            NamedSet::Triangular => "triangular".into(),
            NamedSet::Primes => "primes".into(),
            NamedSet::Fibonacci => "fibonacci".into(),
            NamedSet::Factorials => "factorials".into(),
            NamedSet::PowersOf(base) => format!("powers-of-{base}"),
            NamedSet::Odd => "odd".into(),
            NamedSet::Even => "even".into(),
        }
    }

    /// Returns the modulus by which membership repeats, if it does.
    pub fn modulus(self) -> Option<u64> {
        matches!(self, NamedSet::Odd | NamedSet::Even).then_some(2)
    }

    /// Says whether a number belongs to the set, if membership repeats.
    pub fn repeats_with(self, n: u64) -> bool {
        match self {
            NamedSet::Odd => n % 2 == 1,
            NamedSet::Even => n.is_multiple_of(2) && n > 0,
            _ => false,
        }
    }

    /// Returns a number that is at least that of the members up to `last`.
    #[must_use]
    pub fn count_at_most(self, last: u64) -> u64 {
        match self {
            NamedSet::Squares => last.isqrt(),
            // k² is below k(k + 1), which is at most twice `last`.
            NamedSet::Triangular => last.saturating_mul(2).isqrt().max(last.isqrt() * 3 / 2),
            NamedSet::Odd => last.div_ceil(2),
            NamedSet::Even => last / 2,
            // There are fewer than 1.2551 n / ln n primes up to n (Rosser and Schoenfeld, 1962), and ln n is at least
            // 0.69 times the binary logarithm rounded down.
            NamedSet::Primes => last.min(2 * (last / u64::from(last.max(2).ilog2())) + 2),
            // The cube root of 2⁶⁴, and the numbers of members below 2⁶⁴ of what grows by a factor.
            NamedSet::Cubes => last.min(2_642_246),
            NamedSet::Fibonacci => 92,
            NamedSet::Factorials | NamedSet::PowersOf(_) => 64,
        }
    }

    /// Lists the members up to `last`, ascending.
    ///
    /// # Errors
    ///
    /// Fails when there are more members than are written out, or primes beyond the sieve.
    pub fn members(self, last: u64) -> Result<Vec<u64>, Limit> {
        let bound = match self {
            NamedSet::Squares | NamedSet::Triangular => 2 * last.isqrt(),
            NamedSet::Primes | NamedSet::Odd | NamedSet::Even => last,
            _ => 0,
        };
        if bound > 2 * MAX_NAMED_MEMBERS {
            return Err(Limit::fixed(format!(
                "the {} up to {last} are too many to write out",
                self.word()
            )));
        }
        let wide = u128::from(last);
        let within = |v: u128| (v <= wide).then_some(v as u64);
        Ok(match self {
            NamedSet::Squares => (1u128..).map_while(|k| within(k * k)).collect(),
            NamedSet::Cubes => (1u128..).map_while(|k| within(k * k * k)).collect(),
            NamedSet::Triangular => (1u128..).map_while(|k| within(k * (k + 1) / 2)).collect(),
            NamedSet::Primes => primes(last as usize),
            NamedSet::Fibonacci => {
                std::iter::successors(Some((1u128, 2u128)), |&(a, b)| Some((b, a + b)))
                    .map_while(|(a, _)| within(a))
                    .collect()
            }
            NamedSet::Factorials => {
                std::iter::successors(Some((1u128, 1u128)), |&(k, f)| Some((k + 1, f * (k + 1))))
                    .map_while(|(_, f)| within(f))
                    .collect()
            }
            NamedSet::PowersOf(base) => {
                std::iter::successors(Some(1u128), |power| power.checked_mul(base.into()))
                    .map_while(within)
                    .collect()
            }
            NamedSet::Odd => (1..=last).step_by(2).collect(),
            NamedSet::Even => (2..=last).step_by(2).collect(),
        })
    }
}

/// The numbers that are sieved at once: their marks stay in the fastest cache.
const SIEVED_AT_ONCE: usize = 1 << 15;

/// Lists the primes up to `last`, by the sieve of Eratosthenes in pieces: a number that is no prime has a prime divisor
/// up to its root, so the primes up to the root of `last`, found first, cross out all others.
fn primes(last: usize) -> Vec<u64> {
    if last < 4 {
        return (2..=last as u64).collect();
    }
    let small = primes(last.isqrt());
    let mut found = Vec::new();
    let mut composite = vec![false; SIEVED_AT_ONCE];
    for first in (2..=last).step_by(SIEVED_AT_ONCE) {
        let end = last.min(first + SIEVED_AT_ONCE - 1);
        composite.fill(false);
        for &prime in &small {
            let prime = prime as usize;
            if prime * prime > end {
                break;
            }
            let from = (first.div_ceil(prime) * prime).max(prime * prime);
            for multiple in (from..=end).step_by(prime) {
                composite[multiple - first] = true;
            }
        }
        for n in first..=end {
            if !composite[n - first] {
                found.push(n as u64);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_sets_by_their_definition() {
        let up_to = |set: NamedSet| set.members(130).unwrap();
        assert_eq!(
            up_to(NamedSet::Squares),
            [1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121]
        );
        assert_eq!(up_to(NamedSet::Cubes), [1, 8, 27, 64, 125]);
        assert_eq!(up_to(NamedSet::Triangular)[..6], [1, 3, 6, 10, 15, 21]);
        assert_eq!(up_to(NamedSet::Primes)[..8], [2, 3, 5, 7, 11, 13, 17, 19]);
        assert_eq!(
            up_to(NamedSet::Fibonacci),
            [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
        );
        assert_eq!(up_to(NamedSet::Factorials), [1, 2, 6, 24, 120]);
        assert_eq!(up_to(NamedSet::PowersOf(5)), [1, 5, 25, 125]);
        assert_eq!(up_to(NamedSet::Odd)[..3], [1, 3, 5]);
        assert_eq!(up_to(NamedSet::Even)[..3], [2, 4, 6]);
        assert_eq!(NamedSet::PowersOf(2).members(u64::MAX).unwrap().len(), 64);
        assert_eq!(NamedSet::Fibonacci.members(u64::MAX).unwrap().len(), 92);
        assert!(NamedSet::Squares.members(u64::MAX).is_err());
        assert!(NamedSet::Primes.members(0).unwrap().is_empty());
        // Pieces of the sieve, and numbers next to their ends.
        for last in [3, 4, 32_768, 32_769, 32_770, 65_537, 65_538, 200_000] {
            let by_division = |n: &u64| *n > 1 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d));
            let expected: Vec<u64> = (0..=last).filter(by_division).collect();
            assert_eq!(NamedSet::Primes.members(last).unwrap(), expected, "{last}");
        }
        for word in NamedSet::WORDS.into_iter().chain(["powers-of-7"]) {
            assert_eq!(NamedSet::of(word).unwrap().unwrap().word(), word);
        }
        assert_eq!(NamedSet::of("powers-of-1"), Err(()));
        assert_eq!(NamedSet::of("cube"), Ok(None));
    }

    #[test]
    fn members_are_at_most_as_many_as_is_said() {
        let sets = [
            NamedSet::Squares,
            NamedSet::Cubes,
            NamedSet::Triangular,
            NamedSet::Primes,
            NamedSet::Fibonacci,
            NamedSet::Factorials,
            NamedSet::PowersOf(2),
            NamedSet::Odd,
            NamedSet::Even,
        ];
        for set in sets {
            for last in (0..200).chain([9_999, 65_536, 1_000_000]) {
                let members = set.members(last).unwrap();
                let most = set.count_at_most(last);
                assert!(members.len() as u64 <= most, "{set:?} {last}");
            }
        }
    }
}
