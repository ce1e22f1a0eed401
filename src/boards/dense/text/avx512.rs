//! 64 bytes at a time: classes by byte permutation, four vectors of two-bit classes packed into
//! one, and an 8×8 bit transpose that lays out 256 columns of both planes at once.
//!
//! ```text
//! class (odd, free):  . = 01   K = 11   X # = 00   anything else = 10
//! ```
//!
//! Where there is anything else, two more pairs of planes tell the digits.

use super::{Cells, Counts, Usual, clear_counts_tail, clear_tail, steps};
use std::arch::x86_64::*;

const FREE: u8 = 1;
const ODD: u8 = 2;

/// A two-bit class for every seven-bit character, shifted left by 0, 2, 4 and 6.
type Classes = [[u8; 128]; 4];

/// See above.
static CELLS: Classes = {
    let mut classes = [ODD; 128];
    classes[b'.' as usize] = FREE;
    classes[b'K' as usize] = FREE | ODD;
    classes[b'X' as usize] = 0;
    classes[b'#' as usize] = 0;
    shifted(classes)
};

/// Of digits, these two binary digits; nothing of anything else.
const fn of_digits(low: u8, high: u8) -> Classes {
    let mut classes = [0; 128];
    let mut digit = 2;
    while digit <= 9 {
        classes[(b'0' + digit) as usize] = (digit >> low & 1) | (digit >> high & 1) << 1;
        digit += 1;
    }
    shifted(classes)
}

static TWOS_AND_FOURS: Classes = of_digits(1, 2);
static EIGHTS_AND_ONES: Classes = of_digits(3, 0);

const fn shifted(classes: [u8; 128]) -> Classes {
    let mut tables = [[0; 128]; 4];
    let mut part = 0;
    while part < 4 {
        let mut byte = 0;
        while byte < 128 {
            tables[part][byte] = classes[byte] << (2 * part);
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

/// Tables in registers.
#[derive(Clone, Copy)]
struct Planes {
    tables: [(__m512i, __m512i); 4],
    gather: __m512i,
}

impl Planes {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(classes: &Classes) -> Planes {
        // SAFETY: tables of 64 and 128 bytes are read whole.
        unsafe {
            let half =
                |part: usize, at: usize| _mm512_loadu_si512(classes[part][at..at + 64].as_ptr().cast());
            let tables = [0, 1, 2, 3].map(|part| (half(part, 0), half(part, 64)));
            Planes { tables, gather: _mm512_loadu_si512(GATHER.as_ptr().cast()) }
        }
    }

    /// The low and the high bits of the classes of 256 characters.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn of(self, bytes: [__m512i; 4]) -> (__m256i, __m256i) {
        let class = |part: usize| {
            let (low, high) = self.tables[part];
            _mm512_permutex2var_epi8(low, bytes[part], high)
        };
        let classes =
            _mm512_or_si512(_mm512_or_si512(class(0), class(1)), _mm512_or_si512(class(2), class(3)));
        // Row j of the product is bit j of the eight classes, the first in the highest bit; the
        // second product turns each row round.
        let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        let rows = _mm512_gf2p8affine_epi64_epi8::<0>(unit, classes);
        let rows = _mm512_gf2p8affine_epi64_epi8::<0>(rows, unit);
        let planes = _mm512_permutexvar_epi8(self.gather, rows);
        (_mm512_castsi512_si256(planes), _mm512_extracti64x4_epi64::<1>(planes))
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(chunk: &[u8; 256]) -> [__m512i; 4] {
    // SAFETY: 64 bytes are read at each of four places of the 256.
    unsafe { [0, 64, 128, 192].map(|at| _mm512_loadu_si512(chunk[at..at + 64].as_ptr().cast())) }
}

/// # Safety
/// The processor must have what [`Level::Avx512`](crate::boards::dense::Level) names.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,gfni")]
pub(super) unsafe fn convert(text: &[u8], cells: &mut [Cells]) -> Usual {
    let of_cells = Planes::new(&CELLS);
    let mut eight_bit = _mm512_setzero_si512();
    let mut other = _mm256_setzero_si256();
    let mut pieces = _mm256_setzero_si256();
    steps::<256>(text, |index, chunk| {
        // SAFETY: four words are written to each plane; the caller vouches for the instructions.
        unsafe {
            let bytes = load(chunk);
            let both =
                _mm512_or_si512(_mm512_or_si512(bytes[0], bytes[1]), _mm512_or_si512(bytes[2], bytes[3]));
            eight_bit = _mm512_or_si512(eight_bit, both);
            let (free, odd) = of_cells.of(bytes);
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
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,gfni")]
pub(super) unsafe fn convert_counts(text: &[u8], cells: &mut [Cells], counts: &mut [Counts]) -> bool {
    let of_cells = Planes::new(&CELLS);
    let (twos_and_fours, eights_and_ones) = (Planes::new(&TWOS_AND_FOURS), Planes::new(&EIGHTS_AND_ONES));
    let mut eight_bit = _mm512_setzero_si512();
    let mut bad = _mm256_setzero_si256();
    steps::<256>(text, |index, chunk| {
        let (block, word) = (index / 2, 4 * (index % 2));
        let (cells, [two, four, eight]) = (&mut cells[block], &mut counts[block].0);
        let [two, four, eight] = [two, four, eight].map(|plane| plane[word..word + 4].as_mut_ptr().cast());
        // SAFETY: four words are written to each plane; the caller vouches for the
        // instructions.
        unsafe {
            let bytes = load(chunk);
            let both =
                _mm512_or_si512(_mm512_or_si512(bytes[0], bytes[1]), _mm512_or_si512(bytes[2], bytes[3]));
            eight_bit = _mm512_or_si512(eight_bit, both);
            let (twos, fours) = twos_and_fours.of(bytes);
            let (eights, ones) = eights_and_ones.of(bytes);
            _mm256_storeu_si256(two, twos);
            _mm256_storeu_si256(four, fours);
            _mm256_storeu_si256(eight, eights);
            let (free, odd) = of_cells.of(bytes);
            let digits = _mm256_or_si256(_mm256_or_si256(twos, fours), eights);
            bad = _mm256_or_si256(bad, _mm256_andnot_si256(_mm256_or_si256(free, digits), odd));
            let odd = _mm256_or_si256(_mm256_and_si256(free, odd), ones);
            let free = _mm256_or_si256(free, digits);
            _mm256_storeu_si256(cells.free[word..word + 4].as_mut_ptr().cast(), free);
            _mm256_storeu_si256(cells.odd[word..word + 4].as_mut_ptr().cast(), odd);
        }
    });
    clear_tail(text.len(), cells);
    clear_counts_tail(text.len(), counts);
    _mm256_testz_si256(bad, bad) != 0 && _mm512_movepi8_mask(eight_bit) == 0
}
