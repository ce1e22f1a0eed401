//! Text to bits with NEON, 16 bytes at a time: the portable path on aarch64, where every processor has it.
//!
//! A word of 64 cells takes about 55 instructions, where words of eight bytes take 360. Text with digits is
//! left to words.

use super::cells::{CellBlock, Usual, clear_tail, steps};
use crate::dense::lanes::WORDS;
use std::arch::aarch64::{
    uint8x16_t, vandq_u8, vceqq_u8, vdupq_n_u8, vgetq_lane_u64, vld1q_u8, vminvq_u8, vorrq_u8,
    vpaddq_u8, vreinterpretq_u64_u8,
};

/// The weight of each byte's bit among the bits of its half.
const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// Loads 16 bytes.
#[target_feature(enable = "neon")]
fn load(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: 16 bytes are read.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

/// Gathers a bit for each of 64 bytes that are all ones or all zeros, the first byte's lowest: neighbours are
/// added until eight weighted bytes are one.
#[target_feature(enable = "neon")]
fn mask(parts: [uint8x16_t; 4], weights: uint8x16_t) -> u64 {
    let [a, b, c, d] = parts;
    let weighted = |part| vandq_u8(part, weights);
    let eighths = vpaddq_u8(
        vpaddq_u8(weighted(a), weighted(b)),
        vpaddq_u8(weighted(c), weighted(d)),
    );
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(eighths, eighths)))
}

/// Converts text in which no cell has several pieces.
pub(super) fn convert(text: &[u8], cells: &mut [CellBlock]) -> Usual {
    // SAFETY: NEON is part of aarch64.
    unsafe { with_neon(text, cells) }
}

/// Runs [`convert`], compiled with NEON.
#[target_feature(enable = "neon")]
fn with_neon(text: &[u8], cells: &mut [CellBlock]) -> Usual {
    let weights = load(&WEIGHTS);
    let mut known = vdupq_n_u8(0xff);
    let mut pieces = 0;
    steps::<64>(text, |index, chunk| {
        let (parts, _) = chunk.as_chunks::<16>();
        let mut free = [weights; 4];
        let mut odd = [weights; 4];
        for (part, bytes) in parts.iter().enumerate() {
            let bytes = load(bytes);
            let is = |byte: u8| vceqq_u8(bytes, vdupq_n_u8(byte));
            let kings = is(b'K');
            let undamaged = vorrq_u8(is(b'.'), kings);
            known = vandq_u8(known, vorrq_u8(undamaged, vorrq_u8(is(b'X'), is(b'#'))));
            free[part] = undamaged;
            odd[part] = kings;
        }
        let free = mask(free, weights);
        let odd = mask(odd, weights);
        pieces |= odd;
        let cells = &mut cells[index / WORDS];
        cells.free[index % WORDS] = free;
        cells.odd[index % WORDS] = odd;
    });
    clear_tail(text.len(), cells);
    Usual::of(vminvq_u8(known) != 0xff, pieces != 0)
}
