//! The factor game and geography: a maximum matching, and the replies it gives.

use fxhash::FxHashSet;

use super::MAX_LISTED;
use crate::record::{Move, Verdict, View};
use crate::text::list;
use crate::theory::matching::{Graph, NONE, decompose};
use crate::{Error, Position};

/// The largest graph that is matched again for its pairs.
const MAX_VERTICES: u64 = 100_000;

pub(super) fn explain(
    position: &Position<'_>,
    verdict: Verdict,
    stuck: bool,
) -> Result<Vec<String>, Error> {
    let factor = position.signature().view == View::Drawn;
    let mut lines = vec![
        if factor {
            "Join two numbers where one divides the other: players walk along these edges and never come back."
        } else {
            "Players walk along edges and never come back to a vertex."
        }
        .to_owned(),
        "Pair up as many of the unused numbers as can be (a maximum matching). A player who is sent to a paired \
         number can go to its partner; the other then needs a number that is paired as well (Fraenkel and \
         others 1993)."
            .into(),
        String::new(),
    ];
    let (first, head, whose, end) = match verdict {
        Verdict::Win(_) => {
            let best = position.some_winning_moves()?;
            lines.push(format!(
                "Winning: {} (the moves to numbers that some maximum matching leaves alone)",
                list(&best, 2 * MAX_LISTED)
            ));
            let Some(Move::Number(first)) = best.first() else {
                return Ok(lines);
            };
            (
                Some(*first),
                format!(
                    "Play {first}. This matching leaves it alone, so wherever the other goes is paired:"
                ),
                "your replies",
                "Answer with the partner, each time. You always have a reply, so the other gets stuck first.",
            )
        }
        _ if stuck => {
            lines.push("There is no move here at all.".into());
            return Ok(lines);
        }
        _ => (
            None,
            "Wherever the player to move goes is paired, in every maximum matching; in this one:"
                .into(),
            "the other's replies",
            "The other answers with the partner, each time, and so always has a reply.",
        ),
    };
    if position.record().rules.order().unwrap_or(0) <= MAX_VERTICES {
        // The matching of what is left without the first move is maximum and misses it.
        let next = first.and_then(|first| position.option(&Move::Number(first)));
        lines.push(head);
        lines.extend(matching(next.as_ref().unwrap_or(position), whose)?);
        lines.push(end.into());
    } else if first.is_none() {
        lines.push("Wherever the player to move goes is paired, in every maximum matching.".into());
    }
    Ok(lines)
}

/// A maximum matching of the unused numbers, and the partners that the first moves are answered with.
fn matching(position: &Position<'_>, whose: &str) -> Result<Vec<String>, Error> {
    let record = position.record();
    let limit = record.rules.order().unwrap_or(0) as u32;
    let damaged = record.modifiers.damaged_numbers.iter();
    let damaged = damaged.flat_map(|range| range.low..=range.high.min(limit.into()));
    // Numbers count from 1.
    let used = record
        .position
        .numbers
        .iter()
        .copied()
        .chain(damaged)
        .chain([0]);
    let used: FxHashSet<u32> = used.map(|number| number as u32).collect();
    let edges: Vec<(u32, u32)> = match position.signature().view {
        View::Drawn => (1..=limit)
            .flat_map(|d| (2 * d..=limit).step_by(d as usize).map(move |m| (d, m)))
            .collect(),
        _ => record.rules.graph.edges.clone(),
    };
    let budget = &position.context().budget;
    let found = Graph::from_edges(limit as usize + 1, &edges, budget)
        .and_then(|graph| decompose(&graph, |vertex| used.contains(&vertex), budget))
        .map_err(|limit| position.error(limit.into()))?;
    let pairs = (0u32..)
        .zip(found.mates())
        .filter(|&(number, &mate)| mate != NONE && number < mate);
    let pairs: Vec<String> = pairs
        .map(|(number, mate)| format!("{number}–{mate}"))
        .collect();
    let (paired, unused) = (2 * pairs.len(), limit as usize + 1 - used.len());
    let alone = unused.saturating_sub(paired);
    let mut lines = Vec::new();
    if paired > 0 {
        lines.push(format!("  {}", list(&pairs, 2 * MAX_LISTED)));
    }
    lines.push(format!(
        "  {paired} paired numbers; {alone} of the {unused} unused ones are left alone"
    ));
    let replies = position
        .first_moves(MAX_LISTED)?
        .moves
        .into_iter()
        .filter_map(|mv| match mv {
            Move::Number(number) => {
                let mate = found
                    .mates()
                    .get(number as usize)
                    .filter(|&&mate| mate != NONE)?;
                Some(format!("{number}→{mate}"))
            }
            _ => None,
        });
    let replies = list(replies, MAX_LISTED);
    lines.extend((!replies.is_empty()).then(|| format!("  {whose}: {replies}")));
    Ok(lines)
}
