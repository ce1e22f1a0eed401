//! Squares against the dense engine, on boards of every kind.

use fxhash::FxHashSet;
use grundy_base::budget::{Budget, LimitKind};
use grundy_base::cell::Cell;
use grundy_base::random::Random;
use grundy_base::testing;
use grundy_grids::dense;
use grundy_grids::dense::bitmap::Bitmap;
use grundy_grids::dense::leaper::{KNIGHT, LeaperStep};
use grundy_grids::dense::rows::BoardShape;
use grundy_grids::sparse::leaper::skew::{Form, Skew};
use grundy_grids::sparse::leaper::{solve, solve_with_memo};

struct Dice(Random);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.below_u32(bound)
    }

    fn cell(&mut self, BoardShape { rows, columns }: BoardShape) -> Cell {
        Cell {
            row: self.below(rows),
            column: self.below(columns),
        }
    }

    /// Distinct steps within `most` either way.
    fn steps(&mut self, count: usize, most: u32) -> Vec<LeaperStep> {
        let mut steps: Vec<LeaperStep> = Vec::new();
        for _ in 0..100 * count {
            let mut one = || self.below(2 * most + 1) as i32 - most as i32;
            let step = LeaperStep::new(one(), one());
            if step.fall() > 0 && !steps.contains(&step) && steps.len() < count {
                steps.push(step);
            }
        }
        steps
    }

    /// Damage of one of several kinds.
    fn damage(&mut self, kind: u32, size: BoardShape) -> FxHashSet<Cell> {
        let BoardShape { rows, columns } = size;
        let Cell { row, column } = self.cell(size);
        let area = rows * columns;
        let all = |test: &dyn Fn(u32, u32) -> bool| -> FxHashSet<Cell> {
            (0..rows)
                .flat_map(|r| (0..columns).map(move |c| (r, c)))
                .filter(|&(r, c)| test(r, c))
                .map(|(row, column)| Cell { row, column })
                .collect()
        };
        let some = |dice: &mut Dice, count: u32| (0..count).map(|_| dice.cell(size)).collect();
        match kind {
            0 => FxHashSet::default(),
            1 => some(self, 1),
            2 => some(self, 10),
            3 => some(self, area / 50),
            4 => some(self, area * 2 / 3),
            5 => all(&|r, _| r == row),
            6 => all(&|_, c| c == column),
            7 => all(&|r, c| r + column == c + row),
            8 => all(&|r, c| (r + c) % 2 == 1),
            9 => all(&|r, c| r == 0 || c == 0 || r + 1 == rows || c + 1 == columns),
            _ => all(&|r, c| r.is_power_of_two() && c.is_power_of_two()),
        }
    }
}

const KINDS: u32 = 11;

fn agree(
    size: BoardShape,
    steps: &[LeaperStep],
    damaged: &FxHashSet<Cell>,
    cells: &[Cell],
    memo: u64,
) {
    let mut board = Bitmap::new(size, &Budget::default()).unwrap();
    for &cell in damaged {
        board.damage(cell);
    }
    let truth = dense::leaper::solve(&board, steps, cells, &Budget::default()).unwrap();
    let found = solve_with_memo(size, steps, damaged, cells, &Budget::default(), memo).unwrap();
    if found != truth {
        for (i, cell) in cells.iter().enumerate() {
            let (ours, theirs): (Vec<_>, Vec<_>) =
                (found.options(i).collect(), truth.options(i).collect());
            assert_eq!(
                (found.own(i), ours),
                (truth.own(i), theirs),
                "{cell:?}, {size:?}, {steps:?}, {} damaged",
                damaged.len()
            );
        }
    }
}

/// Random boards of every kind of damage, with pieces everywhere.
fn campaign(seed: u64, rounds: u32, most: u32) {
    let mut dice = Dice(Random::new(seed));
    for round in 0..rounds {
        let steps = match dice.below(3) {
            0 => KNIGHT.to_vec(),
            1 => {
                let count = 1 + dice.below(6) as usize;
                dice.steps(count, 3)
            }
            _ => {
                let count = 1 + dice.below(16) as usize;
                let most = 1 + dice.below(6);
                dice.steps(count, most)
            }
        };
        let mut side = || match dice.below(4) {
            0 => 1 << dice.below(most.ilog2() + 1),
            1 => (1 << dice.below(most.ilog2())) + 1,
            2 => 1 + dice.below(5),
            _ => 1 + dice.below(most),
        };
        let size = BoardShape {
            rows: side(),
            columns: side(),
        };
        let damaged = dice.damage(round % KINDS, size);
        let mut cells: Vec<_> = (0..200).map(|_| dice.cell(size)).collect();
        let row = size.rows - 1;
        let column = size.columns - 1;
        cells.extend(
            [(0, 0), (row, 0), (0, column), (row, column)]
                .map(|(row, column)| Cell { row, column }),
        );
        cells.extend(damaged.iter().take(30).map(|cell| Cell {
            column: column.min(cell.column + 1),
            ..*cell
        }));
        cells.retain(|cell| !damaged.contains(cell));
        let memo = [1 << 24, 100_000, 64][dice.below(3) as usize];
        agree(size, &steps, &damaged, &cells, memo);
    }
}

#[test]
fn squares_and_the_dense_engine_agree() {
    campaign(1, 40 * KINDS, 512);
    testing::rounds(|seed| campaign(seed, 2 * KINDS, 2048));
}

/// A board with so little memory that strips are forgotten again and again: below the least memory
/// that will do everything was forgotten and did not help, so just above it most is.
#[test]
fn what_is_forgotten_is_computed_again() {
    let mut dice = Dice(Random::new(5));
    let shape = BoardShape {
        rows: 1500,
        columns: 1300,
    };
    for steps in [
        KNIGHT.to_vec(),
        [(-1, 0), (0, -1), (-1, -1)]
            .map(|(drow, dcol)| LeaperStep::new(drow, dcol))
            .to_vec(),
        [(-3, 1), (-1, -1), (1, -2)]
            .map(|(drow, dcol)| LeaperStep::new(drow, dcol))
            .to_vec(),
    ] {
        for damage in [100, 3000] {
            let damaged: FxHashSet<Cell> = (0..damage).map(|_| dice.cell(shape)).collect();
            let mut cells: Vec<Cell> = (0..100).map(|_| dice.cell(shape)).collect();
            cells.retain(|cell| !damaged.contains(cell));
            let truth = solve(shape, &steps, &damaged, &cells, &Budget::default()).unwrap();
            let mut memory = 10_000;
            let found = loop {
                let budget = Budget {
                    memory,
                    ..Budget::default()
                };
                match solve_with_memo(shape, &steps, &damaged, &cells, &budget, 4096) {
                    Ok(found) => break found,
                    Err(limit) => assert_eq!(limit.kind, LimitKind::Memory),
                }
                memory += memory / 20;
            };
            assert!(found == truth, "{steps:?}, {memory} bytes");
        }
    }
}

/// Undamaged, knights see the same again four cells on along the diagonal (the dense engine shows it
/// for the first cells), so 10⁹ rows and columns on they see what they do near the corner.
#[test]
fn knights_at_the_end_of_the_largest_board() {
    let shape = BoardShape {
        rows: 1_000_000_000,
        columns: 1_000_000_000,
    };
    let window = |end: u32| -> Vec<Cell> {
        (end - 40..end)
            .flat_map(|row| (end - 40..end).map(move |column| Cell { row, column }))
            .collect()
    };
    let board = Bitmap::new(
        BoardShape {
            rows: 300,
            columns: 300,
        },
        &Budget::default(),
    )
    .unwrap();
    let near =
        |end: u32| dense::leaper::solve(&board, &KNIGHT, &window(end), &Budget::default()).unwrap();
    let expected = near(200);
    assert!((100..200).step_by(4).all(|end| near(end) == expected));
    let far = window(shape.rows - 4);
    let found = solve(
        shape,
        &KNIGHT,
        &FxHashSet::default(),
        &far,
        &Budget::default(),
    )
    .unwrap();
    assert!(found == expected);
}

#[test]
fn limits_are_named() {
    let shape = BoardShape {
        rows: 1_000_000_000,
        columns: 1_000_000_000,
    };
    let cell = Cell {
        row: 999_999_999,
        column: 999_999_999,
    };
    let solve = |steps: &[LeaperStep], budget: &Budget| {
        solve(shape, steps, &FxHashSet::default(), &[cell], budget)
    };
    let work = Budget {
        work: 10_000,
        ..Budget::default()
    };
    assert_eq!(solve(&KNIGHT, &work).unwrap_err().kind, LimitKind::Work);
    let memory = Budget {
        memory: 20_000,
        ..Budget::default()
    };
    assert_eq!(solve(&KNIGHT, &memory).unwrap_err().kind, LimitKind::Memory);
    let steep = [(-64, 63), (63, -64), (-64, -64)].map(|(drow, dcol)| LeaperStep::new(drow, dcol));
    assert!(
        solve(&steep, &Budget::default())
            .unwrap_err()
            .to_string()
            .contains("too steeply")
    );
}

#[test]
fn knights_see_only_what_came_before() {
    let double_rows = Skew {
        u: Form::SUM,
        v: Form { row: 2, column: 1 },
    };
    assert_eq!(Skew::of(&KNIGHT), double_rows);
    let coordinates = Skew {
        u: Form::ROW,
        v: Form::COLUMN,
    };
    let straight = [LeaperStep::new(-1, 0), LeaperStep::new(0, -2)];
    assert_eq!(Skew::of(&straight), coordinates);
    assert_eq!(Skew::of(&[]), coordinates);
}

#[test]
fn every_step_that_play_allows_has_coordinates() {
    for drow in -64..=64 {
        for dcol in -64..-drow {
            let worst = [(-64, 63), (63, -64), (drow, dcol)]
                .map(|(drow, dcol)| LeaperStep::new(drow, dcol));
            let skew = Skew::of(&worst);
            assert!(
                worst.iter().all(|&step| skew.vector(step).is_some()),
                "{drow},{dcol}"
            );
        }
    }
}

#[test]
fn borders_hold_the_cells_of_the_board_and_no_others() {
    let crossing = vec![LeaperStep::new(-5, 4), LeaperStep::new(2, -3)];
    for steps in [vec![LeaperStep::new(-1, 0)], KNIGHT.to_vec(), crossing] {
        let skew = Skew::of(&steps);
        let borders = skew.borders(BoardShape {
            rows: 7,
            columns: 9,
        });
        for row in 0..20 {
            for column in 0..20 {
                let [u, v] = skew.place(Cell { row, column }).map(|x| x as i64);
                let inside = borders.iter().all(|b| b.row * u + b.column * v + b.at >= 0);
                assert_eq!(inside, row < 7 && column < 9, "{row},{column} {steps:?}");
            }
        }
    }
}
