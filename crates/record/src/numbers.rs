//! Numbers in the narrowest unsigned type that holds them all.

/// A list of numbers, each as wide as the largest needs, for programs that keep arrays.
///
/// ```
/// use grundy_record::Numbers;
///
/// assert_eq!(Numbers::from(vec![1, 2, 255]), Numbers::U8(vec![1, 2, 255]));
/// assert_eq!(Numbers::from(vec![1, 2, 256]), Numbers::U16(vec![1, 2, 256]));
/// assert_eq!(Numbers::from(vec![1 << 40]), Numbers::U64(vec![1 << 40]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers below 2⁸.
    U8(Vec<u8>),
    /// Numbers below 2¹⁶, not all of them below 2⁸.
    U16(Vec<u16>),
    /// Numbers below 2³², not all of them below 2¹⁶.
    U32(Vec<u32>),
    /// Numbers that are not all below 2³².
    U64(Vec<u64>),
}

impl From<Vec<u64>> for Numbers {
    fn from(list: Vec<u64>) -> Self {
        /// Converts the numbers, if all of them fit.
        fn narrow<T: TryFrom<u64>>(list: &[u64]) -> Option<Vec<T>> {
            list.iter()
                .map(|&number| T::try_from(number).ok())
                .collect()
        }
        if let Some(bytes) = narrow(&list) {
            return Numbers::U8(bytes);
        }
        if let Some(numbers) = narrow(&list) {
            return Numbers::U16(numbers);
        }
        if let Some(numbers) = narrow(&list) {
            return Numbers::U32(numbers);
        }
        Numbers::U64(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widened<T: Into<u64>>(list: Vec<T>) -> Vec<u64> {
        list.into_iter().map(Into::into).collect()
    }

    #[test]
    fn numbers_are_as_wide_as_the_widest() {
        let edges = [
            0,
            1,
            0xff,
            0x100,
            0xffff,
            0x1_0000,
            0xffff_ffff,
            0x1_0000_0000,
            u64::MAX,
        ];
        for end in 0..=edges.len() {
            for skip in 0..=end {
                let list = [&edges[skip..end], &edges[..skip]].concat();
                let most = list.iter().copied().max().unwrap_or(0);
                let (width, kept) = match Numbers::from(list.clone()) {
                    Numbers::U8(kept) => (8, widened(kept)),
                    Numbers::U16(kept) => (16, widened(kept)),
                    Numbers::U32(kept) => (32, widened(kept)),
                    Numbers::U64(kept) => (64, kept),
                };
                assert_eq!(kept, list);
                assert_eq!(
                    width,
                    (64 - most.leading_zeros()).next_power_of_two().max(8)
                );
            }
        }
    }
}
