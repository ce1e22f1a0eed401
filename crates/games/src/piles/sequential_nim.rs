//! Sequential nim: piles in a row; a move takes any number from the first pile that is left. A player who
//! cannot move loses.
//!
//! The Grundy value is found from the last pile to the first
//! ([`grundy_heaps::sequential`]), in a step a pile.

use std::ops::ControlFlow::Continue;

use crate::heaps::nim::visit_heap;
use crate::shared::longest;
use crate::shared::sum::row;
use crate::shared::varied;
use crate::{Context, PositionResult, Standard};
use grundy_heaps::sequential;
use grundy_record::{Record, Theorem, Words};

/// The words about sequential-nim for people.
const WORDS: Words = Words {
    name: "sequential-nim",
    summary: "piles in a row; take any number from the first that is left",
    how_to_play: "Piles stand in a row. A move takes any number of tokens, at least one, from \
        the first pile that is not empty. A player who cannot move loses. The row is one \
        position.",
    limits: "piles to 2^64-1; one step a pile",
    example: "sequential-nim: 3 1 2",
    theorem: Some(Theorem::new(
        "If the piles behind a pile of n have the value v, the value with it is n - 1 for n from \
            1 to v, else n",
        "by induction",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% from "rule/macros" import after %}
{% for n in names %}
{{ after({loop.index0: n ~ "-k"}) }} for k in 1..{{ n }}
{%- if not loop.first %} if {{ names[:loop.index0]|join("+") }} == 0{% endif %}

{% endfor %}
"#;

/// The game of sequential nim.
pub static SEQUENTIAL_NIM: Standard = Standard::new(WORDS.row().definition_at(DEFINITION), open)
    .counting(count)
    .lasting(longest::tokens);

/// Counts lost positions of ranges.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let ranges = varied::heaps(record);
    Ok(varied::open(record, move || {
        Ok(sequential::losing(&ranges, &context.budget)?)
    }))
}

fn open<'a>(record: &'a Record<'a>, _: &'a Context) -> PositionResult<'a> {
    let piles = &record.position.numbers[..];
    Ok(Box::new(row(
        piles.len(),
        sequential::row(piles),
        move |target, visit| {
            let Some(first) = piles.iter().position(|&pile| pile > 0) else {
                return Ok(Continue(()));
            };
            let pile = piles[first];
            let rest = sequential::row(&piles[first + 1..]);
            let to = target.map(|target| sequential::smaller_of_value(pile, rest, target));
            match to {
                Some(None) => Ok(Continue(())),
                to => Ok(visit_heap(first, pile, to.flatten(), visit)),
            }
        },
    )))
}
