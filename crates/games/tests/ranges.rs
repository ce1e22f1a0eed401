//! Records whose numbers are ranges.

mod common;

use common::asked;
use grundy_games::{Context, Counted};
use grundy_record::{Outcome, Place};
use itertools::Itertools;
use num_bigint::BigUint;

/// Lists the positions that ranges stand for.
fn positions(ranges: &str) -> impl Iterator<Item = String> {
    let components = ranges.split(' ').map(|component| {
        let numbers = component.split(',').map(|range| {
            let (low, high) = range.split_once("..").unwrap_or((range, range));
            let number = |text: &str| text.parse::<u64>().expect("a number");
            number(low)..=number(high)
        });
        let tuples = numbers.multi_cartesian_product();
        tuples.map(|tuple| tuple.iter().join(",")).collect_vec()
    });
    let all = components.multi_cartesian_product();
    all.map(|components| components.join(" "))
}

#[test]
fn theorems_count_the_positions_of_ranges_as_if_each_was_opened() {
    let context = Context::default();
    for (rules, ranges) in [
        ("nimble", "1..5 0..9 3"),
        ("nimble", "4..9"),
        ("staircase", "0..3 1..4 2..5"),
        ("sequential-nim", "0..3 1..4 2..5"),
        ("wythoff", "0..6,1..5"),
        ("wythoff", "0..6,1..5 0..3,2..4"),
        ("fibonacci-nim", "0..30"),
        ("fibonacci-nim", "1..9,1..4 1..7,2..3"),
        ("take-away 3", "2..9,0..5"),
        ("end-nim", "0..3 1..4 2..5"),
        ("welter", "0..3 1..4 2..5"),
        ("silver-dollar", "0..3 1..4 2..5"),
    ] {
        let mut all = 0u32;
        let mut lost = 0u32;
        for position in positions(ranges) {
            let line = format!("{rules}: {position} ? winner");
            match asked(&line, &context, |position| position.outcome()) {
                Ok(outcome) => {
                    all += 1;
                    lost += u32::from(outcome == Outcome::Lose);
                }
                // Coins stand on one square.
                Err(fault) => {
                    assert!(fault.limit.is_none(), "{line}");
                    assert!(matches!(fault.place, Place::Position(_)), "{line}");
                }
            }
        }
        let line = format!("{rules}: {ranges} ? p-positions");
        for (counted, found) in [(Counted::All, all), (Counted::Lost, lost)] {
            let by_theorem = asked(&line, &context, |position| position.positions(counted));
            assert_eq!(by_theorem, Ok(BigUint::from(found)), "{line}");
        }
    }
}
