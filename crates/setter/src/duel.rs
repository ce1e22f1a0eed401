//! Interactive problems: their table in a plan, and contestants tried against the judge.

use std::process::Stdio;
use std::time::Duration;

use clap::{Args, ValueEnum, value_parser};
use serde::Deserialize;

use super::error::SetterError;
use super::trial::{Call, Started, TrialVerdict, end};
use crate::interact::{First, InteractOptions, JudgeResult, Notation, Pipes, interact};
use grundy_api::Position;
use grundy_api::play::{ComputerPlayer, Level};
use grundy_games::Context;

/// The play of the judge of an interactive problem: the table `[interactive]` of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Args, Deserialize)]
#[group(skip)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Interactive {
    /// Which player the contestant is
    #[arg(long, value_enum, value_name = "WHO", default_value = "contestant")]
    pub first: First,

    /// How well the judge plays
    #[arg(long, value_enum, default_value = "perfect")]
    pub level: Level,

    /// The time for one line, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = value_parser!(u64).range(1..=MAX_LINE_TIME))]
    pub time: u64,
}

/// The longest line of a contestant, in bytes.
const MAX_CONTESTANT_LINE_BYTES: usize = 1000;
/// The most moves of one play.
const MAX_MOVES_OF_A_PLAY: u64 = 100_000;
/// The longest time for a line, in milliseconds: an hour.
pub(super) const MAX_LINE_TIME: u64 = 3_600_000;

impl Default for Interactive {
    fn default() -> Self {
        Interactive {
            first: First::Winner,
            level: Level::Perfect,
            time: 2000,
        }
    }
}

/// Returns the word that stands on a command line for a level or for the first player.
fn word(value: &impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_owned())
}

impl Interactive {
    /// Returns the options with which `grundy interact` plays like this judge; the template writes the first lines.
    pub fn options(&self, template: &str) -> Vec<String> {
        let time = self.time.to_string();
        let first = word(&self.first);
        let level = word(&self.level);
        let mut options = vec!["--time", &time, "--first", &first, "--level", &level];
        if template != "records" {
            options.extend(["--in-template", template]);
        }
        options.into_iter().map(str::to_owned).collect()
    }

    /// Lets a contestant's program play a record, whose first lines are the greeting.
    pub(super) fn play(
        &self,
        call: &Call,
        record: &str,
        greeting: &str,
        context: &Context,
    ) -> Result<TrialVerdict, SetterError> {
        let start = Position::read(record.as_bytes(), context).map_err(|error| error.message())?;
        let time = Duration::from_millis(self.time);
        let options = InteractOptions {
            first: self.first,
            notation: Notation::Moves,
            time,
            max_moves: MAX_MOVES_OF_A_PLAY,
        };
        let Started {
            child,
            input,
            output,
        } = call.start(Stdio::null())?;
        let mut pipes = Pipes::new(output, input, MAX_CONTESTANT_LINE_BYTES, time);
        let computer = ComputerPlayer::of_level(self.level, 1);
        let played = interact(&start, computer, &options, Some(greeting), &mut pipes);
        end(child);
        match played.map_err(|error| error.message())? {
            JudgeResult::Accepted(_) => Ok(TrialVerdict::Right),
            JudgeResult::WrongAnswer(why) | JudgeResult::PresentationError(why) => {
                Ok(TrialVerdict::Wrong(why))
            }
        }
    }
}
