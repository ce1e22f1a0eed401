//! The sparse space of octal games, its sets, and the search for pairs.

use super::octal::{naive, of_digits};
use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_heaps::breaking::octal::{
    BlockSets, Found, LANES, MAX_WORDS, Numbering, OctalRules, Space, SplitValues, any_pair,
    count_pairs, mark_hits, split_values,
};
use grundy_heaps::breaking::{Code, last_split};
use grundy_rules::parts::Digit;
use grundy_values::mex::mex;
use std::collections::BTreeSet;

/// The number of bits of a word of a set.
const BITS: usize = 32;

/// Checks the blocks after the first 4300 heaps by the definition; returns the words of the sets.
fn check(rules: &OctalRules, values: &[u16]) -> BTreeSet<usize> {
    let (space, _) = Space::fewest_rares(&values[..4300], &rules.splits);
    let numbering = Numbering::of(space).expect("least values");
    let reached = |n: usize, v: u16| {
        let splits = |left: usize| {
            (1..=last_split(left as u64, !rules.halves) as usize).map(move |a| (a, left - a))
        };
        let mut all = rules.splits.iter().flat_map(|&k| splits(n - k as usize));
        all.any(|(a, b)| values[a] ^ values[b] == v)
    };
    let mut words = BTreeSet::new();
    for (simd, (firsts, tried)) in Simd::all().flat_map(|simd| [(simd, (9, 0)), (simd, (200, 70))])
    {
        let mut sets =
            BlockSets::new(space, &values[..4200], firsts, None, simd).expect("least values");
        values[4200..4300].iter().for_each(|&v| sets.push(v));
        let mut sets =
            BlockSets::new(space, &values[..4300], firsts, Some(sets), simd).expect("least values");
        words.insert(sets.words());
        let (mut common, mut start) = (0, 4300);
        while start + LANES <= values.len() {
            let is_rare = |n: &usize| !space.is_common(values[*n], *n);
            let all = (1..start).filter(is_rare).count();
            let tried = if tried == 0 { all } else { tried.min(all) };
            sets.begin(rules, tried);
            for (n, &value) in values.iter().enumerate().skip(start).take(LANES) {
                let number = usize::from(numbering.number(value));
                match sets.guess(rules, values, |v| reached(n, v)) {
                    Some(Found::Exact(v)) => {
                        assert_eq!((v, space.is_common(v, n)), (value, false), "{n}");
                    }
                    Some(Found::Guess(v)) if tried == all => {
                        assert_eq!(v, value, "{rules:?} {n} {simd:?}");
                    }
                    Some(Found::Guess(v)) => {
                        assert!(v <= value && space.is_common(v, n), "{rules:?} {n}");
                    }
                    None => assert!(
                        number >= sets.words() * BITS || !space.is_common(value, n),
                        "{n}"
                    ),
                }
                common += usize::from(space.is_common(value, n));
                sets.push(value);
            }
            // The next block begins anywhere.
            start += LANES - start % 7;
            sets.truncate(start);
        }
        assert!(common > 800);
    }
    words
}

#[test]
fn guesses_are_right_for_all_instructions() {
    let mut words = BTreeSet::new();
    for digits in [
        &[0u8, 1, 6][..],
        &[0, 5, 6],
        &[0, 3, 5, 4],
        &[0, 3, 7, 6],
        &[0, 1, 2, 7],
        &[0, 3, 6],
        &[4, 0, 4],
    ] {
        let code = of_digits(digits);
        words.extend(check(&OctalRules::of(&code).unwrap(), &naive(&code, 5200)));
    }
    let unequal = [Digit {
        bits: 4,
        unequal: true,
    }];
    let rules = OctalRules::of(&Code::new(&unequal, &[]).unwrap()).unwrap();
    let mut values = vec![0u16; 5200];
    for n in 1..values.len() {
        values[n] = mex((1..n.div_ceil(2)).map(|a| u32::from(values[a] ^ values[n - a]))) as u16;
    }
    words.extend(check(&rules, &values));
    assert_eq!(words, BTreeSet::from([1, 2, MAX_WORDS]));
}

#[test]
fn numbers_order_each_kind_and_add_up() {
    let code = of_digits(&[0, 1, 2, 7]);
    let values = naive(&code, 600);
    let (odd, _) = Space::fewest_rares(&values, &code.takes(2));
    for space in [odd, Space::of_mask(0b101), Space::of_mask(0b110_1000)] {
        let numbering = Numbering::of(space).unwrap();
        for n in [70, 71] {
            for common in [false, true] {
                let kind: Vec<u16> = (0..512)
                    .filter(|&v| space.is_common(v, n) == common)
                    .collect();
                assert!(
                    kind.iter().map(|&v| numbering.number(v)).eq(0..256),
                    "{space:?}"
                );
                assert!(
                    (0..256)
                        .map(|number| numbering.value(number, common, n))
                        .eq(kind)
                );
            }
            for (v, w) in (0..512).zip((0..512).rev().step_by(3)) {
                let (one, other) = (numbering.code(v, 5), numbering.code(w, n));
                let sum = numbering.code(v ^ w, 5 + n) ^ numbering.code(0, 0);
                assert_eq!(one ^ other, sum, "{space:?} {v} {w}");
            }
        }
    }
}

#[test]
fn all_versions_agree_with_the_definition() {
    let mut random = Random::new(99);
    let values: Vec<u16> = (0..900).map(|_| random.below(600) as u16).collect();
    let guesses: [u16; LANES] = std::array::from_fn(|i| values[3 * i] ^ 5);
    for simd in Simd::all() {
        for r in [0, 1, 2, 3, 4, 127, 128, 255, 256, 257, 300, 513, 898, 899] {
            for value in (0..1024).step_by(7) {
                for halves in [true, false] {
                    let is_reached = |value: u16| {
                        let mut parts = (1..=r / 2).filter(|a| halves || a + a != r);
                        parts.any(|a| values[a] ^ values[r - a] == value)
                    };
                    let by_hand = [value, value + 1].map(is_reached);
                    let parts = (1..=r / 2).filter(|a| halves || a + a != r);
                    let hits = parts
                        .filter(|a| values[*a] ^ values[r - a] == value)
                        .count() as u64;
                    let SplitValues { smaller, larger } = split_values(&values, r, halves);
                    assert_eq!(count_pairs(simd, smaller, larger, value), hits);
                    let search = any_pair(simd, smaller, larger, &[value]);
                    assert_eq!(search.found, by_hand[..1], "{r} {value}");
                    assert_eq!(search, any_pair(Simd::Words, smaller, larger, &[value]));
                    let search = any_pair(simd, smaller, larger, &[value, value + 1]);
                    assert_eq!(search.found, by_hand, "{r} {value}");
                    assert_eq!(
                        search,
                        any_pair(Simd::Words, smaller, larger, &[value, value + 1])
                    );
                }
            }
        }
        for rare in 0..64 {
            let mut hits = [0; LANES];
            mark_hits(simd, &values[100..], &mut hits, &guesses, rare);
            for lane in 0..LANES {
                assert_eq!(hits[lane] != 0, values[100 + lane] ^ rare == guesses[lane]);
            }
        }
    }
}

#[test]
fn the_best_split_is_the_best_of_all() {
    for digits in [
        &[0u8, 1, 6][..],
        &[0, 1, 2, 7],
        &[0, 0, 7],
        &[4, 5],
        &[0, 3],
    ] {
        let code = of_digits(digits);
        let values = naive(&code, 600);
        let (space, rares) = Space::fewest_rares(&values, &code.takes(2));
        let count = |space: Space| {
            (0..)
                .zip(&values)
                .filter(|(n, v)| !space.is_common(**v, *n))
                .count()
        };
        assert_eq!(count(space), rares);
        for mask in 0..64 {
            assert!(count(Space::of_mask(mask)) >= rares);
        }
    }
}

#[test]
fn parities_add_over_splits() {
    for digits in [&[0u8, 1, 2, 7][..], &[0, 1, 6], &[0, 5, 0, 4], &[4, 0, 4]] {
        let code = of_digits(digits);
        let values = naive(&code, 300);
        let (space, _) = Space::fewest_rares(&values, &code.takes(2));
        for n in 0..300usize {
            for k in code.takes(2) {
                for a in 1..n {
                    let Some(b) = n.checked_sub(k as usize + a).filter(|&b| b > 0) else {
                        break;
                    };
                    let common = |h: usize| space.is_common(values[h], h);
                    assert_eq!(
                        space.is_common(values[a] ^ values[b], n),
                        common(a) != common(b),
                        "{digits:?}"
                    );
                }
            }
        }
    }
}
