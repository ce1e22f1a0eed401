//! `grundy-check`: answers about impartial games, held to the definitions.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [records] = &arguments[..] else { return ExitCode::from(2) };
    let input = std::fs::read(records).unwrap();
    for answer in grundy_reference::answers(&input).0 {
        println!("{}", answer.line().unwrap_or_else(|| "NOT-CHECKED".to_owned()));
    }
    ExitCode::SUCCESS
}
