//! The facts that the rules of a game say about its records: whether they are a graph, how many numbers a position
//! has, and the rules that are not drawn.

use super::parameters::Parameters;
use grundy_record::{PositionKind, Signature, Slot};

/// The rules that are a graph.
pub(super) const GRAPHS: [Slot; 6] = [
    Slot::Edges,
    Slot::Arcs,
    Slot::Branches,
    Slot::Sets,
    Slot::Order,
    Slot::GraphOrBoard,
];

/// Counts the numbers of a position of piles: as many as in the rules given as text, or else as many as the parameters
/// say, or else as many as in the example of the game.
pub fn numbers_of(signature: &Signature, parameters: &Parameters) -> u64 {
    let rules = parameters.rules.as_deref();
    match signature.slots {
        [Slot::Rule] => match rules {
            Some(rule) => numbers_in(rule.split(']').next()),
            None => 1,
        },
        [Slot::Vectors] => match rules {
            Some(rules) => numbers_in(rules.split_whitespace().next()),
            None => parameters.piles.unwrap_or(2),
        },
        _ => match signature.position {
            PositionKind::Tuples { mixed: true, .. } => parameters.piles.unwrap_or(2),
            _ => {
                let position = signature.example.split(": ").nth(1);
                numbers_in(position.and_then(|position| position.split(' ').next()))
            }
        },
    }
}

/// Counts the numbers in a text that has commas between them; without a text, there are two.
fn numbers_in(text: Option<&str>) -> u64 {
    match text {
        Some(text) => 1 + text.bytes().filter(|&byte| byte == b',').count() as u64,
        None => 2,
    }
}

/// Returns the rules of a game whose rules are not drawn.
pub fn usual_rules(signature: &Signature) -> &'static str {
    match signature.slots {
        [Slot::Shapes, _] => "tromino",
        [Slot::Piece, _] => "queen",
        _ => "",
    }
}
