//! Which games begin with given values.

use crate::games::rules::CLASSICS;
use crate::games::{Catalogue, Context};
use crate::record::{Ask, PositionKind, RuleKind, Value};
use crate::subject::Subject;
use crate::theory::identify::{LONGEST, codes, subtraction_sets};

/// A game with the same values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The rules, as a record begins.
    pub game: String,
    /// More about it.
    pub note: String,
}

/// The sets that have names.
const NAMED_SETS: [&str; 10] = [
    "squares",
    "cubes",
    "triangular",
    "primes",
    "fibonacci",
    "factorials",
    "powers-of-2",
    "powers-of-3",
    "odd",
    "even",
];

/// So many small sets, and so many codes.
const MOST: usize = 4;

/// The fewest values that two games are compared by.
const FEWEST: usize = 12;

/// The games whose heaps 0, 1, 2, … have these values first: games with names, subtraction sets,
/// take-and-break codes, classics written as rules.
///
/// # Complexity
///
/// What the first values of all games with names cost, and bounded searches.
pub fn identify(values: &[u64], context: &Context) -> Vec<Match> {
    let mut found = names(values, context);
    let short = &values[..values.len().min(LONGEST)];
    if let Some(sets) = subtraction_sets(short, MOST) {
        for set in &sets.sets {
            let others: Vec<u64> =
                sets.possible.iter().copied().filter(|amount| !set.contains(amount)).collect();
            let note = match others.is_empty() {
                true => String::new(),
                false => format!("more amounts change nothing here: {}", ranges(&others)),
            };
            found.push(Match { game: format!("subtraction {}", ranges(set)).trim_end().to_owned(), note });
        }
    }
    for code in codes(short, MOST) {
        let word = if code.is_octal() { "octal" } else { "take-and-break" };
        found.push(Match { game: format!("{word} {}", code.text()), note: String::new() });
    }
    if values.len() > LONGEST {
        for found in &mut found {
            if found.note.is_empty() && (found.game.starts_with("octal") || found.game.starts_with("take")) {
                found.note = format!("as far as the first {LONGEST} values say");
            }
        }
    }
    found
}

/// The other games with these values, for a game with this record.
pub(super) fn same(values: &[u64], text: &str, context: &Context) -> Vec<Match> {
    // Fewer values say nothing; where 0 is no position there may be none.
    if values.len() < FEWEST {
        return Vec::new();
    }
    let name = |text: &str| text.split(':').next().unwrap_or_default().trim().to_owned();
    let own = name(text);
    let short = &values[..values.len().min(LONGEST)];
    let mut found = identify(short, context);
    found.retain(|found| found.game != own);
    found
}

/// The games with names that have these values first.
pub fn names(values: &[u64], context: &Context) -> Vec<Match> {
    let mut found = Vec::new();
    let standard = Catalogue::standard();
    for game in standard.games() {
        let signature = game.signature();
        let heaps = signature.rules == RuleKind::None && signature.position == PositionKind::Numbers;
        if heaps && signature.asks.contains(Ask::Values) && begins(&signature.name, values, context) {
            found.push(Match { game: signature.name.to_string(), note: signature.summary.to_string() });
        }
    }
    for set in NAMED_SETS {
        let game = format!("subtraction {set}");
        if begins(&game, values, context) {
            found.push(Match { game, note: String::new() });
        }
    }
    for classic in CLASSICS {
        let Some((rule, _)) = classic.record.rsplit_once(':') else { continue };
        let rule = rule.trim();
        let one_number = rule.find("->").is_some_and(|arrow| !rule[..arrow].contains(','));
        let game = format!("rules {rule}");
        if one_number && begins(&game, values, context) {
            found.push(Match { game, note: classic.name.to_owned() });
        }
    }
    found
}

/// Whether a game has these values first.
fn begins(game: &str, values: &[u64], context: &Context) -> bool {
    // Most games differ at once.
    let near = values.len().min(24);
    let agrees = |from: usize, to: usize| {
        let heaps = itertools::join(from..to, " ");
        let text = format!("{game}: {heaps}");
        let Ok(mut subject) = Subject::read(text.as_bytes(), context) else { return false };
        subject.values(context).is_ok_and(|found| {
            found.iter().zip(&values[from..to]).all(|(found, value)| *found == Value::Finite(*value))
        })
    };
    agrees(0, near) && (near == values.len() || agrees(near, values.len()))
}

/// Numbers with runs written as ranges.
fn ranges(numbers: &[u64]) -> String {
    const MOST_RUNS: usize = 16;
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &n in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    let mut words: Vec<String> = runs
        .iter()
        .take(MOST_RUNS)
        .flat_map(|&(a, b)| match b - a {
            0 => vec![a.to_string()],
            1 => vec![a.to_string(), b.to_string()],
            _ => vec![format!("{a}-{b}")],
        })
        .collect();
    if runs.len() > MOST_RUNS {
        words.push("…".into());
    }
    words.join(" ")
}
