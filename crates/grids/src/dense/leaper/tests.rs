//! Every cell against the definition, for every number of steps.

use super::*;
use grundy_base::budget::LimitKind;
use grundy_base::random::Random;

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
