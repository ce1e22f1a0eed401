//! `grundy-check RECORDS ANSWERS`: answers about impartial games, held to the definitions.

use std::process::ExitCode;

use crate::text::Reading;
use crate::{certificate, check};

const USAGE: &str = "\
Usage: grundy-check RECORDS ANSWERS [CERTIFICATES]
                                  holds answers to the reference, exit status 1 if one is wrong
       grundy-check RECORDS       prints the answers of the reference, `?` where it has none";

/// The program.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let run = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [records] if !records.starts_with('-') => print(records),
        [records, answers] => hold(records, answers, None),
        [records, answers, certificates] => hold(records, answers, Some(certificates)),
        _ => Err((2, USAGE.to_owned())),
    };
    match run {
        Ok(said) => {
            print!("{said}");
            ExitCode::SUCCESS
        }
        Err((status, said)) => {
            eprintln!("{said}");
            ExitCode::from(status)
        }
    }
}

/// The output, or the exit status with its message.
type Said = Result<String, (u8, String)>;

fn read(path: &str) -> Result<Vec<u8>, (u8, String)> {
    std::fs::read(path).map_err(|error| (2, format!("grundy-check: {path}: {error}")))
}

fn hold(records: &str, answers: &str, certificates: Option<&str>) -> Said {
    let certificates = match certificates {
        None => Default::default(),
        Some(path) => {
            certificate::read(&String::from_utf8_lossy(&read(path)?)).map_err(|line| {
                (
                    1,
                    format!("grundy-check: {path}:{line}: this is no certificate"),
                )
            })?
        }
    };
    let summary = check::check(
        &read(records)?,
        &read(answers)?,
        &certificates,
        &Reading::default(),
    );
    summary.map(|summary| format!("{summary}\n")).map_err(
        |check::Refusal {
             record,
             line,
             reason,
         }| {
            (
                1,
                format!("grundy-check: {records}:{line}: record {record}: {reason}"),
            )
        },
    )
}

fn print(records: &str) -> Said {
    let (answers, _) = crate::answers(&read(records)?);
    let lines = answers
        .iter()
        .map(|answer| answer.line().unwrap_or_else(|| answer.labelled("?")));
    Ok(lines.map(|line| line + "\n").collect())
}
