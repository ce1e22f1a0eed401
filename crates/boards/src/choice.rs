//! Which engine answers a board given by its size and damage: all bounds in one place, each with the
//! benchmark that set it.
//!
//! | board | engine | cost |
//! | --- | --- | --- |
//! | king, small | [`King::Rows`]: rows in bits, on one thread | the area |
//! | king, larger | [`King::Stripes`]: rows in bits, in stripes on all threads | the area |
//! | king, sparse | [`King::Lines`]: the lines that damage sends out | n^1.5 of the damage |
//! | leaper, small | [`Leaper::Sweep`]: cell by cell | the area × steps |
//! | leaper, larger | [`Leaper::SquaresFirst`]: memoised squares, then the sweep | n² of the damage |
//! | leaper, huge | [`Leaper::Squares`]: memoised squares alone | n² of the damage |
//!
//! Boards in text are read, and so solved, cell by cell. The choice depends on the board and on the
//! limits alone, never on the number of threads: answers and limits must not depend on it.

use crate::dense::rows::Shape;
use crate::sync::progress::engine;
use grundy_machine::budget::{Budget, Limit};

/// Columns of a block: the unit of work of kings row by row.
const BLOCK_COLUMNS: u64 = 512;
/// Nanoseconds for a block (`bench/sparse_king.rs`, 65536² with 10⁵ damaged cells: by rows).
const BLOCK_NANOSECONDS: f64 = 13.0;
/// Nanoseconds for a step along lines (`bench/sparse_king.rs`, 10⁹ with 10⁵ and 10⁶ with 10⁴ damaged cells).
const STEP_NANOSECONDS: f64 = 7.0;
/// Nanoseconds before the first step along lines (`bench/sparse_king.rs`, small boards).
const START_NANOSECONDS: f64 = 30_000.0;
/// Blocks from which cutting a board in stripes pays (`bench/compare-sparse.sh`, 65536²).
const STRIPED_BLOCKS: u64 = 1 << 14;
/// Steps for one damaged cell: the rectangles around it (`bench/sparse_king.rs`, 10⁹ with 10³ to 10⁵).
const DAMAGE_STEPS: f64 = 250.0;
/// Steps for a pair of lines in the rectangles that see both; each of √n rows of rectangles passes
/// on up to n lines (`bench/sparse_king.rs`, 10⁹ with 10³ to 10⁵).
const LINE_STEPS: f64 = 4.8;
/// If n² damaged cells are on n × this many columns, lines stand so close that half of all rectangles
/// resist (`bench/sparse_king.rs`, 10⁶ and 10⁷ with 10³ and 10⁴).
const CROWDED_COLUMNS: f64 = 20.0;

/// Cells up to which a leaper's board is swept (`bench/sparse_leaper.rs`, 1024²).
const SWEPT_CELLS: u64 = 1 << 20;
/// Units of work of the squares for one damaged cell: its leaf, and 50 look-ups on the way there
/// (`bench/sparse_leaper.rs`, 10⁹ with 10² to 10⁴ damaged cells).
const DAMAGE_UNITS: u64 = 40_000;

/// The engines for kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum King {
    /// [`crate::dense::king::Workspace::listed`].
    Rows,
    /// [`crate::sparse::king`], row by row on all threads.
    Stripes,
    /// [`crate::sparse::king`], by the lines of damage.
    Lines,
}

/// Blocks of a board of kings.
fn blocks(rows: u64, columns: u64) -> u64 {
    rows.saturating_mul(columns.div_ceil(BLOCK_COLUMNS))
}

/// Steps, about, along the lines of damaged cells anywhere on a board.
///
/// With n damaged cells on a square board of side s the measured steps follow
/// (250 n + 4.8 n^1.5) · (1 + n² / 20 s): the first part is cutting around damage, the second
/// passing lines on, the factor what crowded lines cost. It held within a factor of two from 10³ to
/// 10⁵ cells and from 10⁶ to 10⁹ rows; cells in rows, columns or lattices take fewer.
pub fn line_steps(rows: u64, columns: u64, damaged: u64) -> u64 {
    let side = (rows as f64 * columns as f64).sqrt().max(1.0);
    let n = damaged as f64;
    ((DAMAGE_STEPS * n + LINE_STEPS * n * n.sqrt()) * (1.0 + n * n / (CROWDED_COLUMNS * side)))
        as u64
}

/// The engine for kings on a board of this size and damage.
///
/// # Errors
/// No engine is expected to be done within `budget.work`.
pub fn king(rows: u64, columns: u64, damaged: u64, budget: &Budget) -> Result<King, Limit> {
    let (blocks, steps) = (blocks(rows, columns), line_steps(rows, columns, damaged));
    let by_lines =
        START_NANOSECONDS + steps as f64 * STEP_NANOSECONDS < blocks as f64 * BLOCK_NANOSECONDS;
    let king = match (blocks <= budget.work, steps <= budget.work) {
        (true, within) if !(within && by_lines) => {
            if blocks < STRIPED_BLOCKS {
                King::Rows
            } else {
                King::Stripes
            }
        }
        (_, true) => King::Lines,
        _ => {
            return Err(Limit::steps(
                steps.min(blocks).into(),
                format!(
                    "{damaged} damaged cells on a board of {rows}x{columns} cells take about {steps} steps along the \
                 lines that they send out, or {blocks} blocks of {BLOCK_COLUMNS} cells row by row, and {} are allowed",
                    budget.work
                ),
            ));
        }
    };
    engine(match king {
        King::Rows => "kings row by row: few blocks",
        King::Stripes => "kings in stripes: rows are fewer steps than lines",
        King::Lines => "kings along lines: fewer steps than rows",
    });
    Ok(king)
}

/// The engines for leapers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaper {
    /// [`crate::dense::leaper`].
    Sweep,
    /// [`crate::sparse::leaper`] with this much work, and the sweep if that is not enough.
    SquaresFirst(u64),
    /// [`crate::sparse::leaper`] alone, since the sweep would pass a limit.
    Squares,
}

/// The engine for leapers with this many steps on a board of this size and damage. Work is in
/// the units of the squares, about five a nanosecond; the sweep takes two cells' steps in one.
pub fn leaper(shape: Shape, steps: u64, damaged: u64, budget: &Budget) -> Leaper {
    let tried = shape.area().saturating_mul(steps);
    let within = shape.area() / 8 <= budget.memory / 16 * 15 && tried <= budget.work;
    let leaper = if !within {
        Leaper::Squares
    } else if shape.area() <= SWEPT_CELLS || damaged.saturating_mul(DAMAGE_UNITS) >= tried / 2 {
        Leaper::Sweep
    } else {
        Leaper::SquaresFirst((tried / 2).min(budget.work))
    };
    engine(match leaper {
        Leaper::Sweep => "leapers cell by cell: few cells for the damage",
        Leaper::SquaresFirst(_) => "leapers by squares: little damage, then cell by cell",
        Leaper::Squares => "leapers by squares: too many cells",
    });
    leaper
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_go_by_rows_from_where_lines_cost_more() {
        let budget = Budget::default();
        let by_lines = |side, n| king(side, side, n, &budget) == Ok(King::Lines);
        for side in [65_536u64, 1_000_000] {
            let border = (0..1 << 20).find(|&n| !by_lines(side, n)).unwrap();
            assert!(border > 1000 && by_lines(side, border - 1) && !by_lines(side, 2 * border));
        }
        assert_eq!(king(100, 100, 0, &budget), Ok(King::Rows));
        assert_eq!(king(65_536, 65_536, 100_000, &budget), Ok(King::Stripes));
        assert!(by_lines(1_000_000_000, 100_000));
        // Too many for lines, too large for rows.
        let limit = king(1_000_000_000, 1_000_000_000, 1_000_000, &budget).unwrap_err();
        assert!(
            limit.message.contains("1000000 damaged cells")
                && limit.message.contains("68719476736")
        );
        // Rows that may not be done are done along lines, and the other way round.
        let little = Budget {
            work: 1 << 20,
            ..budget
        };
        assert_eq!(king(1_000_000, 1_000_000, 1000, &little), Ok(King::Lines));
        assert_eq!(
            king(
                1000,
                1_000_000,
                3000,
                &Budget {
                    work: 1 << 21,
                    ..budget
                }
            ),
            Ok(King::Stripes)
        );
    }

    #[test]
    fn leapers_are_swept_from_where_squares_cost_more() {
        let square = |side| Shape {
            rows: side,
            columns: side,
        };
        let budget = Budget::default();
        assert_eq!(leaper(square(1024), 4, 0, &budget), Leaper::Sweep);
        let shape = square(4096);
        let border = (0..1 << 20)
            .find(|&n| leaper(shape, 4, n, &budget) == Leaper::Sweep)
            .unwrap();
        assert_eq!(
            leaper(shape, 4, border - 1, &budget),
            Leaper::SquaresFirst(1 << 25)
        );
        assert_eq!(
            leaper(square(1 << 16), 4, 10, &budget),
            Leaper::SquaresFirst(1 << 33)
        );
        assert_eq!(
            leaper(square(1 << 18), 4, 1 << 30, &budget),
            Leaper::Squares
        );
        let little = Budget {
            memory: 1 << 20,
            ..budget
        };
        assert_eq!(leaper(shape, 4, border, &little), Leaper::Squares);
    }
}
