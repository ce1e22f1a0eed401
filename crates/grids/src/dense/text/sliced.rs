//! Text with digits to bits: characters as eight planes of bits. What a character is, and whether it is one of a
//! board's, is then a question of bits, answered for all columns of the lanes at once.
//!
//! ```text
//!        bits 7…4   3…0             bits 7…4   3…0
//! . is       0010   1110      K is      0100   1011
//! # is       0010   0011      X is      0101   1000      2 to 9 are 0011 and the number
//! ```
//!
//! Work: about 110 operations for the columns of the lanes, and what [`Characters::spread`] takes.

#![expect(
    clippy::many_single_char_names,
    reason = "the eight words of a transposition are named by letters"
)]

use super::cells::{CellBlock, Counts, clear_counts_tail, clear_tail};
use crate::dense::lanes::{Lanes, WORDS};

/// Lanes into which text can be brought.
pub(super) trait Characters: Lanes {
    /// Brings `64 * WIDTH` characters into eight lanes: byte k of lanes j is character 8·k + j.
    fn spread(proof: Self::Proof, text: &[u8]) -> [Self; 8];
    /// Repeats a byte.
    fn each(proof: Self::Proof, byte: u8) -> Self;
    /// Shifts the bits of each word to lower places.
    fn lower<const BY: i32>(self) -> Self;
    /// Shifts the bits of each word to higher places.
    fn higher<const BY: i32>(self) -> Self;
}

/// Exchanges the bits of `a` that are `BY` above those of `kept` with the bits `kept` of `b`.
#[inline(always)]
pub(super) fn exchange<L: Characters, const BY: i32>(a: &mut L, b: &mut L, kept: L) {
    let differ = a.lower::<BY>().xor(*b).and(kept);
    *b = b.xor(differ);
    *a = a.xor(differ.higher::<BY>());
}

/// Does [`Characters::spread`] for eight vectors of 16 bytes of text in order, or of several such next to each
/// other, by a function that interleaves the bytes of two: those of their first halves, those of their second.
///
/// The number of a byte's place in the text has seven bits, of which the lowest four are its place in the vector. A
/// step makes the highest of these a bit of the number of the vector, and one of that number the lowest of these. After
/// four steps the number of the vector is the lowest three bits of the place in the text.
#[inline(always)]
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
pub(super) fn interleave<V: Copy>(text: [V; 8], mixed: impl Fn(V, V) -> [V; 2]) -> [V; 8] {
    let [a, b, c, d, e, f, g, h] = text;
    let ([a, e], [b, f]) = (mixed(a, e), mixed(b, f));
    let ([c, g], [d, h]) = (mixed(c, g), mixed(d, h));
    let ([a, c], [b, d]) = (mixed(a, c), mixed(b, d));
    let ([e, g], [f, h]) = (mixed(e, g), mixed(f, h));
    let ([a, b], [c, d]) = (mixed(a, b), mixed(c, d));
    let ([e, f], [g, h]) = (mixed(e, f), mixed(g, h));
    let ([a, e], [b, f]) = (mixed(a, e), mixed(b, f));
    let ([c, g], [d, h]) = (mixed(c, g), mixed(d, h));
    [a, e, b, f, c, g, d, h]
}

/// Turns characters into planes: bit p of byte k of lanes j becomes bit j of byte k of lanes p.
#[inline(always)]
fn planes<L: Characters>(proof: L::Proof, characters: [L; 8]) -> [L; 8] {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = characters;
    let kept = L::each(proof, 0x0f);
    exchange::<L, 4>(&mut a, &mut e, kept);
    exchange::<L, 4>(&mut b, &mut f, kept);
    exchange::<L, 4>(&mut c, &mut g, kept);
    exchange::<L, 4>(&mut d, &mut h, kept);
    let kept = L::each(proof, 0x33);
    exchange::<L, 2>(&mut a, &mut c, kept);
    exchange::<L, 2>(&mut b, &mut d, kept);
    exchange::<L, 2>(&mut e, &mut g, kept);
    exchange::<L, 2>(&mut f, &mut h, kept);
    let kept = L::each(proof, 0x55);
    exchange::<L, 1>(&mut a, &mut b, kept);
    exchange::<L, 1>(&mut c, &mut d, kept);
    exchange::<L, 1>(&mut e, &mut f, kept);
    exchange::<L, 1>(&mut g, &mut h, kept);
    [a, b, c, d, e, f, g, h]
}

/// The meaning of the characters in the columns of lanes.
struct Columns<L> {
    /// The columns whose character is one of a board's.
    known: L,
    /// The undamaged columns.
    free: L,
    /// The binary digits of the number of pieces, the lowest first.
    pieces: [L; 4],
}

impl<L: Characters> Columns<L> {
    /// Reads the planes of the characters' bits, by the table above.
    #[inline(always)]
    fn of([b0, b1, b2, b3, b4, b5, b6, b7]: [L; 8]) -> Columns<L> {
        let digit = b5.and(b4);
        let king = b6.and_not(b4);
        let is_digit = b3.xor(b2.or(b1));
        let is_letter = b3.and_not(b2).and(b1.xor(b4)).and(b0.xor(b4));
        let is_mark = b1.and_not(b2.xor(b3)).and(b0.xor(b3));
        let without_b6 = digit.and(is_digit).or(b5.and_not(b4).and(is_mark));
        let known = b6
            .and_not(b5)
            .and(is_letter)
            .or(without_b6.and_not(b6))
            .and_not(b7);
        Columns {
            known,
            free: king.or(b5.and(b4.or(b3))),
            pieces: [
                king.or(digit.and(b0)),
                digit.and(b1),
                digit.and(b2),
                digit.and(b3),
            ],
        }
    }
}

/// Converts text into cells and counts; returns whether it holds only board characters. `STEP` is `64 * L::WIDTH`.
#[inline(always)]
pub(super) fn convert_counts<L: Characters, const STEP: usize>(
    proof: L::Proof,
    text: &[u8],
    cells: &mut [CellBlock],
    counts: &mut [Counts],
) -> bool {
    let (whole, rest) = text.as_chunks::<STEP>();
    let mut padded = [b'X'; STEP];
    padded[..rest.len()].copy_from_slice(rest);
    let last = if rest.is_empty() { None } else { Some(&padded) };
    let mut known = L::ones(proof);
    for (index, chunk) in whole.iter().chain(last).enumerate() {
        let columns = Columns::of(planes(proof, L::spread(proof, chunk)));
        known = known.and(columns.known);
        let block = index * L::WIDTH / WORDS;
        let word = index * L::WIDTH % WORDS;
        let [two, four, eight] = &mut counts[block].0;
        columns.free.store(&mut cells[block].free, word);
        columns.pieces[0].store(&mut cells[block].odd, word);
        columns.pieces[1].store(two, word);
        columns.pieces[2].store(four, word);
        columns.pieces[3].store(eight, word);
    }
    clear_tail(text.len(), cells);
    clear_counts_tail(text.len(), counts);
    let mut all = [!0; WORDS];
    known.store(&mut all, 0);
    all == [!0; WORDS]
}
