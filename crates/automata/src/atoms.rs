//! The automata of single statements about numbers: sums within bounds, remainders, bits, powers.
//!
//! The automaton of lo ≤ Σ cᵢxᵢ ≤ hi reads the digits and keeps the sum so far. A sum so large (or small) that no
//! further digits lead it back is kept as "above" ("below"): that leaves finitely many. So neither an adder nor
//! a quantifier is needed: x = y + z is 0 ≤ y + z − x ≤ 0, and q = x / 3 is 0 ≤ x − 3q ≤ 2.
//!
//! In base b a sum p > E/(b−1), where further digits take away at most E each, does not fall. In a quadratic
//! system with the root θ > 1 > |θ′| of x² = ax + b, L = θp + br is multiplied by θ, and M = θ′p + br by θ′, with every
//! digit: L does not fall above θE/(θ−1), M stays within |θ′|E/(1−|θ′|), and the number is
//! ((1 + 1/θ)·L + (θ/b − 1)·M) / (θ − θ′). Bounds are rounded up to whole numbers, and L is compared with them by
//! squares: nothing here is rounded to the wrong side.

use crate::automaton::{Automaton, Track, digit, letters};
use crate::system::{Running, System};
use crate::work::{Refusal, Work};

/// The letters over some tracks, for words of numbers.
struct Alphabet {
    /// The digits with their factors.
    sums: Vec<i64>,
    /// The tracks with the largest digit, one bit each.
    largest: Vec<u16>,
    /// The tracks with a digit that is not allowed behind the largest one.
    high: Vec<u16>,
}

impl Alphabet {
    fn new(system: System, factors: &[i64], work: &Work) -> Result<Alphabet, Refusal> {
        let (digits, tracks) = (system.digits(), factors.len());
        let count = letters(digits, tracks);
        work.state(1, count)?;
        let bits = |test: &dyn Fn(u8) -> bool| -> Vec<u16> {
            let of = |letter| (0..tracks).map(|i| u16::from(test(digit(letter, digits, i) as u8)) << i).sum();
            (0..count).map(of).collect()
        };
        let sum = |letter| {
            factors.iter().enumerate().map(|(i, c)| c * digit(letter, digits, i) as i64).sum::<i64>()
        };
        Ok(Alphabet {
            sums: (0..count).map(sum).collect(),
            largest: bits(&|digit| system.follows(false, digit) == Some(true)),
            high: bits(&|digit| system.follows(true, digit).is_none()),
        })
    }

    /// The tracks with the largest digit, if the letter may stand behind such digits.
    #[inline]
    fn follow(&self, largest: u16, letter: usize) -> Option<u16> {
        (largest & self.high[letter] == 0).then_some(self.largest[letter])
    }
}

/// The sums from which nothing leads back, on one side.
#[derive(Clone, Copy)]
enum Bound {
    /// p is more.
    Base(i64),
    /// θp + br is more.
    Quadratic(i128),
}

impl Bound {
    /// Above it a sum stays above `limit`, if every digit takes away at most `fall`, and adds or takes at most
    /// `most`.
    fn new(system: System, limit: i64, fall: i64, most: i64) -> Bound {
        const ONE: i128 = 1 << 16;
        let Some((a, b)) = system.recurrence() else {
            let base = system.digits() as i64;
            return Bound::Base(limit.max((fall + base - 2) / (base - 1)));
        };
        let (a, b) = (i128::from(a), i128::from(b));
        let up = |n: i128, by: i128| (n + by - 1).div_euclid(by);
        let discriminant = a * a + 4 * b;
        let low = ((discriminant * ONE * ONE) as u128).isqrt() as i128;
        let root = low + 1;
        let (least, theta) = ((a * ONE + low) / 2, up(a * ONE + root, 2));
        let conjugate = up(root - a * ONE, 2);
        let does_not_fall = up(least * i128::from(fall), least - ONE);
        let of_m = up(conjugate * i128::from(most), ONE - conjugate);
        let of_m = up((up((a - b) * theta, b) + ONE) * of_m, least + ONE);
        let of_limit = up(theta * root * i128::from(limit.max(0)), (theta + ONE) * ONE);
        Bound::Quadratic(does_not_fall.max(of_m + of_limit))
    }

    /// Whether p and r, taken `sign` times, are above.
    fn is_below(self, system: System, running: Running, sign: i64) -> bool {
        let (p, r) = (sign * running.p, sign * running.r);
        match self {
            Bound::Base(bound) => p > bound,
            Bound::Quadratic(bound) => {
                let (a, b) = system.recurrence().unwrap_or_default();
                let (a, b, p, r) = (i128::from(a), i128::from(b), i128::from(p), i128::from(r));
                is_positive(a * p + 2 * b * r - 2 * bound, p, a * a + 4 * b)
            }
        }
    }
}

/// Whether x + y·√d > 0.
fn is_positive(x: i128, y: i128, d: i128) -> bool {
    match (x.signum(), y.signum()) {
        (1, -1) => x * x > y * y * d,
        (-1, 1) => y * y * d > x * x,
        (x, y) => x + y > 0,
    }
}

/// A sum so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sum {
    At(Running),
    Above,
    Below,
}

/// All words of numbers.
pub(crate) fn words(system: System, tracks: &[Track], work: &Work) -> Result<Automaton, Refusal> {
    digitwise(system, tracks.to_vec(), work, |_| true)
}

/// The words of which every letter passes a test.
pub(crate) fn digitwise(
    system: System,
    mut tracks: Vec<Track>,
    work: &Work,
    test: impl Fn(usize) -> bool,
) -> Result<Automaton, Refusal> {
    tracks.sort_unstable();
    tracks.dedup();
    let alphabet = Alphabet::new(system, &vec![0; tracks.len()], work)?;
    let step = |&largest: &u16, letter: usize| alphabet.follow(largest, letter).filter(|_| test(letter));
    Automaton::explore(tracks, system.digits(), work, 0, step, |_| true)
}

/// The numbers with lo ≤ Σ cᵢxᵢ ≤ hi, with at least one of the two bounds. The tracks ascend.
pub(crate) fn sum_within(
    system: System,
    form: &[(Track, i64)],
    (lo, hi): (Option<i64>, Option<i64>),
    work: &Work,
) -> Result<Automaton, Refusal> {
    let (tracks, factors): (Vec<Track>, Vec<i64>) = form.iter().copied().unzip();
    let alphabet = Alphabet::new(system, &factors, work)?;
    let largest_digit = system.digits() as i64 - 1;
    let rise: i64 = factors.iter().map(|&c| c.max(0) * largest_digit).sum();
    let fall: i64 = factors.iter().map(|&c| (-c).max(0) * largest_digit).sum();
    let most = rise.max(fall);
    let above = Bound::new(system, hi.or(lo.map(|lo| lo - 1)).unwrap_or_default(), fall, most);
    let below = Bound::new(system, -lo.or(hi.map(|hi| hi + 1)).unwrap_or_default(), rise, most);
    let step = |&(sum, largest): &(Sum, u16), letter: usize| {
        let largest = alphabet.follow(largest, letter)?;
        let Sum::At(running) = sum else { return Some((sum, largest)) };
        let running = system.then(running, alphabet.sums[letter]);
        if above.is_below(system, running, 1) {
            return hi.is_none().then_some((Sum::Above, largest));
        }
        if below.is_below(system, running, -1) {
            return lo.is_none().then_some((Sum::Below, largest));
        }
        Some((Sum::At(running), largest))
    };
    let within = |number: i64| lo.is_none_or(|lo| number >= lo) && hi.is_none_or(|hi| number <= hi);
    let first = (Sum::At(Running::default()), 0);
    Automaton::explore(tracks, system.digits(), work, first, step, |&(sum, _)| match sum {
        Sum::At(running) => within(system.number(running)),
        _ => true,
    })
}

/// The numbers for which Σ cᵢxᵢ leaves a remainder when divided by m. The tracks ascend.
pub(crate) fn remainder(
    system: System,
    form: &[(Track, i64)],
    m: i64,
    remainder: i64,
    work: &Work,
) -> Result<Automaton, Refusal> {
    let (tracks, factors): (Vec<Track>, Vec<i64>) = form.iter().copied().unzip();
    let alphabet = Alphabet::new(system, &factors, work)?;
    let step = |&(running, largest): &(Running, u16), letter: usize| {
        let largest = alphabet.follow(largest, letter)?;
        let Running { p, r } = system.then(running, alphabet.sums[letter]);
        Some((Running { p: p.rem_euclid(m), r: r.rem_euclid(m) }, largest))
    };
    Automaton::explore(tracks, system.digits(), work, (Running::default(), 0), step, |&(running, _)| {
        (system.number(running) - remainder).rem_euclid(m) == 0
    })
}

/// The numbers that are places of the system: powers of the base, 1 2 3 5 8 … .
pub(crate) fn places(system: System, track: Track, work: &Work) -> Result<Automaton, Refusal> {
    let step = |&met: &bool, letter: usize| match letter {
        0 => Some(met),
        1 if !met => Some(true),
        _ => None,
    };
    Automaton::explore(vec![track], system.digits(), work, false, step, |&met| met)
}

/// Base 2: z is the lowest one of x; both are 0 together.
pub(crate) fn lowest_one(x: Track, z: Track, work: &Work) -> Result<Automaton, Refusal> {
    // 0: no one yet; 1: a one of x that is not the lowest; 2: the lowest is behind.
    let (of_x, of_z) = (usize::from(x > z), usize::from(z > x));
    let step = |&state: &u8, letter: usize| match (state, letter >> of_x & 1, letter >> of_z & 1) {
        (0 | 2, 0, 0) => Some(state),
        (0 | 1, 1, 0) | (1, 0, 0) => Some(1),
        (0 | 1, 1, 1) => Some(2),
        _ => None,
    };
    Automaton::explore(vec![x.min(z), x.max(z)], 2, work, 0, step, |&state| state != 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::word;

    fn accepts(automaton: &Automaton, system: System, numbers: &[u64]) -> bool {
        let mut state = 0;
        for letter in word(system, numbers, 0) {
            state = automaton.after(state, letter);
            if state == crate::automaton::DEAD {
                return false;
            }
        }
        automaton.accepts[state as usize]
    }

    #[test]
    fn sums_and_remainders_are_those_of_the_numbers() {
        let work = Work::new(1 << 30);
        let systems = [System::base(2), System::base(3), System::quadratic(1, 1), System::quadratic(3, 2)];
        for system in systems.into_iter().flatten() {
            for (x, y, lo, hi) in [
                (1, -1, Some(0), Some(0)),
                (2, -3, Some(-2), Some(5)),
                (1, 1, None, Some(20)),
                (-3, 1, Some(1), None),
                (-1, -2, Some(-30), None),
                (5, -3, None, Some(-7)),
            ] {
                let sum = sum_within(system, &[(0, x), (1, y)], (lo, hi), &work).unwrap();
                let seven = remainder(system, &[(0, x), (1, y)], 7, 3, &work).unwrap();
                let not = words(system, &[0, 1], &work).unwrap().without(&sum, &work).unwrap();
                for a in 0..60i64 {
                    for b in 0..60i64 {
                        let n = x * a + y * b;
                        let at = [a as u64, b as u64];
                        let within = lo.is_none_or(|lo| n >= lo) && hi.is_none_or(|hi| n <= hi);
                        assert_eq!(accepts(&sum, system, &at), within, "{system} {x} {y} {at:?}");
                        assert_eq!(accepts(&not, system, &at), !within);
                        assert_eq!(accepts(&seven, system, &at), n.rem_euclid(7) == 3);
                    }
                }
            }
        }
    }

    #[test]
    fn projections_find_longer_numbers() {
        let work = Work::new(1 << 30);
        for system in [System::base(2).unwrap(), System::ZECKENDORF, System::PELL] {
            // Some y is 5x + 3 and at least 40.
            let line = sum_within(system, &[(0, 5), (1, -1)], (Some(-3), Some(-3)), &work).unwrap();
            let large = sum_within(system, &[(1, 1)], (Some(40), None), &work).unwrap();
            let found = line.and(&large, &work).unwrap().exists(1, &work).unwrap();
            let simple = sum_within(system, &[(0, 5)], (Some(37), None), &work).unwrap();
            assert_eq!(found, simple, "{system}");
            for x in 0..100 {
                assert_eq!(accepts(&found, system, &[x]), 5 * x + 3 >= 40, "{system} {x}");
            }
        }
    }
}
