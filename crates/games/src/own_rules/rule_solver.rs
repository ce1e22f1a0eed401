//! A rule opened, and its positions: what they may be asked, and which engine answers.

use grundy_own_rules::shape;
use grundy_record::{Ask, Fault, Keyword, OwnRule, Place, Record, Verdict};
use grundy_rules::meter::Meter;
use grundy_rules::options::{Outcome, RulePosition};
use grundy_rules::tree::Rule;

use super::faults::checked_position;
use super::positions::RulePositions;
use super::shared_solver::{SharedSolver, signed, solver};
use super::{heaps, lowered, ranges};
use crate::questions::misere;
use crate::shared::sum::refuse;
use crate::shared::varied::RangeForm;
use crate::{Context, OpenPosition, OpenRules, PositionResult};

/// The asks that games of this language have besides those of all sums.
pub(super) const ASKS: [Ask; 6] = [
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
pub(super) fn without_moves(rule: &Rule, record: &Record<'_>) -> Verdict {
    let no_move = if rule.misere || record.modifiers.has(Keyword::Misere) {
        Verdict::Win(0)
    } else {
        Verdict::Lose
    };
    if rule.has_values() {
        return no_move;
    }
    // No clause ends play of several positions: it ends when none of them has a move.
    let positions = &record.position.tuples;
    if positions.len() > 1 {
        return no_move;
    }
    let Some(position) = positions.get(0) else {
        return no_move;
    };
    let mut position = signed(position).into_vec();
    rule.arrange(&mut position);
    let mut meter = Meter::new(MAX_CLAUSE_STEPS);
    let names = rule.begin(&position, &mut meter);
    match rule.ending(&names, &mut meter) {
        Ok(Some(Outcome::Won)) => Verdict::Win(0),
        Ok(Some(Outcome::Drawn)) => Verdict::Draw,
        Ok(Some(Outcome::Lost)) => Verdict::Lose,
        Ok(None) | Err(_) => no_move,
    }
}

/// A rule, and all that is known of its positions.
pub(super) struct RuleSolver<'a> {
    /// The rule.
    own: OwnRule,
    /// All that is known of it.
    known: SharedSolver<'a>,
    /// The context of the records.
    context: &'a Context,
}

impl<'a> RuleSolver<'a> {
    pub(super) fn new(own: &OwnRule, context: &'a Context) -> Result<Self, Fault> {
        Ok(RuleSolver {
            own: own.clone(),
            known: solver(&own.text, &own.rule, context)?,
            context,
        })
    }
}

impl<'a> RuleSolver<'a> {
    /// Opens a record whose numbers are ranges.
    pub(super) fn ranges(self, record: &'a Record<'a>) -> PositionResult<'a> {
        let rule = &self.own.rule;
        let components = record.position.ranges.len();
        if !rule.has_values() {
            let is_sum = components != 1 || rule.splits();
            if is_sum && rule.misere && heaps::rules(&self.own).is_some() {
                let form = RangeForm::of_rule(rule);
                let budget = &self.context.budget;
                let outcome = move |asked: &Record<'_>| self.position(asked)?.outcome();
                return Ok(form.each_alone(outcome, record, budget));
            }
            one_alone(rule, components)?;
        }
        ranges::open(self.known, rule, record, self.context)
    }
}

impl<'a> OpenRules<'a> for RuleSolver<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        let RuleSolver {
            own,
            known,
            context,
        } = self;
        let rule = &own.rule;
        let tuples = &record.position.tuples;
        let mut positions = Vec::with_capacity(tuples.len());
        for (i, tuple) in tuples.iter().enumerate() {
            positions.push(position(tuple, rule, i, known, context)?);
        }
        refuse_asks(rule, record)?;
        let opened = RulePositions::new(known, positions, context);
        if rule.has_values() {
            return with_values(own, record, opened, context);
        }
        let asks_pattern_alone = record.asks.iter().all(|&ask| ask == Ask::Pattern);
        if !asks_pattern_alone
            && is_misere_sum(rule, record)
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
        Ok(Box::new(opened.decided()))
    }
}

/// Returns whether positions of a rule without Grundy values are asked as a sum of heaps under misère play. Where `lose if`
/// holds of one position alone, it says who wins; in a sum it only ends the moves of a part.
pub(super) fn is_misere_sum(rule: &Rule, record: &Record<'_>) -> bool {
    if !rule.misere {
        return false;
    }
    let is_alone = record.position.tuples.len() == 1 && !record.part;
    let asks = &record.asks;
    let asks_of_heaps = asks
        .iter()
        .any(|ask| matches!(ask, Ask::Genus | Ask::Quotient));
    !is_alone || rule.lose.is_empty() && (rule.splits() || asks_of_heaps)
}

/// Opens positions of a rule that has Grundy values.
fn with_values<'p>(
    own: &OwnRule,
    record: &'p Record<'p>,
    positions: RulePositions<'p>,
    context: &'p Context,
) -> PositionResult<'p> {
    let rule = &own.rule;
    // A sequence is one of values.
    let needs_values =
        record.needs_values() || record.asks.iter().any(|ask| ask.is_about_sequence());
    let under_misere = misere::if_asked(record, context, || Ok(heaps::rules(own)))?;
    let is_one = record.position.tuples.len() == 1;
    // One position that is asked who wins it needs no values.
    let direct: Box<dyn OpenPosition + '_> =
        if is_one && !needs_values && under_misere.is_none() && !rule.splits() {
            Box::new(positions.decided())
        } else {
            Box::new(positions.sum().with_misere(under_misere))
        };
    Ok(lowered::open(
        || shape::known(rule),
        record,
        context,
        direct,
    ))
}

/// Refuses asks that the rule of a record, or its position, has no answer to.
///
/// # Errors
///
/// Fails at the first such ask.
pub(super) fn refuse_asks(rule: &Rule, record: &Record<'_>) -> Result<(), Fault> {
    let tuples = &record.position.tuples;
    let one_number = rule.arity() == 1 && tuples.len() == 1;
    let misses_one = |ask: &Ask| {
        let about_one = *ask == Ask::Losing
            || ask.is_about_sequence()
            || *ask == Ask::Period && !tuples.is_empty();
        about_one && !one_number || *ask == Ask::Period && rule.arity() != 1
    };
    let misses_values = |ask: &Ask| {
        let needs_values = matches!(ask, Ask::Grundy | Ask::Values | Ask::Period);
        !rule.has_values() && (needs_values || ask.is_about_sequence())
    };
    refuse(
        &record.asks,
        |ask| misses_one(ask) || misses_values(ask),
        |ask, place| {
            if misses_one(&ask) {
                let message = format!("`{ask}` is about one position of one number");
                if rule.arity() == 1 {
                    return Fault::new(place, message, "give one number after the colon");
                }
                let kind = if rule.list.is_some() {
                    "lists"
                } else {
                    "several numbers"
                };
                let asks = "ask `verdict`, `winner`, `count`, `moves` or `best`";
                let help = format!("positions of this rule are {kind}: {asks}");
                return Fault::new(place, message, help);
            }
            Fault::new(
                place,
                format!(
                    "`{ask}` belongs to normal play without `win if`, `draw if`, `misere` and `loopy`"
                ),
                "ask `verdict`, `winner`, `count`, `moves`, `best` or `losing`",
            )
        },
    )
}

/// Refuses all positions but one whose moves leave one part: only that has an outcome.
pub(super) fn one_alone(rule: &Rule, positions: usize) -> Result<(), Fault> {
    let why = if rule.misere && !rule.lose.is_empty() {
        "under `misere` with `lose if`"
    } else {
        "under `win if`, `draw if`, `misere` and `loopy`"
    };
    if rule.splits() {
        return Err(Fault::new(
            Place::Code,
            format!(
                "a move leaves several positions or none, which have no outcome together {why}"
            ),
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
            if rule.arity() == 1 {
                "give one position; several heaps are written as one: `[a,b]`"
            } else {
                "give one position"
            },
        ));
    }
    Ok(())
}

/// Reads the numbers of a position, and refuses numbers that are none.
fn position(
    tuple: &[u64],
    rule: &Rule,
    i: usize,
    known: &SharedSolver<'_>,
    context: &Context,
) -> Result<RulePosition, Fault> {
    let budget = &context.budget;
    checked_position(i, tuple, rule, budget, |numbers| {
        known.lock().is_position(numbers, budget)
    })
}
