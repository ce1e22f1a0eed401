//! Which engine: by lines, in stripes, or the plain dense one.

/// Nanoseconds for one damaged cell: the rectangles around it.
const DAMAGE: f64 = 2900.0;
/// Nanoseconds for a pair of lines in the rectangles that see both; each of √n rows of rectangles
/// passes on up to n lines.
const LINE: f64 = 13.5;
/// What lines that meet, or cross the cuts, cost beyond that, where n^2.5 is the side^1.5.
const CROWDED: f64 = 0.18;
/// Nanoseconds for 512 cells of a row, row by row.
const BLOCK: f64 = 13.0;
/// Nanoseconds to begin with.
const START: f64 = 30_000.0;

/// Nanoseconds, about, that following lines takes for so many damaged cells anywhere on a board.
///
/// With n damaged cells on a square board of side s the measured cost follows
/// (2.9 µs·n + 13.5 ns·n^1.5)·(1 + 0.18·n^2.5/s^1.5): the first part is cutting around damage, the
/// second passing lines on. In the factor, n²/s is how many lines drift over one another between
/// one damaged cell and the next, √(n/s) how close other lines are where they do. It held within a
/// factor of 1.5 from 300 to 5·10⁵ cells and from 65536² to 10⁹×10⁹, where the cost was up to 50 times
/// the first part's.
pub fn lines_cost(rows: u64, cols: u64, damaged: u64) -> f64 {
    let side = (rows as f64 * cols as f64).sqrt().max(1.0);
    let n = damaged as f64;
    START + (DAMAGE * n + LINE * n * n.sqrt()) * (1.0 + CROWDED * n * n * (n / side).sqrt() / side)
}

/// The same row by row: every row in blocks of 512 cells.
pub fn rows_cost(rows: u64, cols: u64) -> f64 {
    blocks(rows, cols) as f64 * BLOCK
}

/// Blocks of 512 cells of a row.
fn blocks(rows: u64, cols: u64) -> u128 {
    u128::from(rows) * u128::from(cols.div_ceil(512))
}

/// Whether to follow lines rather than rows. `work` says how many blocks of 512 cells may be
/// computed. The number of threads has no say: the limits must not depend on it.
pub fn prefers_lines(rows: u64, cols: u64, damaged: u64, work: u64) -> bool {
    blocks(rows, cols) > u128::from(work) || lines_cost(rows, cols, damaged) < rows_cost(rows, cols)
}

/// Blocks of 512 cells from which cutting a board in stripes pays.
const STRIPED: u128 = 1 << 14;

/// Whether [`super::solve`] is to be taken rather than the plain dense engine, which starts sooner.
pub fn prefers_sparse(rows: u64, cols: u64, damaged: u64, work: u64) -> bool {
    blocks(rows, cols) >= STRIPED || prefers_lines(rows, cols, damaged, work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_where_the_costs_meet() {
        let any = u64::MAX;
        for (rows, cols) in [(65_536u64, 65_536u64), (1_000_000, 1_000_000), (40_000, 1_000_000)] {
            let border = (0..1 << 20).find(|&n| !prefers_lines(rows, cols, n, any)).unwrap();
            assert!(lines_cost(rows, cols, border - 1) < rows_cost(rows, cols));
            assert!(lines_cost(rows, cols, border) >= rows_cost(rows, cols));
        }
        assert!(!prefers_sparse(100, 100, 0, any));
        assert!(prefers_sparse(65_536, 65_536, 100_000, any));
        assert!(!prefers_lines(65_536, 65_536, 100_000, any));
        assert!(prefers_lines(1_000_000_000, 1_000_000_000, 1_000_000, any));
        // What may not be done row by row is tried by lines, whatever the estimate.
        assert!(prefers_lines(1_000_000, 1_000_000, 900_000, 1 << 20));
    }
}
