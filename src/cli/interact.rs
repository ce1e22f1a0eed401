//! `grundy interact RECORD`: the judge of an interactive problem.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a line has at most a million bytes"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgAction, Args, ValueEnum};

use super::exit::{CommandEnd, CommandResult};
use super::output::{check_open, print};
use super::{record, setter};
use grundy_api::Position;
use grundy_api::play::ComputerPlayer;
use grundy_setter::interact::{self, InteractOptions, JudgeResult, Notation, Pipes, Wrapper};
use grundy_setter::{Interactive, Role, Template, answered};

/// Options of `grundy interact`.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(super) struct InteractArguments {
    /// Print help
    #[arg(long, short, action = ArgAction::HelpShort, display_order = 1000)]
    help: Option<bool>,

    #[command(flatten)]
    record: record::RecordArguments,

    #[command(flatten)]
    judge: Interactive,

    /// Which of equally good moves, and which mistakes below `perfect`
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::limits::parse_seed)]
    seed: u64,

    /// Moves as numbers: the heap and what is left of it, `2 1` for `2:3>1`
    #[arg(long)]
    numbers: bool,

    /// The first lines to the contestant: a ready template such as `heaps`, or a file, instead of the record
    #[arg(long, value_name = "TEMPLATE")]
    in_template: Option<String>,

    /// The longest line of the contestant, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    max_line: u64,

    /// The most moves of both players; then play is a draw
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    max_moves: u64,

    /// The exit status, for right, wrong, unreadable and a failure of the judge
    #[arg(long, value_enum, value_name = "HOW", default_value = "plain")]
    codes: Codes,

    /// The folder for `judgemessage.txt`, as Kattis and DOMjudge name it
    #[arg(long, value_name = "DIR")]
    feedback: Option<PathBuf>,

    /// Write the program that starts this command as an interactor, instead of playing, with the options
    /// that stand here
    #[arg(long, value_enum, value_name = "JUDGE")]
    wrapper: Option<Wrapper>,
}

/// The exit statuses that a judge reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Codes {
    /// 0, 1, 1, 2
    Plain,
    /// 42, 43, 43, 1: Kattis and DOMjudge
    Kattis,
    /// 0, 1, 2, 3: testlib and Polygon
    Testlib,
}

impl Codes {
    /// Lists the statuses for right, wrong, unreadable and a failure of the judge.
    fn statuses(self) -> [u8; 4] {
        match self {
            Codes::Plain => [0, 1, 1, 2],
            Codes::Kattis => [42, 43, 43, 1],
            Codes::Testlib => [0, 1, 2, 3],
        }
    }
}

impl InteractArguments {
    pub(super) fn run(self) -> CommandResult {
        if let Some(judge) = self.wrapper {
            return print(self.wrapper_for(judge));
        }
        let [right, wrong, unreadable, failure] = self.codes.statuses();
        // A failure of the judge is not the contestant's.
        let result = self.play().map_err(|stop| stop.with_status(failure))?;
        let (said, status) = match result {
            JudgeResult::Accepted(said) => (said, right),
            JudgeResult::WrongAnswer(said) => (said, wrong),
            JudgeResult::PresentationError(said) => (said, unreadable),
        };
        if let Some(file) = self
            .feedback
            .as_ref()
            .map(|folder| folder.join("judgemessage.txt"))
            && let Err(error) = fs::write(&file, format!("{said}\n"))
        {
            CommandEnd::file(&file)(error).end();
        }
        Err(CommandEnd::wrong(said).with_status(status))
    }

    /// Plays the record with the contestant.
    fn play(&self) -> CommandResult<JudgeResult> {
        // The record comes from the command line or a file, because the contestant writes to standard input.
        let (name, text) = self.record.text(&mut io::empty())?;
        if text.trim_ascii().is_empty() {
            let message =
                "the record stands on the command line or in a file: the contestant has the pipes";
            return Err(CommandEnd::usage(message));
        }
        let context = self.record.context()?;
        let wrong = |error| self.record.stop(error, "<record>");
        let start =
            Position::read(&text, &context).map_err(|error| self.record.stop(error, &name))?;
        let greeting = self.greeting(&start.record_line())?;
        let options = InteractOptions {
            first: self.judge.first,
            notation: if self.numbers {
                Notation::Numbers
            } else {
                Notation::Moves
            },
            time: Duration::from_millis(self.judge.time),
            max_moves: self.max_moves,
        };
        check_open()?;
        let computer = ComputerPlayer::of_level(self.judge.level, self.seed);
        let mut pipes = Pipes::new(
            io::stdin(),
            io::stdout(),
            self.max_line as usize,
            options.time,
        );
        interact::interact(&start, computer, &options, greeting.as_deref(), &mut pipes)
            .map_err(wrong)
    }

    /// Writes the first lines to the contestant, if a template says what they are.
    fn greeting(&self, record: &str) -> Result<Option<String>, String> {
        let Some(name) = &self.in_template else {
            return Ok(None);
        };
        let template = Template::open(name, Role::Input, Path::new("."))?;
        let fields = answered(&[record.to_owned()], &[&template], &setter::context())?;
        template.render(&fields, None).map(Some)
    }

    /// Writes a program that starts this command with these options.
    fn wrapper_for(&self, judge: Wrapper) -> String {
        let mut options = self
            .judge
            .options(self.in_template.as_deref().unwrap_or("records"));
        let numbers = [
            ("--max-line", self.max_line),
            ("--max-moves", self.max_moves),
            ("--seed", self.seed),
        ];
        options.extend(
            numbers
                .iter()
                .flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]),
        );
        options.extend(self.numbers.then(|| "--numbers".into()));
        judge.program(&options)
    }
}
