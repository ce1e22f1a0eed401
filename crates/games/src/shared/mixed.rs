//! Sums of different games: `nim: 3 4 + kayles: 5`. A move is made in one of them; a player who has
//! no move in any loses.
//!
//! Sprague and Grundy: under normal play a sum behaves as the nim-sum of the values of its parts, so
//! a move in one part wins exactly when it leaves that part the nim-sum of all others. With values of
//! Smith and Fraenkel (play without end is a draw), ∞_A + n = ∞_{A ⊕ n}, and two infinite parts draw.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use crate::questions::misere;
use crate::shared::found_once;
use crate::shared::misere_rules::MisereRules;
use crate::shared::visiting;
use crate::{Context, Game, Goal, OpenPosition, PositionResult, Visit, Visited};
use grundy_record::{Fault, Keyword, Move, Outcome, Place, Record, Summand, Value};

/// Adds the values of two parts of a sum.
pub fn add(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
        (Value::Infinite(set), Value::Finite(n)) | (Value::Finite(n), Value::Infinite(set)) => {
            let mut set: Vec<u64> = set.iter().map(|member| member ^ n).collect();
            set.sort_unstable();
            Value::Infinite(set)
        }
        (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(Vec::new()),
    }
}

/// Says who wins a sum of this value.
pub fn outcome(value: &Value) -> Outcome {
    match value {
        Value::Finite(0) => Outcome::Lose,
        Value::Finite(_) => Outcome::Win,
        Value::Infinite(set) if set.first() == Some(&0) => Outcome::Win,
        Value::Infinite(_) => Outcome::Draw,
    }
}

/// Opens a sum of several games.
///
/// # Errors
///
/// Fails as [`Game::open`] does, with the number of the game that is wrong; and where a game of a sum has no
/// Grundy value.
pub fn open<'a>(summands: &'a [Summand<'a>], context: &'a Context) -> PositionResult<'a> {
    let all = || summands.iter().enumerate();
    if all().any(|(_, summand)| plays_misere(&summand.record)) {
        let games = all().map(|(i, Summand { signature, record })| {
            let rules = context
                .game(signature)
                .and_then(|game| misere_part(game, record));
            rules
                .map(|rules| (rules, record))
                .map_err(|fault| fault.in_summand(i))
        });
        return misere::open(games.collect::<Result<_, Fault>>()?, context);
    }
    let mut parts = Vec::with_capacity(summands.len());
    for (index, Summand { signature, record }) in all() {
        let part = context
            .game(signature)
            .and_then(|game| game.open(record, context))
            .map_err(|fault| fault.in_summand(index))?;
        if part.numbers().is_none() {
            let name = &signature.name;
            let message = format!("`{name}` has no Grundy value, so it cannot be part of a sum");
            let help = "add games under normal play that have the ask `grundy`";
            return Err(Fault::new(Place::Game, message, help).in_summand(index));
        }
        parts.push(part);
    }
    Ok(Box::new(Mixed {
        parts,
        values: OnceCell::new(),
    }))
}

/// Says whether a record is under misère play, by a keyword or by its rule.
pub fn plays_misere(record: &Record<'_>) -> bool {
    record.modifiers.has(Keyword::Misere) || record.rules.own().is_some_and(|own| own.rule.misere)
}

/// Returns the rules of a summand under misère play.
fn misere_part(game: &dyn Game, record: &Record<'_>) -> Result<MisereRules, Fault> {
    let name = &game.signature().name;
    let heaps = if record.modifiers.has(Keyword::Ring) {
        None
    } else {
        game.heaps(record)?
    };
    match heaps {
        Some(heaps) if plays_misere(record) => Ok(heaps),
        Some(_) => Err(Fault::new(
            Place::Game,
            format!(
                "`{name}` is under normal play here, and another game of the sum under misère play"
            ),
            "write `misere` in all games of the sum, or in none",
        )),
        None => Err(Fault::new(
            Place::Game,
            if record.modifiers.has(Keyword::Ring) {
                "rings are played under normal play only".to_owned()
            } else {
                format!(
                    "`{name}` cannot be part of a sum under misère play, which is known for games of independent heaps"
                )
            },
            "add games of independent heaps, all with `misere`",
        )),
    }
}

struct Mixed<'a> {
    /// The games of the sum, each opened.
    parts: Vec<Box<dyn OpenPosition + 'a>>,
    /// The values of the parts, once they are known.
    values: OnceCell<PartValues>,
}

/// The values of the parts of a sum, kept so that the value of all parts but one takes no second look at them.
struct PartValues {
    /// The value of each part.
    each: Vec<Value>,
    /// The nim-sum of the finite values.
    finite: u64,
    /// The parts whose values are infinite.
    infinite: Vec<usize>,
}

impl PartValues {
    fn new(each: Vec<Value>) -> Self {
        let mut finite = 0;
        let mut infinite = Vec::new();
        for (index, value) in each.iter().enumerate() {
            match value {
                Value::Finite(value) => finite ^= value,
                Value::Infinite(_) => infinite.push(index),
            }
        }
        PartValues {
            each,
            finite,
            infinite,
        }
    }

    /// Computes the value of all parts.
    fn all(&self) -> Value {
        self.with_infinite(self.finite, &self.infinite)
    }

    /// Computes the value of all parts but this one.
    fn without(&self, index: usize) -> Value {
        match &self.each[index] {
            Value::Finite(value) => self.with_infinite(self.finite ^ value, &self.infinite),
            // More than three infinite parts have the same value as three.
            Value::Infinite(_) => {
                let others = self.infinite.iter().copied().take(3);
                let others: Vec<usize> = others.filter(|&other| other != index).collect();
                self.with_infinite(self.finite, &others)
            }
        }
    }

    /// Computes the value of all parts but this one, if it is finite.
    fn finite_without(&self, index: usize) -> Option<u64> {
        match &self.each[index] {
            Value::Finite(value) => self.infinite.is_empty().then_some(self.finite ^ value),
            Value::Infinite(_) => (self.infinite.len() == 1).then_some(self.finite),
        }
    }

    /// Computes the value of a sum of a finite value and these infinite parts.
    fn with_infinite(&self, finite: u64, infinite: &[usize]) -> Value {
        match infinite {
            [] => Value::Finite(finite),
            &[only] => add(&self.each[only], &Value::Finite(finite)),
            _ => Value::Infinite(Vec::new()),
        }
    }
}

impl Mixed<'_> {
    fn part_values(&mut self) -> Result<&PartValues, Fault> {
        found_once(&self.values, || {
            let mut each = Vec::with_capacity(self.parts.len());
            for (index, part) in self.parts.iter_mut().enumerate() {
                each.push(part.grundy().map_err(|fault| fault.in_summand(index))?);
            }
            Ok(PartValues::new(each))
        })
    }
}

impl OpenPosition for Mixed<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(outcome(&self.part_values()?.all()))
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        let outcome = if goal == Goal::Legal {
            None
        } else {
            Some(self.outcome()?)
        };
        let mut offset = 0;
        visiting::visit_each(0..self.parts.len(), |index| {
            let mut shifted = |mv: Move| visit(mv.shifted(offset));
            let visited = match outcome {
                None => self.parts[index].visit(Goal::Legal, &mut shifted),
                // No move next to an infinite part wins.
                Some(Outcome::Win) => match self.part_values()?.finite_without(index) {
                    Some(target) => self.parts[index].visit(Goal::Value(target), &mut shifted),
                    None => Ok(ControlFlow::Continue(())),
                },
                Some(Outcome::Draw) => {
                    let rest = self.part_values()?.without(index);
                    self.parts[index].drawing_moves(&rest, &mut shifted)
                }
                Some(Outcome::Lose) => Ok(ControlFlow::Continue(())),
            };
            let part = &self.parts[index];
            offset += part.numbers().unwrap_or(0);
            visited.map_err(|fault| fault.in_summand(index))
        })
    }

    fn count(&mut self) -> Result<u128, Fault> {
        if self.outcome()? != Outcome::Win {
            return Ok(0);
        }
        let mut count = 0;
        for index in 0..self.parts.len() {
            if let Some(target) = self.part_values()?.finite_without(index) {
                let counted = self.parts[index].count_of(Goal::Value(target));
                count += counted.map_err(|fault| fault.in_summand(index))?;
            }
        }
        Ok(count)
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        Ok(self.part_values()?.all())
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        let mut values = Vec::new();
        for (index, part) in self.parts.iter_mut().enumerate() {
            values.extend(part.values().map_err(|fault| fault.in_summand(index))?);
        }
        Ok(values)
    }
}
