//! Boards from memory, from a stream or from lists, solved with buffers that are used again.

use super::super::feed::{self, BoardTail, BoardText, FeedError, FeedFailure};
use super::super::lanes::COLUMNS;
use super::super::rows::{BoardShape, RowPart, Sink};
use super::super::text::{self, CellBlock, Content};
use super::board::{Collect, KingFault, Kings, Solved};
use super::scanner::Scanner;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;
use grundy_base::source::Separator;
use grundy_base::sync::interrupt::Checked;
use grundy_base::sync::progress::SPARSE;

/// Buffers that are kept from board to board, so that small boards cost no allocation.
#[derive(Default)]
pub struct Workspace {
    /// The scanner of the last board, if there was one.
    scanner: Option<Scanner>,
    /// The buffer for cells that were converted.
    scratch: text::CellBuffer,
}

impl Workspace {
    /// Makes the buffers ready for a board.
    fn scanner(
        &mut self,
        kings: &Kings<'_>,
        collect: Collect,
        simd: Simd,
        budget: &Budget,
    ) -> Result<(&mut Scanner, &mut text::CellBuffer), Limit> {
        let scanner = match &mut self.scanner {
            Some(scanner) => {
                scanner.reset(kings, collect, simd, budget)?;
                scanner
            }
            none => none.insert(Scanner::new(kings, collect, simd, budget)?),
        };
        Ok((scanner, &mut self.scratch))
    }

    /// Solves a board whose text is in memory; returns also the number of bytes that the board took.
    ///
    /// # Errors
    /// Fails at a wrong row, at a piece on damage, or at a limit.
    pub fn in_memory(
        &mut self,
        kings: &Kings<'_>,
        separator: Separator,
        text: &[u8],
        collect: Collect,
        simd: Simd,
        budget: &Budget,
    ) -> Result<(Solved, usize), FeedFailure<KingFault>> {
        let (scanner, scratch) = self
            .scanner(kings, collect, simd, budget)
            .map_err(|limit| FeedFailure {
                used: 0,
                error: FeedError::Sink(KingFault::Limit(limit)),
            })?;
        let used = feed::from_memory(kings.shape, separator, text, scratch, simd, scanner)?;
        Ok((scanner.finish(), used))
    }

    /// Solves a board whose text arrives; `budget.threads` above 1 lets two threads read. Rows joined by
    /// `/` may be fewer than the shape says.
    pub fn from_stream(
        &mut self,
        kings: &Kings<'_>,
        text: BoardText<'_>,
        collect: Collect,
        simd: Simd,
        budget: &Budget,
    ) -> (BoardTail, Result<Solved, FeedError<KingFault>>) {
        let (scanner, _) = match self.scanner(kings, collect, simd, budget) {
            Ok(scanner) => scanner,
            Err(limit) => {
                let tail = BoardTail {
                    unread: text.head.to_vec(),
                    ..BoardTail::default()
                };
                return (tail, Err(FeedError::Sink(KingFault::Limit(limit))));
            }
        };
        let (tail, outcome) = feed::from_stream(kings.shape, text, budget.threads, simd, scanner);
        let shape = BoardShape {
            rows: tail.rows,
            ..kings.shape
        };
        let solved = outcome.map(|()| Solved {
            cells: shape.area(),
            ..scanner.finish()
        });
        (tail, solved)
    }

    /// Solves a board that has no text. Only the part of it that the listed pieces can reach is
    /// looked at.
    ///
    /// # Errors
    /// Fails at a piece on damage, or at a limit (`budget.work` counts blocks of 512 cells).
    pub fn listed(
        &mut self,
        kings: &Kings<'_>,
        simd: Simd,
        budget: &Budget,
    ) -> Result<Solved, KingFault> {
        let shape = reach(kings.pieces);
        let damaged: Vec<Cell> = (kings.damaged.iter().copied())
            .filter(|cell| cell.row < shape.rows && cell.column < shape.columns)
            .collect();
        let kings = Kings {
            shape,
            damaged: &damaged,
            pieces: kings.pieces,
        };
        let blocks = shape.blocks();
        let work = u64::from(shape.rows) * blocks as u64;
        if work > budget.work {
            let BoardShape { rows, columns } = shape;
            let message = format!(
                "a dense board of {rows}x{columns} takes {work} steps, {} are allowed",
                budget.work
            );
            return Err(KingFault::Limit(Limit::steps(work.into(), message)));
        }
        let (scanner, scratch) = self
            .scanner(&kings, Collect::Counts, simd, budget)
            .map_err(KingFault::Limit)?;
        let mut steps = Checked::every(256);
        let running = (work >= SHOWN_BLOCKS).then(|| SPARSE.begin(u64::from(shape.rows)));
        for row in 0..shape.rows {
            if let Some(running) = &running
                && row.is_multiple_of(SHOWN_ROWS)
            {
                running.stand(row);
            }
            for block in (0..blocks).step_by(LISTED_BLOCKS) {
                steps.step();
                let length = LISTED_BLOCKS.min(blocks - block);
                let cells = scratch.blank(length);
                let ends_row = block + length == blocks;
                if ends_row {
                    clip(&mut cells[length - 1], shape.columns as usize);
                }
                scanner.take(RowPart {
                    row,
                    block,
                    cells,
                    counts: &[],
                    content: Content::Bare,
                    ends_row,
                    ahead: &[],
                })?;
            }
        }
        if let Some(running) = &running {
            running.stand(shape.rows);
        }
        Ok(scanner.finish())
    }
}

/// Finds the part of a board that pieces can reach if they only go up and left.
pub fn reach(pieces: &[Cell]) -> BoardShape {
    let most = |coordinate: fn(&Cell) -> u32| pieces.iter().map(coordinate).max().unwrap_or(0) + 1;
    BoardShape {
        rows: most(|cell| cell.row),
        columns: most(|cell| cell.column),
    }
}

/// The number of blocks from which it is shown how many rows of a board without text are done (a guess).
const SHOWN_BLOCKS: u64 = 1 << 14;

/// The number of rows after which it is shown how many are done (a guess).
const SHOWN_ROWS: u32 = 1024;

/// The number of blocks generated at a time for a board without text (a guess).
const LISTED_BLOCKS: usize = 64;

/// Takes away the columns of a row's last block that are beyond the board.
fn clip(cells: &mut CellBlock, columns: usize) {
    let used = (columns - 1) % COLUMNS + 1;
    cells.free[used.div_ceil(64)..].fill(0);
    if !used.is_multiple_of(64) {
        cells.free[used / 64] &= (1 << (used % 64)) - 1;
    }
}
