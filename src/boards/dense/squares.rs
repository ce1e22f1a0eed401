//! Squares of bits.

/// 64 words of 64 bits.
pub(super) type Square = [u64; 64];

/// Turns a square over: bit j of word i becomes bit i of word j.
pub(super) fn transpose(square: &mut Square) {
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    let mut width = 32;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for i in row..row + width {
                let swap = (square[i] >> width ^ square[i + width]) & mask;
                square[i] ^= swap << width;
                square[i + width] ^= swap;
            }
            row += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
