//! `grundy play RECORD`: a game against the computer, or between others.

use std::io;

use clap::{Args, ValueEnum};

use super::quiz::seed_of_the_time;
use super::text::line_width;
use super::{Exit, editor, subject};
use crate::play::{self, Options, Players, Stop};

/// Which game, and who plays.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    subject: subject::Arguments,

    /// Who moves first, or plays both sides
    #[arg(long, value_enum, default_value_t = First::Me)]
    first: First,

    /// How well the computer plays
    #[arg(long, value_enum, default_value_t = Level::Perfect)]
    level: Level,

    /// Do not say who has the upper hand
    #[arg(long)]
    quiet: bool,

    /// Let the computer choose at random among moves that are equally good
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  grundy play 'nim: 3 4 5'
  grundy play 'flags 1-3 left 1: 21' --first computer
  grundy play 'king .K/.K' --first both-me
  grundy play 'kayles: 7 9' --level easy --quiet
  grundy play 'factor 20:' --first both-computer --seed 7

Moves are typed as answers write them (1:5>3) or shorter; `help` says how.";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    /// You, then the computer
    Me,
    /// The computer, then you
    Computer,
    /// Two people at one terminal
    BothMe,
    /// The computer against itself
    BothComputer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Any legal move
    Easy,
    /// Two best moves in three, about
    Fair,
    /// Always a best move
    Perfect,
}

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let mut input = io::stdin().lock();
        let text = match self.subject.text(&mut input) {
            Ok(text) => text,
            Err(exit) => return exit,
        };
        let context = match self.subject.context() {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        let mut subject = match text.subject(&context, &self.subject) {
            Ok(subject) => subject,
            Err(exit) => return exit,
        };
        let options = Options {
            players: match self.first {
                First::Me => Players::PersonFirst,
                First::Computer => Players::ComputerFirst,
                First::BothMe => Players::Persons,
                First::BothComputer => Players::Computers,
            },
            seed: match self.level {
                Level::Perfect => self.seed,
                _ => Some(self.seed.unwrap_or_else(seed_of_the_time)),
            },
            level: match self.level {
                Level::Easy => play::Level::Easy,
                Level::Fair => play::Level::Fair,
                Level::Perfect => play::Level::Perfect,
            },
            quiet: self.quiet,
            width: line_width(),
        };
        let mut lines = editor::lines(&mut input);
        match play::play(&mut subject, &context, &options, lines.as_mut(), &mut io::stdout().lock()) {
            Ok(()) => Exit::Answered,
            Err(Stop::Fault(fault)) => subject::report_fault(fault, &subject, &self.subject),
            Err(Stop::Io(error)) => subject::written(Err(error)),
        }
    }
}
