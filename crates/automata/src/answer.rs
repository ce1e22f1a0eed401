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

use crate::atoms::Setting;
use crate::automaton::{Automaton, DEAD, Track, digit, letters, numbers, word};
use crate::form::{Atom, Form};
use crate::learn::{Guess, ILLEGAL};
use crate::prove::{Compiled, Kind, Pattern};
use crate::system::System;
use crate::work::{Refusal, Work};

/// A proved pattern, and the automata that its answers need, each made once.
#[derive(Clone, Debug)]
pub struct Answers {
    rule: Rule,
    pattern: Pattern,
    /// By value; of a relation one for all values, which read the value, too.
    options: BTreeMap<u64, Automaton>,
    /// For each kind of move: its names known one after the other, from none to all.
    ordered: BTreeMap<u64, Vec<Vec<Automaton>>>,
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

    /// The value of a position; of outcomes 0 if the player to move loses, else 1. None for what is no
    /// position.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        let guess = &self.pattern.guess;
        match self.pattern.kind {
            Kind::Relation => guess.related(position),
            _ => guess.output(position).filter(|&output| output != ILLEGAL).map(u64::from),
        }
    }

    /// The positions with a value; of a relation one number more is the value.
    fn of_value(&self, value: u64) -> Automaton {
        let output = if self.pattern.kind == Kind::Relation { 1 } else { value };
        self.pattern.guess.plain(|other| other != ILLEGAL && u64::from(other) == output)
    }

    /// The key of the automata for options with a value, and the numbers that they are given.
    fn given(&self, position: &[u64], value: u64) -> (u64, Vec<u64>) {
        match self.pattern.kind {
            Kind::Relation => (0, [position, &[value]].concat()),
            _ => (value, position.to_vec()),
        }
    }

    /// Makes automata from the rule, and from the positions with a value.
    fn made<T>(
        &self,
        value: u64,
        make: impl Fn(&Compiled<'_>, &Automaton) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let work = Work::new(MAX_STEPS);
        let compiled = Compiled::new(&self.rule, self.pattern.guess.system, &work)?;
        make(&compiled, &self.of_value(value).least(&work)?)
    }

    /// How many different options have this value, of outcomes 0 if they are lost.
    ///
    /// # Errors
    ///
    /// The automaton grows too large.
    pub fn count(&mut self, position: &[u64], value: u64) -> Result<u128, Refusal> {
        let (key, given) = self.given(position, value);
        if !self.options.contains_key(&key) {
            self.options.insert(key, self.made(key, |compiled, wanted| compiled.leading(wanted, None))?);
        }
        let count = Ways::behind(&self.options[&key], self.pattern.guess.system, &given).count();
        count.try_into().map_err(|_| Refusal::Limit)
    }

    /// Visits the moves that leave this value, in the order of the rule: the number of the kind and the values of
    /// its names. A position may be met more than once.
    ///
    /// # Errors
    ///
    /// Automata grow too large, or a name takes numbers below 0.
    pub fn moves(
        &mut self,
        position: &[u64],
        value: u64,
        visit: &mut dyn FnMut(usize, &[u64]) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        let (key, given) = self.given(position, value);
        if !self.ordered.contains_key(&key) {
            let kinds = 0..self.rule.kinds.len();
            let made = self.made(key, |compiled, wanted| {
                kinds.clone().map(|kind| compiled.ordered(wanted, kind)).collect()
            });
            self.ordered.insert(key, made?);
        }
        let system = self.pattern.guess.system;
        for (kind, levels) in self.ordered[&key].iter().enumerate() {
            if descend(levels, system, &given, given.len(), &mut |names| visit(kind, names)).is_break() {
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
        let [(_, low), (_, high)] = [self.given(low, 0), self.given(high, 0)];
        let arity = self.rule.arity();
        let lost = self.of_value(0);
        Ways::new(&lost, self.pattern.guess.system, &low, &high).each(&mut |found| visit(&found[..arity]))
    }

    /// Of sums of positions, each with numbers from the first to the second bounds: in how many the player to move
    /// loses, and how many there are. None for several positions if their values are not known, or grow too
    /// large.
    pub fn lost_sums(&self, components: &[(Vec<u64>, Vec<u64>)]) -> Option<(BigUint, BigUint)> {
        let Guess { system, outputs, .. } = &self.pattern.guess;
        // Of a relation, the value behind the numbers is at most `value`.
        let within = |automaton: &Automaton, (low, high): &(Vec<u64>, Vec<u64>), value: u64| {
            let [(_, low), (_, high)] = [self.given(low, 0), self.given(high, value)];
            Ways::new(automaton, *system, &low, &high).count()
        };
        let is_relation = self.pattern.kind == Kind::Relation;
        let positions =
            self.pattern.guess.plain(|output| if is_relation { output == 1 } else { output != ILLEGAL });
        let all = components.iter().map(|component| within(&positions, component, u64::MAX)).product();
        let lost = match self.pattern.kind {
            Kind::Outcomes if components.len() > 1 => return None,
            Kind::Relation => {
                let joint = self.sum_of(components.len(), &Work::new(MAX_STEPS)).ok()?;
                let (low, high): (Vec<_>, Vec<_>) = components.iter().cloned().unzip();
                let [low, high] = [low, high].map(|ends| [&ends.concat()[..], &[0]].concat());
                Ways::new(&joint, *system, &low, &high).count()
            }
            _ => {
                let mut sums: BTreeMap<u64, BigUint> = [(0, BigUint::from(1u32))].into();
                let most = outputs.iter().copied().filter(|&output| output != ILLEGAL).max().unwrap_or(0);
                for component in components {
                    let mut more: BTreeMap<u64, BigUint> = BTreeMap::new();
                    for value in 0..=u64::from(most) {
                        let count = within(&self.of_value(value), component, 0);
                        for (sum, ways) in &sums {
                            *more.entry(sum ^ value).or_default() += ways * &count;
                        }
                    }
                    sums = more;
                }
                sums.remove(&0).unwrap_or_default()
            }
        };
        Some((lost, all))
    }

    /// The relation between several positions and the value of their sum, in base 2: V(x,v) and V(y,w) give
    /// the positions x, y the value u if u = v xor w. Values are unique, so no sum is counted twice.
    fn sum_of(&self, components: usize, work: &Work) -> Result<Automaton, Refusal> {
        let Guess { system, arity, .. } = self.pattern.guess;
        if system.as_base() != Some(2) && components > 1 {
            return Refusal::outside("values are added in base 2");
        }
        let (relation, places) = (self.of_value(0).least(work)?, arity as Track - 1);
        let value = Track::MAX - 2;
        let named = |component: usize, value: Track| {
            let behind = component as Track * places;
            relation.renamed(|track| if track == places { value } else { behind + track })
        };
        let is_even = |letter: usize| letter.count_ones().is_multiple_of(2);
        let even = Setting { system, work }.digitwise(&[value, value + 1, value + 2], is_even)?;
        let mut sum = named(0, value);
        for component in 1..components {
            let both = sum.and(&even, work)?.exists(value, work)?;
            let both = both.and(&named(component, value + 1), work)?.exists(value + 1, work)?;
            sum = both.renamed(|track| if track == value + 2 { value } else { track });
        }
        Ok(sum)
    }
}

/// The numbers within bounds that an automaton accepts: how many, and which, digit by digit.
struct Ways<'a> {
    automaton: &'a Automaton,
    system: System,
    /// The letters of the least and of the greatest numbers.
    ends: [Vec<usize>; 2],
    /// The numbers of ways to an end, by the place, the state, and the tracks on which the digits so far are those
    /// of the least and of the greatest number.
    known: FxHashMap<(usize, u32, [u32; 2]), BigUint>,
    /// The letters so far.
    word: Vec<usize>,
}

impl<'a> Ways<'a> {
    fn new(automaton: &'a Automaton, system: System, low: &[u64], high: &[u64]) -> Self {
        let high = word(system, high, 1);
        let ends = [word(system, low, high.len()), high];
        Ways { automaton, system, ends, known: FxHashMap::default(), word: Vec::new() }
    }

    /// Numbers of any size on the tracks behind the given ones.
    fn behind(automaton: &'a Automaton, system: System, given: &[u64]) -> Self {
        let filled = |with: u64| {
            let mut numbers = given.to_vec();
            numbers.resize(automaton.tracks.len(), with);
            numbers
        };
        Ways::new(automaton, system, &filled(0), &filled(u64::MAX))
    }

    /// The first state, with all tracks at both ends.
    fn first(&self) -> (u32, [u32; 2]) {
        (0, [(1 << self.automaton.tracks.len()) - 1; 2])
    }

    fn count(mut self) -> BigUint {
        self.from(0, self.first())
    }

    /// The next states within the bounds, with their letters.
    fn steps(&self, place: usize, (state, tight): (u32, [u32; 2])) -> Vec<(usize, (u32, [u32; 2]))> {
        let digits = self.automaton.digits;
        let mut letters = vec![(0, [0; 2])];
        let mut worth = 1;
        for track in 0..self.automaton.tracks.len() {
            let is_tight = tight.map(|tracks| tracks >> track & 1 == 1);
            let [low, high] = [0, 1].map(|end| digit(self.ends[end][place], digits, track));
            let from = if is_tight[0] { low } else { 0 };
            let to = if is_tight[1] { high } else { digits - 1 };
            let longer = |&(letter, still): &(usize, [u32; 2])| {
                (from..=to).map(move |digit| {
                    let now = [is_tight[0] && digit == low, is_tight[1] && digit == high];
                    let still = [0, 1].map(|end| still[end] | u32::from(now[end]) << track);
                    (letter + digit * worth, still)
                })
            };
            letters = letters.iter().flat_map(longer).collect();
            worth *= digits;
        }
        let next = |(letter, still)| (letter, (self.automaton.after(state, letter), still));
        letters.into_iter().map(next).filter(|&(_, (to, _))| to != DEAD).collect()
    }

    /// The number of ways from a state to an end.
    fn from(&mut self, place: usize, at: (u32, [u32; 2])) -> BigUint {
        if place == self.ends[0].len() {
            return u32::from(self.automaton.accepts[at.0 as usize]).into();
        }
        if let Some(known) = self.known.get(&(place, at.0, at.1)) {
            return known.clone();
        }
        let ways: BigUint = self.steps(place, at).into_iter().map(|(_, to)| self.from(place + 1, to)).sum();
        self.known.insert((place, at.0, at.1), ways.clone());
        ways
    }

    /// Visits them in the order of their digits.
    fn each(&mut self, visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.walk(self.first(), visit)
    }

    fn walk(
        &mut self,
        at: (u32, [u32; 2]),
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let place = self.word.len();
        if self.from(place, at) == BigUint::ZERO {
            return ControlFlow::Continue(());
        }
        if place == self.ends[0].len() {
            let found = numbers(self.system, self.automaton.tracks.len(), &self.word).unwrap_or_default();
            let found: Option<Vec<u64>> = found.into_iter().map(|n| n.try_into().ok()).collect();
            return found.map_or(ControlFlow::Continue(()), |found| visit(&found));
        }
        for (letter, to) in self.steps(place, at) {
            self.word.push(letter);
            self.walk(to, visit)?;
            self.word.pop();
        }
        ControlFlow::Continue(())
    }
}

impl Guess {
    fn after(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * letters(self.system.digits(), self.arity) + letter]
    }

    /// The output at some numbers.
    pub fn output(&self, numbers: &[u64]) -> Option<u8> {
        let mut state = 0;
        for letter in word(self.system, numbers, 1) {
            state = Some(self.after(state, letter)).filter(|&state| state != DEAD)?;
        }
        Some(self.outputs[state as usize])
    }

    /// The number which, behind these, makes the output 1.
    fn related(&self, given: &[u64]) -> Option<u64> {
        let (digits, system) = (self.system.digits(), self.system);
        let worth = digits.pow(given.len() as u32);
        let word = word(system, given, system.word(u64::MAX, 1).len());
        // Behind each number of digits, the last one first: the states from which the others lead to the output 1.
        let mut good: Vec<Vec<bool>> = vec![self.outputs.iter().map(|&output| output == 1).collect()];
        for &letter in word.iter().rev() {
            let later = &good[good.len() - 1];
            let leads = |to: u32| to != DEAD && later[to as usize];
            let is_good =
                |state: u32| (0..digits).any(|digit| leads(self.after(state, letter + digit * worth)));
            good.push((0..self.outputs.len() as u32).map(is_good).collect());
        }
        good.pop().filter(|first| first[0])?;
        let (mut state, mut number) = (0, Vec::new());
        for letter in word {
            let later = good.pop()?;
            let leads = |digit: &usize| {
                let to = self.after(state, letter + digit * worth);
                to != DEAD && later[to as usize]
            };
            let digit = (0..digits).find(leads)?;
            state = self.after(state, letter + digit * worth);
            number.push(digit as u8);
        }
        system.value(number.into_iter())?.try_into().ok()
    }
}

impl Compiled<'_> {
    /// Over a position, the value if one is asked for, and an option: which options have what is wanted. With a
    /// kind of move the values of its names stand for the option.
    fn leading(&self, wanted: &Automaton, kind: Option<usize>) -> Result<Automaton, Refusal> {
        let value = &wanted.tracks[self.arity..];
        let bound = self.moves.iter().filter(|step| Some(step.kind) == kind).map(|step| step.bound.len());
        let shown = match kind {
            Some(_) => (self.next + self.arity as Track..).take(bound.max().unwrap_or(0)),
            None => (self.next..).take(self.arity),
        };
        let shown: Vec<Track> = shown.collect();
        self.some_move(&[&wanted.tracks[..], &shown].concat(), kind, |step, option, all| {
            all.push(Atom::at(&self.live, &self.tracks()));
            all.push(Atom::at(wanted, &[option, value].concat()));
            for (form, &track) in step.bound.iter().zip(&shown).filter(|_| kind.is_some()) {
                if !form.is_never_negative() {
                    let below = [&all[..], &[Atom::at_most(form.clone(), -1)]].concat();
                    if !self.setting.some(below, &[])?.is_empty() {
                        return Refusal::outside("a name takes numbers below 0");
                    }
                }
                all.push(Atom::equal(form.minus(&Form::track(track))?));
            }
            Ok(())
        })
    }

    /// The moves of a kind that lead to what is wanted: the last automaton knows all names; each one before it knows
    /// one less.
    fn ordered(&self, wanted: &Automaton, kind: usize) -> Result<Vec<Automaton>, Refusal> {
        let mut levels = vec![self.leading(wanted, Some(kind))?];
        // The names are the last tracks, in their order.
        while let Some(&name) = levels[0].tracks[wanted.tracks.len()..].last() {
            levels.insert(0, levels[0].exists(name, self.setting.work)?);
        }
        Ok(levels)
    }
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
    Ways::behind(first, system, known).each(&mut |numbers| descend(others, system, numbers, given, visit))
}
