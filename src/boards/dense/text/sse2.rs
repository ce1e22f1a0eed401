//! 16 bytes at a time, with instructions every x86-64 has: the portable path there.

use super::{Cells, Counts, Usual, clear_counts_tail, clear_tail, put_word, steps};
use crate::boards::dense::lanes::WORDS;
use std::arch::x86_64::*;

pub(super) fn convert(text: &[u8], cells: &mut [Cells]) -> Usual {
    // SAFETY: SSE2 is part of x86-64.
    let mut known = unsafe { _mm_set1_epi8(-1) };
    let mut pieces = 0;
    steps::<64>(text, |index, chunk| {
        let (mut free, mut odd) = (0, 0);
        for (part, bytes) in chunk.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: 16 bytes are read; SSE2 is part of x86-64.
            unsafe {
                let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
                let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
                let mask = |lanes| u64::from(_mm_movemask_epi8(lanes) as u16);
                let kings = is(b'K');
                let undamaged = _mm_or_si128(is(b'.'), kings);
                let damaged = _mm_or_si128(is(b'X'), is(b'#'));
                known = _mm_and_si128(known, _mm_or_si128(undamaged, damaged));
                free |= mask(undamaged) << (16 * part);
                odd |= mask(kings) << (16 * part);
            }
        }
        pieces |= odd;
        let cells = &mut cells[index / WORDS];
        cells.free[index % WORDS] = free;
        cells.odd[index % WORDS] = odd;
    });
    clear_tail(text.len(), cells);
    // SAFETY: SSE2 is part of x86-64.
    let all_known = unsafe { _mm_movemask_epi8(known) == 0xffff };
    Usual::of(!all_known, pieces != 0)
}

/// Cells and counts; whether the text holds only board characters.
pub(super) fn convert_counts(text: &[u8], cells: &mut [Cells], counts: &mut [Counts]) -> bool {
    // SAFETY: SSE2 is part of x86-64.
    let mut known = unsafe { _mm_set1_epi8(-1) };
    steps::<64>(text, |index, chunk| {
        let (mut free, mut pieces) = (0, [0; 4]);
        for (part, bytes) in chunk.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: 16 bytes are read; SSE2 is part of x86-64.
            unsafe {
                let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
                let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
                let mask = |lanes| u64::from(_mm_movemask_epi8(lanes) as u16) << (16 * part);
                let from_two = _mm_sub_epi8(bytes, _mm_set1_epi8(b'2' as i8));
                let digits = _mm_cmpeq_epi8(_mm_min_epu8(from_two, _mm_set1_epi8(7)), from_two);
                let kings = is(b'K');
                let damaged = _mm_or_si128(is(b'X'), is(b'#'));
                let undamaged = _mm_or_si128(_mm_or_si128(is(b'.'), kings), digits);
                known = _mm_and_si128(known, _mm_or_si128(undamaged, damaged));
                free |= mask(undamaged);
                // A digit's low four bits, each brought to the top of its byte.
                let count = _mm_and_si128(bytes, digits);
                pieces[0] |= mask(_mm_or_si128(kings, _mm_slli_epi64::<7>(count)));
                pieces[1] |= mask(_mm_slli_epi64::<6>(count));
                pieces[2] |= mask(_mm_slli_epi64::<5>(count));
                pieces[3] |= mask(_mm_slli_epi64::<4>(count));
            }
        }
        put_word(index, free, pieces, cells, counts);
    });
    clear_tail(text.len(), cells);
    clear_counts_tail(text.len(), counts);
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_movemask_epi8(known) == 0xffff }
}
