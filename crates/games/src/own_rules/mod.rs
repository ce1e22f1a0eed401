//! User-defined rules: `rules [n] -> [n-1] | [n/2] if n > 0 : 10 25`. The options of a position are
//! what a comprehension over whole numbers yields.
//!
//! The meaning of the language is in [`grundy_own_rules`], with how it is solved. A game
//! whose play must end, with `lose if` and `legal if` alone, is one of normal play: positions have
//! Grundy values, and several are a sum. With `win if`, `draw if`, `misere` or `loopy` one position has
//! an outcome.

mod by_rule;
mod heaps;
mod lowered;
mod pattern;
mod positions;
mod ranges;

use std::sync::{Mutex, MutexGuard};

pub use by_rule::{ByRule, OWN_RULES, classic};
pub use lowered::lowered;
pub use pattern::{list_lost, proved_values, values_automaton};

use positions::RulePositions;

use crate::OpenRules;
use crate::questions::misere;
use crate::shared::sum::refuse;
use crate::{CacheRef, Context, OpenPosition, PositionResult};
use grundy_base::budget::{Budget, Limit, no_machine_has};
use grundy_base::sync::lock_anew;
use grundy_own_rules::{SolvedRule, Trouble, shape};
use grundy_record::{Ask, Fault, Keyword, Place, Record, Verdict};
use grundy_record::{OwnRule, counted};
use grundy_rules::meter;
use grundy_rules::meter::Meter;
use grundy_rules::options::{Outcome, RulePosition, names_of};
use grundy_rules::tree::Rule;

/// The asks that games of this language have besides those of all sums.
const ASKS: [Ask; 6] = [
    Ask::Losing,
    Ask::Sequence,
    Ask::Period,
    Ask::Pattern,
    Ask::Genus,
    Ask::Quotient,
];

/// The steps that the terminal clauses of one position may take.
const MAX_CLAUSE_STEPS: u64 = 1 << 20;

/// Returns the verdict for a player without a move: by the first terminal clause that holds, else by the kind of play.
fn without_moves(rule: &Rule, record: &Record<'_>) -> Verdict {
    let no_move = if rule.misere || record.modifiers.has(Keyword::Misere) {
        Verdict::Win(0)
    } else {
        Verdict::Lose
    };
    if rule.has_values() {
        return no_move;
    }
    let Some(position) = record.position.tuples.get(0) else {
        return no_move;
    };
    match rule.ending(
        &names_of(&signed(position)),
        &mut Meter::new(MAX_CLAUSE_STEPS),
    ) {
        Ok(Some(Outcome::Won)) => Verdict::Win(0),
        Ok(Some(Outcome::Drawn)) => Verdict::Draw,
        Ok(Some(Outcome::Lost)) => Verdict::Lose,
        Ok(None) | Err(_) => no_move,
    }
}

/// The tables of a rule.
pub struct Tables(CacheRef<SharedSolver>);

impl Tables {
    /// Returns the tables that all records of the rule share.
    ///
    /// # Errors
    ///
    /// If the rule cannot be opened.
    pub fn of(own: &OwnRule, context: &Context) -> Result<Self, Fault> {
        Ok(Tables(solver(&own.text, &own.rule, context)?))
    }

    /// Says whether a position is lost, if a table holds it.
    pub fn known(&self, numbers: &[u64]) -> Option<bool> {
        self.0
            .lock()
            .found(&signed(numbers), false)
            .map(|known| known == 0)
    }

    /// Fills a table of the positions up to this one, if these numbers are a position and the budget suffices.
    pub fn fill(&self, numbers: &[u64], budget: &Budget) {
        let mut solver = self.0.lock();
        let position = signed(numbers);
        if solver.is_position(&position, budget) == Ok(true) {
            let _ = solver.is_lost(&position, budget);
        }
    }
}

/// Returns all that is known of the rule with this text, shared by its records.
fn solver(text: &str, rule: &Rule, context: &Context) -> Result<CacheRef<SharedSolver>, Fault> {
    context
        .cache
        .shared("rules", &key(text), SharedSolver::bytes, || {
            let slot = context.slot(|| format!("rules {text}"));
            Ok(SharedSolver(Mutex::new(
                SolvedRule::new(rule.clone()).kept(slot),
            )))
        })
}

fn signed(numbers: &[u64]) -> RulePosition {
    numbers
        .iter()
        .map(|&n| i64::try_from(n).unwrap_or(i64::MAX))
        .collect()
}

/// All that is known of the positions of one rule.
#[derive(Debug)]
struct SharedSolver(Mutex<SolvedRule>);

impl SharedSolver {
    fn lock(&self) -> MutexGuard<'_, SolvedRule> {
        lock_anew(&self.0, |solver| SolvedRule::new(solver.rule().clone()))
    }

    fn bytes(&self) -> u64 {
        self.0.try_lock().map_or(1 << 16, |solver| solver.bytes())
    }
}

/// A rule, and all that is known of its positions.
struct RuleSolver<'a> {
    own: OwnRule,
    known: CacheRef<SharedSolver>,
    context: &'a Context,
}

impl<'a> RuleSolver<'a> {
    fn new(own: &OwnRule, context: &'a Context) -> Result<Self, Fault> {
        Ok(RuleSolver {
            own: own.clone(),
            known: solver(&own.text, &own.rule, context)?,
            context,
        })
    }

    /// Opens a position.
    fn opened<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        let RuleSolver {
            own,
            known,
            context,
        } = self;
        let rule = &own.rule;
        if record.varies() {
            if !rule.has_values() {
                one_alone(rule, record.position.ranges.len())?;
            }
            return ranges::open(known.clone(), rule, record, context);
        }
        let tuples = &record.position.tuples;
        let mut positions = Vec::with_capacity(tuples.len());
        for (i, tuple) in tuples.iter().enumerate() {
            positions.push(position(tuple, rule, i, known, context)?);
        }
        let one_number = rule.arity() == 1 && tuples.len() == 1;
        let misses_one = |ask: &Ask| {
            let about_one = matches!(ask, Ask::Losing | Ask::Sequence)
                || *ask == Ask::Period && !tuples.is_empty();
            about_one && !one_number || *ask == Ask::Period && rule.arity() != 1
        };
        let misses_values = |ask: &Ask| {
            !rule.has_values()
                && matches!(ask, Ask::Grundy | Ask::Values | Ask::Sequence | Ask::Period)
        };
        refuse(
            &record.asks,
            |ask| misses_one(ask) || misses_values(ask),
            |ask, place| {
                if misses_one(&ask) {
                    let message = format!("`{ask}` is about one position of one number");
                    return Fault::new(place, message, "give one number after the colon");
                }
                Fault::new(
                    place,
                    format!(
                        "`{ask}` belongs to normal play without `win if`, `draw if`, `misere` and `loopy`"
                    ),
                    "ask `verdict`, `winner`, `count`, `moves`, `best` or `losing`",
                )
            },
        )?;
        if rule.has_values() {
            // A sequence is one of values.
            let needs_values =
                record.needs_values() || record.asks.iter().any(|ask| ask.is_about_sequence());
            let beside = misere::beside(record, context, || Ok(heaps::rules(own)))?;
            // One position asked who wins it needs no values.
            let alone = tuples.len() == 1 && !needs_values && beside.is_none() && !rule.splits();
            let positions = RulePositions::new(known, positions, context);
            let direct: Box<dyn OpenPosition + '_> = if alone {
                Box::new(positions.decided())
            } else {
                Box::new(positions.sum().beside(beside))
            };
            return Ok(lowered::open(
                || shape::known(rule),
                record,
                context,
                direct,
            ));
        }
        let asks_of_heaps = record
            .asks
            .iter()
            .any(|ask| matches!(ask, Ask::Genus | Ask::Quotient));
        // Where `lose if` holds of one position alone, it says who wins; in a sum it only ends the moves of a part.
        let is_sum = tuples.len() != 1 || rule.lose.is_empty() && (rule.splits() || asks_of_heaps);
        let asks_pattern_alone = record.asks.iter().all(|&ask| ask == Ask::Pattern);
        if !asks_pattern_alone
            && is_sum
            && rule.misere
            && let Some(rules) = heaps::rules(own)
        {
            let direct = misere::open(vec![(rules, record)], context)?;
            return Ok(lowered::open(
                || heaps::known(rule),
                record,
                context,
                direct,
            ));
        }
        if !(tuples.is_empty() && asks_pattern_alone) {
            one_alone(rule, tuples.len())?;
        }
        Ok(Box::new(
            RulePositions::new(known, positions, context).decided(),
        ))
    }
}

impl<'a> OpenRules<'a> for RuleSolver<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> Option<PositionResult<'p>>
    where
        'a: 'p,
    {
        Some(self.opened(record))
    }
}

/// Refuses all positions but one whose moves leave one part: only that has an outcome.
fn one_alone(rule: &Rule, positions: usize) -> Result<(), Fault> {
    let why = if rule.misere && !rule.lose.is_empty() {
        "under `misere` with `lose if`"
    } else {
        "under `win if`, `draw if`, `misere` and `loopy`"
    };
    if rule.splits() {
        return Err(Fault::new(
            Place::Code,
            format!("a move leaves several positions, which have no outcome together {why}"),
            "leave out the clause: under normal play, and under `misere` without `lose if`, moves may leave several",
        ));
    }
    if positions != 1 {
        let place = if positions == 0 {
            Place::EndOfPosition
        } else {
            Place::Position(1)
        };
        return Err(Fault::new(
            place,
            format!("{positions} positions have no outcome together {why}"),
            "give one position; several heaps are written as one: `[a,b]`",
        ));
    }
    Ok(())
}

/// Reads the numbers of a position, and refuses numbers that are none.
fn position(
    tuple: &[u64],
    rule: &Rule,
    i: usize,
    known: &SharedSolver,
    context: &Context,
) -> Result<RulePosition, Fault> {
    check_numbers(i, tuple.len(), tuple.iter().copied(), rule)?;
    let position: RulePosition = tuple.iter().map(|&n| n as i64).collect();
    if rule.legal.is_empty() {
        return Ok(position);
    }
    match known.lock().is_position(&position, &context.budget) {
        Ok(true) => Ok(position),
        Ok(false) => Err(Fault::new(
            Place::Position(i),
            format!(
                "{} is no position: `legal if` does not hold",
                show(&position)
            ),
            "ask about a position for which every `legal if` holds",
        )),
        Err(trouble) => Err(fault(trouble, &context.budget)),
    }
}

/// Checks that a position has as many numbers as the pattern of the rule, and that these, or the highest of them, fit.
fn check_numbers(
    i: usize,
    count: usize,
    mut highest: impl Iterator<Item = u64>,
    rule: &Rule,
) -> Result<(), Fault> {
    let arity = rule.arity();
    if count != arity {
        return Err(Fault::new(
            Place::Position(i),
            format!(
                "a position has {}, not {count}",
                counted(arity as u64, "number")
            ),
            format!("the pattern is `[{}]`", rule.names.join(",")),
        ));
    }
    match highest.find(|&n| i64::try_from(n).is_err()) {
        None => Ok(()),
        Some(n) => Err(Fault::new(
            Place::Position(i),
            format!("{n} is too large"),
            format!("the numbers of a position are at most {}", i64::MAX),
        )),
    }
}

/// Returns the key of the analyses of a rule: its text.
fn key(text: &str) -> Vec<u64> {
    text.bytes().map(u64::from).collect()
}

/// Joins numbers by commas.
fn show(position: &[i64]) -> String {
    itertools::join(position, ",")
}

/// The help about positions beyond all limits.
const STUDY: &str = "`grundy study` looks for formulas in positions of smaller numbers";

/// Returns the fault of a line of play of about this number of positions, far more than fit in the memory.
fn line_too_long(positions: u64, memory: u64) -> Fault {
    /// The least bytes of a position that is met: one number, what is known of it, its place on the line of play, and
    /// two places in the table.
    const BYTES_A_POSITION: u128 = 24;
    let bytes = u128::from(positions) * BYTES_A_POSITION;
    if no_machine_has(bytes) {
        let message = format!(
            "a line of play of about {positions} positions fits in the memory of no machine"
        );
        return Fault {
            help: STUDY.into(),
            ..Limit::fixed(message).into()
        };
    }
    let message = format!(
        "a line of play of about {positions} positions needs more than half of the {memory} bytes of memory allowed"
    );
    Limit::memory(message).into()
}

/// Returns the fault of a position that could not be solved.
fn fault(trouble: Trouble, budget: &Budget) -> Fault {
    let Budget { work, memory, .. } = budget;
    match trouble {
        Trouble::Overflow(position, place) => {
            let place = match place {
                meter::RulePlace::Kind(0) => "the first kind of move".into(),
                meter::RulePlace::Kind(i) => format!("kind {} of the moves", i + 1),
                meter::RulePlace::Clause(word) => format!("`{word} if`"),
            };
            Fault::new(
                Place::Code,
                format!("a number does not fit in 64 bits: at {} in {place}", show(&position)),
                "numbers are from −2⁶³ to 2⁶³−1; a guard in front can keep larger ones away",
            )
        }
        Trouble::Cycle(line) => {
            const SHOWN: usize = 8;
            let first = line.first().map(|first| show(first)).unwrap_or_default();
            let mut path = itertools::join(line.iter().take(SHOWN).map(|position| show(position)), " > ");
            if line.len() > SHOWN {
                path.push_str(" > …");
            }
            Fault::new(
                Place::Code,
                format!("play from {first} comes back to {first}: {path} > {first}"),
                "`loopy` makes such play a draw",
            )
        }
        Trouble::Work(positions) => Limit::work(format!(
            "after {positions} positions the {work} steps allowed were used, and the game is not solved"
        ))
        .into(),
        Trouble::Steps(positions, steps) => {
            let message = format!(
                "a table of {positions} positions takes some {steps} steps or more; {work} are allowed"
            );
            Limit::steps(steps.into(), message).into()
        }
        Trouble::Memory(positions) => Limit::memory(format!(
            "the {positions} positions met so far need more than half of the {memory} bytes of memory allowed"
        ))
        .into(),
        Trouble::Length(positions) => line_too_long(positions, *memory),
        Trouble::Patternless(trouble, why) => {
            let help = format!("no pattern for all numbers was proved ({}); {STUDY}", why.join("; "));
            Fault { help: help.into(), ..fault(*trouble, budget) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::budget::LimitKind;

    /// More memory is offered where a machine may have it.
    #[test]
    fn long_lines_of_play_name_the_limit_that_they_pass() {
        let long = fault(Trouble::Length(1 << 33), &Budget::default());
        assert!(
            long.message
                .contains("more than half of the 2147483648 bytes")
        );
        assert_eq!(long.limit, Some(LimitKind::Memory));
        let endless = fault(Trouble::Length(1 << 60), &Budget::default());
        assert!(endless.message.contains("the memory of no machine"));
        assert_eq!(endless.limit, Some(LimitKind::Fixed));
    }
}
