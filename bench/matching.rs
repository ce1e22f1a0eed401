//! Factor, geography and graph records, each next to the same record only read (`--check`).
//!
//! `cargo bench --package grundy-bench --bench matching`. `bench/compare-matching.sh` compares the first two with LEMON.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use grundy_batch::{Options, answer_text};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write;
use std::hint::black_box;

/// Makes a record with this many random edges or arcs, the token or tokens on vertex 1.
fn random_record(game: &str, sign: char, vertices: u64, edges: u64, acyclic: bool) -> String {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut record = format!("{game} {vertices}");
    for _ in 0..edges {
        let mut from = random.next_u64() % vertices + 1;
        let mut to = random.next_u64() % vertices + 1;
        if acyclic {
            // Arcs lead to larger numbers.
            if from > to {
                std::mem::swap(&mut from, &mut to);
            }
            to = (to + 1).min(vertices);
        }
        write!(record, " {from}{sign}{to}").expect("a string takes every write");
    }
    record + ": 1"
}

/// Measures solving and reading of each record.
fn both(criterion: &mut Criterion, group: &str, records: &[(String, String)]) {
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10);
    for (name, record) in records {
        for (how, check) in [("solve", false), ("read", true)] {
            let options = Options {
                check,
                ..Options::default()
            };
            group.bench_with_input(BenchmarkId::new(how, name), record, |b, record| {
                b.iter(|| answer_text(black_box(record), &options));
            });
        }
    }
}

fn factor(criterion: &mut Criterion) {
    let records = [1_000, 10_000, 100_000]
        .map(|limit| (limit.to_string(), format!("factor {limit}: ? count")));
    both(criterion, "factor", &records);
}

fn geography(criterion: &mut Criterion) {
    let sizes = [(50_000, 100_000), (100_000, 100_000)];
    let records = sizes.map(|(vertices, edges)| {
        (
            format!("{vertices} vertices"),
            random_record("geography", '-', vertices, edges, false),
        )
    });
    both(criterion, "geography, 100000 edges", &records);
}

fn graph(criterion: &mut Criterion) {
    let records = [("acyclic", true), ("with cycles", false)].map(|(name, acyclic)| {
        (
            name.to_owned(),
            random_record("graph", '>', 20_000, 200_000, acyclic),
        )
    });
    both(criterion, "graph, 200000 arcs", &records);
}

criterion_group!(benches, factor, geography, graph);
criterion_main!(benches);
