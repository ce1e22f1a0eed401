//! Rows of labels in words.

use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_grids::vectors::cells::{Cells, Source, sweep_with};

/// Every version of the step, against cells looked at one by one.
fn step_is_the_mex<const W: usize>() {
    let mut random = Random::new(W as u64);
    let per_word = Cells::<W>::PER_WORD;
    for _ in 0..300 {
        let mut start = vec![0u64; 96];
        for cell in 0..64 * per_word {
            let value = random.below(W as u64 + 2);
            Cells::<W>::put(&mut start, 0, cell, value as u32);
        }
        let mut below = |n: u64| random.below(n) as usize;
        let backs: Vec<usize> = (0..below(12)).map(|_| below(7 * per_word as u64)).collect();
        let sources: Vec<Source> = backs
            .iter()
            .map(|&back| Cells::<W>::source(8, back))
            .collect();
        let first = below(20 * per_word as u64);
        let last = first + below(20 * per_word as u64);
        let mut portable = start.clone();
        let full = sweep_with::<W>(Simd::Words, &mut portable, 48, first, last, &sources);
        for simd in Simd::all() {
            let mut dispatched = start.clone();
            assert_eq!(
                full,
                sweep_with::<W>(simd, &mut dispatched, 48, first, last, &sources)
            );
            assert_eq!(portable, dispatched);
        }
        let mut any_full = false;
        for cell in first..=last {
            let seen: Vec<u32> = backs
                .iter()
                .map(|b| Cells::<W>::get(&start, 0, 8 * per_word + cell - b))
                .collect();
            let mex = (0..W as u32)
                .find(|v| !seen.contains(v))
                .unwrap_or(W as u32);
            any_full |= mex == W as u32;
            assert_eq!(Cells::<W>::get(&portable, 48, cell), mex);
        }
        assert_eq!(full, W > 1 && any_full);
    }
}

#[test]
fn step_is_the_mex_in_every_width() {
    step_is_the_mex::<1>();
    step_is_the_mex::<4>();
    step_is_the_mex::<8>();
    step_is_the_mex::<16>();
    step_is_the_mex::<32>();
    step_is_the_mex::<64>();
}

fn clearing_leaves_the_rest<const W: usize>() {
    let cells = 3 * Cells::<W>::PER_WORD;
    for first in 0..cells {
        for last in first..=cells {
            let mut words = [0; 3];
            (0..cells).for_each(|cell| Cells::<W>::put(&mut words, 0, cell, 0));
            Cells::<W>::clear(&mut words, 0, first, last);
            for cell in 0..cells {
                assert_eq!(
                    Cells::<W>::get(&words, 0, cell) == 0,
                    cell < first || cell >= last
                );
            }
        }
    }
}

#[test]
fn clearing_a_range_leaves_the_rest() {
    clearing_leaves_the_rest::<1>();
    clearing_leaves_the_rest::<4>();
    clearing_leaves_the_rest::<64>();
}
