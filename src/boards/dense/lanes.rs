//! A block of bits as the row recurrence sees it: 64, 256 or 512 columns at a time.
//!
//! ```text
//! column   0 … 63 | 64 … 127 | …          bit i of word w is column 64·w + i;
//! word     0      | 1        | …          "left" is the next lower bit, across words
//! ```

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;

/// Words in a [`Plane`].
pub const WORDS: usize = 8;

/// Columns in a [`Plane`].
pub const COLUMNS: usize = 64 * WORDS;

/// 512 columns of one bit each; every engine, whatever its width, stores bits in these.
pub type Plane = [u64; WORDS];

/// Bits of neighbouring columns with the operations the recurrence needs.
///
/// The implementations other than `u64` may only run where their instructions exist; the sealed
/// entry points in [`super::king`] see to that.
pub trait Lanes: Copy {
    /// How many words wide; divides [`WORDS`].
    const WIDTH: usize;

    /// Sums of bit counts.
    type Counter: Copy;

    /// The words of `plane` from `word` on.
    fn load(plane: &Plane, word: usize) -> Self;
    /// Puts the words back.
    fn store(self, plane: &mut Plane, word: usize);
    /// A block whose last word is `word`; the other words are unspecified.
    fn with_last(word: u64) -> Self;
    /// The last word.
    fn last(self) -> u64;
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Bitwise or.
    fn or(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;
    /// Every bit one column to the right; the first column comes from the last of `before`.
    fn shifted(self, before: Self) -> Self;
    /// Bit i of the result is the parity of bits 0..=i; with it, the parity of all bits.
    fn prefix_xor(self) -> (Self, u64);
    /// `self + other + carry` over the whole width, and the carry out. Carries are 0 or 1.
    fn add(self, other: Self, carry: u64) -> (Self, u64);

    /// A counter at zero.
    fn counter() -> Self::Counter;
    /// Adds `ones.count_ones() + 2 * twos.count_ones()`.
    fn count(counter: &mut Self::Counter, ones: Self, twos: Self);
    /// The sum so far.
    fn total(counter: Self::Counter) -> u64;

    /// All bits set.
    fn ones() -> Self;
    /// `!self & !other`.
    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        Self::ones().and_not(self.or(other))
    }
}

/// Bit counts of words, kept as sums in bytes until one might overflow.
#[derive(Clone, Copy, Debug)]
pub struct WordCounter {
    bytes: u64,
    pending: u32,
    total: u64,
}

impl Lanes for u64 {
    const WIDTH: usize = 1;
    type Counter = WordCounter;

    #[inline(always)]
    fn load(plane: &Plane, word: usize) -> u64 {
        plane[word]
    }
    #[inline(always)]
    fn store(self, plane: &mut Plane, word: usize) {
        plane[word] = self;
    }
    #[inline(always)]
    fn with_last(word: u64) -> u64 {
        word
    }
    #[inline(always)]
    fn last(self) -> u64 {
        self
    }
    #[inline(always)]
    fn and(self, other: u64) -> u64 {
        self & other
    }
    #[inline(always)]
    fn or(self, other: u64) -> u64 {
        self | other
    }
    #[inline(always)]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }
    #[inline(always)]
    fn and_not(self, other: u64) -> u64 {
        self & !other
    }
    #[inline(always)]
    fn shifted(self, before: u64) -> u64 {
        self << 1 | before >> 63
    }
    #[inline(always)]
    fn prefix_xor(mut self) -> (u64, u64) {
        for shift in [1, 2, 4, 8, 16, 32] {
            self ^= self << shift;
        }
        (self, self >> 63)
    }
    #[inline(always)]
    fn add(self, other: u64, carry: u64) -> (u64, u64) {
        let (sum, first) = self.overflowing_add(other);
        let (sum, second) = sum.overflowing_add(carry);
        (sum, u64::from(first | second))
    }
    #[inline(always)]
    fn ones() -> u64 {
        !0
    }
    #[inline(always)]
    fn counter() -> WordCounter {
        WordCounter { bytes: 0, pending: 0, total: 0 }
    }
    #[inline(always)]
    fn count(counter: &mut WordCounter, ones: u64, twos: u64) {
        // Counts of 4 columns reach 4 + 2·4 = 12 and fit a nibble, of 8 columns 24; a byte
        // therefore holds ten of them.
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const QUADS: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let ones = ones - (ones >> 1 & PAIRS);
        let twos = twos - (twos >> 1 & PAIRS);
        let ones = (ones & QUADS) + (ones >> 2 & QUADS);
        let twos = (twos & QUADS) + (twos >> 2 & QUADS);
        let both = ones + 2 * twos;
        counter.bytes += (both & BYTES) + (both >> 4 & BYTES);
        counter.pending += 1;
        if counter.pending == 10 {
            counter.total += byte_sum(counter.bytes);
            counter.bytes = 0;
            counter.pending = 0;
        }
    }
    #[inline(always)]
    fn total(counter: WordCounter) -> u64 {
        counter.total + byte_sum(counter.bytes)
    }
}

/// The sum of the eight bytes of a word.
#[inline(always)]
fn byte_sum(word: u64) -> u64 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    ((word & EVEN) + (word >> 8 & EVEN)).wrapping_mul(0x0001_0001_0001_0001) >> 48
}
