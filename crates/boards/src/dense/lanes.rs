//! A block of bits as the row recurrence sees it: 64 to 512 columns at a time.
//!
//! ```text
//! column   0 … 63 | 64 … 127 | …          bit i of word w is column 64·w + i;
//! word     0      | 1        | …          "left" is the next lower bit, across words
//! ```

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
pub(super) mod avx2;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
pub(super) mod avx512;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
pub(super) mod sse2;

/// Words in a [`Plane`].
pub const WORDS: usize = 8;

/// Columns in a [`Plane`].
pub const COLUMNS: usize = 64 * WORDS;

/// 512 columns of one bit each; every engine, whatever its width, stores bits in these.
pub type Plane = [u64; WORDS];

/// Bits of neighbouring columns with the operations the recurrence needs.
///
/// A value is proof that the processor has the instructions, since none can be made without a
/// [`Lanes::Proof`].
pub trait Lanes: Copy {
    /// How many words wide; divides [`WORDS`].
    const WIDTH: usize;

    /// Whether sums are made one after the other, since their counters take many registers.
    const IN_TURNS: bool = false;

    /// Sums of bit counts.
    type Counter: Copy;

    /// Proof that the processor has the instructions, needed to make a block.
    type Proof: Copy;

    /// The words of `plane` from `word` on.
    fn load(proof: Self::Proof, plane: &Plane, word: usize) -> Self;
    /// Puts the words back.
    fn store(self, plane: &mut Plane, word: usize);
    /// A block whose last word is `word`; the other words are unspecified.
    fn with_last(proof: Self::Proof, word: u64) -> Self;
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
    /// Runs the one-bit automaton of [`super::king`] over the columns: the state after a column is
    /// its complement where `inverts`, unchanged where `keeps`, and 0 elsewhere (the two are
    /// disjoint). Returns the states, and the last as 0 or 1; `state` is the one before.
    ///
    /// With I the parities of `inverts` up to each column and x = state ^ I, x is unchanged where
    /// N = `inverts` | `keeps` and equals I elsewhere. Copying along the runs of N is what a carry
    /// does: with a = I & !N the sum a + (a | N) has carry x, so x = a | (N & !sum).
    fn automaton(inverts: Self, keeps: Self, state: u64) -> (Self, u64);

    /// A counter at zero.
    fn counter(proof: Self::Proof) -> Self::Counter;
    /// Adds, for every column, the number with these binary digits, the lowest first, and one where `also`.
    /// The columns begin with this word of their block; blocks are counted in order, each in full.
    fn count<const DIGITS: usize>(
        counter: &mut Self::Counter,
        word: usize,
        number: [Self; DIGITS],
        also: Self,
    );
    /// The sum so far of numbers with as many digits.
    fn total<const DIGITS: usize>(counter: Self::Counter) -> u64;

    /// All bits set.
    fn ones(proof: Self::Proof) -> Self;
    /// `!self`.
    fn not(self) -> Self;
    /// `!self & !other`.
    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        self.or(other).not()
    }
}

/// The sums of [`Lanes::count`], from the `ones` of lanes.
#[inline(always)]
fn sum<L: Lanes, const DIGITS: usize>(
    number: [L; DIGITS],
    also: L,
    ones: impl Fn(L) -> u64,
) -> u64 {
    number
        .into_iter()
        .rev()
        .fold(0, |total, digit| 2 * total + ones(digit))
        + ones(also)
}

impl Lanes for u64 {
    const WIDTH: usize = 1;
    type Counter = u64;
    type Proof = ();

    #[inline(always)]
    fn load(_: (), plane: &Plane, word: usize) -> u64 {
        plane[word]
    }
    #[inline(always)]
    fn store(self, plane: &mut Plane, word: usize) {
        plane[word] = self;
    }
    #[inline(always)]
    fn with_last(_: (), word: u64) -> u64 {
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
    fn automaton(inverts: u64, keeps: u64, state: u64) -> (u64, u64) {
        let mut parities = inverts;
        for shift in [1, 2, 4, 8, 16, 32] {
            parities ^= parities << shift;
        }
        let runs = inverts | keeps;
        let starts = parities & !runs;
        let sum = starts.wrapping_add(starts | runs).wrapping_add(state);
        let states = (starts | (runs & !sum)) ^ parities;
        (states, states >> 63)
    }
    #[inline(always)]
    fn ones(_: ()) -> u64 {
        !0
    }
    #[inline(always)]
    fn not(self) -> u64 {
        !self
    }
    #[inline(always)]
    fn counter(_: ()) -> u64 {
        0
    }
    #[inline(always)]
    fn count<const DIGITS: usize>(counter: &mut u64, _: usize, number: [u64; DIGITS], also: u64) {
        *counter += sum(number, also, |lanes| u64::from(lanes.count_ones()));
    }
    #[inline(always)]
    fn total<const DIGITS: usize>(counter: u64) -> u64 {
        counter
    }
}

/// The automaton from word to word. Within a word the parities begin at 0, so the carry into it
/// is the state before it; out of it comes the carry `generated` or, where the word is
/// `propagating`, the carry in, and the state is that ^ the word's `parity`. Bit w of everything
/// is word w. Returns the states before the words, the one after the last in the bit after them.
///
/// With Π the parities of the words before each, state ^ Π is what a carry does again.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[inline(always)]
fn across_words(generated: u32, propagating: u32, parity: u32, state: u32) -> u32 {
    let before = u32::from(PARITIES[parity as usize & 0xff]) << 1;
    let generated = (generated ^ before) & !propagating & 0xff;
    let carries = ((generated << 1 | state) + propagating) ^ propagating;
    carries ^ before
}

/// Bit i of entry m is the parity of bits 0..=i of m.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
static PARITIES: [u8; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut parities = mask as u8;
        parities ^= parities << 1;
        parities ^= parities << 2;
        parities ^= parities << 4;
        table[mask] = parities;
        mask += 1;
    }
    table
};
