//! Theorems about a game that its record is an instance of, with their sources.

use super::list;
use crate::games::Context;
use crate::record::{Ask, Fault, Period, Position, Rules};
use crate::subject::Subject;
use crate::theory::budget::Budget;

/// The search for a period may take so small a part of what the ask itself may: a second at most.
const SHARE_OF_WORK: u64 = 256;
/// The longest preperiod whose exceptions are listed.
const MAX_PREPERIOD: u64 = 5_000;
/// The most exceptions that are listed.
const MAX_EXCEPTIONS: usize = 30;

/// What is known of all positions of the game, not only of this one.
pub(super) fn known(
    subject: &mut Subject<'_>,
    context: &Context,
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    if let Some(theorem) = theorem(subject) {
        lines.push(theorem);
    }
    sequence(subject, context, lines)
}

/// A theorem with a formula.
fn theorem(subject: &Subject<'_>) -> Option<String> {
    let record = &subject.record;
    let no_damage = record.modifiers.damaged.is_empty();
    let board = record.rules.board().filter(|board| board.text.is_none() && no_damage);
    match (subject.signature().name.as_ref(), &record.rules) {
        ("nim", _) => Some("In Nim a heap's value is its size (Bouton 1901).".into()),
        ("lasker", _) => Some(
            "In Lasker's Nim heaps 4k+3 and 4k+4 have each other's size as value, every other heap its own \
             (Lasker; Winning Ways, chapter 4). The values grow for ever, so there is no period."
                .into(),
        ),
        ("three-rocks", _) if no_damage => Some(
            "All moves take one to three in all, from two piles: the value is the sum of the piles modulo 4."
                .into(),
        ),
        ("grundys-game", _) => {
            Some("Whether the values of Grundy's game ever become periodic is not known.".into())
        }
        ("treblecross", _) => Some("A heap of n is a row of n - 2 empty cells of treblecross.".into()),
        ("rook", _) if board.is_some() => Some(
            "A rook on an undamaged board is Nim with two heaps: the value of cell r,c is (r-1) xor (c-1)."
                .into(),
        ),
        ("queen", _) if board.is_some() => Some(golden(record.position.tuples.get(0))),
        ("king", _) if board.is_some() => {
            Some("On an undamaged board a king's cell is lost exactly where row and column are odd.".into())
        }
        ("subtraction", Rules::Amounts(amounts)) => {
            let [range] = amounts[..] else { return None };
            (range.low == 1).then(|| {
                let cycle = u128::from(range.high) + 1;
                format!("With the amounts 1 to {} the value of a heap n is n modulo {cycle}.", range.high)
            })
        }
        _ => None,
    }
}

/// Wythoff's theorem, at a cell.
fn golden(cell: Option<&[u64]>) -> String {
    let mut text = "Counted from 0, a queen's lost cells are a,b and b,a with a the integer part of k times \
                    the golden ratio 1.618…, and b = a + k, for k = 0, 1, 2, … (Wythoff 1907)."
        .to_owned();
    if let Some(&[row, col]) = cell {
        let (a, b) = (row.min(col) - 1, row.max(col) - 1);
        let k = b - a;
        // ⌊k (1 + √5) / 2⌋ in whole numbers: sides are at most 10⁹.
        let lost = (u128::from(k) + (5 * u128::from(k) * u128::from(k)).isqrt()) / 2;
        text += &format!(" At {row},{col}, k = {k} and its lost cell has a = {lost}; here a = {a}.");
    }
    text
}

/// The first values, and what is known of their period.
fn sequence(subject: &mut Subject<'_>, context: &Context, lines: &mut Vec<String>) -> Result<(), Fault> {
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

/// What is answered of one heap under the subject's rules.
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
