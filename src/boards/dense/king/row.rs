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
/// A move from value v to value w wins iff v ^ w is the nim-sum; values of neighbours differ, so
/// v ^ w is 1, 2 or 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Moves that change the value by 1, by 2 and by 3, in the sense of exclusive or.
    pub changing: [u64; 3],
    /// Nim-sum of the pieces' values.
    pub sum: u8,
}

impl Tally {
    /// Adds what another stretch gave.
    pub fn add(&mut self, other: Tally) {
        for (moves, others) in self.changing.iter_mut().zip(other.changing) {
            *moves += others;
        }
        self.sum ^= other.sum;
    }

    /// How many moves there are.
    pub fn moves(&self) -> u64 {
        self.changing.iter().sum()
    }

    /// How many moves lead to nim-sum zero, were the nim-sum `total`.
    pub fn winning(&self, total: u8) -> u64 {
        match total {
            1..=3 => self.changing[usize::from(total) - 1],
            _ => 0,
        }
    }
}

/// Whether an odd number of bits is set.
#[inline(always)]
fn parity<L: Lanes>(lanes: L) -> u8 {
    let mut plane = [0; WORDS];
    lanes.store(&mut plane, 0);
    (plane.iter().fold(0, |all, word| all ^ word).count_ones() & 1) as u8
}

/// For every column, the product of a number from 0 to 9, in binary, and of `once` + `again`, two
/// numbers 0 or 1: at most 18, so five digits.
#[inline(always)]
fn times<L: Lanes>(number: [L; 4], [once, again]: [L; 2]) -> [L; 5] {
    let (single, double) = (once.xor(again), once.and(again));
    let [ones, twos, fours, eights] = number;
    let digit = |digit: L, lower: L| digit.and(single).or(lower.and(double));
    [ones.and(single), digit(twos, ones), digit(fours, twos), digit(eights, fours), eights.and(double)]
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

impl<L: Lanes> Neighbour<L> {
    /// Where a move there from a cell with these digits changes the value by 1, by 2 and by 3.
    #[inline(always)]
    fn changing(self, low: L, high: L) -> [L; 3] {
        // The values differ: where one digit is the same, the other is not.
        let one = self.exists.and_not(self.high.xor(high));
        let two = self.exists.and_not(self.low.xor(low));
        [one, two, self.exists.and_not(one.or(two))]
    }
}

/// Where a king has a move that changes the value by 1, by 2 and by 3; with each, where it has
/// another such move.
#[inline(always)]
fn moves<L: Lanes>(low: L, high: L, [up, left, up_left]: [Neighbour<L>; 3]) -> [[L; 2]; 3] {
    let up = up.changing(low, high);
    let left = left.changing(low, high);
    let up_left = up_left.changing(low, high);
    // The value up left differs from the one left, and from the one up.
    let beside = |change: usize| left[change].or(up_left[change]);
    [[up[0], beside(0)], [up[1], beside(1)], [up[2], beside(2)]]
}

/// Puts the words of several planes back.
#[inline(always)]
fn store<L: Lanes, const N: usize>(from: [L; N], planes: &mut [Plane; N], word: usize) {
    for (lanes, plane) in from.into_iter().zip(planes) {
        lanes.store(plane, word);
    }
}

/// Counts the columns of two planes.
#[inline(always)]
fn count_each<L: Lanes>(counter: &mut L::Counter, [once, again]: &[Plane; 2]) {
    L::count(counter, std::array::from_ref(once));
    L::count(counter, std::array::from_ref(again));
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
    let mut counters = [L::counter(); 3];
    let none = L::ones().nor(L::ones());
    let (mut low_sum, mut high_sum) = (none, none);

    let mut planes = [[[0; WORDS]; 2]; 3];
    let mut products = [[[0; WORDS]; 5]; 3];
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
                let moves = moves(own_low, own_high, [up, left, up_left]);
                if PIECES >= SEVERAL {
                    let [two, four, eight] = &counts[block].0;
                    let pieces = [odd, L::load(two, word), L::load(four, word), L::load(eight, word)];
                    store(times(pieces, moves[0]), &mut products[0], word);
                    store(times(pieces, moves[1]), &mut products[1], word);
                    store(times(pieces, moves[2]), &mut products[2], word);
                } else {
                    store(moves[0], &mut planes[0], word);
                    store(moves[1], &mut planes[1], word);
                    store(moves[2], &mut planes[2], word);
                }
                low_sum = low_sum.xor(odd.and(own_low));
                high_sum = high_sum.xor(odd.and(own_high));
            }
            above_before = above;
            own_before = [free, own_low, own_high];
        }
        if PIECES >= SEVERAL {
            L::count(&mut counters[0], &products[0]);
            L::count(&mut counters[1], &products[1]);
            L::count(&mut counters[2], &products[2]);
        } else if PIECES == SINGLE {
            count_each::<L>(&mut counters[0], &planes[0]);
            count_each::<L>(&mut counters[1], &planes[1]);
            count_each::<L>(&mut counters[2], &planes[2]);
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
        _ => Tally { changing: counters.map(L::total), sum: parity(low_sum) | parity(high_sum) << 1 },
    }
}
