//! Sets of elements of a quotient, as bits in words.

/// A set of small numbers.
pub type Bits = Box<[u64]>;

/// The empty set, with room for numbers below `order`.
pub fn none(order: usize) -> Bits {
    vec![0; order.div_ceil(64)].into()
}

/// Whether a set has a member.
pub fn has(set: &[u64], member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 != 0
}

/// Adds a member.
pub fn add(set: &mut [u64], member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

/// Adds all members of another set.
pub fn unite(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

/// Takes all members of another set away.
pub fn remove(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a &= !b);
}

/// Whether every member of the first set is one of the second.
pub fn within(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

/// Whether two sets have a member in common.
pub fn meet(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).any(|(a, b)| a & b != 0)
}

/// Whether a set has no member.
pub fn empty(set: &[u64]) -> bool {
    set.iter().all(|&word| word == 0)
}

/// The members, ascending.
pub fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| {
        std::iter::successors((word != 0).then_some(word), |word| {
            let rest = word & (word - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |word| i * 64 + word.trailing_zeros() as usize)
    })
}
