//! The ask `p-list`: at which of the positions that a record stands for the player to move loses.

use std::borrow::Cow;

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use grundy_rules::grammar::read_rule;
use num_bigint::BigUint;
use smallvec::smallvec;

use crate::questions::legal::Legal;
use crate::shared::varied;
use crate::{Context, Game, OpenRules, Quick, own_rules};
use grundy_base::range::Range;
use grundy_record::{
    Ask, Fault, KeywordSet, Outcome, OwnRule, Place, Position, PositionKind, PositionList, Record,
    Signature,
};
use grundy_rules::tree::Rule;

/// The most positions that are listed.
const MAX_P_POSITIONS: usize = 10_000_000;

/// The steps of a look at a table.
const STEPS_IN_TABLE: u64 = 16;

/// The help about more positions than can be listed.
const SHORTER: &str = "shorter ranges can be listed, and `p-positions` counts without a list";

/// Returns the fault of ranges with too many P-positions.
pub fn at_ranges(limit: Limit) -> Fault {
    Fault {
        help: SHORTER.into(),
        ..Fault::limit(Place::EndOfPosition, &limit)
    }
}

/// Lists the positions of a record that are lost: as its rules or a proved pattern list them, else by a look at each.
///
/// # Errors
///
/// Fails if there are too many positions to look at or to list, or one of them passes a limit.
pub fn of(game: &dyn Game, record: &Record<'_>, context: &Context) -> Result<PositionList, Fault> {
    if !record.varies() {
        return Err(Fault::unsupported(Ask::PList));
    }
    let ranges = varied::heaps(record);
    let components = varied::sizes_of_components(record);
    let asked = Record {
        position: Position::default(),
        asks: smallvec![Ask::Winner],
        ..record.clone()
    };
    let rules = game.open_rules(&asked, context)?;
    let by_rules = rules.p_list(record, MAX_P_POSITIONS);
    let by_pattern = || {
        let listed = by_pattern(game, record, &ranges, context)?;
        Some(listed.map_err(at_ranges))
    };
    let numbers = match by_rules.or_else(by_pattern) {
        Some(numbers) => numbers?,
        None => {
            let has_table = components.len() == 1;
            let definition = if has_table {
                user_defined(game.signature(), record)
            } else {
                None
            };
            let tables = match definition {
                Some(definition) => Some(own_rules::Tables::of(definition, context)?),
                None => None,
            };
            let mut one_by_one = OneByOne {
                as_tuples: matches!(game.signature().position, PositionKind::Tuples { .. }),
                may_skip: Legal::of(game.signature(), record).has_gaps(),
                rules,
                tables,
                components: &components,
                asked,
                context,
            };
            one_by_one.list(&ranges)?
        }
    };
    Ok(PositionList {
        components,
        numbers,
    })
}

/// The positions of ranges, each looked at for itself, under rules that are opened once.
struct OneByOne<'r, 'a> {
    /// Whether components are tuples, not numbers.
    as_tuples: bool,
    /// Whether some numbers of the ranges need not be a position.
    may_skip: bool,
    /// The opened rules.
    rules: Box<dyn OpenRules<'a> + 'a>,
    /// The tables of a user-defined rule.
    tables: Option<own_rules::Tables<'a>>,
    /// The number of numbers of each component.
    components: &'r [usize],
    /// The record, at the position that was looked at last.
    asked: Record<'r>,
    /// The context of the record.
    context: &'a Context,
}

impl OneByOne<'_, '_> {
    /// Lists the numbers of the positions that are lost.
    fn list(&mut self, ranges: &[Range]) -> Result<Vec<u64>, Fault> {
        self.prepare(ranges)?;
        let mut found = Vec::new();
        varied::each_position(ranges, &mut |numbers| {
            if self.is_lost(numbers)? {
                if found.len() == MAX_P_POSITIONS * ranges.len() {
                    let message =
                        format!("there are more than {MAX_P_POSITIONS} P-positions to list");
                    return Err(at_ranges(Limit::fixed(message)));
                }
                found.extend_from_slice(numbers);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Looks at the last position, so that tables which grow begin with the largest one, and checks that the steps allow a
    /// look at all of them.
    fn prepare(&mut self, ranges: &[Range]) -> Result<(), Fault> {
        let budget = self.context.budget;
        let steps_opened = varied::steps_of_one(ranges);
        varied::check_steps_of_all(ranges, STEPS_IN_TABLE, &budget)?;
        if self.tables.is_none() {
            varied::check_steps_of_all(ranges, steps_opened, &budget)?;
        }
        let last: Vec<u64> = ranges.iter().map(|range| range.high).collect();
        self.is_lost(&last)?;
        if self.in_table(&last).is_none()
            && let Some(tables) = &self.tables
        {
            // If the rule is a known game, that game may have answered the last position without a table.
            let budget = Budget {
                work: shares::heaps::table_of_ranges(budget.work),
                ..budget
            };
            tables.fill(&last, &budget);
        }
        let steps = if self.in_table(&last).is_some() {
            STEPS_IN_TABLE
        } else {
            steps_opened
        };
        varied::check_steps_of_all(ranges, steps, &budget)
    }

    /// Says whether a position is lost, if a table holds it.
    fn in_table(&self, numbers: &[u64]) -> Option<bool> {
        self.tables.as_ref()?.known(numbers)
    }

    /// Says whether a position is lost, if its rules say so at once.
    fn at_once(&self, numbers: &[u64]) -> Option<bool> {
        let rules = &*self.rules;
        if self.components.iter().any(|&size| size != rules.piles()) {
            return None;
        }
        Some(rules.quick(Ask::Winner, numbers)? == Quick::Winning(0))
    }

    /// Says whether these numbers are a position that is lost.
    fn is_lost(&mut self, numbers: &[u64]) -> Result<bool, Fault> {
        if let Some(lost) = self.in_table(numbers).or_else(|| self.at_once(numbers)) {
            return Ok(lost);
        }
        let position = &mut self.asked.position;
        varied::put(position, self.as_tuples, self.components, numbers);
        let opened = self.rules.position(&self.asked);
        let outcome = opened.and_then(|mut position| position.outcome());
        match outcome {
            Err(fault) if self.may_skip && varied::is_no_position(&fault) => Ok(false),
            outcome => Ok(outcome? == Outcome::Lose),
        }
    }
}

/// Finds the user-defined rule that the record or the name of its game gives, if the record says no more.
fn user_defined<'a>(signature: &'a Signature, record: &'a Record<'_>) -> Option<&'a OwnRule> {
    let is_plain = record.modifiers.keywords == KeywordSet::default();
    if !is_plain {
        return None;
    }
    let own = record.rules.own();
    own.or(signature.own_rule())
        .filter(|own| !own.rule.is_wide() && !splits_under_misere(&own.rule))
}

/// Says whether positions are sums under misère play, of which tables and patterns do not say who wins.
fn splits_under_misere(rule: &Rule) -> bool {
    rule.misere && rule.splits()
}

/// Lists the positions by a pattern, of a rule for which one is proved, if they are too many to be looked at one by
/// one.
fn by_pattern(
    game: &dyn Game,
    record: &Record<'_>,
    ranges: &[Range],
    context: &Context,
) -> Option<Result<Vec<u64>, Limit>> {
    /// The positions that are looked at in about a second.
    const MAX_POSITIONS_LOOKED_AT: u64 = 1 << 20;
    let size: BigUint = ranges.iter().map(varied::size).product();
    if size <= MAX_POSITIONS_LOOKED_AT.into() || record.position.ranges.len() > 1 {
        return None;
    }
    let (text, rule) = defining_rule(game.signature(), record)?;
    own_rules::list_lost(text, &rule, ranges, MAX_P_POSITIONS, context)
}

/// Finds the rule that defines the game of a record whose rules say no more, with its text.
pub fn defining_rule<'a>(
    signature: &'a Signature,
    record: &'a Record<'_>,
) -> Option<(&'a str, Cow<'a, Rule>)> {
    let own = user_defined(signature, record).map(|own| (&*own.text, Cow::Borrowed(&*own.rule)));
    if own.is_some() {
        return own;
    }
    let is_plain =
        record.modifiers.keywords == KeywordSet::default() && record.rules.number().is_none();
    if !is_plain {
        return None;
    }
    let text = signature.definition?;
    let (rule, _) = read_rule(text).ok()?;
    let has_tables = !rule.is_wide() && !splits_under_misere(&rule);
    has_tables.then_some((text, Cow::Owned(rule)))
}
