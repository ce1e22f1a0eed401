//! Automata that read several numbers at once, digit by digit.
//!
//! A letter is one digit for each track: the digit of track i counts dⁱ times. State 0 is the first; words that
//! are no numbers of the system are never accepted, and zeros in front of all tracks change nothing. Every
//! operation returns the least automaton, its states in the order in which they are met: two automata on equal tracks
//! accept the same numbers exactly when they are equal.

use std::hash::Hash;
use std::rc::Rc;

use fxhash::FxHashMap;

use crate::system::System;
use crate::work::{MAX_MEMBERS, Refusal, Result, Work};

/// The name of a number that automata read.
pub(crate) type Track = u16;

/// No number begins so.
pub(crate) const DEAD: u32 = u32::MAX;

/// A finite automaton over the digits of the numbers on its tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The tracks, ascending.
    pub(crate) tracks: Vec<Track>,
    pub(crate) digits: usize,
    /// The next states, a row of all letters for each state.
    pub(crate) next: Vec<u32>,
    pub(crate) accepts: Vec<bool>,
}

/// How many letters this many tracks have.
pub(crate) fn letters(digits: usize, tracks: usize) -> usize {
    digits.checked_pow(tracks as u32).unwrap_or(usize::MAX)
}

/// The digit of a letter on the i-th track.
#[inline]
pub(crate) fn digit(letter: usize, digits: usize, i: usize) -> usize {
    letter / digits.pow(i as u32) % digits
}

/// A list without what it has twice, ascending.
pub(crate) fn ascending<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

/// For each letter over `all`, the letter that the tracks `some`, in their order, read of it.
fn restricted(digits: usize, all: &[Track], some: &[Track]) -> Vec<usize> {
    let place = |track: &Track| all.iter().position(|other| other == track).unwrap_or_default();
    let places: Vec<usize> = some.iter().map(place).collect();
    let read = |letter| places.iter().rev().fold(0, |read, &at| read * digits + digit(letter, digits, at));
    (0..letters(digits, all.len())).map(read).collect()
}

/// The states that are met from the first one on, in their order: the rows of the next states, and the output of each.
pub(crate) fn met<S: Clone + Eq + Hash, O>(
    letters: usize,
    work: &Work,
    first: S,
    mut step: impl FnMut(&S, usize) -> Result<Option<S>>,
    output: impl Fn(&S) -> O,
) -> Result<(Vec<u32>, Vec<O>)> {
    let mut numbers: FxHashMap<S, u32> = [(first.clone(), 0)].into_iter().collect();
    let (mut list, mut next, mut at) = (vec![first], Vec::new(), 0);
    while at < list.len() {
        work.state(list.len(), letters)?;
        let state = list[at].clone();
        for letter in 0..letters {
            let to = step(&state, letter)?.map(|to| {
                let fresh = list.len() as u32;
                *numbers.entry(to).or_insert_with_key(|to| {
                    list.push(to.clone());
                    fresh
                })
            });
            next.push(to.unwrap_or(DEAD));
        }
        at += 1;
    }
    Ok((next, list.iter().map(output).collect()))
}

/// A shortest word that leads to a state: states are in the order in which they are met, so the first step to a state is
/// the last one of such a word.
pub(crate) fn word_to(next: &[u32], letters: usize, mut state: u32) -> Vec<usize> {
    let mut word = Vec::new();
    while state != 0 {
        let step = next.iter().position(|&to| to == state).unwrap_or_default();
        word.push(step % letters);
        state = (step / letters) as u32;
    }
    word.reverse();
    word
}

impl Automaton {
    /// How many states it has.
    pub fn states(&self) -> usize {
        self.accepts.len()
    }

    pub(crate) fn letters(&self) -> usize {
        letters(self.digits, self.tracks.len())
    }

    #[inline]
    pub(crate) fn after(&self, state: u32, letter: usize) -> u32 {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters() + letter] }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.accepts.contains(&true)
    }

    /// The least automaton with the states that are met from the first one on.
    pub(crate) fn explore<S: Clone + Eq + Hash>(
        tracks: Vec<Track>,
        digits: usize,
        work: &Work,
        first: S,
        step: impl FnMut(&S, usize) -> Result<Option<S>>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Automaton> {
        let (next, accepts) = met(letters(digits, tracks.len()), work, first, step, accepts)?;
        Automaton { tracks, digits, next, accepts }.least(work)
    }

    /// The least automaton that accepts the same: Moore's refinement of the states, with one more behind which
    /// nothing is accepted, of class 0.
    pub(crate) fn least(&self, work: &Work) -> Result<Automaton> {
        let (letters, mut classes) = (self.letters(), 0);
        let mut class: Vec<u32> = self.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
        let class_of = |class: &[u32], to: u32| if to == DEAD { 0 } else { class[to as usize] };
        let mut rows = vec![0; (self.states() + 1) * (letters + 1)];
        loop {
            work.spend(rows.len())?;
            for (state, row) in rows.chunks_mut(letters + 1).skip(1).enumerate() {
                row[0] = class[state];
                for (to, &next) in row[1..].iter_mut().zip(&self.next[state * letters..]) {
                    *to = class_of(&class, next);
                }
            }
            let mut numbers: FxHashMap<&[u32], u32> = FxHashMap::default();
            numbers.insert(&rows[..=letters], 0);
            for (state, row) in rows.chunks(letters + 1).skip(1).enumerate() {
                let fresh = numbers.len() as u32;
                class[state] = *numbers.entry(row).or_insert(fresh);
            }
            if numbers.len() == classes {
                break;
            }
            classes = numbers.len();
        }
        let mut sample = vec![0; classes];
        class.iter().enumerate().for_each(|(state, &class)| sample[class as usize] = state);
        let step = |&at: &u32, letter: usize| {
            let to = class_of(&class, self.next[sample[at as usize] * letters + letter]);
            Ok(Some(to).filter(|&to| at != 0 && to != 0))
        };
        let accepts = |&at: &u32| at != 0 && self.accepts[sample[at as usize]];
        let (next, accepts) = met(letters, work, class[0], step, accepts)?;
        Ok(Automaton { tracks: self.tracks.clone(), digits: self.digits, next, accepts })
    }

    /// Both read at once, and accept as `accepts` says of both; it does not of two that do not. If it does where only one
    /// accepts, that one has all tracks.
    pub(crate) fn join(
        &self,
        other: &Automaton,
        accepts: impl Fn(bool, bool) -> bool,
        work: &Work,
    ) -> Result<Automaton> {
        let tracks = ascending([&self.tracks[..], &other.tracks].concat());
        work.state(1, letters(self.digits, tracks.len()))?;
        let ours = restricted(self.digits, &tracks, &self.tracks);
        let theirs = restricted(self.digits, &tracks, &other.tracks);
        let may_accept =
            |a: bool, b: bool| a && accepts(a, false) || b && accepts(false, b) || a && b && accepts(a, b);
        let step = |&(a, b): &(u32, u32), letter: usize| {
            let (a, b) = (self.after(a, ours[letter]), other.after(b, theirs[letter]));
            Ok(may_accept(a != DEAD, b != DEAD).then_some((a, b)))
        };
        let accepts_at = |of: &Automaton, state: u32| state != DEAD && of.accepts[state as usize];
        let both = |&(a, b): &(u32, u32)| accepts(accepts_at(self, a), accepts_at(other, b));
        Automaton::explore(tracks, self.digits, work, (0, 0), step, both)
    }

    pub(crate) fn and(&self, other: &Automaton, work: &Work) -> Result<Automaton> {
        self.join(other, |a, b| a && b, work)
    }

    pub(crate) fn without(&self, other: &Automaton, work: &Work) -> Result<Automaton> {
        self.join(other, |a, b| a && !b, work)
    }

    pub(crate) fn or(&self, other: &Automaton, work: &Work) -> Result<Automaton> {
        self.join(other, |a, b| a || b, work)
    }

    /// Accepts if some number on this track makes it accept. The number may be longer than the others, unless all words
    /// have one length.
    pub(crate) fn exists(&self, track: Track, work: &Work) -> Result<Automaton> {
        let tracks: Vec<Track> = self.tracks.iter().copied().filter(|&other| other != track).collect();
        let mut wholes = vec![Vec::new(); letters(self.digits, tracks.len())];
        for (whole, letter) in restricted(self.digits, &self.tracks, &tracks).into_iter().enumerate() {
            wholes[letter].push(whole);
        }
        let successors = |set: &[u32], letter: usize| {
            let after = |&state: &u32| wholes[letter].iter().map(move |&whole| self.after(state, whole));
            ascending(set.iter().flat_map(after).filter(|&to| to != DEAD).collect())
        };
        let mut first = vec![0];
        while self.after(0, 0) == 0 {
            let more = successors(&first, 0);
            if more == first {
                break;
            }
            first = more;
        }
        let mut members = 0;
        let step = |set: &Rc<[u32]>, letter: usize| {
            members += if letter == 0 { set.len() } else { 0 };
            if members > MAX_MEMBERS {
                return Err(Refusal::Limit);
            }
            work.spend(set.len() * self.digits)?;
            Ok(Some(Rc::from(successors(set, letter))).filter(|to: &Rc<[u32]>| !to.is_empty()))
        };
        let accepts = |set: &Rc<[u32]>| set.iter().any(|&state| self.accepts[state as usize]);
        Automaton::explore(tracks, self.digits, work, Rc::from(first), step, accepts)
    }

    /// The tracks under other names, one for each: that of track i is the i-th.
    pub(crate) fn renamed(&self, names: &[Track]) -> Automaton {
        let named: Vec<Track> = self.tracks.iter().map(|&track| names[usize::from(track)]).collect();
        let tracks = ascending(named.clone());
        let read = restricted(self.digits, &tracks, &named);
        let row = |state: u32| read.iter().map(move |&letter| self.after(state, letter));
        Automaton { tracks, next: (0..self.states() as u32).flat_map(row).collect(), ..self.clone() }
    }

    /// A shortest word that is accepted, as letters; the states are in the order in which they are met.
    pub(crate) fn shortest(&self) -> Option<Vec<usize>> {
        let state = self.accepts.iter().position(|&accepts| accepts)?;
        Some(word_to(&self.next, self.letters(), state as u32))
    }
}

/// The numbers of a word, one a track.
pub(crate) fn numbers(system: System, tracks: usize, word: &[usize]) -> Option<Vec<u128>> {
    let on =
        |track| system.value(word.iter().map(move |&letter| digit(letter, system.digits(), track) as u8));
    (0..tracks).map(on).collect()
}

/// The letters of numbers, at least this many of them.
pub(crate) fn word(system: System, numbers: &[u64], length: usize) -> Vec<usize> {
    let length = numbers.iter().map(|&n| system.word(n, length).len()).max().unwrap_or(length);
    let mut letters = vec![0; length];
    for &n in numbers.iter().rev() {
        let digits = letters.iter_mut().zip(system.word(n, length));
        digits.for_each(|(letter, digit)| *letter = *letter * system.digits() + usize::from(digit));
    }
    letters
}
