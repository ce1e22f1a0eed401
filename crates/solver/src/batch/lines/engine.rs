//! The work that lines of numbers ask of the processor, one engine for each set of instructions.

/// 64 bytes of text.
pub(super) type Block = [u8; 64];
/// Two neighbouring blocks: the numbers of the second may begin in the first.
pub(super) type Window = [u8; 128];
/// No more numbers than this can end in a block.
pub(super) const MAX_ENDS: usize = 32;

/// Which of 64 bytes are what; bit *i* is byte *i*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds {
    /// `0` to `9`.
    pub(super) digits: u64,
    /// `\n`.
    pub(super) newlines: u64,
    /// Neither of these, nor a space or tab.
    pub(super) others: u64,
}

/// The digits of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digits {
    /// The bits of the first block.
    pub(super) before: u64,
    /// The bits of the second block.
    pub(super) here: u64,
}

impl Digits {
    /// The places of the second block at which the digits of a number have just ended.
    #[inline(always)]
    pub(super) fn ends(self) -> u64 {
        !self.here & (self.here << 1 | self.before >> 63)
    }
}

/// One way to do it. All give the same answers; they differ in speed only.
pub(super) trait Engine: Copy {
    /// Tells 64 bytes apart.
    fn classify(self, block: &Block) -> Kinds;

    /// Reads the numbers that end in the second block of a window; what lies behind the last is
    /// overwritten. `false`: one of them has more digits than the engine reads (20 it always does)
    /// or does not fit in 64 bits, and the numbers say nothing.
    fn read(self, window: &Window, digits: Digits, numbers: &mut [u64; MAX_ENDS]) -> bool;
}
