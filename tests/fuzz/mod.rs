//! The fuzz targets' functions on seeded bytes, without the fuzzer.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

mod bodies;

use grundy_base::random::Random;

fn feed(runs: u64, longest: u64, body: fn(&[u8])) {
    let mut random = Random::new(5);
    for _ in 0..runs {
        let length = random.below(longest);
        body(&random.list(length, |random| random.below(256) as u8));
    }
}

#[test]
fn bytes() {
    feed(300, 400, bodies::bytes);
}

#[test]
fn records() {
    feed(300, 60, bodies::records);
}

#[test]
fn certificates() {
    feed(200, 80, bodies::certificates);
}

#[test]
fn boards() {
    feed(300, 60, bodies::boards);
}

#[test]
fn rules() {
    feed(600, 12, bodies::rules);
}

/// The committed seeds, where they are: the published package leaves them out.
#[test]
fn seeds() {
    type Body = fn(&[u8]);
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let targets: [(&str, Body); 5] = [
        ("bytes", bodies::bytes),
        ("records", bodies::records),
        ("certificates", bodies::certificates),
        ("boards", bodies::boards),
        ("rules", bodies::rules),
    ];
    for (target, body) in targets {
        let Ok(seeds) = std::fs::read_dir(root.join(target)) else {
            return;
        };
        for seed in seeds {
            body(&std::fs::read(seed.expect("an entry").path()).expect("a seed"));
        }
    }
}
