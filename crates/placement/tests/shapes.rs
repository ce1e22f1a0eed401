//! Shapes, and the cells that pieces attack.

use grundy_base::cell::Cell;
use grundy_placement::shapes::{
    BISHOP, KING, KNIGHT, Piece, QUEEN, ROOK, each_attacked, is_connected, polyominoes, turned,
};

#[test]
fn there_are_as_many_fixed_polyominoes_as_is_known() {
    // OEIS A001168: 2, 6, 19 of two, three and four cells.
    assert_eq!([2, 3, 4].map(|size| polyominoes(size).len()), [2, 6, 19]);
    let skew = [(0, 0), (0, 1), (1, 1), (1, 2)].map(Cell::from);
    assert_eq!(turned(&skew).len(), 4);
    let hook = [(0, 0), (0, 1), (1, 0), (2, 0)].map(Cell::from);
    assert_eq!(turned(&hook).len(), 8);
    assert!(is_connected(&[(0, 0), (0, 1), (1, 1)].map(Cell::from)));
    assert!(!is_connected(&[(0, 0), (1, 1)].map(Cell::from)));
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
        let cells = (0..30).map(|number| Cell::of(number, 6));
        for from in cells.clone() {
            let mut by_rays = Vec::new();
            each_attacked(piece, 5, 6, from, |row, column| {
                by_rays.push(Cell { row, column });
            });
            by_rays.sort_unstable();
            let attacked = |cell: &Cell| {
                let rows = cell.row.abs_diff(from.row);
                let columns = cell.column.abs_diff(from.column);
                *cell != from && attacks(rows, columns)
            };
            let expected: Vec<Cell> = cells.clone().filter(attacked).collect();
            assert_eq!(by_rays, expected);
        }
    }
}
