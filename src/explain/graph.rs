//! Tokens on a directed graph: values, finite and infinite.

use super::{MAX_LISTED, list, some_best_moves, text, value_text, values};
use crate::games::Context;
use crate::record::{Fault, Position, Value, Verdict};
use crate::subject::Subject;

pub(super) fn explain(
    subject: &mut Subject<'_>,
    context: &Context,
    verdict: Verdict,
) -> Result<Vec<String>, Fault> {
    let tokens = subject.record.position.numbers.clone();
    let own = values(subject, context, subject.record.position.clone())?;
    let mut lines = vec![
        "By Smith and Fraenkel, each token has a Grundy value, the least number its moves do not lead to, \
         or, where play can be kept going for ever, the value ∞ with the finite values it can still reach. \
         Finite values never go on for ever: a move to a larger value can be answered by a move back to \
         the smaller one that is nearer to the end."
            .into(),
    ];
    for (i, (token, value)) in tokens.iter().zip(&own).enumerate().take(MAX_LISTED) {
        let mut next: Vec<u64> = subject
            .record
            .rules
            .graph
            .edges
            .iter()
            .filter(|arc| u64::from(arc.0) == *token)
            .map(|arc| u64::from(arc.1))
            .collect();
        next.sort_unstable();
        next.dedup();
        next.truncate(MAX_LISTED);
        let reached = values(subject, context, Position { numbers: next.clone(), ..Position::default() })?;
        let reached = next.iter().zip(&reached).map(|(to, value)| format!("{to} ({})", value_text(value)));
        let reached = if next.is_empty() {
            "no arc leads on".into()
        } else {
            format!("arcs to {}", list(reached, MAX_LISTED))
        };
        lines.push(format!("  token {} on {token}: value {}, {reached}", i + 1, value_text(value)));
    }
    if tokens.len() > MAX_LISTED {
        lines.push(format!("  … and {} more", tokens.len() - MAX_LISTED));
    }
    lines.push(String::new());
    conclusion(&own, verdict, &mut lines);
    match verdict {
        Verdict::Win(_) => {
            let best = some_best_moves(subject, context)?;
            lines.push(format!("Winning: {}", list(best.iter().map(text), MAX_LISTED)));
        }
        Verdict::Draw => {
            let best = some_best_moves(subject, context)?;
            lines.push(format!("Keeping the draw: {}", list(best.iter().map(text), MAX_LISTED)));
        }
        Verdict::Lose => {}
    }
    Ok(lines)
}

fn conclusion(own: &[Value], verdict: Verdict, lines: &mut Vec<String>) {
    let infinite = own.iter().filter(|value| matches!(value, Value::Infinite(_))).count();
    let nim_sum = own.iter().fold(0, |sum, value| if let Value::Finite(v) = value { sum ^ v } else { sum });
    lines.push(match (infinite, verdict) {
        (0, Verdict::Lose) => "All values are finite and their nim-sum is 0: a player who always leaves 0 makes the last move.".into(),
        (0, _) => format!("All values are finite and their nim-sum is {nim_sum}, not 0: a move wins when it leaves 0."),
        (1, Verdict::Win(_)) => format!(
            "One value is infinite and can reach {nim_sum}, the nim-sum of the others: going there leaves 0 and wins."
        ),
        (1, _) => format!(
            "One value is infinite and cannot reach {nim_sum}, the nim-sum of the others: play can be kept going for ever."
        ),
        _ => format!("{infinite} values are infinite: whoever stands badly keeps one of them going for ever."),
    });
}
