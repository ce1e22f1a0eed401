//! Positions of several numbers that belong together: the values that the moves lead to.

use super::{MAX_LISTED, list, some_best_moves, text, values};
use crate::games::Context;
use crate::record::{Fault, Move, Position, Value, Verdict};
use crate::subject::Subject;

/// The most moves whose values are looked at.
const MAX_FOLLOWERS: usize = 500;

pub(super) fn explain(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
) -> Result<Vec<String>, Fault> {
    let here = subject.record.position.clone();
    let own = value(subject, context, here.clone())?;
    let mut lines = vec![
        "By Sprague and Grundy, the position counts like a heap of Nim: its value is the least number"
            .to_owned(),
        format!("that none of its moves leads to (mex). The numbers are one position; its value is {own}."),
    ];
    let legal = subject.legal_moves(context, MAX_FOLLOWERS)?;
    if legal.moves.is_empty() {
        lines.push("There is no move here at all.".into());
        return Ok(lines);
    }
    if !legal.more {
        let after = |mv: &Move| here.after(mv);
        let mut reached = Vec::new();
        for next in legal.moves.iter().filter_map(after) {
            reached.push(value(subject, context, next)?);
        }
        reached.sort_unstable();
        reached.dedup();
        lines.push(format!(
            "The moves lead to the values {}; the least number missing is {own}.",
            list(reached, 20)
        ));
    }
    lines.push(String::new());
    if let Verdict::Win(_) = verdict {
        let best = some_best_moves(subject, context)?;
        lines.push("A move wins exactly when it leads to the value 0. Winning:".into());
        lines.push(format!("  {}", list(best.iter().map(text), MAX_LISTED)));
        return Ok(lines);
    }
    lines.push(
        "The value is 0: every move leads to another number, and a reply can lead back to 0. A player who always \
         leaves 0 makes the last move."
            .into(),
    );
    if let Some(first) = legal.moves.first()
        && let Some(next) = here.after(first)
    {
        let here = subject.go_to(next);
        let reply = subject.best(context);
        subject.go_to(here);
        if let Some(reply) = reply? {
            lines.push(format!("  for example {} is answered by {}", text(first), text(&reply)));
        }
    }
    Ok(lines)
}

fn value(subject: &mut Subject<'_>, context: &Context, position: Position) -> Result<u64, Fault> {
    let values = values(subject, context, position)?;
    Ok(values.iter().fold(0, |sum, value| if let Value::Finite(value) = value { sum ^ value } else { sum }))
}
