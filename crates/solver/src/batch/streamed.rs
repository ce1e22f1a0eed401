//! Boards in lines, too long to be kept: their rows go from the reader to the game as they arrive.

use std::io;
use std::sync::Mutex;

use super::lock;
use super::open_rules::OpenedRules;
use super::output::Output;
use super::reader::{Header, Reader};
use super::solver::Solver;
use super::source::Source;
use crate::language::{Diagnostic, SyntaxError, locate, parse};
use crate::record::source::RowSource;
use crate::record::{Board, Fault, Place, RowStream, Tail, rows_follow};

/// Rows for one game to take.
struct Stream<'r> {
    head: &'r [u8],
    source: Mutex<&'r mut dyn RowSource>,
    tail: Mutex<Option<Tail>>,
}

impl<'r> Stream<'r> {
    /// Rows that begin with `head` and go on in `source`.
    fn new(head: &'r [u8], source: &'r mut dyn RowSource) -> Self {
        Stream { head, source: Mutex::new(source), tail: Mutex::default() }
    }

    /// The rows that the game left. A game that refused the record before it looked at the rows has left
    /// them all.
    fn tail(&self) -> Tail {
        let left = lock(&self.tail).take();
        left.unwrap_or_else(|| Tail { unread: self.head.to_vec(), ..Tail::default() })
    }
}

impl RowStream for Stream<'_> {
    fn take(&self, game: &mut dyn FnMut(&[u8], &mut dyn RowSource) -> Tail) {
        let tail = game(self.head, &mut **lock(&self.source));
        *lock(&self.tail) = Some(tail);
    }
}

impl Solver<'_> {
    /// Answers a board whose rows are taken from the reader.
    ///
    /// # Errors
    ///
    /// When the source cannot be read on: its name, and why.
    pub(super) fn solve_streamed(
        &mut self,
        header: Header,
        reader: &mut Reader,
    ) -> Result<Output, (String, io::Error)> {
        let Header { origin, lines, line, size } = header;
        let name = origin.source.name.clone();
        let mut output = Output::new(origin, 0);
        (output.lines, output.records) = (lines, 1);
        // Its rows pass by and are not kept.
        self.echo(&line, &[], &mut output);
        let mut statement = match parse(&line, &self.context.catalogue, &self.options.asks) {
            Ok(statement) => statement,
            Err(wrong) => {
                // The header was right, so it is asked what it has no answer to.
                self.error(wrong.label, Diagnostic::new(lines, &line, wrong.error), &mut output);
                output.lines += reader.skip_rows(size.rows, false).map_err(|error| (name, error))?;
                return Ok(output);
            }
        };
        let (head, source) = reader.rows();
        let mut nothing = Source::new("", Box::new(io::empty()));
        let rows = Stream::new(&head, source.unwrap_or(&mut nothing));
        statement.give_rows(Board::Stream(&rows));
        let outcome = OpenedRules::default().answer(&statement, self.context, self.options.check);
        let label = statement.label.map(str::to_owned);
        let label = label.as_deref();
        let tail = rows.tail();
        if let Some(failure) = tail.failure {
            return Err((name, failure));
        }
        output.lines += tail.rows;
        reader.resume(tail.unread);

        let failed = |error| (name.clone(), error);
        let outcome = match outcome {
            Ok(_) if reader.row_follows().map_err(failed)? => {
                Err(Fault::new(Place::Cell(size.rows, 0), "one row too many", rows_follow(size.rows)))
            }
            outcome => outcome,
        };
        match outcome {
            Ok(fields) => self.answer(label, fields, &mut output),
            Err(fault @ Fault { place: Place::Cell(row, col), .. }) => {
                let error = SyntaxError::of(0..0, fault);
                let number = lines + 1 + row;
                let diagnostic = Diagnostic::in_long_line(number, col + 1, reader.line(), error);
                self.error(label, diagnostic, &mut output);
                output.lines += reader.skip_rows(size.rows - tail.rows, col > 0).map_err(failed)?;
            }
            Err(fault) => {
                let span = locate(&line, &self.context.catalogue, &fault);
                let error = SyntaxError::of(span, fault);
                self.error(label, Diagnostic::new(lines, &line, error), &mut output);
                output.lines += reader.skip_rows(size.rows - tail.rows, false).map_err(failed)?;
            }
        }
        output.stop = self.options.strict && output.wrong;
        Ok(output)
    }
}
