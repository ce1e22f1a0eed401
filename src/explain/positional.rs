//! Positional games: the parts that a board or a graph falls into, their values, and what a move does.

use super::reply::one_reply;
use super::{MAX_LISTED, list, some_best_moves, text, value_text};
use crate::games::Context;
use crate::record::{Ask, Fault, Keyword, Slot, Value, Verdict};
use crate::subject::Subject;

pub(super) fn explain(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
) -> Result<Vec<String>, Fault> {
    let mut lines = Vec::new();
    let modifiers = &subject.record.modifiers;
    let misere = modifiers.misere || (subject.knows(Keyword::Normal) && !modifiers.normal);
    if misere || !subject.signature().asks.contains(Ask::Values) {
        lines.push(
            "Under misère play a player who cannot move wins, and parts have no values that add up:".into(),
        );
        lines.push(
            "the outcome was found by looking at whole positions, or by a theorem on all of them.".into(),
        );
    } else {
        parts(subject, context, &mut lines)?;
    }
    lines.push(String::new());
    match verdict {
        Verdict::Win(0) => lines.push("There is no move.".into()),
        Verdict::Win(_) => {
            let best = some_best_moves(subject, context)?;
            lines.push(format!("Winning: {}", list(best.iter().map(text), MAX_LISTED)));
            if let Some(first) = best.first()
                && let Some(next) = subject.record.position.after(first)
                && !misere
            {
                let here = subject.go_to(next);
                let values = subject.values(context);
                subject.go_to(here);
                let values = itertools::join(values?.iter().take(2 * MAX_LISTED).map(value_text), " ");
                lines.push(format!(
                    "  after {} the parts are worth {values}: their nim-sum is 0",
                    text(first)
                ));
            }
        }
        _ => one_reply(subject, context, &mut lines)?,
    }
    Ok(lines)
}

/// The values of the parts and their nim-sum.
fn parts(subject: &mut Subject<'_>, context: &Context, lines: &mut Vec<String>) -> Result<(), Fault> {
    let values = subject.values(context)?;
    let finite = |value: &Value| if let Value::Finite(value) = value { *value } else { 0 };
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ finite(value));
    // A cut graph and a bitten bar stay one part, whatever is left of them.
    let whole = matches!(subject.signature().slots, [Slot::Branches | Slot::Bar]);
    let how = match whole {
        true => {
            "By Sprague and Grundy, the position counts like a heap of Nim: its value is the least number that none of \
             its moves leads to."
        }
        false => {
            "Moves take cells away, and what is left falls into parts. By Sprague and Grundy, each part counts like a \
             heap of Nim: its value is the least number that none of its moves leads to."
        }
    };
    lines.push(how.into());
    let mut shown: Vec<String> = (1..)
        .zip(&values)
        .take(MAX_LISTED)
        .map(|(i, value)| format!("  part {i}   value {}", value_text(value)))
        .collect();
    if values.len() > MAX_LISTED {
        shown.push(format!("  … {} parts in all", values.len()));
    }
    lines.append(&mut shown);
    lines.push(format!("  nim-sum  {nim_sum}"));
    lines.push(match nim_sum {
        0 => "The nim-sum is 0: whatever the player to move does, the other can make it 0 again.".into(),
        _ => "The nim-sum is not 0: a move wins exactly when it makes it 0.".into(),
    });
    Ok(())
}
