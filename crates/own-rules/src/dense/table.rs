//! The table of a box: a value for every position in it, and the marks of what the options of one
//! position have.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places of cells are those of a list in memory, and values are below the number that each cell holds"
)]

use grundy_base::sync::interrupt;
use grundy_base::sync::progress::{PHASES, Task};

/// The reason why a box was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// An option was needed before it was known.
    Order,
    /// A value does not fit in a cell.
    Value,
    /// The steps ended.
    Work,
    /// The steps would end long before the box is filled, which takes about this many.
    TooDear(u64),
}

/// A value in the table, or one of two marks outside the values, whose lowest six bits are the places of their own
/// in a word of small values.
pub trait TableCell: Copy + Send + Sync + PartialEq + 'static {
    /// The mark of a position of which nothing is known yet.
    const UNKNOWN: Self;
    /// The mark of numbers that are no position.
    const ILLEGAL: Self;
    /// The power of two below which values are; the marks are above it.
    const VALUES: usize;
    /// Whether all values but 0 count as 1: a value is 0 if no option has value 0, so who wins is known by no more.
    const IS_OUTCOME: bool;
    /// Returns a value as a cell.
    fn of(value: usize) -> Self;
    /// Returns a mex as a cell; `None` if it is out of range.
    #[inline]
    fn of_mex(value: usize) -> Option<Self> {
        let value = if Self::IS_OUTCOME {
            value.min(1)
        } else {
            value
        };
        (value < Self::VALUES).then(|| Self::of(value))
    }
    /// Returns the cell as a place in the array of marks, which is below four times [`TableCell::VALUES`].
    fn place(self) -> usize;
}

// The marks take the places 62 and 63 of a word of small values: their lowest six bits. In the array of marks they
// stand above all values, and above all sums of values by xor, which are below [`TableCell::VALUES`]
// as well.

impl TableCell for u8 {
    const UNKNOWN: u8 = 191;
    const ILLEGAL: u8 = 126;
    const VALUES: usize = 1 << 6;
    const IS_OUTCOME: bool = true;

    #[inline]
    fn of(value: usize) -> u8 {
        value as u8
    }

    #[inline]
    fn place(self) -> usize {
        usize::from(self)
    }
}

impl TableCell for u16 {
    const UNKNOWN: u16 = 32_831;
    const ILLEGAL: u16 = 16_446;
    const VALUES: usize = 1 << 14;
    const IS_OUTCOME: bool = false;

    #[inline]
    fn of(value: usize) -> u16 {
        value as u16
    }

    #[inline]
    fn place(self) -> usize {
        usize::from(self)
    }
}

impl TableCell for u32 {
    const UNKNOWN: u32 = 4_194_367;
    const ILLEGAL: u32 = 2_097_214;
    const VALUES: usize = 1 << 21;
    const IS_OUTCOME: bool = false;

    #[inline]
    fn of(value: usize) -> u32 {
        value as u32
    }

    #[inline]
    fn place(self) -> usize {
        self as usize
    }
}

/// Checks that the marks of cells of this width are apart from all values, from each other, and in their places of a word.
const fn has_marks_apart(unknown: usize, illegal: usize, values: usize) -> bool {
    let are_above = illegal >= values && unknown >= values && unknown < 4 * values;
    are_above && illegal != unknown && illegal & 63 == 62 && unknown & 63 == 63
}

const _: () = assert!(has_marks_apart(
    u8::UNKNOWN as usize,
    u8::ILLEGAL as usize,
    u8::VALUES
));
const _: () = assert!(has_marks_apart(
    u16::UNKNOWN as usize,
    u16::ILLEGAL as usize,
    u16::VALUES
));
const _: () = assert!(has_marks_apart(
    u32::UNKNOWN as usize,
    u32::ILLEGAL as usize,
    u32::VALUES
));

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
    /// The values met, as bits of a word.
    word: u64,
    /// The values that a word can hold, 0 once the table has a larger one.
    small_values: usize,
    /// The turn in which a value was last seen.
    marks: Vec<u32>,
    /// The number of the position whose options are looked at.
    turn: u32,
}

impl Seen {
    /// Adds the values, or marks, of options.
    #[inline]
    fn add<T: TableCell>(&mut self, places: impl Iterator<Item = usize>) {
        if self.small_values > 0 {
            // Two words take the places by turns, so that neither waits for the one before.
            let mut now = self.word;
            let mut next = 0;
            for place in places {
                let filled = next | 1 << (place & 63);
                next = now;
                now = filled;
            }
            self.word = now | next;
        } else {
            let turn = self.turn;
            let marks = &mut self.marks[..4 * T::VALUES];
            for place in places {
                marks[place & (4 * T::VALUES - 1)] = turn;
            }
        }
    }

    /// Adds the cells at `count` places, a constant stride apart.
    #[inline]
    fn add_strip<T: TableCell>(&mut self, cells: &[T], first: i64, stride: i64, count: i64) {
        if count <= 0 {
            return;
        }
        if count == 1 {
            self.add::<T>(std::iter::once(cells[first as usize].place()));
            return;
        }
        let last = first + (count - 1) * stride;
        let cells = &cells[first.min(last) as usize..=first.max(last) as usize];
        match stride.unsigned_abs() as usize {
            0 | 1 => self.add::<T>(cells.iter().map(|cell| cell.place())),
            stride => self.add::<T>((0..count as usize).map(|k| cells[k * stride].place())),
        }
    }
}

/// The strip that was marked last, to which the next one may only add.
#[derive(Clone, Copy, Default)]
pub struct LastStrip {
    /// The first place.
    first: i64,
    /// The last place.
    last: i64,
    /// The distance from a place to the next.
    stride: i64,
    /// The number of places.
    count: i64,
    /// The values at them.
    word: u64,
}

/// The steps for an option of a strip whose places do not lie next to each other, some 0.7 ns (`rules` of three heaps in
/// `bench/default-limits.sh`).
const STEPS_OF_A_FAR_PLACE: u64 = 2;

/// Some places, a constant stride apart.
#[derive(Clone, Copy, Debug)]
pub struct PlaceStrip {
    /// The first place.
    pub first: i64,
    /// The distance from a place to the next.
    pub stride: i64,
}

impl PlaceStrip {
    /// Returns the place after this many strides.
    #[inline]
    pub fn place(self, strides: i64) -> i64 {
        self.first + strides * self.stride
    }
}

/// The places of the positions that differ in one number.
#[derive(Clone, Copy, Debug)]
pub struct PlaceLine {
    /// The place of the number 0.
    pub base: i64,
    /// The distance from a place to the next.
    pub stride: i64,
    /// The highest number and 1.
    pub dim: i64,
}

/// A table under work.
#[derive(Debug)]
pub struct Table<T> {
    /// The highest value of each number, and 1.
    pub dims: Vec<i64>,
    /// The distance of places that differ by 1 in a number, for each number; the last number runs fastest.
    pub strides: Vec<i64>,
    /// The cells.
    pub cells: Vec<T>,
    /// The number of options looked at, in the unit of the budget.
    pub work: u64,
    /// The most work allowed.
    pub limit: u64,
    /// The place of the position whose options are looked at.
    pub at: usize,
    /// The values of the options of the position that is looked at.
    seen: Seen,
    /// The part of the table that is filled, to be shown, and positions found since.
    phase: Task,
    /// The number of positions found since they were last shown.
    found: u64,
}

impl<T: TableCell> Table<T> {
    /// The number of marks, 4 bytes each, once a value is too large for a word.
    pub const MARKS: usize = 4 * T::VALUES;

    /// Returns a table whose cells are all alike, for a rule whose options leave one position each, or several.
    pub fn new(tops: &[i64], splits: bool, cell: T) -> Self {
        let dims: Vec<i64> = tops.iter().map(|top| top + 1).collect();
        let mut strides = vec![1; dims.len()];
        for i in (0..dims.len() - 1).rev() {
            strides[i] = strides[i + 1] * dims[i + 1];
        }
        let cells = vec![cell; (strides[0] * dims[0]) as usize];
        let phase = PHASES.begin_named("positions of a rule", cells.len() as u64);
        // The sum of values below 32 is below 32 as well.
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

    /// Returns whether more was looked at than is allowed: what is found of the position looked at last is worth
    /// nothing.
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

    /// Returns the place in the array of marks of an option that leaves two positions whose values have these places.
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

    /// Marks an option that leaves positions at all of these places.
    #[inline]
    pub fn mark_sum(&mut self, places: impl Iterator<Item = usize>) {
        let sum = places.map(|at| self.cells[at].place()).reduce(Self::sum);
        self.seen.add::<T>(sum.into_iter());
    }

    /// Returns whether some option of this turn has this value.
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

    /// Returns the least value that no option of this turn has; `None` if it is out of range.
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

    /// Marks the options on a line at those of these numbers that lie on it.
    #[inline]
    pub fn mark_line(&mut self, line: PlaceLine, numbers: impl Iterator<Item = i64>) {
        let PlaceLine { base, stride, dim } = line;
        if stride == 1 && base == 0 && dim as usize == self.cells.len() {
            self.mark_places(numbers);
            return;
        }
        let cells = &self.cells[..];
        let inside = numbers.filter(|n| (0..dim).contains(n));
        let places = inside.map(|n| cells[(base + n * stride) as usize].place());
        self.seen.add::<T>(places);
    }

    /// Marks the options at those of these places that are in the table.
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

    /// Marks the options at `count` places of a strip. Small values are not read again if the strip before began or
    /// ended at one of these places.
    pub fn mark_strip(&mut self, strip: PlaceStrip, count: i64, before: &mut LastStrip) {
        if count <= 0 {
            return;
        }
        let PlaceStrip { first, stride } = strip;
        let steps_a_place = if stride.abs() == 1 {
            1
        } else {
            STEPS_OF_A_FAR_PLACE
        };
        self.work += count as u64 * steps_a_place;
        let Table { cells, seen, .. } = self;
        if seen.small_values == 0 {
            seen.add_strip(cells, first, stride, count);
            return;
        }
        let last = strip.place(count - 1);
        let mut from = first;
        let mut left = count;
        let mut known = 0;
        if before.stride == stride && (1..=count).contains(&before.count) {
            if before.first == first {
                from = before.last + stride;
                left = count - before.count;
                known = before.word;
            } else if before.last == last {
                left = count - before.count;
                known = before.word;
            }
        }
        let others = seen.word;
        seen.word = known;
        seen.add_strip(cells, from, stride, left);
        *before = LastStrip {
            first,
            last,
            stride,
            count,
            word: seen.word,
        };
        seen.word |= others;
    }

    /// Marks the options that leave a place of one strip and a place of another.
    pub fn mark_pairs(&mut self, one: PlaceStrip, other: PlaceStrip, mut count: i64) {
        if count <= 0 {
            return;
        }
        if one.stride == -other.stride && one.place(count - 1) == other.first {
            // The second half is the first with the parts exchanged.
            count = (count + 1) / 2;
        }
        self.work += 2 * count as u64;
        let Table { cells, seen, .. } = self;
        let cells = &cells[..];
        let cells_of = |strip: PlaceStrip| {
            let last = strip.place(count - 1);
            &cells[strip.first.min(last) as usize..=strip.first.max(last) as usize]
        };
        let sum = |(a, b): (&T, &T)| Self::sum(a.place(), b.place());
        match (one.stride, other.stride) {
            (1, -1) => {
                let pairs = cells_of(one).iter().zip(cells_of(other).iter().rev());
                seen.add::<T>(pairs.map(sum));
            }
            (-1, 1) => {
                let pairs = cells_of(one).iter().rev().zip(cells_of(other));
                seen.add::<T>(pairs.map(sum));
            }
            _ => {
                let cell = |strip: PlaceStrip, k: i64| &cells[strip.place(k) as usize];
                seen.add::<T>((0..count).map(|k| sum((cell(one, k), cell(other, k)))));
            }
        }
    }
}
