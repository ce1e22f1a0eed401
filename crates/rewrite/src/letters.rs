//! The letters that matter, each with the number of its plane.
//!
//! A letter that no word of the rules contains never changes and is in no match: it has no plane, like a wall. Where `_` or
//! `joined` sees whether *some* letter is there, one more plane holds the letters that matter in no other way.

#![expect(
    clippy::cast_possible_truncation,
    reason = "there are at most 16 planes"
)]

use std::collections::BTreeSet;

use grundy_rules::rewrite::{FREE, Rewriting, Symbol, WALL};

use crate::definition::Definition;

/// The largest number of planes.
pub(crate) const MAX_PLANES: usize = 16;

/// The letter that a pattern gives a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gift {
    /// The letter that is there.
    Keep,
    /// The letter of this plane.
    Plane(u8),
    /// A wall, or a letter without a plane.
    Nothing,
}

/// A word without numbers, and what takes its place.
pub(crate) struct WrittenWord {
    /// The signs of the word.
    pub(crate) before: Vec<Symbol>,
    /// The signs that take their place.
    pub(crate) after: Vec<Symbol>,
}

/// The signs that stand in rules.
#[derive(Default)]
struct NamedSymbols {
    /// The letters that words look for: those before a move, and those of `never` and `ends`.
    letters: BTreeSet<u8>,
    /// The letters that moves put.
    given: BTreeSet<u8>,
    /// Whether a word looks for `_`, any letter.
    has_any: bool,
    /// Whether a word looks for a letter that stands in it twice, such as `_1`.
    has_same: bool,
    /// Whether a word of `never` looks for `_`.
    never_has_any: bool,
}

impl NamedSymbols {
    /// Collects the signs of all words.
    fn of(rules: &Rewriting) -> Self {
        let mut named = NamedSymbols::default();
        for rule in &rules.rules {
            for sign in rule.before.signs() {
                named.look_for(sign.symbol);
            }
            for sign in rule.after.signs() {
                if let Symbol::Letter(letter) = sign.symbol {
                    named.given.insert(letter);
                }
            }
        }
        for word in &rules.ends {
            for sign in word.signs() {
                named.look_for(sign.symbol);
            }
        }
        for word in &rules.never {
            for sign in word.signs() {
                named.look_for(sign.symbol);
                named.never_has_any |= sign.symbol == Symbol::Any;
            }
        }
        named
    }

    /// Notes a sign that a word looks for.
    fn look_for(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Letter(letter) => {
                self.letters.insert(letter);
            }
            Symbol::Any => self.has_any = true,
            Symbol::Same(_) => self.has_same = true,
            Symbol::Wall => {}
        }
    }
}

/// The numbers of the planes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlaneNumbers {
    /// The letters with a plane of their own, ascending: the number of a plane is a place in this list.
    own: Vec<u8>,
    /// Whether one more plane holds all other letters.
    pub(crate) has_others: bool,
    /// All letters that can be met, ascending.
    met: Vec<u8>,
    /// The plane of free cells, if groups need them.
    pub(crate) free: Option<usize>,
}

impl PlaneNumbers {
    /// Numbers the planes of positions with these letters.
    pub(crate) fn new(definition: &Definition, letters: impl IntoIterator<Item = u8>) -> Self {
        let rules: &Rewriting = &definition.rules;
        let named = NamedSymbols::of(rules);
        let mut looked_for = named.letters;
        if named.has_any {
            // A move that puts a letter where `_` stands changes nothing if the letter is there.
            looked_for.extend(&named.given);
        }
        let mut met: BTreeSet<u8> = letters.into_iter().collect();
        met.extend(&named.given);
        met.extend(&looked_for);
        met.remove(&WALL);
        if named.has_same || rules.alive {
            looked_for = met.clone();
        }
        if rules.alive {
            looked_for.insert(FREE);
        }
        // Under `_` in `never`, a part may have to show a cell as some letter that is none of the others.
        let has_others =
            (named.has_any || rules.joined) && (met != looked_for || named.never_has_any);
        let own: Vec<u8> = looked_for.into_iter().collect();
        let free = if rules.alive {
            own.iter().position(|&letter| letter == FREE)
        } else {
            None
        };
        PlaneNumbers {
            free,
            own,
            has_others,
            met: met.into_iter().collect(),
        }
    }

    /// Returns the number of planes.
    pub(crate) fn count(&self) -> usize {
        self.own.len() + usize::from(self.has_others)
    }

    /// Returns the plane of a letter, if it has one, when there are `planes` in all.
    pub(crate) fn plane(&self, letter: u8, planes: usize) -> Option<usize> {
        if letter == WALL {
            return None;
        }
        match self.own.binary_search(&letter) {
            Ok(plane) => Some(plane),
            Err(_) => self.has_others.then(|| planes - 1),
        }
    }

    /// Returns the planes of which a sign needs one, as bits, when there are `planes` in all.
    pub(crate) fn needed(&self, sign: Symbol, planes: usize) -> u32 {
        match sign {
            Symbol::Any => (1 << planes) - 1,
            Symbol::Letter(letter) => self.plane(letter, planes).map_or(0, |plane| 1 << plane),
            Symbol::Wall | Symbol::Same(_) => 0,
        }
    }

    /// Returns what a sign of a rule gives, when there are `planes` in all.
    pub(crate) fn gift(&self, before: Symbol, after: Symbol, planes: usize) -> Gift {
        match after {
            Symbol::Any => Gift::Keep,
            after if after == before => Gift::Keep,
            Symbol::Letter(letter) => match self.plane(letter, planes) {
                Some(plane) => Gift::Plane(plane as u8),
                None => Gift::Nothing,
            },
            Symbol::Wall | Symbol::Same(_) => Gift::Nothing,
        }
    }

    /// Writes letters for the numbers `_1` to `_9` of a word, in all ways, in it and in what takes its place. `None` if
    /// there are more than `most`.
    pub(crate) fn written(
        &self,
        before: &[Symbol],
        after: &[Symbol],
        most: usize,
    ) -> Option<Vec<WrittenWord>> {
        let mut done = Vec::new();
        let mut to_write = vec![WrittenWord {
            before: before.to_vec(),
            after: after.to_vec(),
        }];
        while let Some(WrittenWord { before, after }) = to_write.pop() {
            let number = before.iter().find(|sign| matches!(sign, Symbol::Same(_)));
            let Some(&number) = number else {
                // A number that stands for no letter, since its run is empty, makes no move.
                if after.iter().any(|sign| matches!(sign, Symbol::Same(_))) {
                    continue;
                }
                done.push(WrittenWord { before, after });
                if done.len() > most {
                    return None;
                }
                continue;
            };
            for &letter in &self.met {
                let put = |signs: &[Symbol]| -> Vec<Symbol> {
                    let letter = Symbol::Letter(letter);
                    let with = |&sign: &Symbol| if sign == number { letter } else { sign };
                    signs.iter().map(with).collect()
                };
                to_write.push(WrittenWord {
                    before: put(&before),
                    after: put(&after),
                });
            }
            if to_write.len() > most {
                return None;
            }
        }
        Some(done)
    }
}
