//! Coins that go down stairs.

use fxhash::FxHashMap;
use grundy_heaps::staircase::{steps_of_strip, taken, value};
use grundy_values::mex::mex;

type Values = FxHashMap<Vec<u64>, u64>;

fn options(steps: &[u64]) -> impl Iterator<Item = ((usize, u64), Vec<u64>)> {
    (0..steps.len()).flat_map(move |index| {
        (1..=steps[index]).map(move |taken| {
            let mut next = steps.to_vec();
            next[index] -= taken;
            if index > 0 {
                next[index - 1] += taken;
            }
            ((index, taken), next)
        })
    })
}

fn naive(steps: &[u64], known: &mut Values) -> u64 {
    if let Some(&value) = known.get(steps) {
        return value;
    }
    let after: Vec<u32> = options(steps)
        .map(|(_, next)| naive(&next, known) as u32)
        .collect();
    let value = mex(after).into();
    known.insert(steps.to_vec(), value);
    value
}

#[test]
fn small_stairs_by_the_rules() {
    let mut known = Values::default();
    for index in 0..4u64.pow(4) {
        let steps: Vec<u64> = (0..4).map(|step| index / 4u64.pow(step) % 4).collect();
        let own = naive(&steps, &mut known);
        assert_eq!(value(&steps), own, "{steps:?}");
        for target in 0..10 {
            let expected: Vec<_> = options(&steps)
                .filter(|(_, next)| naive(next, &mut known) == target)
                .map(|(mv, _)| mv)
                .collect();
            let found: Vec<_> = (0..steps.len())
                .filter_map(|index| Some((index, taken(&steps, index, own ^ target)?)))
                .collect();
            assert_eq!(found, expected, "{steps:?} to {target}");
        }
    }
}

#[test]
fn strips_of_coins_by_the_rules() {
    // Sets of squares as bits, square 1 the lowest: the fewer, the earlier.
    let squares = |set: u32| {
        (0..32)
            .filter(|&bit| set >> bit & 1 == 1)
            .map(|bit| bit + 1)
            .collect()
    };
    let mut values = vec![0u32; 1 << 11];
    for set in 0..values.len() as u32 {
        let mut after = Vec::new();
        for coin in (0..32).filter(|&bit| set >> bit & 1 == 1) {
            let free = (0..coin).rev().take_while(|&to| set >> to & 1 == 0);
            after.extend(free.map(|to| values[(set ^ 1 << coin ^ 1 << to) as usize]));
        }
        values[set as usize] = mex(after);
        let squares: Vec<u64> = squares(set);
        assert_eq!(
            value(&steps_of_strip(&squares)),
            u64::from(values[set as usize]),
            "{squares:?}"
        );
    }
}

#[test]
fn the_largest_numbers() {
    const MAX: u64 = u64::MAX;
    assert_eq!(steps_of_strip(&[1, MAX]), [MAX - 2, 0]);
    assert_eq!(taken(&[MAX], 0, MAX), Some(MAX));
    assert_eq!(taken(&[0, MAX], 1, MAX), Some(MAX));
    assert_eq!(taken(&[MAX, MAX], 1, 1), None);
}
