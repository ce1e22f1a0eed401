//! Every cell against the definition, for every number of steps.

use grundy_base::budget::{Budget, LimitKind};
use grundy_base::cell::Cell;
use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_grids::dense::bitmap::Bitmap;
use grundy_grids::dense::leaper::{Index, KNIGHT, LeaperStep, Skewed, keep, reach, solve};
use grundy_grids::dense::rows::BoardShape;

/// The value of every cell, by rows; damaged cells have none.
fn naive(board: &Bitmap, steps: &[LeaperStep]) -> Vec<Vec<Option<u16>>> {
    let BoardShape { rows, columns } = board.shape();
    let mut values = vec![vec![None; columns as usize]; rows as usize];
    let mut cells: Vec<Cell> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| Cell { row, column }))
        .collect();
    cells.sort_by_key(|cell| cell.row + cell.column);
    for cell in cells.into_iter().filter(|&cell| board.is_free(cell)) {
        let seen: Vec<_> = (steps.iter())
            .filter_map(|step| board.step(cell, step.drow, step.dcol))
            .map(|to| values[to.row as usize][to.column as usize])
            .collect();
        values[cell.row as usize][cell.column as usize] =
            (0..).find(|&value| !seen.contains(&Some(value)));
    }
    values
}

fn random_steps(rng: &mut Random, count: usize, most: i32) -> Vec<LeaperStep> {
    let mut steps: Vec<LeaperStep> = Vec::new();
    while steps.len() < count {
        let mut random = || rng.below_u32(2 * most.cast_unsigned() + 1).cast_signed() - most;
        let step = LeaperStep::new(random(), random());
        if step.fall() > 0 && !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

#[test]
fn every_cell_of_every_shape() {
    let mut rng = Random::new(21);
    let shapes = [
        (1, 1),
        (1, 130),
        (130, 1),
        (64, 64),
        (63, 65),
        (65, 63),
        (40, 200),
        (200, 40),
        (150, 129),
    ];
    for (rows, columns) in shapes {
        for (count, most) in [
            (4, 0),
            (1, 1),
            (3, 2),
            (7, 3),
            (8, 4),
            (15, 64),
            (16, 9),
            (31, 20),
            (33, 64),
            (63, 10),
            (64, 12),
            (90, 64),
            // All steps of at most 8, so that values pass the lanes.
            (136, 8),
        ] {
            let steps = if most == 0 {
                KNIGHT.to_vec()
            } else {
                random_steps(&mut rng, count, most)
            };
            let mut board = Bitmap::new(BoardShape { rows, columns }, &Budget::default()).unwrap();
            let damage = [0, 10, 3, 2][rng.index(4)];
            for _ in 0..(rows * columns).checked_div(damage).unwrap_or(0) {
                board.damage(Cell {
                    row: rng.below_u32(rows),
                    column: rng.below_u32(columns),
                });
            }
            let expected = naive(&board, &steps);
            let cells: Vec<Cell> = (0..rows)
                .flat_map(|row| (0..columns).map(move |column| Cell { row, column }))
                .filter(|&cell| board.is_free(cell))
                .collect();
            let found = solve(&board, &steps, &cells, &Budget::default()).unwrap();
            for (i, &cell) in cells.iter().enumerate() {
                let value = |cell: Cell| expected[cell.row as usize][cell.column as usize];
                assert_eq!(
                    Some(found.own(i)),
                    value(cell),
                    "{cell:?} of {rows}x{columns}, {steps:?}"
                );
                let options = steps
                    .iter()
                    .map(|step| board.step(cell, step.drow, step.dcol).and_then(value));
                assert!(
                    found.options(i).eq(options),
                    "{cell:?} of {rows}x{columns}, {steps:?}"
                );
            }
        }
    }
}

#[test]
fn what_is_out_of_reach_does_not_matter() {
    let mut rng = Random::new(22);
    for _ in 0..200 {
        let steps = match rng.below_u32(3) {
            0 => KNIGHT.to_vec(),
            _ => {
                let count = 1 + rng.index(6);
                random_steps(&mut rng, count, 5)
            }
        };
        let shape = BoardShape {
            rows: 60,
            columns: 70,
        };
        let cell = Cell {
            row: rng.below_u32(30),
            column: rng.below_u32(30),
        };
        let within = reach(&steps, &[cell], shape);
        let mut seen = vec![cell];
        let board = Bitmap::new(shape, &Budget::default()).unwrap();
        let mut next = 0;
        while let Some(&cell) = seen.get(next) {
            next += 1;
            assert!(
                cell.row < within.rows && cell.column < within.columns,
                "{cell:?} {steps:?}"
            );
            for step in &steps {
                if let Some(to) = board.step(cell, step.drow, step.dcol)
                    && !seen.contains(&to)
                {
                    seen.push(to);
                }
            }
        }
    }
}

#[test]
fn limits_are_named() {
    let board = Bitmap::new(
        BoardShape {
            rows: 100,
            columns: 100,
        },
        &Budget::default(),
    )
    .unwrap();
    let cells = [Cell {
        row: 99,
        column: 99,
    }];
    let work = Budget {
        work: 39_999,
        ..Budget::default()
    };
    assert_eq!(
        solve(&board, &KNIGHT, &cells, &work).unwrap_err().kind,
        LimitKind::Work
    );
    let memory = Budget {
        memory: 2000,
        ..Budget::default()
    };
    assert_eq!(
        solve(&board, &KNIGHT, &cells, &memory).unwrap_err().kind,
        LimitKind::Memory
    );
    assert!(
        Bitmap::new(
            BoardShape {
                rows: 1 << 20,
                columns: 1 << 20
            },
            &Budget::default()
        )
        .is_err()
    );
}

fn kept_cells_are_those_of_the_mask<const W: usize>() {
    let kept = [0x9e37_79b9_7f4a_7c15, 0, u64::MAX];
    for simd in Simd::all() {
        let mut row = vec![u64::MAX; 4 * W];
        keep::<W>(simd, &mut row, &kept);
        for cell in 0..256 {
            let bits = kept.get(cell / 64).map_or(u64::MAX, |word| {
                if word >> (cell % 64) & 1 == 1 { !0 } else { 0 }
            });
            let first = cell * W;
            assert_eq!(
                (row[first / 64] ^ bits) >> (first % 64) << (64 - W),
                0,
                "{simd:?} {W} {cell}"
            );
        }
    }
}

#[test]
fn a_mask_keeps_its_cells_in_every_width() {
    kept_cells_are_those_of_the_mask::<4>();
    kept_cells_are_those_of_the_mask::<8>();
    kept_cells_are_those_of_the_mask::<16>();
    kept_cells_are_those_of_the_mask::<32>();
    kept_cells_are_those_of_the_mask::<64>();
}

#[test]
fn lines_are_the_anti_diagonals() {
    let mut rng = Random::new(5);
    for (rows, columns) in [
        (1, 1),
        (1, 200),
        (200, 1),
        (63, 65),
        (130, 70),
        (64, 64),
        (100, 300),
    ] {
        let shape = BoardShape { rows, columns };
        let mut board = Bitmap::new(shape, &Budget::default()).unwrap();
        for _ in 0..rows * columns / 3 {
            board.damage(Cell {
                row: rng.below_u32(rows),
                column: rng.below_u32(columns),
            });
        }
        for index in [Index::Row, Index::Column] {
            let length = index.choose(rows, columns) as usize;
            let mut skewed = Skewed::new(length);
            for diagonal in 0..(rows + columns - 1) as usize {
                if diagonal % 64 == 0 {
                    skewed.read(&board, index, diagonal);
                }
                let line = skewed.line(diagonal % 64);
                for at in 0..line.len() * 64 {
                    let expected = at <= diagonal && {
                        let other = (diagonal - at) as u32;
                        let at = at as u32;
                        let cell = match index {
                            Index::Row => Cell {
                                row: at,
                                column: other,
                            },
                            Index::Column => Cell {
                                row: other,
                                column: at,
                            },
                        };
                        cell.row < rows && cell.column < columns && board.is_free(cell)
                    };
                    assert_eq!(
                        line[at / 64] >> (at % 64) & 1 == 1,
                        expected,
                        "{index:?} {diagonal} {at}"
                    );
                }
            }
        }
    }
}
