//! The answers of a text that is in memory, one after another.

use super::contained::contained;
use super::items::{Entry, Item, Items};
use super::rows::{check_count, place};
use crate::games::{self, Context};
use crate::language::{Diagnostic, ParseError};
use crate::record::{Ask, Board, Field};

/// What records are asked that bring no asks.
const ASKS: &[Ask] = &[Ask::Verdict];

/// An iterator over the answers of a text: the label and the fields of each record, or what is wrong
/// with it. Rows that belong to no board are passed over.
pub struct TextAnswers<'t> {
    items: Items<'t>,
    context: &'t Context,
}

impl<'t> TextAnswers<'t> {
    /// The answers of a text.
    pub fn new(text: &'t [u8], context: &'t Context) -> Self {
        TextAnswers::asking(text, context, ASKS)
    }

    /// The same, where records that bring no asks are asked these.
    pub fn asking(text: &'t [u8], context: &'t Context, asks: &'t [Ask]) -> Self {
        let text = text.strip_prefix(super::reader::MARK).unwrap_or(text);
        TextAnswers { items: Items::new(text, &context.catalogue, asks, false), context }
    }

    fn answer(&self, entry: Entry<'t>) -> (Option<&'t str>, Result<Vec<Field>, Diagnostic>) {
        let Entry { line, header, statement, rows } = entry;
        let mut statement = match statement {
            Ok(statement) => statement,
            Err(ParseError { label, error }) => return (label, Err(Diagnostic::new(line, header, error))),
        };
        let label = statement.label;
        let checked = statement.awaits_rows.map_or(Ok(()), |size| check_count(&rows, size));
        if statement.awaits_rows.is_some() {
            statement.give_rows(Board::Block(rows.text));
        }
        let fields = checked.and_then(|()| {
            contained(|| {
                let mut instance = statement.open(self.context)?;
                statement.record.asks.iter().map(|&ask| games::answer(&mut *instance, ask)).collect()
            })
        });
        (label, fields.map_err(|fault| place(fault, line, header, &self.context.catalogue, &rows)))
    }
}

impl<'t> Iterator for TextAnswers<'t> {
    type Item = (Option<&'t str>, Result<Vec<Field>, Diagnostic>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Item::Record(entry) = self.items.next()? {
                return Some(self.answer(entry));
            }
        }
    }
}

impl std::fmt::Debug for TextAnswers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextAnswers").field("lines", &self.items.lines()).finish()
    }
}
