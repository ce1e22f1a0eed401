//! Ranges of nim heaps as blocks.

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_base::range::Range;
use grundy_heaps::convolution::dyadic::{Block, blocks, losing};
use grundy_heaps::convolution::{self, Histogram, SumComponent};
use num_bigint::BigUint;

#[test]
fn ranges_are_cut_into_blocks() {
    for (low, high) in (0..70).flat_map(|high| (0..=high).map(move |low| (low, high))) {
        let all: Vec<u64> = blocks(Range { low, high })
            .iter()
            .flat_map(|block| (0..1 << block.level).map(|i| (block.prefix << block.level) + i))
            .collect();
        assert!(all.iter().copied().eq(low..=high));
    }
    assert_eq!(
        blocks(Range::new(0, u64::MAX)),
        [Block {
            level: 64,
            prefix: 0
        }]
    );
    assert_eq!(blocks(Range::new(1, u64::MAX)).len(), 64);
}

#[test]
fn small_ranges_by_their_histograms() {
    let mut rng = Random::new(6);
    for _ in 0..400 {
        let ranges: Vec<Vec<Range>> = (0..rng.below(6))
            .map(|_| {
                let low = if rng.below(2) == 0 { 0 } else { rng.below(40) };
                let high = low + rng.below(60);
                if rng.below(3) == 0 {
                    vec![Range { low, high }, Range::single(high + 2)]
                } else {
                    vec![Range { low, high }]
                }
            })
            .collect();
        let histogram = |ranges: &Vec<Range>| {
            let mut histogram = Histogram::default();
            for heap in ranges.iter().flat_map(|range| range.numbers()) {
                histogram.add(heap, 1);
            }
            SumComponent::Varied(histogram)
        };
        let histograms: Vec<SumComponent> = ranges.iter().map(histogram).collect();
        let expected = convolution::losing(&histograms, &Budget::default()).unwrap();
        assert_eq!(
            losing(&ranges, &Budget::default()).unwrap(),
            expected,
            "{ranges:?}"
        );
    }
}

#[test]
fn large_ranges() {
    let all = vec![Range::new(0, u64::MAX)];
    let sets = |ranges: &[(u64, u64)]| {
        ranges
            .iter()
            .map(|&range| vec![Range::from(range)])
            .collect::<Vec<_>>()
    };
    assert_eq!(
        losing(&[all.clone(), all.clone(), all], &Budget::default()).unwrap(),
        BigUint::from(1u32) << 128
    );
    assert_eq!(
        losing(&sets(&[(5, u64::MAX), (0, 4)]), &Budget::default()).unwrap(),
        BigUint::ZERO
    );
    // For each nim-sum of the others, which are below 2^64, one heap.
    assert_eq!(
        losing(
            &sets(&[(0, u64::MAX), (7, 1 << 60), (1, 10)]),
            &Budget::default()
        )
        .unwrap(),
        BigUint::from(((1u128 << 60) - 6) * 10)
    );
    let many = vec![vec![Range::new(0, 1_000_000_000_000_000_000)]; 200];
    assert!(losing(&many, &Budget::default()).unwrap().bits() > 11_000);
    let wild: Vec<(u64, u64)> = (0..64)
        .map(|i| (i * 0x1234_5678_9ABC + 1, u64::MAX / (i + 2)))
        .collect();
    assert!(
        losing(
            &sets(&wild),
            &Budget {
                work: 1 << 24,
                ..Budget::default()
            }
        )
        .is_err()
    );
}
