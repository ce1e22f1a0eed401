//! When the sparse engine is worth its trouble.

/// Steps for one damaged cell: the rectangles around it.
const DAMAGE: f64 = 3500.0;
/// Steps for a pair of lines in the rectangles that see both; each of √n rows of rectangles passes
/// on up to n lines.
const LINE: f64 = 28.0;
/// Where n² damaged cells on n·CROWDED columns, lines stand so close that as much again is spent
/// on rectangles that resist as on those that do not.
const CROWDED: f64 = 14.0;
/// Steps for 512 cells of a row in the dense engine.
const BLOCK: f64 = 10.0;
/// Steps to begin with.
const START: f64 = 30_000.0;

/// Nanoseconds, about, that the sparse engine takes for so many damaged cells anywhere on a board.
///
/// With n damaged cells on a square board of side s the measured cost follows
/// (3.5 µs·n + 28 ns·n^1.5)·(1 + n²/14s): the first part is cutting around damage, the second
/// passing lines on, the factor what lines in close company cost. It held within a factor of two
/// from 10³ to 10⁵ cells and from 65536² to 10⁹×10⁹, and errs upwards where the board is dense.
pub fn sparse_cost(rows: u64, cols: u64, damaged: u64) -> f64 {
    let side = (rows as f64 * cols as f64).sqrt().max(1.0);
    let n = damaged as f64;
    START + (DAMAGE * n + LINE * n * n.sqrt()) * (1.0 + n * n / (CROWDED * side))
}

/// The same for the dense engine: every row in blocks of 512 cells.
pub fn dense_cost(rows: u64, cols: u64) -> f64 {
    rows as f64 * cols.div_ceil(512) as f64 * BLOCK
}

/// Whether to solve sparsely rather than row by row. `dense_work` says how many blocks of 512
/// cells the dense engine may take.
pub fn prefers_sparse(rows: u64, cols: u64, damaged: u64, dense_work: u64) -> bool {
    let too_large = u128::from(rows) * u128::from(cols.div_ceil(512)) > u128::from(dense_work);
    too_large || sparse_cost(rows, cols, damaged) < dense_cost(rows, cols)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_where_the_costs_meet() {
        let any = u64::MAX;
        for (rows, cols) in [(65_536u64, 65_536u64), (1_000_000, 1_000_000), (40_000, 1_000_000)] {
            let border = (0..1 << 20).find(|&n| !prefers_sparse(rows, cols, n, any)).unwrap();
            assert!(sparse_cost(rows, cols, border - 1) < dense_cost(rows, cols));
            assert!(sparse_cost(rows, cols, border) >= dense_cost(rows, cols));
        }
        assert!(!prefers_sparse(100, 100, 0, any));
        assert!(!prefers_sparse(65_536, 65_536, 100_000, any));
        assert!(prefers_sparse(1_000_000_000, 1_000_000_000, 1_000_000, any));
        // What the dense engine may not do is tried sparsely, whatever the estimate.
        assert!(prefers_sparse(1_000_000, 1_000_000, 900_000, 1 << 20));
    }
}
