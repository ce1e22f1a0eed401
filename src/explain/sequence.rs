//! The values of heaps 0, 1, 2, … and their period.

use super::list;
use crate::games::Context;
use crate::record::{Ask, Fault, Period, Position};
use crate::subject::Subject;
use crate::theory::budget::Budget;

/// The search for a period may take so small a part of what the ask itself may: a second at most.
const SHARE_OF_WORK: u64 = 256;
/// The longest preperiod whose exceptions are listed.
const MAX_PREPERIOD: u64 = 5_000;
/// The most exceptions that are listed.
const MAX_EXCEPTIONS: usize = 30;

/// The first values of the heaps, and what is known of their period.
pub(super) fn sequence(
    subject: &mut Subject<'_>,
    context: &Context,
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    let asks = subject.signature().asks;
    if !asks.contains(Ask::Sequence) || subject.record.position.numbers.is_empty() {
        return Ok(());
    }
    let largest = subject.record.position.numbers.iter().copied().max().unwrap_or(0);
    let first = values_to(subject, context, largest.min(24))?;
    let heap = if subject.record.modifiers.ring { "ring" } else { "heap" };
    lines.push(format!("Values of {heap}s 0, 1, 2, …: {}", list(&first, 25)));
    if subject.is("lasker") {
        return Ok(());
    }
    let work = (context.budget.work / SHARE_OF_WORK).max(1);
    let quick = Context::new(Budget { work, ..context.budget }).keeping(context.store.clone());
    let found = alone(subject, 0, |subject| subject.period(&quick));
    let Ok(found) = found else { return Ok(()) };
    let Some(Period { preperiod, period, saltus }) = found else {
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
    if preperiod > 0 && preperiod <= MAX_PREPERIOD && period <= MAX_PREPERIOD {
        let end = preperiod.div_ceil(period) * period + period;
        let values = values_to(subject, context, end + period)?;
        let same = |heap: u64| {
            let later = end + heap % period;
            values.get(heap as usize) == values.get(later as usize)
        };
        let exceptions: Vec<u64> = (0..preperiod).filter(|&heap| !same(heap)).collect();
        if exceptions.len() <= MAX_EXCEPTIONS {
            lines.push(format!(
                "The {heap}s below that differ from the periodic values are {}.",
                list(exceptions, MAX_EXCEPTIONS)
            ));
        }
    }
    Ok(())
}

fn values_to(subject: &mut Subject<'_>, context: &Context, heap: u64) -> Result<Vec<u64>, Fault> {
    alone(subject, heap, |subject| subject.sequence(context))
}

/// The answer for one heap under the subject's rules.
fn alone<T>(
    subject: &mut Subject<'_>,
    heap: u64,
    ask: impl FnOnce(&mut Subject<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let here = subject.go_to(Position { numbers: vec![heap], ..Position::default() });
    let answer = ask(subject);
    subject.go_to(here);
    answer
}
