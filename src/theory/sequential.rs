//! A heap before a position: the heap must be emptied, by taking any number from it at a time, before
//! the position behind it can be played.
//!
//! With *v* the Grundy value of the position behind, the heap of *n* has
//!
//! - G(0) = v, and G(n) = mex {G(0), …, G(n − 1)}, all different;
//! - so G(n) = n − 1 for 1 ≤ n ≤ v (the numbers below v in turn), and G(n) = n for n > v.
//!
//! Proof by induction: {v, 0, 1, …, n − 2} misses n − 1 first while n − 1 < v, and all numbers below n,
//! but not n, are among {v, 0, …, v − 1, v + 1, …, n − 1} afterwards.
//!
//! Sequential nim, a row of heaps of which the first that is left must be played, is this once a heap,
//! from the last. Euclid's game is this once a quotient ([`euclid`](super::euclid)).
//!
//! Everything is O(1).

/// The Grundy value of a heap of `n` before a position of value `v`.
pub fn value(n: u64, v: u64) -> u64 {
    match n {
        0 => v,
        _ if n <= v => n - 1,
        _ => n,
    }
}

/// The heap below `n` that has this value before a position of value `v`; there is at most one.
pub fn smaller_of_value(n: u64, v: u64, value: u64) -> Option<u64> {
    let heap = match value {
        _ if value == v => 0,
        // Not above v, as it is below v.
        _ if value < v => value + 1,
        _ => value,
    };
    (heap < n).then_some(heap)
}

/// The Grundy value of a row of heaps of which the first that is left must be played.
///
/// # Complexity
/// O(1) a heap.
pub fn row(heaps: &[u64]) -> u64 {
    heaps.iter().rev().fold(0, |behind, &heap| value(heap, behind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::mex::mex;

    fn naive(heaps: &[u64]) -> u64 {
        let Some(first) = heaps.iter().position(|&heap| heap > 0) else { return 0 };
        let options = (0..heaps[first]).map(|left| {
            let mut next = heaps.to_vec();
            next[first] = left;
            naive(&next) as u32
        });
        u64::from(mex(options))
    }

    #[test]
    fn rows_have_the_values_of_the_rules() {
        for index in 0..5u64.pow(4) {
            let heaps: Vec<u64> = (0..4).map(|place| index / 5u64.pow(place) % 5).collect();
            assert_eq!(row(&heaps), naive(&heaps), "{heaps:?}");
        }
    }

    #[test]
    fn a_smaller_heap_is_found_by_its_value() {
        for (n, v) in (0..12).flat_map(|n| (0..12).map(move |v| (n, v))) {
            for wanted in 0..14 {
                let expected = (0..n).find(|&heap| value(heap, v) == wanted);
                assert_eq!(smaller_of_value(n, v, wanted), expected, "{n} before {v}: {wanted}");
            }
        }
        assert_eq!(smaller_of_value(u64::MAX, u64::MAX, u64::MAX), Some(0));
        assert_eq!(value(u64::MAX, u64::MAX), u64::MAX - 1);
    }
}
