//! End-nim: piles in a row; a move takes any number from a pile at an end of what is left. A player who
//! cannot move loses.
//!
//! Who wins, and how, is the theorem of Albert and Nowakowski (2001)
//! ([`theory::end_nim`](grundy_heaps::end_nim)), in a step a pile at most. For the Grundy values no formula is
//! known; they come from tables of all stretches of the row.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what is left of a pile is a place in the list of the values"
)]

use std::ops::ControlFlow;

use crate::shared::sum::row;
use crate::shared::varied;
use crate::shared::words::words;
use crate::{Context, PositionResult, Standard, Visit};
use grundy_heaps::end_nim::{self, RowValues};
use grundy_record::{Move, Record};

/// The game of end-nim.
pub static END_NIM: Standard = Standard::new(words("end-nim").row(), open);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    if record.varies() {
        return Ok(varied::one_by_one(record, &context.budget, |piles| {
            Ok(Some(end_nim::loses(piles)))
        }));
    }
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
