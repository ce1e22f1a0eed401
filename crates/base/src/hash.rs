//! The one mixer of hashes of all rooms.

/// Mixes a word so that every bit of it reaches the low bits and the high ones: two odd multipliers of full length, and
/// the upper half added to the lower one after each. No two words get one hash.
#[inline(always)]
pub const fn mixed(word: u64) -> u64 {
    let mut mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^= mixed >> 32;
    mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}
