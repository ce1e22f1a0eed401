//! Grundy values of Moore's nim, for sums with other games.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the cells of a table fit the memory allowed, and so does the size of each heap"
)]

use std::ops::ControlFlow;

use super::legal_moves;
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt::Checked;
use grundy_values::mex::ValueSet;

/// The source of the values: a formula, or a table.
#[derive(Clone, Debug)]
enum Source {
    /// A value is the nim-sum of the heaps.
    NimSum,
    /// A value is the sum of the heaps.
    Sum,
    /// The values by the sizes of the heaps as digits, of which the first counts most; each digit's base is one more than
    /// the heap of the whole position.
    Table(Vec<u32>),
}

/// The values of a position and of all that can be reached from it.
#[derive(Clone, Debug)]
pub struct MooreValues {
    /// The formula or the table.
    source: Source,
    /// The heaps of the whole position.
    heaps: Vec<u64>,
}

impl MooreValues {
    /// Finds the values of a position, of whose heaps `most` may be lowered at once, and of all that it reaches.
    ///
    /// # Complexity
    /// O(1) a heap if one heap may be lowered at once, or all that there are. Otherwise a step for each pair of
    /// positions of which one reaches the other, and four bytes a position.
    ///
    /// # Errors
    /// Fails if it takes more work or memory than allowed, and at values above 2⁶⁴ − 1.
    pub fn new(heaps: &[u64], most: u64, budget: &Budget) -> Result<MooreValues, Limit> {
        let heaps = heaps.to_vec();
        let some = heaps.iter().filter(|&&heap| heap > 0).count() as u64;
        if most == 1 || some <= 1 {
            return Ok(MooreValues {
                source: Source::NimSum,
                heaps,
            });
        }
        if most >= some {
            let sum = heaps
                .iter()
                .try_fold(0u64, |sum, &heap| sum.checked_add(heap));
            return match sum {
                Some(_) => Ok(MooreValues {
                    source: Source::Sum,
                    heaps,
                }),
                None => Err(Limit::fixed(
                    "the Grundy value, the sum of all heaps, is above 2^64 - 1",
                )),
            };
        }
        Self::by_table(&heaps, most, budget)
    }

    /// Finds the values in a table, also where there is a formula.
    ///
    /// # Complexity
    /// A step for each pair of positions of which one reaches the other, and four bytes a position.
    ///
    /// # Errors
    /// Fails if it takes more work or memory than allowed.
    pub fn by_table(heaps: &[u64], most: u64, budget: &Budget) -> Result<MooreValues, Limit> {
        let size = |heap: &u64| u128::from(*heap) + 1;
        let cells = heaps
            .iter()
            .fold(1u128, |cells, heap| cells.saturating_mul(size(heap)));
        // A cell reaches at most those with no larger heaps: on the average half of the sizes of each heap.
        let pairs = heaps.iter().fold(1u128, |pairs, heap| {
            pairs.saturating_mul(size(heap).saturating_mul(size(heap) + 1) / 2)
        });
        let task = || format!("the values of these heaps with {most} at once take up to");
        budget.check_steps(pairs.saturating_mul(16), task)?;
        budget.check_bytes(cells.saturating_mul(4), task)?;
        let table = table(heaps, most, cells as usize);
        Ok(MooreValues {
            source: Source::Table(table),
            heaps: heaps.to_vec(),
        })
    }

    /// Returns the value of a position that can be reached, or of the position itself.
    pub fn value(&self, heaps: &[u64]) -> u64 {
        match &self.source {
            Source::NimSum => heaps.iter().fold(0, |sum, heap| sum ^ heap),
            Source::Sum => heaps.iter().sum(),
            Source::Table(table) => table[index(heaps, &self.heaps)].into(),
        }
    }
}

/// Returns the cell of a position.
fn index(heaps: &[u64], largest: &[u64]) -> usize {
    heaps.iter().zip(largest).fold(0, |index, (heap, largest)| {
        index * (*largest as usize + 1) + *heap as usize
    })
}

/// Finds the values of all positions whose heaps are no larger than these.
fn table(largest: &[u64], most: u64, cells: usize) -> Vec<u32> {
    let mut weights = vec![1; largest.len()];
    for place in (1..largest.len()).rev() {
        weights[place - 1] = weights[place] * (largest[place] as usize + 1);
    }
    let mut values = Vec::with_capacity(cells);
    let mut seen = ValueSet::default();
    let mut heaps = vec![0; largest.len()];
    let mut steps = Checked::every(64);
    for cell in 0..cells {
        steps.step();
        let mut rest = cell;
        for (heap, weight) in heaps.iter_mut().zip(&weights) {
            *heap = (rest / weight) as u64;
            rest %= weight;
        }
        seen.clear();
        legal_moves(&heaps, most, &mut |taken| {
            let less: usize = taken
                .iter()
                .map(|&(i, amount)| weights[i] * amount as usize)
                .sum();
            seen.insert(values[cell - less]);
            ControlFlow::Continue(())
        });
        values.push(seen.mex());
    }
    values
}
