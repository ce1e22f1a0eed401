//! One byte at a time through a table: for processors whose vectors are not known here, and for
//! counts of pieces where they have no better way.

use super::{Cells, Counts, Usual};
use crate::boards::dense::lanes::COLUMNS;

const FREE: u8 = 0x80;
const OTHER: u8 = 0x40;
const BAD: u8 = 0x20;

/// Bits 0–3: how many pieces. [`FREE`]: undamaged. [`OTHER`]: a digit, or not of a board; that
/// alone is [`BAD`].
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [OTHER | BAD; 256];
    table[b'.' as usize] = FREE;
    table[b'X' as usize] = 0;
    table[b'#' as usize] = 0;
    table[b'K' as usize] = FREE | 1;
    let mut count = 2;
    while count <= 9 {
        table[(b'0' + count) as usize] = FREE | OTHER | count;
        count += 1;
    }
    table
}

pub(super) fn convert(text: &[u8], cells: &mut [Cells]) -> Usual {
    let mut seen = 0;
    for (text, cells) in text.chunks(COLUMNS).zip(cells) {
        *cells = Cells::default();
        for (word, text) in text.chunks(64).enumerate() {
            let (mut free, mut odd) = (0, 0);
            for (bit, &byte) in text.iter().enumerate() {
                let class = CLASSES[usize::from(byte)];
                seen |= class;
                free |= u64::from(class >> 7) << bit;
                odd |= u64::from(class & 1) << bit;
            }
            (cells.free[word], cells.odd[word]) = (free, odd);
        }
    }
    Usual::of(seen & OTHER != 0, seen & 0xf != 0)
}

/// Cells and counts; whether the text holds only board characters.
pub(super) fn convert_counts(text: &[u8], cells: &mut [Cells], counts: &mut [Counts]) -> bool {
    let mut seen = 0;
    for ((text, cells), counts) in text.chunks(COLUMNS).zip(cells).zip(counts) {
        *cells = Cells::default();
        *counts = Counts::default();
        for (word, text) in text.chunks(64).enumerate() {
            let mut bits = [0u64; 5];
            for (bit, &byte) in text.iter().enumerate() {
                let class = CLASSES[usize::from(byte)];
                seen |= class;
                for (plane, bits) in bits[..4].iter_mut().enumerate() {
                    *bits |= u64::from(class >> plane & 1) << bit;
                }
                bits[4] |= u64::from(class >> 7) << bit;
            }
            cells.odd[word] = bits[0];
            cells.free[word] = bits[4];
            for (plane, &bits) in counts.0.iter_mut().zip(&bits[1..4]) {
                plane[word] = bits;
            }
        }
    }
    seen & BAD == 0
}
