//! Polyominoes and other shapes of cells, and the pieces of chess.

#![expect(
    clippy::cast_possible_truncation,
    reason = "squares are on the board, whose rows and columns have 32 bits"
)]

use grundy_base::cell::Cell;

/// A cell of a shape, by its row and its column from any origin; or a step.
pub type ShapeCell = Cell<i64>;

/// Returns the four cells that share a side with a cell.
fn neighbours_of(ShapeCell { row, column }: ShapeCell) -> [ShapeCell; 4] {
    [
        Cell::new(row - 1, column),
        Cell::new(row + 1, column),
        Cell::new(row, column - 1),
        Cell::new(row, column + 1),
    ]
}

/// Returns all polyominoes of `size` cells, in every orientation, in normal form.
pub fn polyominoes(size: usize) -> Vec<Vec<ShapeCell>> {
    let mut shapes = vec![vec![Cell::new(0, 0)]];
    for _ in 1..size {
        let mut larger = Vec::new();
        for shape in &shapes {
            for &cell in shape {
                for cell in neighbours_of(cell) {
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
    let first = cells.first().copied().unwrap_or_default();
    for cell in &mut cells {
        cell.row -= first.row;
        cell.column -= first.column;
    }
    cells
}

/// The turns and reflections of the plane about 0,0.
pub(super) const IMAGES: [fn(ShapeCell) -> ShapeCell; 8] = [
    |cell| cell,
    |cell| Cell::new(cell.row, -cell.column),
    |cell| Cell::new(-cell.row, cell.column),
    |cell| Cell::new(-cell.row, -cell.column),
    |cell| Cell::new(cell.column, cell.row),
    |cell| Cell::new(cell.column, -cell.row),
    |cell| Cell::new(-cell.column, cell.row),
    |cell| Cell::new(-cell.column, -cell.row),
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
    while let Some(&cell) = found.get(at) {
        at += 1;
        for next in neighbours_of(cell) {
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

const STRAIGHT: [ShapeCell; 4] = [
    Cell::new(-1, 0),
    Cell::new(0, -1),
    Cell::new(0, 1),
    Cell::new(1, 0),
];
const DIAGONAL: [ShapeCell; 4] = [
    Cell::new(-1, -1),
    Cell::new(-1, 1),
    Cell::new(1, -1),
    Cell::new(1, 1),
];
const EITHER: [ShapeCell; 8] = [
    Cell::new(-1, -1),
    Cell::new(-1, 0),
    Cell::new(-1, 1),
    Cell::new(0, -1),
    Cell::new(0, 1),
    Cell::new(1, -1),
    Cell::new(1, 0),
    Cell::new(1, 1),
];
const LEAPS: [ShapeCell; 8] = [
    Cell::new(-2, -1),
    Cell::new(-2, 1),
    Cell::new(-1, -2),
    Cell::new(-1, 2),
    Cell::new(1, -2),
    Cell::new(1, 2),
    Cell::new(2, -1),
    Cell::new(2, 1),
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

/// Visits the cells of a board that the piece attacks from a cell.
pub fn each_attacked(
    piece: Piece,
    rows: u32,
    columns: u32,
    from: Cell,
    mut visit: impl FnMut(u32, u32),
) {
    let reach = if piece.slides { i64::MAX } else { 1 };
    for direction in piece.steps {
        for step in 1..=reach {
            let row = i64::from(from.row) + direction.row * step;
            let column = i64::from(from.column) + direction.column * step;
            if row < 0 || column < 0 || row >= i64::from(rows) || column >= i64::from(columns) {
                break;
            }
            visit(row as u32, column as u32);
        }
    }
}
