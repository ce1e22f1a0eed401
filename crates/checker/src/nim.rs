//! Nim: a heap's value is its size.

use std::ops::ControlFlow;

use super::sums::{self, Sum, Visitor};
use super::{Checked, Meter, rejected};
use grundy_record::{Field, Move, Record};

pub(super) fn derive(record: &Record<'_>, sum: u64, meter: &Meter) -> Checked<Vec<Field>> {
    let heaps = &record.position.numbers;
    if heaps.iter().fold(0, |sum, heap| sum ^ heap) != sum {
        return rejected("the nim-sum is another");
    }
    meter.spend(heaps.len() as u64)?;
    sums::answer(&Heaps(heaps), record.modifiers.misere, &record.asks)
}

struct Heaps<'a>(&'a [u64]);

impl Sum for Heaps<'_> {
    fn components(&self) -> usize {
        self.0.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        Ok(self.0[index])
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let from = self.0[index];
        match target {
            Some(to) if to < from => _ = visitor(Move::Heap { index, from, to }),
            Some(_) => {}
            None => {
                for to in (0..from).rev() {
                    if visitor(Move::Heap { index, from, to }) == ControlFlow::Break(()) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
