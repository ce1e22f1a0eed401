//! 64 bytes at a time: classes by byte permutation, four vectors of two-bit classes packed into
//! one, and an 8×8 bit transpose that lays out 256 columns of both planes at once.
//!
//! ```text
//! class (odd, free):  . = 01   K = 11   X # = 00   anything else = 10
//! ```

use super::{Cells, Counts, Usual, clear_counts_tail, clear_tail, steps};
use crate::boards::dense::lanes::WORDS;
use std::arch::x86_64::*;

const FREE: u8 = 1;
const ODD: u8 = 2;

/// The class of every seven-bit character, shifted left by 0, 2, 4 and 6.
static CLASSES: [[u8; 128]; 4] = classes();

const fn classes() -> [[u8; 128]; 4] {
    let mut tables = [[0; 128]; 4];
    let mut part = 0;
    while part < 4 {
        let mut byte = 0;
        while byte < 128 {
            let class = match byte as u8 {
                b'.' => FREE,
                b'K' => FREE | ODD,
                b'X' | b'#' => 0,
                _ => ODD,
            };
            tables[part][byte] = class << (2 * part);
            byte += 1;
        }
        part += 1;
    }
    tables
}

/// Byte 8·w + g of the result comes from group g of eight columns: words 0–3 the free bits of
/// the four vectors (bits 0, 2, 4, 6 of the classes), words 4–7 the odd bits.
static GATHER: [u8; 64] = gather();

const fn gather() -> [u8; 64] {
    let mut indices = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (word, group) = (index / 8, index % 8);
        let plane = 2 * (word % 4) + word / 4;
        indices[index] = (8 * group + plane) as u8;
        index += 1;
    }
    indices
}

/// # Safety
/// The processor must have what [`Level::Avx512`](crate::boards::dense::Level) names.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,gfni")]
pub(super) unsafe fn convert(text: &[u8], cells: &mut [Cells]) -> Usual {
    // SAFETY: tables of 128 and 64 bytes are read whole.
    let (tables, gather) = unsafe {
        let half = |part: usize, at: usize| _mm512_loadu_si512(CLASSES[part][at..at + 64].as_ptr().cast());
        let tables = [0, 1, 2, 3].map(|part| (half(part, 0), half(part, 64)));
        (tables, _mm512_loadu_si512(GATHER.as_ptr().cast()))
    };
    let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    let mut eight_bit = _mm512_setzero_si512();
    let mut other = _mm256_setzero_si256();
    let mut pieces = _mm256_setzero_si256();
    steps::<256>(text, |index, chunk| {
        // SAFETY: 64 bytes are read at each of four places of the 256, four words written; the
        // caller vouches for the instructions.
        unsafe {
            let bytes = [0, 64, 128, 192].map(|at| _mm512_loadu_si512(chunk[at..at + 64].as_ptr().cast()));
            let class = |part: usize| {
                let (low, high) = tables[part];
                _mm512_permutex2var_epi8(low, bytes[part], high)
            };
            let classes =
                _mm512_or_si512(_mm512_or_si512(class(0), class(1)), _mm512_or_si512(class(2), class(3)));
            let both =
                _mm512_or_si512(_mm512_or_si512(bytes[0], bytes[1]), _mm512_or_si512(bytes[2], bytes[3]));
            eight_bit = _mm512_or_si512(eight_bit, both);
            // Row j of the product is bit j of the eight classes, the first in the highest bit;
            // the second product turns each row round.
            let rows = _mm512_gf2p8affine_epi64_epi8::<0>(unit, classes);
            let rows = _mm512_gf2p8affine_epi64_epi8::<0>(rows, unit);
            let planes = _mm512_permutexvar_epi8(gather, rows);
            let free = _mm512_castsi512_si256(planes);
            let odd = _mm512_extracti64x4_epi64::<1>(planes);
            other = _mm256_or_si256(other, _mm256_andnot_si256(free, odd));
            pieces = _mm256_or_si256(pieces, odd);
            let cells = &mut cells[index / 2];
            let word = 4 * (index % 2);
            _mm256_storeu_si256(cells.free[word..word + 4].as_mut_ptr().cast(), free);
            _mm256_storeu_si256(cells.odd[word..word + 4].as_mut_ptr().cast(), odd);
        }
    });
    clear_tail(text.len(), cells);
    let other = _mm256_testz_si256(other, other) == 0 || _mm512_movepi8_mask(eight_bit) != 0;
    Usual::of(other, _mm256_testz_si256(pieces, pieces) == 0)
}

/// Cells and counts; whether the text holds only board characters.
///
/// # Safety
/// The processor must have what [`Level::Avx512`](crate::boards::dense::Level) names.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
pub(super) unsafe fn convert_counts(text: &[u8], cells: &mut [Cells], counts: &mut [Counts]) -> bool {
    let mut known = !0;
    steps::<64>(text, |index, chunk| {
        // SAFETY: 64 bytes are read; the caller vouches for the instructions.
        unsafe {
            let bytes = _mm512_loadu_si512(chunk.as_ptr().cast());
            let is = |byte: u8| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8));
            let from_two = _mm512_sub_epi8(bytes, _mm512_set1_epi8(b'2' as i8));
            let digits = _mm512_cmplt_epu8_mask(from_two, _mm512_set1_epi8(8));
            let bit = |bit: i8| digits & _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(bit));
            let kings = is(b'K');
            let damaged = is(b'X') | is(b'#');
            known &= digits | kings | damaged | is(b'.');
            let cells = &mut cells[index / WORDS];
            let counts = &mut counts[index / WORDS];
            cells.free[index % WORDS] = !damaged;
            cells.odd[index % WORDS] = kings | bit(1);
            for (plane, weight) in counts.0.iter_mut().zip([2, 4, 8]) {
                plane[index % WORDS] = bit(weight);
            }
        }
    });
    clear_tail(text.len(), cells);
    clear_counts_tail(text.len(), counts);
    known == !0
}
