//! Polyominoes and other shapes of cells, and the pieces of chess.

use crate::record::{Named, Piece};

/// A cell of a shape: row and column, from any origin.
pub type Cell = (i64, i64);

/// All polyominoes of this size, in every orientation, in normal form.
pub fn polyominoes(named: Named) -> Vec<Vec<Cell>> {
    let size = match named {
        Named::Domino => 2,
        Named::Tromino => 3,
        Named::Tetromino => 4,
    };
    let mut shapes = vec![vec![(0, 0)]];
    for _ in 1..size {
        let mut larger = Vec::new();
        for shape in &shapes {
            for &(row, column) in shape {
                for cell in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                    if !shape.contains(&cell) {
                        larger.push(normal([shape.as_slice(), &[cell]].concat()));
                    }
                }
            }
        }
        larger.sort_unstable();
        larger.dedup();
        shapes = larger;
    }
    shapes
}

/// The normal form of a shape: its cells in reading order, the first at 0,0, each once.
pub fn normal(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells.dedup();
    let (top, left) = cells.first().copied().unwrap_or_default();
    cells.iter_mut().for_each(|cell| *cell = (cell.0 - top, cell.1 - left));
    cells
}

/// The normal forms of a shape in all eight positions, each once, in reading order.
pub fn turned(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let images: [fn(Cell) -> Cell; 8] = [
        |(r, c)| (r, c),
        |(r, c)| (r, -c),
        |(r, c)| (-r, c),
        |(r, c)| (-r, -c),
        |(r, c)| (c, r),
        |(r, c)| (c, -r),
        |(r, c)| (-c, r),
        |(r, c)| (-c, -r),
    ];
    let mut shapes: Vec<_> =
        images.iter().map(|image| normal(cells.iter().copied().map(image).collect())).collect();
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

/// Whether one walks from every cell of a shape to every other over its sides.
pub fn is_connected(shape: &[Cell]) -> bool {
    let mut found = shape.first().copied().into_iter().collect::<Vec<_>>();
    let mut at = 0;
    while let Some(&(row, column)) = found.get(at) {
        at += 1;
        for next in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
            if shape.contains(&next) && !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found.len() == shape.len()
}

/// Whether the piece attacks a cell so many rows and columns away, both not 0 at once.
pub fn attacks(piece: Piece, rows: u64, columns: u64) -> bool {
    let straight = rows == 0 || columns == 0;
    match piece {
        Piece::King => rows <= 1 && columns <= 1,
        Piece::Queen => straight || rows == columns,
        Piece::Rook => straight,
        Piece::Bishop => rows == columns,
        Piece::Knight => rows.min(columns) == 1 && rows.max(columns) == 2,
    }
}

/// The directions in which it attacks, and how far.
fn rays(piece: Piece) -> (&'static [Cell], i64) {
    const STRAIGHT: [Cell; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
    const DIAGONAL: [Cell; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
    const ALL: [Cell; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    const KNIGHT: [Cell; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
    match piece {
        Piece::King => (&ALL, 1),
        Piece::Queen => (&ALL, i64::MAX),
        Piece::Rook => (&STRAIGHT, i64::MAX),
        Piece::Bishop => (&DIAGONAL, i64::MAX),
        Piece::Knight => (&KNIGHT, 1),
    }
}

/// Visits the cells of a board that the piece attacks from a cell (row and column from 0).
pub fn each_attacked(
    piece: Piece,
    rows: u32,
    columns: u32,
    from: (u32, u32),
    mut visit: impl FnMut(u32, u32),
) {
    let (directions, reach) = rays(piece);
    for &(down, right) in directions {
        for step in 1..=reach {
            let (row, column) = (i64::from(from.0) + down * step, i64::from(from.1) + right * step);
            if row < 0 || column < 0 || row >= i64::from(rows) || column >= i64::from(columns) {
                break;
            }
            visit(row as u32, column as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_fixed_polyominoes_as_is_known() {
        // OEIS A001168: 2, 6, 19 of two, three and four cells.
        assert_eq!(
            [Named::Domino, Named::Tromino, Named::Tetromino].map(|n| polyominoes(n).len()),
            [2, 6, 19]
        );
        assert_eq!(turned(&[(0, 0), (0, 1), (1, 1), (1, 2)]).len(), 4);
        assert_eq!(turned(&[(0, 0), (0, 1), (1, 0), (2, 0)]).len(), 8);
        assert!(is_connected(&[(0, 0), (0, 1), (1, 1)]) && !is_connected(&[(0, 0), (1, 1)]));
    }

    #[test]
    fn rays_and_distances_agree() {
        for piece in [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
            for from in (0..5).flat_map(|row| (0..6).map(move |column| (row, column))) {
                let mut by_rays = Vec::new();
                each_attacked(piece, 5, 6, from, |row, column| by_rays.push((row, column)));
                by_rays.sort_unstable();
                let cells = (0..5u32).flat_map(|row| (0..6u32).map(move |column| (row, column)));
                let attacked = |&(row, column): &(u32, u32)| {
                    (row, column) != from
                        && attacks(piece, row.abs_diff(from.0).into(), column.abs_diff(from.1).into())
                };
                assert_eq!(by_rays, cells.filter(attacked).collect::<Vec<_>>());
            }
        }
    }
}
