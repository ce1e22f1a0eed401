//! 16 bytes at a time, with instructions every x86-64 has: the portable path there.

use super::{Cells, Usual, clear_tail, steps};
use crate::boards::dense::lanes::WORDS;
use std::arch::x86_64::*;

pub(super) fn convert(text: &[u8], cells: &mut [Cells]) -> Usual {
    let (mut known, mut pieces) = (!0u64, 0);
    steps::<64>(text, |index, chunk| {
        let (mut dots, mut kings, mut damaged) = (0, 0, 0);
        for (part, bytes) in chunk.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: 16 bytes are read; SSE2 is part of x86-64.
            let masks = unsafe {
                let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
                let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
                let mask = |lanes| u64::from(_mm_movemask_epi8(lanes) as u16);
                [mask(is(b'.')), mask(is(b'K')), mask(_mm_or_si128(is(b'X'), is(b'#')))]
            };
            dots |= masks[0] << (16 * part);
            kings |= masks[1] << (16 * part);
            damaged |= masks[2] << (16 * part);
        }
        known &= dots | kings | damaged;
        pieces |= kings;
        let cells = &mut cells[index / WORDS];
        cells.free[index % WORDS] = dots | kings;
        cells.odd[index % WORDS] = kings;
    });
    clear_tail(text.len(), cells);
    Usual::of(known != !0, pieces != 0)
}
