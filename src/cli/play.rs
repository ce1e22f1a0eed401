//! `grundy play RECORD`: a game against the computer, or between others.

use std::io;

use clap::Args;

use super::exit::Run;
use super::output::line_width;
use super::quiz::{QuizOptions, seed_of_the_time};
use super::{Exit, editor, examples, record};
use crate::play::{self, Level, PlayOptions, Players};

/// PlayOptions of `grundy play`.
#[derive(Args, Debug)]
#[command(after_help = examples("play"))]
pub(super) struct PlayArguments {
    #[command(flatten)]
    record: record::RecordArguments,

    /// Who moves first, or plays both sides
    #[arg(long, value_enum, default_value = "me")]
    first: Players,

    /// How well the computer plays
    #[arg(long, value_enum, default_value = "perfect")]
    level: Level,

    /// Hide who is winning
    #[arg(long)]
    quiet: bool,

    /// Choose at random among equally good moves; equal seeds give equal choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    quiz: QuizOptions,
}

impl PlayArguments {
    pub(super) fn run(self) -> Run {
        if self.quiz.quiz {
            return self.quiz.run(&self.record, self.seed);
        }
        let options = PlayOptions {
            players: self.first,
            seed: match self.level {
                Level::Perfect => self.seed,
                _ => Some(self.seed.unwrap_or_else(seed_of_the_time)),
            },
            level: self.level,
            quiet: self.quiet,
            width: line_width(),
        };
        self.record.with_position(|position, input| {
            let mut lines = editor::lines(input);
            play::play(position, &options, lines.as_mut(), &mut io::stdout().lock())?;
            Ok(Exit::ANSWERED)
        })
    }
}
