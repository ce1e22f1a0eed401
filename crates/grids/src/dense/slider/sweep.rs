//! Rooks and queens: the values of all cells from the sets of values on the lines through each, tile by
//! tile, so that the sets that are needed next are near.

#![expect(
    clippy::cast_possible_truncation,
    reason = "values have 32 bits, so that a set has fewer than 2²⁶ words"
)]

use super::kept::KeptValues;
use super::sets::{CHUNK, Sets};
use super::tile::{DAMAGED, TILE};
use super::tile::{Free, Tile, TileValues};
use grundy_base::budget::Limit;
use grundy_base::simd::{Simd, dispatch};
use grundy_base::sync::interrupt;

/// The most that a sweep may take.
#[derive(Clone, Copy)]
pub(super) struct SweepLimits {
    /// The bytes for sets, beyond [`bytes`].
    pub memory: u64,
    /// The cells, and words of sets that damage empties.
    pub work: u64,
}

/// The sets on the lines through the cells of a board.
pub(super) struct BoardLines {
    /// The sets of the rows of a band.
    pub left: Sets,
    /// The sets of the columns.
    pub up: Sets,
    /// The sets of the diagonals, by column − row, modulo more than there are in a band: the place of one that
    /// leaves on the right is taken by one that enters on the left.
    pub diagonal: Sets,
    /// The number of places for diagonals.
    pub diagonals: usize,
    /// The number of further words of each line.
    words: usize,
    /// The largest value so far.
    pub largest: u32,
    /// The largest number of cells to which a piece can go, which bounds the values.
    bound: usize,
}

impl BoardLines {
    /// Makes empty sets for the lines of a board.
    fn new(free: &Free<'_>, diagonal: bool) -> BoardLines {
        let across = free.across;
        let diagonals = if diagonal { across + TILE } else { 0 };
        BoardLines {
            left: Sets::new(TILE),
            up: Sets::new(across),
            diagonal: Sets::new(diagonals),
            diagonals,
            words: 0,
            largest: 0,
            bound: free.rows + across + if diagonal { across } else { 0 },
        }
    }

    /// Finds the place of the diagonal of a cell.
    pub fn place(&self, row: usize, column: usize) -> usize {
        (column + self.diagonals - row % self.diagonals) % self.diagonals
    }

    /// Finds the least value of 64 or more that is in no set of a row, a column and a diagonal, and puts it into all.
    #[inline(always)]
    pub fn add_further<const DIAGONAL: bool>(
        &mut self,
        row: usize,
        above: usize,
        at: usize,
    ) -> u32 {
        let left = self.left.further(row);
        let up = self.up.further(above);
        let (word, bit) = if DIAGONAL {
            let full = self.left.full(row).max(self.up.full(above));
            let from = full.max(self.diagonal.full(at));
            first_missing([left, up, self.diagonal.further(at)], from)
        } else {
            let gaps = [self.left.gaps(row), self.up.gaps(above)];
            first_common_gap(gaps, [left.as_flattened(), up.as_flattened()])
        };
        self.left.insert(row, word, bit);
        self.up.insert(above, word, bit);
        if DIAGONAL {
            self.diagonal.insert(at, word, bit);
        }
        64 * (word as u32 + 1) + bit
    }

    /// Makes room for the values of another tile. A mex is at most one more than the largest value before it, and a way
    /// through a tile from value to value has fewer than `2 * TILE` cells.
    pub fn make_room(&mut self, memory: u64) -> Result<(), Limit> {
        let needed = (self.largest as usize + 2 * TILE).min(self.bound) / 64;
        if needed <= self.words {
            return Ok(());
        }
        // An odd number of chunks, lest all lines compete for the same places of a cache.
        let words = ((needed + needed / 4).div_ceil(CHUNK) | 1) * CHUNK;
        let lines = self.up.first.len() + self.diagonals + TILE;
        if lines as u64 * (words + self.words) as u64 * 8 * 65 / 64 > memory {
            return Err(Limit::memory(format!(
                "sets of more than {} values for each of {lines} lines need more memory than allowed",
                64 * (self.words + 1)
            )));
        }
        for sets in [&mut self.left, &mut self.up, &mut self.diagonal] {
            sets.widen(words);
        }
        self.words = words;
        Ok(())
    }
}

/// Counts the bytes that a sweep needs for a board with this many columns, without sets of more than 64 values.
pub(super) fn bytes(across: usize, diagonal: bool) -> u64 {
    let lines = (across + TILE) as u64;
    let kinds = if diagonal { 2 } else { 1 };
    Sets::BYTES * lines * kinds
}

/// Finds the values of all cells, and keeps those that are wanted.
///
/// # Errors
/// Fails if it takes more memory than allowed, or more work (cells, and words of sets that damage empties).
pub(super) fn sweep<const DIAGONAL: bool>(
    simd: Simd,
    free: &Free<'_>,
    limits: SweepLimits,
    kept: &mut KeptValues,
) -> Result<(), Limit> {
    // Known before the first cell is looked at.
    let least = free.rows as u64 * free.across as u64 * STEPS_A_CELL;
    if least > limits.work {
        return Err(too_much(least, limits.work));
    }
    let mut lines = BoardLines::new(free, DIAGONAL);
    let mut values = [[DAMAGED; TILE]; TILE];
    let mut used = 0;
    for top in (0..free.rows).step_by(TILE) {
        interrupt::check();
        for row in 0..TILE {
            used += lines.left.clear(row);
        }
        if DIAGONAL {
            for row in top..(top + TILE).min(free.rows) {
                let entering = lines.place(row, 0);
                used += lines.diagonal.clear(entering);
            }
        }
        for first in (0..free.across).step_by(TILE) {
            interrupt::check();
            lines.make_room(limits.memory)?;
            let tile = free.tile(top, first);
            used += fill::<DIAGONAL>(simd, &mut lines, free, tile, &mut values);
            kept.take(tile, &values);
            if used > limits.work {
                return Err(too_much(used, limits.work));
            }
        }
    }
    Ok(())
}

/// The steps for a cell (`rook 8000x8000 damaged 6,10: 8000,8000 ? grundy` and `queen 8000x8000: 8000,8000 ? grundy`).
const STEPS_A_CELL: u64 = 16;

/// The values, up to the largest one, that add a step to each cell: lines of queens are looked through word by word
/// (`queen 8000x8000: 8000,8000 ? grundy`), those of rooks by their words that are not full
/// (`rook 1000000x100 damaged 6,10: 1000000,100 ? grundy`).
const fn values_a_step(diagonal: bool) -> u64 {
    if diagonal { 512 } else { 1 << 14 }
}

/// Makes the fault of more work than is allowed.
fn too_much(steps: u64, work: u64) -> Limit {
    Limit::steps(
        steps.into(),
        format!("the values of this board take more than {work} steps"),
    )
}

dispatch! {
    /// Finds the values of a tile; returns the work.
    fn fill[const DIAGONAL: bool](
        lines: &mut BoardLines, free: &Free<'_>, place: Tile, values: &mut TileValues,
    ) -> u64 { tile::<DIAGONAL>(lines, free, place, values) }
}

/// Runs [`fill`], compiled for each set of instructions.
#[inline(always)]
#[expect(clippy::if_not_else, reason = "the usual case comes first")]
fn tile<const DIAGONAL: bool>(
    lines: &mut BoardLines,
    free: &Free<'_>,
    place: Tile,
    values: &mut TileValues,
) -> u64 {
    let Tile {
        top,
        first,
        height,
        width,
    } = place;
    let cell_steps = STEPS_A_CELL + u64::from(lines.largest) / values_a_step(DIAGONAL);
    let mut used = (height * width) as u64 * cell_steps;
    if DIAGONAL && lines.largest >= 64 {
        for row in 0..height {
            lines.left.settle(row);
        }
        for column in first..first + width {
            lines.up.settle(column);
        }
        let mut at = lines.place(top + height - 1, first);
        for _ in 1..height + width {
            lines.diagonal.settle(at);
            at = if at + 1 == lines.diagonals { 0 } else { at + 1 };
        }
    }
    let mut largest = lines.largest;
    // Whether any line has seen a value of 64 or more.
    let mut has_further = largest >= 64;
    for (row, values) in values[..height].iter_mut().enumerate() {
        let cells = free.read(top + row, first);
        let mut at = if DIAGONAL {
            lines.place(top + row, first)
        } else {
            0
        };
        // The first word of the set to the left.
        let mut near = lines.left.first[row];
        for (column, cell) in values[..width].iter_mut().enumerate() {
            let above = first + column;
            if cells >> column & 1 == 0 {
                *cell = DAMAGED;
                near = 0;
                lines.up.first[above] = 0;
                if DIAGONAL {
                    lines.diagonal.first[at] = 0;
                }
                if has_further {
                    used += lines.left.clear_further(row) + lines.up.clear_further(above);
                    used += if DIAGONAL {
                        lines.diagonal.clear_further(at)
                    } else {
                        0
                    };
                }
            } else {
                let seen = near
                    | lines.up.first[above]
                    | if DIAGONAL {
                        lines.diagonal.first[at]
                    } else {
                        0
                    };
                let value = if seen != !0 {
                    let bit = !seen & (seen + 1);
                    near |= bit;
                    lines.up.first[above] |= bit;
                    if DIAGONAL {
                        lines.diagonal.first[at] |= bit;
                    }
                    seen.trailing_ones()
                } else {
                    has_further = true;
                    lines.add_further::<DIAGONAL>(row, above, at)
                };
                largest = largest.max(value);
                *cell = value;
            }
            if DIAGONAL {
                at = if at + 1 == lines.diagonals { 0 } else { at + 1 };
            }
        }
        lines.left.first[row] = near;
    }
    lines.largest = largest;
    used
}

/// Finds the first place, as word and bit, that the lines together do not fill; all words before `from` are full.
#[inline(always)]
fn first_missing<const LINES: usize>(lines: [&[[u64; CHUNK]]; LINES], from: usize) -> (usize, u32) {
    let chunks = lines[0].len();
    let lines = lines.map(|line| &line[..chunks]);
    for chunk in from / CHUNK..chunks {
        let mut seen = [0; CHUNK];
        for line in lines {
            for (seen, word) in seen.iter_mut().zip(line[chunk]) {
                *seen |= word;
            }
        }
        if seen.iter().fold(!0, |all, word| all & word) != !0 {
            let word = seen.iter().position(|&word| word != !0).unwrap_or(0);
            return (chunk * CHUNK + word, seen[word].trailing_ones());
        }
    }
    unreachable!("room was made for the values of this tile")
}

/// Finds the first place, as word and bit, that two lines do not fill; `gaps` are their words that are not full.
#[inline(always)]
fn first_common_gap(gaps: [&[u64]; 2], lines: [&[u64]; 2]) -> (usize, u32) {
    for (part, (left, up)) in gaps[0].iter().zip(gaps[1]).enumerate() {
        let mut words = left & up;
        while words != 0 {
            let word = 64 * part + words.trailing_zeros() as usize;
            let seen = lines[0][word] | lines[1][word];
            if seen != !0 {
                return (word, seen.trailing_ones());
            }
            words &= words - 1;
        }
    }
    unreachable!("room was made for the values of this tile")
}
