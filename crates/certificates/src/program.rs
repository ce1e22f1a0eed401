//! `grundy-check RECORDS ANSWERS`: answers about impartial games, held to the definitions.

use std::process::ExitCode;

use crate::certificate::{self, Certificates};
use crate::check::{self, Refusal};
use grundy_reference::records::Reading;

const USAGE: &str = "\
Usage: grundy-check RECORDS ANSWERS [CERTIFICATES]
                                  holds answers to the reference, exit status 1 if one is wrong
       grundy-check RECORDS       prints the answers of the reference, `?` where it has none";

/// The end of a program that did not succeed.
struct Stop {
    /// The exit status.
    status: u8,
    /// The message on standard error; may be empty.
    message: String,
}

impl Stop {
    /// Returns the end after an answer that is refused, or a certificate that cannot be read.
    fn refused(message: String) -> Stop {
        Stop { status: 1, message }
    }

    /// Returns the end without a check.
    fn failed(message: String) -> Stop {
        Stop { status: 2, message }
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = match words[..] {
        [records] if !records.starts_with('-') => print(records),
        [records, answers] => hold(records, answers, None),
        [records, answers, certificates] => hold(records, answers, Some(certificates)),
        _ => Err(Stop::failed(USAGE.to_owned())),
    };
    match run {
        Ok(output) => {
            print!("{output}");
            ExitCode::SUCCESS
        }
        Err(Stop { status, message }) => {
            eprintln!("{message}");
            ExitCode::from(status)
        }
    }
}

fn read(path: &str) -> Result<Vec<u8>, Stop> {
    std::fs::read(path).map_err(|error| Stop::failed(format!("grundy-check: {path}: {error}")))
}

/// Reads a file of certificates.
fn read_certificates(path: &str) -> Result<Certificates, Stop> {
    let text = read(path)?;
    certificate::read(&String::from_utf8_lossy(&text)).map_err(|line| {
        let message = format!("grundy-check: {path}:{line}: this is no certificate");
        Stop::refused(message)
    })
}

/// Holds the answers of a file to the reference, and gives what was counted.
fn hold(records: &str, answers: &str, certificates: Option<&str>) -> Result<String, Stop> {
    let certificates = match certificates {
        Some(path) => read_certificates(path)?,
        None => Certificates::new(),
    };
    let input = read(records)?;
    let given = read(answers)?;
    match check::check(&input, &given, &certificates, &Reading::default()) {
        Ok(summary) => Ok(format!("{summary}\n")),
        Err(Refusal {
            record,
            line,
            reason,
        }) => {
            let place = format!("{records}:{line}: record {record}");
            Err(Stop::refused(format!("grundy-check: {place}: {reason}")))
        }
    }
}

/// Returns the answers of the reference to the records of a file.
fn print(records: &str) -> Result<String, Stop> {
    let (answers, _) = grundy_reference::answers(&read(records)?);
    let mut output = String::new();
    for answer in &answers {
        let line = answer.line().unwrap_or_else(|| answer.labelled("?"));
        output += &line;
        output.push('\n');
    }
    Ok(output)
}
