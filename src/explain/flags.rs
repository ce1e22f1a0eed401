//! Flags: where each move leads, the losing numbers, their period.

use super::{MAX_LISTED, list, text};
use crate::games::Context;
use crate::record::{Fault, Move, Period, Verdict};
use crate::subject::Subject;

/// The largest heap whose losing numbers are all listed before the last are shown.
const MAX_HEAP: u64 = 1_000_000;

pub(super) fn explain(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
) -> Result<Vec<String>, Fault> {
    let left = subject.record.modifiers.left.unwrap_or(0);
    let mut lines = vec![
        subject.rules_in_words(),
        "So numbers are decided from below: one is winning when a move leaves a losing number, losing when \
         every move leaves a winning one, and a draw otherwise."
            .into(),
    ];
    lines.push(String::new());
    let heap = subject.record.position.numbers.first().copied().unwrap_or(0);
    let legal = subject.legal_moves(context, MAX_LISTED)?;
    for mv in &legal.moves {
        let Some(next) = subject.record.position.after(mv) else { continue };
        let here = subject.go_to(next);
        let there = subject.verdict(context);
        subject.go_to(here);
        let to = if let Move::Heap { to, .. } = mv { *to } else { 0 };
        lines.push(match there? {
            Verdict::Lose => format!("  {}   leaves {to}, a losing number: this wins", text(mv)),
            Verdict::Win(_) => format!("  {}   leaves {to}, from which the other wins", text(mv)),
            Verdict::Draw => format!("  {}   leaves {to}, a draw", text(mv)),
        });
    }
    if legal.more {
        lines.push("  …".into());
    }
    if legal.moves.is_empty() {
        lines.push(match verdict {
            Verdict::Draw => format!("From {heap} nothing can be taken."),
            _ => format!("At {heap} play is over."),
        });
    }
    lines.push(String::new());
    losing(subject, context, heap, &mut lines)?;
    lines.push(match subject.period(context)? {
        Some(Period { preperiod, period, .. }) => format!(
            "From {} on, winning, losing and drawn numbers repeat every {period} (proved).",
            u128::from(left) + u128::from(preperiod)
        ),
        None => "No period of winning, losing and drawn numbers was found within the limits.".into(),
    });
    Ok(lines)
}

fn losing(
    subject: &mut Subject<'_>,
    context: &Context,
    heap: u64,
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    if heap > MAX_HEAP {
        return Ok(());
    }
    let numbers = subject.losing(context)?;
    // The numbers nearest to the heap matter most.
    let hidden = numbers.len().saturating_sub(2 * MAX_LISTED);
    let dots = if hidden > 0 { "… " } else { "" };
    lines.push(format!("Losing numbers to {heap}: {dots}{}", list(&numbers[hidden..], usize::MAX)));
    if let Some(target) = numbers.iter().rev().find(|&&number| number < heap) {
        lines.push(format!("The next one below {heap} is {target}."));
    }
    Ok(())
}
