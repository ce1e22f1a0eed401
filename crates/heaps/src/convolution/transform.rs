//! The transform in which nim-sums of values become products.

/// Makes the Walsh–Hadamard transform of a list: entry t becomes the sum of all entries v, with a minus if v and t have
/// an odd number of ones in common. `butterfly` gives the sum and the difference of two numbers.
///
/// # Complexity
/// O(N log N) for N entries, a power of 2.
#[inline]
pub fn walsh_hadamard<T: Copy>(entries: &mut [T], butterfly: impl Fn(T, T) -> (T, T)) {
    let mut half = 1;
    while half < entries.len() {
        for block in entries.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = butterfly(*a, *b);
            }
        }
        half *= 2;
    }
}
