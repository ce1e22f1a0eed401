//! Explanations of the values of heaps 0, 1, 2, … and of their period.

#![expect(
    clippy::cast_possible_truncation,
    reason = "periods that are explained are short"
)]

use crate::text::list;
use crate::{Error, Position};
use grundy_base::budget::Budget;
use grundy_games::Context;
use grundy_record::{Ask, Keyword, Period};

/// The share of the work of the ask itself that the search for a period may take, which is a second at most.
const SHARE_OF_WORK: u64 = 256;
/// The longest preperiod and period whose exceptions are listed.
const MAX_EXPLAINED_PREPERIOD: u64 = 5_000;
/// The most exceptions that are listed.
const MAX_EXCEPTIONS: usize = 30;

/// Writes the first values of the heaps, and what is known of their period.
pub(super) fn sequence(position: &Position<'_>, lines: &mut Vec<String>) -> Result<(), Error> {
    let record = position.record();
    // Heaps that are their own values need no list of them.
    let is_listed = position.answers(Ask::Sequence) && !position.signature().values_are_sizes;
    if !is_listed || record.position.numbers.is_empty() {
        return Ok(());
    }
    let largest = record.position.numbers.iter().copied().max().unwrap_or(0);
    let first = heap_of(position, largest.min(24)).sequence()?;
    let heap = if record.modifiers.has(Keyword::Ring) {
        "ring"
    } else {
        "heap"
    };
    lines.push(format!(
        "Values of {heap}s 0, 1, 2, …: {}",
        list(&first, 25)
    ));
    if position.signature().theorem_gives_values {
        return Ok(());
    }
    let context = position.context();
    let work = (context.budget.work / SHARE_OF_WORK).max(1);
    let quick = Context::new(Budget {
        work,
        ..context.budget
    })
    .keeping(context.store.clone());
    let found = heap_of(position, 0).within(&quick).period();
    let Ok(found) = found else { return Ok(()) };
    let Some(Period {
        preperiod,
        period,
        saltus,
    }) = found
    else {
        lines.push(format!(
            "A short search found no period of these values; the ask `period` looks {SHARE_OF_WORK} times as far."
        ));
        return Ok(());
    };
    if saltus > 0 {
        lines.push(format!(
            "From {heap} {preperiod} on they grow by {saltus} every {period} {heap}s (proved)."
        ));
        return Ok(());
    }
    lines.push(match period {
        1 => format!("From {heap} {preperiod} on they are all the same (proved), so no {heap} is too large."),
        _ => format!(
            "From {heap} {preperiod} on they repeat every {period} {heap}s (proved), so no {heap} is too large."
        ),
    });
    if preperiod > 0 && preperiod <= MAX_EXPLAINED_PREPERIOD && period <= MAX_EXPLAINED_PREPERIOD {
        let exceptions = exceptions(position, preperiod, period)?;
        if exceptions.len() <= MAX_EXCEPTIONS {
            lines.push(format!(
                "The {heap}s below that differ from the periodic values are {}.",
                list(exceptions, MAX_EXCEPTIONS)
            ));
        }
    }
    Ok(())
}

/// Lists the heaps before the period whose values differ from the periodic ones.
fn exceptions(position: &Position<'_>, preperiod: u64, period: u64) -> Result<Vec<u64>, Error> {
    let end = preperiod.div_ceil(period) * period + period;
    let values = heap_of(position, end + period).sequence()?;
    let same = |heap: u64| {
        let later = end + heap % period;
        values.get(heap as usize) == values.get(later as usize)
    };
    Ok((0..preperiod).filter(|&heap| !same(heap)).collect())
}

/// Returns the position of one heap under the same rules.
fn heap_of<'s>(position: &Position<'s>, heap: u64) -> Position<'s> {
    position.at(grundy_record::Position {
        numbers: vec![heap],
        ..grundy_record::Position::default()
    })
}
