//! The answers of a text that is in memory, one after another.

use std::borrow::Cow;

use super::items::Items;
use super::output::{Answer, Output, Remark};
use super::solver::Solver;
use super::{Format, Options};
use grundy_games::Context;
use grundy_language::Diagnostic;
use grundy_record::Ask;

/// An iterator over the records of a text and their answers; an error is of a row that belongs to no board.
pub struct TextAnswers<'t> {
    /// The records that are left.
    items: Items<'t>,
    /// The solver.
    solver: Solver<'t>,
    /// The output of the record under work.
    output: Output,
}

impl<'t> TextAnswers<'t> {
    /// Answers the records of a text; records that bring no asks are asked these.
    pub fn new(text: &'t [u8], context: &'t Context, asks: &'t [Ask]) -> Self {
        let text = text.strip_prefix(super::reader::MARK).unwrap_or(text);
        let items = Items::new(text, &context.catalogue, asks, false);
        let options = Options {
            format: Format::Json,
            ..Options::default()
        };
        let solver = Solver::new(context, asks, Cow::Owned(options));
        TextAnswers {
            items,
            solver,
            output: Output::default(),
        }
    }
}

impl Iterator for TextAnswers<'_> {
    type Item = Result<Answer, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        while self
            .solver
            .next_item(&mut self.items, |_| true, &mut self.output)
        {
            // The remark on a wrong record says what its answer says.
            let remark = self.output.remarks.drain(..).next_back();
            match (self.output.answers.pop(), remark) {
                (Some(answer), _) => return Some(Ok(answer)),
                (None, Some((_, Remark::Wrong(stray)))) => return Some(Err(stray)),
                _ => {}
            }
        }
        None
    }
}

impl std::fmt::Debug for TextAnswers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextAnswers")
            .field("lines", &self.items.lines)
            .finish()
    }
}
