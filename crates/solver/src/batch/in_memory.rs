//! The answers of a text that is in memory, one after another.

use std::borrow::Cow;

use super::items::Items;
use super::output::{Answer, Output, Remark};
use super::solver::Solver;
use super::{Format, Options};
use crate::games::Context;
use crate::language::Diagnostic;
use crate::record::Ask;

/// An item of a text.
#[derive(Clone, Debug)]
pub enum TextItem {
    /// The answer to a record.
    Answer(Answer),
    /// A row that belongs to no board.
    Stray(Diagnostic),
}

/// An iterator over the records of a text and their answers.
pub struct TextAnswers<'t> {
    items: Items<'t>,
    solver: Solver<'t>,
    output: Output,
}

impl<'t> TextAnswers<'t> {
    /// The answers of a text; records that bring no asks are asked these.
    pub fn new(text: &'t [u8], context: &'t Context, asks: &'t [Ask]) -> Self {
        let text = text.strip_prefix(super::reader::MARK).unwrap_or(text);
        let items = Items::new(text, &context.catalogue, asks, false);
        let options = Options { format: Format::Json, ..Options::default() };
        let solver = Solver::asking(context, asks, Cow::Owned(options));
        TextAnswers { items, solver, output: Output::default() }
    }
}

impl Iterator for TextAnswers<'_> {
    type Item = TextItem;

    fn next(&mut self) -> Option<TextItem> {
        while self.solver.next_item(&mut self.items, |_| true, &mut self.output) {
            // The remark on a wrong record says what its answer says.
            let remark = self.output.remarks.pop().map(|(_, remark)| remark);
            self.output.remarks.clear();
            match (self.output.answers.pop(), remark) {
                (Some(answer), _) => return Some(TextItem::Answer(answer)),
                (None, Some(Remark::Wrong(stray))) => return Some(TextItem::Stray(stray)),
                _ => {}
            }
        }
        None
    }
}

impl std::fmt::Debug for TextAnswers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextAnswers").field("lines", &self.items.lines()).finish()
    }
}
