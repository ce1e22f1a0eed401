//! Positions without Grundy values: where each move leads.

use super::{MAX_LISTED, text};
use crate::games::Context;
use crate::record::{Fault, Verdict};
use crate::subject::Subject;

pub(super) fn explain(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
) -> Result<Vec<String>, Fault> {
    let mut lines = vec![match verdict {
        Verdict::Win(_) => "A position is won when some move leaves one that is lost for the other.".into(),
        Verdict::Lose => "A position is lost when every move leaves one that is won for the other.".into(),
        Verdict::Draw => {
            "A position is drawn when no move leaves a lost one and some move a drawn one.".into()
        }
    }];
    let mut moves = match verdict {
        Verdict::Win(1..) | Verdict::Draw => super::some_best_moves(subject, context)?,
        _ => Vec::new(),
    };
    moves.truncate(MAX_LISTED / 2);
    let legal = subject.legal_moves(context, MAX_LISTED)?;
    moves.extend(
        legal.moves.into_iter().filter(|mv| !moves.contains(mv)).take(MAX_LISTED).collect::<Vec<_>>(),
    );
    for mv in moves.iter().take(MAX_LISTED) {
        let Some(next) = subject.record.position.after(mv) else { continue };
        let here = subject.go_to(next);
        let there = subject.verdict(context);
        subject.go_to(here);
        lines.push(match there? {
            Verdict::Lose => format!("  {}   leaves a lost position: this wins", text(mv)),
            Verdict::Win(_) => format!("  {}   leaves a position from which the other wins", text(mv)),
            Verdict::Draw => format!("  {}   leaves a draw", text(mv)),
        });
    }
    if legal.more {
        lines.push("  …".into());
    }
    Ok(lines)
}
