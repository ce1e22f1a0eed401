//! The Grundy values of one row of kings from those of the row above: no loop over cells.
//!
//! A king steps up, left or up-left, so a value is the mex of at most three neighbours and lies
//! in 0..=3. With S_v the columns that see value v above or above left, the value would be, if
//! there were no left neighbour,
//!
//! ```text
//! m = 0 where !S0      1 where S0 & !S1      2 where S0 & S1      (all within the free cells)
//! ```
//!
//! and where the left neighbour's value is m itself it is the next one missing: c = 1 where
//! !S0 & !S1, c = 2 where (S0 ^ S1) & !S2, else 3. So one bit a cell is unknown, b = "the left
//! neighbour's value is m", and it is a one-bit automaton along the row. If b is 0 on the left,
//! the left value is its m, and b becomes Q = OR_v (m_v << 1 & m_v); if it is 1, the left value
//! is its c, and b becomes P = (c1 << 1 & m1) | (c2 << 1 & m2). P and Q are disjoint, so b is
//! inverted where Q, kept where P, and 0 elsewhere. (b can only be 1 at a free cell that has an m.)
//!
//! One carry-less multiplication and one addition settle that for a whole word, or eight
//! ([`Lanes::automaton`]).

use super::super::lanes::{Lanes, Plane, WORDS};
use super::super::text::{Cells, Counts};

/// Grundy values of 512 cells in binary. A cell that is damaged or beyond the board has value 3,
/// which its neighbours' mex cannot tell from no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Values {
    /// Cells of the board that are not damaged.
    pub free: Plane,
    /// The low binary digit: 1 or 3.
    pub low: Plane,
    /// The high binary digit: 2 or 3.
    pub high: Plane,
}

impl Default for Values {
    /// No cells.
    fn default() -> Values {
        Values { free: [0; WORDS], low: [!0; WORDS], high: [!0; WORDS] }
    }
}

/// What passes from one stretch of a row to the next: the last word of everything that is
/// shifted, and the state of the automaton.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    /// b of the last cell.
    state: u64,
    /// Free cells, low, high of the row above.
    pub(super) above: [u64; 3],
    /// The two digits of m, then c1, c2.
    choice: [u64; 4],
    /// Free cells, low, high of this row.
    pub(super) own: [u64; 3],
}

impl Default for Carry {
    /// At the left edge.
    fn default() -> Carry {
        Carry { state: 0, above: [0, !0, !0], choice: [0; 4], own: [0, !0, !0] }
    }
}

/// Moves counted as pieces pass: what is needed to know, for each value of the nim-sum, how many
/// moves restore zero, without keeping a single piece.
///
/// A move from value v to value w wins iff v ^ w is the nim-sum. Values of neighbours differ, so
/// v ^ w is 1, 2 or 3; counting moves, those with the low bit of v ^ w set and those with the
/// high bit set is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Moves.
    pub moves: u64,
    /// Moves that change the low bit of the value.
    pub low: u64,
    /// Moves that change the high bit.
    pub high: u64,
    /// Nim-sum of the pieces' values.
    pub sum: u8,
}

impl Tally {
    /// Adds what another stretch gave.
    pub fn add(&mut self, other: Tally) {
        self.moves += other.moves;
        self.low += other.low;
        self.high += other.high;
        self.sum ^= other.sum;
    }

    /// How many moves lead to nim-sum zero, were the nim-sum `total`.
    pub fn winning(&self, total: u8) -> u64 {
        match total {
            1 => self.moves - self.high,
            2 => self.moves - self.low,
            3 => self.low + self.high - self.moves,
            _ => 0,
        }
    }
}

/// Counts moves, those that change the low digit, and those that change the high one.
struct Counter<L: Lanes> {
    /// By weight: 1, 4 and 16 times.
    moves: [[L::Counter; 3]; 3],
    sum: [L; 2],
}

impl<L: Lanes> Counter<L> {
    #[inline(always)]
    fn new() -> Self {
        let zero = L::ones().xor(L::ones());
        Counter { moves: [(); 3].map(|()| [(); 3].map(|()| L::counter())), sum: [zero; 2] }
    }

    /// Counts the moves of cells with one piece, and their values.
    #[inline(always)]
    fn count_single(&mut self, pieces: L, moves: &[[L; 2]; 3], low: L, high: L) {
        for (counter, [ones, twos]) in self.moves[0].iter_mut().zip(moves) {
            L::count(counter, pieces.and(*ones), pieces.and(*twos));
        }
        self.count_values(pieces, low, high);
    }

    /// The same where cells have as many pieces as these binary digits say.
    #[inline(always)]
    fn count_several(&mut self, pieces: [L; 4], moves: &[[L; 2]; 3], low: L, high: L) {
        for (kind, moves) in moves.iter().enumerate() {
            let product = times(pieces, *moves);
            L::count(&mut self.moves[0][kind], product[0], product[1]);
            L::count(&mut self.moves[1][kind], product[2], product[3]);
            L::count(&mut self.moves[2][kind], product[4], L::ones().nor(L::ones()));
        }
        self.count_values(pieces[0], low, high);
    }

    #[inline(always)]
    fn count_values(&mut self, odd: L, low: L, high: L) {
        self.sum[0] = self.sum[0].xor(odd.and(low));
        self.sum[1] = self.sum[1].xor(odd.and(high));
    }

    #[inline(always)]
    fn tally(self) -> Tally {
        let parity = |lanes: L| {
            let mut plane = [0; WORDS];
            lanes.store(&mut plane, 0);
            (plane.iter().map(|word| word.count_ones()).sum::<u32>() & 1) as u8
        };
        let [ones, fours, sixteens] = self.moves.map(|counters| counters.map(L::total));
        let total = |kind: usize| ones[kind] + 4 * fours[kind] + 16 * sixteens[kind];
        let sum = parity(self.sum[0]) | parity(self.sum[1]) << 1;
        Tally { moves: total(0), low: total(1), high: total(2), sum }
    }
}

/// For every column, the product of a number of four binary digits and one of two; at most 9·3,
/// so five digits.
#[inline(always)]
fn times<L: Lanes>(a: [L; 4], [ones, twos]: [L; 2]) -> [L; 5] {
    let (once, twice) = (a.map(|digit| digit.and(ones)), a.map(|digit| digit.and(twos)));
    let carry = once[1].and(twice[0]);
    let [third, carry] = add3([once[2], twice[1], carry]);
    let [fourth, carry] = add3([once[3], twice[2], carry]);
    [once[0], once[1].xor(twice[0]), third, fourth, twice[3].xor(carry)]
}

/// Neighbours of the cells: which exist, and their values' binary digits.
#[derive(Clone, Copy)]
struct Neighbour<L> {
    exists: L,
    low: L,
    high: L,
}

/// Columns where one, and where two or three, of three bits are set: their sum in binary.
#[inline(always)]
fn add3<L: Lanes>([a, b, c]: [L; 3]) -> [L; 2] {
    let half = a.xor(b);
    [half.xor(c), a.and(b).or(half.and(c))]
}

/// For every cell, how many moves it has, how many of them change the low digit of the value, and
/// how many the high one: each in binary.
#[inline(always)]
fn moves<L: Lanes>(low: L, high: L, around: [Neighbour<L>; 3]) -> [[L; 2]; 3] {
    [
        add3(around.map(|cell| cell.exists)),
        add3(around.map(|cell| cell.exists.and(cell.low.xor(low)))),
        add3(around.map(|cell| cell.exists.and(cell.high.xor(high)))),
    ]
}

/// [`scan`] counts no pieces.
pub(super) const BARE: usize = 0;
/// [`scan`] counts those in [`Cells::odd`].
pub(super) const SINGLE: usize = 1;
/// [`scan`] counts those in the [`Counts`] too.
pub(super) const SEVERAL: usize = 2;

/// Replaces `values`, a stretch of the row above, by those of the row `cells` describes, and
/// tallies the moves of the pieces `PIECES` names.
///
/// Work: about 60 operations on blocks of lanes a block, 100 with pieces.
#[inline(always)]
pub(super) fn scan<L: Lanes, const PIECES: usize>(
    values: &mut [Values],
    cells: &[Cells],
    counts: &[Counts],
    carry: &mut Carry,
) -> Tally {
    assert_eq!(values.len(), cells.len());
    assert!(PIECES < SEVERAL || counts.len() == cells.len());
    let mut state = carry.state;
    let mut above_before = carry.above.map(L::with_last);
    let mut choice_before = carry.choice.map(L::with_last);
    let mut own_before = carry.own.map(L::with_last);
    let mut counter = Counter::<L>::new();

    for (block, (values, cells)) in values.iter_mut().zip(cells).enumerate() {
        for word in (0..WORDS).step_by(L::WIDTH) {
            let above = [&values.free, &values.low, &values.high].map(|plane| L::load(plane, word));
            let free = L::load(&cells.free, word);
            let [_, low, high] = above;
            let (low_left, high_left) = (low.shifted(above_before[1]), high.shifted(above_before[2]));

            let seen0 = low.nor(high).or(low_left.nor(high_left));
            let seen1 = low.and_not(high).or(low_left.and_not(high_left));
            let seen2 = high.and_not(low).or(high_left.and_not(low_left));
            // m + 1 in binary, 0 where there is none.
            let not0 = free.and(seen0);
            let m = [free.and_not(not0.and_not(seen1)), not0];
            let c1 = seen0.nor(seen1);
            let c2 = seen0.xor(seen1).and_not(seen2);

            let m_left = [m[0].shifted(choice_before[0]), m[1].shifted(choice_before[1])];
            let differs = m[0].xor(m_left[0]).or(m[1].xor(m_left[1]));
            let inverted = m[0].or(m[1]).and_not(differs);
            let m0 = m[0].and_not(m[1]);
            let m1 = m[1].and_not(m[0]);
            let m2 = m[0].and(m[1]);
            let kept = c1.shifted(choice_before[2]).and(m1).or(c2.shifted(choice_before[3]).and(m2));
            choice_before = [m[0], m[1], c1, c2];
            let (blocked, last) = L::automaton(inverted, kept, state);
            state = last;

            let own0 = m0.and_not(blocked);
            let own1 = m1.and_not(blocked).or(free.and(c1).and(blocked));
            let own2 = m2.and_not(blocked).or(free.and(c2).and(blocked));
            let (own_low, own_high) = (own0.nor(own2), own0.nor(own1));
            free.store(&mut values.free, word);
            own_low.store(&mut values.low, word);
            own_high.store(&mut values.high, word);

            if PIECES >= SINGLE {
                let up = Neighbour { exists: above[0], low, high };
                let exists = above[0].shifted(above_before[0]);
                let up_left = Neighbour { exists, low: low_left, high: high_left };
                let left = Neighbour {
                    exists: free.shifted(own_before[0]),
                    low: own_low.shifted(own_before[1]),
                    high: own_high.shifted(own_before[2]),
                };
                let moves = moves(own_low, own_high, [up, left, up_left]);
                let odd = L::load(&cells.odd, word);
                if PIECES >= SEVERAL {
                    let [twos, fours, eights] = &counts[block].0;
                    let pieces =
                        [odd, L::load(twos, word), L::load(fours, word), L::load(eights, word)];
                    counter.count_several(pieces, &moves, own_low, own_high);
                } else {
                    counter.count_single(odd, &moves, own_low, own_high);
                }
            }
            above_before = above;
            own_before = [free, own_low, own_high];
        }
    }
    *carry = Carry {
        state,
        above: above_before.map(L::last),
        choice: choice_before.map(L::last),
        own: own_before.map(L::last),
    };
    if PIECES >= SINGLE { counter.tally() } else { Tally::default() }
}
