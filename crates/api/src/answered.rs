//! Batches: over a text, one answer after another, and over a reader.

use std::fmt;
use std::io::{self, Read, Write};

use super::{Asks, Error, RecordError};
use grundy_base::budget::LimitKind;
use grundy_batch::{Answer, Failure, Options, Source, TextAnswers};
use grundy_games::Context;
use grundy_record::{Ask, Field, text};

/// The answer to one record of a batch.
///
/// `Display` writes an answer as the program does: the label, then the fields joined by ` | `, or `ERROR`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answered {
    /// The number of the record's first line in the text, from 1.
    pub line: u64,
    /// The label, without its `@`.
    pub label: Option<String>,
    /// The fields asked for, in order; or the error of the record.
    pub fields: Result<Vec<Field>, RecordError>,
}

impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Vec::new();
        text::write_label(self.label.as_deref(), &mut out);
        match &self.fields {
            Ok(fields) => text::write(fields, &mut out),
            Err(_) => out.extend_from_slice(b"ERROR"),
        }
        f.write_str(&String::from_utf8_lossy(&out))
    }
}

/// The answers of a text, in order; made by [`Solver::answers`](crate::Solver::answers). Rows that belong to no board are passed over, unless
/// [`Answers::with_stray_rows`] asks for them.
#[derive(Debug)]
pub struct Answers<'a> {
    /// The answers, with those of rows that belong to no board.
    answers: TextAnswers<'a>,
    /// Whether rows that belong to no board are answered.
    with_stray_rows: bool,
}

impl<'a> Answers<'a> {
    pub(super) fn new(context: &'a Context, text: &'a str, asks: &'a [Ask]) -> Self {
        let answers = TextAnswers::new(text.as_bytes(), context, asks);
        Answers {
            answers,
            with_stray_rows: false,
        }
    }

    /// Adds an error for each board of rows that belongs to no record.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let lines = |text| solver.answers(text).with_stray_rows().map(|answered| answered.line).collect::<Vec<_>>();
    /// assert_eq!(lines("nim: 3\n.X.\nnim: 4"), [1, 2, 3]);
    /// ```
    #[must_use]
    pub fn with_stray_rows(self) -> Self {
        Answers {
            with_stray_rows: true,
            ..self
        }
    }
}

impl Iterator for Answers<'_> {
    type Item = Answered;

    fn next(&mut self) -> Option<Answered> {
        let found = self.answers.find_map(|item| match item {
            Ok(answer) => Some(answer),
            Err(wrong) if self.with_stray_rows => Some(Answer {
                line: wrong.line,
                record: None,
                label: None,
                fields: Err(wrong),
            }),
            Err(_) => None,
        });
        let Answer {
            line,
            label,
            fields,
            ..
        } = found?;
        Some(Answered {
            line,
            label,
            fields: fields.map_err(RecordError::found),
        })
    }
}

/// A batch over a reader: as fast as its records can be read, in bounded memory.
///
/// ```
/// use grundy::Solver;
///
/// let solver = Solver::default();
/// let (mut answers, mut diagnostics) = (Vec::new(), Vec::new());
/// let wrong = solver.batch().ask("grundy moves")?.run(&b"nim: 3 4 5\n"[..], &mut answers, &mut diagnostics)?;
/// assert_eq!((answers.as_slice(), wrong), (&b"2 | 1:3>1\n"[..], false));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    /// The limits, asks and forms of the batch.
    options: Options,
}

impl Batch {
    pub(super) fn new(context: &Context) -> Self {
        let options = Options {
            catalogue: context.catalogue.clone(),
            budget: context.budget,
            store: context.store.clone(),
            ..Options::default()
        };
        Batch { options }
    }

    /// Sets the asks of records without asks of their own: words separated by blanks.
    ///
    /// # Errors
    ///
    /// Fails when a word is no ask.
    pub fn ask(mut self, asks: &str) -> Result<Self, Error> {
        self.options.asks = asks.parse::<Asks>()?.as_slice().to_vec();
        Ok(self)
    }

    /// Sets the number of threads; the default is that of the solver's limits.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.budget.threads = threads.max(1);
        self
    }

    /// Writes one JSON object a record instead of one line of text.
    #[must_use]
    pub fn json(mut self) -> Self {
        self.options.format = grundy_batch::Format::Json;
        self
    }

    /// Says how diagnostics name what raises a limit, for programs around the library.
    #[must_use]
    pub fn limits_raised_by(mut self, raised_by: fn(LimitKind) -> &'static str) -> Self {
        self.options.raised_by = raised_by;
        self
    }

    /// Answers all records, in order; says whether some of them were wrong. Their errors are
    /// written to `diagnostics`.
    ///
    /// # Errors
    ///
    /// Fails when the records cannot be read or the answers cannot be written.
    pub fn run(
        &self,
        records: impl Read + Send + 'static,
        answers: &mut (dyn Write + Send),
        diagnostics: &mut (dyn Write + Send),
    ) -> Result<bool, Error> {
        let source = Source::new("<records>", Box::new(records));
        Ok(grundy_batch::run(vec![source], answers, diagnostics, &self.options)?.wrong)
    }

    /// Answers all records, in order, one by one to `receive`, while the next are solved: the label, and
    /// what the record asks or what is wrong with it. An error that `receive` gives ends the batch, and
    /// comes back.
    ///
    /// ```
    /// let solver = grundy::Solver::default();
    /// let mut answers = Vec::new();
    /// solver.batch().each(&b"nim: 3 4 5\nnim: x\n"[..], &mut |_label, fields| {
    ///     answers.push(fields.map_err(|error| error.column()));
    ///     Ok(())
    /// })?;
    /// assert_eq!(answers, [Ok(vec![grundy::Field::Verdict(grundy::Verdict::Win(1))]), Err(6)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails when the records cannot be read, and what `receive` gives.
    pub fn each(
        &self,
        records: impl Read + Send + 'static,
        receive: &mut (
                 dyn FnMut(Option<String>, Result<Vec<Field>, RecordError>) -> io::Result<()> + Send
             ),
    ) -> Result<(), Error> {
        let source = Source::new("<records>", Box::new(records));
        let raised_by = self.options.raised_by;
        let mut receiver = |Answer { label, fields, .. }: Answer| {
            receive(
                label,
                fields.map_err(|wrong| RecordError::found(wrong).raised_by(raised_by)),
            )
        };
        grundy_batch::run_each(vec![source], &mut receiver, &self.options)?;
        Ok(())
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        let (Failure::Input(_, error) | Failure::Output(error)) = failure;
        Error::Io(error)
    }
}
