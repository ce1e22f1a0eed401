//! A byte for each of 64 bits: 0xff if it is set, 0 elsewhere.

/// The bytes of the bits of a byte.
static BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut place = 0;
    while place < 8 * 256 {
        let (bits, bit) = (place / 8, place % 8);
        table[bits][bit] = if bits >> bit & 1 == 1 { 0xff } else { 0 };
        place += 1;
    }
    table
};

/// The bytes of a word.
#[inline(always)]
pub(super) fn spread(word: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (bytes, bits) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes()) {
        *bytes = BYTES[usize::from(bits)];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_has_its_byte() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..1000 {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let expected: Vec<u8> = (0..64).map(|bit| if word >> bit & 1 == 1 { 0xff } else { 0 }).collect();
            assert_eq!(spread(word)[..], expected);
        }
    }
}
