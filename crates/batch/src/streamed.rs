//! Boards in lines that are too long to be kept: their rows go from the reader to the game as they arrive.

use std::sync::Mutex;

use super::Failure;
use super::items::RecordText;
use super::output::Output;
use super::reader::{Header, Reader};
use super::rules_cache::RulesOfRecord;
use super::solver::Solver;
use grundy_base::cell::Cell;
use grundy_base::source::RowSource;
use grundy_base::sync::lock;
use grundy_language::{Diagnostic, SyntaxError, locate, parse};
use grundy_record::{Board, Place, RowStream, Tail, excess_row};

/// Rows for one game to take: they begin with `head` and go on in `source`.
struct Stream<'r> {
    head: &'r [u8],
    source: Mutex<&'r mut dyn RowSource>,
    tail: Mutex<Option<Tail>>,
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
    /// Fails when the source cannot be read on.
    pub(super) fn solve_streamed(
        &mut self,
        header: Header,
        reader: &mut Reader,
    ) -> Result<Output, Failure> {
        let Header { origin, line, size } = header;
        let mut output = Output::new(origin, 0);
        // The header stands on the first line of its piece.
        let lines = 1;
        output.lines = lines;
        output.records = 1;
        // The rows pass by and are not kept.
        self.echo(
            &RecordText {
                header: &line,
                ..RecordText::default()
            },
            &mut output,
        );
        let mut statement = match parse(&line, &*self.context.catalogue, self.asks) {
            Ok(statement) => statement,
            Err(wrong) => {
                // The header was right, so the fault is an ask that the game does not answer.
                let diagnostic = Diagnostic::new(lines, &line, wrong.error);
                self.answer(lines, wrong.label, Err(diagnostic), &mut output);
                output.lines += reader.skip_rows(size.rows, false)?;
                return Ok(output);
            }
        };
        let (head, source) = reader.rows();
        let rows = Stream {
            head: &head,
            source: Mutex::new(source),
            tail: Mutex::default(),
        };
        statement.record_mut().rows = Some(Board::Stream(&rows));
        let outcome = RulesOfRecord::default().answer(&statement, self.context, self.options.check);
        let label = statement.label.map(str::to_owned);
        // A game that refused the record before it looked at the rows has left them all.
        let left = lock(&rows.tail).take();
        let tail = left.unwrap_or_else(|| Tail {
            unread: head.clone(),
            ..Tail::default()
        });
        if let Some(failure) = tail.failure {
            return Err(output.origin.source.failure(failure));
        }
        output.lines += tail.rows;
        reader.resume(tail.unread);

        let outcome = match outcome {
            Ok(_) if reader.row_follows()? => Err(excess_row(size.rows)),
            outcome => outcome,
        };
        let fields = match outcome {
            Ok(fields) => Ok(fields),
            Err(fault) => {
                let place = fault.place;
                let error = SyntaxError::of(locate(&line, &*self.context.catalogue, &fault), fault);
                let (diagnostic, inside) = match place {
                    Place::Cell(Cell { row, column }) => (
                        Diagnostic::in_long_line(lines + 1 + row, column + 1, reader.line(), error),
                        column > 0,
                    ),
                    _ => (Diagnostic::new(lines, &line, error), false),
                };
                output.lines += reader.skip_rows(size.rows - tail.rows, inside)?;
                Err(diagnostic)
            }
        };
        self.answer(lines, label.as_deref(), fields, &mut output);
        Ok(output)
    }
}
