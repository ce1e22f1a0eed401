//! Guesses an automaton from what is known of small positions: Angluin's table, with the suffixes of Rivest and
//! Schapire.
//!
//! The teacher is a table of outputs. Beginnings of words are one state if every suffix tried so far leads
//! to equal outputs; a word on which the automaton so made is wrong gives one more suffix. The guess is what a proof
//! begins with: nothing rests on it.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has at most 8 numbers"
)]

use std::collections::VecDeque;

use fxhash::FxHashMap;

use crate::automaton::{Automaton, Track, word};
use crate::system::{Running, System};
use crate::work::{Refusal, Result, Work};

/// The output of numbers that are no position.
pub const ILLEGAL: u8 = u8::MAX;

/// The output of words that are no numbers, in the table.
const NO_NUMBER: u8 = u8::MAX - 1;

/// The known values of small positions.
pub(crate) struct Sample<'a> {
    /// The system in which the numbers are written.
    pub(crate) system: System,
    /// The number of numbers of a position.
    pub(crate) arity: usize,
    /// The output at these numbers: 0 or a class, [`ILLEGAL`] for no position, none if they are too large.
    pub(crate) output: &'a dyn Fn(&[u64]) -> Option<u8>,
}

/// An automaton that says what a position is: 0 or a class, [`ILLEGAL`] for no position.
pub type Guess = Automaton<u8>;

/// The first digits of some numbers; of each, whether the last digit is the largest.
type Prefix = Vec<(Running, bool)>;

impl Sample<'_> {
    fn empty(&self) -> Prefix {
        vec![(Running::default(), false); self.arity]
    }

    /// Appends a digit to each number; returns `None` if some digit may not stand there.
    fn then(&self, mut prefix: Prefix, letter: usize) -> Option<Prefix> {
        for (i, (running, largest)) in prefix.iter_mut().enumerate() {
            let digit = self.system.digit(letter, i);
            *largest = self.system.follows(*largest, digit)?;
            *running = self.system.then(*running, digit as i64);
        }
        Some(prefix)
    }

    /// Returns the numbers that a word writes. One beyond 64 bits is the largest instead, which no table holds either.
    fn numbers(&self, prefix: &Prefix) -> Vec<u64> {
        prefix
            .iter()
            .map(|&(running, _)| u64::try_from(self.system.number(running)).unwrap_or(u64::MAX))
            .collect()
    }

    /// Returns the output of a word that begins so; `None` if it is larger than the table.
    fn look(&self, prefix: &Prefix, suffix: &[usize]) -> Option<u8> {
        let word = suffix
            .iter()
            .try_fold(prefix.clone(), |word, &letter| self.then(word, letter));
        word.map_or(Some(NO_NUMBER), |word| (self.output)(&self.numbers(&word)))
    }

    /// Returns the outputs with all suffixes, of which the first is empty, and which digits are the largest.
    fn row(&self, prefix: &Prefix, suffixes: &[Vec<usize>]) -> Result<Vec<u8>> {
        let largest = prefix.iter().map(|&(_, largest)| Some(u8::from(largest)));
        let outputs = suffixes.iter().map(|suffix| self.look(prefix, suffix));
        outputs
            .chain(largest)
            .collect::<Option<_>>()
            .ok_or(Refusal::Unlike)
    }

    /// Returns the automaton of the suffixes so far: words with equal rows lead to one state.
    fn close(&self, suffixes: &[Vec<usize>], most: usize, work: &Work) -> Result<Guess> {
        let first = self.row(&self.empty(), suffixes)?;
        let mut prefixes: FxHashMap<Vec<u8>, Prefix> =
            [(first.clone(), self.empty())].into_iter().collect();
        let step = |row: &Vec<u8>, letter: usize| {
            work.spend(suffixes.len())?;
            let Some(prefix) = self.then(prefixes[row].clone(), letter) else {
                return Ok(None);
            };
            let to = self.row(&prefix, suffixes)?;
            prefixes.entry(to.clone()).or_insert(prefix);
            if prefixes.len() > most {
                Err(Refusal::Unlike)
            } else {
                Ok(Some(to))
            }
        };
        let tracks = (0..self.arity as Track).collect();
        Automaton::met(self.system, tracks, work, first, step, |row| row[0])
    }

    /// Returns the first word, by its length, on which the guess is wrong.
    fn wrong(&self, guess: &Guess, work: &Work) -> Result<Option<Vec<usize>>> {
        let mut words = VecDeque::from([(self.empty(), 0)]);
        // The first letter is not all zeros.
        let mut least = 1;
        let letters = self.system.letters(self.arity);
        while let Some((short, state)) = words.pop_front() {
            work.spend(letters)?;
            for letter in least..letters {
                let Some(prefix) = self.then(short.clone(), letter) else {
                    continue;
                };
                let Some(known) = self.look(&prefix, &[]) else {
                    continue;
                };
                let state = guess.after(state, letter);
                if guess.outputs[state as usize] != known {
                    return Ok(Some(word(self.system, &self.numbers(&prefix), 1)));
                }
                words.push_back((prefix, state));
            }
            least = 0;
        }
        Ok(None)
    }
}

/// Returns the least automaton that fits the sample, if the sample determines one, and it has at most `most` states.
pub(crate) fn learn(sample: &Sample<'_>, most: usize, work: &Work) -> Result<Guess> {
    work.state(most, sample.system.letters(sample.arity))?;
    let mut suffixes = vec![vec![]];
    loop {
        let guess = sample.close(&suffixes, most, work)?;
        let Some(word) = sample.wrong(&guess, work)? else {
            return Ok(guess);
        };
        // Along the word the output changes at the place at which a suffix parts a state from the word that stands
        // for it.
        let mut state = 0;
        let mut outputs = Vec::new();
        for i in 0..=word.len() {
            let standing = [&guess.word_to(state), &word[i..]].concat();
            outputs.push(sample.look(&sample.empty(), &standing));
            state = word.get(i).map_or(0, |&letter| guess.after(state, letter));
        }
        let mut pairs = outputs.windows(2);
        let parting = pairs.position(|pair| pair[0] != pair[1] || pair[0].is_none());
        let parting = parting
            .filter(|&i| outputs[i].and(outputs[i + 1]).is_some())
            .ok_or(Refusal::Unlike)?;
        suffixes.push(word[parting + 1..].to_vec());
    }
}
