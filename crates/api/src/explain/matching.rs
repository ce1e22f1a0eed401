//! Explanations of the factor game and geography: a maximum matching, and the replies that it gives.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position was solved before it is explained: the numbers of a game of factors and vertices have 32 bits"
)]

use fxhash::FxHashSet;

use super::examples::MAX_EXPLAINED_ITEMS;
use crate::text::list;
use crate::{Error, Position};
use grundy_base::edge::Edge;
use grundy_graphs::matching::{Graph, NONE, decompose};
use grundy_record::{Look, Move, Verdict};

/// The most vertices of a graph that is matched again for its pairs.
const MAX_EXPLAINED_VERTICES: u64 = 100_000;

/// The strategy that a maximum matching gives to the player who wins.
struct Strategy {
    /// The first move, if the player to move wins.
    first: Option<u64>,
    /// The words before the matching.
    head: String,
    /// The words before the replies.
    replies: &'static str,
    /// The words after the matching.
    end: &'static str,
}

/// Explains who wins by a matching; `stuck` says that there is no move at all.
pub(super) fn explain(
    position: &Position<'_>,
    verdict: Verdict,
    stuck: bool,
) -> Result<Vec<String>, Error> {
    let factor = position.signature().look == Look::Drawn;
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
    let strategy = match verdict {
        Verdict::Win(_) => {
            let best = position.some_winning_moves()?;
            lines.push(format!(
                "Winning: {} (the moves to numbers that some maximum matching leaves alone)",
                list(&best, 2 * MAX_EXPLAINED_ITEMS)
            ));
            let Some(Move::Number(first)) = best.first() else {
                return Ok(lines);
            };
            Strategy {
                first: Some(*first),
                head: format!(
                    "Play {first}. This matching leaves it alone, so wherever the other goes is paired:"
                ),
                replies: "your replies",
                end: "Answer with the partner, each time. You always have a reply, so the other gets stuck first.",
            }
        }
        _ if stuck => {
            lines.push("There is no move here at all.".into());
            return Ok(lines);
        }
        _ => Strategy {
            first: None,
            head: "Wherever the player to move goes is paired, in every maximum matching; in this one:"
                .into(),
            replies: "the other's replies",
            end: "The other answers with the partner, each time, and so always has a reply.",
        },
    };
    let Strategy {
        first,
        head,
        replies,
        end,
    } = strategy;
    if position.order().unwrap_or(0) <= MAX_EXPLAINED_VERTICES {
        // The matching of what is left without the first move is maximum and misses it.
        let next = first.and_then(|first| position.option(&Move::Number(first)));
        lines.push(head);
        lines.extend(matching(next.as_ref().unwrap_or(position), replies)?);
        lines.push(end.into());
    } else if first.is_none() {
        lines.push("Wherever the player to move goes is paired, in every maximum matching.".into());
    }
    Ok(lines)
}

/// Lists the edges along which players walk, between vertices up to `limit`.
fn edges(position: &Position<'_>, limit: u32) -> Vec<Edge> {
    if position.signature().look != Look::Drawn {
        return position.record().rules.edges().to_vec();
    }
    let mut edges = Vec::new();
    for divisor in 1..=limit {
        for multiple in (2 * divisor..=limit).step_by(divisor as usize) {
            edges.push(Edge::new(divisor, multiple));
        }
    }
    edges
}

/// Writes a maximum matching of the unused numbers, and the partners that answer the first moves, after some words about
/// whose replies these are.
fn matching(position: &Position<'_>, whose: &str) -> Result<Vec<String>, Error> {
    let record = position.record();
    let limit = position.order().unwrap_or(0) as u32;
    let damaged = record.modifiers.damaged_numbers.iter();
    let damaged = damaged.flat_map(|range| range.low..=range.high.min(limit.into()));
    // Numbers count from 1: the vertex 0 is used.
    let used = record
        .position
        .numbers
        .iter()
        .copied()
        .chain(damaged)
        .chain([0]);
    let used: FxHashSet<u32> = used.map(|number| number as u32).collect();
    let edges = edges(position, limit);
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
    let paired = 2 * pairs.len();
    let unused = limit as usize + 1 - used.len();
    let alone = unused.saturating_sub(paired);
    let mut lines = Vec::new();
    if paired > 0 {
        lines.push(format!("  {}", list(&pairs, 2 * MAX_EXPLAINED_ITEMS)));
    }
    lines.push(format!(
        "  {paired} paired numbers; {alone} of the {unused} unused ones are left alone"
    ));
    let replies = position
        .first_moves(MAX_EXPLAINED_ITEMS)?
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
    let replies = list(replies, MAX_EXPLAINED_ITEMS);
    if !replies.is_empty() {
        lines.push(format!("  {whose}: {replies}"));
    }
    Ok(lines)
}
