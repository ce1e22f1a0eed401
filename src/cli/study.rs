//! `grundy study`: first values, P-positions, periods and patterns of a game; with `--values`, the games whose
//! Grundy values begin with given numbers.

use clap::Args;

use super::exit::{CommandEnd, CommandResult};
use super::games::entry;
use super::output::print;
use super::terminal::line_width;
use super::{own, record};
use grundy_base::budget::Budget;
use grundy_games::Context;
use grundy_study::{Language, Match};

/// Options of `grundy study`.
#[derive(Args, Debug)]
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

/// The work limit of a study without `--to`, which is meant to be quick. A guess.
const MAX_QUICK_WORK: u64 = 1 << 25;

impl StudyArguments {
    pub(super) fn run(mut self) -> CommandResult {
        if !self.values.is_empty() {
            return list_games(&self.values);
        }
        if self.to.is_none() {
            self.record.limits.max_work = self.record.limits.max_work.min(MAX_QUICK_WORK);
        }
        print(self.record.find(|position| {
            let found = grundy_study::study(position, self.to)?;
            Ok(match self.code {
                None => grundy_study::report(&found, line_width()).join("\n"),
                Some(language) => found.program(language),
            })
        })?)
    }
}

/// The most values that are compared; further values are ignored.
const MAX_VALUES_COMPARED: usize = 4096;

/// The work limit of the comparison with one game. A guess.
const WORK_PER_GAME: u64 = 1 << 26;

/// Prints the games whose heaps 0, 1, 2, … have these Grundy values, separated by blanks or commas.
fn list_games(values: &[String]) -> CommandResult {
    let words = values
        .iter()
        .flat_map(|word| word.split(|c: char| c == ',' || c.is_whitespace()));
    let value = |word: &str| {
        let help = "values are numbers from 0, such as 0 1 2 0 1 2";
        word.parse()
            .map_err(|_| CommandEnd::usage(format_args!("`{word}` is no Grundy value; {help}")))
    };
    let mut values: Vec<u64> = words
        .filter(|word| !word.is_empty())
        .map(value)
        .collect::<Result<_, _>>()?;
    values.truncate(MAX_VALUES_COMPARED);
    let budget = Budget {
        work: WORK_PER_GAME,
        ..Budget::default()
    };
    let context = Context::with(own::catalogue(), budget);
    let mut out = format!(
        "Games whose heaps 0, 1, 2, … begin with these {} values:\n",
        values.len()
    );
    list_matches(&mut out, &grundy_study::identify(&values, &context));
    // Lists often begin with the heap 1.
    let mut from_one = vec![0];
    from_one.extend(&values);
    let found = grundy_study::identify(&from_one, &context);
    if !found.is_empty() {
        out += "Games whose heaps 1, 2, 3, … begin so:\n";
        list_matches(&mut out, &found);
    }
    print(out)
}

/// Lists games with their notes.
fn list_matches(out: &mut String, found: &[Match]) {
    if found.is_empty() {
        out.push_str("  none of the games looked through\n");
    }
    for Match { game, note, .. } in found {
        out.push_str(&format!("  {game}\n"));
        if !note.is_empty() {
            entry(out, 6, "", note);
        }
    }
}
