//! `grundy study`: first values, P-positions, periods and patterns of a game.

use clap::Args;

use super::exit::Run;
use super::output::{line_width, print};
use super::{examples, identify, record};
use crate::study::{self, Language};

/// Options of `grundy study`.
#[derive(Args, Debug)]
#[command(after_help = examples("study"))]
pub(super) struct StudyArguments {
    #[command(flatten)]
    record: record::RecordArguments,

    /// The largest number of the positions studied [default: 4096 for one number, 72 for two, 20 for three, or as
    /// far as is cheap]
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Write a program with the formula found, or with the table if no formula was found
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    code: Option<Language>,

    /// List the games whose Grundy values begin with these, separated by blanks or commas
    #[arg(long, value_name = "VALUE", num_args = 1.., conflicts_with_all = ["words", "to", "code"])]
    values: Vec<String>,
}

/// The work limit of a study without `--to`, which is meant to be quick.
const MAX_QUICK_WORK: u64 = 1 << 25;

impl StudyArguments {
    pub(super) fn run(mut self) -> Run {
        if !self.values.is_empty() {
            return identify::list_games(&self.values);
        }
        if self.to.is_none() {
            self.record.limits.max_work = self.record.limits.max_work.min(MAX_QUICK_WORK);
        }
        print(self.record.with_position(|position, _| {
            let found = study::study(position, self.to)?;
            Ok(match self.code {
                None => study::report(&found, line_width()).join("\n").replace('\u{1}', " "),
                Some(language) => found.program(language),
            })
        })?)
    }
}
