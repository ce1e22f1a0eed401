//! Sets of amounts by name, and all amounts but some.

use super::Amounts;
use crate::budget::Limit;
use crate::record::NamedSet;

/// The most members that are written out.
const MOST_MEMBERS: u64 = 20_000_000;

/// The modulus by which membership repeats, where it does.
pub fn modulus(set: NamedSet) -> Option<u64> {
    matches!(set, NamedSet::Odd | NamedSet::Even).then_some(2)
}

/// Whether a number belongs to the set, where membership repeats.
pub fn repeats_with(set: NamedSet, n: u64) -> bool {
    match set {
        NamedSet::Odd => n % 2 == 1,
        NamedSet::Even => n.is_multiple_of(2) && n > 0,
        _ => false,
    }
}

/// The members up to `last`, ascending.
///
/// # Errors
///
/// More members than are written out, or primes beyond the sieve.
pub fn members(set: NamedSet, last: u64) -> Result<Vec<u64>, Limit> {
    let bound = match set {
        NamedSet::Squares | NamedSet::Triangular => 2 * last.isqrt(),
        NamedSet::Primes | NamedSet::Odd | NamedSet::Even => last,
        _ => 0,
    };
    if bound > 2 * MOST_MEMBERS {
        return Err(Limit::fixed(format!("the {} up to {last} are too many to write out", set.word())));
    }
    let wide = u128::from(last);
    let within = |v: u128| (v <= wide).then_some(v as u64);
    Ok(match set {
        NamedSet::Squares => (1u128..).map_while(|k| within(k * k)).collect(),
        NamedSet::Cubes => (1u128..).map_while(|k| within(k * k * k)).collect(),
        NamedSet::Triangular => (1u128..).map_while(|k| within(k * (k + 1) / 2)).collect(),
        NamedSet::Primes => primes(last as usize),
        NamedSet::Fibonacci => std::iter::successors(Some((1u128, 2u128)), |&(a, b)| Some((b, a + b)))
            .map_while(|(a, _)| within(a))
            .collect(),
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

/// The primes up to `last`, by the sieve of Eratosthenes.
fn primes(last: usize) -> Vec<u64> {
    let mut composite = vec![false; last + 1];
    let mut primes = Vec::new();
    for n in 2..=last {
        if !composite[n] {
            primes.push(n as u64);
            (n.saturating_mul(n)..=last).step_by(n).for_each(|multiple| composite[multiple] = true);
        }
    }
    primes
}

/// Numbers by ranges and by name, or all amounts but those.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sets {
    /// The ranges `low..=high`.
    pub ranges: Vec<(u64, u64)>,
    /// The named sets.
    pub named: Vec<NamedSet>,
    /// Every amount that is not among these.
    pub all_but: bool,
}

impl Sets {
    /// The amounts up to `last`.
    ///
    /// # Errors
    ///
    /// As [`members`].
    pub fn up_to(&self, last: u64) -> Result<Amounts, Limit> {
        let mut ranges = self.ranges.clone();
        for set in &self.named {
            ranges.extend(members(*set, last)?.into_iter().map(|n| (n, n)));
        }
        let listed = Amounts::new(ranges);
        if !self.all_but {
            return Ok(listed.cut(last));
        }
        let mut gaps = Vec::new();
        let mut next = 1u64;
        for &(low, high) in listed.runs() {
            if next < low {
                gaps.push((next, low - 1));
            }
            next = match high.checked_add(1) {
                Some(next) => next,
                None => return Ok(Amounts::new(gaps).cut(last)),
            };
        }
        gaps.push((next, u64::MAX));
        Ok(Amounts::new(gaps).cut(last))
    }

    /// The amounts where membership repeats: for amounts 0, 1, … those that may be taken, up to where they
    /// begin to repeat, and those of one period of them. `None` where a set never does, or only beyond
    /// `most`.
    pub fn repeating(&self, most: usize) -> Option<(Vec<bool>, Vec<bool>)> {
        if self.named.iter().any(|set| modulus(*set).is_none()) || !self.all_but && self.named.is_empty() {
            return None;
        }
        let from = self.ranges.iter().map(|range| range.1).max().unwrap_or(0).checked_add(1)?;
        let from = usize::try_from(from).ok().filter(|&from| from <= most)?;
        let mut listed: Vec<bool> =
            (0..from as u64 + 2).map(|n| self.named.iter().any(|set| repeats_with(*set, n))).collect();
        for &(low, high) in &self.ranges {
            listed[low as usize..=high as usize].fill(true);
        }
        let mut may: Vec<bool> = listed.iter().map(|&listed| listed != self.all_but).collect();
        may[0] = false;
        let again = may.split_off(from.max(1));
        Some((may, again))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_sets_by_their_definition() {
        let up_to = |set: NamedSet| members(set, 130).unwrap();
        assert_eq!(up_to(NamedSet::Squares), [1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121]);
        assert_eq!(up_to(NamedSet::Cubes), [1, 8, 27, 64, 125]);
        assert_eq!(up_to(NamedSet::Triangular)[..6], [1, 3, 6, 10, 15, 21]);
        assert_eq!(up_to(NamedSet::Primes)[..8], [2, 3, 5, 7, 11, 13, 17, 19]);
        assert_eq!(up_to(NamedSet::Fibonacci), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
        assert_eq!(up_to(NamedSet::Factorials), [1, 2, 6, 24, 120]);
        assert_eq!(up_to(NamedSet::PowersOf(5)), [1, 5, 25, 125]);
        assert_eq!(up_to(NamedSet::Odd)[..3], [1, 3, 5]);
        assert_eq!(up_to(NamedSet::Even)[..3], [2, 4, 6]);
        assert_eq!(members(NamedSet::PowersOf(2), u64::MAX).unwrap().len(), 64);
        assert_eq!(members(NamedSet::Fibonacci, u64::MAX).unwrap().len(), 92);
        assert!(members(NamedSet::Squares, u64::MAX).is_err());
        assert!(members(NamedSet::Primes, 0).unwrap().is_empty());
        for word in ["squares", "powers-of-7", "even"] {
            assert_eq!(NamedSet::of(word).unwrap().unwrap().word(), word);
        }
        assert_eq!(NamedSet::of("powers-of-1"), Err(()));
        assert_eq!(NamedSet::of("cube"), Ok(None));
    }

    #[test]
    fn sets_repeat_as_they_are_written_out() {
        for all_but in [false, true] {
            for named in
                [vec![], vec![NamedSet::Odd], vec![NamedSet::Even], vec![NamedSet::Odd, NamedSet::Even]]
            {
                for ranges in [vec![], vec![(2, 2), (5, 7)], vec![(1, 1)]] {
                    let sets = Sets { ranges, named: named.clone(), all_but };
                    let amounts = sets.up_to(40).unwrap();
                    let Some((may, again)) = sets.repeating(100) else {
                        assert!(!all_but && named.is_empty());
                        continue;
                    };
                    for n in 1..=40usize {
                        let allowed =
                            if n < may.len() { may[n] } else { again[(n - may.len()) % again.len()] };
                        assert_eq!(amounts.contains(n as u64), allowed, "{sets:?} {n}");
                    }
                }
            }
        }
        let all = Sets { ranges: vec![(3, u64::MAX)], named: vec![], all_but: true };
        assert_eq!(all.up_to(u64::MAX).unwrap().runs(), [(1, 2)]);
        assert_eq!(all.repeating(100), None);
    }
}
