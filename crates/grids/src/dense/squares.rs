//! Squares of 64 × 64 bits, and words that begin within words.

/// A square of bits: 64 words of 64 bits.
pub(super) type Square = [u64; 64];

/// Reads 64 bits of two neighbouring words, from bit `at`, below 64, of the lower word on.
#[inline(always)]
pub(super) fn window(low: u64, high: u64, at: usize) -> u64 {
    low >> at | high << 1 << (63 - at)
}

/// Turns a square over: bit j of word i becomes bit i of word j.
pub(super) fn transpose(square: &mut Square) {
    exchange::<32>(square, 0x0000_0000_ffff_ffff);
    exchange::<16>(square, 0x0000_ffff_0000_ffff);
    exchange::<8>(square, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(square, 0x3333_3333_3333_3333);
    exchange::<1>(square, 0x5555_5555_5555_5555);
}

/// Exchanges the upper right and the lower left quarter of every square of `2 * WIDTH` bits along the diagonal;
/// `low` are the bits of the left half.
#[inline(always)]
fn exchange<const WIDTH: usize>(square: &mut Square, low: u64) {
    for rows in square.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = rows.split_at_mut(WIDTH);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let differ = (*upper >> WIDTH ^ *lower) & low;
            *upper ^= differ << WIDTH;
            *lower ^= differ;
        }
    }
}
