//! Automata that read several numbers at once, digit by digit.
//!
//! A letter is one digit for each track: the digit of track i counts dⁱ times. State 0 is the first; words that
//! are no numbers of the system are never accepted, and zeros in front of all tracks change nothing. Every
//! operation returns the least automaton, its states in the order in which they are met: two automata on equal tracks
//! accept the same numbers exactly when they are equal.

#![expect(
    clippy::cast_possible_truncation,
    reason = "automata have at most 2²² transitions, and a state is one of them or fewer"
)]

use std::hash::Hash;
use std::rc::Rc;

use fxhash::FxHashMap;

use crate::system::System;
use crate::work::{Refusal, Result, Work};

/// The name of a number that automata read.
pub(crate) type Track = u16;

/// The state after digits with which no number begins.
pub(crate) const DEAD: u32 = u32::MAX;

/// A finite automaton over the digits of the numbers on its tracks, with an output at every state: of most, whether it
/// accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton<O = bool> {
    /// The system in which the numbers are written.
    pub system: System,
    /// The tracks, ascending.
    pub tracks: Vec<Track>,
    /// The next states, a row of all letters for each state; `u32::MAX` is none: no number begins so.
    pub next: Vec<u32>,
    /// The outputs of the states.
    pub outputs: Vec<O>,
}

/// Sorts a list and leaves out what it has twice.
pub(crate) fn ascending<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Lists for each letter over `all` the letter that the tracks `some`, in their order, read of it.
fn restricted(system: System, all: &[Track], some: &[Track]) -> Vec<usize> {
    let place = |track: &Track| {
        all.iter()
            .position(|other| other == track)
            .unwrap_or_default()
    };
    let places: Vec<usize> = some.iter().map(place).collect();
    let read = |letter| {
        places.iter().rev().fold(0, |read, &at| {
            read * system.digits() + system.digit(letter, at)
        })
    };
    (0..system.letters(all.len())).map(read).collect()
}

impl<O> Automaton<O> {
    /// Returns the states that are met from the first one on, in the order in which they are met.
    pub(crate) fn met<S: Clone + Eq + Hash>(
        system: System,
        tracks: Vec<Track>,
        work: &Work,
        first: S,
        mut step: impl FnMut(&S, usize) -> Result<Option<S>>,
        output: impl Fn(&S) -> O,
    ) -> Result<Automaton<O>> {
        let letters = system.letters(tracks.len());
        let mut numbers: FxHashMap<S, u32> = [(first.clone(), 0)].into_iter().collect();
        let mut list = vec![first];
        let mut next = Vec::new();
        let mut at = 0;
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
        Ok(Automaton {
            system,
            tracks,
            next,
            outputs: list.iter().map(output).collect(),
        })
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        let bytes = self.next.len() * 4 + self.outputs.len() * size_of::<O>();
        bytes as u64
    }

    /// Returns how many states it has.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    pub(crate) fn letters(&self) -> usize {
        self.system.letters(self.tracks.len())
    }

    /// Returns the next states, a row of all letters for each state; `None` if no number begins so.
    pub fn rows(&self) -> Vec<Vec<Option<u32>>> {
        let row = |row: &[u32]| {
            row.iter()
                .map(|&next| (next != DEAD).then_some(next))
                .collect()
        };
        self.next.chunks(self.letters()).map(row).collect()
    }

    #[inline]
    pub(crate) fn after(&self, state: u32, letter: usize) -> u32 {
        if state == DEAD {
            DEAD
        } else {
            self.next[state as usize * self.letters() + letter]
        }
    }

    /// Returns the output at some numbers, one a track; `None` after what no number begins with.
    pub fn output(&self, numbers: &[u64]) -> Option<&O> {
        let state = word(self.system, numbers, 1)
            .into_iter()
            .fold(0, |at, letter| self.after(at, letter));
        self.outputs.get(state as usize)
    }

    /// Returns a shortest word that leads to a state: states are in the order in which they are met, so the first step
    /// to a state is the last one of such a word.
    pub(crate) fn word_to(&self, mut state: u32) -> Vec<usize> {
        let mut word = Vec::new();
        while state != 0 {
            let step = self
                .next
                .iter()
                .position(|&to| to == state)
                .unwrap_or_default();
            word.push(step % self.letters());
            state = (step / self.letters()) as u32;
        }
        word.reverse();
        word
    }

    /// Returns the least automaton of the numbers with such outputs.
    pub(crate) fn class(&self, work: &Work, test: impl Fn(&O) -> bool) -> Result<Automaton> {
        self.with(test).least(work)
    }

    /// Returns an automaton with these states, whose outputs are functions of the outputs here.
    pub(crate) fn with<P>(&self, output: impl Fn(&O) -> P) -> Automaton<P> {
        let tracks = self.tracks.clone();
        let next = self.next.clone();
        Automaton {
            system: self.system,
            tracks,
            next,
            outputs: self.outputs.iter().map(output).collect(),
        }
    }
}

impl Automaton {
    /// Returns the least automaton that accepts the same: Moore's refinement of the states, a letter at a time, with
    /// one more state after which nothing is accepted, of class 0.
    pub(crate) fn least(&self, work: &Work) -> Result<Automaton> {
        let letters = self.letters();
        let mut classes = 0;
        let mut class: Vec<u32> = self
            .outputs
            .iter()
            .map(|&accepts| u32::from(accepts))
            .collect();
        let class_of = |class: &[u32], state| {
            if state == DEAD {
                0
            } else {
                class[state as usize]
            }
        };
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        loop {
            let before = classes;
            for letter in 0..letters {
                work.spend(self.states() + 1)?;
                numbers.clear();
                numbers.insert((0, 0), 0);
                let number = |(&own, next): (&u32, &[u32])| {
                    let fresh = numbers.len() as u32;
                    *numbers
                        .entry((own, class_of(&class, next[letter])))
                        .or_insert(fresh)
                };
                class = class
                    .iter()
                    .zip(self.next.chunks(letters))
                    .map(number)
                    .collect();
                classes = numbers.len();
            }
            if classes == before {
                break;
            }
        }
        let mut sample = vec![DEAD; classes];
        for (state, &class) in (0..).zip(&class) {
            sample[class as usize] = state;
        }
        let step = |&at: &u32, letter: usize| {
            let to = class_of(&class, self.after(sample[at as usize], letter));
            Ok(Some(to).filter(|&to| to != 0))
        };
        let accepts = |&at: &u32| at != 0 && self.outputs[sample[at as usize] as usize];
        Automaton::met(
            self.system,
            self.tracks.clone(),
            work,
            class[0],
            step,
            accepts,
        )
    }

    /// Returns the automaton that reads as both do at once, and accepts as `accepts` says of what both say. It must not
    /// accept where neither does, and if it does where only one accepts, that one has all tracks.
    pub(crate) fn join(
        &self,
        other: &Automaton,
        accepts: impl Fn(bool, bool) -> bool,
        work: &Work,
    ) -> Result<Automaton> {
        let tracks = ascending([&self.tracks[..], &other.tracks].concat());
        work.state(1, self.system.letters(tracks.len()))?;
        let [ours, theirs] = [self, other].map(|of| restricted(self.system, &tracks, &of.tracks));
        let may_accept = |a: bool, b: bool| {
            a && accepts(a, false) || b && accepts(false, b) || a && b && accepts(a, b)
        };
        let step = |&(a, b): &(u32, u32), letter: usize| {
            let a = self.after(a, ours[letter]);
            let b = other.after(b, theirs[letter]);
            Ok(may_accept(a != DEAD, b != DEAD).then_some((a, b)))
        };
        let accepts_at = |of: &Automaton, state: u32| state != DEAD && of.outputs[state as usize];
        let both = |&(a, b): &(u32, u32)| accepts(accepts_at(self, a), accepts_at(other, b));
        Automaton::met(self.system, tracks, work, (0, 0), step, both)?.least(work)
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

    /// Returns the automaton that accepts the other numbers if some number on this track makes this one accept. That
    /// number may be longer than the others, unless all words have one length.
    pub(crate) fn exists(&self, track: Track, work: &Work) -> Result<Automaton> {
        let tracks: Vec<Track> = self
            .tracks
            .iter()
            .copied()
            .filter(|&other| other != track)
            .collect();
        let mut wholes = vec![Vec::new(); self.system.letters(tracks.len())];
        for (whole, letter) in restricted(self.system, &self.tracks, &tracks)
            .into_iter()
            .enumerate()
        {
            wholes[letter].push(whole);
        }
        let successors = |set: &[u32], letter: usize| {
            let after = |&state: &u32| {
                wholes[letter]
                    .iter()
                    .map(move |&whole| self.after(state, whole))
            };
            ascending(
                set.iter()
                    .flat_map(after)
                    .filter(|&to| to != DEAD)
                    .collect(),
            )
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
            if members > work.members() {
                return Err(Refusal::Limit);
            }
            work.spend(set.len() * self.system.digits())?;
            Ok(Some(Rc::from(successors(set, letter))).filter(|to: &Rc<[u32]>| !to.is_empty()))
        };
        let accepts = |set: &Rc<[u32]>| set.iter().any(|&state| self.outputs[state as usize]);
        Automaton::met(self.system, tracks, work, Rc::from(first), step, accepts)?.least(work)
    }

    /// Returns the automaton with other names of its tracks: the i-th is that of track i.
    pub(crate) fn renamed(&self, names: &[Track]) -> Automaton {
        let named: Vec<Track> = self
            .tracks
            .iter()
            .map(|&track| names[usize::from(track)])
            .collect();
        let tracks = ascending(named.clone());
        let read = restricted(self.system, &tracks, &named);
        let row = |state: u32| read.iter().map(move |&letter| self.after(state, letter));
        Automaton {
            tracks,
            next: (0..self.states() as u32).flat_map(row).collect(),
            ..self.clone()
        }
    }

    /// Returns a shortest word that is accepted, as letters.
    pub(crate) fn shortest(&self) -> Option<Vec<usize>> {
        self.outputs
            .iter()
            .position(|&accepts| accepts)
            .map(|state| self.word_to(state as u32))
    }
}

/// Returns the numbers of a word, one a track.
pub(crate) fn numbers(system: System, tracks: usize, word: &[usize]) -> Option<Vec<i128>> {
    let on = |track| system.value(word.iter().map(move |&letter| system.digit(letter, track)));
    (0..tracks).map(on).collect()
}

/// Returns the letters of numbers, at least this many of them.
pub(crate) fn word(system: System, numbers: &[u64], length: usize) -> Vec<usize> {
    let length = numbers
        .iter()
        .map(|&n| system.word(n, length).len())
        .max()
        .unwrap_or(length);
    let mut letters = vec![0; length];
    for &n in numbers.iter().rev() {
        for (letter, digit) in letters.iter_mut().zip(system.word(n, length)) {
            *letter = *letter * system.digits() + digit;
        }
    }
    letters
}
