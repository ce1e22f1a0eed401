//! Words of bits, and sets of numbers as bits: 64 numbers a word, the least in the lowest bit.

/// Returns the places of the ones of a word, ascending.
#[inline]
pub fn ones(word: u64) -> impl Iterator<Item = u32> {
    let mut left = word;
    std::iter::from_fn(move || {
        let place = (left != 0).then(|| left.trailing_zeros());
        left &= left.wrapping_sub(1);
        place
    })
}

/// Returns the 64 bits of a sequence of bits that lie `distance` bits below a word. The sequence must have the bits one
/// word further down also.
#[inline]
pub fn below(words: &[u64], word: usize, distance: u32) -> u64 {
    let back = distance as usize / 64;
    let bits = distance % 64;
    // This takes two shifts, since a shift by 64 at once is no shift at all.
    words[word - back] << bits | words[word - back - 1] >> 1 >> (63 - bits)
}

/// Adds a number to a set, which grows as needed.
#[inline]
pub fn insert(set: &mut Vec<u64>, number: u32) {
    let word = number as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (number % 64);
}

/// Returns whether a number is in a set.
#[inline]
pub fn has(set: &[u64], number: u32) -> bool {
    set.get(number as usize / 64)
        .is_some_and(|word| word >> (number % 64) & 1 != 0)
}

/// Adds the members of one set to another, which grows as needed.
pub fn add(set: &mut Vec<u64>, more: &[u64]) {
    if set.len() < more.len() {
        set.resize(more.len(), 0);
    }
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}
