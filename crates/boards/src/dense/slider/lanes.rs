//! Rooks with AVX2: the values of a word given to the rows of a tile, sixteen values at once.
//!
//! One value goes down the rows: each row gives it to the first cell that can have it, and the column has then
//! seen it. The next value may follow one row behind, since in the rows above all is settled for it. So
//! sixteen values go down as sixteen lanes, each a row behind the one before, and a row's cells pass from lane to
//! lane. The first value is in the highest lane, so that cells leave by the lowest one.

use std::arch::x86_64::*;

use super::free::TILE;
use super::words::Seen;
use crate::simd::Avx2;

/// Vectors of four lanes.
const VECTORS: usize = 4;
/// Values at once.
const LANES: usize = 4 * VECTORS;
/// Rows that the first value passes until the last has passed all of the tile.
const STEPS: usize = TILE + LANES - 1;

/// Rows with as many empty ones before them and behind them as there are lanes but one: a row is written as many
/// places before the one that is read.
const COLUMN: usize = STEPS + LANES - 1;

/// For each step the row of each lane, as a bit; 0 where it is none of the tile.
static ROWS: [[u64; LANES]; STEPS] = rows();

const fn rows() -> [[u64; LANES]; STEPS] {
    let mut rows = [[0; LANES]; STEPS];
    let mut step = 0;
    while step < STEPS {
        let mut value = 0;
        while value < LANES {
            if step >= value && step - value < TILE {
                rows[step][LANES - 1 - value] = 1 << (step - value);
            }
            value += 1;
        }
        step += 1;
    }
    rows
}

/// Gives the values of a word to `cells`, those of each row that have no value yet, which the rows `open` have;
/// returns the rows that still have some. `left` and `above`: for each value the rows and the columns that have seen it.
pub(super) fn give(
    _: Avx2,
    cells: &mut [u64; TILE],
    mut open: u64,
    left: &mut Seen,
    above: &mut Seen,
) -> u64 {
    let (lefts, aboves) = (left.as_chunks_mut::<LANES>().0, above.as_chunks_mut::<LANES>().0);
    let mut column = [0; COLUMN];
    column[LANES - 1..STEPS].copy_from_slice(cells);
    for (left, above) in lefts.iter_mut().zip(aboves) {
        if left.iter().zip(&*above).all(|(&left, &above)| left == !0 || above == !0) {
            continue;
        }
        // SAFETY: the caller has a proof of the instructions.
        open = unsafe { pass(&mut column, left, above) };
        if open == 0 {
            break;
        }
    }
    cells.copy_from_slice(&column[LANES - 1..STEPS]);
    open
}

/// Lets sixteen values pass all rows; returns the rows that still have cells without a value.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn pass(column: &mut [u64; COLUMN], left: &mut [u64; LANES], above: &mut [u64; LANES]) -> u64 {
    // The last values first: they are in the lowest lanes.
    let mut vectors: [Lanes; VECTORS] =
        std::array::from_fn(|vector| Lanes::new(left, above, LANES - 4 * (vector + 1)));
    for (step, rows) in ROWS.iter().enumerate() {
        // A lane down; what falls out of a vector enters the one below.
        let mut above = _mm256_set1_epi64x(column[step + LANES - 1] as i64);
        for (vector, rows) in vectors.iter_mut().zip(rows.as_chunks::<4>().0).rev() {
            let passed = _mm256_permute4x64_epi64::<0x39>(vector.cells);
            vector.cells = _mm256_blend_epi32::<0xc0>(passed, above);
            above = passed;
            let [a, b, c, d] = *rows;
            vector.step(_mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64));
        }
        column[step] = _mm_cvtsi128_si64(_mm256_castsi256_si128(vectors[0].cells)) as u64;
    }
    for (vector, lanes) in vectors.iter().enumerate() {
        lanes.finish(left, above, LANES - 4 * (vector + 1));
    }
    column[LANES - 1..STEPS].as_chunks::<4>().0.iter().rev().fold(0, |open, &[a, b, c, d]| {
        let four = _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
        let done = _mm256_cmpeq_epi64(four, _mm256_setzero_si256());
        open << 4 | u64::from(!_mm256_movemask_pd(_mm256_castsi256_pd(done)) as u32 & 15)
    })
}

/// Four values that follow each other.
struct Lanes {
    /// The cells of the rows where they are.
    cells: __m256i,
    /// The rows that had not seen them.
    lacking: __m256i,
    /// The rows that see them now.
    given: __m256i,
    /// The columns that have seen them.
    seen: __m256i,
}

impl Lanes {
    /// The values from this one on.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    #[inline]
    fn new(left: &[u64; LANES], above: &[u64; LANES], first: usize) -> Lanes {
        let load = |from: &[u64; LANES]| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|value| from[first + value] as i64);
            _mm256_set_epi64x(a, b, c, d)
        };
        let none = _mm256_setzero_si256();
        let lacking = _mm256_xor_si256(load(left), _mm256_set1_epi64x(-1));
        Lanes { cells: none, lacking, given: none, seen: load(above) }
    }

    /// Gives each value to the first cell that can have it in the row where it is.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    #[inline]
    fn step(&mut self, rows: __m256i) {
        let none = _mm256_setzero_si256();
        let barred = _mm256_cmpeq_epi64(_mm256_and_si256(self.lacking, rows), none);
        let possible = _mm256_andnot_si256(self.seen, _mm256_andnot_si256(barred, self.cells));
        let cell = _mm256_and_si256(possible, _mm256_sub_epi64(none, possible));
        self.cells = _mm256_xor_si256(self.cells, cell);
        self.seen = _mm256_or_si256(self.seen, cell);
        self.given = _mm256_or_si256(self.given, _mm256_andnot_si256(_mm256_cmpeq_epi64(cell, none), rows));
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    #[inline]
    fn finish(&self, left: &mut [u64; LANES], above: &mut [u64; LANES], first: usize) {
        let words = |lanes: __m256i| {
            let (low, high) = (_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
            [high, low].map(|half| [_mm_extract_epi64::<1>(half) as u64, _mm_cvtsi128_si64(half) as u64])
        };
        let (given, seen) = (words(self.given), words(self.seen));
        for (value, (given, seen)) in given.as_flattened().iter().zip(seen.as_flattened()).enumerate() {
            left[first + value] |= given;
            above[first + value] = *seen;
        }
    }
}
