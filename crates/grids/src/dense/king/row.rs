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
//! One carry-less multiplication and one addition settle that for a whole word, or four
//! ([`Lanes::automaton`]).

use super::super::ahead::Ahead;
use super::super::lanes::{Lanes, Plane, States, WORDS};
use super::super::text::{CellBlock, Content, Counts};

/// The Grundy values of 512 cells in binary. A cell that is damaged or beyond the board has value 3,
/// which its neighbours' mex cannot tell from no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct KingValues {
    /// The cells of the board that are not damaged.
    pub free: Plane,
    /// The low binary digit: set for 1 and 3.
    pub low: Plane,
    /// The high binary digit: set for 2 and 3.
    pub high: Plane,
}

/// The values of the row above, kept while their place is taken by the values of the row.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct KeptAbove {
    /// The values.
    values: KingValues,
    /// The low and high digits of the cells one to the left.
    to_the_left: [Plane; 2],
}

impl KeptAbove {
    /// A place to be written to.
    pub(super) const UNSET: KeptAbove = KeptAbove {
        values: KingValues {
            free: [0; WORDS],
            low: [0; WORDS],
            high: [0; WORDS],
        },
        to_the_left: [[0; WORDS]; 2],
    };

    /// Loads the free cells, the low and the high digits of the columns from word `word` on.
    #[inline(always)]
    pub(super) fn digits<L: Lanes>(&self, proof: L::Proof, word: usize) -> [L; 3] {
        self.values.digits(proof, word)
    }

    /// Loads the low and the high digits of the columns one to the left.
    #[inline(always)]
    pub(super) fn left<L: Lanes>(&self, proof: L::Proof, word: usize) -> [L; 2] {
        [
            L::load(proof, &self.to_the_left[0], word),
            L::load(proof, &self.to_the_left[1], word),
        ]
    }

    /// Stores the digits, and those one to the left.
    #[inline(always)]
    fn put<L: Lanes>(&mut self, digits: [L; 3], left: [L; 2], word: usize) {
        self.values.put(digits, word);
        left[0].store(&mut self.to_the_left[0], word);
        left[1].store(&mut self.to_the_left[1], word);
    }
}

impl Default for KingValues {
    /// Makes a row without cells.
    fn default() -> KingValues {
        KingValues {
            free: [0; WORDS],
            low: [!0; WORDS],
            high: [!0; WORDS],
        }
    }
}

impl KingValues {
    /// Loads the free cells, the low and the high digits of the columns from word `word` on.
    #[inline(always)]
    pub(super) fn digits<L: Lanes>(&self, proof: L::Proof, word: usize) -> [L; 3] {
        [
            L::load(proof, &self.free, word),
            L::load(proof, &self.low, word),
            L::load(proof, &self.high, word),
        ]
    }

    /// Stores the free cells, the low and the high digits of the columns from word `word` on.
    #[inline(always)]
    fn put<L: Lanes>(&mut self, [free, low, high]: [L; 3], word: usize) {
        free.store(&mut self.free, word);
        low.store(&mut self.low, word);
        high.store(&mut self.high, word);
    }
}

/// The state between two stretches of a row: the last word of everything that is
/// shifted, and the state of the automaton.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    /// The b of the last cell.
    state: u64,
    /// The free cells, low digits and high digits of the row above.
    pub(super) above: [u64; 3],
    /// The two digits of m + 1, then the cells with c = 1 and those with c = 2.
    choice: [u64; 4],
    /// The free cells, low digits and high digits of this row.
    pub(super) own: [u64; 3],
}

impl Default for Carry {
    /// Makes the state at the left edge.
    fn default() -> Carry {
        Carry {
            state: 0,
            above: [0, !0, !0],
            choice: [0; 4],
            own: [0, !0, !0],
        }
    }
}

/// Selects `yes` where `which`, and `no` elsewhere.
#[inline(always)]
fn select<L: Lanes>(which: L, yes: L, no: L) -> L {
    which.and(yes).or(no.and_not(which))
}

/// Replaces `values`, a stretch of the row above, by the values of the row that `cells` describes; with `KEEP`,
/// the values of the row above are put to `kept`.
///
/// Work: about 60 operations on lanes for the columns of the lanes.
#[inline(always)]
pub(super) fn advance<L: Lanes, const KEEP: bool>(
    proof: L::Proof,
    values: &mut [KingValues],
    cells: &[CellBlock],
    kept: &mut [KeptAbove],
    carry: &mut Carry,
    ahead: &mut Ahead<'_>,
) {
    assert_eq!(values.len(), cells.len());
    assert!(!KEEP || values.len() == kept.len());
    let mut state = carry.state;
    let mut above_before = carry.above.map(|word| L::with_last(proof, word));
    let mut choice_before = carry.choice.map(|word| L::with_last(proof, word));
    let mut own = carry.own.map(|word| L::with_last(proof, word));

    for (block, (values, cells)) in values.iter_mut().zip(cells).enumerate() {
        ahead.fetch();
        for word in (0..WORDS).step_by(L::WIDTH) {
            let above = values.digits::<L>(proof, word);
            let free = L::load(proof, &cells.free, word);
            let [_, low, high] = above;
            let low_left = low.shifted(above_before[1]);
            let high_left = high.shifted(above_before[2]);
            if KEEP {
                kept[block].put(above, [low_left, high_left], word);
            }

            let seen0 = low.nor(high).or(low_left.nor(high_left));
            let seen1 = low.and_not(high).or(low_left.and_not(high_left));
            let seen2 = high.and_not(low).or(high_left.and_not(low_left));
            // The digits of m + 1 in binary, 0 if there is no m: a damaged cell has none.
            let not0 = free.and(seen0);
            let m = [free.and_not(not0.and_not(seen1)), not0];
            let c1 = seen0.nor(seen1);
            let c2 = seen0.xor(seen1).and_not(seen2);

            let m_left = [
                m[0].shifted(choice_before[0]),
                m[1].shifted(choice_before[1]),
            ];
            let differs = m[0].xor(m_left[0]).or(m[1].xor(m_left[1]));
            // Every free cell has an m.
            let inverts = free.and_not(differs);
            let c1_left = c1.shifted(choice_before[2]);
            let c2_left = c2.shifted(choice_before[3]);
            let keeps = m[1].and(select(m[0], c2_left, c1_left));
            choice_before = [m[0], m[1], c1, c2];
            let States { columns, last } = L::automaton(inverts, keeps, state);
            let blocked = columns;
            state = last;

            // The low digit of m + 1 is set where m is 0 or 2, and its digits differ where m is 0 or 1.
            let own_low = select(blocked, c2, m[0]).not();
            let own_high = select(blocked, c1, m[0].xor(m[1])).not();
            own = [free, own_low, own_high];
            values.put(own, word);
            above_before = above;
        }
    }
    *carry = Carry {
        state,
        above: above_before.map(L::last),
        choice: choice_before.map(L::last),
        own: own.map(L::last),
    };
}

/// A stretch of a row, and text that may be fetched while it is scanned.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The damage and the pieces of the stretch.
    pub cells: &'a [CellBlock],
    /// The numbers of pieces, if `content` is [`Content::Several`].
    pub counts: &'a [Counts],
    /// The kind of its characters.
    pub content: Content,
    /// The text that may be fetched meanwhile.
    pub ahead: &'a [u8],
}
