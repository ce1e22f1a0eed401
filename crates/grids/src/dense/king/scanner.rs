//! Row after row of kings: damage and pieces that are listed are merged into the text, moves are counted,
//! and what the asks need is kept.

#![expect(
    clippy::cast_possible_truncation,
    reason = "columns of a board have 32 bits; a value is at most 4 and a count at most 9"
)]

use super::super::lanes::{COLUMNS, Plane, WORDS};
use super::super::rows::{RowPart, Sink};
use super::super::text::Content;
use super::board::{
    ABSENT, Collect, Collected, FirstKing, KingFault, KingPiece, Kings, Neighbourhood, Solved,
};
use super::count::Tally;
use super::row::Row;
use super::row::{Carry, KingValues};
use super::scan::scan_row;
use grundy_base::bits;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;

/// The solver of a board of kings, which takes its rows in order.
pub struct Scanner {
    /// The vector instructions to be used.
    simd: Simd,
    /// The pieces of the text that are to be kept.
    collect: Collect,
    /// The bytes that pieces that are kept may take.
    memory: u64,
    /// The values of the last row, and, as far as a row has been taken, of that row.
    values: Vec<KingValues>,
    /// The state of the row at the end of the part taken last.
    carry: Carry,
    /// The moves of the pieces in the text so far.
    tally: Tally,
    /// The listed damage.
    damage: ListedDamage,
    /// The listed pieces.
    listed: ListedPieces,
    /// The cells around the part taken last, if its pieces are looked at.
    before: BeforePart,
    /// The pieces of the text that were kept.
    collected: Collected,
    /// The number of pieces in the text, counted only if some are kept.
    in_text: u64,
    /// The number of cells of the board.
    cells: u64,
    /// The number of blocks taken.
    work: u64,
}

/// The damaged cells that are listed.
#[derive(Default)]
struct ListedDamage {
    /// The cells, in the order of the text.
    cells: Vec<Cell>,
    /// The number of cells that the rows so far have passed.
    passed: usize,
}

/// The pieces that are listed.
#[derive(Default)]
struct ListedPieces {
    /// The pieces, in the order of the text.
    pieces: Vec<ListedPiece>,
    /// The number of pieces that the rows so far have passed.
    passed: usize,
    /// The values around each, in the order of the list.
    around: Vec<Neighbourhood>,
}

/// The bytes that a listed piece takes, with the values around it, rounded up to whole words.
const LISTED_PIECE_BYTES: usize =
    (size_of::<ListedPiece>() + size_of::<Neighbourhood>()).next_multiple_of(8);

/// A listed piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ListedPiece {
    /// The place of the piece.
    cell: Cell,
    /// The place in the list.
    index: usize,
}

/// The values above a part of a row and to its left.
#[derive(Default)]
struct BeforePart {
    /// The values of the row above.
    above: Vec<KingValues>,
    /// The state of the row before the part.
    carry: Carry,
}

impl ListedDamage {
    /// Takes the list of another board.
    fn reset(&mut self, damaged: &[Cell]) {
        self.cells.clear();
        self.cells.extend_from_slice(damaged);
        self.cells.sort_unstable();
        self.passed = 0;
    }
}

impl ListedPieces {
    /// Takes the list of another board.
    fn reset(&mut self, pieces: &[Cell]) {
        let indexed = pieces.iter().zip(0..);
        self.pieces.clear();
        self.pieces
            .extend(indexed.map(|(&cell, index)| ListedPiece { cell, index }));
        self.pieces.sort_unstable();
        self.passed = 0;
        let unknown = Neighbourhood {
            own: 0,
            options: [ABSENT; 3],
        };
        self.around.clear();
        self.around.resize(pieces.len(), unknown);
    }
}

/// Reads the bit of `column`.
fn bit(plane: &Plane, column: usize) -> u64 {
    plane[column / 64 % WORDS] >> (column % 64) & 1
}

impl KingValues {
    /// Reads the value at `column`, or [`ABSENT`] if there is none.
    pub fn at(values: &[KingValues], column: usize) -> u8 {
        let block = &values[column / COLUMNS];
        decode(
            bit(&block.free, column),
            bit(&block.low, column),
            bit(&block.high, column),
        )
    }
}

impl Carry {
    /// Reads the values of the last cell and of the one above it.
    pub(crate) fn last_cells(&self) -> LastCells {
        let value = |[free, low, high]: [u64; 3]| decode(free >> 63, low >> 63, high >> 63);
        LastCells {
            own: value(self.own),
            above: value(self.above),
        }
    }
}

/// The values of the last cell of a stretch and of the one above it, or [`ABSENT`] if there is none.
pub(crate) struct LastCells {
    /// The value of the last cell.
    pub own: u8,
    /// The value of the cell above it.
    pub above: u8,
}

/// Returns the value with these bits, or [`ABSENT`] if the cell is not free.
fn decode(free: u64, low: u64, high: u64) -> u8 {
    if free == 0 {
        ABSENT
    } else {
        (low | high << 1) as u8
    }
}

impl Scanner {
    /// Makes a scanner that is ready for the first row of `kings`.
    ///
    /// # Errors
    /// Fails if the board is too wide, or the lists are too long, for the memory allowed.
    pub fn new(
        kings: &Kings<'_>,
        collect: Collect,
        simd: Simd,
        budget: &Budget,
    ) -> Result<Scanner, Limit> {
        let mut scanner = Scanner {
            simd: Simd::Words,
            collect,
            memory: 0,
            values: Vec::new(),
            carry: Carry::default(),
            tally: Tally::default(),
            damage: ListedDamage::default(),
            listed: ListedPieces::default(),
            before: BeforePart::default(),
            collected: Collected::default(),
            in_text: 0,
            cells: 0,
            work: 0,
        };
        scanner.reset(kings, collect, simd, budget)?;
        Ok(scanner)
    }

    /// Makes the scanner ready for the first row of another board; it keeps its buffers.
    ///
    /// # Errors
    /// Fails if the board is too wide, or the lists are too long, for the memory allowed.
    pub fn reset(
        &mut self,
        kings: &Kings<'_>,
        collect: Collect,
        simd: Simd,
        budget: &Budget,
    ) -> Result<(), Limit> {
        let blocks = kings.shape.blocks();
        let lists = size_of_val(kings.damaged) + kings.pieces.len() * LISTED_PIECE_BYTES;
        let needed = blocks as u64 * size_of::<KingValues>() as u64 + lists as u64;
        if needed > budget.memory {
            return Err(Limit::memory(format!(
                "a board of {} columns with these lists needs {needed} bytes, {} are allowed",
                kings.shape.columns, budget.memory
            )));
        }
        self.simd = simd;
        self.collect = collect;
        self.memory = budget.memory - needed;
        self.values.clear();
        self.values.resize(blocks, KingValues::default());
        self.carry = Carry::default();
        self.tally = Tally::default();
        self.damage.reset(kings.damaged);
        self.listed.reset(kings.pieces);
        self.collected = Collected::default();
        self.in_text = 0;
        self.cells = kings.shape.area();
        self.work = 0;
        Ok(())
    }

    /// Sums up the board after its last row; the scanner can be reset and used again.
    pub fn finish(&mut self) -> Solved {
        let mut grundy = self.tally.sum;
        for around in &self.listed.around {
            grundy ^= around.own;
        }
        let winning = if grundy == 0 {
            0
        } else {
            let listed: u64 = self
                .listed
                .around
                .iter()
                .map(|around| around.winning(grundy))
                .sum();
            self.tally.winning(grundy) + listed
        };
        Solved {
            grundy,
            winning,
            in_text: self.in_text,
            listed: std::mem::take(&mut self.listed.around),
            collected: std::mem::take(&mut self.collected),
            cells: self.cells,
            work: self.work,
        }
    }

    /// Returns the values of the last row taken, in blocks of 512 columns.
    pub fn values(&self) -> &[KingValues] {
        &self.values
    }

    /// Damages the listed cells of this part.
    fn damage(&mut self, part: &mut RowPart<'_>) -> Result<(), KingFault> {
        let end = (part.block + part.cells.len()) * COLUMNS;
        while let Some(&cell) = self.damage.cells.get(self.damage.passed)
            && cell.row == part.row
            && (cell.column as usize) < end
        {
            self.damage.passed += 1;
            let column = cell.column as usize - part.block * COLUMNS;
            if count_at(part, column) > 0 {
                return Err(KingFault::TextPieceOnDamage(cell));
            }
            part.cells[column / COLUMNS].free[column / 64 % WORDS] &= !(1 << (column % 64));
        }
        Ok(())
    }

    /// Reads the values around a piece at `column` of the part just scanned.
    fn neighbourhood(&self, values: &[KingValues], column: usize) -> Neighbourhood {
        let (left, up_left) = match column.checked_sub(1) {
            Some(left) => (
                KingValues::at(values, left),
                KingValues::at(&self.before.above, left),
            ),
            None => {
                let LastCells { own, above } = self.before.carry.last_cells();
                (own, above)
            }
        };
        Neighbourhood {
            own: KingValues::at(values, column),
            options: [KingValues::at(&self.before.above, column), left, up_left],
        }
    }

    /// Keeps what is wanted of the pieces of the part just scanned.
    fn keep(&mut self, part: &RowPart<'_>, tally: Tally) -> Result<(), KingFault> {
        let looks_at_each = self.collect == Collect::Pieces || self.has_first_of_a_kind(tally);
        for index in 0..part.cells.len() {
            let planes = planes(part, index);
            if !looks_at_each {
                self.in_text += count_pieces(&planes);
                continue;
            }
            for word in 0..WORDS {
                let [ones, twos, fours, eights] = planes.map(|plane| plane[word]);
                for bit in bits::ones(ones | twos | fours | eights) {
                    self.keep_one(part, index * COLUMNS + word * 64 + bit as usize)?;
                }
            }
        }
        Ok(())
    }

    /// Tells whether a part with this tally has a piece that is the first of its kind.
    fn has_first_of_a_kind(&self, tally: Tally) -> bool {
        let is_missing = |sum: usize| self.collected.first[sum].is_none();
        (is_missing(0) && tally.moves() > 0)
            || (is_missing(1) && tally.winning(1) > 0)
            || (is_missing(2) && tally.winning(2) > 0)
            || (is_missing(3) && tally.winning(3) > 0)
    }

    /// Keeps what is wanted of the pieces at `column` of the part just scanned.
    fn keep_one(&mut self, part: &RowPart<'_>, column: usize) -> Result<(), KingFault> {
        let count = count_at(part, column);
        let values = &self.values[part.block..part.block + part.cells.len()];
        let around = self.neighbourhood(values, column);
        let cell = Cell {
            row: part.row,
            column: (part.block * COLUMNS + column) as u32,
        };
        let piece = KingPiece {
            cell,
            count,
            around,
        };
        if self.collect == Collect::Pieces {
            let kept = (self.collected.pieces.len() * size_of::<KingPiece>()) as u64;
            if kept > self.memory {
                return Err(KingFault::Limit(Limit::memory(format!(
                    "the pieces asked about take more than the {} bytes allowed",
                    self.memory
                ))));
            }
            self.collected.pieces.push(piece);
        } else {
            let index = self.in_text;
            for (sum, first) in (0..).zip(&mut self.collected.first) {
                let fits = if sum == 0 {
                    around.can_move()
                } else {
                    around.winning(sum) > 0
                };
                if first.is_none() && fits {
                    *first = Some(FirstKing { index, piece });
                }
            }
        }
        self.in_text += u64::from(count);
        Ok(())
    }
}

/// Returns the binary digits of the numbers of pieces in a block of a part.
fn planes(part: &RowPart<'_>, block: usize) -> [Plane; 4] {
    let mut planes = [[0; WORDS]; 4];
    planes[0] = part.cells[block].odd;
    if part.content == Content::Several {
        planes[1..].copy_from_slice(&part.counts[block].0);
    }
    planes
}

/// Adds up the pieces of a block by the binary digits of their numbers.
fn count_pieces(planes: &[Plane; 4]) -> u64 {
    let mut count = 0;
    for (digit, plane) in planes.iter().enumerate() {
        for word in plane {
            count += u64::from(word.count_ones()) << digit;
        }
    }
    count
}

/// Counts the pieces at `column` of the part.
fn count_at(part: &RowPart<'_>, column: usize) -> u8 {
    let block = column / COLUMNS;
    let mut count = bit(&part.cells[block].odd, column);
    if part.content == Content::Several {
        for (digit, plane) in (1..).zip(&part.counts[block].0) {
            count |= bit(plane, column) << digit;
        }
    }
    // A cell has at most 9 pieces.
    count as u8
}

impl Sink for Scanner {
    type Error = KingFault;

    fn take(&mut self, mut part: RowPart<'_>) -> Result<(), KingFault> {
        self.damage(&mut part)?;
        let blocks = part.block..part.block + part.cells.len();
        let first_listed = self.listed.passed;
        while let Some(&ListedPiece { cell, index }) = self.listed.pieces.get(self.listed.passed)
            && cell.row == part.row
            && (cell.column as usize) < blocks.end * COLUMNS
        {
            let column = cell.column as usize - blocks.start * COLUMNS;
            if bit(&part.cells[column / COLUMNS].free, column) == 0 {
                return Err(KingFault::ListedPieceOnDamage(index));
            }
            self.listed.passed += 1;
        }
        let keeps_pieces = self.collect != Collect::Counts && part.content != Content::Bare;
        if keeps_pieces || first_listed < self.listed.passed {
            self.before.above.clear();
            let above = &self.values[blocks.clone()];
            self.before.above.extend_from_slice(above);
            self.before.carry = self.carry;
        }
        let values = &mut self.values[blocks.clone()];
        let row = Row {
            cells: part.cells,
            counts: part.counts,
            content: part.content,
            ahead: part.ahead,
        };
        let tally = scan_row(self.simd, values, row, &mut self.carry);
        self.tally.add(tally);
        self.work += part.cells.len() as u64;
        for at in first_listed..self.listed.passed {
            let ListedPiece { cell, index } = self.listed.pieces[at];
            let column = cell.column as usize - blocks.start * COLUMNS;
            self.listed.around[index] = self.neighbourhood(&self.values[blocks.clone()], column);
        }
        if keeps_pieces {
            self.keep(&part, tally)?;
        }
        if part.ends_row {
            self.carry = Carry::default();
        }
        Ok(())
    }
}
