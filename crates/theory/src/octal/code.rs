//! Octal codes: which takes are allowed, and what they may leave.

/// The rules of a taking-and-breaking game d₀.d₁d₂d₃… (Guy and Smith 1956).
///
/// Digit dₖ tells what may be left after k are taken from a heap: bit 1 no heap (the heap was
/// exactly k), bit 2 one heap, bit 4 two heaps, none of them empty. d₀ is 0 or 4.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OctalCode {
    /// Digit k at place k, without trailing zeros (but d₀ is always there).
    digits: Vec<u8>,
    splits: Vec<u32>,
    keeps: Vec<u32>,
    clears: Vec<u32>,
}

impl OctalCode {
    /// The code whose digit k is `digits[k]`. `None` if a digit is above 7 or d₀ is neither 0
    /// nor 4.
    pub fn new(digits: &[u8]) -> Option<Self> {
        if digits.iter().any(|&d| d > 7) || !matches!(digits.first(), Some(0 | 4)) {
            return None;
        }
        let last = digits.iter().rposition(|&d| d != 0).unwrap_or(0);
        let digits = digits[..=last].to_vec();
        let takes = |bit: u8| (0u32..).zip(&digits).filter(|(_, d)| **d & bit != 0).map(|(k, _)| k).collect();
        Some(OctalCode { splits: takes(4), keeps: takes(2), clears: takes(1), digits })
    }

    /// The digits d₀, d₁, …, without trailing zeros.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The largest take, 0 if there is none but splitting.
    pub fn largest_take(&self) -> usize {
        self.digits.len() - 1
    }

    /// The takes, ascending, that may leave two heaps.
    pub fn splits(&self) -> &[u32] {
        &self.splits
    }

    /// The takes, ascending, that may leave one heap.
    pub fn keeps(&self) -> &[u32] {
        &self.keeps
    }

    /// The takes, ascending, that may leave nothing.
    pub fn clears(&self) -> &[u32] {
        &self.clears
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_bit_by_bit() {
        let code = OctalCode::new(&[4, 1, 2, 7, 0, 0]).unwrap();
        assert_eq!(code.digits(), [4, 1, 2, 7]);
        assert_eq!(code.largest_take(), 3);
        assert_eq!(code.splits(), [0, 3]);
        assert_eq!(code.keeps(), [2, 3]);
        assert_eq!(code.clears(), [1, 3]);
        assert_eq!(OctalCode::new(&[0, 0]).unwrap().largest_take(), 0);
        assert_eq!(OctalCode::new(&[3, 1]), None);
        assert_eq!(OctalCode::new(&[0, 8]), None);
        assert_eq!(OctalCode::new(&[]), None);
    }
}
