//! Two-pile vector games: the dense engine and the memoised squares next to a careful scalar twin.
//!
//! `cargo bench --package grundy-bench --bench rocks`. Three rocks and a set of five vectors without symmetry, all
//! positions of an n × n box; the figure to read is the ratio between the engines of one group.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy_base::budget::Budget;
use grundy_grids::vectors::{LabelKind, PileSizes, Problem, VectorRules, dense, hashlife};
use std::hint::black_box;
use std::time::Duration;

/// The vectors of three rocks.
const THREE_ROCKS: [[u64; 2]; 9] = [
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

/// A set of five vectors without symmetry.
const FIVE: [[u64; 2]; 5] = [[1, 0], [2, 3], [3, 2], [5, 1], [0, 4]];

/// Finds the label of the last cell as a careful scalar twin: one pass over a ring of rows of bytes with a margin
/// of "no such cell", allocated once. A byte has the bit of its value set (bit 0 at a P-position when only that is
/// asked), so that the mex is two operations. The labels that a row sees in earlier rows are gathered first, in
/// loops without bounds checks that the compiler makes vectors of; cell by cell goes only what is seen of the row
/// itself.
fn scalar(vectors: &[[u64; 2]], side: usize, label: LabelKind) -> u32 {
    let reach = |k: usize| vectors.iter().map(|v| v[k] as usize).max().unwrap_or(0);
    let depth = reach(0) + 1;
    let margin = reach(1);
    let stride = margin + side;
    let mut ring = vec![0u8; depth * stride];
    let mut seen = vec![0u8; side];
    let within: Vec<usize> = vectors
        .iter()
        .filter(|v| v[0] == 0)
        .map(|v| v[1] as usize)
        .collect();
    assert!(
        within.iter().all(|&back| back <= 8),
        "the register holds eight cells"
    );
    let all_but_first: u8 = if label == LabelKind::Outcome { 0xfe } else { 0 };
    for row in 0..side {
        let start = |r: usize| r % depth * stride + margin;
        seen.fill(0);
        for &[rows, columns] in vectors.iter().filter(|v| v[0] > 0) {
            let source = &ring[start(row + depth - rows as usize) - columns as usize..][..side];
            for (seen, &lane) in seen.iter_mut().zip(source) {
                *seen |= lane;
            }
        }
        let out = &mut ring[start(row) - margin..][..stride];
        // Named numbers of moves are loops the compiler unrolls. If the rules reach the cell just before,
        // the last eight cells stay in a register, the latest in its low byte.
        let mut finish = |backs: &[usize]| {
            if backs.contains(&1) {
                let mut latest = 0u64;
                for (out, &seen) in out[margin..].iter_mut().zip(&seen) {
                    let within = backs
                        .iter()
                        .fold(0, |s, back| s | latest >> (8 * (back - 1)));
                    let seen = seen | within as u8 | all_but_first;
                    *out = !seen & seen.wrapping_add(1) & !all_but_first;
                    latest = latest << 8 | u64::from(*out);
                }
            } else {
                for (column, &seen) in seen.iter().enumerate() {
                    let within = backs
                        .iter()
                        .fold(0, |s, back| s | out[margin + column - back]);
                    let seen = seen | within | all_but_first;
                    out[margin + column] = !seen & seen.wrapping_add(1) & !all_but_first;
                }
            }
        };
        match within[..] {
            [] => finish(&[]),
            [a] => finish(&[a]),
            [a, b] => finish(&[a, b]),
            [a, b, c] => finish(&[a, b, c]),
            _ => finish(&within),
        }
    }
    let last = ring[(side - 1) % depth * stride + margin + side - 1];
    if label == LabelKind::Outcome {
        1 - u32::from(last)
    } else {
        last.trailing_zeros()
    }
}

/// Asks about the far corner of a square.
fn problem(vectors: &[[u64; 2]], side: u64, label: LabelKind) -> Problem {
    let vectors: Vec<PileSizes> = vectors.iter().map(|&[a, b]| [a, b, 0, 0]).collect();
    Problem::new(
        &VectorRules::new(2, &vectors, &[]),
        &[[side - 1, side - 1, 0, 0]],
        label,
    )
}

/// Measures each engine on one set of vectors.
fn engines(c: &mut Criterion, name: &str, vectors: &[[u64; 2]]) {
    let side = 20_000;
    let budget = Budget::default();
    for label in [LabelKind::Outcome, LabelKind::Value] {
        let mut group = c.benchmark_group(format!("rocks/{name}/{side}/{label:?}"));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(300));
        group
            .measurement_time(Duration::from_secs(1))
            .throughput(Throughput::Elements(side * side));
        let problem = problem(vectors, side, label);
        let truth = Ok(vec![scalar(vectors, side as usize, label)]);
        assert_eq!(dense::solve(&problem, &budget), truth);
        assert_eq!(hashlife::solve(&problem, &budget), truth);
        group.bench_function("scalar", |b| {
            b.iter(|| scalar(black_box(vectors), side as usize, label));
        });
        group.bench_function("dense", |b| {
            b.iter(|| dense::solve(black_box(&problem), &budget));
        });
        group.bench_function("hashlife", |b| {
            b.iter(|| hashlife::solve(black_box(&problem), &budget));
        });
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
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300));
    for bits in [16, 32, 48, 63] {
        let problem = problem(&FIVE, 1 << bits, LabelKind::Value);
        group.bench_with_input(
            BenchmarkId::new("hashlife", format!("2^{bits}")),
            &problem,
            |b, problem| {
                b.iter(|| hashlife::solve(black_box(problem), &budget));
            },
        );
    }
    group.finish();
}

criterion_group!(benches, boxes, growth);
criterion_main!(benches);
