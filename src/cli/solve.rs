//! `grundy [FILE…]`: answers records.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ColorChoice, ValueEnum};

use super::{Exit, size};
use crate::batch::{self, Failure, Format, Options, Source, Summary};
use crate::language::asks;
use crate::record::Ask;
use crate::theory::budget::Budget;

/// What a batch is solved with.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Files of records; `-` is standard input, and so is no file at all
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The asks of records that bring none, such as "count grundy"
    #[arg(long, value_name = "ASKS", default_value = "verdict", value_parser = parse_asks)]
    ask: Asks,

    /// Worker threads [default: as many as the machine has]; 1 is truly sequential
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// How answers are written
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    format: AnswerFormat,

    /// Validate only: no answers, diagnostics and exit status as usual
    #[arg(long)]
    check: bool,

    /// Stop at the first wrong record
    #[arg(long)]
    strict: bool,

    /// The memory one record may take, such as 512M or 8G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size::parse)]
    max_memory: u64,

    /// The steps one record may take, in the units its engine documents
    #[arg(long, value_name = "STEPS", default_value_t = Budget::default().work)]
    max_work: u64,

    /// Print what was read and how fast, on standard error
    #[arg(long)]
    stats: bool,

    /// Colour diagnostics
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

/// The asks of a command line.
#[derive(Clone, Debug)]
struct Asks(Vec<Ask>);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AnswerFormat {
    Text,
    Json,
}

fn parse_asks(text: &str) -> Result<Asks, String> {
    match asks::parse_list(text) {
        Ok(asks) => Ok(Asks(asks.to_vec())),
        Err(error) => Err(format!("{}; {}", error.message, error.help)),
    }
}

impl Arguments {
    /// Solves, and says how it went.
    pub(super) fn run(self) -> Exit {
        let sources = match self.sources() {
            Ok(sources) => sources,
            Err((path, error)) => {
                eprintln!("grundy: {}: {}", path.display(), describe(&error));
                return Exit::Usage;
            }
        };
        let options = self.options();
        let start = Instant::now();
        // Chunks are written whole, so the standard library's line buffering would only cost.
        let mut answers = match io::stdout().as_fd().try_clone_to_owned() {
            Ok(descriptor) => File::from(descriptor),
            Err(error) => {
                eprintln!("grundy: standard output: {}", describe(&error));
                return Exit::Usage;
            }
        };
        let outcome = batch::run(sources, &mut answers, &mut io::stderr(), &options);
        match outcome {
            Ok(summary) => {
                if self.stats {
                    print_stats(&summary, start.elapsed().as_secs_f64(), options.budget.threads);
                }
                if summary.wrong { Exit::Wrong } else { Exit::Answered }
            }
            // Whoever read the answers has seen enough.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
            Err(Failure::Output(error)) => {
                eprintln!("grundy: the answers could not be written: {}", describe(&error));
                Exit::Usage
            }
            Err(Failure::Input(name, error)) => {
                eprintln!("grundy: {name}: {}", describe(&error));
                Exit::Usage
            }
        }
    }

    fn options(&self) -> Options {
        let machine = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(machine, usize::from);
        Options {
            asks: self.ask.0.clone(),
            format: match self.format {
                AnswerFormat::Text => Format::Text,
                AnswerFormat::Json => Format::Json,
            },
            check: self.check,
            strict: self.strict,
            colour: colours(self.color),
            budget: Budget { memory: self.max_memory, work: self.max_work, threads },
        }
    }

    /// Opens every input, so that a missing one is known before the first answer.
    fn sources(&self) -> Result<Vec<Source>, (PathBuf, io::Error)> {
        let standard = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard[..] } else { &self.files };
        files.iter().map(|path| open(path).map_err(|error| (path.clone(), error))).collect()
    }
}

fn open(path: &Path) -> io::Result<Source> {
    let (name, file) = if path == Path::new("-") {
        let standard = io::stdin();
        if standard.is_terminal() {
            eprintln!("grundy: waiting for records, such as `nim: 3 4 5`; Ctrl-D ends them");
        }
        ("<stdin>".to_owned(), File::from(standard.as_fd().try_clone_to_owned()?))
    } else {
        (path.display().to_string(), File::open(path)?)
    };
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(if kind.is_file() { Source::new(name, Box::new(file)) } else { Source::pausing(name, file) })
}

/// Whether diagnostics are coloured.
fn colours(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && io::stderr().is_terminal()
        }
    }
}

/// An error of the system without its number.
fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

fn print_stats(summary: &Summary, seconds: f64, threads: usize) {
    let Summary { records, bytes, .. } = summary;
    let rate = |count: u64| count as f64 / seconds.max(1e-9);
    let _ = writeln!(
        io::stderr(),
        "records {records}  bytes {bytes}  seconds {seconds:.3}  records/s {:.0}  GB/s {:.3}  threads {threads}",
        rate(*records),
        rate(*bytes) / 1e9,
    );
}
