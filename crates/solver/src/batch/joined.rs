//! Boards in their record's line, rows joined by `/`, too long to be kept.
//!
//! What lists further cells, and what is asked, follows the board in the line. So the rows are taken
//! for what a game can say in one pass whatever follows ([`crate::games::Game::one_pass`]), as it does
//! for nearly all such records, in memory that does not grow with the rows. Where the line turns out
//! to want more, the board is read again, all being known then: from its file, or, where the text came
//! through a pipe, from what was kept of it in case.

use std::io;

use super::contained::contained;
use super::kept::Tee;
use super::output::Output;
use super::reader::{Header, Reader};
use super::solver::Solver;
use super::source::Source;
use super::streamed::Stream;
use crate::games::{Catalogue, answer};
use crate::language::layout::without_end;
use crate::language::{Diagnostic, ParseError, Statement, SyntaxError, locate, parse};
use crate::record::source::{RowSource, Separator};
use crate::record::{Ask, Board, BoardRules, Fault, Field, Place, RowStream, Rules, Size, Tail, Tuples};
use crate::theory::budget::LimitKind;

/// What stands for the board in the line that is parsed: the smallest there is.
const BOARD: &[u8] = b".";
/// How much of the board is shown behind an error before it.
const SHOWN: usize = 256;

/// The line of a record without its board.
struct Line {
    /// Its number.
    number: u64,
    /// What comes before the board, [`BOARD`], what comes after.
    text: Vec<u8>,
    /// How much comes before.
    before: usize,
    /// The beginning of the board.
    shown: Vec<u8>,
    size: Size,
}

impl Line {
    /// The length of the board, once its size is known.
    fn board(&self) -> u64 {
        self.size.rows * (self.size.cols + 1) - 1
    }

    /// Appends what comes after the board.
    fn resume(&mut self, rest: &[u8], most: usize) -> Result<(), Diagnostic> {
        // A slash that ended the board was the second of two, of which the first is taken.
        if !rest.starts_with(b"/") {
            self.text.extend_from_slice(without_end(rest));
        }
        if rest.len() <= most {
            return Ok(());
        }
        let help = "a sixth of it is for one record's text besides the board";
        Err(self.at_rest(format!("what follows the board is longer than {most} bytes"), help))
    }

    /// The diagnostic of a board that was not kept, and is needed.
    fn not_kept(&self, most: usize) -> Diagnostic {
        let message = format!(
            "the board is longer than the {most} bytes that are kept of a pipe, and what follows it needs it again"
        );
        self.at_rest(message, "the board may be given in a file instead")
    }

    /// The diagnostic of what comes after the board.
    fn at_rest(&self, message: String, help: &'static str) -> Diagnostic {
        let start = self.before + BOARD.len();
        let span = start..self.text.len().min(start + 1);
        self.diagnose(SyntaxError { limit: Some(LimitKind::Memory), ..SyntaxError::new(span, message, help) })
    }

    /// The diagnostic of an error in the text.
    fn diagnose(&self, error: SyntaxError) -> Diagnostic {
        let behind = self.before + BOARD.len();
        if error.span.end <= behind && error.span.start < behind {
            let shown = [&self.text[..self.before], &self.shown].concat();
            return Diagnostic::new(self.number, &shown, error);
        }
        let start = error.span.start.max(behind);
        let span = start - behind..error.span.end.max(start) - behind;
        let before = self.before as u64 + self.board();
        Diagnostic::behind(self.number, before, &self.text[behind..], SyntaxError { span, ..error })
    }

    /// The diagnostic of a fault of a game; of a row, when `rest` of the line begins there.
    fn place(&self, fault: Fault, catalogue: &Catalogue, rest: &[u8]) -> Diagnostic {
        if let Place::Cell(row, col) = fault.place {
            let column = self.before as u64 + row * (self.size.cols + 1) + col + 1;
            let error = SyntaxError::of(0..0, fault);
            return Diagnostic::in_long_line(self.number, column, rest, error);
        }
        let span = locate(&self.text, catalogue, &fault);
        self.diagnose(SyntaxError::of(span, fault))
    }
}

/// What a game says of the rows alone, and what it leaves of the text.
type Counted = (Result<Vec<(Ask, Field)>, Fault>, Tail);

impl Solver<'_> {
    /// Answers a record whose board, and what follows it in the line, are taken from the reader.
    ///
    /// # Errors
    ///
    /// When the source cannot be read on: its name, and why.
    pub(super) fn solve_joined(
        &mut self,
        header: Header,
        reader: &mut Reader,
    ) -> Result<Output, (String, io::Error)> {
        let Header { origin, lines, line: before, size } = header;
        let name = origin.source.name.clone();
        let failed = |error| (name.clone(), error);
        let mut output = Output::new(origin, 0);
        (output.lines, output.records) = (lines, 1);
        self.echo(&[before.as_slice(), "…".as_bytes()].concat(), &[], &mut output);

        let max_rest = reader.max_line();
        let most_kept = reader.max_rows();
        let (head, source) = reader.rows();
        let text = [before.as_slice(), BOARD].concat();
        let shown = head[..head.len().min(SHOWN)].to_vec();
        let mut line = Line { number: lines, text, before: before.len(), shown, size };

        let mut nothing = Source::new("", Box::new(io::empty()));
        let source = source.unwrap_or(&mut nothing);
        let mut again = source.again();
        let (counted, tail) = if again.is_some() {
            self.count(&line, &head, source)
        } else {
            let mut keeping = Tee::new(source, most_kept.saturating_sub(head.len()));
            let counted = self.count(&line, &head, &mut keeping);
            again = keeping.kept().map(|kept| Source::new("", Box::new(kept)));
            counted
        };
        if let Some(failure) = tail.failure {
            return Err(failed(failure));
        }
        reader.resume(tail.unread);
        line.size.rows = tail.rows;

        let outcome = match counted {
            Err(fault) => {
                let diagnostic = line.place(fault, &self.context.catalogue, reader.line());
                reader.rest_of_line(|_| ()).map_err(failed)?;
                Err(diagnostic)
            }
            Ok(counted) => {
                let rest = rest_of_line(reader, max_rest).map_err(failed)?;
                line.resume(&rest, max_rest).map(|()| counted)
            }
        };
        let statement = parse(&line.text, &self.context.catalogue, &self.options.asks);
        let label = statement.as_ref().map_or_else(|wrong| wrong.label, |statement| statement.label);
        let outcome = match (outcome, statement) {
            (Err(diagnostic), _) => Err(diagnostic),
            (Ok(_), Err(ParseError { error, .. })) => Err(line.diagnose(error)),
            (Ok(counted), Ok(statement)) => match (self.known(&statement, &counted), &mut again) {
                (Some(fields), _) => Ok(fields),
                (None, Some(again)) => self.solve_again(&line, statement, &head, again).map_err(failed)?,
                (None, None) => Err(line.not_kept(most_kept)),
            },
        };
        match outcome {
            Ok(fields) => self.answer(label, fields, &mut output),
            Err(diagnostic) => self.error(label, diagnostic, &mut output),
        }
        output.stop = self.options.strict && !output.diagnostics.is_empty();
        Ok(output)
    }

    /// Lets the game count what it can in one pass.
    fn count(&self, line: &Line, head: &[u8], source: &mut dyn RowSource) -> Counted {
        let rows = Stream::new(Separator::Slash, head, source);
        let counted = match parse(&line.text, &self.context.catalogue, &[Ask::Verdict]) {
            Ok(Statement { game, mut record, .. }) => {
                // What is listed before the board waits for the rest, too.
                record.modifiers.damaged = Tuples::default();
                give_stream(&mut record.rules, &rows, line.size);
                contained(|| {
                    let mut instance = game.open(&record, self.context)?;
                    let asks = game.one_pass().iter();
                    asks.map(|ask| Ok((ask, answer(&mut *instance, ask)?))).collect()
                })
            }
            // The reader has read it, and without error.
            Err(ParseError { error: SyntaxError { message, help, .. }, .. }) => {
                Err(Fault::new(Place::Game, message, help))
            }
        };
        let tail = rows.tail();
        (counted, tail)
    }

    /// What the record asks, if what was counted says it.
    fn known(&self, statement: &Statement<'_>, counted: &[(Ask, Field)]) -> Option<Vec<Field>> {
        let record = &statement.record;
        let alone = statement.more.is_empty();
        if !alone || !record.modifiers.damaged.is_empty() || !record.position.tuples.is_empty() {
            return None;
        }
        if self.options.check {
            return Some(Vec::new());
        }
        let field =
            |ask: &Ask| counted.iter().find(|(counted, _)| counted == ask).map(|(_, field)| field.clone());
        record.asks.iter().map(field).collect()
    }

    /// Answers the record from its rows once more, everything else being known.
    fn solve_again(
        &self,
        line: &Line,
        statement: Statement<'_>,
        head: &[u8],
        source: &mut Source,
    ) -> io::Result<Result<Vec<Field>, Diagnostic>> {
        let rows = Stream::new(Separator::Slash, head, source);
        let mut statement = statement;
        give_stream(&mut statement.record.rules, &rows, line.size);
        let outcome = self.ask(&statement);
        match rows.tail() {
            Tail { failure: Some(failure), .. } => Err(failure),
            tail => Ok(outcome.map_err(|fault| line.place(fault, &self.context.catalogue, &tail.unread))),
        }
    }
}

/// Gives the rules of a board its size and the rows that arrive.
fn give_stream<'t>(rules: &mut Rules<'t>, rows: &'t dyn RowStream, size: Size) {
    if let Some(board) = rules.board_mut() {
        *board = BoardRules { size: Some(size), text: Some(Board::Stream(rows)) };
    }
}

/// What is left of the line in hand, if no more than `most` bytes, and little more otherwise.
fn rest_of_line(reader: &mut Reader, most: usize) -> io::Result<Vec<u8>> {
    let mut rest = Vec::new();
    reader.rest_of_line(|piece| {
        if rest.len() <= most {
            rest.extend_from_slice(piece);
        }
    })?;
    Ok(rest)
}
