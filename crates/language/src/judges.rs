//! The input of a judge in the place of records: a count, then numbers.

use super::error::{SyntaxError, SyntaxKind};
use super::layout::{is_numbers, without_end};

/// The most numbers of a case that is written out as a record.
const MAX_SHOWN: usize = 40;

/// The most lines after the first that are looked at.
const LINES_LOOKED_AT: usize = 4;

/// Reports a line of numbers that is followed by such lines: the record that would say the first case, if it is a case of
/// Nim, is written out. `None` for any other line.
pub fn judges_input(line: &[u8], rest: &[u8]) -> Option<SyntaxError> {
    let lines = rest
        .split_inclusive(|&byte| byte == b'\n')
        .take(LINES_LOOKED_AT)
        .map(|line| without_end(line).trim_ascii())
        .filter(|line| !line.is_empty())
        .take_while(|line| is_numbers(line));
    let next: Vec<Vec<&str>> = lines.map(numbers).collect();
    if !is_numbers(line) || next.is_empty() {
        return None;
    }
    let first = numbers(line);
    let case = first_case(&first, &next);
    let advice = "a record names its game before the numbers";
    let example = if case.len() <= MAX_SHOWN {
        format!(
            "{advice}: if this is Nim, its first case is `nim: {}`",
            case.join(" ")
        )
    } else {
        format!("{advice}, as in `nim: 3 4 5`")
    };
    let help = format!("{example}; docs/cookbook.md has the records of many judges' problems");
    let message = "this looks like the input of a judge: a count, then numbers, and no game";
    Some(SyntaxError::new(0..line.len(), message, help).of_kind(SyntaxKind::JudgesInput))
}

/// Returns the numbers of a line that has nothing else.
fn numbers(line: &[u8]) -> Vec<&str> {
    std::str::from_utf8(line)
        .unwrap_or_default()
        .split_ascii_whitespace()
        .collect()
}

/// Returns the numbers of the first case: those of the first line that is as long as the line before it says.
fn first_case<'t>(first: &[&'t str], next: &[Vec<&'t str>]) -> Vec<&'t str> {
    let says = |before: &[&str], line: &[&str]| {
        before.first().and_then(|count| count.parse().ok()) == Some(line.len())
    };
    if let [one, two, ..] = next
        && first.len() == 1
        && says(one, two)
    {
        return two.clone();
    }
    match next.first() {
        Some(one) if first.len() == 1 || says(first, one) => one.clone(),
        _ => first.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_case_is_the_line_as_long_as_is_said() {
        for (input, record) in [
            ("2\n3\n1 2 3\n4\n1 2 3 4\n", "`nim: 1 2 3`"),
            ("3\n1 2 3\n", "`nim: 1 2 3`"),
            ("3\r\n5 3\r\n2 2\r\n", "`nim: 5 3`"),
            ("2 7\n\n4 5\n", "`nim: 4 5`"),
            ("7 2\n4 5 6\n", "`nim: 7 2`"),
        ] {
            let (first, rest) = input.split_once('\n').unwrap();
            let error = judges_input(first.trim().as_bytes(), rest.as_bytes()).unwrap();
            assert!(error.help.contains(record), "{input}: {}", error.help);
        }
        assert_eq!(judges_input(b"3", b""), None);
        assert_eq!(judges_input(b"3", b"nim: 3\n"), None);
        assert_eq!(judges_input(b"nim: 3", b"3\n"), None);
    }
}
