//! The table of a box: a value for every position in it, and the marks of what the options of one
//! position have.

use super::super::reach::{DRAWN, LOST, WON};
use crate::sync::interrupt;
use crate::sync::progress::{PHASES, Task};

/// A value in the table, or one of two marks outside the values.
pub trait Cell: Copy + Send + Sync + PartialEq + 'static {
    /// Nothing is known yet.
    const UNKNOWN: Self;
    /// The numbers are no position.
    const ILLEGAL: Self;
    /// Values are below this power of two; the marks are above.
    const VALUES: usize;
    /// The length of the array of marks, a power of two.
    const MARKS: usize;
    /// A value as a cell.
    fn of(value: usize) -> Self;
    /// A mex as a cell; none if it is out of range.
    #[inline]
    fn of_mex(value: usize) -> Option<Self> {
        (value < Self::VALUES).then(|| Self::of(value))
    }
    /// The cell as a place in the array of marks.
    fn place(self) -> usize;
}

/// Outcomes; of values 0, and 1 for all others. A value is 0 if no option has value 0, so no more need be kept.
impl Cell for u8 {
    const UNKNOWN: u8 = 0x80;
    const ILLEGAL: u8 = 0x40;
    const VALUES: usize = 0x40;
    const MARKS: usize = 0x100;
    #[inline]
    fn of(value: usize) -> u8 {
        value as u8
    }
    #[inline]
    fn of_mex(value: usize) -> Option<u8> {
        Some(value.min(1) as u8)
    }
    #[inline]
    fn place(self) -> usize {
        usize::from(self)
    }
}

impl Cell for u16 {
    const UNKNOWN: u16 = 0x8000;
    const ILLEGAL: u16 = 0x4000;
    const VALUES: usize = 0x4000;
    const MARKS: usize = 0x1_0000;
    #[inline]
    fn of(value: usize) -> u16 {
        value as u16
    }
    #[inline]
    fn place(self) -> usize {
        usize::from(self)
    }
}

impl Cell for u32 {
    const UNKNOWN: u32 = 1 << 22;
    const ILLEGAL: u32 = 1 << 21;
    const VALUES: usize = 1 << 21;
    const MARKS: usize = 1 << 23;
    #[inline]
    fn of(value: usize) -> u32 {
        value as u32
    }
    #[inline]
    fn place(self) -> usize {
        self as usize
    }
}

/// A table under work.
#[derive(Debug)]
pub struct Table<T> {
    /// By number: its highest value and 1.
    pub dims: Vec<i64>,
    /// By number: the distance of places that differ by 1 in it; the last number runs fastest.
    pub strides: Vec<i64>,
    /// The cells.
    pub cells: Vec<T>,
    /// Options looked at, in the unit of the budget.
    pub work: u64,
    /// The most work allowed.
    pub limit: u64,
    /// The turn in which a value was last seen among the options.
    marks: Vec<u32>,
    turn: u32,
    /// The part of the table that is filled, to be shown.
    phase: Task,
}

impl<T: Cell> Table<T> {
    /// All cells unknown.
    pub fn new(tops: &[i64]) -> Self {
        let dims: Vec<i64> = tops.iter().map(|top| top + 1).collect();
        let mut strides = vec![1; dims.len()];
        for i in (0..dims.len() - 1).rev() {
            strides[i] = strides[i + 1] * dims[i + 1];
        }
        let cells = vec![T::UNKNOWN; (strides[0] * dims[0]) as usize];
        let phase = PHASES.begin_named("positions of a rule", cells.len() as u64);
        Table { dims, strides, cells, work: 0, limit: u64::MAX, marks: vec![0; T::MARKS], turn: 0, phase }
    }

    /// Whether more was looked at than is allowed: what is found of the position at hand is worth nothing.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.work > self.limit
    }

    /// Shows that this many positions more are found.
    #[inline]
    pub fn add_found(&mut self, positions: u64) {
        self.phase.add(positions);
    }

    /// Begins the options of another position.
    #[inline]
    pub fn begin(&mut self) {
        if self.turn == u32::MAX {
            self.marks.fill(0);
            self.turn = 0;
        }
        // One position may have a million options.
        if self.turn.is_multiple_of(64) {
            interrupt::check();
        }
        self.turn += 1;
    }

    /// An option that leaves positions at all of these places.
    #[inline]
    pub fn mark_sum(&mut self, places: &[usize]) {
        let (mut xor, mut unknown) = (0, false);
        for &at in places {
            let cell = self.cells[at];
            if cell == T::ILLEGAL {
                return;
            }
            unknown |= cell == T::UNKNOWN;
            xor ^= cell.place();
        }
        let seen = if unknown { T::UNKNOWN.place() } else { xor };
        self.marks[seen & (T::MARKS - 1)] = self.turn;
    }

    /// The lowest and the highest place of a strip.
    #[inline]
    fn ends(&mut self, first: i64, stride: i64, count: i64) -> Option<(usize, usize)> {
        if count <= 0 {
            return None;
        }
        self.work += count as u64;
        let last = first + (count - 1) * stride;
        Some((first.min(last) as usize, first.max(last) as usize))
    }

    /// Whether some option of this turn has this value.
    #[inline]
    pub fn marked(&self, cell: T) -> bool {
        self.marks[cell.place() & (self.marks.len() - 1)] == self.turn
    }

    /// The cells, the marks and the turn.
    #[inline]
    fn parts(&mut self) -> (&[T], &mut [u32], u32) {
        (&self.cells, &mut self.marks[..T::MARKS], self.turn)
    }

    /// The least value that no option of this turn has; none if it is out of range.
    #[inline]
    pub fn mex(&self) -> Option<T> {
        let least = self.marks.iter().position(|&turn| turn != self.turn)?;
        T::of_mex(least)
    }

    /// Who wins by the options of this turn, where a player who cannot move has this outcome.
    pub fn outcome(&self, stuck: u32) -> T {
        let cell = |known: u32| T::of(known as usize);
        if self.marked(cell(LOST)) {
            cell(WON)
        } else if self.marked(cell(DRAWN)) {
            cell(DRAWN)
        } else if self.marked(cell(WON)) {
            cell(LOST)
        } else {
            cell(stuck)
        }
    }

    /// Options on a line of places, which has a base, a stride and a length, at those of these numbers that
    /// lie on it.
    #[inline]
    pub fn mark_line(&mut self, (base, stride, dim): (i64, i64, i64), numbers: impl Iterator<Item = i64>) {
        let (cells, marks, turn) = self.parts();
        let mask = T::MARKS - 1;
        if stride == 1 && base == 0 && dim as usize == cells.len() {
            for n in numbers {
                if let Some(cell) = cells.get(n as usize) {
                    marks[cell.place() & mask] = turn;
                }
            }
        } else {
            for n in numbers {
                if (0..dim).contains(&n) {
                    marks[cells[(base + n * stride) as usize].place() & mask] = turn;
                }
            }
        }
    }

    /// Options at those of these places that are in the table.
    #[inline]
    pub fn mark_places(&mut self, places: &[i64]) {
        let (cells, marks, turn) = self.parts();
        let mask = T::MARKS - 1;
        for &place in places {
            // An option that does not exist marks a place that nobody looks at.
            let seen = cells.get(place as usize).map_or(T::ILLEGAL.place(), |cell| cell.place());
            marks[seen & mask] = turn;
        }
    }

    /// Options at `count` places, a constant stride apart.
    pub fn mark_strip(&mut self, first: i64, stride: i64, count: i64) {
        let Some((low, high)) = self.ends(first, stride, count) else { return };
        let (turn, mask) = (self.turn, T::MARKS - 1);
        let marks = &mut self.marks[..T::MARKS];
        let cells = &self.cells[low..=high];
        if stride.abs() == 1 {
            for cell in cells {
                marks[cell.place() & mask] = turn;
            }
        } else {
            let stride = (stride.unsigned_abs() as usize).max(1);
            let mut at = 0;
            while let Some(cell) = cells.get(at) {
                marks[cell.place() & mask] = turn;
                at += stride;
            }
        }
    }

    /// Options that leave a place of one strip and a place of another.
    pub fn mark_pairs(&mut self, one: (i64, i64), other: (i64, i64), mut count: i64) {
        if one.1 == -other.1 && one.0 + (count - 1) * one.1 == other.0 {
            // The second half is the first with the parts exchanged.
            count = (count + 1) / 2;
        }
        let (Some((low, high)), Some((low2, high2))) =
            (self.ends(one.0, one.1, count), self.ends(other.0, other.1, count))
        else {
            return;
        };
        let (turn, mask) = (self.turn, T::MARKS - 1);
        let marks = &mut self.marks[..T::MARKS];
        let (a, b) = (&self.cells[low..=high], &self.cells[low2..=high2]);
        let trouble = T::ILLEGAL.place() | T::UNKNOWN.place();
        let mut put = |a: T, b: T| {
            let (a, b) = (a.place(), b.place());
            if (a | b) & trouble == 0 {
                marks[(a ^ b) & mask] = turn;
            } else if (a | b) & T::ILLEGAL.place() == 0 {
                marks[T::UNKNOWN.place()] = turn;
            }
        };
        if one.1 == 1 && other.1 == -1 {
            a.iter().zip(b.iter().rev()).for_each(|(&a, &b)| put(a, b));
        } else if one.1 == -1 && other.1 == 1 {
            a.iter().rev().zip(b).for_each(|(&a, &b)| put(a, b));
        } else {
            for k in 0..count {
                put(self.cells[(one.0 + k * one.1) as usize], self.cells[(other.0 + k * other.1) as usize]);
            }
        }
    }
}
