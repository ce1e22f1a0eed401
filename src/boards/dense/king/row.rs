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

impl Carry {
    /// The digits of a cell that is not there: free or not, low, high.
    pub(super) const EDGE: [u64; 3] = [0, 1, 1];

    /// Right of a cell with these digits, below which the row above has such a cell.
    ///
    /// A left neighbour of value v is one that had m = v and b = 0.
    pub(super) fn beside(left: [u64; 3], up_left: [u64; 3]) -> Carry {
        let top = |digits: [u64; 3]| digits.map(|digit| digit << 63);
        let choice = match left {
            [1, 0, 0] => [1, 0],
            [1, 1, 0] => [0, 1],
            [1, 0, 1] => [1, 1],
            _ => [0, 0],
        };
        let [low, high] = choice.map(|digit: u64| digit << 63);
        Carry { state: 0, above: top(up_left), choice: [low, high, 0, 0], own: top(left) }
    }

    /// The digits of the last cell.
    pub(super) fn last(&self) -> [u64; 3] {
        self.own.map(|word| word >> 63)
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
    moves: L::Counter,
    low: L::Counter,
    high: L::Counter,
}

impl<L: Lanes> Counter<L> {
    #[inline(always)]
    fn new() -> Self {
        Counter { moves: L::counter(), low: L::counter(), high: L::counter() }
    }

    /// Adds, of every column, the numbers of moves, of those that change the low digit, and of those
    /// that change the high one.
    #[inline(always)]
    fn count<const DIGITS: usize>(&mut self, [moves, low, high]: [[L; DIGITS]; 3]) {
        L::count(&mut self.moves, moves);
        L::count(&mut self.low, low);
        L::count(&mut self.high, high);
    }

    #[inline(always)]
    fn tally(self, sum: u8) -> Tally {
        Tally { moves: L::total(self.moves), low: L::total(self.low), high: L::total(self.high), sum }
    }
}

/// Whether an odd number of bits is set.
#[inline(always)]
fn parity<L: Lanes>(lanes: L) -> u8 {
    let mut plane = [0; WORDS];
    lanes.store(&mut plane, 0);
    (plane.iter().fold(0, |all, word| all ^ word).count_ones() & 1) as u8
}

/// For every column, the product of a number of four binary digits and one of two; at most 9·3,
/// so five digits.
#[inline(always)]
fn times<L: Lanes>(a: [L; 4], [ones, twos]: [L; 2]) -> [L; 5] {
    let once = [a[0].and(ones), a[1].and(ones), a[2].and(ones), a[3].and(ones)];
    let twice = [a[0].and(twos), a[1].and(twos), a[2].and(twos), a[3].and(twos)];
    let carry = once[1].and(twice[0]);
    let [third, carry] = once[2].plus(twice[1], carry);
    let [fourth, carry] = once[3].plus(twice[2], carry);
    [once[0], once[1].xor(twice[0]), third, fourth, twice[3].xor(carry)]
}

/// `yes` where `which`, elsewhere `no`.
#[inline(always)]
fn select<L: Lanes>(which: L, yes: L, no: L) -> L {
    which.and(yes).or(no.and_not(which))
}

/// The columns that are not set.
#[inline(always)]
fn not<L: Lanes>(lanes: L) -> L {
    L::ones().and_not(lanes)
}

/// Neighbours of the cells: which exist, and their values' binary digits.
#[derive(Clone, Copy)]
struct Neighbour<L> {
    exists: L,
    low: L,
    high: L,
}

/// For every cell, how many moves it has, how many of them change the low digit of the value, and
/// how many the high one: each in binary.
#[inline(always)]
fn moves<L: Lanes>(low: L, high: L, around: [Neighbour<L>; 3]) -> [[L; 2]; 3] {
    let [up, left, up_left] = around;
    let low = |cell: Neighbour<L>| cell.exists.and(cell.low.xor(low));
    let high = |cell: Neighbour<L>| cell.exists.and(cell.high.xor(high));
    [
        up.exists.plus(left.exists, up_left.exists),
        low(up).plus(low(left), low(up_left)),
        high(up).plus(high(left), high(up_left)),
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
    let none = L::ones().nor(L::ones());
    let (mut low_sum, mut high_sum) = (none, none);

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
            // Every free cell has an m.
            let inverted = free.and_not(differs);
            let (c1_left, c2_left) = (c1.shifted(choice_before[2]), c2.shifted(choice_before[3]));
            let kept = m[1].and(select(m[0], c2_left, c1_left));
            choice_before = [m[0], m[1], c1, c2];
            let (blocked, last) = L::automaton(inverted, kept, state);
            state = last;

            // Of m + 1, the low digit is set where m is 0 or 2, and the digits differ where m is 0 or 1.
            let own_low = not(select(blocked, c2, m[0]));
            let own_high = not(select(blocked, c1, m[0].xor(m[1])));
            free.store(&mut values.free, word);
            own_low.store(&mut values.low, word);
            own_high.store(&mut values.high, word);

            if PIECES >= SINGLE {
                let odd = L::load(&cells.odd, word);
                // Where pieces stand singly, only what is around them is looked at.
                let around = |exists: L| if PIECES == SINGLE { exists.and(odd) } else { exists };
                let up = Neighbour { exists: around(above[0]), low, high };
                let exists = around(above[0].shifted(above_before[0]));
                let up_left = Neighbour { exists, low: low_left, high: high_left };
                let left = Neighbour {
                    exists: around(free.shifted(own_before[0])),
                    low: own_low.shifted(own_before[1]),
                    high: own_high.shifted(own_before[2]),
                };
                let [all, of_low, of_high] = moves(own_low, own_high, [up, left, up_left]);
                if PIECES >= SEVERAL {
                    let [two, four, eight] = &counts[block].0;
                    let pieces = [odd, L::load(two, word), L::load(four, word), L::load(eight, word)];
                    counter.count([times(pieces, all), times(pieces, of_low), times(pieces, of_high)]);
                } else {
                    counter.count([all, of_low, of_high]);
                }
                low_sum = low_sum.xor(odd.and(own_low));
                high_sum = high_sum.xor(odd.and(own_high));
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
    match PIECES {
        BARE => Tally::default(),
        _ => counter.tally(parity(low_sum) | parity(high_sum) << 1),
    }
}
