//! Interactive problems: their table in a plan, and contestants tried against the judge.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use clap::{Args, ValueEnum, value_parser};
use serde::Deserialize;

use super::run::{Verdict, end, start};
use super::{Trouble, ensure};
use crate::games::Context;
use crate::interact::{JudgeResult, Notation, Options, Pipes, interact};
use crate::play::{ComputerPlayer, Level};
use crate::record::Outcome;
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

/// The longest time for a line, in milliseconds.
const MAX_TIME: u64 = 3_600_000;

/// Which player the contestant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// The contestant
    Contestant,
    /// The judge
    Judge,
    /// The player who wins, so that the contestant can always win
    Winner,
}

impl First {
    /// Whether the contestant moves first.
    ///
    /// # Errors
    ///
    /// If the outcome of the position is asked for, and is not found.
    pub fn is_contestant(self, start: &Position<'_>) -> Result<bool, Error> {
        Ok(match self {
            First::Contestant => true,
            First::Judge => false,
            First::Winner => start.outcome()? != Outcome::Lose,
        })
    }
}

impl Default for Interactive {
    fn default() -> Self {
        Interactive { first: First::Winner, level: Level::Perfect, time: 2000 }
    }
}

/// The word of a level or of the first player.
fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

impl Interactive {
    /// The longest line of a contestant, and the most moves of a play.
    const MAX_LINE: usize = 1000;
    const MAX_MOVES: u64 = 100_000;

    /// Refuses times out of range.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        let why = format!("the time of [interactive] is 1 to {MAX_TIME} milliseconds");
        ensure((1..=MAX_TIME).contains(&self.time), why)
    }

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
        command: &[String],
        folder: &Path,
        (record, greeting): (&str, &str),
        context: &Context,
    ) -> Result<Verdict, Trouble> {
        let said = |error: Error| error.message();
        let start_of_play = Position::read(record.as_bytes(), context).map_err(said)?;
        let time = Duration::from_millis(self.time);
        let first = self.first.is_contestant(&start_of_play).map_err(said)?;
        let options = Options { first, notation: Notation::Moves, time, moves: Interactive::MAX_MOVES };
        let (child, to, from) = start(command, Some(folder), Stdio::null())?;
        let mut pipes = Pipes::new(from, to, Interactive::MAX_LINE, time);
        let computer = ComputerPlayer::of_level(self.level, 1);
        let played = interact(&start_of_play, computer, &options, Some(greeting), &mut pipes);
        end(child);
        Ok(match played.map_err(said)? {
            JudgeResult::Accepted(_) => Verdict::Right,
            JudgeResult::WrongAnswer(said) | JudgeResult::PresentationError(said) => Verdict::Wrong(said),
        })
    }
}
