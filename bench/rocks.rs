//! Two-pile vector games: the dense engine and the memoised squares beside a careful scalar twin.
//!
//! `cargo bench --bench rocks`. Three rocks and a set of five vectors without symmetry, all
//! positions of an n × n box; the figure to read is the ratio between the engines of one group.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy::theory::budget::Budget;
use grundy::theory::vectors::{Label, Position, Problem, Rules, dense, quadtree};
use std::cell::Cell;
use std::hint::black_box;
use std::time::Duration;

const THREE_ROCKS: [[u64; 2]; 9] = [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [3, 0], [0, 3], [1, 2], [2, 1]];

const FIVE: [[u64; 2]; 5] = [[1, 0], [2, 3], [3, 2], [5, 1], [0, 4]];

/// A careful scalar twin: a ring of rows of bytes with a margin of "no such cell", the vectors known
/// to the compiler by number, one load and OR for each without bounds checks inside the loop, the
/// mex by counting ones. For outcomes a byte is 1 at a P-position. The label of the last cell.
fn scalar<const N: usize>(vectors: &[[u64; 2]; N], side: usize, label: Label) -> u32 {
    let none = if label == Label::Outcome { 0 } else { 31u8 };
    let reach = |k: usize| vectors.iter().map(|v| v[k] as usize).max().unwrap_or(0);
    let (depth, margin) = (reach(0) + 1, reach(1));
    let stride = margin + side;
    let mut ring = vec![none; depth * stride];
    let cells = Cell::from_mut(ring.as_mut_slice()).as_slice_of_cells();
    for row in 0..side {
        let start = |r: usize| r % depth * stride + margin;
        let sources: [&[Cell<u8>]; N] = std::array::from_fn(|i| {
            let [rows, columns] = vectors[i];
            &cells[start(row + depth - rows as usize) - columns as usize..][..side]
        });
        let out = &cells[start(row)..][..side];
        if label == Label::Outcome {
            for column in 0..side {
                out[column].set(1 ^ sources.iter().fold(0, |any, source| any | source[column].get()));
            }
        } else {
            for column in 0..side {
                let seen = sources.iter().fold(0u32, |seen, source| seen | 1 << source[column].get());
                out[column].set(seen.trailing_ones() as u8);
            }
        }
    }
    let last = cells[(side - 1) % depth * stride + margin + side - 1].get();
    if label == Label::Outcome { 1 - u32::from(last) } else { u32::from(last) }
}

fn problem(vectors: &[[u64; 2]], side: u64, label: Label) -> Problem {
    let vectors: Vec<Position> = vectors.iter().map(|&[a, b]| [a, b, 0, 0]).collect();
    Problem::new(&Rules::new(2, &vectors, &[]), &[[side - 1, side - 1, 0, 0]], label)
}

fn engines<const N: usize>(c: &mut Criterion, name: &str, vectors: &[[u64; 2]; N]) {
    let side = 20_000;
    let budget = Budget::default();
    for label in [Label::Outcome, Label::Value] {
        let mut group = c.benchmark_group(format!("rocks/{name}/{side}/{label:?}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300));
        group.measurement_time(Duration::from_secs(1)).throughput(Throughput::Elements(side * side));
        let problem = problem(vectors, side, label);
        let truth = Ok(vec![scalar(vectors, side as usize, label)]);
        assert_eq!(dense::solve(&problem, &budget), truth);
        assert_eq!(quadtree::solve(&problem, &budget), truth);
        group.bench_function("scalar", |b| b.iter(|| scalar(black_box(vectors), side as usize, label)));
        group.bench_function("dense", |b| b.iter(|| dense::solve(black_box(&problem), &budget)));
        group.bench_function("quadtree", |b| b.iter(|| quadtree::solve(black_box(&problem), &budget)));
        group.finish();
    }
}

fn boxes(c: &mut Criterion) {
    engines(c, "three-rocks", &THREE_ROCKS);
    engines(c, "five", &FIVE);
}

fn growth(c: &mut Criterion) {
    let budget = Budget::default();
    let mut group = c.benchmark_group("rocks/five/growth");
    group.sample_size(10).warm_up_time(Duration::from_millis(300));
    for bits in [16, 32, 48, 63] {
        let problem = problem(&FIVE, 1 << bits, Label::Value);
        group.bench_with_input(BenchmarkId::new("quadtree", format!("2^{bits}")), &problem, |b, problem| {
            b.iter(|| quadtree::solve(black_box(problem), &budget));
        });
    }
    group.finish();
}

criterion_group!(benches, boxes, growth);
criterion_main!(benches);
