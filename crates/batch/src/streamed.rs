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
use grundy_language::{Diagnostic, Statement, SyntaxError, locate, parse};
use grundy_record::{Board, Fault, Field, Place, RowStream, Tail, excess_row};

/// The rows of a board, for one game to take.
struct Stream<'r> {
    /// The text of the rows as far as it was read.
    head: &'r [u8],
    /// The source in which the text goes on.
    source: Mutex<&'r mut dyn RowSource>,
    /// The rest that the game left, once it has taken the rows.
    tail: Mutex<Option<Tail>>,
}

/// The answers to a record whose rows were taken, and what of the rows was left.
struct StreamedAnswer {
    /// The answers, or the fault.
    outcome: Result<Vec<Field>, Fault>,
    /// The text after the rows that were taken.
    tail: Tail,
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
        let text = RecordText {
            line: lines,
            header: &line,
            ..RecordText::default()
        };
        self.echo(&text, &mut output);
        let statement = match parse(&line, &*self.context.catalogue, self.asks) {
            Ok(statement) => statement,
            Err(wrong) => {
                // The header was right, so the fault is an ask that the game does not answer.
                let diagnostic = Diagnostic::new(lines, &line, wrong.error);
                self.answer(&text, wrong.label, Err(diagnostic), &mut output);
                output.lines += reader.skip_rows(size.rows, false)?;
                return Ok(output);
            }
        };
        let label = statement.label.map(str::to_owned);
        let StreamedAnswer { mut outcome, tail } = self.answer_from(reader, statement);
        if let Some(failure) = tail.failure {
            return Err(output.origin.source.failure(failure));
        }
        output.lines += tail.rows;
        reader.resume(tail.unread);
        if outcome.is_ok() && reader.row_follows()? {
            outcome = Err(excess_row(size.rows));
        }
        let fields = match outcome {
            Ok(fields) => Ok(fields),
            Err(fault) => {
                let begins_inside = matches!(fault.place, Place::Cell(cell) if cell.column > 0);
                let diagnostic = self.place_streamed(fault, lines, &line, reader);
                output.lines += reader.skip_rows(size.rows - tail.rows, begins_inside)?;
                Err(diagnostic)
            }
        };
        self.answer(&text, label.as_deref(), fields, &mut output);
        Ok(output)
    }

    /// Answers a record whose game takes the rows from the reader.
    fn answer_from(&self, reader: &mut Reader, statement: Statement<'_>) -> StreamedAnswer {
        let (head, source) = reader.rows();
        let rows = Stream {
            head: &head,
            source: Mutex::new(source),
            tail: Mutex::default(),
        };
        let mut statement = statement;
        statement.record_mut().rows = Some(Board::Stream(&rows));
        let outcome = RulesOfRecord::default().answer(&statement, self.context, self.options.check);
        // A game that refused the record before it looked at the rows has left them all.
        let left = lock(&rows.tail).take();
        let tail = left.unwrap_or_else(|| Tail {
            unread: head.clone(),
            ..Tail::default()
        });
        StreamedAnswer { outcome, tail }
    }

    /// Finds the place of a fault: in the header, which is this line, or in the row that the reader stands in.
    fn place_streamed(
        &self,
        fault: Fault,
        lines: u64,
        header: &[u8],
        reader: &Reader,
    ) -> Diagnostic {
        let place = fault.place;
        let error = SyntaxError::of(locate(header, &*self.context.catalogue, &fault), fault);
        match place {
            Place::Cell(Cell { row, column }) => {
                Diagnostic::in_long_line(lines + 1 + row, column + 1, reader.line(), error)
            }
            _ => Diagnostic::new(lines, header, error),
        }
    }
}
