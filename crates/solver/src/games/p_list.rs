//! The ask `p-list`: at which of the positions that a record stands for the player to move loses.

use smallvec::smallvec;

use super::{Context, Game, Rules, varied};
use crate::record::{Ask, Fault, Outcome, Place, Position, PositionKind, PositionList, Range, Record};
use crate::theory::budget::Limit;

/// The most positions that are listed.
const MAX_LISTED: usize = 10_000_000;

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
    let components: Vec<usize> = record.position.ranges.iter().map(|component| component.len()).collect();
    let as_tuples = matches!(game.signature().position, PositionKind::Tuples { .. });
    let mut asked = Record { position: Position::default(), asks: smallvec![Ask::Winner], ..record.clone() };
    let rules = game.rules(&asked, context)?;
    let mut list = PositionList { components, numbers: Vec::new() };
    let width = ranges.len();
    let mut is_lost = |numbers: &[u64]| -> Result<bool, Fault> {
        if let Some(moves) = rules.as_deref().and_then(|rules| number(rules, &list.components, numbers)) {
            return Ok(moves == 0);
        }
        asked.position.numbers.clear();
        asked.position.tuples.clear();
        let mut rest = numbers;
        for &size in &list.components {
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
            Err(Fault { place: Place::Position(_), limit: None, .. }) if may_skip(game, record) => Ok(false),
            lost => lost,
        }
    };
    // Tables that grow begin with the largest.
    let last: Vec<u64> = ranges.iter().map(|range: &Range| range.high).collect();
    let in_reach = varied::looked_at_one_by_one(&ranges, &context.budget);
    in_reach.and_then(|()| is_lost(&last))?;
    let mut found = Vec::new();
    varied::each_position(&ranges, &context.budget, |numbers| {
        if is_lost(numbers)? {
            if found.len() == MAX_LISTED * width {
                let message = format!("there are more than {MAX_LISTED} P-positions to list");
                return Err(Fault::limit(Place::EndOfPosition, &Limit::fixed(message)));
            }
            found.extend_from_slice(numbers);
        }
        Ok(())
    })?;
    list.numbers = found;
    Ok(list)
}

/// Whether some numbers of these ranges need not be a position.
fn may_skip(game: &dyn Game, record: &Record<'_>) -> bool {
    let own = record.rules.own.as_ref();
    own.is_some_and(|own| !own.rule.legal.is_empty())
        || matches!(game.signature().position, PositionKind::Squares { .. })
}

/// The number of winning moves, or a number that is 0 if there are none, where the rules know it at once.
fn number(rules: &dyn Rules<'_>, components: &[usize], numbers: &[u64]) -> Option<u64> {
    let whole = components.iter().all(|&size| size == rules.piles());
    whole.then(|| rules.number(Ask::Winner, numbers)).flatten()
}
