//! Guesses an automaton from what is known of small positions: Angluin's table, with the suffixes of Rivest and
//! Schapire.
//!
//! The teacher is a table of outputs. Beginnings of words are one state if every suffix tried so far leads
//! to equal outputs; a word on which the automaton so made is wrong gives one more suffix. The guess is what a proof
//! begins with: nothing rests on it.

use std::collections::VecDeque;

use fxhash::FxHashMap;

use crate::automaton::{DEAD, letters};
use crate::system::{Running, System};
use crate::work::{Refusal, Work};

/// The output of numbers that are no position.
pub const ILLEGAL: u8 = u8::MAX;

/// The output of words that are no numbers, in the table.
const NO_NUMBER: u8 = u8::MAX - 1;

/// The known values of small positions.
pub struct Sample<'a> {
    /// How many numbers a position has.
    pub arity: usize,
    /// The output at these numbers: 0 or a class, [`ILLEGAL`] for no position, none if they are too large.
    pub output: &'a dyn Fn(&[u64]) -> Option<u8>,
}

/// An automaton with an output at every state: what a position is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The numbers are written in this system.
    pub system: System,
    /// How many numbers a position has.
    pub arity: usize,
    /// The next states, a row of all letters for each state; the first state is 0.
    pub(crate) next: Vec<u32>,
    /// The outputs of the states.
    pub(crate) outputs: Vec<u8>,
}

impl Guess {
    /// The automaton with one transition between numbers changed: for tests. `below` chooses a number below
    /// another.
    #[must_use]
    pub fn changed(&self, mut below: impl FnMut(u64) -> u64) -> Guess {
        let mut guess = self.clone();
        let edges: Vec<usize> = (0..self.next.len()).filter(|&edge| self.next[edge] != DEAD).collect();
        let states = self.outputs.len() as u64;
        let edge = edges[below(edges.len() as u64) as usize];
        let other = (u64::from(self.next[edge]) + 1 + below(states.max(2) - 1)) % states.max(1);
        guess.next[edge] = other as u32;
        guess
    }
}

/// The first digits of some numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Prefix(Vec<(Running, bool)>);

impl Prefix {
    fn then(&self, system: System, letter: usize) -> Option<Prefix> {
        let mut longer = self.clone();
        longer.read(system, letter)?;
        Some(longer)
    }

    fn read(&mut self, system: System, mut letter: usize) -> Option<()> {
        for (running, largest) in &mut self.0 {
            let digit = (letter % system.digits()) as u8;
            letter /= system.digits();
            *largest = system.follows(*largest, digit)?;
            *running = system.then(*running, digit.into());
        }
        Some(())
    }
}

struct Observations<'a> {
    system: System,
    sample: &'a Sample<'a>,
    suffixes: Vec<Vec<usize>>,
}

impl Observations<'_> {
    /// The output of a word that begins so; none if it is larger than the table.
    fn look(&self, prefix: &Prefix, suffix: &[usize]) -> Option<u8> {
        let mut word = prefix.clone();
        if suffix.iter().any(|&letter| word.read(self.system, letter).is_none()) {
            return Some(NO_NUMBER);
        }
        let mut at = [0; grundy_rules::tree::MAX_NUMBERS + 1];
        for (n, (running, _)) in at.iter_mut().zip(&word.0) {
            *n = self.system.number(*running) as u64;
        }
        (self.sample.output)(&at[..word.0.len()])
    }

    fn row(&self, prefix: &Prefix) -> Option<Vec<u8>> {
        let largest = prefix.0.iter().map(|&(_, largest)| Some(u8::from(largest)));
        self.suffixes.iter().map(|suffix| self.look(prefix, suffix)).chain(largest).collect()
    }

    /// The automaton of the suffixes so far, with a word that leads to each state.
    fn close(&self, most: usize, work: &Work) -> Result<(Guess, Vec<Prefix>), Refusal> {
        let letters = letters(self.system.digits(), self.sample.arity);
        let first = Prefix(vec![(Running::default(), false); self.sample.arity]);
        let mut numbers: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        numbers.insert(self.row(&first).ok_or(Refusal::Unlike)?, 0);
        let mut list = vec![first];
        let mut next = Vec::new();
        let mut at = 0;
        while at < list.len() {
            work.spend(letters * (self.suffixes.len() + 1))?;
            for letter in 0..letters {
                let Some(prefix) = list[at].then(self.system, letter) else {
                    next.push(DEAD);
                    continue;
                };
                let row = self.row(&prefix).ok_or(Refusal::Unlike)?;
                let fresh = list.len() as u32;
                let number = *numbers.entry(row).or_insert(fresh);
                if number == fresh {
                    list.push(prefix);
                }
                next.push(number);
            }
            if list.len() > most {
                return Err(Refusal::Unlike);
            }
            at += 1;
        }
        let outputs = list.iter().map(|prefix| self.look(prefix, &[]).ok_or(Refusal::Unlike));
        let outputs = outputs.collect::<Result<_, _>>()?;
        Ok((Guess { system: self.system, arity: self.sample.arity, next, outputs }, list))
    }

    /// The first word, by its length, on which the guess is wrong.
    fn wrong(&self, guess: &Guess, work: &Work) -> Result<Option<Vec<usize>>, Refusal> {
        struct Node {
            state: u32,
            before: u32,
            letter: u32,
        }
        let letters = letters(self.system.digits(), self.sample.arity);
        let first = Prefix(vec![(Running::default(), false); self.sample.arity]);
        let mut nodes = vec![Node { state: 0, before: 0, letter: 0 }];
        let mut prefixes = VecDeque::from([first]);
        let mut at = 0;
        while let Some(short) = prefixes.pop_front() {
            work.spend(letters)?;
            // The first letter is not all zeros.
            for letter in usize::from(at == 0)..letters {
                let Some(prefix) = short.then(self.system, letter) else { continue };
                let Some(known) = self.look(&prefix, &[]) else { continue };
                let state = guess.next[nodes[at].state as usize * letters + letter];
                prefixes.push_back(prefix);
                nodes.push(Node { state, before: at as u32, letter: letter as u32 });
                if guess.outputs[state as usize] == known {
                    continue;
                }
                let (mut word, mut node) = (Vec::new(), nodes.len() - 1);
                while node != 0 {
                    word.push(nodes[node].letter as usize);
                    node = nodes[node].before as usize;
                }
                word.reverse();
                return Ok(Some(word));
            }
            at += 1;
        }
        Ok(None)
    }
}

/// The least automaton that fits the sample, if the sample determines one, and it has at most `most` states.
pub fn learn(system: System, sample: &Sample<'_>, most: usize, work: &Work) -> Result<Guess, Refusal> {
    work.state(most, letters(system.digits(), sample.arity))?;
    let mut table = Observations { system, sample, suffixes: vec![vec![]] };
    loop {
        let (guess, prefixes) = table.close(most, work)?;
        let Some(word) = table.wrong(&guess, work)? else { return Ok(guess) };
        let letters = letters(system.digits(), sample.arity);
        let mut state = 0;
        let mut before = table.look(&prefixes[0], &word).ok_or(Refusal::Unlike)?;
        // Along the word the answers change at the place at which a suffix parts a state from the word that stands for it.
        let parting = (0..word.len()).find_map(|i| {
            state = guess.next[state as usize * letters + word[i]];
            let Some(after) = table.look(&prefixes[state as usize], &word[i + 1..]) else {
                return Some(Err(Refusal::Unlike));
            };
            let changed = after != before;
            before = after;
            changed.then(|| Ok(word[i + 1..].to_vec()))
        });
        table.suffixes.push(parting.ok_or(Refusal::Unlike)??);
    }
}
