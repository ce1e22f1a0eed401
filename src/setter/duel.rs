//! Interactive problems: their table in a plan, and contestants tried against the judge.

use std::process::Stdio;
use std::time::Duration;

use clap::{Args, ValueEnum, value_parser};
use serde::Deserialize;

use super::Trouble;
use super::trial::{Call, Verdict, end};
use crate::games::Context;
use crate::interact::{First, JudgeResult, Notation, Options, Pipes, interact};
use crate::play::{ComputerPlayer, Level};
use crate::{Error, Position};

/// How the judge of an interactive problem plays: the table `[interactive]` of a plan.
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
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = value_parser!(u64).range(1..=MAX_TIME))]
    pub time: u64,
}

/// The longest line of a contestant, and the most moves of a play.
const MAX_LINE: usize = 1000;
const MAX_MOVES: u64 = 100_000;
/// The longest time for a line, in milliseconds.
pub(super) const MAX_TIME: u64 = 3_600_000;

impl Default for Interactive {
    fn default() -> Self {
        Interactive {
            first: First::Winner,
            level: Level::Perfect,
            time: 2000,
        }
    }
}

/// The word of a level or of the first player.
fn word(value: &impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_owned())
}

impl Interactive {
    /// Options of `grundy interact` that play so, with the template of the first lines.
    pub fn options(&self, template: &str) -> Vec<String> {
        let (time, first, level) = (self.time.to_string(), word(&self.first), word(&self.level));
        let mut options = vec!["--time", &time, "--first", &first, "--level", &level];
        if template != "records" {
            options.extend(["--in-template", template]);
        }
        options.into_iter().map(str::to_owned).collect()
    }

    /// Lets a contestant play a record, after some first lines.
    pub(super) fn play(
        &self,
        call: &Call,
        (record, greeting): (&str, &str),
        context: &Context,
    ) -> Result<Verdict, Trouble> {
        let said = |error: Error| error.message();
        let start = Position::read(record.as_bytes(), context).map_err(said)?;
        let time = Duration::from_millis(self.time);
        let options = Options {
            first: self.first,
            notation: Notation::Moves,
            time,
            moves: MAX_MOVES,
        };
        let (child, to, from) = call.start(Stdio::null())?;
        let mut pipes = Pipes::new(from, to, MAX_LINE, time);
        let computer = ComputerPlayer::of_level(self.level, 1);
        let played = interact(&start, computer, &options, Some(greeting), &mut pipes);
        end(child);
        Ok(match played.map_err(said)? {
            JudgeResult::Accepted(_) => Verdict::Right,
            JudgeResult::WrongAnswer(said) | JudgeResult::PresentationError(said) => {
                Verdict::Wrong(said)
            }
        })
    }
}
