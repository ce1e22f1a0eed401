//! Heap games: each engine, and next to it a naive twin where that can keep up.
//!
//! `cargo bench --package grundy-bench --bench heaps`. The figure to read is the ratio within a group.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use grundy_base::budget::Budget;
use grundy_base::range::Range;
use grundy_heaps::breaking::{Breaking, Code};
use grundy_heaps::flags::{Flags, Variant};
use grundy_heaps::paths;
use grundy_heaps::subtraction::{Amounts, Subtraction};
use grundy_rules::parts::Digit;
use grundy_values::mex::ValueSet;
use grundy_values::nimbers;
use std::hint::black_box;
use std::time::Duration;

/// Makes a set of amounts.
fn amounts(list: &[u64]) -> Amounts {
    Amounts::new(list.iter().copied().map(Range::single))
}

/// Makes a code.
fn code(digits: &[u8], unequal: bool) -> Code {
    let digits: Vec<Digit> = digits.iter().map(|&bits| Digit { bits, unequal }).collect();
    Code::new(&digits, &[]).expect("a code")
}

/// The longest win/lose period known for five amounts up to 64: 5 425 890.
const LONG: [u64; 5] = [13, 22, 39, 48, 61];

fn subtraction(criterion: &mut Criterion) {
    let heaps = 1_000_000;
    let mut group = criterion.benchmark_group("subtraction to heap 10^6");
    group.throughput(Throughput::Elements(heaps));
    let fresh = || Subtraction::new(amounts(&LONG), Budget::default()).expect("small amounts");
    group.bench_function("outcomes", |b| {
        b.iter_batched(
            fresh,
            |game| game.loses(heaps, false),
            BatchSize::PerIteration,
        );
    });
    group.bench_function("values", |b| {
        b.iter_batched(fresh, |game| game.grundy(heaps), BatchSize::PerIteration);
    });
    group.bench_function("naive values", |b| {
        b.iter(|| {
            let mut values: Vec<u32> = Vec::new();
            let mut seen = ValueSet::default();
            for heap in 0..=heaps as usize {
                seen.clear();
                for s in LONG {
                    if let Some(follower) = heap.checked_sub(s as usize) {
                        seen.insert(values[follower]);
                    }
                }
                values.push(seen.mex());
            }
            black_box(values.pop())
        });
    });
    let dense: Vec<u64> = (1..=60_000).filter(|s| s * s % 7 != 2).collect();
    group.bench_function("outcomes of a large set", |b| {
        b.iter_batched(
            || Subtraction::new(amounts(&dense), Budget::default()).expect("small amounts"),
            |game| game.loses(heaps, false),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn flags(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("flags");
    for variant in [Variant::Exact, Variant::Overshoot, Variant::OrLess] {
        group.bench_function(format!("heap 10^18, {variant:?}"), |b| {
            b.iter_batched(
                || {
                    Flags::new(amounts(&LONG), 7, variant, Budget::default())
                        .expect("small amounts")
                },
                |game| game.outcome(1_000_000_000_000_000_000),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// Finds the value of heap `n` by the definition.
fn octal_naive(digits: &[u8], n: usize) -> u32 {
    let mut values = vec![0u32; n + 1];
    let mut seen = ValueSet::default();
    for heap in 1..=n {
        seen.clear();
        for (take, digit) in digits
            .iter()
            .enumerate()
            .take_while(|(take, _)| *take <= heap)
        {
            let left = heap - take;
            if digit & 1 != 0 && left == 0 {
                seen.insert(0);
            }
            if digit & 2 != 0 && left > 0 {
                seen.insert(values[left]);
            }
            if digit & 4 != 0 {
                for part in 1..=left / 2 {
                    seen.insert(values[part] ^ values[left - part]);
                }
            }
        }
        values[heap] = seen.mex();
    }
    values[n]
}

fn octal(criterion: &mut Criterion) {
    let games: [(&str, &[u8], u64); 5] = [
        ("0.77", &[0, 7, 7], 20_000),
        ("0.16 (few rares)", &[0, 1, 6], 20_000),
        ("0.376 (many rares)", &[0, 3, 7, 6], 20_000),
        ("0.104 (rares by position)", &[0, 1, 0, 4], 20_000),
        ("0.007 (dense)", &[0, 0, 0, 7], 20_000),
    ];
    for (name, digits, heap) in games {
        let mut group = criterion.benchmark_group(format!("{name} to heap {heap}"));
        group.throughput(Throughput::Elements(heap));
        let code = code(digits, false);
        group.bench_function("sequence", |b| {
            b.iter_batched(
                || Breaking::new(code.clone(), Budget::default()),
                |game| game.grundy(heap),
                BatchSize::PerIteration,
            );
        });
        group.bench_function("naive", |b| b.iter(|| octal_naive(digits, heap as usize)));
        group.finish();
    }
    let mut group = criterion.benchmark_group("Grundy's game to heap 10^5");
    group.bench_function("sequence", |b| {
        b.iter_batched(
            || Breaking::new(code(&[4], true), Budget::default()),
            |game| game.grundy(100_000),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("moves from heap 10^18");
    let kayles = Breaking::new(code(&[0, 7, 7], false), Budget::default());
    group.bench_function("kayles", |b| {
        b.iter(|| kayles.count_moves_to(black_box(1_000_000_000_000_000_000), 3));
    });
    group.finish();
}

/// Measures independent products, and products of which each needs the one before.
fn nim_products(criterion: &mut Criterion) {
    let products = 1_000_000u64;
    let mut group = criterion.benchmark_group("nim products of 64 bits");
    group.throughput(Throughput::Elements(products));
    let scattered = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    group.bench_function("independent", |b| {
        let each = |i| nimbers::product(scattered(i), scattered(!i));
        b.iter(|| {
            (0..products)
                .map(each)
                .fold(0, |sum, product| sum ^ product)
        });
    });
    group.bench_function("in a chain", |b| {
        b.iter(|| (1..=products).fold(1, |last, i| nimbers::product(last, scattered(i))));
    });
    group.finish();
}

fn path_counts(criterion: &mut Criterion) {
    let set = amounts(&[2, 5, 7]);
    let mut group = criterion.benchmark_group("paths by 2, 5 and 7");
    group.bench_function("exact, heap 10^5", |b| {
        b.iter(|| paths::exact(&set, 100_000, Budget::default()));
    });
    group.bench_function("exact, heap 10^6", |b| {
        b.iter(|| paths::exact(&set, 1_000_000, Budget::default()));
    });
    group.bench_function("modulo 10^9 + 7, heap 10^18", |b| {
        b.iter(|| {
            paths::modulo(
                &set,
                black_box(1_000_000_000_000_000_000),
                1_000_000_007,
                Budget::default(),
            )
        });
    });
    group.finish();
}

criterion_group! {
    name = heaps;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(2));
    targets = subtraction, flags, octal, moves, nim_products, path_counts
}
criterion_main!(heaps);
