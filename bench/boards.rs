//! Boards: text to bits, the row recurrence, whole boards, each piece; for every level of vector
//! instructions the processor has. `cargo bench --package grundy-bench --bench boards`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy_base::budget::Budget;
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;
use grundy_base::source::Separator;
use grundy_grids::dense::bitmap::Bitmap;
use grundy_grids::dense::feed;
use grundy_grids::dense::king::{Collect, Kings, Workspace};
use grundy_grids::dense::leaper::{self, KNIGHT, LeaperStep};
use grundy_grids::dense::rows::{BoardShape, RowPart, Sink};
use grundy_grids::dense::slider::{Bishops, Sliders, Ways};
use grundy_grids::dense::text;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hint::black_box;

/// Lists the instructions that the processor has.
fn levels() -> impl Iterator<Item = Simd> {
    Simd::all()
}

/// Makes the rows of a random board, damage and pieces in per cent.
fn board(rows: u32, columns: u32, damage: u32, pieces: u32) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(damage + pieces));
    let mut row = |_| -> Vec<u8> {
        let cell = |_| {
            if rng.next_u32() % 100 < damage {
                b'X'
            } else if rng.next_u32() % 100 < pieces {
                b'K'
            } else {
                b'.'
            }
        };
        (0..columns).map(cell).chain([b'\n']).collect()
    };
    (0..rows).flat_map(&mut row).collect()
}

/// A sink that takes rows and does nothing with them.
struct Nothing;

impl Sink for Nothing {
    type Error = ();

    fn take(&mut self, part: RowPart<'_>) -> Result<(), ()> {
        black_box(part);
        Ok(())
    }
}

fn text_to_bits(criterion: &mut Criterion) {
    let shape = BoardShape {
        rows: 64,
        columns: 4096,
    };
    let mut group = criterion.benchmark_group("text to bits");
    group.throughput(Throughput::Bytes(shape.area()));
    for (name, pieces) in [("damage", 0), ("damage and pieces", 50)] {
        let text = board(shape.rows, shape.columns, 10, pieces);
        for simd in levels() {
            let mut scratch = text::CellBuffer::default();
            group.bench_function(BenchmarkId::new(name, simd.level().name()), |bencher| {
                bencher.iter(|| {
                    feed::from_memory(
                        shape,
                        Separator::Line,
                        &text,
                        &mut scratch,
                        simd,
                        &mut Nothing,
                    )
                    .is_ok()
                });
            });
        }
    }
}

fn row_recurrence(criterion: &mut Criterion) {
    // A board without text: rows are made, not read, so this is the recurrence alone.
    let shape = BoardShape {
        rows: 512,
        columns: 65536,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut cell = || Cell {
        row: rng.next_u32() % shape.rows,
        column: rng.next_u32() % shape.columns,
    };
    let damaged: Vec<Cell> = (0..1000).map(|_| cell()).collect();
    let corner = [Cell {
        row: shape.rows - 1,
        column: shape.columns - 1,
    }];
    let kings = Kings {
        shape,
        damaged: &damaged,
        pieces: &corner,
    };
    let mut group = criterion.benchmark_group("row recurrence");
    group.throughput(Throughput::Elements(shape.area()));
    for simd in levels() {
        let mut workspace = Workspace::default();
        group.bench_function(simd.level().name(), |bencher| {
            bencher.iter(|| workspace.listed(&kings, simd, &Budget::default()).is_ok());
        });
    }
}

fn whole_board(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole board");
    for (name, rows, columns, damage, pieces) in [
        ("4096x4096, 10 % damage", 4096, 4096, 10, 0),
        ("4096x4096, 60 % damage", 4096, 4096, 60, 0),
        ("4096x4096, every cell a king", 4096, 4096, 0, 100),
        ("4x4", 4, 4, 10, 20),
    ] {
        let text = board(rows, columns, damage, pieces);
        let shape = BoardShape { rows, columns };
        let kings = Kings {
            shape,
            damaged: &[],
            pieces: &[],
        };
        group.throughput(Throughput::Elements(shape.area()));
        for simd in levels() {
            let mut workspace = Workspace::default();
            group.bench_function(BenchmarkId::new(name, simd.level().name()), |bencher| {
                let budget = Budget::default();
                let counts = Collect::Counts;
                bencher.iter(|| {
                    workspace
                        .in_memory(&kings, Separator::Line, &text, counts, simd, &budget)
                        .is_ok()
                });
            });
        }
    }
}

fn other_pieces(criterion: &mut Criterion) {
    let shape = BoardShape {
        rows: 4096,
        columns: 4096,
    };
    let text = board(shape.rows, shape.columns, 10, 0);
    let budget = Budget::default();
    let mut bits = Bitmap::new(shape, &budget).expect("small enough");
    let mut scratch = text::CellBuffer::default();
    feed::from_memory(
        shape,
        Separator::Line,
        &text,
        &mut scratch,
        Simd::current(),
        &mut bits,
    )
    .expect("a good board");
    let corner = (0..64)
        .map(|back| Cell {
            row: 4095 - back,
            column: 4095,
        })
        .find(|&cell| bits.is_free(cell));
    let corner = [corner.expect("a free cell")];
    let eight: Vec<LeaperStep> = (1..9)
        .map(|step| LeaperStep::new(-step, step - 2))
        .collect();
    let mut group = criterion.benchmark_group("other pieces on 4096x4096");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(shape.area()));
    for (name, steps) in [("knight", KNIGHT.as_slice()), ("leaper of 8 steps", &eight)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| leaper::solve(&bits, steps, &corner, &budget).is_ok());
        });
    }
    for (name, ways) in [("rook", Ways::ROOK), ("queen", Ways::QUEEN)] {
        for simd in levels() {
            group.bench_function(BenchmarkId::new(name, simd.level().name()), |bencher| {
                bencher.iter(|| Sliders::new(&bits, ways, &corner, &budget, simd).is_ok());
            });
        }
    }
    group.bench_function("bishop", |bencher| {
        let cells = || {
            (0..shape.rows)
                .flat_map(|row| (0..shape.columns).map(move |column| Cell { row, column }))
        };
        let damaged: Vec<Cell> = cells().filter(|&cell| !bits.is_free(cell)).collect();
        bencher.iter(|| Bishops::new(damaged.iter().copied()).value(corner[0]));
    });
}

criterion_group!(
    boards,
    text_to_bits,
    row_recurrence,
    whole_board,
    other_pieces
);
criterion_main!(boards);
