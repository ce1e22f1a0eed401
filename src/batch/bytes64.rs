//! 64 bytes told apart, one bit each.

/// Which of 64 bytes are what; bit *i* is byte *i*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bytes64 {
    /// `0` to `9`.
    pub(super) digits: u64,
    /// `\n`.
    pub(super) newlines: u64,
    /// Neither of these, nor a space or tab.
    pub(super) others: u64,
}

impl Bytes64 {
    /// Tells up to 64 bytes apart; those that are missing count as spaces.
    #[inline(always)]
    pub(super) fn of(bytes: &[u8]) -> Self {
        match bytes.first_chunk::<64>() {
            Some(block) => Self::of_block(block),
            None => {
                let mut block = [b' '; 64];
                block[..bytes.len()].copy_from_slice(bytes);
                Self::of_block(&block)
            }
        }
    }

    /// Sixteen bytes at a time, with instructions every x86-64 processor has.
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    #[inline(always)]
    fn of_block(block: &[u8; 64]) -> Self {
        use std::arch::x86_64::{
            __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
            _mm_set1_epi8, _mm_sub_epi8,
        };
        let mut masks = Bytes64 { digits: 0, newlines: 0, others: 0 };
        for (i, part) in block.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: `part` is 16 readable bytes, and the load needs no alignment. The other
            // intrinsics are SSE2, which x86-64 always has.
            let [digits, newlines, known] = unsafe {
                let bytes = _mm_loadu_si128(part.as_ptr().cast::<__m128i>());
                let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
                let value = _mm_sub_epi8(bytes, _mm_set1_epi8(b'0' as i8));
                let digits = _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value);
                let newlines = is(b'\n');
                let known = _mm_or_si128(_mm_or_si128(digits, newlines), _mm_or_si128(is(b' '), is(b'\t')));
                [digits, newlines, known].map(|mask| u64::from(_mm_movemask_epi8(mask) as u16))
            };
            masks.digits |= digits << (16 * i);
            masks.newlines |= newlines << (16 * i);
            masks.others |= (known ^ 0xffff) << (16 * i);
        }
        masks
    }

    #[cfg(not(all(target_arch = "x86_64", not(grundy_portable))))]
    fn of_block(block: &[u8; 64]) -> Self {
        Self::one_by_one(block)
    }

    /// The same, byte by byte.
    #[cfg(any(test, not(all(target_arch = "x86_64", not(grundy_portable)))))]
    fn one_by_one(block: &[u8; 64]) -> Self {
        let bits = |holds: fn(u8) -> bool| {
            block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(holds(byte)))
        };
        Bytes64 {
            digits: bits(|byte| byte.is_ascii_digit()),
            newlines: bits(|byte| byte == b'\n'),
            others: bits(|byte| !byte.is_ascii_digit() && !matches!(byte, b'\n' | b' ' | b'\t')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place_is_told_apart_as_one_by_one() {
        for byte in 0..=255 {
            for place in 0..64 {
                let mut block: [u8; 64] = std::array::from_fn(|i| b"0 9\n\tx/:"[(i * 7 + place) % 8]);
                block[place] = byte;
                assert_eq!(Bytes64::of_block(&block), Bytes64::one_by_one(&block), "{byte} at {place}");
            }
        }
    }
}
