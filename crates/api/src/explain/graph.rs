//! Explanations of tokens on a directed graph: values, finite and infinite.

use super::examples::{MAX_EXPLAINED_ITEMS, best_moves};
use super::values::{finite, nim_sum, value_text};
use crate::text::list;
use crate::{Error, Position};
use grundy_record::{Value, Verdict};

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let tokens = &position.record().position.numbers;
    let own = position.values()?;
    let mut lines = vec![
        "By Smith and Fraenkel, each token has a Grundy value, the least number its moves do not lead to, \
         or, where play can be kept going for ever, the value ∞ with the finite values it can still reach. \
         Finite values never go on for ever: a move to a larger value can be answered by a move back to \
         the smaller one that is nearer to the end."
            .into(),
    ];
    for (i, (token, value)) in tokens
        .iter()
        .zip(&own)
        .enumerate()
        .take(MAX_EXPLAINED_ITEMS)
    {
        let mut next = position.neighbours(*token);
        next.truncate(MAX_EXPLAINED_ITEMS);
        let options = grundy_record::Position {
            numbers: next.clone(),
            ..grundy_record::Position::default()
        };
        let reached = position.values_at(options)?;
        let reached = next
            .iter()
            .zip(&reached)
            .map(|(to, value)| format!("{to} ({})", value_text(value)));
        let reached = if next.is_empty() {
            "no arc leads on".into()
        } else {
            format!("arcs to {}", list(reached, MAX_EXPLAINED_ITEMS))
        };
        lines.push(format!(
            "  token {} on {token}: value {}, {reached}",
            i + 1,
            value_text(value)
        ));
    }
    if tokens.len() > MAX_EXPLAINED_ITEMS {
        lines.push(format!(
            "  … and {} more",
            tokens.len() - MAX_EXPLAINED_ITEMS
        ));
    }
    lines.push(String::new());
    lines.push(conclusion(&own, verdict));
    let head = match verdict {
        Verdict::Win(_) => "Winning",
        Verdict::Draw => "Keeping the draw",
        Verdict::Lose => return Ok(lines),
    };
    lines.push(format!("{head}: {}", best_moves(position)?));
    Ok(lines)
}

/// Says what follows from the values of the tokens (Smith 1966, Fraenkel and Yesha 1986).
fn conclusion(own: &[Value], verdict: Verdict) -> String {
    let finite = finite(own);
    let nim_sum = nim_sum(&finite);
    match (own.len() - finite.len(), verdict) {
        (0, Verdict::Lose) => {
            "All values are finite and their nim-sum is 0: a player who always leaves 0 makes the last move."
                .into()
        }
        (0, _) => format!(
            "All values are finite and their nim-sum is {nim_sum}, not 0: a move wins when it leaves 0."
        ),
        (1, Verdict::Win(_)) => format!(
            "One value is infinite and can reach {nim_sum}, the nim-sum of the others: going there leaves 0 and wins."
        ),
        (1, _) => format!(
            "One value is infinite and cannot reach {nim_sum}, the nim-sum of the others: play can be kept going for ever."
        ),
        (infinite, _) => format!(
            "{infinite} values are infinite: a player who is losing keeps one of them going for ever."
        ),
    }
}
