//! The record loop: reading, solving and writing batches in memory, on one thread.
//!
//! `cargo bench --package grundy-bench --bench batch`. The figures to read are bytes a second, and the ratio to the
//! loop with the standard library's split and parse. `GRUNDY_SIMD` forces the instructions.

use std::fmt::Write;
use std::hint::black_box;
use std::io::{self, Cursor};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy_base::random::Random;
use grundy_batch::{Options, Source, run};

/// Makes a text of this many records.
fn lines(records: u64, mut record: impl FnMut(&mut String)) -> String {
    let mut text = String::new();
    for _ in 0..records {
        record(&mut text);
        text.push('\n');
    }
    text
}

/// Makes records of nim.
fn nim(records: u64, heaps: u64, most: u64) -> String {
    let mut random = Random::new(1);
    lines(records, |text| {
        text.push_str("nim:");
        for _ in 0..heaps {
            let _ = write!(text, " {}", random.within(0, most));
        }
    })
}

/// Makes records of several games.
fn mixed(records: u64) -> String {
    let mut random = Random::new(1);
    lines(records, |text| {
        let a = random.within(1, 8);
        let b = random.within(1, 8);
        let heap = random.below(10_000);
        let _ = match random.below(5) {
            0 => write!(text, "subtraction 1 2 {}: {heap} {a}", a + 2),
            1 => write!(text, "octal 0.{a}7: {}", heap % 500),
            2 => write!(text, "flags 2 {} left 1: {}", a + 2, heap + 1),
            3 => write!(text, "rocks 1,0 0,1 {a},1: {},{b}", heap % 100),
            _ => write!(text, "queen 8x8 damaged 3,{a}: 8,{b}"),
        };
    })
}

/// Answers a text; returns the number of its records.
fn answer(text: &str, options: &Options) -> u64 {
    let source = Source::new("bench", Box::new(Cursor::new(text.as_bytes().to_vec())));
    let summary = run(vec![source], &mut io::sink(), &mut io::sink(), options);
    summary.map_or(0, |summary| summary.records)
}

/// Reads and answers records of nim as most programs would.
fn split_and_parse(text: &str) -> usize {
    let mut answers = String::new();
    for line in text.lines() {
        let list = line.strip_prefix("nim:").unwrap_or_default();
        let heaps: Vec<u64> = list
            .split_ascii_whitespace()
            .filter_map(|heap| heap.parse().ok())
            .collect();
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let wins = heaps.iter().filter(|&&heap| heap ^ nim_sum < heap).count();
        let _ = if wins == 0 {
            writeln!(answers, "LOSE")
        } else {
            writeln!(answers, "WIN {wins}")
        };
    }
    answers.len()
}

fn batches(criterion: &mut Criterion) {
    let texts = [
        ("nim, 64 bits", nim(100_000, 10, u64::MAX - 1)),
        ("nim, below 1000", nim(100_000, 10, 999)),
        ("nim, one line", nim(1, 1_000_000, u64::MAX - 1)),
        ("mixed", mixed(100_000)),
    ];
    let check = Options {
        check: true,
        ..Options::default()
    };
    for (name, text) in &texts {
        let mut group = criterion.benchmark_group(*name);
        group
            .throughput(Throughput::Bytes(text.len() as u64))
            .sample_size(20);
        group.bench_function("solve", |b| {
            b.iter(|| answer(black_box(text), &Options::default()));
        });
        group.bench_function("check", |b| b.iter(|| answer(black_box(text), &check)));
        if text.starts_with("nim") {
            group.bench_function("split and parse", |b| {
                b.iter(|| split_and_parse(black_box(text)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, batches);
criterion_main!(benches);
