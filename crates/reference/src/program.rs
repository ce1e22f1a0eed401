//! `grundy-check RECORDS ANSWERS`: answers about impartial games, held to the definitions.

use std::path::Path;
use std::process::ExitCode;

use crate::text::Reading;
use crate::{certificate, check, goldens, theorems};

const USAGE: &str = "\
Usage: grundy-check RECORDS ANSWERS [CERTIFICATES]
                                       holds answers to the reference, exit status 1 if one is wrong
       grundy-check RECORDS            prints the answers of the reference, `?` where it has none
       grundy-check --theorems         compares the theorems it cites with exploring
       grundy-check --goldens IN OUT   writes OUT/NAME.out for each IN/NAME.in, `//= ANSWER` above a record included";

/// The program.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let run = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--theorems"] => held_theorems(),
        ["--goldens", inputs, outputs] => write_goldens(inputs, outputs),
        [records] if !records.starts_with('-') => print(records),
        [records, answers] => hold(records, answers, None),
        [records, answers, certificates] => hold(records, answers, Some(certificates)),
        _ => Err((2, USAGE.to_owned())),
    };
    match run {
        Ok(said) => {
            if !said.is_empty() {
                println!("{said}");
            }
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
        Some(path) => certificate::read(&String::from_utf8_lossy(&read(path)?))
            .map_err(|line| (1, format!("grundy-check: {path}:{line}: this is no certificate")))?,
    };
    match check::check(&read(records)?, &read(answers)?, &certificates, &Reading::default()) {
        Ok(summary) => Ok(summary.to_string()),
        Err(check::Refusal { record, line, reason }) => {
            Err((1, format!("grundy-check: {records}:{line}: record {record}: {reason}")))
        }
    }
}

fn print(records: &str) -> Said {
    let (answers, _) = crate::answers(&read(records)?);
    let lines = answers.iter().map(|answer| answer.line().unwrap_or_else(|| answer.labelled("?")));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn write_goldens(inputs: &str, outputs: &str) -> Said {
    let failed =
        |path: &Path, error: std::io::Error| (2, format!("grundy-check: {}: {error}", path.display()));
    let (inputs, outputs) = (Path::new(inputs), Path::new(outputs));
    let mut said = Vec::new();
    for entry in std::fs::read_dir(inputs).map_err(|error| failed(inputs, error))? {
        let path = entry.map_err(|error| failed(inputs, error))?.path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let expected = goldens::expected(&std::fs::read(&path).map_err(|error| failed(&path, error))?);
            let missing = expected.missing.iter();
            said.extend(
                missing.map(|line| format!("{}:{line}: write `//= ANSWER` above it", path.display())),
            );
            let golden = outputs.join(path.file_stem().unwrap_or_default()).with_extension("out");
            std::fs::write(&golden, expected.answers).map_err(|error| failed(&golden, error))?;
        }
    }
    if said.is_empty() { Ok("written".to_owned()) } else { Err((1, said.join("\n"))) }
}

fn held_theorems() -> Said {
    let held = theorems::held_to_exploring().map_err(|wrong| (1, format!("grundy-check: {wrong}")))?;
    let lines =
        held.iter().map(|(source, record, count)| format!("{source}: {count} positions of `{record}`"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
