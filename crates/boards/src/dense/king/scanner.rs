//! Row after row of kings: damage and pieces listed beside the text merged in, moves counted,
//! and what the asks need kept.

use super::super::lanes::{COLUMNS, Plane};
use super::super::rows::{Cell, RowPart, Sink};
use super::super::text::Content;
use super::board::{
    ABSENT, Collect, Collected, KingFault, KingPiece, Kings, Neighbourhood, Solved,
};
use super::count::Tally;
use super::row::{Carry, KingValues};
use super::{Row, scan_row};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::simd::Simd;

/// Takes the rows of a board, in order.
pub struct Scanner {
    simd: Simd,
    collect: Collect,
    memory: u64,
    values: Vec<KingValues>,
    carry: Carry,
    tally: Tally,
    damaged: Vec<Cell>,
    damage_taken: usize,
    /// Listed pieces by cell, and their hoods by their own order.
    listed: Vec<(Cell, usize)>,
    listed_taken: usize,
    hoods: Vec<Neighbourhood>,
    /// The stretch of the row above, and the carry, before a scan that pieces are kept of.
    above: Vec<KingValues>,
    before: Carry,
    collected: Collected,
    in_text: u64,
    cells: u64,
    work: u64,
}

/// The bit of `column`.
fn bit(plane: &Plane, column: usize) -> u64 {
    plane[column / 64 % 8] >> (column % 64) & 1
}

impl KingValues {
    /// The value at `column`; 4 if there is none.
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
    /// The values of the last cell and of the one above it; 4 if there is none.
    pub(crate) fn last_cells(&self) -> (u8, u8) {
        let value = |[free, low, high]: [u64; 3]| decode(free >> 63, low >> 63, high >> 63);
        (value(self.own), value(self.above))
    }
}

fn decode(free: u64, low: u64, high: u64) -> u8 {
    if free == 0 {
        ABSENT
    } else {
        (low | high << 1) as u8
    }
}

impl Scanner {
    /// Ready for the first row of `kings`.
    ///
    /// # Errors
    /// A board too wide, or lists too long, for the memory allowed.
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

    /// As [`Scanner::new`], with the buffers of boards before.
    ///
    /// # Errors
    /// As there.
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
        let needed = (blocks * size_of::<KingValues>() + lists) as u64;
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

    /// The result, after the last row; the scanner can be reset and used again.
    pub fn finish(&mut self) -> Solved {
        let grundy = self
            .hoods
            .iter()
            .fold(self.tally.sum, |sum, hood| sum ^ hood.own);
        let listed = self
            .hoods
            .iter()
            .map(|hood| hood.winning(grundy))
            .sum::<u64>();
        Solved {
            grundy,
            winning: if grundy == 0 {
                0
            } else {
                self.tally.winning(grundy) + listed
            },
            in_text: self.in_text,
            listed: std::mem::take(&mut self.hoods),
            collected: std::mem::take(&mut self.collected),
            cells: self.cells,
            work: self.work,
        }
    }

    /// The values of the last row taken, blocks of 512 columns.
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
            part.cells[column / COLUMNS].free[column / 64 % 8] &= !(1 << (column % 64));
        }
        Ok(())
    }

    /// The values around a piece at `column` of the part just scanned.
    fn hood(&self, values: &[KingValues], column: usize) -> Neighbourhood {
        let (left, up_left) = match column.checked_sub(1) {
            Some(left) => (
                KingValues::at(values, left),
                KingValues::at(&self.above, left),
            ),
            None => self.before.last_cells(),
        };
        let options = [KingValues::at(&self.above, column), left, up_left];
        Neighbourhood {
            own: KingValues::at(values, column),
            options,
        }
    }

    /// Keeps what is wanted of the pieces of the part just scanned.
    fn keep(&mut self, part: &RowPart<'_>, tally: Tally) -> Result<(), KingFault> {
        let first = &self.collected.first;
        let news = (1..4).any(|sum| first[usize::from(sum)].is_none() && tally.winning(sum) > 0)
            || (first[0].is_none() && tally.moves() > 0);
        let each = self.collect == Collect::Pieces || news;
        for index in 0..part.cells.len() {
            let mut planes = [part.cells[index].odd; 4];
            if part.content == Content::Several {
                planes[1..].copy_from_slice(&part.counts[index].0);
            } else {
                planes[1..].fill([0; 8]);
            }
            if !each {
                let ones = |plane: &Plane| {
                    plane
                        .iter()
                        .map(|word| u64::from(word.count_ones()))
                        .sum::<u64>()
                };
                self.in_text += planes
                    .iter()
                    .enumerate()
                    .map(|(digit, plane)| ones(plane) << digit)
                    .sum::<u64>();
                continue;
            }
            for word in 0..8 {
                let mut occupied = planes.iter().fold(0, |all, plane| all | plane[word]);
                while occupied != 0 {
                    let column = index * COLUMNS + word * 64 + occupied.trailing_zeros() as usize;
                    occupied &= occupied - 1;
                    self.keep_one(part, column)?;
                }
            }
        }
        Ok(())
    }

    fn keep_one(&mut self, part: &RowPart<'_>, column: usize) -> Result<(), KingFault> {
        let count = count_at(part, column);
        let values = &self.values[part.block..part.block + part.cells.len()];
        let hood = self.hood(values, column);
        let cell = Cell {
            row: part.row,
            column: (part.block * COLUMNS + column) as u32,
        };
        let king = KingPiece { cell, count, hood };
        if self.collect == Collect::Pieces {
            let kept = (self.collected.pieces.len() * size_of::<KingPiece>()) as u64;
            if kept > self.memory {
                return Err(KingFault::Limit(Limit::memory(format!(
                    "the pieces asked about take more than the {} bytes allowed",
                    self.memory
                ))));
            }
            self.collected.pieces.push(king);
        } else {
            let index = self.in_text;
            for (sum, first) in self.collected.first.iter_mut().enumerate() {
                let fits = if sum == 0 {
                    hood.can_move()
                } else {
                    hood.winning(sum as u8) > 0
                };
                if first.is_none() && fits {
                    *first = Some((index, king));
                }
            }
        }
        self.in_text += u64::from(count);
        Ok(())
    }
}

/// How many pieces stand at `column` of the part.
fn count_at(part: &RowPart<'_>, column: usize) -> u8 {
    let mut count = bit(&part.cells[column / COLUMNS].odd, column);
    if part.content == Content::Several {
        let planes = &part.counts[column / COLUMNS].0;
        count += planes
            .iter()
            .zip(1..)
            .map(|(plane, digit)| bit(plane, column) << digit)
            .sum::<u64>();
    }
    count as u8
}

impl Sink for Scanner {
    type Error = KingFault;

    fn take(&mut self, mut part: RowPart<'_>) -> Result<(), KingFault> {
        self.damage(&mut part)?;
        let blocks = part.block..part.block + part.cells.len();
        let from = self.listed_taken;
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
        let kept = self.collect != Collect::Counts && part.content != Content::Bare;
        if kept || from < self.listed_taken {
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
        for at in from..self.listed_taken {
            let (cell, index) = self.listed[at];
            let column = cell.column as usize - blocks.start * COLUMNS;
            self.hoods[index] = self.hood(&self.values[blocks.clone()], column);
        }
        if kept {
            self.keep(&part, tally)?;
        }
        if part.ends_row {
            self.carry = Carry::default();
        }
        Ok(())
    }
}
