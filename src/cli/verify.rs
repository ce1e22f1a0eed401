//! `grundy verify RECORDS ANSWERS FILE`: checks answers against certificates.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::solve::{Asks, parse_asks};
use super::{Exit, output, own};
use crate::batch::{self, Tally};
use crate::platform::pages::huge;

/// Check answers against the certificates that `--certify` wrote
///
/// Accepts (exit status 0) or names the first record that fails (exit status 1). The checker shares
/// nothing with the solvers but the language.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  grundy verify records.txt answers.txt proofs.txt")]
pub(super) struct Arguments {
    /// The records
    records: PathBuf,

    /// Their answers, as text
    answers: PathBuf,

    /// Their certificates
    certificates: PathBuf,

    /// The asks of records that bring none, as they were solved with
    #[arg(long, value_name = "ASKS", default_value = "verdict", value_parser = parse_asks)]
    ask: Asks,

    /// Threads that check the blocks of a board [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Fail at an answer that its certificate does not prove, too
    #[arg(long)]
    strict: bool,
}

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let read = |path: &PathBuf| {
            read_whole(path).map_err(|error| {
                eprintln!("grundy: {}: {}", path.display(), output::describe(&error));
                Exit::Usage
            })
        };
        let files = (read(&self.records), read(&self.answers), read(&self.certificates));
        let (Ok(records), Ok(answers), Ok(certificates)) = files else { return Exit::Usage };
        let certificates = String::from_utf8_lossy(&certificates);
        let machine = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(machine, usize::from);
        match batch::verify(&records, &answers, &certificates, &own::catalogue(), &self.ask.0, threads) {
            Ok(Tally { first_unproved: Some(record), .. }) if self.strict => {
                eprintln!("grundy: record {record} fails: its answer is not proved");
                Exit::Wrong
            }
            Ok(Tally { records, proved, .. }) => {
                println!("accepted: {records} records, {proved} proved, {} not proved", records - proved);
                Exit::Answered
            }
            Err(refusal) => {
                let batch::Refusal { record, line, reason } = refusal;
                eprintln!("grundy: {}:{line}: record {record} fails: {reason}", self.records.display());
                Exit::Wrong
            }
        }
    }
}

/// A file's bytes, on huge pages where they are many.
fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(0);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length)?;
    let mut bytes = huge(bytes);
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
