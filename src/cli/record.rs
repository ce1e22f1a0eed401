//! The record on the command line of `table`, `explain` and `play`.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};

use super::argument::{self, Input};
use super::exit::{CommandEnd, CommandResult};
use super::limits::RecordLimits;
use super::own;
use super::progress::Progress;
use grundy_api::{Error, Position};
use grundy_games::Context;
use grundy_language::{layout, parse};
use grundy_record::Ask;

/// One record, and what may be spent on it.
#[derive(Args, Debug)]
#[group(skip)]
pub(super) struct RecordArguments {
    /// The record, such as 'nim: 3 4 5'; `-` (or nothing) reads it from standard input, with the
    /// rows of its board if it has some, a file's name or `@FILE` from a file
    #[arg(value_name = "RECORD")]
    pub(super) words: Vec<String>,

    #[command(flatten)]
    pub(super) limits: RecordLimits,

    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorChoice,
}

impl RecordArguments {
    /// Reads the record from where it stands, and says what to call that; `input` is standard input, of which no more
    /// is read than the record.
    pub(super) fn text(&self, input: &mut dyn BufRead) -> CommandResult<(String, Vec<u8>)> {
        let words = self.words.join(" ");
        if words.is_empty() || words == "-" {
            if io::stdin().is_terminal() {
                eprintln!("grundy: waiting for a record, such as `nim: 3 4 5`");
            }
            let (text, _) =
                read_record(input).map_err(CommandEnd::file(Path::new("standard input")))?;
            return Ok(("<stdin>".into(), text));
        }
        let Some(Input::File(name, file)) = argument::open_all(&[PathBuf::from(&words)])?.pop()
        else {
            return Ok(("<record>".into(), words.into_bytes()));
        };
        let mut file = BufReader::new(file);
        let (text, _) = read_record(&mut file).map_err(CommandEnd::file(name.as_ref()))?;
        let rest = file.fill_buf().map_err(CommandEnd::file(name.as_ref()))?;
        // A line end of UTF-16 has a byte 0 with it.
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
        if !rest.iter().all(is_blank) {
            eprintln!("grundy: {name} has more than one record: the first is taken");
        }
        Ok((name, text))
    }

    /// Returns the games, what may be spent, and where sequences are kept.
    pub(super) fn context(&self) -> CommandResult<Context> {
        Ok(Context::with(own::catalogue(), self.limits.budget(None)).keeping(self.limits.store()?))
    }

    /// Reads the record and does something with it, which may read the rest of standard input.
    ///
    /// # Errors
    ///
    /// Fails if the record cannot be read, is wrong, or has no answer.
    pub(super) fn with_position<T>(
        &self,
        run: impl FnOnce(&Position<'_>, &mut dyn BufRead) -> Result<T, Error>,
    ) -> CommandResult<T> {
        let mut input = io::stdin().lock();
        let (name, text) = self.text(&mut input)?;
        let context = self.context()?;
        let position = Position::read(&text, &context).map_err(|error| self.stop(error, &name))?;
        run(&position, &mut input).map_err(|error| self.stop(error, "<record>"))
    }

    /// Reads the record and finds something about it. On a terminal it is shown how far that has come, if it takes long.
    ///
    /// # Errors
    ///
    /// Fails if the record cannot be read, is wrong, or has no answer.
    pub(super) fn find<T>(
        &self,
        find: impl FnOnce(&Position<'_>) -> Result<T, Error>,
    ) -> CommandResult<T> {
        self.with_position(|position, _| {
            let _progress = Progress::of_a_record();
            find(position)
        })
    }

    /// Writes the message of an error, with the line of the record if that is wrong.
    pub(super) fn stop(&self, error: Error, name: &str) -> CommandEnd {
        match error {
            Error::Record(error) => {
                let mut diagnostic = error.diagnostic().clone();
                diagnostic.say_limit(self.limits.raised_by());
                CommandEnd::diagnosed(&diagnostic, name, self.color)
            }
            Error::Io(error) => error.into(),
            error => CommandEnd::wrong(error),
        }
    }
}

/// The longest text, in bytes, that is read for a record. A guess.
const MAX_TEXT_READ: u64 = 1 << 26;

/// Reads the first record, with the lines before it and the rows of its board, and nothing after it; gives the lines
/// and where the record begins among them.
pub(super) fn read_record(input: &mut dyn BufRead) -> io::Result<(Vec<u8>, usize)> {
    let mut text = Vec::new();
    let catalogue = own::catalogue();
    // One byte more than may be kept, so that a longer text is known to be longer.
    let mut input = input.take(MAX_TEXT_READ + 1);
    loop {
        let start = text.len();
        if input.read_until(b'\n', &mut text)? == 0 {
            return Ok((text, start));
        }
        let line = layout::without_end(&text[start..]);
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if layout::is_empty(line) {
            continue;
        }
        let statement = parse(line, &*catalogue, &[Ask::Verdict]);
        let rows = statement
            .ok()
            .and_then(|statement| statement.awaits_rows)
            .map_or(0, |size| size.rows);
        for _ in 0..rows {
            if input.read_until(b'\n', &mut text)? == 0 {
                break;
            }
        }
        return Ok((text, start));
    }
}
