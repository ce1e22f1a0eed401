//! The ask `p-list`: at which of the positions that a record stands for the player to move loses.

use std::borrow::Cow;
use std::fmt::Display;

use grundy_rules::grammar::read_rule;
use smallvec::smallvec;

use super::rules;
use super::vocabulary::*;
use crate::record::{KeywordSet, OwnRule, Position, PositionList};
use crate::theory::rules::Rule;

/// The most positions that are listed.
const MAX_LISTED: usize = 10_000_000;

/// The steps of a look at a table.
const STEPS_IN_TABLE: u64 = 16;

/// Help about more than these.
const SHORTER: &str = "shorter ranges can be listed, and `p-positions` counts without a list";

/// The limit of more P-positions than are listed.
pub fn too_many(lost: impl Display, most: usize) -> Limit {
    Limit::fixed(format!(
        "{lost} P-positions are more than the {most} that can be listed"
    ))
}

/// The fault of ranges with too many P-positions.
fn at_ranges(limit: Limit) -> Fault {
    Fault {
        help: SHORTER.into(),
        ..Fault::limit(Place::EndOfPosition, &limit)
    }
}

/// Opens the positions of the record one by one, ascending, with rules that are opened once.
///
/// # Errors
///
/// If there are too many positions to look at or to list, or one of them passes a limit.
pub fn of(game: &dyn Game, record: &Record<'_>, context: &Context) -> Result<PositionList, Fault> {
    if !record.varies() {
        return Err(Fault::unsupported(Ask::PList));
    }
    let ranges = varied::heaps(record);
    let components: Vec<usize> = record
        .position
        .ranges
        .iter()
        .map(|component| component.len())
        .collect();
    let mut asked = Record {
        position: Position::default(),
        asks: smallvec![Ask::Winner],
        ..record.clone()
    };
    let rules = game.rules(&asked, context)?;
    let by_rules = rules
        .as_deref()
        .and_then(|rules| rules.p_list(record, MAX_LISTED));
    let listed = by_rules.or_else(|| by_pattern(game, record, &ranges, context));
    if let Some(numbers) = listed {
        return Ok(PositionList {
            components,
            numbers: numbers.map_err(at_ranges)?,
        });
    }
    let as_tuples = matches!(game.signature().position, PositionKind::Tuples { .. });
    let definition = user_defined(game, record).filter(|_| components.len() == 1);
    let tables = definition
        .map(|definition| rules::Tables::of(definition, context))
        .transpose()?;
    let in_table = |numbers: &[u64]| tables.as_ref().and_then(|tables| tables.known(numbers));
    let by_number = rules
        .as_deref()
        .filter(|rules| components.iter().all(|&size| size == rules.piles()));
    let mut is_lost = |numbers: &[u64]| -> Result<bool, Fault> {
        if let Some(lost) = in_table(numbers) {
            return Ok(lost);
        }
        if let Some(moves) = by_number.and_then(|rules| rules.number(Ask::Winner, numbers)) {
            return Ok(moves == 0);
        }
        asked.position.numbers.clear();
        asked.position.tuples.clear();
        let mut rest = numbers;
        for &size in &components {
            let (component, after) = rest.split_at(size);
            rest = after;
            match as_tuples {
                true => asked.position.tuples.push_any(component),
                false => asked.position.numbers.extend_from_slice(component),
            }
        }
        let opened = rules.as_deref().and_then(|rules| rules.position(&asked));
        let lost = opened
            .unwrap_or_else(|| game.open(&asked, context))
            .and_then(|mut instance| instance.outcome().map(|outcome| outcome == Outcome::Lose));
        match lost {
            // Numbers that a clause forbids, or coins on one square: no position.
            Err(Fault {
                place: Place::Position(_),
                limit: None,
                ..
            }) if may_skip(game, record) => Ok(false),
            lost => lost,
        }
    };
    // Tables that grow begin with the largest.
    let last: Vec<u64> = ranges.iter().map(|range: &Range| range.high).collect();
    let looked_at = |steps| varied::looked_at_one_by_one(&ranges, steps, &context.budget);
    looked_at(STEPS_IN_TABLE)?;
    let opened = varied::steps_of_one(&ranges);
    if tables.is_none() {
        looked_at(opened)?;
    }
    is_lost(&last)?;
    if let Some(tables) = tables.as_ref().filter(|_| in_table(&last).is_none()) {
        // The game that the rule is may be quicker for the last position alone.
        tables.fill(
            &last,
            &Budget {
                work: context.budget.work / 16,
                ..context.budget
            },
        );
    }
    looked_at(if in_table(&last).is_some() {
        STEPS_IN_TABLE
    } else {
        opened
    })?;
    let mut found = Vec::new();
    varied::each_position(&ranges, |numbers| {
        if is_lost(numbers)? {
            if found.len() == MAX_LISTED * ranges.len() {
                let message = format!("there are more than {MAX_LISTED} P-positions to list");
                return Err(at_ranges(Limit::fixed(message)));
            }
            found.extend_from_slice(numbers);
        }
        Ok(())
    })?;
    Ok(PositionList {
        components,
        numbers: found,
    })
}

/// The user-defined rule that the record or the name of its game gives, if the record says no more.
fn user_defined<'a>(game: &'a dyn Game, record: &'a Record<'_>) -> Option<&'a OwnRule> {
    let plain = record.modifiers.keywords == KeywordSet::default();
    record
        .rules
        .own
        .as_ref()
        .or_else(|| game.definition())
        .filter(|_| plain)
}

/// The positions by a pattern, of a rule for which one is proved, if they are too many to be looked at one by one.
fn by_pattern(
    game: &dyn Game,
    record: &Record<'_>,
    ranges: &[Range],
    context: &Context,
) -> Option<Result<Vec<u64>, Limit>> {
    /// Positions that are looked at in a second or so.
    const MAX_LOOKED_AT: u64 = 1 << 20;
    let size: BigUint = ranges.iter().map(varied::size).product();
    if size <= MAX_LOOKED_AT.into() || record.position.ranges.len() > 1 {
        return None;
    }
    let (text, rule) = definition(game, record)?;
    rules::list_lost((text, &rule), ranges, MAX_LISTED, context)
}

/// The rule that defines the game of a record whose rules say no more, with its text.
pub fn definition<'a>(
    game: &'a dyn Game,
    record: &'a Record<'_>,
) -> Option<(&'a str, Cow<'a, Rule>)> {
    let own = user_defined(game, record).map(|own| (&*own.text, Cow::Borrowed(&*own.rule)));
    let plain = record.modifiers.keywords == KeywordSet::default() && record.rules.number.is_none();
    let standard = || {
        let text = game.signature().definition.filter(|_| plain)?;
        Some((text, Cow::Owned(read_rule(text).ok()?.0)))
    };
    own.or_else(standard)
}

/// Whether some numbers of these ranges need not be a position.
fn may_skip(game: &dyn Game, record: &Record<'_>) -> bool {
    let own = record.rules.own.as_ref();
    own.is_some_and(|own| !own.rule.legal.is_empty())
        || matches!(game.signature().position, PositionKind::Squares { .. })
}
