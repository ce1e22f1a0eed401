//! Rooks on boards with little damage: tile by tile, and in a tile value by value.
//!
//! # Theorem
//! Let a tile of 64 × 64 undamaged cells be such that of each word of values 64u … 64u + 63 with u < w
//! either all rows have seen everything to the left, or all columns above, and that no line has seen
//! anything of word w. Then the values are 64w + (row ⊕ column), both counted from the tile's corner.
//! *Proof.* No cell can have a value below 64w. What lines have seen above word w does not matter, as long
//! as the mex stays in it; without it the tile is a board of its own that begins at its corner, two heaps of
//! nim, whose values fit into the word.
//!
//! Where no damage is up and left of a tile its lines have seen whole words, so that it costs no more than
//! finding w. In other tiles values are given in rising order: each goes in each row to the first cell that
//! has none yet and whose column has not seen it, unless the row has. That is right since such a
//! cell has seen all smaller values, which were offered to it before, and not this one. With the cells of a row as
//! bits that is a few instructions a value and row. Damage divides a row into parts that begin anew, and
//! ends what its column has seen.

use super::free::{Free, TILE};
use super::kept::Kept;
use super::sweep::{DAMAGED, Values};
use super::words::{Seen, Words};
use crate::simd::Simd;
use crate::sync::interrupt;
use crate::theory::budget::Limit;

/// Where so many rows have cells without a value, many values at once are faster than one by one.
const MANY_ROWS: u32 = 16;

/// Bytes that a sweep needs for a board with so many columns, without what lines have seen.
pub(super) fn bytes(across: usize) -> u64 {
    (across.div_ceil(TILE) * size_of::<Words>()) as u64
}

/// As [`super::sweep::sweep`], for rooks.
///
/// # Errors
/// More memory than allowed, or more work (words of values looked at, 64 steps each, and cells).
pub(super) fn sweep(
    simd: Simd,
    free: &Free<'_>,
    memory: u64,
    work: u64,
    kept: &mut Kept,
) -> Result<(), Limit> {
    let mut above: Vec<Words> = (0..free.across.div_ceil(TILE)).map(|_| Words::default()).collect();
    let mut left = Words::default();
    let mut values = [[DAMAGED; TILE]; TILE];
    let (mut used, mut held, mut parts) = (0, 0, 1);
    for top in (0..free.rows).step_by(TILE) {
        left.clear();
        for (above, first) in above.iter_mut().zip((0..).step_by(TILE)) {
            interrupt::check();
            let cells = free.tile(top, first);
            held -= above.bytes();
            above.extend(parts);
            left.extend(parts);
            let wanted = kept.wants(top, first);
            if wanted {
                values = [[DAMAGED; TILE]; TILE];
            }
            let (height, width) = free.size(top, first);
            let inside = (u64::MAX >> (TILE - height), free.inside(first));
            let mut tile =
                Tile { simd, left: &mut left, above, cells, inside, values: wanted.then_some(&mut values) };
            let (steps, words) = tile.fill();
            used += steps;
            // The values of the next tile are in these words and the two behind them at most.
            parts = parts.max((words + 2) / 64 + 1);
            held += above.bytes();
            if wanted {
                kept.tile((top, first), (height, width), &values);
            }
            if held + left.bytes() > memory {
                return Err(Limit::memory(
                    "the values on the lines of this board need more memory than allowed",
                ));
            }
            if used > work {
                return Err(Limit::work(format!("the values of this board take more than {work} steps")));
            }
        }
    }
    Ok(())
}

/// A tile that is being filled.
struct Tile<'a> {
    simd: Simd,
    /// What was seen in its rows, to the left.
    left: &'a mut Words,
    /// What was seen in its columns, above.
    above: &'a mut Words,
    /// The cells of each row that have no value yet, damaged ones left out.
    cells: [u64; TILE],
    /// The rows and the columns that the board has.
    inside: (u64, u64),
    values: Option<&'a mut Values>,
}

impl Tile<'_> {
    /// Gives all cells their values; returns the steps that took, and how many words have been used.
    fn fill(&mut self) -> (u64, usize) {
        let (rows, columns) = self.inside;
        let damaged: [u64; TILE] = std::array::from_fn(|row| match rows >> row & 1 {
            1 => columns & !self.cells[row],
            _ => 0,
        });
        if damaged.iter().any(|&cells| cells != 0) {
            return self.fill_around(&damaged);
        }
        let mut steps = 64;
        // The rows with cells that have no value yet.
        let mut open = rows;
        for part in 0..self.left.words() / 64 {
            let mut words = self.left.open(part) & self.above.open(part);
            while words != 0 {
                let word = 64 * part + words.trailing_zeros() as usize;
                words &= words - 1;
                let fresh = self.left.is_empty(word) && self.above.is_empty(word);
                if fresh && open == !0 && self.cells.iter().all(|&cells| cells == !0) {
                    self.left.fill(word);
                    self.above.fill(word);
                    if let Some(values) = &mut self.values {
                        for (row, values) in values.iter_mut().enumerate() {
                            let nim = |column| 64 * word as u32 + (row ^ column) as u32;
                            *values = std::array::from_fn(nim);
                        }
                    }
                    return (steps, word + 1);
                }
                steps += 64;
                open = self.give(word, open);
                if open == 0 {
                    return (steps, word + 1);
                }
            }
        }
        (steps, 0)
    }

    /// As [`Tile::fill`] where these cells are damaged.
    fn fill_around(&mut self, damaged: &[u64; TILE]) -> (u64, usize) {
        let (rows, columns) = self.inside;
        let broken = mask(damaged.iter().map(|&cells| cells != 0));
        let mut open = rows & mask(self.cells.iter().map(|&cells| cells != 0));
        let (mut steps, mut used) = (64, 0);
        for word in 0..self.left.words() {
            if open == 0 && self.left.is_empty(word) && self.above.is_empty(word) {
                continue;
            }
            steps += 64;
            used = word + 1;
            let (mut left, mut above) = (self.left.get(word), self.above.get(word));
            for (value, (left, above)) in left.iter_mut().zip(&mut above).enumerate() {
                let before = *left;
                *left &= !broken;
                let mut visited = open & !before | broken;
                while visited != 0 {
                    let row = visited.trailing_zeros() as usize;
                    visited &= visited - 1;
                    // The parts of the row between damaged cells; only the first goes on what is to the left.
                    let (mut gaps, mut passed) = (damaged[row], 0);
                    let mut may = before >> row & 1 == 0;
                    loop {
                        let gap = gaps & gaps.wrapping_neg();
                        let part = gap.wrapping_sub(1) & !passed;
                        let possible = if may { self.cells[row] & part & !*above } else { 0 };
                        let cell = possible & possible.wrapping_neg();
                        self.cells[row] ^= cell;
                        *above |= cell;
                        if cell != 0
                            && let Some(values) = &mut self.values
                        {
                            values[row][cell.trailing_zeros() as usize] = (64 * word + value) as u32;
                        }
                        if gap == 0 {
                            *left |= u64::from(cell != 0) << row;
                            break;
                        }
                        passed |= gap | (gap - 1);
                        gaps ^= gap;
                        may = true;
                    }
                    open &= !(u64::from(self.cells[row] == 0) << row);
                    *above &= !damaged[row];
                }
            }
            left.iter_mut().for_each(|seen| *seen |= !rows);
            above.iter_mut().for_each(|seen| *seen |= !columns);
            self.left.set(word, &left);
            self.above.set(word, &above);
        }
        (steps, used)
    }

    /// Gives the values of a word; returns the rows that still have cells without a value.
    fn give(&mut self, word: usize, mut open: u64) -> u64 {
        let (mut left, mut above) = (self.left.get(word), self.above.get(word));
        let many = self.values.is_none() && open.count_ones() >= MANY_ROWS;
        let at_once = || give_at_once(self.simd, &mut self.cells, open, &mut left, &mut above);
        open = match many.then(at_once).flatten() {
            Some(open) => open,
            None => self.give_one_by_one(word, open, &mut left, &mut above),
        };
        // Lines beyond the board have seen everything, so that words become full.
        let (rows, columns) = self.inside;
        left.iter_mut().for_each(|seen| *seen |= !rows);
        above.iter_mut().for_each(|seen| *seen |= !columns);
        self.left.set(word, &left);
        self.above.set(word, &above);
        open
    }

    /// As [`Tile::give`], where `left` and `above` are what lines have seen of the word.
    fn give_one_by_one(&mut self, word: usize, mut open: u64, left: &mut Seen, above: &mut Seen) -> u64 {
        for (value, (left, above)) in left.iter_mut().zip(above).enumerate() {
            let mut visited = open & !*left;
            let mut seen = *above;
            while visited != 0 {
                let row = visited.trailing_zeros() as usize;
                visited &= visited - 1;
                let cells = self.cells[row];
                let possible = cells & !seen;
                let cell = possible & possible.wrapping_neg();
                self.cells[row] = cells ^ cell;
                seen |= cell;
                *left |= u64::from(cell != 0) << row;
                open &= !(u64::from(cells == cell) << row);
                if let Some(values) = &mut self.values
                    && cell != 0
                {
                    values[row][cell.trailing_zeros() as usize] = (64 * word + value) as u32;
                }
            }
            *above = seen;
        }
        open
    }
}

/// Gives the values of a word to the cells without one, which the rows `open` have, many values at once, where this processor
/// does so; returns the rows that still have cells without a value.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
fn give_at_once(
    simd: Simd,
    cells: &mut [u64; TILE],
    open: u64,
    left: &mut Seen,
    above: &mut Seen,
) -> Option<u64> {
    simd.avx2().map(|avx2| super::lanes::give(avx2, cells, open, left, above))
}

/// As above, where there are no such instructions.
#[cfg(not(all(target_arch = "x86_64", not(grundy_portable))))]
fn give_at_once(_: Simd, _: &mut [u64; TILE], _: u64, _: &mut Seen, _: &mut Seen) -> Option<u64> {
    None
}

/// Bit i is the i-th of these.
fn mask(bits: impl Iterator<Item = bool>) -> u64 {
    bits.zip(0..).fold(0, |mask, (bit, at)| mask | u64::from(bit) << at)
}
