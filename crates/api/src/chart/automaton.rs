//! The picture of a proved pattern: the automaton that reads the digits of a position, its states as vertices of a graph.

#![expect(
    clippy::cast_possible_truncation,
    reason = "automata read at most some hundreds of numbers at once"
)]

use indexmap::IndexMap;

use super::cells::of_outcome;
use super::links::{MAX_DRAWN_EDGES, MAX_DRAWN_VERTICES};
use crate::Position;
use grundy_picture::{Chart, Link, Links};
use grundy_record::{Ask, Automaton, Outcome, Pattern};

/// The most letters that are written at an arc.
const MAX_ARC_LETTERS: usize = 4;

/// Draws the pattern, if the record asks for that alone and it is a small automaton.
pub(super) fn chart(position: &Position<'_>) -> Option<Chart> {
    if position.record().asks[..] != [Ask::Pattern] {
        return None;
    }
    let pattern = position.pattern().ok()??;
    let Pattern::Automaton(automaton) = &pattern else {
        return None;
    };
    let arcs = arcs(automaton);
    if automaton.lost.len() > MAX_DRAWN_VERTICES || arcs.len() > MAX_DRAWN_EDGES {
        return None;
    }
    let links = Links {
        directed: true,
        edges: arcs.iter().map(|arc| arc.link).collect(),
        labels: arcs.into_iter().map(|arc| arc.label).collect(),
        ..Links::default()
    };
    let mut chart = Chart::empty("state", "state");
    let outcome = |lost: &bool| of_outcome(if *lost { Outcome::Lose } else { Outcome::Win });
    chart.cells = automaton.lost.iter().map(outcome).collect();
    chart.links = Some(links);
    chart.subtitle =
        format!("{pattern}; from state 0 by the digits of the position, the highest first");
    Some(chart)
}

/// An arc of the picture, which stands for all transitions from one state to another.
struct Arc {
    /// The states from which it leads, and to which.
    link: Link,
    /// The letters that it is for.
    label: String,
}

/// Lists the arcs, with the letters that they are for: `01` reads 0 of the first number and 1 of the second.
fn arcs(automaton: &Automaton) -> Vec<Arc> {
    let mut arcs = Vec::new();
    for (from, row) in automaton.next.iter().enumerate() {
        let mut letters_by_end: IndexMap<usize, Vec<String>> = IndexMap::new();
        for (letter, to) in row.iter().enumerate() {
            if let Some(to) = to {
                let letters = letters_by_end.entry(*to as usize).or_default();
                letters.push(letter_text(automaton, letter));
            }
        }
        for (to, letters) in letters_by_end {
            let shown = letters.len().min(MAX_ARC_LETTERS);
            let mut label = letters[..shown].join(",");
            if letters.len() > shown {
                label.push_str(",…");
            }
            let link = Link { from, to };
            arcs.push(Arc { link, label });
        }
    }
    arcs
}

/// Writes a letter of an automaton: a digit of each number that it reads.
fn letter_text(automaton: &Automaton, letter: usize) -> String {
    let digit = |track: usize| letter / automaton.digits.pow(track as u32) % automaton.digits;
    let separator = if automaton.digits > 10 && automaton.tracks > 1 {
        "."
    } else {
        ""
    };
    itertools::join((0..automaton.tracks).map(digit), separator)
}

#[cfg(test)]
mod tests {
    use super::super::drawn;
    use grundy_picture::{CellKind, Link, Show};

    #[test]
    fn the_automaton_of_mark_is_drawn() {
        let chart = drawn("rules [n] -> [n-1] | [n/2] if n > 0 : ? pattern");
        // 0, and numbers that end in an odd number of zeros, are lost.
        let kinds: Vec<CellKind> = chart.cells.iter().map(|cell| cell.kind).collect();
        assert_eq!(kinds, [CellKind::Lose, CellKind::Win, CellKind::Lose]);
        let links = chart.links.clone().expect("links");
        let arcs: Vec<String> = links
            .edges
            .iter()
            .zip(&links.labels)
            .map(|(Link { from, to }, label)| format!("{from} {label} {to}"))
            .collect();
        assert_eq!(arcs, ["0 0 0", "0 1 1", "1 0 2", "1 1 1", "2 0,1 1"]);
        let mut svg = Vec::new();
        grundy_picture::write_svg(&chart, Show::Outcomes, &mut svg).expect("written");
        assert!(String::from_utf8_lossy(&svg).contains(">0,1</text>"));
    }

    #[test]
    fn a_record_with_other_asks_is_drawn_as_its_map() {
        let chart = drawn("rules [n] -> [n-1] | [n/2] if n > 0 : 9 ? verdict pattern");
        assert!(chart.links.is_none() && chart.cells.len() > 9);
    }
}
