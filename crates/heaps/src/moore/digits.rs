//! The binary digits of heaps: who wins, by how many heaps have each.

use grundy_base::bits::ones;

/// The number of digits of a heap.
pub(super) const DIGITS: usize = 64;

/// Returns the number of heaps that a move may lower, which is all of them at most.
pub(super) fn at_once(heaps: &[u64], most: u64) -> u64 {
    most.min(heaps.len() as u64)
}

/// Counts the heaps that have each digit.
pub(super) fn digits(heaps: &[u64]) -> [u64; DIGITS] {
    let mut counts = [0; DIGITS];
    for &heap in heaps {
        for digit in ones(heap) {
            counts[digit as usize] += 1;
        }
    }
    counts
}

/// Returns whether the player to move loses who may lower up to `most` heaps at once.
///
/// # Complexity
/// O(1) for each digit that is set.
pub fn loses(heaps: &[u64], most: u64) -> bool {
    let multiple = at_once(heaps, most) + 1;
    digits(heaps)
        .iter()
        .all(|count| count.is_multiple_of(multiple))
}
