//! The answers of a proved pattern for positions of any size: who wins, values, how many moves and which, and how
//! many positions within bounds are lost.
//!
//! W(x,y), "y is an option of x with the value wanted", is an automaton. With the digits of x given, the ways through
//! it are the options y, each once. The moves in the order of the rule are those of automata over x and the
//! names that `for` binds, one for each kind of move: the least first name with which the others exist is
//! found digit by digit, then the next name.
//!
//! If there are several names, these automata may grow too large. Then the position narrows each statement about a move
//! before any two are joined: it becomes an automaton of few states a digit.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a rule has at most 8 numbers, and sums of more than 15 positions are refused"
)]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use fxhash::FxHashMap;
use itertools::Itertools;
use num_bigint::BigUint;

use grundy_base::range::Range;
use grundy_rules::tree::Rule;

use crate::automaton::{Automaton, DEAD, Track, numbers, word};
use crate::form::{All, Atom, Form};
use crate::learn::ILLEGAL;
use crate::prove::{Compiled, PatternKind, ProvedPattern};
use crate::setting::Setting;
use crate::system::Running;
use crate::work::{Refusal, Result, Work};

/// The numbers of sums of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedSums {
    /// The number of sums in which the player to move loses.
    pub lost: BigUint,
    /// The number of all sums.
    pub all: BigUint,
}

/// A proved pattern, and the automata that its answers need, each made once.
#[derive(Clone, Debug)]
pub struct PatternAnswers {
    /// The rule.
    rule: Rule,
    /// The pattern.
    pub pattern: ProvedPattern,
    /// The automata of moves that were made for all positions.
    moves: BTreeMap<WantedMoves, Result<Levels>>,
    /// The most bytes of the automata that are kept, and of the numbers of ways that one answer finds.
    memory: u64,
}

/// The automata for some moves, and the numbers that they read before those of the moves.
struct MoveAutomata {
    /// The automata.
    levels: Levels,
    /// The numbers of the position, and its value if that is read; nothing if the automata are for the position alone.
    given: Vec<u64>,
}

/// The moves that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct WantedMoves {
    /// The value that they leave; `None` for any.
    target: Option<u64>,
    /// The number of their kind; `None` if options are asked for and not moves.
    kind: Option<usize>,
}

/// The least and the greatest numbers of the positions of a component.
struct NumberBounds {
    /// The least numbers.
    low: Vec<u64>,
    /// The greatest numbers.
    high: Vec<u64>,
}

/// A function that is called with numbers, in their order, until it breaks.
type Visit<'v> = &'v mut dyn FnMut(&[u64]) -> ControlFlow<()>;

/// The automata of [`Compiled::move_automata`].
type Levels = Arc<[Automaton]>;

/// The most positions whose sum is an automaton. One letter has a binary digit of the value of each and of their sum, and
/// there are at most 2¹⁶ letters.
const MAX_ADDED_POSITIONS: usize = 15;

/// The most steps to make the automata that an answer needs; a guess.
const MAX_ANSWER_STEPS: u64 = 1 << 28;

/// The most of these steps for automata of all positions; a guess.
const MAX_STEPS_FOR_ALL: u64 = 1 << 26;

impl PatternAnswers {
    /// Returns the answers of a pattern proved for this rule, which keep and use about this many bytes at most.
    pub fn new(rule: Rule, pattern: ProvedPattern, memory: u64) -> PatternAnswers {
        PatternAnswers {
            rule,
            pattern,
            moves: BTreeMap::new(),
            memory,
        }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        let of_levels = |levels: &Levels| levels.iter().map(Automaton::bytes).sum::<u64>();
        let moves = self.moves.values().flatten().map(of_levels);
        self.pattern.guess.bytes() + moves.sum::<u64>()
    }

    /// Returns the value of a position; of outcomes 0 if the player to move loses, else 1. Returns `None` for numbers that
    /// are no position.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        match self.pattern.kind {
            PatternKind::Relation => self.related(position),
            _ => self
                .pattern
                .guess
                .output(position)
                .filter(|&&output| output != ILLEGAL)
                .map(|&n| n.into()),
        }
    }

    /// Returns the value of a position by the relation. It is the only one, so only one word leads to a state from
    /// which the output 1 is reached; for any other state it does not matter which word is kept.
    fn related(&self, position: &[u64]) -> Option<u64> {
        let guess = &self.pattern.guess;
        let system = guess.system;
        let worth = guess.system.letters(position.len());
        // The states met, with what is read of the value.
        let mut met = FxHashMap::from_iter([(0, Running::default())]);
        for letter in word(system, position, system.word(u64::MAX, 1).len()) {
            let steps = met.into_iter().cartesian_product(0..system.digits());
            let after = |((state, value), digit)| {
                (
                    guess.after(state, letter + digit * worth),
                    system.then(value, digit as i64),
                )
            };
            met = steps
                .map(after)
                .filter(|&(state, _)| state != DEAD)
                .collect();
        }
        let (_, value) = met
            .into_iter()
            .find(|&(state, _)| guess.outputs[state as usize] == 1)?;
        system.number(value).try_into().ok()
    }

    /// Returns the positions with a value; of a relation one number more is the value.
    fn of_value(&self, value: u64) -> Automaton {
        let output = if self.pattern.kind == PatternKind::Relation {
            1
        } else {
            value
        };
        self.pattern
            .guess
            .with(|&other| other != ILLEGAL && u64::from(other) == output)
    }

    /// Returns a position, with the value after it if a relation is read.
    fn given(&self, position: &[u64], value: u64) -> Vec<u64> {
        let value = (self.pattern.kind == PatternKind::Relation).then_some(value);
        position.iter().copied().chain(value).collect()
    }

    /// Returns the automata for moves of a kind that leave a value, or any. Automata for all positions are made once; if
    /// they grow too large, others are made for this position alone.
    fn move_automata(
        &mut self,
        position: &[u64],
        value: Option<u64>,
        kind: Option<usize>,
    ) -> Result<MoveAutomata> {
        let given = value.map_or(position.to_vec(), |value| self.given(position, value));
        let target = value.map(|value| {
            if self.pattern.kind == PatternKind::Relation {
                0
            } else {
                value
            }
        });
        let wanted = WantedMoves { target, kind };
        if !self.moves.contains_key(&wanted) {
            if self.bytes() > self.memory {
                self.moves.clear();
            }
            self.moves.insert(wanted, self.made(wanted, &[]));
        }
        match &self.moves[&wanted] {
            Ok(made) => Ok(MoveAutomata {
                levels: made.clone(),
                given,
            }),
            Err(_) => Ok(MoveAutomata {
                levels: self.made(wanted, &given)?,
                given: Vec::new(),
            }),
        }
    }

    /// Makes the automata for all positions, or for the one that is given.
    fn made(&self, wanted: WantedMoves, given: &[u64]) -> Result<Levels> {
        let steps = if given.is_empty() {
            MAX_STEPS_FOR_ALL
        } else {
            MAX_ANSWER_STEPS
        };
        let work = Work::within(steps, self.memory);
        let mut compiled = Compiled::new(&self.rule, self.pattern.guess.system, &work)?;
        compiled.setting.given = given;
        let legal = || Ok(compiled.legal.clone());
        let left = wanted
            .target
            .map_or_else(legal, |target| self.of_value(target).least(&work))?;
        Ok(compiled.move_automata(&left, wanted.kind)?.into())
    }

    /// Returns how many different options have this value, of outcomes 0 if they are lost.
    ///
    /// # Errors
    ///
    /// Fails if the automaton grows too large.
    pub fn count(&mut self, position: &[u64], value: u64) -> Result<u128> {
        let options = self.move_automata(position, Some(value), None)?;
        let mut accepted = AcceptedNumbers::after(&options.levels[0], &options.given, self.memory);
        let count = accepted.count(0, FIRST);
        count
            .and_then(|count| count.try_into().ok())
            .ok_or(Refusal::Limit)
    }

    /// Visits the moves that leave this value, or all, in the order of the rule: the number of the kind and the
    /// values of its names. A position may be met more than once.
    ///
    /// # Errors
    ///
    /// Fails if automata grow too large, or a name takes numbers below 0.
    pub fn moves(
        &mut self,
        position: &[u64],
        value: Option<u64>,
        visit: &mut dyn FnMut(usize, &[u64]) -> ControlFlow<()>,
    ) -> Result<()> {
        for kind in 0..self.rule.kinds.len() {
            let MoveAutomata { levels, given } = self.move_automata(position, value, Some(kind))?;
            let visit = &mut |names: &[u64]| visit(kind, names);
            if descend(&levels, &given, given.len(), self.memory, visit).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Visits the positions with numbers from `low` to `high` at which the player to move loses, in the order of
    /// their digits.
    pub fn each_lost(&self, low: &[u64], high: &[u64], visit: Visit) -> ControlFlow<()> {
        let [low, high] = [low, high].map(|end| self.given(end, 0));
        AcceptedNumbers::new(&self.of_value(0), &low, &high, self.memory)
            .each(FIRST, &mut |found| visit(&found[..self.rule.arity()]))
    }

    /// Counts the sums of a position from each component, whose numbers lie in these ranges, and those in which the player
    /// to move loses; `None` for several components if their values are not known, or grow too large.
    pub fn lost_sums(&self, components: &[&[Range]]) -> Option<CountedSums> {
        let components: Vec<NumberBounds> = components
            .iter()
            .map(|ranges| NumberBounds {
                low: ranges.iter().map(|range| range.low).collect(),
                high: ranges.iter().map(|range| range.high).collect(),
            })
            .collect();
        if self.pattern.kind == PatternKind::Relation {
            let joint = self
                .sum_of(
                    components.len(),
                    &Work::within(MAX_ANSWER_STEPS, self.memory),
                )
                .ok()?;
            let low = components.iter().flat_map(|bounds| bounds.low.clone());
            let low = self.given(&low.collect_vec(), 0);
            let high = components.iter().flat_map(|bounds| bounds.high.clone());
            let high = self.given(&high.collect_vec(), 0);
            let relation = self.of_value(0);
            let of_any_value = |bounds: &NumberBounds| {
                let low = self.given(&bounds.low, 0);
                let high = self.given(&bounds.high, u64::MAX);
                AcceptedNumbers::new(&relation, &low, &high, self.memory).count(0, FIRST)
            };
            let all = components.iter().map(of_any_value).product::<Option<_>>()?;
            let lost = AcceptedNumbers::new(&joint, &low, &high, self.memory).count(0, FIRST)?;
            return Some(CountedSums { lost, all });
        }
        if self.pattern.kind == PatternKind::Outcomes && components.len() > 1 {
            return None;
        }
        let outputs = self.pattern.guess.outputs.iter().copied();
        let values = outputs
            .filter(|&output| output != ILLEGAL)
            .map(u64::from)
            .unique();
        let of_values: Vec<(u64, Automaton)> =
            values.map(|value| (value, self.of_value(value))).collect();
        let mut sums = BTreeMap::from([(0, BigUint::from(1u32))]);
        for NumberBounds { low, high } in &components {
            let mut more: BTreeMap<u64, BigUint> = BTreeMap::new();
            for (value, positions) in &of_values {
                let count =
                    AcceptedNumbers::new(positions, low, high, self.memory).count(0, FIRST)?;
                for (sum, ways) in &sums {
                    *more.entry(sum ^ value).or_default() += ways * &count;
                }
            }
            sums = more;
        }
        let all = sums.values().sum();
        let lost = sums.remove(&0).unwrap_or_default();
        Some(CountedSums { lost, all })
    }

    /// Returns the relation between several positions and the value of their sum, in base 2: V(x,v) and V(y,w) give
    /// the positions x, y the value u if u = v xor w. Values are unique, so no sum is counted twice.
    fn sum_of(&self, components: usize, work: &Work) -> Result<Automaton> {
        let system = self.pattern.guess.system;
        let relation = self.of_value(0).least(work)?;
        if components == 1 {
            return Ok(relation);
        }
        if components > MAX_ADDED_POSITIONS {
            return Err(Refusal::Limit);
        }
        if system.as_base() != Some(2) {
            return Refusal::outside("values are added in base 2");
        }
        let setting = Setting {
            system,
            work,
            given: &[],
        };
        let places = self.rule.arity() as Track;
        // The value of the sum follows the numbers of all positions, then the value of each.
        let sum = components as Track * places;
        let relate = |i: Track| {
            let position = i * places..(i + 1) * places;
            Atom::at(&relation, &position.chain([sum + 1 + i]).collect_vec())
        };
        let mut all: All = (0..components as Track).map(relate).collect();
        let is_even = |letter: usize| letter.count_ones().is_multiple_of(2);
        let values = (sum..=sum + components as Track).collect_vec();
        all.push(Atom::Reads(Rc::new(setting.digitwise(&values, is_even)?)));
        setting.some(all, &(0..=sum).collect_vec())
    }
}

/// A set of tracks, a bit for each.
type TrackSet = u32;

/// A state on the way through an automaton within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct BoundedState {
    /// The state of the automaton.
    state: u32,
    /// The tracks on which the digits so far are those of the least number.
    at_least: TrackSet,
    /// The tracks on which they are those of the greatest number.
    at_greatest: TrackSet,
}

/// The first state, with all tracks at both ends.
const FIRST: BoundedState = BoundedState {
    state: 0,
    at_least: TrackSet::MAX,
    at_greatest: TrackSet::MAX,
};

/// The numbers within bounds that an automaton accepts: how many, and which, digit by digit.
struct AcceptedNumbers<'a> {
    /// The automaton.
    automaton: &'a Automaton,
    /// The letters of the least numbers.
    least: Vec<usize>,
    /// The letters of the greatest numbers, as many.
    greatest: Vec<usize>,
    /// The number of ways from each state at each place to an end, as far as they are known.
    known: FxHashMap<(usize, BoundedState), BigUint>,
    /// The letters so far.
    word: Vec<usize>,
    /// The most numbers of ways that are kept.
    most_known: u64,
}

/// The bytes of a number of ways, with its place in the map.
const WAYS_BYTES: u64 = 160;

impl<'a> AcceptedNumbers<'a> {
    /// Begins with the numbers from `low` to `high`, one for each track.
    fn new(automaton: &'a Automaton, low: &[u64], high: &[u64], memory: u64) -> Self {
        let system = automaton.system;
        let length = if low.is_empty() {
            system.word(u64::MAX, 1).len()
        } else {
            1
        };
        let greatest = word(system, high, length);
        let least = word(system, low, greatest.len());
        AcceptedNumbers {
            automaton,
            least,
            greatest,
            known: FxHashMap::default(),
            word: Vec::new(),
            most_known: (memory / WAYS_BYTES).min(MAX_ANSWER_STEPS / automaton.letters() as u64),
        }
    }

    /// Begins with numbers of any size on the tracks after those of the given numbers.
    fn after(automaton: &'a Automaton, given: &[u64], memory: u64) -> Self {
        let filled = |with| {
            given
                .iter()
                .copied()
                .pad_using(automaton.tracks.len(), |_| with)
                .collect_vec()
        };
        AcceptedNumbers::new(automaton, &filled(0), &filled(u64::MAX), memory)
    }

    /// Returns the next states within the bounds, with their letters, in the order of the digits.
    fn steps(
        &self,
        place: usize,
        from: BoundedState,
    ) -> impl Iterator<Item = (usize, BoundedState)> + use<'a> {
        let automaton = self.automaton;
        let system = automaton.system;
        // A letter under construction stands for a state that is not known yet.
        let none = BoundedState {
            state: DEAD,
            at_least: 0,
            at_greatest: 0,
        };
        let mut letters = vec![(0, none)];
        for track in 0..automaton.tracks.len() {
            let is_tight = |tracks: TrackSet| tracks >> track & 1 == 1;
            let least = is_tight(from.at_least).then(|| system.digit(self.least[place], track));
            let greatest =
                is_tight(from.at_greatest).then(|| system.digit(self.greatest[place], track));
            let range = least.unwrap_or(0)..=greatest.unwrap_or(system.digits() - 1);
            let mut longer = Vec::with_capacity(letters.len() * system.digits());
            for (letter, mut to) in letters {
                let before = to;
                for digit in range.clone() {
                    to.at_least = before.at_least | TrackSet::from(least == Some(digit)) << track;
                    to.at_greatest =
                        before.at_greatest | TrackSet::from(greatest == Some(digit)) << track;
                    longer.push((letter + digit * system.letters(track), to));
                }
            }
            letters = longer;
        }
        let to = move |(letter, to): (usize, BoundedState)| {
            let state = automaton.after(from.state, letter);
            (letter, BoundedState { state, ..to })
        };
        letters
            .into_iter()
            .map(to)
            .filter(|(_, to)| to.state != DEAD)
    }

    /// Returns the number of ways from a state to an end; `None` if that takes too many steps.
    fn count(&mut self, place: usize, at: BoundedState) -> Option<BigUint> {
        if place == self.least.len() {
            return Some(u32::from(self.automaton.outputs[at.state as usize]).into());
        }
        if let Some(known) = self.known.get(&(place, at)) {
            return Some(known.clone());
        }
        if self.known.len() as u64 > self.most_known {
            return None;
        }
        let ways: BigUint = self
            .steps(place, at)
            .map(|(_, to)| self.count(place + 1, to))
            .sum::<Option<_>>()?;
        self.known.insert((place, at), ways.clone());
        Some(ways)
    }

    /// Visits the numbers that go on from the letters so far, from a state on, in the order of their digits.
    fn each(&mut self, at: BoundedState, visit: Visit) -> ControlFlow<()> {
        let place = self.word.len();
        if self.count(place, at) == Some(BigUint::ZERO) {
            return ControlFlow::Continue(());
        }
        if place == self.least.len() {
            let found = numbers(
                self.automaton.system,
                self.automaton.tracks.len(),
                &self.word,
            );
            let found: Option<Vec<u64>> = found
                .into_iter()
                .flatten()
                .map(|n| n.try_into().ok())
                .collect();
            return found.map_or(ControlFlow::Continue(()), |found| visit(&found));
        }
        for (letter, to) in self.steps(place, at) {
            self.word.push(letter);
            self.each(to, visit)?;
            self.word.pop();
        }
        ControlFlow::Continue(())
    }
}

impl Compiled<'_> {
    /// Makes the automata that read a position, its value if one is asked for, and an option, and accept the options that
    /// have what is wanted. If there is a kind of move, the values of its names stand for the option: the last automaton
    /// knows all names, and each one before it knows one less. If the position is given, it is on no track.
    fn move_automata(&self, wanted: &Automaton, kind: Option<usize>) -> Result<Vec<Automaton>> {
        let arity = self.tracks.len();
        let given = self.setting.given.len();
        let value = &wanted.tracks[arity..];
        let bound = self
            .moves
            .iter()
            .filter(|step| Some(step.kind) == kind)
            .map(|step| step.bound.len());
        let shown: Vec<Track> = match kind {
            Some(_) => (self.next + arity as Track..)
                .take(bound.max().unwrap_or(0))
                .collect(),
            None => (self.next..).take(arity).collect(),
        };
        let all = self.some_move(
            &[&wanted.tracks[given..], &shown].concat(),
            kind,
            |step, option, all| {
                all.push(Atom::at(&self.live, &self.tracks));
                all.push(Atom::at(wanted, &[option, value].concat()));
                if kind.is_none() {
                    return Ok(());
                }
                for (form, &track) in step.bound.iter().zip(&shown) {
                    let below = [&all[..], &[Atom::Within(form.clone(), None, Some(-1))]].concat();
                    if self.setting.some(below, &[])?.shortest().is_some() {
                        return Refusal::outside("a name takes numbers below 0");
                    }
                    all.push(Atom::equal(form.minus(&Form::track(track))?));
                }
                Ok(())
            },
        )?;
        let mut levels = vec![all];
        if kind.is_none() {
            return Ok(levels);
        }
        for &name in shown.iter().skip(1).rev() {
            levels.insert(0, levels[0].exists(name, self.setting.work)?);
        }
        Ok(levels)
    }
}

/// Visits the names that these automata, each of which knows one more, accept after the given numbers.
fn descend(
    levels: &[Automaton],
    known: &[u64],
    given: usize,
    memory: u64,
    visit: Visit,
) -> ControlFlow<()> {
    let Some((first, others)) = levels.split_first() else {
        return visit(&known[given..]);
    };
    AcceptedNumbers::after(first, known, memory).each(FIRST, &mut |numbers| {
        descend(others, numbers, given, memory, visit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Table, search};

    #[test]
    fn automata_for_one_position_know_the_moves_that_those_for_all_know() {
        let text = "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)";
        let (rule, _) = grundy_rules::grammar::read_rule(text).unwrap();
        let side = 130;
        let mut cells = vec![0; side * side];
        for (a, b) in (0..side).cartesian_product(0..side) {
            let rook = (0..a).map(|to| (to, b)).chain((0..b).map(|to| (a, to)));
            let mut options = rook.chain((1..=a.min(b)).map(|k| (a - k, b - k)));
            let wins = options.any(|(a, b)| cells[a * side + b] == 0);
            cells[a * side + b] = u32::from(wins);
        }
        let table = Table {
            tops: vec![side as u64 - 1; 2],
            cells,
        };
        let pattern = search(&rule, false, &Work::new(1 << 28), &mut |_| {
            Some(table.clone())
        })
        .unwrap();
        let answers = PatternAnswers::new(rule, pattern, 1 << 28);
        let listed = |levels: &[Automaton], given: &[u64]| {
            let mut all = Vec::new();
            let _ = descend(levels, given, given.len(), 1 << 28, &mut |names| {
                all.push(names.to_vec());
                ControlFlow::Continue(())
            });
            all
        };
        let small = grundy_base::testing::sized(3, 6);
        for kind in [None, Some(0), Some(1), Some(2)] {
            let wanted = WantedMoves {
                target: Some(0),
                kind,
            };
            let for_all = answers.made(wanted, &[]).unwrap();
            for (a, b) in (0..small)
                .cartesian_product(0..small)
                .chain([(1 << 40, 12_345_678_901), (u64::MAX, 1)])
            {
                let for_one = answers.made(wanted, &[a, b]).unwrap();
                assert_eq!(
                    listed(&for_one, &[]),
                    listed(&for_all, &[a, b]),
                    "{kind:?} {a} {b}"
                );
            }
        }
    }
}
