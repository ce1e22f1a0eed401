//! 64-bit words only: for every processor, and the twin of the others.

use super::engine::{Block, Digits, Engine, Kinds, MAX_ENDS, Window};

/// Eight bytes at a time.
#[derive(Clone, Copy)]
pub(super) struct Words;

impl Engine for Words {
    #[inline(always)]
    fn classify(self, block: &Block) -> Kinds {
        let mut kinds = Kinds { digits: 0, newlines: 0, others: 0 };
        for (i, bytes) in block.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(*bytes);
            let digits = !high_bits_above(word ^ lanes(b'0'), 9);
            let differs = |byte: u8| high_bits_above(word ^ lanes(byte), 0);
            let newlines = !differs(b'\n');
            let blanks = !(differs(b' ') & differs(b'\t'));
            kinds.digits |= gathered(digits) << (8 * i);
            kinds.newlines |= gathered(newlines) << (8 * i);
            kinds.others |= gathered(!(digits | newlines | blanks)) << (8 * i);
        }
        kinds
    }

    #[inline(always)]
    fn read(self, window: &Window, digits: Digits, numbers: &mut [u64; MAX_ENDS]) -> bool {
        let mut ends = digits.ends();
        let mut slots = numbers.iter_mut();
        while ends != 0
            && let Some(slot) = slots.next()
        {
            let Some(number) = read(window, 64 + ends.trailing_zeros() as usize) else { return false };
            *slot = number;
            ends &= ends - 1;
        }
        true
    }
}

/// A byte in every lane.
#[inline(always)]
const fn lanes(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The high bit of every byte that is above `most` (below 128).
#[inline(always)]
fn high_bits_above(bytes: u64, most: u8) -> u64 {
    const LOW: u64 = lanes(0x7f);
    (((bytes & LOW) + lanes(0x7f - most)) | bytes) & !LOW
}

/// The high bits of eight bytes side by side.
#[inline(always)]
fn gathered(bits: u64) -> u64 {
    (bits >> 7 & lanes(1)).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Reads the number that ends here.
#[inline(always)]
fn read(window: &Window, end: usize) -> Option<u64> {
    let (low, digits) = eight_before(window, end);
    if digits < 8 {
        return Some(low);
    }
    let (middle, digits) = eight_before(window, end - 8);
    let low = middle * 100_000_000 + low;
    if digits < 8 {
        return Some(low);
    }
    let (high, digits) = eight_before(window, end - 16);
    if digits == 8 {
        return None;
    }
    high.checked_mul(10_000_000_000_000_000)?.checked_add(low)
}

/// Of the eight bytes before an end, the digits that stand last: their number, and how many they
/// are.
///
/// The bytes before them become zeros; the rest is a number right-aligned in its word, read
/// by three steps that each join neighbours: digits to pairs, pairs to fours, fours to eight.
#[inline(always)]
fn eight_before(window: &Window, end: usize) -> (u64, u32) {
    let word =
        window.get(end - 8..end).and_then(<[u8]>::first_chunk).map_or(0, |&eight| u64::from_le_bytes(eight));
    let values = word ^ lanes(b'0');
    let bits = high_bits_above(values, 9).leading_zeros();
    let digits = if bits == 0 { 0 } else { values >> (64 - bits) << (64 - bits) };
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    ((fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff, bits / 8)
}
