//! The answers of a proved pattern for positions of any size: who wins, values, how many moves and which, and how
//! many positions within bounds are lost.
//!
//! W(x,y), "y is an option of x with the value wanted", is an automaton. With the digits of x given, the ways through
//! it are the options y, each once. The moves in the order of the rule are those of automata over x and the
//! names that `for` binds, one for each kind of move: the least first name with which the others exist is
//! found digit by digit, then the next name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use fxhash::FxHashMap;
use num_bigint::BigUint;

use grundy_rules::tree::Rule;

use crate::atoms::digitwise;
use crate::automaton::{Automaton, DEAD, Track, digit, numbers, word};
use crate::compile::{Move, at};
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
            Kind::Relation => guess.related(position),
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
            let made = compiled.leading(&self.wanted(&compiled, class)?, None)?;
            self.options.insert(class, made);
        }
        let fixed: Vec<u64> = position.iter().copied().chain(value).collect();
        let count = Ways::behind(&self.options[&class], system, &fixed).count();
        count.try_into().map_err(|_| Refusal::Limit)
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
        let (system, arity) = (self.pattern.guess.system, low.len());
        // Of a relation the value 0 is one number more.
        let [low, high] = [low, high].map(|numbers| {
            let mut numbers = numbers.to_vec();
            numbers.resize(self.pattern.guess.arity, 0);
            numbers
        });
        Ways::new(&self.of_value(0), system, &low, &high).each(&mut |numbers| visit(&numbers[..arity]))
    }

    /// The positions with a value; of a relation one number more is the value.
    fn of_value(&self, value: u8) -> Automaton {
        self.pattern.guess.plain(|output| match self.pattern.kind {
            Kind::Values => output == value,
            Kind::Outcomes | Kind::Relation => output == 1 - value,
        })
    }

    /// Of sums of positions, each with numbers from the first to the second bounds: in how many the player to move
    /// loses, and how many there are. None for several positions if their values are not known, or grow too
    /// large.
    pub fn lost_sums(&self, components: &[(Vec<u64>, Vec<u64>)]) -> Option<(BigUint, BigUint)> {
        let Guess { system, arity, outputs, .. } = &self.pattern.guess;
        // Of a relation, the value behind the numbers is at most `value`.
        let within = |automaton: &Automaton, (low, high): &(Vec<u64>, Vec<u64>), value: u64| {
            let [mut low, mut high] = [low, high].map(Vec::clone);
            low.resize(*arity, 0);
            high.resize(*arity, value);
            Ways::new(automaton, *system, &low, &high).count()
        };
        let positions = match self.pattern.kind {
            Kind::Relation => self.of_value(0),
            _ => self.pattern.guess.plain(|output| output != ILLEGAL),
        };
        let all = components.iter().map(|component| within(&positions, component, u64::MAX)).product();
        let lost = match (self.pattern.kind, components) {
            (_, [one]) => within(&self.of_value(0), one, 0),
            (Kind::Outcomes, _) => return None,
            (Kind::Values, _) => {
                let values: BTreeSet<u8> =
                    outputs.iter().copied().filter(|&output| output != ILLEGAL).collect();
                let mut sums: BTreeMap<u8, BigUint> = [(0, BigUint::from(1u32))].into();
                for component in components {
                    let mut more: BTreeMap<u8, BigUint> = BTreeMap::new();
                    for &value in &values {
                        let count = within(&self.of_value(value), component, 0);
                        for (sum, ways) in &sums {
                            *more.entry(sum ^ value).or_default() += ways * &count;
                        }
                    }
                    sums = more;
                }
                sums.remove(&0).unwrap_or_default()
            }
            (Kind::Relation, _) => {
                let joint = self.sum_of(components.len(), &Work::new(MAX_STEPS)).ok()?;
                let low: Vec<u64> = components.iter().flat_map(|(low, _)| low.clone()).chain([0]).collect();
                let high: Vec<u64> =
                    components.iter().flat_map(|(_, high)| high.clone()).chain([0]).collect();
                Ways::new(&joint, *system, &low, &high).count()
            }
        };
        Some((lost, all))
    }

    /// The relation between several positions and the value of their sum, in base 2: V(x,v) and V(y,w) give
    /// the positions x, y the value u if u = v xor w. Values are unique, so no sum is counted twice.
    fn sum_of(&self, components: usize, work: &Work) -> Result<Automaton, Refusal> {
        let Guess { system, arity, .. } = self.pattern.guess;
        if system.as_base() != Some(2) {
            return Refusal::outside("values are added in base 2");
        }
        let (relation, places) = (self.pattern.guess.class(work, |output| output == 1)?, arity as Track - 1);
        let value = Track::MAX - 2;
        let named = |component: usize, value: Track| {
            let behind = component as Track * places;
            relation.renamed(|track| if track == places { value } else { behind + track })
        };
        let even = digitwise(system, vec![value, value + 1, value + 2], work, |l| l.count_ones() % 2 == 0)?;
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

    /// The number which, behind these, makes the output 1: its digits lead there through the states that are met with any.
    fn related(&self, given: &[u64]) -> Option<u64> {
        let (digits, system) = (self.system.digits(), self.system);
        let letters = crate::automaton::letters(digits, self.arity);
        let worth = digits.pow(given.len() as u32);
        // By place: each state that is met, the number of one before it, and the digit that leads on from there.
        let mut met: Vec<Vec<(u32, usize, u8)>> = vec![vec![(0, 0, 0)]];
        for letter in word(system, given, system.word(u64::MAX, 1).len()) {
            let mut next: Vec<(u32, usize, u8)> = Vec::new();
            for (from, &(state, ..)) in met[met.len() - 1].iter().enumerate() {
                for digit in 0..digits {
                    let to = self.next[state as usize * letters + letter + digit * worth];
                    if to != DEAD && next.iter().all(|&(other, ..)| other != to) {
                        next.push((to, from, digit as u8));
                    }
                }
            }
            met.push(next);
        }
        let mut at = met.last()?.iter().position(|&(state, ..)| self.outputs[state as usize] == 1)?;
        let mut number = Vec::new();
        for states in met[1..].iter().rev() {
            let (_, before, digit) = states[at];
            number.push(digit);
            at = before;
        }
        system.value(number.into_iter().rev())?.try_into().ok()
    }
}

impl Compiled<'_> {
    /// Over a position, the value if one is asked for, and an option: which options have what is wanted. With a
    /// kind of move the values of its names stand for the option.
    fn leading(&self, wanted: &Automaton, kind: Option<usize>) -> Result<Automaton, Refusal> {
        let value = (wanted.tracks.len() > self.arity).then_some(self.arity as Track);
        let given = [&self.tracks()[..], value.as_slice()].concat();
        let behind = |count: usize| (self.next_track()..).take(count).collect::<Vec<Track>>();
        let mut found: Option<Automaton> = None;
        for step in self.moves.iter().filter(|step| kind.is_none_or(|kind| step.kind == kind)) {
            let Move { bound, target, atoms, .. } = step;
            let (targets, mut names) = (behind(self.arity), behind(self.arity + bound.len()));
            names.drain(..self.arity);
            let mut atoms = atoms.clone();
            atoms.push(at(&self.live, &self.tracks()));
            atoms.push(at(wanted, &[&targets[..], value.as_slice()].concat()));
            let equal = |(form, &track): (&Form, &Track)| Ok(Atom::equal(form.minus(&Form::track(track))?));
            for to in target.iter().zip(&targets).map(equal) {
                atoms.push(to?);
            }
            if kind.is_some() {
                for form in bound.iter().filter(|form| !form.is_never_negative()) {
                    let below = [&atoms[..], &[Atom::at_most(form.clone(), -1)]].concat();
                    if !self.joiner.some(below, &[])?.is_empty() {
                        return Refusal::outside("a name takes numbers below 0");
                    }
                }
                for name in bound.iter().zip(&names).map(equal) {
                    atoms.push(name?);
                }
            }
            let shown = if kind.is_some() { &names } else { &targets };
            let one = self.joiner.some(atoms, &[&given[..], shown].concat())?;
            found = Some(match found {
                None => one,
                Some(before) => before.or(&one, self.work())?,
            });
        }
        found.map_or_else(|| self.joiner.nothing(&given), Ok)
    }

    /// The moves of a kind that lead to what is wanted: the last automaton knows all names; each one before it knows
    /// one less.
    fn ordered(&self, wanted: &Automaton, kind: usize) -> Result<Vec<Automaton>, Refusal> {
        let mut levels = vec![self.leading(wanted, Some(kind))?];
        // The names are the last tracks, in their order.
        while let Some(&name) = levels[0].tracks[wanted.tracks.len()..].last() {
            levels.insert(0, levels[0].exists(name, self.work())?);
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
