//! Heaps with many moves, and many heaps.
#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps are places of a table here"
)]

use std::collections::HashMap;

use grundy_reference::heap_code::HeapCode;
use grundy_reference::periodic::Cycle;
use grundy_reference::{Fail, answers, period};
use itertools::Itertools;

#[test]
fn more_moves_than_are_listed_at_once_are_too_many() {
    let amounts = (0..2000)
        .map(|i| format!("{}-{}", i * 100_000 + 1, (i + 1) * 100_000))
        .join(" ");
    for record in [
        "take-and-break 0.32A: 29625 28207 42085".to_owned(),
        format!("take-and-break 0.32A: {}", "4000 ".repeat(40)),
        format!("subtraction {amounts}: 5"),
        format!("flags {amounts} left 1: 5"),
    ] {
        assert_eq!(answers(record.as_bytes()).0[0].result, Err(Fail::TooLarge));
    }
}

#[test]
fn many_heaps_are_added_up_once() {
    let answer = answers(format!("nim: {}2", "1 ".repeat(30_000)).as_bytes()).0[0].line();
    assert_eq!(answer.as_deref(), Some("WIN 1"));
}

#[test]
fn moves_that_are_counted_together_are_those_that_are_listed() {
    for (word, preperiod, period) in [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("4.4", 72, 12),
        ("0.33", 0, 3),
    ] {
        let cycle = Cycle {
            preperiod,
            period,
            saltus: 0,
        };
        let code = HeapCode::read(word).expect("a code");
        let values = period::table(&code, 420, u64::MAX).expect("a table");
        let value = |left: &[u64]| {
            left.iter()
                .fold(0, |sum, &heap| sum ^ values[heap as usize])
        };
        for heap in 0..420 {
            let mut listed: HashMap<u64, u64> = HashMap::new();
            let mut counted: HashMap<u64, u64> = HashMap::new();
            code.each(heap, |left| *listed.entry(value(left)).or_default() += 1);
            code.each_alike(heap, Some(cycle), |left, count| {
                *counted.entry(value(left)).or_default() += count;
            });
            assert_eq!(listed, counted, "{word}: {heap}");
        }
    }
}
