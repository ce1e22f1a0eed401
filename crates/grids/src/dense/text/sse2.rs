//! Text to bits with SSE2, 16 bytes at a time: the portable path on x86-64, where every processor has it.

#![expect(clippy::cast_possible_truncation, reason = "16 bytes have 16 top bits")]

use super::cells::{CellBlock, Counts, Usual, clear_tail, steps};
use super::sliced::{self, Characters};
use crate::dense::lanes::WORDS;
use crate::dense::lanes::sse2::V128;
use std::arch::x86_64::{
    _mm_and_si128, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    _mm_unpackhi_epi8, _mm_unpacklo_epi8,
};

/// Converts text in which no cell has several pieces.
pub(super) fn convert(text: &[u8], cells: &mut [CellBlock]) -> Usual {
    // SAFETY: SSE2 is part of x86-64.
    let mut known = unsafe { _mm_set1_epi8(-1) };
    let mut pieces = 0;
    steps::<64>(text, |index, chunk| {
        let mut free = 0;
        let mut odd = 0;
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

impl Characters for V128 {
    #[inline(always)]
    fn spread(_: (), text: &[u8]) -> [V128; 8] {
        let (parts, _) = text.as_chunks::<16>();
        // SAFETY: 16 bytes are read; SSE2 is part of x86-64.
        let load = |part: usize| unsafe { _mm_loadu_si128(parts[part].as_ptr().cast()) };
        // SAFETY: SSE2 is part of x86-64.
        let mixed = |a, b| unsafe { [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)] };
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
        sliced::interleave(text, mixed).map(V128::new)
    }
    #[inline(always)]
    fn each(_: (), byte: u8) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128::new(_mm_set1_epi8(byte as i8)) }
    }
    #[inline(always)]
    fn lower<const BY: i32>(self) -> V128 {
        V128::lower::<BY>(self)
    }
    #[inline(always)]
    fn higher<const BY: i32>(self) -> V128 {
        V128::higher::<BY>(self)
    }
}

/// Converts text into cells and counts; returns whether it holds only board characters.
pub(super) fn convert_counts(text: &[u8], cells: &mut [CellBlock], counts: &mut [Counts]) -> bool {
    sliced::convert_counts::<V128, 128>((), text, cells, counts)
}
