//! The automaton that a certificate gives: its text, and what it says of numbers.

#![expect(
    clippy::cast_possible_truncation,
    reason = "digits are at most 13, letters at most 2²⁰, and a text has fewer than 2³² states"
)]

use fxhash::FxHashMap;

use grundy_reference::{Fail, Ordered, Res};

/// An automaton that a certificate gives.
pub struct CertifiedAutomaton {
    /// The factors of the places: U(j) = a·U(j−1) + b·U(j−2), where b is 0 in a base.
    pub(super) a: i64,
    /// The second of these factors.
    pub(super) b: i64,
    /// The number of digits.
    pub(super) digits: usize,
    /// The meaning of the outputs.
    pub(super) kind: Kind,
    /// The weights of each sum of the measure.
    pub(super) measure: Vec<Vec<i64>>,
    /// The output of each state: the value, of outcomes 0 if the player to move loses, else 1; none for numbers that
    /// are no position. The last state is one more than the certificate has, and words that are no numbers lead to it.
    pub(super) outputs: Vec<Option<u64>>,
    /// The next state of each state, by letters.
    pub(super) next: Vec<Vec<u32>>,
}

/// The meaning of the outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The outputs say who wins: 0 if the player to move loses, else 1.
    Outcomes,
    /// The outputs are Grundy values.
    Values,
    /// The outputs are about a position and a number: 1 if that is the position's value.
    Relation,
}

/// The part that an atom remembers of the digits read so far. A sum has reached p + r, where r is 0 in a base; a
/// remainder is kept in the same way; a place has p = 1 once its digit 1 was read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    /// The number p.
    pub(super) p: i64,
    /// The number r.
    pub(super) r: i64,
}

impl Memory {
    /// The memory before any digit.
    pub(super) const START: Memory = Memory { p: 0, r: 0 };

    /// The memory of an atom that holds whatever follows.
    pub(super) const HOLDS: Memory = Memory { p: i64::MAX, r: 0 };
}

pub(super) fn integers(text: &str) -> Option<Vec<i64>> {
    text.split(',').map(|n| n.parse().ok()).collect()
}

impl CertifiedAutomaton {
    pub(super) fn read(text: &str) -> Option<CertifiedAutomaton> {
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
    pub(super) fn none(&self) -> u32 {
        self.outputs.len() as u32 - 1
    }

    pub(super) fn is_relation(&self) -> bool {
        self.kind == Kind::Relation
    }

    /// Returns how many numbers the automaton reads for positions of this many numbers.
    pub(super) fn numbers_read(&self, arity: usize) -> usize {
        arity + usize::from(self.is_relation())
    }

    /// Returns how many numbers the walk knows: x, and of a relation v and u.
    pub(super) fn numbers_known(&self, arity: usize) -> usize {
        arity + if self.is_relation() { 2 } else { 0 }
    }

    /// Returns the numbers whose digit is the largest one, as bits, after these digits; none if a digit may not stand
    /// there. After the digit a only digits below b may follow, or the places would carry.
    pub(super) fn follow(&self, largest: u32, digits: &[usize]) -> Option<u32> {
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
    pub(super) fn then(&self, memory: Memory, sum: i64) -> Memory {
        Memory {
            p: self.a * memory.p + self.b * memory.r + sum,
            r: if self.b == 0 { 0 } else { memory.p },
        }
    }

    /// Says whether a sum stays above `limit`, if digits lower it by `down` a place at most: p does not fall with the
    /// next digit, nor with the one after it, of which p is the new r; so it never does, and the sum is 2p or more, p
    /// in a base.
    pub(super) fn is_above(&self, memory: Memory, limit: i64, down: i64) -> bool {
        let Memory { p, r } = memory;
        p >= 0
            && (self.a - 1) * p + self.b * r >= down
            && (self.a - 1 + self.b) * p >= down
            && (p + r).min(2 * p) > limit
    }

    /// Returns the values of the places that numbers of 64 bits have, the lowest first.
    pub(super) fn places(&self) -> Vec<u128> {
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
    pub(super) fn classes_of_states(&self) -> usize {
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
    pub(super) fn after(&self, state: u32, digits: &[usize]) -> u32 {
        let add = |letter: usize, digit: &usize| letter * self.digits + digit;
        self.next[state as usize][digits.iter().rev().fold(0, add)]
    }
}

/// Returns the output of a state: a value, or 0 for what is lost and 1 for what is won.
pub(super) fn read_output(word: &str, kind: Kind) -> Option<u64> {
    match (kind, word.parse().ok()?) {
        (Kind::Values, value) => Some(value),
        (Kind::Relation, value @ 0..=1) => Some(value),
        (Kind::Outcomes, lost @ 0..=1) => Some(1 - lost),
        _ => None,
    }
}

/// Returns the next states of a state. `-` stands for the state `none`, which is one after all others.
pub(super) fn read_row(row: &str, none: u32) -> Option<Vec<u32>> {
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
pub(super) fn letters(digits: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
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
