//! Lists that are large and read in no order, on huge pages.
//!
//! Arrays of some megabytes that are read here and there spend a good part of their time in
//! looking up pages; with pages of 2 MB a matching of a million vertices takes a seventh less.

#![expect(
    clippy::cast_possible_truncation,
    reason = "lists of numbers of 32 bits are no longer than these can number: callers bound their vertices so"
)]

use super::linux::use_huge_pages;

/// Asks for huge pages under a list that was just made if the system has them;
/// changes nothing else. Short lists are left alone.
pub fn huge<T>(mut list: Vec<T>) -> Vec<T> {
    /// The bytes from which a list is long (a guess: two huge pages).
    const LONG_LIST_BYTES: usize = 4 << 20;
    if list.capacity() * size_of::<T>() >= LONG_LIST_BYTES {
        use_huge_pages(&mut list);
    }
    list
}

/// Lists the numbers from 0 to `length` − 1, on huge pages.
pub fn count_up(length: usize) -> Vec<u32> {
    let mut list = huge(Vec::with_capacity(length));
    list.extend(0..length as u32);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_contents() {
        let long = 3 << 20;
        assert!(huge(vec![7u64; long]).iter().all(|&number| number == 7));
        assert!(count_up(long).iter().copied().eq(0..long as u32));
        assert!(huge(Vec::<u32>::new()).is_empty());
    }
}
