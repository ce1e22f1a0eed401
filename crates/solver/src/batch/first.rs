//! The first record of a text, for those who look at one record at a time.

use super::items::{Entry, Item, Items, Rows};
use super::rows::{check_count, place, stray};
use crate::games::Catalogue;
use crate::language::{Diagnostic, Statement};
use crate::record::{Ask, Board, Fault};

/// A record in its text, with the rows of its board.
pub struct FirstRecord<'t> {
    /// What it says; a board that stands in lines of its own is filled in.
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
                let awaited = statement.awaits_rows;
                if awaited.is_some() {
                    statement.give_rows(Board::Block(rows.text));
                }
                let found = FirstRecord { statement, line, header, catalogue, rows };
                match awaited.map_or(Ok(()), |size| check_count(&found.rows, size)) {
                    Ok(()) => Ok(found),
                    Err(fault) => Err(found.place(fault)),
                }
            }
        },
    })
}
