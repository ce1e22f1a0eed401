//! Counts the tuples that have nim-sum 0 in nim with ranges of heaps.
//!
//! A range is cut into *blocks* of 2^t numbers that share all digits above the t lowest, at most two for each
//! t. The nim-sums of the numbers of two blocks are spread evenly over one block as large as the
//! larger one. Tuples whose nim-sums have the same block are added up; if ranges begin at 0 there are at most two blocks
//! for each t, whatever the number of heaps.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a block begins at or below the largest heap, which has 64 bits"
)]

use fxhash::FxHashMap;
use num_bigint::BigUint;

use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;
use grundy_base::shares;
use grundy_base::sync::interrupt;

/// The 2^level numbers whose upper digits are `prefix`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// The number of lower digits, which are free.
    pub level: u32,
    /// The upper digits, which are the same for all.
    pub prefix: u64,
}

impl Block {
    /// Returns the block of the nim-sums of the numbers of two blocks, which is as large as the larger of them.
    fn nim_sum(self, other: Block) -> Block {
        let level = self.level.max(other.level);
        let prefix = |block: Block| block.prefix.checked_shr(level - block.level).unwrap_or(0);
        Block {
            level,
            prefix: prefix(self) ^ prefix(other),
        }
    }
}

/// Returns the blocks of the numbers of a range, ascending.
pub fn blocks(range: Range) -> Vec<Block> {
    let end = u128::from(range.high) + 1;
    let mut at = u128::from(range.low);
    let mut blocks = Vec::new();
    while at < end {
        let level = at.trailing_zeros().min((end - at).ilog2());
        blocks.push(Block {
            level,
            prefix: (at >> level) as u64,
        });
        at += 1 << level;
    }
    blocks
}

/// Counts the tuples with one number from each set that have nim-sum 0. A set is given as disjoint ranges.
///
/// # Complexity
/// O(128) a range and block of nim-sums. There are at most 130 of these if ranges begin at 0; others may
/// double them with each range.
///
/// # Errors
/// Fails if it takes more work than allowed.
pub fn losing(sets: &[Vec<Range>], budget: &Budget) -> Result<BigUint, Limit> {
    // The number of tuples with a nim-sum in each block, which is spread evenly over the numbers of the block.
    let only_zero = Block {
        level: 0,
        prefix: 0,
    };
    let mut sums = FxHashMap::from_iter([(only_zero, BigUint::from(1u32))]);
    let mut work = 0u64;
    for ranges in sets {
        let blocks: Vec<Block> = ranges.iter().copied().flat_map(blocks).collect();
        let mut next: FxHashMap<Block, BigUint> = FxHashMap::default();
        for (&sum, tuples) in &sums {
            interrupt::check();
            // Each word of the numbers takes some steps.
            work = work.saturating_add(blocks.len() as u64 * (4 + tuples.bits() / 64) * 16);
            if next.len() as u64 > shares::heaps::blocks_of_nim_sums(budget.memory) {
                return Err(Limit::memory(
                    "counting with these ranges takes more than the memory allowed",
                ));
            }
            if work > budget.work {
                return Err(Limit::work(format!(
                    "counting with {} ranges takes more than the {} steps allowed",
                    sets.len(),
                    budget.work
                )));
            }
            for &block in &blocks {
                *next.entry(sum.nim_sum(block)).or_default() += tuples << block.level;
            }
        }
        sums = next;
    }
    // 0 is the first number of each block with prefix 0.
    Ok(sums
        .iter()
        .filter(|(sum, _)| sum.prefix == 0)
        .map(|(sum, tuples)| tuples >> sum.level)
        .sum())
}
