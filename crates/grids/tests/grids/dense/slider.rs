//! Every cell against the definition.

use grundy_base::budget::{Budget, LimitKind};
use grundy_base::cell::Cell;
use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_base::testing::sized;
use grundy_grids::dense::bitmap::Bitmap;
use grundy_grids::dense::rows::BoardShape;
use grundy_grids::dense::slider::{Bishops, Sliders, Ways};

fn cells(shape: BoardShape) -> impl Iterator<Item = Cell> {
    (0..shape.rows).flat_map(move |row| (0..shape.columns).map(move |column| Cell { row, column }))
}

/// The cells a piece can go to, by walking.
fn walk(board: &Bitmap, ways: Ways, cell: Cell) -> Vec<Cell> {
    let mut reached = Vec::new();
    let directions: &[(i32, i32)] = match (ways.straight, ways.diagonal) {
        (true, true) => &[(-1, 0), (0, -1), (-1, -1)],
        (true, false) => &[(-1, 0), (0, -1)],
        _ => &[(-1, -1)],
    };
    for &(drow, dcol) in directions {
        let mut at = cell;
        while let Some(to) = board.step(at, drow, dcol) {
            reached.push(to);
            at = to;
        }
    }
    reached
}

fn naive(board: &Bitmap, ways: Ways) -> Vec<Option<u32>> {
    let shape = board.shape();
    let index = |cell: Cell| (cell.row * shape.columns + cell.column) as usize;
    let mut values = vec![None; shape.area() as usize];
    for cell in cells(shape).filter(|&cell| board.is_free(cell)) {
        let mut seen: Vec<u32> = walk(board, ways, cell)
            .iter()
            .filter_map(|&to| values[index(to)])
            .collect();
        seen.sort_unstable();
        seen.dedup();
        let mex = (0..)
            .zip(&seen)
            .take_while(|&(i, &value)| i == value)
            .count();
        values[index(cell)] = Some(mex as u32);
    }
    values
}

fn random_board(rng: &mut Random, rows: u32, columns: u32, damage: u32) -> Bitmap {
    let mut board = Bitmap::new(BoardShape { rows, columns }, &Budget::default()).unwrap();
    for _ in 0..(rows * columns).checked_div(damage).unwrap_or(0) {
        board.damage(Cell {
            row: rng.below_u32(rows),
            column: rng.below_u32(columns),
        });
    }
    board
}

#[test]
fn every_cell_has_the_value_of_the_definition() {
    let mut rng = Random::new(31);
    let square = [(1, 1), (8, 8), (64, 64), (65, 130), (130, 65), (150, 150)];
    let narrow = [
        (1, 3000),
        (3000, 1),
        (1500, 2),
        (3, 1200),
        (70, 300),
        (300, 70),
    ];
    for (rows, columns) in square.into_iter().chain(narrow) {
        for damage in sized(&[0, 100, 2][..], &[0, 1000, 100, 10, 2])
            .iter()
            .copied()
        {
            let board = random_board(&mut rng, rows, columns, damage);
            let damaged: Vec<Cell> = cells(board.shape())
                .filter(|&cell| !board.is_free(cell))
                .collect();
            let bishops = Bishops::new(damaged.iter().copied());
            // The cells come in another order, and one of them twice.
            let turned = Bishops::new(damaged.iter().rev().chain(damaged.last()).copied());
            let index = |cell: Cell| (cell.row * columns + cell.column) as usize;
            let expected = naive(&board, Ways::BISHOP);
            for cell in cells(board.shape()).filter(|&cell| board.is_free(cell)) {
                assert_eq!(Some(bishops.value(cell)), expected[index(cell)]);
                assert_eq!(Some(turned.value(cell)), expected[index(cell)]);
            }
            let all: Vec<Cell> = cells(board.shape()).collect();
            for ways in [Ways::ROOK, Ways::QUEEN] {
                let expected = naive(&board, ways);
                let levels: Vec<Simd> = Simd::all().collect();
                let simd = levels[rng.index(levels.len())];
                let sliders = |pieces: &[Cell]| {
                    Sliders::new(&board, ways, pieces, &Budget::default(), simd).unwrap()
                };
                let values = sliders(&all);
                for &cell in &all {
                    assert_eq!(
                        values.value(cell),
                        expected[index(cell)],
                        "{ways:?} {cell:?}"
                    );
                    if ways == Ways::ROOK && damage == 0 {
                        assert_eq!(values.value(cell), Some(cell.row ^ cell.column));
                    }
                }
                let some: Vec<_> = (0..9).map(|_| all[rng.index(all.len())]).collect();
                let many: Vec<_> = all.iter().copied().step_by(3).collect();
                for pieces in [some, many] {
                    let values = sliders(&pieces);
                    for &cell in &pieces {
                        assert_eq!(
                            values.value(cell),
                            expected[index(cell)],
                            "{ways:?} {cell:?}"
                        );
                        if board.is_free(cell) {
                            let mut options = values.options(cell);
                            assert!(options.all(|(to, value)| Some(value) == expected[index(to)]));
                            assert_eq!(
                                values.options(cell).count(),
                                walk(&board, ways, cell).len()
                            );
                        }
                    }
                }
                let sliders = values;
                for cell in cells(board.shape())
                    .filter(|&cell| board.is_free(cell))
                    .step_by(7)
                {
                    let walked = walk(&board, ways, cell);
                    let options = walked.iter().map(|&to| (to, expected[index(to)].unwrap()));
                    assert!(sliders.options(cell).eq(options.clone()));
                    let target = rng.below_u32(20);
                    let count = options.filter(|option| option.1 == target).count();
                    assert_eq!(sliders.count_to(cell, target), count as u64);
                }
            }
        }
    }
}

/// Boards with much damage, of which parts are undamaged, so that values are large there.
#[test]
fn much_damage_beside_little_has_the_values_of_the_definition() {
    let mut rng = Random::new(33);
    let levels: Vec<Simd> = Simd::all().collect();
    for (rows, columns) in [(128, 128), (150, 193), (270, 140)] {
        // One cell in `damage` is damaged, apart from an undamaged corner of these rows and columns.
        for (damage, corner) in [(10, (0, 0)), (2, (140, 80)), (9, (40, 120)), (3, (270, 70))] {
            let mut board = random_board(&mut rng, rows, columns, 0);
            for cell in cells(board.shape()) {
                let clean = cell.row < corner.0 && cell.column < corner.1;
                if rng.below(if clean { 700 } else { damage }) == 0 {
                    board.damage(cell);
                }
            }
            let all: Vec<Cell> = cells(board.shape()).collect();
            for ways in [Ways::ROOK, Ways::QUEEN] {
                let expected = naive(&board, ways);
                let index = |cell: Cell| (cell.row * columns + cell.column) as usize;
                for _ in 0..sized(1, levels.len()) {
                    let simd = levels[rng.index(levels.len())];
                    let some: Vec<Cell> = all
                        .iter()
                        .copied()
                        .filter(|_| rng.below(4000) == 0)
                        .collect();
                    for pieces in [&all, &some] {
                        let sliders =
                            Sliders::new(&board, ways, pieces, &Budget::default(), simd).unwrap();
                        for &cell in pieces {
                            let found = sliders.value(cell);
                            assert_eq!(
                                found,
                                expected[index(cell)],
                                "{ways:?} {damage} {corner:?} {cell:?}"
                            );
                            if pieces.len() < all.len() && found.is_some() {
                                let mut options = sliders.options(cell);
                                assert!(
                                    options.all(|(to, value)| Some(value) == expected[index(to)])
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn limits_are_named() {
    let board = Bitmap::new(
        BoardShape {
            rows: 300,
            columns: 300,
        },
        &Budget::default(),
    )
    .unwrap();
    let corner = [Cell {
        row: 299,
        column: 299,
    }];
    let option = |budget: Budget| {
        let simd = Simd::current();
        Sliders::new(&board, Ways::QUEEN, &corner, &budget, simd)
            .unwrap_err()
            .kind
    };
    assert_eq!(
        option(Budget {
            memory: 20_000,
            ..Budget::default()
        }),
        LimitKind::Memory
    );
    assert_eq!(
        option(Budget {
            memory: 60_000,
            ..Budget::default()
        }),
        LimitKind::Memory
    );
    assert_eq!(
        option(Budget {
            work: 10_000,
            ..Budget::default()
        }),
        LimitKind::Work
    );
}
