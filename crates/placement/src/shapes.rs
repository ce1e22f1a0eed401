//! Polyominoes and other shapes of cells, and the pieces of chess.

#![expect(
    clippy::cast_possible_truncation,
    reason = "squares are on the board, whose rows and columns have 32 bits"
)]

/// A cell of a shape, by its row and its column from any origin.
pub type ShapeCell = (i64, i64);

/// Returns all polyominoes of `size` cells, in every orientation, in normal form.
pub fn polyominoes(size: usize) -> Vec<Vec<ShapeCell>> {
    let mut shapes = vec![vec![(0, 0)]];
    for _ in 1..size {
        let mut larger = Vec::new();
        for shape in &shapes {
            for &(row, column) in shape {
                for cell in [
                    (row - 1, column),
                    (row + 1, column),
                    (row, column - 1),
                    (row, column + 1),
                ] {
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

/// Returns the normal form of a shape: its cells in reading order, each once, with the first at 0,0.
pub fn normal(mut cells: Vec<ShapeCell>) -> Vec<ShapeCell> {
    cells.sort_unstable();
    cells.dedup();
    let (top, left) = cells.first().copied().unwrap_or_default();
    for (row, column) in &mut cells {
        *row -= top;
        *column -= left;
    }
    cells
}

/// The turns and reflections of the plane about 0,0.
pub(super) const IMAGES: [fn(ShapeCell) -> ShapeCell; 8] = [
    |(r, c)| (r, c),
    |(r, c)| (r, -c),
    |(r, c)| (-r, c),
    |(r, c)| (-r, -c),
    |(r, c)| (c, r),
    |(r, c)| (c, -r),
    |(r, c)| (-c, r),
    |(r, c)| (-c, -r),
];

/// Returns the normal forms of a shape in all eight positions, each once, in reading order.
pub fn turned(cells: &[ShapeCell]) -> Vec<Vec<ShapeCell>> {
    let mut shapes: Vec<_> = IMAGES
        .iter()
        .map(|image| normal(cells.iter().copied().map(image).collect()))
        .collect();
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

/// Returns whether one walks from every cell of a shape to every other over its sides.
pub fn is_connected(shape: &[ShapeCell]) -> bool {
    let mut found = shape.first().copied().into_iter().collect::<Vec<_>>();
    let mut at = 0;
    while let Some(&(row, column)) = found.get(at) {
        at += 1;
        for next in [
            (row - 1, column),
            (row + 1, column),
            (row, column - 1),
            (row, column + 1),
        ] {
            if shape.contains(&next) && !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found.len() == shape.len()
}

/// A piece by the steps in which it attacks, and whether it slides on in their directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The steps, in reading order.
    pub steps: &'static [ShapeCell],
    /// Whether it slides.
    pub slides: bool,
}

const STRAIGHT: [ShapeCell; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [ShapeCell; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const EITHER: [ShapeCell; 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];
const LEAPS: [ShapeCell; 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

/// The piece that attacks one step up, down, left or right: such pieces are Node-Kayles on a board.
pub const NEIGHBOURS: Piece = Piece {
    steps: &STRAIGHT,
    slides: false,
};
/// The king, which attacks one step in each of eight directions.
pub const KING: Piece = Piece {
    steps: &EITHER,
    slides: false,
};
/// The queen, which attacks at any distance in each of eight directions.
pub const QUEEN: Piece = Piece {
    steps: &EITHER,
    slides: true,
};
/// The rook, which attacks along rows and columns.
pub const ROOK: Piece = Piece {
    steps: &STRAIGHT,
    slides: true,
};
/// The bishop, which attacks along diagonals.
pub const BISHOP: Piece = Piece {
    steps: &DIAGONAL,
    slides: true,
};
/// The knight, which attacks two steps in one direction and one in another.
pub const KNIGHT: Piece = Piece {
    steps: &LEAPS,
    slides: false,
};

/// Visits the cells of a board that the piece attacks from a cell (row and column from 0).
pub fn each_attacked(
    piece: Piece,
    rows: u32,
    columns: u32,
    from: (u32, u32),
    mut visit: impl FnMut(u32, u32),
) {
    let reach = if piece.slides { i64::MAX } else { 1 };
    for &(down, right) in piece.steps {
        for step in 1..=reach {
            let row = i64::from(from.0) + down * step;
            let column = i64::from(from.1) + right * step;
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
        assert_eq!([2, 3, 4].map(|size| polyominoes(size).len()), [2, 6, 19]);
        assert_eq!(turned(&[(0, 0), (0, 1), (1, 1), (1, 2)]).len(), 4);
        assert_eq!(turned(&[(0, 0), (0, 1), (1, 0), (2, 0)]).len(), 8);
        assert!(is_connected(&[(0, 0), (0, 1), (1, 1)]) && !is_connected(&[(0, 0), (1, 1)]));
    }

    #[test]
    fn rays_and_distances_agree() {
        type Reaches<'f> = &'f dyn Fn(u32, u32) -> bool;
        let straight = |rows: u32, columns: u32| rows == 0 || columns == 0;
        let definitions: [(Piece, Reaches<'_>); 5] = [
            (KING, &|rows, columns| rows <= 1 && columns <= 1),
            (QUEEN, &|rows, columns| {
                straight(rows, columns) || rows == columns
            }),
            (ROOK, &straight),
            (BISHOP, &|rows, columns| rows == columns),
            (KNIGHT, &|rows, columns| {
                rows.min(columns) == 1 && rows.max(columns) == 2
            }),
        ];
        for (piece, attacks) in definitions {
            for from in (0..5).flat_map(|row| (0..6).map(move |column| (row, column))) {
                let mut by_rays = Vec::new();
                each_attacked(piece, 5, 6, from, |row, column| by_rays.push((row, column)));
                by_rays.sort_unstable();
                let cells = (0..5u32).flat_map(|row| (0..6u32).map(move |column| (row, column)));
                let attacked = |&(row, column): &(u32, u32)| {
                    (row, column) != from && attacks(row.abs_diff(from.0), column.abs_diff(from.1))
                };
                assert_eq!(by_rays, cells.filter(attacked).collect::<Vec<_>>());
            }
        }
    }
}
