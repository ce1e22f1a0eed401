//! End-nim: piles in a row; a move takes any number from a pile at an end of what is left. A player who
//! cannot move loses.
//!
//! Who wins, and how, is the theorem of Albert and Nowakowski (2001)
//! ([`theory::end_nim`](crate::theory::end_nim)), in a step a pile at most. For the Grundy values no formula is
//! known; they come from tables of all stretches of the row.

use super::sum::{Sum, Summed};
use super::{Context, Game, Opening, Visit, varied};
use crate::record::{Fault, Move, Record, Signature, Words};
use crate::theory::end_nim::{self, Options};

/// The game of end-nim.
#[derive(Debug)]
pub struct EndNim;

static SIGNATURE: Signature = Words {
    name: "end-nim",
    summary: "piles in a row; take any number from a pile at an end",
    how_to_play: "Piles stand in a row. A move takes any number of tokens, at least one, from the \
         first or from the last pile of those that are not empty. A player who cannot move \
         loses. The row is one position.",
    limits: "outcomes and winning moves: piles to 18446744073709551615, as many as fit in \
         memory, a step a pile; Grundy values: 8 steps for each pair of tokens, to \
         --max-work",
    example: "end-nim: 3 5 2",
}
.row();

impl Game for EndNim {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        if record.varies() {
            return Ok(varied::one_by_one(record, &context.budget, |piles| Ok(Some(end_nim::loses(piles)))));
        }
        let piles = &record.position.numbers;
        let row: Vec<u64> = piles.iter().copied().filter(|&pile| pile > 0).collect();
        let options = match record.needs_values() {
            true => Some(end_nim::options(&row, &context.budget)?),
            false => None,
        };
        Ok(Box::new(Summed::new(Row { piles, options }, context.budget)))
    }
}

struct Row<'a> {
    piles: &'a [u64],
    /// The values of the row and what it can become, where they are needed.
    options: Option<Options>,
}

impl Sum for Row<'_> {
    fn components(&self) -> usize {
        1
    }

    fn numbers(&self) -> usize {
        self.piles.len()
    }

    fn has_values(&self) -> bool {
        self.options.is_some()
    }

    fn value(&mut self, _: usize) -> Result<u64, Fault> {
        Ok(match &self.options {
            Some(options) => options.value,
            None => u64::from(!end_nim::loses(self.piles)),
        })
    }

    fn moves_of(&mut self, _: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let Some(first) = self.piles.iter().position(|&pile| pile > 0) else { return Ok(()) };
        let last = self.piles.iter().rposition(|&pile| pile > 0).unwrap_or(first);
        let winning = end_nim::winning(self.piles);
        let ends = [(first, winning.0), (last, winning.1)];
        // A lone pile is at both ends.
        let ends = if first == last { &ends[..1] } else { &ends[..] };
        for (end, &(index, winning)) in ends.iter().enumerate() {
            let from = self.piles[index];
            let reaches = |to: &u64| match (target, &self.options) {
                (None, _) => true,
                (Some(0), _) => winning == Some(*to),
                (Some(target), Some(options)) => {
                    let values = if end == 0 { &options.first } else { &options.last };
                    u64::from(values[*to as usize]) == target
                }
                (Some(_), None) => winning != Some(*to),
            };
            let mut visit = |to| visit(Move::Heap { index, from, to });
            let flow = match target {
                Some(0) => winning.into_iter().try_for_each(&mut visit),
                _ => (0..from).rev().filter(reaches).try_for_each(&mut visit),
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}
