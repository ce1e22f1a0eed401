//! The table of a box: a value for every position in it, and the marks of what the options of one
//! position have.

use grundy_machine::sync::interrupt;
use grundy_machine::sync::progress::{PHASES, Task};

/// A value in the table, or one of two marks outside the values, whose lowest six bits are the places of their own
/// in a word of small values.
pub trait TableCell: Copy + Send + Sync + PartialEq + 'static {
    /// Nothing is known yet.
    const UNKNOWN: Self;
    /// The numbers are no position.
    const ILLEGAL: Self;
    /// Values are below this power of two; the marks are above.
    const VALUES: usize;
    /// Whether all values but 0 count as 1: a value is 0 if no option has value 0, so who wins is known by no more.
    const IS_OUTCOME: bool;
    /// A value as a cell.
    fn of(value: usize) -> Self;
    /// A mex as a cell; none if it is out of range.
    #[inline]
    fn of_mex(value: usize) -> Option<Self> {
        let value = if Self::IS_OUTCOME {
            value.min(1)
        } else {
            value
        };
        (value < Self::VALUES).then(|| Self::of(value))
    }
    /// The cell as a place in the array of marks, which is below four times [`TableCell::VALUES`].
    fn place(self) -> usize;
}

macro_rules! cells {
    ($($cell:ty, $values:expr, $is_outcome:expr;)*) => {$(
        impl TableCell for $cell {
            const UNKNOWN: $cell = (2 * $values + 63) as $cell;
            const ILLEGAL: $cell = ($values + 62) as $cell;
            const VALUES: usize = $values;
            const IS_OUTCOME: bool = $is_outcome;
            #[inline]
            fn of(value: usize) -> $cell {
                value as $cell
            }
            #[inline]
            fn place(self) -> usize {
                self as usize
            }
        }
    )*};
}

cells! {
    u8, 0x40, true;
    u16, 0x4000, false;
    u32, 1 << 21, false;
}

/// The values of the options of one position. As long as the values of the table are few they are bits of a word,
/// and the array of marks is not used:
///
/// ```text
///   word   1 0 · · · 0 1 0 1 1      options of values 0, 1 and 3, and one that is not known yet: no
///          │ └ illegal         0    value is found, and the box is given up
///          └ unknown
/// ```
#[derive(Debug)]
struct Seen {
    word: u64,
    /// The values that a word can hold, 0 once the table has a larger one.
    small_values: usize,
    /// The turn in which a value was last seen.
    marks: Vec<u32>,
    turn: u32,
}

impl Seen {
    /// Adds the values, or marks, of options.
    #[inline]
    fn add<T: TableCell>(&mut self, places: impl Iterator<Item = usize>) {
        if self.small_values > 0 {
            // Two words in turn: neither waits for the one before.
            let mut words = (self.word, 0);
            places.for_each(|place| words = (words.1 | 1 << (place & 63), words.0));
            self.word = words.0 | words.1;
        } else {
            let (turn, marks) = (self.turn, &mut self.marks[..4 * T::VALUES]);
            places.for_each(|place| marks[place & (4 * T::VALUES - 1)] = turn);
        }
    }

    /// Adds the cells at `count` places, a constant stride apart.
    #[inline]
    fn add_strip<T: TableCell>(&mut self, cells: &[T], first: i64, stride: i64, count: i64) {
        if count <= 0 {
            return;
        }
        if count == 1 {
            return self.add::<T>(std::iter::once(cells[first as usize].place()));
        }
        let last = first + (count - 1) * stride;
        let cells = &cells[first.min(last) as usize..=first.max(last) as usize];
        match stride.unsigned_abs() as usize {
            0 | 1 => self.add::<T>(cells.iter().map(|cell| cell.place())),
            stride => self.add::<T>((0..count as usize).map(|k| cells[k * stride].place())),
        }
    }
}

/// The strip that was marked last, to which the next one may only add: its first and last place, its stride and
/// length, and the values in it.
#[derive(Clone, Copy, Default)]
pub struct LastStrip {
    ends: (i64, i64),
    stride: i64,
    count: i64,
    word: u64,
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
    /// The place of the position at hand.
    pub at: usize,
    seen: Seen,
    /// The part of the table that is filled, to be shown, and positions found since.
    phase: Task,
    found: u64,
}

impl<T: TableCell> Table<T> {
    /// The number of marks, 4 bytes each, once a value is too large for a word.
    pub const MARKS: usize = 4 * T::VALUES;

    /// All cells alike, for a rule whose options leave one position each, or several.
    pub fn new(tops: &[i64], splits: bool, cell: T) -> Self {
        let dims: Vec<i64> = tops.iter().map(|top| top + 1).collect();
        let mut strides = vec![1; dims.len()];
        for i in (0..dims.len() - 1).rev() {
            strides[i] = strides[i + 1] * dims[i + 1];
        }
        let cells = vec![cell; (strides[0] * dims[0]) as usize];
        let phase = PHASES.begin_named("positions of a rule", cells.len() as u64);
        // The sum of values below 32 is below 32, too.
        let seen = Seen {
            word: 0,
            small_values: if splits { 32 } else { 62 },
            marks: Vec::new(),
            turn: 0,
        };
        Table {
            dims,
            strides,
            cells,
            work: 0,
            limit: u64::MAX,
            at: 0,
            seen,
            phase,
            found: 0,
        }
    }

    /// Enters the value or outcome of a position.
    #[inline]
    pub fn set(&mut self, at: usize, known: T) {
        self.cells[at] = known;
        if known.place() >= self.seen.small_values && self.seen.small_values > 0 {
            self.seen.small_values = 0;
            self.seen.marks = vec![0; Self::MARKS];
        }
    }

    /// Whether more was looked at than is allowed: what is found of the position at hand is worth nothing.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.work > self.limit
    }

    /// Shows that this many positions more are found, from time to time.
    #[inline]
    pub fn add_found(&mut self, positions: usize) {
        self.found += positions as u64;
        if self.found >= 4096 {
            interrupt::check();
            self.phase.add(std::mem::take(&mut self.found));
        }
    }

    /// Begins the options of the position at a place.
    #[inline]
    pub fn begin(&mut self, at: usize) {
        self.at = at;
        if self.seen.turn == u32::MAX {
            self.seen.marks.fill(0);
            self.seen.turn = 0;
        }
        // One position may have a million options.
        if self.seen.turn.is_multiple_of(64) {
            interrupt::check();
        }
        self.seen.turn += 1;
        self.seen.word = 0;
    }

    /// The place in the array of marks of an option that leaves two positions with these places.
    #[inline]
    fn sum(a: usize, b: usize) -> usize {
        if (a | b) < T::VALUES {
            a ^ b
        } else if a == T::ILLEGAL.place() || b == T::ILLEGAL.place() {
            T::ILLEGAL.place()
        } else {
            T::UNKNOWN.place()
        }
    }

    /// An option that leaves positions at all of these places.
    #[inline]
    pub fn mark_sum(&mut self, places: impl Iterator<Item = usize>) {
        let sum = places.map(|at| self.cells[at].place()).reduce(Self::sum);
        self.seen.add::<T>(sum.into_iter());
    }

    /// Whether some option of this turn has this value.
    #[inline]
    pub fn marked(&self, cell: T) -> bool {
        let Seen {
            word,
            small_values,
            ref marks,
            turn,
        } = self.seen;
        let place = cell.place();
        if small_values == 0 {
            marks[place & (4 * T::VALUES - 1)] == turn
        } else {
            (place < 62 || place >= T::VALUES) && word >> (place & 63) & 1 == 1
        }
    }

    /// The least value that no option of this turn has; none if it is out of range.
    #[inline]
    pub fn mex(&self) -> Option<T> {
        T::of_mex(match self.seen.small_values {
            0 => self
                .seen
                .marks
                .iter()
                .position(|&turn| turn != self.seen.turn)?,
            _ => (self.seen.word & !(3 << 62)).trailing_ones() as usize,
        })
    }

    /// Options on a line of places, which has a base, a stride and a length, at those of these numbers that
    /// lie on it.
    #[inline]
    pub fn mark_line(
        &mut self,
        (base, stride, dim): (i64, i64, i64),
        numbers: impl Iterator<Item = i64>,
    ) {
        if stride == 1 && base == 0 && dim as usize == self.cells.len() {
            self.mark_places(numbers);
        } else {
            let (cells, inside) = (&self.cells[..], numbers.filter(|n| (0..dim).contains(n)));
            self.seen
                .add::<T>(inside.map(|n| cells[(base + n * stride) as usize].place()));
        }
    }

    /// Options at those of these places that are in the table.
    #[inline]
    pub fn mark_places(&mut self, places: impl Iterator<Item = i64>) {
        let cells = &self.cells[..];
        // An option that does not exist marks a place that nobody looks at.
        let cell = |at: i64| {
            cells
                .get(at as usize)
                .map_or(T::ILLEGAL.place(), |cell| cell.place())
        };
        self.seen.add::<T>(places.map(cell));
    }

    /// Options at `count` places, a constant stride apart. Small values are not read again if the strip before
    /// began or ended at one of these places.
    pub fn mark_strip(&mut self, first: i64, stride: i64, count: i64, before: &mut LastStrip) {
        if count <= 0 {
            return;
        }
        self.work += count as u64;
        let Table { cells, seen, .. } = self;
        if seen.small_values == 0 {
            return seen.add_strip(cells, first, stride, count);
        }
        let last = first + (count - 1) * stride;
        let (mut from, mut left, mut known) = (first, count, 0);
        if before.stride == stride && (1..=count).contains(&before.count) {
            if before.ends.0 == first {
                (from, left, known) = (before.ends.1 + stride, count - before.count, before.word);
            } else if before.ends.1 == last {
                (left, known) = (count - before.count, before.word);
            }
        }
        let others = std::mem::replace(&mut seen.word, known);
        seen.add_strip(cells, from, stride, left);
        *before = LastStrip {
            ends: (first, last),
            stride,
            count,
            word: seen.word,
        };
        seen.word |= others;
    }

    /// Options that leave a place of one strip and a place of another.
    pub fn mark_pairs(&mut self, one: (i64, i64), other: (i64, i64), mut count: i64) {
        if count <= 0 {
            return;
        }
        let end = |(first, stride): (i64, i64), count: i64| first + (count - 1) * stride;
        if one.1 == -other.1 && end(one, count) == other.0 {
            // The second half is the first with the parts exchanged.
            count = (count + 1) / 2;
        }
        self.work += 2 * count as u64;
        let Table { cells, seen, .. } = self;
        let cells = &cells[..];
        let strip = |strip: (i64, i64)| {
            let last = end(strip, count);
            &cells[strip.0.min(last) as usize..=strip.0.max(last) as usize]
        };
        let sum = |(a, b): (&T, &T)| Self::sum(a.place(), b.place());
        match (one.1, other.1) {
            (1, -1) => seen.add::<T>(strip(one).iter().zip(strip(other).iter().rev()).map(sum)),
            (-1, 1) => seen.add::<T>(strip(one).iter().rev().zip(strip(other)).map(sum)),
            _ => {
                let cell =
                    |(first, stride): (i64, i64), k: i64| &cells[(first + k * stride) as usize];
                seen.add::<T>((0..count).map(|k| sum((cell(one, k), cell(other, k)))));
            }
        }
    }
}
