//! Sequential nim: piles in a row; a move takes any number from the first pile that is left. A player who
//! cannot move loses.
//!
//! The Grundy value is found from the last pile to the first
//! ([`theory::sequential`](crate::theory::sequential)), in a step a pile.

use super::nim::visit_heap;
use super::sum::{Sum, Summed};
use super::{Context, Game, Opening, Visit, varied};
use crate::record::{Fault, Move, Record, Signature, Words};
use crate::theory::sequential;

/// The game of sequential nim.
#[derive(Debug)]
pub struct SequentialNim;

static SIGNATURE: Signature = Words {
    name: "sequential-nim",
    summary: "piles in a row; take any number from the first that is left",
    how_to_play: "Piles stand in a row. A move takes any number of tokens, at least one, from the \
         first pile that is not empty. A player who cannot move loses. The row is one \
         position.",
    limits: "piles to 18446744073709551615, as many as fit in memory; one step a pile",
    example: "sequential-nim: 3 1 2",
}
.row();

impl Game for SequentialNim {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        if record.varies() {
            let ranges: Vec<(u64, u64)> =
                varied::heaps(record).iter().map(|range| (range.low, range.high)).collect();
            return Ok(varied::open(record, move || Ok(sequential::losing(&ranges, &context.budget)?)));
        }
        Ok(Box::new(Summed::new(Row { piles: &record.position.numbers }, context.budget)))
    }
}

struct Row<'a> {
    piles: &'a [u64],
}

impl Sum for Row<'_> {
    fn components(&self) -> usize {
        1
    }

    fn numbers(&self) -> usize {
        self.piles.len()
    }

    fn value(&mut self, _: usize) -> Result<u64, Fault> {
        Ok(sequential::row(self.piles))
    }

    fn moves_of(&mut self, _: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let Some(first) = self.piles.iter().position(|&pile| pile > 0) else { return Ok(()) };
        let pile = self.piles[first];
        let behind = sequential::row(&self.piles[first + 1..]);
        match target {
            None => visit_heap(first, pile, None, visit),
            Some(target) => {
                if let Some(to) = sequential::smaller_of_value(pile, behind, target) {
                    let _ = visit(Move::Heap { index: first, from: pile, to });
                }
            }
        }
        Ok(())
    }
}
