//! Interactive problems: what a plan says of them, and contestants tried against the judge.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::Deserialize;

use super::Trouble;
use super::trial::Verdict;
use crate::Position;
use crate::games::Context;
use crate::interact::{JudgeResult, Notation, Options, Pipes, interact};
use crate::play::{ComputerPlayer, Level};
use crate::record::Outcome;

/// How the judge of an interactive problem plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interactive {
    /// Which player the contestant is: `contestant` is the first, `judge` the second, `winner` the player who wins.
    pub first: String,
    /// How well the judge plays: `easy`, `fair` or `perfect`.
    pub level: String,
    /// The time for a line of the contestant, in milliseconds.
    pub time: u64,
}

/// The table `[interactive]` of a plan.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct InteractiveText {
    first: Option<String>,
    level: Option<String>,
    time: Option<u64>,
}

impl InteractiveText {
    pub(super) fn read(&self) -> Result<Interactive, Trouble> {
        let one_of = |given: &Option<String>, words: [&str; 3], what: &str| match given.as_deref() {
            None => Ok(words[2].to_owned()),
            Some(word) if words.contains(&word) => Ok(word.to_owned()),
            Some(word) => Err(format!("`{word}` is no `{what}` of [interactive]: {}", words.join(", "))),
        };
        let time = self.time.unwrap_or(2000);
        if !(1..=3_600_000).contains(&time) {
            return Err("the time of [interactive] is 1 to 3600000 milliseconds".into());
        }
        Ok(Interactive {
            first: one_of(&self.first, ["contestant", "judge", "winner"], "first")?,
            level: one_of(&self.level, ["easy", "fair", "perfect"], "level")?,
            time,
        })
    }
}

impl Interactive {
    /// The options of `grundy interact` that play so, with the template of what is written first.
    pub(super) fn options(&self, template: &str) -> Vec<String> {
        let words = ["--time", &self.time.to_string(), "--first", &self.first, "--level", &self.level];
        let mut options: Vec<String> = words.map(str::to_owned).to_vec();
        if template != "records" {
            options.extend(["--in-template".to_owned(), template.to_owned()]);
        }
        options
    }

    /// Lets a contestant play a record; what is written to him first is given.
    pub(super) fn play(
        &self,
        command: &[String],
        folder: &Path,
        (record, greeting): (&str, &str),
        context: &Context,
    ) -> Result<Verdict, Trouble> {
        const LONGEST: usize = 1000;
        const MOVES: u64 = 100_000;
        let start = Position::read(record.as_bytes(), context).map_err(|error| error.message())?;
        let worth = start.outcome().map_err(|error| error.message())?;
        let time = Duration::from_millis(self.time);
        let first = match self.first.as_str() {
            "contestant" => true,
            "judge" => false,
            _ => worth != Outcome::Lose,
        };
        let options = Options { first, notation: Notation::Moves, time, moves: MOVES };
        let level = match self.level.as_str() {
            "easy" => Level::Easy,
            "fair" => Level::Fair,
            _ => Level::Perfect,
        };
        let Some((program, arguments)) = command.split_first() else { return Err("no command".into()) };
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let (Some(from), Some(to)) = (child.stdout.take(), child.stdin.take()) else {
            return Err(format!("{program}: it has no standard streams"));
        };
        let mut pipes = Pipes::new(from, to, LONGEST, time);
        let computer = ComputerPlayer::of_level(level, 1);
        let played = interact(&start, computer, &options, Some(greeting), &mut pipes);
        let _ = child.kill(); // it may have ended meanwhile
        let _ = child.wait();
        match played.map_err(|error| error.message())? {
            JudgeResult::Accepted(_) => Ok(Verdict::Right),
            _ => Ok(Verdict::Wrong),
        }
    }
}
