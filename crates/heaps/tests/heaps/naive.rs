//! The slow twins of the tests of heaps: the rules, word for word.

use grundy_heaps::breaking::{Break, Code, Left};
use grundy_heaps::flags::{FlagsOutcome, Variant};
use grundy_values::mex::mex;

/// Grundy values of heaps 0..=n from which one of the amounts is taken.
pub fn grundy(amounts: &[u64], n: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=n {
        let next = mex(amounts
            .iter()
            .filter(|&&s| s as usize <= heap)
            .map(|&s| values[heap - s as usize]));
        values.push(next);
    }
    values
}

/// Finds whether the player to move wins heaps 0 to `n`; under `misere` a player who takes the last loses.
pub fn wins(amounts: &[u64], n: usize, misere: bool) -> Vec<bool> {
    let mut wins: Vec<bool> = Vec::new();
    for heap in 0..=n {
        let mut moves = amounts.iter().filter(|&&s| s as usize <= heap).peekable();
        let no_move = moves.peek().is_none();
        wins.push((no_move && misere) || moves.any(|&s| !wins[heap - s as usize]));
    }
    wins
}

/// Outcomes of flags, heaps 0..=n (below `left` as they can be met).
pub fn outcomes(amounts: &[u64], left: u64, variant: Variant, n: u64) -> Vec<FlagsOutcome> {
    let mut outcomes: Vec<FlagsOutcome> = Vec::new();
    for heap in 0..=n {
        let next = if heap < left {
            if variant == Variant::OrLess {
                FlagsOutcome::Lose
            } else {
                FlagsOutcome::Draw
            }
        } else if heap == left {
            FlagsOutcome::Lose
        } else {
            let legal = |s: &&u64| **s <= heap && (variant != Variant::Exact || heap - **s >= left);
            let after: Vec<FlagsOutcome> = amounts
                .iter()
                .filter(legal)
                .map(|s| outcomes[(heap - s) as usize])
                .collect();
            if after.is_empty() {
                FlagsOutcome::Draw
            } else if after.contains(&FlagsOutcome::Lose) {
                FlagsOutcome::Win
            } else if after.iter().all(|&o| o == FlagsOutcome::Win) {
                FlagsOutcome::Lose
            } else {
                FlagsOutcome::Draw
            }
        };
        outcomes.push(next);
    }
    outcomes
}

/// All moves of a code from heap `n`, in order.
pub fn moves(code: &Code, n: u64) -> Vec<Break> {
    let mut moves = Vec::new();
    for take in 0..=n {
        let (digit, r) = (code.digit(take), n - take);
        let mut add = |left: &[u64]| {
            moves.push(Break {
                take,
                left: Left::from_slice(left),
            });
        };
        if digit.leaves(0) && r == 0 {
            add(&[]);
        }
        if digit.leaves(1) && r > 0 {
            add(&[r]);
        }
        for a in 1..=r {
            if digit.leaves(2) && 2 * a <= r && !(digit.unequal && 2 * a == r) {
                add(&[a, r - a]);
            }
        }
        for a in (1..=r).filter(|_| digit.leaves(3)) {
            for b in a..=r - a {
                let Some(c) = (r - a).checked_sub(b).filter(|&c| c >= b) else {
                    continue;
                };
                if !(digit.unequal && (a == b || b == c)) {
                    add(&[a, b, c]);
                }
            }
        }
    }
    moves
}

/// The Grundy values of heaps 0 to `n` of a code.
pub fn by_definition(code: &Code, n: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=n {
        let value = mex(moves(code, heap)
            .iter()
            .map(|m| m.left.iter().fold(0, |v, &h| v ^ values[h as usize])));
        values.push(value);
    }
    values
}

/// The values of heaps 0 to `n` by a loop over all moves that stamps what they reach.
pub fn stamped(code: &Code, n: usize) -> Vec<u32> {
    let (mut values, mut stamps) = (vec![0u32], vec![0usize; 4 * n + 64]);
    for heap in 1..=n {
        for take in 0..=code.last_take(heap as u64) as usize {
            let (digit, r) = (code.digit(take as u64), heap - take);
            let apart = usize::from(digit.unequal);
            if digit.leaves(u32::from(r > 0)) {
                stamps[values[r] as usize] = heap;
            }
            for a in (1..).take_while(|a| digit.leaves(2) && 2 * a + apart <= r) {
                stamps[(values[a] ^ values[r - a]) as usize] = heap;
            }
            for a in (1..).take_while(|a| digit.leaves(3) && 3 * a <= r) {
                for b in (a + apart..).take_while(|b| 2 * b + apart <= r - a) {
                    stamps[(values[a] ^ values[b] ^ values[r - a - b]) as usize] = heap;
                }
            }
        }
        values.push(stamps.iter().position(|&stamp| stamp != heap).unwrap() as u32);
    }
    values
}
