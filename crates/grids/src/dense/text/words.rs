//! Text to bits in 64-bit words, eight bytes at a time: for processors whose vectors are not known here.
//!
//! The finding for a byte stands in its top bit; a multiplication brings the eight top bits
//! together.

#![expect(
    clippy::many_single_char_names,
    reason = "the eight words of a transposition are named by letters"
)]

use super::cells::{CellBlock, Counts, Usual, clear_tail, steps};
use super::sliced::{self, Characters, exchange};
use crate::dense::lanes::WORDS;

/// The top bit of each byte.
const TOPS: u64 = each(0x80);

/// Repeats a byte in a word.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Finds the bytes of a word that are this one: their top bits are set.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let differs = word ^ each(byte);
    // The sum carries into the top bit if one of the lower seven is set.
    !(((differs & !TOPS) + !TOPS) | differs) & TOPS
}

/// Gathers the top bits of the bytes, the first byte's lowest.
#[inline(always)]
fn gather(tops: u64) -> u64 {
    (tops & TOPS)
        .wrapping_shr(7)
        .wrapping_mul(0x0102_0408_1020_4080)
        >> 56
}

/// Converts text in which no cell has several pieces.
pub(super) fn convert(text: &[u8], cells: &mut [CellBlock]) -> Usual {
    let mut known = TOPS;
    let mut pieces = 0;
    steps::<64>(text, |index, chunk| {
        let mut free = 0;
        let mut odd = 0;
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

impl Characters for u64 {
    #[inline(always)]
    fn spread(_: (), text: &[u8]) -> [u64; 8] {
        let (words, _) = text.as_chunks::<8>();
        let word = |index: usize| u64::from_le_bytes(words[index]);
        let [mut a, mut b, mut c, mut d] = [word(0), word(1), word(2), word(3)];
        let [mut e, mut f, mut g, mut h] = [word(4), word(5), word(6), word(7)];
        let kept = 0x0000_0000_ffff_ffff;
        exchange::<u64, 32>(&mut a, &mut e, kept);
        exchange::<u64, 32>(&mut b, &mut f, kept);
        exchange::<u64, 32>(&mut c, &mut g, kept);
        exchange::<u64, 32>(&mut d, &mut h, kept);
        let kept = 0x0000_ffff_0000_ffff;
        exchange::<u64, 16>(&mut a, &mut c, kept);
        exchange::<u64, 16>(&mut b, &mut d, kept);
        exchange::<u64, 16>(&mut e, &mut g, kept);
        exchange::<u64, 16>(&mut f, &mut h, kept);
        let kept = 0x00ff_00ff_00ff_00ff;
        exchange::<u64, 8>(&mut a, &mut b, kept);
        exchange::<u64, 8>(&mut c, &mut d, kept);
        exchange::<u64, 8>(&mut e, &mut f, kept);
        exchange::<u64, 8>(&mut g, &mut h, kept);
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    fn each(_: (), byte: u8) -> u64 {
        each(byte)
    }
    #[inline(always)]
    fn lower<const BY: i32>(self) -> u64 {
        self >> BY
    }
    #[inline(always)]
    fn higher<const BY: i32>(self) -> u64 {
        self << BY
    }
}

/// Converts text into cells and counts; returns whether it holds only board characters.
pub(super) fn convert_counts(text: &[u8], cells: &mut [CellBlock], counts: &mut [Counts]) -> bool {
    sliced::convert_counts::<u64, 64>((), text, cells, counts)
}
