//! Which of a thousand neighbouring values some splits reach, in one pass over the splits.
//!
//! The values are bits of a table that two vectors hold; 32 pairs at a time are looked up in it. Hits
//! are rare once most values are known to be reached, so a pass costs little more than reading the pairs.

use crate::simd::Simd;

/// Values looked at together.
pub const WINDOW: usize = 1024;

/// A bit for each value of a window, 16 a word.
pub type Open = [u16; WINDOW / 16];

/// Clears, in a window that begins at `base`, the bits of the values low[i] ⊕ high[last − i].
pub type Sift = fn(low: &[u16], high: &[u16], base: u16, open: &mut Open);

/// The fast version for some instructions, if there is one.
pub fn sift(simd: Simd) -> Option<Sift> {
    match simd {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        Simd::Avx512(_) => Some(avx512::sift),
        _ => None,
    }
}

/// The plain version: the twin of the others, and what they do at the ends.
fn plain(low: &[u16], high: &[u16], base: u16, open: &mut Open) {
    for (low, high) in low.iter().zip(high.iter().rev()) {
        let value = usize::from((low ^ high).wrapping_sub(base));
        if let Some(word) = open.get_mut(value / 16) {
            *word &= !(1 << (value % 16));
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx512 {
    use super::{Open, WINDOW, plain};
    use std::arch::x86_64::*;

    /// Lanes of a vector.
    const AT_ONCE: usize = 32;

    pub(super) fn sift(low: &[u16], high: &[u16], base: u16, open: &mut Open) {
        let pairs = low.len().min(high.len());
        // SAFETY: `super::sift` hands this out only for a proof that the processor has the features.
        unsafe { inside(&low[..pairs], &high[high.len() - pairs..], base, open) }
    }

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

    #[target_feature(enable = "avx512f,avx512bw")]
    fn inside(low: &[u16], high: &[u16], base: u16, open: &mut Open) {
        let backwards = load(&BACKWARDS);
        let base_of_all = _mm512_set1_epi16(base as i16);
        let (one, fifteen) = (_mm512_set1_epi16(1), _mm512_set1_epi16(15));
        let window = _mm512_set1_epi16(WINDOW as i16);
        let (halves, _) = open.as_chunks::<AT_ONCE>();
        let (mut first, mut second) = (load(&halves[0]), load(&halves[1]));
        let (lows, low_rest) = low.as_chunks::<AT_ONCE>();
        let (high_rest, highs) = high.as_rchunks::<AT_ONCE>();
        for (low, high) in lows.iter().zip(highs.iter().rev()) {
            let value = _mm512_xor_si512(load(low), _mm512_permutexvar_epi16(backwards, load(high)));
            let value = _mm512_sub_epi16(value, base_of_all);
            let words = _mm512_permutex2var_epi16(first, _mm512_srli_epi16::<4>(value), second);
            let bits = _mm512_srlv_epi16(words, _mm512_and_si512(value, fifteen));
            let inside = _mm512_cmplt_epu16_mask(value, window);
            let mut hits = _mm512_mask_test_epi16_mask(inside, bits, one);
            if hits != 0 {
                while hits != 0 {
                    let lane = hits.trailing_zeros() as usize;
                    let value = (low[lane] ^ high[AT_ONCE - 1 - lane]).wrapping_sub(base) % WINDOW as u16;
                    open[usize::from(value / 16)] &= !(1 << (value % 16));
                    hits &= hits - 1;
                }
                let (halves, _) = open.as_chunks::<AT_ONCE>();
                (first, second) = (load(&halves[0]), load(&halves[1]));
            }
        }
        plain(low_rest, high_rest, base, open);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_versions_clear_what_the_plain_one_clears() {
        let mut x = 7u64;
        let mut values = vec![0u16; 3000];
        for v in &mut values {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *v = ((x >> 40) % 2100) as u16;
        }
        for sift in Simd::all().filter_map(sift) {
            for (pairs, base, bits) in
                [(0, 0, u16::MAX), (31, 3, 5), (32, 0, u16::MAX), (300, 1500, 0xf0f), (1000, 70, u16::MAX)]
            {
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
