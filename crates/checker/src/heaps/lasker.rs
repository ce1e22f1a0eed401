//! Lasker's Nim: values in closed form.
//!
//! Heaps 4k + 3 and 4k + 4 have each other's size for value, all others their own (Winning Ways,
//! chapter 4). By induction on heap n:
//!
//! - By taking, all values below n are reached, but of 4k + 4 the value 4k + 3 is not, and 4k + 4 is.
//! - A part a ≥ 1 of a split has a value ending in the bits 11, 01, 10, 00 for a = 0, 1, 2, 3 modulo 4.
//!   So splits reach, modulo 4, only 2 where n = 1; 0 and 1 where n = 2; 3 where n = 3; 0 and 1 where
//!   n = 0: never the value that is claimed.
//! - That of 4k + 3 is the mex, since 4k + 3 is reached by the split into 1 and 4k + 2.

/// The value of a heap, when it is below 2⁶⁴.
pub(super) fn value(heap: u64) -> Option<u64> {
    match heap % 4 {
        3 => heap.checked_add(1),
        0 if heap > 0 => Some(heap - 1),
        _ => Some(heap),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_closed_form_is_the_mex() {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..500usize {
            let mut options: Vec<u64> = (1..=heap / 2).map(|a| values[a] ^ values[heap - a]).collect();
            options.extend(&values);
            let mex = (0..).find(|value| !options.contains(value)).unwrap();
            assert_eq!(super::value(heap as u64), Some(mex), "{heap}");
            values.push(mex);
        }
        assert_eq!(super::value(u64::MAX), None);
        assert_eq!(super::value(u64::MAX - 3), Some(u64::MAX - 4));
    }
}
