//! A heap before a position.

use grundy_base::budget::Budget;
use grundy_base::range::Range;
use grundy_heaps::sequential::{losing, row, smaller_of_value, value};
use grundy_values::mex::mex;
use num_bigint::BigUint;

fn naive(heaps: &[u64]) -> u64 {
    let Some(first) = heaps.iter().position(|&heap| heap > 0) else {
        return 0;
    };
    let options = (0..heaps[first]).map(|left| {
        let mut next = heaps.to_vec();
        next[first] = left;
        naive(&next) as u32
    });
    u64::from(mex(options))
}

#[test]
fn rows_have_the_values_of_the_rules() {
    for index in 0..5u64.pow(4) {
        let heaps: Vec<u64> = (0..4).map(|place| index / 5u64.pow(place) % 5).collect();
        assert_eq!(row(&heaps), naive(&heaps), "{heaps:?}");
    }
}

#[test]
fn lost_rows_are_counted() {
    for index in 0..6u64.pow(4) {
        let end = |place: u32| index / 6u64.pow(place) % 6;
        let ranges = [
            (end(0), end(0) + 2),
            (0, end(1)),
            (end(2), end(2)),
            (1, 1 + end(3)),
        ]
        .map(Range::from);
        let mut expected = 0u32;
        for a in ranges[0].numbers() {
            for b in ranges[1].numbers() {
                for c in ranges[2].numbers() {
                    let rows = ranges[3].numbers().map(|d| row(&[a, b, c, d]));
                    expected += rows.filter(|&value| value == 0).count() as u32;
                }
            }
        }
        assert_eq!(
            losing(&ranges, &Budget::default()).unwrap(),
            BigUint::from(expected),
            "{ranges:?}"
        );
    }
}

#[test]
fn a_smaller_heap_is_found_by_its_value() {
    for (n, v) in (0..12).flat_map(|n| (0..12).map(move |v| (n, v))) {
        for wanted in 0..14 {
            let expected = (0..n).find(|&heap| value(heap, v) == wanted);
            assert_eq!(
                smaller_of_value(n, v, wanted),
                expected,
                "{n} before {v}: {wanted}"
            );
        }
    }
    assert_eq!(smaller_of_value(u64::MAX, u64::MAX, u64::MAX), Some(0));
    assert_eq!(value(u64::MAX, u64::MAX), u64::MAX - 1);
}
