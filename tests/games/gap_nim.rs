//! Gap nim: Northcott's game under another name, as a `Standard` that is added from outside of the games. Among them
//! `northcott` is the model of a game of pairs some of which are no position.

use std::ops::ControlFlow;

use grundy_games::sum::{Play, refuse_values_under_misere, valued};
use grundy_games::{Context, PositionResult, Standard};
use grundy_record::{Fault, Keyword, Move, Place, Record, Theorem, Tuple, Words};

/// The words about the game for people.
pub(super) const WORDS: Words = Words {
    name: "gap-nim",
    summary: "pairs of stones on strips; move one towards the other",
    how_to_play: "A pair is two stones on one strip, the left one first. A move takes one stone of \
        a pair any number of squares towards the other, and not onto it. Several pairs are a sum. \
        A player who cannot move loses; under `misere`, wins.",
    limits: "squares to 2^64-1; one step a pair",
    example: "gap-nim: 2,7 1,4",
    theorem: Some(Theorem::new(
        "A pair counts like a heap of Nim as large as the gap between its stones",
        "Bouton 1901",
    )),
};

/// The options of a pair.
pub(super) const DEFINITION: &str =
    "[a,b] -> [a+k,b] for k in 1..b-a-1 | [a,b-k] for k in 1..b-a-1 ; legal if a < b";

/// Gap nim.
pub static GAP_NIM: Standard = Standard::new(
    WORDS
        .piles(2)
        // The pairs for which `legal if` fails are no position, in every room.
        .definition(DEFINITION)
        .keywords(&[Keyword::Misere])
        // Explanations speak of values under misère play, too.
        .values_decide_misere(),
    open,
);

/// Opens a record: its pairs, each with its value and its moves.
pub(super) fn open<'a>(record: &'a Record<'a>, _: &'a Context) -> PositionResult<'a> {
    // A sum under misère play has an outcome and no Grundy value.
    refuse_values_under_misere(record)?;
    let pairs = pairs(record)?;
    let gaps = pairs.iter().map(|[left, right]| right - left - 1).collect();
    let sum = valued(gaps, move |index, target, visit| {
        let [left, right] = pairs[index];
        let gap = right - left - 1;
        // All moves, or those that leave the value that is asked for. The least step comes first, as in the definition.
        let steps = match target {
            None => 1..=gap,
            Some(target) if target < gap => gap - target..=gap - target,
            Some(_) => return Ok(ControlFlow::Continue(())),
        };
        let of_left = steps.clone().map(|step| [left + step, right]);
        let of_right = steps.map(|step| [left, right - step]);
        Ok(of_left.chain(of_right).try_for_each(|to| {
            let from = Tuple::new(&[left, right]);
            let to = Tuple::new(&to);
            visit(Move::Tuple { index, from, to })
        }))
    });
    // Pairs are tame, as heaps of nim are: their values decide misère play, too.
    Ok(Box::new(sum.tame(true, Play::of(record))))
}

/// Reads the pairs. Numbers that the definition forbids have a fault at their place among the components.
fn pairs(record: &Record<'_>) -> Result<Vec<[u64; 2]>, Fault> {
    let mut pairs = Vec::new();
    for (index, tuple) in record.position.tuples.iter().enumerate() {
        match *tuple {
            [left, right] if left < right => pairs.push([left, right]),
            _ => {
                let message = format!("pair {} is not two stones in order", index + 1);
                let help = "write two squares, the left one first: `2,7`";
                return Err(Fault::new(Place::Position(index), message, help));
            }
        }
    }
    Ok(pairs)
}
