//! `grundy-check RECORDS ANSWERS`: answers about impartial games, held to the definitions.

use std::process::ExitCode;

use grundy_reference::{check, theorems};

const USAGE: &str = "\
Usage: grundy-check RECORDS ANSWERS    holds answers to the reference, exit status 1 if one is wrong
       grundy-check RECORDS            prints the answers of the reference, `?` where it has none
       grundy-check --theorems         compares the theorems it cites with exploring";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let run = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--theorems"] => theorems(),
        [records] if !records.starts_with('-') => print(records),
        [records, answers] => hold(records, answers),
        _ => Err((2, USAGE.to_owned())),
    };
    match run {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err((status, said)) => {
            eprintln!("{said}");
            ExitCode::from(status)
        }
    }
}

/// What is printed, or the exit status and what is said.
type Said = Result<String, (u8, String)>;

fn read(path: &str) -> Result<Vec<u8>, (u8, String)> {
    std::fs::read(path).map_err(|error| (2, format!("grundy-check: {path}: {error}")))
}

fn hold(records: &str, answers: &str) -> Said {
    match check::check(&read(records)?, &read(answers)?) {
        Ok(summary) => Ok(summary.to_string()),
        Err(check::Refusal { record, line, reason }) => {
            Err((1, format!("grundy-check: {records}:{line}: record {record}: {reason}")))
        }
    }
}

fn print(records: &str) -> Said {
    let (answers, _) = grundy_reference::answers(&read(records)?);
    let lines = answers.iter().map(|answer| answer.line().unwrap_or_else(|| answer.labelled("?")));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn theorems() -> Said {
    let held = theorems::held_to_exploring().map_err(|wrong| (1, format!("grundy-check: {wrong}")))?;
    let lines =
        held.iter().map(|(source, record, count)| format!("{source}: {count} positions of `{record}`"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
