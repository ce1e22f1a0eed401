//! The games of heaps that begin with given Grundy values: games with names, subtraction sets, take-and-break codes.
//!
//! For sets and codes: a rule that gives heap n an option of value g(n) is impossible. A set of rules has exactly the
//! values g(0), …, g(N) if none of them is impossible and each value below g(n) is that of an option of n, for each
//! n ≤ N. So all rules that are not impossible make the largest game with these values, if there is any, and the
//! search for small games chooses among them.

mod codes;
mod sets;

use codes::codes;
use grundy_api::Position;
use grundy_api::text::list;
use grundy_base::range::Range;
use grundy_classics::classics;
use grundy_games::{Catalogue, Context, code_name};
use grundy_record::{Ask, Period, PositionKind, Value};
use grundy_rules::grammar::read_rule;
use sets::{possible_amounts, subtraction_sets};

/// The number of first values that sets and codes are searched by. A guess: longer beginnings exclude few more, and the
/// games that are found are compared with all values.
const MAX_SEARCHED: usize = 256;

/// The names of the sets that subtraction games know.
const NAMED_SETS: &str =
    "squares cubes triangular primes fibonacci factorials powers-of-2 powers-of-3 odd even";

/// The most sets and the most codes that are listed.
const MAX_FOUND: usize = 4;

/// The fewest values that two games are compared by.
const MIN_COMPARED: usize = 12;

/// The number of values that are compared first. Most games differ there.
const FIRST_COMPARED: usize = 24;

/// The work limit of the comparison with one game in a study. A guess: at most a second, so that a dozen games take seconds.
const MAX_COMPARED_WORK: u64 = 1 << 25;

/// A game with the same values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The rules, as a record begins.
    pub game: String,
    /// More about it, or nothing.
    pub note: String,
    /// The heaps whose values are the same.
    pub agreement: Agreement,
}

/// The heaps whose values are known to be the same in two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The heaps from 0 to this one. The values of each of them were compared.
    Compared(u64),
    /// All heaps: both games have the same period, which is proved, and the values agree up to its end.
    Proved,
}

impl Match {
    /// Writes the rules, and in parentheses what else is said about the game.
    pub fn named(&self) -> String {
        let Match { game, note, .. } = self;
        if note.is_empty() {
            game.clone()
        } else {
            format!("{game} ({note})")
        }
    }
}

/// A game that may have the same values.
struct Candidate {
    /// The rules, as a record begins.
    game: String,
    /// More about it, or nothing.
    note: String,
}

/// Lists the games whose heaps 0, 1, 2, … have these values first: games with names, subtraction sets, take-and-break
/// codes, classics written as rules. All values given are compared.
///
/// # Complexity
///
/// The first values of all named games, and bounded searches.
pub fn identify(values: &[u64], context: &Context) -> Vec<Match> {
    let Some(last) = values.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut candidates = named_games();
    candidates.extend(searched_games(values, last as u64));
    candidates
        .into_iter()
        .filter(|candidate| compared(&candidate.game, values, context) == values.len())
        .map(|Candidate { game, note }| Match {
            game,
            note,
            agreement: Agreement::Compared(last as u64),
        })
        .collect()
}

/// Lists the other games with these values, for a game with this record and this period, if one is proved.
pub(super) fn same(
    values: &[u64],
    period: Option<Period>,
    text: &str,
    context: &Context,
) -> Vec<Match> {
    // Fewer values say nothing; if 0 is no position there may be none.
    if values.len() < MIN_COMPARED {
        return Vec::new();
    }
    let mut context = Context::with(context.catalogue.clone(), context.budget);
    context.budget.work = context.budget.work.min(MAX_COMPARED_WORK);
    let own = text.split(':').next().unwrap_or_default().trim();
    let mut candidates = named_games();
    // An amount above half of the heaps is seen in less than half of them: it is fitted to the last values.
    candidates.extend(searched_games(values, values.len() as u64 / 2));
    candidates.retain(|candidate| candidate.game != own);
    let mut found = Vec::new();
    for Candidate { game, note } in candidates {
        let same = compared(&game, values, &context);
        if same < MIN_COMPARED {
            continue;
        }
        let mut agreement = Agreement::Compared(same as u64 - 1);
        if let Some(period) = period
            && let Some(other) = period_of(&game, &context)
        {
            // Each is the least of its game, so the games differ somewhere.
            if other != period {
                continue;
            }
            // Each value after these follows from the value a period before, in both games in the same way.
            if same as u64 >= period.preperiod.saturating_add(period.period) {
                agreement = Agreement::Proved;
            }
        }
        found.push(Match {
            game,
            note,
            agreement,
        });
    }
    found
}

/// Lists the games of single heaps that have names: in the catalogue, by the name of a set, or as a classic rule.
fn named_games() -> Vec<Candidate> {
    let mut named = Vec::new();
    for game in Catalogue::standard().games() {
        let signature = game.signature();
        let is_of_heaps = signature.slots.is_empty() && signature.position == PositionKind::Numbers;
        if is_of_heaps && signature.asks.contains(Ask::Values) {
            named.push(Candidate {
                game: signature.name.to_string(),
                note: signature.summary.to_string(),
            });
        }
    }
    for set in NAMED_SETS.split(' ') {
        named.push(Candidate {
            game: format!("subtraction {set}"),
            note: String::new(),
        });
    }
    for classic in classics() {
        let Some((rule, _)) = classic.record.rsplit_once(':') else {
            continue;
        };
        let is_of_heaps =
            read_rule(rule).is_ok_and(|(rule, _)| rule.arity() == 1 && !rule.is_wide());
        if is_of_heaps {
            named.push(Candidate {
                game: format!("rules {}", rule.trim()),
                note: classic.name.to_owned(),
            });
        }
    }
    named
}

/// Searches subtraction sets of amounts up to this one, and take-and-break codes, that have the first values. Further
/// values are to be compared.
fn searched_games(values: &[u64], most_amount: u64) -> Vec<Candidate> {
    let short = &values[..values.len().min(MAX_SEARCHED)];
    let mut found = Vec::new();
    if let Some(sets) = subtraction_sets(short, most_amount, MAX_FOUND) {
        let possible = possible_amounts(values, most_amount);
        for set in &sets {
            let others: Vec<u64> = possible
                .iter()
                .copied()
                .filter(|amount| !set.contains(amount))
                .collect();
            let note = if others.is_empty() {
                String::new()
            } else {
                let last = values.len() - 1;
                let others = ranges(&others);
                format!("more amounts change nothing for heaps 0 to {last}: {others}")
            };
            found.push(Candidate {
                game: format!("subtraction {}", ranges(set)).trim_end().to_owned(),
                note,
            });
        }
    }
    for code in codes(short, MAX_FOUND) {
        found.push(Candidate {
            game: code_name(&code),
            note: String::new(),
        });
    }
    found
}

/// Counts the first heaps that have these values in a game: all of them, or as many as were computed within the limits;
/// 0 if one that was computed has another value.
fn compared(game: &str, values: &[u64], context: &Context) -> usize {
    let mut same = 0;
    while same < values.len() {
        // Each step is longer by half than what came before, so that a limit loses little.
        let to = (same * 3 / 2).max(FIRST_COMPARED).min(values.len());
        match has_values(game, same, &values[same..to], context) {
            Some(true) => same = to,
            Some(false) => return 0,
            None => break,
        }
    }
    same
}

/// Says whether the heaps from the first given on have these values in a game; none if they have none within the limits.
fn has_values(game: &str, first: usize, values: &[u64], context: &Context) -> Option<bool> {
    let heaps = itertools::join(first..first + values.len(), " ");
    let text = format!("{game}: {heaps}");
    let position = Position::read(text.as_bytes(), context).ok()?;
    let found = position.values().ok()?;
    let expected = values.iter().map(|&value| Value::Finite(value));
    Some(found.into_iter().eq(expected))
}

/// Finds the least period of the values of a game, if one is proved within the limits.
fn period_of(game: &str, context: &Context) -> Option<Period> {
    let text = format!("{game}: 1");
    let position = Position::read(text.as_bytes(), context).ok()?;
    if !position.answers(Ask::Period) {
        return None;
    }
    position.period().ok()?
}

/// Writes numbers with runs written as ranges.
fn ranges(numbers: &[u64]) -> String {
    const MAX_RUNS: usize = 16;
    let mut runs: Vec<Range> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if run.high + 1 == number => run.high = number,
            _ => runs.push(Range::single(number)),
        }
    }
    let word = |run: &Range| match run.high - run.low {
        1 => format!("{} {}", run.low, run.high),
        _ => run.to_string(),
    };
    list(runs.iter().map(word), MAX_RUNS)
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_possible_truncation,
        reason = "tests choose their numbers small enough"
    )]

    use super::*;
    use grundy_base::random::Random;
    use grundy_heaps::breaking::Code;
    use grundy_rules::parts::Digit;

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
            let found = subtraction_sets(&values, 47, 4).unwrap();
            assert!(
                found.iter().any(|other| other.len() <= set.len()),
                "{set:?}"
            );
            for other in found {
                assert_eq!(subtraction(&other, 48), values, "{set:?} {other:?}");
            }
            let mut digits: Vec<u8> = (0..4).map(|_| random.below(16) as u8).collect();
            digits[0] &= 0b1100;
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
        assert!(subtraction_sets(&[1, 0], 1, 4).is_none());
        assert!(subtraction_sets(&[0, 0, 2], 2, 4).is_none());
        assert!(codes(&[0, 5], 4).is_empty());
        assert!(codes(&[], 4).is_empty() && subtraction_sets(&[], 0, 4).is_none());
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
