//! A proved pattern: the automaton that reads the digits of a position, its states as vertices of a graph.

use indexmap::IndexMap;

use super::{Links, MAX_EDGES, MAX_VERTICES, empty, of_outcome};
use crate::Position;
use crate::picture::chart::Chart;
use crate::record::{Ask, Automaton, Outcome, Pattern};

/// The most letters written at an arc.
const MAX_LETTERS: usize = 4;

/// The chart of the pattern, if the record asks for that alone and it is a small automaton.
pub(super) fn chart(position: &Position<'_>) -> Option<Chart> {
    if position.record().asks[..] != [Ask::Pattern] {
        return None;
    }
    let pattern = position.pattern().ok()??;
    let Pattern::Automaton(automaton) = &pattern else {
        return None;
    };
    let (ends, labels) = arcs(automaton).into_iter().unzip();
    let links = Links {
        directed: true,
        ends,
        labels,
        ..Links::default()
    };
    if automaton.lost.len() > MAX_VERTICES || links.ends.len() > MAX_EDGES {
        return None;
    }
    let mut chart = empty("state", "state");
    let outcome = |lost: &bool| of_outcome(if *lost { Outcome::Lose } else { Outcome::Win });
    chart.cells = automaton.lost.iter().map(outcome).collect();
    chart.links = Some(links);
    chart.subtitle =
        format!("{pattern}; from state 0 by the digits of the position, the highest first");
    Some(chart)
}

/// The arcs between two states each, with the digits that they are for: `01` reads 0 of the first number and 1 of the
/// second.
fn arcs(automaton: &Automaton) -> Vec<((usize, usize), String)> {
    let mut arcs = Vec::new();
    for (from, row) in automaton.next.iter().enumerate() {
        let mut letters: IndexMap<usize, Vec<String>> = IndexMap::new();
        for (letter, to) in row
            .iter()
            .enumerate()
            .filter_map(|(letter, to)| Some((letter, (*to)? as usize)))
        {
            let digit =
                |track: usize| letter / automaton.digits.pow(track as u32) % automaton.digits;
            let separator = if automaton.digits > 10 && automaton.tracks > 1 {
                "."
            } else {
                ""
            };
            let written = itertools::join((0..automaton.tracks).map(digit), separator);
            letters.entry(to).or_default().push(written);
        }
        for (to, all) in letters {
            let more = if all.len() > MAX_LETTERS { ",…" } else { "" };
            arcs.push((
                (from, to),
                all[..all.len().min(MAX_LETTERS)].join(",") + more,
            ));
        }
    }
    arcs
}

#[cfg(test)]
mod tests {
    use super::super::drawn;
    use crate::picture::chart::{Kind, Show};

    #[test]
    fn the_automaton_of_mark_is_drawn() {
        let chart = drawn("rules [n] -> [n-1] | [n/2] if n > 0 : ? pattern");
        // 0, and numbers that end in an odd number of zeros, are lost.
        let kinds: Vec<Kind> = chart.cells.iter().map(|cell| cell.kind).collect();
        assert_eq!(kinds, [Kind::Lose, Kind::Win, Kind::Lose]);
        let links = chart.links.clone().expect("links");
        let arcs: Vec<((usize, usize), &str)> = links
            .ends
            .iter()
            .copied()
            .zip(links.labels.iter().map(String::as_str))
            .collect();
        assert_eq!(
            arcs,
            [
                ((0, 0), "0"),
                ((0, 1), "1"),
                ((1, 2), "0"),
                ((1, 1), "1"),
                ((2, 1), "0,1")
            ]
        );
        let mut svg = Vec::new();
        crate::picture::write_svg(&chart, Show::Outcomes, &mut svg).expect("written");
        assert!(String::from_utf8_lossy(&svg).contains(">0,1</text>"));
    }

    #[test]
    fn a_record_with_other_asks_is_drawn_as_its_map() {
        let chart = drawn("rules [n] -> [n-1] | [n/2] if n > 0 : 9 ? verdict pattern");
        assert!(chart.links.is_none() && chart.cells.len() > 9);
    }
}
