//! Certificates that an automaton gives who wins, or the values, of all positions of a rule.
//!
//! One line: `automaton SYSTEM KIND MEASURE STATE …`. The system is a base, `2`, or `a,b` for the places
//! U(0) = 1, U(1) = a + 1, U(j) = a·U(j−1) + b·U(j−2). The kind is `outcomes` (1 if the player to move loses),
//! `values`, or `relation` (one number more is read, and 1 says that it is the value). The measure is sums that every move
//! lowers, `1,1`, or `1,0/0,1` where the second one counts if the first stays. A state is its output (`-` for no position)
//! and, after a colon, the next states by the digits read, the most significant ones first: the digit of the i-th number
//! counts dⁱ times.
//!
//! Nothing is multiplied, projected or made smaller. A rule is, for each kind of move, a few lists of
//! [`statements`](grundy_reference::rules::statements). A *reading* is a list with the digits read so far of the position x, and
//! guessed of all other numbers. The check walks once over all pairs of a state of the automaton on x, and the set of
//! all readings of x, each with the state of the automaton on the option y; at each pair the definition of the
//! game, applied to the options' outputs, must give the output of x. Since every move lowers the measure, that is an
//! induction. In Mark, after the digits 1 0 of x, "y = x − 1" has the reading "y began 0 1", and one more that may
//! still borrow: "y began 1 0, and x is to be y + 1".
//!
//! A relation V is walked with two numbers more, v and u ≤ v. If V(x,v), some option y has V(y,u) for each u < v, and none
//! has V(y,v): so v is the mex of the options' values. And every position x has V(x,w) for some w.
#![expect(
    clippy::cast_possible_truncation,
    reason = "digits are at most 13, letters at most 2²⁰, and a text has fewer than 2³² states"
)]

use std::collections::BTreeSet;

use fxhash::{FxHashMap, FxHashSet};

use grundy_reference::rules::rule::Rule;
use grundy_reference::rules::statements::{All, Atom, LinearForm, Statements, Test, bit};
use grundy_reference::rules::term::op;
use grundy_reference::{Fail, Ordered, Res, met, mex};

/// The most readings, and the most readings in all sets together.
const MAX_READINGS: usize = 5_000_000;

/// The most letters that may follow a reading of a list of statements.
const MAX_LETTERS: u64 = 1 << 20;

/// The most letters that may follow a state of the automaton.
const MAX_ROW: usize = 1 << 16;

/// The most letters that are looked at for one statement alone.
const MAX_ATOM_LETTERS: usize = 1 << 25;

/// Weights of a measure are smaller.
const MAX_WEIGHT: i64 = 1 << 20;

/// An automaton that a certificate gives.
pub struct CertifiedAutomaton {
    /// The factors of the places: U(j) = a·U(j−1) + b·U(j−2), where b is 0 in a base.
    a: i64,
    b: i64,
    /// How many digits there are.
    digits: usize,
    kind: Kind,
    /// The weights of each sum of the measure.
    measure: Vec<Vec<i64>>,
    /// The output of each state: the value, of outcomes 0 if the player to move loses, else 1; none for numbers that
    /// are no position. The last state is one more than the certificate has, and words that are no numbers lead to it.
    outputs: Vec<Option<u64>>,
    /// The next state of each state, by letters.
    next: Vec<Vec<u32>>,
}

/// The meaning of the outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Outcomes,
    Values,
    /// The outputs are about a position and a number: 1 if that is the position's value.
    Relation,
}

/// What an atom remembers of the digits read so far. A sum has reached p + r, where r is 0 in a base; a remainder is
/// kept in the same way; a place has p = 1 once its digit 1 was read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Memory {
    p: i64,
    r: i64,
}

impl Memory {
    /// The memory before any digit.
    const START: Memory = Memory { p: 0, r: 0 };

    /// The memory of an atom that holds whatever follows.
    const HOLDS: Memory = Memory { p: i64::MAX, r: 0 };
}

fn integers(text: &str) -> Option<Vec<i64>> {
    text.split(',').map(|n| n.parse().ok()).collect()
}

impl CertifiedAutomaton {
    fn read(text: &str) -> Option<CertifiedAutomaton> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["automaton", system, kind, measure, states @ ..] = &words[..] else {
            return None;
        };
        let (a, b) = match integers(system)?[..] {
            [a @ 2..=12] => (a, 0),
            [a, b] if 1 <= b && b <= a && a <= 4 => (a, b),
            _ => return None,
        };
        let kind = match *kind {
            "outcomes" => Kind::Outcomes,
            "values" => Kind::Values,
            "relation" => Kind::Relation,
            _ => return None,
        };
        let none = states.len() as u32;
        let mut outputs = Vec::new();
        let mut next = Vec::new();
        for state in states {
            let (output, row) = state.split_once(':')?;
            outputs.push(if output == "-" {
                None
            } else {
                Some(read_output(output, kind)?)
            });
            next.push(read_row(row, none)?);
        }
        outputs.push(None);
        next.push(vec![none; next.first()?.len()]);
        Some(CertifiedAutomaton {
            a,
            b,
            digits: (a + i64::from(b > 0)) as usize,
            kind,
            measure: measure.split('/').map(integers).collect::<Option<_>>()?,
            outputs,
            next,
        })
    }

    /// Returns the state to which words lead that are no numbers.
    fn none(&self) -> u32 {
        self.outputs.len() as u32 - 1
    }

    fn is_relation(&self) -> bool {
        self.kind == Kind::Relation
    }

    /// Returns how many numbers the automaton reads for positions of this many numbers.
    fn numbers_read(&self, arity: usize) -> usize {
        arity + usize::from(self.is_relation())
    }

    /// Returns how many numbers the walk knows: x, and of a relation v and u.
    fn numbers_known(&self, arity: usize) -> usize {
        arity + if self.is_relation() { 2 } else { 0 }
    }

    /// Returns the numbers whose digit is the largest one, as bits, after these digits; none if a digit may not stand
    /// there. After the digit a only digits below b may follow, or the places would carry.
    fn follow(&self, largest: u32, digits: &[usize]) -> Option<u32> {
        let mut now_largest = 0;
        for (i, &digit) in digits.iter().enumerate() {
            let was_largest = largest >> i & 1 == 1;
            if was_largest && digit as i64 >= self.b {
                return None;
            }
            if self.b > 0 && digit as i64 == self.a {
                now_largest |= 1 << i;
            }
        }
        Some(now_largest)
    }

    /// Returns the memory of a sum after one more digit of each number, which adds `sum`.
    fn then(&self, memory: Memory, sum: i64) -> Memory {
        Memory {
            p: self.a * memory.p + self.b * memory.r + sum,
            r: if self.b == 0 { 0 } else { memory.p },
        }
    }

    /// Says whether a sum stays above `limit`, if digits lower it by `down` a place at most: p does not fall with the
    /// next digit, nor with the one after it, of which p is the new r; so it never does, and the sum is 2p or more, p
    /// in a base.
    fn is_above(&self, memory: Memory, limit: i64, down: i64) -> bool {
        let Memory { p, r } = memory;
        p >= 0
            && (self.a - 1) * p + self.b * r >= down
            && (self.a - 1 + self.b) * p >= down
            && (p + r).min(2 * p) > limit
    }

    /// Returns the values of the places that numbers of 64 bits have, the lowest first.
    fn places(&self) -> Vec<u128> {
        let mut places = Vec::new();
        let mut place = 1;
        let mut next = (self.a + self.b.min(1)) as u128;
        while place <= u64::MAX.into() {
            places.push(place);
            let after = self.a as u128 * next + self.b as u128 * place;
            place = next;
            next = after;
        }
        places
    }

    /// Returns the output at a position: its value, or who wins; `None` if it is no position.
    pub fn output(&self, position: &[u64]) -> Option<u64> {
        let mut rest: Vec<u128> = position.iter().map(|&n| n.into()).collect();
        let guessed = if self.is_relation() { self.digits } else { 1 };
        // The states met, each with the digits guessed so far of the value, if one is read. The value is the only one, so no
        // other digits lead to the states on its way.
        let mut states = FxHashMap::from_iter([(0, 0)]);
        for place in self.places().into_iter().rev() {
            let mut digits = Vec::new();
            for number in &mut rest {
                digits.push((*number / place) as usize);
                *number %= place;
            }
            let mut after = FxHashMap::default();
            for (state, value) in states {
                for digit in 0..guessed {
                    let to = self.after(state, &[&digits[..], &[digit]].concat());
                    after.insert(to, value + digit as u128 * place);
                }
            }
            states = after;
        }
        let output = |state: &u32| self.outputs[*state as usize];
        if self.is_relation() {
            let mut ends = states.iter().filter(|(state, _)| output(state) == Some(1));
            let (_, &value) = ends.next()?;
            value.try_into().ok()
        } else {
            output(states.keys().next()?)
        }
    }

    /// Says whether outputs are values; else they say who wins.
    pub fn has_values(&self) -> bool {
        self.kind != Kind::Outcomes
    }

    /// Returns the numeration system and the number of states of the least automaton that reads the lost positions,
    /// those from which none is read left out.
    ///
    /// # Errors
    ///
    /// Fails if it is a relation.
    pub fn text(&self) -> Res<String> {
        Fail::Forged.when(self.is_relation())?;
        let system = match (self.a, self.b) {
            (a, 0) => format!("base {a}"),
            (1, 1) => "Zeckendorf".to_owned(),
            (2, 1) => "Pell".to_owned(),
            (a, b) => format!("quadratic {a},{b}"),
        };
        let states = (self.classes_of_states() - 1).max(1);
        let plural = if states == 1 { "" } else { "s" };
        Ok(format!("{system}: {states} state{plural}"))
    }

    /// Counts the states that differ in which words lead from them to lost positions. Each round splits classes by one
    /// more letter, until a round finds no more (Moore 1956).
    fn classes_of_states(&self) -> usize {
        let is_lost = |output: &Option<u64>| usize::from(*output == Some(0));
        let mut class: Vec<usize> = self.outputs.iter().map(is_lost).collect();
        let mut count = 0;
        loop {
            let mut classes = Ordered::default();
            let mut finer = Vec::new();
            for (state, row) in self.next.iter().enumerate() {
                let after: Vec<usize> = row.iter().map(|&to| class[to as usize]).collect();
                finer.push(classes.insert_full((class[state], after)).0);
            }
            if classes.len() == count {
                return count;
            }
            count = classes.len();
            class = finer;
        }
    }

    /// Returns the state after a letter, which is a digit of each number.
    fn after(&self, state: u32, digits: &[usize]) -> u32 {
        let add = |letter: usize, digit: &usize| letter * self.digits + digit;
        self.next[state as usize][digits.iter().rev().fold(0, add)]
    }
}

/// Returns the output of a state: a value, or 0 for what is lost and 1 for what is won.
fn read_output(word: &str, kind: Kind) -> Option<u64> {
    match (kind, word.parse().ok()?) {
        (Kind::Values, value) => Some(value),
        (Kind::Relation, value @ 0..=1) => Some(value),
        (Kind::Outcomes, lost @ 0..=1) => Some(1 - lost),
        _ => None,
    }
}

/// Returns the next states of a state. `-` stands for the state `none`, which is one after all others.
fn read_row(row: &str, none: u32) -> Option<Vec<u32>> {
    let read = |word: &str| {
        if word == "-" {
            Some(none)
        } else {
            word.parse().ok().filter(|&to| to < none)
        }
    };
    row.split(',').map(read).collect()
}

/// Returns all choices of a digit for each of this many numbers, the first one fastest.
fn letters(digits: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..digits.pow(count as u32)).map(move |number| {
        let mut rest = number;
        let mut letter = Vec::new();
        for _ in 0..count {
            letter.push(rest % digits);
            rest /= digits;
        }
        letter
    })
}

/// What a list of statements says if it holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Says {
    /// There is an option.
    Option,
    /// There is an option that does not lower the measure.
    Rises,
    /// The player to move has lost.
    Lose,
    /// The player to move has won.
    Win,
    /// The numbers are a position.
    Legal,
    /// A relation has some value of x.
    Known,
}

/// A list of statements over x and other numbers.
struct List {
    says: Says,
    atoms: All,
    /// How many numbers are read: x, v and u first.
    tracks: usize,
    /// The places of the option's numbers among them, and of its value.
    option: Vec<usize>,
    /// For each atom: the memories from which it can still hold.
    live: Vec<FxHashSet<Memory>>,
}

/// A reading of a list.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    /// The memory of each atom.
    memories: Vec<Memory>,
    /// The numbers whose last digit is the largest one, as bits.
    largest: u32,
    /// The state of the automaton on the option.
    state: u32,
}

impl List {
    /// Returns a list about x and the numbers of an option. Further numbers are read only if some statement needs their
    /// digits.
    fn new(
        automaton: &CertifiedAutomaton,
        known: usize,
        says: Says,
        mut atoms: All,
        option: &[usize],
    ) -> Res<List> {
        let mut tracks: BTreeSet<usize> = option.iter().copied().chain(0..known).collect();
        for atom in atoms.iter().filter(|atom| !atom.is_sum()) {
            tracks.extend(atom.form.factors.keys());
        }
        give_away(&mut atoms, &tracks)?;
        tracks.extend(atoms.iter().flat_map(|atom| atom.form.factors.keys()));
        let place = |x: &usize| {
            let place = tracks.iter().position(|other| other == x);
            place.unwrap_or_default()
        };
        for Atom { form, .. } in &mut atoms {
            let factors = form.factors.iter();
            form.factors = factors.map(|(x, &factor)| (place(x), factor)).collect();
        }
        let letters = (automaton.digits as u64).checked_pow(tracks.len() as u32);
        Fail::TooLarge.when(letters.is_none_or(|letters| letters > MAX_LETTERS))?;
        let live = atoms.iter().map(|atom| live(automaton, atom));
        Ok(List {
            says,
            live: live.collect::<Res<_>>()?,
            atoms,
            tracks: tracks.len(),
            option: option.iter().map(place).collect(),
        })
    }

    /// Returns the reading before any digit.
    fn start(&self) -> Reading {
        Reading {
            memories: vec![Memory::START; self.atoms.len()],
            largest: 0,
            state: 0,
        }
    }

    /// Returns the readings after one more digit of each number of x.
    fn step(&self, automaton: &CertifiedAutomaton, reading: &Reading, x: &[usize]) -> Vec<Reading> {
        let mut found = Vec::new();
        for others in letters(automaton.digits, self.tracks - x.len()) {
            let digits = [x, &others].concat();
            let Some(largest) = automaton.follow(reading.largest, &digits) else {
                continue;
            };
            let Some(memories) = self.memories(automaton, reading, &digits) else {
                continue;
            };
            let option: Vec<usize> = self.option.iter().map(|&at| digits[at]).collect();
            let state = if option.is_empty() {
                0
            } else {
                automaton.after(reading.state, &option)
            };
            found.push(Reading {
                memories,
                largest,
                state,
            });
        }
        found
    }

    /// Returns the memories of all atoms after one more digit of each number, if all can still hold.
    fn memories(
        &self,
        automaton: &CertifiedAutomaton,
        reading: &Reading,
        digits: &[usize],
    ) -> Option<Vec<Memory>> {
        let mut memories = Vec::new();
        for (i, atom) in self.atoms.iter().enumerate() {
            let memory = read(automaton, atom, reading.memories[i], digits)?;
            if !self.live[i].contains(&memory) {
                return None;
            }
            memories.push(memory);
        }
        Some(memories)
    }

    /// Says whether all its statements hold, if no digits follow.
    fn ends(&self, reading: &Reading) -> bool {
        let mut atoms = self.atoms.iter().zip(&reading.memories);
        atoms.all(|(atom, &memory)| ends(atom, memory))
    }
}

/// Removes numbers that need not be read because an equation says what they are: with y = x − k, k is x − y. It is
/// stated that k is not negative, instead of the equation.
fn give_away(atoms: &mut All, tracks: &BTreeSet<usize>) -> Res<()> {
    while let Some(found) = equation(atoms, tracks) {
        let zero = atoms.remove(found.atom).form;
        let Equation { number, factor, .. } = found;
        for Atom { form, .. } in &mut *atoms {
            let times = form.factors.get(&number).copied().unwrap_or(0);
            *form = form.plus(&zero, -times * factor).small()?;
        }
        atoms.push(Atom {
            form: LinearForm::of(number).plus(&zero, -factor),
            test: Test::Within(Some(0), None),
        });
    }
    Ok(())
}

/// An equation that says what a number is.
struct Equation {
    /// The place of the equation among the statements.
    atom: usize,
    number: usize,
    /// The factor of the number, 1 or −1.
    factor: i64,
}

/// Returns the first equation that says what a number is that need not be read.
fn equation(atoms: &All, tracks: &BTreeSet<usize>) -> Option<Equation> {
    for (i, Atom { form, test }) in atoms.iter().enumerate() {
        if *test != Test::EQUAL {
            continue;
        }
        let is_free =
            |&(number, factor): &(&usize, &i64)| factor.abs() == 1 && !tracks.contains(number);
        if let Some((&number, &factor)) = form.factors.iter().find(is_free) {
            return Some(Equation {
                atom: i,
                number,
                factor,
            });
        }
    }
    None
}

/// Returns the memory of an atom after one more digit of each number, unless the atom cannot hold any more.
fn read(
    automaton: &CertifiedAutomaton,
    atom: &Atom,
    memory: Memory,
    digits: &[usize],
) -> Option<Memory> {
    if memory == Memory::HOLDS {
        return Some(memory);
    }
    let form = &atom.form;
    let digit = |i: usize| form.factors.keys().nth(i).map_or(0, |&x| digits[x]);
    let now = || {
        let terms = form.factors.iter().map(|(&x, c)| c * digits[x] as i64);
        automaton.then(memory, terms.sum())
    };
    match &atom.test {
        Test::Within(low, high) => read_sum(automaton, form, now(), *low, *high),
        Test::Divides(m) => {
            let Memory { p, r } = now();
            Some(Memory {
                p: p.rem_euclid(*m),
                r: r.rem_euclid(*m),
            })
        }
        Test::Place => match (digit(0), memory.p) {
            (0, _) => Some(memory),
            (1, 0) => Some(Memory { p: 1, r: 0 }),
            _ => None,
        },
        Test::Bits(operator, turned) => {
            let [x, y, z] = [0, 1, 2].map(|i| (digit(i) == 1) != turned[i]);
            (bit(*operator, x, y) == z).then_some(memory)
        }
    }
}

/// Returns the memory of a sum that must be within bounds. One beyond a bound for ever holds where nothing bounds it
/// there.
fn read_sum(
    automaton: &CertifiedAutomaton,
    form: &LinearForm,
    now: Memory,
    low: Option<i64>,
    high: Option<i64>,
) -> Option<Memory> {
    // The most by which one more digit of each number changes the sum, up or down.
    let largest_digit = automaton.digits as i64 - 1;
    let positive = form.factors.values().filter(|c| **c > 0).sum::<i64>();
    let negative = form.factors.values().filter(|c| **c < 0).sum::<i64>();
    let up = positive * largest_digit;
    let down = -negative * largest_digit;
    let top = high.or(low).unwrap_or_default() - form.constant;
    if automaton.is_above(now, top, down) {
        return high.is_none().then_some(Memory::HOLDS);
    }
    let bottom = form.constant - low.or(high).unwrap_or_default();
    let turned = Memory {
        p: -now.p,
        r: -now.r,
    };
    if automaton.is_above(turned, bottom, up) {
        return low.is_none().then_some(Memory::HOLDS);
    }
    Some(now)
}

/// Says whether an atom holds if no digits follow.
fn ends(Atom { form, test }: &Atom, memory: Memory) -> bool {
    if memory == Memory::HOLDS {
        return true;
    }
    let number = || memory.p + memory.r + form.constant;
    match test {
        Test::Within(low, high) => {
            low.is_none_or(|low| number() >= low) && high.is_none_or(|high| number() <= high)
        }
        Test::Divides(m) => number().rem_euclid(*m) == 0,
        Test::Place => memory.p == 1,
        Test::Bits(..) => true,
    }
}

/// An atom that has read some digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct AtomRead {
    memory: Memory,
    /// The numbers whose last digit is the largest one, as bits.
    largest: u32,
}

/// Returns the memories from which an atom can still hold: those from which letters lead to one with which it ends
/// well.
fn live(automaton: &CertifiedAutomaton, atom: &Atom) -> Res<FxHashSet<Memory>> {
    let factors = atom.form.factors.values().copied();
    let alone = Atom {
        form: LinearForm {
            factors: (0..).zip(factors).collect(),
            constant: atom.form.constant,
        },
        test: atom.test.clone(),
    };
    let letters: Vec<Vec<usize>> = letters(automaton.digits, alone.form.factors.len()).collect();
    let mut before: FxHashMap<AtomRead, Vec<AtomRead>> = FxHashMap::default();
    let mut looked_at = 0;
    let start = AtomRead {
        memory: Memory::START,
        largest: 0,
    };
    let reached = met([start], |from| {
        looked_at += letters.len();
        Fail::TooLarge.when(looked_at > MAX_ATOM_LETTERS)?;
        let mut later = Vec::new();
        for letter in &letters {
            let memory = read(automaton, &alone, from.memory, letter);
            let largest = automaton.follow(from.largest, letter);
            if let (Some(memory), Some(largest)) = (memory, largest) {
                let to = AtomRead { memory, largest };
                before.entry(to).or_default().push(*from);
                later.push(to);
            }
        }
        Ok(later)
    })?;
    let ending = reached.into_iter().filter(|at| ends(&alone, at.memory));
    let good = met(ending, |at| Ok(before.get(at).cloned().unwrap_or_default()))?;
    Ok(good.into_iter().map(|at| at.memory).collect())
}

/// Returns the automaton of a certificate, if it proves what it says of a rule.
///
/// # Errors
///
/// Fails if it does not, or the check passes a limit.
pub fn prove(rule: &Rule, certificate: &str) -> Res<CertifiedAutomaton> {
    let automaton = CertifiedAutomaton::read(certificate).ok_or(Fail::Forged)?;
    Fail::Forged.when(!may_be_about(&automaton, rule))?;
    let lists = lists(&automaton, rule)?;
    walk(&automaton, rule, &lists)?;
    Ok(automaton)
}

/// Says whether an automaton has the form of one about a rule, and the rule that of one that automata are about.
fn may_be_about(automaton: &CertifiedAutomaton, rule: &Rule) -> bool {
    let numbers = automaton.numbers_read(rule.arity) as u32;
    let Some(letters) = automaton.digits.checked_pow(numbers) else {
        return false;
    };
    let weighs = |weights: &Vec<i64>| {
        weights.len() == rule.arity && weights.iter().all(|c| (0..MAX_WEIGHT).contains(c))
    };
    let fits = letters <= MAX_ROW && automaton.next.iter().all(|row| row.len() == letters);
    // Numbers may have further zeros before their digits.
    let has_form = fits && automaton.next[0][0] == 0 && automaton.measure.iter().all(weighs);
    let may_be_drawn = rule.loopy || rule.clauses.contains_key("draw");
    let splits = rule.kinds.iter().any(|kind| kind.parts.len() > 1);
    let has_values = !rule.misere && !rule.clauses.contains_key("win");
    has_form && !may_be_drawn && !splits && (has_values || !automaton.has_values())
}

/// Returns the lists of statements that a rule is.
fn lists(automaton: &CertifiedAutomaton, rule: &Rule) -> Res<Vec<List>> {
    let arity = rule.arity;
    let known = automaton.numbers_known(arity);
    let mut statements = Statements {
        digits: automaton.digits,
        is_base: automaton.b == 0,
        fresh: known,
    };
    let mut lists = Vec::new();
    if automaton.is_relation() {
        let with_value: Vec<usize> = (0..arity).chain([statements.fresh()]).collect();
        lists.push(List::new(
            automaton,
            known,
            Says::Known,
            vec![],
            &with_value,
        )?);
    }
    for case in statements.moves(rule)? {
        add_move(
            automaton,
            &mut statements,
            &case.value,
            case.atoms,
            &mut lists,
        )?;
    }
    let position: Vec<LinearForm> = (0..arity).map(LinearForm::of).collect();
    let clauses = [
        ("lose", "or", Says::Lose),
        ("win", "or", Says::Win),
        ("legal", "and", Says::Legal),
    ];
    for (clause, junction, says) in clauses {
        let conditions = rule.clauses.get(clause).cloned().unwrap_or_default();
        for case in statements.cond(&op(junction, conditions), true, &position)? {
            lists.push(List::new(automaton, known, says, case.atoms, &[])?);
        }
    }
    Ok(lists)
}

/// Adds the lists of a case of a move: that it leads to an option, and that this does not lower the measure.
fn add_move(
    automaton: &CertifiedAutomaton,
    statements: &mut Statements,
    forms: &[LinearForm],
    mut atoms: All,
    lists: &mut Vec<List>,
) -> Res<()> {
    let arity = forms.len();
    let known = automaton.numbers_known(arity);
    let mut option: Vec<usize> = Vec::new();
    for form in forms {
        // A number that stays is read once.
        let itself = (0..arity).find(|&x| *form == LinearForm::of(x) && !option.contains(&x));
        let number = itself.unwrap_or_else(|| statements.fresh());
        atoms.push(Atom::equal(form, &LinearForm::of(number)));
        option.push(number);
    }
    let mut with_value = option.clone();
    if automaton.is_relation() {
        // The value u of the option stands after v.
        with_value.push(arity + 1);
    }
    let moves = atoms.clone();
    lists.push(List::new(
        automaton,
        known,
        Says::Option,
        moves,
        &with_value,
    )?);
    // A move does not lower the measure if some sums stay, and the next one rises, or all stay.
    for rising in 0..=automaton.measure.len() {
        let mut all = atoms.clone();
        for (i, weights) in automaton.measure.iter().take(rising + 1).enumerate() {
            let test = if i < rising {
                Test::EQUAL
            } else {
                Test::Within(Some(1), None)
            };
            let form = change(weights, &option);
            all.push(Atom { form, test });
        }
        lists.push(List::new(automaton, known, Says::Rises, all, &with_value)?);
    }
    Ok(())
}

/// Says by how much a weighted sum rises from x to an option.
fn change(weights: &[i64], option: &[usize]) -> LinearForm {
    let mut change = LinearForm::default();
    for (x, (&weight, &y)) in weights.iter().zip(option).enumerate() {
        change = change.plus(&LinearForm::of(y), weight);
        change = change.plus(&LinearForm::of(x), -weight);
    }
    change
}

/// A reading of one of the lists.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ListReading {
    list: usize,
    reading: Reading,
}

/// A pair that the walk meets.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pair {
    /// The state of the automaton on x, of a relation on x and v.
    state: u32,
    /// The numbers whose last digit is the largest one, as bits.
    largest: u32,
    /// Whether the digits of v are zeros so far.
    is_zero: bool,
    /// Whether u has the digits of v so far.
    is_equal: bool,
    /// The readings of x, by their numbers, ascending.
    readings: Vec<usize>,
}

/// What readings of a position say, if no digits follow.
#[derive(Default)]
struct Said {
    says: BTreeSet<Says>,
    /// The outputs of the options.
    options: BTreeSet<u64>,
}

/// The walk over all pairs.
struct Walk<'a> {
    automaton: &'a CertifiedAutomaton,
    rule: &'a Rule,
    lists: &'a [List],
    /// The letters for x, v and u.
    letters: &'a [Vec<usize>],
    /// The readings met so far.
    all: Ordered<ListReading>,
    /// The readings after a reading, by its number, and a letter.
    steps: FxHashMap<(usize, usize), Vec<usize>>,
    /// How many readings are in all sets.
    members: usize,
}

/// Walks over all pairs, the shortest words first; of a relation, as long as u may be at most v.
fn walk(automaton: &CertifiedAutomaton, rule: &Rule, lists: &[List]) -> Res<()> {
    let known = automaton.numbers_known(rule.arity);
    let letters: Vec<Vec<usize>> = letters(automaton.digits, known).collect();
    let first = |(list, each): (usize, &List)| ListReading {
        list,
        reading: each.start(),
    };
    let mut walk = Walk {
        automaton,
        rule,
        lists,
        letters: &letters,
        all: lists.iter().enumerate().map(first).collect(),
        steps: FxHashMap::default(),
        members: 0,
    };
    // Numbers of the option may be longer than x, which begins with zeros then.
    let mut readings: Vec<usize> = met(0..lists.len(), |&at| walk.after(&[at], 0))?
        .into_iter()
        .collect();
    readings.sort_unstable();
    let start = Pair {
        state: 0,
        largest: 0,
        is_zero: true,
        is_equal: true,
        readings,
    };
    let pairs = met([start], |pair| {
        let expected = walk.expected_output(pair)?;
        Fail::Forged.when(expected != automaton.outputs[pair.state as usize])?;
        walk.later(pair)
    })?;
    // A state that is never reached proves nothing, and would make the certificate longer.
    let reached: BTreeSet<u32> = pairs.iter().map(|pair| pair.state).collect();
    Fail::Forged.when(reached.len() < automaton.none() as usize)
}

impl Walk<'_> {
    /// Returns the readings after one more letter of x, ascending.
    fn after(&mut self, readings: &[usize], letter: usize) -> Res<Vec<usize>> {
        let mut found = BTreeSet::new();
        for &at in readings {
            let later = self.steps.entry((at, letter)).or_insert_with(|| {
                let ListReading { list, reading } = self.all[at].clone();
                let later = self.lists[list].step(self.automaton, &reading, &self.letters[letter]);
                let numbers = later.into_iter().map(|reading| {
                    let (number, _) = self.all.insert_full(ListReading { list, reading });
                    number
                });
                numbers.collect()
            });
            found.extend(later.iter().copied());
            Fail::TooLarge.when(self.all.len().max(self.members + found.len()) > MAX_READINGS)?;
        }
        self.members += found.len();
        Ok(found.into_iter().collect())
    }

    /// Says what the readings of a pair say of its position, and the outputs of the options that they lead to.
    fn said(&self, pair: &Pair) -> Said {
        let mut said = Said::default();
        for &at in &pair.readings {
            let ListReading { list, reading } = &self.all[at];
            let list = &self.lists[*list];
            let output = self.automaton.outputs[reading.state as usize];
            // A relation says with 1 that a number is the option's value.
            let output = output.filter(|&output| !self.automaton.is_relation() || output == 1);
            let is_about_x = matches!(list.says, Says::Lose | Says::Win | Says::Legal);
            if (output.is_some() || is_about_x) && list.ends(reading) {
                said.says.insert(list.says);
                if list.says == Says::Option {
                    said.options.extend(output);
                }
            }
        }
        said
    }

    /// Returns the output that the position of a pair must have by the definition of the game.
    fn expected_output(&self, pair: &Pair) -> Res<Option<u64>> {
        let Said { says, options } = self.said(pair);
        let is_relation = self.automaton.is_relation();
        if !says.contains(&Says::Legal) {
            // These numbers are no position: there is no output, and in a relation no number is its value.
            return Ok(is_relation.then_some(0));
        }
        if is_relation && !says.contains(&Says::Known) {
            // Every position has a value.
            return Err(Fail::Forged);
        }
        if says.contains(&Says::Lose) {
            // Play has ended and is lost: the output is 0, and in a relation 0 is the value, so 1 stands where v is 0.
            return Ok(Some(u64::from(is_relation && pair.is_zero)));
        }
        if says.contains(&Says::Win) {
            // Play has ended and is won.
            return Ok(Some(1));
        }
        if says.contains(&Says::Rises) {
            // A move that does not lower the measure breaks the induction.
            return Err(Fail::Forged);
        }
        if is_relation {
            // That v is not the value needs no proof here. If it is, the options say so: none has the value v, and some
            // option has the value u if that is less.
            let output = self.automaton.outputs[pair.state as usize];
            let has_option = !options.is_empty();
            return Ok(output.filter(|&is_value| is_value == 0 || has_option != pair.is_equal));
        }
        if self.automaton.kind == Kind::Values {
            return Ok(Some(mex(options)));
        }
        // The position is won if an option is lost, or under misère play if there is no option.
        let is_won = options.contains(&0) || self.rule.misere && options.is_empty();
        Ok(Some(u64::from(is_won)))
    }

    /// Returns the pairs after one more letter.
    fn later(&mut self, pair: &Pair) -> Res<Vec<Pair>> {
        let read = self.automaton.numbers_read(self.rule.arity);
        let letters = self.letters;
        let mut later = Vec::new();
        for (i, letter) in letters.iter().enumerate() {
            let state = self.automaton.after(pair.state, &letter[..read]);
            let is_none = state == self.automaton.none();
            let follows = self.automaton.follow(pair.largest, &letter[..read]);
            // It reads exactly the numbers.
            Fail::Forged.when(follows.is_none() != is_none)?;
            let mut is_zero = true;
            let mut is_equal = true;
            if let [v, u] = letter[self.rule.arity..] {
                if pair.is_equal && u > v {
                    continue;
                }
                is_zero = pair.is_zero && v == 0;
                is_equal = pair.is_equal && u == v;
            }
            if is_none {
                continue;
            }
            if let Some(largest) = self.automaton.follow(pair.largest, letter) {
                later.push(Pair {
                    state,
                    largest,
                    is_zero,
                    is_equal,
                    readings: self.after(&pair.readings, i)?,
                });
            }
        }
        Ok(later)
    }
}
