//! Theorems and the program's summary.

use grundy_reference::check::{Refusal, Summary};
use grundy_reference::theorems::{held_to_exploring, nim_product};

/// Without certificates.
fn check(records: &[u8], given: &[u8]) -> Result<Summary, Refusal> {
    grundy_reference::check::check(records, given, &Default::default(), &Default::default())
}

#[test]
fn theorems_agree_with_exploring() {
    let held = held_to_exploring().unwrap();
    assert!(held.iter().all(|&(_, _, positions)| positions >= 10), "{held:?}");
}

#[test]
fn nim_products_are_those_of_turning_corners() {
    // The least number that no smaller pair leaves (Conway 1976, chapter 6).
    let mut table = [[0u64; 16]; 16];
    for a in 0..16 {
        for b in 0..16 {
            let left = |a: usize, b: usize| (0..a).flat_map(move |i| (0..b).map(move |j| (i, j)));
            let values = left(a, b).map(|(i, j)| table[i][b] ^ table[a][j] ^ table[i][j]);
            table[a][b] = grundy_reference::mex(values.collect::<Vec<_>>());
            assert_eq!(table[a][b], nim_product(a as u64, b as u64, 32), "{a} x {b}");
        }
    }
}

#[test]
fn answers_are_counted_by_what_they_rest_on() {
    let records = b"nim: 3 5\nnim: 18446744073709551615 1 ? grundy\ncram 9x9: ? winner\nking\n";
    let summary = check(records, b"WIN 1\n18446744073709551614\nSECOND\nERROR\n").unwrap();
    assert_eq!(
        summary.to_string(),
        "4 records: 2 recomputed, 0 by certificate, 1 by a cited theorem, 1 not checked"
    );
    assert_eq!(check(records, b"WIN 2\n1\nSECOND\nERROR\n").unwrap_err().record, 1);
    assert_eq!(check(records, b"WIN 1\n1\nSECOND\nERROR\n").unwrap_err().record, 2);
    assert_eq!(check(records, b"WIN 1\n18446744073709551614\nSECOND\nLOSE\n").unwrap_err().record, 4);
    assert_eq!(check(b"nim: 1\n", b"WIN 1\nWIN 1\n").unwrap_err().reason, "an answer without record");
}
