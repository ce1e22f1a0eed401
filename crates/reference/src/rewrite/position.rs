//! Positions in words: letters, rows, sizes, powers and ranges.
#![expect(
    clippy::cast_possible_truncation,
    reason = "positions have at most 2²⁰ cells"
)]

use crate::position::PositionNumbers;
use crate::rewrite::words::Rules;
use crate::text::NumberRange;
use crate::{Fail, Res, text};

/// The most cells of a position.
const MAX_CELLS: u64 = 1 << 20;

/// The part of a word that is repeated.
struct Repeated {
    /// The letters, with `/` between rows.
    letters: Vec<u8>,
    /// The number of times that they stand.
    times: Times,
}

/// The number of times that a part of a word stands.
enum Times {
    /// Once, without a power.
    Once,
    /// The number after `^`.
    Power(u64),
    /// The range after `^`.
    Range(NumberRange),
}

/// A position as it was written.
pub(super) struct WrittenPosition {
    /// The parts, one after the other.
    parts: Vec<Repeated>,
}

/// Splits digits from the beginning of a text and reads them.
fn number(rest: &str) -> Res<(u64, &str)> {
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = rest.split_at(end.unwrap_or(rest.len()));
    Ok((text::number(digits)?, rest))
}

impl WrittenPosition {
    pub fn read(word: &str) -> Res<WrittenPosition> {
        let mut parts = Vec::new();
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let letters = if let Some(group) = rest.strip_prefix('(') {
                let (group, after) = group.split_once(')').ok_or(Fail::Wrong)?;
                Fail::Wrong.when(group.is_empty() || !after.starts_with('^'))?;
                rest = after;
                group
            } else {
                let letter = &rest[..first.len_utf8()];
                rest = &rest[letter.len()..];
                letter
            };
            let may_stand = |c: u8| c.is_ascii_alphanumeric() || b".#/".contains(&c);
            Fail::Wrong.when(!letters.bytes().all(may_stand))?;
            let mut times = Times::Once;
            if let Some(power) = rest.strip_prefix('^') {
                Fail::Wrong.when(letters == "/")?;
                let (first, after) = number(power)?;
                times = Times::Power(first);
                rest = after;
                if let Some(range) = after.strip_prefix("..")
                    && range.starts_with(|c: char| c.is_ascii_digit())
                {
                    let (last, after) = number(range)?;
                    Fail::Wrong.when(first > last)?;
                    times = Times::Range(NumberRange {
                        low: first,
                        high: last,
                    });
                    rest = after;
                }
            }
            parts.push(Repeated {
                letters: letters.into(),
                times,
            });
        }
        Ok(WrittenPosition { parts })
    }

    /// Returns the one range; none if there is none, or another power with it.
    pub fn range(&self) -> Res<Option<NumberRange>> {
        let mut ranges = self.parts.iter().filter_map(|part| match part.times {
            Times::Range(range) => Some(range),
            _ => None,
        });
        let range = ranges.next();
        Fail::Wrong.when(range.is_some() && self.power().is_none())?;
        Ok(range)
    }

    /// Returns the exponent of the only power, the last one of a range; none if there is no power or several.
    pub fn power(&self) -> Option<u64> {
        let mut powers = self.parts.iter().filter_map(|part| match part.times {
            Times::Once => None,
            Times::Power(exponent) => Some(exponent),
            Times::Range(range) => Some(range.high),
        });
        let power = powers.next();
        let is_only = powers.next().is_none();
        if is_only { power } else { None }
    }

    /// Returns the cells as letters with `/` between rows, with this number as the exponent of the powers, if one is
    /// given.
    fn letters(&self, exponent: Option<u64>) -> Res<Vec<u8>> {
        let mut letters = Vec::new();
        for part in &self.parts {
            let times = match part.times {
                Times::Once => 1,
                Times::Power(times) => exponent.unwrap_or(times),
                Times::Range(_) => exponent.ok_or(Fail::Wrong)?,
            };
            let more = times.saturating_mul(part.letters.len() as u64);
            // A row ends after each cell at the earliest, and positions too large are wrong.
            Fail::Wrong.when(more > 2 * MAX_CELLS || letters.len() as u64 > 2 * MAX_CELLS)?;
            for _ in 0..times {
                letters.extend(&part.letters);
            }
        }
        Ok(letters)
    }

    /// Returns the position, with this number as the exponent of the power.
    pub fn cells(&self, rules: &Rules, exponent: Option<u64>) -> Res<PositionNumbers> {
        let mut letters = self.letters(exponent)?;
        let has_power = self
            .parts
            .iter()
            .any(|part| !matches!(part.times, Times::Once));
        if letters.last() == Some(&b'/') {
            letters.pop();
        }
        let rows: Vec<&[u8]> = letters.split(|&letter| letter == b'/').collect();
        let columns = rows[0].len();
        Fail::Wrong.when(rows.iter().any(|row| row.len() != columns))?;
        Fail::Wrong.when(columns == 0 && (!has_power || rows.len() > 1))?;
        board(rules, rows.len(), columns, rows.concat())
    }
}

/// Returns the position of a size `RxC`, whose cells are free.
pub(super) fn of_size(rules: &Rules, word: &str) -> Option<Res<PositionNumbers>> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (rows, columns) = word.split_once('x')?;
    if !is_digits(rows) || !is_digits(columns) {
        return None;
    }
    let read = || {
        Fail::Wrong.when(rules.vertices.is_some())?;
        let rows = text::number_within(rows, MAX_CELLS)?;
        let columns = text::number_within(columns, MAX_CELLS / rows)?;
        let cells = vec![b'.'; (rows * columns) as usize];
        board(rules, rows as usize, columns as usize, cells)
    };
    Some(read())
}

/// Returns a position of some rows and columns, if the rules have such a one.
fn board(rules: &Rules, rows: usize, columns: usize, cells: Vec<u8>) -> Res<PositionNumbers> {
    let is_row = rows == 1;
    Fail::Wrong.when(!is_row && (rules.has("ring") || rules.closes()))?;
    Fail::Wrong.when(cells.len() as u64 > MAX_CELLS)?;
    if let Some(vertices) = rules.vertices {
        Fail::Wrong.when(!is_row || columns != vertices)?;
    }
    let letters = cells.into_iter().map(u64::from);
    Ok(std::iter::once(columns as u64).chain(letters).collect())
}
