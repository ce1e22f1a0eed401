//! Rooks and queens: sets of values along rows, columns and diagonals.

use super::super::bitmap::Bitmap;
use super::super::rows::{Cell, Shape};
use super::{Ways, run};
use crate::theory::budget::{Budget, Limit};

/// The values of all cells of a board.
#[derive(Clone, Debug)]
pub struct Sliders {
    ways: Ways,
    columns: usize,
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

/// One set of values for each of `count` lines: the first 64 values in words of their own, which
/// are nearly always enough, the others after one another.
struct Sets {
    first: Vec<u64>,
    more: Vec<u64>,
}

impl Sets {
    fn new(count: usize) -> Sets {
        Sets { first: vec![0; count], more: Vec::new() }
    }

    fn clear(&mut self, line: usize, words: usize) {
        self.first[line] = 0;
        self.more[line * words..][..words].fill(0);
    }

    fn insert(&mut self, line: usize, words: usize, value: u32) {
        let (word, bit) = ((value / 64) as usize, value % 64);
        match word.checked_sub(1) {
            None => self.first[line] |= 1 << bit,
            Some(word) => self.more[line * words + word] |= 1 << bit,
        }
    }

    /// Goes from `old` to `new` words of further values.
    fn widen(&mut self, old: usize, new: usize) {
        let mut more = vec![0; self.first.len() * new];
        for line in 0..self.first.len() {
            more[line * new..][..old].copy_from_slice(&self.more[line * old..][..old]);
        }
        self.more = more;
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
        let needed = board.shape().area() * entry + board.bytes() + 16 * u64::from(columns);
        if needed > budget.memory {
            return Err(Limit::memory(format!(
                "sliding pieces on a board of {rows}x{columns} cells need {needed} bytes, {} are allowed",
                budget.memory
            )));
        }
        let rest = budget.memory - needed;
        let values = match (entry, ways.straight, ways.diagonal) {
            (2, true, true) => Table::Narrow(sweep::<u16, true, true>(board, rest, budget.work)?),
            (2, true, false) => Table::Narrow(sweep::<u16, true, false>(board, rest, budget.work)?),
            (2, ..) => Table::Narrow(sweep::<u16, false, true>(board, rest, budget.work)?),
            (_, true, true) => Table::Wide(sweep::<u32, true, true>(board, rest, budget.work)?),
            (_, true, false) => Table::Wide(sweep::<u32, true, false>(board, rest, budget.work)?),
            _ => Table::Wide(sweep::<u32, false, true>(board, rest, budget.work)?),
        };
        Ok(Sliders { ways, columns: columns as usize, values })
    }

    /// The Grundy value of a cell; `None` where it is damaged.
    pub fn value(&self, cell: Cell) -> Option<u32> {
        let at = cell.row as usize * self.columns + cell.column as usize;
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

/// The table of values, row after row. `memory` is for the sets beyond their first words.
fn sweep<T: Entry, const STRAIGHT: bool, const DIAGONAL: bool>(
    board: &Bitmap,
    memory: u64,
    work: u64,
) -> Result<Vec<T>, Limit> {
    let Shape { rows, columns } = board.shape();
    let columns = columns as usize;
    let mut values = Vec::with_capacity(board.shape().area() as usize);
    let mut up = Sets::new(if STRAIGHT { columns } else { 0 });
    // Diagonal column − row, modulo the columns: the place of one that leaves on the right is
    // taken by the one that enters on the left.
    let mut diagonal = Sets::new(if DIAGONAL { columns } else { 0 });
    let mut left = Sets::new(1);
    let mut words = 0;
    let mut used = 0u64;
    for row in 0..rows {
        let mut at = (columns - row as usize % columns) % columns;
        if DIAGONAL {
            diagonal.clear(at, words);
        }
        left.clear(0, words);
        let mut near = 0u64;
        let free = board.free_row(row);
        used += columns as u64;
        for column in 0..columns {
            if free[column / 64] >> (column % 64) & 1 == 0 {
                values.push(T::DAMAGED);
                near = 0;
                left.clear(0, words);
                if STRAIGHT {
                    up.clear(column, words);
                }
                if DIAGONAL {
                    diagonal.clear(at, words);
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
                    let full = |word: &usize| {
                        let mut seen = 0;
                        if STRAIGHT {
                            seen |= left.more[*word] | up.more[column * words + word];
                        }
                        if DIAGONAL {
                            seen |= diagonal.more[at * words + word];
                        }
                        seen == !0
                    };
                    let word = (0..words).take_while(full).count();
                    used += word as u64;
                    if word == words {
                        let wider = (2 * words).max(1);
                        let lines = (up.first.len() + diagonal.first.len()) as u64;
                        if lines * 8 * (wider + words) as u64 > memory {
                            return Err(Limit::memory(format!(
                                "sets of more than {} values for each of {lines} lines need more memory than allowed",
                                64 * (words + 1)
                            )));
                        }
                        for sets in [&mut up, &mut diagonal, &mut left] {
                            sets.widen(words, wider);
                        }
                        words = wider;
                    }
                    let mut seen = 0;
                    if STRAIGHT {
                        seen |= left.more[word] | up.more[column * words + word];
                    }
                    if DIAGONAL {
                        seen |= diagonal.more[at * words + word];
                    }
                    let value = 64 * (word as u32 + 1) + seen.trailing_ones();
                    values.push(T::of(value));
                    if STRAIGHT {
                        left.insert(0, words, value);
                        up.insert(column, words, value);
                    }
                    if DIAGONAL {
                        diagonal.insert(at, words, value);
                    }
                }
            }
            at += 1;
            if at == columns {
                at = 0;
            }
        }
        if used > work {
            return Err(Limit::work(format!("the values of this board take more than {work} steps")));
        }
    }
    Ok(values)
}
