//! The choice of the engine that answers a board given by its size and damage: all bounds in one place, each with
//! the benchmark that set it.
//!
//! | board | engine | cost |
//! | --- | --- | --- |
//! | king, small | [`BoardEngine::KingFewRows`]: rows in bits | the area |
//! | king, full of lines | [`BoardEngine::KingRows`]: rows in bits | the area |
//! | king, sparse | [`BoardEngine::KingLines`]: the lines that damage sends out | n^1.5 of the damage |
//! | leaper, small | [`BoardEngine::LeaperSweep`]: cell by cell | the area × steps |
//! | leaper, larger | [`BoardEngine::LeaperSquaresFirst`]: memoised squares, then the sweep | n² of the damage |
//! | leaper, huge | [`BoardEngine::LeaperSquares`]: memoised squares alone | n² of the damage |
//! | rook, queen | [`BoardEngine::Tiles`]: cell by cell | the area |
//!
//! Rocks and other vectors have a table of their own ([`crate::vectors`]). `--stats` prints a [`BoardEngine`].
//!
//! Boards in text are read, and so solved, cell by cell. The choice depends on the board and on the
//! limits alone, never on the number of threads: answers and limits must not depend on it.

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

use crate::dense::rows::BoardShape;

/// Columns of a block: the unit of work of kings row by row.
const BLOCK_COLUMNS: u64 = 512;
/// Nanoseconds for a block (`bench/sparse_king.rs`, 65536² with 10⁵ damaged cells: by rows).
const BLOCK_NANOSECONDS: u64 = 13;
/// Nanoseconds for a step along lines (`bench/sparse_king.rs`, 10⁹ with 10⁵ and 10⁶ with 10⁴ damaged cells).
const STEP_NANOSECONDS: u64 = 7;
/// Nanoseconds before the first step along lines (`bench/sparse_king.rs`, small boards).
const START_NANOSECONDS: u64 = 30_000;
/// The number of blocks below which a board is called small (a guess).
const FEW_BLOCKS: u64 = 1 << 14;
/// Tenths of a step for one damaged cell: the rectangles around it (`bench/sparse_king.rs`, 10⁹ with 10³ to 10⁵).
const DAMAGE_TENTHS: u128 = 2500;
/// Tenths of a step for a pair of lines in the rectangles that see both; each of √n rows of rectangles passes
/// on up to n lines (`bench/sparse_king.rs`, 10⁹ with 10³ to 10⁵).
const LINE_TENTHS: u128 = 48;
/// The square of the number of damaged cells, for each column of a square board, at which lines stand so close that
/// half of all rectangles resist (`bench/sparse_king.rs`, 10⁶ and 10⁷ with 10³ and 10⁴).
const CROWDED_SQUARE: u128 = 20;

/// The largest number of cells of a leaper's board that is swept at once (`bench/sparse_leaper.rs`, 1024²).
const SWEPT_CELLS: u64 = 1 << 20;
/// Units of work of the squares for one damaged cell: its leaf, and 50 look-ups on the way there
/// (`bench/sparse_leaper.rs`, 10⁹ with 10² to 10⁴ damaged cells).
const DAMAGE_UNITS: u64 = 40_000;

/// An engine, with the reason for it, as `--stats` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEngine {
    /// Kings, [`crate::sparse::king`]: fewer steps along lines than rows.
    KingLines,
    /// Kings, [`crate::dense::king::Workspace::listed`]: a small board.
    KingFewRows,
    /// Kings, [`crate::dense::king::Workspace::listed`]: fewer rows than steps along lines.
    KingRows,
    /// Leapers, [`crate::sparse::leaper`] alone: the sweep would pass a limit.
    LeaperSquares,
    /// Leapers, [`crate::dense::leaper`]: few cells for the damage.
    LeaperSweep,
    /// Leapers, [`crate::sparse::leaper`] with this much work, and the sweep if that is not enough: little damage on many
    /// cells.
    LeaperSquaresFirst(u64),
    /// Rooks and queens, [`crate::dense::slider`].
    Tiles,
}

impl From<BoardEngine> for &'static str {
    fn from(engine: BoardEngine) -> Self {
        match engine {
            BoardEngine::KingLines => "kings along lines: fewer steps than rows",
            BoardEngine::KingFewRows => "kings row by row: few blocks",
            BoardEngine::KingRows => "kings row by row: rows are fewer steps than lines",
            BoardEngine::LeaperSquares => "leapers by squares: too many cells",
            BoardEngine::LeaperSweep => "leapers cell by cell: few cells for the damage",
            BoardEngine::LeaperSquaresFirst(_) => {
                "leapers by squares: little damage, then cell by cell"
            }
            BoardEngine::Tiles => "rooks and queens by tiles, cell by cell",
        }
    }
}

/// Counts the blocks of a board of kings.
fn blocks(rows: u64, columns: u64) -> u64 {
    rows.saturating_mul(columns.div_ceil(BLOCK_COLUMNS))
}

/// Estimates the steps along the lines of damaged cells anywhere on a board.
///
/// The steps that were measured with n damaged cells on a square board of side s follow
/// (250 n + 4.8 n^1.5) · (1 + n² / 20 s): the first term counts the cuts around damage, the second the lines that are
/// passed on, and the factor says what crowded lines cost. The formula held within a factor of two from 10³ to
/// 10⁵ cells and from 10⁶ to 10⁹ rows; cells in rows, columns or lattices take fewer.
pub fn line_steps(rows: u64, columns: u64, damaged: u64) -> u64 {
    let n = u128::from(damaged);
    let square = n * n;
    let side = (u128::from(rows) * u128::from(columns)).isqrt().max(1);
    let crowded = CROWDED_SQUARE * side;
    // 48 n^1.5 is the root of 48² n³, exact to a tenth of a step.
    let passed_on = (LINE_TENTHS * LINE_TENTHS)
        .saturating_mul(square)
        .saturating_mul(n)
        .isqrt();
    let tenths = DAMAGE_TENTHS * n + passed_on;
    let with_crowds = tenths.saturating_mul(crowded.saturating_add(square)) / crowded;
    u64::try_from(with_crowds / 10).unwrap_or(u64::MAX)
}

/// Chooses the engine for kings on a board of this size and damage.
///
/// # Errors
/// Fails if no engine is expected to be done within `budget.work`.
pub fn king(rows: u64, columns: u64, damaged: u64, budget: &Budget) -> Result<BoardEngine, Limit> {
    let blocks = blocks(rows, columns);
    let steps = line_steps(rows, columns, damaged);
    let rows_may = blocks <= budget.work;
    let lines_may = steps <= budget.work;
    if !rows_may && !lines_may {
        return Err(Limit::steps(
            steps.min(blocks).into(),
            format!(
                "{damaged} damaged cells on a board of {rows}x{columns} cells take about {steps} steps along the \
                 lines that they send out, or {blocks} blocks of {BLOCK_COLUMNS} cells row by row, and {} are allowed",
                budget.work
            ),
        ));
    }
    let time_of_lines = START_NANOSECONDS.saturating_add(steps.saturating_mul(STEP_NANOSECONDS));
    let time_of_rows = blocks.saturating_mul(BLOCK_NANOSECONDS);
    Ok(
        if !rows_may || (lines_may && time_of_lines < time_of_rows) {
            BoardEngine::KingLines
        } else if blocks < FEW_BLOCKS {
            BoardEngine::KingFewRows
        } else {
            BoardEngine::KingRows
        },
    )
}

/// Chooses the engine for leapers with this many steps on a board of this size and damage. Work is in
/// the units of the squares, about five a nanosecond; the sweep takes two cells' steps in one.
pub fn leaper(shape: BoardShape, steps: u64, damaged: u64, budget: &Budget) -> BoardEngine {
    let tried = shape.area().saturating_mul(steps);
    let bytes = shape.area() / 8;
    let within = bytes <= shares::boards::swept_rows(budget.memory) && tried <= budget.work;
    if !within {
        BoardEngine::LeaperSquares
    } else if shape.area() <= SWEPT_CELLS || damaged.saturating_mul(DAMAGE_UNITS) >= tried / 2 {
        BoardEngine::LeaperSweep
    } else {
        BoardEngine::LeaperSquaresFirst((tried / 2).min(budget.work))
    }
}
