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

/// A taker of the rows of a board, in order.
pub struct Scanner {
    simd: Simd,
    collect: Collect,
    /// The bytes that pieces that are kept may take.
    memory: u64,
    /// The values of the last row, and, as far as a row has been taken, of that row.
    values: Vec<KingValues>,
    carry: Carry,
    tally: Tally,
    /// The listed damage, in the order of the text.
    damaged: Vec<Cell>,
    damage_taken: usize,
    /// The listed pieces with their indices, in the order of the text.
    listed: Vec<(Cell, usize)>,
    listed_taken: usize,
    /// The values around the listed pieces, by index.
    hoods: Vec<Neighbourhood>,
    /// The values above a part whose pieces are looked at.
    above: Vec<KingValues>,
    /// The carry before that part.
    before: Carry,
    collected: Collected,
    in_text: u64,
    cells: u64,
    work: u64,
}

/// Reads the bit of `column`.
fn bit(plane: &Plane, column: usize) -> u64 {
    plane[column / 64 % WORDS] >> (column % 64) & 1
}

impl KingValues {
    /// Reads the value at `column`; [`ABSENT`] if there is none.
    pub(crate) fn at(values: &[KingValues], column: usize) -> u8 {
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

/// The values of the last cell of a stretch and of the one above it; [`ABSENT`] if there is none.
pub(crate) struct LastCells {
    pub own: u8,
    pub above: u8,
}

/// Puts a value together from its bits; [`ABSENT`] if the cell is not free.
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
            damaged: Vec::new(),
            damage_taken: 0,
            listed: Vec::new(),
            listed_taken: 0,
            hoods: Vec::new(),
            above: Vec::new(),
            before: Carry::default(),
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
        let lists = size_of_val(kings.damaged)
            + kings.pieces.len() * size_of::<(Cell, usize, Neighbourhood)>();
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
        self.damaged.clear();
        self.damaged.extend_from_slice(kings.damaged);
        self.damaged.sort_unstable();
        self.damage_taken = 0;
        self.listed.clear();
        self.listed.extend(kings.pieces.iter().copied().zip(0..));
        self.listed.sort_unstable();
        self.listed_taken = 0;
        self.hoods.clear();
        self.hoods.resize(
            kings.pieces.len(),
            Neighbourhood {
                own: 0,
                options: [ABSENT; 3],
            },
        );
        self.collected = Collected::default();
        self.in_text = 0;
        self.cells = kings.shape.area();
        self.work = 0;
        Ok(())
    }

    /// Sums up the board after its last row; the scanner can be reset and used again.
    pub fn finish(&mut self) -> Solved {
        let mut grundy = self.tally.sum;
        for hood in &self.hoods {
            grundy ^= hood.own;
        }
        let winning = if grundy == 0 {
            0
        } else {
            let listed: u64 = self.hoods.iter().map(|hood| hood.winning(grundy)).sum();
            self.tally.winning(grundy) + listed
        };
        Solved {
            grundy,
            winning,
            in_text: self.in_text,
            listed: std::mem::take(&mut self.hoods),
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
        while let Some(&cell) = self.damaged.get(self.damage_taken)
            && cell.row == part.row
            && (cell.column as usize) < end
        {
            self.damage_taken += 1;
            let column = cell.column as usize - part.block * COLUMNS;
            if count_at(part, column) > 0 {
                return Err(KingFault::TextPieceOnDamage(cell));
            }
            part.cells[column / COLUMNS].free[column / 64 % WORDS] &= !(1 << (column % 64));
        }
        Ok(())
    }

    /// Reads the values around a piece at `column` of the part just scanned.
    fn hood(&self, values: &[KingValues], column: usize) -> Neighbourhood {
        let (left, up_left) = match column.checked_sub(1) {
            Some(left) => (
                KingValues::at(values, left),
                KingValues::at(&self.above, left),
            ),
            None => {
                let LastCells { own, above } = self.before.last_cells();
                (own, above)
            }
        };
        Neighbourhood {
            own: KingValues::at(values, column),
            options: [KingValues::at(&self.above, column), left, up_left],
        }
    }

    /// Keeps what is wanted of the pieces of the part just scanned.
    fn keep(&mut self, part: &RowPart<'_>, tally: Tally) -> Result<(), KingFault> {
        let each = self.collect == Collect::Pieces || self.has_news(tally);
        for index in 0..part.cells.len() {
            let planes = planes(part, index);
            if !each {
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
    fn has_news(&self, tally: Tally) -> bool {
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
        let hood = self.hood(values, column);
        let cell = Cell {
            row: part.row,
            column: (part.block * COLUMNS + column) as u32,
        };
        let piece = KingPiece { cell, count, hood };
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
                    hood.can_move()
                } else {
                    hood.winning(sum) > 0
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
    // At most 9.
    count as u8
}

impl Sink for Scanner {
    type Error = KingFault;

    fn take(&mut self, mut part: RowPart<'_>) -> Result<(), KingFault> {
        self.damage(&mut part)?;
        let blocks = part.block..part.block + part.cells.len();
        let first_listed = self.listed_taken;
        while let Some(&(cell, index)) = self.listed.get(self.listed_taken)
            && cell.row == part.row
            && (cell.column as usize) < blocks.end * COLUMNS
        {
            let column = cell.column as usize - blocks.start * COLUMNS;
            if bit(&part.cells[column / COLUMNS].free, column) == 0 {
                return Err(KingFault::ListedPieceOnDamage(index));
            }
            self.listed_taken += 1;
        }
        let keeps_pieces = self.collect != Collect::Counts && part.content != Content::Bare;
        if keeps_pieces || first_listed < self.listed_taken {
            self.above.clear();
            self.above.extend_from_slice(&self.values[blocks.clone()]);
            self.before = self.carry;
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
        for at in first_listed..self.listed_taken {
            let (cell, index) = self.listed[at];
            let column = cell.column as usize - blocks.start * COLUMNS;
            self.hoods[index] = self.hood(&self.values[blocks.clone()], column);
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
