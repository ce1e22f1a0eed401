//! Sets of numbers by name.

#![expect(
    clippy::cast_possible_truncation,
    reason = "members are at most the last one wanted, which is at most 40,000,000 for primes"
)]

use grundy_base::budget::Limit;

/// The most members that are written out.
const MAX_MEMBERS: u64 = 20_000_000;

/// A set of numbers from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamedSet {
    /// 1, 4, 9, ….
    Squares,
    /// 1, 8, 27, ….
    Cubes,
    /// 1, 3, 6, ….
    Triangular,
    /// 2, 3, 5, ….
    Primes,
    /// 1, 2, 3, 5, ….
    Fibonacci,
    /// 1, 2, 6, ….
    Factorials,
    /// 1, K, K², … for this K ≥ 2.
    PowersOf(u64),
    /// 1, 3, 5, ….
    Odd,
    /// 2, 4, 6, ….
    Even,
}

impl NamedSet {
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

    /// Lists the members up to `last`, ascending.
    ///
    /// # Errors
    ///
    /// When there are more members than are written out, or primes beyond the sieve.
    pub fn members(self, last: u64) -> Result<Vec<u64>, Limit> {
        let bound = match self {
            NamedSet::Squares | NamedSet::Triangular => 2 * last.isqrt(),
            NamedSet::Primes | NamedSet::Odd | NamedSet::Even => last,
            _ => 0,
        };
        if bound > 2 * MAX_MEMBERS {
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

/// Lists the primes up to `last`, by the sieve of Eratosthenes.
fn primes(last: usize) -> Vec<u64> {
    let mut composite = vec![false; last + 1];
    let mut primes = Vec::new();
    for n in 2..=last {
        if !composite[n] {
            primes.push(n as u64);
            for multiple in (n.saturating_mul(n)..=last).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    primes
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
        for word in ["squares", "powers-of-7", "even"] {
            assert_eq!(NamedSet::of(word).unwrap().unwrap().word(), word);
        }
        assert_eq!(NamedSet::of("powers-of-1"), Err(()));
        assert_eq!(NamedSet::of("cube"), Ok(None));
    }
}
