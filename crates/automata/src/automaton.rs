//! Automata that read several numbers at once, digit by digit.
//!
//! A letter is one digit for each track: the digit of track i counts dⁱ times. State 0 is the first; words that
//! are no numbers of the system are never accepted, and zeros in front of all tracks change nothing. Every
//! operation returns the least automaton, its states in the order in which they are met: two automata accept
//! the same numbers exactly when they are equal.

use std::hash::Hash;
use std::rc::Rc;

use fxhash::FxHashMap;

use crate::system::System;
use crate::work::{MAX_MEMBERS, Refusal, Work};

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

/// How two automata are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    And,
    /// The first and not the second.
    Without,
    Or,
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

/// For each letter over `all`, the letter that the tracks `some`, in their order, read of it.
fn restricted(digits: usize, all: &[Track], some: &[Track]) -> Vec<usize> {
    let place = |track: &Track| all.iter().position(|other| other == track).unwrap_or_default();
    let places: Vec<usize> = some.iter().map(place).collect();
    let read = |letter: usize| {
        let digits_read = places.iter().enumerate();
        digits_read.map(|(i, &place)| digit(letter, digits, place) * digits.pow(i as u32)).sum()
    };
    (0..letters(digits, all.len())).map(read).collect()
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
        self.next[state as usize * self.letters() + letter]
    }

    /// Accepts nothing, or everything without tracks.
    pub(crate) fn constant(system: System, accepts: bool) -> Automaton {
        let next = vec![if accepts { 0 } else { DEAD }];
        Automaton { tracks: vec![], digits: system.digits(), next, accepts: vec![accepts] }
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
        step: impl FnMut(&S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Automaton, Refusal> {
        Automaton::met(tracks, digits, work, first, step, accepts)?.least(work)
    }

    /// The states that are met from the first one on, in their order.
    fn met<S: Clone + Eq + Hash>(
        tracks: Vec<Track>,
        digits: usize,
        work: &Work,
        first: S,
        mut step: impl FnMut(&S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Automaton, Refusal> {
        let letters = letters(digits, tracks.len());
        let mut numbers: FxHashMap<S, u32> = [(first.clone(), 0)].into_iter().collect();
        let (mut list, mut next) = (vec![first], Vec::new());
        let mut at = 0;
        while at < list.len() {
            work.state(list.len(), letters)?;
            let state = list[at].clone();
            for letter in 0..letters {
                let to = step(&state, letter).map(|to| {
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
        let accepts = list.iter().map(accepts).collect();
        Ok(Automaton { tracks, digits, next, accepts })
    }

    /// The least automaton that accepts the same: Moore's refinement of the states that lead to acceptance.
    pub(crate) fn least(&self, work: &Work) -> Result<Automaton, Refusal> {
        let letters = self.letters();
        let live = self.live();
        let living: Vec<usize> = (0..self.states()).filter(|&state| live[state]).collect();
        let mut class: Vec<u32> = vec![DEAD; self.states()];
        living.iter().for_each(|&state| class[state] = u32::from(self.accepts[state]));
        let class_of = |class: &[u32], next: u32| if next == DEAD { DEAD } else { class[next as usize] };
        let mut classes = 0;
        let mut rows = vec![0; living.len() * (letters + 1)];
        loop {
            work.spend(rows.len())?;
            for (row, &state) in rows.chunks_mut(letters + 1).zip(&living) {
                row[0] = class[state];
                for (to, &next) in row[1..].iter_mut().zip(&self.next[state * letters..]) {
                    *to = class_of(&class, next);
                }
            }
            let mut numbers: FxHashMap<&[u32], u32> = FxHashMap::default();
            for (row, &state) in rows.chunks(letters + 1).zip(&living) {
                let fresh = numbers.len() as u32;
                class[state] = *numbers.entry(row).or_insert(fresh);
            }
            if numbers.len() == classes {
                break;
            }
            classes = numbers.len();
        }
        let mut sample = vec![0; classes];
        living.iter().for_each(|&state| sample[class[state] as usize] = state);
        // A first state that leads nowhere is kept.
        let state_of = |class: u32| sample.get(class as usize).copied();
        let step = |&at: &u32, letter: usize| {
            let to = class_of(&class, self.next[state_of(at)? * letters + letter]);
            (to != DEAD).then_some(to)
        };
        let accepts = |&at: &u32| state_of(at).is_some_and(|state| self.accepts[state]);
        Automaton::met(self.tracks.clone(), self.digits, work, class[0], step, accepts)
    }

    /// The states from which a number is accepted.
    fn live(&self) -> Vec<bool> {
        let letters = self.letters();
        let mut before = vec![(0, 0); self.next.len()];
        for (i, edge) in before.iter_mut().enumerate() {
            *edge = (self.next[i], (i / letters) as u32);
        }
        before.retain(|&(to, _)| to != DEAD);
        before.sort_unstable();
        before.dedup();
        let mut live = self.accepts.clone();
        let mut stack: Vec<u32> = (0..self.states() as u32).filter(|&state| live[state as usize]).collect();
        while let Some(state) = stack.pop() {
            let first = before.partition_point(|&(to, _)| to < state);
            for &(_, from) in before[first..].iter().take_while(|&&(to, _)| to == state) {
                if !std::mem::replace(&mut live[from as usize], true) {
                    stack.push(from);
                }
            }
        }
        live
    }

    /// Both read at once. Under [`Join::Or`] both have all tracks; the second's are the first's under
    /// [`Join::Without`].
    pub(crate) fn join(&self, other: &Automaton, join: Join, work: &Work) -> Result<Automaton, Refusal> {
        let mut tracks = [&self.tracks[..], &other.tracks].concat();
        tracks.sort_unstable();
        tracks.dedup();
        let count = letters(self.digits, tracks.len());
        work.state(1, count)?;
        let ours = restricted(self.digits, &tracks, &self.tracks);
        let theirs = restricted(self.digits, &tracks, &other.tracks);
        let after = |automaton: &Automaton, state: u32, letter: usize| {
            if state == DEAD { DEAD } else { automaton.after(state, letter) }
        };
        let accepts = |automaton: &Automaton, state: u32| state != DEAD && automaton.accepts[state as usize];
        let step = |&(a, b): &(u32, u32), letter: usize| {
            let pair = (after(self, a, ours[letter]), after(other, b, theirs[letter]));
            let dead = match join {
                Join::And => pair.0 == DEAD || pair.1 == DEAD,
                Join::Without => pair.0 == DEAD,
                Join::Or => pair == (DEAD, DEAD),
            };
            (!dead).then_some(pair)
        };
        Automaton::explore(tracks, self.digits, work, (0, 0), step, |&(a, b)| match join {
            Join::And => accepts(self, a) && accepts(other, b),
            Join::Without => accepts(self, a) && !accepts(other, b),
            Join::Or => accepts(self, a) || accepts(other, b),
        })
    }

    pub(crate) fn and(&self, other: &Automaton, work: &Work) -> Result<Automaton, Refusal> {
        self.join(other, Join::And, work)
    }

    pub(crate) fn without(&self, other: &Automaton, work: &Work) -> Result<Automaton, Refusal> {
        self.join(other, Join::Without, work)
    }

    pub(crate) fn or(&self, other: &Automaton, work: &Work) -> Result<Automaton, Refusal> {
        self.join(other, Join::Or, work)
    }

    /// Accepts if some number on this track makes it accept. The number may be longer than the others.
    pub(crate) fn exists(&self, track: Track, work: &Work) -> Result<Automaton, Refusal> {
        let Some(place) = self.tracks.iter().position(|&other| other == track) else {
            return Ok(self.clone());
        };
        let mut tracks = self.tracks.clone();
        tracks.remove(place);
        let below = self.digits.pow(place as u32);
        let whole = |letter: usize, digit: usize| {
            letter % below + digit * below + letter / below * below * self.digits
        };
        let successors = |set: &[u32], letter: usize| {
            let mut to: Vec<u32> = Vec::with_capacity(set.len());
            for &state in set {
                let nexts = (0..self.digits).map(|digit| self.after(state, whole(letter, digit)));
                to.extend(nexts.filter(|&next| next != DEAD));
            }
            to.sort_unstable();
            to.dedup();
            to
        };
        let mut first = vec![0];
        loop {
            let mut more = [&first[..], &successors(&first, 0)].concat();
            more.sort_unstable();
            more.dedup();
            if more.len() == first.len() {
                break;
            }
            first = more;
        }
        let mut members = 0;
        let step = |set: &Rc<[u32]>, letter: usize| {
            members += if letter == 0 { set.len() } else { 0 };
            let steps = if members > MAX_MEMBERS { usize::MAX } else { set.len() * self.digits };
            work.spend(steps).ok()?;
            Some(Rc::from(successors(set, letter))).filter(|to: &Rc<[u32]>| !to.is_empty())
        };
        let accepts = |set: &Rc<[u32]>| set.iter().any(|&state| self.accepts[state as usize]);
        let found = Automaton::explore(tracks, self.digits, work, Rc::from(first), step, accepts)?;
        // Sets that were given up count as dead: without steps left, nothing was found.
        if work.left() == 0 { Err(Refusal::Limit) } else { Ok(found) }
    }

    /// The tracks under other names, one for each.
    pub(crate) fn renamed(&self, name: impl Fn(Track) -> Track) -> Automaton {
        let named: Vec<Track> = self.tracks.iter().map(|&track| name(track)).collect();
        let mut tracks = named.clone();
        tracks.sort_unstable();
        let read = restricted(self.digits, &tracks, &named);
        let states = 0..self.states() as u32;
        let next =
            states.flat_map(|state| read.iter().map(move |&letter| self.after(state, letter))).collect();
        Automaton { tracks, next, ..self.clone() }
    }

    /// A shortest word that is accepted, as letters.
    pub(crate) fn shortest(&self) -> Option<Vec<usize>> {
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.states()];
        let mut queue = vec![0];
        let mut at = 0;
        while at < queue.len() {
            let mut state = queue[at];
            if self.accepts[state as usize] {
                let mut word = Vec::new();
                while let Some((before, letter)) = from[state as usize].filter(|_| state != 0) {
                    word.push(letter);
                    state = before;
                }
                word.reverse();
                return Some(word);
            }
            for letter in 0..self.letters() {
                let to = self.after(state, letter);
                if to != DEAD && to != 0 && from[to as usize].is_none() {
                    from[to as usize] = Some((state, letter));
                    queue.push(to);
                }
            }
            at += 1;
        }
        None
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
    let length = numbers.iter().map(|&n| system.word(n, length).len()).max().unwrap_or(0);
    let mut letters = vec![0; length];
    for (track, &n) in numbers.iter().enumerate() {
        let worth = system.digits().pow(track as u32);
        letters
            .iter_mut()
            .zip(system.word(n, length))
            .for_each(|(letter, d)| *letter += usize::from(d) * worth);
    }
    letters
}
