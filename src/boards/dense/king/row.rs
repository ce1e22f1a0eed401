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
//! inverted where Q, kept where P, and 0 elsewhere.
//!
//! One carry-less multiplication and one addition settle that for a whole word, or eight
//! ([`Lanes::automaton`]).

use super::super::lanes::{Lanes, Plane, WORDS};
use super::super::text::{Cells, Counts};

/// Grundy values of 512 cells, as three bits each; a cell that is damaged or beyond the board
/// has none of them set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Values {
    /// Value 0.
    pub zero: Plane,
    /// The low binary digit: 1 or 3.
    pub low: Plane,
    /// The high binary digit: 2 or 3.
    pub high: Plane,
}

/// What passes from one stretch of a row to the next: the last word of everything that is
/// shifted, and the state of the automaton.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carry {
    /// b of the last cell.
    state: u64,
    /// zero, low, high of the row above.
    pub(super) above: [u64; 3],
    /// m0, m1, m2, c1, c2.
    free_choice: [u64; 5],
    /// Free cells, low, high of this row.
    pub(super) own: [u64; 3],
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
    /// Adds the moves of `times` pieces and, when that is odd, their value.
    pub fn add(&mut self, other: Tally, times: u64) {
        self.moves += other.moves * times;
        self.low += other.low * times;
        self.high += other.high * times;
        if times % 2 == 1 {
            self.sum ^= other.sum;
        }
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

struct Counter<L: Lanes> {
    moves: L::Counter,
    low: L::Counter,
    high: L::Counter,
    sum: [L; 2],
}

impl<L: Lanes> Counter<L> {
    #[inline(always)]
    fn new() -> Self {
        let zero = L::ones().xor(L::ones());
        Counter { moves: L::counter(), low: L::counter(), high: L::counter(), sum: [zero; 2] }
    }

    #[inline(always)]
    fn tally(self) -> Tally {
        let parity = |lanes: L| {
            let mut plane = [0; WORDS];
            lanes.store(&mut plane, 0);
            (plane.iter().map(|word| word.count_ones()).sum::<u32>() & 1) as u8
        };
        Tally {
            moves: L::total(self.moves),
            low: L::total(self.low),
            high: L::total(self.high),
            sum: parity(self.sum[0]) | parity(self.sum[1]) << 1,
        }
    }
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
fn add3<L: Lanes>([a, b, c]: [L; 3]) -> (L, L) {
    let half = a.xor(b);
    (half.xor(c), a.and(b).or(half.and(c)))
}

#[inline(always)]
fn count<L: Lanes>(counter: &mut Counter<L>, pieces: L, own: Neighbour<L>, around: [Neighbour<L>; 3]) {
    let moves = around.map(|cell| pieces.and(cell.exists));
    let differing = |digit: fn(&Neighbour<L>) -> L| {
        std::array::from_fn(|way| moves[way].and(digit(&around[way]).xor(digit(&own))))
    };
    let (ones, twos) = add3(moves);
    L::count(&mut counter.moves, ones, twos);
    let (ones, twos) = add3(differing(|cell| cell.low));
    L::count(&mut counter.low, ones, twos);
    let (ones, twos) = add3(differing(|cell| cell.high));
    L::count(&mut counter.high, ones, twos);
    counter.sum[0] = counter.sum[0].xor(pieces.and(own.low));
    counter.sum[1] = counter.sum[1].xor(pieces.and(own.high));
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
    let mut choice_before = carry.free_choice.map(L::with_last);
    let mut own_before = carry.own.map(L::with_last);
    let mut single = Counter::<L>::new();
    let mut several = [(); 3].map(|()| Counter::<L>::new());

    for (block, (values, cells)) in values.iter_mut().zip(cells).enumerate() {
        for word in (0..WORDS).step_by(L::WIDTH) {
            let zero = L::load(&values.zero, word);
            let low = L::load(&values.low, word);
            let high = L::load(&values.high, word);
            let free = L::load(&cells.free, word);
            let [zero_left, low_left, high_left] =
                [zero.shifted(above_before[0]), low.shifted(above_before[1]), high.shifted(above_before[2])];
            above_before = [zero, low, high];

            let seen0 = zero.or(zero_left);
            let seen1 = low.and_not(high).or(low_left.and_not(high_left));
            let seen2 = high.and_not(low).or(high_left.and_not(low_left));
            let m0 = free.and_not(seen0);
            let m1 = free.and(seen0).and_not(seen1);
            let m2 = free.and(seen0).and(seen1);
            let c1 = seen0.nor(seen1);
            let c2 = seen0.xor(seen1).and_not(seen2);

            let same = |now: L, before: L| now.and(now.shifted(before));
            let inverted =
                same(m0, choice_before[0]).or(same(m1, choice_before[1])).or(same(m2, choice_before[2]));
            let kept = c1.shifted(choice_before[3]).and(m1).or(c2.shifted(choice_before[4]).and(m2));
            choice_before = [m0, m1, m2, c1, c2];
            let (blocked, last) = L::automaton(inverted, kept, state);
            state = last;

            let own_zero = m0.and_not(blocked);
            let own1 = m1.and_not(blocked).or(c1.and(blocked));
            let own2 = m2.and_not(blocked).or(c2.and(blocked));
            let own_low = free.and_not(own_zero).and_not(own2);
            let own_high = free.and_not(own_zero).and_not(own1);
            own_zero.store(&mut values.zero, word);
            own_low.store(&mut values.low, word);
            own_high.store(&mut values.high, word);

            if PIECES >= SINGLE {
                let up = Neighbour { exists: zero.or(low).or(high), low, high };
                let up_left = Neighbour {
                    exists: zero_left.or(low_left).or(high_left),
                    low: low_left,
                    high: high_left,
                };
                let left = Neighbour {
                    exists: free.shifted(own_before[0]),
                    low: own_low.shifted(own_before[1]),
                    high: own_high.shifted(own_before[2]),
                };
                let own = Neighbour { exists: free, low: own_low, high: own_high };
                let around = [up, left, up_left];
                count(&mut single, L::load(&cells.odd, word), own, around);
                if PIECES >= SEVERAL {
                    for (counter, plane) in several.iter_mut().zip(&counts[block].0) {
                        count(counter, L::load(plane, word), own, around);
                    }
                }
            }
            own_before = [free, own_low, own_high];
        }
    }
    *carry = Carry {
        state,
        above: above_before.map(L::last),
        free_choice: choice_before.map(L::last),
        own: own_before.map(L::last),
    };
    let mut tally = Tally::default();
    if PIECES >= SINGLE {
        tally.add(single.tally(), 1);
    }
    if PIECES >= SEVERAL {
        for (counter, weight) in several.into_iter().zip([2, 4, 8]) {
            tally.add(counter.tally(), weight);
        }
    }
    tally
}
