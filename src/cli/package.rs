//! `grundy package RECORDS --kattis DIR`: test data of a problem package.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::describe;
use super::{Exit, colour};
use crate::batch::{self, Options, Source};
use crate::language::asks;
use crate::record::Ask;

/// What goes where.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Files of records: each becomes one test case, with the answers as its `.ans`
    #[arg(value_name = "RECORDS", required = true)]
    files: Vec<PathBuf>,

    /// The problem package: cases are written to DIR/data/secret
    #[arg(long, value_name = "DIR")]
    kattis: PathBuf,

    /// Files of records that become samples, in DIR/data/sample
    #[arg(long, value_name = "RECORDS", num_args = 1..)]
    sample: Vec<PathBuf>,

    /// Make every record a case of its own, instead of every file
    #[arg(long)]
    split: bool,

    /// The asks of records that bring none, such as "count grundy"
    #[arg(long, value_name = "ASKS", default_value = "verdict")]
    ask: String,
}

const EXAMPLES: &str = "\
Examples:
  grundy package records.txt --kattis kings
  grundy package small.txt large.txt --kattis kings --sample sample.txt
  grundy package records.txt --kattis kings --split

A case NAME.in holds the records as they are, NAME.ans what `grundy` answers. A wrong record stops
the command: a package never holds one.";

/// Why a package was not made.
enum Failure {
    /// A file could not be used.
    File(PathBuf, io::Error),
    /// A record is wrong; the diagnostics say why.
    Wrong(String),
}

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let asks = match asks::parse_list(&self.ask) {
            Ok(asks) => asks.to_vec(),
            Err(error) => {
                eprintln!("grundy: {}; {}", error.message, error.help);
                return Exit::Usage;
            }
        };
        let data = self.kattis.join("data");
        // Everything is solved before anything is written: a wrong record leaves nothing behind.
        let made = self.cases(&self.files, &data.join("secret"), &asks).and_then(|mut cases| {
            cases.extend(self.cases(&self.sample, &data.join("sample"), &asks)?);
            cases.iter().try_for_each(Case::write)
        });
        match made {
            Ok(()) => Exit::Answered,
            Err(Failure::File(path, error)) => {
                eprintln!("grundy: {}: {}", path.display(), describe(&error));
                Exit::Usage
            }
            Err(Failure::Wrong(diagnostics)) => {
                eprint!("{diagnostics}");
                Exit::Wrong
            }
        }
    }

    /// The cases of some files. Numbers come first in their names, so that they run in this order.
    fn cases(&self, files: &[PathBuf], directory: &Path, asks: &[Ask]) -> Result<Vec<Case>, Failure> {
        let mut cases = Vec::new();
        for path in files {
            let text = fs::read(path).map_err(|error| Failure::File(path.clone(), error))?;
            let stem = path.file_stem().map_or_else(|| "records".into(), |stem| stem.to_string_lossy());
            let shown = path.display().to_string();
            for records in if self.split { split(&text, &shown) } else { vec![text] } {
                let answers = answers(&records, &shown, asks)?;
                let name = directory.join(format!("{:03}-{stem}", cases.len() + 1));
                cases.push(Case { name, records, answers });
            }
        }
        Ok(cases)
    }
}

/// A test case: what the program under test reads and what it must print.
struct Case {
    /// The path of its files, without their extensions.
    name: PathBuf,
    records: Vec<u8>,
    answers: Vec<u8>,
}

impl Case {
    fn write(&self) -> Result<(), Failure> {
        if let Some(directory) = self.name.parent() {
            fs::create_dir_all(directory).map_err(|error| Failure::File(directory.to_owned(), error))?;
        }
        for (extension, bytes) in [("in", &self.records), ("ans", &self.answers)] {
            let file = self.name.with_extension(extension);
            fs::write(&file, bytes).map_err(|error| Failure::File(file, error))?;
        }
        Ok(())
    }
}

/// The answers of a case.
fn answers(case: &[u8], name: &str, asks: &[Ask]) -> Result<Vec<u8>, Failure> {
    let options = Options {
        asks: asks.to_vec(),
        colour: colour::wanted(clap::ColorChoice::Auto, &io::stderr()),
        ..Options::default()
    };
    let source = Source::new(name, Box::new(io::Cursor::new(case.to_vec())));
    let (mut answers, mut diagnostics) = (Vec::new(), Vec::new());
    match batch::run(vec![source], &mut answers, &mut diagnostics, &options) {
        Ok(summary) if !summary.wrong => Ok(answers),
        // Reading and writing memory do not fail.
        _ => Err(Failure::Wrong(String::from_utf8_lossy(&diagnostics).into_owned())),
    }
}

/// Each record of a text as a line.
fn split(text: &[u8], name: &str) -> Vec<Vec<u8>> {
    let source = Source::new(name, Box::new(io::Cursor::new(text.to_vec())));
    let mut lines = Vec::new();
    // Reading and writing memory do not fail.
    let _ = batch::flatten(vec![source], false, &mut lines, &Options::default());
    lines.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}
