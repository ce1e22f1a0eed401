//! The moves of kings, counted as they pass.
//!
//! A stretch of a row is counted after its values are known, from copies of the values above: the
//! recurrence is one dependency chain per block, and counting in between would keep the processor from
//! overlapping consecutive blocks.

use super::super::ahead::Ahead;
use super::super::lanes::{Lanes, Plane, WORDS};
use super::super::text::{CellBlock, Counts};
use super::row::Row;
use super::row::{Carry, KeptAbove, KingValues, advance};

/// The moves that were counted as pieces passed: what is needed to know, for each value of the nim-sum, how many
/// moves restore zero, without keeping a single piece.
///
/// A move from value v to value w wins iff v ^ w is the nim-sum; values of neighbours differ, so
/// v ^ w is 1, 2 or 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The numbers of moves that change the value by 1, by 2 and by 3, in the sense of exclusive or.
    pub changing: [u64; 3],
    /// The nim-sum of the pieces' values.
    pub sum: u8,
}

impl Tally {
    /// Adds the tally of another stretch.
    pub fn add(&mut self, other: Tally) {
        for (moves, others) in self.changing.iter_mut().zip(other.changing) {
            *moves += others;
        }
        self.sum ^= other.sum;
    }

    /// Counts all moves.
    pub fn moves(&self) -> u64 {
        self.changing.iter().sum()
    }

    /// Counts the moves that lead to nim-sum zero, were the nim-sum `total`.
    pub fn winning(&self, total: u8) -> u64 {
        match total {
            1..=3 => self.changing[usize::from(total) - 1],
            _ => 0,
        }
    }
}

/// Tells whether an odd number of bits is set, as 1 or 0.
#[inline(always)]
fn parity<L: Lanes>(lanes: L) -> u8 {
    let mut plane = [0; WORDS];
    lanes.store(&mut plane, 0);
    (plane.iter().fold(0, |all, word| all ^ word).count_ones() & 1) as u8
}

/// Multiplies, in every column, a number from 0 to 9, in binary, by `once` + `again`, two
/// numbers 0 or 1: the product is at most 18, so it has five digits.
#[inline(always)]
fn times<L: Lanes>(number: [L; 4], [once, again]: [L; 2]) -> [L; 5] {
    let single = once.xor(again);
    let double = once.and(again);
    let [ones, twos, fours, eights] = number;
    let digit = |digit: L, lower: L| digit.and(single).or(lower.and(double));
    [
        ones.and(single),
        digit(twos, ones),
        digit(fours, twos),
        digit(eights, fours),
        eights.and(double),
    ]
}

/// The neighbours of the cells in one direction: which exist, and the binary digits of their values.
#[derive(Clone, Copy)]
struct Neighbour<L> {
    /// The cells that have such a neighbour.
    exists: L,
    /// The low binary digits of the neighbours' values.
    low: L,
    /// The high binary digits of the neighbours' values.
    high: L,
}

impl<L: Lanes> Neighbour<L> {
    /// Finds, for cells with these digits, those for which a move to the neighbour changes the value by 1, by 2 and
    /// by 3.
    #[inline(always)]
    fn changing(self, low: L, high: L) -> [L; 3] {
        // The values differ: if one digit agrees, the other does not.
        let one = self.exists.and_not(self.high.xor(high));
        let two = self.exists.and_not(self.low.xor(low));
        [one, two, self.exists.and_not(one.or(two))]
    }
}

/// Finds the cells from which a king has a move that changes the value by 1, by 2 and by 3; with each, the cells with
/// a second such move.
#[inline(always)]
fn moves<L: Lanes>(low: L, high: L, [up, left, up_left]: [Neighbour<L>; 3]) -> [[L; 2]; 3] {
    let up = up.changing(low, high);
    let left = left.changing(low, high);
    let up_left = up_left.changing(low, high);
    // No change has three moves, or two that are left and up-left: the value up-left differs from the one at the
    // left, and from the one above.
    let second = |change: usize| left[change].or(up_left[change]);
    [[up[0], second(0)], [up[1], second(1)], [up[2], second(2)]]
}

/// Stores two planes.
#[inline(always)]
fn store<L: Lanes>([once, again]: [L; 2], planes: &mut [Plane; 2], word: usize) {
    once.store(&mut planes[0], word);
    again.store(&mut planes[1], word);
}

/// A kind of pieces: there are none.
pub(super) const BARE: usize = 0;
/// A kind of pieces: at most one on a cell, shown by [`CellBlock::odd`].
pub(super) const SINGLE: usize = 1;
/// A kind of pieces: perhaps several on a cell, with the other digits of their number in [`Counts`].
pub(super) const SEVERAL: usize = 2;

/// The sums over the pieces counted so far.
struct Counter<L: Lanes> {
    /// The proof that the processor has the instructions.
    proof: L::Proof,
    /// The numbers of moves that change the value by 1, by 2 and by 3.
    changing: [L::Counter; 3],
    /// The digits of the values of pieces that are odd in number.
    sum: [L; 2],
}

impl<L: Lanes> Counter<L> {
    /// Begins with no pieces.
    #[inline(always)]
    fn new(proof: L::Proof) -> Self {
        Counter {
            proof,
            changing: [L::counter(proof); 3],
            sum: [L::ones(proof).not(); 2],
        }
    }

    /// Adds up the columns, whose numbers have this many digits.
    #[inline(always)]
    fn tally<const DIGITS: usize>(self) -> Tally {
        let [low, high] = self.sum;
        let [one, two, three] = self.changing;
        let changing = [
            L::total::<DIGITS>(one),
            L::total::<DIGITS>(two),
            L::total::<DIGITS>(three),
        ];
        Tally {
            changing,
            sum: parity(low) | parity(high) << 1,
        }
    }

    /// Counts the moves of the pieces of a stretch, by its own values, the values above, and what `before` says of the
    /// cells left of it.
    ///
    /// Work: about 45 operations on lanes for the columns of the lanes, 85 with several pieces on a cell, and
    /// counting six planes of bits, or 15.
    #[inline(always)]
    fn count<const PIECES: usize>(
        &mut self,
        above: &[KeptAbove],
        own: &[KingValues],
        cells: &[CellBlock],
        counts: &[Counts],
        before: &Carry,
        planes: &mut [Moves; STRETCH],
    ) {
        let proof = self.proof;
        let mut above_before = L::with_last(proof, before.above[0]);
        let mut own_before = before.own.map(|word| L::with_last(proof, word));
        let none = L::ones(proof).not();
        for (block, ((above, own), cells)) in above.iter().zip(own).zip(cells).enumerate() {
            for word in (0..WORDS).step_by(L::WIDTH) {
                let odd = L::load(proof, &cells.odd, word);
                // If pieces stand singly, only cells around them are looked at.
                let around = |digits: [L; 3]| {
                    let [free, low, high] = digits;
                    Neighbour {
                        exists: if PIECES == SINGLE {
                            free.and(odd)
                        } else {
                            free
                        },
                        low,
                        high,
                    }
                };
                let [low, high] = above.left::<L>(proof, word);
                let above = above.digits::<L>(proof, word);
                let up_left = around([above[0].shifted(above_before), low, high]);
                let own = own.digits::<L>(proof, word);
                let [free, low, high] = own_before;
                let left = [
                    own[0].shifted(free),
                    own[1].shifted(low),
                    own[2].shifted(high),
                ];
                let moves = moves(own[1], own[2], [around(above), around(left), up_left]);
                if PIECES == SEVERAL && L::ONE_SUM_AT_A_TIME {
                    let [one, two, three] = moves;
                    store(one, &mut planes[block][0], word);
                    store(two, &mut planes[block][1], word);
                    store(three, &mut planes[block][2], word);
                } else if PIECES == SEVERAL {
                    let [two, four, eight] = &counts[block].0;
                    let pieces = [
                        odd,
                        L::load(proof, two, word),
                        L::load(proof, four, word),
                        L::load(proof, eight, word),
                    ];
                    L::count(&mut self.changing[0], word, times(pieces, moves[0]), none);
                    L::count(&mut self.changing[1], word, times(pieces, moves[1]), none);
                    L::count(&mut self.changing[2], word, times(pieces, moves[2]), none);
                } else {
                    L::count(&mut self.changing[0], word, [moves[0][0]], moves[0][1]);
                    L::count(&mut self.changing[1], word, [moves[1][0]], moves[1][1]);
                    L::count(&mut self.changing[2], word, [moves[2][0]], moves[2][1]);
                }
                self.sum = [
                    self.sum[0].xor(odd.and(own[1])),
                    self.sum[1].xor(odd.and(own[2])),
                ];
                above_before = above[0];
                own_before = own;
            }
        }
        if PIECES == SEVERAL && L::ONE_SUM_AT_A_TIME {
            self.add(planes, cells, counts, 0);
            self.add(planes, cells, counts, 1);
            self.add(planes, cells, counts, 2);
        }
    }

    /// Counts moves that change the value in one way.
    #[inline(always)]
    fn add(&mut self, planes: &[Moves], cells: &[CellBlock], counts: &[Counts], change: usize) {
        let proof = self.proof;
        let mut counter = self.changing[change];
        let none = L::ones(proof).not();
        for ((cells, planes), counts) in cells.iter().zip(planes).zip(counts) {
            let [once, again] = &planes[change];
            let [two, four, eight] = &counts.0;
            for word in (0..WORDS).step_by(L::WIDTH) {
                let moves = [L::load(proof, once, word), L::load(proof, again, word)];
                let pieces = [
                    L::load(proof, &cells.odd, word),
                    L::load(proof, two, word),
                    L::load(proof, four, word),
                    L::load(proof, eight, word),
                ];
                L::count(&mut counter, word, times(pieces, moves), none);
            }
        }
        self.changing[change] = counter;
    }
}

/// The cells with moves that change the value by 1, by 2 and by 3; with each, the cells with a second such move.
type Moves = [[Plane; 2]; 3];

/// The number of blocks counted at a time: few enough that the copies stay in the first cache.
const STRETCH: usize = 8;

/// Replaces `values`, a stretch of the row above, by the values of `row`, and
/// tallies the moves of its pieces, which are of the kind `PIECES`.
#[inline(always)]
pub(super) fn scan<L: Lanes, const PIECES: usize>(
    proof: L::Proof,
    values: &mut [KingValues],
    row: Row<'_>,
    carry: &mut Carry,
) -> Tally {
    let Row {
        cells,
        counts,
        ahead,
        ..
    } = row;
    assert_eq!(values.len(), cells.len());
    assert!(PIECES < SEVERAL || counts.len() == cells.len());
    let mut ahead = Ahead::new(ahead);
    if PIECES == BARE {
        advance::<L, false>(proof, values, cells, &mut [], carry, &mut ahead);
        return Tally::default();
    }
    let mut counter = Counter::<L>::new(proof);
    let mut above = [KeptAbove::UNSET; STRETCH];
    let mut planes = [[[[0; WORDS]; 2]; 3]; STRETCH];
    for (index, (values, cells)) in values
        .chunks_mut(STRETCH)
        .zip(cells.chunks(STRETCH))
        .enumerate()
    {
        let above = &mut above[..values.len()];
        let before = *carry;
        advance::<L, true>(proof, values, cells, above, carry, &mut ahead);
        let counts = if PIECES == SEVERAL {
            &counts[index * STRETCH..][..cells.len()]
        } else {
            counts
        };
        counter.count::<PIECES>(above, values, cells, counts, &before, &mut planes);
    }
    if PIECES == SEVERAL {
        counter.tally::<5>()
    } else {
        counter.tally::<1>()
    }
}
