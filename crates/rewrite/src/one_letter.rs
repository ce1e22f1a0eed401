//! Rows whose rules need one letter only, and leave others in its place: games of taking and breaking.
//!
//! ```text
//!   .# .. ..##      `..>##` takes two out of a run of free cells and leaves runs of any length on either side: 0.07
//!   ...>.#.         takes one out of a run and leaves at least one on either side: 0.4
//!   XX>.X turned    takes one, and leaves at least one on one side: 0.6
//! ```
//!
//! **Theorem.** Let F be the only letter before any `>`. A rule F^k > F^p D F^s, where D is at least one letter and has no F,
//! takes t = k − p − s cells out of a run of F and leaves a ≥ p and b ≥ s cells of it on either side, with any a + b = n − t. The
//! cells of D are in no match any more. So a run is a heap, and digit t of the code says which numbers of heaps may be left:
//! 7 for p = s = 0, 6 (one heap or two) if one of p and s is 1, and 4 (two heaps) if both are. A rule that takes F^k out of a
//! row which closes up leaves 0 heaps or 1. Rules that ask for longer runs next to what they take are other games, and so
//! are those that leave an F in the middle; nothing of this holds under `never`, `ends`, `alive`, `joined`, or on rings. A
//! repeated sign in D takes any number from some t on: the digits repeat.
//!
//! Nothing of this depends on who wins at the end: under misère play the runs are heaps of the same game under misère play.

use std::sync::{Arc, OnceLock};

use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_heaps::breaking::{Breaking, Code};
use grundy_rules::parts::Digit;
use grundy_rules::rewrite::{LetterRun, Symbol};

use crate::account::spend;
use crate::choice::RewriteEngine;
use crate::definition::{Definition, RewriteMove};
use crate::engine::{Asked, Engine, EngineStop};
use crate::words::{WordRule, word_rules};

/// The game that rows of one letter are.
#[derive(Debug)]
pub(crate) struct RunGame {
    /// The letter of the runs.
    letter: u8,
    /// The code of the game of taking and breaking.
    code: Code,
    /// The game of the code, once a record asks for it. It is shared by all records.
    breaking: OnceLock<Arc<Breaking>>,
}

/// The digit of a take that may leave no heap, one or two.
const ANY_SPLIT: u8 = 7;

/// The digit of a take that may leave one heap or two.
const AT_LEAST_ONE: u8 = 6;

/// The digit of a take that leaves two heaps.
const TWO: u8 = 4;

/// The digit of a take that leaves one heap or none.
const NO_SPLIT: u8 = 3;

/// The digit of a take that leaves one heap.
const ONE: u8 = 2;

/// The effect of a rule on a run.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Take {
    /// The cells that go.
    cells: usize,
    /// The digit of the code.
    digit: u8,
}

/// The largest number of signs of a rule that is looked at.
const MAX_RULE_SIGNS: usize = 32;

/// The length of the longest words as which rules with a repeated sign are written out.
const LONGEST: usize = 2 * MAX_RULE_SIGNS;

impl RunGame {
    /// Returns the game that rules are on rows, if it is one of taking and breaking.
    pub(crate) fn recognised(definition: &Definition) -> Option<RunGame> {
        let rules = &definition.rules;
        if rules.is_constrained() || rules.ring || rules.graph.is_some() {
            return None;
        }
        let repeats = rules.rules.iter().any(|rule| rule.before.has_repeated());
        if rules
            .rules
            .iter()
            .any(|rule| rule.before.signs().count() > MAX_RULE_SIGNS)
        {
            return None;
        }
        let written = word_rules(definition, LONGEST);
        let first = written.first()?;
        let Symbol::Letter(letter) = first.before[0] else {
            return None;
        };
        let mut digits = [0; LONGEST + 1];
        for rule in &written {
            let take = take_of(rule, letter)?;
            digits[take.cells] |= take.digit;
        }
        let digit = |&bits: &u8| Digit::of(bits);
        let mut prefix: Vec<Digit> = digits.iter().map(digit).collect();
        let mut repeat = Vec::new();
        if repeats {
            // Takes of more cells than any rule has signs are those of repeated signs, which take any number of cells. Rules
            // keep at most two letters, so that the takes of words of up to `LONGEST` signs are known to that length less two.
            let long = &digits[MAX_RULE_SIGNS + 1..LONGEST - 1];
            if long.iter().any(|digit| digit != &long[0]) {
                return None;
            }
            repeat.push(Digit::of(long[0]));
            prefix.truncate(MAX_RULE_SIGNS + 1);
        }
        Some(RunGame {
            letter,
            code: Code::new(&prefix, &repeat)?,
            breaking: OnceLock::new(),
        })
    }

    /// Returns the letter of the runs.
    pub(crate) fn letter(&self) -> u8 {
        self.letter
    }

    /// Returns the code of the game.
    pub(crate) fn code(&self) -> &Code {
        &self.code
    }

    /// Returns the heaps that a row is.
    pub(crate) fn heaps(&self, row: &[LetterRun]) -> RunHeaps {
        let mut heaps = Vec::new();
        let mut start = 0;
        for run in row {
            if run.letter == self.letter {
                heaps.push(Heap {
                    start,
                    length: run.count,
                });
            }
            start += run.count;
        }
        RunHeaps(heaps)
    }

    /// Begins the game of a row.
    pub(crate) fn row(&self, row: &[LetterRun], budget: Budget) -> RunEngine {
        let breaking = self.breaking.get_or_init(|| {
            let breaking = Breaking::new(self.code.clone(), budget);
            Arc::new(breaking)
        });
        RunEngine {
            heaps: self.heaps(row),
            breaking: Arc::clone(breaking),
            value: None,
        }
    }
}

/// Returns what a rule does to a run of a letter, if that is taking and breaking.
fn take_of(rule: &WordRule, letter: u8) -> Option<Take> {
    let is_kept = |sign: &&Symbol| **sign == Symbol::Letter(letter);
    if rule.before.iter().any(|sign| !is_kept(&sign)) {
        return None;
    }
    let length = rule.before.len();
    let kept = rule.after.iter().filter(is_kept).count();
    if rule.after.len() < length {
        // The row closes up: nothing may be left but the letter itself.
        if kept < rule.after.len() {
            return None;
        }
        let digit = match kept {
            0 => NO_SPLIT,
            1 => ONE,
            _ => return None,
        };
        return Some(Take {
            cells: length - kept,
            digit,
        });
    }
    let left = rule.after.iter().take_while(is_kept).count();
    let right = rule.after.iter().rev().take_while(is_kept).count();
    let has_other = |sign: &Symbol| matches!(sign, Symbol::Any | Symbol::Same(_));
    if left == length || left + right != kept || rule.after.iter().any(has_other) {
        return None;
    }
    let digit = match (left, right) {
        (0, 0) => ANY_SPLIT,
        (0, 1) | (1, 0) => AT_LEAST_ONE,
        (1, 1) => TWO,
        _ => return None,
    };
    Some(Take {
        cells: length - kept,
        digit,
    })
}

/// A run of the letter.
#[derive(Clone, Copy, Debug)]
struct Heap {
    /// The number of the first cell.
    start: u64,
    /// The number of cells.
    length: u64,
}

/// The heaps that a row is: its runs of the letter, from left to right.
#[derive(Clone, Debug)]
pub struct RunHeaps(Vec<Heap>);

/// The effect of a move on the heaps of a row.
struct HeapMove {
    /// The place of the heap that it changes.
    place: usize,
    /// The heaps that it leaves of that one, of which some may be 0.
    left: [u64; 2],
}

impl RunHeaps {
    /// Lists the heaps.
    pub fn lengths(&self) -> Vec<u64> {
        self.0.iter().map(|heap| heap.length).collect()
    }

    /// Counts the heaps.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Lists the heaps that a move leaves, without those of 0.
    ///
    /// # Panics
    ///
    /// May panic if the move is not one of this row.
    pub fn lengths_after(&self, mv: &RewriteMove) -> Vec<u64> {
        let HeapMove { place, left } = self.effect(mv);
        let mut lengths = self.lengths();
        lengths.splice(place..=place, left);
        lengths.retain(|&length| length > 0);
        lengths
    }

    /// Returns what a move does to the heaps.
    fn effect(&self, mv: &RewriteMove) -> HeapMove {
        let first = u64::from(mv.cells[0]);
        let end = u64::from(mv.cells[mv.cells.len() - 1]) + 1;
        let place = self.0.partition_point(|heap| heap.start <= first) - 1;
        let heap = self.0[place];
        let left = if mv.closes_up() {
            let gone = (mv.cells.len() - mv.letters.len()) as u64;
            [heap.length - gone, 0]
        } else {
            [first - heap.start, heap.start + heap.length - end]
        };
        HeapMove { place, left }
    }
}

/// The questions about a row of runs.
#[derive(Debug)]
pub(crate) struct RunEngine {
    /// The heaps of the position.
    heaps: RunHeaps,
    /// The game of their lengths, which knows the values of heaps.
    breaking: Arc<Breaking>,
    /// The value of the position, once it is found.
    value: Option<u32>,
}

impl RunEngine {
    /// Returns the value of a run.
    fn heap(&self, length: u64) -> Result<u32, Limit> {
        let value = self.breaking.grundy(length)?;
        u32::try_from(value).map_err(|_| {
            Limit::fixed(format!(
                "the value {value} of a run of cells has more than 32 bits"
            ))
        })
    }

    /// Returns the value of the position.
    fn whole(&mut self) -> Result<u32, Limit> {
        if let Some(value) = self.value {
            return Ok(value);
        }
        let mut value = 0;
        for heap in &self.heaps.0 {
            value ^= self.heap(heap.length)?;
        }
        self.value = Some(value);
        Ok(value)
    }

    /// Returns the value of the position after a move.
    fn after(&mut self, mv: &RewriteMove) -> Result<u32, Limit> {
        let value = self.whole()?;
        let HeapMove { place, left } = self.heaps.effect(mv);
        let others = value ^ self.heap(self.heaps.0[place].length)?;
        Ok(others ^ self.heap(left[0])? ^ self.heap(left[1])?)
    }
}

impl Engine for RunEngine {
    fn take_chosen(&mut self) -> Option<RewriteEngine> {
        self.breaking.take_chosen().map(RewriteEngine::RunsBy)
    }

    fn value(&mut self, _: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        spend(account, self.heaps.count() as u64)?;
        Ok(self.whole()?)
    }

    fn is(
        &mut self,
        asked: Asked<'_>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let value = match asked.after {
            None => self.value(asked.start, account)?,
            Some(mv) => {
                spend(account, 1)?;
                self.after(mv)?
            }
        };
        Ok(value == nimber)
    }
}
