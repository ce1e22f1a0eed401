//! Rules of one's own that give no Grundy values: where the moves lead.

use super::{MAX_LISTED, list, some_best_moves, text};
use crate::games::Context;
use crate::record::{Fault, Verdict};
use crate::subject::Subject;

/// The most moves that are counted.
const MAX_MOVES: usize = 10_000;

pub(super) fn explain(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
) -> Result<Vec<String>, Fault> {
    let legal = subject.legal_moves(context, MAX_MOVES)?;
    let mut lines = vec![
        "The clauses of this rule make positions won, lost or drawn; they have no Grundy values. A position"
            .to_owned(),
        "is won when some move leads to one that is lost, and lost when every move leads to one that is won."
            .to_owned(),
        String::new(),
    ];
    if legal.moves.is_empty() {
        lines.push("There is no move here: the clauses say who has won.".into());
        return Ok(lines);
    }
    let count = if legal.more { format!("more than {MAX_MOVES}") } else { legal.moves.len().to_string() };
    match verdict {
        Verdict::Lose => {
            lines.push(format!(
                "Each of the {count} moves leads to a position that is won for the other player:"
            ));
            lines.push(format!("  {}", list(legal.moves.iter().map(text), MAX_LISTED)));
        }
        _ => {
            let good = some_best_moves(subject, context)?;
            let what = if matches!(verdict, Verdict::Win(_)) { "lost for the other player" } else { "drawn" };
            lines.push(format!("Of {count} moves these lead to a position that is {what}:"));
            lines.push(format!("  {}", list(good.iter().map(text), MAX_LISTED)));
            if verdict == Verdict::Draw {
                lines.push("No move leads to a position that is lost for the other player.".into());
            }
        }
    }
    Ok(lines)
}
