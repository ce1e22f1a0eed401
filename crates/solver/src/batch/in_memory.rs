//! The answers of a text that is in memory, one after another.

use super::contained::contained;
use super::items::{Entry, Item, Items};
use super::rows::{check_count, place, stray};
use crate::games::{self, Context};
use crate::language::{Diagnostic, ParseError};
use crate::record::{Ask, Board, Field};

/// What records are asked that bring no asks.
const ASKS: &[Ask] = &[Ask::Verdict];

/// What stands in a text, in order.
#[derive(Clone, Debug)]
pub enum TextItem<'t> {
    /// A record, and its answer.
    Answer(TextAnswer<'t>),
    /// A row that belongs to no board.
    Stray(Diagnostic),
}

/// The answer to a record of a text.
#[derive(Clone, Debug)]
pub struct TextAnswer<'t> {
    /// The number of the record's first line, from 1.
    pub line: u64,
    /// Its label, without its `@`.
    pub label: Option<&'t str>,
    /// What it asks, in order; or what is wrong with it.
    pub fields: Result<Vec<Field>, Diagnostic>,
}

/// An iterator over the records of a text and their answers.
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

    fn answer(&self, entry: Entry<'t>) -> TextAnswer<'t> {
        let Entry { line, header, statement, rows } = entry;
        let mut statement = match statement {
            Ok(statement) => statement,
            Err(ParseError { label, error }) => {
                return TextAnswer { line, label, fields: Err(Diagnostic::new(line, header, error)) };
            }
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
        let fields = fields.map_err(|fault| place(fault, line, header, &self.context.catalogue, &rows));
        TextAnswer { line, label, fields }
    }
}

impl<'t> Iterator for TextAnswers<'t> {
    type Item = TextItem<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self.items.next()? {
            Item::Record(entry) => TextItem::Answer(self.answer(entry)),
            Item::Stray(line, row) => TextItem::Stray(stray(line, row)),
        })
    }
}

impl std::fmt::Debug for TextAnswers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextAnswers").field("lines", &self.items.lines()).finish()
    }
}
