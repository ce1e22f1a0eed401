//! Row after row of kings: damage and pieces listed beside the text merged in, moves counted,
//! and what the asks need kept.

use super::super::feed::{self, FeedError, Tail};
use super::super::lanes::{COLUMNS, Plane};
use super::super::level::Level;
use super::super::rows::{Cell, Part, Separator, Shape, Sink};
use super::super::text::{self, Cells, Content};
use super::row::{Carry, Tally, Values};
use super::scan_row;
use crate::theory::budget::{Budget, Limit};
use std::io::Read;

/// A board of kings, apart from its text.
#[derive(Clone, Copy, Debug)]
pub struct Kings<'a> {
    /// Its size.
    pub shape: Shape,
    /// Damaged cells besides those in the text, in any order; all must be on the board.
    pub damaged: &'a [Cell],
    /// Pieces besides those in the text; all must be on the board.
    pub pieces: &'a [Cell],
}

/// What to keep of the pieces in the text. Listed pieces are always kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Collect {
    /// Nothing: for the verdict, the winner, the count and the Grundy value.
    Counts,
    /// The first piece with a winning move, whatever the nim-sum will be, and the first that can
    /// move at all.
    Best,
    /// Every piece.
    Pieces,
}

/// The value of a piece's cell and of those it can move to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hood {
    /// The Grundy value of the piece.
    pub own: u8,
    options: [u8; 3],
}

/// No cell to move to.
const ABSENT: u8 = 4;

impl Hood {
    /// The hood of a piece of value `own` that can go up, left and up-left to these values.
    pub fn new(own: u8, options: [Option<u8>; 3]) -> Hood {
        Hood { own, options: options.map(|value| value.unwrap_or(ABSENT)) }
    }

    /// The values of the cells up, left and up-left; `None` where there is no such move.
    pub fn options(self) -> [Option<u8>; 3] {
        self.options.map(|value| (value != ABSENT).then_some(value))
    }

    /// How many of the moves lead to nim-sum zero, were the nim-sum of all pieces `total`.
    pub fn winning(self, total: u8) -> u64 {
        let target = total ^ self.own;
        self.options.iter().filter(|&&value| value == target).count() as u64
    }

    fn can_move(self) -> bool {
        self.options.iter().any(|&value| value != ABSENT)
    }
}

/// Pieces on one cell of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct King {
    /// Where.
    pub cell: Cell,
    /// How many.
    pub count: u8,
    /// What they see.
    pub hood: Hood,
}

/// Pieces kept, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    /// With [`Collect::Pieces`], all.
    pub pieces: Vec<King>,
    /// With [`Collect::Best`]: at 0 the first that can move, at s = 1, 2, 3 the first with a
    /// winning move should the nim-sum be s; each with the number of pieces before it.
    pub first: [Option<(u64, King)>; 4],
}

/// A board solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Nim-sum of all pieces.
    pub grundy: u8,
    /// Moves that lead to nim-sum zero; 0 when it is zero already.
    pub winning: u64,
    /// Pieces in the text; counted only where pieces are collected.
    pub in_text: u64,
    /// The listed pieces, in their order.
    pub listed: Vec<Hood>,
    /// What was kept of the pieces in the text.
    pub collected: Collected,
    /// Blocks of 512 cells worked on: the work count.
    pub work: u64,
}

impl Solved {
    /// A board whose pieces are all listed.
    pub fn of_listed(listed: Vec<Hood>, work: u64) -> Solved {
        let grundy = listed.iter().fold(0, |sum, hood| sum ^ hood.own);
        let winning = if grundy == 0 { 0 } else { listed.iter().map(|hood| hood.winning(grundy)).sum() };
        Solved { grundy, winning, in_text: 0, listed, collected: Collected::default(), work }
    }
}

/// Why a board of kings cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A piece of the text stands on a cell listed as damaged.
    TextPieceOnDamage(Cell),
    /// The listed piece of this index stands on a damaged cell.
    ListedPieceOnDamage(usize),
    /// It would take more than it may.
    Limit(Limit),
}

/// Takes the rows of a board, in order.
pub struct Scanner {
    level: Level,
    collect: Collect,
    memory: u64,
    values: Vec<Values>,
    carry: Carry,
    tally: Tally,
    damaged: Vec<Cell>,
    damage_taken: usize,
    /// Listed pieces by cell, and their hoods by their own order.
    listed: Vec<(Cell, usize)>,
    listed_taken: usize,
    hoods: Vec<Hood>,
    /// The stretch of the row above, and the carry, before a scan that pieces are kept of.
    above: Vec<Values>,
    before: Carry,
    collected: Collected,
    in_text: u64,
    work: u64,
}

/// The bit of `column`.
fn bit(plane: &Plane, column: usize) -> u64 {
    plane[column / 64 % 8] >> (column % 64) & 1
}

impl Values {
    /// The value at `column`; 4 where there is none.
    pub(in crate::boards) fn at(values: &[Values], column: usize) -> u8 {
        let block = &values[column / COLUMNS];
        decode(bit(&block.zero, column), bit(&block.low, column), bit(&block.high, column))
    }
}

impl Carry {
    /// The values of the last cell and of the one above it; 4 where there is none.
    pub(in crate::boards) fn last(&self) -> (u8, u8) {
        let value = |[a, b, c]: [u64; 3]| decode(a >> 63, b >> 63, c >> 63);
        (value(self.own), value(self.above))
    }
}

fn decode(zero: u64, low: u64, high: u64) -> u8 {
    match (zero | low | high, low | high << 1) {
        (0, _) => ABSENT,
        (_, value) => value as u8,
    }
}

impl Scanner {
    /// Ready for the first row of `kings`.
    ///
    /// # Errors
    /// A board too wide, or lists too long, for the memory allowed.
    pub fn new(kings: &Kings<'_>, collect: Collect, level: Level, budget: &Budget) -> Result<Scanner, Limit> {
        let mut scanner = Scanner {
            level: Level::Portable,
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
            work: 0,
        };
        scanner.reset(kings, collect, level, budget)?;
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
        level: Level,
        budget: &Budget,
    ) -> Result<(), Limit> {
        let blocks = kings.shape.blocks();
        let lists = size_of_val(kings.damaged) + kings.pieces.len() * size_of::<(Cell, usize, Hood)>();
        let needed = (blocks * size_of::<Values>() + lists) as u64;
        if needed > budget.memory {
            return Err(Limit::memory(format!(
                "a board of {} columns with these lists needs {needed} bytes, {} are allowed",
                kings.shape.columns, budget.memory
            )));
        }
        self.level = level.or_below();
        self.collect = collect;
        self.memory = budget.memory - needed;
        self.values.clear();
        self.values.resize(blocks, Values::default());
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
        self.hoods.resize(kings.pieces.len(), Hood { own: 0, options: [ABSENT; 3] });
        self.collected = Collected::default();
        self.in_text = 0;
        self.work = 0;
        Ok(())
    }

    /// The result, after the last row; the scanner can be reset and used again.
    pub fn finish(&mut self) -> Solved {
        let grundy = self.hoods.iter().fold(self.tally.sum, |sum, hood| sum ^ hood.own);
        let listed = self.hoods.iter().map(|hood| hood.winning(grundy)).sum::<u64>();
        Solved {
            grundy,
            winning: if grundy == 0 { 0 } else { self.tally.winning(grundy) + listed },
            in_text: self.in_text,
            listed: std::mem::take(&mut self.hoods),
            collected: std::mem::take(&mut self.collected),
            work: self.work,
        }
    }

    /// The values of the last row taken, blocks of 512 columns.
    pub fn values(&self) -> &[Values] {
        &self.values
    }

    /// Damages the listed cells of this part.
    fn damage(&mut self, part: &mut Part<'_>) -> Result<(), Fault> {
        let end = (part.block + part.cells.len()) * COLUMNS;
        while let Some(&cell) = self.damaged.get(self.damage_taken)
            && cell.row == part.row
            && (cell.column as usize) < end
        {
            self.damage_taken += 1;
            let column = cell.column as usize - part.block * COLUMNS;
            if count_at(part, column) > 0 {
                return Err(Fault::TextPieceOnDamage(cell));
            }
            part.cells[column / COLUMNS].free[column / 64 % 8] &= !(1 << (column % 64));
        }
        Ok(())
    }

    /// What a piece at `column` of the part just scanned sees.
    fn hood(&self, values: &[Values], column: usize) -> Hood {
        let (left, up_left) = match column.checked_sub(1) {
            Some(left) => (Values::at(values, left), Values::at(&self.above, left)),
            None => self.before.last(),
        };
        let options = [Values::at(&self.above, column), left, up_left];
        Hood { own: Values::at(values, column), options }
    }

    /// Keeps what is wanted of the pieces of the part just scanned.
    fn keep(&mut self, part: &Part<'_>, tally: Tally) -> Result<(), Fault> {
        let first = &self.collected.first;
        let news = (1..4).any(|sum| first[usize::from(sum)].is_none() && tally.winning(sum) > 0)
            || (first[0].is_none() && tally.moves > 0);
        let each = self.collect == Collect::Pieces || news;
        for index in 0..part.cells.len() {
            let mut planes = [part.cells[index].odd; 4];
            if part.content == Content::Several {
                planes[1..].copy_from_slice(&part.counts[index].0);
            } else {
                planes[1..].fill([0; 8]);
            }
            if !each {
                let ones = |plane: &Plane| plane.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                self.in_text +=
                    planes.iter().enumerate().map(|(digit, plane)| ones(plane) << digit).sum::<u64>();
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

    fn keep_one(&mut self, part: &Part<'_>, column: usize) -> Result<(), Fault> {
        let count = count_at(part, column);
        let values = &self.values[part.block..part.block + part.cells.len()];
        let hood = self.hood(values, column);
        let cell = Cell { row: part.row, column: (part.block * COLUMNS + column) as u32 };
        let king = King { cell, count, hood };
        if self.collect == Collect::Pieces {
            let kept = (self.collected.pieces.len() * size_of::<King>()) as u64;
            if kept > self.memory {
                return Err(Fault::Limit(Limit::memory(format!(
                    "the pieces asked about take more than the {} bytes allowed",
                    self.memory
                ))));
            }
            self.collected.pieces.push(king);
        } else {
            let index = self.in_text;
            for (sum, first) in self.collected.first.iter_mut().enumerate() {
                let fits = if sum == 0 { hood.can_move() } else { hood.winning(sum as u8) > 0 };
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
fn count_at(part: &Part<'_>, column: usize) -> u8 {
    let mut count = bit(&part.cells[column / COLUMNS].odd, column);
    if part.content == Content::Several {
        let planes = &part.counts[column / COLUMNS].0;
        count += planes.iter().zip(1..).map(|(plane, digit)| bit(plane, column) << digit).sum::<u64>();
    }
    count as u8
}

impl Sink for Scanner {
    type Error = Fault;

    fn take(&mut self, mut part: Part<'_>) -> Result<(), Fault> {
        self.damage(&mut part)?;
        let blocks = part.block..part.block + part.cells.len();
        let from = self.listed_taken;
        while let Some(&(cell, index)) = self.listed.get(self.listed_taken)
            && cell.row == part.row
            && (cell.column as usize) < blocks.end * COLUMNS
        {
            let column = cell.column as usize - blocks.start * COLUMNS;
            if bit(&part.cells[column / COLUMNS].free, column) == 0 {
                return Err(Fault::ListedPieceOnDamage(index));
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
        let tally = scan_row(self.level, values, part.cells, part.counts, part.content, &mut self.carry);
        self.tally.add(tally, 1);
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

/// Buffers kept from board to board, so that small boards cost no allocation.
#[derive(Default)]
pub struct Workspace {
    scanner: Option<Scanner>,
    scratch: text::Stretch,
}

impl Workspace {
    fn scanner(
        &mut self,
        kings: &Kings<'_>,
        collect: Collect,
        level: Level,
        budget: &Budget,
    ) -> Result<(&mut Scanner, &mut text::Stretch), Limit> {
        match &mut self.scanner {
            Some(scanner) => scanner.reset(kings, collect, level, budget)?,
            none => *none = Some(Scanner::new(kings, collect, level, budget)?),
        }
        let scanner = self.scanner.as_mut().expect("made just above");
        Ok((scanner, &mut self.scratch))
    }

    /// Solves a board whose text is in memory; with the result, the bytes the board took.
    ///
    /// # Errors
    /// A wrong row, a piece on damage, or a limit; with the bytes before the wrong place.
    pub fn in_memory(
        &mut self,
        kings: &Kings<'_>,
        separator: Separator,
        text: &[u8],
        collect: Collect,
        level: Level,
        budget: &Budget,
    ) -> Result<(Solved, usize), (usize, FeedError<Fault>)> {
        let (scanner, scratch) = self
            .scanner(kings, collect, level, budget)
            .map_err(|limit| (0, FeedError::Sink(Fault::Limit(limit))))?;
        let used = feed::from_memory(kings.shape, separator, text, scratch, level, scanner)?;
        Ok((scanner.finish(), used))
    }

    /// Solves a board whose text starts with `head` and goes on in `source`; `budget.threads`
    /// above 1 lets two threads read.
    pub fn from_stream(
        &mut self,
        kings: &Kings<'_>,
        head: &[u8],
        source: &mut (dyn Read + Send),
        collect: Collect,
        level: Level,
        budget: &Budget,
    ) -> (Tail, Result<Solved, FeedError<Fault>>) {
        let (scanner, _) = match self.scanner(kings, collect, level, budget) {
            Ok(scanner) => scanner,
            Err(limit) => {
                let tail = Tail { unread: head.to_vec(), ..Tail::default() };
                return (tail, Err(FeedError::Sink(Fault::Limit(limit))));
            }
        };
        let (tail, outcome) = feed::from_stream(kings.shape, head, source, budget.threads, level, scanner);
        (tail, outcome.map(|()| scanner.finish()))
    }

    /// Solves a board that has no text. Only the part of it that the listed pieces can reach is
    /// looked at.
    ///
    /// # Errors
    /// A piece on damage, or a limit (`budget.work` counts blocks of 512 cells).
    pub fn listed(&mut self, kings: &Kings<'_>, level: Level, budget: &Budget) -> Result<Solved, Fault> {
        let shape = reach(kings.pieces);
        let damaged: Vec<Cell> = (kings.damaged.iter().copied())
            .filter(|cell| cell.row < shape.rows && cell.column < shape.columns)
            .collect();
        let kings = Kings { shape, damaged: &damaged, pieces: kings.pieces };
        let blocks = shape.blocks();
        let work = u64::from(shape.rows) * blocks as u64;
        if work > budget.work {
            let (rows, columns) = (shape.rows, shape.columns);
            return Err(Fault::Limit(Limit::work(format!(
                "a dense board of {rows}x{columns} takes {work} steps, {} are allowed",
                budget.work
            ))));
        }
        let (scanner, scratch) =
            self.scanner(&kings, Collect::Counts, level, budget).map_err(Fault::Limit)?;
        for row in 0..shape.rows {
            for block in (0..blocks).step_by(LISTED_BLOCKS) {
                let length = LISTED_BLOCKS.min(blocks - block);
                let cells = scratch.blank(length);
                let ends_row = block + length == blocks;
                if ends_row {
                    clip(&mut cells[length - 1], shape.columns as usize);
                }
                let content = Content::Bare;
                scanner.take(Part { row, block, cells, counts: &[], content, ends_row })?;
            }
        }
        Ok(scanner.finish())
    }
}

/// How much of a board pieces that only go up and left can reach.
pub fn reach(pieces: &[Cell]) -> Shape {
    let most = |coordinate: fn(&Cell) -> u32| pieces.iter().map(coordinate).max().unwrap_or(0) + 1;
    Shape { rows: most(|cell| cell.row), columns: most(|cell| cell.column) }
}

/// Blocks generated at a time for a board without text.
const LISTED_BLOCKS: usize = 64;

/// Takes away the columns of a row's last block that are beyond the board.
fn clip(cells: &mut Cells, columns: usize) {
    let used = (columns - 1) % COLUMNS + 1;
    cells.free[used.div_ceil(64)..].fill(0);
    if !used.is_multiple_of(64) {
        cells.free[used / 64] &= (1 << (used % 64)) - 1;
    }
}
