//! Lists of statements about numbers, and what is kept of the digits that they have read.

#![expect(clippy::cast_possible_truncation, reason = "a list has few numbers")]

use std::collections::BTreeSet;

use fxhash::{FxHashMap, FxHashSet};

use grundy_reference::rules::statements::{All, Atom, LinearForm, Test, bit};
use grundy_reference::{Fail, Res, met};

use super::given::{CertifiedAutomaton, Memory, letters};

/// The most letters that may follow a reading of a list of statements.
const MAX_LIST_LETTERS: u64 = 1 << 20;

/// The most letters that are looked at for one statement alone.
const MAX_ATOM_LETTERS: usize = 1 << 25;

/// The answer of a list of statements that holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Says {
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
pub(super) struct List {
    /// The conclusion, if all statements hold.
    pub(super) says: Says,
    /// The statements.
    pub(super) atoms: All,
    /// The number of numbers that are read: x, v and u first.
    pub(super) tracks: usize,
    /// The places of the option's numbers among them, and of its value.
    pub(super) option: Vec<usize>,
    /// For each atom: the memories from which it can still hold.
    pub(super) live: Vec<FxHashSet<Memory>>,
}

/// A reading of a list.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Reading {
    /// The memory of each atom.
    pub(super) memories: Vec<Memory>,
    /// The numbers whose last digit is the largest one, as bits.
    pub(super) largest: u32,
    /// The state of the automaton on the option.
    pub(super) state: u32,
}

impl List {
    /// Returns a list about x and the numbers of an option. Further numbers are read only if some statement needs their
    /// digits.
    pub(super) fn new(
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
        Fail::TooLarge.when(letters.is_none_or(|letters| letters > MAX_LIST_LETTERS))?;
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
    pub(super) fn start(&self) -> Reading {
        Reading {
            memories: vec![Memory::START; self.atoms.len()],
            largest: 0,
            state: 0,
        }
    }

    /// Returns the readings after one more digit of each number of x.
    pub(super) fn step(
        &self,
        automaton: &CertifiedAutomaton,
        reading: &Reading,
        x: &[usize],
    ) -> Vec<Reading> {
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
    pub(super) fn memories(
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
    pub(super) fn ends(&self, reading: &Reading) -> bool {
        let mut atoms = self.atoms.iter().zip(&reading.memories);
        atoms.all(|(atom, &memory)| ends(atom, memory))
    }
}

/// Removes numbers that need not be read because an equation says what they are: with y = x − k, k is x − y. It is
/// stated that k is not negative, instead of the equation.
pub(super) fn give_away(atoms: &mut All, tracks: &BTreeSet<usize>) -> Res<()> {
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
pub(super) struct Equation {
    /// The place of the equation among the statements.
    pub(super) atom: usize,
    /// The place of the number among those that are read.
    pub(super) number: usize,
    /// The factor of the number, 1 or −1.
    pub(super) factor: i64,
}

/// Returns the first equation that says what a number is that need not be read.
pub(super) fn equation(atoms: &All, tracks: &BTreeSet<usize>) -> Option<Equation> {
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
pub(super) fn read(
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
pub(super) fn read_sum(
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
pub(super) fn ends(Atom { form, test }: &Atom, memory: Memory) -> bool {
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
pub(super) struct AtomRead {
    /// The memory of the digits.
    pub(super) memory: Memory,
    /// The numbers whose last digit is the largest one, as bits.
    pub(super) largest: u32,
}

/// Returns the memories from which an atom can still hold: those from which letters lead to one with which it ends
/// well.
pub(super) fn live(automaton: &CertifiedAutomaton, atom: &Atom) -> Res<FxHashSet<Memory>> {
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
