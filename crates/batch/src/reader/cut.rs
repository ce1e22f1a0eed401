//! The places where a text that goes on can be cut.
//!
//! Lines are distinguished by their bytes: a line with a colon is a whole record. Only a line that may be the header of a
//! board is read, for the number of its rows, and a line after which a row follows, to know whether it is right.

use std::ops::Range;

use crate::items::{ANY_ASK, Items};
use grundy_games::Catalogue;
use grundy_language::layout::{has_position, is_empty, is_row, surely_begins_record, without_end};
use grundy_language::objects::is_object;
use grundy_language::parse;
use grundy_record::Size;

/// A place to cut a text, and what stands before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cut {
    /// The end of the last whole item; 0 if the first is not whole yet.
    pub(super) at: usize,
    /// The line before the place.
    pub(super) before: LineBefore,
    /// The board that begins there, if all the rest of the text belongs to it.
    pub(super) board: Option<LastBoard>,
}

/// The line before a place, which decides what rows are that come next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum LineBefore {
    /// No line, or an empty one: rows that come next belong to no board.
    #[default]
    Empty,
    /// A row: those that come next belong to the same item.
    Row,
    /// The line of a record, without rows: they are skipped with it if it is wrong, and belong to no board otherwise.
    Record(Vec<u8>),
}

/// A board in lines at the end of a text that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LastBoard {
    /// The line of the header, without its end, counted from the place of the cut.
    pub(super) header: Range<usize>,
    /// The size that the header promises.
    pub(super) size: Size,
    /// Whether its game takes rows as they arrive.
    pub(super) may_stream: bool,
    /// Whether all its rows are there. A row too many may follow.
    is_whole: bool,
}

impl Cut {
    /// Returns a cut at a place after an empty line, or before the beginning of a record.
    pub(super) fn before_record(at: usize) -> Cut {
        Cut {
            at,
            ..Cut::default()
        }
    }

    /// Returns the cut after the last board of a text of whole lines, if all the rows of that board are there and nothing
    /// more is about to come; otherwise the same cut.
    pub(super) fn at_pause(self, text: &[u8]) -> Cut {
        if !self.board.as_ref().is_some_and(|board| board.is_whole) {
            return self;
        }
        Cut {
            at: end_of_lines(text),
            before: LineBefore::Row,
            board: None,
        }
    }
}

impl LineBefore {
    /// Says whether rows at the beginning of the text after it belong to what came before.
    pub(super) fn owns_rows(&self, text: &[u8], catalogue: &Catalogue) -> bool {
        match self {
            LineBefore::Empty => false,
            LineBefore::Row => true,
            LineBefore::Record(line) => {
                let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
                let row_follows = is_row(without_end(&text[..end]));
                // An object has its rows in itself.
                row_follows && !is_object(line) && parse(line, catalogue, ANY_ASK).is_err()
            }
        }
    }
}

/// Finds the end of the last whole item of a text that goes on. A board is whole when the line after it is there, which
/// may be one row too many.
pub(super) fn whole_prefix(text: &[u8], catalogue: &Catalogue) -> Cut {
    let lines = end_of_lines(text);
    let mut items = Items::new(&text[..lines], catalogue, ANY_ASK, true);
    let mut before = LineBefore::Row;
    loop {
        let at = items.at;
        let line = items.line();
        if at == lines {
            break;
        }
        items.pass_over_line();
        if is_row(line) {
            before = LineBefore::Row;
            continue;
        }
        if is_empty(line) {
            before = LineBefore::Empty;
            continue;
        }
        let Some(awaited) = awaited(line, catalogue) else {
            before = LineBefore::Record(line.to_vec());
            continue;
        };
        let rows = items.take_rows(awaited.size);
        if items.at == lines {
            let board = LastBoard {
                header: 0..line.len(),
                size: awaited.size,
                may_stream: awaited.may_stream,
                is_whole: rows.count == awaited.size.rows,
            };
            return Cut {
                at,
                before,
                board: Some(board),
            };
        }
        before = LineBefore::Row;
    }
    Cut {
        at: lines,
        before,
        board: None,
    }
}

/// The rows that a header awaits.
struct Awaited {
    /// The size of the board, whose rows are awaited.
    size: Size,
    /// Whether the game reads rows as a stream.
    may_stream: bool,
}

/// Finds out which rows a line awaits, if it is the header of a board. Only a line without a colon is read.
fn awaited(line: &[u8], catalogue: &Catalogue) -> Option<Awaited> {
    if has_position(line) {
        return None;
    }
    let statement = parse(line, catalogue, ANY_ASK).ok()?;
    Some(Awaited {
        size: statement.awaits_rows?,
        may_stream: statement.signature().has_pieces(),
    })
}

/// Finds the end of the last line that has ended: a line without its end may go on.
fn end_of_lines(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |last| last + 1)
}

/// Finds the first byte of the last line, after the first line, that certainly begins a record.
pub(super) fn last_record_start(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(newline) = memchr::memrchr(b'\n', &text[..end]) {
        if surely_begins_record(&text[newline + 1..]) {
            return Some(newline + 1);
        }
        end = newline;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::Item;
    use grundy_base::random::Random;
    use grundy_language::layout::begins_record;

    /// Lists the items of a text: the lines of records with their rows, and rows that belong to no board.
    fn items_of(text: &[u8], in_board: bool, next: &[u8], catalogue: &Catalogue) -> Vec<String> {
        let mut items = Items::new(text, catalogue, ANY_ASK, in_board);
        items.next = next;
        let written = |item| match item {
            Item::Stray { text, .. } => format!("stray {}", text.escape_ascii()),
            Item::Object { text, .. } => format!("object {}", text.escape_ascii()),
            Item::Record(entry) => {
                let text = entry.text;
                let rows = text.rows.text.escape_ascii();
                let [header, excess] = [
                    text.header.escape_ascii().to_string(),
                    text.rows.excess.to_string(),
                ];
                format!("{header} with {rows}, excess {excess}")
            }
        };
        items.map(written).collect()
    }

    #[test]
    fn a_text_that_is_cut_has_the_items_of_the_whole() {
        let lines = [
            "nim: 3 4",
            "nim: x",
            "king 2x3",
            "king 1x2 // a: b",
            "@a:b king 2x2",
            "..",
            "..",
            ".K.",
            "",
            "// so",
            " nim: 1",
            "Nim: 2",
            "king ../.K",
            "king 0x2",
            "..Z",
            "kayles ? period",
            "king 2x2 + nim: 1",
            " {\"record\": \"nim: 1\"}",
            "{\"record\": \"king 1x2\"",
        ];
        let catalogue = Catalogue::standard();
        let mut random = Random::new(62);
        for _ in 0..4_000 {
            let mut text = Vec::new();
            for _ in 0..random.within(1, 7) {
                text.extend_from_slice(random.pick(&lines).expect("a line").as_bytes());
                text.push(b'\n');
            }
            let cut = whole_prefix(&text, &catalogue);
            let (first, second) = text.split_at(cut.at);
            let next = if begins_record(second) {
                without_end(
                    second
                        .split_inclusive(|&byte| byte == b'\n')
                        .next()
                        .unwrap_or_default(),
                )
            } else {
                &[]
            };
            let in_board = !first.is_empty() && cut.before.owns_rows(second, &catalogue);
            let mut parts = items_of(first, false, next, &catalogue);
            parts.extend(items_of(second, in_board, &[], &catalogue));
            let whole = items_of(&text, false, &[], &catalogue);
            assert_eq!(parts, whole, "{}", text.escape_ascii());
        }
    }
}
