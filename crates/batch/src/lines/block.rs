//! A block of text, and which of its bytes are what.

/// 64 bytes of text.
pub(super) type Block = [u8; 64];
/// Two neighbouring blocks: the numbers of the second may begin in the first.
pub(super) type Window = [u8; 128];
/// No more numbers than this can end in a block.
pub(super) const MAX_ENDS: usize = 32;

/// The kinds of 64 bytes; bit *i* is byte *i*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds {
    /// The digits `0` to `9`.
    pub(super) digits: u64,
    /// The line ends, `\n`.
    pub(super) newlines: u64,
    /// The bytes that are neither of these, nor a space or tab.
    pub(super) others: u64,
}
