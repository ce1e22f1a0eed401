//! `grundy verify RECORDS ANSWERS [CERTIFICATES]`: holds answers to the reference.

use std::path::PathBuf;

use clap::Args;
use grundy_reference::certificate::{self, Certificates};
use grundy_reference::check::{Refusal, check};

use super::solve::{Asks, parse_asks};
use super::{Exit, output, own};
use crate::batch;

/// Hold answers to the reference, with the certificates that `--certify` wrote
///
/// Accepts (exit status 0) and says what the answers rest on, or names the first record whose answer is wrong (exit
/// status 1). The reference shares nothing with the solvers; `grundy-check` is it as a program of its own.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  grundy verify records.txt answers.txt proofs.txt")]
pub(super) struct Arguments {
    /// The records
    records: PathBuf,

    /// Their answers, as text
    answers: PathBuf,

    /// Their certificates
    certificates: Option<PathBuf>,

    /// The asks of records that bring none, as they were solved with
    #[arg(long, value_name = "ASKS", default_value = "verdict", value_parser = parse_asks)]
    ask: Asks,

    /// Fail at an answer that is not checked, too
    #[arg(long)]
    strict: bool,
}

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|error| {
                eprintln!("grundy: {}: {}", path.display(), output::describe(&error));
                Exit::Usage
            })
        };
        let (records, answers) = match (read(&self.records), read(&self.answers)) {
            (Ok(records), Ok(answers)) => (records, answers),
            (Err(exit), _) | (_, Err(exit)) => return exit,
        };
        let mut certificates = Certificates::new();
        if let Some(path) = &self.certificates {
            let text = match read(path) {
                Ok(text) => text,
                Err(exit) => return exit,
            };
            certificates = match certificate::read(&String::from_utf8_lossy(&text)) {
                Ok(certificates) => certificates,
                Err(line) => {
                    eprintln!("grundy: {}:{line}: this is no certificate", path.display());
                    return Exit::Wrong;
                }
            };
        }
        let reading = batch::reading(&own::catalogue(), &self.ask.0);
        match check(&records, &answers, &certificates, &reading) {
            Ok(summary) => {
                println!("{summary}");
                match summary.first_not_checked.filter(|_| self.strict) {
                    None => Exit::Answered,
                    Some(record) => {
                        eprintln!("grundy: record {record} fails: its answer is not checked");
                        Exit::Wrong
                    }
                }
            }
            Err(Refusal { record, line, reason }) => {
                eprintln!("grundy: {}:{line}: record {record} fails: {reason}", self.records.display());
                Exit::Wrong
            }
        }
    }
}
