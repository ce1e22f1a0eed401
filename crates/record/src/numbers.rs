//! Numbers in the narrowest unsigned type that holds them all.

/// A list of numbers, each as wide as the largest needs: what programs take that keep arrays.
///
/// ```
/// use grundy_record::Numbers;
///
/// let mut numbers = Numbers::default();
/// numbers.extend([1, 2, 255]);
/// assert_eq!(numbers, Numbers::U8(vec![1, 2, 255]));
/// numbers.extend([256]);
/// assert_eq!(numbers, Numbers::U16(vec![1, 2, 255, 256]));
/// assert_eq!(Numbers::from(vec![1 << 40]), Numbers::U64(vec![1 << 40]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// All below 2⁸.
    U8(Vec<u8>),
    /// All below 2¹⁶, not all below 2⁸.
    U16(Vec<u16>),
    /// All below 2³², not all below 2¹⁶.
    U32(Vec<u32>),
    /// Not all below 2³².
    U64(Vec<u64>),
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::U8(Vec::new())
    }
}

impl Numbers {
    /// Appends a number. If it is wider than all before it, these are widened: at most three times
    /// in all.
    #[inline]
    pub fn push(&mut self, number: u64) {
        match self {
            Numbers::U8(list) if number <= u8::MAX.into() => list.push(number as u8),
            Numbers::U16(list) if number <= u16::MAX.into() => list.push(number as u16),
            Numbers::U32(list) if number <= u32::MAX.into() => list.push(number as u32),
            Numbers::U64(list) => list.push(number),
            _ => {
                self.widen(number);
                self.push(number);
            }
        }
    }

    /// Makes room for a number that is too wide for the list.
    #[cold]
    fn widen(&mut self, number: u64) {
        fn each<'a, T: Copy + Into<u64>>(list: &'a [T]) -> Box<dyn Iterator<Item = u64> + 'a> {
            Box::new(list.iter().map(|&number| number.into()))
        }
        let all = match self {
            Numbers::U8(list) => each(list),
            Numbers::U16(list) => each(list),
            Numbers::U32(list) => each(list),
            Numbers::U64(list) => each(list),
        };
        *self = match number {
            0..=0xffff => Numbers::U16(all.map(|number| number as u16).collect()),
            0x1_0000..=0xffff_ffff => Numbers::U32(all.map(|number| number as u32).collect()),
            _ => Numbers::U64(all.collect()),
        };
    }
}

impl Extend<u64> for Numbers {
    fn extend<T: IntoIterator<Item = u64>>(&mut self, numbers: T) {
        numbers.into_iter().for_each(|number| self.push(number));
    }
}

impl From<Vec<u64>> for Numbers {
    fn from(list: Vec<u64>) -> Self {
        let mut numbers = Numbers::default();
        numbers.extend(list);
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_wide_as_the_widest() {
        let edges = [0, 1, 0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff, 0x1_0000_0000, u64::MAX];
        for end in 0..=edges.len() {
            for skip in 0..=end {
                let list = [&edges[skip..end], &edges[..skip]].concat();
                let mut pushed = Numbers::default();
                pushed.extend(list.iter().copied());
                assert_eq!(pushed, Numbers::from(list.clone()));
                let most = list.iter().copied().max().unwrap_or(0);
                let width = match pushed {
                    Numbers::U8(_) => 8,
                    Numbers::U16(_) => 16,
                    Numbers::U32(_) => 32,
                    Numbers::U64(_) => 64,
                };
                assert_eq!(width, (64 - most.leading_zeros()).next_power_of_two().max(8));
            }
        }
    }
}
