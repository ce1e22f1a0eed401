//! The asks of a record.

/// An ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// The word of the ask.
    pub word: &'static str,
    /// The numbers that follow the word.
    pub numbers: AskNumbers,
}

/// The numbers that follow the word of an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AskNumbers {
    /// No number follows.
    None,
    /// The first and the last heap, of `sequence a-b`.
    Slice {
        /// The first heap.
        first: u64,
        /// The last heap.
        last: u64,
    },
    /// The modulus, of `paths%m`.
    Modulus(u64),
}
