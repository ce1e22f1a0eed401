//! The first record of a text, for those who look at one record at a time.

use super::items::{Entry, Item, Items, Rows};
use super::rows::{complete, place, stray};
use crate::games::Catalogue;
use crate::language::{Diagnostic, Statement};
use crate::record::{Ask, Fault};

/// A record in its text, with the rows of its board.
pub struct FirstRecord<'t> {
    /// The record as read; the rows of a board on lines of its own are filled in.
    pub statement: Statement<'t>,
    line: u64,
    header: &'t [u8],
    catalogue: &'t Catalogue,
    rows: Rows<'t>,
}

impl FirstRecord<'_> {
    /// A fault, found in the text.
    pub fn place(&self, fault: Fault) -> Diagnostic {
        place(fault, self.line, self.header, self.catalogue, &self.rows)
    }
}

/// Reads the first record of a text. What follows it is not looked at. `None`: there is none.
pub fn first_record<'t>(
    text: &'t [u8],
    catalogue: &'t Catalogue,
) -> Option<Result<FirstRecord<'t>, Diagnostic>> {
    let text = text.strip_prefix(super::reader::MARK).unwrap_or(text);
    Some(match Items::new(text, catalogue, &[Ask::Verdict], false).next()? {
        Item::Stray(line, row) => Err(stray(line, row)),
        Item::Record(Entry { line, header, statement, rows }) => match statement {
            Err(wrong) => Err(Diagnostic::new(line, header, wrong.error)),
            Ok(mut statement) => {
                let completed = complete(&mut statement, &rows);
                let found = FirstRecord { statement, line, header, catalogue, rows };
                match completed {
                    Ok(()) => Ok(found),
                    Err(fault) => Err(found.place(fault)),
                }
            }
        },
    })
}
