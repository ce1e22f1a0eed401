//! Text to bits with AVX2: 32 bytes at a time.

use super::cells::{CellBlock, Counts, Usual, clear_tail};
use super::sliced::{self, Characters};
use crate::dense::lanes::avx2::V256;
use grundy_base::simd::Avx2;
use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_loadu2_m128i, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_testz_si256, _mm256_unpackhi_epi8, _mm256_unpacklo_epi8,
};

/// A table by the lower four bits of a byte: the character of a board without digits that has them, or 128, which is no
/// character, if there is none.
static CHARACTERS: [u8; 16] = lower_bits(
    [(b'.', b'.'), (b'K', b'K'), (b'X', b'X'), (b'#', b'#')],
    128,
);

/// A table by the lower four bits of a character: the highest bit is set if the cell is undamaged, the next one if
/// it has a king. (Entries of other characters are never read.)
static CLASSES: [u8; 16] = lower_bits([(b'.', 128), (b'K', 128 | 64), (b'X', 0), (b'#', 0)], 0);

/// Makes a table by the lower four bits of characters, in which these differ.
const fn lower_bits(entries: [(u8, u8); 4], other: u8) -> [u8; 16] {
    let mut table = [other; 16];
    let mut at = 0;
    while at < entries.len() {
        let (character, entry) = entries[at];
        table[(character % 16) as usize] = entry;
        at += 1;
    }
    table
}

/// Gathers the top bits of the bytes of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn tops(low: __m256i, high: __m256i) -> u64 {
    let tops = |bytes| u64::from(_mm256_movemask_epi8(bytes) as u32);
    tops(low) | tops(high) << 32
}

/// Converts text in which no cell has several pieces. Bringing bits together takes the longest here, so pieces are
/// brought together only if there are any. (A closure given to [`super::steps`] would be called, not made part of
/// the loop.)
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn convert(_: Avx2, text: &[u8], cells: &mut [CellBlock]) -> Usual {
    // SAFETY: 16 bytes of each table are read.
    let [characters, classes] = [&CHARACTERS, &CLASSES].map(|table| unsafe {
        _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()))
    });
    let king = _mm256_set1_epi8(64);
    let mut known = _mm256_set1_epi8(-1);
    let mut pieces = _mm256_setzero_si256();
    let (whole, rest) = text.as_chunks::<256>();
    let mut padded = [b'X'; 256];
    padded[..rest.len()].copy_from_slice(rest);
    let last = if rest.is_empty() { None } else { Some(&padded) };
    for (index, chunk) in whole.iter().chain(last).enumerate() {
        let (parts, _) = chunk.as_chunks::<32>();
        let mut class = [_mm256_setzero_si256(); 8];
        let mut all = _mm256_setzero_si256();
        for (class, bytes) in class.iter_mut().zip(parts) {
            // SAFETY: 32 bytes are read.
            let bytes = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
            known = _mm256_and_si256(
                known,
                _mm256_cmpeq_epi8(bytes, _mm256_shuffle_epi8(characters, bytes)),
            );
            *class = _mm256_shuffle_epi8(classes, bytes);
            all = _mm256_or_si256(all, *class);
        }
        let cells = &mut cells[index / 2];
        let word = 4 * (index % 2);
        let free = &mut cells.free[word..word + 4];
        let odd = &mut cells.odd[word..word + 4];
        let (pairs, _) = class.as_chunks::<2>();
        for (free, &[low, high]) in free.iter_mut().zip(pairs) {
            *free = tops(low, high);
        }
        pieces = _mm256_or_si256(pieces, all);
        if _mm256_testz_si256(all, king) != 0 {
            odd.fill(0);
            continue;
        }
        for (odd, &[low, high]) in odd.iter_mut().zip(pairs) {
            *odd = tops(_mm256_add_epi8(low, low), _mm256_add_epi8(high, high));
        }
    }
    clear_tail(text.len(), cells);
    Usual::of(
        _mm256_movemask_epi8(known) != -1,
        _mm256_testz_si256(pieces, king) == 0,
    )
}

impl Characters for V256 {
    /// Brings half of the text into each half of the lanes, as lanes half as wide would.
    #[inline(always)]
    fn spread(proof: Avx2, text: &[u8]) -> [V256; 8] {
        let (parts, _) = text.as_chunks::<16>();
        // SAFETY: 16 bytes are read at two places; the proof says that the instructions exist.
        let load = |part: usize| unsafe {
            _mm256_loadu2_m128i(parts[part + 8].as_ptr().cast(), parts[part].as_ptr().cast())
        };
        // SAFETY: the proof says that the instructions exist.
        let mixed = |a, b| unsafe { [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)] };
        let text = [
            load(0),
            load(1),
            load(2),
            load(3),
            load(4),
            load(5),
            load(6),
            load(7),
        ];
        sliced::interleave(text, mixed).map(|words| V256::new(proof, words))
    }
    #[inline(always)]
    fn each(proof: Avx2, byte: u8) -> V256 {
        // SAFETY: the proof says that the instructions exist.
        unsafe { V256::new(proof, _mm256_set1_epi8(byte as i8)) }
    }
    #[inline(always)]
    fn lower<const BY: i32>(self) -> V256 {
        V256::lower::<BY>(self)
    }
    #[inline(always)]
    fn higher<const BY: i32>(self) -> V256 {
        V256::higher::<BY>(self)
    }
}

/// Converts text into cells and counts; returns whether it holds only board characters.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn convert_counts(
    proof: Avx2,
    text: &[u8],
    cells: &mut [CellBlock],
    counts: &mut [Counts],
) -> bool {
    sliced::convert_counts::<V256, 256>(proof, text, cells, counts)
}
