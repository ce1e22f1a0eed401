//! Eight bytes at a time, in a 64-bit word: for processors whose vectors are not known here.
//!
//! What is found of a byte stands in its top bit; a multiplication brings the eight top bits
//! together.

use super::{Cells, Counts, Usual, clear_counts_tail, clear_tail, put_word, steps};
use crate::boards::dense::lanes::WORDS;

/// The top bit of each byte.
const TOPS: u64 = each(0x80);

/// A word of eight times this byte.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Which bytes are this one.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let differs = word ^ each(byte);
    // The sum carries into the top bit where one of the lower seven is set.
    !(((differs & !TOPS) + !TOPS) | differs) & TOPS
}

/// Which bytes are `2` to `9`.
#[inline(always)]
fn digits(word: u64) -> u64 {
    let low = word & each(0x0f);
    // Of the low four bits, n + 14 carries into the fifth from 2 on, n + 6 from 10 on.
    let in_range = (low + each(14)) & !(low + each(6)) & each(0x10);
    equal(word & each(0xf0), 0x30) & in_range << 3
}

/// The top bits of the bytes, the first byte's lowest.
#[inline(always)]
fn gather(tops: u64) -> u64 {
    (tops & TOPS).wrapping_shr(7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

pub(super) fn convert(text: &[u8], cells: &mut [Cells]) -> Usual {
    let mut known = TOPS;
    let mut pieces = 0;
    steps::<64>(text, |index, chunk| {
        let (mut free, mut odd) = (0, 0);
        for (part, &bytes) in chunk.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(bytes);
            let kings = equal(word, b'K');
            let undamaged = equal(word, b'.') | kings;
            known &= undamaged | equal(word, b'X') | equal(word, b'#');
            free |= gather(undamaged) << (8 * part);
            odd |= gather(kings) << (8 * part);
        }
        pieces |= odd;
        let cells = &mut cells[index / WORDS];
        cells.free[index % WORDS] = free;
        cells.odd[index % WORDS] = odd;
    });
    clear_tail(text.len(), cells);
    Usual::of(known != TOPS, pieces != 0)
}

/// Cells and counts; whether the text holds only board characters.
pub(super) fn convert_counts(text: &[u8], cells: &mut [Cells], counts: &mut [Counts]) -> bool {
    let mut known = TOPS;
    steps::<64>(text, |index, chunk| {
        let (mut free, mut pieces) = (0, [0; 4]);
        for (part, &bytes) in chunk.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(bytes);
            let (kings, digits) = (equal(word, b'K'), digits(word));
            let undamaged = equal(word, b'.') | kings | digits;
            known &= undamaged | equal(word, b'X') | equal(word, b'#');
            free |= gather(undamaged) << (8 * part);
            pieces[0] |= gather(kings | (word << 7 & digits)) << (8 * part);
            pieces[1] |= gather(word << 6 & digits) << (8 * part);
            pieces[2] |= gather(word << 5 & digits) << (8 * part);
            pieces[3] |= gather(word << 4 & digits) << (8 * part);
        }
        put_word(index, free, pieces, cells, counts);
    });
    clear_tail(text.len(), cells);
    clear_counts_tail(text.len(), counts);
    known == TOPS
}
