//! A block of bits of a row, 64 to 256 columns at a time: what the engines ask of vector instructions.
//!
//! ```text
//! column   0 … 63 | 64 … 127 | …          bit i of word w is column 64·w + i;
//! word     0      | 1        | …          "left" is the next lower bit, across words
//! ```
//!
//! The engines are written once, for any [`Lanes`], and compiled for each width: a word, or two words (SSE2) or four
//! (AVX2) in a vector register.

#![allow(
    clippy::cast_possible_truncation,
    reason = "an index of the table has eight bits"
)]

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
pub(super) mod avx2;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
pub(super) mod sse2;

/// The number of words in a [`Plane`].
pub const WORDS: usize = 8;

/// The number of columns in a [`Plane`].
pub const COLUMNS: usize = 64 * WORDS;

/// A row of 512 columns of one bit each; every engine, whatever its width, stores bits in these.
pub type Plane = [u64; WORDS];

/// Bits of neighbouring columns, with the operations that the engines need.
///
/// A value is proof that the processor has the instructions, since none can be made without a
/// [`Lanes::Proof`].
pub trait Lanes: Copy {
    /// The width in words; it divides [`WORDS`].
    const WIDTH: usize;

    /// Whether one sum is finished before the next is begun, since a counter takes many registers.
    const ONE_SUM_AT_A_TIME: bool = false;

    /// A sum of bit counts.
    type Counter: Copy;

    /// Proof that the processor has the instructions, needed to make a block.
    type Proof: Copy;

    /// Loads the words of `plane` from `word` on.
    fn load(proof: Self::Proof, plane: &Plane, word: usize) -> Self;
    /// Stores the words in `plane` from `word` on.
    fn store(self, plane: &mut Plane, word: usize);
    /// Makes a block whose last word is `word`; the other words are unspecified.
    fn with_last(proof: Self::Proof, word: u64) -> Self;
    /// Returns the last word.
    fn last(self) -> u64;
    /// Computes the bitwise and.
    fn and(self, other: Self) -> Self;
    /// Computes the bitwise or.
    fn or(self, other: Self) -> Self;
    /// Computes the bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Computes `self & !other`.
    fn and_not(self, other: Self) -> Self;
    /// Moves every bit one column to the right; the first column comes from the last of `before`.
    fn shifted(self, before: Self) -> Self;
    /// Runs the one-bit automaton of [`super::king`] over the columns: the state after a column is
    /// its complement where `inverts`, unchanged where `keeps`, and 0 elsewhere (the two are
    /// disjoint). `state` is the state before the columns, 0 or 1.
    ///
    /// Let I be the parity of `inverts` up to each column, N = `inverts` | `keeps`, and x = state ^ I. Where `inverts`,
    /// the state and I change both, and where `keeps`, neither does: so in N, x is what it was in the column before.
    /// Elsewhere the state is 0, and x is I.
    ///
    /// A carry goes on in the same way. Let a = I & !N, and add a and a | N. Outside of N, a column adds two ones
    /// if I, and so carries, or two zeros, and so does not; a column of N adds a zero and a one, and so passes on
    /// the carry that comes in. So the carry out of each column is x. In N, the sum is the complement of the carry
    /// that comes in and goes out: hence x = a | (N & !sum).
    fn automaton(inverts: Self, keeps: Self, state: u64) -> States<Self>;

    /// Makes a counter at zero.
    fn counter(proof: Self::Proof) -> Self::Counter;
    /// Adds, for every column, the number that has these binary digits, the lowest first, and one where `also`.
    /// The columns begin with this word of their block; blocks are counted in order, each in full.
    fn count<const DIGITS: usize>(
        counter: &mut Self::Counter,
        word: usize,
        number: [Self; DIGITS],
        also: Self,
    );
    /// Returns the sum so far of numbers that have this many digits.
    fn total<const DIGITS: usize>(counter: Self::Counter) -> u64;

    /// Makes a block with all bits set.
    fn ones(proof: Self::Proof) -> Self;
    /// Computes the bitwise complement.
    fn not(self) -> Self;
    /// Computes `!self & !other`.
    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        self.or(other).not()
    }
}

/// The states of the automaton of [`Lanes::automaton`].
#[derive(Clone, Copy)]
pub struct States<L> {
    /// The state after each column.
    pub columns: L,
    /// The state after the last column, 0 or 1.
    pub last: u64,
}

/// Computes what [`Lanes::count`] adds, where `ones` counts the bits of lanes.
#[inline(always)]
fn sum<L: Lanes, const DIGITS: usize>(
    number: [L; DIGITS],
    also: L,
    ones: impl Fn(L) -> u64,
) -> u64 {
    let mut total = 0;
    for digit in number.into_iter().rev() {
        total = 2 * total + ones(digit);
    }
    total + ones(also)
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
    fn automaton(inverts: u64, keeps: u64, state: u64) -> States<u64> {
        let mut parities = inverts;
        for shift in [1, 2, 4, 8, 16, 32] {
            parities ^= parities << shift;
        }
        let runs = inverts | keeps;
        let starts = parities & !runs;
        let sum = starts.wrapping_add(starts | runs).wrapping_add(state);
        let columns = (starts | (runs & !sum)) ^ parities;
        States {
            columns,
            last: columns >> 63,
        }
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

/// Runs the automaton of [`Lanes::automaton`] from word to word. Bit w of every argument belongs to word w. Returns the
/// states before the words, and the one after the last word in the bit after them.
///
/// Parities begin at 0 in a word that is added up by itself, so the carry that should come in is the state s
/// before the word. The carry out of it is `generated`, or s if the word is `propagating`, and the state after the
/// word is that carry ^ the word's `parity`.
///
/// Let Π be the parity of all words before a word, and y = s ^ Π. After a word that is propagating, y is what it
/// was before; after another one it is `generated` ^ Π. So y goes on as a carry does, and one addition finds it for
/// all words: the y that are set are added to the words that pass them on, and exclusive or takes these out of the
/// sum again.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[inline(always)]
fn across_words(generated: u32, propagating: u32, parity: u32, state: u32) -> u32 {
    let before = u32::from(PARITIES[parity as usize & 0xff]) << 1;
    let generated = (generated ^ before) & !propagating & 0xff;
    let carries = ((generated << 1 | state) + propagating) ^ propagating;
    carries ^ before
}

/// A table by a byte: bit i of entry m is the parity of bits 0..=i of m.
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
