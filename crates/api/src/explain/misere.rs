//! Heaps under misère play: their classes in the misère quotient, and the product.

use super::examples::{MAX_EXPLAINED_ITEMS, best_moves};
use crate::{Error, Position};
use grundy_games::{ClassProduct, Classes};
use grundy_record::Verdict;

/// The size of the largest quotient whose elements are written as words.
const MAX_WRITTEN_ELEMENTS: usize = 256;

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let known = position.classes()?;
    let Classes {
        order,
        losing,
        tame,
        heaps,
        period,
        ..
    } = known;
    let of = match (period, known.wild) {
        (Some(classes), _) => {
            format!(
                "all heaps; their classes repeat from heap {} on with period {}, proved",
                classes.preperiod, classes.period
            )
        }
        (None, Some(wild)) => {
            format!(
                "heaps to {heaps}; normal play decides every sum with a heap above {wild}, proved"
            )
        }
        (None, None) => format!("heaps to {heaps}"),
    };
    let kind = if tame { "tame, as that of nim" } else { "wild" };
    let mut lines = vec![
        "Under misère play a player who cannot move wins, and values do not decide sums: classes do. Two sums are of one \
         class if no company tells them apart. Classes multiply: a sum has the product of its heaps' classes."
            .to_owned(),
        format!("The misère quotient has {order} classes, {losing} of them lost for the player to move (of {of}); it is {kind}."),
    ];
    if !known.values.is_empty() {
        lines.extend(by_nim_sum(position, &known.values));
        lines.extend(winning(position, verdict, "a nim-sum of 0")?);
    } else if order <= MAX_WRITTEN_ELEMENTS && known.generators.len() <= LETTERS.len() {
        lines.extend(by_classes(position, verdict, &known));
        lines.extend(winning(position, verdict, "a lost class")?);
    }
    Ok(lines)
}

/// Writes the values of the heaps and their nim-sum, where normal play decides.
fn by_nim_sum(position: &Position<'_>, values: &[u64]) -> Vec<String> {
    let mut lines = vec![String::new()];
    let heaps = position.record().position.numbers.iter().zip(values);
    for (heap, value) in heaps.take(MAX_EXPLAINED_ITEMS) {
        lines.push(format!("  heap of {heap}   Grundy value {value}"));
    }
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    lines.push(format!("  nim-sum   {sum}   decides as under normal play"));
    lines
}

/// Writes the generators of a quotient, the classes of the heaps and their product.
fn by_classes(position: &Position<'_>, verdict: Verdict, known: &Classes) -> Vec<String> {
    let mut lines = Vec::new();
    let generators = known.generators.iter().zip(LETTERS.chars());
    let generators: Vec<String> = generators
        .map(|(heap, letter)| format!("{letter} is a heap of {heap}"))
        .collect();
    if !generators.is_empty() {
        lines.push(format!("Its generators: {}.", generators.join(", ")));
    }
    lines.push(String::new());
    let heaps = position
        .record()
        .position
        .numbers
        .iter()
        .zip(&known.classes);
    for (heap, word) in heaps.take(MAX_EXPLAINED_ITEMS) {
        lines.push(format!("  heap of {heap}   class {}", written(word)));
    }
    let lost = if verdict == Verdict::Lose {
        "one of the lost classes"
    } else {
        "none of the lost classes"
    };
    lines.push(format!("  product   {}   {lost}", written(&known.product)));
    lines
}

/// Writes the winning moves, and what they leave.
fn winning(position: &Position<'_>, verdict: Verdict, left: &str) -> Result<Vec<String>, Error> {
    if !matches!(verdict, Verdict::Win(1..)) {
        return Ok(Vec::new());
    }
    let best = best_moves(position)?;
    Ok(vec![
        String::new(),
        format!("Winning, since they leave {left}: {best}"),
    ])
}

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// Writes a word as people do: `a²b`, and 1 for the empty word.
fn written(word: &ClassProduct) -> String {
    if word.is_empty() {
        return "1".to_owned();
    }
    let digit = |c: char| {
        c.to_digit(10)
            .and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize))
            .unwrap_or(c)
    };
    let power = |&(generator, exponent): &(usize, u32)| {
        let letter = LETTERS.chars().nth(generator).unwrap_or('?');
        let exponent = if exponent > 1 {
            exponent.to_string()
        } else {
            String::new()
        };
        std::iter::once(letter)
            .chain(exponent.chars().map(digit))
            .collect::<String>()
    };
    word.iter().map(power).collect()
}
