//! Heaps under misère play: their classes in the misère quotient, and the product.

use super::{MAX_LISTED, best_moves};
use crate::games::misere::{Classes, Word};
use crate::record::Verdict;
use crate::{Error, Position};

/// The largest quotient whose elements are written as words.
const MAX_ELEMENTS: usize = 256;

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let known = position.classes()?;
    let Classes { order, losing, tame, heaps, period, .. } = known;
    let of = match period {
        Some((preperiod, period)) => {
            format!("all heaps; their classes repeat from heap {preperiod} on with period {period}, proved")
        }
        None => format!("heaps to {heaps}"),
    };
    let kind = if tame { "tame, as that of nim" } else { "wild" };
    let mut lines = vec![
        "Under misère play a player who cannot move wins, and values do not decide sums: classes do. Two sums are of one \
         class if no company tells them apart. Classes multiply: a sum has the product of its heaps' classes."
            .to_owned(),
        format!("The misère quotient has {order} classes, {losing} of them lost for the player to move (of {of}); it is {kind}."),
    ];
    if order > MAX_ELEMENTS || known.generators.len() > LETTERS.len() {
        return Ok(lines);
    }
    let generators = known.generators.iter().zip(LETTERS.chars());
    let generators: Vec<String> =
        generators.map(|(heap, letter)| format!("{letter} is a heap of {heap}")).collect();
    if !generators.is_empty() {
        lines.push(format!("Its generators: {}.", generators.join(", ")));
    }
    lines.push(String::new());
    for (heap, word) in position.record().position.numbers.iter().zip(&known.classes).take(MAX_LISTED) {
        lines.push(format!("  heap of {heap}   class {}", written(word)));
    }
    let lost = if verdict == Verdict::Lose { "one of the lost classes" } else { "none of the lost classes" };
    lines.push(format!("  product   {}   {lost}", written(&known.product)));
    if let Verdict::Win(1..) = verdict {
        lines.push(String::new());
        lines.push(format!("Winning, since they leave a lost class: {}", best_moves(position)?));
    }
    Ok(lines)
}

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// A word as people write it: `a²b`, 1 for the empty one.
fn written(word: &Word) -> String {
    if word.is_empty() {
        return "1".to_owned();
    }
    let digit =
        |c: char| c.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)).unwrap_or(c);
    let power = |&(generator, exponent): &(usize, u32)| {
        let letter = LETTERS.chars().nth(generator).unwrap_or('?');
        let exponent = if exponent > 1 { exponent.to_string() } else { String::new() };
        std::iter::once(letter).chain(exponent.chars().map(digit)).collect::<String>()
    };
    word.iter().map(power).collect()
}
