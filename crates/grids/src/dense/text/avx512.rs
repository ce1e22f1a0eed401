//! Text to bits with AVX-512, 64 bytes at a time: classes by byte permutation, as many vectors of them packed into
//! one as fill its bytes, and an 8×8 bit transpose that lays out many columns of all planes at once.
//!
//! ```text
//! class of two bits (odd, free):   . = 01   K = 11   X # = 00   anything else = 10
//! class of four bits, a number:    . = 0    K = 1    2 … 9      X # = 10   anything else = 14
//! ```

#![expect(
    clippy::cast_possible_truncation,
    reason = "an index of a table is below 64 or 128"
)]

use super::{CellBlock, Counts, Usual, clear_counts_tail, clear_tail, steps};
use crate::dense::lanes::Plane;
use grundy_base::simd::Avx512;
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_and_si256, _mm256_andnot_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm256_testz_si256, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512,
    _mm512_movepi8_mask, _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8,
    _mm512_set1_epi64, _mm512_setzero_si512,
};

/// The classes of all seven-bit characters, in `PARTS` tables, each of which has them at another place of the byte.
type Classes<const PARTS: usize> = [[u8; 128]; PARTS];

/// The bit of an undamaged cell.
const FREE: u8 = 1;
/// The bit of a cell with a piece.
const ODD: u8 = 2;

/// The classes of two bits.
static CELLS: Classes<4> = {
    let mut classes = [ODD; 128];
    classes[b'.' as usize] = FREE;
    classes[b'K' as usize] = FREE | ODD;
    classes[b'X' as usize] = 0;
    classes[b'#' as usize] = 0;
    side_by_side(classes)
};

/// The classes of four bits. Only damage has bits 1 and 3 set; only a character that is not a board character has
/// bits 2 and 3 set.
static NUMBERS: Classes<2> = {
    let mut classes = [14; 128];
    classes[b'.' as usize] = 0;
    classes[b'K' as usize] = 1;
    classes[b'X' as usize] = 10;
    classes[b'#' as usize] = 10;
    let mut digit = 2;
    while digit <= 9 {
        classes[(b'0' + digit) as usize] = digit;
        digit += 1;
    }
    side_by_side(classes)
};

/// Puts classes to each place of the byte.
const fn side_by_side<const PARTS: usize>(classes: [u8; 128]) -> Classes<PARTS> {
    let mut tables = [[0; 128]; PARTS];
    let mut part = 0;
    while part < PARTS {
        let mut byte = 0;
        while byte < 128 {
            tables[part][byte] = classes[byte] << (8 / PARTS * part);
            byte += 1;
        }
        part += 1;
    }
    tables
}

/// The places from which bytes are gathered: byte 8·w + g of the result comes from group g of eight columns. Words
/// 0–3 are the free bits of the four vectors (bits 0, 2, 4, 6 of the classes), words 4–7 the odd bits.
static GATHER_CELLS: [u8; 64] = {
    let mut indices = [0; 64];
    let mut index = 0;
    while index < 64 {
        let word = index / 8;
        let group = index % 8;
        let plane = 2 * (word % 4) + word / 4;
        indices[index] = (8 * group + plane) as u8;
        index += 1;
    }
    indices
};

/// The places from which bytes of two packs of two vectors are gathered: of the first result, words 0–3 are the
/// lowest bits of the four vectors, words 4–7 the next ones; of the second, the other two.
static GATHER_NUMBERS: [[u8; 64]; 2] = {
    let mut indices = [[0; 64]; 2];
    let mut index = 0;
    while index < 128 {
        let bit = index / 32;
        let word = index / 8 % 4;
        let group = index % 8;
        indices[index / 64][index % 64] =
            (64 * (word / 2) + 8 * group + 4 * (word % 2) + bit) as u8;
        index += 1;
    }
    indices
};

/// The tables of classes in registers.
#[derive(Clone, Copy)]
struct Tables<const PARTS: usize>([[__m512i; 2]; PARTS]);

impl<const PARTS: usize> Tables<PARTS> {
    /// Loads tables.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(classes: &Classes<PARTS>) -> Self {
        let mut tables = [[_mm512_setzero_si512(); 2]; PARTS];
        for (table, classes) in tables.iter_mut().zip(classes) {
            let (halves, _) = classes.as_chunks::<64>();
            *table = [load(&halves[0]), load(&halves[1])];
        }
        Tables(tables)
    }

    /// Looks up the classes of characters and packs them; then exchanges the bits of each eight neighbouring bytes
    /// with the bytes, so that byte j of the eight holds bit j of all of them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi,gfni")]
    fn rows(self, characters: [__m512i; PARTS]) -> __m512i {
        let mut classes = _mm512_setzero_si512();
        for ([low, high], characters) in self.0.into_iter().zip(characters) {
            classes = _mm512_or_si512(classes, _mm512_permutex2var_epi8(low, characters, high));
        }
        // Row j of the product is bit j of the eight classes, the first in the highest bit; the
        // second product turns each row round.
        let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        let rows = _mm512_gf2p8affine_epi64_epi8::<0>(unit, classes);
        _mm512_gf2p8affine_epi64_epi8::<0>(rows, unit)
    }
}

/// Loads 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are read.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Loads 256 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn four(chunk: &[u8; 256]) -> [__m512i; 4] {
    let (parts, _) = chunk.as_chunks::<64>();
    [
        load(&parts[0]),
        load(&parts[1]),
        load(&parts[2]),
        load(&parts[3]),
    ]
}

/// Returns the bits that are set in any of four vectors.
#[inline]
#[target_feature(enable = "avx512f")]
fn any([a, b, c, d]: [__m512i; 4]) -> __m512i {
    _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d))
}

/// Returns the first and the second four words.
#[inline]
#[target_feature(enable = "avx512f")]
fn halves(words: __m512i) -> [__m256i; 2] {
    [
        _mm512_castsi512_si256(words),
        _mm512_extracti64x4_epi64::<1>(words),
    ]
}

/// Stores four words in a plane.
#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: __m256i, plane: &mut Plane, word: usize) {
    let plane = &mut plane[word..word + 4];
    // SAFETY: four words are 32 bytes.
    unsafe { _mm256_storeu_si256(plane.as_mut_ptr().cast(), words) }
}

/// Converts text in which no cell has several pieces.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,gfni")]
pub(super) fn convert(_: Avx512, text: &[u8], cells: &mut [CellBlock]) -> Usual {
    let tables = Tables::new(&CELLS);
    let gather = load(&GATHER_CELLS);
    let mut eight_bit = _mm512_setzero_si512();
    let mut other = _mm256_setzero_si256();
    let mut pieces = _mm256_setzero_si256();
    steps::<256>(text, |index, chunk| {
        let bytes = four(chunk);
        eight_bit = _mm512_or_si512(eight_bit, any(bytes));
        let [free, odd] = halves(_mm512_permutexvar_epi8(gather, tables.rows(bytes)));
        other = _mm256_or_si256(other, _mm256_andnot_si256(free, odd));
        pieces = _mm256_or_si256(pieces, odd);
        let cells = &mut cells[index / 2];
        let word = 4 * (index % 2);
        store(free, &mut cells.free, word);
        store(odd, &mut cells.odd, word);
    });
    clear_tail(text.len(), cells);
    let other = _mm256_testz_si256(other, other) == 0 || _mm512_movepi8_mask(eight_bit) != 0;
    Usual::of(other, _mm256_testz_si256(pieces, pieces) == 0)
}

/// Converts text into cells and counts; returns whether it holds only board characters.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,gfni")]
pub(super) fn convert_counts(
    _: Avx512,
    text: &[u8],
    cells: &mut [CellBlock],
    counts: &mut [Counts],
) -> bool {
    let tables = Tables::new(&NUMBERS);
    let gather = [load(&GATHER_NUMBERS[0]), load(&GATHER_NUMBERS[1])];
    let mut eight_bit = _mm512_setzero_si512();
    let mut bad = _mm256_setzero_si256();
    steps::<256>(text, |index, chunk| {
        let bytes = four(chunk);
        eight_bit = _mm512_or_si512(eight_bit, any(bytes));
        let [first, second, third, fourth] = bytes;
        let pack = tables.rows([first, second]);
        let next_pack = tables.rows([third, fourth]);
        let [ones, twos] = halves(_mm512_permutex2var_epi8(pack, gather[0], next_pack));
        let [fours, eights] = halves(_mm512_permutex2var_epi8(pack, gather[1], next_pack));
        bad = _mm256_or_si256(bad, _mm256_and_si256(fours, eights));
        let cells = &mut cells[index / 2];
        let word = 4 * (index % 2);
        let damaged = _mm256_and_si256(twos, eights);
        store(
            _mm256_andnot_si256(damaged, _mm256_set1_epi64x(-1)),
            &mut cells.free,
            word,
        );
        store(ones, &mut cells.odd, word);
        let [two, four, eight] = &mut counts[index / 2].0;
        store(_mm256_andnot_si256(eights, twos), two, word);
        store(fours, four, word);
        store(_mm256_andnot_si256(twos, eights), eight, word);
    });
    clear_tail(text.len(), cells);
    clear_counts_tail(text.len(), counts);
    _mm256_testz_si256(bad, bad) != 0 && _mm512_movepi8_mask(eight_bit) == 0
}
