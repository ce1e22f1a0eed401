//! Rooks and queens: the values of all cells, from the sets of values on the lines through each.

use super::super::bitmap::Bitmap;
use super::super::rows::{Cell, Shape};
use super::sets::Sets;
use super::{Ways, run};
use crate::sync::interrupt;
use crate::theory::budget::{Budget, Limit};

/// The values of all cells of a board.
#[derive(Clone, Debug)]
pub struct Sliders {
    ways: Ways,
    /// Whether the table has the board's columns as rows.
    turned: bool,
    /// Cells in a row of the table.
    across: usize,
    values: Table,
}

#[derive(Clone, Debug)]
enum Table {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// The value of a cell that a table of `T` holds; the largest stands for damage.
trait Entry: Copy + Eq {
    const DAMAGED: Self;
    fn of(value: u32) -> Self;
}

impl Entry for u16 {
    const DAMAGED: u16 = u16::MAX;
    fn of(value: u32) -> u16 {
        value as u16
    }
}

impl Entry for u32 {
    const DAMAGED: u32 = u32::MAX;
    fn of(value: u32) -> u32 {
        value
    }
}

impl Sliders {
    /// Finds the value of every cell.
    ///
    /// # Errors
    /// More memory than allowed, or more work (cells, and words of sets looked at).
    pub fn new(board: &Bitmap, ways: Ways, budget: &Budget) -> Result<Sliders, Limit> {
        let Shape { rows, columns } = board.shape();
        // A mex is at most the number of cells seen.
        let seen = |way: bool, cells: u64| if way { cells } else { 0 };
        let largest = seen(ways.straight, u64::from(rows) + u64::from(columns))
            + seen(ways.diagonal, u64::from(rows.min(columns)));
        let entry = if largest < u64::from(u16::MAX) { 2 } else { 4 };
        let turned = columns > rows;
        let across = rows.min(columns) as usize;
        let turned_bytes = if turned { board.shape().area().div_ceil(8) } else { 0 };
        let needed =
            board.shape().area() * entry + board.bytes() + turned_bytes + 2 * Sets::BYTES * across as u64;
        if needed > budget.memory {
            return Err(Limit::memory(format!(
                "sliding pieces on a board of {rows}x{columns} cells need {needed} bytes, {} are allowed",
                budget.memory
            )));
        }
        let rest = budget.memory - needed;
        let bits = if turned { board.turned() } else { Vec::new() };
        let free = match turned {
            true => Free { rows: columns, across, words: &bits, stride: across },
            false => Free { rows, across, words: board.free(), stride: 64 * board.stride() },
        };
        let values = match (entry, ways.straight, ways.diagonal) {
            (2, true, true) => Table::Narrow(sweep::<u16, true, true>(&free, rest, budget.work)?),
            (2, true, false) => Table::Narrow(sweep::<u16, true, false>(&free, rest, budget.work)?),
            (2, ..) => Table::Narrow(sweep::<u16, false, true>(&free, rest, budget.work)?),
            (_, true, true) => Table::Wide(sweep::<u32, true, true>(&free, rest, budget.work)?),
            (_, true, false) => Table::Wide(sweep::<u32, true, false>(&free, rest, budget.work)?),
            _ => Table::Wide(sweep::<u32, false, true>(&free, rest, budget.work)?),
        };
        Ok(Sliders { ways, turned, across, values })
    }

    /// The Grundy value of a cell; `None` where it is damaged.
    pub fn value(&self, cell: Cell) -> Option<u32> {
        let (row, column) = if self.turned { (cell.column, cell.row) } else { (cell.row, cell.column) };
        let at = row as usize * self.across + column as usize;
        match &self.values {
            Table::Narrow(values) => (values[at] != u16::DAMAGED).then_some(u32::from(values[at])),
            Table::Wide(values) => (values[at] != u32::DAMAGED).then_some(values[at]),
        }
    }

    /// The cells a piece on `cell` can go to, with their values: up, left, up-left, each nearest
    /// first.
    pub fn options(&self, cell: Cell) -> impl Iterator<Item = (Cell, u32)> {
        self.ways
            .directions()
            .flat_map(move |way| run(cell, way).map_while(|to| self.value(to).map(|value| (to, value))))
    }

    /// How many of them have this value: at most one in each direction.
    pub fn count_to(&self, cell: Cell, target: u32) -> u64 {
        let has = |way| {
            let mut values = run(cell, way).map_while(|to| self.value(to));
            values.any(|value| value == target)
        };
        self.ways.directions().filter(|&way| has(way)).count() as u64
    }
}

/// The undamaged cells of a board with no more columns than rows, which it may have on its side: all
/// these pieces go as far left as they go up.
struct Free<'a> {
    rows: u32,
    across: usize,
    words: &'a [u64],
    /// Bits from one row to the next.
    stride: usize,
}

impl Free<'_> {
    fn has(&self, row: u32, column: usize) -> bool {
        let at = row as usize * self.stride + column;
        self.words[at / 64] >> (at % 64) & 1 == 1
    }
}

/// The table of values, row after row. `memory` is for the sets beyond their first words.
fn sweep<T: Entry, const STRAIGHT: bool, const DIAGONAL: bool>(
    free: &Free<'_>,
    memory: u64,
    work: u64,
) -> Result<Vec<T>, Limit> {
    let across = free.across;
    let mut values = Vec::with_capacity(free.rows as usize * across);
    let mut up = Sets::new(if STRAIGHT { across } else { 0 });
    // Diagonal column − row, modulo the columns: the place of one that leaves on the right is
    // taken by the one that enters on the left.
    let mut diagonal = Sets::new(if DIAGONAL { across } else { 0 });
    let mut left = Sets::new(1);
    let mut words = 0;
    let mut used = 0u64;
    for row in 0..free.rows {
        interrupt::check();
        let mut at = (across - row as usize % across) % across;
        if DIAGONAL {
            used += diagonal.clear(at);
        }
        used += left.clear(0) + across as u64;
        // The first word of the set to the left.
        let mut near = 0u64;
        for column in 0..across {
            if !free.has(row, column) {
                values.push(T::DAMAGED);
                near = 0;
                used += left.clear(0);
                if STRAIGHT {
                    used += up.clear(column);
                }
                if DIAGONAL {
                    used += diagonal.clear(at);
                }
            } else {
                let mut seen = 0;
                if STRAIGHT {
                    seen |= near | up.first[column];
                }
                if DIAGONAL {
                    seen |= diagonal.first[at];
                }
                if seen != !0 {
                    let value = seen.trailing_ones();
                    let bit = 1 << value;
                    values.push(T::of(value));
                    if STRAIGHT {
                        near |= bit;
                        up.first[column] |= bit;
                    }
                    if DIAGONAL {
                        diagonal.first[at] |= bit;
                    }
                } else {
                    // Where one set is full, so are all together.
                    let mut word = 0;
                    if STRAIGHT {
                        word = left.full(0).max(up.full(column));
                    }
                    if DIAGONAL {
                        word = word.max(diagonal.full(at));
                    }
                    let from = word;
                    let seen = match (STRAIGHT, DIAGONAL) {
                        (true, true) => first_missing(
                            [left.further(0), up.further(column), diagonal.further(at)],
                            &mut word,
                        ),
                        (true, false) => first_missing([left.further(0), up.further(column)], &mut word),
                        _ => first_missing([diagonal.further(at)], &mut word),
                    };
                    used += (word - from) as u64;
                    if word == words {
                        words = (2 * words).max(1);
                        widen([&mut up, &mut diagonal, &mut left], words, memory)?;
                    }
                    let bit = seen.trailing_ones();
                    values.push(T::of(64 * (word as u32 + 1) + bit));
                    if STRAIGHT {
                        left.insert(0, word, bit);
                        up.insert(column, word, bit);
                    }
                    if DIAGONAL {
                        diagonal.insert(at, word, bit);
                    }
                }
            }
            at += 1;
            if at == across {
                at = 0;
            }
        }
        if used > work {
            return Err(Limit::work(format!("the values of this board take more than {work} steps")));
        }
    }
    Ok(values)
}

/// The first word from `word` on that the lines together do not fill, and what of it they hold; behind
/// the last, nothing.
#[inline]
fn first_missing<const LINES: usize>(lines: [&[u64]; LINES], word: &mut usize) -> u64 {
    const AT_ONCE: usize = 8;
    let lines = lines.map(|line| &line[..lines[0].len()]);
    while *word + AT_ONCE <= lines[0].len() {
        let parts = lines.map(|line| &line[*word..*word + AT_ONCE]);
        let all = (0..AT_ONCE).fold(!0, |all, at| all & parts.iter().fold(0, |seen, part| seen | part[at]));
        if all != !0 {
            break;
        }
        *word += AT_ONCE;
    }
    while *word < lines[0].len() {
        let seen = lines.iter().fold(0, |seen, line| seen | line[*word]);
        if seen != !0 {
            return seen;
        }
        *word += 1;
    }
    0
}

/// Goes on to so many further words a line, which for a moment are there beside the old.
fn widen(sets: [&mut Sets; 3], words: usize, memory: u64) -> Result<(), Limit> {
    let lines: usize = sets.iter().map(|sets| sets.first.len()).sum();
    if (lines * 8 * (words + words / 2)) as u64 > memory {
        return Err(Limit::memory(format!(
            "sets of more than {} values for each of {lines} lines need more memory than allowed",
            64 * (words / 2 + 1)
        )));
    }
    sets.into_iter().for_each(|sets| sets.widen(words));
    Ok(())
}
