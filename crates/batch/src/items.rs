//! A text cut into records, each with the rows of its board.

use grundy_games::Catalogue;
use grundy_language::layout::{begins_record, is_empty, is_row, without_end};
use grundy_language::objects::{self, RecordObject};
use grundy_language::{ParseError, Statement, SyntaxError, parse};
use grundy_record::{Ask, Size};

/// The asks with which records are read if they are only to be separated: any will do.
pub(super) const ANY_ASK: &[Ask] = &[Ask::Verdict];

/// The message about a row that belongs to no board.
pub(super) const STRAY: &str = "a row of a board, but no board is open";

/// An item of a text.
// Nearly all items are records, and each is looked at where it is made: boxing them would cost an
// allocation a record to save nothing.
#[allow(clippy::large_enum_variant)]
pub(super) enum Item<'t> {
    /// A record.
    Record(Entry<'t>),
    /// A record as a JSON object.
    Object {
        /// The number of the line.
        line: u64,
        /// The line.
        text: &'t [u8],
    },
    /// A line of board characters that belongs to no board.
    Stray {
        /// The number of the line.
        line: u64,
        /// The line.
        text: &'t [u8],
    },
}

/// A record, and its line as read.
pub(super) struct Entry<'t> {
    /// The line as read, with its rows.
    pub(super) text: RecordText<'t>,
    /// The record, or the error in its line.
    pub(super) statement: Result<Statement<'t>, ParseError<'t>>,
}

/// The text of a record.
#[derive(Clone, Copy, Default)]
pub(super) struct RecordText<'t> {
    /// The number of the line, from 1 where the text begins.
    pub(super) line: u64,
    /// The line of the record, without its end.
    pub(super) header: &'t [u8],
    /// The rows of its board.
    pub(super) rows: Rows<'t>,
    /// The object that the text is from, if it is; the lines of the text are then counted in it.
    pub(super) object: Option<ObjectLine<'t>>,
}

/// An object, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct ObjectLine<'t> {
    /// The number of its line.
    pub(super) number: u64,
    /// The object.
    pub(super) object: &'t RecordObject<'t>,
}

/// The rows that follow a header.
#[derive(Clone, Copy, Default)]
pub(super) struct Rows<'t> {
    /// The rows as they stand, with their ends.
    pub(super) text: &'t [u8],
    /// The number of rows.
    pub(super) count: u64,
    /// Whether more lines of board characters follow them.
    pub(super) excess: bool,
    /// Whether the text ends after them.
    pub(super) ended: bool,
    /// The line after them, without its end; empty if none is known.
    pub(super) next: &'t [u8],
}

/// The items of a text.
pub(super) struct Items<'t> {
    /// The text.
    text: &'t [u8],
    /// The first byte of the next line.
    pub(super) at: usize,
    /// The number of lines read so far.
    pub(super) lines: u64,
    /// The games by which records are read.
    catalogue: &'t Catalogue,
    /// The asks of records that bring none.
    default_asks: &'t [Ask],
    /// Whether lines of board characters that come now belong to what came before.
    in_board: bool,
    /// The line after the text, if that is known to begin a record.
    pub(super) next: &'t [u8],
}

impl<'t> Items<'t> {
    /// Begins with a text; with `in_board`, rows at its beginning belong to a record before it.
    pub(super) fn new(
        text: &'t [u8],
        catalogue: &'t Catalogue,
        default_asks: &'t [Ask],
        in_board: bool,
    ) -> Self {
        Items {
            text,
            at: 0,
            lines: 0,
            catalogue,
            default_asks,
            in_board,
            next: &[],
        }
    }

    /// Returns the text that is not yet taken.
    pub(super) fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    /// Returns the next line, without its end; it is empty if there is none.
    pub(super) fn line(&self) -> &'t [u8] {
        without_end(self.peek().unwrap_or_default())
    }

    /// Passes over the next line, which was looked at: rows after it belong to no record.
    pub(super) fn pass_over_line(&mut self) {
        self.pass_over(self.peek().map_or(0, <[u8]>::len), 1);
    }

    /// Passes over whole lines, all of them records that are right: rows after them belong to none.
    pub(super) fn pass_over(&mut self, bytes: usize, lines: u64) {
        self.at += bytes;
        self.lines += lines;
        self.in_board &= lines == 0;
    }

    /// Returns the next line with its end, without taking it.
    fn peek(&self) -> Option<&'t [u8]> {
        let rest = self.rest();
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        Some(&rest[..end]).filter(|line| !line.is_empty())
    }

    /// Takes the next line, which is this one. The caller says whether rows after it belong to a record.
    fn take(&mut self, line: &[u8]) {
        self.at += line.len();
        self.lines += 1;
    }

    /// Takes the rows that follow a header of this size.
    pub(super) fn take_rows(&mut self, size: Size) -> Rows<'t> {
        let start = self.at;
        let mut rows = Rows::default();
        while rows.count < size.rows {
            match self.peek() {
                Some(line) if !begins_record(line) => {
                    self.take(line);
                    rows.count += 1;
                }
                _ => break,
            }
        }
        rows.text = &self.text[start..self.at];
        rows.next = without_end(self.peek().unwrap_or(self.next));
        rows.ended = self.peek().is_none() && self.next.is_empty();
        rows.excess = is_row(rows.next);
        rows
    }

    /// Takes the next item, if it begins where `may_begin` lets it. That is also asked of lines that belong to no item.
    pub(super) fn next_if(&mut self, may_begin: impl Fn(usize) -> bool) -> Option<Item<'t>> {
        loop {
            let line = self.peek()?;
            if !may_begin(self.at) {
                return None;
            }
            self.take(line);
            let text = without_end(line);
            if is_row(text) {
                if !self.in_board {
                    self.in_board = true;
                    return Some(Item::Stray {
                        line: self.lines,
                        text,
                    });
                }
                continue;
            }
            self.in_board = false;
            if is_empty(text) {
                continue;
            }
            if objects::is_object(text) {
                return Some(Item::Object {
                    line: self.lines,
                    text,
                });
            }
            return Some(Item::Record(self.read_record(text)));
        }
    }

    /// Reads the record of a header that was taken, and takes its rows.
    fn read_record(&mut self, header: &'t [u8]) -> Entry<'t> {
        let mut text = RecordText {
            line: self.lines,
            header,
            ..RecordText::default()
        };
        let statement = parse(header, self.catalogue, self.default_asks);
        if let Ok(Statement {
            awaits_rows: Some(size),
            ..
        }) = statement
        {
            text.rows = self.take_rows(size);
        }
        // Rows after a wrong header are skipped with it, and so are those beyond the last.
        self.in_board = statement.is_err() || text.rows.excess;
        Entry { text, statement }
    }
}

impl<'t> Iterator for Items<'t> {
    type Item = Item<'t>;

    fn next(&mut self) -> Option<Item<'t>> {
        self.next_if(|_| true)
    }
}

/// Reads the record of an object.
pub(super) fn entry_of<'t>(
    line: ObjectLine<'t>,
    catalogue: &'t Catalogue,
    default_asks: &'t [Ask],
) -> Entry<'t> {
    let mut items = Items::new(line.object.text(), catalogue, default_asks, false);
    let mut entry = match items.next() {
        Some(Item::Record(entry)) => entry,
        None => Entry::wrong(1, b"", "the text of the record is empty"),
        Some(Item::Object { line, text }) => {
            Entry::wrong(line, text, "an object where the text of a record is meant")
        }
        Some(Item::Stray { line, text }) => Entry::wrong(line, text, STRAY),
    };
    if entry.statement.is_ok()
        && let Some(after) = items.next()
    {
        let label = entry.statement.ok().and_then(|first| first.label);
        let second = "a second record in one object";
        entry = match after {
            Item::Record(Entry { text, .. }) => Entry::wrong(text.line, text.header, second),
            Item::Object { line, text } => Entry::wrong(line, text, second),
            Item::Stray { line, text } => Entry::wrong(line, text, STRAY),
        };
        if let Err(wrong) = &mut entry.statement {
            wrong.label = label;
        }
    }
    entry.text.object = Some(line);
    entry
}

impl<'t> Entry<'t> {
    /// Makes the entry of an object that has not the text of one record.
    fn wrong(line: u64, header: &'t [u8], message: &'static str) -> Self {
        let help = "each object has one record: `{\"record\": \"nim: 3 4 5\"}`";
        let error = SyntaxError::new(0..header.len(), message, help);
        Entry {
            text: RecordText {
                line,
                header,
                ..RecordText::default()
            },
            statement: Err(ParseError { label: None, error }),
        }
    }
}

/// Returns the label of a line, be the line right or wrong.
pub(super) fn label_of<'t>(line: &'t [u8], catalogue: &'t Catalogue) -> Option<&'t str> {
    parse(line, catalogue, ANY_ASK).map_or_else(|wrong| wrong.label, |right| right.label)
}
