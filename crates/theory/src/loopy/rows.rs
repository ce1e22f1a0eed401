//! Pairs sorted into rows: what makes the lists of followers and of predecessors.

use std::sync::{Mutex, PoisonError};

use crate::platform::LOADED_ANEW;
use crate::platform::pages::huge;
use crate::sync::interrupt;
use crate::sync::threads::each;

/// The rows of a sparse matrix: row i is `entries[offsets[i]..offsets[i + 1]]`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub offsets: Vec<u32>,
    pub entries: Vec<u32>,
}

/// Pairs from which on it is worth to sort them by blocks first: fewer stay in a cache anyway.
pub(super) const BLOCKED: usize = 1 << 21;

/// About as many pairs as a block has: their rows fit a cache that is near.
const BLOCK: usize = 1 << 16;

/// Streams that are written to at the same time.
const MOST_BLOCKS: usize = 256;

/// Sorts pairs of row and entry by row, and leaves them in their order there. `pairs` gives part i of so many
/// parts of them, the same whenever it is asked; there are `count` in all.
///
/// Each pair may go to a place in no order, which memory is slow at. Where there are `blocked` of
/// them or more, they go to one of few blocks of rows first, and to their rows from there.
///
/// # Constraints
/// Rows are below `order`, and `count` below 2³².
///
/// # Complexity
/// O(order + count) time, shared by `threads`; 4 bytes a row and an entry, and 8 a pair meanwhile.
pub(super) fn rows<P: Iterator<Item = (u32, u32)>>(
    order: usize,
    count: usize,
    pairs: impl Fn(usize, usize) -> P + Sync,
    threads: usize,
    blocked: usize,
) -> Rows {
    let mut offsets = huge(vec![0u32; order + 1]);
    let mut entries = huge(vec![0u32; count]);
    let is_placed_fast = count < blocked || pairs(0, 1).is_sorted_by_key(|(row, _)| row);
    if LOADED_ANEW || is_placed_fast {
        let all = Block { first: 0, begin: 0, offsets: &mut offsets[..order], entries: &mut entries };
        all.fill(|| pairs(0, 1));
    } else {
        let shift = (order / (count / BLOCK + 1).min(MOST_BLOCKS)).max(1).ilog2() + 1;
        let (blocks, parts) = ((order >> shift) + 1, threads.max(1));
        let parted = each(parts, |part| by_block(|| pairs(part, parts), shift, blocks));
        let (mut free_offsets, mut free_entries) = (&mut offsets[..order], &mut entries[..]);
        let (mut first, mut begin) = (0, 0);
        let mut jobs = Vec::with_capacity(blocks);
        for number in 0..blocks {
            let size = parted.iter().map(|(bounds, _)| bounds[number + 1] - bounds[number]).sum();
            let (offsets, rest) = free_offsets.split_at_mut(free_offsets.len().min(1 << shift));
            free_offsets = rest;
            let (entries, rest) = free_entries.split_at_mut(size);
            free_entries = rest;
            let after = (first + offsets.len() as u32, begin + size as u32);
            jobs.push((number, Block { first, begin, offsets, entries }));
            (first, begin) = after;
        }
        let jobs = Mutex::new(jobs);
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop();
        each(parts, |_| {
            while let Some((number, block)) = next() {
                interrupt::check();
                let own = |part: usize| {
                    let (bounds, pairs) = &parted[part];
                    &pairs[bounds[number]..bounds[number + 1]]
                };
                block.fill(|| (0..parts).flat_map(own).copied());
            }
        });
    }
    offsets[order] = count as u32;
    Rows { offsets, entries }
}

/// The pairs in the order of their blocks, and where each of these begins.
fn by_block<P: Iterator<Item = (u32, u32)>>(
    pairs: impl Fn() -> P,
    shift: u32,
    blocks: usize,
) -> (Vec<usize>, Vec<(u32, u32)>) {
    let mut bounds = vec![0; blocks + 1];
    pairs().for_each(|(row, _)| bounds[(row >> shift) as usize + 1] += 1);
    for block in 0..blocks {
        bounds[block + 1] += bounds[block];
    }
    let mut sorted = huge(vec![(0, 0); bounds[blocks]]);
    let mut free = bounds.clone();
    pairs().for_each(|pair| {
        let place = &mut free[(pair.0 >> shift) as usize];
        sorted[*place] = pair;
        *place += 1;
    });
    (bounds, sorted)
}

/// Some rows that follow each other, from row `first` and entry `begin` on.
struct Block<'a> {
    first: u32,
    begin: u32,
    offsets: &'a mut [u32],
    entries: &'a mut [u32],
}

impl Block<'_> {
    /// Counts the pairs of each row, and puts them to their places.
    fn fill<P: Iterator<Item = (u32, u32)>>(self, pairs: impl Fn() -> P) {
        let Block { first, begin, offsets, entries } = self;
        pairs().for_each(|(row, _)| offsets[(row - first) as usize] += 1);
        let mut end = 0;
        for offset in &mut *offsets {
            (*offset, end) = (end, end + *offset);
        }
        pairs().for_each(|(row, entry)| {
            let place = &mut offsets[(row - first) as usize];
            entries[*place as usize] = entry;
            *place += 1;
        });
        // Each has gone to the end of its row by now, which is where the next begins.
        let mut start = begin;
        for offset in offsets {
            (*offset, start) = (start, begin + *offset);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_the_same_by_blocks_and_on_all_threads() {
        let mut seed = 1u64;
        for (order, count) in [(1, 5), (7, 100), (300, 300), (5000, 90), (40_000, 150_000), (3, 400_000)] {
            let pairs: Vec<(u32, u32)> = (0..count)
                .map(|i| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    ((seed >> 33) as u32 % order, i)
                })
                .collect();
            let mut lists = vec![Vec::new(); order as usize];
            pairs.iter().for_each(|&(row, entry)| lists[row as usize].push(entry));
            for threads in 1..=3 {
                for blocked in [0, usize::MAX] {
                    let part = |part: usize, parts: usize| {
                        let cut = |part: usize| pairs.len() * part / parts;
                        pairs[cut(part)..cut(part + 1)].iter().copied()
                    };
                    let Rows { offsets, entries } = rows(order as usize, pairs.len(), part, threads, blocked);
                    for (row, list) in lists.iter().enumerate() {
                        assert_eq!(entries[offsets[row] as usize..offsets[row + 1] as usize], list[..]);
                    }
                }
            }
        }
    }
}
