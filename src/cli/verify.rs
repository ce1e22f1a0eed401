//! `grundy verify RECORDS ANSWERS [CERTIFICATES]`: holds answers to the reference.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use grundy_certificates::certificate::{self, Certificates};
use grundy_certificates::check::{Refusal, check};

use super::exit::{CommandEnd, CommandResult};
use super::output::print;
use super::own;
use super::solve::parse_asks;
use super::whole_file::read_text;
use grundy_api::Asks;
use grundy_language::encoding::foreign;
use grundy_language::objects::is_object;

/// Hold answers to the reference, with the certificates that `--certify` wrote
///
/// Accepts (exit status 0) and says what the answers rest on, or names the first record whose answer is wrong (exit
/// status 1). The reference shares nothing with the solvers; `grundy-check` is it as a program of its own.
#[derive(Args, Debug)]
pub(super) struct VerifyArguments {
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

impl VerifyArguments {
    pub(super) fn run(self) -> CommandResult {
        let records = fs::read(&self.records).map_err(CommandEnd::file(&self.records))?;
        if let Some(encoding) = foreign(&records) {
            let path = self.records.display();
            return Err(CommandEnd::usage(format_args!(
                "{path}:1: this text is {encoding}: save the file as UTF-8"
            )));
        }
        let mut lines = (1..).zip(records.split(|&byte| byte == b'\n'));
        if let Some((line, _)) = lines.find(|(_, line)| is_object(line)) {
            let path = self.records.display();
            return Err(CommandEnd::usage(format_args!(
                "{path}:{line}: JSON Lines are not read here: `grundy flatten {path}` writes them as records of text"
            )));
        }
        let answers = read_text(&self.answers)?;
        let certificates = match &self.certificates {
            None => Certificates::new(),
            Some(path) => certificate::read(&read_text(path)?).map_err(|line| {
                CommandEnd::wrong(format_args!(
                    "{}:{line}: this is no certificate",
                    path.display()
                ))
            })?,
        };
        let reading = grundy_batch::reading(&own::catalogue(), self.ask.as_slice());
        let summary = check(&records, answers.as_bytes(), &certificates, &reading).map_err(
            |Refusal {
                 record,
                 line,
                 reason,
             }| {
                let path = self.records.display();
                CommandEnd::wrong(format_args!(
                    "{path}:{line}: record {record} fails: {reason}"
                ))
            },
        )?;
        print(summary.to_string())?;
        if self.strict
            && let Some(record) = summary.first_not_checked
        {
            return Err(CommandEnd::wrong(format_args!(
                "record {record} fails: its answer is not checked"
            )));
        }
        Ok(())
    }
}
