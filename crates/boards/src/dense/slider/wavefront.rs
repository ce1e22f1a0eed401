//! Rooks and queens among much damage: a band of 64 rows at a time, all of its rows at once.
//!
//! In each step every row of the band finds the value of one cell, one column behind the row above it:
//!
//! ```text
//! row 0   . . . . t
//! row 1   . . . t
//! row 2   . . t
//! ```
//!
//! So a step needs nothing that the same step finds. The sets above the cells of a step stand side by side,
//! those on their diagonals too, where even and odd diagonals are apart: each step is a plain loop over
//! 64 rows that compiles to vectors. It knows the values below 64; cells with larger ones, which are rare
//! where damage is not, are found one by one ([`super::sweep`]).

use super::free::{Free, TILE};
use super::kept::Source;
use super::sweep::{DAMAGED, Values};
use crate::simd::Simd;

/// Among values as bits: the others are a value that has none.
const LARGE: u64 = 1 << 63;

/// Columns that the lowest row is behind the highest.
pub(super) const BEHIND: usize = TILE - 1;

/// The sets of a band, as far as they are below 64, and the values found last. Lanes are rows of the
/// band, the lowest first.
pub(super) struct Wavefront {
    /// The sets above the cells by column, from [`BEHIND`] columns before the board to as many behind it.
    up: Vec<u64>,
    /// Those on the diagonals, the even ones and the odd ones.
    diagonals: [Vec<u64>; 2],
    left: [u64; TILE],
    /// The undamaged cells of the steps at hand.
    free: [u64; TILE],
    /// By step, modulo two tiles: the value of each lane as a bit; 0 where there is no undamaged cell.
    found: Box<[[u64; TILE]]>,
    /// All values found in the band.
    pub all: u64,
}

impl Wavefront {
    /// A band of a board with so many columns.
    pub fn new(across: usize, diagonal: bool) -> Wavefront {
        let diagonals = if diagonal { across / 2 + 2 * TILE } else { 0 };
        Wavefront {
            up: vec![0; across + 3 * TILE],
            diagonals: [vec![0; diagonals], vec![0; diagonals]],
            left: [0; TILE],
            free: [0; TILE],
            found: vec![[0; TILE]; 2 * TILE].into_boxed_slice(),
            all: 0,
        }
    }

    /// Bytes for boards with so many columns.
    pub fn bytes(across: usize, diagonal: bool) -> u64 {
        8 * (across * if diagonal { 2 } else { 1 } + 9 * TILE + 2 * TILE * TILE) as u64
    }

    /// Begins a band whose columns have these sets.
    pub fn begin(&mut self, up: &[u64]) {
        self.left = [0; TILE];
        self.all = 0;
        self.up[BEHIND..BEHIND + up.len()].copy_from_slice(up);
    }

    /// What the columns have seen.
    pub fn up(&self, across: usize) -> &[u64] {
        &self.up[BEHIND..BEHIND + across]
    }

    /// What a diagonal has seen, which would meet the first row of the band in this column, less [`BEHIND`].
    pub fn diagonal(&mut self, column: usize) -> &mut u64 {
        let at = column + BEHIND;
        &mut self.diagonals[at % 2][at / 2]
    }

    /// Reads the undamaged cells of 64 steps: those of the first row begin with this column.
    pub fn read(&mut self, free: &Free<'_>, top: usize, first: usize) {
        self.free = std::array::from_fn(|lane| {
            let row = BEHIND - lane;
            free.window(top + row, first as isize - row as isize)
        });
    }

    /// Takes the steps `from` to 63 of those read, up to the first in which a cell has seen all values below 64:
    /// that one.
    pub fn go_on<const DIAGONAL: bool>(&mut self, simd: Simd, first: usize, from: usize) -> Option<usize> {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn avx512<const DIAGONAL: bool>(band: &mut Wavefront, first: usize, from: usize) -> Option<usize> {
            steps::<DIAGONAL>(band, first, from)
        }

        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        #[target_feature(enable = "avx2")]
        fn avx2<const DIAGONAL: bool>(band: &mut Wavefront, first: usize, from: usize) -> Option<usize> {
            steps::<DIAGONAL>(band, first, from)
        }

        match simd {
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            // SAFETY: the proof says that the processor has the instructions.
            Simd::Avx512(_) => unsafe { avx512::<DIAGONAL>(self, first, from) },
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            // SAFETY: as above.
            Simd::Avx2(_) => unsafe { avx2::<DIAGONAL>(self, first, from) },
            _ => steps::<DIAGONAL>(self, first, from),
        }
    }

    /// The rows whose cell of a step has seen all values below 64.
    pub fn full(&self, first: usize, step: usize) -> impl Iterator<Item = usize> + use<> {
        let found = &self.found[(first + step) % (2 * TILE)];
        let mut rows = 0u64;
        for (lane, (&found, free)) in found.iter().zip(&self.free).enumerate() {
            let is_full = found == 0 && free >> step & 1 == 1;
            rows |= u64::from(is_full) << (BEHIND - lane);
        }
        std::iter::from_fn(move || {
            let row = (rows != 0).then(|| rows.trailing_zeros() as usize)?;
            rows &= rows - 1;
            Some(row)
        })
    }

    /// Sets a value of 64 or more.
    pub fn set(&mut self, row: usize, column: usize, value: u32) {
        self.found[(row + column) % (2 * TILE)][BEHIND - row] = LARGE | u64::from(value);
    }

    /// The values of the tile that begins with this column, once the band went on by two tiles from there.
    pub fn tile(&self, first: usize) -> Found<'_> {
        Found { found: &self.found, first }
    }
}

/// The values of a tile.
pub(super) struct Found<'a> {
    found: &'a [[u64; TILE]],
    first: usize,
}

impl Found<'_> {
    /// Writes all of them, in the order in which they were found.
    pub fn write(&self, values: &mut Values) {
        for step in 0..2 * TILE - 1 {
            let found = &self.found[(self.first + step) % (2 * TILE)];
            let rows = (step + 1).saturating_sub(TILE)..TILE.min(step + 1);
            let values = values.as_flattened_mut();
            for row in rows {
                values[row * TILE + step - row] = value_of(found[BEHIND - row]);
            }
        }
    }
}

impl Source for Found<'_> {
    #[inline]
    fn value(&self, row: usize, column: usize) -> u32 {
        value_of(self.found[(self.first + column + row) % (2 * TILE)][BEHIND - row])
    }
}

#[inline]
fn value_of(found: u64) -> u32 {
    if found & found.wrapping_sub(1) != 0 {
        return (found & !LARGE) as u32;
    }
    // Damage is too frequent for a branch.
    let damaged = u32::from(found == 0).wrapping_neg();
    found.trailing_zeros() | damaged & DAMAGED
}

#[inline(always)]
fn steps<const DIAGONAL: bool>(band: &mut Wavefront, first: usize, from: usize) -> Option<usize> {
    let Wavefront { up, diagonals, left, free, found, all } = band;
    for step in from..TILE {
        let at = first + step;
        let up = up.get_mut(at..).and_then(<[u64]>::first_chunk_mut::<TILE>)?;
        let mut none = [0; TILE];
        let diagonal = match DIAGONAL {
            true => diagonals[at % 2].get_mut(at / 2..).and_then(<[u64]>::first_chunk_mut::<TILE>)?,
            false => &mut none,
        };
        let found = &mut found[at % (2 * TILE)];
        let (values, full) = one_step::<DIAGONAL>(left, up, diagonal, free, BEHIND - step, found);
        *all |= values;
        if full != 0 {
            return Some(step);
        }
    }
    None
}

/// One step, whose cells are undamaged where `free` has a bit this far below the highest: its values, and
/// whether some cell has seen all.
#[inline(always)]
fn one_step<const DIAGONAL: bool>(
    left: &mut [u64; TILE],
    up: &mut [u64; TILE],
    diagonal: &mut [u64; TILE],
    free: &[u64; TILE],
    below: usize,
    found: &mut [u64; TILE],
) -> (u64, u64) {
    let (mut all, mut full) = (0, 0);
    for lane in 0..TILE {
        let seen = left[lane] | up[lane] | if DIAGONAL { diagonal[lane] } else { 0 };
        // All ones where the cell is undamaged.
        let is_free = ((free[lane] << below) as i64 >> 63) as u64;
        let value = !seen & seen.wrapping_add(1) & is_free;
        all |= value;
        full |= if seen == !0 { is_free } else { 0 };
        found[lane] = value;
        left[lane] = (left[lane] | value) & is_free;
        up[lane] = (up[lane] | value) & is_free;
        if DIAGONAL {
            diagonal[lane] = (diagonal[lane] | value) & is_free;
        }
    }
    (all, full)
}
