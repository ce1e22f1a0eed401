//! Text for people: lines, lists, boards, and the messages of a system.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board that is drawn has at most 2²⁶ cells"
)]

use std::io;
use std::path::Path;

use grundy_record::text::write_list_of_numbers;
use grundy_record::{Size, Tuples};

/// Writes the message of an error: a system's without its number, a message of our own unchanged.
pub fn of_system(error: &io::Error) -> String {
    let text = error.to_string();
    match error.get_ref() {
        None => text
            .split(" (os error")
            .next()
            .unwrap_or_default()
            .to_lowercase(),
        Some(_) => text,
    }
}

/// Writes the name of a file or a folder, followed by the message of an error that it has.
pub fn of_file(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {}", path.display(), of_system(&error))
}

/// Writes a key of a plan, or a keyword, in the form in which it is typed on the command line.
pub fn as_typed(key: &str) -> String {
    match key {
        "size" => "a board size".into(),
        "limit" => "a number before the options".into(),
        "positive" | "normal" | "ring" | "turned" => format!("--keywords {key}"),
        _ => format!("--{key}"),
    }
}

/// Cuts the piece of a text that follows a line `== NAME`, to the next such line; empty if no piece has this name.
pub fn piece(text: &'static str, name: &str) -> &'static str {
    let rest = text
        .split_once(&format!("== {name}\n"))
        .map_or("", |(_, rest)| rest);
    &rest[..rest.find("\n== ").map_or(rest.len(), |end| end + 1)]
}

/// Breaks a text at blanks into lines of at most `width` characters. A word longer than a line has a
/// line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if let Some(last) = lines.last_mut() {
            let joined = last.chars().count() + 1 + word.chars().count();
            if last.is_empty() {
                last.push_str(word);
            } else if joined <= width {
                last.push(' ');
                last.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
        }
    }
    lines
}

/// Breaks paragraphs into lines of at most `width` characters; the continuation of an indented line is indented further.
pub fn wrapped(paragraphs: &[String], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in paragraphs {
        let indent = paragraph.len() - paragraph.trim_start().len();
        if paragraph.chars().count() <= width {
            lines.push(paragraph.clone());
            continue;
        }
        let further = if indent == 0 { 0 } else { indent + 2 };
        for (i, line) in wrap(paragraph, width.saturating_sub(further).max(1))
            .into_iter()
            .enumerate()
        {
            lines.push(format!(
                "{:1$}{line}",
                "",
                if i == 0 { indent } else { further }
            ));
        }
    }
    lines
}

/// Writes the numbers of a position as records do: `5,8`, `()`, and `"abba"` if it is to be a word.
pub fn position_text(numbers: &[u64], as_word: bool) -> String {
    let mut out = Vec::new();
    write_list_of_numbers(numbers, as_word, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Joins numbers by commas, as records do.
pub fn joined(numbers: &[u64]) -> String {
    itertools::join(numbers, ",")
}

/// Draws a board as rows of text: `.` free, `X` damaged, a piece, `2` to `9` that many pieces, and a sign for more; nothing if
/// there are more and no sign for them, a cell lies outside, or the board is too large.
pub fn board_rows(
    size: Size,
    damaged: &Tuples,
    pieces: &Tuples,
    piece: u8,
    more: Option<u8>,
) -> Option<Vec<String>> {
    /// The most cells of a board that is drawn as text: 64 MB.
    const MAX_CELLS_OF_TEXT: u64 = 1 << 26;
    if size.rows.checked_mul(size.cols)? > MAX_CELLS_OF_TEXT {
        return None;
    }
    let mut rows = vec![vec![b'.'; size.cols as usize]; size.rows as usize];
    for (tuple, mark) in damaged
        .iter()
        .map(|cell| (cell, b'X'))
        .chain(pieces.iter().map(|cell| (cell, piece)))
    {
        let &[row, col] = tuple else { return None };
        let cell = rows
            .get_mut(row.checked_sub(1)? as usize)?
            .get_mut(col.checked_sub(1)? as usize)?;
        *cell = match *cell {
            b'.' | b'X' => mark,
            b'2'..=b'8' => *cell + 1,
            there if there == piece => b'2',
            _ => more?,
        };
    }
    Some(
        rows.into_iter()
            .map(|row| String::from_utf8_lossy(&row).into_owned())
            .collect(),
    )
}

/// Lists items separated by blanks: all, or the first with a sign that more follow.
pub fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, most: usize) -> String {
    let mut items = items.into_iter();
    let shown = itertools::join(items.by_ref().take(most), " ");
    if items.next().is_some() {
        format!("{shown} …")
    } else {
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_have_no_number() {
        let path = Path::new("no/such");
        let error = std::fs::read(path).map_err(of_file(path)).unwrap_err();
        assert!(
            error.starts_with("no/such: ") && !error.contains("os error"),
            "{error}"
        );
        assert_eq!(of_system(&io::Error::other("As it is")), "As it is");
    }

    #[test]
    fn text_is_wrapped_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("overlong word", 3), ["overlong", "word"]);
        assert_eq!(wrap("", 3), [""]);
    }
}
