//! The first record of a text, for those who look at one record at a time.

use super::items::{Entry, Item, Items, Rows};
use super::rows::{complete, place, stray};
use crate::games::Catalogue;
use crate::language::{Diagnostic, Statement, SyntaxError};
use crate::record::{Ask, Fault};

/// A record in its text, with the rows of its board.
pub struct FirstRecord<'t> {
    /// The record as read; the rows of a board on lines of its own are filled in.
    pub statement: Statement<'t>,
    line: u64,
    header: &'t [u8],
    catalogue: &'t Catalogue,
    rows: Rows<'t>,
    /// The line of another record behind it, and that line.
    next: Option<(u64, &'t [u8])>,
}

impl FirstRecord<'_> {
    /// A fault, found in the text.
    pub fn place(&self, fault: Fault) -> Diagnostic {
        place(fault, self.line, self.header, self.catalogue, &self.rows)
    }

    /// The mistake of another record behind it, for those who mean one.
    pub fn alone(&self) -> Result<(), Diagnostic> {
        let Some((line, header)) = self.next else { return Ok(()) };
        let message = "a second record, where one is looked at";
        let error =
            SyntaxError::new(0..header.len(), message, "several records are a batch, or answered one by one");
        Err(Diagnostic::new(line, header, error))
    }
}

/// Reads the first record of a text. The text after it only tells where the record ends. `None`: there is no record.
pub fn first_record<'t>(
    text: &'t [u8],
    catalogue: &'t Catalogue,
) -> Option<Result<FirstRecord<'t>, Diagnostic>> {
    let text = text.strip_prefix(super::reader::MARK).unwrap_or(text);
    let mut items = Items::new(text, catalogue, &[Ask::Verdict], false);
    Some(match items.next()? {
        Item::Stray(line, row) => Err(stray(line, row)),
        Item::Record(Entry { line, header, statement, rows }) => match statement {
            Err(wrong) => Err(Diagnostic::new(line, header, wrong.error)),
            Ok(mut statement) => {
                let completed = complete(&mut statement, &rows);
                let next = match items.next() {
                    Some(Item::Record(Entry { line, header, .. })) => Some((line, header)),
                    _ => None,
                };
                let found = FirstRecord { statement, line, header, catalogue, rows, next };
                match completed {
                    Ok(()) => Ok(found),
                    Err(fault) => Err(found.place(fault)),
                }
            }
        },
    })
}
