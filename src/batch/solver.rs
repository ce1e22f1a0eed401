//! A chunk of records into answers.

use super::items::{Entry, Item, Items, Rows};
use super::plain_nim::PlainNim;
use super::reader::{Chunk, Origin};
use super::{Format, Options};
use crate::games::Context;
use crate::language::{Diagnostic, Statement, SyntaxError, Wrong, answer, layout, locate};
use crate::record::{Ask, Board, Fault, Field, Place, Size};

/// What a chunk gives, to be written when its turn comes. Lines and records count from 1 where
/// the chunk begins.
pub(super) struct Output {
    pub(super) origin: Origin,
    pub(super) lines: u64,
    pub(super) records: u64,
    /// The answers as text.
    pub(super) text: Vec<u8>,
    /// The answers for JSON, which names the number of each record.
    pub(super) objects: Vec<Object>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether the batch ends here.
    pub(super) stop: bool,
}

impl Output {
    /// Nothing yet.
    pub(super) fn new(origin: Origin) -> Self {
        Output {
            origin,
            lines: 0,
            records: 0,
            text: Vec::new(),
            objects: Vec::new(),
            diagnostics: Vec::new(),
            stop: false,
        }
    }
}

/// What becomes one JSON object: the label, and the fields or what is wrong.
pub(super) struct Object {
    pub(super) label: Option<String>,
    pub(super) outcome: Result<Vec<Field>, Diagnostic>,
}

/// Solves chunks.
pub(super) struct Solver<'a> {
    pub(super) context: &'a Context,
    pub(super) options: &'a Options,
    /// Answers runs of plain nim records, where their verdict as text is all that is wanted.
    plain_nim: Option<PlainNim>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(context: &'a Context, options: &'a Options) -> Self {
        let plain = options.asks == [Ask::Verdict] && options.format == Format::Text && !options.check;
        Solver { context, options, plain_nim: plain.then(PlainNim::default) }
    }

    /// Answers the records of a chunk.
    pub(super) fn solve(&mut self, chunk: &Chunk) -> Output {
        let mut output = Output::new(chunk.origin.clone());
        if let Some(limit) = chunk.line_limit {
            self.too_long(chunk, limit, &mut output);
            return output;
        }
        let mut items = Items::new(&chunk.bytes, &self.options.asks, chunk.rows_belong);
        loop {
            if let Some(plain_nim) = &mut self.plain_nim
                && PlainNim::begins(items.rest())
            {
                let run = plain_nim.answer(items.rest(), &mut output.text);
                items.pass_over(run.bytes, run.lines);
                output.records += run.lines;
            }
            let Some(item) = items.next() else { break };
            match item {
                Item::Stray(line, text) => {
                    let error = SyntaxError {
                        span: 0..text.len(),
                        message: "a row of a board, but no board is open".into(),
                        help: "rows follow a header such as `king 4x5`, as many as it says".into(),
                    };
                    output.diagnostics.push(Diagnostic::new(line, text, error));
                }
                Item::Record(entry) => {
                    output.records += 1;
                    self.record(entry, &mut output);
                }
            }
            if self.options.strict && !output.diagnostics.is_empty() {
                output.stop = true;
                break;
            }
        }
        output.lines = items.lines();
        output
    }

    fn record(&mut self, entry: Entry<'_>, output: &mut Output) {
        let Entry { line, header, statement, rows } = entry;
        match statement {
            Ok(mut statement) => match self.fields(&mut statement, &rows) {
                Ok(fields) => self.answer(statement.label, fields, output),
                Err(fault) => {
                    let diagnostic = place(fault, line, header, &rows);
                    self.error(statement.label, diagnostic, output);
                }
            },
            Err(Wrong { label, error }) => self.error(label, Diagnostic::new(line, header, error), output),
        }
    }

    fn fields<'t>(&mut self, statement: &mut Statement<'t>, rows: &Rows<'t>) -> Result<Vec<Field>, Fault> {
        if let Some(size) = statement.awaits_rows {
            check_count(rows, size)?;
            statement.record.rules.board = Some(Board::Block(rows.text));
        }
        self.ask(statement)
    }

    /// Opens a record and asks what it asks.
    pub(super) fn ask(&self, statement: &Statement<'_>) -> Result<Vec<Field>, Fault> {
        let mut instance = statement.game.open(&statement.record, self.context)?;
        if self.options.check {
            return Ok(Vec::new());
        }
        statement.record.asks.iter().map(|&ask| instance.answer(ask)).collect()
    }

    pub(super) fn answer(&self, label: Option<&str>, fields: Vec<Field>, output: &mut Output) {
        match self.options.format {
            _ if self.options.check => {}
            Format::Text => {
                write_label(label, &mut output.text);
                answer::write(&fields, &mut output.text);
                output.text.push(b'\n');
            }
            Format::Json => {
                output.objects.push(Object { label: label.map(str::to_owned), outcome: Ok(fields) });
            }
        }
    }

    pub(super) fn error(&self, label: Option<&str>, diagnostic: Diagnostic, output: &mut Output) {
        match self.options.format {
            _ if self.options.check => {}
            Format::Text => {
                write_label(label, &mut output.text);
                output.text.extend_from_slice(b"ERROR\n");
            }
            Format::Json => {
                let outcome = Err(diagnostic.clone());
                output.objects.push(Object { label: label.map(str::to_owned), outcome });
            }
        }
        output.diagnostics.push(diagnostic);
    }

    fn too_long(&self, chunk: &Chunk, limit: u64, output: &mut Output) {
        output.records = 1;
        output.lines = 1;
        let error = SyntaxError {
            span: 0..0,
            message: format!("this record is longer than {limit} bytes").into(),
            help: "--max-memory raises this limit: an eighth of it is for one record's text".into(),
        };
        self.error(None, Diagnostic::new(1, &chunk.bytes, error), output);
        output.stop = self.options.strict;
    }
}

fn write_label(label: Option<&str>, out: &mut Vec<u8>) {
    if let Some(label) = label {
        out.push(b'@');
        out.extend_from_slice(label.as_bytes());
        out.push(b' ');
    }
}

/// Checks that a board has as many rows as its header says.
fn check_count(rows: &Rows<'_>, size: Size) -> Result<(), Fault> {
    let short = rows.count < size.rows;
    if !short && !rows.excess {
        return Ok(());
    }
    // A wrong row before the end is the first thing wrong, and explains the rest.
    layout::check_rows(rows.text, size.cols)?;
    let place = Place::Cell(rows.count, 0);
    let help = format!("{} rows follow the header of this board", size.rows);
    Err(match short {
        true => Fault::new(place, format!("the board ends after {} of {} rows", rows.count, size.rows), help),
        false => Fault::new(place, "one row too many", help),
    })
}

/// Finds a fault in the text of its record.
fn place(fault: Fault, line: u64, header: &[u8], rows: &Rows<'_>) -> Diagnostic {
    let Fault { place, message, help } = fault;
    if let Place::Cell(row, col) = place
        && (!rows.text.is_empty() || !rows.next.is_empty() || rows.count > 0)
    {
        let text = rows.text.split_inclusive(|&byte| byte == b'\n');
        let nth = usize::try_from(row).ok().and_then(|row| text.clone().nth(row));
        let text = nth.map_or(rows.next, layout::without_end);
        let start = usize::try_from(col).unwrap_or(usize::MAX).min(text.len());
        let span = start..(start + 1).min(text.len());
        return Diagnostic::new(line + 1 + row, text, SyntaxError { span, message, help });
    }
    let span = locate(header, place);
    Diagnostic::new(line, header, SyntaxError { span, message, help })
}
