//! Two-pile vector games: the dense engine and the memoised squares beside a careful scalar twin.
//!
//! `cargo bench --bench rocks`. Three rocks and a set of five vectors without symmetry, all
//! positions of an n × n box; the figure to read is the ratio between the engines of one group.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy::theory::budget::Budget;
use grundy::theory::vectors::{Label, Position, Problem, Rules, dense, quadtree};
use std::hint::black_box;
use std::time::Duration;

const SETS: [(&str, &[[u64; 2]]); 2] = [
    ("three-rocks", &[[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [3, 0], [0, 3], [1, 2], [2, 1]]),
    ("five", &[[1, 0], [2, 3], [3, 2], [5, 1], [0, 4]]),
];

/// A careful scalar twin: a ring of rows of bytes with a margin of "no such cell", one shift and OR
/// a vector, the mex by counting ones. The value of the last cell.
fn scalar(vectors: &[[u64; 2]], side: usize) -> u32 {
    const NONE: u8 = 31;
    let reach = |k: usize| vectors.iter().map(|v| v[k] as usize).max().unwrap_or(0);
    let (depth, margin) = (reach(0) + 1, reach(1));
    let stride = margin + side;
    let mut ring = vec![NONE; depth * stride];
    let mut value = 0;
    for row in 0..side {
        let start = |r: usize| r % depth * stride + margin;
        // The rows before the first are margins too: the ring starts with none in them.
        let sources: Vec<usize> =
            vectors.iter().map(|v| start(row + depth - v[0] as usize) - v[1] as usize).collect();
        let out = start(row);
        for column in 0..side {
            let options = sources.iter().fold(0u32, |seen, &source| seen | 1 << ring[source + column]);
            value = options.trailing_ones();
            ring[out + column] = value as u8;
        }
    }
    value
}

/// The same for who wins only: one byte a cell, 1 at a P-position.
fn scalar_outcome(vectors: &[[u64; 2]], side: usize) -> bool {
    let reach = |k: usize| vectors.iter().map(|v| v[k] as usize).max().unwrap_or(0);
    let (depth, margin) = (reach(0) + 1, reach(1));
    let stride = margin + side;
    let mut ring = vec![0u8; depth * stride];
    let mut lost = 0;
    for row in 0..side {
        let start = |r: usize| r % depth * stride + margin;
        let sources: Vec<usize> =
            vectors.iter().map(|v| start(row + depth - v[0] as usize) - v[1] as usize).collect();
        let out = start(row);
        for column in 0..side {
            lost = 1 ^ sources.iter().fold(0, |any, &source| any | ring[source + column]);
            ring[out + column] = lost;
        }
    }
    lost == 0
}

fn problem(vectors: &[[u64; 2]], side: u64, label: Label) -> Problem {
    let vectors: Vec<Position> = vectors.iter().map(|&[a, b]| [a, b, 0, 0]).collect();
    Problem::new(&Rules::new(2, &vectors, &[]), &[[side - 1, side - 1, 0, 0]], label)
}

fn boxes(c: &mut Criterion) {
    let side = 20_000;
    let budget = Budget::default();
    for (name, vectors) in SETS {
        for label in [Label::Outcome, Label::Value] {
            let mut group = c.benchmark_group(format!("rocks/{name}/{side}/{label:?}"));
            group.sample_size(10).warm_up_time(Duration::from_millis(300));
            group.measurement_time(Duration::from_secs(1)).throughput(Throughput::Elements(side * side));
            let problem = problem(vectors, side, label);
            let dense = dense::solve(&problem, &budget).map(|labels| labels[0]);
            let scalar_label = match label {
                Label::Outcome => u32::from(scalar_outcome(vectors, side as usize)),
                Label::Value => scalar(vectors, side as usize),
            };
            assert_eq!(dense, Ok(scalar_label));
            group.bench_function("scalar", |b| match label {
                Label::Outcome => b.iter(|| scalar_outcome(black_box(vectors), side as usize)),
                Label::Value => b.iter(|| scalar(black_box(vectors), side as usize)),
            });
            group.bench_function("dense", |b| b.iter(|| dense::solve(black_box(&problem), &budget)));
            group.bench_function("quadtree", |b| b.iter(|| quadtree::solve(black_box(&problem), &budget)));
            group.finish();
        }
    }
}

fn growth(c: &mut Criterion) {
    let budget = Budget::default();
    let mut group = c.benchmark_group("rocks/five/growth");
    group.sample_size(10).warm_up_time(Duration::from_millis(300));
    for bits in [16, 32, 48, 63] {
        let problem = problem(SETS[1].1, 1 << bits, Label::Value);
        group.bench_with_input(BenchmarkId::new("quadtree", format!("2^{bits}")), &problem, |b, problem| {
            b.iter(|| quadtree::solve(black_box(problem), &budget));
        });
    }
    group.finish();
}

criterion_group!(benches, boxes, growth);
criterion_main!(benches);
