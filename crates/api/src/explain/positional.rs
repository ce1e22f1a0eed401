//! Explanations of positional games: the parts that a board or a graph falls into, their values, and what a move does.

use super::examples::{MAX_EXPLAINED_ITEMS, one_reply};
use super::values::{finite, nim_sum, value_text};
use crate::text::list;
use crate::{Error, Position};
use grundy_record::{Ask, Slot, Verdict};

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    let misere = position.is_misere();
    if misere || !position.answers(Ask::Values) {
        lines.push(
            "Under misère play a player who cannot move wins, and parts have no values that add up:".into(),
        );
        lines.push(
            "the outcome was found by looking at whole positions, or by a theorem on all of them."
                .into(),
        );
    } else {
        parts(position, &mut lines)?;
    }
    lines.push(String::new());
    match verdict {
        Verdict::Win(0) => lines.push("There is no move.".into()),
        Verdict::Win(_) => {
            let best = position.some_winning_moves()?;
            lines.push(format!("Winning: {}", list(&best, MAX_EXPLAINED_ITEMS)));
            if let Some(first) = best.first()
                && let Some(next) = position.option(first)
                && !misere
            {
                let values = next.values()?;
                let values = itertools::join(
                    values.iter().take(2 * MAX_EXPLAINED_ITEMS).map(value_text),
                    " ",
                );
                lines.push(if values.is_empty() {
                    format!("  after {first} no part is left")
                } else {
                    format!("  after {first} the parts are worth {values}: their nim-sum is 0")
                });
            }
        }
        _ => lines.extend(one_reply(position)?),
    }
    Ok(lines)
}

/// Writes the values of the parts and their nim-sum.
fn parts(position: &Position<'_>, lines: &mut Vec<String>) -> Result<(), Error> {
    let values = position.values()?;
    // A cut graph and a bitten bar stay one part, whatever is left of them.
    let whole = matches!(position.signature().slots, [Slot::Branches | Slot::Bar]);
    let how = if whole {
        "By Sprague and Grundy, the position counts like a heap of Nim: its value is the least number that none of \
         its moves leads to."
    } else {
        "Moves take cells away, and what is left falls into parts. By Sprague and Grundy, each part counts like a \
         heap of Nim: its value is the least number that none of its moves leads to."
    };
    lines.push(how.into());
    for (i, value) in (1..).zip(&values).take(MAX_EXPLAINED_ITEMS) {
        lines.push(format!("  part {i}   value {}", value_text(value)));
    }
    if values.len() > MAX_EXPLAINED_ITEMS {
        lines.push(format!("  … {} parts in all", values.len()));
    }
    let nim_sum = nim_sum(&finite(&values));
    lines.push(format!("  nim-sum  {nim_sum}"));
    lines.push(match nim_sum {
        0 => "The nim-sum is 0: whatever the player to move does, the other can make it 0 again."
            .into(),
        _ => "The nim-sum is not 0: a move wins exactly when it makes it 0.".into(),
    });
    Ok(())
}
