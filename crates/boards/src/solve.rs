//! Boards solved by whichever engine pays: [`choice`] says which.

use fxhash::FxHashSet;

use crate::choice;
use crate::dense::bitmap::Bitmap;
use crate::dense::king::{KingFault, Kings, Neighbourhood, Solved, Workspace, reach};
use crate::dense::leaper::{self, LeaperStep, NO_MOVE, Neighbourhoods};
use crate::dense::rows::{BoardShape, Cell};
use crate::sparse;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::simd::Simd;
use grundy_theory::steps::{self, Point};

/// Kings on a board without text, as far as the pieces can reach.
///
/// # Errors
///
/// A piece on damage, or a limit.
pub fn kings(
    kings: &Kings<'_>,
    workspace: &mut Workspace,
    simd: Simd,
    budget: &Budget,
) -> Result<Solved, KingFault> {
    let shape = reach(kings.pieces);
    let within = |cell: &&Cell| cell.row < shape.rows && cell.column < shape.columns;
    let damaged: Vec<(u32, u32)> = kings
        .damaged
        .iter()
        .filter(within)
        .map(|cell| (cell.row, cell.column))
        .collect();
    let (rows, columns) = (u64::from(shape.rows), u64::from(shape.columns));
    let engine =
        choice::king(rows, columns, damaged.len() as u64, budget).map_err(KingFault::Limit)?;
    if engine == choice::KingEngine::Rows {
        return workspace.listed(kings, simd, budget);
    }
    let cells = kings.pieces.iter().map(|cell| (cell.row, cell.column));
    let solution = sparse::king::solve(rows, columns, damaged.iter().copied(), cells, budget)
        .map_err(KingFault::Limit)?;
    let damaged: FxHashSet<(u32, u32)> = damaged.into_iter().collect();
    let mut hoods = Vec::with_capacity(kings.pieces.len());
    for (index, (&Cell { row, column }, around)) in
        kings.pieces.iter().zip(&solution.around).enumerate()
    {
        if damaged.contains(&(row, column)) {
            return Err(KingFault::ListedPieceOnDamage(index));
        }
        let option = |up: u32, left: u32, value: u8| {
            let to = (row.checked_sub(up)?, column.checked_sub(left)?);
            (!damaged.contains(&to)).then_some(value)
        };
        let [own, up, left, up_left] = *around;
        hoods.push(Neighbourhood::new(
            own,
            [option(1, 0, up), option(0, 1, left), option(1, 1, up_left)],
        ));
    }
    Ok(Solved::of_listed(hoods, solution.work))
}

/// A board of leapers, its pieces apart.
#[derive(Debug)]
pub enum LeaperBoard {
    /// Every cell a bit.
    Bits(Bitmap),
    /// Its damage alone.
    Listed(BoardShape, FxHashSet<Cell>),
}

impl LeaperBoard {
    /// The values that these cells and the options of pieces there have.
    ///
    /// # Errors
    ///
    /// If the engine passes a limit.
    pub fn solve(
        &self,
        steps: &[LeaperStep],
        cells: &[Cell],
        budget: &Budget,
    ) -> Result<Neighbourhoods, Limit> {
        if steps.iter().any(|(drow, dcol)| drow + dcol >= 0) {
            return self.solve_downwards(steps, cells, budget);
        }
        match self {
            LeaperBoard::Bits(board) => leaper::solve(board, steps, cells, budget),
            LeaperBoard::Listed(shape, damaged) => {
                let sparsely = |work: u64| {
                    let budget = Budget { work, ..*budget };
                    sparse::leaper::solve(*shape, steps, damaged, cells, &budget)
                };
                match choice::leaper(*shape, steps.len() as u64, damaged.len() as u64, budget) {
                    choice::LeaperEngine::Squares => return sparsely(budget.work),
                    choice::LeaperEngine::SquaresFirst(work) => {
                        if let Ok(hoods) = sparsely(work) {
                            return Ok(hoods);
                        }
                    }
                    choice::LeaperEngine::Sweep => {}
                }
                let mut board = Bitmap::new(*shape, budget)?;
                damaged.iter().for_each(|&cell| board.damage(cell));
                leaper::solve(&board, steps, cells, budget)
            }
        }
    }

    /// Steps that lower another sum than row + column: cells are solved as far as the pieces can reach.
    fn solve_downwards(
        &self,
        steps: &[LeaperStep],
        cells: &[Cell],
        budget: &Budget,
    ) -> Result<Neighbourhoods, Limit> {
        let steps: Vec<Point> = steps
            .iter()
            .map(|&(drow, dcol)| [drow.into(), dcol.into(), 0, 0])
            .collect();
        let shape = match self {
            LeaperBoard::Bits(board) => board.shape(),
            LeaperBoard::Listed(shape, _) => *shape,
        };
        let legal = |&[row, column, ..]: &Point| {
            let inside = (0..i64::from(shape.rows)).contains(&row)
                && (0..i64::from(shape.columns)).contains(&column);
            let cell = Cell {
                row: row as u32,
                column: column as u32,
            };
            inside
                && match self {
                    LeaperBoard::Bits(board) => board.is_free(cell),
                    LeaperBoard::Listed(_, damaged) => !damaged.contains(&cell),
                }
        };
        let point = |cell: &Cell| [cell.row.into(), cell.column.into(), 0, 0];
        let found = steps::values(&steps, cells.iter().map(point), legal, budget)?;
        // A mex of some thousands of steps at most.
        let value = |point: &Point| found.get(point).map_or(NO_MOVE, |&value| value as u16);
        let mut flat = Vec::new();
        for cell in cells {
            let at = point(cell);
            flat.push(value(&at));
            flat.extend(
                steps
                    .iter()
                    .map(|step| steps::after(&at, step).map_or(NO_MOVE, |to| value(&to))),
            );
        }
        Ok(Neighbourhoods::new(steps.len(), flat))
    }
}
