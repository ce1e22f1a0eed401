//! A byte for each of 64 bits: 0xff where it is set, 0 elsewhere.

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
use std::arch::x86_64::*;

/// The bytes of the bits of a byte.
static BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            if bits >> bit & 1 == 1 {
                table[bits][bit] = 0xff;
            }
            bit += 1;
        }
        bits += 1;
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

/// [`spread`] by a move from a mask register.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn spread_avx512(word: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    // SAFETY: a vector is 64 bytes.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), _mm512_movm_epi8(word)) };
    bytes
}

/// [`spread`] by a shuffle.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn spread_avx2(word: u64) -> [u8; 64] {
    // Each byte of a half goes to eight bytes, of which each keeps one bit.
    let places = _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
    let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    let mut bytes = [0; 64];
    for (bytes, half) in bytes.as_chunks_mut::<32>().0.iter_mut().zip([word as i32, (word >> 32) as i32]) {
        let half = _mm256_shuffle_epi8(_mm256_set1_epi32(half), places);
        let set = _mm256_cmpeq_epi8(_mm256_and_si256(half, bits), bits);
        // SAFETY: a vector is 32 bytes.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), set) };
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
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            for simd in crate::simd::Simd::all() {
                let spread = match simd {
                    // SAFETY: the proof says that the processor has the instructions.
                    crate::simd::Simd::Avx2(_) => unsafe { spread_avx2(word) },
                    // SAFETY: as above.
                    crate::simd::Simd::Avx512(_) => unsafe { spread_avx512(word) },
                    _ => continue,
                };
                assert_eq!(spread[..], expected);
            }
        }
    }
}
