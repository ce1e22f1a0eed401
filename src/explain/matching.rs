//! The factor game and geography: a maximum matching, and the replies it gives.

use fxhash::FxHashSet;

use super::MAX_LISTED;
use crate::record::{Move, Verdict, View};
use crate::text::list;
use crate::theory::matching::{Graph, NONE, decompose};
use crate::{Error, Position};

/// The largest graph that is matched again for its pairs.
const MAX_VERTICES: u64 = 100_000;

pub(super) fn explain(position: &Position<'_>, verdict: Verdict, stuck: bool) -> Result<Vec<String>, Error> {
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
            let Some(Move::Number(first)) = best.first() else { return Ok(lines) };
            (
                Some(*first),
                format!("Play {first}. This matching leaves it alone, so wherever the other goes is paired:"),
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
            "Wherever the player to move goes is paired, in every maximum matching; in this one:".into(),
            "the other's replies",
            "The other answers with the partner, each time, and so always has a reply.",
        ),
    };
    if position.record().rules.order().unwrap_or(0) <= MAX_VERTICES {
        // The matching of what is left without the first move is maximum and misses it.
        let pairs = Pairs::new(position, first)?;
        lines.push(head);
        lines.extend(pairs.lines());
        lines.extend(pairs.replies(position, first, whose)?);
        lines.push(end.into());
    } else if first.is_none() {
        lines.push("Wherever the player to move goes is paired, in every maximum matching.".into());
    }
    Ok(lines)
}

/// A maximum matching of what is left.
struct Pairs {
    mate: Vec<u32>,
    unused: usize,
}

impl Pairs {
    /// Without the numbers used, and without one more.
    fn new(position: &Position<'_>, without: Option<u64>) -> Result<Self, Error> {
        let record = position.record();
        let rules = &record.rules;
        let limit = rules.order().unwrap_or(0) as u32;
        let mut used: FxHashSet<u32> = record.position.numbers.iter().map(|&n| n as u32).collect();
        used.extend(without.map(|number| number as u32));
        for range in &record.modifiers.damaged_numbers {
            used.extend((range.low..=range.high.min(u64::from(limit))).map(|number| number as u32));
        }
        used.insert(0); // numbers count from 1
        let edges: Vec<(u32, u32)> = if position.signature().view == View::Drawn {
            (1..=limit).flat_map(|d| (2 * d..=limit).step_by(d as usize).map(move |m| (d, m))).collect()
        } else {
            rules.graph.edges.clone()
        };
        let budget = &position.context().budget;
        let found = Graph::from_edges(limit as usize + 1, &edges, budget)
            .and_then(|graph| decompose(&graph, |vertex| used.contains(&vertex), budget))
            .map_err(|limit| position.error(limit.into()))?;
        Ok(Pairs { mate: found.mates().to_vec(), unused: limit as usize + 1 - used.len() })
    }

    fn partner(&self, number: u64) -> Option<u32> {
        let mate = self.mate.get(usize::try_from(number).ok()?).copied()?;
        (mate != NONE).then_some(mate)
    }

    fn lines(&self) -> Vec<String> {
        let pairs: Vec<String> = (0u32..)
            .zip(&self.mate)
            .filter(|&(number, &mate)| mate != NONE && number < mate)
            .map(|(number, mate)| format!("{number}–{mate}"))
            .collect();
        let alone = self.unused.saturating_sub(2 * pairs.len());
        let count = format!(
            "  {} paired numbers; {alone} of the {} unused ones are left alone",
            2 * pairs.len(),
            self.unused
        );
        let shown = (!pairs.is_empty()).then(|| format!("  {}", list(&pairs, 2 * MAX_LISTED)));
        shown.into_iter().chain([count]).collect()
    }

    /// The first moves of one player, and the partners the other answers with.
    fn replies(
        &self,
        position: &Position<'_>,
        first: Option<u64>,
        whose: &str,
    ) -> Result<Option<String>, Error> {
        let next = first.and_then(|first| position.option(&Move::Number(first)));
        let legal = next.as_ref().unwrap_or(position).first_moves(MAX_LISTED)?;
        let replies = legal.moves.into_iter().filter_map(|mv| match mv {
            Move::Number(number) => Some(format!("{number}→{}", self.partner(number)?)),
            _ => None,
        });
        let replies = list(replies, MAX_LISTED);
        Ok((!replies.is_empty()).then(|| format!("  {whose}: {replies}")))
    }
}
