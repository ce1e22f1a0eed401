//! Which of some neighbouring values some splits reach, in one pass over the splits.
//!
//! The values that nothing is known to reach are bits of a table that vectors hold, and pairs are looked up in
//! it, 32 at a time. Hits are rare once most values are known to be reached, so a pass costs little more than
//! reading the pairs, however many values are wanted. One version for each set of instructions, all with the same
//! results.

use crate::simd::Simd;

/// Values looked at together.
pub const WINDOW: usize = 512;

/// A bit for each value of a window, 16 a word.
pub type Open = [u16; WINDOW / 16];

/// Clears, in a window that begins at `base`, the bits of the values low[i] ⊕ high[last − i].
pub type Sift = fn(low: &[u16], high: &[u16], base: u16, open: &mut Open);

/// The version for some instructions.
pub fn sift(simd: Simd) -> Sift {
    match simd {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        Simd::Avx512(_) => avx512::sift,
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        Simd::Avx2(_) => avx2::sift,
        _ => plain,
    }
}

/// The plain version: the twin of the others, and what they do where something is hit.
fn plain(low: &[u16], high: &[u16], base: u16, open: &mut Open) {
    for (low, high) in low.iter().zip(high.iter().rev()) {
        let value = usize::from((low ^ high).wrapping_sub(base));
        if let Some(word) = open.get_mut(value / 16) {
            *word &= !(1 << (value % 16));
        }
    }
}

/// Goes through the pairs 32 at a time: `$hits` tells whether some of them are open, by tables that `$tables` makes
/// of the window.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
macro_rules! pass {
    ($features:literal) => {
        /// Pairs looked up at a time.
        const AT_ONCE: usize = 32;

        pub(super) fn sift(low: &[u16], high: &[u16], base: u16, open: &mut Open) {
            let pairs = low.len().min(high.len());
            // SAFETY: `super::sift` hands this out only for a proof that the processor has the features.
            unsafe { inside(&low[..pairs], &high[high.len() - pairs..], base, open) }
        }

        #[target_feature(enable = $features)]
        fn inside(low: &[u16], high: &[u16], base: u16, open: &mut Open) {
            let mut table = Table::new(open, base);
            let (lows, low_rest) = low.as_chunks::<AT_ONCE>();
            let (high_rest, highs) = high.as_rchunks::<AT_ONCE>();
            for (low, high) in lows.iter().zip(highs.iter().rev()) {
                let mut hits = table.hits(low, high);
                if hits != 0 {
                    while hits != 0 {
                        let pair = hits.trailing_zeros() as usize % AT_ONCE;
                        let value = usize::from((low[pair] ^ high[AT_ONCE - 1 - pair]).wrapping_sub(base));
                        open[value / 16 % (WINDOW / 16)] &= !(1 << (value % 16));
                        hits &= hits - 1;
                    }
                    table = Table::new(open, base);
                }
            }
            plain(low_rest, high_rest, base, open);
        }
    };
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx512 {
    use super::{Open, WINDOW, plain};
    use std::arch::x86_64::*;

    pass!("avx512f,avx512bw");

    #[target_feature(enable = "avx512f,avx512bw")]
    fn load(lanes: &[u16; AT_ONCE]) -> __m512i {
        // SAFETY: an array of 64 bytes is read, at any address.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    }

    /// The lanes of a vector, the other way round.
    static BACKWARDS: [u16; AT_ONCE] = {
        let mut lanes = [0; AT_ONCE];
        let mut at = 0;
        while at < AT_ONCE {
            lanes[at] = (AT_ONCE - 1 - at) as u16;
            at += 1;
        }
        lanes
    };

    /// The window as 32 words of one vector.
    struct Table {
        words: __m512i,
        base: __m512i,
        backwards: __m512i,
    }

    impl Table {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn new(open: &Open, base: u16) -> Self {
            Table { words: load(open), base: _mm512_set1_epi16(base as i16), backwards: load(&BACKWARDS) }
        }

        #[target_feature(enable = "avx512f,avx512bw")]
        fn hits(&self, low: &[u16; AT_ONCE], high: &[u16; AT_ONCE]) -> u32 {
            let value = _mm512_xor_si512(load(low), _mm512_permutexvar_epi16(self.backwards, load(high)));
            let value = _mm512_sub_epi16(value, self.base);
            // Both count modulo their range: the word of the value modulo the window, and its bit.
            let words = _mm512_permutexvar_epi16(_mm512_srli_epi16::<4>(value), self.words);
            let bits =
                _mm512_sllv_epi16(_mm512_set1_epi16(1), _mm512_and_si512(value, _mm512_set1_epi16(15)));
            let inside = _mm512_cmplt_epu16_mask(value, _mm512_set1_epi16(WINDOW as i16));
            _mm512_mask_test_epi16_mask(inside, words, bits)
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx2 {
    use super::{Open, WINDOW, plain};
    use std::arch::x86_64::*;

    pass!("avx2");

    #[target_feature(enable = "avx2")]
    fn load(lanes: &[u16; 16]) -> __m256i {
        // SAFETY: an array of 32 bytes is read, at any address.
        unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
    }

    /// The window as bytes, 16 a register, each twice.
    struct Table {
        bytes: [__m256i; WINDOW / 128],
        base: __m256i,
    }

    impl Table {
        #[target_feature(enable = "avx2")]
        fn new(open: &Open, base: u16) -> Self {
            let (words, _) = open.as_chunks::<8>();
            let twice = |at: usize| {
                let mut both = [0; 16];
                both[..8].copy_from_slice(&words[at]);
                both[8..].copy_from_slice(&words[at]);
                load(&both)
            };
            Table { bytes: std::array::from_fn(twice), base: _mm256_set1_epi16(base as i16) }
        }

        /// The values of 16 pairs, less the window's base.
        #[target_feature(enable = "avx2")]
        fn values(&self, low: &[u16; 16], high: &[u16; 16]) -> __m256i {
            let swapped = _mm256_permute4x64_epi64::<0b01_00_11_10>(load(high));
            let backwards = _mm256_setr_epi8(
                14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4,
                5, 2, 3, 0, 1,
            );
            let high = _mm256_shuffle_epi8(swapped, backwards);
            _mm256_sub_epi16(_mm256_xor_si256(load(low), high), self.base)
        }

        #[target_feature(enable = "avx2")]
        fn hits(&self, low: &[u16; AT_ONCE], high: &[u16; AT_ONCE]) -> u32 {
            let ((low, _), (high, _)) = (low.as_chunks::<16>(), high.as_chunks::<16>());
            let (first, second) = (self.values(&low[0], &high[1]), self.values(&low[1], &high[0]));
            let last = _mm256_set1_epi16(WINDOW as i16);
            // Bytes of the window, 0 to 63, and 64 for what is beyond it.
            let byte = |values| _mm256_srli_epi16::<3>(_mm256_min_epu16(values, last));
            let bytes = _mm256_packus_epi16(byte(first), byte(second));
            let bit = |values| _mm256_and_si256(values, _mm256_set1_epi16(7));
            let bits = _mm256_packus_epi16(bit(first), bit(second));
            let powers = _mm256_setr_epi8(
                1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0,
                0, 0, 0, 0, 0,
            );
            let bits = _mm256_shuffle_epi8(powers, bits);
            // A shuffle gives 0 for an index with the top bit: adding 112 to an index leaves 0 to 15 below it.
            let mut found = _mm256_setzero_si256();
            for (part, table) in self.bytes.iter().enumerate() {
                let index = _mm256_sub_epi8(bytes, _mm256_set1_epi8(16 * part as i8));
                let index = _mm256_adds_epu8(index, _mm256_set1_epi8(112));
                found = _mm256_or_si256(found, _mm256_shuffle_epi8(*table, index));
            }
            let missed = _mm256_cmpeq_epi8(_mm256_and_si256(found, bits), _mm256_setzero_si256());
            // The packing has left the quarters of eight pairs in the order 0, 2, 1, 3.
            !_mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(missed)) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_versions_clear_what_the_plain_one_clears() {
        let mut x = 7u64;
        let mut values = vec![0u16; 3000];
        for v in &mut values {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *v = ((x >> 40) % 2100) as u16;
        }
        for sift in Simd::all().map(sift) {
            for (pairs, base, bits) in [
                (0, 0, u16::MAX),
                (31, 3, 5),
                (32, 0, u16::MAX),
                (300, 1500, 0xf0f),
                (1000, 70, u16::MAX),
                (1000, 3900, u16::MAX),
                (1000, 0, 0x8001),
            ] {
                let (low, high) = (&values[..pairs], &values[3000 - pairs..]);
                let mut open: Open = std::array::from_fn(|i| bits.rotate_left(i as u32));
                let mut by_plain = open;
                plain(low, high, base, &mut by_plain);
                sift(low, high, base, &mut open);
                assert_eq!(open, by_plain, "{pairs} {base}");
            }
        }
    }
}
