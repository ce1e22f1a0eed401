//! The record on the command line of `table`, `explain` and `play`.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::argument::{self, Argument};
use super::output::describe;
use super::{Exit, colour, memory, own, save, size};
use crate::games::Context;
use crate::language::{layout, parse};
use crate::record::Ask;
use crate::theory::budget::Budget;
use crate::{Error, Position};

/// One record, and what may be spent on it.
#[derive(Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// The record, such as 'nim: 3 4 5'; `-` (or nothing) reads it from standard input, with the
    /// rows of its board where it has some, a file's name or `@FILE` from a file
    #[arg(value_name = "RECORD")]
    pub(super) words: Vec<String>,

    /// The memory the record may take, such as 512M or 8G [default: 2G, or a quarter of what the
    /// process may have]
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    max_memory: Option<u64>,

    /// The steps the record may take, in the units its engine documents
    #[arg(long, value_name = "STEPS", default_value_t = Budget::default().work)]
    max_work: u64,

    #[command(flatten)]
    save: save::Save,

    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorChoice,
}

/// A text that holds a record, and what to call it.
pub(super) struct Text {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

impl Arguments {
    /// Reads the record from where it stands; `input` is standard input, of which no more is read
    /// than the record.
    pub(super) fn text(&self, input: &mut dyn BufRead) -> Result<Text, Exit> {
        let argument = self.words.join(" ");
        if argument.is_empty() || argument == "-" {
            if io::stdin().is_terminal() {
                eprintln!("grundy: waiting for a record, such as `nim: 3 4 5`");
            }
            return read_record(input).map(|bytes| Text { name: "<stdin>".into(), bytes }).map_err(|error| {
                eprintln!("grundy: standard input: {}", describe(&error));
                Exit::Usage
            });
        }
        let path = match argument::sort(&[PathBuf::from(&argument)]) {
            Ok(arguments) => match arguments.into_iter().next() {
                Some(Argument::File(path)) => path,
                _ => return Ok(Text { name: "<record>".into(), bytes: argument.into_bytes() }),
            },
            Err(complaint) => {
                eprintln!("grundy: {complaint}");
                return Err(Exit::Usage);
            }
        };
        let name = path.display().to_string();
        let read = fs::File::open(&path).map(io::BufReader::new).and_then(|mut file| {
            let bytes = read_record(&mut file)?;
            if !file.fill_buf()?.trim_ascii().is_empty() {
                eprintln!("grundy: {name} has more than one record: the first is taken");
            }
            Ok(bytes)
        });
        read.map_err(|error| {
            eprintln!("grundy: {name}: {}", describe(&error));
            Exit::Usage
        })
        .map(|bytes| Text { name, bytes })
    }

    /// The games, what may be spent, and where sequences are kept.
    pub(super) fn context(&self) -> Result<Context, Exit> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let memory = self.max_memory.unwrap_or_else(memory::default);
        let budget = Budget { memory, work: self.max_work, threads };
        Ok(Context::with(own::catalogue(), budget).keeping(save::open(self.save.folder.as_deref())?))
    }

    /// Whether what goes to standard output is coloured.
    pub(super) fn colours(&self) -> bool {
        colour::wanted(self.color, &io::stdout())
    }
}

/// The longest text that is read for a record, in bytes.
const MAX_TEXT: u64 = 1 << 26;

impl Arguments {
    /// Reads the record and does something with it, and reports what is wrong with it.
    ///
    /// The context may be changed before.
    pub(super) fn with_position(
        &self,
        input: &mut dyn BufRead,
        prepare: impl FnOnce(&mut Context),
        run: impl FnOnce(&Position<'_>, &mut dyn BufRead) -> Result<Exit, Error>,
    ) -> Exit {
        let text = match self.text(input) {
            Ok(text) => text,
            Err(exit) => return exit,
        };
        let mut context = match self.context() {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        prepare(&mut context);
        match Position::read(&text.bytes, &context) {
            Ok(position) => run(&position, input).unwrap_or_else(|error| self.report(&error, "<record>")),
            Err(error) => self.report(&error, &text.name),
        }
    }

    /// Prints an error: of a record, with its line.
    pub(super) fn report(&self, error: &Error, name: &str) -> Exit {
        let error = match error {
            Error::Record(error) => error,
            Error::Io(error) => return written(Err(io::Error::new(error.kind(), error.to_string()))),
            error => {
                eprintln!("grundy: {error}");
                return Exit::Wrong;
            }
        };
        let mut diagnostic = error.diagnostic().clone();
        diagnostic.say_limit(size::raising(self.save.folder.is_some()));
        let colour = colour::wanted(self.color, &io::stderr());
        // Nothing can be done about an error stream that is closed.
        let _ = diagnostic.write(name, colour, &mut io::stderr());
        Exit::Wrong
    }
}

/// Ends a command whose output could not be written: a closed pipe is no error.
pub(super) fn written(result: io::Result<()>) -> Exit {
    match result.and_then(|()| io::stdout().flush()) {
        Ok(()) => Exit::Answered,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
        Err(error) => {
            eprintln!("grundy: {}", describe(&error));
            Exit::Usage
        }
    }
}

/// Reads the first record, with the rows of its board, and nothing after it.
fn read_record(input: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let catalogue = own::catalogue();
    let mut text = Vec::new();
    let mut line_start = 0;
    // One byte more than may be kept, so that a longer text is known to be longer.
    let mut input = input.take(MAX_TEXT + 1);
    loop {
        if input.read_until(b'\n', &mut text)? == 0 {
            return Ok(text);
        }
        let line = layout::without_end(&text[line_start..]);
        if !layout::is_empty(line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)) {
            break;
        }
        line_start = text.len();
    }
    let line = layout::without_end(&text[line_start..]);
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let rows = parse(line, &catalogue, &[Ask::Verdict]).ok().and_then(|statement| statement.awaits_rows);
    for _ in 0..rows.map_or(0, |size| size.rows) {
        if input.read_until(b'\n', &mut text)? == 0 {
            break;
        }
    }
    Ok(text)
}
