//! The answers of a proved pattern for positions of any size: who wins, values, how many moves and which, and how
//! many positions within bounds are lost.
//!
//! W(x,y), "y is an option of x with the value wanted", is an automaton. With the digits of x given, the ways through
//! it are the options y, each once. The moves in the order of the rule are those of automata over x and the
//! names that `for` binds, one for each kind of move: the least first name with which the others exist is
//! found digit by digit, then the next name.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fxhash::FxHashMap;
use num_bigint::BigUint;

use grundy_rules::tree::Rule;

use crate::automaton::{Automaton, DEAD, Track, digit, word};
use crate::compile::at;
use crate::form::{Atom, Form};
use crate::learn::{Guess, ILLEGAL};
use crate::prove::{Compiled, Kind, Pattern};
use crate::system::System;
use crate::work::{Refusal, Work};

/// Which options are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// All of them.
    Any,
    /// Positions with this value; positions at which the player to move loses have the value 0.
    Value(u64),
}

/// A proved pattern, and the automata that its answers need, each made once.
#[derive(Clone, Debug)]
pub struct Answers {
    rule: Rule,
    pattern: Pattern,
    options: BTreeMap<Wanted, Automaton>,
    /// For each kind of move: its names known one after the other, from none to all.
    ordered: BTreeMap<Wanted, Vec<Vec<Automaton>>>,
}

/// The most steps to make automata that answers need.
const MAX_STEPS: u64 = 1 << 28;

impl Answers {
    /// Of a pattern proved for this rule.
    pub fn new(rule: Rule, pattern: Pattern) -> Answers {
        Answers { rule, pattern, options: BTreeMap::new(), ordered: BTreeMap::new() }
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Whether values are known, not who wins alone.
    pub fn has_values(&self) -> bool {
        self.pattern.kind != Kind::Outcomes
    }

    /// The value of a position; of outcomes 0 if the player to move loses, else 1. None for what is no
    /// position.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        let guess = &self.pattern.guess;
        match self.pattern.kind {
            Kind::Relation => {
                let automaton = guess.plain(|output| output == 1);
                let mut found = None;
                let _ = each(&automaton, guess.system, position, &mut |value| {
                    found = Some(value);
                    ControlFlow::Break(())
                });
                found
            }
            kind => {
                let output = guess.output(position).filter(|&output| output != ILLEGAL)?;
                Some(if kind == Kind::Outcomes { 1 - u64::from(output) } else { output.into() })
            }
        }
    }

    /// The wanted value as a class of the pattern: all values of a relation are one, with the value to be given.
    fn class(&self, wanted: Wanted) -> (Wanted, Option<u64>) {
        match wanted {
            Wanted::Value(value) if self.pattern.kind == Kind::Relation => (Wanted::Value(0), Some(value)),
            wanted => (wanted, None),
        }
    }

    fn wanted(&self, compiled: &Compiled<'_>, wanted: Wanted) -> Result<Automaton, Refusal> {
        let guess = &self.pattern.guess;
        match (wanted, self.pattern.kind) {
            (Wanted::Any, _) => Ok(compiled.legal.clone()),
            (Wanted::Value(value), Kind::Values) => {
                guess.class(compiled.work(), |output| output != ILLEGAL && u64::from(output) == value)
            }
            (Wanted::Value(_), _) => guess.class(compiled.work(), |output| output == 1),
        }
    }

    /// How many different options have what is wanted.
    ///
    /// # Errors
    ///
    /// The automaton grows too large.
    pub fn count(&mut self, position: &[u64], wanted: Wanted) -> Result<u128, Refusal> {
        let (class, value) = self.class(wanted);
        let system = self.pattern.guess.system;
        if !self.options.contains_key(&class) {
            let work = Work::new(MAX_STEPS);
            let compiled = Compiled::new(&self.rule, system, &work)?;
            let made = compiled.options(&self.wanted(&compiled, class)?)?;
            self.options.insert(class, made);
        }
        let fixed: Vec<u64> = position.iter().copied().chain(value).collect();
        count(&self.options[&class], system, &fixed).ok_or(Refusal::Limit)
    }

    /// Visits the moves that have what is wanted, in the order of the rule: the number of the kind and the values of
    /// its names. A position may be met more than once.
    ///
    /// # Errors
    ///
    /// Automata grow too large, or a name takes numbers below 0.
    pub fn moves(
        &mut self,
        position: &[u64],
        wanted: Wanted,
        visit: &mut dyn FnMut(usize, &[u64]) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        let (class, value) = self.class(wanted);
        let system = self.pattern.guess.system;
        if !self.ordered.contains_key(&class) {
            let work = Work::new(MAX_STEPS);
            let compiled = Compiled::new(&self.rule, system, &work)?;
            let wanted = self.wanted(&compiled, class)?;
            let kinds = 0..self.rule.kinds.len();
            let made = kinds.map(|kind| compiled.ordered(&wanted, kind)).collect::<Result<_, _>>()?;
            self.ordered.insert(class, made);
        }
        let fixed: Vec<u64> = position.iter().copied().chain(value).collect();
        for (kind, levels) in self.ordered[&class].iter().enumerate() {
            if descend(levels, system, &fixed, fixed.len(), &mut |names| visit(kind, names)).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Visits the positions with numbers from `low` to `high` at which the player to move loses, in the order of
    /// their digits.
    pub fn each_lost(
        &self,
        low: &[u64],
        high: &[u64],
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Pattern { guess, kind, .. } = &self.pattern;
        let automaton = guess.plain(|output| output == u8::from(*kind != Kind::Values));
        let (arity, mut low, mut high) = (low.len(), low.to_vec(), high.to_vec());
        // Of a relation the value 0 is one number more.
        low.resize(guess.arity, 0);
        high.resize(guess.arity, 0);
        let mut visit = |numbers: &[u64]| visit(&numbers[..arity]);
        let all = (1 << guess.arity) - 1;
        Within::new(&automaton, guess.system, (&low, &high), &mut visit).walk(0, [all; 2])
    }

    /// How often each value occurs among the positions with numbers from `low` to `high`; none for values that
    /// are a relation, of which those of the value 0 are counted alone.
    pub fn histogram(&self, low: &[u64], high: &[u64]) -> BTreeMap<u64, BigUint> {
        let Pattern { guess, kind, .. } = &self.pattern;
        let mut sums: [BTreeMap<u64, BigUint>; 2] = Default::default();
        // Inclusion and exclusion: up to the high ends, without those below the low ones.
        for corner in 0..1usize << low.len() {
            let tops = (0..low.len())
                .map(|i| if corner >> i & 1 == 0 { Some(high[i]) } else { low[i].checked_sub(1) });
            let Some(mut tops) = tops.collect::<Option<Vec<u64>>>() else { continue };
            if *kind == Kind::Relation {
                tops.push(0);
            }
            for (output, count) in within(guess, &tops) {
                let value = match kind {
                    Kind::Values => u64::from(output),
                    _ => u64::from(output == 0),
                };
                *sums[corner.count_ones() as usize & 1].entry(value).or_default() += count;
            }
        }
        let [mut plus, minus] = sums;
        for (value, count) in minus {
            *plus.entry(value).or_default() -= count;
        }
        plus
    }
}

/// Positions within bounds that an automaton accepts, found digit by digit.
struct Within<'a> {
    automaton: &'a Automaton,
    system: System,
    /// The letters of the least and of the greatest numbers.
    ends: [Vec<usize>; 2],
    /// By place: the states from which some word can be read to an end.
    live: Vec<Vec<bool>>,
    /// The digits so far, by track.
    words: Vec<Vec<u8>>,
    visit: &'a mut dyn FnMut(&[u64]) -> ControlFlow<()>,
}

impl<'a> Within<'a> {
    fn new(
        automaton: &'a Automaton,
        system: System,
        (low, high): (&[u64], &[u64]),
        visit: &'a mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Self {
        let high = word(system, high, 1);
        let mut live = vec![automaton.accepts.clone()];
        for place in 0..high.len() {
            let leads = |state: usize| {
                (0..automaton.letters()).any(|letter| {
                    let to = automaton.after(state as u32, letter);
                    to != DEAD && live[place][to as usize]
                })
            };
            live.push((0..automaton.states()).map(leads).collect());
        }
        live.reverse();
        let words = vec![Vec::new(); low.len()];
        Within { automaton, system, ends: [word(system, low, high.len()), high], live, words, visit }
    }

    /// Visits them from a state on; `tight` has the tracks on which the digits so far are those of the least and of the
    /// greatest number.
    fn walk(&mut self, state: u32, tight: [u32; 2]) -> ControlFlow<()> {
        let place = self.words[0].len();
        if place == self.ends[0].len() {
            let number = |word: &Vec<u8>| self.system.value(word.iter().copied())?.try_into().ok();
            return match self.words.iter().map(number).collect::<Option<Vec<u64>>>() {
                Some(numbers) => (self.visit)(&numbers),
                None => ControlFlow::Continue(()),
            };
        }
        for letter in 0..self.automaton.letters() {
            let to = self.automaton.after(state, letter);
            if to == DEAD || !self.live[place + 1][to as usize] {
                continue;
            }
            let digit = |letter, track| digit(letter, self.automaton.digits, track);
            let mut still = [0; 2];
            let fits = (0..self.words.len()).all(|track| {
                let read = digit(letter, track);
                let [low, high] = [0, 1].map(|end| digit(self.ends[end][place], track));
                still[0] |= u32::from(tight[0] >> track & 1 == 1 && read == low) << track;
                still[1] |= u32::from(tight[1] >> track & 1 == 1 && read == high) << track;
                (tight[0] >> track & 1 == 0 || read >= low) && (tight[1] >> track & 1 == 0 || read <= high)
            });
            if fits {
                let digits: Vec<usize> = (0..self.words.len()).map(|track| digit(letter, track)).collect();
                self.words.iter_mut().zip(digits).for_each(|(word, digit)| word.push(digit as u8));
                self.walk(to, still)?;
                self.words.iter_mut().for_each(|word| _ = word.pop());
            }
        }
        ControlFlow::Continue(())
    }
}

impl Guess {
    /// Its states as an automaton, as they are.
    fn plain(&self, test: impl Fn(u8) -> bool) -> Automaton {
        Automaton {
            tracks: (0..self.arity as Track).collect(),
            digits: self.system.digits(),
            next: self.next.clone(),
            accepts: self.outputs.iter().map(|&output| test(output)).collect(),
        }
    }

    /// The output at some numbers.
    pub fn output(&self, numbers: &[u64]) -> Option<u8> {
        let letters = crate::automaton::letters(self.system.digits(), self.arity);
        let mut state = 0;
        for letter in word(self.system, numbers, 1) {
            state = self.next[state as usize * letters + letter];
            if state == DEAD {
                return None;
            }
        }
        Some(self.outputs[state as usize])
    }
}

impl Compiled<'_> {
    /// Over a position, the value if one is asked for, and an option of the position: which options have what
    /// is wanted.
    fn options(&self, wanted: &Automaton) -> Result<Automaton, Refusal> {
        let (value, first) = self.value_and_first(wanted);
        let targets: Vec<Track> = (0..self.arity as Track).map(|i| first + i).collect();
        let kept = [&self.tracks()[..], value.as_slice(), &targets].concat();
        let mut found = self.joiner.nothing(&kept)?;
        for step in &self.moves {
            let mut atoms = step.atoms.clone();
            for (form, &track) in step.target.iter().zip(&targets) {
                atoms.push(Atom::equal(form.minus(&Form::track(track))?));
            }
            atoms.push(at(&self.live, &self.tracks()));
            atoms.push(at(wanted, &[&targets[..], value.as_slice()].concat()));
            found = found.or(&self.joiner.some(atoms, &kept)?, self.work())?;
        }
        Ok(found)
    }

    /// Over a position, the value if one is asked for, and the names of a kind of move: which moves lead to what is
    /// wanted. The last automaton knows all names; each one before it knows one less.
    fn ordered(&self, wanted: &Automaton, kind: usize) -> Result<Vec<Automaton>, Refusal> {
        let (value, first) = self.value_and_first(wanted);
        let mut found: Option<Automaton> = None;
        let targets: Vec<Track> = (0..self.arity as Track).map(|i| first + i).collect();
        for step in self.moves.iter().filter(|step| step.kind == kind) {
            let names: Vec<Track> =
                (0..step.bound.len() as Track).map(|i| first + self.arity as Track + i).collect();
            let kept = [&self.tracks()[..], value.as_slice(), &names].concat();
            let mut atoms = step.atoms.clone();
            for (form, &track) in step.target.iter().zip(&targets) {
                atoms.push(Atom::equal(form.minus(&Form::track(track))?));
            }
            atoms.push(at(&self.live, &self.tracks()));
            atoms.push(at(wanted, &[&targets[..], value.as_slice()].concat()));
            for form in step.bound.iter().filter(|form| !form.is_never_negative()) {
                let below = [&atoms[..], &[Atom::Within(form.clone(), None, Some(-1))]].concat();
                if !self.joiner.some(below, &[])?.is_empty() {
                    return Refusal::outside("a name takes numbers below 0");
                }
            }
            for (form, &track) in step.bound.iter().zip(&names) {
                atoms.push(Atom::equal(form.minus(&Form::track(track))?));
            }
            let one = self.joiner.some(atoms, &kept)?;
            found = Some(match found {
                None => one,
                Some(before) => before.or(&one, self.work())?,
            });
        }
        let Some(last) = found else { return Ok(vec![]) };
        let mut levels = vec![last];
        // The names are the last tracks, in their order.
        while let Some(&name) = levels[0].tracks[self.arity + usize::from(value.is_some())..].last() {
            levels.insert(0, levels[0].exists(name, self.work())?);
        }
        Ok(levels)
    }

    /// The track of the value, if one is asked for, and the first that is free.
    fn value_and_first(&self, wanted: &Automaton) -> (Option<Track>, Track) {
        ((wanted.tracks.len() > self.arity).then_some(self.arity as Track), self.next_track())
    }
}

/// As many digits as any number of 64 bits has.
fn longest(system: System) -> usize {
    system.word(u64::MAX, 1).len()
}

/// In how many ways the tracks behind the given ones can be filled.
fn count(automaton: &Automaton, system: System, fixed: &[u64]) -> Option<u128> {
    let digits = system.digits();
    let (below, free) =
        (digits.pow(fixed.len() as u32), automaton.letters() / digits.pow(fixed.len() as u32));
    let mut ways: FxHashMap<u32, u128> = [(0, 1)].into_iter().collect();
    for letter in word(system, fixed, longest(system)) {
        let mut next: FxHashMap<u32, u128> = FxHashMap::default();
        for (&state, &count) in &ways {
            for other in 0..free {
                let to = automaton.after(state, letter + other * below);
                if to != DEAD {
                    let ways = next.entry(to).or_default();
                    *ways = ways.checked_add(count)?;
                }
            }
        }
        ways = next;
    }
    let ends = ways.iter().filter(|&(&state, _)| automaton.accepts[state as usize]);
    ends.map(|(_, &count)| count).try_fold(0u128, u128::checked_add)
}

/// Visits, ascending, the numbers on the track behind the given ones with which the automaton accepts.
fn each(
    automaton: &Automaton,
    system: System,
    fixed: &[u64],
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let digits = system.digits();
    let below = digits.pow(fixed.len() as u32);
    let letters = word(system, fixed, longest(system));
    // The states from which the rest of the word can be read to an end.
    let mut live = vec![automaton.accepts.clone()];
    for &letter in letters.iter().rev() {
        let last = &live[live.len() - 1];
        let leads = |state: usize| {
            (0..digits).any(|digit| {
                let to = automaton.after(state as u32, letter + digit * below);
                to != DEAD && last[to as usize]
            })
        };
        live.push((0..automaton.states()).map(leads).collect());
    }
    live.reverse();
    if !live[0][0] {
        return ControlFlow::Continue(());
    }
    // The way to the number at hand: a state and the next digit to try for each place.
    let mut way = vec![(0u32, 0usize)];
    let mut word = Vec::new();
    while let Some((state, next)) = way.last_mut() {
        let place = word.len();
        if place == letters.len() {
            if let Some(number) = system.value(word.iter().copied()).and_then(|n| u64::try_from(n).ok()) {
                visit(number)?;
            }
            way.pop();
            word.pop();
            continue;
        }
        let found = (*next..digits).find_map(|digit| {
            let to = automaton.after(*state, letters[place] + digit * below);
            (to != DEAD && live[place + 1][to as usize]).then_some((digit, to))
        });
        match found {
            Some((digit, to)) => {
                *next = digit + 1;
                word.push(digit as u8);
                way.push((to, 0));
            }
            None => {
                way.pop();
                word.pop();
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the names that these automata, each of which knows one more, accept behind the given numbers.
fn descend(
    levels: &[Automaton],
    system: System,
    known: &[u64],
    given: usize,
    visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((first, others)) = levels.split_first() else { return visit(&known[given..]) };
    if first.tracks.len() > known.len() {
        return each(first, system, known, &mut |name| {
            descend(others, system, &[known, &[name]].concat(), given, visit)
        });
    }
    let end = word(system, known, 1).into_iter().try_fold(0, |state, letter| {
        let next = first.after(state, letter);
        (next != DEAD).then_some(next)
    });
    match end {
        Some(state) if first.accepts[state as usize] => descend(others, system, known, given, visit),
        _ => ControlFlow::Continue(()),
    }
}

/// How many positions with numbers up to these there are for each output that is one.
fn within(guess: &Guess, tops: &[u64]) -> BTreeMap<u8, BigUint> {
    let (digits, tracks) = (guess.system.digits(), tops.len());
    let letters = crate::automaton::letters(digits, tracks);
    // The state, and on which tracks the digits so far are those of the top.
    let mut ways: BTreeMap<(u32, u32), BigUint> = [((0, (1 << tracks) - 1), BigUint::from(1u32))].into();
    for top in word(guess.system, tops, 1) {
        let mut next: BTreeMap<(u32, u32), BigUint> = BTreeMap::new();
        for ((state, tight), count) in &ways {
            for letter in 0..letters {
                let to = guess.next[*state as usize * letters + letter];
                let mut still = 0;
                let fits = (0..tracks).all(|track| {
                    let (digit, top) = (digit(letter, digits, track), digit(top, digits, track));
                    still |= u32::from(tight >> track & 1 == 1 && digit == top) << track;
                    tight >> track & 1 == 0 || digit <= top
                });
                if to != DEAD && fits {
                    *next.entry((to, still)).or_default() += count;
                }
            }
        }
        ways = next;
    }
    let mut counts: BTreeMap<u8, BigUint> = BTreeMap::new();
    for ((state, _), count) in ways {
        let output = guess.outputs[state as usize];
        if output != ILLEGAL {
            *counts.entry(output).or_default() += count;
        }
    }
    counts
}
