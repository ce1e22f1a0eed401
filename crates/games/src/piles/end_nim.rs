//! End-nim: piles in a row; a move takes any number from a pile at an end of what is left. A player who
//! cannot move loses.
//!
//! Who wins, and how, is the theorem of Albert and Nowakowski (2001)
//! ([`grundy_heaps::end_nim`]), in a step a pile at most. For the Grundy values no formula is
//! known; they come from tables of all stretches of the row.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what is left of a pile is a place in the list of the values"
)]

use std::ops::ControlFlow;

use crate::shared::longest;
use crate::shared::sum::row;
use crate::shared::varied;
use crate::{Context, PositionResult, Standard, Visit};
use grundy_heaps::end_nim::{self, RowValues};
use grundy_record::{Move, Record, Theorem, Words};

/// The words about end-nim for people.
const WORDS: Words = Words {
    name: "end-nim",
    summary: "piles in a row; take any number from a pile at an end",
    how_to_play: "Piles stand in a row. A move takes any number of tokens, at least one, from \
        the first or from the last pile of those that are not empty. A player who cannot move \
        loses. The row is one position.",
    limits: "outcomes and winning moves: piles to 2^64-1, one step a pile; Grundy values: 8 \
        steps for each pair of tokens, within --max-work",
    example: "end-nim: 3 5 2",
    theorem: Some(Theorem::new(
        "Who wins depends on the sizes of the piles at both ends, and on how often each is \
            repeated there",
        "Albert and Nowakowski 2001",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% from "rule/macros" import after %}
{% for n in names %}
{{ after({loop.index0: n ~ "-k"}) }} for k in 1..{{ n }}
{%- if not loop.first and not loop.last %} if {{ names[:loop.index0]|join("+") }} == 0 or {{ names[loop.index:]|join("+") }} == 0{% endif %}

{% endfor %}
"#;

/// The game of end-nim.
pub static END_NIM: Standard = Standard::new(WORDS.row().definition_at(DEFINITION), open)
    .counting(count)
    .lasting(longest::tokens);

/// Counts lost positions of ranges, without opening them.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let budget = &context.budget;
    Ok(varied::one_by_one(record, budget, |piles| {
        Ok(Some(end_nim::loses(piles)))
    }))
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let piles = &record.position.numbers[..];
    let all = || {
        let row: Vec<u64> = piles.iter().copied().filter(|&pile| pile > 0).collect();
        end_nim::options(&row, &context.budget)
    };
    let options = record.needs_values().then(all).transpose()?;
    let value = options.as_ref().map_or_else(
        || u64::from(!end_nim::loses(piles)),
        |options| options.value,
    );
    let has_values = options.is_some();
    let row = row(piles.len(), value, move |target, visit| {
        Ok(visit_ends(piles, options.as_ref(), target, visit))
    });
    Ok(Box::new(row.with_values(has_values)))
}

/// Visits the moves in the piles at the ends, all or those to a value.
fn visit_ends(
    piles: &[u64],
    options: Option<&RowValues>,
    target: Option<u64>,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let Some(first) = piles.iter().position(|&pile| pile > 0) else {
        return ControlFlow::Continue(());
    };
    let last = piles.iter().rposition(|&pile| pile > 0).unwrap_or(first);
    let winning = end_nim::winning(piles);
    let ends = [(first, winning.first), (last, winning.last)];
    // A lone pile is at both ends.
    let ends = if first == last { &ends[..1] } else { &ends[..] };
    for (end, &(index, winning)) in ends.iter().enumerate() {
        let from = piles[index];
        let reaches = |to: &u64| match (target, options) {
            (Some(target), Some(options)) => {
                let values = if end == 0 {
                    &options.first
                } else {
                    &options.last
                };
                u64::from(values[*to as usize]) == target
            }
            _ => true,
        };
        let mut visit = |to| visit(Move::Heap { index, from, to });
        match target {
            Some(0) => winning.into_iter().try_for_each(&mut visit)?,
            _ => (0..from).rev().filter(reaches).try_for_each(&mut visit)?,
        }
    }
    ControlFlow::Continue(())
}
