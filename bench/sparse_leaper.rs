//! Knights, leapers and rocks on huge boards: growth with damage, with size and with pieces, and the
//! dense engine next to the squares where it can still visit every cell.
//!
//! `cargo bench --package grundy-bench --bench sparse_leaper`. One solve each; boards are the same every time.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use criterion::{Criterion, criterion_group, criterion_main};
use fxhash::FxHashSet;
use grundy_base::budget::Budget;
use grundy_base::cell::Cell;
use grundy_grids::dense::bitmap::Bitmap;
use grundy_grids::dense::leaper::{KNIGHT, LeaperStep};
use grundy_grids::dense::rows::BoardShape;
use grundy_grids::sparse::leaper::solve;
use grundy_grids::vectors::{PileSizes, VectorRules, values};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::time::Duration;

/// The side of the largest boards.
const BILLION: u32 = 1_000_000_000;

/// The steps of a leaper whose lines cross and go on.
const CROSSING: [LeaperStep; 3] = [
    LeaperStep::new(-1, 0),
    LeaperStep::new(0, -1),
    LeaperStep::new(-1, -1),
];

/// Draws cells.
fn random(side: u32, count: usize, seed: u64) -> Vec<Cell> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = || (rng.next_u64() % u64::from(side)) as u32;
    (0..count)
        .map(|_| Cell {
            row: below(),
            column: below(),
        })
        .collect()
}

/// Measures one board, and a small one also cell by cell.
fn leapers(
    c: &mut Criterion,
    name: &str,
    steps: &[LeaperStep],
    side: u32,
    damage: usize,
    pieces: usize,
) {
    let shape = BoardShape {
        rows: side,
        columns: side,
    };
    let damaged: FxHashSet<Cell> = random(side, damage, 1).into_iter().collect();
    let mut cells = random(side, pieces, 2);
    cells.retain(|cell| !damaged.contains(cell));
    let budget = Budget::default();
    c.bench_function(
        &format!("{name}, {side}, {damage} damaged, {pieces} pieces"),
        |b| {
            b.iter(|| black_box(solve(shape, steps, &damaged, &cells, &budget)));
        },
    );
    if side <= 1 << 14 {
        let mut board = Bitmap::new(shape, &budget).expect("a board within the budget");
        for &cell in &damaged {
            board.damage(cell);
        }
        c.bench_function(
            &format!("{name}, {side}, {damage} damaged, every cell"),
            |b| {
                b.iter(|| {
                    black_box(grundy_grids::dense::leaper::solve(
                        &board, steps, &cells, &budget,
                    ))
                });
            },
        );
    }
}

fn growth(c: &mut Criterion) {
    for damage in [0, 1000, 10_000, 100_000] {
        leapers(c, "knights", &KNIGHT, BILLION, damage, 1000);
    }
    leapers(c, "knights", &KNIGHT, BILLION, 10_000, 100_000);
    for side in [1 << 14, 1 << 16, 1_000_000] {
        leapers(c, "knights", &KNIGHT, side, 10_000, 1000);
    }
    for damage in [100, 300, 1000] {
        leapers(c, "crossing lines", &CROSSING, BILLION, damage, 1000);
    }
    leapers(
        c,
        "leaper -2,-1 -1,0 0,-3",
        &[
            LeaperStep::new(-2, -1),
            LeaperStep::new(-1, 0),
            LeaperStep::new(0, -3),
        ],
        BILLION,
        10_000,
        1000,
    );
}

fn rocks(c: &mut Criterion) {
    let vectors = [
        [1, 0],
        [0, 1],
        [1, 1],
        [2, 0],
        [0, 2],
        [3, 0],
        [0, 3],
        [1, 2],
        [2, 1],
    ];
    let vectors: Vec<PileSizes> = vectors.iter().map(|&[a, b]| [a, b, 0, 0]).collect();
    let position = |cell: Cell| [u64::from(cell.row), u64::from(cell.column), 0, 0];
    for damage in [0, 1000, 10_000] {
        let damaged: Vec<PileSizes> = random(BILLION, damage, 1)
            .into_iter()
            .map(position)
            .collect();
        let rules = VectorRules::new(2, &vectors, &damaged);
        let mut asked: Vec<PileSizes> =
            random(BILLION, 1000, 2).into_iter().map(position).collect();
        asked.retain(|p| !rules.is_damaged(p));
        let budget = Budget::default();
        c.bench_function(
            &format!("three rocks, {damage} damaged, 1000 positions"),
            |b| {
                b.iter(|| black_box(values(&rules, &asked, &budget, &mut None)));
            },
        );
    }
}

/// Makes few measurements of each board.
fn few() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .without_plots()
}

criterion_group! { name = benches; config = few(); targets = growth, rocks }
criterion_main!(benches);
