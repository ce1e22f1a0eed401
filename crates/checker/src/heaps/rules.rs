//! What moves a heap has.

use super::super::{Checked, rejected, sets};
use super::code::{Code, Digit};
use crate::GameId;
use crate::certificate::Cycle;
use grundy_record::{Amounts, Ask, Range, Record};

/// What moves a heap has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Take an amount: disjoint ascending ranges.
    Subtraction(Vec<Range>),
    /// The same of a set by name, as far as the heaps of a record can spare its amounts.
    Spared(Vec<Range>),
    /// `digits[k]`: what taking k allows.
    Octal(Vec<u8>),
    /// Split into two unequal heaps.
    Grundy,
    /// Take any amount, or split in two.
    Lasker,
    /// A code with other digits than those of octal games.
    Code(Code),
}

impl Rules {
    /// The rules of a record of this game, when they are about heaps with values.
    pub fn of(record: &Record<'_>, game: GameId) -> Option<Checked<Rules>> {
        if !record.rules.amounts.is_plain() {
            return Some(Rules::of_sets(&record.rules.amounts, record));
        }
        let written = || record.rules.code.as_ref().map(ToString::to_string);
        let code = match game {
            GameId::Subtraction => {
                let amounts = merge(record.rules.amounts());
                return Some(match amounts.first() {
                    Some(first) if first.low > 0 => Ok(Rules::Subtraction(amounts)),
                    _ => rejected("an amount is 0"),
                });
            }
            GameId::GrundysGame => return Some(Ok(Rules::Grundy)),
            // What rings leave is counted by the digits.
            GameId::Lasker if record.modifiers.ring => return Some(Code::read("4.[3]").map(Rules::Code)),
            GameId::Lasker => return Some(Ok(Rules::Lasker)),
            GameId::TakeAndBreak => {
                return Some(match written() {
                    Some(text) => Code::read(&text).map(Rules::of_code),
                    None => rejected("there is no code"),
                });
            }
            GameId::Octal(None) => match written() {
                Some(code) => code,
                None => return Some(rejected("there is no octal code")),
            },
            GameId::Octal(Some(code)) => code.to_owned(),
            _ => return None,
        };
        let mut digits: Vec<u8> = code.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        while digits.len() > 1 && digits.ends_with(&[0]) {
            digits.pop();
        }
        Some(match digits.first() {
            Some(0 | 4) if digits.iter().all(|&digit| digit < 8) => Ok(Rules::Octal(digits)),
            _ => rejected("this is no octal code"),
        })
    }

    /// Where membership repeats, sets are codes of digits 0 and 3.
    fn of_sets(sets: &Amounts, record: &Record<'_>) -> Checked<Rules> {
        let counted = record.asks.iter().any(|ask| matches!(ask, Ask::Paths(_)));
        if let Some((may, again)) = sets::repeating(sets).filter(|_| !counted) {
            let digits = |may: &[bool]| may.iter().map(|&may| if may { 3 } else { 0 }).collect::<Vec<_>>();
            return Ok(Rules::Code(Code::of(&digits(&may), &digits(&again))));
        }
        let largest = record.position.numbers.iter().copied().max().unwrap_or(0);
        sets::amounts_to(sets, largest).map(Rules::Spared)
    }

    fn of_code(code: Code) -> Rules {
        match code.octal() {
            Some(digits) => Rules::Octal(digits),
            None => Rules::Code(code),
        }
    }

    /// The least and the largest amount, when all between are in the set.
    pub fn one_range(&self) -> Option<(u64, u64)> {
        match self {
            Rules::Subtraction(amounts) => match amounts[..] {
                [Range { low, high }] => Some((low, high)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The last heap whose value must be known for this cycle to be proved; none when no theorem
    /// is about these rules.
    pub fn range_for(&self, cycle: Cycle) -> Option<u64> {
        cycle.preperiod.checked_add(cycle.period)?.checked_add(self.window_for(cycle)?)?.checked_sub(1)
    }

    /// Where the period must hold to hold for ever: that many heaps from the preperiod on.
    pub(super) fn window_for(&self, cycle: Cycle) -> Option<u64> {
        match self {
            Rules::Subtraction(amounts) => Some(amounts.last()?.high),
            Rules::Octal(digits) => {
                cycle.preperiod.checked_add(cycle.period)?.checked_add(digits.len() as u64 - 1)
            }
            Rules::Code(code) => code.window_for(cycle.preperiod, cycle.period),
            Rules::Spared(_) | Rules::Grundy | Rules::Lasker => None,
        }
    }

    /// What taking so many allows, where a code says it.
    pub(super) fn digit(&self, taken: u64) -> Digit {
        match self {
            Rules::Octal(digits) => {
                let bits = usize::try_from(taken).ok().and_then(|taken| digits.get(taken));
                Digit { bits: bits.copied().unwrap_or(0), unequal: false }
            }
            Rules::Code(code) => code.digit(taken),
            _ => Digit::default(),
        }
    }

    /// The most that is ever taken of a heap, or a bound of it.
    pub(super) fn last_take(&self, heap: u64) -> u64 {
        match self {
            Rules::Octal(digits) => heap.min(digits.len() as u64 - 1),
            Rules::Code(code) => code.last_take(heap),
            _ => heap,
        }
    }

    /// The take from which on so many digits repeat; where they end, the number of digits and none.
    pub(super) fn repeated(&self) -> (u64, Option<u64>) {
        match self {
            Rules::Code(code) => (code.from(), code.modulus()),
            Rules::Octal(digits) => (digits.len() as u64, None),
            _ => (0, None),
        }
    }

    /// What may be left of a heap, by the amount taken, ascending.
    pub(super) fn remainders(&self, heap: u64) -> Remainders<'_> {
        let amount = match self {
            Rules::Subtraction(amounts) | Rules::Spared(amounts) => {
                amounts.first().map_or(0, |range| range.low)
            }
            _ => 0,
        };
        Remainders { rules: self, heap, amount, range: 0 }
    }

    /// Their values are found with the help of a parity mask.
    pub fn splits_by_mask(&self) -> bool {
        !matches!(self, Rules::Subtraction(_) | Rules::Spared(_) | Rules::Code(_))
    }

    /// The larger part of a split must be larger.
    pub(super) fn unequal(&self) -> bool {
        matches!(self, Rules::Grundy)
    }
}

/// What is left of a heap after an amount is taken: a single heap, two of any sizes, three, or any of these.
#[derive(Clone, Copy)]
pub(super) struct Remainder {
    pub(super) left: u64,
    pub(super) whole: bool,
    pub(super) split: bool,
    pub(super) in_three: bool,
    /// Several heaps must differ.
    pub(super) unequal: bool,
}

pub(super) struct Remainders<'r> {
    rules: &'r Rules,
    heap: u64,
    /// The next amount, and the range it is in.
    amount: u64,
    range: usize,
}

impl Iterator for Remainders<'_> {
    type Item = Remainder;

    fn next(&mut self) -> Option<Remainder> {
        let taken = self.amount;
        let left = self.heap.checked_sub(taken)?;
        self.amount = taken.saturating_add(1);
        let (mut in_three, mut unequal) = (false, self.rules.unequal());
        let (whole, split) = match self.rules {
            Rules::Subtraction(amounts) | Rules::Spared(amounts) => {
                let range = amounts.get(self.range)?;
                if taken == range.high {
                    self.range += 1;
                    self.amount = amounts.get(self.range).map_or(0, |next| next.low);
                }
                (true, false)
            }
            Rules::Octal(digits) => {
                let digit = digits.get(usize::try_from(taken).ok()?)?;
                let whole = if left == 0 { digit & 1 != 0 } else { digit & 2 != 0 && taken > 0 };
                (whole, digit & 4 != 0)
            }
            Rules::Code(code) => {
                if taken > code.last_take(self.heap) {
                    return None;
                }
                let digit = code.digit(taken);
                (in_three, unequal) = (digit.leaves(3), digit.unequal);
                (if left == 0 { self.heap > 0 && digit.leaves(0) } else { digit.leaves(1) }, digit.leaves(2))
            }
            Rules::Grundy if taken > 0 => return None,
            Rules::Grundy => (false, true),
            Rules::Lasker => (taken > 0, taken == 0),
        };
        Some(Remainder { left, whole, split, in_three, unequal })
    }
}

/// Sorted, overlaps joined.
pub fn merge(amounts: &[Range]) -> Vec<Range> {
    let mut sorted = amounts.to_vec();
    sorted.sort_unstable();
    let mut merged: Vec<Range> = Vec::new();
    for range in sorted {
        match merged.last_mut() {
            Some(last) if range.low <= last.high.saturating_add(1) => last.high = last.high.max(range.high),
            _ => merged.push(range),
        }
    }
    merged
}
