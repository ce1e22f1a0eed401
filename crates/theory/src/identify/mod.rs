//! Games of heaps whose Grundy values begin with given numbers: subtraction sets and take-and-break codes.
//!
//! A rule that gives a heap n an option of value g(n) is impossible; a set of rules gives exactly the
//! values g(0), …, g(N) if none of them is impossible and each value below g(n) is that of some option of
//! n, for each n ≤ N. So all rules that are not impossible together are the largest game with these values,
//! if there is any, and smaller ones are found by choosing.

mod codes;
mod sets;

pub use codes::{Code, codes};
pub use sets::{Found, subtraction_sets};

/// The longest beginning that is looked at.
pub const LONGEST: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    fn subtraction(set: &[u64], len: usize) -> Vec<u64> {
        let mut values = Vec::new();
        for n in 0..len as u64 {
            let seen: Vec<u64> = set.iter().filter(|&&s| s <= n).map(|&s| values[(n - s) as usize]).collect();
            values.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        values
    }

    fn code(code: &Code, len: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..len {
            let mut seen = Vec::new();
            for (k, &digit) in code.digits.iter().enumerate().filter(|&(k, _)| k <= n) {
                let left = n - k;
                if digit & 1 != 0 && left == 0 && k > 0 {
                    seen.push(0);
                }
                if digit & 2 != 0 && left > 0 && k > 0 {
                    seen.push(values[left]);
                }
                for a in 1..left {
                    let b = left - a;
                    if digit & 4 != 0 {
                        seen.push(values[a] ^ values[b]);
                    }
                    for c in 1..b {
                        if digit & 8 != 0 {
                            seen.push(values[a] ^ values[c] ^ values[b - c]);
                        }
                    }
                }
            }
            values.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        values
    }

    #[test]
    fn what_is_found_has_the_values() {
        let mut state = 9u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..60 {
            let set: Vec<u64> = (1..9).filter(|_| random(3) == 0).collect();
            let values = subtraction(&set, 48);
            let found = subtraction_sets(&values, 4).unwrap();
            assert!(found.sets.iter().any(|other| other.len() <= set.len()), "{set:?}");
            for other in found.sets {
                assert_eq!(subtraction(&other, 48), values, "{set:?} {other:?}");
            }
            let mut digits: Vec<u8> = (0..4).map(|_| random(16) as u8).collect();
            digits[0] &= 12;
            let game = Code { digits };
            let values = code(&game, 40);
            let found = codes(&values, 4);
            assert!(!found.is_empty(), "{game:?}");
            for other in found {
                assert_eq!(code(&other, 40), values, "{game:?} {other:?}");
            }
        }
    }

    #[test]
    fn what_no_game_has_is_not_found() {
        assert!(subtraction_sets(&[1, 0], 4).is_none());
        assert!(subtraction_sets(&[0, 0, 2], 4).is_none());
        assert!(codes(&[0, 5], 4).is_empty());
        assert!(codes(&[], 4).is_empty() && subtraction_sets(&[], 4).is_none());
    }

    #[test]
    fn kayles_is_octal_0_77() {
        let values = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
        let found = codes(&values, 4);
        assert!(found.iter().any(|code| code.text() == "0.77"), "{found:?}");
    }
}
