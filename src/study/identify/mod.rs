//! Which games of heaps begin with given Grundy values: games with names, subtraction sets, take-and-break codes.
//!
//! For sets and codes: a rule that gives heap n an option of value g(n) is impossible. A set of rules has exactly the
//! values g(0), …, g(N) if none of them is impossible and each value below g(n) is that of an option of n, for each
//! n ≤ N. So all rules that are not impossible make the largest game with these values, if there is any, and the
//! search for small games chooses among them.

mod codes;
mod sets;

use itertools::Itertools;

use crate::Position;
use crate::games::rules::classics;
use crate::games::{Catalogue, Context, code_name};
use crate::record::{Ask, PositionKind, Value};
use crate::text::list;
use codes::codes;
use sets::subtraction_sets;

/// The longest beginning that sets and codes are searched for.
const MAX_COMPARED: usize = 256;

/// A game with the same values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The rules, as a record begins.
    pub game: String,
    /// More about it.
    pub note: String,
}

/// The sets that have names.
const NAMED_SETS: &str =
    "squares cubes triangular primes fibonacci factorials powers-of-2 powers-of-3 odd even";

/// The most sets and the most codes that are listed.
const MAX_LISTED: usize = 4;

/// The fewest values that two games are compared by.
const MIN_COMPARED: usize = 12;

/// The games whose heaps 0, 1, 2, … have these values first: games with names, subtraction sets,
/// take-and-break codes, classics written as rules.
///
/// # Complexity
///
/// The first values of all named games, and bounded searches.
pub fn identify(values: &[u64], context: &Context) -> Vec<Match> {
    let mut found = names(values, context);
    let short = &values[..values.len().min(MAX_COMPARED)];
    if let Some(sets) = subtraction_sets(short, MAX_LISTED) {
        for set in &sets.sets {
            let others = sets
                .possible
                .iter()
                .copied()
                .filter(|amount| !set.contains(amount))
                .collect_vec();
            let note = match &others[..] {
                [] => String::new(),
                others => format!("more amounts change nothing here: {}", ranges(others)),
            };
            found.push(Match {
                game: format!("subtraction {}", ranges(set)).trim_end().to_owned(),
                note,
            });
        }
    }
    let note = match values.len() {
        0..=MAX_COMPARED => String::new(),
        _ => format!("as far as the first {MAX_COMPARED} values say"),
    };
    let codes = codes(short, MAX_LISTED);
    found.extend(codes.iter().map(|code| Match {
        game: code_name(code),
        note: note.clone(),
    }));
    found
}

/// The other games with these values, for a game with this record.
pub(super) fn same(values: &[u64], text: &str, context: &Context) -> Vec<Match> {
    // Fewer values say nothing; if 0 is no position there may be none.
    if values.len() < MIN_COMPARED {
        return Vec::new();
    }
    let own = text.split(':').next().unwrap_or_default().trim();
    let mut found = identify(&values[..values.len().min(MAX_COMPARED)], context);
    found.retain(|found| found.game != own);
    found
}

/// The games with names that have these values first.
pub fn names(values: &[u64], context: &Context) -> Vec<Match> {
    let standard = Catalogue::standard();
    let games = standard
        .games()
        .map(|game| game.signature())
        .filter(|signature| {
            let heaps = signature.slots.is_empty() && signature.position == PositionKind::Numbers;
            heaps && signature.asks.contains(Ask::Values)
        });
    let games = games.map(|game| (game.name.to_string(), game.summary.to_string()));
    let sets = NAMED_SETS
        .split(' ')
        .map(|set| (format!("subtraction {set}"), String::new()));
    let rules = classics().iter().filter_map(|classic| {
        let rule = classic.record.rsplit_once(':')?.0.trim();
        let one_number = !rule.split_once("->")?.0.contains(',');
        one_number.then(|| (format!("rules {rule}"), classic.name.to_owned()))
    });
    let all = games
        .chain(sets)
        .chain(rules)
        .map(|(game, note)| Match { game, note });
    all.filter(|found| begins(&found.game, values, context))
        .collect()
}

/// Whether a game has these values first.
fn begins(game: &str, values: &[u64], context: &Context) -> bool {
    // Most games differ at once.
    let near = values.len().min(24);
    let agrees = |from: usize, to: usize| {
        let heaps = itertools::join(from..to, " ");
        let text = format!("{game}: {heaps}");
        let Ok(position) = Position::read(text.as_bytes(), context) else {
            return false;
        };
        position.values().is_ok_and(|found| {
            found
                .iter()
                .zip(&values[from..to])
                .all(|(found, value)| *found == Value::Finite(*value))
        })
    };
    agrees(0, near) && (near == values.len() || agrees(near, values.len()))
}

/// Numbers with runs written as ranges.
fn ranges(numbers: &[u64]) -> String {
    const MAX_RUNS: usize = 16;
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &n in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    let word = |&(a, b): &(u64, u64)| match b - a {
        0 => a.to_string(),
        1 => format!("{a} {b}"),
        _ => format!("{a}-{b}"),
    };
    list(runs.iter().map(word), MAX_RUNS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::theory::breaking::{Code, Digit};

    fn subtraction(set: &[u64], len: usize) -> Vec<u64> {
        let mut values = Vec::new();
        for n in 0..len as u64 {
            let seen: Vec<u64> = set
                .iter()
                .filter(|&&s| s <= n)
                .map(|&s| values[(n - s) as usize])
                .collect();
            values.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        values
    }

    fn code(code: &Code, len: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..len {
            let mut seen = Vec::new();
            for (k, digit) in code
                .digits()
                .map(|digit| digit.bits)
                .enumerate()
                .filter(|&(k, _)| k <= n)
            {
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
        let mut random = Random::new(9);
        for _ in 0..60 {
            let set: Vec<u64> = (1..9).filter(|_| random.below(3) == 0).collect();
            let values = subtraction(&set, 48);
            let found = subtraction_sets(&values, 4).unwrap();
            assert!(
                found.sets.iter().any(|other| other.len() <= set.len()),
                "{set:?}"
            );
            for other in found.sets {
                assert_eq!(subtraction(&other, 48), values, "{set:?} {other:?}");
            }
            let mut digits: Vec<u8> = (0..4).map(|_| random.below(16) as u8).collect();
            digits[0] &= 12;
            let digits: Vec<Digit> = digits.into_iter().map(Digit::of).collect();
            let game = Code::new(&digits, &[]).unwrap();
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
        let values = [
            0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
        ];
        let found = codes(&values, 4);
        assert!(
            found.iter().any(|code| code_name(code) == "octal 0.77"),
            "{found:?}"
        );
    }
}
