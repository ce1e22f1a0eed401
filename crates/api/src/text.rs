//! Text for people: lines, names of components, rules in words.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board that is drawn has at most 2²⁶ cells"
)]

use std::io;
use std::path::Path;

use crate::Position;
use grundy_record::{Keyword, Look, Range, Rules, Size, Slot, Tuples};

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

/// The most ranges of amounts that rules in words list.
const MAX_RANGES_IN_WORDS: usize = 12;

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

impl Position<'_> {
    /// Says the rules of the game, with the record's own numbers if these are all that differs.
    pub fn rules_in_words(&self) -> String {
        let modifiers = &self.record().modifiers;
        let amounts = match &self.record().rules {
            Rules::Amounts(amounts) if amounts.is_plain() => amounts_in_words(&amounts.ranges),
            _ => return self.signature().how_to_play.clone().into_owned(),
        };
        let Some(left) = modifiers.left else {
            let end = if modifiers.has(Keyword::Misere) {
                "A player who cannot move wins."
            } else {
                "A player who cannot move loses."
            };
            return format!("A move takes {amounts} from one heap. {end}");
        };
        if modifiers.has(Keyword::Overshoot) {
            format!(
                "A move takes {amounts}. A player who faces {left} loses. A move may leave fewer than {left}: the \
                 game is then drawn, and so it is when a player who faces more can take nothing."
            )
        } else if modifiers.has(Keyword::OrLess) {
            format!("A move takes {amounts}. A player who faces {left} or fewer loses.")
        } else {
            format!(
                "A move takes {amounts} and leaves at least {left}. A player who faces {left} loses; a player who \
                 faces more and can take nothing ends the game in a draw."
            )
        }
    }

    /// Lists the vertices to which an edge, or an arc, leads from a vertex.
    pub(crate) fn neighbours(&self, vertex: u64) -> Vec<u64> {
        let ways = if self.signature().has(Slot::Arcs) {
            1
        } else {
            2
        };
        let edges = self.record().rules.edges().iter();
        let ends = edges.flat_map(|&(a, b)| [(a, b), (b, a)].into_iter().take(ways));
        let mut found: Vec<u64> = ends
            .filter(|&(a, _)| u64::from(a) == vertex)
            .map(|(_, b)| b.into())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Names a component of the position.
    pub(crate) fn component_name(&self) -> &'static str {
        match self.signature().look {
            Look::Tokens => "token",
            Look::Pieces => "piece",
            Look::Piles => "position",
            Look::Strip => "coin",
            Look::Plain => "head",
            _ => "heap",
        }
    }
}

/// Writes amounts in words: `1, 2 or 5`, `1 to 20`.
fn amounts_in_words(amounts: &[Range]) -> String {
    let mut words: Vec<String> = Vec::new();
    for range in amounts.iter().take(MAX_RANGES_IN_WORDS) {
        if range.high - range.low <= 4 {
            words.extend((range.low..=range.high).map(|amount| amount.to_string()));
        } else {
            words.push(format!("{} to {}", range.low, range.high));
        }
    }
    if amounts.len() > MAX_RANGES_IN_WORDS {
        return format!("{} or one of the other amounts", words.join(", "));
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::Context;

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

    #[test]
    fn rules_have_the_numbers_of_the_record() {
        for (record, words) in [
            (
                "subtraction 1 2 5: 9",
                "A move takes 1, 2 or 5 from one heap. A player who cannot move loses.",
            ),
            (
                "subtraction misere 1-20: 9",
                "A move takes 1 to 20 from one heap. A player who cannot move wins.",
            ),
            (
                "flags 1-3 left 1: 21",
                "A move takes 1, 2 or 3 and leaves at least 1. A player who faces 1 loses;",
            ),
            (
                "flags 1-6 left 5 or-less: 21",
                "A player who faces 5 or fewer loses.",
            ),
            (
                "flags 2 left 1 overshoot: 9",
                "A move takes 2. A player who faces 1 loses. A move may leave fewer",
            ),
            ("nim: 3", "A move takes any number"),
        ] {
            let context = Context::default();
            let text = Position::read(record.as_bytes(), &context)
                .unwrap()
                .rules_in_words();
            assert!(text.contains(words), "{record}: {text}");
        }
    }
}
