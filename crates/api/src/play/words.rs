//! Moves as people type them.
//!
//! Every move may be typed as answers write it (`2:5>3`), without its number if that leaves no
//! doubt (`5>3`, `>3`), and shorter still: for heaps and piles what is taken (`2`, `2:2`, `take 2 from
//! 2`), for pieces and tokens as their destination (`2,3`), for pieces also the way (`up`, `left 2`,
//! `up-left`), for splits the parts (`2+2`), for drawn numbers the number.

use crate::text::{joined, position_text};
use grundy_record::{Look, Move, NumberList, Signature};

/// The meaning of typed words.
#[derive(Debug, PartialEq, Eq)]
pub enum Meaning {
    /// One move.
    Move(Move),
    /// Several moves that differ.
    Unclear(Vec<Move>),
    /// No legal move.
    None,
}

/// Finds the legal move that was typed.
pub fn read(typed: &str, signature: &Signature, legal: &[Move]) -> Meaning {
    let typed = tidy(typed);
    let mut found = spelled(&typed, signature, legal);
    if found.is_empty() {
        // Capital letters are cells, or letters of a list; elsewhere they stand for small ones.
        found = spelled(&typed.to_lowercase(), signature, legal);
    }
    // Moves of equal heaps, or of pieces on one cell, lead to equal positions.
    match found.first() {
        None => Meaning::None,
        Some(first) if found.iter().all(|mv| same_change(first, mv)) => {
            Meaning::Move(first.clone())
        }
        Some(_) => Meaning::Unclear(found),
    }
}

/// Lists the legal moves with a spelling that was typed.
fn spelled(typed: &str, signature: &Signature, legal: &[Move]) -> Vec<Move> {
    let is_spelled = |mv: &&Move| spellings(mv, signature).iter().any(|way| way == typed);
    legal.iter().filter(is_spelled).cloned().collect()
}

/// Brings typed words into one form: no blanks around signs, no words such as `take`, and `take 3 from 2` as `2:3`.
pub(super) fn tidy(typed: &str) -> String {
    /// The words that change nothing.
    const FILLING: [&str; 6] = ["take", "move", "to", "draw", "heap", "piece"];
    let words: Vec<&str> = typed
        .split_whitespace()
        .filter(|word| {
            !FILLING
                .iter()
                .any(|filling| word.eq_ignore_ascii_case(filling))
        })
        .collect();
    match words[..] {
        [amount, from, heap] if from.eq_ignore_ascii_case("from") => format!("{heap}:{amount}"),
        _ => words.concat(),
    }
}

fn same_change(a: &Move, b: &Move) -> bool {
    match (a, b) {
        (Move::Heap { from: f, to: t, .. }, Move::Heap { from, to, .. }) => (f, t) == (from, to),
        (
            Move::Split {
                from: f, parts: p, ..
            },
            Move::Split { from, parts, .. },
        ) => (f, p) == (from, parts),
        (Move::Tuple { from: f, to: t, .. }, Move::Tuple { from, to, .. }) => (f, t) == (from, to),
        (
            Move::Parts {
                from: f, parts: p, ..
            },
            Move::Parts { from, parts, .. },
        ) => (f, p) == (from, parts),
        (
            Move::Lists {
                from: f, parts: p, ..
            },
            Move::Lists { from, parts, .. },
        ) => (f, p) == (from, parts),
        (a, b) => a == b,
    }
}

/// Lists every way to type a move.
fn spellings(mv: &Move, signature: &Signature) -> Vec<String> {
    let mut bodies: Vec<String> = Vec::new();
    match mv {
        Move::Parts { from, parts, .. } => {
            let parts = itertools::join(parts.iter().map(|part| joined(part.as_slice())), "+");
            arrows(&joined(from.as_slice()), &parts, &mut bodies);
            bodies.push(parts);
        }
        Move::Lists { from, parts, .. } => {
            let text = |list: &NumberList| position_text(&list.numbers, list.is_word);
            let parts = itertools::join(parts.iter().map(text), "+");
            arrows(&text(from), &parts, &mut bodies);
            bodies.push(parts);
        }
        Move::Take { what, .. } => bodies.push(
            Move::Take {
                index: None,
                what: what.clone(),
            }
            .to_string(),
        ),
        Move::Heap { from, to, .. } => {
            arrows(&from.to_string(), &to.to_string(), &mut bodies);
            let short = if signature.look == Look::Tokens {
                *to
            } else {
                from.saturating_sub(*to)
            };
            bodies.push(short.to_string());
        }
        Move::Split {
            from,
            parts: [a, b],
            ..
        } => {
            for parts in [format!("{a}+{b}"), format!("{b}+{a}")] {
                arrows(&from.to_string(), &parts, &mut bodies);
                bodies.push(parts);
            }
        }
        Move::Tuple { from, to, .. } => {
            let from = from.as_slice();
            let to = to.as_slice();
            arrows(&joined(from), &joined(to), &mut bodies);
            if signature.look == Look::Pieces {
                bodies.push(joined(to));
                if let ([row, col], [to_row, to_col]) = (from, to) {
                    ways([*row, *col], [*to_row, *to_col], &mut bodies);
                }
            } else {
                let taken: Vec<u64> = from
                    .iter()
                    .zip(to)
                    .map(|(a, b)| a.saturating_sub(*b))
                    .collect();
                bodies.push(joined(&taken));
            }
        }
        // These moves have no shorter forms.
        _ => return vec![mv.to_string()],
    }
    if let Some(index) = mv.component() {
        let numbered = bodies.iter().map(|body| format!("{}:{body}", index + 1));
        bodies.extend(numbered.collect::<Vec<_>>());
    }
    bodies
}

fn arrows(from: &str, to: &str, bodies: &mut Vec<String>) {
    bodies.push(format!("{from}>{to}"));
    bodies.push(format!(">{to}"));
}

/// Adds the words for a straight step: `up`, `left 2`, `ul`.
fn ways(from: [u64; 2], to: [u64; 2], bodies: &mut Vec<String>) {
    let (Some(up), Some(left)) = (from[0].checked_sub(to[0]), from[1].checked_sub(to[1])) else {
        return;
    };
    let (names, distance) = match (up, left) {
        (up, 0) => (["up", "u"], up),
        (0, left) => (["left", "l"], left),
        (up, left) if up == left => (["up-left", "ul"], up),
        _ => return,
    };
    for name in names {
        bodies.push(format!("{name}{distance}"));
        if distance == 1 {
            bodies.push(name.to_owned());
        }
    }
}

/// Writes the reply to words that mean several moves.
pub(super) fn unclear(typed: &str, moves: &[Move]) -> String {
    format!(
        "`{typed}` could be {}: say which.",
        itertools::join(moves.iter().take(12), " or ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use grundy_games::Context;

    fn meaning(line: &str, typed: &str) -> String {
        let context = Context::default();
        let position = Position::read(line.as_bytes(), &context).unwrap();
        match read(
            typed,
            position.signature(),
            &position.legal_moves(1000).unwrap(),
        ) {
            Meaning::Move(mv) => mv.to_string(),
            Meaning::Unclear(moves) => format!("{} moves", moves.len()),
            Meaning::None => "none".into(),
        }
    }

    #[test]
    fn heaps_are_moved_in_full_and_in_short() {
        for typed in [
            "1:5>3",
            "5>3",
            ">3",
            "2",
            "1:2",
            "take 2",
            "Take 2 from 1",
            " 1 : 5 > 3 ",
        ] {
            assert_eq!(meaning("nim: 5", typed), "1:5>3", "{typed}");
        }
        assert_eq!(meaning("nim: 5 4", "2"), "2 moves");
        assert_eq!(meaning("nim: 5 4", "5"), "1:5>0");
        assert_eq!(meaning("nim: 4 4", "2:1"), "2:4>3");
        assert_eq!(meaning("nim: 4 4", "1"), "1:4>3");
        for typed in ["6", "1:4>3", "2:1", "x", "", ">", "1:5>5", "0"] {
            assert_eq!(meaning("nim: 5", typed), "none", "{typed}");
        }
    }

    #[test]
    fn pieces_go_to_cells_or_a_way() {
        let mut bodies = Vec::new();
        ways([5, 5], [5, 3], &mut bodies);
        ways([5, 5], [4, 4], &mut bodies);
        ways([5, 5], [3, 4], &mut bodies);
        ways([5, 5], [6, 4], &mut bodies);
        assert_eq!(bodies, ["left2", "l2", "up-left1", "up-left", "ul1", "ul"]);
    }
}
