//! The answers of a text that is in memory, one after another.

use super::items::{Entry, Item, Items, Rows};
use super::open_rules::{OpenRules, OpenedRules};
use super::rows::{complete, place, stray};
use crate::games::Context;
use crate::language::{Diagnostic, ParseError};
use crate::record::{Ask, Field};

/// The asks of records that bring none.
const ASKS: &[Ask] = &[Ask::Verdict];

/// An item of a text.
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
    /// The answers to its asks, in order, or the diagnostic.
    pub fields: Result<Vec<Field>, Diagnostic>,
}

/// An iterator over the records of a text and their answers.
pub struct TextAnswers<'t> {
    items: Items<'t>,
    open_rules: OpenRules<'t>,
    context: &'t Context,
}

impl<'t> TextAnswers<'t> {
    /// The answers of a text.
    pub fn new(text: &'t [u8], context: &'t Context) -> Self {
        TextAnswers::asking(text, context, ASKS)
    }

    /// The answers of a text; records that bring no asks are asked these.
    pub fn asking(text: &'t [u8], context: &'t Context, asks: &'t [Ask]) -> Self {
        let text = text.strip_prefix(super::reader::MARK).unwrap_or(text);
        let items = Items::new(text, &context.catalogue, asks, false);
        TextAnswers { items, open_rules: OpenRules::new(context, asks), context }
    }

    /// Answers the next record if its rules are open.
    fn known(&mut self) -> Option<TextAnswer<'t>> {
        let header = self.items.line();
        let mut known = self.open_rules.take(header)?;
        self.items.pass_over_line();
        let line = self.items.lines();
        let fields = known.opened.answer(&known.statement, self.context, false);
        self.open_rules.put_back(known);
        let place = |fault| place(fault, line, header, &self.context.catalogue, &Rows::default());
        Some(TextAnswer { line, label: None, fields: fields.map_err(place) })
    }

    fn answer(&mut self, entry: Entry<'t>) -> TextAnswer<'t> {
        let Entry { line, header, statement, rows } = entry;
        let mut statement = match statement {
            Ok(statement) => statement,
            Err(ParseError { label, error }) => {
                return TextAnswer { line, label, fields: Err(Diagnostic::new(line, header, error)) };
            }
        };
        let label = statement.label;
        let mut opened = OpenedRules::default();
        let fields = complete(&mut statement, &rows)
            .and_then(|()| opened.answer(&statement, self.context, false))
            .map_err(|fault| place(fault, line, header, &self.context.catalogue, &rows));
        self.open_rules.keep(header, &statement, opened);
        TextAnswer { line, label, fields }
    }
}

impl<'t> Iterator for TextAnswers<'t> {
    type Item = TextItem<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(answer) = self.known() {
            return Some(TextItem::Answer(answer));
        }
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
