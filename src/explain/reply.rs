//! How the second player answers a first move.

use super::text;
use crate::games::Context;
use crate::record::Fault;
use crate::subject::Subject;

/// An example of how the second player answers.
pub(super) fn one_reply(
    subject: &mut Subject<'_>,
    context: &Context,
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    let legal = subject.legal_moves(context, 1)?;
    let Some(first) = legal.moves.first() else {
        lines.push("There is no move here at all.".into());
        return Ok(());
    };
    let Some(next) = subject.record.position.after(first) else { return Ok(()) };
    let here = subject.go_to(next);
    let reply = subject.best(context);
    subject.go_to(here);
    if let Some(reply) = reply? {
        lines.push(format!("  for example {} is answered by {}", text(first), text(&reply)));
    }
    Ok(())
}
