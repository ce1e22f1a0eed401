//! The automata of single statements about numbers: sums within bounds, bits, powers.
//!
//! The automaton of lo ≤ Σ cᵢxᵢ + k ≤ hi reads the digits and keeps the sum so far. A sum so large (or small) that no
//! further digits lead it back settles the statement, and is kept no more: that leaves finitely many. So neither an
//! adder nor a quantifier is needed: x = y + z is 0 ≤ y + z − x ≤ 0, and q = x / 3 is 0 ≤ x − 3q ≤ 2.

use std::hash::Hash;

use crate::automaton::{Automaton, Track};
use crate::form::Form;
use crate::setting::Setting;
use crate::system::Running;
use crate::work::Result;

/// A set of tracks by their places, a bit for each: 2¹⁶ letters are the most, so there are at most 16.
type TrackPlaces = u16;

/// The meaning of a letter to the automata of a system.
#[derive(Clone, Copy, Default)]
struct Letter {
    /// The sum of the digits, each times the factor of its track.
    sum: i64,
    /// The tracks with the largest digit.
    largest: TrackPlaces,
    /// The tracks with a digit that does not follow the largest one.
    not_after_largest: TrackPlaces,
}

impl Setting<'_> {
    /// Returns the words of numbers along which `step` leads from the first state to one that is accepted. With a
    /// letter it is given the sum of the digits, each times the factor of its track. The tracks ascend.
    fn explore<S: Clone + Eq + Hash>(
        self,
        factors: impl IntoIterator<Item = (Track, i64)>,
        first: S,
        step: impl Fn(&S, usize, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Automaton> {
        let system = self.system;
        let (tracks, factors): (Vec<Track>, Vec<i64>) = factors.into_iter().unzip();
        let letters = system.letters(tracks.len());
        self.work.state(1, letters)?;
        let of_letter = |letter| {
            let mut of = Letter::default();
            for (i, factor) in factors.iter().enumerate() {
                let digit = system.digit(letter, i);
                of.sum += factor * digit as i64;
                of.largest |= TrackPlaces::from(system.follows(false, digit) == Some(true)) << i;
                of.not_after_largest |=
                    TrackPlaces::from(system.follows(true, digit).is_none()) << i;
            }
            of
        };
        let alphabet: Vec<Letter> = (0..letters).map(of_letter).collect();
        let step = |(state, largest_before): &(S, TrackPlaces), letter: usize| {
            let Letter {
                sum,
                largest,
                not_after_largest,
            } = alphabet[letter];
            let state = if largest_before & not_after_largest == 0 {
                step(state, letter, sum)
            } else {
                None
            };
            Ok(state.map(|state| (state, largest)))
        };
        Automaton::met(system, tracks, self.work, (first, 0), step, |(state, _)| {
            accepts(state)
        })?
        .least(self.work)
    }

    /// Returns the words of numbers of which every letter passes a test. The tracks ascend.
    pub(crate) fn digitwise(
        self,
        tracks: &[Track],
        test: impl Fn(usize) -> bool,
    ) -> Result<Automaton> {
        let tracks = tracks.iter().map(|&track| (track, 0));
        self.explore(
            tracks,
            (),
            |(), letter, _| test(letter).then_some(()),
            |()| true,
        )
    }

    /// Returns all words of numbers.
    pub(crate) fn words(self, tracks: &[Track]) -> Result<Automaton> {
        self.digitwise(tracks, |_| true)
    }

    pub(crate) fn nothing(self, tracks: &[Track]) -> Result<Automaton> {
        let words = self.words(tracks)?;
        words.without(&words, self.work)
    }

    /// Returns the numbers for which a form has at least the first and at most the second value; one of them is given.
    pub(crate) fn within(self, form: &Form, lo: Option<i64>, hi: Option<i64>) -> Result<Automaton> {
        let system = self.system;
        let largest = self.system.digits() as i64 - 1;
        let [lo, hi] = [lo, hi].map(|end| end.map(|end| i128::from(end - form.constant)));
        let most = |sign: i64| {
            form.factors
                .values()
                .map(|c| (c * sign).max(0) * largest)
                .sum::<i64>()
        };
        let [rise, fall] = [1, -1].map(|sign| i128::from(most(sign)));
        let top = hi.or(lo.map(|lo| lo - 1)).unwrap_or_default();
        let bottom = lo.or(hi.map(|hi| hi + 1)).unwrap_or_default();
        // No more is kept of a sum for which the bounds hold whatever follows.
        let step = |sum: &Option<Running>, _, digits| {
            let Some(before) = *sum else {
                return Some(None);
            };
            let now = system.then(before, digits);
            if system.stays_above(now, top, fall) {
                return hi.is_none().then_some(None);
            }
            if system.stays_above(
                Running {
                    p: -now.p,
                    r: -now.r,
                },
                -bottom,
                rise,
            ) {
                return lo.is_none().then_some(None);
            }
            Some(Some(now))
        };
        let within =
            |number: i128| lo.is_none_or(|lo| number >= lo) && hi.is_none_or(|hi| number <= hi);
        self.explore(
            form.factors.clone(),
            Some(Running::default()),
            step,
            |sum| sum.is_none_or(|running| within(system.number(running))),
        )
    }

    /// Returns the numbers that are places of the system: powers of the base, 1 2 3 5 8 … .
    pub(crate) fn places(self, track: Track) -> Result<Automaton> {
        let step = |&met: &bool, digit, _| match digit {
            0 => Some(met),
            1 if !met => Some(true),
            _ => None,
        };
        self.explore([(track, 0)], false, step, |&met| met)
    }

    /// Returns one number, in words of one length alone, in which all numbers have room.
    pub(crate) fn number(self, track: Track, n: u64) -> Result<Automaton> {
        let word = self.system.word(n, self.system.word(u64::MAX, 1).len());
        let step = |&read: &usize, digit, _| (word.get(read) == Some(&digit)).then_some(read + 1);
        self.explore([(track, 0)], 0, step, |&read| read == word.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::System;
    use crate::work::Work;

    fn accepts(automaton: &Automaton, numbers: &[u64]) -> bool {
        automaton.output(numbers) == Some(&true)
    }

    #[test]
    fn sums_are_those_of_the_numbers() {
        let work = Work::new(1 << 30);
        let form = |x, y, constant| Form {
            factors: [(0, x), (1, y)].into(),
            constant,
        };
        let systems = [
            System::base(2),
            System::base(3),
            System::quadratic(1, 1),
            System::quadratic(3, 2),
        ];
        for system in systems.into_iter().flatten() {
            for (x, y, lo, hi) in [
                (1, -1, Some(0), Some(0)),
                (2, -3, Some(-2), Some(5)),
                (1, 1, None, Some(20)),
                (-3, 1, Some(1), None),
                (-1, -2, Some(-30), None),
                (5, -3, None, Some(-7)),
            ] {
                let setting = Setting {
                    system,
                    work: &work,
                    given: &[],
                };
                let sum = setting.within(&form(x, y, 2), lo, hi).unwrap();
                let not = setting
                    .words(&[0, 1])
                    .unwrap()
                    .without(&sum, &work)
                    .unwrap();
                for a in 0..60i64 {
                    for b in 0..60i64 {
                        let n = x * a + y * b;
                        let at = [a as u64, b as u64];
                        let within =
                            lo.is_none_or(|lo| n + 2 >= lo) && hi.is_none_or(|hi| n + 2 <= hi);
                        assert_eq!(accepts(&sum, &at), within, "{system} {x} {y} {at:?}");
                        assert_eq!(accepts(&not, &at), !within);
                    }
                }
            }
        }
    }

    #[test]
    fn projections_find_longer_numbers() {
        let work = Work::new(1 << 30);
        for system in [
            System::base(2),
            System::quadratic(1, 1),
            System::quadratic(2, 1),
        ]
        .into_iter()
        .flatten()
        {
            // Some y is 5x + 3 and at least 40.
            let setting = Setting {
                system,
                work: &work,
                given: &[],
            };
            let line = Form {
                factors: [(0, 5), (1, -1)].into(),
                constant: 3,
            };
            let line = setting.within(&line, Some(0), Some(0)).unwrap();
            let large = setting.within(&Form::track(1), Some(40), None).unwrap();
            let found = line.and(&large, &work).unwrap().exists(1, &work).unwrap();
            let simple = Form {
                factors: [(0, 5)].into(),
                constant: 3,
            };
            let simple = setting.within(&simple, Some(40), None).unwrap();
            assert_eq!(found, simple, "{system}");
            for x in 0..100 {
                assert_eq!(accepts(&found, &[x]), 5 * x + 3 >= 40, "{system} {x}");
            }
        }
    }
}
