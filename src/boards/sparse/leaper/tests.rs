//! Squares against the dense engine, on boards of every kind.

use super::*;
use crate::boards::dense::Level;
use crate::boards::dense::bitmap::Bitmap;
use crate::boards::dense::leaper::{self as dense, KNIGHT};
use crate::boards::dense::rows::{Cell, Shape};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        (self.0.next_u64() % u64::from(bound)) as u32
    }

    fn cell(&mut self, (rows, columns): (u32, u32)) -> (u32, u32) {
        (self.below(rows), self.below(columns))
    }

    /// Distinct steps within `most` either way.
    fn steps(&mut self, count: usize, most: u32) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for _ in 0..100 * count {
            let step = (0, 0);
            let mut one = || self.below(2 * most + 1) as i32 - most as i32;
            let step = (step.0 + one(), step.1 + one());
            if step.0 + step.1 < 0 && !steps.contains(&step) && steps.len() < count {
                steps.push(step);
            }
        }
        steps
    }

    /// Damage of one of several kinds.
    fn damage(&mut self, kind: u32, size: (u32, u32)) -> FxHashSet<(u32, u32)> {
        let (rows, columns) = size;
        let (row, column) = self.cell(size);
        let area = rows * columns;
        let all = |test: &dyn Fn(u32, u32) -> bool| -> FxHashSet<(u32, u32)> {
            (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).filter(|&(r, c)| test(r, c)).collect()
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

fn agree(size: (u32, u32), steps: &[Step], damaged: &FxHashSet<(u32, u32)>, cells: &[(u32, u32)], memo: u64) {
    let mut board = Bitmap::new(Shape { rows: size.0, columns: size.1 }, &Budget::default()).unwrap();
    damaged.iter().for_each(|&(row, column)| board.damage(Cell { row, column }));
    let asked: Vec<Cell> = cells.iter().map(|&(row, column)| Cell { row, column }).collect();
    let truth = dense::solve(&board, steps, &asked, Level::current(), &Budget::default()).unwrap();
    let found = solve_with_memo(size, steps, damaged, cells, &Budget::default(), memo).unwrap();
    if found != truth {
        for (i, cell) in cells.iter().enumerate() {
            let (ours, theirs): (Vec<_>, Vec<_>) = (found.options(i).collect(), truth.options(i).collect());
            assert_eq!(
                (found.own(i), ours),
                (truth.own(i), theirs),
                "{cell:?} of {size:?}, {steps:?}, {} damaged",
                damaged.len()
            );
        }
    }
}

/// Random boards of every kind of damage, with pieces everywhere.
fn campaign(seed: u64, rounds: u32, most: u32) {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    for round in 0..rounds {
        let steps = match dice.below(3) {
            0 => KNIGHT.to_vec(),
            1 => {
                let count = 1 + dice.below(6) as usize;
                dice.steps(count, 3)
            }
            _ => {
                let (count, most) = (1 + dice.below(16) as usize, 1 + dice.below(6));
                dice.steps(count, most)
            }
        };
        let mut side = || match dice.below(4) {
            0 => 1 << dice.below(most.ilog2() + 1),
            1 => (1 << dice.below(most.ilog2())) + 1,
            2 => 1 + dice.below(5),
            _ => 1 + dice.below(most),
        };
        let size = (side(), side());
        let damaged = dice.damage(round % KINDS, size);
        let mut cells: Vec<_> = (0..200).map(|_| dice.cell(size)).collect();
        cells.extend([(0, 0), (size.0 - 1, 0), (0, size.1 - 1), (size.0 - 1, size.1 - 1)]);
        cells.extend(damaged.iter().take(30).map(|&(r, c)| (r, (c + 1).min(size.1 - 1))));
        cells.retain(|cell| !damaged.contains(cell));
        let memo = [1 << 24, 100_000, 64][dice.below(3) as usize];
        agree(size, &steps, &damaged, &cells, memo);
    }
}

#[test]
fn squares_and_the_dense_engine_agree() {
    campaign(1, 40 * KINDS, 512);
}

#[test]
#[ignore = "minutes; the long version of the test before it"]
fn squares_and_the_dense_engine_agree_for_long() {
    let seconds = std::env::var("GRUNDY_CAMPAIGN_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(60);
    let start = std::time::Instant::now();
    let mut seed = 100;
    while start.elapsed().as_secs() < seconds {
        campaign(seed, 2 * KINDS, 2048);
        seed += 1;
    }
    println!("{} boards", (seed - 100) * 2 * u64::from(KINDS));
}
