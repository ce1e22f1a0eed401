//! Bands of 64 rows among much damage: the values below 64 by vectors ([`super::wavefront`]), the others one by one.
//!
//! The sets of further values are brought up to date only where one is needed, and at the end of the
//! band: damage that cuts a line empties its set then.

use super::free::{Free, TILE};
use super::kept::Kept;
use super::sets::Sets;
use super::sweep::{Lines, Values};
use super::wavefront::{BEHIND, Wavefront};
use crate::simd::Simd;
use crate::sync::interrupt;
use crate::theory::budget::Limit;

/// One cell in so many must be damaged: with less damage many values are large.
const DAMAGED: usize = 12;
/// More than one cell in so many with a value of 64 or more, and the next [`PAUSE`] bands are swept tile by tile.
const LARGE: usize = 64;
const PAUSE: usize = 15;
/// Work units of such a cell.
const WORK: u64 = 16;

/// Sweeps bands.
pub(super) struct Bands {
    wavefront: Wavefront,
    /// To which row of the band the sets of further values are up to date, by column and by place of the diagonal; to
    /// which column, by row.
    up: Vec<u32>,
    diagonal: Vec<u32>,
    left: [u32; TILE],
    pause: usize,
    /// Room for the values of a tile.
    values: Box<Values>,
}

impl Bands {
    /// Bands of a board with so many columns.
    pub fn new(across: usize, diagonal: bool) -> Bands {
        Bands {
            wavefront: Wavefront::new(across, diagonal),
            up: vec![0; across],
            diagonal: vec![0; if diagonal { across + TILE } else { 0 }],
            left: [0; TILE],
            pause: 0,
            values: Box::new([[0; TILE]; TILE]),
        }
    }

    /// Bytes for boards with so many columns.
    pub fn bytes(across: usize, diagonal: bool) -> u64 {
        let lines = across + if diagonal { across + TILE } else { 0 };
        Wavefront::bytes(across, diagonal) + 4 * (lines + TILE * TILE) as u64
    }

    /// Whether this is the way for the band that begins with this row.
    pub fn suit(&mut self, free: &Free<'_>, top: usize) -> bool {
        self.pause = self.pause.saturating_sub(1);
        self.pause == 0 && free.damaged(top) * DAMAGED >= free.size(top, 0).0 * free.across
    }

    /// Finds the values of a band, in which rows and entering diagonals begin empty; returns the work.
    pub fn sweep<const DIAGONAL: bool>(
        &mut self,
        simd: Simd,
        lines: &mut Lines,
        free: &Free<'_>,
        top: usize,
        memory: u64,
        kept: &mut Kept,
    ) -> Result<u64, Limit> {
        let (height, across) = (free.size(top, 0).0, free.across);
        self.up.fill(0);
        self.diagonal.fill(0);
        self.left.fill(0);
        self.wavefront.begin(&lines.up.first);
        let after = |at: usize, lines: &Lines| if at + 1 == lines.diagonals { 0 } else { at + 1 };
        // The diagonal that begins in the lowest row.
        let lowest = if DIAGONAL { lines.place(top + BEHIND, 0) } else { 0 };
        if DIAGONAL {
            let mut at = lowest;
            for column in 0..across + BEHIND {
                *self.wavefront.diagonal(column) = lines.diagonal.first[at];
                at = after(at, lines);
            }
        }
        let mut large = 0;
        for first in (0..across + TILE).step_by(TILE) {
            interrupt::check();
            lines.make_room(memory)?;
            self.wavefront.read(free, top, first);
            let mut from = 0;
            while let Some(step) = self.wavefront.go_on::<DIAGONAL>(simd, first, from) {
                for row in self.wavefront.full(first, step) {
                    large += 1;
                    self.large::<DIAGONAL>(lines, free, top, row, first + step - row);
                }
                from = step + 1;
            }
            let Some(first) = first.checked_sub(TILE) else { continue };
            if kept.wants_all() {
                self.wavefront.tile(first).write(&mut self.values);
                kept.tile((top, first), free.size(top, first), &*self.values);
            } else if kept.wants(top, first) {
                kept.tile((top, first), free.size(top, first), &self.wavefront.tile(first));
            }
        }
        lines.up.first.copy_from_slice(self.wavefront.up(across));
        for column in 0..across {
            self.bring_up(lines, free, top, height, column);
        }
        if DIAGONAL {
            let mut at = lowest;
            for column in 0..across + BEHIND {
                lines.diagonal.first[at] = *self.wavefront.diagonal(column);
                // The cell behind its last one in the band.
                let row = height.min(across + BEHIND - column);
                self.bring_diagonal(lines, free, top, row, (column + row).saturating_sub(BEHIND), at);
                at = after(at, lines);
            }
        }
        lines.largest = lines.largest.max(self.wavefront.all.checked_ilog2().unwrap_or(0));
        if large * LARGE > height * across {
            self.pause = PAUSE + 1;
        }
        Ok((height * across) as u64 + WORK * large as u64)
    }

    /// Finds the value of a cell that has seen all values below 64.
    fn large<const DIAGONAL: bool>(
        &mut self,
        lines: &mut Lines,
        free: &Free<'_>,
        top: usize,
        row: usize,
        column: usize,
    ) {
        let before = self.left[row] as usize;
        self.left[row] = column as u32;
        cut(&mut lines.left, row, free, (before..column).rev().map(|column| (top + row, column)));
        self.bring_up(lines, free, top, row, column);
        let at = if DIAGONAL { lines.place(top + row, column) } else { 0 };
        if DIAGONAL {
            self.bring_diagonal(lines, free, top, row, column, at);
        }
        let value = lines.add_further::<DIAGONAL>(row, column, at);
        lines.largest = lines.largest.max(value);
        self.wavefront.set(row, column, value);
    }

    /// Brings the further values above a cell up to date.
    fn bring_up(&mut self, lines: &mut Lines, free: &Free<'_>, top: usize, row: usize, column: usize) {
        let before = std::mem::replace(&mut self.up[column], row as u32) as usize;
        cut(&mut lines.up, column, free, (before..row).rev().map(|row| (top + row, column)));
    }

    /// Brings those on the diagonal to a cell up to date.
    fn bring_diagonal(
        &mut self,
        lines: &mut Lines,
        free: &Free<'_>,
        top: usize,
        row: usize,
        column: usize,
        at: usize,
    ) {
        let before = std::mem::replace(&mut self.diagonal[at], row as u32) as usize;
        let cells = (before..row).rev().map(|row| top + row).zip((0..column).rev());
        cut(&mut lines.diagonal, at, free, cells);
    }
}

/// Empties the set of further values of a line if one of these cells, which it has passed, is damaged.
fn cut(sets: &mut Sets, line: usize, free: &Free<'_>, mut cells: impl Iterator<Item = (usize, usize)>) {
    if !sets.has_none_further(line) && !cells.all(|(row, column)| free.is_free(row, column)) {
        sets.clear_further(line);
    }
}
