//! Kings on huge sparse boards: growth with damage, with size, with pieces and with threads, and
//! the layouts that make lines run close together.
//!
//! `cargo bench --package grundy-bench --bench sparse_king`. One solve each; boards are the same every time.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use criterion::{Criterion, criterion_group, criterion_main};
use grundy_base::budget::Budget;
use grundy_base::cell::Cell;
use grundy_grids::sparse::king::solve;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::time::Duration;

/// Cells by row and column.
type BoardCells = Vec<Cell>;

/// The side of the largest boards.
const BILLION: u32 = 1_000_000_000;

/// Draws cells.
fn random(size: u32, count: usize, seed: u64) -> BoardCells {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = || (rng.next_u64() % u64::from(size)) as u32;
    (0..count).map(|_| Cell::new(below(), below())).collect()
}

/// Makes clusters of twenty cells in squares of twenty rows and columns.
fn clusters(size: u32, count: usize) -> BoardCells {
    let places = random(size - 20, count, 3);
    let offsets = random(20, 20 * count, 4);
    let mut cells = BoardCells::new();
    for (k, offset) in offsets.into_iter().enumerate() {
        let Cell { row, column } = places[k / 20];
        cells.push(Cell::new(row + offset.row, column + offset.column));
    }
    cells
}

/// Measures one board.
fn run(
    c: &mut Criterion,
    name: &str,
    size: u32,
    damaged: &BoardCells,
    pieces: usize,
    threads: usize,
) {
    let cells = random(size, pieces, 2);
    let budget = Budget {
        threads,
        ..Budget::default()
    };
    let size = u64::from(size);
    c.bench_function(name, |b| {
        b.iter(|| {
            let damaged = damaged.iter().copied();
            let cells = cells.iter().copied();
            black_box(solve(size, size, damaged, cells, &budget))
        });
    });
}

fn growth(c: &mut Criterion) {
    for count in [1000, 10_000, 100_000] {
        let damaged = random(BILLION, count, 1);
        run(
            c,
            &format!("10^9, {count} damaged, 1000 pieces"),
            BILLION,
            &damaged,
            1000,
            1,
        );
    }
    let damaged = random(BILLION, 100_000, 1);
    run(
        c,
        "10^9, 100000 damaged, 100000 pieces",
        BILLION,
        &damaged,
        100_000,
        1,
    );
    run(
        c,
        "10^9, 100000 damaged, 1000 pieces, 2 threads",
        BILLION,
        &damaged,
        1000,
        2,
    );
    for size in [65_536, 1_000_000, 10_000_000] {
        for count in [1000, 10_000] {
            let name = format!("{size}, {count} damaged, 1000 pieces");
            run(c, &name, size, &random(size, count, 1), 1000, 1);
        }
    }
}

fn layouts(c: &mut Criterion) {
    let places = random(BILLION, 10_000, 5);
    let row: BoardCells = places
        .iter()
        .map(|place| Cell::new(BILLION / 3, place.column))
        .collect();
    let column: BoardCells = places
        .iter()
        .map(|place| Cell::new(place.row, BILLION / 3))
        .collect();
    let diagonal: BoardCells = places
        .iter()
        .map(|place| Cell::new(place.row, place.row))
        .collect();
    let step = BILLION / 101;
    let lattice: BoardCells = (0..10_000)
        .map(|k| Cell::new(k / 100 * step + 5, k % 100 * step + 7))
        .collect();
    run(c, "10^9, 10000 damaged in a row", BILLION, &row, 1000, 1);
    run(
        c,
        "10^9, 10000 damaged in a column",
        BILLION,
        &column,
        1000,
        1,
    );
    run(
        c,
        "10^9, 10000 damaged on the diagonal",
        BILLION,
        &diagonal,
        1000,
        1,
    );
    run(
        c,
        "10^9, 10000 damaged in a lattice",
        BILLION,
        &lattice,
        1000,
        1,
    );
    run(
        c,
        "10^9, 10000 damaged in clusters",
        BILLION,
        &clusters(BILLION, 500),
        1000,
        1,
    );
}

/// Makes few measurements of each board.
fn few() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .without_plots()
}

criterion_group! { name = benches; config = few(); targets = growth, layouts }
criterion_main!(benches);
