//! Boards solved by whichever engine pays: [`choice`] says which.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a cell that was checked lies on the board, whose shape has 32 bits; a value is at most the number of steps, of which there are fewer than 129² / 2"
)]

use fxhash::FxHashSet;

use crate::choice::{self, BoardEngine};
use crate::dense::bitmap::Bitmap;
use crate::dense::king::{KingFault, Kings, Neighbourhood, Solved, Workspace, reach};
use crate::dense::leaper::{self, LeaperStep, NO_MOVE, Neighbourhoods};
use crate::dense::rows::BoardShape;
use crate::sparse;
use crate::steps::{self, Point};
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;

/// Kings on a board without text, as far as the pieces can reach.
#[derive(Debug)]
pub struct ListedKings<'a> {
    /// The board and its pieces.
    kings: &'a Kings<'a>,
    /// The part of the board that the pieces can reach.
    shape: BoardShape,
    /// The damaged cells there.
    damaged: Vec<Cell>,
}

impl<'a> ListedKings<'a> {
    /// Leaves out what the pieces cannot reach.
    pub fn of(kings: &'a Kings<'a>) -> Self {
        let shape = reach(kings.pieces);
        let within = |cell: &&Cell| cell.row < shape.rows && cell.column < shape.columns;
        let damaged = kings.damaged.iter().filter(within).copied().collect();
        ListedKings {
            kings,
            shape,
            damaged,
        }
    }

    /// Chooses the engine.
    ///
    /// # Errors
    ///
    /// Fails where [`choice::king`] fails.
    pub fn choose(&self, budget: &Budget) -> Result<BoardEngine, KingFault> {
        let BoardShape { rows, columns } = self.shape;
        let damaged = self.damaged.len() as u64;
        choice::king(rows.into(), columns.into(), damaged, budget).map_err(KingFault::Limit)
    }

    /// Solves the board by the engine that was chosen.
    ///
    /// # Errors
    ///
    /// Fails at a piece on damage, or at a limit.
    pub fn solve(
        self,
        chosen: BoardEngine,
        workspace: &mut Workspace,
        simd: Simd,
        budget: &Budget,
    ) -> Result<Solved, KingFault> {
        if chosen == BoardEngine::KingLines {
            self.along_lines(budget)
        } else {
            workspace.listed(self.kings, simd, budget)
        }
    }

    /// Solves the board by the lines that damage sends out.
    fn along_lines(self, budget: &Budget) -> Result<Solved, KingFault> {
        let ListedKings {
            kings,
            shape,
            damaged,
        } = self;
        let rows = u64::from(shape.rows);
        let columns = u64::from(shape.columns);
        let cells = kings.pieces.iter().copied();
        let solution = sparse::king::solve(rows, columns, damaged.iter().copied(), cells, budget)
            .map_err(KingFault::Limit)?;
        let damaged: FxHashSet<Cell> = damaged.into_iter().collect();
        let mut listed = Vec::with_capacity(kings.pieces.len());
        for (index, (cell, around)) in kings.pieces.iter().zip(&solution.around).enumerate() {
            if damaged.contains(cell) {
                return Err(KingFault::ListedPieceOnDamage(index));
            }
            let option = |up: u32, left: u32, value: u8| {
                let row = cell.row.checked_sub(up)?;
                let column = cell.column.checked_sub(left)?;
                let to = Cell { row, column };
                if damaged.contains(&to) {
                    None
                } else {
                    Some(value)
                }
            };
            let [own, up, left, up_left] = *around;
            listed.push(Neighbourhood::new(
                own,
                [option(1, 0, up), option(0, 1, left), option(1, 1, up_left)],
            ));
        }
        Ok(Solved::of_listed(listed, solution.work))
    }
}

/// Returns whether each step lowers the sum of row and column.
fn falls(steps: &[LeaperStep]) -> bool {
    steps.iter().all(|step| step.fall() > 0)
}

/// A board of leapers, without its pieces.
#[derive(Debug)]
pub enum LeaperBoard {
    /// A bit for every cell.
    Bits(Bitmap),
    /// The damage alone.
    Listed(BoardShape, FxHashSet<Cell>),
}

impl LeaperBoard {
    /// Chooses the engine; `None` where only one will do.
    pub fn choose(&self, steps: &[LeaperStep], budget: &Budget) -> Option<BoardEngine> {
        match self {
            LeaperBoard::Listed(shape, damaged) if falls(steps) => {
                let count = steps.len() as u64;
                Some(choice::leaper(*shape, count, damaged.len() as u64, budget))
            }
            _ => None,
        }
    }

    /// Finds the values of these cells and of the options of pieces there, by the engine that [`LeaperBoard::choose`]
    /// chooses.
    ///
    /// # Errors
    ///
    /// Fails if the engine passes a limit.
    pub fn solve(
        &self,
        steps: &[LeaperStep],
        cells: &[Cell],
        budget: &Budget,
    ) -> Result<Neighbourhoods, Limit> {
        if !falls(steps) {
            return self.solve_downwards(steps, cells, budget);
        }
        match self {
            LeaperBoard::Bits(board) => leaper::solve(board, steps, cells, budget),
            LeaperBoard::Listed(shape, damaged) => {
                let sparsely = |work: u64| {
                    let budget = Budget { work, ..*budget };
                    sparse::leaper::solve(*shape, steps, damaged, cells, &budget)
                };
                match self.choose(steps, budget) {
                    Some(BoardEngine::LeaperSquares) => return sparsely(budget.work),
                    Some(BoardEngine::LeaperSquaresFirst(work)) => {
                        if let Ok(found) = sparsely(work) {
                            return Ok(found);
                        }
                    }
                    _ => {}
                }
                let mut board = Bitmap::new(*shape, budget)?;
                for &cell in damaged {
                    board.damage(cell);
                }
                leaper::solve(&board, steps, cells, budget)
            }
        }
    }

    /// Solves cells, as far as the pieces can reach, where steps lower another sum than row + column.
    fn solve_downwards(
        &self,
        steps: &[LeaperStep],
        cells: &[Cell],
        budget: &Budget,
    ) -> Result<Neighbourhoods, Limit> {
        let steps: Vec<Point> = steps
            .iter()
            .map(|step| [step.drow.into(), step.dcol.into(), 0, 0])
            .collect();
        let shape = match self {
            LeaperBoard::Bits(board) => board.shape(),
            LeaperBoard::Listed(shape, _) => *shape,
        };
        let legal = |&[row, column, ..]: &Point| {
            if !(0..i64::from(shape.rows)).contains(&row)
                || !(0..i64::from(shape.columns)).contains(&column)
            {
                return false;
            }
            let cell = Cell {
                row: row as u32,
                column: column as u32,
            };
            match self {
                LeaperBoard::Bits(board) => board.is_free(cell),
                LeaperBoard::Listed(_, damaged) => !damaged.contains(&cell),
            }
        };
        let point = |cell: &Cell| [cell.row.into(), cell.column.into(), 0, 0];
        let found = steps::values(&steps, cells.iter().map(point), legal, budget)?;
        // A value is the mex of some thousands of steps at most, so that it fits 16 bits.
        let value = |point: &Point| found.get(point).map_or(NO_MOVE, |&value| value as u16);
        let mut flat = Vec::new();
        for cell in cells {
            let at = point(cell);
            flat.push(value(&at));
            for step in &steps {
                let to = steps::after(&at, step);
                flat.push(to.map_or(NO_MOVE, |to| value(&to)));
            }
        }
        Ok(Neighbourhoods::new(steps.len(), flat))
    }
}
